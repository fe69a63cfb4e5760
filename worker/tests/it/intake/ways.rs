//! The ways in: LMTP and the pipe.

use std::{io::Write, ops::Add as _, path::Path, process::Stdio, sync::Arc, time::Duration};

use entity::database::ServerClock;
use futures::future::join_all;
use mailer::addresses::Party;
use sea_orm::{ConnectionTrait, TransactionTrait};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    time::sleep,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;
use worker::intake::{Acceptor, Fate, IntakeSettings, Listener, settle_next, settle_regularly};

use super::{CONSULTANT, KEYS, VISITOR, mail, settings, settings_for_new, settings_with, signed, ticket};
use crate::support::{CANARIES, PATIENCE, WorkerProcess, World, eventually};

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
    listen_with(world, settings()).await
}

async fn listen_with(world: &World, settings: IntakeSettings) -> (std::net::SocketAddr, CancellationToken) {
    let (address, _, stopping) = listen_by_clock(world, settings).await;
    (address, stopping)
}

async fn listen_by_clock(
    world: &World,
    settings: IntakeSettings,
) -> (std::net::SocketAddr, Arc<ServerClock>, CancellationToken) {
    let listener = Listener::bind(settings.lmtp.as_ref().unwrap()).await.unwrap();
    let (address, stopping) = (listener.local_addr().unwrap(), CancellationToken::new());
    let acceptor =
        Acceptor::start(world.db.clone(), Arc::clone(&settings.fingerprint_key), Arc::default()).with_quota(&settings);
    let clock = Arc::clone(&acceptor.clock);
    tokio::spawn(listener.serve(Arc::new(acceptor), settings, stopping.clone()));
    (address, clock, stopping)
}

/// Dated ahead, it would be kept for longer, and shown as the newest.
#[tokio::test]
async fn no_mail_is_taken_or_settled_by_a_clock_that_has_jumped_ahead() {
    let world = World::with_movable_clock().await;
    let ticket = ticket(&world).await;
    world.execute("SELECT purge_expired(gen_random_uuid(), 10)").await;
    let (address, clock, stopping) = listen_by_clock(&world, settings()).await;
    let mut lmtp = Lmtp::connect(address).await;
    assert_eq!(lmtp.deliver(&ticket.address, &mail(VISITOR, "before", "")).await, "250 2.0.0 stored");
    world.move_clock("40 days").await;
    assert_eq!(&lmtp.deliver(&ticket.address, &mail(VISITOR, "ahead", "")).await[..3], "451");
    let alerts = Arc::clone(&world.delivery().alerts);
    tokio::spawn(settle_regularly(world.db.clone(), settings(), alerts, Arc::default(), clock, stopping.clone()));
    sleep(Duration::from_secs(2)).await;
    let states = "SELECT string_agg(state, ' ') FROM intake";
    assert_eq!(world.value::<String>(states).await, "accepted");
    world.move_clock("0").await;
    assert_eq!(lmtp.deliver(&ticket.address, &mail(VISITOR, "ahead", "")).await, "250 2.0.0 stored");
    let is_settled = async || world.value::<String>(states).await == "settled settled";
    eventually(PATIENCE, "both are settled", is_settled).await;
    let ahead =
        "SELECT count(*) FROM raw_mail, message WHERE accepted_on > current_date OR received_at > clock_timestamp()";
    assert_eq!(world.value::<i64>(ahead).await, 0);
    stopping.cancel();
}

#[tokio::test]
async fn lmtp_refuses_at_rcpt_what_is_not_ours_and_confirms_after_the_commit() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let (address, _stopping) = listen(&world).await;
    let mut lmtp = Lmtp::connect(address).await;
    let wrong = ticket.address.replace("r1-", "r2-");
    // One bit of the signature.
    let (local, domain) = ticket.address.split_once('@').unwrap();
    let last = if local.ends_with('0') { '1' } else { '0' };
    let forged = format!("{}{last}@{domain}", &local[..local.len() - 1]);
    for to in ["desk@own.example", "x@reply.own.example", wrong.as_str(), forged.as_str()] {
        assert_eq!(lmtp.deliver(to, "").await, "550 5.1.1 no such recipient", "{to}");
    }
    assert_eq!(lmtp.deliver(&ticket.address, &mail(VISITOR, "1", "")).await, "250 2.0.0 stored");
    assert_eq!(lmtp.deliver(&ticket.address.to_uppercase(), &mail(VISITOR, "2", "")).await, "250 2.0.0 stored");
    assert_eq!(&lmtp.deliver(&ticket.address, "From: a\nbare\r\n").await[..9], "554 5.5.2");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM intake").await, 2);
    let raw: Vec<u8> = world.value("SELECT raw FROM raw_mail ORDER BY intake_id LIMIT 1").await;
    assert_eq!(raw, mail(VISITOR, "1", "").into_bytes(), "byte for byte");
    // With INTAKE_NEW=on, the public address is one of ours.
    let (open, _stopping) = listen_with(&world, settings_for_new()).await;
    let mut public = Lmtp::connect(open).await;
    assert_eq!(public.deliver("Desk@Own.example", &mail(VISITOR, "3", "")).await, "250 2.0.0 stored");
    assert_eq!(public.deliver("other@own.example", "").await, "550 5.1.1 no such recipient");
    // An expired ticket's address answers as an unknown one.
    world.execute("UPDATE inquiry SET last_contact_at = now() - interval '3 years'").await;
    assert_eq!(lmtp.deliver(&ticket.address, "").await, "550 5.1.1 no such recipient");
}

/// The rest of the disk is for the form. A file system without blocks is always full.
#[tokio::test]
async fn while_the_disk_is_nearly_full_mails_stay_with_their_server() {
    let world = World::new().await;
    let full = [("DATABASE_DISK", "/proc")];
    let (address, _stopping) = listen_with(&world, settings_with(&full)).await;
    let mut lmtp = Lmtp::connect(address).await;
    let answer = lmtp.say(&format!("MAIL FROM:<{VISITOR}>")).await;
    assert_eq!(answer, "452 4.3.1 the disk is nearly full, try again later");
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(exit_code(&world, &[], &full, folder.path()), Some(75));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM intake").await, 0);
    let (address, _stopping) =
        listen_with(&world, settings_with(&[("DATABASE_DISK", "/proc"), ("INTAKE_RESERVE", "0")])).await;
    let answer = Lmtp::connect(address).await.say(&format!("MAIL FROM:<{VISITOR}>")).await;
    assert_eq!(&answer[..3], "250", "without a reserve");
}

#[tokio::test]
async fn what_is_over_the_quota_of_a_day_waits_at_its_server_and_the_desk_hears_of_it_once() {
    let world = World::new().await;
    let (flooded, other) = (ticket(&world).await, ticket(&world).await);
    let settings = IntakeSettings { quota: 40_000, ..settings_with(&[]) };
    let (address, _stopping) = listen_with(&world, settings.clone()).await;
    let mut lmtp = Lmtp::connect(address).await;
    let large = |id: &str| mail(VISITOR, id, "").replace("answers", id) + &"x".repeat(70).add("\r\n").repeat(200);
    let mut answers = Vec::new();
    for number in 0..8 {
        answers.push(lmtp.deliver(&flooded.address, &large(&format!("{number}"))).await);
    }
    let over = "452 4.2.2 over the quota of this day, try again later";
    assert_eq!(answers, [["250 2.0.0 stored"; 2].as_slice(), &[over; 6]].concat());
    // What was stored is confirmed again, and other inquiries have quotas of their own.
    assert_eq!(lmtp.deliver(&flooded.address, &large("0")).await, "250 2.0.0 stored");
    assert_eq!(lmtp.deliver(&flooded.address, &mail(VISITOR, "small", "")).await, "250 2.0.0 stored");
    assert_eq!(lmtp.deliver(&other.address, &large("8")).await, "250 2.0.0 stored");
    while settle_next(&world.db, &settings, Uuid::new_v4()).await.unwrap().is_some() {}
    let waits = "SELECT count(*)::text || ' ' || max(octet_length(raw)) FROM intake JOIN raw_mail ON intake_id = id \
        WHERE fate = 'quarantined' AND rule = 'quota'";
    let head = large("2").find("\r\n\r\n").unwrap() + 4;
    assert_eq!(world.value::<String>(waits).await, format!("1 {head}"));
    // The next day, the server tries again.
    world.execute("UPDATE intake_quota SET day = day - 1").await;
    assert_eq!(lmtp.deliver(&flooded.address, &large("2")).await, "250 2.0.0 stored");
    assert_eq!(settle_next(&world.db, &settings, Uuid::new_v4()).await.unwrap().unwrap().fate, Some(Fate::Reply));
}

/// A mail of 14 KB. `proof` is what the receiving host says of the sender's domain.
fn large(from: &str, id: &str, proof: &str) -> String {
    let domain = from.rsplit_once('@').unwrap().1;
    let results = format!("Authentication-Results: mx.own.example; dmarc={proof} header.from={domain}\r\n");
    mail(from, id, &results).replace("answers", id) + &"x".repeat(70).add("\r\n").repeat(200)
}

#[tokio::test]
async fn nobody_spends_the_quota_of_another() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let notified = [("INTAKE_NEW", "on"), ("NOTIFY_TO", "anna@own.example,ben@own.example")];
    let settings = IntakeSettings { quota: 40_000, ..settings_with(&notified) };
    let (address, _stopping) = listen_with(&world, settings).await;
    let mut lmtp = Lmtp::connect(address).await;
    let own = signed().reply(&ticket.reference.parse().unwrap(), &Party::Consultant(CONSULTANT.to_owned()));
    let public = "desk@own.example";
    let mut number = 0;
    for (to, from, proof, answers) in [
        (ticket.address.as_str(), CONSULTANT, "fail", ["250 2", "250 2", "452 4"]),
        // They are the ticket's, not the consultant's.
        (&ticket.address, VISITOR, "pass", ["452 4"; 3]),
        (&own, CONSULTANT, "pass", ["250 2", "250 2", "452 4"]),
        (public, CONSULTANT, "none", ["250 2", "250 2", "452 4"]),
        (public, CONSULTANT, "pass", ["250 2", "250 2", "452 4"]),
        (public, "other@visitor.example", "pass", ["250 2", "250 2", "452 4"]),
    ] {
        for expected in answers {
            number += 1;
            let answer = lmtp.deliver(to, &large(from, &number.to_string(), proof)).await;
            assert_eq!(&answer[..5], expected, "{from} {proof} {to}");
        }
    }
    // A flood of the visitor delays no consultant, also not where the visitor's address is answered.
    let other = super::ticket(&world).await;
    for expected in ["250 2", "250 2", "452 4"] {
        number += 1;
        let answer = lmtp.deliver(&other.address, &large(VISITOR, &number.to_string(), "pass")).await;
        assert_eq!(&answer[..5], expected);
    }
    let ben = "ben@own.example";
    assert_eq!(&lmtp.deliver(&other.address, &large(ben, "proven", "pass")).await[..5], "250 2");
    let own = signed().reply(&other.reference.parse().unwrap(), &Party::Consultant(ben.to_owned()));
    assert_eq!(&lmtp.deliver(&own, &large(ben, "own", "none")).await[..5], "250 2");
}

/// The replies to mails whose ends of data come while the database takes none.
async fn deliver_together(world: &World, to: &str, mails: &[String]) -> Vec<String> {
    let (address, _stopping) = listen(world).await;
    let mut sessions = Vec::new();
    for _ in mails {
        let mut session = Lmtp::connect(address).await;
        session.say(&format!("MAIL FROM:<{VISITOR}>")).await;
        session.say(&format!("RCPT TO:<{to}>")).await;
        assert_eq!(&session.say("DATA").await[..3], "354");
        sessions.push(session);
    }
    let lock = world.admin.begin().await.unwrap();
    lock.execute_unprepared("LOCK TABLE intake IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let replies = sessions.iter_mut().zip(mails).map(async |(session, raw)| session.say(&format!("{raw}.")).await);
    let unlocks = async {
        sleep(Duration::from_secs(1)).await;
        lock.commit().await.unwrap();
    };
    tokio::join!(join_all(replies), unlocks).0
}

#[tokio::test]
async fn sessions_share_a_commit_and_no_fault() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let mut mails: Vec<String> = (0..10).map(|number| mail(VISITOR, &number.to_string(), "")).collect();
    // By a sender that did not wait for the reply.
    mails.push(mails[9].clone());
    let replies = deliver_together(&world, &ticket.address, &mails).await;
    assert!(replies.iter().all(|reply| reply == "250 2.0.0 stored"), "{replies:?}");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM raw_mail").await, 10);
    assert_eq!(world.value::<i64>("SELECT sum(deliveries)::bigint FROM intake").await, 11);
    let commits = world.value::<i64>("SELECT count(DISTINCT xmin::text) FROM raw_mail").await;
    assert!(commits <= 4, "two wait for the lock, and the others for them: {commits} commits");

    let refused = mail(VISITOR, "refused", "");
    let sql = format!("ALTER TABLE raw_mail ADD CONSTRAINT refused CHECK (octet_length(raw) <> {})", refused.len());
    world.execute(&sql).await;
    let mut more: Vec<String> = (20..28).map(|number| mail(VISITOR, &number.to_string(), "")).collect();
    more.insert(5, refused);
    let replies = deliver_together(&world, &ticket.address, &more).await;
    let later: Vec<_> = (0..9).filter(|at| replies[*at] != "250 2.0.0 stored").collect();
    assert_eq!((later, replies[5].as_str()), (vec![5], "451 4.3.0 try again later"));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM raw_mail").await, 18);
}

pub(super) fn with_intake(lmtp: &str) -> [(&str, &str); 5] {
    [
        ("INTAKE", "lmtp,pipe"),
        ("INTAKE_LMTP_LISTEN", lmtp),
        ("REPLY_ADDRESS", "@reply.own.example"),
        ("REPLY_HMAC_KEYS", KEYS),
        ("RUST_LOG", "trace"),
    ]
}

#[tokio::test]
async fn lmtp_takes_what_comes_back_for_a_digest() {
    let world = World::new().await;
    let (address, _stopping) = listen(&world).await;
    let mut lmtp = Lmtp::connect(address).await;
    let opened = "INSERT INTO digest_mail (recipient) VALUES ('anna@own.example')";
    world.execute(opened).await;
    let digest: Uuid = world.value("SELECT id FROM digest_mail").await;
    let own = signed().return_path(digest);
    assert_eq!(&lmtp.deliver(&own, &mail(VISITOR, "1", "")).await[..3], "250");
    let unknown = signed().return_path(Uuid::new_v4());
    assert_eq!(&lmtp.deliver(&unknown, &mail(VISITOR, "2", "")).await[..3], "550");
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

/// What a mail server sees of `worker intake pipe`.
fn exit_code(world: &World, arguments: &[&str], variables: &[(&str, &str)], folder: &Path) -> Option<i32> {
    let mut command = WorkerProcess::command(world);
    command.args(["intake", "pipe"]).args(arguments).envs(with_intake("127.0.0.1:0"));
    command.envs(variables.iter().copied()).current_dir(folder);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // A process that ends before it reads closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(mail(VISITOR, "1", "").as_bytes());
    child.wait().unwrap().code()
}

#[tokio::test]
async fn whatever_stops_the_pipe_leaves_the_mail_with_its_server() {
    let world = World::new().await;
    let folder = tempfile::tempdir().unwrap();
    for (arguments, variables) in [
        (&["--recpient=desk@own.example"][..], &[][..]),
        (&[], &[("INTAKE", "lmtp")]),
        (&[], &[("REPLY_HMAC_KEYS", "")]),
        (&[], &[("MAIL_FROM", "desk")]),
    ] {
        assert_eq!(exit_code(&world, arguments, variables, folder.path()), Some(75), "{arguments:?} {variables:?}");
    }
    std::fs::write(folder.path().join(".env"), "INTAKE pipe\n").unwrap();
    assert_eq!(exit_code(&world, &[], &[], folder.path()), Some(75), "a line of .env is wrong");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM intake").await, 0);
}

#[tokio::test]
async fn the_pipe_takes_the_envelope_from_the_variables_of_a_mail_server() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let folder = tempfile::tempdir().unwrap();
    let variables = [("SENDER", VISITOR), ("RECIPIENT", ticket.address.as_str())];
    assert_eq!(exit_code(&world, &[], &variables, folder.path()), Some(0));
    let envelope = "SELECT concat_ws(' ', envelope_from, recipients[1]) FROM raw_mail";
    assert_eq!(world.value::<String>(envelope).await, format!("{VISITOR} {}", ticket.address));
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
            let id = format!("{round}.{number}");
            let text = mail(VISITOR, &id, "").replace("answers", &id);
            let answer = session.deliver(&ticket.address, &text).await;
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

#[tokio::test]
async fn a_test_mail_comes_back_and_says_which_setting_fits() {
    let world = World::new().await;
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let lmtp = port.to_string();
    let process = WorkerProcess::start_with(&world, &with_intake(&lmtp)).await;
    eventually(PATIENCE, "LMTP listens", async || TcpStream::connect(port).await.is_ok()).await;
    let old = "INSERT INTO intake_check (id, sent_at) VALUES (gen_random_uuid(), now() - interval '31 days')";
    world.execute(old).await;
    let mut command = WorkerProcess::command(&world);
    command.args(["intake", "check", "--wait", "60"]).envs(with_intake(&lmtp));
    command.env("INTAKE_TRUST", "authserv:mx.other.example").stdout(Stdio::piped());
    let checking = command.spawn().unwrap();
    let test_mail = || world.server.accepted().into_iter().find(|mail| mail.to.ends_with("@reply.own.example"));
    eventually(PATIENCE, "the test mail is sent", async || test_mail().is_some()).await;
    let sent = test_mail().unwrap();
    let mut session = Lmtp::connect(port).await;
    assert_eq!(sent.from, sent.to, "the relay takes the return path that each mail has");
    // A bounce of it is no return.
    session.say("MAIL FROM:<>").await;
    session.say(&format!("RCPT TO:<{}>", sent.to)).await;
    session.say("DATA").await;
    assert_eq!(session.say("From: mailer-daemon@own.example\r\n\r\nno such user\r\n.").await, "250 2.0.0 stored");
    let host = "Authentication-Results: mx.own.example; spf=pass; dmarc=pass\r\n";
    let came = session.deliver(&sent.to, &format!("{host}{}\r\n", sent.data)).await;
    assert_eq!(came, "250 2.0.0 stored");
    let output = checking.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    for part in
        ["the reply address and the Message-ID survive", "spf=pass dmarc=pass", "Set it to authserv:mx.own.example"]
    {
        assert!(said.contains(part), "{said}");
    }
    let fates = "SELECT string_agg(concat_ws(' ', fate, rule), ', ' ORDER BY accepted_at) FROM intake";
    assert_eq!(world.value::<String>(fates).await, "dropped self_test_report, dropped self_test");
    world.execute("SELECT forget_old_rows()").await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM intake_check").await, 1, "the old test is forgotten");
    // A return path that no test and no mail has is refused as ever.
    let unknown = signed().return_path(Uuid::new_v4());
    assert_eq!(session.deliver(&unknown, "").await, "550 5.1.1 no such recipient");
    drop(process);
}
