//! `worker retention …`: looking, purging, holding, and going on after a restore.

use std::{fmt::Write, path::PathBuf};

use anyhow::{Context, bail};
use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use clap::{Args, Subcommand};
use entity::{TicketReference, env::Env, inquiry, inquiry_content, legal_hold};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseConnection, DbBackend, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    Statement,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::compliance::{OWNER, address, connect, connect_as, explain};
use crate::retention::{Evidence, Period, Reclaimed, Which, count_due, purge, reclaim, replay};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Show what is held, what is due, and when the last purge ran.
    Status {
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Purge now, as the schedule does every hour.
    Purge {
        /// Only count.
        #[arg(long)]
        dry_run: bool,
        /// Also rewrite large tables that are in use; new inquiries wait meanwhile, about a second per 50 MB.
        #[arg(long)]
        rewrite_all: bool,
    },
    /// Keep an inquiry, or all inquiries of an address, from the purge and from erasure.
    Hold {
        #[command(flatten)]
        what: What,
        /// Why: a case number, an order. Stored with the hold.
        #[arg(long)]
        reason: String,
        /// Last day of the hold (UTC), such as 2027-12-31.
        #[arg(long)]
        until: NaiveDate,
    },
    /// End a hold before its time.
    Release {
        /// The hold's id, as `holds` shows it.
        hold: Uuid,
    },
    /// List the holds in force.
    Holds,
    /// Confirm that the database's clock is right after the purge has refused to run.
    AcceptClock,
    /// After a restore: do again what the exported ledger says happened since the dump (role `inquiry_owner`).
    Replay(Ledger),
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct What {
    /// An inquiry, by its reference.
    #[arg(long)]
    inquiry: Option<TicketReference>,
    /// All inquiries of an address, also those to come; - reads it from the standard input.
    #[arg(long)]
    email: Option<String>,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct Ledger {
    /// The latest file that `ledger export` wrote.
    file: Option<PathBuf>,
    /// There is none: what was erased since the dump comes back. Recorded in the ledger.
    #[arg(long)]
    without_ledger: bool,
}

/// Returns what is to be printed.
pub(super) async fn execute(env: &Env, command: Command) -> anyhow::Result<String> {
    if let Command::Replay(ledger) = command {
        return replay_ledger(&connect_as(env, OWNER).await?, ledger).await;
    }
    let db = connect(env).await?;
    match command {
        Command::Status { json } => status(&db, json).await,
        Command::Purge { dry_run: true, .. } => {
            let (due, held) = count_due(&db).await.map_err(explain)?;
            Ok(format!("{due} inquiries would be removed; {held} more have expired and are on hold\n"))
        }
        Command::Purge { rewrite_all, .. } => purge_now(&db, rewrite_all).await,
        Command::Hold { what, reason, until } => hold(&db, what, &reason, until).await,
        Command::Release { hold } => release(&db, hold).await,
        Command::Holds => holds(&db).await,
        Command::AcceptClock => {
            db.execute_unprepared("SELECT accept_clock()").await.map_err(explain)?;
            Ok("the clock is accepted and recorded; the next purge will run\n".to_owned())
        }
        Command::Replay(_) => bail!("replay has its own connection"),
    }
}

async fn status(db: &DatabaseConnection, json: bool) -> anyhow::Result<String> {
    let now = crate::retention::database_now(db).await.map_err(explain)?;
    let period = Period::month_of(now).context("the database's clock shows no month")?;
    let evidence = Evidence::read(db, period).await.map_err(explain)?;
    if json {
        return Ok(serde_json::to_string_pretty(&evidence)? + "\n");
    }
    let time = |time: Option<DateTime<Utc>>| {
        time.map_or("never".to_owned(), |time| time.to_rfc3339_opts(SecondsFormat::Secs, true))
    };
    let lines = [
        ("inquiries held", evidence.inquiries.to_string()),
        ("oldest last contact", time(evidence.oldest_contact_at)),
        ("next expiry", time(evidence.next_expiry_at)),
        ("expired, to be purged", evidence.due.to_string()),
        ("on hold", format!("{} inquiries, {} holds", evidence.on_hold, evidence.holds_active)),
        ("last purge", time(evidence.last_purge_at)),
        (
            "this month",
            format!(
                "{} purged, {} late, {} erased, {} failed runs",
                evidence.purged, evidence.late, evidence.erased, evidence.failures
            ),
        ),
        ("tables to rewrite", evidence.unreclaimed.to_string()),
        ("requests open", format!("{}, {} of them overdue", evidence.requests_open, evidence.requests_overdue)),
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
    let summary = purge(db, Uuid::new_v4(), &stopping).await.map_err(explain)?;
    if !summary.is_complete {
        bail!("stopped after {} inquiries; the next purge goes on", summary.inquiries);
    }
    let which = if rewrite_all { Which::All } else { Which::Polite };
    let Reclaimed { rewritten, postponed } = reclaim(db, which).await.map_err(explain)?;
    let mut text = format!(
        "{} inquiries removed in {} batches, {} of them late\n",
        summary.inquiries, summary.batches, summary.late
    );
    if !rewritten.is_empty() {
        writeln!(text, "rewritten: {}", rewritten.join(", "))?;
    }
    if !postponed.is_empty() {
        writeln!(text, "to be rewritten later, in use: {}", postponed.join(", "))?;
    }
    Ok(text)
}

async fn hold(db: &DatabaseConnection, what: What, reason: &str, until: NaiveDate) -> anyhow::Result<String> {
    let ends_at =
        until.succ_opt().and_then(|day| day.and_hms_opt(0, 0, 0)).context("--until is too far ahead")?.and_utc();
    if ends_at <= crate::retention::database_now(db).await.map_err(explain)? {
        bail!("--until {until} is over. Name a day to come");
    }
    let reason = reason.trim();
    if reason.is_empty() || reason.encode_utf16().count() > 500 || reason.chars().any(char::is_control) {
        bail!("--reason must be one line of 1 to 500 characters");
    }
    let (inquiry, key, held) = match what {
        What { inquiry: Some(reference), .. } => {
            let found = inquiry::Entity::find().filter(inquiry::Column::Reference.eq(reference.clone())).one(db).await;
            let Some(found) = found.map_err(explain)? else {
                bail!("no inquiry has the reference {reference}. Check it; a purged inquiry cannot be held");
            };
            (Some(found.id), None, 1)
        }
        What { email, .. } => {
            let key = address(&email.unwrap_or_default())?.key();
            let held = inquiry_content::Entity::find()
                .filter(inquiry_content::Column::EmailKey.eq(&key))
                .count(db)
                .await
                .map_err(explain)?;
            if held == 0 {
                bail!("no inquiry of this address is held. Check its spelling");
            }
            (None, Some(key), held)
        }
    };
    let sql = "SELECT place_hold($1, $2, $3, $4) AS hold";
    let values = [inquiry.into(), key.into(), reason.into(), ends_at.into()];
    let row =
        db.query_one_raw(Statement::from_sql_and_values(DbBackend::Postgres, sql, values)).await.map_err(explain)?;
    let id: Uuid = row.context("the database placed no hold")?.try_get("", "hold").map_err(explain)?;
    Ok(format!("hold {id} keeps {held} inquiries to the end of {until} (UTC)\n"))
}

async fn release(db: &DatabaseConnection, hold: Uuid) -> anyhow::Result<String> {
    let sql = "SELECT release_hold($1) AS released";
    let row = db.query_one_raw(Statement::from_sql_and_values(DbBackend::Postgres, sql, [hold.into()])).await;
    match row.map_err(explain)?.map(|row| row.try_get("", "released")).transpose().map_err(explain)? {
        Some(true) => Ok(format!("hold {hold} is released; the next purge removes what has expired\n")),
        _ => bail!("no hold in force has the id {hold}. `worker retention holds` lists them"),
    }
}

async fn holds(db: &DatabaseConnection) -> anyhow::Result<String> {
    let now = crate::retention::database_now(db).await.map_err(explain)?;
    let holds = legal_hold::Entity::find()
        .filter(legal_hold::Column::ReleasedAt.is_null())
        .filter(legal_hold::Column::EndsAt.gt(now))
        .order_by_asc(legal_hold::Column::EndsAt)
        .all(db)
        .await
        .map_err(explain)?;
    let mut text = String::new();
    for hold in &holds {
        let what = match (&hold.email_key, hold.inquiry_id) {
            (Some(key), _) => key.clone(),
            (None, Some(id)) => inquiry::Entity::find_by_id(id)
                .one(db)
                .await
                .map_err(explain)?
                .map_or_else(|| id.to_string(), |inquiry| inquiry.reference.to_string()),
            (None, None) => String::new(),
        };
        let until = hold.ends_at.format("%Y-%m-%d %H:%M UTC");
        writeln!(text, "{}  until {until}  {what}  {}", hold.id, hold.reason)?;
    }
    if holds.is_empty() {
        text.push_str("no hold is in force\n");
    }
    Ok(text)
}

async fn replay_ledger(db: &DatabaseConnection, ledger: Ledger) -> anyhow::Result<String> {
    let done = replay(db, ledger.file.as_deref()).await?;
    let mut text = format!(
        "{} entries imported; {} inquiries erased again, {} holds placed and {} released again, {} inquiries purged\n",
        done.imported, done.erased, done.holds, done.releases, done.purged
    );
    // The dump brought the bytes of what was just removed.
    match reclaim(db, Which::All).await {
        Ok(Reclaimed { postponed, .. }) if postponed.is_empty() => {}
        _ => text.push_str("some tables could not be rewritten yet; the next purge does it\n"),
    }
    text.push_str("api and worker may start\n");
    Ok(text)
}
