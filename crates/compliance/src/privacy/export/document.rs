//! The data export as a document: `person.json` with its schema, and the page.

use std::{
    borrow::{Borrow, Cow},
    collections::{BTreeMap, BTreeSet},
};

use askama::Template;
use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    Language, SpamCheck,
    contact::{FIELDS, Field, Kind},
    inquiry::{self, Origin},
    inquiry_content,
};
use mailer::{brand::brand, time};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema, schema_for};
use sea_orm::{ActiveEnum, FromQueryResult};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::privacy::words::Words;

/// A copy of everything stored about a person.
#[derive(derive_more::Debug, JsonSchema, Serialize)]
#[debug("data export of {} inquiries", inquiries.len())]
pub struct DataExport {
    /// Of the page.
    #[serde(skip)]
    pub(crate) language: Language,
    /// Spellings of a consultant's address.
    #[serde(skip)]
    pub(crate) recipients: Vec<String>,
    /// The address as the search compares it: lower case, without a tag.
    pub(crate) address: String,
    /// The stored spellings that the search takes for one person: with and without a tag, for Gmail with and without dots.
    pub(crate) spellings: BTreeSet<String>,
    pub(crate) produced_at: DateTime<Utc>,
    pub(crate) retention_years: u32,
    pub(crate) inquiries: Vec<InquiryCopy>,
    pub(crate) messages: Vec<MessageCopy>,
    /// Each with its file, as the mail server gave it: for up to 37 days, also if it waits in quarantine.
    pub(crate) mails_as_received: Vec<ReceivedCopy>,
    pub(crate) participants: Vec<ParticipantCopy>,
    /// Of ours to the person on inquiries of others; to a consultant, for as long as these are kept, and a `digest` for 30 days.
    pub(crate) mails_on_others: Vec<MailCopy>,
    pub(crate) holds: Vec<HoldCopy>,
    pub(crate) requests: Vec<RequestCopy>,
    /// The information of GDPR art. 15 (1): purposes, recipients, retention period, rights and the supervisory authority.
    /// It is the privacy policy that the site shows.
    pub(crate) information: String,
    /// The texts that the inquiries agreed to, by SHA-256.
    pub(crate) agreed_texts: BTreeMap<String, String>,
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct InquiryCopy {
    pub reference: String,
    pub id: String,
    pub received_at: DateTime<Utc>,
    pub last_contact_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub restricted_at: Option<DateTime<Utc>>,
    #[serde(flatten)]
    pub entered: Entered,
    /// `form`; `mail` or `phone` for an inquiry that came without it.
    pub origin: String,
    /// `verified` or `unverified`; `none_by_mail` or `none_by_phone` where there was no form.
    pub bot_check: String,
    /// ISO 639-1: the person is written to in it.
    #[schemars(with = "String")]
    pub language: Language,
    /// Only for an unverified inquiry, for up to two hours.
    pub client_network: Option<String>,
    /// Signs of spam by name, and their points.
    pub spam_signs: Vec<String>,
    pub spam_points: i16,
    /// Nobody was notified before a consultant released it.
    pub is_suspected: bool,
    /// Consultants were told that it is perhaps spam.
    pub is_marked: bool,
    /// After the inquiry itself.
    pub contacts: Vec<ContactCopy>,
    pub consent: Consent,
    pub mails: Vec<MailCopy>,
}

impl InquiryCopy {
    pub(super) fn new(
        inquiry: inquiry::Model,
        content: &inquiry_content::Model,
        Rest { mails, contacts, client_network, spam_check }: Rest,
    ) -> Self {
        let entered = Entered(FIELDS.iter().map(|field| (field, field.entered(&inquiry, content))).collect());
        let inquiry::Model {
            id,
            reference,
            idempotency_key,
            token_digest,
            origin,
            consent,
            gdpr_consent,
            policy_digest,
            consent_digest,
            gdpr_consent_digest,
            bot_check,
            language,
            received_at,
            last_contact_at,
            expires_at,
            restricted_at,
            // Part of `entered`.
            ..
        } = inquiry;
        let spam = spam_check.map(|check| (check.signs, check.points, check.is_suspected, check.is_marked));
        let (spam_signs, spam_points, is_suspected, is_marked) = spam.unwrap_or_default();
        let is_asked = origin == Origin::Form;
        let evidence = Consent {
            privacy_policy: is_asked.then_some(consent),
            processing: is_asked.then_some(gdpr_consent),
            privacy_policy_sha256: hex::encode(policy_digest),
            policy_box_sha256: is_asked.then(|| hex::encode(consent_digest)),
            processing_box_sha256: is_asked.then(|| hex::encode(gdpr_consent_digest)),
            idempotency_key: idempotency_key.to_string(),
            token_sha256: hex::encode(token_digest),
        };
        Self {
            reference: reference.to_string(),
            id: id.to_string(),
            received_at,
            last_contact_at,
            expires_at,
            restricted_at,
            entered,
            origin: origin.to_value(),
            bot_check: if is_asked { bot_check.to_value() } else { format!("none_by_{}", origin.to_value()) },
            language,
            consent: evidence,
            client_network,
            spam_signs,
            spam_points,
            is_suspected,
            is_marked,
            contacts,
            mails,
        }
    }
}

/// The form's fields.
pub(crate) struct Entered(pub(super) Vec<(&'static Field, Value)>);

impl Entered {
    /// What was given, as text; lines of text apart.
    fn given(&self, is_text: bool, language: Language) -> impl Iterator<Item = (&str, String)> {
        let given = self
            .0
            .iter()
            .filter(move |(field, value)| !value.is_null() && matches!(field.kind, Kind::Text { .. }) == is_text);
        let labels = &brand().facts(language).labels;
        given.map(move |(field, value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let option = match field.kind {
                Kind::Choice(options) => options.iter().find(|(_, label)| *label == value),
                _ => None,
            };
            (&*labels[field.name], option.map_or(value, |(option, _)| labels[*option].clone()))
        })
    }
}

impl Serialize for Entered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(field, value)| (field.column, value)))
    }
}

impl JsonSchema for Entered {
    fn schema_name() -> Cow<'static, str> {
        "Entered".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let schema = |field: &Field| match (field.kind, field.is_required) {
            (Kind::Count { .. }, _) => Option::<i16>::json_schema(generator),
            (_, true) => String::json_schema(generator),
            (_, false) => Option::<String>::json_schema(generator),
        };
        let names = FIELDS.iter().map(|field| field.column);
        let properties: Map<_, _> =
            names.clone().map(str::to_owned).zip(FIELDS.iter().map(schema).map(Value::from)).collect();
        json_schema!({ "type": "object", "properties": properties, "required": names.collect::<Vec<_>>() })
    }
}

/// What other tables hold of an inquiry.
pub(crate) struct Rest {
    pub mails: Vec<MailCopy>,
    pub contacts: Vec<ContactCopy>,
    pub client_network: Option<String>,
    pub spam_check: Option<SpamCheck>,
}

#[derive(FromQueryResult, JsonSchema, Serialize)]
pub(crate) struct ContactCopy {
    pub kind: String,
    pub at: DateTime<Utc>,
}

/// The evidence of consent: both boxes, and the SHA-256 of each text that the form showed. `null`: without the form, nobody asked.
#[derive(JsonSchema, Serialize)]
pub(crate) struct Consent {
    pub privacy_policy: Option<bool>,
    pub processing: Option<bool>,
    pub privacy_policy_sha256: String,
    pub policy_box_sha256: Option<String>,
    pub processing_box_sha256: Option<String>,
    /// Random values of the request and of its bot check.
    pub idempotency_key: String,
    pub token_sha256: String,
}

#[derive(FromQueryResult, JsonSchema, Serialize)]
pub(crate) struct MailCopy {
    /// Of the inquiry that it is about; a `digest` is about several, or none.
    pub reference: Option<String>,
    /// `auto_reply` and `answer` went to the person, all others to a consultant.
    pub kind: String,
    pub to: String,
    pub state: String,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
    pub attempts: i32,
    pub message_id: Option<String>,
    /// The id of the message that it passes on or is about.
    pub about: Option<String>,
    /// Of the auto-reply, as it was sent. Empty if it was sent before this was kept.
    pub subject: Option<String>,
    /// The plain text of the auto-reply as it was sent; the words of an answer, which went on without its lines of commands.
    pub text: Option<String>,
}

/// A mail in the conversation of the person's inquiry, or one that the person wrote or was sent elsewhere.
#[derive(FromQueryResult, JsonSchema, Serialize)]
pub(crate) struct MessageCopy {
    pub id: String,
    /// Of the inquiry whose conversation it is in.
    pub reference: String,
    pub received_at: DateTime<Utc>,
    /// `visitor`, `consultant`, `other` or `system`.
    pub party: String,
    pub author: String,
    pub subject: String,
    /// All that was written.
    pub text: String,
    /// Of this, what is not repeated from earlier mails.
    pub passed_on: String,
    /// The lines for which an answer waits; `null` once it was sent.
    pub held_line: Option<String>,
    /// Names and sizes of the attachments; `is_allowed`: passed on.
    pub files: Value,
}

impl MessageCopy {
    /// Number, name, size and SHA-256 of each attachment.
    fn attachments(&self, w: &Words) -> Vec<String> {
        let said = |(key, value): (&String, &Value)| {
            let value = match value {
                Value::Bool(value) => w.either(*value).to_owned(),
                Value::String(value) if key == "found" => w.code("found", value).to_owned(),
                Value::String(value) => value.clone(),
                value => value.to_string(),
            };
            format!("{} {value}", w.code("file", key))
        };
        let of = |file: &Value| file.as_object().into_iter().flatten().map(said).collect::<Vec<_>>().join(", ");
        self.files.as_array().into_iter().flatten().map(of).collect()
    }
}

/// A mail as it came.
#[derive(FromQueryResult, JsonSchema, Serialize)]
pub(crate) struct ReceivedCopy {
    #[schemars(with = "String")]
    pub id: Uuid,
    /// `None`: it is in no conversation.
    pub reference: Option<String>,
    pub received_at: DateTime<Utc>,
    /// What became of it, such as `reply` or `quarantined`.
    pub fate: String,
    pub envelope_from: Option<String>,
    pub recipients: Vec<String>,
    /// With its attachments; beside this document.
    pub file: String,
}

/// An address that answers on an inquiry go to besides its own, or instead.
#[derive(FromQueryResult, JsonSchema, Serialize)]
pub(crate) struct ParticipantCopy {
    pub reference: String,
    pub address: String,
    pub added_at: DateTime<Utc>,
    pub copied_from: Option<DateTime<Utc>>,
    pub copied_until: Option<DateTime<Utc>>,
    pub instead_from: Option<DateTime<Utc>>,
    /// Of the person's own address.
    pub restricted_at: Option<DateTime<Utc>>,
}

#[derive(FromQueryResult, JsonSchema, Serialize)]
pub(crate) struct HoldCopy {
    pub reason: String,
    pub placed_at: DateTime<Utc>,
    /// The last day.
    pub until: NaiveDate,
    pub released_at: Option<DateTime<Utc>>,
    pub is_in_force: bool,
}

#[derive(FromQueryResult, JsonSchema, Serialize)]
pub(crate) struct RequestCopy {
    pub id: String,
    pub kind: String,
    pub received_at: DateTime<Utc>,
    pub due_at: DateTime<Utc>,
    /// Why the deadline was extended.
    pub extension: Option<String>,
    /// How the person's identity was checked.
    pub identity: Option<String>,
    /// ISO 639-1.
    pub language: Option<String>,
}

#[derive(Template)]
#[template(path = "person/export.html")]
struct Page<'a> {
    export: &'a DataExport,
    w: Words,
}

impl Page<'_> {
    fn at(&self, time: &DateTime<Utc>) -> String {
        time::utc_in_language(*time, self.export.language)
    }

    fn day(&self, day: impl Borrow<NaiveDate>) -> String {
        time::day_in_language(*day.borrow(), self.export.language)
    }

    fn deleted_after(&self) -> String {
        self.w.deleted_after.replace("{}", &self.export.retention_years.to_string())
    }
}

impl DataExport {
    /// Whether nothing is stored but requests.
    pub fn is_empty(&self) -> bool {
        self.inquiries.is_empty()
            && self.messages.is_empty()
            && self.mails_as_received.is_empty()
            && self.participants.is_empty()
            && self.mails_on_others.is_empty()
            && self.holds.is_empty()
    }

    /// The JSON schema of `person.json` (draft 2020-12), for the program that receives it.
    pub fn schema() -> Schema {
        schema_for!(DataExport)
    }

    pub fn to_html(&self) -> Result<String, askama::Error> {
        Page { export: self, w: Words::of(self.language) }.render()
    }
}
