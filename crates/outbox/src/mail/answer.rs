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
    ticket::{Case, MERGED, Standing, Ticket, first_words},
};
use crate::{due_ticket::DueTicket, participants, returned_mail::loss_sentences};

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
    let fixed = [NO_ADDRESS, ANSWERED, WROTE_AGAIN, OWN_ABSENCE, OWNERS_ABSENCE, PROPOSED, ASKED_TO, MERGED];
    let others = OF_OWNER.iter().map(|(.., sentence)| *sentence).chain(participants::SENTENCES).chain(fixed);
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

/// What an action did that concerns the owner.
const OF_OWNER: [(&str, &str, &str); 6] = [
    ("claim", "taken", "{{ owner }} answers this inquiry already. Write #assign and your name to take it over."),
    ("wait", "taken", "{{ owner }} answers this inquiry. Write #assign and your name first to put it off."),
    ("assign", "done", "The inquiry is assigned to {{ owner }}, who gets the conversation so far."),
    ("assign", "unchanged", "{{ owner }} answers the inquiry already."),
    ("status", "claimed", "{{ owner }} answers this inquiry."),
    ("status", "closed", "This inquiry is closed. {{ owner }} has answered it."),
];

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
    /// Of an answer that waits, the line that the visitor must not read, or that begins with a verb.
    held_line: Option<String>,
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
        let held = if message.events.iter().any(is_shown) {
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
            held_line: held_line(message),
            refused: if message.events.iter().any(|(_, outcome)| outcome == "held_files") {
                refused_lines(message)
            } else {
                Vec::new()
            },
            text: held,
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

/// For which an answer or a note waits.
fn held_line(message: &StoredMessage) -> Option<String> {
    let is_any = |outcomes: &[&str]| message.events.iter().any(|(_, outcome)| outcomes.contains(&outcome.as_str()));
    if is_any(&["held_verb", "held_below", "held"]) {
        let written = commands::read(&message.text);
        let is_note = written.commands.contains(&Command::Note);
        let is_named = |line: &&str| commands::verbs_within(line).any(|verb| !is_note || verb != Command::Note);
        return written.text.lines().find(is_named).map(text::line);
    }
    message.held_line.as_deref().filter(|_| is_any(&["held_note", "held_quote", "note"])).map(text::line)
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

/// What an action did. `owner` answers the inquiry, if it is known.
fn sentence(verb: &str, outcome: &str, owner: &str) -> String {
    let is_said = |(of, with, _): &&(&str, &str, &str)| (*of, *with) == (verb, outcome);
    let known = !owner.is_empty() || outcome != "closed";
    let owner = if owner.is_empty() { "A colleague" } else { owner };
    let found = OF_OWNER.iter().find(is_said).filter(|_| known);
    found.map_or_else(|| fixed(verb, outcome).to_owned(), |(.., sentence)| sentence.replace("{{ owner }}", owner))
}

fn fixed(verb: &str, outcome: &str) -> &'static str {
    match (verb, outcome) {
        (_, "waits" | "unsent" | "gone" | "merged") => not_done(outcome),
        ("merge", outcome) => of_merge(outcome),
        ("claim", "done") | ("status", "mine") => "You answer this inquiry.",
        ("claim", "unchanged") => "You answer this inquiry already.",
        ("assign", "several") => "Several consultants have this name. Write the address.",
        ("assign", _) => "No consultant has this name or address. Nothing was done.",
        ("close", "done") => "The inquiry is closed.",
        ("close", _) => "The inquiry is closed already.",
        ("reopen", "done") => "The inquiry is open again.",
        ("release", "done") => "The inquiry is no spam.",
        ("reopen" | "release", _) => "The inquiry is open already.",
        ("spam", "done") => "The inquiry is marked as spam.",
        ("spam", _) => "The inquiry is marked as spam already.",
        ("note", "held") => {
            "Nothing was done: a line of your note begins with a verb. Write the verb as the first line, or the note without it."
        }
        ("note", _) => "Your note goes to your colleagues. The visitor does not see it.",
        ("status", "open") => "Nobody has claimed this inquiry.",
        ("status", "closed") => "This inquiry is closed.",
        ("status", _) => "This inquiry is marked as spam.",
        ("send", outcome) => of_send(outcome),
        ("answer", "done") => "Your answer is sent.",
        ("answer", outcome) => of_answer(outcome),
        ("new", "done") => "The inquiry is opened for the sender of the mail that you have forwarded.",
        ("new", "by_phone") => "The inquiry by phone is opened, and your colleagues are notified.",
        ("new", _) => "Nothing was done: forward the mail to our public address, with #new as the first line.",
        ("file", "done") => {
            "The files are attached, up to 16 MiB, in a zip with the password: infected. Open them where nothing can be harmed."
        }
        ("file", "deleted") => "Nothing is attached: the bytes of a mail are deleted after 30 days.",
        ("file", "large") => "Nothing is attached: the file has more than 16 MiB. An operator can take it out.",
        ("file", _) => {
            "Nothing is attached: no mail of this inquiry has a file that is held, or none with this code has a file."
        }
        ("erase", outcome) => of_removal(outcome),
        ("only" | "all" | "to", outcome) => of_side(verb, outcome),
        ("follow" | "mute" | "wait" | "away" | "back" | "history", _) => of_reader(verb, outcome),
        _ => "A line of your mail begins with # and is no command. Nothing was done.",
    }
}

/// What `#send` did, or why it sent nothing.
fn of_send(outcome: &str) -> &'static str {
    match outcome {
        "done" => "Your answer is sent.",
        "note" => {
            "Your answer has a note or a signed address, which the visitor must not read. Write it again without it."
        }
        "several" => "Several answers of yours wait. Reply with #send to the mail that names the one to send.",
        "older" => {
            "An answer of yours waits, but it is not the one that your mail is about. To send it, reply with #send to the mail that \
             names it."
        }
        "unchanged" => "This answer is sent already.",
        "empty" => "Nothing is sent: the mail that waits has no text. Write the answer again.",
        "other" => {
            "No answer that waits is sent, since another text stands below #send. To send one, reply with #send alone to the mail that \
             names it."
        }
        "restricted" => "Nothing is sent: the processing of this inquiry is restricted.",
        "held_quote" | "held_uncompared" => of_answer(outcome),
        "without_below" => "What stands below #send, or is attached to it, is not sent. To send it, write it again.",
        "shortened" => "Lines of mails that it repeats are left out: the visitor gets what is shown below.",
        _ => "No answer of yours waits.",
    }
}

/// Why a verb has done nothing, whichever it is.
fn not_done(outcome: &str) -> &'static str {
    match outcome {
        "waits" => "What your mail asks for besides is not done. Write it again when the answer is sent.",
        "unsent" => {
            "The inquiry is neither closed nor put off yet: words stand below, perhaps an answer. Reply with #send and the verb below it to \
             do both, or with the verb alone."
        }
        "gone" => "The inquiry has been deleted. Nothing was done.",
        _ => "Nothing was done: another inquiry goes on for this one. Reply to a mail of that one.",
    }
}

/// What is removed, or why nothing is.
fn of_removal(outcome: &str) -> &'static str {
    match outcome {
        "done" => {
            "The mail that you replied to is removed from our database, with its files and what your mail repeats of it. Delete it \
             from the mailboxes, too; earlier and later mails may quote it. What you wrote below #erase was not sent and is not kept."
        }
        "file" => {
            "The file is removed from our database, with the bytes of its mail, whose text stays. Delete it from the mailboxes, too. What you \
             wrote below #erase was not sent and is not kept."
        }
        "inquiry" => {
            "Nothing was removed: this is the inquiry itself. A file of it goes by #erase and its name, words by a compliance officer."
        }
        "kept" => "Nothing was removed: a legal hold keeps the mail, or it is gone already.",
        "officer" => {
            "Nothing was removed: the second removal of a day waits for a compliance officer. Tell one which mail it is."
        }
        "several" => {
            "Nothing was removed: several files have this name. Write its number in the list of the mail's files."
        }
        "no_file" => "Nothing was removed: the mail that you replied to has no file of this name.",
        _ => {
            "Nothing was removed: reply to the mail that brought what is to go, with #erase as the first line. Some mail programs do \
             not say which mail they answer: then ask a compliance officer."
        }
    }
}

/// Whether another inquiry goes on for this one.
fn of_merge(outcome: &str) -> &'static str {
    match outcome {
        "done" => {
            "Mails to either come to that one. Its owner and followers stay, those of this one follow it, and #history there shows \
             both."
        }
        "unchanged" => "Nothing was done: that inquiry is this one already.",
        "person" => {
            "Nothing was done: that inquiry came from another address. Only inquiries of the same address become one: answer each."
        }
        "spam" => {
            "Nothing was done: that inquiry is marked as spam. Reply to a mail of it with #reopen, then write #merge again."
        }
        _ => "Nothing was done: no inquiry of yours has this reference. #find and a name or an address lists yours.",
    }
}

/// Where answers go.
fn of_side(verb: &str, outcome: &str) -> &'static str {
    match (verb, outcome) {
        ("only", "done") => "Answers go to nobody whom the visitor has copied.",
        ("only", _) => "Answers go to nobody else already.",
        ("all", "done") => "Answers go to everybody again whom the visitor has copied.",
        ("all", _) => "Nobody is left out of the answers.",
        ("to", "done") => "Answers go to another address from now on. The former one is kept with the inquiry.",
        ("to", "late") => {
            "Nothing was done: the question is older than a day, or answers go elsewhere since. Write #to again."
        }
        _ => "Nothing was done: write an address behind #to that is neither ours nor a consultant's.",
    }
}

/// What changes for its author.
fn of_reader(verb: &str, outcome: &str) -> &'static str {
    match (verb, outcome) {
        ("follow", _) => "You get each mail of this inquiry.",
        ("mute", _) => "You get mails of this inquiry only if you answer it, or if nobody does.",
        ("wait", "unclear") => {
            "Nothing was done: write how many days you wait, such as #wait 5d, or until when, such as #wait 12.12., at most 90 days."
        }
        ("wait", "closed") => "Nothing was done: the inquiry is closed.",
        ("wait", _) => "The inquiry is in no reminder until then, or until the visitor writes.",
        ("away", "unclear") => {
            "Nothing was done: write how many days you are away, such as #away 5d, or your last day, such as #away 12.12., at most 90 days."
        }
        ("away", _) => {
            "Your colleagues get the mails and reminders of your inquiries as well, and read that you are away. #back ends it."
        }
        ("back", _) => "You are back: your absence is over.",
        _ => "You get the conversation in a separate mail.",
    }
}

/// Why an answer waits, or what has become of it.
fn of_answer(outcome: &str) -> &'static str {
    match outcome {
        "held_verb" => {
            "Not sent yet: a line of your mail begins with a verb. Write the verb as the first line of a mail, or reply with #send \
             to send the text as it is."
        }
        "held_below" => {
            "Not sent yet: a line of your mail begins with #note. Reply with #send to send the text as it is, or write it again: \
             for the colleagues with #note as the first line, for the visitor without it."
        }
        "held_note" => {
            "Not sent: your answer has a note or a signed address, which the visitor must not read. Write it again without it."
        }
        "held_quote" => {
            "Not sent yet: your answer has a line that may be internal, or that its HTML alone has. Reply with #send to send it \
             as it is, or write it again without it."
        }
        "held_uncompared" => {
            "Not sent yet: your answer could not be compared with everything that the visitor must not read. Reply with #send to \
             send it as it is."
        }
        "held_second" => {
            "Not sent yet: a colleague has answered in the last ten minutes. Reply with #send to send yours as well."
        }
        "held_files" => {
            "Not sent yet: a file of your answer cannot go to the visitor. Reply with #send to send the answer without it."
        }
        "below_verb" => {
            "What stands below a verb may be a signature, so it is not sent to the visitor. Reply with #send to send it."
        }
        _ => "Not sent: your mail has no text.",
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
            ("answer", "held_verb", Some("> *#Close* it")),
            ("answer", "held_below", Some("> *#Close* it")),
            ("note", "held", Some("> *#Close* it")),
            ("answer", "held_quote", Some("Stored")),
            ("send", "note", Some("Stored")),
            ("answer", "held_second", None),
            ("note", "done", None),
        ] {
            let text = "#claim\nGood morning\n\n> *#Close* it \n#note Never pays.";
            let message = StoredMessage {
                events: vec![("claim".to_owned(), "done".to_owned()), (verb.to_owned(), outcome.to_owned())],
                held_line: Some("Stored".to_owned()),
                ..StoredMessage::new("anna@own.example", false, text, Uuid::nil(), DateTime::UNIX_EPOCH)
            };
            assert_eq!(held_line(&message).as_deref(), expected, "{verb} {outcome}");
        }
    }
}
