//! Gauges that are read from the database, in Prometheus' text format.

use std::{
    fmt::{Display, Write},
    path::Path,
    time::Duration,
};

use entity::database::PROVE_WRITABLE;
use mailer::db::statement;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};

use crate::{
    disk::Disk,
    journey::{Report, report},
};

use super::{
    overdue::FIRST_JOURNEY,
    queries::{
        OUTBOX_ROWS, Retention, fetching_ways, last_purge, last_runs, oldest_due_seconds, retention, suspected,
        unanswered, unsettled,
    },
};

/// Counting a large backlog takes a while, so scrapes within this time share one count.
const CACHE_TIME: Duration = Duration::from_secs(10);
/// Prometheus gives up after 10 s, and would then report the worker as down instead of the database.
const QUERY_TIMEOUT: Duration = Duration::from_secs(5);

const UP: [&str; 2] = ["worker_database_up", "Whether the database answered the queries behind the gauges below."];
const ROWS: [&str; 2] = ["outbox_rows", "Mails by kind and state; sent and suppressed ones of the last day only."];
const DUE: [&str; 2] = ["outbox_oldest_due_seconds", "For how long the oldest due mail has been due."];
const UNSETTLED: [&str; 2] = ["intake_unsettled_seconds", "For how long the oldest mail that came has had no fate."];
const QUARANTINED: [&str; 2] = ["intake_quarantined", "Mails of the last 30 days that wait for a person."];
const SILENT: [&str; 2] = ["intake_silent_seconds", "For how long nobody has read all mails of this mailbox, by way."];
const TAKEN_AWAY: [&str; 2] =
    ["intake_taken_away", "Mails that somebody else took away unread, by way, since the start."];
const TICKETS: [&str; 2] = ["tickets_unanswered", "Inquiries that wait for their first answer."];
const TICKETS_OVERDUE: [&str; 2] = ["tickets_overdue", "Of these, later than promised."];
const SUSPECTED: [&str; 2] = ["inquiries_suspected", "Inquiries of the last day that are suspected to be spam."];
const PURGE: [&str; 2] = ["retention_last_purge_timestamp_seconds", "When the last batch of the purge was recorded."];
const EXPIRED: [&str; 2] =
    ["retention_expired_unpurged", "Expired inquiries that no hold keeps and no purge has taken."];
const EXPIRED_FOR: [&str; 2] =
    ["retention_expired_unpurged_seconds", "For how long the oldest of these has been expired."];
const OLDEST: [&str; 2] =
    ["retention_oldest_contact_timestamp_seconds", "The oldest last contact of an inquiry that is stored."];
const OVERDUE: [&str; 2] =
    ["data_subject_requests_overdue", "Data subject requests without an answer after their last day."];
const BYTES: [&str; 2] = ["retention_unreclaimed_bytes", "The size of tables whose files still have deleted bytes."];
const BYTES_OVERDUE: [&str; 2] =
    ["retention_unreclaimed_overdue", "Tables that have waited for their rewrite longer than promised."];
const RUNS: [&str; 2] =
    ["schedule_last_done_timestamp_seconds", "When the last run of the schedule ended; 0: none has."];

const DISK_FREE: [&str; 2] = ["database_disk_free_bytes", "What is free on the database's disk."];
const DISK_SIZE: [&str; 2] = ["database_disk_size_bytes", "The size of the database's disk."];
const ARRIVED: [&str; 2] =
    ["journey_last_arrival_timestamp_seconds", "When the worker's own mail last came to the mailbox."];
const TOOK: [&str; 2] = ["journey_seconds", "From the form to the mailbox: the median of the last day, and the worst."];
const FAILED: [&str; 2] = ["journey_failed", "1 while the last journey has failed, by step."];
const CERTIFICATE: [&str; 2] = ["site_certificate_expiry_timestamp_seconds", "When the site's certificate ends."];

/// A line for each row: its labels, and its value.
fn write<V: Display>(text: &mut String, [name, help]: [&str; 2], rows: impl IntoIterator<Item = (String, V)>) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge");
    for (labels, value) in rows {
        let _ = writeln!(text, "{name}{labels} {value}");
    }
}

fn labelled<V>(label: &str, of: &str, value: V) -> (String, V) {
    (format!("{{{label}=\"{of}\"}}"), value)
}

fn plain<V>(value: V) -> (String, V) {
    (String::new(), value)
}

#[derive(Debug)]
pub(super) struct Gauges {
    cache: Mutex<Option<(Instant, String)>>,
    journey_every: Option<Duration>,
    started: Instant,
}

impl Gauges {
    pub(super) fn new(journey_every: Option<Duration>) -> Self {
        Self { cache: Mutex::default(), journey_every, started: Instant::now() }
    }

    /// `worker_database_up` alone if the database does not answer.
    pub(super) async fn render(&self, db: &DatabaseConnection) -> String {
        let mut text = String::new();
        match timeout(QUERY_TIMEOUT, self.current(db)).await {
            Ok(Ok(current)) => text = current,
            _ => write(&mut text, UP, [plain(0)]),
        }
        text
    }

    async fn current(&self, db: &DatabaseConnection) -> Result<String, DbErr> {
        let mut cache = self.cache.lock().await;
        if let Some((_, text)) = cache.as_ref().filter(|(at, _)| at.elapsed() < CACHE_TIME) {
            return Ok(text.clone());
        }
        // After a stop, the first journey needs its time.
        let journey_every = self.journey_every.filter(|_| self.started.elapsed() >= FIRST_JOURNEY);
        let text = read(db, journey_every).await?;
        *cache = Some((Instant::now(), text.clone()));
        Ok(text)
    }
}

async fn read(db: &DatabaseConnection, journey_every: Option<Duration>) -> Result<String, DbErr> {
    db.execute_unprepared(PROVE_WRITABLE).await?;
    let mut text = String::new();
    write(&mut text, UP, [plain(1)]);
    let mut rows = Vec::new();
    for row in db.query_all_raw(statement(OUTBOX_ROWS, [])).await? {
        let (kind, state): (String, String) = (row.try_get("", "kind")?, row.try_get("", "state")?);
        rows.push((format!("{{kind=\"{kind}\",state=\"{state}\"}}"), row.try_get::<i64>("", "rows")?));
    }
    write(&mut text, ROWS, rows);
    write(&mut text, DUE, [plain(format!("{:.3}", oldest_due_seconds(db).await?))]);
    let waiting = unsettled(db).await?;
    write(&mut text, UNSETTLED, [plain(format!("{:.3}", waiting.seconds))]);
    write(&mut text, QUARANTINED, [plain(waiting.quarantined)]);
    let ways = fetching_ways(db).await?;
    write(&mut text, SILENT, ways.iter().map(|one| labelled("way", &one.way, format!("{:.0}", one.silent_seconds))));
    write(&mut text, TAKEN_AWAY, ways.iter().map(|one| labelled("way", &one.way, one.taken_away)));
    let promised = unanswered(db).await?;
    write(&mut text, TICKETS, [plain(promised.unanswered)]);
    write(&mut text, TICKETS_OVERDUE, [plain(promised.overdue)]);
    write(&mut text, SUSPECTED, [plain(suspected(db).await?)]);
    write_journeys(&mut text, &report(db).await?, journey_every);
    write(&mut text, PURGE, last_purge(db).await?.at.map(|at| plain(at.timestamp())));
    write_retention(&mut text, &retention(db).await?);
    let runs = last_runs(db).await?;
    let rows = runs.iter().map(|run| {
        let period = if run.is_hourly() { "hour" } else { "minute" };
        let labels = format!("{{schedule=\"{}\",period=\"{period}\"}}", run.schedule);
        (labels, run.done_at.map_or(0, |at| at.timestamp()))
    });
    write(&mut text, RUNS, rows);
    Ok(text)
}

/// Of `DATABASE_DISK`, also while the database is away.
pub(super) fn of_disk(folder: &Path) -> String {
    let Some(Disk { free_bytes, bytes }) = Disk::of(folder) else { return String::new() };
    let mut text = String::new();
    write(&mut text, DISK_FREE, [plain(free_bytes)]);
    write(&mut text, DISK_SIZE, [plain(bytes)]);
    text
}

fn write_journeys(text: &mut String, report: &Report, every: Option<Duration>) {
    write(text, ARRIVED, report.arrived_at.map(|at| plain(at.timestamp())));
    let took = report.median_seconds.zip(report.worst_seconds);
    let took = took.map(|(median, worst)| [("median", median), ("worst", worst)]).into_iter().flatten();
    write(text, TOOK, took.map(|(of, seconds)| labelled("of", of, format!("{seconds:.1}"))));
    write(text, FAILED, report.missed_step(every).map(|step| labelled("step", step, 1)));
    write(text, CERTIFICATE, report.certificate_until.map(|at| plain(at.timestamp())));
}

fn write_retention(text: &mut String, retention: &Retention) {
    write(text, EXPIRED, [plain(retention.due)]);
    write(text, EXPIRED_FOR, [plain(format!("{:.0}", retention.due_seconds))]);
    write(text, OLDEST, retention.oldest_contact_at.map(|at| plain(at.timestamp())));
    write(text, OVERDUE, [plain(retention.requests_overdue)]);
    write(text, BYTES, [plain(retention.unreclaimed_bytes)]);
    write(text, BYTES_OVERDUE, [plain(retention.unreclaimed_overdue)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journey_that_never_begins_has_a_step_too() {
        let late = Report {
            failed: None,
            seconds_ago: None,
            waits_seconds: 3600.0,
            arrived_at: None,
            median_seconds: None,
            worst_seconds: None,
            certificate_until: None,
        };
        for (every, is_said) in [(None, false), (Some(Duration::from_mins(15)), true)] {
            let mut text = String::new();
            write_journeys(&mut text, &late, every);
            assert_eq!(text.contains("\njourney_failed{step=\"begin\"} 1\n"), is_said, "{text}");
        }
    }
}
