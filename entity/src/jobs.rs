//! Job payloads, and the statement that queues them.
//!
//! `apalis-postgres` pushes through its own connection only, so our statement writes `apalis.jobs` (as version
//! 1.0.0 does, which the workspace pins; a test in `worker` compares the rows and runs them through a real worker).

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use serde::{Deserialize, Serialize};
use ulid::Ulid;
use uuid::Uuid;

/// Queue of [`DeliverMail`].
pub const MAIL_QUEUE: &str = "mail";
/// Queue of [`RunSchedule`].
pub const SCHEDULE_QUEUE: &str = "schedule";

/// Deliver one outbox row. Only an id: finished jobs outlive the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliverMail {
    pub outbox_id: Uuid,
}

/// One scheduled run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSchedule {
    /// The schedule's name, such as `cleanup`.
    pub schedule: String,
    /// The planned time, RFC 3339. Queued jobs carry it under this name.
    pub tick: String,
}

/// A job to queue. `key` is unique per queue: a second job with the same key is dropped.
#[derive(Debug, Serialize)]
pub struct NewJob {
    /// A ULID: any other id puts the job runner into a crash loop.
    id: Ulid,
    queue: &'static str,
    payload: serde_json::Value,
    key: String,
}

impl NewJob {
    /// The first job of a new outbox row. Job and row have the same id.
    pub fn deliver(outbox_id: Uuid) -> Self {
        let key = format!("outbox:{outbox_id}");
        Self { id: outbox_id.into(), ..Self::new(MAIL_QUEUE, &DeliverMail { outbox_id }, key) }
    }

    /// Another job for a row that is due again; `occasion` makes its key unique.
    pub fn deliver_again(outbox_id: Uuid, occasion: &str) -> Self {
        Self::new(MAIL_QUEUE, &DeliverMail { outbox_id }, format!("outbox:{outbox_id}:{occasion}"))
    }

    /// One job per planned time, however many workers queue it.
    pub fn scheduled_run(run: &RunSchedule) -> Self {
        Self::new(SCHEDULE_QUEUE, run, format!("{}:{}", run.schedule, run.tick))
    }

    fn new(queue: &'static str, payload: &impl Serialize, key: String) -> Self {
        let payload = serde_json::to_value(payload).expect("payloads are plain structs of ids and names");
        Self { id: Ulid::new(), queue, payload, key }
    }
}

/// `, … AS (INSERT INTO apalis.jobs …)` over a common table expression `job(id, queue, payload, key)`.
///
/// `run_at` is one millisecond ahead, so that apalis' insert trigger does not notify: NOTIFY holds a global lock
/// until the commit (a third of the throughput). [`notify_workers`] notifies afterwards.
#[macro_export]
macro_rules! queue_jobs_sql {
    () => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/sql/queue_jobs.sql"))
    };
}

const QUEUE_SQL: &str = concat!(
    "WITH job AS (SELECT * FROM jsonb_to_recordset($1) AS r(id text, queue text, payload jsonb, key text))",
    queue_jobs_sql!(),
    "SELECT count(*) AS queued FROM queued",
);

/// Queues the jobs on `db`, which may be a transaction. Returns how many were new.
pub async fn enqueue(db: &impl ConnectionTrait, jobs: &[NewJob]) -> Result<i64, DbErr> {
    let jobs = serde_json::to_value(jobs).expect("jobs are plain structs");
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, QUEUE_SQL, [jobs.into()]);
    let row = db.query_one_raw(statement).await?;
    row.map_or(Ok(0), |row| row.try_get("", "queued"))
}

/// Notifies listening workers that `queue` has work. A lost notification costs one poll interval.
pub async fn notify_workers(db: &impl ConnectionTrait, queue: &str) -> Result<(), DbErr> {
    let event = serde_json::json!({ "job_type": queue, "id": Ulid::new(), "run_at": 0 });
    let sql = "SELECT pg_notify('apalis::job::insert', $1)";
    db.execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, sql, [event.to_string().into()])).await?;
    Ok(())
}
