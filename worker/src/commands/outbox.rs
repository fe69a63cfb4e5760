//! `worker outbox list`, `retry` and `give-up`. None shows an address.

use std::fmt::Write;

use chrono::SecondsFormat;
use clap::{Args, Subcommand};
use entity::{env::Env, notify_routes::NotifyRoutes, outbox::OutboxState};
use outbox::{OutboxLine, OutboxList, Retried, RetriedMails, give_up_mail, list_mails, retry_failed, retry_mail};
use sea_orm::{ActiveEnum, DatabaseConnection};
use uuid::Uuid;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List mails: ids, references, states, codes.
    List {
        /// Only mails in this state.
        #[arg(long)]
        state: Option<OutboxState>,
        /// List at most this many: mails that wait, have failed or went without their text come first, the oldest first.
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(i64).range(1..=100_000))]
        limit: i64,
        /// Print a JSON array instead of a table.
        #[arg(long)]
        json: bool,
    },
    /// Start the attempts of a mail anew. A notification whose consultant the settings do not name goes to those whom they
    /// name.
    Retry(Which),
    /// End the attempts of a mail whose consultant the settings do not name.
    GiveUp {
        /// The mail's id, as `list` shows it.
        id: Uuid,
    },
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

pub(super) async fn execute(env: &Env, db: &DatabaseConnection, command: Command) -> anyhow::Result<String> {
    let routes = NotifyRoutes::optional_from_env(env);
    match command {
        Command::List { state, limit, json } => {
            // What is stuck can be seen whatever is wrong with the settings.
            let routes = routes.unwrap_or_else(|error| {
                eprintln!("{error}");
                None
            });
            let state = state.map(|state| state.to_value());
            print_list(&list_mails(db, routes.as_ref(), state, limit).await?, json)
        }
        Command::Retry(Which { id: Some(id), .. }) => {
            let retried = retry_mail(db, routes?.as_ref(), id).await?;
            Ok(retried_line(id, retried))
        }
        Command::Retry(_) => print_retried(retry_failed(db, routes?.as_ref()).await?),
        Command::GiveUp { id } => {
            give_up_mail(db, routes?.as_ref(), id).await?;
            Ok(format!("{id} is given up\n"))
        }
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
        let next = if line.is_unnamed && line.is_open() {
            "never: not in NOTIFY_TO"
        } else if line.is_waiting() {
            &next
        } else {
            "-"
        };
        let OutboxLine { id, reference, kind, state, attempts, last_code, .. } = line;
        let (reference, code) = (reference.as_str(), last_code.as_deref().unwrap_or("-"));
        writeln!(text, "{id:36}  {reference:12}  {kind:12}  {state:10}  {attempts:>8}  {code:16}  {next}")?;
    }
    Ok(text)
}

fn print_retried(RetriedMails { retried, refused, stopped_by }: RetriedMails) -> anyhow::Result<String> {
    let mut text: String = retried.iter().map(|(id, retried)| retried_line(*id, *retried)).collect();
    for refusal in refused {
        writeln!(text, "{refusal}")?;
    }
    if let Some(error) = stopped_by {
        print!("{text}");
        return Err(error.into());
    }
    if text.is_empty() {
        text.push_str("no mail has failed\n");
    }
    Ok(text)
}

fn retried_line(id: Uuid, retried: Retried) -> String {
    match retried {
        Retried::Ready => format!("{id} is ready again\n"),
        Retried::Readdressed { queued } => format!(
            "{id} is readdressed: the settings do not name its consultant. Of those whom they name, {queued} are notified; \
             the others have a notification, or one that came back\n"
        ),
    }
}
