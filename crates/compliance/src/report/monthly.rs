//! The monthly report. The ledger records which months were sent.

use mailer::{
    Mailer,
    db::{database_now, query_value, statement},
    db_error::{APP_URL, DatabaseError},
};
use sea_orm::{DatabaseConnection, DbErr};

use super::{Report, send_report};
use crate::ledger::{Authority, Period};

const MONTHS: usize = 24;

/// Sends the report of every month that has ended since the ledger began, unless the ledger records it as sent; at most
/// two years back. Runs every hour, so an outage of the mail server or the worker only delays a report.
pub async fn send_monthly_report(
    db: &DatabaseConnection,
    mailer: &Mailer,
    authority: Option<&Authority>,
) -> anyhow::Result<()> {
    let explain = DatabaseError::with(APP_URL);
    let now = database_now(db).await.map_err(&explain)?;
    let months = std::iter::successors(Period::month_before(now), |later| Period::month_before(later.since));
    let months: Vec<_> = months.take(MONTHS).collect();
    // The oldest first.
    for period in months.into_iter().rev() {
        let name = format!("report.{}", period.name());
        if is_due(db, &period, &name).await.map_err(&explain)? {
            let report = Report::read(db, period).await.map_err(&explain)?;
            send_report(db, mailer, authority, &report, &name).await?;
            tracing::info!(report = name, "report sent");
        }
    }
    Ok(())
}

/// Whether the ledger began before the month ended and does not contain the month's report.
async fn is_due(db: &DatabaseConnection, period: &Period, name: &str) -> Result<bool, DbErr> {
    let sql = "SELECT coalesce((SELECT at FROM ledger ORDER BY seq LIMIT 1) < $1, false) \
               AND NOT EXISTS (SELECT FROM ledger WHERE kind = 'report' AND detail ->> 'report' = $2)";
    query_value(db, statement(sql, [period.until.into(), name.into()])).await
}
