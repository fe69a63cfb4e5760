//! The worker's own way through the product: all of it is walked, nobody hears of it, and nobody else's inquiry takes it.

use std::{
    fs,
    sync::{Arc, Mutex},
    time::Duration,
};

use api::{
    App, Overrides,
    bot_check::{Altcha, Difficulty},
    config::Config,
};
use axum::{
    extract::Request,
    http::StatusCode,
    middleware::{Next, from_fn},
    response::IntoResponse,
};
use chrono::DateTime;
use compliance::{ledger::Period, report::Report};
use entity::{
    Clock, Digest,
    contact::InquiryFields,
    env::Env,
    inquiry::BotCheckStatus,
    store_inquiries::{NewInquiry, Stored, store},
};
use futures::future::join_all;
use mailer::{
    alert::{AlertCode, Alerts},
    db::database_now,
};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;
use worker::{
    digest::Reviewers,
    intake::{Fate, IntakeSettings},
    journey::{Journey, report, travel},
    monitoring::alert_overdue,
    site::{Site, TEXT},
};

use crate::{
    check::site::{DAY, proxy},
    intake::{CONSULTANT, rule, settings_with, settle_by, take},
    support::{FailureMode, Hook, Stage, World, digests},
};

const KEY: &str = "a-test-key-of-more-than-thirty-two-bytes";
const NOTIFIED: &str = "anna@own.example";

/// The real api with a small site. Returns its address.
async fn site(world: &World) -> (String, TempDir) {
    site_behind(world, Arc::default()).await
}

/// The same behind a proxy that does not reach it for paths that begin so.
pub(crate) async fn site_behind(world: &World, unreached: Arc<Mutex<Option<&'static str>>>) -> (String, TempDir) {
    let root = tempfile::tempdir().unwrap();
    let facts = r#"{"contentSecurityPolicy": "default-src 'none'", "contentSecurityPolicyTurnstile": "default-src 'none'",
        "publicUrl": "http://127.0.0.1:8080", "contactPaths": ["/contact"], "redirects": {}, "releasedTexts": {},
        "consent": {"privacyPolicy": "the policy", "consent": "the first", "gdprConsent": "the second"}}"#;
    fs::create_dir(root.path().join("contact")).unwrap();
    for (name, text) in
        [("index.html", "home"), ("contact/index.html", "form"), ("404.html", "none"), ("site.json", facts)]
    {
        fs::write(root.path().join(name), text).unwrap();
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let config = Config::from_env(&Env::from_pairs([
        ("DATABASE_URL", world.database.app_url().as_str()),
        ("WEB_ROOT", root.path().to_str().unwrap()),
        ("PUBLIC_URL", url.as_str()),
        ("ALTCHA_HMAC_KEY", KEY),
        ("NOTIFY_TO", NOTIFIED),
    ]))
    .unwrap();
    let difficulty = Difficulty { cost: 1, counters: 1..=3 };
    let bot_check = Altcha::new(&KEY.to_owned().into(), difficulty, Clock::system());
    let overrides =
        Overrides { bot_check: Some(Box::new(bot_check)), accepts_unsafe_server: true, ..Overrides::default() };
    let app = App::new(&config, world.db.clone(), Clock::system(), overrides).unwrap();
    let proxied = app.public.layer(from_fn(move |request: Request, next: Next| {
        let is_reached = !unreached.lock().unwrap().is_some_and(|path| request.uri().path().starts_with(path));
        async move { if is_reached { next.run(request).await } else { StatusCode::BAD_GATEWAY.into_response() } }
    }));
    tokio::spawn(async { axum::serve(listener, proxied).await });
    (url, root)
}

pub(crate) fn journey(url: &str, has_intake: bool) -> Journey {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Journey { site: Site::new(url, None).unwrap(), every: Duration::from_mins(15), has_intake }
}

async fn count(world: &World, from: &str) -> i64 {
    world.value(&format!("SELECT count(*) FROM {from}")).await
}

/// Moves everything of journeys into the past.
pub(crate) async fn pass(world: &World, time: &str) {
    world
        .execute(&format!(
            "UPDATE journey SET begun_at = begun_at - interval '{time}', posted_at = posted_at - interval '{time}', \
                 stored_at = stored_at - interval '{time}', arrived_at = arrived_at - interval '{time}'; \
             UPDATE outbox SET created_at = created_at - interval '{time}'; \
             UPDATE intake SET accepted_at = accepted_at - interval '{time}'"
        ))
        .await;
}

/// The mail comes back as the relay delivers it.
pub(crate) async fn comes_back(world: &World, settings: &IntakeSettings) -> Option<Fate> {
    let mail = world.server.accepted().pop().unwrap();
    take(world, &mail.to, &mail.data).await;
    settle_by(world, settings).await
}

#[tokio::test]
async fn it_goes_from_the_form_to_the_mailbox_and_leaves_nothing() {
    let world = World::new().await;
    let (url, _root) = site(&world).await;
    let (settings, journey) = (settings_with(&[]), journey(&url, true));
    travel(&world.db, Some(&journey)).await.unwrap();
    travel(&world.db, Some(&journey)).await.unwrap();
    assert_eq!((count(&world, "journey").await, count(&world, "outbox").await), (1, 1), "one in a quarter of an hour");
    assert_eq!(count(&world, "apalis.jobs WHERE job_type = 'mail'").await, 1);
    world.drain(&world.delivery_with_intake(&settings)).await;
    let [mail] = world.server.accepted().try_into().unwrap();
    assert!(mail.to.starts_with("j1-") && mail.to == mail.from, "{} {}", mail.from, mail.to);
    assert_eq!(comes_back(&world, &settings).await, Some(Fate::Dropped));

    let seen = report(&world.db).await.unwrap();
    assert!(seen.failed.is_none() && seen.median_seconds.is_some() && seen.worst_seconds < Some(60.0), "{seen:?}");
    assert!(!seen.is_late(journey.every));
    for table in [
        "inquiry",
        "inquiry_content",
        "message",
        "ticket",
        "recent_text",
        "spam_check",
        "notified_address",
        "digest_mail",
    ] {
        assert_eq!(count(&world, table).await, 0, "{table}");
    }
    let mailer = digests::mailer(&world, &settings, "Mo-Su 00:00-24:00");
    let reviewers = Reviewers::new(Some(&digests::routes()), Some(&settings), &[]);
    assert_eq!(digests::send(&world, &mailer, &reviewers).await, 1, "the journey's own mail alone");
    pass(&world, "31 minutes").await;
    travel(&world.db, None).await.unwrap();
    for table in ["outbox", "intake", "raw_mail"] {
        assert_eq!(count(&world, table).await, 0, "{table}");
    }
    assert!(report(&world.db).await.unwrap().is_late(journey.every));
    pass(&world, "2 days").await;
    travel(&world.db, None).await.unwrap();
    assert_eq!(count(&world, "journey").await, 0);
}

#[tokio::test]
async fn no_count_and_no_report_has_it() {
    let world = World::new().await;
    let (url, _root) = site(&world).await;
    let settings = settings_with(&[]);
    let figures = async || {
        let period = Period::month_of(database_now(&world.db).await.unwrap()).unwrap();
        let mut evidence = Report::read(&world.db, period).await.unwrap().evidence;
        (evidence.now, evidence.state_at) = (DateTime::UNIX_EPOCH, DateTime::UNIX_EPOCH);
        format!("{evidence:?}")
    };
    let before = figures().await;
    travel(&world.db, Some(&journey(&url, true))).await.unwrap();
    world.drain(&world.delivery_with_intake(&settings)).await;
    assert_eq!(comes_back(&world, &settings).await, Some(Fate::Dropped));
    assert_eq!(figures().await, before);
    // A person's mail of the same day; the application's word alone makes no journey of it.
    for id in ["1", "2"] {
        take(&world, "desk@own.example", &crate::intake::mail("a@visitor.example", id, "")).await;
        settle_by(&world, &settings).await;
    }
    let claimed = "UPDATE intake SET rule = 'journey', fate = 'dropped', inquiry_id = NULL \
                   WHERE id = (SELECT id FROM intake WHERE rule IS DISTINCT FROM 'journey' LIMIT 1)";
    world.execute(claimed).await;
    pass(&world, "25 hours").await;
    world.execute("SELECT count_intake()").await;
    let accepted = "SELECT coalesce(sum((detail ->> 'accepted')::integer), 0) FROM ledger WHERE kind = 'intake'";
    assert_eq!(world.value::<i64>(accepted).await, 2);
}

#[tokio::test]
async fn without_mail_in_it_ends_at_the_relay_which_gets_no_mail() {
    let world = World::new().await;
    let (url, _root) = site(&world).await;
    let journey = journey(&url, false);
    travel(&world.db, Some(&journey)).await.unwrap();
    world.drain(&world.delivery()).await;
    assert_eq!((world.server.connections(), world.server.accepted().len()), (1, 0));
    travel(&world.db, Some(&journey)).await.unwrap();
    let seen = report(&world.db).await.unwrap();
    assert!(seen.failed.is_none() && seen.seconds_ago.is_some(), "{seen:?}");

    pass(&world, "16 minutes").await;
    travel(&world.db, Some(&journey)).await.unwrap();
    world.server.script(&[FailureMode::Reply(Stage::Mail, "550 5.7.1 no")]);
    world.drain(&world.delivery()).await;
    travel(&world.db, Some(&journey)).await.unwrap();
    assert_eq!(report(&world.db).await.unwrap().failed.as_deref(), Some("relay"));
}

fn submission(key: Uuid, message: &str) -> NewInquiry {
    let sample = testdb::new_inquiry();
    let fields = InquiryFields { message: message.to_owned(), ..sample.fields };
    NewInquiry { fields, idempotency_key: key, notify: vec![NOTIFIED.to_owned()], ..sample }
}

/// A journey whose worker has just posted with this key.
async fn posted(world: &World, key: Uuid, ago: &str) {
    let digest = hex::encode(Digest::of(format!("{key}{TEXT}")).as_bytes());
    world
        .execute(&format!(
            "INSERT INTO journey (id, digest, posted_at) VALUES (gen_random_uuid(), '\\x{digest}', now() - interval '{ago}')"
        ))
        .await;
}

#[tokio::test]
async fn whoever_has_no_fresh_key_of_the_worker_sends_an_ordinary_inquiry() {
    let world = World::new().await;
    let keys = [(); 5].map(|()| Uuid::new_v4());
    let [used, expired, other_text, unverified, forged] = keys;
    for (key, ago) in [(used, "0"), (expired, "3 minutes"), (other_text, "0"), (unverified, "0")] {
        posted(&world, key, ago).await;
    }
    let journey = submission(used, TEXT);
    for repeated in ["first", "its answer was lost"] {
        let stored = store(&world.db, std::slice::from_ref(&journey)).await.unwrap();
        assert!(matches!(stored[&journey.id], Stored::Journey(_)), "{repeated}");
    }
    assert_eq!((count(&world, "inquiry").await, count(&world, "outbox").await), (0, 1));

    let mut not_verified = submission(unverified, TEXT);
    not_verified.bot_check = BotCheckStatus::Unverified;
    for (case, inquiry) in [
        ("replayed", submission(used, TEXT)),
        ("expired", submission(expired, TEXT)),
        ("a person's words", submission(other_text, "Please help us.")),
        ("unverified", not_verified),
        ("forged", submission(forged, TEXT)),
        ("no key at all", submission(Uuid::new_v4(), "Please help us, too.")),
    ] {
        let stored = store(&world.db, std::slice::from_ref(&inquiry)).await.unwrap();
        assert!(matches!(stored[&inquiry.id], Stored::Inquiry(_)), "{case}");
        let told = format!("outbox WHERE inquiry_id = '{}' AND kind = 'notification'", inquiry.id);
        assert_eq!(count(&world, &told).await, 1, "{case}");
    }
    assert_eq!(count(&world, "outbox WHERE kind = 'journey'").await, 1);
}

/// As where the schedule hangs, or mails of journeys were off until now and the database takes no write.
#[tokio::test]
async fn that_none_has_ever_begun_is_said_once_the_first_should_have_arrived() {
    let world = World::new().await;
    let alerts = Alerts::new(None, Clock::system()).unwrap();
    let every = Duration::from_mins(15);
    for (age, is_late) in [("18 minutes", false), ("20 minutes", true)] {
        let began = "ALTER TABLE ledger DROP CONSTRAINT IF EXISTS ledger_columns_match, DISABLE TRIGGER ALL";
        world
            .execute(&format!(
                "{began}; UPDATE ledger SET at = now() - interval '{age}'; ALTER TABLE ledger ENABLE TRIGGER ALL; \
                 UPDATE schema_migrations SET applied_at = now() - interval '{age}'"
            ))
            .await;
        assert_eq!(report(&world.db).await.unwrap().is_late(every), is_late, "{age}");
        alert_overdue(&world.db, &alerts, Some(every)).await.unwrap();
        assert_eq!(alerts.is_set(AlertCode::JourneyFailed), is_late, "{age}");
    }
}

/// Its worker was restarted between the page and the form.
#[tokio::test]
async fn one_that_was_never_posted_is_forgotten_and_the_next_begins_at_once() {
    let world = World::new().await;
    let (url, _root) = site(&world).await;
    world.execute("INSERT INTO journey (id, begun_at) VALUES (gen_random_uuid(), now() - interval '5 minutes')").await;
    travel(&world.db, Some(&journey(&url, true))).await.unwrap();
    assert_eq!(report(&world.db).await.unwrap().failed, None);
    assert_eq!(world.value::<i64>("SELECT count(*) FROM journey WHERE stored_at IS NOT NULL").await, 1);
    assert_eq!(world.value::<i64>("SELECT count(*) FROM journey").await, 1);
}

#[tokio::test]
async fn one_that_a_wrong_clock_has_dated_ahead_keeps_no_other_from_beginning() {
    let world = World::new().await;
    let (url, _root) = site(&world).await;
    let ahead = "INSERT INTO journey (id, begun_at, posted_at, stored_at, arrived_at) \
                 SELECT gen_random_uuid(), at, at, at, at FROM (VALUES (now() + interval '20 hours')) AS v (at)";
    world.execute(ahead).await;
    assert_eq!(report(&world.db).await.unwrap().seconds_ago, None);
    travel(&world.db, Some(&journey(&url, true))).await.unwrap();
    assert_eq!(count(&world, "journey WHERE stored_at <= now()").await, 1);
}

#[tokio::test]
async fn the_alert_names_the_step_and_ends_with_the_next_arrival() {
    let world = World::new().await;
    let (url, _root) = site(&world).await;
    let (settings, journey) = (settings_with(&[]), journey(&url, true));
    let delivery = world.delivery_with_intake(&settings);
    let alerts = Arc::new(Alerts::new(None, Clock::system()).unwrap());
    let refused = FailureMode::Reply(Stage::Rcpt, "550 5.1.1 no");
    for (case, act, step) in [
        ("no worker sends", None, "outbox"),
        ("the relay is busy", Some(FailureMode::Reply(Stage::Mail, "451 later")), "relay"),
        ("the relay refuses the mailbox", Some(refused), "relay"),
        ("the mail does not come back", Some(FailureMode::Accept), "mailbox"),
    ] {
        travel(&world.db, Some(&journey)).await.unwrap();
        if let Some(act) = act {
            world.server.script(&[act]);
            world.drain(&delivery).await;
        }
        pass(&world, "5 minutes").await;
        travel(&world.db, Some(&journey)).await.unwrap();
        assert_eq!(report(&world.db).await.unwrap().failed.as_deref(), Some(step), "{case}");
        alert_overdue(&world.db, &alerts, None).await.unwrap();
        assert!(alerts.is_set(AlertCode::JourneyFailed) && !delivery.alerts.is_set(AlertCode::MailFailed), "{case}");
        pass(&world, "26 minutes").await;
        travel(&world.db, None).await.unwrap();
    }
    let nowhere = self::journey("http://127.0.0.1:1", true);
    travel(&world.db, Some(&nowhere)).await.unwrap();
    assert_eq!(report(&world.db).await.unwrap().failed.as_deref(), Some("connection"));

    pass(&world, "16 minutes").await;
    travel(&world.db, Some(&journey)).await.unwrap();
    world.drain(&delivery).await;
    comes_back(&world, &settings).await;
    alert_overdue(&world.db, &alerts, None).await.unwrap();
    assert!(!alerts.is_set(AlertCode::JourneyFailed));
    // The database takes no write.
    for (time, is_late) in [("18 minutes", false), ("2 minutes", true)] {
        pass(&world, time).await;
        alert_overdue(&world.db, &alerts, Some(journey.every)).await.unwrap();
        assert_eq!(alerts.is_set(AlertCode::JourneyFailed), is_late, "{time}");
    }
}

/// What stands between the worker and the api: another address of the site, with its authority, or paths that the proxy does not
/// reach.
enum Broken {
    Site(String, Option<Vec<u8>>),
    Proxy(&'static str),
}

async fn fails_at(step: &str, broken: Broken) {
    let world = World::new().await;
    let unreached = Arc::new(Mutex::new(None));
    let (url, _root) = site_behind(&world, Arc::clone(&unreached)).await;
    let (settings, well) = (settings_with(&[]), journey(&url, true));
    let way = match broken {
        Broken::Site(url, authority) => {
            Journey { site: Site::new(&url, authority.as_deref()).unwrap(), ..well.clone() }
        }
        Broken::Proxy(path) => {
            *unreached.lock().unwrap() = Some(path);
            well.clone()
        }
    };
    let hook = Hook::start().await;
    let alerts = Alerts::new(Some(hook.url.clone().into()), Clock::system()).unwrap();
    travel(&world.db, Some(&way)).await.unwrap();
    assert_eq!(report(&world.db).await.unwrap().failed.as_deref(), Some(step));
    alert_overdue(&world.db, &alerts, Some(way.every)).await.unwrap();
    let ended = CancellationToken::new();
    ended.cancel();
    let ((), alert) = tokio::join!(alerts.send_regularly(&ended), hook.take());
    assert_eq!((alert["code"].as_str(), &alert["causes"]), (Some("journey_failed"), &serde_json::json!([step])));

    *unreached.lock().unwrap() = None;
    pass(&world, "15 minutes").await;
    travel(&world.db, Some(&well)).await.unwrap();
    world.drain(&world.delivery_with_intake(&settings)).await;
    assert_eq!(comes_back(&world, &settings).await, Some(Fate::Dropped), "{step}");
    alert_overdue(&world.db, &alerts, Some(way.every)).await.unwrap();
    assert!(!alerts.is_set(AlertCode::JourneyFailed), "{step}");
}

#[tokio::test]
async fn each_step_up_to_the_form_is_named_and_the_next_journey_ends_the_alert() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let [expired, ending] = [proxy(91 * DAY, 90 * DAY).await, proxy(81 * DAY, 90 * DAY).await];
    let cases = [
        ("name", Broken::Site("https://site.invalid".to_owned(), None)),
        ("connection", Broken::Site("https://127.0.0.1:1".to_owned(), None)),
        ("certificate", Broken::Site(expired.0, Some(expired.1))),
        ("certificate", Broken::Site(ending.0, Some(ending.1))),
        // The api is stopped.
        ("page", Broken::Proxy("/")),
        ("page", Broken::Proxy("/contact")),
        ("challenge", Broken::Proxy("/api/challenge")),
        ("form", Broken::Proxy("/api/send-email")),
    ];
    join_all(cases.into_iter().map(|(step, broken)| fails_at(step, broken))).await;
}

#[tokio::test]
async fn a_persons_mail_to_its_address_waits_for_a_person_and_a_report_arrives_nowhere() {
    let world = World::new().await;
    let (url, _root) = site(&world).await;
    let settings = settings_with(&[]);
    travel(&world.db, Some(&journey(&url, true))).await.unwrap();
    world.drain(&world.delivery_with_intake(&settings)).await;
    let mail = world.server.accepted().pop().unwrap();
    let persons = take(&world, &mail.to, &crate::intake::mail(CONSULTANT, "1", "")).await;
    assert_eq!(settle_by(&world, &settings).await, Some(Fate::Quarantined));
    assert!(rule(&world, persons).await.starts_with("quarantined"));
    let report_of_a_relay = "From: mailer-daemon@own.example\r\nAuto-Submitted: auto-replied\r\n\
        Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\nSubject: Undelivered\r\n\r\n\
        --b\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; x@own.example\r\nAction: failed\r\n\
        Status: 5.1.1\r\n\r\n--b--\r\n";
    let bounce = take(&world, &mail.to, report_of_a_relay).await;
    assert_eq!(settle_by(&world, &settings).await, Some(Fate::Dropped));
    assert_eq!(rule(&world, bounce).await, "dropped journey");
    assert!(report(&world.db).await.unwrap().seconds_ago.is_none(), "it has not arrived");
}
