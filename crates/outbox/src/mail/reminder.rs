//! To a consultant: an answer is due, or the ticket has an owner.

use entity::{inquiry::Origin, outbox::MailKind};
use inbound::commands;
use mailer::{templates, text, time};

use super::{
    conversation::file_line,
    notification::{Link, links},
    ticket::{Case, Ticket, name_of},
};
use crate::{
    attachments::{code_of, named_only},
    due_ticket::{DueTicket, Turn},
};

/// Half of the promised time is over, or all of it.
pub(super) struct Reminder {
    ticket: Ticket,
    is_over: bool,
    due: String,
    said: Vec<Said>,
    commands: Vec<Link>,
}

templates!(Reminder: "mail/notification/subject.txt", "mail/reminder/body.txt", "mail/reminder/body.html");

/// A mail of the conversation, with its words.
pub(super) struct Said {
    /// Mails in front of it that are not shown.
    left_out: i64,
    by: String,
    /// Such as `to the visitor`.
    whom: &'static str,
    at: String,
    is_automatic: bool,
    /// Of an answer that the visitor has not got: `unsent`, or why.
    fate: &'static str,
    text: Vec<String>,
    /// Of a longer mail; the whole text is stored.
    end: Vec<String>,
    files: Vec<String>,
    /// How `#file` names the mail.
    code: String,
}

impl Said {
    /// The inquiry and all that followed; a mail that opened the ticket is the first that followed.
    fn all(Case { inquiry, content, settings, .. }: Case<'_>, ticket: &Ticket, turns: &[Turn]) -> Vec<Self> {
        let zone = settings.answer.zone();
        let visitor = || ticket.sender.clone();
        let opening = (inquiry.origin == Origin::Form).then(|| Self {
            left_out: 0,
            by: visitor(),
            whom: "to us",
            at: time::in_zone(inquiry.received_at, zone),
            is_automatic: false,
            fate: "",
            text: text::lines(&content.message),
            end: Vec::new(),
            files: Vec::new(),
            code: String::new(),
        });
        let said = |turn: &Turn| {
            let (by, whom, words) = match turn.party.as_str() {
                "visitor" => (visitor(), "to us", turn.text.clone()),
                "consultant" => {
                    let whom = if turn.is_note { "to the colleagues" } else { "to the visitor" };
                    (name_of(&turn.author), whom, commands::read(&turn.text).text)
                }
                _ => (text::line(&turn.author), "to us, not proven", turn.text.clone()),
            };
            let fate = match turn.answer.as_deref() {
                None | Some("sent") => "",
                Some("failed") => "it could not be sent",
                Some("bounced") => "it came back",
                Some("suppressed") => "it was kept back",
                Some(_) => "unsent",
            };
            Self {
                left_out: turns.first().filter(|first| first.number == turn.number).map_or(0, |first| first.number - 1),
                by,
                whom,
                at: time::in_zone(turn.at, zone),
                is_automatic: turn.is_machine,
                fate,
                text: text::lines(&words),
                end: turn.end.as_deref().map(text::lines).unwrap_or_default(),
                files: named_only(turn.files.clone()).iter().map(file_line).collect(),
                code: code_of(turn.id),
            }
        };
        opening.into_iter().chain(turns.iter().map(said)).collect()
    }
}

impl Reminder {
    /// `ours`: where a reply of the recipient comes to us.
    pub(super) fn new(case: Case<'_>, ticket: Ticket, due: &DueTicket, ours: Option<&str>) -> Self {
        let is_over = case.row.kind == MailKind::Escalation;
        let said = if is_over { Said::all(case, &ticket, &due.turns) } else { Vec::new() };
        Self {
            is_over,
            due: due.due_at.map(|at| time::in_zone(at, case.settings.answer.zone())).unwrap_or_default(),
            said,
            commands: ours.map(|ours| links(ours, &ticket.reference, false)).unwrap_or_default(),
            ticket,
        }
    }
}

/// Whose the ticket is now, and the conversation so far.
pub(super) struct Assignment {
    ticket: Ticket,
    /// Its recipient has asked for the conversation: nobody was assigned.
    is_history: bool,
    /// The owner took it.
    is_claim: bool,
    is_to_owner: bool,
    owner: String,
    by: String,
    /// Empty: it is answered, or nobody watches the promised time.
    due: String,
    said: Vec<Said>,
    commands: Vec<Link>,
}

templates!(Assignment: "mail/notification/subject.txt", "mail/assignment/body.txt", "mail/assignment/body.html");

impl Assignment {
    pub(super) fn new(case: Case<'_>, ticket: Ticket, due: &DueTicket, ours: Option<&str>) -> Self {
        let answer = &case.settings.answer;
        let due_at = due.due(case.inquiry.contact_reason, answer);
        let ours = ours.filter(|_| !due.is_claim);
        Self {
            is_history: due.is_history,
            is_claim: due.is_claim,
            is_to_owner: due.is_owner(case.row.recipient.as_deref().unwrap_or_default()),
            owner: due.owner.as_deref().map_or_else(|| "nobody".to_owned(), name_of),
            by: due.by.as_deref().map_or_else(|| "an operator".to_owned(), name_of),
            due: due_at.map(|at| time::in_zone(at, answer.zone())).unwrap_or_default(),
            said: if due.is_claim { Vec::new() } else { Said::all(case, &ticket, &due.turns) },
            commands: ours.map(|ours| links(ours, &ticket.reference, false)).unwrap_or_default(),
            ticket,
        }
    }
}
