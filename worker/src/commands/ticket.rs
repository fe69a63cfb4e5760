//! `worker ticket …`: what consultants do by mail, on the command line.

use std::fmt::Write;

use anyhow::{Context, bail};
use chrono::{DateTime, SecondsFormat, Utc};
use clap::Subcommand;
use entity::{EmailAddress, SpamCheck, TicketReference, env::Env, notify_routes::NotifyRoutes};
use mailer::{
    MailSettings,
    db::{find_inquiry, statement},
};
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseConnection, TransactionTrait};
use uuid::Uuid;

use crate::{
    intake::IntakeSettings,
    ticket::{
        ActOutcome, Action, SpamDecisions, State, TicketHistory, TicketLine, Verb, act, answer_instead, assign,
        consultant_named, copy_all, is_notified, list_tickets, merge, record, release, show_ticket, spam_decisions,
        survivor,
    },
};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List tickets: references, states, owners. Unanswered ones come first, the oldest first.
    List {
        /// Only tickets in this state.
        #[arg(long)]
        state: Option<State>,
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(i64).range(1..=100_000))]
        limit: i64,
        /// Print a JSON array instead of a table.
        #[arg(long)]
        json: bool,
    },
    /// Show a ticket and what was done with it.
    Show {
        reference: TicketReference,
        /// Print a JSON object instead of a text.
        #[arg(long)]
        json: bool,
    },
    /// Give a ticket to a consultant, who gets the conversation so far.
    Assign {
        reference: TicketReference,
        /// The consultant's address, or a name in front of its @.
        consultant: String,
    },
    /// Let another inquiry of the same address go on for this one.
    Merge { reference: TicketReference, into: TicketReference },
    /// Let answers go to nobody whom a mail of the visitor's side has copied.
    Only { reference: TicketReference },
    /// Let answers go to all whom mails of the ticket have named.
    All { reference: TicketReference },
    /// Let answers go to another address from now on.
    To { reference: TicketReference, address: String },
    /// Close a ticket. Without an answer by mail it counts as answered by phone.
    Close { reference: TicketReference },
    /// Open a closed ticket, or one that is marked as spam, again. Its promised time runs from now.
    Reopen { reference: TicketReference },
    /// Mark a ticket as spam.
    Spam { reference: TicketReference },
    /// Make an inquiry that is held an ordinary one: its consultants are notified, and its promised time runs from now. Of a marked
    /// one, the visitor gets the confirmation now.
    Release { reference: TicketReference },
    /// Show how often inquiries with each sign of spam were marked as spam, and how often they were released.
    Signs {
        /// Print a JSON array instead of a table.
        #[arg(long)]
        json: bool,
    },
}

pub(super) async fn execute(env: &Env, db: &DatabaseConnection, command: Command) -> anyhow::Result<String> {
    match command {
        Command::List { state, limit, json } => {
            let lines = list_tickets(db, state.map(|state| state.to_value()), limit).await?;
            if json { Ok(serde_json::to_string_pretty(&lines)? + "\n") } else { table(&lines) }
        }
        Command::Show { reference, json } => show(db, &reference, json).await,
        Command::Assign { reference, consultant } => assign_by_operator(env, db, &reference, &consultant).await,
        Command::Merge { reference, into } => {
            let transaction = db.begin().await?;
            let action = Action::of_operator(find(db, &reference).await?, Verb::Merge);
            let outcome = merge(&transaction, action, &into).await?;
            transaction.commit().await?;
            done(&reference, Verb::Merge, outcome)
        }
        Command::Only { reference } => copy_by_operator(db, &reference, Verb::Only).await,
        Command::All { reference } => copy_by_operator(db, &reference, Verb::All).await,
        Command::To { reference, address } => answer_elsewhere(env, db, &reference, &address).await,
        Command::Close { reference } => action(db, &reference, Verb::Close).await,
        Command::Reopen { reference } => reopen(env, db, &reference).await,
        Command::Spam { reference } => action(db, &reference, Verb::Spam).await,
        Command::Release { reference } => release_by_operator(env, db, &reference).await,
        Command::Signs { json } => signs(db, json).await,
    }
}

async fn action(db: &DatabaseConnection, reference: &TicketReference, verb: Verb) -> anyhow::Result<String> {
    let inquiry = find(db, reference).await?;
    done(reference, verb, act(db, Action::of_operator(inquiry, verb)).await?)
}

async fn copy_by_operator(db: &DatabaseConnection, reference: &TicketReference, verb: Verb) -> anyhow::Result<String> {
    let inquiry = find(db, reference).await?;
    let is_changed = copy_all(db, inquiry, verb == Verb::All).await?;
    record(db, Action::of_operator(inquiry, verb), if is_changed { "done" } else { "unchanged" }).await?;
    done(reference, verb, if is_changed { ActOutcome::Done } else { ActOutcome::Unchanged })
}

/// The last mail that came stands for it: an address without a mail is no participant.
const LAST_MAIL: &str = "SELECT id FROM intake WHERE inquiry_id = $1 AND fate IN ('reply', 'new', 'command') \
    AND EXISTS (SELECT FROM raw_mail_of(intake.id)) ORDER BY accepted_at DESC LIMIT 1";

async fn answer_elsewhere(
    env: &Env,
    db: &DatabaseConnection,
    reference: &TicketReference,
    address: &str,
) -> anyhow::Result<String> {
    let settings = IntakeSettings::from_env(env, &MailSettings::from_env(env)?)?.context("INTAKE is off")?;
    let inquiry = find(db, reference).await?;
    let new = EmailAddress::parse(address).ok().filter(|_| settings.is_outside(address));
    let new =
        new.with_context(|| format!("{address}: an address that is neither ours nor a consultant's is needed"))?;
    let mail = db.query_one_raw(statement(LAST_MAIL, [inquiry.into()])).await?;
    let mail = mail.with_context(|| format!("{reference}: no mail of it is stored; a consultant can write #to"))?;
    answer_instead(db, inquiry, mail.try_get("", "id")?, &new).await?;
    record(db, Action::of_operator(inquiry, Verb::To), "done").await?;
    done(reference, Verb::To, ActOutcome::Done)
}

async fn assign_by_operator(
    env: &Env,
    db: &DatabaseConnection,
    reference: &TicketReference,
    consultant: &str,
) -> anyhow::Result<String> {
    let inquiry = find(db, reference).await?;
    let consultants = NotifyRoutes::optional_from_env(env)?.map(|routes| routes.notified_and_escalation());
    if !is_notified(db, inquiry).await? {
        release_by_operator(env, db, reference).await?;
    }
    let transaction = db.begin().await?;
    let Ok(address) = consultant_named(&transaction, inquiry, consultant, consultants.as_deref()).await? else {
        bail!("{reference}: {consultant} is not one consultant whom the settings name, or who was notified");
    };
    let action = Action::of_operator(inquiry, Verb::Assign);
    let outcome = assign(&transaction, action, &address, consultants.as_deref()).await?;
    transaction.commit().await?;
    done(reference, Verb::Assign, outcome)
}

/// One that nobody was notified of has to be released: an open ticket whose consultants do not know of it would be lost.
async fn reopen(env: &Env, db: &DatabaseConnection, reference: &TicketReference) -> anyhow::Result<String> {
    let inquiry = find(db, reference).await?;
    if is_notified(db, inquiry).await? {
        action(db, reference, Verb::Reopen).await
    } else {
        release_by_operator(env, db, reference).await
    }
}

async fn release_by_operator(
    env: &Env,
    db: &DatabaseConnection,
    reference: &TicketReference,
) -> anyhow::Result<String> {
    let routes = NotifyRoutes::from_env(env)?;
    let inquiry = find(db, reference).await?;
    let transaction = db.begin().await?;
    let outcome = release(&transaction, inquiry, &routes, None, None).await?;
    transaction.commit().await?;
    done(reference, Verb::Release, outcome)
}

fn done(reference: &TicketReference, verb: Verb, outcome: ActOutcome) -> anyhow::Result<String> {
    match outcome {
        ActOutcome::Gone => bail!(none(reference)),
        ActOutcome::Restricted => bail!("{reference}: its processing is restricted, so nobody may be mailed about it"),
        ActOutcome::Unknown => bail!("{reference}: there is no such inquiry to merge it into"),
        ActOutcome::Person => bail!("{reference}: the other inquiry came from another address"),
        ActOutcome::Spam => bail!("{reference}: the other inquiry is marked as spam: reopen it first"),
        ActOutcome::Unchanged => Ok(format!("{reference}: it was so already\n")),
        _ => Ok(format!("{reference}: {} done\n", verb.to_value())),
    }
}

async fn find(db: &DatabaseConnection, reference: &TicketReference) -> anyhow::Result<Uuid> {
    let inquiry = find_inquiry(db, reference).await?.with_context(|| none(reference))?;
    Ok(survivor(db, inquiry).await?)
}

fn none(reference: &TicketReference) -> String {
    format!("{reference}: there is no such inquiry, or it has expired")
}

async fn show(db: &DatabaseConnection, reference: &TicketReference, json: bool) -> anyhow::Result<String> {
    let history = show_ticket(db, reference).await?.with_context(|| none(reference))?;
    if json {
        return Ok(serde_json::to_string_pretty(&history)? + "\n");
    }
    let TicketHistory { ticket, spam, events } = history;
    let mut text = table(&[ticket])?;
    if let Some(SpamCheck { points, signs, is_suspected, is_marked }) = spam {
        let state = match (is_suspected, is_marked) {
            (true, _) => "held",
            (_, true) => "marked",
            _ => "below the limit",
        };
        writeln!(text, "signs of spam: {} ({points} points, {state})", signs.join(", "))?;
    }
    for event in &events {
        let who = event.who.as_deref().unwrap_or("-");
        writeln!(text, "{}  {:9}  {:12}  {who}", time(event.at), event.verb, event.outcome)?;
    }
    if events.is_empty() {
        text.push_str("nothing was done with it yet\n");
    }
    Ok(text)
}

async fn signs(db: &DatabaseConnection, json: bool) -> anyhow::Result<String> {
    let decisions = spam_decisions(db).await?;
    if json {
        return Ok(serde_json::to_string_pretty(&decisions)? + "\n");
    }
    let mut text = format!("{:18}  {:>11}  {:>8}\n", "SIGN", "CALLED SPAM", "RELEASED");
    for SpamDecisions { sign, called_spam, released } in &decisions {
        writeln!(text, "{sign:18}  {called_spam:>11}  {released:>8}")?;
    }
    Ok(text)
}

fn table(lines: &[TicketLine]) -> anyhow::Result<String> {
    let mut text =
        format!("{:12}  {:8}  {:20}  {:20}  {}\n", "REFERENCE", "STATE", "RECEIVED", "FIRST ANSWER", "OWNER");
    for line in lines {
        let answer = line.first_answer_at.map_or_else(|| "-".to_owned(), time);
        let TicketLine {
            reference,
            state,
            owner,
            received_at,
            restricted_at,
            restricted_participants,
            merged_into,
            ..
        } = line;
        let (received, owner) = (time(*received_at), owner.as_deref().unwrap_or("-"));
        let restricted = restricted_at.map_or_else(String::new, |at| format!("  restricted since {}", time(at)));
        let others = restricted_participants.as_ref().map_or_else(String::new, |who| format!("  restricted: {who}"));
        let merged = merged_into.as_ref().map_or_else(String::new, |into| format!("  merged into {into}"));
        writeln!(text, "{reference:12}  {state:8}  {received:20}  {answer:20}  {owner}{restricted}{others}{merged}")?;
    }
    Ok(text)
}

fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}
