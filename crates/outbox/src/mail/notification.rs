//! To a consultant: the inquiry, and how to answer it.

use entity::{
    Language, TicketReference,
    contact::{FIELDS, Field, Kind},
    inquiry::{self, BotCheckStatus, Origin},
    inquiry_content,
};
use mailer::{MailSettings, templates, text, time};
use serde_json::Value;

use super::ticket::{Case, NO_ADDRESS, TO_NOBODY, Ticket, first_words, line_or, name_of};
use crate::background::{Background, EarlierInquiry};

const NOT_GIVEN: &str = "–";

/// All texts are sanitized for display; the template engine adds the HTML escapes.
pub(super) struct Notification {
    ticket: Ticket,
    name: String,
    company: String,
    email: Link,
    phone: Option<Link>,
    /// What to do then.
    without_address: &'static str,
    /// What the visitor has chosen and given besides, in one line.
    facts: String,
    text: Vec<String>,
    /// Why it is perhaps spam; empty for one that is not.
    signs: String,
    /// How many inquiries the same address sent before.
    earlier_count: String,
    earlier: Vec<Earlier>,
    /// Consultants who are away, each with the day of the return.
    away: Vec<[String; 2]>,
    is_verified: bool,
    has_bot_check: bool,
    due: String,
    received: String,
    consents: &'static str,
    deleted: String,
    /// What the recipient can do by a mail to us; empty if answers go straight to the visitor.
    commands: Vec<Link>,
}

/// The verbs that need no words, with what a link shows.
const COMMANDS: [(&str, &str); 4] = [("claim", "I answer it"), ("close", "Done"), ("spam", "Spam"), ("help", "More")];
/// Of a marked inquiry.
const DECISIONS: [(&str, &str); 4] =
    [("release", "No spam"), ("spam", "Spam"), ("claim", "I answer it"), ("help", "More")];

pub(super) struct Link {
    pub(super) shown: String,
    /// Empty if there is none.
    pub(super) target: String,
}

/// Each writes a mail with a verb to the recipient's own address of us. A scanner of links has nothing to fetch.
pub(super) fn links(ours: &str, reference: &TicketReference, is_marked: bool) -> Vec<Link> {
    let draft = text::draft(ours, &format!("[{reference}]"));
    let link =
        |(verb, shown): (&str, &str)| Link { shown: shown.to_owned(), target: format!("{draft}&body=%23{verb}%0A") };
    if is_marked { DECISIONS } else { COMMANDS }.map(link).into()
}

templates!(
    Notification: "mail/notification/subject.txt",
    "mail/notification/body.txt",
    "mail/notification/body.html"
);

impl Notification {
    /// The promised time runs from the row: the receipt, or the release of a suspected inquiry. With `ours`, the recipient's own
    /// address of us, links write a mail to it.
    pub(super) fn new(case: Case<'_>, ticket: Ticket, ours: Option<&str>, background: &Background) -> Self {
        let (Case { inquiry, content, row, settings }, Background { signs, earlier, away }) = (case, background);
        let answer = &settings.answer;
        let total = earlier.first().map_or(0, |first| first.total.unsigned_abs());
        let inquiry_content::Model { first_name, last_name, company, .. } = content;
        let email = content.email.as_str();
        let reply_subject = format!("?subject=Re:%20Your%20inquiry%20{}", inquiry.reference);
        Self {
            ticket: Ticket { is_marked: !signs.is_empty(), ..ticket },
            name: line_or(&format!("{first_name} {last_name}"), NOT_GIVEN),
            company: line_or(company, NOT_GIVEN),
            email: if content.email.is_phone() {
                Link { shown: NO_ADDRESS.to_owned(), target: String::new() }
            } else {
                Link { shown: line_or(email, NOT_GIVEN), target: format!("{}{reply_subject}", text::mailto(email)) }
            },
            without_address: TO_NOBODY,
            phone: content
                .phone
                .as_deref()
                .map(text::line)
                .filter(|typed| !typed.is_empty())
                .map(|shown| Link { target: text::tel(&shown), shown }),
            facts: facts(inquiry, content),
            text: text::lines(&content.message),
            signs: signs.iter().map(|sign| sign.label()).collect::<Vec<_>>().join(", "),
            earlier_count: text::counted(total, "earlier inquiry", "earlier inquiries"),
            earlier: earlier.iter().map(|inquiry| Earlier::new(inquiry, settings)).collect(),
            away: away
                .iter()
                .map(|one| [name_of(&one.mailbox), time::day_in_zone(one.back_at, answer.zone())])
                .collect(),
            has_bot_check: inquiry.origin == Origin::Form,
            is_verified: inquiry.bot_check == BotCheckStatus::Verified,
            due: time::in_zone(answer.due(row.created_at, inquiry.contact_reason), answer.zone()),
            received: time::in_zone(inquiry.received_at, answer.zone()),
            consents: match (inquiry.consent, inquiry.gdpr_consent) {
                (true, true) => "privacy policy agreed, GDPR/CCPA consent given",
                (true, false) => "privacy policy agreed",
                (false, true) => "GDPR/CCPA consent given",
                (false, false) => match inquiry.origin {
                    Origin::Form => "none",
                    Origin::Mail => "no box ticked, it came by mail",
                    Origin::Phone => "no box ticked, it came by phone",
                },
            },
            deleted: time::in_zone(inquiry.expires_at, answer.zone()),
            commands: ours.map(|ours| links(ours, &inquiry.reference, !signs.is_empty())).unwrap_or_default(),
        }
    }

    fn first_words(&self) -> String {
        first_words(&self.text)
    }
}

struct Earlier {
    reference: TicketReference,
    /// Such as `closed by anna on 3 March 2026`.
    state: String,
}

impl Earlier {
    fn new(earlier: &EarlierInquiry, settings: &MailSettings) -> Self {
        let by = earlier.by.as_deref().map_or_else(|| "an operator".to_owned(), name_of);
        let on = time::day_in_zone(earlier.at.unwrap_or(earlier.received_at), settings.answer.zone());
        let state = match earlier.verb.as_deref() {
            Some("claim" | "assign" | "wait") => format!("{by} answers it"),
            Some("answer") => format!("answered by {by} on {on}"),
            Some("close") => format!("closed by {by} on {on}"),
            Some("spam") => format!("marked as spam on {on}"),
            Some("merge") => format!("merged into another one by {by} on {on}"),
            _ => format!("open since {on}"),
        };
        Self { reference: earlier.reference.clone(), state }
    }
}

/// The fields that have no line of their own: first the choices, then what was typed. Such as
/// `SIEM and threat hunting · 3 consultants · Switzerland`.
fn facts(inquiry: &inquiry::Model, content: &inquiry_content::Model) -> String {
    const PLACED: [&str; 7] = ["first_name", "last_name", "company", "email", "phone", "contact_reason", "message"];
    let fact = |field: &Field| match (field.kind, field.entered(inquiry, content)) {
        (Kind::Count { of: [one, many], .. }, Value::Number(count)) => Some(text::counted(count.as_u64()?, one, many)),
        (_, Value::String(entered)) => Some(text::line(&entered)).filter(|line| !line.is_empty()),
        _ => None,
    };
    let others = FIELDS.iter().filter(|field| !PLACED.contains(&field.column));
    let (typed, chosen): (Vec<_>, Vec<_>) = others.partition(|field| matches!(field.kind, Kind::Line { .. }));
    let language = Some(inquiry.language).filter(|language| *language != Language::En);
    let language = language.map(|language| format!("writes {}", language.name()));
    let by_phone = (inquiry.origin == Origin::Phone).then(|| "by phone".to_owned());
    by_phone
        .into_iter()
        .chain(language)
        .chain(chosen.into_iter().chain(typed).filter_map(fact))
        .collect::<Vec<_>>()
        .join(" · ")
}
