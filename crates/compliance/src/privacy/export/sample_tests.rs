//! An export with every part that a page can have. What a person or an officer typed has no word of a language.

use chrono::{DateTime, Utc};
use entity::{
    Language, SpamSign,
    contact::{FIELDS, Kind},
    outbox::MailKind,
};
use sea_orm::{ActiveEnum, Iterable};
use serde_json::json;

use super::document::{
    Consent, ContactCopy, DataExport, Entered, HoldCopy, InquiryCopy, MailCopy, MessageCopy, ParticipantCopy,
    ReceivedCopy, RequestCopy,
};

/// As mails are stored.
const LEFT_OUT: [&str; 6] = [
    "[14 lines not shown: they repeat our mail of 24 November, with links to visitor.example]",
    "[37 more bytes of text are not shown]",
    "[The rest of the text is too long to be shown]",
    "[A part of the text is too long to be shown]",
    "(The mail has no text.)",
    "(This mail is encrypted: nobody can read it here.)",
];
const ADDRESS: &str = "kreluonta@visitor.example";
const STATES: [&str; 7] = ["ready", "sending", "retry", "ambiguous", "failed", "suppressed", "bounced"];
const FATES: [&str; 9] =
    ["accepted", "reply", "new", "command", "bounce", "machine", "duplicate", "quarantined", "dropped"];
const REQUESTS: [(&str, &str, &str); 6] = [
    ("access", "complexity", "stored_address"),
    ("correction", "number", "reply"),
    ("erasure", "number", "callback"),
    ("restriction", "number", "document"),
    ("portability", "number", "known"),
    ("objection", "number", "representative"),
];

fn received() -> DateTime<Utc> {
    "2026-11-01T09:30:00Z".parse().unwrap()
}

fn later() -> DateTime<Utc> {
    "2026-11-11T14:05:00Z".parse().unwrap()
}

fn text() -> String {
    "Zquorvex".to_owned()
}

fn id() -> String {
    "6f1d2c3b".to_owned()
}

fn mail(kind: MailKind, state: &str) -> MailCopy {
    MailCopy {
        reference: Some("FW-0000-0001".to_owned()),
        kind: kind.to_value(),
        to: ADDRESS.to_owned(),
        state: if kind == MailKind::AutoReply { "sent" } else { state }.to_owned(),
        created_at: received(),
        finished_at: Some(later()),
        attempts: 1,
        message_id: Some(id()),
        about: Some(id()),
        subject: Some(text()),
        text: (kind == MailKind::Answer).then(text),
    }
}

fn inquiry(language: Language, is_suspected: bool) -> InquiryCopy {
    let entered = FIELDS.iter().map(|field| {
        let value = match field.kind {
            Kind::Choice([.., (_, label)]) => (*label).into(),
            Kind::Count { .. } => 2.into(),
            Kind::Email { .. } => ADDRESS.into(),
            _ => "Blimfandle".into(),
        };
        (field, value)
    });
    InquiryCopy {
        reference: "FW-0000-0001".to_owned(),
        id: id(),
        received_at: received(),
        last_contact_at: later(),
        expires_at: later(),
        restricted_at: Some(later()),
        entered: Entered(entered.collect()),
        origin: if is_suspected { "form" } else { "mail" }.to_owned(),
        bot_check: if is_suspected { "verified" } else { "none_by_mail" }.to_owned(),
        language,
        client_network: Some("192.0.2.0/24".to_owned()),
        spam_signs: SpamSign::iter().map(|sign| sign.to_value()).collect(),
        spam_points: 4,
        is_suspected,
        is_marked: true,
        contacts: ["answer", "message"].map(|kind| ContactCopy { kind: kind.to_owned(), at: later() }).into(),
        consent: Consent {
            privacy_policy: is_suspected.then_some(true),
            processing: is_suspected.then_some(false),
            privacy_policy_sha256: id(),
            policy_box_sha256: is_suspected.then(id),
            processing_box_sha256: is_suspected.then(id),
            idempotency_key: id(),
            token_sha256: id(),
        },
        mails: MailKind::iter().zip(STATES.into_iter().cycle()).map(|(kind, state)| mail(kind, state)).collect(),
    }
}

fn message(party: &str) -> MessageCopy {
    let file = json!({ "part": 1, "name": "Zquorvex.pdf", "size": 4711, "sha256": "5d1c", "is_allowed": false, "found": "infected" });
    MessageCopy {
        id: id(),
        reference: "FW-0000-0001".to_owned(),
        received_at: later(),
        party: party.to_owned(),
        author: ADDRESS.to_owned(),
        subject: text(),
        text: text(),
        passed_on: LEFT_OUT.join("\n"),
        held_line: Some(text()),
        files: json!([file]),
    }
}

fn as_received(fate: &str) -> ReceivedCopy {
    ReceivedCopy {
        id: uuid::Uuid::nil(),
        reference: None,
        received_at: later(),
        fate: fate.to_owned(),
        envelope_from: Some(ADDRESS.to_owned()),
        recipients: vec!["hello@own.example".to_owned()],
        file: "mails/0.eml".to_owned(),
    }
}

pub(in crate::privacy) fn export(language: Language) -> DataExport {
    let request = |(kind, extension, identity): (&str, &str, &str)| RequestCopy {
        id: id(),
        kind: kind.to_owned(),
        received_at: received(),
        due_at: later(),
        extension: Some(extension.to_owned()),
        identity: Some(identity.to_owned()),
        language: Some(language.code().to_owned()),
    };
    let (placed_at, until) = (received(), received().date_naive());
    DataExport {
        language,
        address: ADDRESS.to_owned(),
        spellings: ["Kreluonta@visitor.example".to_owned()].into(),
        produced_at: later(),
        retention_years: 2,
        inquiries: [true, false].map(|is_suspected| inquiry(language, is_suspected)).into(),
        messages: ["visitor", "consultant", "system", "other"].map(message).into(),
        mails_as_received: FATES.map(as_received).into(),
        participants: vec![ParticipantCopy {
            reference: "FW-0000-0001".to_owned(),
            address: ADDRESS.to_owned(),
            added_at: received(),
            copied_from: Some(received()),
            copied_until: Some(later()),
            instead_from: Some(later()),
            restricted_at: Some(later()),
        }],
        recipients: vec![],
        mails_on_others: vec![
            mail(MailKind::Answer, "sent"),
            MailCopy { reference: None, kind: "digest".to_owned(), ..mail(MailKind::Notification, "sent") },
        ],
        holds: vec![HoldCopy { reason: text(), placed_at, until, released_at: Some(later()), is_in_force: false }],
        requests: REQUESTS.map(request).into(),
        information: text(),
        agreed_texts: [(id(), text())].into(),
    }
}
