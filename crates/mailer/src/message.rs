//! A mail from its templates to the bytes of SMTP.

use std::time::SystemTime;

use chrono::{DateTime, Utc};
use entity::Language;
use lettre::{
    Address, Message,
    address::Envelope,
    message::{
        Attachment, Body, IntoBody, Mailbox, MultiPart, SinglePart,
        header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue},
    },
};

use crate::{
    MailSettings,
    brand::{Brand, brand},
};

/// The rendered templates of one mail.
#[derive(Debug)]
pub struct Parts {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// What the templates of a mail show. [`templates!`](crate::templates) names them.
pub trait Templates {
    fn brand(&self) -> &'static Brand {
        brand()
    }

    fn render(&self) -> Result<Parts, BuildError>;
}

/// The templates of a mail: its subject, its text and its HTML. They see it as `mail`. With `by`, a set for each language.
#[macro_export]
macro_rules! templates {
    ($mail:ident: $subject:literal, $text:literal, $html:literal) => {
        $crate::templates!($mail by |_| () => () => $subject, $text, $html;);
    };
    ($mail:ident by $key:expr => $($of:pat => $subject:literal, $text:literal, $html:literal;)+) => {
        impl $crate::Templates for $mail {
            fn render(&self) -> Result<$crate::Parts, $crate::BuildError> {
                use askama::Template;
                use $crate::Templates as _;
                let key: fn(&Self) -> _ = $key;
                match key(self) {
                    $($of => {
                        #[derive(Template)]
                        #[template(path = $subject)]
                        struct Subject<'a> {
                            mail: &'a $mail,
                        }
                        #[derive(Template)]
                        #[template(path = $text)]
                        struct Text<'a> {
                            mail: &'a $mail,
                        }
                        #[derive(Template)]
                        #[template(path = $html)]
                        struct Html<'a> {
                            mail: &'a $mail,
                        }
                        Ok($crate::Parts {
                            subject: Subject { mail: self }.render()?.trim().to_owned(),
                            text: Text { mail: self }.render()?,
                            html: Html { mail: self }.render()?,
                        })
                    })+
                }
            }
        }
    };
}

/// A mail for SMTP: the envelope, and the bytes between `DATA` and the end of data.
#[derive(Clone, derive_more::Debug)]
#[debug("mail of {} bytes", bytes.len())]
pub struct PreparedMail {
    pub envelope: Envelope,
    /// With CRLF line ends; not yet dot-stuffed.
    pub bytes: Vec<u8>,
    /// Of an auto-reply: what the export shows as sent.
    pub copy: Option<SentCopy>,
}

impl PreparedMail {
    /// This mail with another body, which begins with the header fields of its type.
    #[must_use]
    pub fn around(mut self, whole: &[u8]) -> Self {
        let end = self.bytes.windows(4).position(|end| end == b"\r\n\r\n").map_or(self.bytes.len(), |at| at + 2);
        let mut is_kept = true;
        let mut kept = Vec::with_capacity(end + whole.len());
        for line in self.bytes[..end].split_inclusive(|byte| *byte == b'\n') {
            is_kept = if line.starts_with(b" ") || line.starts_with(b"\t") {
                is_kept
            } else {
                !line.starts_with(b"Content-")
            };
            if is_kept {
                kept.extend_from_slice(line);
            }
        }
        kept.extend_from_slice(whole);
        self.bytes = kept;
        self
    }
}

/// Subject and plain text of a mail.
#[derive(Clone, derive_more::Debug, PartialEq)]
#[debug("text of {} bytes", text.len())]
pub struct SentCopy {
    pub subject: String,
    pub text: String,
}

/// Why a mail cannot be built: a bug, which another attempt does not correct. The texts contain no personal data.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error("the outbox row has no Message-ID yet")]
    NoMessageId,
    #[error("the outbox row of a notification names no recipient")]
    NoRecipient,
    #[error("the mail is built from something else than its kind is about")]
    NoSource,
    #[error("the mailer refuses the recipient's address")]
    Recipient,
    #[error("an unverified inquiry gets no auto-reply")]
    Unverified,
    #[error("the template cannot be rendered")]
    Template(#[from] askama::Error),
    #[error("the message cannot be assembled")]
    Message(#[from] lettre::error::Error),
}

/// A rendered mail with its date and its files.
#[derive(Debug)]
pub struct Rendered {
    pub parts: Parts,
    /// The time at which the mail was complete (RFC 5322, section 3.6.1), not the time of the attempt.
    pub at: DateTime<Utc>,
    pub files: Vec<SinglePart>,
}

impl Rendered {
    pub fn new(mail: &impl Templates, at: DateTime<Utc>) -> Result<Self, BuildError> {
        Ok(Self { parts: mail.render()?, at, files: Vec::new() })
    }
}

/// A mail with its headers, before it is assembled.
#[derive(Debug)]
pub struct Draft {
    pub mail: Rendered,
    pub to: Address,
    /// Who is shown as the author; `None`: the name of `MAIL_FROM`. The address is always ours.
    pub author: Option<String>,
    /// Is part of the boundaries.
    pub name: String,
    pub message_id: String,
    /// `None` is the null path.
    pub return_path: Option<Address>,
    pub reply_to: Option<Mailbox>,
    /// Message-IDs of earlier mails; the mail answers the last one.
    pub thread: Vec<String>,
    /// RFC 3834, section 5. `None` for a person's words.
    pub auto_submitted: Option<&'static str>,
    /// The recipient's absence note is welcome.
    pub takes_absence_note: bool,
    /// Shown as important by mail clients.
    pub is_urgent: bool,
    /// Of its words (RFC 3282).
    pub language: Language,
}

impl Draft {
    /// A program's mail, which nobody can reply to. The same `name` gives the same Message-ID.
    pub fn new(mail: Rendered, name: &str, to: Address, settings: &MailSettings) -> Self {
        let from = &settings.from.email;
        Self {
            mail,
            to,
            author: None,
            name: name.to_owned(),
            message_id: format!("<{name}@{}>", from.domain()),
            return_path: Some(from.clone()),
            reply_to: None,
            thread: Vec::new(),
            auto_submitted: Some("auto-generated"),
            takes_absence_note: false,
            is_urgent: false,
            language: Language::En,
        }
    }

    pub fn build(self, settings: &MailSettings) -> Result<PreparedMail, BuildError> {
        let Self {
            mail,
            to,
            author,
            name,
            message_id,
            return_path,
            reply_to,
            thread,
            auto_submitted,
            takes_absence_note,
            is_urgent,
            language,
        } = self;
        let Rendered { parts, at, files } = mail;
        let envelope = Envelope::new(return_path, vec![to.clone()])?;
        let mut builder = Message::builder()
            .from(Mailbox::new(author.or_else(|| settings.from.name.clone()), settings.from.email.clone()))
            .to(to.into())
            .subject(parts.subject)
            .date(SystemTime::from(at))
            .message_id(Some(message_id));
        if let Some(last) = thread.last() {
            builder = builder.in_reply_to(last.clone()).references(thread.join(" "));
        }
        let marks = [
            ("Auto-Submitted", auto_submitted),
            // RFC 4021, section 2.1.54; Apple Mail reads the other.
            ("Importance", is_urgent.then_some("high")),
            ("X-Priority", is_urgent.then_some("1")),
            ("X-Auto-Response-Suppress", (!takes_absence_note).then_some("All")),
            ("Content-Language", Some(language.code())),
        ];
        for (name, value) in marks {
            let Some(value) = value else { continue };
            builder = builder.raw_header(HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned()));
        }
        builder = builder.envelope(envelope.clone());
        if let Some(reply_to) = reply_to {
            builder = builder.reply_to(reply_to);
        }
        // No quoted-printable line can contain "=_" (RFC 2045, section 6.7), so no text can end its part.
        let mut body = MultiPart::alternative()
            .boundary(format!("=_{name}"))
            .singlepart(part(ContentType::TEXT_PLAIN, parts.text))
            .singlepart(part(ContentType::TEXT_HTML, parts.html));
        if !files.is_empty() {
            let mixed = MultiPart::mixed().boundary(format!("=_files.{name}")).multipart(body);
            body = files.into_iter().fold(mixed, MultiPart::singlepart);
        }
        Ok(PreparedMail { envelope, bytes: builder.multipart(body)?.formatted(), copy: None })
    }
}

/// A file of a mail.
pub fn attachment(name: String, media_type: &str, contents: impl IntoBody) -> SinglePart {
    let media_type = ContentType::parse(media_type).expect("it is a media type");
    Attachment::new(name).body(contents, media_type)
}

/// Always encoded: lettre would leave some texts as they are, with bare CRs and leading dots.
fn part(content_type: ContentType, text: String) -> SinglePart {
    let body = Body::new_with_encoding(text, ContentTransferEncoding::QuotedPrintable)
        .expect("quoted-printable takes any text");
    SinglePart::builder().header(content_type).body(body)
}
