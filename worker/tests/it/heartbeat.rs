//! The heartbeat stops with each part that the product needs, and nothing else comes of it.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{Router, http::StatusCode, routing::get};
use entity::{Clock, env::Env};
use mailer::alert::{AlertCode, Alerts};
use tempfile::{NamedTempFile, TempDir};
use testdb::SmallDisk;
use testkit::imap::ImapFake;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use worker::{
    intake::{Acceptor, Listener, LmtpAddress},
    journey::{Journey, travel},
    level::Level,
    monitoring::{Finding, Heartbeat, alert_overdue, check},
    settings::WorkerSettings,
    site::Site,
};

use crate::{
    check::{
        CHALLENGE, REFUSAL, finish_schedules, site,
        site::{DAY, proxy},
    },
    intake::settings_with as intake_with,
    journey::{comes_back, journey, pass, site_behind},
    support::{FailureMode, Hook, PATIENCE, Stage, WorkerProcess, World, eventually},
};

/// A dead man's switch that answers so, and how often it was called.
pub(crate) async fn switch(status: StatusCode) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/ping/secret", listener.local_addr().unwrap());
    let called = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&called);
    let answer = get(move || async move {
        counted.fetch_add(1, Ordering::Relaxed);
        status
    });
    tokio::spawn(async { axum::serve(listener, Router::new().route("/ping/secret", answer)).await });
    (url, called)
}

fn settings(world: &World, site: &str) -> WorkerSettings {
    settings_with(world, site, &[])
}

fn settings_with(world: &World, site: &str, more: &[(&str, &str)]) -> WorkerSettings {
    let (database, relay) = (world.database.app_url(), world.server.url());
    let settings = [
        ("DATABASE_URL", database.as_str()),
        ("SMTP_URL", relay.as_str()),
        ("MAIL_FROM", "desk@own.example"),
        ("COMPLIANCE_TO", "privacy@own.example"),
        ("PUBLIC_URL", site),
    ];
    WorkerSettings::from_env(&Env::from_pairs(settings.into_iter().chain(more.iter().copied()))).unwrap()
}

/// As the worker's, but that the tests' server runs without fsync.
async fn findings(settings: &WorkerSettings) -> Vec<Finding> {
    let mut findings = check(settings, false).await;
    findings.retain(|finding| !finding.text.contains("an acknowledged inquiry could be lost"));
    findings
}

#[tokio::test]
async fn it_beats_while_all_is_well_and_stops_with_each_part() {
    let world = World::new().await;
    finish_schedules(&world, "1 minute").await;
    world.execute("SELECT purge_expired(gen_random_uuid(), 10)").await;
    let (url, called) = switch(StatusCode::OK).await;
    let mut heartbeat = Heartbeat::new(url.into()).unwrap();
    let calls = || called.load(Ordering::Relaxed);
    let well = settings(&world, &site(CHALLENGE, REFUSAL).await);
    heartbeat.beat(&findings(&well).await).await;
    assert_eq!(calls(), 1);

    let api_away = site((StatusCode::BAD_GATEWAY, ""), REFUSAL).await;
    for url in ["http://site.invalid", "http://127.0.0.1:1", api_away.as_str()] {
        heartbeat.beat(&findings(&settings(&world, url)).await).await;
    }
    for act in [FailureMode::Reply(Stage::Greeting, "554 no"), FailureMode::Close(Stage::Greeting)] {
        world.server.script(&[act]);
        heartbeat.beat(&findings(&well).await).await;
    }
    for stage in [Stage::Mail, Stage::Rcpt, Stage::EndOfData] {
        world.server.always(FailureMode::Reply(stage, "550 5.7.1 no"));
        world.notification().await;
        world.drain(&world.delivery()).await;
        world.pass("2 minutes").await;
        let found = findings(&well).await;
        assert!(found.iter().any(|finding| finding.text.contains("the relay refuses mail: smtp_550")), "{found:?}");
        heartbeat.beat(&found).await;
        world.server.always(FailureMode::Accept);
        world.drain(&world.delivery()).await;
        assert!(findings(&well).await.iter().all(|finding| finding.level != Level::Critical), "{stage:?}");
    }
    for (broken, mended) in [
        ("ALTER FUNCTION prove_writable RENAME TO away", "ALTER FUNCTION away RENAME TO prove_writable"),
        (
            "INSERT INTO intake (id, way, source_key, digest, size, accepted_at) SELECT gen_random_uuid(), 'lmtp', \
                 sha256('a'), sha256('a'), 1, now() - interval '6 minutes'",
            "DELETE FROM intake",
        ),
    ] {
        world.execute(broken).await;
        heartbeat.beat(&findings(&well).await).await;
        world.execute(mended).await;
    }
    finish_schedules(&world, "4 hours").await;
    heartbeat.beat(&findings(&well).await).await;
    assert_eq!(calls(), 1, "withheld each time");

    finish_schedules(&world, "1 minute").await;
    heartbeat.beat(&findings(&well).await).await;
    assert_eq!(calls(), 2, "right again");
    world
        .execute(
            "INSERT INTO data_subject_request (kind, email_key, received_at) \
             VALUES ('access', 'a@b.example', now() - interval '40 days')",
        )
        .await;
    let found = findings(&well).await;
    assert!(found.iter().any(|finding| finding.about == "requests" && finding.level == Level::Critical));
    heartbeat.beat(&found).await;
    assert_eq!(calls(), 3, "what waits for an officer is no fault of a program");
}

/// All is well but what a look names.
struct Outside {
    world: World,
    mailbox: ImapFake,
    site: String,
    heartbeat: Heartbeat,
    called: Arc<AtomicUsize>,
    expected: usize,
}

impl Outside {
    async fn new() -> Self {
        let world = World::new().await;
        finish_schedules(&world, "1 minute").await;
        world.execute("SELECT purge_expired(gen_random_uuid(), 10)").await;
        let (url, called) = switch(StatusCode::OK).await;
        let (mailbox, site) = (ImapFake::start().unwrap(), site(CHALLENGE, REFUSAL).await);
        Self { world, mailbox, site, heartbeat: Heartbeat::new(url.into()).unwrap(), called, expected: 0 }
    }

    fn settings(&self, more: &[(&str, &str)]) -> WorkerSettings {
        let key = "1:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
        let url = self.mailbox.url("desk:hush");
        let intake = [
            ("INTAKE", "imap"),
            ("IMAP_URL", url.as_str()),
            ("REPLY_ADDRESS", "@reply.own.example"),
            ("REPLY_HMAC_KEYS", key),
        ];
        settings_with(&self.world, &self.site, &[&intake, more].concat())
    }

    /// Each look is a minute after the last, and none of these faults needs a second one.
    async fn look(&mut self, settings: &WorkerSettings, fault: Option<(&str, &str)>) {
        let found = findings(settings).await;
        self.heartbeat.beat(&found).await;
        let critical: Vec<_> = found.iter().filter(|finding| finding.level == Level::Critical).collect();
        self.expected += usize::from(fault.is_none());
        assert_eq!(self.called.load(Ordering::Relaxed), self.expected, "{fault:?} {critical:?}");
        if let Some((about, part)) = fault {
            assert!(
                critical.iter().any(|finding| finding.about == about && finding.text.contains(part)),
                "{fault:?} {critical:?}"
            );
        }
    }
}

#[tokio::test]
async fn the_first_look_at_a_fault_outside_withholds_it_and_the_first_without_sends_it() {
    let mut outside = Outside::new().await;
    let well = outside.settings(&[]);
    outside.look(&well, None).await;
    for (age, problem) in [(91, "has expired"), (81, "the certificate ends in 215 h")] {
        let (url, authority) = proxy(age * DAY, 90 * DAY).await;
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), authority).unwrap();
        let trusted = [("PUBLIC_URL", url.as_str()), ("SITE_CA_FILE", file.path().to_str().unwrap())];
        outside.look(&outside.settings(&trusted), Some(("site", problem))).await;
        outside.look(&well, None).await;
    }
    let name: String = outside.world.value("SELECT current_database()::text").await;
    outside.world.execute(&format!("ALTER DATABASE {name} SET default_transaction_read_only = on")).await;
    outside.look(&well, Some(("database", "read-only"))).await;
    outside
        .world
        .execute(&format!(
            "SET default_transaction_read_only = off; ALTER DATABASE {name} RESET default_transaction_read_only"
        ))
        .await;
    outside.look(&well, None).await;
    let away = [("IMAP_URL", "imaps://desk:hush@localhost:1")];
    outside.look(&outside.settings(&away), Some(("mailbox", "cannot be reached"))).await;
    outside.look(&well, None).await;
    // procfs has no room at all.
    outside.look(&outside.settings(&[("DATABASE_DISK", "/proc")]), Some(("disk", "0 %"))).await;
    outside.look(&well, None).await;
}

#[tokio::test]
async fn a_relay_that_refuses_is_seen_while_no_mail_is_under_way() {
    let mut outside = Outside::new().await;
    let well = outside.settings(&[]);
    for (stage, part) in [(Stage::Mail, "refuses our sender"), (Stage::Rcpt, "refuses mail to COMPLIANCE_TO")] {
        outside.world.server.always(FailureMode::Reply(stage, "554 5.7.1 no"));
        outside.look(&well, Some(("relay", part))).await;
        outside.world.server.always(FailureMode::Accept);
        outside.look(&well, None).await;
    }
}

/// What is broken. A worker that is stopped is no case: it neither calls nor alerts, and that alone is the sign.
enum Outage {
    /// Another address of the site, with its authority.
    Site(String, Option<Vec<u8>>),
    ApiStopped,
    /// SQL for the administrator.
    Database(&'static str),
    RelayRefuses(FailureMode),
    /// No server listens for the mailbox.
    MailInAway,
}

const FULL: &str = "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS \
    $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$; \
    CREATE TRIGGER full_disk BEFORE INSERT ON journey FOR EACH ROW EXECUTE FUNCTION full_disk(); \
    CREATE OR REPLACE FUNCTION prove_writable() RETURNS void LANGUAGE plpgsql AS \
    $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$";

const READ_ONLY: &str = "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$";

/// The whole way works, and the last journey has arrived.
struct Way {
    outside: Outside,
    unreached: Arc<Mutex<Option<&'static str>>>,
    _root: TempDir,
    well: Journey,
    hook: Hook,
    alerts: Arc<Alerts>,
    /// As it is while the disk has room.
    proof: String,
}

impl Way {
    async fn new() -> Self {
        let mut outside = Outside::new().await;
        let unreached = Arc::default();
        let (url, root) = site_behind(&outside.world, Arc::clone(&unreached)).await;
        let (well, hook) = (journey(&url, true), Hook::start().await);
        outside.site = url;
        let alerts = Arc::new(Alerts::new(Some(hook.url.clone().into()), Clock::system()).unwrap());
        let proof: String = outside.world.value("SELECT pg_get_functiondef('prove_writable'::regproc)").await;
        let mut way = Self { outside, unreached, _root: root, well, hook, alerts, proof };
        way.is_walked().await;
        way
    }

    /// With the file that they name.
    fn settings(&self, outage: Option<&Outage>) -> (WorkerSettings, NamedTempFile) {
        let file = NamedTempFile::new().unwrap();
        let settings = match outage {
            Some(Outage::Site(url, Some(authority))) => {
                std::fs::write(file.path(), authority).unwrap();
                self.outside.settings(&[("PUBLIC_URL", url), ("SITE_CA_FILE", file.path().to_str().unwrap())])
            }
            Some(Outage::Site(url, None)) => self.outside.settings(&[("PUBLIC_URL", url)]),
            Some(Outage::MailInAway) => self.outside.settings(&[("IMAP_URL", "imaps://desk:hush@localhost:1")]),
            _ => self.outside.settings(&[]),
        };
        (settings, file)
    }

    /// What the worker does when a journey is due. Its mail comes back if somebody reads the mailbox.
    async fn goes(&self, outage: Option<&Outage>) {
        let world = &self.outside.world;
        let journey = match outage {
            Some(Outage::Site(url, authority)) => {
                Journey { site: Site::new(url, authority.as_deref()).unwrap(), ..self.well.clone() }
            }
            _ => self.well.clone(),
        };
        let before = world.server.accepted().len();
        // A new connection has what an administrator has set.
        let _ = travel(&world.database.app().await, Some(&journey)).await;
        let intake = intake_with(&[]);
        world.drain(&world.delivery_with_intake(&intake)).await;
        if world.server.accepted().len() > before && !matches!(outage, Some(Outage::MailInAway)) {
            comes_back(world, &intake).await;
        }
        let _ = alert_overdue(&world.db, &self.alerts, Some(self.well.every)).await;
    }

    async fn is_walked(&mut self) {
        self.goes(None).await;
        assert!(!self.alerts.is_set(AlertCode::JourneyFailed));
        let (well, _file) = self.settings(None);
        self.outside.look(&well, None).await;
    }

    async fn breaks(&self, outage: &Outage) {
        match outage {
            Outage::ApiStopped => *self.unreached.lock().unwrap() = Some("/"),
            Outage::Database(sql) => self.outside.world.execute(sql).await,
            Outage::RelayRefuses(act) => self.outside.world.server.always(*act),
            Outage::Site(..) | Outage::MailInAway => {}
        }
    }

    async fn mends(&self) {
        *self.unreached.lock().unwrap() = None;
        let world = &self.outside.world;
        world.server.always(FailureMode::Accept);
        world
            .execute(&format!(
                "SET default_transaction_read_only = off; {}; DROP TRIGGER IF EXISTS full_disk ON journey; \
                 DROP FUNCTION IF EXISTS full_disk; DO $$ BEGIN EXECUTE format( \
                     'ALTER DATABASE %I RESET default_transaction_read_only', current_database() \
                 ); END $$",
                self.proof
            ))
            .await;
    }

    /// The cause of the alert that the webhook gets.
    async fn alerted(&self) -> serde_json::Value {
        let ended = CancellationToken::new();
        ended.cancel();
        let ((), alert) = tokio::join!(self.alerts.send_regularly(&ended), self.hook.take());
        assert_eq!(alert["code"], "journey_failed");
        alert["causes"].clone()
    }
}

/// The next look, a minute later at most, withholds the heartbeat. Within 20 minutes the webhook names the step, and both are
/// quiet again within 20 of the end.
#[tokio::test]
async fn each_outage_stops_the_heartbeat_and_names_its_step_and_ends_with_it() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let [expired, ending] = [proxy(91 * DAY, 90 * DAY).await, proxy(81 * DAY, 90 * DAY).await];
    let refused = FailureMode::Reply(Stage::Mail, "550 5.7.1 no");
    let cases = [
        ("DNS", Outage::Site("https://site.invalid".to_owned(), None), ("site", "has no address"), "name"),
        ("certificate expired", Outage::Site(expired.0, Some(expired.1)), ("site", "has expired"), "certificate"),
        ("certificate ends", Outage::Site(ending.0, Some(ending.1)), ("site", "ends in 215 h"), "certificate"),
        ("proxy", Outage::Site("https://127.0.0.1:1".to_owned(), None), ("site", "nothing listens"), "connection"),
        ("api", Outage::ApiStopped, ("site", "502"), "page"),
        ("database read-only", Outage::Database(READ_ONLY), ("database", "read-only"), "begin"),
        ("disk full", Outage::Database(FULL), ("database", "disk is full"), "begin"),
        ("relay", Outage::RelayRefuses(refused), ("relay", "refuses our sender"), "relay"),
        (
            "relay, all of us",
            Outage::RelayRefuses(FailureMode::Reply(Stage::Greeting, "554 no")),
            ("relay", "refuses this machine"),
            "relay",
        ),
        ("mail in", Outage::MailInAway, ("mailbox", "cannot be reached"), "mailbox"),
    ];
    futures::future::join_all(cases.into_iter().map(|(name, outage, finding, step)| async move {
        let mut way = Way::new().await;
        way.breaks(&outage).await;
        let (settings, _file) = way.settings(Some(&outage));
        way.outside.look(&settings, Some(finding)).await;
        // 15 for the next one, 4 for one that has not arrived by then, and half a minute for the alert.
        for minutes in [15, 4] {
            pass(&way.outside.world, &format!("{minutes} minutes")).await;
            way.goes(Some(&outage)).await;
        }
        assert_eq!(way.alerted().await, serde_json::json!([step]), "{name}");
        way.mends().await;
        pass(&way.outside.world, "15 minutes").await;
        way.is_walked().await;
    }))
    .await;
    assert_eq!(settings(&World::new().await, "http://127.0.0.1:1").journey_every, Some(Duration::from_mins(15)));
}

/// A folder of sockets that was made anew, or a worker that was killed.
#[tokio::test]
async fn a_listener_that_no_mail_server_reaches_is_seen() {
    let mut outside = Outside::new().await;
    let folder = tempfile::tempdir().unwrap();
    let listen = LmtpAddress::Socket(folder.path().join("lmtp"));
    let settings = outside.settings(&[("INTAKE", "imap,lmtp"), ("INTAKE_LMTP_LISTEN", &listen.to_string())]);
    let (listener, stopping) = (Listener::bind(&listen).await.unwrap(), CancellationToken::new());
    let intake = settings.intake.clone().unwrap();
    let acceptor = Acceptor::start(outside.world.db.clone(), Arc::clone(&intake.fingerprint_key), Arc::default());
    let serving = tokio::spawn(listener.serve(Arc::new(acceptor), intake, stopping.clone()));
    outside.look(&settings, None).await;
    stopping.cancel();
    serving.await.unwrap();
    outside.look(&settings, Some(("listener", "nothing greets there"))).await;
}

/// On a server that keeps what it acknowledges, as production's.
#[tokio::test]
async fn the_worker_itself_calls_so_a_stopped_one_does_not() {
    let Some(disk) = SmallDisk::mount().await else { return };
    let (world, (url, called)) = (World::new().await, switch(StatusCode::OK).await);
    let site = site(CHALLENGE, REFUSAL).await;
    let database = disk.app_url();
    let settings =
        [("DATABASE_URL", database.as_str()), ("HEARTBEAT_URL", url.as_str()), ("PUBLIC_URL", site.as_str())];
    let worker = WorkerProcess::start_with(&world, &settings).await;
    eventually(PATIENCE, "it beats", async || called.load(Ordering::Relaxed) == 1).await;
    worker.kill();
    tokio::time::sleep(Duration::from_secs(61)).await;
    assert_eq!(called.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_switch_that_fails_is_no_alert() {
    let world = World::new().await;
    let (url, called) = switch(StatusCode::INTERNAL_SERVER_ERROR).await;
    for url in [url, "http://127.0.0.1:1/ping/secret".to_owned()] {
        let mut heartbeat = Heartbeat::new(url.into()).unwrap();
        heartbeat.beat(&[]).await;
        heartbeat.beat(&[]).await;
    }
    assert_eq!((called.load(Ordering::Relaxed), world.server.connections()), (2, 0));
}
