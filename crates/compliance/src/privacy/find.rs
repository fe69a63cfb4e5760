//! Finds the address of a person who names a reference, a name or a phone number instead.

use anyhow::bail;
use chrono::{DateTime, Utc};
use entity::TicketReference;
use mailer::db::{query_values, statement};
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
pub async fn find_inquiries(db: &DatabaseConnection, text: &str) -> anyhow::Result<Vec<FoundInquiry>> {
    let text = text.trim();
    if text.contains('@') {
        bail!("an address: `compliance person export` says what is stored about it");
    }
    match text.chars().filter(|letter| letter.is_alphanumeric()).count() {
        0..2 => {
            bail!("too short: it would list everybody. Give a reference, two letters of the name, or a phone number")
        }
        count if count < SHORTEST_PHONE && !text.contains(char::is_alphabetic) => {
            bail!("too short for a phone number: give {SHORTEST_PHONE} digits of it or more")
        }
        _ => {}
    }
    let reference = reference_in(text);
    let values = [
        reference.as_ref().map_or(text, TicketReference::as_str).into(),
        list_phones(db, text).await?.into(),
        i64::from(FOUND_LIMIT).into(),
        in_any_case(text).into(),
    ];
    Ok(FoundInquiry::find_by_statement(statement(include_str!("sql/find_inquiries.sql"), values)).all(db).await?)
}

/// A reference without its prefix or its hyphens, as somebody says it on the phone. It has a digit, unlike a name.
fn reference_in(text: &str) -> Option<TicketReference> {
    let code: String = text.chars().filter(|letter| !matches!(letter, ' ' | '-')).collect();
    let code = if code.len() == 10 { code.get(2..).filter(|_| code.to_uppercase().starts_with("FW"))? } else { &code };
    let (first, second) = code.split_at_checked(4)?;
    let has_both =
        [char::is_ascii_digit, char::is_ascii_alphabetic].iter().all(|is| code.chars().any(|letter| is(&letter)));
    format!("FW-{first}-{second}").parse().ok().filter(|_| has_both)
}

/// An expression for a text in capitals and small letters: without a locale, Postgres knows those of ASCII alone. `ß` is `SS` in
/// capitals.
fn in_any_case(text: &str) -> String {
    let spell = |letter: char| {
        if letter.is_alphabetic() {
            let cases = [letter.to_lowercase().to_string(), letter.to_uppercase().to_string()];
            // Some letters are two in the other case.
            let one: String = cases.into_iter().filter(|case| case.chars().count() == 1).collect();
            format!("[{letter}{one}]")
        } else if letter.is_alphanumeric() || letter.is_whitespace() {
            letter.to_string()
        } else {
            format!("\\{letter}")
        }
    };
    let text = text.replace(['ß', 'ẞ'], "ss");
    let mut letters = text.chars().peekable();
    let mut expression = String::new();
    while let Some(letter) = letters.next() {
        let is_s = |letter: &char| matches!(letter, 's' | 'S');
        if is_s(&letter) && letters.next_if(is_s).is_some() {
            expression.push_str("([sS]{2}|ß|ẞ)");
        } else {
            expression.push_str(&spell(letter));
        }
    }
    expression
}

/// The stored spellings of a phone number or of a part of it. Without a country it is Swiss.
async fn list_phones(db: &DatabaseConnection, text: &str) -> Result<Vec<String>, DbErr> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let parse = |text: &str| phonenumber::parse(Some(Id::CH), text).ok();
    let wanted = parse(text);
    // In a link, letters belong to it.
    let is_number = digits.len() >= SHORTEST_PHONE && !text.chars().any(char::is_alphabetic);
    if !is_number && !wanted.as_ref().is_some_and(phonenumber::PhoneNumber::is_valid) {
        return Ok(Vec::new());
    }
    // Every spelling has these: without `+41`, `0041` or the 0 before the area code.
    let national = wanted.as_ref().map(|number| number.national().value().to_string());
    let national = national.filter(|national| national.len() >= SHORTEST_PHONE).unwrap_or(digits);
    let sql =
        "SELECT DISTINCT phone FROM inquiry_content WHERE strpos(regexp_replace(phone, '[^0-9]', '', 'g'), $1) > 0";
    let mut stored: Vec<String> = query_values(db, statement(sql, [national.into()])).await?;
    // Digits from the middle of a number are of any country.
    let country =
        wanted.filter(|number| text.starts_with(['+', '0']) || number.is_valid()).map(|number| number.code().value());
    stored.retain(|stored| {
        let of = parse(stored).map(|number| number.code().value());
        country.is_none() || of.is_none() || of == country
    });
    Ok(stored)
}
