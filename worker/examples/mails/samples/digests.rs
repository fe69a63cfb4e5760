//! Samples of the digests to a consultant.

use chrono::Days;
use entity::{SpamSign, inquiry, inquiry_content};
use mailer::{BuildError, Draft, MailSettings, PreparedMail, Rendered};
use worker::{
    mail::{WaitingMail, answers_digest, quarantine_digest, suspects_digest},
    ticket::{Suspect, WaitingTicket},
};

use super::{Sample, conversation::settings_with_answers};

const CONSULTANT: &str = "consultant@firnwall.example";

/// Each digest with its name.
pub(crate) fn all(sample: Sample) -> Result<Vec<(&'static str, PreparedMail)>, BuildError> {
    let (inquiry, content, settings) = (sample.inquiry(), sample.content(), settings_with_answers());
    let mails = [
        ("quarantine", quarantine(&inquiry, &content, &settings)?),
        ("suspects", suspects(&inquiry, &content, &settings)?),
        ("digest", answers(&inquiry, &content, &settings)?),
    ];
    let build = |(name, mail): (&'static str, _)| {
        let to = CONSULTANT.parse().map_err(|_| BuildError::Recipient)?;
        Ok((name, Draft::new(mail, &format!("{name}.2026-11-22.1"), to, &settings).build(&settings)?))
    };
    mails.into_iter().map(build).collect()
}

/// A digest of two mails.
fn quarantine(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    settings: &MailSettings,
) -> Result<Rendered, BuildError> {
    let mail = |reason: &str, sender: String, subject: &str| WaitingMail {
        id: inquiry.id,
        reason: reason.to_owned(),
        accepted_at: inquiry.received_at,
        sender: Some(sender),
        subject: subject.to_owned(),
    };
    let as_of = inquiry.received_at + Days::new(1);
    let waiting = [
        mail("unmatched", content.email.as_str().to_owned(), "A question about your offer"),
        mail("stranger", format!("{} <{}>", content.last_name, content.email.as_str()), &content.message),
    ];
    let address = |mail| settings.signed.as_ref().map(|signed| signed.quarantine(mail, CONSULTANT));
    quarantine_digest(&waiting, 9, address, true, as_of, settings)
}

/// A digest of two suspected inquiries.
fn suspects(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    settings: &MailSettings,
) -> Result<Rendered, BuildError> {
    let suspect = |reference: &str, message: &str, signs: &[SpamSign]| Suspect {
        inquiry: inquiry.id,
        reference: reference.to_owned(),
        name: format!("{} {}", content.first_name, content.last_name),
        company: content.company.clone(),
        email: content.email.as_str().to_owned(),
        message: message.to_owned(),
        signs: signs.to_vec(),
        received_at: inquiry.received_at,
    };
    let as_of = inquiry.received_at + Days::new(1);
    let suspects = [
        suspect(
            "FW-7K3Q-9D2M",
            "We bring your website to the first page of Google.",
            &[SpamSign::Phrases, SpamSign::Links],
        ),
        suspect("FW-2N8C-XW4T", &content.message, &[SpamSign::Decoy]),
    ];
    let address = |id| settings.signed.as_ref().map(|signed| signed.suspect(id, CONSULTANT));
    suspects_digest(&suspects, true, address, as_of, settings)
}

/// A digest of four tickets.
fn answers(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    settings: &MailSettings,
) -> Result<Rendered, BuildError> {
    let line = |reference: &str, days, is_answered, owner: Option<&str>| WaitingTicket {
        reference: reference.to_owned(),
        first_name: content.first_name.clone(),
        last_name: content.last_name.clone(),
        company: content.company.clone(),
        contact_reason: inquiry.contact_reason,
        due_at: inquiry.received_at + Days::new(days),
        waits_since: inquiry.received_at,
        is_answered,
        owner: owner.map(str::to_owned),
    };
    let waiting = [
        line("FW-7K3Q-9D2M", 1, false, None),
        line("FW-2N8C-XW4T", 3, false, None),
        line("FW-9H5R-ZB6V", 3, true, Some(CONSULTANT)),
        line("FW-4J1S-KQ7P", 1, false, Some("colleague@firnwall.example")),
    ];
    answers_digest(CONSULTANT, &waiting, inquiry.received_at + Days::new(2), settings)
}
