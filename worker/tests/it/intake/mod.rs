//! Mail in: accepted once whatever is lost, settled with one fate, relayed to the consultants.

mod absence;
mod answers;
mod bombs;
mod by_phone;
mod cases;
mod confirm;
mod copies;
mod day;
mod days;
mod digest_reports;
pub(crate) mod encrypted;
mod erase;
mod every_mail;
mod files;
mod find;
mod formatting;
mod guard;
pub(crate) mod imap;
mod law;
mod leases;
mod loops;
mod merge;
pub(crate) mod new_tickets;
mod owners;
mod participants;
mod people;
mod quarantine;
mod reopen;
mod reply_addresses;
mod reports;
mod rotation;
mod rules;
mod scanner;
mod settle;
mod silence;
mod threading;
mod trust;
mod undelivered;
mod verbs;
mod wait;
mod ways;
mod your_mail;

use std::collections::BTreeMap;

use entity::env::Env;
use mailer::{
    MailSettings,
    addresses::{Base, KeyRing, Party, SignedAddresses},
};
use uuid::Uuid;
use worker::intake::{Envelope, Fate, IntakeSettings, Way, accept, settle_next};

use super::support::World;

pub(crate) const KEYS: &str = "1:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
pub(crate) const VISITOR: &str = "krelvonta@visitor.example";
pub(crate) const CONSULTANT: &str = "anna@own.example";

fn settings() -> IntakeSettings {
    settings_with_trust("authserv:mx.own.example")
}

/// Mails to the public address open tickets.
pub(crate) fn settings_for_new() -> IntakeSettings {
    settings_with(&[("INTAKE_NEW", "on"), ("NOTIFY_TO", "anna@own.example,ben@own.example")])
}

fn settings_with_trust(trust: &str) -> IntakeSettings {
    settings_with(&[("INTAKE_TRUST", trust)])
}

pub(crate) fn settings_with(changes: &[(&str, &str)]) -> IntakeSettings {
    let mut pairs = BTreeMap::from([
        ("INTAKE", "lmtp,pipe"),
        ("INTAKE_LMTP_LISTEN", "127.0.0.1:0"),
        ("INTAKE_TRUST", "authserv:mx.own.example"),
        ("REPLY_ADDRESS", "@reply.own.example"),
        ("REPLY_HMAC_KEYS", KEYS),
    ]);
    pairs.extend(changes.iter().copied());
    let mail = MailSettings::from_env(&Env::from_pairs([("MAIL_FROM", "desk@own.example")])).unwrap();
    IntakeSettings::from_env(&Env::from_pairs(pairs), &mail).unwrap().unwrap()
}

fn signed() -> SignedAddresses {
    let keys: KeyRing = KEYS.parse().unwrap();
    SignedAddresses::new(keys, "@reply.own.example".parse::<Base>().unwrap(), "own.example")
}

struct Ticket {
    id: Uuid,
    reference: String,
    /// The visitor's signed address.
    address: String,
}

async fn ticket(world: &World) -> Ticket {
    ticket_of(world, VISITOR).await
}

async fn ticket_of(world: &World, visitor: &str) -> Ticket {
    let id = world.inquiry(visitor, &[CONSULTANT, "ben@own.example"]).await;
    let reference: String = world.value(&format!("SELECT reference FROM inquiry WHERE id = '{id}'")).await;
    let address = signed().reply(&reference.parse().unwrap(), &Party::Visitor);
    Ticket { id, reference, address }
}

pub(crate) fn mail(from: &str, id: &str, extra: &str) -> String {
    format!(
        "From: {from}\r\nTo: desk@own.example\r\nSubject: Re: We have received your inquiry\r\nMessage-ID: <{id}@visitor.example>\r\n\
         Date: Mon, 23 Nov 2026 10:00:00 +0100\r\n{extra}\r\nWimplethorpe answers.\r\n"
    )
}

/// 20,000 copies of the one inquiry that is stored, without its content; the table `made` has their ids.
pub(crate) const MADE: &str = "\
    CREATE TEMPORARY TABLE made AS SELECT gen_random_uuid() AS made, number FROM generate_series(1, 20000) AS number; \
    INSERT INTO inquiry (id, reference, idempotency_key, token_digest, contact_reason, consent, gdpr_consent, policy_digest, \
            consent_digest, gdpr_consent_digest, bot_check) \
        SELECT made, 'FW-' || lpad((number / 10000)::text, 4, '0') || '-' || lpad((number % 10000)::text, 4, '0'), made, \
            sha256(made::text::bytea), contact_reason, consent, gdpr_consent, policy_digest, consent_digest, \
            gdpr_consent_digest, bot_check FROM inquiry, made;";

pub(crate) async fn take(world: &World, to: &str, raw: &str) -> Uuid {
    let envelope = Envelope { from: Some(VISITOR.to_owned()), to: Some(to.to_owned()) };
    accept(&world.db, &settings().fingerprint_key, Way::Lmtp, &envelope, raw.as_bytes()).await.unwrap().id
}

async fn settle(world: &World) -> Option<Fate> {
    settle_by(world, &settings()).await
}

pub(crate) async fn settle_by(world: &World, settings: &IntakeSettings) -> Option<Fate> {
    settle_next(&world.db, settings, Uuid::new_v4()).await.unwrap().and_then(|settled| settled.fate)
}

/// What the receiving host says of the visitor's domain.
pub(crate) fn dmarc(result: &str) -> String {
    format!("Authentication-Results: mx.own.example; dmarc={result} header.from=visitor.example\r\n")
}

pub(crate) async fn rule(world: &World, id: Uuid) -> String {
    world.value(&format!("SELECT concat_ws(' ', fate, rule) FROM intake WHERE id = '{id}'")).await
}
