//! To a consultant: an answer is due, or the ticket has a new owner.

use entity::{
    inquiry::{self, Origin},
    inquiry_content,
    outbox::MailKind,
};
use inbound::commands;
use mailer::{MailSettings, templates, text, time};

use super::{
    notification::{Link, links},
    ticket::{Ticket, name_of},
};
use crate::due_ticket::{DueTicket, Turn};

/// Lines of a mail of the conversation; the whole text is stored.
const MAX_LINES: usize = 2000;

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
    by: String,
    /// Such as `to the visitor`.
    whom: &'static str,
    at: String,
    text: Vec<String>,
}

impl Said {
    /// The inquiry and all that followed; a mail that opened the ticket is the first that followed.
    fn all(
        ticket: &Ticket,
        inquiry: &inquiry::Model,
        content: &inquiry_content::Model,
        turns: &[Turn],
        settings: &MailSettings,
    ) -> Vec<Self> {
        let zone = settings.answer.zone();
        let visitor = || ticket.sender.clone();
        let opening = (inquiry.origin == Origin::Form).then(|| Self {
            by: visitor(),
            whom: "to us",
            at: time::in_zone(inquiry.received_at, zone),
            text: text::lines(&content.message),
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
            let mut lines = text::lines(&words);
            lines.truncate(MAX_LINES);
            Self { by, whom, at: time::in_zone(turn.at, zone), text: lines }
        };
        opening.into_iter().chain(turns.iter().map(said)).collect()
    }
}

impl Reminder {
    /// `ours`: where a reply of the recipient comes to us.
    pub(super) fn new(
        ticket: Ticket,
        (inquiry, content): (&inquiry::Model, &inquiry_content::Model),
        (due, kind): (&DueTicket, MailKind),
        ours: Option<&str>,
        settings: &MailSettings,
    ) -> Self {
        let is_over = kind == MailKind::Escalation;
        let said = if is_over { Said::all(&ticket, inquiry, content, &due.turns, settings) } else { Vec::new() };
        Self {
            is_over,
            due: due.due_at.map(|at| time::in_zone(at, settings.answer.zone())).unwrap_or_default(),
            said,
            commands: ours.map(|ours| links(ours, &ticket.reference, false)).unwrap_or_default(),
            ticket,
        }
    }
}

/// Whose the ticket is now.
pub(super) struct Assignment {
    ticket: Ticket,
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
    pub(super) fn new(
        ticket: Ticket,
        (inquiry, content): (&inquiry::Model, &inquiry_content::Model),
        (due, recipient): (&DueTicket, &str),
        ours: Option<&str>,
        settings: &MailSettings,
    ) -> Self {
        let is_to_owner = due.owner.as_deref().is_some_and(|owner| owner.eq_ignore_ascii_case(recipient));
        let due_at = due.due_at.filter(|_| !due.is_answered);
        Self {
            is_to_owner,
            owner: due.owner.as_deref().map_or_else(|| "nobody".to_owned(), name_of),
            by: due.by.as_deref().map_or_else(|| "an operator".to_owned(), name_of),
            due: due_at.map(|at| time::in_zone(at, settings.answer.zone())).unwrap_or_default(),
            said: Said::all(&ticket, inquiry, content, &due.turns, settings),
            commands: ours.map(|ours| links(ours, &ticket.reference, false)).unwrap_or_default(),
            ticket,
        }
    }
}
