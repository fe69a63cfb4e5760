//! The evidence mail: what it says, and how it is sent until it has arrived.

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};

use super::{Evidence, Period, RetentionError, database_now};
use crate::{
    compliance_mailer::Mailer,
    mail::{ComplianceParts, report},
};

const VARIABLE: &str = "DATABASE_URL";

/// One period's evidence, ready to be shown.
#[derive(Clone, Debug)]
pub struct Report {
    pub evidence: Evidence,
    pub period: Period,
}

impl Report {
    pub async fn read(db: &impl ConnectionTrait, period: Period) -> Result<Self, DbErr> {
        Ok(Self { evidence: Evidence::read(db, period).await?, period })
    }

    pub fn render(&self) -> anyhow::Result<ComplianceParts> {
        Ok(report::render(&self.evidence, &self.period)?)
    }
}

/// Mails a report and records its head in the ledger, where the next report can be held against it.
pub async fn send_report(db: &DatabaseConnection, mailer: &Mailer, report: &Report, name: &str) -> anyhow::Result<()> {
    mailer.send(name, report.render()?).await?;
    let detail = serde_json::json!({ "report": name, "head_seq": report.evidence.head_seq });
    let sql = "INSERT INTO ledger (kind, detail) VALUES ('report', $1)";
    let insert = Statement::from_sql_and_values(DbBackend::Postgres, sql, [detail.into()]);
    db.execute_raw(insert).await.map_err(|error| RetentionError::of(&error, VARIABLE))?;
    Ok(())
}

/// Sends last month's report unless the ledger says that it was sent. Called every hour, so that a mail server's
/// bad day delays it and nothing more.
pub async fn monthly_report(db: &DatabaseConnection, mailer: &Mailer) -> anyhow::Result<()> {
    let explain = |error| RetentionError::of(&error, VARIABLE);
    let now = database_now(db).await.map_err(explain)?;
    let Some(period) = Period::month_before(now) else { return Ok(()) };
    let name = format!("report.{}", period.name());
    if !is_owed(db, &period, &name).await.map_err(explain)? {
        return Ok(());
    }
    let report = Report::read(db, period).await.map_err(explain)?;
    send_report(db, mailer, &report, &name).await?;
    tracing::info!(report = name, "report sent");
    Ok(())
}

/// The ledger had begun by the end of that month, and the month's report is not in it.
async fn is_owed(db: &DatabaseConnection, period: &Period, name: &str) -> Result<bool, DbErr> {
    let sql = "SELECT (SELECT at FROM ledger ORDER BY seq LIMIT 1) < $1 \
               AND NOT EXISTS (SELECT FROM ledger WHERE kind = 'report' AND detail ->> 'report' = $2) AS is_owed";
    let values = [period.until.into(), name.into()];
    let row = db.query_one_raw(Statement::from_sql_and_values(DbBackend::Postgres, sql, values)).await?;
    row.map_or(Ok(false), |row| row.try_get("", "is_owed"))
}
