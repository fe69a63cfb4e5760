//! Alerts about overdue work: late notifications, mails of a newer version, a purge that does not run, and a database that does not answer.

use std::{path::Path, time::Duration};

use entity::database::{PROVE_WRITABLE, is_disk_full};
use mailer::{
    alert::{AlertCode, Alerts},
    outage,
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::{
    disk::{Disk, HARDLY_ANY},
    journey::report,
};

use super::queries::{Mails, Retention, last_purge, late_notifications, retention, unreadable_mails, unsettled};

const INTERVAL: Duration = Duration::from_secs(30);
const DATABASE_AWAY_AFTER: Duration = Duration::from_mins(15);
pub(super) const FIRST_JOURNEY: Duration = Duration::from_mins(5);
const PURGE_OVERDUE_SECONDS: f64 = 2.0 * 3600.0;
/// The purge runs every minute; this allows for a restart of the worker.
pub(super) const DUE_SECONDS: f64 = 600.0;

/// Sets or clears the alerts every 30 s until `stopping`. `journey_every`: the pause between journeys.
pub async fn alert_overdue_regularly(
    db: &DatabaseConnection,
    alerts: &Alerts,
    disk: Option<&Path>,
    journey_every: Option<Duration>,
    stopping: &CancellationToken,
) {
    let started = Instant::now();
    let mut answered = started;
    while stopping.run_until_cancelled(sleep(INTERVAL)).await.is_some() {
        // A query on a connection whose server has vanished would wait for the TCP timeout.
        let written = timeout(INTERVAL, db.execute_unprepared(PROVE_WRITABLE)).await;
        alert_full_disk(alerts, disk, written.as_ref().ok().and_then(|written| written.as_ref().err()));
        if matches!(written, Ok(Ok(_))) {
            answered = Instant::now();
            alerts.forget(AlertCode::DatabaseAway);
        } else if answered.elapsed() >= DATABASE_AWAY_AFTER {
            alerts.set(AlertCode::DatabaseAway, 1, &[]);
        }
        // After a stop, the first journey needs its time.
        let journey_every = journey_every.filter(|_| started.elapsed() >= FIRST_JOURNEY);
        if !matches!(timeout(INTERVAL, alert_overdue(db, alerts, journey_every)).await, Ok(Ok(()))) {
            outage::database_failed();
        }
    }
}

/// At once: each inquiry needs room. `refusal`: what the database answers to a write.
fn alert_full_disk(alerts: &Alerts, disk: Option<&Path>, refusal: Option<&DbErr>) {
    let is_refused = refusal.is_some_and(is_disk_full);
    let has_hardly_any = disk.and_then(Disk::of).is_some_and(|disk| disk.free() < HARDLY_ANY);
    set_or_forget_count(alerts, AlertCode::DiskFull, usize::from(is_refused || has_hardly_any));
}

/// Sets or clears [`AlertCode::NotificationLate`], [`AlertCode::MailUnreadable`], [`AlertCode::PurgeOverdue`],
/// [`AlertCode::IntakeUnsettled`], [`AlertCode::JourneyFailed`] and [`AlertCode::RetentionOverdue`] once.
pub async fn alert_overdue(
    db: &DatabaseConnection,
    alerts: &Alerts,
    journey_every: Option<Duration>,
) -> Result<(), DbErr> {
    // Each by itself, and retention last: it asks for the sizes of tables, and so waits for one that is locked.
    let results = [
        late_notifications(db).await.map(|late| set_or_forget(alerts, AlertCode::NotificationLate, &late)),
        unreadable_mails(db).await.map(|mails| set_or_forget(alerts, AlertCode::MailUnreadable, &mails)),
        unsettled(db).await.map(|intake| {
            set_or_forget_count(alerts, AlertCode::IntakeUnsettled, usize::try_from(intake.late).unwrap_or(usize::MAX));
        }),
        report(db).await.map(|journeys| match journeys.missed_step(journey_every) {
            Some(step) => alerts.set_because(AlertCode::JourneyFailed, step.to_owned()),
            None => alerts.forget(AlertCode::JourneyFailed),
        }),
        last_purge(db).await.map(|purge| {
            let is_overdue = purge.seconds_ago > PURGE_OVERDUE_SECONDS;
            set_or_forget_count(alerts, AlertCode::PurgeOverdue, usize::from(is_overdue));
        }),
        retention(db).await.map(|retention| {
            set_or_forget_count(alerts, AlertCode::RetentionOverdue, overdue(&retention));
        }),
    ];
    results.into_iter().collect()
}

/// How many inquiries, tables and requests are kept for longer than promised.
fn overdue(retention: &Retention) -> usize {
    let due = if retention.due_seconds > DUE_SECONDS { retention.due } else { 0 };
    usize::try_from(due + retention.unreclaimed_overdue + retention.requests_overdue).unwrap_or_default()
}

fn set_or_forget(alerts: &Alerts, code: AlertCode, mails: &Mails) {
    if mails.count > 0 {
        alerts.set(code, mails.count, &mails.ids);
    } else {
        alerts.forget(code);
    }
}

fn set_or_forget_count(alerts: &Alerts, code: AlertCode, count: usize) {
    set_or_forget(alerts, code, &Mails { count, ids: Vec::new() });
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use entity::{Clock, database::DatabaseSettings, env::Env};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn alerts_when_the_database_has_not_answered_for_15_minutes() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let env = Env::from_pairs([("DATABASE_URL", "postgres://inquiry_app:word@127.0.0.1:1/none")]);
        let settings = DatabaseSettings::from_env(&env, 1, Duration::from_secs(1)).unwrap();
        let db = settings.connect_lazily().await.unwrap();
        let alerts = Alerts::new(None, Clock::system()).unwrap();
        let stopping = CancellationToken::new();
        let mut running = pin!(alert_overdue_regularly(&db, &alerts, None, None, &stopping));
        assert!(timeout(Duration::from_mins(14), running.as_mut()).await.is_err());
        assert!(!alerts.is_set(AlertCode::DatabaseAway));
        assert!(timeout(Duration::from_mins(3), running.as_mut()).await.is_err());
        assert!(alerts.is_set(AlertCode::DatabaseAway));
    }

    #[test]
    fn hardly_any_room_is_alerted_and_enough_is_not() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let alerts = Alerts::new(None, Clock::system()).unwrap();
        // procfs has no room at all.
        for (folder, is_full) in [("/proc", true), ("/nonexistent", false)] {
            alert_full_disk(&alerts, Some(Path::new(folder)), None);
            assert_eq!(alerts.is_set(AlertCode::DiskFull), is_full, "{folder}");
        }
    }
}
