//! Gauges that are read from the database, in Prometheus' text format.

use std::{fmt::Write, path::Path, time::Duration};

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
        FetchingWay, OUTBOX_ROWS, Retention, fetching_ways, last_purge, last_runs, oldest_due_seconds, retention,
        suspected, unanswered, unsettled,
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

fn head([name, help]: [&str; 2]) -> String {
    format!("# HELP {name} {help}\n# TYPE {name} gauge\n")
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
        match timeout(QUERY_TIMEOUT, self.current(db)).await {
            Ok(Ok(text)) => text,
            _ => format!("{}worker_database_up 0\n", head(UP)),
        }
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
    let mut text = format!("{}worker_database_up 1\n{}", head(UP), head(ROWS));
    for row in db.query_all_raw(statement(OUTBOX_ROWS, [])).await? {
        let (kind, state): (String, String) = (row.try_get("", "kind")?, row.try_get("", "state")?);
        let rows: i64 = row.try_get("", "rows")?;
        let _ = writeln!(text, "outbox_rows{{kind=\"{kind}\",state=\"{state}\"}} {rows}");
    }
    let _ = writeln!(text, "{}outbox_oldest_due_seconds {:.3}", head(DUE), oldest_due_seconds(db).await?);
    let waiting = unsettled(db).await?;
    let _ = writeln!(text, "{}intake_unsettled_seconds {:.3}", head(UNSETTLED), waiting.seconds);
    let _ = writeln!(text, "{}intake_quarantined {}", head(QUARANTINED), waiting.quarantined);
    write_fetching_ways(&mut text, &fetching_ways(db).await?);
    let promised = unanswered(db).await?;
    let _ = writeln!(text, "{}tickets_unanswered {}", head(TICKETS), promised.unanswered);
    let _ = writeln!(text, "{}tickets_overdue {}", head(TICKETS_OVERDUE), promised.overdue);
    let _ = writeln!(text, "{}inquiries_suspected {}", head(SUSPECTED), suspected(db).await?);
    write_journeys(&mut text, &report(db).await?, journey_every);
    text.push_str(&head(PURGE));
    if let Some(at) = last_purge(db).await?.at {
        let _ = writeln!(text, "retention_last_purge_timestamp_seconds {}", at.timestamp());
    }
    write_retention(&mut text, &retention(db).await?);
    text.push_str(&head(RUNS));
    for run in last_runs(db).await? {
        let at = run.done_at.map_or(0, |at| at.timestamp());
        let _ = writeln!(text, "schedule_last_done_timestamp_seconds{{schedule=\"{}\"}} {at}", run.schedule);
    }
    Ok(text)
}

fn write_fetching_ways(text: &mut String, ways: &[FetchingWay]) {
    text.push_str(&head(SILENT));
    for FetchingWay { way, silent_seconds, .. } in ways {
        let _ = writeln!(text, "intake_silent_seconds{{way=\"{way}\"}} {silent_seconds:.0}");
    }
    text.push_str(&head(TAKEN_AWAY));
    for FetchingWay { way, taken_away, .. } in ways {
        let _ = writeln!(text, "intake_taken_away{{way=\"{way}\"}} {taken_away}");
    }
}

/// Of `DATABASE_DISK`, also while the database is away.
pub(super) fn of_disk(folder: &Path) -> String {
    let Some(Disk { free_bytes, bytes }) = Disk::of(folder) else { return String::new() };
    let mut text = String::new();
    let _ = writeln!(text, "{}database_disk_free_bytes {free_bytes}", head(DISK_FREE));
    let _ = writeln!(text, "{}database_disk_size_bytes {bytes}", head(DISK_SIZE));
    text
}

fn write_journeys(text: &mut String, report: &Report, every: Option<Duration>) {
    text.push_str(&head(ARRIVED));
    if let Some(at) = report.arrived_at {
        let _ = writeln!(text, "journey_last_arrival_timestamp_seconds {}", at.timestamp());
    }
    text.push_str(&head(TOOK));
    if let (Some(median), Some(worst)) = (report.median_seconds, report.worst_seconds) {
        let _ =
            writeln!(text, "journey_seconds{{of=\"median\"}} {median:.1}\njourney_seconds{{of=\"worst\"}} {worst:.1}");
    }
    text.push_str(&head(FAILED));
    if let Some(step) = report.missed_step(every) {
        let _ = writeln!(text, "journey_failed{{step=\"{step}\"}} 1");
    }
    text.push_str(&head(CERTIFICATE));
    if let Some(at) = report.certificate_until {
        let _ = writeln!(text, "site_certificate_expiry_timestamp_seconds {}", at.timestamp());
    }
}

fn write_retention(text: &mut String, retention: &Retention) {
    let Retention { due, due_seconds, oldest_contact_at, requests_overdue, unreclaimed_bytes, unreclaimed_overdue } =
        retention;
    let _ = writeln!(text, "{}retention_expired_unpurged {due}", head(EXPIRED));
    let _ = writeln!(text, "{}retention_expired_unpurged_seconds {due_seconds:.0}", head(EXPIRED_FOR));
    text.push_str(&head(OLDEST));
    if let Some(at) = oldest_contact_at {
        let _ = writeln!(text, "retention_oldest_contact_timestamp_seconds {}", at.timestamp());
    }
    let _ = writeln!(text, "{}data_subject_requests_overdue {requests_overdue}", head(OVERDUE));
    let _ = writeln!(text, "{}retention_unreclaimed_bytes {unreclaimed_bytes}", head(BYTES));
    let _ = writeln!(text, "{}retention_unreclaimed_overdue {unreclaimed_overdue}", head(BYTES_OVERDUE));
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
