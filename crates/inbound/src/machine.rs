//! Whether a program wrote a mail. Such a mail is kept, and never relayed, answered, or counted as a contact.

use crate::headers::Headers;

/// The rule that found it, stored with the mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum_macros::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Rule {
    /// `Auto-Submitted` other than `no` (RFC 3834, section 5).
    AutoSubmitted,
    /// The null return path (RFC 3834, section 2).
    NullPath,
    /// A delivery report, a complaint or a read receipt (RFC 3464, RFC 5965, RFC 8098).
    Report,
    Precedence,
    /// `X-Autoreply` and its relatives.
    AutoReplyHeader,
    /// `X-Auto-Response-Suppress`: Exchange's out-of-office may carry nothing else.
    ResponseSuppressed,
    /// A list, a loop mark, or Exim's list of failed recipients.
    ListOrLoop,
    /// `mailer-daemon@`, `no-reply@` and others that nobody reads.
    SenderName,
    /// Our own mail came back.
    Own,
    /// The subject of an absence notice or a bounce.
    Subject,
}

impl Rule {
    /// In the order in which they are tried.
    const ALL: [Self; 10] = [
        Self::AutoSubmitted,
        Self::NullPath,
        Self::Report,
        Self::Precedence,
        Self::AutoReplyHeader,
        Self::ResponseSuppressed,
        Self::ListOrLoop,
        Self::SenderName,
        Self::Own,
        Self::Subject,
    ];

    /// Whether an out-of-office note meets this rule first; reports, lists and robots meet others.
    pub fn is_answer(self) -> bool {
        !matches!(self, Self::Report | Self::ListOrLoop | Self::SenderName | Self::Own)
    }

    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What marks our own mails.
#[derive(Clone, Debug)]
pub struct OwnMail<'a> {
    /// The address in `From` of our mails.
    pub from: &'a str,
    /// Behind the `@` of our Message-IDs.
    pub message_id_domain: &'a str,
}

/// The first rule that the mail meets. `envelope_from` is `MAIL FROM`, empty for the null path; `None` if it is unknown.
/// `subject` is decoded from encoded words.
pub fn machine_rule(
    headers: &Headers<'_>,
    envelope_from: Option<&str>,
    subject: &str,
    own: &OwnMail<'_>,
) -> Option<Rule> {
    let mail = Mail { headers, envelope_from, subject, own };
    Rule::ALL.into_iter().find(|rule| mail.meets(*rule))
}

struct Mail<'a> {
    headers: &'a Headers<'a>,
    envelope_from: Option<&'a str>,
    subject: &'a str,
    own: &'a OwnMail<'a>,
}

impl Mail<'_> {
    fn meets(&self, rule: Rule) -> bool {
        match rule {
            Rule::AutoSubmitted => self.first_words(&["Auto-Submitted"]).any(|word| word != "no"),
            Rule::NullPath => self.has_null_path(),
            Rule::Report => self.is_report(),
            Rule::Precedence => self
                .first_words(&["Precedence", "X-Precedence"])
                .any(|word| matches!(word.as_str(), "bulk" | "junk" | "list" | "auto_reply")),
            Rule::AutoReplyHeader => self
                .first_words(&["X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Mail-Autoreply"])
                .any(|word| word != "no"),
            Rule::ResponseSuppressed => self.suppresses_responses(),
            Rule::ListOrLoop => {
                ["List-Id", "List-Unsubscribe", "X-Loop", "X-FC-MachineGenerated", "X-Failed-Recipients"]
                    .into_iter()
                    .any(|name| self.headers.first(name).is_some())
            }
            Rule::SenderName => self.is_from_a_robot(),
            Rule::Own => self.is_own(),
            Rule::Subject => self.has_machine_subject(),
        }
    }

    fn suppresses_responses(&self) -> bool {
        let is_known = |word: &str| ["all", "oof", "autoreply"].iter().any(|known| word.eq_ignore_ascii_case(known));
        self.headers.all("X-Auto-Response-Suppress").any(|value| value.split(',').any(|word| is_known(word.trim())))
    }

    /// The first word of each value, in lower case, without comments and parameters.
    fn first_words(&self, names: &[&str]) -> impl Iterator<Item = String> {
        names.iter().flat_map(|name| self.headers.all(name)).map(|value| first_word(&value))
    }

    fn has_null_path(&self) -> bool {
        match self.envelope_from {
            Some(path) => is_null_path(path),
            None => self.headers.all("Return-Path").any(|path| is_null_path(&path)),
        }
    }

    fn is_report(&self) -> bool {
        let content_type = self.headers.first("Content-Type").unwrap_or_default().to_ascii_lowercase();
        let report_types = [
            "multipart/report",
            "message/delivery-status",
            "message/global-delivery-status",
            "message/feedback-report",
            "message/disposition-notification",
        ];
        let asks = ["report-type=delivery-status", "report-type=\"delivery-status\""];
        report_types.iter().any(|kind| content_type.starts_with(kind))
            || asks.iter().any(|ask| content_type.contains(ask))
    }

    fn is_from_a_robot(&self) -> bool {
        const NAMES: [&str; 7] =
            ["mailer-daemon", "postmaster", "noreply", "no-reply", "do-not-reply", "donotreply", "no_reply"];
        self.sender_addresses().any(|address| {
            let local = address.split('@').next().unwrap_or_default();
            let local = local.split('+').next().unwrap_or_default();
            NAMES.contains(&local)
        })
    }

    /// The domain alone says nothing: mail clients put that of their account into a Message-ID.
    fn is_own(&self) -> bool {
        let id = self.headers.first("Message-ID").unwrap_or_default().trim().to_ascii_lowercase();
        let parts = id.trim_start_matches('<').trim_end_matches('>').rsplit_once('@');
        let has_own_id = parts.is_some_and(|(local, domain)| {
            domain.eq_ignore_ascii_case(self.own.message_id_domain) && is_own_name(local)
        });
        has_own_id || self.sender_addresses().any(|address| address.eq_ignore_ascii_case(self.own.from))
    }

    /// Of every `From`, in lower case: a disguised sender is a robot if one of them is.
    fn sender_addresses(&self) -> impl Iterator<Item = String> {
        self.headers.all("From").map(|value| address_in(&value))
    }

    fn has_machine_subject(&self) -> bool {
        let subject = self.subject.trim().to_lowercase();
        // "Re: Out of office" is somebody's answer.
        SUBJECTS.lines().any(|start| subject.starts_with(start))
    }
}

/// How absence notices and bounces begin, in the languages of the region and of the usual programs.
const SUBJECTS: &str = include_str!("words/machine_subjects.txt");

/// Whether an envelope has the null sender. Without `null_sender=`, Postfix passes it to a program as `MAILER-DAEMON`.
pub fn is_null_path(path: &str) -> bool {
    let path = path.trim();
    matches!(path, "" | "<>") || path.trim_matches(['<', '>']).eq_ignore_ascii_case("MAILER-DAEMON")
}

fn first_word(value: &str) -> String {
    let mut rest = value.trim_start();
    // A comment in front (RFC 5322, section 3.2.2).
    while let Some(comment) = rest.strip_prefix('(') {
        rest = comment.split_once(')').map_or("", |(_, rest)| rest).trim_start();
    }
    let end = rest.find(|c: char| c == ';' || c == '(' || c.is_whitespace()).unwrap_or(rest.len());
    rest[..end].to_ascii_lowercase()
}

/// The address of a mailbox, in lower case: what is in the last angle brackets, or the first word with an `@`.
fn address_in(value: &str) -> String {
    let in_brackets = value.rsplit_once('<').and_then(|(_, rest)| rest.split_once('>')).map(|(address, _)| address);
    let word = || value.split([' ', ',', '\t']).find(|word| word.contains('@')).unwrap_or(value);
    in_brackets.unwrap_or_else(word).trim().to_lowercase()
}

/// The form of the ids that we make: `outbox.UUID` and its like, and signed ones.
fn is_own_name(local: &str) -> bool {
    const NAMES: [&str; 5] = ["outbox.", "ticket.", "check.", "report.", "deadline."];
    NAMES.iter().any(|name| local.starts_with(name))
        || matches!(local.as_bytes(), [b'o', b'1'..=b'9', b'-', ..] if local.len() == 46)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: OwnMail<'_> = OwnMail { from: "desk@firm.example", message_id_domain: "firm.example" };

    fn rule(raw: &str) -> Option<Rule> {
        let headers = Headers::of(raw.as_bytes()).unwrap();
        let subject = headers.first("Subject").unwrap_or_default();
        machine_rule(&headers, None, &subject, &OWN)
    }

    #[test]
    fn each_rule_finds_its_mails() {
        for (raw, expected) in [
            ("Auto-Submitted: auto-replied\n\n", Rule::AutoSubmitted),
            ("Auto-Submitted: (by us) auto-generated; x=y\n\n", Rule::AutoSubmitted),
            ("Return-Path: <>\n\n", Rule::NullPath),
            ("Content-Type: multipart/report; report-type=delivery-status\n\n", Rule::Report),
            ("Content-Type: Multipart/Report\n\n", Rule::Report),
            ("Precedence: bulk\n\n", Rule::Precedence),
            ("X-Precedence: AUTO_REPLY\n\n", Rule::Precedence),
            ("X-Autoreply: yes\n\n", Rule::AutoReplyHeader),
            ("X-Auto-Response-Suppress: DR, OOF\n\n", Rule::ResponseSuppressed),
            ("List-Id: <x.example>\n\n", Rule::ListOrLoop),
            ("X-Failed-Recipients: a@b.example\n\n", Rule::ListOrLoop),
            ("From: Mail Delivery <MAILER-DAEMON@x.example>\n\n", Rule::SenderName),
            ("From: no-reply@x.example\n\n", Rule::SenderName),
            ("From: a@x.example\nFrom: no-reply+4@x.example\n\n", Rule::SenderName),
            ("Message-ID: <outbox.019aa5d0-0000-7000-8000-000000000001@Firm.Example>\n\n", Rule::Own),
            ("Message-ID: <o1-01arz3ndektsv4rrffq69g5fav-0123456789abcdef@firm.example>\n\n", Rule::Own),
            ("From: \"Desk\" <desk@firm.example>\n\n", Rule::Own),
            ("Subject: Abwesenheitsnotiz: Ihre Anfrage\n\n", Rule::Subject),
            ("Subject: RÉPONSE AUTOMATIQUE : offre\n\n", Rule::Subject),
        ] {
            assert_eq!(rule(raw), Some(expected), "{raw}");
        }
    }

    #[test]
    fn people_are_not_machines() {
        for raw in [
            "From: Person <person@visitor.example>\nSubject: Re: [FW-7K3Q-9D2M] Our network\n\n",
            "Message-ID: <5ED1B5A9-0D4C@firm.example>\n\n",
            "Auto-Submitted: no\n\n",
            "Auto-Submitted: NO (a person wrote it)\n\n",
            "X-Auto-Response-Suppress: None\n\n",
            "X-Auto-Response-Suppress: DR, RN, NRN\n\n",
            "Return-Path: <person@visitor.example>\n\n",
            "Precedence: normal\n\n",
            "X-Autoreply: no\n\n",
            "Subject: Re: Out of office\n\n",
            "Subject: Autonomous systems and their threats\n\n",
            "From: noreplyton@visitor.example\n\n",
            "Content-Type: multipart/mixed; boundary=report\n\n",
        ] {
            assert_eq!(rule(raw), None, "{raw}");
        }
    }

    #[test]
    fn the_envelope_counts_more_than_a_header_that_anybody_writes() {
        let headers = Headers::of(b"Return-Path: <>\n\n").unwrap();
        let rule = |path| machine_rule(&headers, path, "", &OWN);
        assert_eq!(rule(Some("a@b.example")), None);
        assert_eq!(rule(Some("mailer-daemon@b.example")), None, "an address, and no null path");
        for null in ["", "<>", "MAILER-DAEMON", "mailer-daemon", "<Mailer-Daemon>"] {
            assert_eq!(rule(Some(null)), Some(Rule::NullPath), "{null:?}");
        }
        assert_eq!(rule(None), Some(Rule::NullPath));
    }
}
