//! Assembles texts and addresses to a MIME message and its envelope.

use std::time::SystemTime;

use entity::outbox::{self, MailKind};
use lettre::{
    Address, Message,
    address::Envelope,
    message::{
        Attachment, Body, Mailbox, MultiPart,
        header::{ContentTransferEncoding, ContentType},
    },
};
use mailer::{BuildError, MailSettings, Parts, PreparedMail, SentCopy, header, part};

use crate::attachments::AttachedFile;

/// `render` of a mail with a `subject`, from its two templates.
macro_rules! templates {
    ($mail:ident, $text:ident = $text_path:literal, $html:ident = $html_path:literal) => {
        #[derive(askama::Template)]
        #[template(path = $text_path)]
        struct $text<'a> {
            mail: &'a $mail,
        }

        #[derive(askama::Template)]
        #[template(path = $html_path)]
        struct $html<'a> {
            mail: &'a $mail,
        }

        impl $mail {
            pub(super) fn render(self) -> Result<mailer::Parts, mailer::BuildError> {
                use askama::Template as _;
                let (text, html) = ($text { mail: &self }.render()?, $html { mail: &self }.render()?);
                Ok(mailer::Parts { subject: self.subject, text, html })
            }
        }
    };
}
pub(super) use templates;

pub(super) struct Draft<'a> {
    pub(super) outbox: &'a outbox::Model,
    pub(super) to: Address,
    pub(super) reply_to: Option<Mailbox>,
    /// `None` is the null path.
    pub(super) return_path: Option<Address>,
    /// RFC 3834, section 5. `None` for a person's words.
    pub(super) auto_submitted: Option<&'static str>,
    /// Shown as important by mail clients.
    pub(super) is_urgent: bool,
    /// Message-ID of the mail that began the recipient's thread, if not the ticket's own id.
    pub(super) thread: Option<String>,
    /// Those with contents are attached.
    pub(super) files: &'a [AttachedFile],
    pub(super) parts: Parts,
}

impl<'a> Draft<'a> {
    /// A program's mail, which nobody can reply to.
    pub(super) fn new(to: Address, outbox: &'a outbox::Model, settings: &MailSettings, parts: Parts) -> Self {
        Self {
            outbox,
            to,
            reply_to: None,
            return_path: Some(settings.notification_return_path(outbox.id)),
            auto_submitted: Some("auto-generated"),
            is_urgent: false,
            thread: None,
            files: &[],
            parts,
        }
    }

    pub(super) fn build(self, settings: &MailSettings) -> Result<PreparedMail, BuildError> {
        let Self { outbox, to, reply_to, return_path, auto_submitted, is_urgent, thread, files, parts } = self;
        let message_id = outbox.message_id.clone().ok_or(BuildError::NoMessageId)?;
        let ticket_id = settings.ticket_id(outbox.inquiry_id);
        let references = thread.iter().fold(ticket_id.clone(), |all, id| format!("{all} {id}"));
        let envelope = Envelope::new(return_path, vec![to.clone()])?;
        let copy = (outbox.kind == MailKind::AutoReply)
            .then(|| SentCopy { subject: parts.subject.clone(), text: parts.text.clone() });
        let mut builder = Message::builder()
            .from(settings.from.clone())
            .to(to.into())
            .subject(parts.subject)
            // The time at which the mail was complete (RFC 5322, section 3.6.1), not the time of the attempt.
            .date(SystemTime::from(outbox.created_at))
            .message_id(Some(message_id))
            .in_reply_to(thread.unwrap_or(ticket_id))
            .references(references);
        if let Some(auto_submitted) = auto_submitted {
            builder = builder.raw_header(header("Auto-Submitted", auto_submitted));
        }
        if is_urgent {
            // RFC 4021, section 2.1.54; Apple Mail reads the other.
            builder = builder.raw_header(header("Importance", "high")).raw_header(header("X-Priority", "1"));
        }
        builder = builder
            .raw_header(header("X-Auto-Response-Suppress", "All"))
            .raw_header(header("Content-Language", "en"))
            .envelope(envelope.clone());
        if let Some(reply_to) = reply_to {
            builder = builder.reply_to(reply_to);
        }
        // No quoted-printable line can contain "=_" (RFC 2045, section 6.7), so no text can end its part.
        let body = MultiPart::alternative()
            .boundary(format!("=_{}", outbox.id.simple()))
            .singlepart(part(ContentType::TEXT_PLAIN, parts.text))
            .singlepart(part(ContentType::TEXT_HTML, parts.html));
        let bytes = builder.multipart(with_files(body, outbox, files))?.formatted();
        Ok(PreparedMail { envelope, bytes, copy })
    }
}

fn with_files(body: MultiPart, outbox: &outbox::Model, files: &[AttachedFile]) -> MultiPart {
    let mut sent = files.iter().filter_map(|file| Some((file, file.contents.as_ref()?))).peekable();
    if sent.peek().is_none() {
        return body;
    }
    let mixed = MultiPart::mixed().boundary(format!("=_files.{}", outbox.id.simple())).multipart(body);
    sent.fold(mixed, |mixed, (file, contents)| {
        let kind = ContentType::parse(media_type(&file.name)).expect("it is a media type");
        let contents = Body::new_with_encoding(contents.clone(), ContentTransferEncoding::Base64);
        let contents = contents.expect("base64 takes any bytes");
        mixed.singlepart(Attachment::new(file.name.clone()).body(contents, kind))
    })
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
