//! Sample inquiries for each mail: usual, shortest and hostile. `cargo xtask mails` and the tests render them.

pub(crate) mod compliance;
pub(crate) mod conversation;
pub(crate) mod digests;

use ::outbox::mail::{About, build};
use chrono::{DateTime, Months, Utc};
use entity::{
    EmailAddress, RETENTION_YEARS,
    answer_within::AnswerWithin,
    contact::{ContactReason, Program},
    env::Env,
    inquiry::{self, BotCheckStatus, Origin},
    inquiry_content,
    outbox::{self, MailKind, OutboxState},
};
use lettre::message::Mailbox;
use mailer::{BuildError, MailSettings, PreparedMail};
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
        inquiry::Model {
            id: INQUIRY_ID,
            reference: "FW-7K3Q-9D2M".parse().expect("a sample's reference is well formed"),
            idempotency_key: Uuid::from_u128(1),
            token_digest: vec![0; 32],
            contact_reason: if is_minimal { ContactReason::Other } else { ContactReason::ThreatDetectionResponse },
            program: (!is_minimal).then_some(Program::SiemThreatHunting),
            desired_consultants: (!is_minimal).then_some(3),
            origin: Origin::Form,
            consent: true,
            gdpr_consent: true,
            policy_digest: vec![1; 32],
            consent_digest: vec![2; 32],
            gdpr_consent_digest: vec![3; 32],
            bot_check: if self == Self::Unverified { BotCheckStatus::Unverified } else { BotCheckStatus::Verified },
            received_at,
            last_contact_at: received_at,
            expires_at: received_at + Months::new(12 * RETENTION_YEARS),
            restricted_at: None,
        }
    }

    pub(crate) fn content(self) -> inquiry_content::Model {
        match self {
            Self::Typical | Self::Unverified => typical(),
            Self::Minimal => minimal(),
            Self::Hostile => hostile(),
        }
    }
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
    }
}

/// A mail that is about nothing but the inquiry.
pub(crate) fn mail(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    kind: MailKind,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    build(inquiry, content, &About::Inquiry, &outbox_row(inquiry, kind), settings)
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

fn typical() -> inquiry_content::Model {
    inquiry_content::Model {
        inquiry_id: INQUIRY_ID,
        first_name: "Probe".to_owned(),
        last_name: "Muster".to_owned(),
        company: "Muster Maschinen AG".to_owned(),
        email: address("probe.muster@visitor.example"),
        email_key: "probe.muster@visitor.example".to_owned(),
        country: Some("Switzerland".to_owned()),
        phone: Some("+41 00 000 00 00".to_owned()),
        message: "Good morning\n\nWe run two plants and one office, about 180 people in all, and would like to \
                  move from scattered logs to a SIEM that somebody really looks at.\n\n- Microsoft 365, a few \
                  Linux servers, OT network separated\n- One person for IT security, half-time\n\nCould we talk \
                  next week?"
            .to_owned(),
    }
}

fn minimal() -> inquiry_content::Model {
    inquiry_content::Model {
        inquiry_id: INQUIRY_ID,
        first_name: "A".to_owned(),
        last_name: "B".to_owned(),
        company: "C".to_owned(),
        email: address("a@b.example"),
        email_key: "a@b.example".to_owned(),
        country: None,
        phone: None,
        message: "?".to_owned(),
    }
}

fn hostile() -> inquiry_content::Model {
    const INJECTION: &str = "\r\nBcc: injected@evil.example\r\n\r\n<script>alert(1)</script>\r\n.\r\nMAIL FROM:<>";
    inquiry_content::Model {
        first_name: format!("First{INJECTION}"),
        last_name: "\u{202E}txen\u{2066} \u{200F}Last\r\rX-Injected: 1\n\t\u{0}\u{7}".to_owned(),
        company: format!("Company\u{2028}\u{85}=?utf-8?q?=0D=0ABcc:_x@evil.example?= \"'&{INJECTION}"),
        email: address("o'neil+{tag}=?&x%0d%0abcc=y#|`~^@visitor.example"),
        country: Some("𝕊🏔".repeat(28)),
        phone: Some(format!("+41{INJECTION}")),
        message: format!(
            "--=_019a\r\n{{{{ 7 * 7 }}}} {{% raw %}}\r\n.\r\n..{INJECTION}\r\n<a href=\"javascript:x\">y</a> &amp; \
             \u{202E}drawkcab\u{202C}\n{}\n{}",
            "🦊".repeat(1000),
            "W".repeat(1000),
        ),
        ..typical()
    }
}

fn address(text: &str) -> EmailAddress {
    EmailAddress::parse(text).expect("a sample's address is well formed")
}
