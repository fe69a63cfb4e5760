//! The monthly report. The ledger records which months were sent.

use sea_orm::{DatabaseConnection, DbErr};

use super::{Report, send_report};
use crate::{
    compliance_mailer::Mailer,
    db::{database_now, query_row, statement},
    db_error::{APP_URL, DatabaseError},
    ledger::Period,
};

/// Sends last month's report unless the ledger records it as sent. Runs every hour, so an outage of the mail server
/// only delays it.
pub async fn send_monthly_report(db: &DatabaseConnection, mailer: &Mailer) -> anyhow::Result<()> {
    let explain = DatabaseError::with(APP_URL);
    let now = database_now(db).await.map_err(&explain)?;
    let Some(period) = Period::month_before(now) else { return Ok(()) };
    let name = format!("report.{}", period.name());
    if !is_due(db, &period, &name).await.map_err(&explain)? {
        return Ok(());
    }
    let report = Report::read(db, period).await.map_err(explain)?;
    send_report(db, mailer, &report, &name).await?;
    tracing::info!(report = name, "report sent");
    Ok(())
}

/// Whether the ledger began before the month ended and does not contain the month's report.
async fn is_due(db: &DatabaseConnection, period: &Period, name: &str) -> Result<bool, DbErr> {
    let sql = "SELECT (SELECT at FROM ledger ORDER BY seq LIMIT 1) < $1 \
               AND NOT EXISTS (SELECT FROM ledger WHERE kind = 'report' AND detail ->> 'report' = $2) AS is_due";
    let row = query_row(db, statement(sql, [period.until.into(), name.into()])).await?;
    Ok(row.try_get::<Option<bool>>("", "is_due")?.unwrap_or(false))
}
