//! Restriction of processing (GDPR art. 18): the inquiries stay, but nobody is mailed about them and no contact counts. The person's
//! address on inquiries of others stays, but is not mailed.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{EmailAddress, data_subject_request::Channel};
use mailer::db::{query_json, statement};
use sea_orm::{ActiveEnum, DatabaseConnection, DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize)]
pub struct Restricted {
    #[serde(rename = "inquiry")]
    pub inquiries: u64,
    /// On inquiries of others.
    #[serde(rename = "participant")]
    pub participants: u64,
    /// Mails that waited and are not sent any more.
    #[serde(rename = "outbox")]
    pub mails: u64,
}

/// When and how the person was told that the restriction ends (art. 18 (3)).
#[derive(Clone, Copy, Debug)]
pub struct Told {
    pub on: NaiveDate,
    pub channel: Channel,
}

/// Restricts the inquiries of an address and the address on others', or lifts the restriction once the person was told; recorded in the
/// ledger. `None`: there is nothing to restrict.
pub async fn restrict_processing(
    db: &DatabaseConnection,
    address: &EmailAddress,
    lift: Option<Told>,
) -> Result<Option<Restricted>, DbErr> {
    let values = [
        address.key().into(),
        lift.is_some().into(),
        lift.map(|told| told.on).into(),
        lift.map(|told| told.channel.to_value()).into(),
    ];
    query_json(db, statement("SELECT restrict_processing($1, $2, $3, $4)", values)).await
}

#[derive(derive_more::Debug, FromQueryResult, Serialize)]
#[debug("inquiry {reference}")]
pub struct RestrictedInquiry {
    pub reference: String,
    pub address: String,
    /// The inquiry is another person's, which names the address.
    pub is_participant: bool,
    pub restricted_at: DateTime<Utc>,
}

/// The inquiries whose processing is restricted, and the addresses on others; the oldest restriction first.
pub async fn list_restricted(db: &DatabaseConnection) -> Result<Vec<RestrictedInquiry>, DbErr> {
    let sql = "SELECT reference, email AS address, false AS is_participant, restricted_at FROM inquiry \
               JOIN compliance.inquiry_content ON inquiry_id = inquiry.id WHERE restricted_at IS NOT NULL \
               UNION ALL SELECT reference, address, true, named.restricted_at FROM compliance.participant AS named \
               JOIN inquiry ON inquiry.id = inquiry_id WHERE named.restricted_at IS NOT NULL \
               ORDER BY restricted_at, reference, address";
    RestrictedInquiry::find_by_statement(statement(sql, [])).all(db).await
}
