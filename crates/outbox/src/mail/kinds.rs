//! What each kind of mail is: what it is about, who gets it, where its reply goes, and its templates.

use entity::{
    EmailAddress, Language,
    inquiry::BotCheckStatus,
    inquiry_content,
    outbox::{self, MailKind},
};
use inbound::commands::{self, Command};
use lettre::{
    Address,
    message::{Body, Mailbox, header::ContentTransferEncoding},
};
use mailer::{
    BuildError, Draft, Parts, PreparedMail, Rendered, SentCopy, Templates,
    addresses::{Party, WITHOUT_TEXT},
    attachment,
    brand::brand,
    text,
};

use super::{
    absence::Absence,
    answer::{AnswerCopy, AnswerLost, AnswerToVisitor, Question, Receipt},
    auto_reply::AutoReply,
    conversation::{StoredMessage, Undeliverable, VisitorReply},
    notification::Notification,
    reminder::{Assignment, Reminder},
    ticket::{Case, Standing, TO_COLLEAGUES, TO_NOBODY, TO_VISITOR, TO_VISITOR_DIRECTLY, Ticket, name_of},
    without_text::WithoutText,
};
use crate::{background::Background, due_ticket::DueTicket, participants::Recipient, returned_mail::loss_sentence};

/// What a mail is about besides its inquiry.
#[derive(Debug)]
pub enum About {
    Inquiry(Background),
    Message(StoredMessage),
    Due(DueTicket),
    /// A mail to the visitor that this other address has not got.
    OtherAddress(String),
    /// An answer that did not arrive, and by which code.
    Lost(String),
    /// An answer that these have not got, who were copied; or the one to whom answers go instead.
    Participants {
        addresses: String,
        are_copied: bool,
        code: String,
    },
    /// The mail server refuses what the mail says: it has no word of anybody, so no filter finds one.
    TextRefused,
}

/// What a mail says of its ticket besides what it is about.
#[derive(Clone, Default, derive_more::Debug)]
#[debug("TicketFacts")]
pub struct TicketFacts {
    /// The visitor's, of the mail that opened it.
    pub subject: Option<String>,
    /// Of that mail.
    pub opening_id: Option<String>,
    /// For a consultant, of a mail that is about the inquiry.
    pub ticket: Option<DueTicket>,
}

impl About {
    fn other_address(&self) -> Option<String> {
        if let Self::OtherAddress(address) = self { Some(text::line(address)) } else { None }
    }

    fn participants(&self) -> Option<(String, bool)> {
        if let Self::Participants { addresses, are_copied, .. } = self {
            Some((text::line(addresses), *are_copied))
        } else {
            None
        }
    }

    /// What its author does then helps nobody who was copied.
    fn loss(&self, is_authors: bool) -> String {
        match self {
            Self::Lost(code) => loss_sentence(code, is_authors),
            Self::Participants { code, are_copied, .. } => loss_sentence(code, !are_copied),
            _ => String::new(),
        }
    }

    fn is_marked(&self) -> bool {
        matches!(self, Self::Inquiry(background) if !background.signs.is_empty())
    }
}

/// The variants of [`About`], and whether the files of the message go on.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Source {
    Inquiry,
    Message,
    WithFiles,
    Due,
}

/// Where the words of a reply go. The address says it, and so does each mail to a consultant.
#[derive(Clone, Copy, PartialEq)]
enum RepliesTo {
    /// The visitor's: to the consultants.
    Consultants,
    Visitor,
    /// Unless it went without its text: perhaps its reader knows nothing else of the inquiry.
    VisitorIfShown,
    /// Unless a colleague got the ticket by it.
    VisitorUnlessTaken,
    Colleagues,
}

const BY_PROGRAM: Option<&str> = Some("auto-generated");
const BY_PERSON: Option<&str> = None;

/// What all mails of a kind share.
pub(super) struct Kind {
    source: Source,
    replies: RepliesTo,
    /// Who wrote it (RFC 3834, section 5).
    auto_submitted: Option<&'static str>,
    /// Shown behind our name; empty: nothing is.
    author: &'static str,
    /// What a consultant reads if the mail server refuses its text.
    pub(super) what: &'static str,
}

pub(super) fn of(kind: MailKind) -> Kind {
    use RepliesTo::{Colleagues, Consultants, Visitor, VisitorIfShown, VisitorUnlessTaken};
    use Source::{Due, Inquiry, Message, WithFiles};
    let (source, replies, auto_submitted, author, what) = match kind {
        MailKind::Notification => (Inquiry, Visitor, BY_PROGRAM, "", "New inquiry"),
        MailKind::AutoReply => (Inquiry, Consultants, Some("auto-replied"), "", "A mail"),
        MailKind::VisitorReply => (WithFiles, Visitor, BY_PERSON, "another sender's mail", "The visitor has written"),
        MailKind::Undeliverable => (Inquiry, Colleagues, BY_PROGRAM, "no mail arrives", "No mail reaches the visitor"),
        MailKind::Absence => (Message, Visitor, BY_PROGRAM, "visitor away", "The visitor is away"),
        MailKind::Answer => (WithFiles, Consultants, BY_PERSON, "", "A mail"),
        MailKind::AnswerCopy => (WithFiles, Colleagues, BY_PROGRAM, "", "A colleague has written"),
        MailKind::Receipt => (Message, Colleagues, BY_PROGRAM, "receipt", "What became of your mail"),
        MailKind::AnswerLost => (Inquiry, Colleagues, BY_PROGRAM, "no mail arrives", "Your answer did not arrive"),
        MailKind::Reminder => (Due, VisitorIfShown, BY_PROGRAM, "answer due", "Not answered yet"),
        MailKind::Escalation => (Due, VisitorIfShown, BY_PROGRAM, "answer OVERDUE", "Not answered yet"),
        MailKind::Question => (Message, Colleagues, BY_PROGRAM, "did you write this?", "Did you write a mail?"),
        // Sent without an inquiry: see `journey`.
        MailKind::Journey => (Inquiry, Consultants, BY_PROGRAM, "", "A mail"),
        MailKind::Assignment => (Due, VisitorUnlessTaken, BY_PROGRAM, "assigned", "An inquiry is assigned"),
    };
    Kind { source, replies, auto_submitted, author, what }
}

pub(crate) fn source(kind: MailKind) -> Source {
    of(kind).source
}

/// The mail of an outbox row: to the visitor, or to the consultant whom the row names.
pub fn build(case: Case<'_>, about: &About, facts: &TicketFacts) -> Result<PreparedMail, BuildError> {
    let Case { inquiry, content, row, settings } = case;
    let kind = row.kind;
    let other = other_recipient(about).map(|one| one.address.as_str());
    let to = address(to_consultant(row)?.or(other).unwrap_or(content.email.as_str()))?;
    let reply_to = reply_to(case, about)?;
    let is_refused = matches!(about, About::TextRefused);
    let reply_to = reply_to.filter(|to| !is_refused || to.email.to_string() != content.email.as_str());
    let mut message_id = row.message_id.clone().ok_or(BuildError::NoMessageId)?;
    if is_refused {
        // Clients show one of two mails with the same.
        message_id = message_id.replacen('<', &format!("<{WITHOUT_TEXT}"), 1);
    }
    let mut parts = render(case, about, facts, reply_to.as_ref())?;
    let whole = whole(kind, about);
    if whole.is_some() {
        parts.subject.push_str(" (encrypted)");
    }
    let copy = kind.is_sent_once().then(|| SentCopy { subject: parts.subject.clone(), text: parts.text.clone() });
    let mut thread = vec![settings.ticket_id(row.inquiry_id)];
    // Who is not proven may be another.
    thread.extend(facts.opening_id.clone().filter(|_| kind == MailKind::AutoReply && !row.over_share));
    let mut files = Vec::new();
    if let About::Message(message) = about {
        thread.extend(message.thread.clone());
        let files_beside = message.files.iter().filter(|_| whole.is_none());
        files = files_beside.filter_map(|file| Some(attached(&file.name, file.contents.clone()?))).collect();
    }
    let mail = Rendered { parts, at: row.created_at, files };
    let draft = Draft {
        message_id,
        return_path: match kind {
            MailKind::AutoReply => settings.auto_reply_return_path(row.id),
            _ => Some(settings.notification_return_path(row.id)),
        },
        author: author(content, about, kind),
        reply_to,
        thread,
        auto_submitted: of(kind).auto_submitted,
        takes_absence_note: kind == MailKind::Answer,
        language: if kind.is_to_consultant() { Language::En } else { inquiry.language },
        is_urgent: match kind {
            MailKind::Notification => inquiry.contact_reason.is_urgent() && !about.is_marked(),
            _ => matches!(kind, MailKind::Escalation | MailKind::AnswerLost),
        },
        ..Draft::new(mail, &row.id.simple().to_string(), to, settings)
    };
    let mail = draft.build(settings)?;
    let mail = if let Some(whole) = whole { mail.around(whole) } else { mail };
    Ok(PreparedMail { copy, ..mail })
}

/// The encrypted mail that goes to its recipient as it came. The copy of an answer only says that there was one.
fn whole(kind: MailKind, about: &About) -> Option<&[u8]> {
    let About::Message(message) = about else { return None };
    let goes_on = match kind {
        MailKind::VisitorReply | MailKind::Answer => true,
        MailKind::AnswerCopy => commands::read(&message.text).commands.contains(&Command::Note),
        _ => false,
    };
    message.whole.as_deref().filter(|_| goes_on)
}

/// Who is shown as the author. All mails of a ticket have one subject, or clients would show several threads: the author tells
/// them apart in a list.
fn author(content: &inquiry_content::Model, about: &About, kind: MailKind) -> Option<String> {
    let us = &brand().name;
    let ours = |what: &str| Some(format!("{us}: {what}"));
    match (kind, about) {
        (_, About::TextRefused) => None,
        (MailKind::Notification, _) if !about.is_marked() => Some(visitor_as_author(content)),
        (MailKind::VisitorReply, About::Message(message)) if message.is_participant => {
            Some(format!("{} via {us}", name_of(&message.author)))
        }
        (MailKind::VisitorReply, About::Message(message)) if message.is_visitor => Some(visitor_as_author(content)),
        (MailKind::AnswerCopy, About::Message(message)) => Some(format!("{} ({us})", name_of(&message.author))),
        (MailKind::Assignment, About::Due(due)) if due.is_history => ours("conversation"),
        (MailKind::Assignment, About::Due(due)) if due.is_claim => ours("claimed"),
        _ => Some(of(kind).author).filter(|author| !author.is_empty()).and_then(ours),
    }
}

/// Who is shown as the author of the visitor's words: the name as it was typed, without an address, which would look like the
/// sender's.
pub(crate) fn visitor_as_author(content: &inquiry_content::Model) -> String {
    const MAX_CHARS: usize = 50;
    let typed = format!("{} {}", content.first_name, content.last_name).replace('@', " ");
    format!("{} via {}", text::subject_line(&typed, MAX_CHARS), brand().name)
}

/// What the recipient of an outbox row reads.
pub(crate) fn rendered(case: Case<'_>, about: &About, facts: &TicketFacts) -> Result<Parts, BuildError> {
    render(case, about, facts, reply_to(case, about)?.as_ref())
}

fn to_consultant(row: &outbox::Model) -> Result<Option<&str>, BuildError> {
    row.kind.is_to_consultant().then(|| row.recipient.as_deref().ok_or(BuildError::NoRecipient)).transpose()
}

/// To us, at an address of the recipient's own, or straight to the visitor.
fn reply_to(case: Case<'_>, about: &About) -> Result<Option<Mailbox>, BuildError> {
    let Case { inquiry, content, row, settings } = case;
    let Some(goes) = goes(row, about) else { return Ok(None) };
    let Some(consultant) = to_consultant(row)? else { return reply_of_visitor(case, about) };
    // Mail from our own address counts as a program's.
    let takes_answers = settings.takes_answers && !consultant.eq_ignore_ascii_case(settings.from.email.as_ref());
    let to = match (settings.signed.as_ref().filter(|_| takes_answers), goes) {
        (Some(signed), RepliesTo::Colleagues) => signed.internal(row.id),
        (Some(signed), _) => signed.reply(&inquiry.reference, &Party::Consultant(consultant.to_owned())),
        (None, RepliesTo::Colleagues) => return Ok(None),
        (None, _) => content.email.as_str().to_owned(),
    };
    Ok(Some(address(&to)?.into()))
}

/// `None`: nowhere.
fn goes(row: &outbox::Model, about: &About) -> Option<RepliesTo> {
    let is_owner = |due: &DueTicket| due.is_owner(row.recipient.as_deref().unwrap_or_default());
    match (of(row.kind).replies, about) {
        (RepliesTo::VisitorIfShown, About::TextRefused) => None,
        (RepliesTo::VisitorUnlessTaken, About::Due(due)) if due.is_history || is_owner(due) => Some(RepliesTo::Visitor),
        (RepliesTo::VisitorUnlessTaken, _) => Some(RepliesTo::Colleagues),
        (goes, _) => Some(goes),
    }
}

/// What a consultant reads of it.
fn where_it_goes(goes: Option<RepliesTo>, reply_to: Option<&Mailbox>, visitor: &EmailAddress) -> &'static str {
    match reply_to {
        None => "",
        Some(_) if goes == Some(RepliesTo::Colleagues) => TO_COLLEAGUES,
        Some(_) if visitor.is_phone() => TO_NOBODY,
        Some(to) if to.email.to_string() == visitor.as_str() => TO_VISITOR_DIRECTLY,
        Some(_) => TO_VISITOR,
    }
}

/// The templates of each kind. A visitor's mail gets nothing of the form but the address it goes to (RFC 3834, sections 3.2 and
/// 6): otherwise anyone could mail any text to anyone.
fn render(case: Case<'_>, about: &About, facts: &TicketFacts, reply_to: Option<&Mailbox>) -> Result<Parts, BuildError> {
    let Case { inquiry, content, row, settings } = case;
    let recipient = row.recipient.as_deref().unwrap_or_default();
    let known = match about {
        About::Message(message) => message.ticket.as_deref(),
        About::Due(due) => Some(due),
        _ => facts.ticket.as_ref(),
    };
    let standing = known.map(|ticket| Standing::of(ticket, recipient, settings));
    let ours = reply_to.map(|to| to.email.as_ref()).filter(|to| *to != content.email.as_str());
    let reply = where_it_goes(goes(row, about), reply_to, &content.email);
    let ticket = || {
        let ticket = Ticket::new(inquiry, content).with_subject(facts.subject.as_deref());
        Ticket { reply, standing: standing.unwrap_or_default(), ..ticket }
    };
    match (row.kind, about) {
        (_, About::TextRefused) => WithoutText::new(case, ticket(), of(row.kind).what).render(),
        (MailKind::Notification, About::Inquiry(background)) => {
            Notification::new(case, ticket(), ours, background).render()
        }
        (MailKind::AutoReply, _) if inquiry.bot_check == BotCheckStatus::Unverified => Err(BuildError::Unverified),
        (MailKind::AutoReply, _) => AutoReply::new(inquiry, row.created_at, settings).render(),
        (MailKind::Undeliverable, about) => {
            let (given_up, other) = (row.about, about.other_address());
            Undeliverable { ticket: ticket(), given_up, cause: about.loss(false), other }.render()
        }
        (MailKind::AnswerLost, about) => {
            let (other, participants) = (about.other_address(), about.participants());
            AnswerLost { ticket: ticket(), cause: about.loss(true), other, participants }.render()
        }
        (MailKind::VisitorReply, About::Message(message)) => {
            VisitorReply::new(ticket(), message, ours, settings).render()
        }
        (MailKind::Absence, About::Message(message)) => Absence::new(ticket(), message, settings).render(),
        (MailKind::Answer, About::Message(message)) => {
            AnswerToVisitor::new(inquiry, message, facts.subject.as_deref()).render()
        }
        (MailKind::AnswerCopy, About::Message(message)) => AnswerCopy::new(ticket(), message, settings).render(),
        (MailKind::Receipt, About::Message(message)) => Receipt::new(case, ticket(), message, ours).render(),
        (MailKind::Question, About::Message(message)) => Question::new(ticket(), message, settings).render(),
        (MailKind::Reminder | MailKind::Escalation, About::Due(due)) => {
            Reminder::new(case, ticket(), due, ours).render()
        }
        (MailKind::Assignment, About::Due(due)) => Assignment::new(case, ticket(), due, ours).render(),
        _ => Err(BuildError::NoSource),
    }
}

/// To whom an answer goes if not to the inquiry's own address.
fn other_recipient(about: &About) -> Option<&Recipient> {
    if let About::Message(message) = about { message.to.as_ref() } else { None }
}

/// To a signed address of this ticket that is the recipient's own, if mails come in.
fn reply_of_visitor(case: Case<'_>, about: &About) -> Result<Option<Mailbox>, BuildError> {
    match &case.settings.signed {
        Some(signed) => {
            let own = other_recipient(about).map(|one| signed.participant(one.id));
            let own = own.unwrap_or_else(|| signed.reply(&case.inquiry.reference, &Party::Visitor));
            Ok(Some(address(&own)?.into()))
        }
        None => Ok(case.settings.reply_to.clone()),
    }
}

fn address(text: &str) -> Result<Address, BuildError> {
    text.parse().map_err(|_| BuildError::Recipient)
}

fn attached(name: &str, contents: Vec<u8>) -> lettre::message::SinglePart {
    let media_type = calendar_type(name, &contents).unwrap_or_else(|| media_type(name).to_owned());
    let contents = Body::new_with_encoding(contents, ContentTransferEncoding::Base64);
    attachment(name.to_owned(), &media_type, contents.expect("base64 takes any bytes"))
}

/// Of the types that go on, those that mail clients show; the others they open by the name.
fn media_type(name: &str) -> &'static str {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    match ending.as_deref() {
        Some("pdf") => "application/pdf",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        _ => "application/octet-stream",
    }
}

/// With the method, by which a client offers to accept an invitation (RFC 6047, section 2.4).
fn calendar_type(name: &str, contents: &[u8]) -> Option<String> {
    let text = str::from_utf8(contents).ok().filter(|_| name.to_ascii_lowercase().ends_with(".ics"))?;
    let method = text.lines().find_map(|line| line.strip_prefix("METHOD:")).map(str::trim);
    let method = method.filter(|method| !method.is_empty() && method.bytes().all(|byte| byte.is_ascii_uppercase()));
    let method = method.map_or_else(String::new, |method| format!("; method={method}"));
    Some(format!("text/calendar; charset=utf-8{method}"))
}
