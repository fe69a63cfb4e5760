//! `compliance retention …`: status, purge, legal holds, and the replay after a restore.

use std::{fmt::Write, path::PathBuf};

use anyhow::{Context, bail};
use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use clap::{Args, Subcommand};
use entity::{TicketReference, env::Env, settings::MIGRATION_DATABASE_URL};
use mailer::{db::database_now, text::counted};
use sea_orm::DatabaseConnection;
use secrecy::ExposeSecret;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::shared::{address, connect, connect_as, day, hold_id, to_json};
use crate::{
    ledger::{Evidence, Period},
    retention::{
        Due, HoldTarget, ListedHold, Rewrite, RewriteScope, accept_clock, confirm_hold, count_due, list_holds,
        place_hold, purge, release_hold, replay, rewrite,
    },
};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Show what is stored, what is due, and when the last purge ran.
    Status {
        /// Print JSON instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Purge and rewrite now, as the schedule does every hour.
    Purge {
        /// Only count what is due.
        #[arg(long)]
        dry_run: bool,
        /// Also rewrite large tables that are in use. New inquiries wait meanwhile, about a second per 50 MB.
        #[arg(long)]
        rewrite_all: bool,
        /// Print JSON instead of text.
        #[arg(long, requires = "dry_run")]
        json: bool,
    },
    /// Place a legal hold: it keeps an inquiry, or every inquiry of an address, from the purge and from erasure.
    Hold {
        #[command(flatten)]
        target: Target,
        /// The reason, such as a case number or an order. It is stored with the hold.
        #[arg(long)]
        reason: String,
        /// The last day of the hold (UTC), such as 2027-12-31.
        #[arg(long, value_parser = day)]
        until: NaiveDate,
    },
    /// End a hold before its last day.
    Release {
        /// The hold's id, as `holds` shows it.
        #[arg(value_parser = hold_id)]
        hold: Uuid,
    },
    /// Confirm the end of a hold that another officer has placed beyond a year.
    Confirm {
        /// The hold's id, as `holds` shows it.
        #[arg(value_parser = hold_id)]
        hold: Uuid,
    },
    /// List the holds in force.
    Holds {
        /// Print a JSON array instead of a table.
        #[arg(long)]
        json: bool,
    },
    /// Confirm that the database's clock is right, after the purge has refused to run.
    AcceptClock,
    /// After a restore: repeat what the exported ledger records since the dump (role `inquiry_owner`).
    Replay(Ledger),
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct Target {
    /// An inquiry, by its reference.
    #[arg(long)]
    inquiry: Option<TicketReference>,
    /// Every inquiry of an address, also later ones; - reads the address from standard input.
    #[arg(long)]
    email: Option<String>,
}

impl Target {
    async fn read(self, db: &DatabaseConnection) -> anyhow::Result<HoldTarget> {
        Ok(match self {
            Self { inquiry: Some(reference), .. } => HoldTarget::Inquiry(reference),
            Self { email, .. } => HoldTarget::Address(address(db, email.unwrap_or_default()).await?),
        })
    }
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct Ledger {
    /// The newest file that `ledger export` wrote.
    file: Option<PathBuf>,
    /// After a restore of which no exported ledger is left: purges, and lets api and worker start, but repeats nothing. Persons who were
    /// erased since the dump are back; holds, restrictions, requests and corrections since then are lost. The ledger records this.
    #[arg(long)]
    without_ledger: bool,
}

pub(super) async fn execute(env: &Env, command: Command) -> anyhow::Result<String> {
    if let Command::Replay(ledger) = command {
        return replay_ledger(env, ledger).await;
    }
    let db = connect(env).await?;
    match command {
        Command::Status { json } => status(&db, json).await,
        Command::Purge { dry_run: true, json, .. } => {
            let due = count_due(&db).await?;
            if json { to_json(&due) } else { Ok(print_due(due)) }
        }
        Command::Purge { rewrite_all, .. } => purge_now(&db, rewrite_all).await,
        Command::Hold { target, reason, until } => {
            let hold = place_hold(&db, &target.read(&db).await?, &reason, until).await?;
            let inquiries = counted(hold.inquiries, "inquiry", "inquiries");
            Ok(if hold.waits {
                let id = hold.id;
                format!(
                    "hold {id} keeps {inquiries} for a year; until the end of {until} (UTC) when another officer runs \
                     `compliance retention confirm {id}`\n"
                )
            } else {
                format!("hold {} keeps {inquiries} until the end of {until} (UTC)\n", hold.id)
            })
        }
        Command::Release { hold } => {
            let mut text = format!("hold {hold} is released; the next purge deletes what has expired\n");
            for request in release_hold(&db, hold).await? {
                writeln!(
                    text,
                    "request {request} waits no more for this hold: if no other one keeps the data, do what was asked, and answer it"
                )?;
            }
            Ok(text)
        }
        Command::Confirm { hold } => {
            confirm_hold(&db, hold).await?;
            Ok(format!("hold {hold} is confirmed\n"))
        }
        Command::Holds { json } => {
            let holds = list_holds(&db).await?;
            if json { to_json(&holds) } else { print_holds(&holds) }
        }
        Command::AcceptClock => {
            let is_accepted = accept_clock(&db).await?;
            Ok(if is_accepted {
                "the clock is accepted and recorded; the next purge will run\n"
            } else {
                "no clock is in doubt: nothing was accepted\n"
            }
            .to_owned())
        }
        Command::Replay(_) => bail!("replay has a separate connection"),
    }
}

fn print_due(due: Due) -> String {
    let to_purge = counted(due.to_purge.unsigned_abs(), "inquiry", "inquiries");
    let on_hold = counted(due.on_hold.unsigned_abs(), "inquiry is", "inquiries are");
    format!("the purge would delete {to_purge}; {on_hold} expired and on legal hold\n")
}

async fn status(db: &DatabaseConnection, json: bool) -> anyhow::Result<String> {
    let now = database_now(db).await?;
    let period = Period::month_of(now).context("the database's clock is out of range")?;
    let evidence = Evidence::read(db, period).await?;
    if json { to_json(&evidence) } else { print_status(&evidence) }
}

fn print_status(evidence: &Evidence) -> anyhow::Result<String> {
    let time = |time: Option<DateTime<Utc>>| {
        time.map_or("none".to_owned(), |time| time.to_rfc3339_opts(SecondsFormat::Secs, true))
    };
    let Evidence { inquiries, due, on_hold, holds_active, purged, late, erased, failures, .. } = evidence;
    let holds = counted(*holds_active, "hold", "holds");
    let lines = [
        ("inquiries stored", inquiries.to_string()),
        ("oldest last contact", time(evidence.oldest_contact_at)),
        ("next expiry", time(evidence.next_expiry_at)),
        ("expired, to be purged", due.to_string()),
        ("on legal hold", format!("{} by {holds}", counted(*on_hold, "inquiry", "inquiries"))),
        ("last purge", time(evidence.last_purge_at)),
        ("this month", format!("{purged} purged, {late} of them late; {erased} erased; failed purges: {failures}")),
        ("tables to rewrite", evidence.unreclaimed.to_string()),
        ("requests to answer", evidence.to_answer()),
        ("policy version", evidence.policy.to_string()),
        ("ledger head", evidence.head()),
    ];
    let mut text = String::new();
    for (label, value) in lines {
        writeln!(text, "{label:22} {value}")?;
    }
    Ok(text)
}

async fn purge_now(db: &DatabaseConnection, rewrite_all: bool) -> anyhow::Result<String> {
    let stopping = CancellationToken::new();
    let stop = stopping.clone();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            stop.cancel();
        }
    });
    let purged = purge(db, Uuid::new_v4(), &stopping).await?;
    let inquiries = counted(purged.inquiries, "inquiry", "inquiries");
    if !purged.is_complete {
        bail!("stopped after {inquiries}; the next purge continues");
    }
    let scope = if rewrite_all { RewriteScope::All } else { RewriteScope::Scheduled };
    let Rewrite { rewritten, postponed } = rewrite(db, scope).await?;
    let batches = counted(purged.batches.into(), "batch", "batches");
    let mut text = format!("deleted {inquiries} in {batches}, {} of them late\n", purged.late);
    if !rewritten.is_empty() {
        writeln!(text, "rewritten: {}", rewritten.join(", "))?;
    }
    if !postponed.is_empty() {
        writeln!(text, "in use, rewritten by a later purge: {}", postponed.join(", "))?;
    }
    Ok(text)
}

fn print_holds(holds: &[ListedHold]) -> anyhow::Result<String> {
    if holds.is_empty() {
        return Ok("no hold is in force\n".to_owned());
    }
    let mut text = String::new();
    for ListedHold { id, until, wanted_until, target, reason } in holds {
        let waits = wanted_until.map_or_else(String::new, |until| format!(" (unconfirmed: {until})"));
        writeln!(text, "{id}  until {until}{waits}  {target}  {reason}")?;
    }
    Ok(text)
}

async fn replay_ledger(env: &Env, ledger: Ledger) -> anyhow::Result<String> {
    let db = connect_as(env, &MIGRATION_DATABASE_URL).await?;
    let url = env.required_secret(&MIGRATION_DATABASE_URL)?;
    let done = replay(&db, url.expose_secret(), ledger.file.as_deref()).await?;
    let mut text = format!(
        "imported {}; repeated: {} erased, {} placed, {} released; purged {}\n",
        counted(done.imported as u64, "entry", "entries"),
        counted(done.erased, "inquiry", "inquiries"),
        counted(done.holds, "hold", "holds"),
        counted(done.releases, "hold", "holds"),
        counted(done.purged, "inquiry", "inquiries")
    );
    // The dump brought the bytes of the deleted rows back.
    match rewrite(&db, RewriteScope::All).await {
        Ok(Rewrite { postponed, .. }) if postponed.is_empty() => {}
        _ => text.push_str("some tables could not be rewritten yet; the next purge rewrites them\n"),
    }
    for reference in &done.corrections {
        writeln!(text, "the dump lacks a correction: repeat it with `compliance person correct {reference}`")?;
    }
    if ledger.without_ledger {
        text.push_str(
            "Nothing since the dump was repeated. Persons who were erased since are back: erase them again. Holds, restrictions, requests \
             and corrections are lost: repeat them\n",
        );
    }
    text.push_str("api and worker may start\n");
    Ok(text)
}
