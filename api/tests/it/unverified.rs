use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use api::{
    Peer,
    bot_check::{BotCheck, Inconclusive, TokenVerdict},
};
use futures::future::{join_all, ready};
use sea_orm::{ConnectionTrait, TransactionTrait};
use tokio::time::sleep;
use uuid::Uuid;

use crate::support::{TestApp, TestResponse, call, config, inquiry, one, post_request, verifier::verifier};

/// Begins a token that this provider knows.
const GOOD: &str = "good ";

/// A provider that is out of order, but for some.
fn silent() -> Box<dyn BotCheck> {
    verifier(|token| {
        let verdict =
            if token.starts_with(GOOD) { TokenVerdict::Pass } else { TokenVerdict::Inconclusive(Inconclusive::Outage) };
        Box::pin(ready(verdict))
    })
}

async fn app() -> TestApp {
    TestApp::start_with(config(), Some(silent())).await
}

async fn post_from(app: &TestApp, address: &str) -> TestResponse {
    let token = Uuid::new_v4().to_string();
    let mut request = post_request(&inquiry(&token), None);
    request.extensions_mut().insert(Peer(SocketAddr::new(address.parse().unwrap(), 1)));
    call(&app.public, request).await
}

#[tokio::test]
async fn five_an_hour_per_network() {
    let app = app().await;
    // One /64 is one network.
    let answers = join_all((0..8).map(|n| {
        let app = &app;
        async move { post_from(app, &format!("2001:db8::{n}")).await }
    }))
    .await;
    let stored = answers.iter().filter(|answer| answer.status.as_u16() == 201).count();
    assert_eq!(stored, 5);
    for refused in answers.iter().filter(|answer| answer.status.as_u16() != 201) {
        assert_eq!(refused.failure(), (503, "unavailable"));
        assert!(refused.header("retry-after").parse::<u64>().unwrap() > 0);
    }
    assert_eq!(app.counts().await[0], 5);
    assert_eq!(post_from(&app, "2001:db8:0:1::1").await.status.as_u16(), 201);

    // An hour later there is room again.
    let age = "UPDATE inquiry SET received_at = received_at - interval '61 minutes'";
    app.admin.execute_unprepared(age).await.unwrap();
    assert_eq!(post_from(&app, "2001:db8::9").await.status.as_u16(), 201);
}

#[tokio::test]
async fn sixty_an_hour_overall_across_processes() {
    let first = app().await;
    // A second process on the same database.
    let db = first.database.app().await;
    let overrides =
        api::Overrides { bot_check: Some(silent()), accepts_unsafe_server: true, ..api::Overrides::default() };
    let second = api::App::new(&config(), db, entity::Clock::system(), overrides).unwrap();
    let answers = join_all((0..70).map(|n| {
        let router = if n % 2 == 0 { &first.public } else { &second.public };
        let token = Uuid::new_v4().to_string();
        let mut request = post_request(&inquiry(&token), None);
        request.extensions_mut().insert(Peer(SocketAddr::from(([198, 51, 100, n], 1))));
        call(router, request)
    }))
    .await;
    let count = |status| answers.iter().filter(|answer| answer.status.as_u16() == status).count();
    assert_eq!((count(201), count(503)), (60, 10));
    assert_eq!(first.counts().await[0], 60);
}

/// What every process takes before it counts.
const LOCK: &str = "SELECT pg_advisory_xact_lock(x'756e7665'::bigint)";

#[tokio::test]
async fn a_flood_without_a_verdict_holds_up_neither_verified_inquiries_nor_itself() {
    let app = app().await;
    let gate = app.admin.begin().await.unwrap();
    gate.execute_unprepared(LOCK).await.unwrap();
    let flood = join_all((0..100).map(|n| {
        let app = &app;
        async move { post_from(app, &format!("198.51.100.{n}")).await }
    }));
    let honest = async {
        for _ in 0..20 {
            let answer = app.post(&inquiry(&format!("{GOOD}{}", Uuid::new_v4()))).await;
            assert_eq!(answer.status.as_u16(), 201, "{answer:?}");
        }
        assert_eq!(app.ops("/readyz").await.body, b"ready\n");
    };
    let (flood, ()) = tokio::join!(flood, honest);
    for refused in flood {
        assert_eq!(refused.failure(), (503, "unavailable"));
        assert!(refused.header("retry-after").parse::<u64>().unwrap() > 0);
    }
    // The server itself stops waiting for the lock, which is still taken.
    let waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted \
                   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let began = Instant::now();
    while one::<i64>(&app.admin, waiting).await > 0 {
        assert!(began.elapsed() < Duration::from_secs(30), "still waiting for the lock");
        sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(app.counts().await[0], 20);
    gate.rollback().await.unwrap();
    assert_eq!(post_from(&app, "198.51.100.200").await.status.as_u16(), 201);
}
