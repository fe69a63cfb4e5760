//! What cannot be arranged from outside: a reference that is taken, a wake-up that is never answered.

use std::time::{Duration, Instant};

use entity::{
    Digest, EmailAddress, contact::ContactReason, database::DatabaseSettings, inquiry::BotCheckStatus,
    store_inquiries::ConsentEvidence,
};
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use sqlx::postgres::PgListener;
use testdb::TestDatabase;
use tokio::time::sleep;

use super::*;
use proxy::Proxy;

#[path = "../../tests/it/support/proxy.rs"]
mod proxy;

fn inquiry(reference: &TicketReference, bot_check: BotCheckStatus) -> NewInquiry {
    let digest = Digest::of("text");
    NewInquiry {
        id: Uuid::new_v4(),
        reference: reference.clone(),
        idempotency_key: Uuid::new_v4(),
        token_digest: Digest::of(Uuid::new_v4()),
        first_name: "Canary-First".into(),
        last_name: "Canary-Last".into(),
        company: "Canary & Sons".into(),
        email: EmailAddress::parse("canary@visitors.example").unwrap(),
        country: None,
        phone: None,
        contact_reason: ContactReason::Other,
        program: None,
        desired_consultants: None,
        message: "canary".into(),
        consent: true,
        gdpr_consent: true,
        evidence: ConsentEvidence { policy: digest, consent: digest, gdpr_consent: digest },
        bot_check,
        client_network: (bot_check == BotCheckStatus::Unverified).then(|| "192.0.2.1/32".into()),
        notify: vec!["first@consultants.example".into()],
    }
}

#[tokio::test]
async fn a_taken_reference_is_drawn_again() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let (store, _tasks) = Store::open(db.clone(), Readiness::new(&db, true));
    let taken = TicketReference::random();
    let first = store.verified(inquiry(&taken, BotCheckStatus::Verified)).await.unwrap();
    assert_eq!(first, Outcome::Stored(taken.clone()));
    let verified = inquiry(&taken, BotCheckStatus::Verified);
    let unverified = inquiry(&taken, BotCheckStatus::Unverified);
    for (key, outcome) in [
        (verified.idempotency_key, store.verified(verified).await.unwrap()),
        (unverified.idempotency_key, store.unverified(unverified).await.unwrap()),
    ] {
        let Outcome::Stored(other) = outcome else { panic!("{outcome:?}") };
        assert_ne!(other, taken);
        assert_eq!(store.find(key).await.unwrap(), Some(other), "what was answered is what is stored");
    }
}

#[tokio::test]
async fn a_reference_or_key_of_an_inquiry_that_expired_turns_nobody_away_for_good() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let (store, _tasks) = Store::open(db.clone(), Readiness::new(&db, true));
    let expired = inquiry(&TicketReference::random(), BotCheckStatus::Verified);
    store.verified(expired.clone()).await.unwrap();
    let sql =
        "UPDATE inquiry SET received_at = now() - interval '3 years', last_contact_at = now() - interval '3 years'";
    database.admin().await.execute_unprepared(sql).await.unwrap();
    for bot_check in [BotCheckStatus::Verified, BotCheckStatus::Unverified] {
        let same_reference = inquiry(&expired.reference, bot_check);
        let same_key =
            NewInquiry { idempotency_key: expired.idempotency_key, ..inquiry(&TicketReference::random(), bot_check) };
        let (stored, refused) = match bot_check {
            BotCheckStatus::Verified => (store.verified(same_reference).await, store.verified(same_key).await),
            BotCheckStatus::Unverified => (store.unverified(same_reference).await, store.unverified(same_key).await),
        };
        assert!(matches!(stored.unwrap(), Outcome::Stored(other) if other != expired.reference));
        assert_eq!(refused.unwrap(), Outcome::ReferenceTaken, "and it ends");
    }
}

#[tokio::test]
async fn a_wake_up_that_nobody_answers_does_not_hold_up_the_next() {
    let database = TestDatabase::create().await;
    let mut proxy = Proxy::to(&database.app_url());
    let url = proxy.through(&database.app_url()).into();
    let settings = DatabaseSettings { url, max_connections: 2, acquire_timeout: Duration::from_secs(1) };
    let mut listener = PgListener::connect(&database.app_url()).await.unwrap();
    listener.listen("apalis::job::insert").await.unwrap();
    let (wake, _task) = JobNotifier::start(settings.connect_lazily().await.unwrap());
    wake.workers();
    listener.recv().await.unwrap();
    // The next one goes out on the connection that has only just been given back, and is lost with it.
    sleep(Duration::from_millis(200)).await;
    proxy.freeze();
    let began = Instant::now();
    loop {
        wake.workers();
        if timeout(Duration::from_millis(200), listener.recv()).await.is_ok() {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(30), "still waiting for the lost one");
    }
    proxy.close().await;
}

#[tokio::test]
async fn a_transaction_whose_caller_was_cut_off_does_not_swallow_what_comes_next() {
    let database = TestDatabase::create().await;
    let settings = DatabaseSettings {
        url: database.app_url().into(),
        max_connections: 1,
        acquire_timeout: Duration::from_secs(10),
    };
    let db = settings.connect_lazily().await.unwrap();
    // As if the caller had ended between BEGIN and its answer: nobody knows of the transaction.
    db.execute_unprepared("BEGIN").await.unwrap();
    let reference = TicketReference::random();
    let (store, _tasks) = Store::open(db.clone(), Readiness::new(&db, true));
    store.verified(inquiry(&reference, BotCheckStatus::Verified)).await.unwrap();
    let seen = database.app().await;
    let row = seen.query_one_raw(Statement::from_string(DbBackend::Postgres, "SELECT count(*) AS stored FROM inquiry"));
    let stored: i64 = row.await.unwrap().unwrap().try_get("", "stored").unwrap();
    assert_eq!(stored, 1, "it was acknowledged");
}
