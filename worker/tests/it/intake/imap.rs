//! A mailbox: each mail is stored once and moved away, whatever the server, another client or a second worker does.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use entity::{Clock, env::Env};
use mailer::{addresses::Party, alert::Alerts};
use testkit::imap::{ImapFailure, ImapFake};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;
use worker::intake::{Acceptor, ImapSettings, IntakeSettings, Mailbox};

use super::{CONSULTANT, VISITOR, mail, rule, settings, settings_with, settle, signed, ticket};
use crate::support::{PATIENCE, World, eventually};

/// A worker that reads a mailbox.
struct Reader {
    stopping: CancellationToken,
    task: JoinHandle<()>,
}

impl Reader {
    fn start(world: &World, server: &ImapFake, login: &str) -> Self {
        let env = Env::from_pairs([("IMAP_URL", server.url(login).as_str())]);
        Self::with(world, ImapSettings::from_env(&env).unwrap(), &settings())
    }

    fn with(world: &World, settings_of_mailbox: ImapSettings, settings: &IntakeSettings) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let stopping = CancellationToken::new();
        let mailbox = Mailbox {
            acceptor: Arc::new(
                Acceptor::start(world.db.clone(), Arc::clone(&settings.fingerprint_key), Arc::default())
                    .with_quota(settings),
            ),
            settings: settings_of_mailbox,
            reserve: settings.reserve.clone(),
            addresses: Arc::clone(&settings.addresses),
            alerts: Arc::new(Alerts::new(None, Clock::system()).unwrap()),
            stopping: stopping.clone(),
        };
        Self { stopping, task: tokio::spawn(mailbox.read_regularly()) }
    }

    async fn stop(self) {
        self.stopping.cancel();
        self.task.await.unwrap();
    }
}

async fn rows(world: &World) -> i64 {
    world.value("SELECT count(*) FROM intake").await
}

async fn taken_away(world: &World) -> i64 {
    world.value("SELECT coalesce(sum(taken_away), 0)::bigint FROM imap_account").await
}

async fn all_are_moved(server: &ImapFake, moved: usize) {
    eventually(PATIENCE, "all mails are moved", async || server.inbox() == 0 && server.processed() == moved).await;
}

#[tokio::test]
async fn a_mail_is_stored_and_then_moved_and_the_next_one_is_read_at_once() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let server = ImapFake::start().unwrap();
    let addressed = |id: &str| mail(VISITOR, id, &format!("Delivered-To: {}\r\n", ticket.address));
    server.deliver(addressed("1"));
    let reader = Reader::start(&world, &server, "desk:word");
    all_are_moved(&server, 1).await;
    eventually(PATIENCE, "it idles", async || server.verbs().iter().any(|verb| verb == "IDLE")).await;
    let start = tokio::time::Instant::now();
    server.deliver(addressed("2"));
    all_are_moved(&server, 2).await;
    assert!(start.elapsed().as_secs() < 30, "announced by IDLE, not found by the poll");
    reader.stop().await;
    assert_eq!((rows(&world).await, taken_away(&world).await), (2, 0));
    settle(&world).await;
    let said = "SELECT concat_ws(' ', way, fate, rule) FROM intake WHERE state = 'settled'";
    assert_eq!(world.value::<String>(said).await, "imap reply address");
    let raw: Vec<u8> = world.value("SELECT raw FROM raw_mail ORDER BY intake_id LIMIT 1").await;
    assert_eq!(raw, addressed("1").into_bytes(), "byte for byte");
}

#[tokio::test]
async fn a_journey_of_the_worker_is_stored_and_not_kept_in_the_mailbox() {
    let world = World::new().await;
    let server = ImapFake::start().unwrap();
    let journey = Uuid::new_v4();
    let to = signed().journey(journey);
    server.deliver(format!("From: desk@own.example\r\nTo: {to}\r\nSubject: Journey {journey}\r\n\r\n"));
    server.deliver(format!("From: {VISITOR}\r\nTo: {to}\r\nSubject: Help\r\n\r\nA person's.\r\n"));
    let reader = Reader::start(&world, &server, "desk:word");
    all_are_moved(&server, 1).await;
    reader.stop().await;
    assert_eq!((rows(&world).await, taken_away(&world).await), (2, 0));
}

/// The folder of processed mails, by the day that the database knows.
#[tokio::test]
async fn a_wrong_clock_removes_no_processed_mail() {
    let world = World::with_movable_clock().await;
    world.execute("SELECT purge_expired(gen_random_uuid(), 10)").await;
    let server = ImapFake::start().unwrap();
    for (by, is_emptied) in [("40 days", false), ("0", true)] {
        world.move_clock(by).await;
        let reader = Reader::start(&world, &server, "desk:word");
        let idles = server.verbs().iter().filter(|verb| *verb == "IDLE").count();
        eventually(PATIENCE, "it idles", async || server.verbs().iter().filter(|verb| *verb == "IDLE").count() > idles)
            .await;
        reader.stop().await;
        let is_searched = server.verbs().iter().any(|verb| verb == "UID SEARCH");
        assert_eq!(is_searched, is_emptied, "{by}: {:?}", server.verbs());
    }
}

#[tokio::test]
async fn a_session_that_breaks_at_any_step_loses_nothing_and_stores_nothing_twice() {
    let world = World::new().await;
    let mut readers = Vec::new();
    // The steps of a session with three mails: CAPABILITY, AUTHENTICATE, CAPABILITY, SELECT, two FETCH, MOVE, SELECT and
    // SEARCH of the other folder, SELECT, IDLE.
    for how in [ImapFailure::Reset, ImapFailure::ResetAfter, ImapFailure::No] {
        for step in (0..11).filter(|step| how != ImapFailure::No || *step > 2) {
            let server = ImapFake::start().unwrap();
            for number in 0..3 {
                server.deliver(mail(VISITOR, &format!("{how:?}.{step}.{number}"), ""));
            }
            server.fail(step, how);
            let reader = Reader::start(&world, &server, &format!("desk{how:?}{step}:word"));
            readers.push((reader, server));
        }
    }
    for (_, server) in &readers {
        eventually(PATIENCE, "it has failed", async || server.has_failed()).await;
        all_are_moved(server, 3).await;
    }
    let mails = i64::try_from(readers.len()).unwrap() * 3;
    for (reader, _) in readers {
        reader.stop().await;
    }
    assert_eq!((rows(&world).await, taken_away(&world).await), (mails, 0));
}

#[tokio::test]
async fn while_the_disk_is_nearly_full_mails_stay_in_the_folder() {
    let world = World::new().await;
    let server = ImapFake::start().unwrap();
    server.deliver(mail(VISITOR, "1", ""));
    let env = Env::from_pairs([("IMAP_URL", server.url("desk:word").as_str())]);
    let full = settings_with(&[("DATABASE_DISK", "/proc")]);
    let reader = Reader::with(&world, ImapSettings::from_env(&env).unwrap(), &full);
    let tried = |verbs: &[String]| verbs.iter().filter(|verb| *verb == "SELECT").count() >= 2;
    eventually(PATIENCE, "it has looked twice", async || tried(&server.verbs())).await;
    reader.stop().await;
    assert_eq!((server.inbox(), rows(&world).await), (1, 0));
    let reader = Reader::start(&world, &server, "desk:word");
    all_are_moved(&server, 1).await;
    reader.stop().await;
    assert_eq!((rows(&world).await, taken_away(&world).await), (1, 0));
}

#[tokio::test]
async fn what_is_over_the_quota_stays_in_the_folder_and_is_not_read_again_at_once() {
    let world = World::new().await;
    let server = ImapFake::start().unwrap();
    let large = |id: &str| mail(VISITOR, id, "") + &"x\r\n".repeat(2000);
    server.deliver(large("1"));
    let env = Env::from_pairs([("IMAP_URL", server.url("desk:word").as_str())]);
    let small = IntakeSettings { quota: 10_000, ..settings() };
    let reader = Reader::with(&world, ImapSettings::from_env(&env).unwrap(), &small);
    all_are_moved(&server, 1).await;
    server.deliver(large("2"));
    server.deliver(large("3"));
    eventually(PATIENCE, "one by its headers", async || rows(&world).await == 2).await;
    server.deliver(mail("other@elsewhere.example", "4", ""));
    eventually(PATIENCE, "another sender's, too", async || server.processed() == 2).await;
    reader.stop().await;
    assert_eq!((server.inbox(), rows(&world).await, taken_away(&world).await), (2, 3, 0), "one of them by its headers");
}

#[tokio::test]
async fn in_a_mailbox_a_consultant_is_known_by_the_own_address_whoever_else_writes_in_this_name() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let server = ImapFake::start().unwrap();
    let large = |id: &str, extra: &str| mail(CONSULTANT, id, extra) + &"x\r\n".repeat(2000);
    server.deliver(large("1", "Cc: desk@own.example\r\n"));
    let env = Env::from_pairs([("IMAP_URL", server.url("desk:word").as_str())]);
    let small = IntakeSettings { quota: 10_000, ..settings_with(&[("NOTIFY_TO", CONSULTANT)]) };
    let reader = Reader::with(&world, ImapSettings::from_env(&env).unwrap(), &small);
    all_are_moved(&server, 1).await;
    server.deliver(large("2", "Cc: desk@own.example\r\n"));
    eventually(PATIENCE, "the forged one is over", async || rows(&world).await == 2).await;
    let own = signed().reply(&ticket.reference.parse().unwrap(), &Party::Consultant(CONSULTANT.to_owned()));
    server.deliver(large("3", &format!("Delivered-To: {own}\r\n")));
    eventually(PATIENCE, "the own one is stored", async || server.processed() == 2).await;
    reader.stop().await;
    assert_eq!((server.inbox(), rows(&world).await), (1, 3));
}

#[tokio::test]
async fn a_mail_that_is_not_stored_stays_in_the_folder() {
    let world = World::new().await;
    world.execute("ALTER TABLE raw_mail RENAME TO raw_mail_away").await;
    let server = ImapFake::start().unwrap();
    server.deliver(mail(VISITOR, "1", ""));
    let reader = Reader::start(&world, &server, "desk:word");
    let tried = |verbs: &[String]| verbs.iter().filter(|verb| *verb == "UID FETCH").count() >= 4;
    eventually(PATIENCE, "it has tried twice", async || tried(&server.verbs())).await;
    assert_eq!((server.inbox(), server.processed(), rows(&world).await), (1, 0, 0));
    world.execute("ALTER TABLE raw_mail_away RENAME TO raw_mail").await;
    all_are_moved(&server, 1).await;
    reader.stop().await;
    assert_eq!((rows(&world).await, taken_away(&world).await), (1, 0));
}

#[tokio::test]
async fn a_hostile_server_keeps_no_other_mail_waiting() {
    let world = World::new().await;
    let mut servers = Vec::new();
    for (number, how) in [ImapFailure::HugeLiteral, ImapFailure::EndlessLine, ImapFailure::Nil].into_iter().enumerate()
    {
        for step in [4, 5] {
            let server = ImapFake::start().unwrap();
            server.deliver(mail(VISITOR, &format!("{number}.{step}"), ""));
            server.fail(step, how);
            servers.push((Reader::start(&world, &server, &format!("desk{number}{step}:word")), server));
        }
    }
    for (_, server) in &servers {
        // A mail without a body is asked for again at the next poll, which a further mail causes.
        eventually(PATIENCE, "it has failed", async || server.has_failed()).await;
        eventually(PATIENCE, "it idles", async || server.verbs().iter().any(|verb| verb == "IDLE")).await;
        server.deliver(mail(VISITOR, &format!("after.{}", server.address), ""));
        all_are_moved(server, 2).await;
    }
    let count = i64::try_from(servers.len()).unwrap() * 2;
    assert_eq!((rows(&world).await, taken_away(&world).await), (count, 0));
}

#[tokio::test]
async fn what_another_client_takes_away_is_counted_once() {
    let world = World::new().await;
    let server = ImapFake::start().unwrap();
    server.deliver(mail(VISITOR, "0", ""));
    // Mails that went before we knew the folder were never promised to us.
    server.deliver(mail(VISITOR, "x", ""));
    server.take_away(&[2]);
    let reader = Reader::start(&world, &server, "desk:word");
    all_are_moved(&server, 1).await;
    reader.stop().await;
    let uids: Vec<u32> = (1..=25).map(|number| server.deliver(mail(VISITOR, &number.to_string(), ""))).collect();
    server.take_away(&uids[3..23]);
    let reader = Reader::start(&world, &server, "desk:word");
    all_are_moved(&server, 6).await;
    eventually(PATIENCE, "counted", async || taken_away(&world).await == 20).await;
    reader.stop().await;
    // A worker that was killed after it had moved mails, and before it had counted.
    world.execute("UPDATE imap_account SET counted_to = 3, taken_away = 0").await;
    server.deliver(mail(VISITOR, "last", ""));
    let reader = Reader::start(&world, &server, "desk:word");
    all_are_moved(&server, 7).await;
    eventually(PATIENCE, "counted again", async || taken_away(&world).await == 20).await;
    reader.stop().await;
    assert_eq!(rows(&world).await, 7);
}

#[tokio::test]
async fn a_folder_that_is_numbered_anew_is_read_again_and_nothing_is_stored_twice() {
    let world = World::new().await;
    let server = ImapFake::start().unwrap();
    for number in 0..5 {
        server.deliver(mail(VISITOR, &number.to_string(), ""));
    }
    // The mails are stored, and the session breaks before they are moved.
    server.fail(6, ImapFailure::Reset);
    let reader = Reader::start(&world, &server, "desk:word");
    eventually(PATIENCE, "stored", async || server.has_failed()).await;
    reader.stop().await;
    assert_eq!((rows(&world).await, server.inbox()), (5, 5));
    server.deliver(mail(VISITOR, "new", ""));
    server.renumber();
    let reader = Reader::start(&world, &server, "desk:word");
    all_are_moved(&server, 6).await;
    reader.stop().await;
    assert_eq!((rows(&world).await, taken_away(&world).await), (6, 0));
    assert_eq!(world.value::<i64>("SELECT sum(deliveries) FROM intake").await, 11);
}

#[tokio::test]
async fn an_erased_mail_that_is_moved_back_is_not_stored_again() {
    let world = World::new().await;
    let server = ImapFake::start().unwrap();
    let raw = mail(VISITOR, "1", "");
    server.deliver(raw.clone());
    let reader = Reader::start(&world, &server, "desk:word");
    all_are_moved(&server, 1).await;
    world.execute("SELECT erase_person('krelvonta@visitor.example'); DELETE FROM raw_mail").await;
    server.deliver(raw);
    all_are_moved(&server, 2).await;
    reader.stop().await;
    assert_eq!((rows(&world).await, taken_away(&world).await), (1, 0));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM raw_mail").await, 0);
}

#[tokio::test]
async fn one_worker_reads_a_mailbox_and_another_takes_over() {
    let world = World::new().await;
    let server = ImapFake::start().unwrap();
    server.deliver(mail(VISITOR, "1", ""));
    let first = Reader::start(&world, &server, "desk:word");
    all_are_moved(&server, 1).await;
    let second = Reader::start(&world, &server, "desk:word");
    server.deliver(mail(VISITOR, "2", ""));
    all_are_moved(&server, 2).await;
    assert_eq!(server.most_open(), 1);
    // As kill -9: the lease is not given back.
    first.task.abort();
    world.execute("UPDATE imap_account SET lease_until = now() - interval '1 second'").await;
    server.deliver(mail(VISITOR, "3", ""));
    all_are_moved(&server, 3).await;
    second.stop().await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM imap_account WHERE lease_holder IS NULL").await, 1);
}

#[tokio::test]
async fn what_comes_during_a_poll_does_not_wait_for_the_next_minute() {
    let world = World::new().await;
    let server = ImapFake::start().unwrap();
    server.deliver(mail(VISITOR, "1", ""));
    server.deliver_behind(mail(VISITOR, "2", ""));
    let began = Instant::now();
    let reader = Reader::start(&world, &server, "desk:word");
    all_are_moved(&server, 2).await;
    assert!(began.elapsed() < Duration::from_secs(45), "{:?}", began.elapsed());
    reader.stop().await;
}

/// The headers of a mail above 25 MiB with this field, and what is stored of the mail.
async fn stored_of_a_large_mail(world: &World, field: &str) -> (Vec<u8>, Vec<u8>) {
    let server = ImapFake::start().unwrap();
    let headers = mail(VISITOR, "1", field).split_inclusive("\r\n\r\n").next().unwrap().to_owned();
    server.deliver(format!("{headers}{}", "x".repeat(26 * 1024 * 1024)));
    let reader = Reader::start(world, &server, "desk:word");
    all_are_moved(&server, 1).await;
    reader.stop().await;
    settle(world).await;
    let id = world.value("SELECT id FROM intake").await;
    assert_eq!(rule(world, id).await, "quarantined too_big");
    (headers.into_bytes(), world.value("SELECT raw FROM raw_mail").await)
}

#[tokio::test]
async fn of_a_mail_that_is_too_large_the_headers_wait_for_a_person() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let (headers, stored) = stored_of_a_large_mail(&world, &format!("Delivered-To: {}\r\n", ticket.address)).await;
    assert_eq!(stored, headers);
}

#[tokio::test]
async fn of_headers_that_are_too_large_the_beginning_waits_for_a_person() {
    let world = World::new().await;
    let bomb = format!("X-Bomb: {}\r\n", "y".repeat(2 * 1024 * 1024));
    let (headers, stored) = stored_of_a_large_mail(&world, &bomb).await;
    assert_eq!(stored, headers[..1024 * 1024]);
}
