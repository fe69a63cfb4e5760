//! To the visitor: the inquiry was received, and the next steps.

use askama::Template;
use chrono::{DateTime, Utc};
use entity::{
    RETENTION_YEARS, TicketReference,
    inquiry::{self, Origin},
};
use mailer::{
    BuildError, MailSettings, Parts,
    brand::{Brand, brand},
    time,
};

/// Of the inquiry it contains the reference and the due time only, so that nothing that was typed can be in the mail.
pub(super) struct AutoReply {
    brand: &'static Brand,
    reference: TicketReference,
    /// The end of the promised time.
    due: String,
    reply_reaches_us: bool,
    privacy_url: String,
    retention_years: u32,
    /// No form asked for consent, so the mail says what the form says.
    is_by_mail: bool,
}

#[derive(Template)]
#[template(path = "mail/auto_reply/subject.txt")]
struct Subject<'a> {
    mail: &'a AutoReply,
}

#[derive(Template)]
#[template(path = "mail/auto_reply/body.txt")]
struct Text<'a> {
    mail: &'a AutoReply,
}

#[derive(Template)]
#[template(path = "mail/auto_reply/body.html")]
struct Html<'a> {
    mail: &'a AutoReply,
}

impl AutoReply {
    /// The promised time runs from `since`: the receipt, or the release of a suspected inquiry.
    pub(super) fn new(inquiry: &inquiry::Model, since: DateTime<Utc>, settings: &MailSettings) -> Self {
        let (brand, answer) = (brand(), &settings.answer);
        Self {
            brand,
            reference: inquiry.reference.clone(),
            due: time::in_zone(answer.due(since, inquiry.contact_reason), answer.zone()),
            reply_reaches_us: settings.signed.is_some() || settings.reply_to.is_some(),
            privacy_url: format!("{}{}", settings.public_url, brand.privacy_path),
            retention_years: RETENTION_YEARS,
            is_by_mail: inquiry.origin == Origin::Mail,
        }
    }

    pub(super) fn render(&self) -> Result<Parts, BuildError> {
        Ok(Parts {
            subject: Subject { mail: self }.render()?.trim().to_owned(),
            text: Text { mail: self }.render()?,
            html: Html { mail: self }.render()?,
        })
    }
}
