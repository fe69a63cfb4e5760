//! An inquiry as received: its fields and their rules.

mod rules;
mod text;

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

pub use rules::check;

/// Field name to the message of the specification, section 5.
pub type FieldErrors = BTreeMap<&'static str, &'static str>;

/// The body of `POST /api/send-email`, for the description of the API.
///
/// For documentation only: a wrong type must be an error of its field, not of the request, so the api does not parse the
/// body into it. Lengths count UTF-16 code units after trimming.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Inquiry)]
pub(crate) struct InquiryIn {
    /// Must be true.
    pub consent: bool,
    /// Must be true.
    pub gdpr_consent: bool,
    /// What the bot check's widget or proof of work produced.
    #[schema(max_length = 2048)]
    pub turnstile_token: Option<String>,
    /// Names the texts of consent and privacy policy that the form showed; their digests are kept. An unknown version is
    /// refused. Without it, the site's current texts are noted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[0-9a-f]{8}$")]
    pub texts_version: Option<String>,
    /// What was entered into the form's control that people do not see. A person leaves it empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decoy: Option<String>,
    /// Milliseconds from the form's appearance to the press of its button.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0)]
    pub elapsed_ms: Option<u64>,
}

/// The body as a JSON object. The parser refuses deep nesting, lone surrogates and invalid UTF-8.
pub fn parse(body: &[u8]) -> serde_json::Result<Map<String, Value>> {
    serde_json::from_slice(body)
}

/// The bot check's token, if it is a string.
pub fn token(json: &Map<String, Value>) -> Option<&str> {
    json.get("turnstileToken").and_then(Value::as_str).filter(|token| !token.is_empty())
}

/// The message of a form that shows texts which were never released, for example after a rollback.
const UNKNOWN_TEXTS: &str = "This page is out of date. Copy your message, reload the page and agree again";

/// The version of the texts that the form showed.
pub fn texts_version(json: &Map<String, Value>) -> Result<Option<&str>, FieldErrors> {
    match json.get("textsVersion") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(version)) => Ok(Some(version)),
        Some(_) => Err(unknown_texts()),
    }
}

/// Whether the control that people do not see was filled.
pub fn fills_decoy(json: &Map<String, Value>) -> Result<bool, FieldErrors> {
    match json.get("decoy") {
        None | Some(Value::Null) => Ok(false),
        Some(Value::String(text)) => Ok(!text.is_empty()),
        Some(_) => Err(FieldErrors::from([("decoy", "This must be a text")])),
    }
}

/// From the form's appearance to the press of its button. `None`: not given.
pub fn elapsed(json: &Map<String, Value>) -> Result<Option<Duration>, FieldErrors> {
    let Some(value) = json.get("elapsedMs").filter(|value| !value.is_null()) else { return Ok(None) };
    let whole = value.as_f64().filter(|ms| ms.fract() == 0.0);
    let elapsed = whole.and_then(|ms| Duration::try_from_secs_f64(ms / 1000.0).ok());
    let error = || FieldErrors::from([("elapsedMs", "This must be a whole number of milliseconds")]);
    elapsed.map(Some).ok_or_else(error)
}

/// At the field that the form can show it beside.
pub fn unknown_texts() -> FieldErrors {
    FieldErrors::from([("consent", UNKNOWN_TEXTS)])
}
