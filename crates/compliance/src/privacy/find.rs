//! Finds the address of a person who names a reference, a name or a phone number instead.

use chrono::{DateTime, Utc};
use mailer::db::statement;
use sea_orm::{DatabaseConnection, DbErr, FromQueryResult};
use serde::Serialize;

/// Inquiries that [`find_inquiries`] returns at most.
pub const FOUND_LIMIT: u32 = 100;
/// Fewer digits than this are no phone number.
const SHORTEST_PHONE: usize = 4;

#[derive(derive_more::Debug, FromQueryResult, Serialize)]
#[debug("inquiry {reference}")]
pub struct FoundInquiry {
    pub reference: String,
    pub received_at: DateTime<Utc>,
    pub address: String,
    pub name: String,
}

/// Inquiries with this reference, with this text in the name, or with these digits in the phone number; the newest first.
pub async fn find_inquiries(db: &DatabaseConnection, text: &str) -> Result<Vec<FoundInquiry>, DbErr> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let is_phone = digits.len() >= SHORTEST_PHONE && !text.chars().any(char::is_alphabetic);
    let values = [text.trim().into(), is_phone.then_some(digits).into(), i64::from(FOUND_LIMIT).into()];
    FoundInquiry::find_by_statement(statement(include_str!("sql/find_inquiries.sql"), values)).all(db).await
}
