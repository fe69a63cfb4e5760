//! Finds the address of a person who names a reference, a name or a phone number instead.

use chrono::{DateTime, Utc};
use mailer::db::statement;
use phonenumber::country::Id;
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
    pub phone: Option<String>,
}

/// Inquiries with this reference, with this text in the name, or with this phone number or a part of it; the newest first.
pub async fn find_inquiries(db: &DatabaseConnection, text: &str) -> Result<Vec<FoundInquiry>, DbErr> {
    let values = [text.trim().into(), phone_digits(text).into(), i64::from(FOUND_LIMIT).into()];
    FoundInquiry::find_by_statement(statement(include_str!("sql/find_inquiries.sql"), values)).all(db).await
}

/// The digits that every spelling of a phone number has: without `+41`, `0041` or the 0 before the area code.
fn phone_digits(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let is_phone = digits.len() >= SHORTEST_PHONE && !text.chars().any(char::is_alphabetic);
    let national = phonenumber::parse(Some(Id::CH), text).map(|number| number.national().value().to_string());
    is_phone.then(|| national.ok().filter(|national| national.len() >= SHORTEST_PHONE).unwrap_or(digits))
}
