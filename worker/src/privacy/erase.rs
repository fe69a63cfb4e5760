//! Erasure: deletes every inquiry of an address that no legal hold keeps.

use entity::EmailAddress;
use sea_orm::{DatabaseConnection, DbErr};
use serde::Deserialize;

use crate::{
    db::{query_row_with_retry, statement},
    retention::{RewriteScope, rewrite},
};

/// What an erasure deleted and what it left.
#[derive(Debug)]
pub struct Erased {
    pub inquiries: u64,
    pub mails: u64,
    pub jobs: u64,
    /// Inquiries on legal hold. While there are any, the request stays open.
    pub on_hold: u64,
    /// Tables whose files a later rewrite frees of the deleted bytes.
    pub postponed: Vec<String>,
}

#[derive(Deserialize)]
struct Counts {
    inquiry: u64,
    outbox: u64,
    jobs: u64,
    kept: u64,
}

/// Erases, records it in the ledger, and rewrites the tables. Needs the role `inquiry_compliance`.
pub async fn erase_person(db: &DatabaseConnection, address: &EmailAddress) -> Result<Erased, DbErr> {
    let call = statement("SELECT erase_person($1) AS counts", [address.key().into()]);
    let counts = query_row_with_retry(db, call).await?.try_get("", "counts")?;
    let Counts { inquiry, outbox, jobs, kept } =
        serde_json::from_value(counts).map_err(|error| DbErr::Json(error.to_string()))?;
    let postponed = rewrite(db, RewriteScope::Scheduled).await?.postponed;
    Ok(Erased { inquiries: inquiry, mails: outbox, jobs, on_hold: kept, postponed })
}
