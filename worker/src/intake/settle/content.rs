//! What a mail says: a pure function of its bytes.

use entity::EmailAddress;
use inbound::{
    attachments::{Attachment, Kind},
    authentication::{Proof, Trust, proof},
    bounce::{Class, Report, report},
    commands::{self, Command},
    forwarded::{Forwarded, forwarded},
    machine::{OwnMail, Rule, machine_rule},
    mail::{Mail, Unreadable},
    parsed_mail::ParsedMail,
};
use outbox::{attachments::MAX_SENT, mail::opening_text};

use crate::intake::{one_line, settings::Own};

/// More servers than this are a loop (RFC 5321, section 6.3).
const MAX_HOPS: usize = 25;
/// Characters of a subject, a name or an id.
const MAX_LINE: usize = 400;

/// An attachment, by what it says of itself.
#[derive(Clone, serde::Serialize)]
pub(super) struct File {
    pub(super) part: usize,
    name: String,
    size: usize,
    sha256: String,
    pub(super) is_allowed: bool,
    /// Why the virus scanner holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) found: Option<Found>,
}

#[derive(Clone, Copy, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Found {
    Infected,
    Unchecked,
}

/// A report about a mail of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// It did not arrive; a code of ours, and whether the address does not exist.
    Bounce {
        code: String,
        is_hard: bool,
    },
    Complaint,
}

/// A mail that was read. Personal data: no `Debug`.
#[derive(Clone)]
pub(super) struct Content {
    /// The address of the sole `From`.
    pub(super) from: Option<String>,
    /// Its display name.
    pub(super) from_name: Option<String>,
    /// Whether the fields on which trust depends occur once, undisguised.
    pub(super) is_clear: bool,
    /// What the receiving host says of the sender.
    pub(super) proof: Proof,
    pub(super) machine_rule: Option<&'static str>,
    /// A mailbox has answered by itself, such as an out-of-office note.
    pub(super) is_automatic_answer: bool,
    pub(super) about: Option<About>,
    /// Where the receiving servers say that the mail went.
    pub(super) delivered_to: Vec<String>,
    /// Everybody whom the headers name as recipient.
    pub(super) recipients: Vec<String>,
    /// Ids of mails that it answers, the nearest first; of a report, those of the returned mail.
    pub(super) answers: Vec<String>,
    pub(super) message_id: Option<String>,
    pub(super) subject: String,
    pub(super) body: String,
    pub(super) new_text: String,
    pub(super) files: Vec<File>,
    /// The consultant who has forwarded it.
    pub(super) forwarder: Option<String>,
}

impl Content {
    /// Whether it is `#new` and nothing else of the author's own.
    pub(super) fn is_new_command(&self) -> bool {
        commands::read(&self.new_text).commands == [Command::New]
    }

    /// The mail that it forwards, in its place. `None` unless its sender is one address that a mail can go to.
    pub(super) fn forwarded(&self) -> Option<Self> {
        let Forwarded { address, name, subject, text } = forwarded(&self.body)?;
        EmailAddress::parse(&address).ok()?;
        Some(Self {
            forwarder: self.from.clone(),
            // The visitor has never seen the consultant's mail.
            message_id: None,
            from: Some(address),
            from_name: Some(name),
            subject: one_line(&subject, MAX_LINE),
            new_text: text,
            ..self.clone()
        })
    }

    /// Whether an attachment of a consultant's cannot go to the visitor.
    pub(super) fn keeps_files(&self) -> bool {
        self.files.iter().any(|file| !file.is_allowed)
            || self.files.iter().map(|file| file.size).sum::<usize>() > MAX_SENT
    }

    /// What the consultants read of a mail that opens a ticket.
    pub(super) fn opening_text(&self) -> String {
        opening_text(&self.subject, &self.new_text)
    }
}

/// The reason is the rule by which the mail is put into quarantine.
pub(super) fn read(raw: &[u8], envelope_from: Option<&str>, own: &Own, trust: &Trust) -> Result<Content, &'static str> {
    let mail = Mail::read(raw).map_err(Unreadable::code)?;
    let parsed = ParsedMail::of(&mail);
    if parsed.hops > MAX_HOPS {
        return Err("hops");
    }
    if parsed.more_attachments > 0 {
        return Err("attachments");
    }
    let own = OwnMail { from: &own.from, message_id_domain: &own.message_id_domain };
    let machine = machine_rule(mail.headers(), envelope_from, &parsed.subject, &own);
    let mut answers = parsed.answered_ids;
    // Only a program's mail is asked for reports: a person may quote one.
    let about = machine.and_then(|_| report(&mail)).and_then(|report| about(report, &mut answers));
    let (from, from_name) = parsed.from.map(|from| (from.address, from.name)).unzip();
    Ok(Content {
        from_name: from_name.flatten(),
        proof: from.as_deref().map_or(Proof::None, |from| proof(mail.headers(), from, trust)),
        from,
        is_clear: parsed.unclear.is_none(),
        machine_rule: machine.map(Rule::name),
        is_automatic_answer: about.is_none() && machine.is_some_and(Rule::is_answer),
        about,
        delivered_to: parsed.delivered_to,
        recipients: parsed.recipients,
        answers,
        message_id: parsed.message_id.map(|id| one_line(&id, MAX_LINE)).filter(|id| !id.is_empty()),
        subject: one_line(&parsed.subject, MAX_LINE),
        body: text(&parsed.text),
        new_text: text(&parsed.new_text),
        forwarder: None,
        files: parsed.attachments.into_iter().filter(|file| file.kind != Kind::Logo).map(file).collect(),
    })
}

fn about(report: Report, answers: &mut Vec<String>) -> Option<About> {
    match report {
        Report::Complaint { returned_ids, .. } => {
            answers.extend(returned_ids);
            Some(About::Complaint)
        }
        Report::Bounce(bounce) => {
            answers.extend(bounce.returned_ids);
            // A mail of ours has one recipient.
            let failed = bounce.recipients.iter().find(|recipient| recipient.class != Class::NotFailed)?;
            let status = failed.status.as_deref().unwrap_or("unknown").replace('.', "_");
            Some(About::Bounce { code: format!("bounced_{status}"), is_hard: failed.class == Class::Hard })
        }
    }
}

fn file(file: Attachment) -> File {
    let Attachment { part, name, size, sha256, kind } = file;
    let (name, is_allowed) = (one_line(&name, MAX_LINE), kind == Kind::Allowed);
    File { part, name, size, sha256: hex::encode(sha256), is_allowed, found: None }
}

/// What the database takes as text.
fn text(value: &str) -> String {
    let lines = value.replace("\r\n", "\n").replace('\r', "\n");
    lines.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}
