//! To the visitor: the inquiry was received, and the next steps.

use chrono::{DateTime, Utc};
use entity::{
    RETENTION_YEARS, TicketReference,
    inquiry::{self, Origin},
};
use mailer::{MailSettings, brand::brand, templates, time};

/// Of the inquiry it contains the reference and the due time only, so that nothing that was typed can be in the mail.
pub(super) struct AutoReply {
    reference: TicketReference,
    /// The end of the promised time.
    due: String,
    reply_reaches_us: bool,
    privacy_url: String,
    retention_years: u32,
    /// No form asked for consent, so the mail says what the form says.
    is_by_mail: bool,
}

templates!(AutoReply: "mail/auto_reply/subject.txt", "mail/auto_reply/body.txt", "mail/auto_reply/body.html");

impl AutoReply {
    /// The promised time runs from `since`: the receipt, or the release of a suspected inquiry.
    pub(super) fn new(inquiry: &inquiry::Model, since: DateTime<Utc>, settings: &MailSettings) -> Self {
        let answer = &settings.answer;
        Self {
            reference: inquiry.reference.clone(),
            due: time::in_zone(answer.due(since, inquiry.contact_reason), answer.zone()),
            reply_reaches_us: settings.signed.is_some() || settings.reply_to.is_some(),
            privacy_url: format!("{}{}", settings.public_url, brand().privacy_path),
            retention_years: RETENTION_YEARS,
            is_by_mail: inquiry.origin == Origin::Mail,
        }
    }
}
