//! Whether a program wrote a mail. People write through lists, ticket systems and mailing tools, so few signs are sure.

use crate::{absence::says_absent, headers::Headers};

/// What is found, stored with the mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum_macros::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Rule {
    /// A delivery report, a complaint, a read receipt or a report about a domain (RFC 3464, RFC 5965, RFC 8098, RFC 7489).
    Report,
    /// `mailer-daemon@`.
    MailerDaemon,
    /// Our own mail came back.
    Own,
    /// From our address: our own mail by a relay that gives ids anew, or a consultant who sends as the desk.
    OwnAddress,
    /// `Auto-Submitted` other than `no` (RFC 3834, section 5).
    AutoSubmitted,
    /// The null return path (RFC 3834, section 2).
    NullPath,
    /// `X-Autoreply` and its relatives.
    AutoReplyHeader,
    /// `no-reply@` and others that nobody reads.
    SenderName,
    /// The subject of an absence note or a bounce.
    Subject,
    /// `X-Loop` and its relatives: a program passes on what comes in.
    LoopMark,
    Precedence,
    List,
}

/// How surely a program wrote the mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    Sure,
    /// An absence note: it says that it is automatic, and that somebody is away.
    Note,
    /// Ticket systems send people's words with such marks.
    Doubtful,
    /// Lists and mailing tools send people's words with such marks, and people's mail servers, too.
    Bulk,
}

/// The surest sign of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sign {
    pub rule: Rule,
    pub weight: Weight,
}

impl Rule {
    /// In the order in which they are tried: the surest first.
    const ALL: [Self; 12] = [
        Self::Report,
        Self::MailerDaemon,
        Self::Own,
        Self::OwnAddress,
        Self::AutoSubmitted,
        Self::NullPath,
        Self::AutoReplyHeader,
        Self::SenderName,
        Self::Subject,
        Self::LoopMark,
        Self::Precedence,
        Self::List,
    ];

    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What no person's mail program writes into a mail of ours.
const BY_PROGRAMS: [Rule; 5] =
    [Rule::AutoSubmitted, Rule::NullPath, Rule::AutoReplyHeader, Rule::Subject, Rule::LoopMark];

/// What marks our own mails.
#[derive(Clone, Debug)]
pub struct OwnMail<'a> {
    /// The address in `From` of our mails.
    pub from: &'a str,
    /// Behind the `@` of our Message-IDs.
    pub message_id_domain: &'a str,
}

/// `envelope_from` is `MAIL FROM`, empty for the null path; `None` if it is unknown. `subject` is decoded from encoded words.
pub fn sign_of_program(
    headers: &Headers<'_>,
    envelope_from: Option<&str>,
    (subject, text): (&str, &str),
    own: &OwnMail<'_>,
) -> Option<Sign> {
    let mail = Mail { headers, envelope_from, subject, own };
    let rule = Rule::ALL.into_iter().find(|rule| mail.meets(*rule))?;
    let weight = match rule {
        Rule::Report | Rule::MailerDaemon | Rule::Own => Weight::Sure,
        Rule::OwnAddress if BY_PROGRAMS.iter().any(|rule| mail.meets(*rule)) => Weight::Sure,
        Rule::Precedence | Rule::List => Weight::Bulk,
        _ if mail.is_automatic_answer() && says_absent(&format!("{subject}\n\n{text}")) => Weight::Note,
        _ => Weight::Doubtful,
    };
    Some(Sign { rule, weight })
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
            Rule::Report => self.is_report(),
            Rule::MailerDaemon => self.is_from(|name| name == "mailer-daemon"),
            Rule::Own => self.has_own_id(),
            Rule::OwnAddress => self.sender_addresses().any(|address| address.eq_ignore_ascii_case(self.own.from)),
            Rule::AutoSubmitted => self.first_words(&["Auto-Submitted"]).any(|word| word != "no"),
            Rule::NullPath => self.has_null_path(),
            Rule::AutoReplyHeader => self.has_auto_reply_header(),
            Rule::SenderName => self.is_from(is_robot),
            Rule::Subject => self.has_machine_subject(),
            Rule::Precedence => {
                let mut words = self.first_words(&["Precedence", "X-Precedence"]);
                words.any(|word| matches!(word.as_str(), "bulk" | "junk" | "list")) && !self.is_of_own_list()
            }
            Rule::LoopMark => self.has_one_of(["X-Loop", "X-FC-MachineGenerated"]),
            Rule::List => self.has_one_of(["List-Id", "List-Unsubscribe"]),
        }
    }

    fn has_one_of(&self, names: [&str; 2]) -> bool {
        names.into_iter().any(|name| self.headers.first(name).is_some()) && !self.is_of_own_list()
    }

    /// Of programs that answer a mail. Exchange marks its notes like other automatic mails, and by their subject.
    fn is_automatic_answer(&self) -> bool {
        self.first_words(&["Auto-Submitted"]).any(|word| word == "auto-replied")
            || self.has_auto_reply_header()
            || self.has_machine_subject()
                && (self.meets(Rule::AutoSubmitted) || self.has_null_path() || self.suppresses_responses())
    }

    fn has_auto_reply_header(&self) -> bool {
        const NAMES: [&str; 4] = ["X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Mail-Autoreply"];
        self.first_words(&NAMES).any(|word| word != "no")
            || self.first_words(&["Precedence", "X-Precedence"]).any(|word| word == "auto_reply")
    }

    /// A group of the firm that passes on what comes to the public address.
    fn is_of_own_list(&self) -> bool {
        let id = self.headers.first("List-Id").unwrap_or_default().trim().to_ascii_lowercase();
        let domain = self.own.message_id_domain.to_ascii_lowercase();
        id.trim_end_matches('>').strip_suffix(&domain).is_some_and(|list| list.ends_with('.'))
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
        is_of_null_path(self.headers, self.envelope_from) == Some(true)
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
        let subject = self.subject.to_ascii_lowercase();
        report_types.iter().any(|kind| content_type.starts_with(kind))
            || asks.iter().any(|ask| content_type.contains(ask))
            || self.headers.first("X-Failed-Recipients").is_some()
            // RFC 7489, section 7.2.1.1; RFC 8460, section 5.3.
            || subject.starts_with("report domain:") && subject.contains("submitter:")
    }

    /// Of a name in front of `+` and `@`.
    fn is_from(&self, is_program: impl Fn(&str) -> bool) -> bool {
        self.sender_addresses().any(|address| is_program(address.split(['@', '+']).next().unwrap_or_default()))
    }

    /// The domain alone says nothing: mail clients put that of their account into a Message-ID.
    fn has_own_id(&self) -> bool {
        let id = self.headers.first("Message-ID").unwrap_or_default().trim().to_ascii_lowercase();
        let parts = id.trim_start_matches('<').trim_end_matches('>').rsplit_once('@');
        parts.is_some_and(|(local, domain)| {
            domain.eq_ignore_ascii_case(self.own.message_id_domain) && is_own_name(local)
        })
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

/// The envelope counts more than a header that anybody writes. `None`: nobody says the path.
pub(crate) fn is_of_null_path(headers: &Headers<'_>, envelope_from: Option<&str>) -> Option<bool> {
    let written = || headers.all("Return-Path").map(|path| is_null_path(&path)).reduce(|one, other| one || other);
    envelope_from.map(is_null_path).or_else(written)
}

/// Whether an envelope has the null sender. Without `null_sender=`, Postfix passes it to a program as `MAILER-DAEMON`.
pub fn is_null_path(path: &str) -> bool {
    let path = path.trim();
    matches!(path, "" | "<>") || path.trim_matches(['<', '>']).eq_ignore_ascii_case("MAILER-DAEMON")
}

fn is_robot(name: &str) -> bool {
    const NAMES: [&str; 6] = ["postmaster", "noreply", "no-reply", "do-not-reply", "donotreply", "no_reply"];
    NAMES.contains(&name) || name.starts_with("noreply-") || name.starts_with("no-reply-")
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

    fn sign_with(raw: &str, path: Option<&str>) -> Option<Sign> {
        let headers = Headers::of(raw.as_bytes()).unwrap();
        let text = std::str::from_utf8(headers.body()).unwrap();
        sign_of_program(&headers, path, (&headers.first("Subject").unwrap_or_default(), text), &OWN)
    }

    fn sign(raw: &str) -> Option<Sign> {
        sign_with(raw, None)
    }

    #[test]
    fn each_rule_finds_its_mails() {
        use Weight::{Bulk, Doubtful, Sure};
        for (raw, rule, weight) in [
            ("Content-Type: multipart/report; report-type=delivery-status\n\n", Rule::Report, Sure),
            ("Content-Type: Multipart/Report\nAuto-Submitted: auto-replied\n\n", Rule::Report, Sure),
            ("X-Failed-Recipients: a@b.example\n\n", Rule::Report, Sure),
            ("Subject: Report domain: firm.example Submitter: big.example Report-ID: 1\n\n", Rule::Report, Sure),
            ("From: Mail Delivery <MAILER-DAEMON@x.example>\n\n", Rule::MailerDaemon, Sure),
            ("Message-ID: <outbox.019aa5d0-0000-7000-8000-000000000001@Firm.Example>\n\n", Rule::Own, Sure),
            ("Message-ID: <o1-01arz3ndektsv4rrffq69g5fav-0123456789abcdef@firm.example>\n\n", Rule::Own, Sure),
            ("From: \"Desk\" <desk@firm.example>\n\n", Rule::OwnAddress, Doubtful),
            ("From: desk@firm.example\nAuto-Submitted: auto-generated\n\n", Rule::OwnAddress, Sure),
            ("Auto-Submitted: auto-replied\n\nThank you.", Rule::AutoSubmitted, Doubtful),
            ("Auto-Submitted: (by us) auto-generated; x=y\nPrecedence: bulk\n\n", Rule::AutoSubmitted, Doubtful),
            ("Return-Path: <>\n\n", Rule::NullPath, Doubtful),
            ("X-Precedence: AUTO_REPLY\n\n", Rule::AutoReplyHeader, Doubtful),
            ("X-Autoreply: yes\n\n", Rule::AutoReplyHeader, Doubtful),
            ("From: no-reply@x.example\n\n", Rule::SenderName, Doubtful),
            ("From: noreply-reports@x.example\n\n", Rule::SenderName, Doubtful),
            ("From: a@x.example\nFrom: no-reply+4@x.example\n\n", Rule::SenderName, Doubtful),
            ("Subject: Abwesenheitsnotiz: Ihre Anfrage\n\n", Rule::Subject, Doubtful),
            ("Subject: RÉPONSE AUTOMATIQUE : offre\n\n", Rule::Subject, Doubtful),
            ("Precedence: bulk\n\n", Rule::Precedence, Bulk),
            ("List-Id: <x.example>\n\n", Rule::List, Bulk),
            ("List-Unsubscribe: <https://crm.example/u/1>\n\n", Rule::List, Bulk),
            ("Precedence: bulk\nX-Loop: x\n\n", Rule::LoopMark, Doubtful),
            ("X-FC-MachineGenerated: true\n\n", Rule::LoopMark, Doubtful),
        ] {
            assert_eq!(sign(raw), Some(Sign { rule, weight }), "{raw}");
        }
    }

    #[test]
    fn people_are_not_machines() {
        for raw in [
            "From: Person <person@visitor.example>\nSubject: Re: [FW-7K3Q-9D2M] Our network\n\n",
            "Message-ID: <5ED1B5A9-0D4C@firm.example>\n\n",
            "Auto-Submitted: no\n\n",
            "Auto-Submitted: NO (a person wrote it)\n\n",
            "X-Auto-Response-Suppress: All\n\n",
            "X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply\n\n",
            "Feedback-ID: 1:crm\n\n",
            "Return-Path: <person@visitor.example>\n\n",
            "Precedence: normal\n\n",
            "X-Autoreply: no\n\n",
            "Subject: Re: Out of office\n\n",
            "Subject: Autonomous systems and their threats\n\n",
            "Subject: Report domain: what does it mean?\n\n",
            "From: noreplyton@visitor.example\n\n",
            "Content-Type: multipart/mixed; boundary=report\n\n",
            "Precedence: list\nList-ID: <desk.Firm.example>\nList-Unsubscribe: <mailto:x@g.example>\n\n",
        ] {
            assert_eq!(sign(raw), None, "{raw}");
        }
        let other_list = sign("Precedence: list\nList-ID: <desk.otherfirm.example>\n\n").unwrap();
        assert_eq!(other_list.weight, Weight::Bulk);
    }

    #[test]
    fn a_note_says_that_it_is_automatic_and_that_somebody_is_away() {
        for (raw, is_note) in [
            ("Auto-Submitted: auto-replied\n\nI am away until Monday.", true),
            ("Auto-Submitted: auto-replied (vacation)\nSubject: Out of office\n\nBack soon.", true),
            ("X-Autoreply: yes\n\nIch bin in den\nFerien.", true),
            ("Precedence: auto_reply\n\nJe suis absent.", true),
            // Exchange, with its null path or without.
            ("Auto-Submitted: auto-generated\nSubject: Automatic reply: x\n\nI'm out of the office.", true),
            ("Return-Path: <>\nSubject: Automatische Antwort: x\n\nIch bin abwesend.", true),
            ("Auto-Submitted: auto-replied\n\nGrüezi\n\nAbwesend bis Montag.", true),
            ("Auto-Submitted: auto-replied\n\nVielen Dank.\nDa ich in den Ferien bin, lese ich keine Mails.", true),
            ("Auto-Submitted: auto-replied\n\nSarò fuori sede fino al 3.12.", true),
            ("Auto-Submitted: auto-replied\n\nActuellement en congé, je vous répondrai lundi.", true),
            ("Auto-Submitted: auto-replied\nSubject: Automatic reply: Out of office\n\nBack soon.", true),
            // Visitors in need, behind a ticket system.
            (
                "Auto-Submitted: auto-replied\n\nUnser Mailserver ist seit 02:14 nicht erreichbar, die Angreifer sind noch drin.",
                false,
            ),
            ("Auto-Submitted: auto-replied\nSubject: Mailserver nicht erreichbar\n\nBitte rufen Sie an.", false),
            ("Auto-Submitted: auto-replied\nSubject: Nicht erreichbar: Mailserver\n\nBitte rufen Sie an.", false),
            ("Auto-Submitted: auto-replied\n\nI write because our CEO is on vacation. Call us.", false),
            ("Auto-Submitted: auto-replied\n\nIch bin IT-Leiter, unser Chef ist bis 5.12. in den Ferien.", false),
            ("Auto-Submitted: auto-replied\n\nOur CEO is on vacation and somebody writes as him.", false),
            ("Auto-Submitted: auto-replied\n\nI am away, but my laptop is encrypted. Can you come?", false),
            ("Auto-Submitted: auto-replied\nSubject: Out of office\n\nThey are back. Can you come?", false),
            (
                "Auto-Submitted: auto-replied\n\nThe log shows it. Come today.\n\n\
                 On Mon, 23 Nov 2026, Firnwall <desk@firm.example> wrote:\n> I am away until Friday.",
                false,
            ),
            (
                "Auto-Submitted: auto-replied\n\nPlease come today.\n\nVon: Firnwall <desk@firm.example>\n\
                 Gesendet: Montag\n\nIch bin in den Ferien.",
                false,
            ),
            // A person behind a ticket system, who speaks of somebody else.
            ("Auto-Submitted: auto-generated\n\nOur administrator is on vacation. Can you come?", false),
            ("Auto-Submitted: auto-replied\n\nPlease keep it offline until 3 December.", false),
            ("Auto-Submitted: auto-replied\nSubject: Automatic reply: x\n\nWe have got your mail.", false),
            ("Return-Path: <>\n\nI am away until Monday.", false),
            ("Subject: Abwesend bis Montag\n\nAbwesend.", false),
        ] {
            assert_eq!(sign(raw).unwrap().weight == Weight::Note, is_note, "{raw}");
        }
    }

    #[test]
    fn the_envelope_counts_more_than_a_header_that_anybody_writes() {
        let rule = |path| sign_with("Return-Path: <>\n\n", path).map(|sign| sign.rule);
        assert_eq!(rule(Some("a@b.example")), None);
        assert_eq!(rule(Some("mailer-daemon@b.example")), None, "an address, and no null path");
        for null in ["", "<>", "MAILER-DAEMON", "mailer-daemon", "<Mailer-Daemon>"] {
            assert_eq!(rule(Some(null)), Some(Rule::NullPath), "{null:?}");
        }
        assert_eq!(rule(None), Some(Rule::NullPath));
    }
}
