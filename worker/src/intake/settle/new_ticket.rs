//! Opens a ticket for a mail to the public address.

use compliance::agreed_texts::current_policy_digest;
use entity::{
    Digest, EmailAddress, Language, SpamSign, TicketReference,
    contact::{ContactReason, InquiryFields, OptionalFields},
    email_address::key_of,
    inquiry::{BotCheckStatus, Origin},
    store_inquiries::{ConsentEvidence, NewInquiry, store},
};
use mailer::db::{query_row, statement};
use outbox::mail::opening_text;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};
use spam::{Submission, digest_of, weigh};
use uuid::Uuid;
use whatlang::Lang;

use super::{
    Claimed, Order, Settling,
    content::Content,
    decide::{Decision, Entry, Kind},
    facts::Effect,
};
use crate::{intake::one_line, ticket::name_consultant};

/// UTF-16 code units that the columns take. The message has the whole text.
const MAX_NAME: usize = 50;
const MAX_COMPANY: usize = 100;
const MAX_PHONE: usize = 40;
const MAX_TEXT: usize = 1000;
/// Tickets that one address opens in a day, and tickets that unproven senders open in an hour.
const MAX_OF_SENDER: i64 = 3;
const MAX_UNPROVEN: i64 = 30;
/// Points of a mail with marks of a list or a mailing tool.
const OF_A_LIST: i16 = 2;
/// A random reference is taken about once in 10^12 / inquiries.
const TRIES: usize = 3;

/// The caller gets no auto-reply unless somebody has asked for it.
const UNASKED: &str = "\
    UPDATE outbox SET state = 'suppressed', last_code = 'by_phone', finished_at = now() \
    WHERE inquiry_id = $1 AND kind = 'auto_reply'";

const OPENED: &str = "\
    SELECT (SELECT count(*) FROM intake CROSS JOIN LATERAL content_of(intake.inquiry_id) \
            WHERE fate = 'new' AND accepted_at > now() - interval '24 hours' AND email_key = $1) AS of_sender, \
        (SELECT count(*) FROM intake WHERE fate = 'new' AND accepted_at > now() - interval '1 hour' \
            AND auth NOT IN ('pass', 'internal')) AS unproven";

impl Settling<'_> {
    /// The same inquiry as by the form: notifications, auto-reply, retention.
    pub(super) async fn open(
        &self,
        transaction: &DatabaseTransaction,
        content: &Content,
        rule: &'static str,
    ) -> Result<Decision, DbErr> {
        self.wait_for_others(transaction, None).await?;
        if self.find_copy(transaction, None).await? >= Some(Effect::Shown) {
            return Ok(Decision::Duplicate { inquiry: None, outbox: None });
        }
        let address = content.from().and_then(|from| EmailAddress::parse(from).ok());
        let (Some(address), Some(new)) = (address, &self.settings.new) else {
            return Ok(Decision::Quarantined("unmatched"));
        };
        transaction.execute_unprepared("SELECT pg_advisory_xact_lock(4176202)").await?;
        // Of a person's decisions there are never too many.
        let is_ordered = matches!(self.claimed.order, Some(Order::Open));
        if !is_ordered && self.opens_too_many(transaction, content).await? {
            return Ok(Decision::Quarantined("rate"));
        }
        // A person who opens a ticket has looked at the mail.
        let spam_limit = new.spam_limit().filter(|_| !is_ordered && content.forwarder.is_none());
        let author =
            content.call.as_ref().and(content.forwarder.as_deref()).and_then(|from| self.settings.registered(from));
        let all = new.notify();
        let mut notify: Vec<String> = all.iter().filter(|address| author.as_ref() != Some(*address)).cloned().collect();
        if notify.is_empty() {
            notify = all;
        }
        for _ in 0..TRIES {
            let inquiry = inquiry(self.claimed, content, address.clone(), notify.clone());
            let inquiry = NewInquiry { spam_limit, ..inquiry };
            if store(transaction, std::slice::from_ref(&inquiry)).await?.contains_key(&inquiry.id) {
                if let Some(author) = &author {
                    name_consultant(transaction, inquiry.id, author).await?;
                }
                if content.call.as_ref().is_some_and(|call| !call.wants_reply) {
                    transaction.execute_raw(statement(UNASKED, [inquiry.id.into()])).await?;
                }
                let entry = Entry { inquiry: inquiry.id, outbox: None, rule, kind: Kind::New };
                return Ok(Decision::OnTicket(entry));
            }
        }
        // Its key is taken: the same mail has opened a ticket.
        Ok(Decision::Duplicate { inquiry: None, outbox: None })
    }

    pub(super) async fn opens_too_many(&self, db: &impl ConnectionTrait, content: &Content) -> Result<bool, DbErr> {
        let opened = query_row(db, statement(OPENED, [content.from().map(key_of).into()])).await?;
        Ok(opened.try_get::<i64>("", "of_sender")? >= MAX_OF_SENDER
            || !content.proof.is_authenticated() && opened.try_get::<i64>("", "unproven")? >= MAX_UNPROVEN)
    }
}

fn inquiry(claimed: &Claimed, content: &Content, email: EmailAddress, notify: Vec<String>) -> NewInquiry {
    let name = content.parsed.from.as_ref().and_then(|from| from.name.as_deref()).unwrap_or_default();
    let (first_name, last_name) = names(name, email.as_str());
    let domain = email.as_str().rsplit_once('@').map_or("", |(_, domain)| domain);
    // The mail's, so that no copy of it opens another ticket.
    let key = Digest::of([b"mail".as_slice(), &claimed.fingerprint].concat());
    let none = Digest::of("");
    let call = content.call.as_ref();
    let company = match call {
        None => domain,
        Some(call) if call.company.is_empty() => "–",
        Some(call) => call.company.as_str(),
    };
    let company = cut(company, MAX_COMPANY);
    let message = opening_text(&content.parsed.subject, &content.parsed.new_text);
    let language = language_of(&message);
    let mut spam = weigh(&Submission {
        name,
        company: "",
        email: &email,
        message: &message,
        site: None,
        fills_decoy: false,
        elapsed: None,
    });
    spam.add(SpamSign::MassMail, if content.sign.is_some() { OF_A_LIST } else { 0 });
    NewInquiry {
        // Random: the ledger may name it after the inquiry is gone.
        id: Uuid::new_v4(),
        reference: TicketReference::random(),
        idempotency_key: key.to_uuid(),
        token_digest: key,
        fields: InquiryFields {
            first_name,
            last_name,
            company,
            email,
            contact_reason: ContactReason::Other,
            message: cut(&message, MAX_TEXT),
            optional: OptionalFields {
                phone: call.and_then(|call| call.phone.as_deref()).map(|phone| cut(phone, MAX_PHONE)),
                ..OptionalFields::default()
            },
        },
        origin: call.map_or(Origin::Mail, |_| Origin::Phone),
        consent: false,
        gdpr_consent: false,
        evidence: ConsentEvidence {
            policy: current_policy_digest(language),
            consent: none,
            gdpr_consent: none,
            language,
        },
        bot_check: BotCheckStatus::Verified,
        client_network: None,
        // All encrypted mails have the same words.
        message_digest: digest_of(&message).filter(|_| !content.parsed.is_encrypted),
        spam,
        spam_limit: None,
        // Anybody can write any sender: the auto-replies to unproven ones come last, and are fewer.
        over_share: !content.proof.is_authenticated(),
        notify,
    }
}

/// English, unless it is surely another one.
fn language_of(text: &str) -> Language {
    match whatlang::detect(text).filter(whatlang::Info::is_reliable).map(|info| info.lang()) {
        Some(Lang::Deu) => Language::De,
        Some(Lang::Fra) => Language::Fr,
        Some(Lang::Ita) => Language::It,
        _ => Language::En,
    }
}

/// Of a display name, its last word is the last name. Without one, the address says all there is.
fn names(display: &str, address: &str) -> (String, String) {
    let line = one_line(display, 2 * MAX_NAME);
    let words: Vec<&str> = line.split_whitespace().collect();
    let local = address.split('@').next().unwrap_or_default();
    let (first, last) = match words[..] {
        [] => (local.to_owned(), "–".to_owned()),
        [only] => (only.to_owned(), "–".to_owned()),
        [ref first @ .., last] => (first.join(" "), last.to_owned()),
    };
    (cut(&first, MAX_NAME), cut(&last, MAX_NAME))
}

/// At most `max` UTF-16 code units, without controls that the column refuses.
fn cut(text: &str, max: usize) -> String {
    let mut units = 0;
    let kept = text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).take_while(|c| {
        units += c.len_utf16();
        units <= max
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_the_language_of_a_mail_if_it_is_sure() {
        for (language, text) in [
            (
                Language::De,
                "Guten Tag\n\nUnser Buchhalter hat gestern auf einen Link geklickt und sein Passwort eingegeben. Können Sie uns helfen?",
            ),
            (
                Language::Fr,
                "Bonjour,\n\nNotre comptable a cliqué hier sur un lien et a saisi son mot de passe. Pouvez-vous nous aider ?",
            ),
            (
                Language::It,
                "Buongiorno,\n\nieri il nostro contabile ha cliccato su un link e ha inserito la sua password. Potete aiutarci?",
            ),
            (
                Language::En,
                "Hello,\n\nour accountant clicked a link yesterday and entered the password. Can you help us?",
            ),
            (
                Language::En,
                "Hola, ayer nuestro contable hizo clic en un enlace e introdujo su contraseña. ¿Pueden ayudarnos, por favor?",
            ),
            (Language::En, "SIEM"),
            (Language::En, ""),
        ] {
            assert_eq!(language_of(text), language, "{text}");
        }
    }

    #[test]
    fn a_display_name_becomes_two_names() {
        for (display, first, last) in [
            ("Probe Muster", "Probe", "Muster"),
            ("Dr. Probe van Muster", "Dr. Probe van", "Muster"),
            ("Muster", "Muster", "–"),
            ("", "probe", "–"),
            (" \u{7}\r\n ", "probe", "–"),
        ] {
            assert_eq!(names(display, "probe@visitor.example"), (first.to_owned(), last.to_owned()), "{display:?}");
        }
        assert_eq!(names(&"🦊".repeat(80), "a@b.example").0.chars().count(), 25, "50 code units");
    }
}
