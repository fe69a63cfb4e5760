//! Cases that cannot be arranged through the router: a reference that is taken, a notification that is lost.

use std::time::Duration;

use entity::{Digest, database::DatabaseSettings, inquiry::BotCheckStatus};
use futures::future::join_all;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, Statement, TransactionTrait};
use sqlx::postgres::PgListener;
use testdb::TestDatabase;
use tokio::time::sleep;

use super::*;
use crate::database_fault::is_congestion;
use proxy::Proxy;

#[path = "../../tests/it/support/proxy.rs"]
mod proxy;

fn inquiry(reference: &TicketReference, bot_check: BotCheckStatus) -> NewInquiry {
    NewInquiry {
        reference: reference.clone(),
        bot_check,
        client_network: (bot_check == BotCheckStatus::Unverified).then(|| "192.0.2.1/32".into()),
        notify: vec!["first@consultants.example".into()],
        ..testdb::new_inquiry()
    }
}

/// A pool that stays open.
fn settings(url: String, max_connections: u32) -> DatabaseSettings {
    DatabaseSettings { url: url.into(), max_connections, stays_open: true, acquire_timeout: Duration::from_secs(10) }
}

/// A deadline that none of these tests reaches.
fn soon() -> Instant {
    Instant::now() + Duration::from_secs(10)
}

/// The upload and the bot check may have used most of the request's time.
#[tokio::test]
async fn a_slow_commit_is_not_awaited_beyond_the_deadline() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let (store, _tasks) = Store::open(db.clone(), Readiness::watch(&db, false, true));
    let lock = database.admin().await.begin().await.unwrap();
    lock.execute_unprepared("LOCK TABLE inquiry IN ACCESS EXCLUSIVE MODE").await.unwrap();
    for bot_check in [BotCheckStatus::Verified, BotCheckStatus::Unverified] {
        let late = inquiry(&TicketReference::random(), bot_check);
        let (began, deadline) = (Instant::now(), Instant::now() + Duration::from_millis(300));
        let outcome = match bot_check {
            BotCheckStatus::Verified => store.verified(late, deadline).await,
            BotCheckStatus::Unverified => store.unverified(late, deadline).await,
        };
        assert!(matches!(outcome, Err(ApiError::Unavailable(Unavailable::Slow))), "{outcome:?}");
        assert!(began.elapsed() < Duration::from_secs(1), "{bot_check:?}: {:?}", began.elapsed());
    }
}

#[tokio::test]
async fn a_taken_reference_is_drawn_again() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let (store, _tasks) = Store::open(db.clone(), Readiness::watch(&db, false, true));
    let taken = TicketReference::random();
    let first = store.verified(inquiry(&taken, BotCheckStatus::Verified), soon()).await.unwrap();
    assert!(matches!(&first, StoreOutcome::Stored(reference, _) if *reference == taken), "{first:?}");
    let verified = inquiry(&taken, BotCheckStatus::Verified);
    let unverified = inquiry(&taken, BotCheckStatus::Unverified);
    for (key, outcome) in [
        (verified.idempotency_key, store.verified(verified, soon()).await.unwrap()),
        (unverified.idempotency_key, store.unverified(unverified, soon()).await.unwrap()),
    ] {
        let StoreOutcome::Stored(other, _) = outcome else { panic!("{outcome:?}") };
        assert_ne!(other, taken);
        assert_eq!(store.find(key, soon()).await.unwrap(), Some(other), "what was answered is what is stored");
    }
}

#[tokio::test]
async fn a_reference_or_key_of_an_expired_inquiry_ends_the_redraws() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let (store, _tasks) = Store::open(db.clone(), Readiness::watch(&db, false, true));
    let expired = inquiry(&TicketReference::random(), BotCheckStatus::Verified);
    store.verified(expired.clone(), soon()).await.unwrap();
    let sql =
        "UPDATE inquiry SET received_at = now() - interval '3 years', last_contact_at = now() - interval '3 years'";
    database.admin().await.execute_unprepared(sql).await.unwrap();
    for bot_check in [BotCheckStatus::Verified, BotCheckStatus::Unverified] {
        let same_reference = inquiry(&expired.reference, bot_check);
        let same_key =
            NewInquiry { idempotency_key: expired.idempotency_key, ..inquiry(&TicketReference::random(), bot_check) };
        let (stored, refused) = match bot_check {
            BotCheckStatus::Verified => {
                (store.verified(same_reference, soon()).await, store.verified(same_key, soon()).await)
            }
            BotCheckStatus::Unverified => {
                (store.unverified(same_reference, soon()).await, store.unverified(same_key, soon()).await)
            }
        };
        assert!(matches!(stored.unwrap(), StoreOutcome::Stored(other, _) if other != expired.reference));
        assert_eq!(refused.unwrap(), StoreOutcome::ReferenceTaken, "and it ends");
    }
}

#[tokio::test]
async fn a_lost_notification_does_not_delay_the_next() {
    let database = TestDatabase::create().await;
    let mut proxy = Proxy::to(&database.app_url());
    let settings = settings(proxy.through(&database.app_url()), 2);
    let config = DatabaseSettings { stays_open: false, acquire_timeout: Duration::from_secs(1), ..settings };
    let mut listener = PgListener::connect(&database.app_url()).await.unwrap();
    listener.listen("apalis::job::insert").await.unwrap();
    let (notifier, _task) = JobNotifier::start(config.connect_lazily().await.unwrap());
    notifier.notify();
    listener.recv().await.unwrap();
    // The next one goes out on the connection that has only just been given back, and is lost with it.
    sleep(Duration::from_millis(200)).await;
    proxy.freeze();
    let began = Instant::now();
    loop {
        notifier.notify();
        if timeout(Duration::from_millis(200), listener.recv()).await.is_ok() {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(30), "still waiting for the lost one");
    }
    proxy.close().await;
}

/// Logins during a burst took longer than a caller waits, so nothing was stored for seconds.
#[tokio::test]
async fn the_connections_are_open_before_the_first_inquiry() {
    let database = TestDatabase::create().await;
    let db = settings(database.app_url(), 3).connect_lazily().await.unwrap();
    let readiness = Readiness::watch(&db, true, true);
    assert_eq!(db.get_postgres_connection_pool().size(), 0, "the process starts without the database");
    readiness.ensure().await.unwrap();
    assert_eq!(db.get_postgres_connection_pool().size(), 3);
}

#[tokio::test]
async fn a_wait_for_a_connection_is_congestion_and_silence_is_not() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let pool = db.get_postgres_connection_pool();
    let mut taken = join_all((0..pool.options().get_max_connections()).map(|_| pool.acquire())).await;
    assert!(taken.iter().all(Result::is_ok));
    let exhausted = in_time(&db, db.execute_unprepared("SELECT 1")).await.unwrap_err();
    assert!(is_congestion(&exhausted), "{exhausted}");
    taken.truncate(1);
    let silence = in_time(&db, db.execute_unprepared("SELECT pg_sleep(60)")).await.unwrap_err();
    assert!(!is_congestion(&silence), "{silence}");
}

#[tokio::test]
async fn an_unverified_inquiry_finds_out_that_the_database_is_away() {
    let database = TestDatabase::create().await;
    let mut proxy = Proxy::to(&database.app_url());
    let db = settings(proxy.through(&database.app_url()), 2).connect_lazily().await.unwrap();
    let (store, _tasks) = Store::open(db.clone(), Readiness::watch(&db, true, true));
    store.readiness.ensure().await.unwrap();
    // Long enough that the pool tests them first, finds them broken, and tries to log in.
    sleep(Duration::from_millis(1200)).await;
    proxy.close().await;
    let first = store.unverified(inquiry(&TicketReference::random(), BotCheckStatus::Unverified), soon()).await;
    assert!(matches!(first, Err(ApiError::Unavailable(Unavailable::NotReady))), "{first:?}");
    store.readiness.ensure().await.expect_err("the next one is refused at once");
}

#[tokio::test]
async fn silent_connections_are_replaced_before_the_next_inquiry() {
    let database = TestDatabase::create().await;
    let proxy = Proxy::to(&database.app_url());
    let db = settings(proxy.through(&database.app_url()), 3).connect_lazily().await.unwrap();
    let readiness = Readiness::watch(&db, true, true);
    readiness.ensure().await.unwrap();
    // Until the connections are idle.
    sleep(Duration::from_millis(500)).await;
    proxy.freeze();
    readiness.report_failure(&DbErr::Conn(RuntimeErr::Internal("no answer in time".into())));
    let began = Instant::now();
    while readiness.ensure().await.is_err() {
        assert!(began.elapsed() < Duration::from_secs(30), "not ready");
        sleep(Duration::from_millis(50)).await;
    }
    let answers = (0..3).map(|_| timeout(Duration::from_millis(1500), db.execute_unprepared("SELECT pg_sleep(0.1)")));
    for answer in join_all(answers).await {
        answer.expect("an answer in time").unwrap();
    }
}

/// A program that takes no locks in advance can deadlock with a batch.
#[tokio::test]
async fn a_batch_that_deadlocks_is_stored_without_an_outage() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let (store, _tasks) = Store::open(db.clone(), Readiness::watch(&db, false, true));
    let mut batch: Vec<_> = (0..4).map(|_| inquiry(&TicketReference::random(), BotCheckStatus::Verified)).collect();
    batch.sort_by_key(|inquiry| inquiry.idempotency_key);
    // The first look-up probes the database. All four then are one batch.
    assert_eq!(store.find(batch[0].idempotency_key, soon()).await.unwrap(), None);
    let (second, fourth) = (database.admin().await, database.admin().await);
    let (second, fourth) = (second.begin().await.unwrap(), fourth.begin().await.unwrap());
    insert(&second, &batch[1]).await;
    insert(&fourth, &batch[3]).await;
    let stored = join_all(batch.iter().map(|inquiry| store.verified(inquiry.clone(), soon())));
    let deadlocks = async {
        // The batch has the first row and waits for the second; now each waits for the other.
        sleep(Duration::from_millis(300)).await;
        insert(&second, &batch[0]).await;
        second.rollback().await.unwrap();
        sleep(Duration::from_millis(300)).await;
        insert(&fourth, &batch[2]).await;
        fourth.rollback().await.unwrap();
    };
    let (stored, ()) = tokio::join!(stored, deadlocks);
    for (result, inquiry) in stored.into_iter().zip(&batch) {
        assert!(matches!(result.unwrap(), StoreOutcome::Stored(reference, _) if reference == inquiry.reference));
    }
    store.readiness.ensure().await.expect("a deadlock says nothing about the database");
}

/// As administrator, without the locks of [`entity::store_inquiries::store`].
async fn insert(transaction: &DatabaseTransaction, inquiry: &NewInquiry) {
    let sql = "INSERT INTO inquiry (id, reference, idempotency_key, token_digest, contact_reason, consent, gdpr_consent, \
               policy_digest, consent_digest, gdpr_consent_digest, bot_check) \
               SELECT $1, $2, $1, $3, 'other', true, true, $3, $3, $3, 'verified' ON CONFLICT DO NOTHING";
    // The batch notices the deadlock first.
    transaction.execute_unprepared("SET LOCAL deadlock_timeout = '1min'").await.unwrap();
    let digest = Digest::of(Uuid::new_v4()).as_bytes().to_vec();
    let values = [inquiry.idempotency_key.into(), TicketReference::random().to_string().into(), digest.into()];
    transaction.execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, sql, values)).await.unwrap();
}

#[tokio::test]
async fn a_transaction_of_a_dropped_caller_does_not_contain_later_inserts() {
    let database = TestDatabase::create().await;
    let db = DatabaseSettings { stays_open: false, ..settings(database.app_url(), 1) }.connect_lazily().await.unwrap();
    // As if the caller had ended between BEGIN and its answer: sqlx does not know of the transaction.
    db.execute_unprepared("BEGIN").await.unwrap();
    let reference = TicketReference::random();
    let (store, _tasks) = Store::open(db.clone(), Readiness::watch(&db, false, true));
    store.verified(inquiry(&reference, BotCheckStatus::Verified), soon()).await.unwrap();
    let seen = database.app().await;
    let row = seen.query_one_raw(Statement::from_string(DbBackend::Postgres, "SELECT count(*) AS stored FROM inquiry"));
    let stored: i64 = row.await.unwrap().unwrap().try_get("", "stored").unwrap();
    assert_eq!(stored, 1, "it was acknowledged");
}
