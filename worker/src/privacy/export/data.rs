//! Everything that is stored about a person: as data for a program, as a page for a reader.

use askama::Template;
use chrono::{DateTime, Utc};
use entity::{
    EmailAddress, RETENTION_YEARS, data_subject_request, inquiry, inquiry_content, legal_hold,
    outbox::{self, MailKind, OutboxState},
};
use sea_orm::{
    ActiveEnum, ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, ModelTrait, QueryFilter,
    QueryOrder,
};
use serde::Serialize;

use crate::{
    db::{database_now, statement},
    mail::{MailSettings, auto_reply_texts},
};

/// A copy of everything stored about a person.
#[derive(Serialize)]
pub struct DataExport {
    /// The address as the search compares it: lower case, without a tag.
    pub(crate) address: String,
    pub(crate) produced_at: DateTime<Utc>,
    pub(crate) retention_years: u32,
    pub(crate) inquiries: Vec<InquiryCopy>,
    pub(crate) messages: Vec<MessageCopy>,
    pub(crate) holds: Vec<HoldCopy>,
    pub(crate) requests: Vec<RequestCopy>,
}

/// Counts alone in `{:?}`.
impl std::fmt::Debug for DataExport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "data export of {} inquiries", self.inquiries.len())
    }
}

#[derive(Serialize)]
pub(crate) struct InquiryCopy {
    pub reference: String,
    pub id: String,
    pub received_at: DateTime<Utc>,
    pub last_contact_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub restricted_at: Option<DateTime<Utc>>,
    pub first_name: String,
    pub last_name: String,
    pub company: String,
    pub email: String,
    pub phone: Option<String>,
    pub country: Option<String>,
    pub contact_reason: String,
    pub program: Option<String>,
    pub desired_consultants: Option<i16>,
    pub message: String,
    pub bot_check: String,
    pub consent: Consent,
    pub mails: Vec<MailCopy>,
}

/// The evidence of consent: both boxes, and the SHA-256 of each text that the form showed.
#[derive(Serialize)]
pub(crate) struct Consent {
    pub privacy_policy: bool,
    pub processing: bool,
    pub privacy_policy_sha256: String,
    pub policy_box_sha256: String,
    pub processing_box_sha256: String,
    /// Random values of the request and of its bot check.
    pub idempotency_key: String,
    pub token_sha256: String,
}

#[derive(Serialize)]
pub(crate) struct MailCopy {
    /// `auto_reply` went to the person, `notification` to a consultant.
    pub kind: String,
    pub to: String,
    pub state: String,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
    pub attempts: i32,
    pub message_id: Option<String>,
    /// Subject and text of the auto-reply.
    pub subject: Option<String>,
    pub text: Option<String>,
}

/// A mail in the conversation of the person's inquiry, or one that the person wrote or was sent elsewhere.
#[derive(FromQueryResult, Serialize)]
pub(crate) struct MessageCopy {
    pub received_at: DateTime<Utc>,
    pub author: String,
    pub subject: String,
    pub text: String,
    /// Names and sizes of the attachments.
    pub files: serde_json::Value,
}

/// `$1` the person's inquiries, `$2` the key of the address.
const MESSAGES: &str = "\
    SELECT received_at, author, subject, body AS text, files FROM compliance.message \
    WHERE inquiry_id = ANY ($1) OR author_key = $2 OR $2 = ANY (copied_keys) ORDER BY received_at";

#[derive(Serialize)]
pub(crate) struct HoldCopy {
    pub reason: String,
    pub placed_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub released_at: Option<DateTime<Utc>>,
}

#[derive(Serialize)]
pub(crate) struct RequestCopy {
    pub kind: String,
    pub received_at: DateTime<Utc>,
    pub due_at: DateTime<Utc>,
}

#[derive(Template)]
#[template(path = "person/export.html")]
struct Page<'a> {
    export: &'a DataExport,
}

impl DataExport {
    pub fn is_empty(&self) -> bool {
        self.inquiries.is_empty() && self.messages.is_empty() && self.holds.is_empty() && self.requests.is_empty()
    }

    pub fn to_html(&self) -> Result<String, askama::Error> {
        Page { export: self }.render()
    }
}

/// Needs the role `inquiry_compliance`. In a transaction with the retention lock, nothing is deleted meanwhile.
pub async fn read_export(
    db: &impl ConnectionTrait,
    address: &EmailAddress,
    settings: &MailSettings,
) -> Result<DataExport, DbErr> {
    let key = address.key();
    let contents = inquiry_content::Entity::find().filter(inquiry_content::Column::EmailKey.eq(&key)).all(db).await?;
    let mut inquiries = Vec::new();
    for content in contents {
        if let Some(inquiry) = content.find_related(inquiry::Entity).one(db).await? {
            let mails = inquiry.find_related(outbox::Entity).order_by_asc(outbox::Column::CreatedAt).all(db).await?;
            inquiries.push((inquiry, content, mails));
        }
    }
    inquiries.sort_by_key(|(inquiry, ..)| inquiry.received_at);
    let ids: Vec<_> = inquiries.iter().map(|(inquiry, ..)| inquiry.id).collect();
    let messages = statement(MESSAGES, [ids.clone().into(), key.as_str().into()]);
    let messages = MessageCopy::find_by_statement(messages).all(db).await?;
    let either =
        Condition::any().add(legal_hold::Column::EmailKey.eq(&key)).add(legal_hold::Column::InquiryId.is_in(ids));
    let holds = legal_hold::Entity::find().filter(either).order_by_asc(legal_hold::Column::PlacedAt).all(db).await?;
    let requests =
        data_subject_request::Entity::find().filter(data_subject_request::Column::EmailKey.eq(&key)).all(db).await?;
    let copies = inquiries.into_iter().map(|(inquiry, content, mails)| copy(inquiry, content, mails, settings));
    Ok(DataExport {
        produced_at: database_now(db).await?,
        retention_years: RETENTION_YEARS,
        inquiries: copies.collect::<Result<_, _>>()?,
        messages,
        holds: holds.into_iter().map(copy_hold).collect(),
        requests: requests.iter().map(copy_request).collect(),
        address: key,
    })
}

/// Destructures both rows without `..`: a new column does not compile until it is exported.
fn copy(
    inquiry: inquiry::Model,
    content: inquiry_content::Model,
    mails: Vec<outbox::Model>,
    settings: &MailSettings,
) -> Result<InquiryCopy, DbErr> {
    let inquiry_content::Model {
        inquiry_id: _,
        first_name,
        last_name,
        company,
        email,
        email_key: _,
        country,
        phone,
        message,
    } = content;
    let mails = copy_mails(mails, &inquiry, email.as_str(), settings)?;
    let inquiry::Model {
        id,
        reference,
        idempotency_key,
        token_digest,
        contact_reason,
        program,
        desired_consultants,
        consent,
        gdpr_consent,
        policy_digest,
        consent_digest,
        gdpr_consent_digest,
        bot_check,
        received_at,
        last_contact_at,
        expires_at,
        restricted_at,
    } = inquiry;
    Ok(InquiryCopy {
        reference: reference.to_string(),
        id: id.to_string(),
        received_at,
        last_contact_at,
        expires_at,
        restricted_at,
        first_name,
        last_name,
        company,
        email: email.as_str().to_owned(),
        phone,
        country,
        contact_reason: contact_reason.label().to_owned(),
        program: program.map(|program| program.label().to_owned()),
        desired_consultants,
        message,
        bot_check: bot_check.to_value(),
        consent: Consent {
            privacy_policy: consent,
            processing: gdpr_consent,
            privacy_policy_sha256: hex::encode(policy_digest),
            policy_box_sha256: hex::encode(consent_digest),
            processing_box_sha256: hex::encode(gdpr_consent_digest),
            idempotency_key: idempotency_key.to_string(),
            token_sha256: hex::encode(token_digest),
        },
        mails,
    })
}

fn copy_mails(
    mails: Vec<outbox::Model>,
    inquiry: &inquiry::Model,
    email: &str,
    settings: &MailSettings,
) -> Result<Vec<MailCopy>, DbErr> {
    mails.into_iter().map(|mail| copy_mail(mail, inquiry, email, settings)).collect()
}

/// Renders the auto-reply again from its row, which gives the text that was sent.
fn copy_mail(
    mail: outbox::Model,
    inquiry: &inquiry::Model,
    email: &str,
    settings: &MailSettings,
) -> Result<MailCopy, DbErr> {
    let was_sent = matches!(mail.state, OutboxState::Sent | OutboxState::Ambiguous | OutboxState::Bounced);
    let texts = (mail.kind == MailKind::AutoReply && was_sent)
        .then(|| auto_reply_texts(inquiry, settings))
        .transpose()
        .map_err(|error| DbErr::Custom(error.to_string()))?;
    let (subject, text) = texts.unzip();
    Ok(MailCopy {
        kind: mail.kind.to_value(),
        to: mail.recipient.unwrap_or_else(|| email.to_owned()),
        state: mail.state.to_value(),
        created_at: mail.created_at,
        finished_at: mail.finished_at,
        attempts: mail.attempts,
        message_id: mail.message_id,
        subject,
        text,
    })
}

fn copy_hold(hold: legal_hold::Model) -> HoldCopy {
    let legal_hold::Model { reason, placed_at, ends_at, released_at, .. } = hold;
    HoldCopy { reason, placed_at, ends_at, released_at }
}

fn copy_request(request: &data_subject_request::Model) -> RequestCopy {
    RequestCopy { kind: request.kind.to_value(), received_at: request.received_at, due_at: request.due_at }
}
