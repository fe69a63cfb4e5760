//! The field rules (specification, section 5). The form applies the same rules; the messages are the specification's.
//! `tests/fixtures/field-rules.json` tests both sides.

use entity::{
    EmailAddress,
    contact::Program,
    store_inquiries::{InquiryFields, OptionalFields},
};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{FieldErrors, email, text};

const PHONE_TOO_SHORT: &str = "Phone number must be at least 5 characters";
const PHONE_TOO_LONG: &str = "Phone number must be less than 40 characters";
const COUNTRY: &str = "Country must be less than 56 characters";
const EMAIL_INVALID: &str = "Invalid email address";
const PROGRAM: &str = "Please select a program from the list";
const CONSULTANTS: &str = "Number of consultants must be between 1 and 8";
const MESSAGE_REQUIRED: &str = "Message is required";
const MAX_EMAIL: usize = 255;

/// Checks all fields at once. Unknown fields are ignored.
pub fn check(json: &Map<String, Value>) -> Result<InquiryFields, FieldErrors> {
    let mut errors = FieldErrors::new();
    let first_name =
        line(json, "firstName", 50, "First name is required", "First name must be less than 50 characters");
    let last_name = line(json, "lastName", 50, "Last name is required", "Last name must be less than 50 characters");
    let company = line(json, "company", 100, "Company is required", "Company must be less than 100 characters");
    let fields = (
        keep(&mut errors, "firstName", first_name),
        keep(&mut errors, "lastName", last_name),
        keep(&mut errors, "company", company),
        keep(&mut errors, "email", address(json)),
        keep(&mut errors, "phone", phone(json)),
        keep(&mut errors, "country", optional_line(json, "country", 56, COUNTRY)),
        keep(&mut errors, "contactReason", one_of(json, "contactReason").ok_or("Please select a reason for contact")),
        keep(&mut errors, "program", program(json)),
        keep(&mut errors, "desiredConsultants", consultants(json)),
        keep(&mut errors, "message", message(json)),
        keep(&mut errors, "consent", agreed(json, "consent").ok_or("You must agree to the privacy policy")),
        keep(&mut errors, "gdprConsent", agreed(json, "gdprConsent").ok_or("GDPR/CCPA consent is required")),
    );
    match fields {
        (
            Some(first_name),
            Some(last_name),
            Some(company),
            Some(email),
            Some(phone),
            Some(country),
            Some(contact_reason),
            Some(program),
            Some(desired_consultants),
            Some(message),
            Some(()),
            Some(()),
        ) => Ok(InquiryFields {
            first_name,
            last_name,
            company,
            email,
            contact_reason,
            message,
            optional: OptionalFields { phone, country, program, desired_consultants },
        }),
        _ => Err(errors),
    }
}

type Checked<T> = Result<T, &'static str>;

fn keep<T>(errors: &mut FieldErrors, name: &'static str, checked: Checked<T>) -> Option<T> {
    checked.map_err(|message| errors.insert(name, message)).ok()
}

/// A field that is absent or `null` was not given.
fn given<'a>(json: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    json.get(name).filter(|value| !value.is_null())
}

/// The trimmed text, or nothing if it is of another type.
fn trimmed<'a>(json: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    json.get(name).and_then(Value::as_str).map(text::trim)
}

fn line(
    json: &Map<String, Value>,
    name: &str,
    max: usize,
    required: &'static str,
    too_long: &'static str,
) -> Checked<String> {
    let line =
        trimmed(json, name).filter(|line| !text::is_invisible(line) && !text::breaks_a_line(line)).ok_or(required)?;
    if text::utf16_length(line) > max { Err(too_long) } else { Ok(line.to_owned()) }
}

/// Postgres cannot store NUL; other control characters are replaced. The length is that of the text as typed.
fn message(json: &Map<String, Value>) -> Checked<String> {
    let typed = trimmed(json, "message").filter(|typed| !typed.contains('\0')).ok_or(MESSAGE_REQUIRED)?;
    let message = text::tidy(typed);
    if text::is_invisible(&message) {
        return Err(MESSAGE_REQUIRED);
    }
    if text::utf16_length(typed) > 1000 { Err("Message must be less than 1000 characters") } else { Ok(message) }
}

/// The form's pattern first, so that both sides agree; then whether mail can be sent to it.
fn address(json: &Map<String, Value>) -> Checked<EmailAddress> {
    let address = trimmed(json, "email").filter(|text| email::fits_the_form(text)).ok_or(EMAIL_INVALID)?;
    if address.len() > MAX_EMAIL {
        return Err("Email must be less than 255 characters");
    }
    EmailAddress::parse(address).map_err(|_| EMAIL_INVALID)
}

fn phone(json: &Map<String, Value>) -> Checked<Option<String>> {
    if given(json, "phone").is_none() {
        return Ok(None);
    }
    let phone = trimmed(json, "phone").ok_or(PHONE_TOO_SHORT)?;
    match text::utf16_length(phone) {
        0 => Ok(None),
        1..5 => Err(PHONE_TOO_SHORT),
        _ if text::breaks_a_line(phone) || text::is_invisible(phone) => Err(PHONE_TOO_SHORT),
        5..=40 => Ok(Some(phone.to_owned())),
        _ => Err(PHONE_TOO_LONG),
    }
}

fn optional_line(json: &Map<String, Value>, name: &str, max: usize, message: &'static str) -> Checked<Option<String>> {
    if given(json, name).is_none() {
        return Ok(None);
    }
    let line = trimmed(json, name).ok_or(message)?;
    let is_shown = line.is_empty() || !text::is_invisible(line);
    if !is_shown || text::breaks_a_line(line) || text::utf16_length(line) > max {
        return Err(message);
    }
    Ok((!line.is_empty()).then(|| line.to_owned()))
}

/// A value of a closed list, not trimmed.
fn one_of<'a, T: Deserialize<'a>>(json: &'a Map<String, Value>, name: &str) -> Option<T> {
    let value = json.get(name).filter(|value| value.is_string())?;
    T::deserialize(value).ok()
}

fn program(json: &Map<String, Value>) -> Checked<Option<Program>> {
    match given(json, "program") {
        None => Ok(None),
        Some(Value::String(text)) if text.is_empty() => Ok(None),
        Some(_) => one_of(json, "program").map(Some).ok_or(PROGRAM),
    }
}

/// JSON has one kind of number: `3.0` is the integer 3, as in the browser.
fn consultants(json: &Map<String, Value>) -> Checked<Option<i16>> {
    let Some(value) = given(json, "desiredConsultants") else { return Ok(None) };
    let number = value.as_f64().ok_or(CONSULTANTS)?;
    (1..=8).find(|whole| f64::from(*whole).to_bits() == number.to_bits()).map(Some).ok_or(CONSULTANTS)
}

fn agreed(json: &Map<String, Value>, name: &str) -> Option<()> {
    (json.get(name) == Some(&Value::Bool(true))).then_some(())
}
