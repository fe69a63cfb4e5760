//! Looks for notifications that are late, for a purge that does not come, and for a database that cannot tell of either.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::alert::{AlertCode, Alerts};

const INTERVAL: Duration = Duration::from_secs(30);
const AWAY: Duration = Duration::from_mins(15);

const LATE: &str = "\
    SELECT id, count(*) OVER () AS late FROM outbox \
    WHERE kind = 'notification' AND state IN ('ready', 'sending', 'retry', 'ambiguous') \
        AND created_at < now() - interval '15 minutes' \
    ORDER BY created_at LIMIT 20";

/// Of a ledger that knows of no purge yet, its beginning counts.
const PURGE_OVERDUE: &str = "\
    SELECT coalesce((SELECT at FROM ledger WHERE kind IN ('purge', 'replay') ORDER BY seq DESC LIMIT 1), \
        (SELECT at FROM ledger ORDER BY seq LIMIT 1)) < now() - interval '2 hours' AS overdue";

/// Looks regularly, until `stopping`. Sets or forgets [`AlertCode::DatabaseAway`].
pub async fn watch_regularly(db: &DatabaseConnection, alerts: &Alerts, stopping: &CancellationToken) {
    let mut answered = Instant::now();
    while stopping.run_until_cancelled(sleep(INTERVAL)).await.is_some() {
        // A question on a connection whose other end has vanished must not be the last one.
        if matches!(timeout(INTERVAL, db.execute_unprepared("SELECT 1")).await, Ok(Ok(_))) {
            answered = Instant::now();
            alerts.forget(AlertCode::DatabaseAway);
        } else if answered.elapsed() >= AWAY {
            alerts.set(AlertCode::DatabaseAway, 1, &[]);
        }
        if !matches!(timeout(INTERVAL, watch(db, alerts)).await, Ok(Ok(()))) {
            tracing::warn!("what is late cannot be counted");
        }
    }
}

/// One look: sets or forgets [`AlertCode::NotificationLate`] and [`AlertCode::PurgeOverdue`].
pub async fn watch(db: &DatabaseConnection, alerts: &Alerts) -> Result<(), DbErr> {
    watch_purge(db, alerts).await?;
    let rows = db.query_all_raw(Statement::from_string(DbBackend::Postgres, LATE)).await?;
    let Some(first) = rows.first() else {
        alerts.forget(AlertCode::NotificationLate);
        return Ok(());
    };
    let late: i64 = first.try_get("", "late")?;
    let ids = rows.iter().map(|row| row.try_get("", "id")).collect::<Result<Vec<Uuid>, DbErr>>()?;
    alerts.set(AlertCode::NotificationLate, usize::try_from(late).unwrap_or_default(), &ids);
    Ok(())
}

async fn watch_purge(db: &DatabaseConnection, alerts: &Alerts) -> Result<(), DbErr> {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, PURGE_OVERDUE)).await?;
    let overdue: Option<bool> = row.map_or(Ok(None), |row| row.try_get("", "overdue"))?;
    if overdue == Some(true) {
        alerts.set(AlertCode::PurgeOverdue, 1, &[]);
    } else {
        alerts.forget(AlertCode::PurgeOverdue);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use entity::{Clock, database::DatabaseSettings, env::Env};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_database_that_answers_nothing_for_a_quarter_of_an_hour_is_told() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let env = Env::from_pairs([("DATABASE_URL", "postgres://inquiry_app:word@127.0.0.1:1/none")]);
        let settings = DatabaseSettings::from_env(&env, 1, Duration::from_secs(1)).unwrap();
        let db = settings.connect_lazily().await.unwrap();
        let alerts = Alerts::new(None, Clock::system()).unwrap();
        let stopping = CancellationToken::new();
        let mut watching = pin!(watch_regularly(&db, &alerts, &stopping));
        assert!(timeout(Duration::from_mins(14), watching.as_mut()).await.is_err());
        assert!(!alerts.is_set(AlertCode::DatabaseAway));
        assert!(timeout(Duration::from_mins(3), watching.as_mut()).await.is_err());
        assert!(alerts.is_set(AlertCode::DatabaseAway));
    }
}
