//! Restriction of processing (GDPR art. 18): the inquiries stay, but nobody is mailed about them and no contact counts.

use entity::EmailAddress;
use mailer::db::{query_row, statement};
use sea_orm::{DatabaseConnection, DbErr};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub struct Restricted {
    #[serde(rename = "inquiry")]
    pub inquiries: u64,
    /// Mails that waited and are not sent any more.
    #[serde(rename = "outbox")]
    pub mails: u64,
}

/// Restricts the inquiries of an address, or lifts the restriction; recorded in the ledger.
pub async fn restrict_processing(
    db: &DatabaseConnection,
    address: &EmailAddress,
    lift: bool,
) -> Result<Restricted, DbErr> {
    let call = statement("SELECT restrict_processing($1, $2) AS counts", [address.key().into(), lift.into()]);
    let counts: serde_json::Value = query_row(db, call).await?.try_get("", "counts")?;
    serde_json::from_value(counts).map_err(|error| DbErr::Json(error.to_string()))
}
