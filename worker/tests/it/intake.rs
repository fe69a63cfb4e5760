//! Mail in: accepted once whatever is lost, settled with one fate, relayed to the consultants.

use std::{io::Write, process::Stdio, sync::Arc, time::Duration};

use entity::{
    env::Env,
    outbox::{MailKind, OutboxState},
};
use inbound::addresses::{Base, KeyRing, Party, SignedAddresses};
use sea_orm::ConnectionTrait;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    sync::Notify,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;
use worker::intake::{Envelope, Fate, IntakeSettings, Listener, Way, accept, attach, drop_mail, settle_next};

use super::support::{CANARIES, PATIENCE, WorkerProcess, World, eventually};

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

struct Lmtp(BufReader<TcpStream>);

impl Lmtp {
    async fn connect(address: std::net::SocketAddr) -> Self {
        let mut lmtp = Self(BufReader::new(TcpStream::connect(address).await.unwrap()));
        assert_eq!(&lmtp.reply().await[..3], "220");
        lmtp.say("LHLO mta.example").await;
        lmtp
    }

    async fn reply(&mut self) -> String {
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line).await.unwrap();
            if line.as_bytes().get(3) != Some(&b'-') {
                return line.trim_end().to_owned();
            }
        }
    }

    async fn say(&mut self, line: &str) -> String {
        self.0.get_mut().write_all(format!("{line}\r\n").as_bytes()).await.unwrap();
        self.reply().await
    }

    async fn deliver(&mut self, to: &str, raw: &str) -> String {
        assert_eq!(&self.say(&format!("MAIL FROM:<{VISITOR}>")).await[..3], "250");
        let answer = self.say(&format!("RCPT TO:<{to}>")).await;
        if !answer.starts_with("250") {
            self.say("RSET").await;
            return answer;
        }
        assert_eq!(&self.say("DATA").await[..3], "354");
        self.say(&format!("{raw}.")).await
    }
}

async fn listen(world: &World) -> (std::net::SocketAddr, CancellationToken) {
    let settings = settings();
    let listener = Listener::bind(settings.lmtp.as_ref().unwrap()).await.unwrap();
    let (address, stopping) = (listener.local_addr().unwrap(), CancellationToken::new());
    let part = listener.serve(world.db.clone(), settings, Arc::new(Notify::new()), stopping.clone());
    tokio::spawn(part);
    (address, stopping)
}

#[tokio::test]
async fn lmtp_refuses_at_rcpt_what_is_not_ours_and_confirms_after_the_commit() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let (address, _stopping) = listen(&world).await;
    let mut lmtp = Lmtp::connect(address).await;
    let wrong = ticket.address.replace("r1-", "r2-");
    for to in ["desk@own.example", "x@reply.own.example", wrong.as_str()] {
        assert_eq!(lmtp.deliver(to, "").await, "550 5.1.1 no such recipient", "{to}");
    }
    assert_eq!(lmtp.deliver(&ticket.address, &mail(VISITOR, "1", "")).await, "250 2.0.0 stored");
    assert_eq!(lmtp.deliver(&ticket.address.to_uppercase(), &mail(VISITOR, "2", "")).await, "250 2.0.0 stored");
    assert_eq!(&lmtp.deliver(&ticket.address, "From: a\nbare\r\n").await[..9], "554 5.5.2");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM intake").await, 2);
    let raw: Vec<u8> = world.value("SELECT raw FROM raw_mail ORDER BY intake_id LIMIT 1").await;
    assert_eq!(raw, mail(VISITOR, "1", "").into_bytes(), "byte for byte");
    // An expired ticket's address answers as an unknown one.
    world.execute("UPDATE inquiry SET last_contact_at = now() - interval '3 years'").await;
    assert_eq!(lmtp.deliver(&ticket.address, "").await, "550 5.1.1 no such recipient");
}

#[tokio::test]
async fn a_delivery_whose_confirmation_was_lost_is_counted_and_stored_once() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let raw = mail(VISITOR, "1", "");
    let first = take(&world, &ticket.address, &raw).await;
    assert_eq!(take(&world, &ticket.address, &raw).await, first);
    let counts = "SELECT concat_ws(' ', count(*), sum(deliveries), (SELECT count(*) FROM raw_mail)) FROM intake";
    assert_eq!(world.value::<String>(counts).await, "1 2 1");
    // By another way the same mail is another delivery, and settles as a duplicate.
    let envelope = Envelope { from: None, to: Some(ticket.address.clone()) };
    accept(&world.db, &settings().digest_key, Way::Pipe, &envelope, raw.as_bytes()).await.unwrap();
    assert_eq!(settle(&world).await, Some(Fate::Reply));
    assert_eq!(settle(&world).await, Some(Fate::Duplicate));
    assert_eq!(settle(&world).await, None);
}

#[tokio::test]
async fn a_visitors_reply_reaches_each_consultant_and_moves_the_last_contact() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let delivery = world.delivery();
    world.drain(&delivery).await;
    let thread = world
        .server
        .accepted()
        .iter()
        .find_map(|mail| (mail.header("To")? == CONSULTANT).then(|| mail.header("Message-ID")).flatten());
    take(&world, &ticket.address, &mail(VISITOR, "1", "")).await;
    assert_eq!(settle(&world).await, Some(Fate::Reply));
    world.drain(&delivery).await;
    assert_eq!(world.count(MailKind::VisitorReply, OutboxState::Sent).await, 2);
    let mails = world.server.accepted();
    let relayed = mails.iter().rfind(|mail| mail.header("To").as_deref() == Some(CONSULTANT)).unwrap();
    assert_eq!(relayed.header("In-Reply-To"), thread, "one thread a consultant");
    assert_eq!(relayed.header("Auto-Submitted"), None, "a person's words");
    assert_eq!(relayed.header("Reply-To").as_deref(), Some(VISITOR));
    let moved = format!("SELECT last_contact_at > received_at FROM inquiry WHERE id = '{}'", ticket.id);
    assert!(world.value::<bool>(&moved).await);
}

#[tokio::test]
async fn machine_mail_is_kept_and_never_relayed_and_no_contact() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let id = take(&world, &ticket.address, &mail(VISITOR, "1", "Auto-Submitted: auto-replied\r\n")).await;
    assert_eq!(settle(&world).await, Some(Fate::Machine));
    assert_eq!(rule(&world, id).await, "machine auto_submitted");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM message WHERE is_machine").await, 1);
    assert_eq!(world.count(MailKind::VisitorReply, OutboxState::Ready).await, 0);
    assert!(world.value::<bool>("SELECT last_contact_at = received_at FROM inquiry").await);
}

#[tokio::test]
async fn what_is_not_proven_waits_for_a_person() {
    let world = World::new().await;
    let (one, two) = (ticket(&world).await, ticket(&world).await);
    let reference: String = world.value(&format!("SELECT reference FROM inquiry WHERE id = '{}'", two.id)).await;
    let about_two = world.rows_of(two.id).await.remove(0).id;
    let proof = format!("In-Reply-To: <{}>\r\n", signed().message_id(about_two));
    for (to, raw, expected) in [
        ("desk@own.example", mail(VISITOR, "1", ""), "quarantined unmatched"),
        ("desk@own.example", mail(VISITOR, "2", &format!("X-Ticket: {reference}\r\n")), "quarantined unmatched"),
        (&one.address, mail(VISITOR, "3", &proof), "quarantined ambiguous"),
        (&one.address, mail(VISITOR, "4", &format!("From: {CONSULTANT}\r\n")), "quarantined unclear_headers"),
        (&one.address, mail(VISITOR, "5", &format!("Fr om: {CONSULTANT}\r\n")), "quarantined unclear_headers"),
        (&one.address, mail(CONSULTANT, "6", ""), "quarantined consultant"),
        (&one.address, "\r\nno headers".to_owned(), "quarantined no_headers"),
        (&one.address, mail(VISITOR, "7", &"Received: x\r\n".repeat(26)), "quarantined hops"),
        (&one.address, mail("colleague@visitor.example", "8", ""), "reply address"),
        ("desk@own.example", mail(VISITOR, "9", &proof), "reply message_id"),
    ] {
        let id = take(&world, to, &raw).await;
        settle(&world).await;
        assert_eq!(rule(&world, id).await, expected, "{raw}");
    }
    let contacts = "SELECT string_agg(inquiry_id::text, ' ') FROM contact";
    assert_eq!(world.value::<String>(contacts).await, two.id.to_string(), "a colleague's mail is none");
}

#[tokio::test]
async fn an_operator_attaches_or_drops_what_waits() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let (kept, dropped) = (
        take(&world, "desk@own.example", &mail(VISITOR, "1", "")).await,
        take(&world, "x@own.example", &mail(VISITOR, "2", "")).await,
    );
    settle(&world).await;
    settle(&world).await;
    let reference: String = world.value(&format!("SELECT reference FROM inquiry WHERE id = '{}'", ticket.id)).await;
    attach(&world.db, kept, &reference.parse().unwrap()).await.unwrap();
    assert_eq!(settle(&world).await, Some(Fate::Reply));
    assert_eq!(rule(&world, kept).await, "reply attached");
    assert!(attach(&world.db, kept, &reference.parse().unwrap()).await.is_err(), "once");
    drop_mail(&world.db, dropped).await.unwrap();
    assert_eq!(rule(&world, dropped).await, "dropped operator");
    let law = "SELECT count(*) FILTER (WHERE fate IS NOT NULL) = count(*) FROM intake";
    assert!(world.value::<bool>(law).await, "every mail has one fate");
}

#[tokio::test]
async fn a_mail_whose_reader_crashes_twice_is_put_into_quarantine() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let id = take(&world, &ticket.address, &mail(VISITOR, "1", "")).await;
    for crashes in 0..2 {
        // As kill -9 leaves it: claimed, and the lease runs out.
        world
            .execute(&format!(
                "UPDATE intake SET state = 'settling', lease_holder = gen_random_uuid(), crashes = {crashes}, \
                 lease_until = now() - interval '1 second'"
            ))
            .await;
        if crashes == 0 {
            // The first crash alone decides nothing: the mail is read.
            let claimed = settle(&world).await;
            assert_eq!(claimed, Some(Fate::Reply));
            world
                .execute("UPDATE intake SET state = 'accepted', fate = NULL, settled_at = NULL, inquiry_id = NULL")
                .await;
        }
    }
    assert_eq!(settle(&world).await, Some(Fate::Quarantined));
    assert_eq!(rule(&world, id).await, "quarantined crashed");
}

#[tokio::test]
async fn bombs_are_put_into_quarantine_at_once() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let nested = "Content-Type: multipart/mixed; boundary=b

--b
"
    .repeat(100_000);
    for (bomb, expected) in [
        (mail(VISITOR, "1", &"X: y\r\n".repeat(100_000)), "quarantined headers"),
        (mail(VISITOR, "2", &nested), "quarantined nesting"),
    ] {
        let id = take(&world, &ticket.address, &bomb).await;
        let start = tokio::time::Instant::now();
        settle(&world).await;
        assert_eq!(rule(&world, id).await, expected);
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    }
}

fn with_intake(lmtp: &str) -> [(&str, &str); 5] {
    [
        ("INTAKE", "lmtp,pipe"),
        ("INTAKE_LMTP_LISTEN", lmtp),
        ("REPLY_ADDRESS", "@reply.own.example"),
        ("REPLY_HMAC_KEYS", KEYS),
        ("RUST_LOG", "trace"),
    ]
}

#[tokio::test]
async fn the_pipe_stores_a_mail_or_says_that_it_is_temporary() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let pipe = |url: Option<String>| {
        let mut command = WorkerProcess::command(&world);
        command.args(["intake", "pipe", "--sender", VISITOR, "--recipient", &ticket.address]);
        command.envs(with_intake("127.0.0.1:0"));
        command.envs(url.map(|url| ("DATABASE_URL", url)));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(mail(VISITOR, "1", "").as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    };
    assert_eq!(pipe(None).status.code(), Some(0));
    assert_eq!(pipe(None).status.code(), Some(0), "again, after a lost exit code");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM intake").await, 1);
    let away = pipe(Some("postgres://inquiry_app:word@127.0.0.1:1/inquiry".to_owned()));
    assert_eq!(away.status.code(), Some(75));
    let said = String::from_utf8_lossy(&away.stderr).into_owned();
    assert!(!CANARIES.iter().any(|canary| said.contains(canary)), "{said}");
}

#[tokio::test]
async fn a_killed_worker_loses_no_confirmed_mail_and_relays_each_once() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let mut confirmed = 0;
    for round in 0..3 {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let lmtp = port.to_string();
        let process = WorkerProcess::start_with(&world, &with_intake(&lmtp)).await;
        eventually(PATIENCE, "LMTP listens", async || TcpStream::connect(port).await.is_ok()).await;
        let mut session = Lmtp::connect(port).await;
        for number in 0..2 {
            let answer = session.deliver(&ticket.address, &mail(VISITOR, &format!("{round}.{number}"), "")).await;
            confirmed += i64::from(answer.starts_with("250"));
        }
        process.kill();
    }
    assert_eq!(world.value::<i64>("SELECT count(*) FROM intake").await, confirmed);
    let process = WorkerProcess::start_with(&world, &with_intake("127.0.0.1:0")).await;
    eventually(PATIENCE, "all are settled", async || {
        world.value::<i64>("SELECT count(*) FROM intake WHERE state <> 'settled'").await == 0
    })
    .await;
    drop(process);
    assert_eq!(world.value::<i64>("SELECT count(*) FROM message").await, confirmed);
    let relays = world.value::<i64>("SELECT count(*) FROM outbox WHERE kind = 'visitor_reply'").await;
    assert_eq!(relays, 2 * confirmed, "one to each consultant");
}

#[tokio::test]
async fn without_the_database_the_sender_keeps_the_mail() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let (address, _stopping) = listen(&world).await;
    let mut lmtp = Lmtp::connect(address).await;
    world.execute("ALTER TABLE raw_mail RENAME TO raw_mail_away").await;
    assert_eq!(lmtp.deliver(&ticket.address, &mail(VISITOR, "1", "")).await, "451 4.3.0 try again later");
    world.execute("ALTER TABLE raw_mail_away RENAME TO raw_mail").await;
    assert_eq!(lmtp.deliver(&ticket.address, &mail(VISITOR, "1", "")).await, "250 2.0.0 stored");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM intake").await, 1);
    world.db.execute_unprepared("SELECT 1").await.unwrap();
}

const BOUNCE: &str = "Auto-Submitted: auto-replied\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n\
    --b\r\nContent-Type: text/plain\r\n\r\nIt did not arrive.\r\n\
    --b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.visitor.example\r\n\r\n\
    Final-Recipient: rfc822; krelvonta@visitor.example\r\nAction: failed\r\nStatus: 5.1.1\r\n--b--\r\n";

#[tokio::test]
async fn a_bounce_of_the_auto_reply_tells_the_consultants_to_phone() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let delivery = world.delivery();
    world.drain(&delivery).await;
    let rows = world.rows_of(ticket.id).await;
    let auto_reply = rows.iter().find(|row| row.kind == MailKind::AutoReply).unwrap().id;
    // A forged report: right in every word, and sent to an address that we did not sign.
    let raw = mail("MAILER-DAEMON@mx.visitor.example", "1", BOUNCE);
    take(&world, &signed().return_path(Uuid::new_v4()), &raw).await;
    assert_eq!(settle(&world).await, Some(Fate::Quarantined));
    assert_eq!(world.row(auto_reply).await.state, OutboxState::Sent);

    let id = take(&world, &signed().return_path(auto_reply), &raw).await;
    assert_eq!(settle(&world).await, Some(Fate::Bounce));
    assert_eq!(rule(&world, id).await, "bounce report");
    let row = world.row(auto_reply).await;
    assert_eq!((row.state, row.last_code.as_deref()), (OutboxState::Bounced, Some("bounced_5_1_1")));
    world.drain(&delivery).await;
    assert_eq!(world.count(MailKind::Undeliverable, OutboxState::Sent).await, 2);
    let told = world.server.accepted().into_iter().last().unwrap();
    assert!(told.data.contains("+41 99 777 66 55"), "the phone number");
}

#[tokio::test]
async fn a_bounced_notification_raises_an_alert_and_sends_no_mail() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    world.drain(&world.delivery()).await;
    let notification =
        world.rows_of(ticket.id).await.into_iter().find(|row| row.kind == MailKind::Notification).unwrap();
    take(&world, &signed().return_path(notification.id), &mail("postmaster@own.example", "1", BOUNCE)).await;
    let settled = settle_next(&world.db, &settings(), Uuid::new_v4()).await.unwrap().unwrap();
    assert_eq!((settled.fate, settled.bounced), (Some(Fate::Bounce), Some(notification.id)));
    assert_eq!(world.rows().await.len(), 3, "no mail besides the inquiry's own");
}
