//! `worker outbox list` and `worker outbox retry`. Neither shows an address.

use std::fmt::Write;

use chrono::SecondsFormat;
use clap::{Args, Subcommand, ValueEnum};
use sea_orm::DatabaseConnection;
use uuid::Uuid;

use crate::{
    db_error::{APP_URL, DatabaseError},
    delivery::{OutboxLine, OutboxList, RetriedMails, RetryError, list_mails, retry_failed, retry_mail},
};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List mails: ids, references, states, codes.
    List {
        /// Only mails in this state.
        #[arg(long)]
        state: Option<State>,
        /// List at most this many: mails that wait or have failed come first, the oldest first.
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(i64).range(1..=100_000))]
        limit: i64,
        /// Print a JSON array instead of a table.
        #[arg(long)]
        json: bool,
    },
    /// Start the attempts of a mail anew.
    Retry(Which),
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct Which {
    /// The mail's id, as `list` shows it.
    id: Option<Uuid>,
    /// Every mail in state `failed`.
    #[arg(long)]
    failed: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum State {
    Ready,
    Sending,
    Sent,
    Retry,
    Ambiguous,
    Failed,
    Suppressed,
    Bounced,
}

/// Returns the text to print.
pub(super) async fn execute(db: &DatabaseConnection, command: Command) -> anyhow::Result<String> {
    match command {
        Command::List { state, limit, json } => {
            let state = state.and_then(|state| state.to_possible_value()).map(|value| value.get_name().to_owned());
            print_list(&list_mails(db, state, limit).await.map_err(DatabaseError::with(APP_URL))?, json)
        }
        Command::Retry(Which { id: Some(id), .. }) => match retry_mail(db, id).await {
            Ok(()) => Ok(format!("{id} is ready again\n")),
            Err(RetryError::Database(error)) => Err(DatabaseError::of(&error, APP_URL).into()),
            Err(error) => Err(error.into()),
        },
        Command::Retry(_) => print_retried(&retry_failed(db).await.map_err(DatabaseError::with(APP_URL))?),
    }
}

fn print_list(OutboxList { lines, total }: &OutboxList, json: bool) -> anyhow::Result<String> {
    let more = total - i64::try_from(lines.len())?;
    if more > 0 {
        // On standard error: a program may read the lines.
        eprintln!("{more} more are not listed. Give --limit {total} for all, or --state");
    }
    if json {
        return Ok(serde_json::to_string_pretty(lines)? + "\n");
    }
    let mut text = format!(
        "{:36}  {:12}  {:12}  {:10}  {:>8}  {:16}  {}\n",
        "ID", "REFERENCE", "KIND", "STATE", "ATTEMPTS", "CODE", "NEXT ATTEMPT"
    );
    for line in lines {
        let next = line.next_attempt_at.to_rfc3339_opts(SecondsFormat::Secs, true);
        let next = if line.is_waiting() { &next } else { "-" };
        let OutboxLine { id, reference, kind, state, attempts, last_code, .. } = line;
        let (reference, code) = (reference.as_str(), last_code.as_deref().unwrap_or("-"));
        writeln!(text, "{id:36}  {reference:12}  {kind:12}  {state:10}  {attempts:>8}  {code:16}  {next}")?;
    }
    Ok(text)
}

fn print_retried(RetriedMails { ready, refused }: &RetriedMails) -> anyhow::Result<String> {
    let mut text = String::new();
    for (id, reason) in refused {
        writeln!(text, "{id} stays failed: {reason}")?;
    }
    for id in ready {
        writeln!(text, "{id} is ready again")?;
    }
    if ready.is_empty() && refused.is_empty() {
        text.push_str("no mail has failed\n");
    }
    Ok(text)
}
