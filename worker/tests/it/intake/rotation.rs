//! Keys of signed addresses come and go; what digests remember stays.

use std::{io::Write, process::Stdio};

use entity::outbox::{MailKind, OutboxState};

use super::{
    KEYS, VISITOR, absence::complaint, mail, rule, settings_with, settle_by, signed, take, ticket, ways::with_intake,
};
use crate::support::{PATIENCE, WorkerProcess, World, eventually};

const NEWER: &str = "2:ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100";

fn with_keys(keys: &str) -> Vec<(&str, &str)> {
    let mut settings = with_intake("127.0.0.1:0").to_vec();
    settings.extend([("REPLY_HMAC_KEYS", keys), ("RUST_LOG", "off")]);
    settings
}

fn pipe(world: &World, keys: &str, to: &str, raw: &str) {
    let mut command = WorkerProcess::command(world);
    command.args(["intake", "pipe", "--sender", VISITOR, "--recipient", to]).envs(with_keys(keys));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(raw.as_bytes()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

async fn all_are_settled(world: &World) {
    let open = "SELECT count(*) FROM intake WHERE state <> 'settled'";
    eventually(PATIENCE, "all are settled", async || world.value::<i64>(open).await == 0).await;
}

#[tokio::test]
async fn an_address_of_a_former_base_leads_to_its_ticket() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    let former = ticket.address.replace("@reply.own.example", "@old.example");
    for (bases, expected) in
        [("@reply.own.example,@old.example", "reply address"), ("@reply.own.example", "quarantined unmatched")]
    {
        let id = take(&world, &former, &mail(VISITOR, expected, "")).await;
        settle_by(&world, &settings_with(&[("REPLY_ADDRESS", bases)])).await;
        assert_eq!(rule(&world, id).await, expected);
    }
}

#[tokio::test]
async fn removing_the_oldest_key_forgets_neither_complaints_nor_known_mails() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let known = mail(VISITOR, "known", "");
    let process = WorkerProcess::start_with(&world, &with_keys(KEYS)).await;
    let has_left = "SELECT count(*) FROM outbox WHERE kind = 'auto_reply' AND state = 'sent'";
    eventually(PATIENCE, "the auto-reply is sent", async || world.value::<i64>(has_left).await == 1).await;
    let rows = world.rows_of(ticket.id).await;
    let auto_reply = rows.iter().find(|row| row.kind == MailKind::AutoReply).unwrap().id;
    pipe(&world, KEYS, "desk@own.example", &complaint(&signed().message_id(auto_reply)));
    pipe(&world, KEYS, &ticket.address, &known);
    all_are_settled(&world).await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM complaint").await, 1);
    process.kill();

    let both = format!("{NEWER},{KEYS}");
    let process = WorkerProcess::start_with(&world, &with_keys(&both)).await;
    pipe(&world, &both, &ticket.address, &mail(VISITOR, "between", ""));
    all_are_settled(&world).await;
    process.kill();

    let process = WorkerProcess::start_with(&world, &with_keys(NEWER)).await;
    pipe(&world, NEWER, &ticket.address, &known);
    assert_eq!(world.value::<i64>("SELECT max(deliveries)::bigint FROM intake").await, 2, "the known mail is known");
    world.pass("30 days").await;
    let second = world.auto_reply(VISITOR).await.id;
    eventually(PATIENCE, "its auto-reply is decided", async || {
        matches!(world.row(second).await.state, OutboxState::Sent | OutboxState::Suppressed)
    })
    .await;
    drop(process);
    let row = world.row(second).await;
    assert_eq!((row.state, row.last_code.as_deref()), (OutboxState::Suppressed, Some("complaint")));
}
