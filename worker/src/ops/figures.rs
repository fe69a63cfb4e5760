//! Figures that stand in the database, in Prometheus' text form.

use std::{fmt::Write, time::Duration};

use entity::jobs::SCHEDULE_QUEUE;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};

use crate::due_sql;

/// Counting the whole outbox takes a while when it is large, so several scrapers share one count.
const KEPT: Duration = Duration::from_secs(10);
/// Prometheus gives up after 10 s, and would then say that the worker is away instead of the database.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is over and done with more than a day ago is left out: it only grows.
const COUNTS: &str = "\
    SELECT kind, state, count(*) AS rows FROM outbox \
    WHERE state NOT IN ('sent', 'suppressed') OR finished_at > now() - interval '1 day' \
    GROUP BY kind, state ORDER BY kind, state";
const OLDEST_DUE: &str = concat!(
    "SELECT coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)::double precision AS seconds \
     FROM outbox WHERE ",
    due_sql!()
);
const LAST_TICKS: &str = "\
    SELECT split_part(idempotency_key, ':', 1) AS schedule, \
        max(extract(epoch FROM done_at))::double precision AS seconds \
    FROM apalis.jobs WHERE job_type = $1 AND status = 'Done' GROUP BY 1 ORDER BY 1";

const LAST_PURGE: &str = "\
    SELECT extract(epoch FROM at)::double precision AS seconds FROM ledger WHERE kind = 'purge' ORDER BY seq DESC LIMIT 1";

const UP: [&str; 2] = ["worker_database_up", "Whether the database answered the questions behind the figures below."];
const ROWS: [&str; 2] = ["outbox_rows", "Mails by kind and state; sent and suppressed ones of the last day only."];
const DUE: [&str; 2] = ["outbox_oldest_due_seconds", "For how long the mail that waits longest has been due."];
const PURGE: [&str; 2] = ["retention_last_purge_timestamp_seconds", "When the last batch of the purge was recorded."];
const TICKS: [&str; 2] = ["schedule_last_done_timestamp_seconds", "When the last run of the schedule ended."];

fn head([name, help]: [&str; 2]) -> String {
    format!("# HELP {name} {help}\n# TYPE {name} gauge\n")
}

#[derive(Debug, Default)]
pub struct Figures {
    kept: Mutex<Option<(Instant, String)>>,
}

impl Figures {
    /// `worker_database_up` alone if the database does not answer.
    pub async fn render(&self, db: &DatabaseConnection) -> String {
        match timeout(PATIENCE, self.current(db)).await {
            Ok(Ok(text)) => text,
            _ => format!("{}worker_database_up 0\n", head(UP)),
        }
    }

    async fn current(&self, db: &DatabaseConnection) -> Result<String, DbErr> {
        let mut kept = self.kept.lock().await;
        if let Some((_, text)) = kept.as_ref().filter(|(at, _)| at.elapsed() < KEPT) {
            return Ok(text.clone());
        }
        let text = read(db).await?;
        *kept = Some((Instant::now(), text.clone()));
        Ok(text)
    }
}

async fn read(db: &DatabaseConnection) -> Result<String, DbErr> {
    let mut text = format!("{}worker_database_up 1\n{}", head(UP), head(ROWS));
    for row in db.query_all_raw(Statement::from_string(DbBackend::Postgres, COUNTS)).await? {
        let (kind, state): (String, String) = (row.try_get("", "kind")?, row.try_get("", "state")?);
        let rows: i64 = row.try_get("", "rows")?;
        let _ = writeln!(text, "outbox_rows{{kind=\"{kind}\",state=\"{state}\"}} {rows}");
    }
    if let Some(row) = db.query_one_raw(Statement::from_string(DbBackend::Postgres, OLDEST_DUE)).await? {
        let seconds: f64 = row.try_get("", "seconds")?;
        let _ = writeln!(text, "{}outbox_oldest_due_seconds {seconds:.3}", head(DUE));
    }
    text.push_str(&head(PURGE));
    if let Some(row) = db.query_one_raw(Statement::from_string(DbBackend::Postgres, LAST_PURGE)).await? {
        let seconds: f64 = row.try_get("", "seconds")?;
        let _ = writeln!(text, "retention_last_purge_timestamp_seconds {seconds:.0}");
    }
    text.push_str(&head(TICKS));
    let ticks = Statement::from_sql_and_values(DbBackend::Postgres, LAST_TICKS, [SCHEDULE_QUEUE.into()]);
    for row in db.query_all_raw(ticks).await? {
        let (schedule, seconds): (String, f64) = (row.try_get("", "schedule")?, row.try_get("", "seconds")?);
        let _ = writeln!(text, "schedule_last_done_timestamp_seconds{{schedule=\"{schedule}\"}} {seconds:.0}");
    }
    Ok(text)
}
