//! Answers from a consultant's mailbox: to the visitor, to the other consultants, and what became of them.

use entity::{Language, TicketReference, contact::ContactReason, inquiry};
use inbound::{
    absence::last_day,
    commands::{self, Command},
};
use mailer::{MailSettings, templates, text, time};

use super::{
    auto_reply,
    conversation::{StoredMessage, refused_lines},
    notification::Link,
    outcome::{OF_OWNER, sentence},
    ticket::{Case, MERGED, Standing, Ticket, first_words},
};
use crate::{
    due_ticket::DueTicket,
    held::{MOST, WHYS, Why, named},
    participants,
    returned_mail::loss_sentences,
};

const LANGUAGES: [Language; 4] = [Language::En, Language::De, Language::Fr, Language::It];

/// What stands above and below the list of verbs.
const AROUND_HELP: [[&str; 2]; 4] = [
    [
        "Write one of these as the first line of a reply:",
        "#claim, #assign, #close, #wait, #follow, #mute, #merge and #only may stand below an answer.",
    ],
    [
        "Schreiben Sie eines dieser Wörter auf die erste Zeile einer Antwort:",
        "#übernehmen, #zuweisen, #schliessen, #warten, #folgen, #stumm, #zusammenführen und #nur können auch unter einer Antwort stehen.",
    ],
    [
        "Écrivez l’un de ces mots sur la première ligne d’une réponse :",
        "#prendre, #attribuer, #fermer, #attendre, #suivre, #muet, #fusionner et #seulement peuvent aussi se trouver sous une réponse.",
    ],
    [
        "Scriva una di queste parole nella prima riga di una risposta:",
        "#prendi, #assegna, #chiudi, #attendi, #segui, #silenzia, #unisci e #solo possono stare anche sotto una risposta.",
    ],
];

/// The verbs, with what stands around their list.
struct Help {
    language: &'static str,
    above: &'static str,
    verbs: Vec<(String, &'static str)>,
    below: &'static str,
}

impl Help {
    fn new(language: Language) -> Self {
        let at = LANGUAGES.iter().position(|one| *one == language).unwrap_or_default();
        let width = commands::help(language).map(|(verb, _)| verb.chars().count()).max().unwrap_or_default();
        let verbs = commands::help(language).map(|(verb, meaning)| (format!("{verb:width$}"), meaning)).collect();
        let [above, below] = AROUND_HELP[at];
        Self { language: language.code(), above, verbs, below }
    }

    fn lines(self) -> impl Iterator<Item = String> {
        let verbs = self.verbs.into_iter().map(|(verb, meaning)| format!("{verb}  {meaning}"));
        [self.above, self.below].map(str::to_owned).into_iter().chain(verbs)
    }
}

/// As a receipt lists them, and what else it says that depends on the ticket.
pub(crate) fn sentences() -> String {
    let help = LANGUAGES.into_iter().flat_map(|language| Help::new(language).lines());
    let whys = WHYS.map(|(.., sentence)| sentence);
    let fixed = [NO_ADDRESS, ANSWERED, WROTE_AGAIN, OWN_ABSENCE, OWNERS_ABSENCE, PROPOSED, ASKED_TO, MERGED];
    let others =
        OF_OWNER.iter().map(|(.., sentence)| *sentence).chain(participants::SENTENCES).chain(fixed).chain(whys);
    help.chain(others.map(str::to_owned)).chain(loss_sentences()).collect::<Vec<_>>().join("\n")
}

const NO_ADDRESS: &str =
    "Not sent: this inquiry came by phone, and nobody has given a mail address. Call {{ phone }}, then write #close.";

const ANSWERED: &str = "The visitor has had an answer.";
const WROTE_AGAIN: &str = "The visitor wrote again {{ day }}, and waits for an answer.";

const ASKED_TO: &str = "Answers would go to {{ address }} from now on. Nothing is changed yet: make sure that the address is right and the \
                         visitor's, then reply to this mail with #send as the first line.";
const PROPOSED: &str = "Your mailbox answers that you are away up to {{ day }}. Tell your colleagues by the link, or by a reply with this first line: \
                        #away {{ date }}. They then get the mails and reminders of your inquiries as well.";
const OWN_ABSENCE: &str = "You are away and back on {{ day }}.";
const OWNERS_ABSENCE: &str =
    "{{ owner }} is away and back on {{ day }}: colleagues get the mails and reminders as well.";

/// Characters of the visitor's own subject.
const SUBJECT_MAX_CHARS: usize = 200;

/// To the visitor. The subject is that of the visitor's own mail, or of the auto-reply, so that clients show one thread.
pub(super) struct AnswerToVisitor {
    reference: TicketReference,
    language: Language,
    /// Empty without one.
    subject: String,
    text: Vec<String>,
    formatted: Option<String>,
}

templates!(AnswerToVisitor: "mail/answer/subject.txt", "mail/answer/body.txt", "mail/answer/body.html");

impl AnswerToVisitor {
    pub(super) fn new(inquiry: &inquiry::Model, message: &StoredMessage, subject: Option<&str>) -> Self {
        let (text, formatted) = (message.words(inquiry.language), message.formatted.clone());
        let subject = text::own_subject(text::without_reply_marks(subject.unwrap_or_default()), SUBJECT_MAX_CHARS);
        Self { reference: inquiry.reference.clone(), language: inquiry.language, subject, text, formatted }
    }

    fn language(&self) -> &'static str {
        self.language.code()
    }

    fn received(&self) -> &'static str {
        auto_reply::received(self.language)
    }
}

/// To the other consultants.
pub(super) struct AnswerCopy {
    ticket: Ticket,
    author: String,
    is_note: bool,
    text: Vec<String>,
    formatted: Option<String>,
    received: String,
}

templates!(AnswerCopy: "mail/notification/subject.txt", "mail/answer_copy/body.txt", "mail/answer_copy/body.html");

impl AnswerCopy {
    pub(super) fn new(ticket: Ticket, message: &StoredMessage, settings: &MailSettings) -> Self {
        let read = commands::read(&message.text);
        Self {
            ticket,
            author: text::line(&message.author),
            is_note: read.commands.contains(&Command::Note),
            text: message.words(Language::En),
            formatted: message.formatted.clone(),
            received: time::in_zone(message.received_at, settings.answer.zone()),
        }
    }

    fn first_words(&self) -> String {
        first_words(&self.text)
    }
}

/// To the author of a mail: what each verb did, or why an answer waits.
pub(super) struct Receipt {
    ticket: Ticket,
    lines: Vec<String>,
    /// The lines for which an answer waits, or that are no command, each with the reason, if the sentences above do not say it.
    held: Vec<(String, &'static str)>,
    /// The files for which it waits, each with its reason.
    refused: Vec<String>,
    /// Of an answer that waits, or that went out without what it quotes.
    text: Vec<String>,
    help: Option<Help>,
    /// That tells the colleagues of an absence of which the mailbox tells.
    commands: Vec<Link>,
    received: String,
}

templates!(Receipt: "mail/notification/subject.txt", "mail/receipt/body.txt", "mail/receipt/body.html");

impl Receipt {
    /// With `ours`, where a reply goes, a link writes the confirmation of an address, or the verb that is proposed.
    pub(super) fn new(case: Case<'_>, ticket: Ticket, message: &StoredMessage, ours: Option<&str>) -> Self {
        let (reason, settings) = (case.inquiry.contact_reason, case.settings);
        let is_shown = |(verb, outcome): &(String, String)| {
            matches!(outcome.as_str(), "shortened" | "below_verb" | "without_below")
                || verb != "send" && outcome.starts_with("held")
        };
        let text = if message.events.iter().any(is_shown) {
            text::lines(&commands::read(&message.text).text)
        } else {
            Vec::new()
        };
        let needs_help = |(verb, _): &(String, String)| matches!(verb.as_str(), "help" | "unknown");
        // That a mail was asked about, or that help follows, needs no line.
        let has_line = |(verb, outcome): &&(String, String)| {
            !matches!(verb.as_str(), "confirm" | "help")
                && !matches!(outcome.as_str(), "held_address" | "proposed" | "asked")
                && (outcome != "below_verb" || message.events.iter().all(|(_, other)| other != "unsent"))
        };
        let said = message.events.iter().filter(has_line);
        let Standing { owner, owner_back, .. } = &ticket.standing;
        let has = |verbs: &[&str]| message.events.iter().any(|(verb, _)| verbs.contains(&verb.as_str()));
        let back_at = message.ticket.as_ref().and_then(|ticket| ticket.back_at).filter(|_| has(&["away", "status"]));
        let zone = settings.answer.zone();
        let back = back_at.map(|at| OWN_ABSENCE.replace("{{ day }}", &time::day_in_zone(at, zone)));
        let mut lines: Vec<String> = said.map(|(verb, outcome)| sentence(verb, outcome, owner)).chain(back).collect();
        if has(&["assign", "claim", "status", "wait"]) && !owner_back.is_empty() {
            lines.push(OWNERS_ABSENCE.replace("{{ owner }}", owner).replace("{{ day }}", owner_back));
        }
        if message.events.contains(&("merge".to_owned(), "done".to_owned())) {
            lines.insert(0, format!("This inquiry is {}.", ticket.standing.end));
        }
        if has(&["claim", "status", "wait"]) {
            lines.extend(message.ticket.as_ref().and_then(|ticket| due_line(ticket, reason, settings)));
        }
        if has(&["only", "all", "to", "status"]) {
            lines.extend(ticket.standing.side.iter().cloned());
        }
        if message.events.iter().any(|(_, outcome)| outcome == "held_address") {
            lines.push(NO_ADDRESS.replace("{{ phone }}", &ticket.phone));
        }
        let proposed = proposal(&ticket, message, ours);
        lines.extend(proposed.iter().map(|(line, _)| line.clone()));
        lines.dedup();
        Self {
            commands: proposed.and_then(|(_, link)| link).into_iter().collect(),
            ticket,
            lines,
            held: held_lines(message),
            refused: if message.events.iter().any(|(verb, outcome)| verb == "file" || outcome == "held_files") {
                refused_lines(message)
            } else {
                Vec::new()
            },
            text,
            help: message.events.iter().any(needs_help).then(|| Help::new(asked_in(message))),
            received: time::in_zone(message.received_at, settings.answer.zone()),
        }
    }
}

/// The language of the `#help`.
fn asked_in(message: &StoredMessage) -> Language {
    let language = |command| if let Command::Help(language) = command { Some(language) } else { None };
    commands::read(&message.text).commands.into_iter().find_map(language).unwrap_or_default()
}

/// For which an answer or a note waits, or which are no command.
fn held_lines(message: &StoredMessage) -> Vec<(String, &'static str)> {
    let is_any = |outcomes: &[&str]| message.events.iter().any(|(_, outcome)| outcomes.contains(&outcome.as_str()));
    let of = |lines: Vec<&str>| lines.into_iter().take(MOST).map(|line| (text::line(line), "")).collect();
    if message.events.iter().any(|(verb, _)| verb == "unknown") {
        return of(commands::unknown_lines(&message.text).collect());
    }
    if is_any(&["held_verb", "held_below", "held"]) {
        let written = commands::read(&message.text);
        let is_note = written.commands.contains(&Command::Note);
        let is_named = |line: &&str| commands::verbs_within(line).any(|verb| !is_note || verb != Command::Note);
        return of(written.text.lines().filter(is_named).collect());
    }
    let stored = message.held_line.as_deref().filter(|_| is_any(&["held_note", "held_quote", "note"]));
    let stored = stored.into_iter().flat_map(named);
    stored.map(|(line, why)| (text::line(line), why.map_or("", Why::sentence))).collect()
}

/// Of an absence of which the mailbox tells, or of another address for the answers; with a mail that carries it out.
fn proposal(ticket: &Ticket, message: &StoredMessage, ours: Option<&str>) -> Option<(String, Option<Link>)> {
    let is_any =
        |verb: &str, outcome: &str| message.events.iter().any(|event| (&*event.0, &*event.1) == (verb, outcome));
    let link = |shown: String, verb: &str| {
        let draft = text::draft(ours?, &format!("[{}]", ticket.reference));
        Some(Link { shown, target: format!("{draft}&body=%23{verb}%0A") })
    };
    if is_any("to", "asked") {
        let commands = commands::read(&message.text).commands;
        let to = |command| if let Command::To(address) = command { Some(text::line(&address)) } else { None };
        let said = ASKED_TO.replace("{{ address }}", &commands.into_iter().find_map(to)?);
        return Some((said, link("Send answers there".to_owned(), "send")));
    }
    let day = last_day(&message.text, message.received_at.date_naive()).filter(|_| is_any("away", "proposed"))?;
    let (shown, date) = (time::day(day), day.to_string());
    let said = PROPOSED.replace("{{ day }}", &shown).replace("{{ date }}", &date);
    Some((said, link(format!("Away up to {shown}"), &format!("away%20{date}"))))
}

/// To the person in whose name a mail came that is not proven, or looks like a program's.
pub(super) struct Question {
    ticket: Ticket,
    author: String,
    text: Vec<String>,
    received: String,
}

templates!(Question: "mail/notification/subject.txt", "mail/question/body.txt", "mail/question/body.html");

impl Question {
    pub(super) fn new(ticket: Ticket, message: &StoredMessage, settings: &MailSettings) -> Self {
        Self {
            ticket,
            author: text::line(&message.author),
            text: text::lines(&message.text),
            received: time::in_zone(message.received_at, settings.answer.zone()),
        }
    }
}

/// By when a ticket that is not over is to be answered.
fn due_line(ticket: &DueTicket, reason: ContactReason, settings: &MailSettings) -> Option<String> {
    let zone = settings.answer.zone();
    if let Some(at) = ticket.waits_until {
        return Some(format!("Put off until {}.", time::day_in_zone(at, zone)));
    }
    match ticket.wrote_again_at {
        Some(at) => Some(WROTE_AGAIN.replace("{{ day }}", &time::in_zone(at, zone))),
        None if ticket.is_answered => Some(ANSWERED.to_owned()),
        None => {
            let due = ticket.due(reason, &settings.answer);
            due.map(|at| format!("Answer due {}.", time::in_zone(at, zone)))
        }
    }
}

/// To the author of an answer that did not arrive.
pub(super) struct AnswerLost {
    pub(super) ticket: Ticket,
    pub(super) cause: String,
    /// The address that a report names, if it is not the visitor's.
    pub(super) other: Option<String>,
    /// Others on the visitor's side who have not got it, and whether they were copied.
    pub(super) participants: Option<(String, bool)>,
}

templates!(AnswerLost: "mail/notification/subject.txt", "mail/answer_lost/body.txt", "mail/answer_lost/body.html");

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn the_line_for_which_a_mail_waits_is_named() {
        for (verb, outcome, expected) in [
            ("answer", "held_verb", vec!["> *#Close* it", "#note Never pays."]),
            ("answer", "held_below", vec!["> *#Close* it", "#note Never pays."]),
            ("note", "held", vec!["> *#Close* it", "#note Never pays."]),
            ("answer", "held_quote", vec!["Stored"]),
            ("send", "note", vec!["Stored"]),
            ("answer", "held_second", vec![]),
            ("note", "done", vec![]),
        ] {
            let text = "#claim\nGood morning\n\n> *#Close* it \n#note Never pays.";
            let message = StoredMessage {
                events: vec![("claim".to_owned(), "done".to_owned()), (verb.to_owned(), outcome.to_owned())],
                held_line: Some("Stored".to_owned()),
                ..StoredMessage::new("anna@own.example", false, text, Uuid::nil(), DateTime::UNIX_EPOCH)
            };
            let lines: Vec<_> = held_lines(&message).into_iter().map(|(line, _)| line).collect();
            assert_eq!(lines, expected, "{verb} {outcome}");
        }
    }
}
