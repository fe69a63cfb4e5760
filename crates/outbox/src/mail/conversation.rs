//! To a consultant: what the visitor wrote, or that no mail reaches the visitor.

use chrono::{DateTime, Utc};
use entity::Language;
use inbound::commands;
use mailer::{MailSettings, templates, text, time};
use uuid::Uuid;

use super::{
    notification::{Link, links},
    ticket::{TO_VISITOR, Ticket, first_words, name_of},
};
use crate::{
    attachments::{AttachedFile, code_of},
    due_ticket::DueTicket,
    participants::Recipient,
};

/// A stored message.
#[derive(Clone, Default)]
pub struct StoredMessage {
    pub author: String,
    pub is_visitor: bool,
    /// Of somebody else on the visitor's side.
    pub is_participant: bool,
    /// Of an answer, to whom it goes if not to the inquiry's own address.
    pub to: Option<Recipient>,
    /// Perhaps a program wrote it.
    pub is_automatic: bool,
    /// What the author newly wrote.
    pub text: String,
    /// A consultant's own formatting of an answer: HTML that is safe, and says what the text says.
    pub formatted: Option<String>,
    /// An encrypted mail as it came, with the fields of its type.
    pub whole: Option<Vec<u8>>,
    pub id: Uuid,
    pub files: Vec<AttachedFile>,
    pub received_at: DateTime<Utc>,
    /// Message-ID of the mail that began the recipient's thread; for the visitor, of our last one and of the visitor's own.
    pub thread: Vec<String>,
    /// For a receipt, what the message did: verbs and their outcomes.
    pub events: Vec<(String, String)>,
    /// Likewise, the line of a held answer that the visitor must not read.
    pub held_line: Option<String>,
    /// Of a visitor's mail, the end of the ticket that it found.
    pub end: Option<TicketEnd>,
    /// For a consultant, the ticket as it is.
    pub ticket: Option<Box<DueTicket>>,
}

impl StoredMessage {
    /// Without files, and without what it did.
    pub fn new(author: &str, is_visitor: bool, text: &str, id: Uuid, received_at: DateTime<Utc>) -> Self {
        Self { author: author.to_owned(), is_visitor, text: text.to_owned(), id, received_at, ..Self::default() }
    }
}

/// That a ticket was closed or marked as spam.
#[derive(Clone, sea_orm::FromQueryResult)]
pub struct TicketEnd {
    pub is_spam: bool,
    pub at: DateTime<Utc>,
    /// The consultant's address; `None`: an operator.
    pub by: Option<String>,
    /// A bare thank you leaves it closed.
    pub is_reopened: bool,
}

impl TicketEnd {
    fn shown(&self, settings: &MailSettings) -> End {
        End {
            is_spam: self.is_spam,
            is_reopened: self.is_reopened,
            at: time::in_zone(self.at, settings.answer.zone()),
            by: self.by.as_deref().map_or_else(|| "an operator".to_owned(), name_of),
        }
    }
}

entity::opaque_debug!(StoredMessage, TicketEnd);

struct End {
    is_spam: bool,
    is_reopened: bool,
    at: String,
    by: String,
}

impl StoredMessage {
    /// Of an answer, without its verbs. One may have no words beside its files: then a sentence of ours in the reader's language.
    pub(super) fn words(&self, language: Language) -> Vec<String> {
        let text = commands::read(&self.text).text;
        let files = self.files.iter().filter(|file| file.contents.is_some()).count();
        let [one, several] = match language {
            Language::En => ["Please see the attached file.", "Please see the attached files."],
            Language::De => ["Bitte beachten Sie die angehängte Datei.", "Bitte beachten Sie die angehängten Dateien."],
            Language::Fr => ["Veuillez consulter le fichier joint.", "Veuillez consulter les fichiers joints."],
            Language::It => ["Voglia consultare il file allegato.", "Voglia consultare i file allegati."],
        };
        match files {
            1 if text.is_empty() => vec![one.to_owned()],
            2.. if text.is_empty() => vec![several.to_owned()],
            _ => text::lines(&text),
        }
    }
}

/// All texts are sanitized for display; the template engine adds the HTML escapes.
pub(super) struct VisitorReply {
    ticket: Ticket,
    is_visitor: bool,
    is_participant: bool,
    is_automatic: bool,
    author: String,
    end: Option<End>,
    text: Vec<String>,
    sent: Vec<String>,
    held: Vec<String>,
    message: Uuid,
    /// Behind `#file`. Empty if a reply does not come to us.
    code: String,
    received: String,
    commands: Vec<Link>,
}

templates!(
    VisitorReply: "mail/notification/subject.txt",
    "mail/visitor_reply/body.txt",
    "mail/visitor_reply/body.html"
);

impl VisitorReply {
    /// With `ours`, where a reply of the recipient comes to us, links write the verbs.
    pub(super) fn new(ticket: Ticket, message: &StoredMessage, ours: Option<&str>, settings: &MailSettings) -> Self {
        let code = if ticket.reply == TO_VISITOR { code_of(message.id) } else { String::new() };
        Self {
            commands: ours.map(|ours| links(ours, &ticket.reference, false)).unwrap_or_default(),
            ticket,
            code,
            is_visitor: message.is_visitor,
            is_participant: message.is_participant,
            is_automatic: message.is_automatic,
            author: text::line(&message.author),
            end: message.end.as_ref().map(|end| end.shown(settings)),
            text: text::lines(&message.text),
            sent: file_lines(message, true),
            held: file_lines(message, false),
            message: message.id,
            received: time::in_zone(message.received_at, settings.answer.zone()),
        }
    }

    fn first_words(&self) -> String {
        first_words(&self.text)
    }
}

pub(super) struct Undeliverable {
    pub(super) ticket: Ticket,
    /// A mail that was given up, or came back. `None`: the auto-reply, which the address does not take.
    pub(super) given_up: Option<Uuid>,
    /// Why it did not arrive.
    pub(super) cause: String,
    /// The address that a report names, if it is not the visitor's.
    pub(super) other: Option<String>,
}

templates!(
    Undeliverable: "mail/notification/subject.txt",
    "mail/undeliverable/body.txt",
    "mail/undeliverable/body.html"
);

/// The files that cannot go on.
pub(super) fn refused_lines(message: &StoredMessage) -> Vec<String> {
    lines_of(message, |file| file.refusal.is_some())
}

/// The files that go on, or those that do not.
fn file_lines(message: &StoredMessage, is_sent: bool) -> Vec<String> {
    lines_of(message, |file| file.contents.is_some() == is_sent)
}

fn lines_of(message: &StoredMessage, is_listed: impl Fn(&AttachedFile) -> bool) -> Vec<String> {
    let other = if message.is_visitor { "its bytes are gone" } else { "from another sender" };
    let line = |file: &AttachedFile| match (file.refusal, &file.contents) {
        (None, None) => format!("{}: {other}", file_line(file)),
        _ => file_line(file),
    };
    message.files.iter().filter(|file| is_listed(file)).map(line).collect()
}

/// Its number, name and size, and why it does not go on.
pub(super) fn file_line(file: &AttachedFile) -> String {
    let line = format!("{}  {} ({} bytes)", file.number, text::line(&file.name), file.size);
    file.refusal.map_or_else(|| line.clone(), |refusal| format!("{line}: {refusal}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_of_a_file_alone_says_so_in_the_readers_language() {
        let words = |text: &str, files: usize, language| {
            let file = |number| AttachedFile {
                number,
                name: "plan.pdf".to_owned(),
                size: 1,
                contents: Some(vec![0]),
                refusal: None,
            };
            let message = StoredMessage::new("anna@own.example", false, text, Uuid::nil(), DateTime::UNIX_EPOCH);
            StoredMessage { files: (1..=files).map(file).collect(), ..message }.words(language).join("\n")
        };
        for (language, one, several) in [
            (Language::En, "attached file.", "attached files."),
            (Language::De, "angehängte Datei.", "angehängten Dateien."),
            (Language::Fr, "le fichier joint.", "les fichiers joints."),
            (Language::It, "il file allegato.", "i file allegati."),
        ] {
            assert!(words("#close", 1, language).ends_with(one) && words("", 2, language).ends_with(several));
            assert_eq!(words("Yes.\n\n#close", 1, language), "Yes.");
            assert_eq!(words("", 0, language), "");
        }
    }
}
