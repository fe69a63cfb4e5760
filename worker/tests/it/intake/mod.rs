//! Mail in: accepted once whatever is lost, settled with one fate, relayed to the consultants.

mod law;
mod settle;
mod ways;

use entity::env::Env;
use inbound::addresses::{Base, KeyRing, Party, SignedAddresses};
use uuid::Uuid;
use worker::intake::{Envelope, Fate, IntakeSettings, Way, accept, settle_next};

use super::support::World;

const KEYS: &str = "1:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const VISITOR: &str = "krelvonta@visitor.example";
const CONSULTANT: &str = "anna@own.example";

fn settings() -> IntakeSettings {
    let env = Env::from_pairs([
        ("INTAKE", "lmtp,pipe"),
        ("INTAKE_LMTP_LISTEN", "127.0.0.1:0"),
        ("REPLY_ADDRESS", "@reply.own.example"),
        ("REPLY_HMAC_KEYS", KEYS),
    ]);
    IntakeSettings::from_env(&env, &"desk@own.example".parse().unwrap()).unwrap().unwrap()
}

fn signed() -> SignedAddresses {
    let keys: KeyRing = KEYS.parse().unwrap();
    SignedAddresses::new(keys, "@reply.own.example".parse::<Base>().unwrap(), "own.example")
}

struct Ticket {
    id: Uuid,
    /// The visitor's signed address.
    address: String,
}

async fn ticket(world: &World) -> Ticket {
    let id = world.inquiry(VISITOR, &[CONSULTANT, "ben@own.example"]).await;
    let reference: String = world.value(&format!("SELECT reference FROM inquiry WHERE id = '{id}'")).await;
    Ticket { id, address: signed().reply(&reference.parse().unwrap(), &Party::Visitor) }
}

fn mail(from: &str, id: &str, extra: &str) -> String {
    format!(
        "From: {from}\r\nTo: desk@own.example\r\nSubject: Re: anything\r\nMessage-ID: <{id}@visitor.example>\r\n\
         Date: Mon, 23 Nov 2026 10:00:00 +0100\r\n{extra}\r\nWimplethorpe answers.\r\n"
    )
}

async fn take(world: &World, to: &str, raw: &str) -> Uuid {
    let envelope = Envelope { from: Some(VISITOR.to_owned()), to: Some(to.to_owned()) };
    accept(&world.db, &settings().digest_key, Way::Lmtp, &envelope, raw.as_bytes()).await.unwrap().id
}

async fn settle(world: &World) -> Option<Fate> {
    settle_next(&world.db, &settings(), Uuid::new_v4()).await.unwrap().and_then(|settled| settled.fate)
}

async fn rule(world: &World, id: Uuid) -> String {
    world.value(&format!("SELECT concat_ws(' ', fate, rule) FROM intake WHERE id = '{id}'")).await
}
