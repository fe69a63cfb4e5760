//! What only the database can tell.

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};
use tokio::time::timeout;

use super::{Finding, Level, QUESTION_TIMEOUT};
use crate::{due_sql, retention::check_tail, schedules::SCHEDULES};

/// Entries of the ledger that are held against each other.
const TAIL: i64 = 1000;

const MINUTE: f64 = 60.0;
const HOUR: f64 = 60.0 * MINUTE;

/// What has been due for this long shows that nobody sends, or that all sending pauses.
const DUE: Limits = Limits { warning: 2.0 * MINUTE, critical: 15.0 * MINUTE };
/// Schedules are hourly.
const TICK: Limits = Limits { warning: 1.5 * HOUR, critical: 3.0 * HOUR };

struct Limits {
    warning: f64,
    critical: f64,
}

impl Limits {
    fn level(&self, seconds: f64) -> Level {
        match seconds {
            s if s >= self.critical => Level::Critical,
            s if s >= self.warning => Level::Warning,
            _ => Level::Ok,
        }
    }
}

/// An answer, or that there is none.
pub(super) async fn questions(db: &DatabaseConnection) -> Vec<Finding> {
    let asked = [
        ("outbox", timeout(QUESTION_TIMEOUT, outbox(db)).await),
        ("notifications", timeout(QUESTION_TIMEOUT, notifications(db)).await),
        ("purge", timeout(QUESTION_TIMEOUT, purge(db)).await),
        ("schedules", timeout(QUESTION_TIMEOUT, schedules(db)).await),
        ("ledger", timeout(QUESTION_TIMEOUT, ledger(db)).await),
    ];
    asked
        .into_iter()
        .map(|(about, answer)| match answer {
            Ok(Ok((level, text))) => Finding::new(level, about, text),
            Ok(Err(_)) => Finding::critical(about, "the database does not answer this. Is its schema current?"),
            Err(_) => Finding::critical(about, "no answer in time"),
        })
        .collect()
}

type Answer = Result<(Level, String), DbErr>;

async fn number<T: sea_orm::TryGetable>(db: &DatabaseConnection, sql: &str) -> Result<T, DbErr> {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await?;
    row.ok_or_else(|| DbErr::RecordNotFound("no answer".to_owned()))?.try_get_by_index(0)
}

async fn outbox(db: &DatabaseConnection) -> Answer {
    let sql = concat!(
        "SELECT coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)::double precision FROM outbox WHERE ",
        due_sql!()
    );
    let seconds: f64 = number(db, sql).await?;
    let level = DUE.level(seconds);
    let remedy = if level == Level::Ok { "" } else { ". Does the worker run, and is the relay well?" };
    Ok((level, format!("the oldest mail that is due waits for {}{remedy}", duration(seconds))))
}

async fn notifications(db: &DatabaseConnection) -> Answer {
    let late: i64 = number(
        db,
        "SELECT count(*) FROM outbox WHERE kind = 'notification' \
             AND state IN ('ready', 'sending', 'retry', 'ambiguous') AND created_at < now() - interval '15 minutes'",
    )
    .await?;
    let failed: i64 =
        number(db, "SELECT count(*) FROM outbox WHERE kind = 'notification' AND state = 'failed'").await?;
    let level = match (late, failed) {
        (0, 0) => return Ok((Level::Ok, "none is late, none has failed".to_owned())),
        (0, _) => Level::Warning,
        _ => Level::Critical,
    };
    Ok((level, format!("{late} later than 15 minutes, {failed} given up. See `worker outbox list`")))
}

async fn purge(db: &DatabaseConnection) -> Answer {
    // A ledger that knows of no purge yet is as old as its first entry.
    let seconds: f64 = number(
        db,
        "SELECT extract(epoch FROM now() - coalesce( \
             (SELECT at FROM ledger WHERE kind IN ('purge', 'replay') ORDER BY seq DESC LIMIT 1), \
             (SELECT at FROM ledger ORDER BY seq LIMIT 1), now()))::double precision",
    )
    .await?;
    let level = TICK.level(seconds);
    let remedy = match level {
        Level::Ok => "",
        _ if seconds > 24.0 * HOUR => ". Check the database's clock, then run `worker retention accept-clock`",
        _ => ". Does the worker run? See its log",
    };
    Ok((level, format!("the last one was {} ago{remedy}", duration(seconds))))
}

async fn schedules(db: &DatabaseConnection) -> Answer {
    let mut worst = Level::Ok;
    let mut texts = Vec::new();
    for schedule in SCHEDULES {
        let sql = "SELECT extract(epoch FROM now() - max(done_at))::double precision FROM apalis.jobs \
                   WHERE job_type = 'schedule' AND status = 'Done' AND split_part(idempotency_key, ':', 1) = $1";
        let asked = Statement::from_sql_and_values(DbBackend::Postgres, sql, [schedule.name.into()]);
        let row = db.query_one_raw(asked).await?;
        let seconds: Option<f64> = row.map_or(Ok(None), |row| row.try_get_by_index(0))?;
        let (level, text) = match seconds {
            Some(seconds) => (TICK.level(seconds), format!("{} {} ago", schedule.name, duration(seconds))),
            None => (Level::Warning, format!("{} never", schedule.name)),
        };
        worst = worst.max(level);
        texts.push(text);
    }
    let remedy = if worst == Level::Ok { "" } else { ". Does the worker run?" };
    Ok((worst, format!("last done: {}{remedy}", texts.join(", "))))
}

async fn ledger(db: &DatabaseConnection) -> Answer {
    Ok(match check_tail(db, TAIL).await? {
        Ok(Some(head)) => (Level::Ok, format!("its last entries are one chain, head {head}")),
        Ok(None) => (Level::Critical, "it is empty. Run the `migration` program".to_owned()),
        Err(flaw) => {
            (Level::Critical, format!("NOT INTACT: {flaw}. Keep a copy and compare it with the last report's head"))
        }
    })
}

fn duration(seconds: f64) -> String {
    match seconds.max(0.0) {
        s if s < 2.0 * MINUTE => format!("{s:.0} s"),
        s if s < 2.0 * HOUR => format!("{:.0} min", s / MINUTE),
        s => format!("{:.0} h", s / HOUR),
    }
}
