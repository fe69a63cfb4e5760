//! What a mail says: a pure function of its bytes, and what the virus scanner says of its files.

use std::{mem::take, sync::Arc, time::Duration};

use entity::{EmailAddress, email_address::key_of};
use inbound::{
    attachments::{Attachment, Kind, contents},
    authentication::{Proof, Trust, proof},
    bounce::{Class, Report, is_receipt_in_words, report},
    by_phone::by_phone,
    commands::{self, Command},
    forwarded::{Call, Forwarded, Unclear, forwarded, is_perhaps_forward},
    machine::{OwnMail, Rule, Sign, Weight, sign_of_program},
    mail::{Mail, Unreadable},
    parsed_mail::{Mailbox, ParsedMail},
    standing::Sender,
    thanks::is_thanks,
    threading::references_in,
};
use mailer::addresses::SignedAddresses;
use outbox::{
    Compared, Verdict,
    attachments::{MAX_SENT, goes_on_as_picture, sent_names},
};
use sea_orm::DbErr;
use tokio::{task::spawn_blocking, time::Instant};

use crate::{
    clamd::{Clamd, Scan},
    intake::{one_line, settings::Own},
};

/// More servers than this are a loop (RFC 5321, section 6.3).
const MAX_HOPS: usize = 100;
/// Characters of the subject of a forwarded mail.
const MAX_LINE: usize = 400;
/// For all attachments of a mail; well below the time in which a mail is settled.
const SCAN_LIMIT: Duration = Duration::from_secs(8);

/// An attachment, by what it says of itself.
#[derive(Clone, serde::Serialize)]
struct File {
    part: usize,
    name: String,
    size: usize,
    sha256: String,
    is_allowed: bool,
    /// It goes on if a consultant sends it.
    #[serde(skip)]
    is_of_trade: bool,
    /// A small picture that the text shows: of a signature, or a QR code.
    #[serde(skip)]
    is_small: bool,
    /// Why the virus scanner holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Found>,
}

/// It keeps its number when another file is removed.
#[derive(serde::Serialize)]
struct Numbered<'a> {
    number: usize,
    #[serde(flatten)]
    file: &'a File,
}

#[derive(Clone, Copy, serde::Serialize)]
#[serde(rename_all = "lowercase")]
enum Found {
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
    /// It has arrived after all.
    Delivered,
    Complaint,
    /// It says of no failure: a delay, or that somebody has read it.
    Harmless,
}

/// A mail that was read. Personal data: no `Debug`.
#[derive(Clone)]
pub(super) struct Content {
    /// `answered_ids` of a report are those of the returned mail, too.
    pub(super) parsed: ParsedMail,
    /// What the receiving host says of the sender.
    pub(super) proof: Proof,
    /// Of a program.
    pub(super) sign: Option<Sign>,
    pub(super) about: Option<About>,
    files: Vec<File>,
    /// Of a mail that is `#new` and nothing else of the author's own.
    forwarded: Option<Result<Forwarded, Unclear>>,
    /// The consultant who has forwarded it.
    pub(super) forwarder: Option<String>,
    /// That consultant has written down a call.
    pub(super) call: Option<Call>,
    /// More than a quote at its end is left out of the new text.
    pub(super) is_shortened: bool,
    /// Of a consultant's answer.
    pub(super) verdict: Verdict,
}

impl Content {
    /// The reason is the rule by which the mail is put into quarantine.
    pub(super) fn read(
        raw: &[u8],
        envelope_from: Option<&str>,
        (own, addresses): (&Own, &SignedAddresses),
        trust: &Trust,
    ) -> Result<Self, &'static str> {
        let mail = Mail::read(raw).map_err(Unreadable::code)?;
        let mut parsed = ParsedMail::of(&mail);
        if parsed.hops > MAX_HOPS {
            return Err("hops");
        }
        if parsed.more_attachments > 0 {
            return Err("attachments");
        }
        let own = OwnMail { from: &own.from, message_id_domain: &own.message_id_domain };
        let mut sign = if is_receipt_in_words(&mail) {
            Some(Sign { rule: Rule::Report, weight: Weight::Sure })
        } else {
            sign_of_program(mail.headers(), envelope_from, (&parsed.subject, &parsed.text), &own)
        };
        // Our own mail, which a relay has given another Message-ID: nobody else has answers sent to such an address.
        let is_own = |to: String| addresses.occurs_in(&to.to_lowercase());
        if let Some(sign) = &mut sign
            && sign.rule == Rule::OwnAddress
            && mail.headers().first("Reply-To").is_some_and(is_own)
        {
            sign.weight = Weight::Sure;
        }
        // Only a program's mail is asked for reports: a person may quote one.
        let report = sign.filter(|sign| sign.weight != Weight::Bulk).and_then(|_| report(&mail, envelope_from));
        let about = report.map(|report| about(report, &mut parsed.answered_ids));
        let files = take(&mut parsed.attachments).into_iter().filter_map(file).collect();
        Ok(Self {
            proof: parsed.from.as_ref().map_or(Proof::None, |from| proof(mail.headers(), &from.address, trust)),
            sign,
            about,
            files,
            forwarded: ordered(&mail, &parsed),
            forwarder: None,
            call: None,
            is_shortened: false,
            verdict: Verdict::default(),
            parsed,
        })
    }

    /// The address of the sole `From`.
    pub(super) fn from(&self) -> Option<&str> {
        self.parsed.from.as_ref().map(|from| from.address.as_str())
    }

    /// Perhaps a program's, by more than what lists and mailing tools write.
    pub(super) fn is_perhaps_automatic(&self) -> bool {
        self.sign.is_some_and(|sign| sign.weight != Weight::Bulk)
    }

    /// Whom it names by the fields on which trust depends, if they occur once and undisguised. The others are keys, as
    /// `is_consultant` takes one.
    pub(super) fn sender(
        &self,
        is_consultant: impl Fn(&str) -> bool,
        visitor: Option<&str>,
        participants: &[String],
    ) -> Sender {
        match self.from().filter(|_| self.parsed.unclear.is_none()).map(key_of) {
            None => Sender::Unclear,
            Some(key) if is_consultant(&key) => Sender::Consultant,
            Some(key) if visitor == Some(&key) => Sender::Visitor,
            Some(key) if participants.contains(&key) => Sender::Participant,
            Some(_) => Sender::Anybody,
        }
    }

    pub(super) fn is_new_command(&self) -> bool {
        self.forwarded.is_some()
    }

    /// The mail that it forwards, in its place, or why nobody is certain to be its sender.
    pub(super) fn forwarded(&self) -> Result<Self, &'static str> {
        let found = self.forwarded.clone().unwrap_or(Err(Unclear::NoSender));
        let Forwarded { address, name, subject, text, call } = found.map_err(Unclear::code)?;
        EmailAddress::parse(&address).map_err(|_| Unclear::NoSender.code())?;
        let parsed = ParsedMail {
            // The visitor has never seen the consultant's mail.
            message_id: None,
            from: Some(Mailbox { name: Some(name), address }),
            subject: one_line(&subject, MAX_LINE),
            new_text: text,
            ..self.parsed.clone()
        };
        Ok(Self { forwarder: self.from().map(str::to_owned), call, parsed, ..self.clone() })
    }

    /// Whether it says thank you and nothing else, under a subject of ours. `may_agree`: nobody has asked its author anything.
    pub(super) fn is_thanks(&self, may_agree: bool) -> bool {
        let ParsedMail { subject, text, new_text, .. } = &self.parsed;
        // RFC 3676, section 4.3. Without its space where quotes are left out.
        let has_signature = text.lines().any(|line| line == "-- ");
        let is_ours = subject.is_empty() || !references_in(subject).is_empty();
        is_ours && self.files.iter().all(|file| file.is_small) && is_thanks(new_text, has_signature, may_agree)
    }

    /// As `message.files` has them.
    pub(super) fn listed_files(&self) -> Result<serde_json::Value, DbErr> {
        let numbered: Vec<_> = self.files.iter().zip(1..).map(|(file, number)| Numbered { number, file }).collect();
        serde_json::to_value(&numbered).map_err(|error| DbErr::Json(error.to_string()))
    }

    /// Of the files that go on.
    pub(super) fn sent_names(&self) -> Result<Vec<String>, DbErr> {
        sent_names(self.listed_files()?)
    }

    pub(super) fn put(&mut self, Compared { text, is_shortened, verdict }: Compared) {
        (self.parsed.new_text, self.is_shortened, self.verdict) = (text, is_shortened, verdict);
    }

    /// It came to this consultant's address. The visitor gets no logo of a consultant's signature.
    pub(super) fn allow_files_of_trade(&mut self, owner: &str) {
        let is_owners = self.from().is_some_and(|from| key_of(from) == key_of(owner));
        self.files.retain(|file| !is_owners || !file.is_small);
        for file in &mut self.files {
            file.is_allowed |= file.is_of_trade;
        }
    }

    /// Whether an attachment of a consultant's cannot go to the visitor.
    pub(super) fn keeps_files(&self) -> bool {
        self.files.iter().any(|file| !file.is_allowed)
            || self.files.iter().map(|file| file.size).sum::<usize>() > MAX_SENT
    }

    pub(super) fn sends_files(&self) -> bool {
        self.files.iter().any(|file| file.is_allowed)
    }

    pub(super) fn leave_unchecked(&mut self) {
        for file in self.files.iter_mut().filter(|file| file.is_allowed) {
            (file.is_allowed, file.found) = (false, Some(Found::Unchecked));
        }
    }

    /// Holds the files that are infected or could not be checked; the mail itself goes on.
    pub(super) async fn scan(&mut self, clamd: &Clamd, raw: &Arc<Vec<u8>>) {
        let mut files: Vec<_> = self.files.iter_mut().filter(|file| file.is_allowed).collect();
        let parts: Vec<usize> = files.iter().map(|file| file.part).collect();
        let raw = Arc::clone(raw);
        let read = move || {
            let mail = Mail::read(&raw).ok();
            let bytes = |part: usize| mail.as_ref().and_then(|mail| contents(mail, part)).map(<[u8]>::to_vec);
            parts.into_iter().map(bytes).collect::<Vec<_>>()
        };
        let mut bytes = spawn_blocking(read).await.unwrap_or_default().into_iter();
        let end = Instant::now() + SCAN_LIMIT;
        for file in &mut files {
            let scan = match bytes.next().flatten() {
                Some(bytes) => clamd.scan(&bytes, end).await,
                None => Scan::Unchecked,
            };
            let (found, outcome) = match scan {
                Scan::Clean => (None, "clean"),
                Scan::Infected => (Some(Found::Infected), "infected"),
                Scan::Unchecked => (Some(Found::Unchecked), "unchecked"),
            };
            metrics::counter!("intake_files_scanned_total", "outcome" => outcome).increment(1);
            (file.is_allowed, file.found) = (found.is_none(), found);
        }
    }
}

fn about(report: Report, answered_ids: &mut Vec<String>) -> About {
    let failed = report.failed().map(|failed| {
        let status = failed.status.as_deref().unwrap_or("unknown").replace('.', "_");
        About::Bounce { code: format!("bounced_{status}"), is_hard: failed.class == Class::Hard }
    });
    match report {
        Report::Complaint { returned_ids, .. } => {
            answered_ids.extend(returned_ids);
            About::Complaint
        }
        Report::Bounce(bounce) => {
            answered_ids.extend(bounce.returned_ids);
            let has_arrived = bounce.recipients.iter().any(|recipient| recipient.class == Class::Delivered);
            failed.unwrap_or(if has_arrived { About::Delivered } else { About::Harmless })
        }
        Report::Receipt => About::Harmless,
    }
}

/// `None`: it is no `#new`.
fn ordered(mail: &Mail<'_>, parsed: &ParsedMail) -> Option<Result<Forwarded, Unclear>> {
    let read = commands::read(&parsed.new_text);
    match read.commands.as_slice() {
        [Command::New] => Some(match forwarded(mail, &read.text, None) {
            // Its first lines are perhaps those of a signature.
            Err(_) if !read.text.is_empty() && is_perhaps_forward(parsed) => Err(Unclear::SeveralSenders),
            Err(unclear) if !read.text.is_empty() => by_phone(&read.text).map_err(|lacks| match unclear {
                Unclear::NoSender => lacks,
                unclear => unclear,
            }),
            found => found,
        }),
        [Command::NewFor(address)] => Some(forwarded(mail, &read.text, Some(address))),
        _ => None,
    }
}

/// `None`: what proves an author, and a logo of a type that does not go on. Another small picture is a logo once it was in three mails.
fn file(file: Attachment) -> Option<File> {
    let Attachment { part, name, size, sha256, kind } = file;
    let (is_small, is_of_trade) = (kind == Kind::Logo, kind == Kind::OfTrade);
    let is_allowed = kind == Kind::Allowed || is_small && goes_on_as_picture(&name);
    let file = File { part, name, size, sha256: hex::encode(sha256), is_allowed, is_of_trade, is_small, found: None };
    (is_allowed || !is_small).then_some(file)
}
