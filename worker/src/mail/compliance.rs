//! Mails to the compliance mailbox: numbers and random identifiers, no personal data.

use std::time::SystemTime;

use chrono::{DateTime, Utc};
use lettre::{
    Address, Message,
    address::Envelope,
    message::{Attachment, MultiPart, header::ContentType},
};

use super::{
    BuildError, MailSettings, PreparedMail,
    message::{Parts, header, part},
};

/// A rendered mail. `worker report --out` writes its HTML to a file.
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
    pub(super) fn new(parts: Parts, at: DateTime<Utc>) -> Self {
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
