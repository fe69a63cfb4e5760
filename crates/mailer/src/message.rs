//! A mail from its rendered parts to the bytes of SMTP, and what is no row of the outbox: mails to the compliance mailbox,
//! and digests.

use std::time::SystemTime;

use chrono::{DateTime, Utc};
use lettre::{
    Address, Message,
    address::Envelope,
    message::{
        Attachment, Body, MultiPart, SinglePart,
        header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue},
    },
};

use crate::MailSettings;

/// The rendered templates of one mail.
#[derive(Debug)]
pub struct Parts {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// A mail for SMTP: the envelope, and the bytes between `DATA` and the end of data.
#[derive(Clone)]
pub struct PreparedMail {
    pub envelope: Envelope,
    /// With CRLF line ends; not yet dot-stuffed.
    pub bytes: Vec<u8>,
    /// Of an auto-reply: what the export shows as sent.
    pub copy: Option<SentCopy>,
}

/// Subject and plain text of a mail.
#[derive(Clone, PartialEq)]
pub struct SentCopy {
    pub subject: String,
    pub text: String,
}

/// Addresses and texts stay out of `{:?}`.
impl std::fmt::Debug for PreparedMail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "mail of {} bytes", self.bytes.len())
    }
}

impl std::fmt::Debug for SentCopy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "text of {} bytes", self.text.len())
    }
}

/// Why a mail cannot be built: a bug, which another attempt does not correct. The texts contain no personal data.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error("the outbox row has no Message-ID yet")]
    NoMessageId,
    #[error("the outbox row of a notification names no recipient")]
    NoRecipient,
    #[error("the mailer refuses the recipient's address")]
    Recipient,
    #[error("an unverified inquiry gets no auto-reply")]
    Unverified,
    #[error("the template cannot be rendered")]
    Template(#[from] askama::Error),
    #[error("the message cannot be assembled")]
    Message(#[from] lettre::error::Error),
}

/// A rendered mail. `compliance report --out` writes its HTML to a file.
#[derive(Debug)]
pub struct ComplianceParts {
    pub subject: String,
    pub text: String,
    pub html: String,
    /// The date of the mail.
    pub at: DateTime<Utc>,
    /// Names and bytes of files.
    pub attachments: Vec<(&'static str, Vec<u8>)>,
}

impl ComplianceParts {
    pub fn new(parts: Parts, at: DateTime<Utc>) -> Self {
        let Parts { subject, text, html } = parts;
        Self { subject, text, html, at, attachments: Vec::new() }
    }
}

/// Assembles the mail. The same `name` gives the same Message-ID.
pub fn compliance_mail(
    parts: ComplianceParts,
    name: &str,
    to: &Address,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let from = &settings.from;
    let envelope = Envelope::new(Some(from.email.clone()), vec![to.clone()])?;
    let builder = Message::builder()
        .from(from.clone())
        .to(to.clone().into())
        .subject(parts.subject)
        .date(SystemTime::from(parts.at))
        .message_id(Some(format!("<{name}@{}>", from.email.domain())))
        .raw_header(header("Auto-Submitted", "auto-generated"))
        .raw_header(header("X-Auto-Response-Suppress", "All"))
        .raw_header(header("Content-Language", "en"))
        .envelope(envelope.clone());
    let body = MultiPart::alternative()
        .boundary(format!("=_{name}"))
        .singlepart(part(ContentType::TEXT_PLAIN, parts.text))
        .singlepart(part(ContentType::TEXT_HTML, parts.html));
    if parts.attachments.is_empty() {
        return Ok(PreparedMail { envelope, bytes: builder.multipart(body)?.formatted(), copy: None });
    }
    let mut mixed = MultiPart::mixed().boundary(format!("=_files.{name}")).multipart(body);
    for (file, bytes) in parts.attachments {
        let kind = ContentType::parse("application/octet-stream").expect("it is a media type");
        mixed = mixed.singlepart(Attachment::new(file.to_owned()).body(bytes, kind));
    }
    Ok(PreparedMail { envelope, bytes: builder.multipart(mixed)?.formatted(), copy: None })
}

pub fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

/// Always encoded: lettre would leave some texts as they are, with bare CRs and leading dots.
pub fn part(content_type: ContentType, text: String) -> SinglePart {
    let body = Body::new_with_encoding(text, ContentTransferEncoding::QuotedPrintable)
        .expect("quoted-printable takes any text");
    SinglePart::builder().header(content_type).body(body)
}
