//! Restriction of processing (GDPR art. 18): the inquiries stay, but nobody is mailed about them and no contact counts.

use entity::EmailAddress;
use mailer::db::{query_json, statement};
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
    query_json(db, statement("SELECT restrict_processing($1, $2)", [address.key().into(), lift.into()])).await
}
