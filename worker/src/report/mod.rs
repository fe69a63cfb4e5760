//! The report: a month's evidence, by mail to the compliance mailbox.

mod monthly;

use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};

pub use self::monthly::send_monthly_report;
use crate::{
    compliance_mailer::Mailer,
    db_error::{APP_URL, DatabaseError},
    ledger::{Evidence, Kind, Period, append},
    mail::{ComplianceParts, report},
};

/// The evidence of one period.
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

/// Mails a report and records its head in the ledger. A killed process repeats the mail with the same Message-ID.
pub async fn send_report(db: &DatabaseConnection, mailer: &Mailer, report: &Report, name: &str) -> anyhow::Result<()> {
    mailer.send(name, report.render()?).await?;
    let detail = serde_json::json!({ "report": name, "head_seq": report.evidence.head_seq });
    append(db, Kind::Report, detail).await.map_err(DatabaseError::with(APP_URL))?;
    Ok(())
}
