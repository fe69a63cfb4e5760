//! The decision about a mail: a pure function, tested row by row.

use inbound::{
    commands::{self, Command},
    standing::{Evidence, Sender, Standing, standing},
    threading::Route,
};
use uuid::Uuid;

use super::{
    Fate,
    content::{About, Content},
    copies::Effect,
    lookup::Lookup,
};
use crate::intake::{address_key::key_of, settings::IntakeSettings};

/// Beyond these, somebody writes who gives no sign of being a program: mails of a ticket in ten minutes, mails of one
/// sender in a day, and those with the same words.
const MAX_RECENT: i64 = 10;
const MAX_OF_SENDER: i64 = 20;
const MAX_REPEATED: i64 = 2;

/// Who wrote a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Author {
    Visitor,
    Consultant,
    Other,
    System,
}

impl Author {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Visitor => "visitor",
            Self::Consultant => "consultant",
            Self::Other => "other",
            Self::System => "system",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decision {
    pub(super) fate: Fate,
    /// The rule that decided; for quarantine, the reason.
    pub(super) rule: &'static str,
    pub(super) inquiry: Option<Uuid>,
    pub(super) outbox: Option<Uuid>,
    pub(super) author: Author,
    /// Of a consultant's mail, its author as registered.
    pub(super) consultant: Option<String>,
    /// The consultants hear of it although a program wrote it: the visitor's mailbox has answered.
    pub(super) is_absence: bool,
    /// Of a consultant's mail.
    pub(super) acts: Acts,
}

/// When a consultant's mail does what it says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Acts {
    #[default]
    AtOnce,
    /// When its author has confirmed it from the registered mailbox.
    OnceConfirmed,
    /// It confirms another mail.
    Confirms,
    /// It opens a ticket for the sender of the mail that it forwards.
    ForSender,
}

impl Decision {
    pub(super) fn quarantine(rule: &'static str) -> Self {
        Self {
            fate: Fate::Quarantined,
            rule,
            inquiry: None,
            outbox: None,
            author: Author::Other,
            consultant: None,
            is_absence: false,
            acts: Acts::AtOnce,
        }
    }

    pub(super) fn dropped(rule: &'static str) -> Self {
        Self { fate: Fate::Dropped, ..Self::quarantine(rule) }
    }

    /// `None`: it has no message.
    pub(super) fn effect(&self) -> Option<Effect> {
        match self.fate {
            Fate::Machine | Fate::Bounce => Some(Effect::Kept),
            // A consultant who has seen the mail can open a ticket with it.
            Fate::New => Some(Effect::Shown),
            Fate::Reply if self.author == Author::Other => Some(Effect::Shown),
            Fate::Command if self.acts == Acts::OnceConfirmed => Some(Effect::Asked),
            Fate::Reply | Fate::Command => Some(Effect::Acted),
            Fate::Duplicate | Fate::Quarantined | Fate::Dropped => None,
        }
    }
}

/// Never a guess: what is not proven waits for a person.
pub(super) fn decide(lookup: &Lookup, content: &Content, settings: &IntakeSettings) -> Decision {
    let (ticket, clue) = match lookup.route {
        Route::Ticket(ticket, clue) => (ticket, clue),
        Route::Opens => return opening(content, settings),
        Route::Waits(doubt) => return Decision::quarantine(doubt.code()),
    };
    let outbox = lookup.outbox.or(lookup.answered);
    let on_ticket =
        |fate, rule, author| Decision { fate, rule, outbox, author, inquiry: Some(ticket), ..Decision::dropped("") };
    let by_consultant = |acts, rule| Decision {
        acts,
        consultant: lookup.consultant().map(str::to_owned),
        ..on_ticket(Fate::Command, rule, Author::Consultant)
    };
    let evidence = lookup.evidence(clue, content);
    let standing = standing(evidence, lookup.sender(content), content.proof);
    // What an operator has put on a ticket is a person's mail, whatever it looks like.
    let by_program = by_program(content, outbox.is_some()).filter(|_| !lookup.is_attached);
    let effect = match standing {
        _ if by_program.is_some() => Effect::Kept,
        Standing::Other | Standing::Held(_) => Effect::Shown,
        Standing::Confirm => Effect::Asked,
        Standing::Visitor | Standing::Consultant => Effect::Acted,
    };
    if lookup.copy >= Some(effect) {
        return on_ticket(Fate::Duplicate, "same_mail", Author::System);
    }
    if let Some((fate, rule)) = by_program {
        // A forged note would say that a visitor is away who waits.
        let is_absence = fate == Fate::Machine && content.is_automatic_answer && standing == Standing::Visitor;
        return Decision { is_absence, ..on_ticket(fate, rule, Author::System) };
    }
    if !lookup.is_attached {
        // No program begins a mail with a verb.
        let is_consultant = matches!(standing, Standing::Consultant | Standing::Confirm);
        let is_verb = is_consultant && commands::visible(&content.new_text).starts_with('#');
        if !is_verb && (lookup.recent >= MAX_RECENT || lookup.of_sender >= MAX_OF_SENDER) {
            return Decision::quarantine("rate");
        }
        if !is_verb && (lookup.repeated >= MAX_REPEATED || lookup.repeated_unanswered > 0) {
            return Decision::quarantine("repeated");
        }
    }
    match standing {
        Standing::Visitor => on_ticket(Fate::Reply, evidence.code(), Author::Visitor),
        Standing::Other => on_ticket(Fate::Reply, evidence.code(), Author::Other),
        Standing::Held(reason) => Decision::quarantine(reason.code()),
        // Also from a mailbox that the host proves: the question may be about a mail from another one.
        Standing::Consultant | Standing::Confirm if lookup.questions.is_answered && is_release(&content.new_text) => {
            by_consultant(Acts::Confirms, "confirmed")
        }
        Standing::Consultant => by_consultant(Acts::AtOnce, evidence.code()),
        Standing::Confirm if lookup.questions.may_ask() => by_consultant(Acts::OnceConfirmed, "unproven"),
        Standing::Confirm => Decision::quarantine("consultant"),
    }
}

/// The fate of a program's mail on a ticket, and the rule that knows it as one.
fn by_program(content: &Content, is_about_ours: bool) -> Option<(Fate, &'static str)> {
    match content.about {
        Some(About::Bounce { .. }) if is_about_ours => Some((Fate::Bounce, "report")),
        Some(About::Complaint) => Some((Fate::Machine, "complaint")),
        _ => content.machine_rule.map(|rule| (Fate::Machine, rule)),
    }
}

/// Only a person begins a mail with `#send`: a program that answers our question does not confirm it.
fn is_release(text: &str) -> bool {
    commands::read(text).commands == [Command::Send]
}

/// A person has decided that the mail opens a ticket, so nothing is asked but whether somebody can be answered.
pub(super) fn decide_to_open(content: &Content, settings: &IntakeSettings) -> Decision {
    match content.from.as_deref() {
        Some(from) if settings.is_outside(from) => Decision { fate: Fate::New, ..Decision::quarantine("opened") },
        _ => Decision::quarantine("no_sender"),
    }
}

/// A mail to the public address. A program's never opens a ticket.
fn opening(content: &Content, settings: &IntakeSettings) -> Decision {
    if content.machine_rule.is_some() {
        return Decision::quarantine("machine");
    }
    let sender = match content.from.as_deref().filter(|_| content.is_clear) {
        None => Sender::Unclear,
        Some(from) if settings.is_consultant(&key_of(from)) => Sender::Consultant,
        Some(_) => Sender::Anybody,
    };
    if sender == Sender::Consultant && content.proof.is_authenticated() && content.is_new_command() {
        // The consultant vouches for the sender of the mail that was forwarded.
        let sender = content.forwarded().and_then(|mail| mail.from);
        return if sender.is_some_and(|address| settings.is_outside(&address)) {
            Decision { fate: Fate::New, acts: Acts::ForSender, ..Decision::quarantine("forwarded") }
        } else {
            Decision::quarantine("no_sender")
        };
    }
    match standing(Evidence::PublicAddress, sender, content.proof) {
        Standing::Visitor => Decision { fate: Fate::New, ..Decision::quarantine(Evidence::PublicAddress.code()) },
        Standing::Held(reason) => Decision::quarantine(reason.code()),
        _ => Decision::quarantine("unmatched"),
    }
}
