//! Sample inquiries for each mail: usual, shortest and hostile. `cargo xtask mails` and the tests render them.

pub(crate) mod compliance;
pub(crate) mod conversation;
pub(crate) mod digests;

use std::str::FromStr;

use ::outbox::{
    Background, DueTicket,
    mail::{About, Case, TicketFacts, build},
};
use chrono::{DateTime, Months, Utc};
use entity::{
    EmailAddress, Language, RETENTION_YEARS,
    answer_within::AnswerWithin,
    contact::{ContactReason, FIELDS, Field, Kind},
    env::Env,
    inquiry::{self, BotCheckStatus, Origin},
    inquiry_content,
    outbox::{self, MailKind, OutboxState},
};
use lettre::message::Mailbox;
use mailer::{BuildError, MailSettings, PreparedMail};
use sea_orm::{ActiveModelTrait, EntityTrait, Set, TryIntoModel};
use serde_json::Value;
use uuid::Uuid;

const INQUIRY_ID: Uuid = Uuid::from_u128(0x019a_a5d0_0000_7000_8000_0000_0000_0000);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sample {
    /// Every field given.
    Typical,
    /// Only the required fields, of the shortest permitted length.
    Minimal,
    /// The bot check gave no verdict.
    Unverified,
    /// Texts that the form, the api and the database would refuse.
    Hostile,
}

impl Sample {
    pub(crate) const ALL: [Self; 4] = [Self::Typical, Self::Minimal, Self::Unverified, Self::Hostile];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Typical => "typical",
            Self::Minimal => "minimal",
            Self::Unverified => "unverified",
            Self::Hostile => "hostile",
        }
    }

    pub(crate) fn inquiry(self) -> inquiry::Model {
        let received_at = DateTime::<Utc>::from_timestamp(1_795_253_400, 0).expect("2026-11-21T09:30:00Z exists");
        let is_minimal = self == Self::Minimal;
        let verified = if self == Self::Unverified { BotCheckStatus::Unverified } else { BotCheckStatus::Verified };
        let row = inquiry::ActiveModel {
            id: Set(INQUIRY_ID),
            reference: Set("FW-7K3Q-9D2M".parse().expect("a sample's reference is well formed")),
            idempotency_key: Set(Uuid::from_u128(1)),
            token_digest: Set(vec![0; 32]),
            contact_reason: Set(if is_minimal { ContactReason::Other } else { ContactReason::ThreatDetectionResponse }),
            origin: Set(Origin::Form),
            consent: Set(true),
            gdpr_consent: Set(true),
            policy_digest: Set(vec![1; 32]),
            consent_digest: Set(vec![2; 32]),
            gdpr_consent_digest: Set(vec![3; 32]),
            bot_check: Set(verified),
            language: Set(Language::En),
            received_at: Set(received_at),
            last_contact_at: Set(received_at),
            expires_at: Set(received_at + Months::new(12 * RETENTION_YEARS)),
            restricted_at: Set(None),
            ..Default::default()
        };
        filled(row, |field| if is_minimal { Value::Null } else { entered(field) })
    }

    pub(crate) fn content(self) -> inquiry_content::Model {
        match self {
            Self::Typical | Self::Unverified => typical(),
            Self::Minimal => minimal(),
            Self::Hostile => hostile(),
        }
    }
}

/// What the one sample inquiry has.
pub(crate) fn entered(field: &Field) -> Value {
    testkit::inquiry::columns()[field.column].clone()
}

/// Sets the form's fields that a row leaves open, so that a new one is in every sample.
pub(crate) fn filled<Row>(mut row: Row, mut value: impl FnMut(&Field) -> Value) -> <Row::Entity as EntityTrait>::Model
where
    Row: ActiveModelTrait + TryIntoModel<<Row::Entity as EntityTrait>::Model>,
    <Row::Entity as EntityTrait>::Column: FromStr,
{
    for field in FIELDS {
        let Ok(column) = field.column.parse() else { continue };
        if row.get(column).is_not_set() {
            let value = value(field);
            let value = match field.kind {
                Kind::Count { .. } => value.as_i64().and_then(|count| i16::try_from(count).ok()).into(),
                _ => value.as_str().map(str::to_owned).into(),
            };
            row.set(column, value);
        }
    }
    row.try_into_model().expect("a sample has every column")
}

/// An outbox row of `inquiry` that a worker has just claimed.
pub(crate) fn outbox_row(inquiry: &inquiry::Model, kind: MailKind) -> outbox::Model {
    let id = match kind {
        MailKind::Notification => Uuid::from_u128(0x019a_a5d0_0000_7000_8000_0000_0000_0001),
        MailKind::AutoReply => Uuid::from_u128(0x019a_a5d0_0000_7000_8000_0000_0000_0002),
        MailKind::VisitorReply => Uuid::from_u128(0x019a_a5d0_0000_7000_8000_0000_0000_0003),
        MailKind::Undeliverable => Uuid::from_u128(0x019a_a5d0_0000_7000_8000_0000_0000_0004),
        MailKind::Absence => Uuid::from_u128(0x019a_a5d0_0000_7000_8000_0000_0000_0005),
        MailKind::Answer => Uuid::from_u128(0x019a_a5d0_0000_7000_8000_0000_0000_0006),
        MailKind::AnswerCopy => Uuid::from_u128(0x019a_a5d0_0000_7000_8000_0000_0000_0007),
        MailKind::Receipt => Uuid::from_u128(0x019a_a5d0_0000_7000_8000_0000_0000_0008),
        MailKind::AnswerLost => Uuid::from_u128(0x019a_a5d0_0000_7000_8000_0000_0000_0009),
        MailKind::Reminder => Uuid::from_u128(0x019a_a5d0_0000_7000_8000_0000_0000_000a),
        MailKind::Escalation => Uuid::from_u128(0x019a_a5d0_0000_7000_8000_0000_0000_000b),
        MailKind::Question => Uuid::from_u128(0x019a_a5d0_0000_7000_8000_0000_0000_000d),
        MailKind::Assignment => Uuid::from_u128(0x019a_a5d0_0000_7000_8000_0000_0000_000e),
        MailKind::Journey => Uuid::from_u128(0x019a_a5d0_0000_7000_8000_0000_0000_000f),
    };
    outbox::Model {
        id,
        inquiry_id: inquiry.id,
        kind,
        recipient: kind.is_to_consultant().then(|| "consultant@firnwall.example".to_owned()),
        message_id: Some(settings().message_id(id)),
        state: OutboxState::Sending,
        claims: 1,
        attempts: 1,
        crashes: 0,
        ambiguities: 0,
        copies: 0,
        next_attempt_at: inquiry.received_at,
        lease_holder: Some(Uuid::from_u128(3)),
        lease_until: Some(inquiry.received_at),
        first_attempt_at: Some(inquiry.received_at),
        data_at: None,
        finished_at: None,
        last_code: None,
        created_at: inquiry.received_at,
        age_from: None,
        over_share: false,
        about: None,
        participant: None,
        is_copy: false,
    }
}

/// A ticket that was notified to a colleague as well.
pub(crate) fn unclaimed() -> TicketFacts {
    let others = vec!["colleague@firnwall.example".to_owned()];
    TicketFacts { ticket: Some(DueTicket { others, ..DueTicket::default() }), ..TicketFacts::default() }
}

/// A mail that is about nothing but the inquiry.
pub(crate) fn mail(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    kind: MailKind,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let about = About::Inquiry(Background::default());
    build(Case { inquiry, content, row: &outbox_row(inquiry, kind), settings }, &about, &unclaimed())
}

pub(crate) fn settings() -> MailSettings {
    MailSettings {
        from: mailbox("Firnwall", "contact@firnwall.example"),
        reply_to: Some(mailbox("Firnwall", "consulting@firnwall.example")),
        return_path: None,
        public_url: "https://www.firnwall.example".to_owned(),
        signed: None,
        takes_answers: false,
        fingerprint_key: None,
        answer: AnswerWithin::from_env(&Env::from_pairs([])).expect("the defaults are valid"),
    }
}

fn mailbox(name: &str, address: &str) -> Mailbox {
    Mailbox::new(Some(name.to_owned()), address.parse().expect("a sample's address is well formed"))
}

/// A row without the form's fields but the address.
pub(crate) fn visitor(email: &str) -> inquiry_content::ActiveModel {
    let email = EmailAddress::parse(email).expect("a sample's address is well formed");
    let (inquiry_id, email_key) = (Set(INQUIRY_ID), Set(email.as_str().to_owned()));
    inquiry_content::ActiveModel { inquiry_id, email_key, email: Set(email), ..Default::default() }
}

fn typical() -> inquiry_content::Model {
    let row = inquiry_content::ActiveModel {
        first_name: Set("Probe".to_owned()),
        last_name: Set("Muster".to_owned()),
        company: Set("Muster Maschinen AG".to_owned()),
        country: Set(Some("Switzerland".to_owned())),
        phone: Set(Some("+41 00 000 00 00".to_owned())),
        message: Set("Good morning\n\nWe run two plants and one office, about 180 people in all, and would like to \
                  move from scattered logs to a SIEM that somebody really looks at.\n\n- Microsoft 365, a few \
                  Linux servers, OT network separated\n- One person for IT security, half-time\n\nCould we talk \
                  next week?"
            .to_owned()),
        ..visitor("probe.muster@visitor.example")
    };
    filled(row, entered)
}

fn minimal() -> inquiry_content::Model {
    let row = inquiry_content::ActiveModel {
        first_name: Set("A".to_owned()),
        last_name: Set("B".to_owned()),
        company: Set("C".to_owned()),
        message: Set("?".to_owned()),
        ..visitor("a@b.example")
    };
    filled(row, |_| Value::Null)
}

fn hostile() -> inquiry_content::Model {
    const INJECTION: &str = "\r\nBcc: injected@evil.example\r\n\r\n<script>alert(1)</script>\r\n.\r\nMAIL FROM:<>";
    let row = inquiry_content::ActiveModel {
        first_name: Set(format!("First{INJECTION}")),
        last_name: Set("\u{202E}txen\u{2066} \u{200F}Last\r\rX-Injected: 1\n\t\u{0}\u{7}".to_owned()),
        company: Set(format!("Company\u{2028}\u{85}=?utf-8?q?=0D=0ABcc:_x@evil.example?= \"'&{INJECTION}")),
        country: Set(Some("𝕊🏔".repeat(28))),
        phone: Set(Some(format!("+41{INJECTION}"))),
        message: Set(format!(
            "--=_019a\r\n{{{{ 7 * 7 }}}} {{% raw %}}\r\n.\r\n..{INJECTION}\r\n<a href=\"javascript:x\">y</a> &amp; \
             \u{202E}drawkcab\u{202C}\n{}\n{}",
            "🦊".repeat(1000),
            "W".repeat(1000),
        )),
        email_key: Set("probe.muster@visitor.example".to_owned()),
        ..visitor("o'neil+{tag}=?&x%0d%0abcc=y#|`~^@visitor.example")
    };
    filled(row, |_| INJECTION.into())
}
