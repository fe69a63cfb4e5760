//! To the visitor: the inquiry was received, and the next steps.

use chrono::{DateTime, Utc};
use entity::{
    Language, RETENTION_YEARS, TicketReference,
    inquiry::{self, Origin},
};
use mailer::{
    MailSettings,
    brand::{Facts, brand},
    templates, text, time,
};

/// Of the inquiry it contains the reference, the due time and its urgency only, so that nothing that was typed can be in the mail.
/// The outbox keeps a copy of it, and its file is not rewritten once it is large.
pub(super) struct AutoReply {
    reference: TicketReference,
    language: Language,
    /// The end of the promised time.
    due: String,
    /// The number to call comes first.
    is_urgent: bool,
    reply_reaches_us: bool,
    privacy_url: String,
    retention_years: u32,
    /// Where no form asked for consent, the mail says what the form says.
    origin: Origin,
}

templates!(AutoReply by |mail| mail.language =>
    Language::En => "mail/auto_reply/subject.txt", "mail/auto_reply/en.txt", "mail/auto_reply/en.html";
    Language::De => "mail/auto_reply/subject.txt", "mail/auto_reply/de.txt", "mail/auto_reply/de.html";
    Language::Fr => "mail/auto_reply/subject.txt", "mail/auto_reply/fr.txt", "mail/auto_reply/fr.html";
    Language::It => "mail/auto_reply/subject.txt", "mail/auto_reply/it.txt", "mail/auto_reply/it.html";
);

impl AutoReply {
    /// The promised time runs from `since`: the receipt, or the release of a suspected inquiry.
    pub(super) fn new(inquiry: &inquiry::Model, since: DateTime<Utc>, settings: &MailSettings) -> Self {
        let (answer, language) = (&settings.answer, inquiry.language);
        Self {
            reference: inquiry.reference.clone(),
            language,
            due: time::in_language(answer.due(since, inquiry.contact_reason), answer.zone(), language),
            is_urgent: inquiry.contact_reason.is_urgent(),
            reply_reaches_us: settings.signed.is_some() || settings.reply_to.is_some(),
            privacy_url: format!("{}{}", settings.public_url, brand().facts(language).privacy_path),
            retention_years: RETENTION_YEARS,
            origin: inquiry.origin,
        }
    }

    fn is_by_mail(&self) -> bool {
        self.origin == Origin::Mail
    }

    fn is_by_phone(&self) -> bool {
        self.origin == Origin::Phone
    }

    fn facts(&self) -> &'static Facts {
        brand().facts(self.language)
    }

    fn received(&self) -> &'static str {
        received(self.language)
    }

    fn phone_uri(&self) -> String {
        text::tel(&self.facts().phone)
    }
}

/// The subject, of the whole thread.
pub(crate) fn received(language: Language) -> &'static str {
    match language {
        Language::En => "We have received your inquiry",
        Language::De => "Wir haben Ihre Anfrage erhalten",
        Language::Fr => "Nous avons bien reçu votre demande",
        Language::It => "Abbiamo ricevuto la Sua richiesta",
    }
}
