//! Figures that stand in the database, in Prometheus' text form.

use std::{fmt::Write, time::Duration};

use entity::job::SCHEDULE_QUEUE;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};
use tokio::{sync::Mutex, time::Instant};

use crate::due_sql;

/// Counting the whole outbox takes a while when it is large, so several scrapers share one count.
const KEPT: Duration = Duration::from_secs(10);

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

#[derive(Debug, Default)]
pub struct Figures {
    kept: Mutex<Option<(Instant, String)>>,
}

impl Figures {
    /// `worker_database_up` alone if the database does not answer.
    pub async fn render(&self, db: &DatabaseConnection) -> String {
        let mut kept = self.kept.lock().await;
        if let Some((_, text)) = kept.as_ref().filter(|(at, _)| at.elapsed() < KEPT) {
            return text.clone();
        }
        match read(db).await {
            Ok(text) => kept.insert((Instant::now(), text)).1.clone(),
            Err(_) => "# TYPE worker_database_up gauge\nworker_database_up 0\n".to_owned(),
        }
    }
}

async fn read(db: &DatabaseConnection) -> Result<String, DbErr> {
    let mut text = "# TYPE worker_database_up gauge\nworker_database_up 1\n# TYPE outbox_rows gauge\n".to_owned();
    for row in db.query_all_raw(Statement::from_string(DbBackend::Postgres, COUNTS)).await? {
        let (kind, state): (String, String) = (row.try_get("", "kind")?, row.try_get("", "state")?);
        let rows: i64 = row.try_get("", "rows")?;
        let _ = writeln!(text, "outbox_rows{{kind=\"{kind}\",state=\"{state}\"}} {rows}");
    }
    if let Some(row) = db.query_one_raw(Statement::from_string(DbBackend::Postgres, OLDEST_DUE)).await? {
        let seconds: f64 = row.try_get("", "seconds")?;
        let _ = writeln!(text, "# TYPE outbox_oldest_due_seconds gauge\noutbox_oldest_due_seconds {seconds:.3}");
    }
    text.push_str("# TYPE retention_last_purge_timestamp_seconds gauge\n");
    if let Some(row) = db.query_one_raw(Statement::from_string(DbBackend::Postgres, LAST_PURGE)).await? {
        let seconds: f64 = row.try_get("", "seconds")?;
        let _ = writeln!(text, "retention_last_purge_timestamp_seconds {seconds:.0}");
    }
    text.push_str("# TYPE schedule_last_done_timestamp_seconds gauge\n");
    let ticks = Statement::from_sql_and_values(DbBackend::Postgres, LAST_TICKS, [SCHEDULE_QUEUE.into()]);
    for row in db.query_all_raw(ticks).await? {
        let (schedule, seconds): (String, f64) = (row.try_get("", "schedule")?, row.try_get("", "seconds")?);
        let _ = writeln!(text, "schedule_last_done_timestamp_seconds{{schedule=\"{schedule}\"}} {seconds:.0}");
    }
    Ok(text)
}
