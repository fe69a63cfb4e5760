//! Storing inquiries: rows, outbox and jobs in one statement and one commit.

use std::{collections::HashMap, sync::LazyLock};

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, Statement, Value};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    Digest, Language, SpamScore,
    contact::{FIELDS, Field, InquiryFields, Kind},
    inquiry::{BotCheckStatus, Origin},
    jobs::NewJob,
    outbox::MailKind,
    queue_jobs_sql,
    ticket_reference::TicketReference,
};

/// Digests of the texts that the visitor agreed to, and their language. Read as `site.json` has them, written as columns.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub struct ConsentEvidence {
    #[serde(rename(serialize = "policy_digest", deserialize = "privacyPolicy"))]
    pub policy: Digest,
    #[serde(rename(serialize = "consent_digest"))]
    pub consent: Digest,
    #[serde(rename(serialize = "gdpr_consent_digest", deserialize = "gdprConsent"))]
    pub gdpr_consent: Digest,
    /// The first releases were English and do not say so.
    #[serde(default)]
    pub language: Language,
}

/// A validated inquiry and the recipients of its notifications.
#[derive(Clone, derive_more::Debug, Serialize)]
#[debug("new inquiry {id}")]
pub struct NewInquiry {
    pub id: Uuid,
    pub reference: TicketReference,
    pub idempotency_key: Uuid,
    pub token_digest: Digest,
    #[serde(flatten)]
    pub fields: InquiryFields,
    pub origin: Origin,
    pub consent: bool,
    pub gdpr_consent: bool,
    #[serde(flatten)]
    pub evidence: ConsentEvidence,
    pub bot_check: BotCheckStatus,
    /// The sender's network as CIDR; only for unverified inquiries, which are capped per network.
    pub client_network: Option<String>,
    /// Of the words, for texts that come again; `None` for a short one.
    pub message_digest: Option<Digest>,
    #[serde(flatten)]
    pub spam: SpamScore,
    /// From so many points on it is held if a program sent it, else marked. `None`: never.
    pub spam_limit: Option<i16>,
    /// Whether the sender's network has used up its share of auto-replies.
    #[serde(skip)]
    pub over_share: bool,
    /// Consultants to notify.
    #[serde(skip)]
    pub notify: Vec<String>,
}

#[derive(Serialize)]
struct InquiryRow<'a> {
    #[serde(flatten)]
    inquiry: &'a NewInquiry,
    email_key: String,
    /// Of the words and the address, which alone would be easy to guess.
    sender_digest: Option<Digest>,
    /// Never held: nobody may wait for a digest during an incident.
    is_urgent: bool,
}

impl<'a> InquiryRow<'a> {
    fn new(inquiry: &'a NewInquiry) -> Self {
        let email_key = inquiry.fields.email.key();
        let of_both = |words: Digest| Digest::of([words.as_bytes().as_slice(), email_key.as_bytes()].concat());
        let is_urgent = inquiry.fields.contact_reason.is_urgent();
        Self { inquiry, sender_digest: inquiry.message_digest.map(of_both), email_key, is_urgent }
    }
}

#[derive(Serialize)]
struct OutboxRow<'a> {
    id: Uuid,
    inquiry_id: Uuid,
    kind: MailKind,
    recipient: Option<&'a str>,
    over_share: bool,
    job: NewJob,
}

/// As what a submission was stored, and when by the database's clock, which decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    Inquiry(DateTime<Utc>),
    /// The worker's own: nobody is notified of it, and nothing counts it.
    Journey(DateTime<Utc>),
}

impl Stored {
    pub fn outcome(self, reference: TicketReference) -> StoreOutcome {
        match self {
            Self::Inquiry(at) => StoreOutcome::Stored(reference, at),
            Self::Journey(at) => StoreOutcome::Journey(reference, at),
        }
    }
}

/// What became of one submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreOutcome {
    Stored(TicketReference, DateTime<Utc>),
    /// The worker's own: the reference is nobody's.
    Journey(TicketReference, DateTime<Utc>),
    /// The idempotency key is known: the reference of the first submission.
    Replayed(TicketReference),
    /// The token was spent by another inquiry.
    TokenSpent,
    /// The random reference is taken (about once in 10^12 / inquiries); try again with another.
    ReferenceTaken,
}

/// `$1` inquiries, `$2` mails.
pub static STORE_SQL: LazyLock<String> = LazyLock::new(|| {
    let list =
        |write: &dyn Fn(&Field) -> Option<String>| FIELDS.iter().filter_map(write).collect::<Vec<_>>().join(", ");
    let typed = |field: &Field| {
        Some(format!("{} {}", field.column, if matches!(field.kind, Kind::Count { .. }) { "smallint" } else { "text" }))
    };
    concat!(
        include_str!("sql/store_inquiries.sql"),
        queue_jobs_sql!(),
        "SELECT id, false AS is_journey, now() AS at FROM stored UNION ALL SELECT id, true, now() FROM walked"
    )
    .replace("{typed fields}", &list(&typed))
    .replace("{inquiry's fields}", &list(&|field| (!field.is_content()).then(|| field.column.to_owned())))
    .replace("{content's fields}", &list(&|field| field.is_content().then(|| field.column.to_owned())))
});

/// Stores all of `inquiries` with their outbox and job rows in one statement, hence in one commit.
///
/// A duplicate key, token or reference skips that inquiry with its mails; the others are stored.
/// Any other error stores nothing. Returns what was stored, by id.
pub async fn store(db: &impl ConnectionTrait, inquiries: &[NewInquiry]) -> Result<HashMap<Uuid, Stored>, DbErr> {
    let rows: Vec<_> = inquiries.iter().map(InquiryRow::new).collect();
    let mails: Vec<_> = inquiries.iter().flat_map(outbox_rows).collect();
    let values = [
        serde_json::to_value(&rows).expect("rows are plain structs").into(),
        serde_json::to_value(&mails).expect("rows are plain structs").into(),
    ];
    let stored = db.query_all_raw(Statement::from_sql_and_values(DbBackend::Postgres, &*STORE_SQL, values)).await?;
    let read = |row: &QueryResult| -> Result<_, DbErr> {
        let as_what = if row.try_get("", "is_journey")? { Stored::Journey } else { Stored::Inquiry };
        Ok((row.try_get("", "id")?, as_what(row.try_get("", "at")?)))
    };
    stored.iter().map(read).collect()
}

/// The outcome of one submission, given whether [`store`] stored it.
pub async fn outcome(
    db: &impl ConnectionTrait,
    inquiry: &NewInquiry,
    stored: Option<Stored>,
) -> Result<StoreOutcome, DbErr> {
    if let Some(stored) = stored {
        return Ok(stored.outcome(inquiry.reference.clone()));
    }
    if let Some(reference) = find_by_key(db, inquiry.idempotency_key).await? {
        return Ok(StoreOutcome::Replayed(reference));
    }
    // The token, not the reference: the reference may be an expired inquiry's, which row security hides. A token is
    // minutes old.
    let spent =
        look_up(db, "SELECT id FROM inquiry WHERE token_digest = $1", inquiry.token_digest.as_bytes().to_vec()).await?;
    Ok(if spent.is_some() { StoreOutcome::TokenSpent } else { StoreOutcome::ReferenceTaken })
}

/// The reference stored for an idempotency key.
pub async fn find_by_key(db: &impl ConnectionTrait, key: Uuid) -> Result<Option<TicketReference>, DbErr> {
    let found = look_up(db, "SELECT reference FROM inquiry WHERE idempotency_key = $1", key).await?;
    found.map(|row| row.try_get_by_index(0)).transpose()
}

async fn look_up(db: &impl ConnectionTrait, sql: &str, value: impl Into<Value>) -> Result<Option<QueryResult>, DbErr> {
    db.query_one_raw(Statement::from_sql_and_values(DbBackend::Postgres, sql, [value.into()])).await
}

fn outbox_rows(inquiry: &NewInquiry) -> Vec<OutboxRow<'_>> {
    let row = |kind, recipient| {
        let id = Uuid::now_v7();
        let over_share = kind == MailKind::AutoReply && inquiry.over_share;
        OutboxRow { id, inquiry_id: inquiry.id, kind, recipient, over_share, job: NewJob::deliver(id) }
    };
    let notifications = inquiry.notify.iter().map(|address| row(MailKind::Notification, Some(address.as_str())));
    // An unverified sender may have entered another person's address.
    let auto_reply = (inquiry.bot_check == BotCheckStatus::Verified).then(|| row(MailKind::AutoReply, None));
    notifications.chain(auto_reply).collect()
}
