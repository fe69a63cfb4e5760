//! The field rules (specification, section 5). The form applies the same rules; the messages are the specification's.
//! `tests/fixtures/field-rules.json` tests both sides.

use entity::{
    contact::{FIELDS, Field, InquiryFields, Kind},
    email_address::{EmailAddress, InvalidEmailAddress},
};
use serde_json::{Map, Value};

use super::{FieldErrors, text};

const CONSENTS: [(&str, &str); 2] =
    [("consent", "You must agree to the privacy policy"), ("gdprConsent", "GDPR/CCPA consent is required")];

/// Checks all fields at once. Unknown fields are ignored.
pub fn check(json: &Map<String, Value>) -> Result<InquiryFields, FieldErrors> {
    let mut errors = FieldErrors::new();
    let mut columns = Map::new();
    for field in FIELDS {
        match entered(field, json.get(field.name).unwrap_or(&Value::Null)) {
            Ok(value) => drop(columns.insert(field.column.to_owned(), value)),
            Err(message) => drop(errors.insert(field.name, message)),
        }
    }
    errors.extend(CONSENTS.into_iter().filter(|(name, _)| json.get(*name) != Some(&Value::Bool(true))));
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(serde_json::from_value(columns.into()).expect("what keeps the rules has the types of the columns"))
}

/// As it is stored: `Null` for an optional field that was left out or is empty.
fn entered(field: &Field, json: &Value) -> Result<Value, &'static str> {
    if !field.is_required && json.is_null() {
        return Ok(Value::Null);
    }
    let text = json.as_str().ok_or(field.refusal);
    match field.kind {
        Kind::Line { min, max } => line(field, text.map(text::trim)?, min, max),
        Kind::Email { .. } => match EmailAddress::parse(text.map(text::trim)?) {
            Ok(address) => Ok(address.as_str().into()),
            Err(InvalidEmailAddress::TooLong) => Err(field.too_long),
            Err(InvalidEmailAddress::Malformed) => Err(field.refusal),
        },
        Kind::Text { max } => message(field, text.map(text::trim)?, max),
        // A choice is not trimmed.
        Kind::Choice(options) => match text? {
            "" if !field.is_required => Ok(Value::Null),
            text if options.iter().any(|(value, _)| *value == text) => Ok(text.into()),
            _ => Err(field.refusal),
        },
        Kind::Count { max, .. } => {
            // JSON has one kind of number: `3.0` is the integer 3, as in the browser.
            let number = json.as_f64().ok_or(field.refusal)?;
            let whole = (1..=max).find(|whole| f64::from(*whole).to_bits() == number.to_bits());
            whole.map(Value::from).ok_or(field.refusal)
        }
    }
}

fn line(field: &Field, line: &str, min: usize, max: usize) -> Result<Value, &'static str> {
    let length = text::utf16_length(line);
    match length {
        0 if !field.is_required => Ok(Value::Null),
        _ if length < min || text::is_invisible(line) || text::breaks_a_line(line) => Err(field.refusal),
        _ if length > max => Err(field.too_long),
        _ => Ok(line.replace('\t', " ").into()),
    }
}

/// Postgres cannot store NUL; other control characters are replaced. The length is that of the text as typed.
fn message(field: &Field, typed: &str, max: usize) -> Result<Value, &'static str> {
    let message = text::tidy(typed);
    if typed.contains('\0') || text::is_invisible(&message) {
        return Err(field.refusal);
    }
    if text::utf16_length(typed) > max { Err(field.too_long) } else { Ok(message.into()) }
}
