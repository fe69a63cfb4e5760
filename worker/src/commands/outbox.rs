//! `worker outbox list` and `worker outbox retry`. Neither shows an address.

use std::fmt::Write;

use anyhow::bail;
use chrono::{DateTime, SecondsFormat, Utc};
use clap::{Args, Subcommand, ValueEnum};
use entity::{
    TicketReference,
    jobs::{self, MAIL_QUEUE, NewJob},
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, FromQueryResult, Statement, TransactionTrait};
use serde::Serialize;
use uuid::Uuid;

use crate::retention::RetentionError;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List mails: ids, references, states, codes.
    List {
        /// Only mails in this state.
        #[arg(long)]
        state: Option<State>,
        /// At most so many: what waits or has failed comes first, the oldest of it first.
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(i64).range(1..=100_000))]
        limit: i64,
        /// One JSON array instead of a table.
        #[arg(long)]
        json: bool,
    },
    /// Put a mail back to the start of its schedule.
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
}

/// One mail, without anything that tells who it is for.
#[derive(Debug, FromQueryResult, Serialize)]
struct Line {
    id: Uuid,
    reference: TicketReference,
    kind: String,
    state: String,
    attempts: i32,
    last_code: Option<String>,
    next_attempt_at: DateTime<Utc>,
    /// An auto-reply that may have reached its reader.
    #[serde(skip)]
    may_be_delivered: bool,
    /// How many there are with those that are not listed.
    #[serde(skip)]
    total: i64,
}

const LINES: &str = "\
    SELECT outbox.id, reference, kind, state, attempts, last_code, next_attempt_at, \
        kind = 'auto_reply' AND data_at IS NOT NULL AS may_be_delivered, count(*) OVER () AS total \
    FROM outbox JOIN inquiry ON inquiry.id = inquiry_id ";

/// Returns what is to be printed.
pub(super) async fn execute(db: &DatabaseConnection, command: Command) -> anyhow::Result<String> {
    match command {
        Command::List { state, limit, json } => list(db, state, limit, json).await,
        Command::Retry(Which { id: Some(id), .. }) => retry_one(db, id).await,
        Command::Retry(_) => retry_failed(db).await,
    }
}

async fn lines(db: &DatabaseConnection, rest: &str, values: Vec<sea_orm::Value>) -> anyhow::Result<Vec<Line>> {
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, format!("{LINES}{rest}"), values);
    Ok(Line::find_by_statement(statement).all(db).await.map_err(explain)?)
}

/// A database error's own text can quote rows.
#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
fn explain(error: DbErr) -> RetentionError {
    RetentionError::of(&error, "DATABASE_URL")
}

async fn list(db: &DatabaseConnection, state: Option<State>, limit: i64, json: bool) -> anyhow::Result<String> {
    let state = state.and_then(|state| state.to_possible_value()).map(|value| value.get_name().to_owned());
    let rest = "WHERE $1::text IS NULL OR state = $1 \
                ORDER BY state IN ('sent', 'suppressed'), outbox.created_at, outbox.id LIMIT $2";
    let lines = lines(db, rest, vec![state.into(), limit.into()]).await?;
    let more = lines.first().map_or(0, |line| line.total) - i64::try_from(lines.len())?;
    if more > 0 {
        // Not among the lines, which may be read by a program.
        eprintln!("{more} more are not listed. Give --limit {} for all, or --state", lines[0].total);
    }
    if json {
        return Ok(serde_json::to_string_pretty(&lines)? + "\n");
    }
    let mut text = format!(
        "{:36}  {:12}  {:12}  {:10}  {:>8}  {:16}  {}\n",
        "ID", "REFERENCE", "KIND", "STATE", "ATTEMPTS", "CODE", "NEXT ATTEMPT"
    );
    for line in &lines {
        let is_waiting = matches!(line.state.as_str(), "ready" | "retry" | "ambiguous") && !line.may_be_delivered;
        let next = line.next_attempt_at.to_rfc3339_opts(SecondsFormat::Secs, true);
        let Line { id, reference, kind, state, attempts, last_code, .. } = line;
        writeln!(
            text,
            "{id:36}  {:12}  {kind:12}  {state:10}  {attempts:>8}  {:16}  {}",
            reference.as_str(),
            last_code.as_deref().unwrap_or("-"),
            if is_waiting { &next } else { "-" }
        )?;
    }
    Ok(text)
}

async fn retry_one(db: &DatabaseConnection, id: Uuid) -> anyhow::Result<String> {
    let Some(line) = lines(db, "WHERE outbox.id = $1", vec![id.into()]).await?.pop() else {
        bail!("no mail has the id {id}. `worker outbox list` shows the ids; a purged inquiry's mails are gone");
    };
    if let Some(reason) = refusal(&line) {
        bail!("{id} stays {}: {reason}", line.state);
    }
    match put_back(db, &[id]).await?.as_slice() {
        [] => bail!("{id} changed its state just now. Look with `worker outbox list` and try again"),
        _ => Ok(format!("{id} is ready again\n")),
    }
}

fn refusal(line: &Line) -> Option<&'static str> {
    match line.state.as_str() {
        "sent" => Some("the mail server has taken it. If it did not arrive, ask the relay's log for its Message-ID"),
        "sending" => Some("a worker is sending it. Wait for its outcome; a dead worker's mails are free after 30 s"),
        "suppressed" => Some("a limit on auto-replies holds it back, for good. Answer the visitor by hand"),
        _ if line.may_be_delivered => {
            Some("the auto-reply may have been delivered, and none is sent twice. Answer the visitor by hand")
        }
        _ => None,
    }
}

async fn retry_failed(db: &DatabaseConnection) -> anyhow::Result<String> {
    let failed = lines(db, "WHERE state = 'failed' ORDER BY outbox.created_at", vec![]).await?;
    let mut text = String::new();
    let mut ids = Vec::new();
    for line in &failed {
        match refusal(line) {
            Some(reason) => writeln!(text, "{} stays failed: {reason}", line.id)?,
            None => ids.push(line.id),
        }
    }
    for id in put_back(db, &ids).await? {
        writeln!(text, "{id} is ready again")?;
    }
    if failed.is_empty() {
        text.push_str("no mail has failed\n");
    }
    Ok(text)
}

/// Rows and their jobs, in one transaction. Returns the rows that were put back.
async fn put_back(db: &DatabaseConnection, ids: &[Uuid]) -> anyhow::Result<Vec<Uuid>> {
    let sql = "UPDATE outbox SET state = 'ready', attempts = 0, crashes = 0, next_attempt_at = now(), \
                   finished_at = NULL, last_code = 'operator_retry' \
               WHERE id = ANY($1) AND state IN ('ready', 'retry', 'ambiguous', 'failed') \
                   AND NOT (kind = 'auto_reply' AND data_at IS NOT NULL) RETURNING id";
    let work = async {
        let transaction = db.begin().await?;
        let update = Statement::from_sql_and_values(DbBackend::Postgres, sql, [ids.to_vec().into()]);
        let rows = transaction.query_all_raw(update).await?;
        let ids = rows.iter().map(|row| row.try_get("", "id")).collect::<Result<Vec<Uuid>, _>>()?;
        let occasion = format!("operator-{}", Uuid::new_v4().simple());
        let jobs: Vec<_> = ids.iter().map(|id| NewJob::deliver_again(*id, &occasion)).collect();
        jobs::enqueue(&transaction, &jobs).await?;
        transaction.commit().await?;
        jobs::wake_workers(db, MAIL_QUEUE).await?;
        Ok::<_, DbErr>(ids)
    };
    Ok(work.await.map_err(explain)?)
}
