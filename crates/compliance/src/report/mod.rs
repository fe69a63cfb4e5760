//! The report: a month's evidence, by mail to the compliance mailbox.

mod monthly;

use mailer::{
    Mailer, Rendered, attachment,
    db::statement,
    db_error::{APP_URL, DatabaseError},
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};

pub use self::monthly::send_monthly_report;
use crate::{
    ledger::{Authority, Evidence, Period},
    mail::report,
    pdf::Document,
};

const BINARY: &str = "application/octet-stream";

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

    /// To keep, as a PDF.
    pub(crate) fn document(&self) -> Document {
        report::document(&self.evidence, &self.period)
    }

    pub fn render(&self) -> anyhow::Result<Rendered> {
        Ok(report::render(&self.evidence, &self.period)?)
    }
}

/// Mails a report and records its head in the ledger. A killed process repeats the mail with the same Message-ID.
///
/// With an authority, the head and its timestamp are attached. If the authority does not answer, the report goes without:
/// a missing report would be an alarm.
pub async fn send_report(
    db: &DatabaseConnection,
    mailer: &Mailer,
    authority: Option<&Authority>,
    report: &Report,
    name: &str,
) -> anyhow::Result<()> {
    let mut mail = report.render()?;
    let head = report.evidence.head();
    if let Some(authority) = authority {
        match authority.stamp(&head).await {
            Ok(token) => {
                let files = [("head.txt", head.into_bytes()), ("head.tsr", token)];
                mail.files = files.map(|(name, bytes)| attachment(name.to_owned(), BINARY, bytes)).into();
            }
            Err(problem) => tracing::error!(%problem, "the ledger head is not timestamped"),
        }
    }
    mailer.send(name, mail).await?;
    let record = statement("SELECT record_report($1, $2)", [name.into(), report.evidence.head_seq.into()]);
    db.execute_raw(record).await.map_err(DatabaseError::with(APP_URL))?;
    Ok(())
}
