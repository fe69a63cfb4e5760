//! Samples of the daily digest to a consultant.

use chrono::{Days, TimeDelta};
use entity::{SpamSign, inquiry, inquiry_content};
use mailer::{BuildError, Draft, PreparedMail};
use sea_orm::ActiveEnum;
use worker::{
    mail::{Decisions, WaitingMail, WaitingMails, digest, found_mail, marked_mail, your_mail},
    ticket::{Found, Search, Suspect, WaitingTicket},
};

use super::{Sample, conversation::settings_with_answers};

const CONSULTANT: &str = "consultant@firnwall.example";

/// With all sections, with each of them alone, and without proof of senders.
pub(crate) fn all(sample: Sample) -> Result<Vec<(&'static str, PreparedMail)>, BuildError> {
    let (inquiry, content, settings) = (sample.inquiry(), sample.content(), settings_with_answers());
    let as_of = inquiry.received_at + Days::new(2);
    let (tickets, suspects, mails) =
        (tickets(&inquiry, &content), suspects(&inquiry, &content, SpamSign::Decoy), mails(&inquiry, &content));
    let none = WaitingMails::default();
    let proven = Decisions { consultant: CONSULTANT, addresses: settings.signed.as_deref(), may_open: true };
    let unproven = Decisions { addresses: None, ..proven };
    let digests = [
        ("digest", &tickets[..], &mails, &suspects[..], proven),
        ("digest_answers", &tickets, &none, &[], proven),
        ("digest_quarantine", &[], &mails, &[], proven),
        ("digest_suspects", &[], &none, &suspects, proven),
        ("digest_unproven", &[], &mails, &suspects, unproven),
    ];
    let build = |name: &'static str, mail| {
        let to = CONSULTANT.parse().map_err(|_| BuildError::Recipient)?;
        Ok((name, Draft::new(mail, &format!("{name}.2026-11-22.1"), to, &settings).build(&settings)?))
    };
    let digests =
        digests.into_iter().map(|(name, tickets, mails, suspects, decisions): (_, _, _, _, Decisions<'_>)| {
            build(name, digest(tickets, mails, suspects, &decisions, as_of, &settings)?)
        });
    let marked = marked_mail(
        &self::suspects(&inquiry, &content, SpamSign::Links),
        true,
        CONSULTANT,
        inquiry.received_at + TimeDelta::hours(1),
        &settings,
    )?;
    let yours = WaitingMail { reason: "unauthenticated".to_owned(), ..mails.listed[0].clone() };
    let several = your_mail(&[yours.clone(), mails.listed[1].clone()], 3, inquiry.received_at, &settings)?;
    let yours = your_mail(&[yours], 0, inquiry.received_at, &settings)?;
    let search = Search { found: found(&inquiry, &content), is_partial: true };
    let found = found_mail("Example", &search, &proven, as_of, &settings)?;
    let none = found_mail("<Example>", &Search::default(), &unproven, as_of, &settings)?;
    let others = [
        build("marked", marked),
        build("your_mail", yours),
        build("your_mails", several),
        build("found", found),
        build("found_none", none),
    ];
    digests.chain(others).collect()
}

fn found(inquiry: &inquiry::Model, content: &inquiry_content::Model) -> Vec<Found> {
    let found = |state: &str, owner: Option<&str>| Found {
        reference: inquiry.reference.clone(),
        received_at: inquiry.received_at,
        first_name: content.first_name.clone(),
        last_name: content.last_name.clone(),
        company: content.company.clone(),
        state: state.to_owned(),
        owner: owner.map(str::to_owned),
    };
    vec![found("claimed", Some(CONSULTANT)), found("open", None), found("closed", Some(CONSULTANT))]
}

fn mails(inquiry: &inquiry::Model, content: &inquiry_content::Model) -> WaitingMails {
    let mail = |reason: &str, sender: String, subject: &str| WaitingMail {
        id: inquiry.id,
        reason: reason.to_owned(),
        accepted_at: inquiry.received_at,
        sender: Some(sender),
        subject: subject.to_owned(),
        text: content.message.clone(),
    };
    let listed = vec![
        mail("unmatched", content.email.as_str().to_owned(), "A question about your offer"),
        mail("stranger", format!("{} <{}>", content.last_name, content.email.as_str()), &content.message),
    ];
    WaitingMails { listed, waiting: 9 }
}

fn suspects(inquiry: &inquiry::Model, content: &inquiry_content::Model, sign: SpamSign) -> [Suspect; 2] {
    let suspect = |reference: &str, message: &str, signs: &[SpamSign]| Suspect {
        inquiry: inquiry.id,
        reference: reference.to_owned(),
        name: format!("{} {}", content.first_name, content.last_name),
        company: content.company.clone(),
        email: content.email.as_str().to_owned(),
        message: message.to_owned(),
        signs: signs.iter().map(ActiveEnum::to_value).collect(),
        received_at: inquiry.received_at,
    };
    let advertisement = "We bring your website to the first page of Google.";
    [
        suspect("FW-3T6D-MX8A", advertisement, &[SpamSign::Phrases, SpamSign::Links]),
        suspect("FW-6Y4P-QK2H", &content.message, &[sign]),
    ]
}

fn tickets(inquiry: &inquiry::Model, content: &inquiry_content::Model) -> [WaitingTicket; 4] {
    let line = |reference: &str, days, is_answered, owner: Option<&str>| WaitingTicket {
        reference: reference.parse().expect("a sample's reference is well formed"),
        first_name: content.first_name.clone(),
        last_name: content.last_name.clone(),
        company: content.company.clone(),
        phone: content.phone.clone(),
        text: content.message.clone(),
        contact_reason: inquiry.contact_reason,
        due_at: inquiry.received_at + Days::new(days),
        waits_since: inquiry.received_at,
        is_answered,
        was_put_off: reference == "FW-2N8C-XW4T",
        owner: owner.map(str::to_owned),
    };
    [
        line("FW-7K3Q-9D2M", 1, false, None),
        line("FW-2N8C-XW4T", 3, false, None),
        line("FW-9H5R-ZB6V", 3, true, Some(CONSULTANT)),
        line("FW-4J1S-KQ7P", 1, false, Some("colleague@firnwall.example")),
    ]
}
