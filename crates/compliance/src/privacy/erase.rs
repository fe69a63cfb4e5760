//! Erasure: deletes every inquiry of an address that no legal hold keeps.

use entity::EmailAddress;
use mailer::db::{query_json_with_retry, query_value, statement};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};
use serde::Deserialize;
use uuid::Uuid;

use crate::retention::{RewriteScope, rewrite};

/// What an erasure deleted and what it left.
#[derive(Debug, Deserialize)]
pub struct Erased {
    #[serde(rename = "inquiry")]
    pub inquiries: u64,
    #[serde(rename = "outbox")]
    pub mails: u64,
    pub jobs: u64,
    /// Inquiries on legal hold. While there are any, the request stays open.
    #[serde(rename = "kept")]
    pub on_hold: u64,
    /// Its number in the ledger.
    pub entry: i64,
    /// Tables whose files a later rewrite frees of the deleted bytes.
    #[serde(skip)]
    pub postponed: Vec<String>,
}

/// Erases, records it in the ledger, and rewrites the tables. Needs the role `inquiry_compliance`.
pub async fn erase_person(db: &DatabaseConnection, address: &EmailAddress) -> Result<Erased, DbErr> {
    let call = statement("SELECT erase_person($1)", [address.key().into()]);
    let erased: Erased = query_json_with_retry(db, call).await?;
    // The erasure is done and recorded: a failing rewrite must not look like a failing erasure. The purge repeats it.
    let postponed = match rewrite(db, RewriteScope::Scheduled).await {
        Ok(rewrite) => rewrite.postponed,
        Err(_) => vec!["all tables that wait".to_owned()],
    };
    Ok(Erased { postponed, ..erased })
}

/// The open erasure request of an address, for a second officer; registers one if there is none.
pub async fn ask_for_erasure(db: &DatabaseConnection, address: &EmailAddress) -> Result<Uuid, DbErr> {
    query_value(db, statement("SELECT ask_for_erasure($1)", [address.key().into()])).await
}

/// Confirms another officer's erasure. False if no such request waits.
pub async fn confirm_erasure(db: &DatabaseConnection, request: Uuid) -> Result<bool, DbErr> {
    query_value(db, statement("SELECT confirm_erasure($1)", [request.into()])).await
}

/// What a hold keeps from an erasure.
#[derive(Debug, Default)]
pub struct Held {
    /// References of the address's inquiries.
    pub inquiries: Vec<String>,
    /// Other inquiries whose mails name the address.
    pub others: u64,
}

pub async fn list_held(db: &DatabaseConnection, address: &EmailAddress) -> Result<Held, DbErr> {
    let sql = "SELECT reference FROM inquiry JOIN held_inquiry ON held_inquiry.inquiry_id = inquiry.id \
               JOIN inquiry_content AS content ON content.inquiry_id = inquiry.id \
               WHERE content.email_key = $1 ORDER BY reference";
    let rows = db.query_all_raw(statement(sql, [address.key().into()])).await?;
    let inquiries = rows.iter().map(|row| row.try_get("", "reference")).collect::<Result<_, DbErr>>()?;
    let sql = "SELECT count(*) FROM inquiries_that_name($1)";
    let others: i64 = query_value(db, statement(sql, [address.key().into()])).await?;
    Ok(Held { inquiries, others: others.try_into().unwrap_or_default() })
}
