use std::time::Duration;

use entity::{
    inquiry::BotCheckStatus,
    store_inquiries::{NewInquiry, StoreOutcome, find_by_key, outcome, store},
};
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::{Value, json};
use testdb::TestDatabase;
use uuid::Uuid;

use crate::support::{counts, new_inquiry, one};

/// As many as fit into one batch, in the order of their keys.
fn batch() -> Vec<NewInquiry> {
    let mut batch: Vec<_> = std::iter::repeat_with(new_inquiry).take(64).collect();
    batch.sort_by_key(|inquiry| inquiry.idempotency_key);
    batch
}

#[tokio::test]
async fn stores_an_inquiry_with_its_mails_and_jobs() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let new = new_inquiry();
    let stored = store(&db, std::slice::from_ref(&new)).await.unwrap();
    assert!(stored.contains_key(&new.id));
    assert_eq!(counts(&db).await, [1, 1, 3, 3]);
    let stored: Value =
        one(&db, "SELECT to_jsonb(i) || to_jsonb(c) FROM inquiry AS i JOIN inquiry_content AS c ON inquiry_id = id")
            .await;
    assert_eq!((&stored["reference"], &stored["email_key"]), (&json!(new.reference), &json!("canary@example.com")));
    for (name, entered) in serde_json::to_value(&new.fields).unwrap().as_object().unwrap() {
        assert!(!entered.is_null(), "{name}: give it a value in api/tests/fixtures/field-rules.json");
        assert_eq!(&stored[name], entered, "{name}: a row of FIELDS stores it");
    }
    assert_eq!(find_by_key(&db, new.idempotency_key).await.unwrap(), Some(new.reference));
    let partition: String = one(&db, "SELECT tableoid::regclass::text FROM inquiry_content").await;
    assert!(partition.starts_with("inquiry_content_2"), "{partition}");
}

#[tokio::test]
async fn an_unverified_inquiry_gets_no_auto_reply() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let mut new = new_inquiry();
    new.bot_check = BotCheckStatus::Unverified;
    new.client_network = Some("2001:db8::/64".into());
    store(&db, &[new]).await.unwrap();
    assert_eq!(one::<i64>(&db, "SELECT count(*) FROM outbox WHERE kind = 'auto_reply'").await, 0);
    assert_eq!(one::<i64>(&db, "SELECT count(*) FROM outbox WHERE kind = 'notification'").await, 2);
}

#[tokio::test]
async fn skips_duplicates_with_their_mails_and_stores_the_rest() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let first = new_inquiry();
    store(&db, std::slice::from_ref(&first)).await.unwrap();

    let mut replay = new_inquiry();
    replay.idempotency_key = first.idempotency_key;
    let mut same_token = new_inquiry();
    same_token.token_digest = first.token_digest;
    let mut same_reference = new_inquiry();
    same_reference.reference = first.reference.clone();
    let fresh = new_inquiry();
    let mut twin = new_inquiry();
    twin.idempotency_key = fresh.idempotency_key;
    let batch = [replay, same_token, same_reference, fresh.clone(), twin];
    let stored = store(&db, &batch).await.unwrap();

    assert_eq!(stored.keys().collect::<Vec<_>>(), [&fresh.id]);
    assert_eq!(counts(&db).await, [2, 2, 6, 6]);
    let mut outcomes = Vec::new();
    for inquiry in &batch {
        outcomes.push(outcome(&db, inquiry, stored.get(&inquiry.id).copied()).await.unwrap());
    }
    assert_eq!(
        outcomes,
        [
            StoreOutcome::Replayed(first.reference),
            StoreOutcome::TokenSpent,
            StoreOutcome::ReferenceTaken,
            stored[&fresh.id].outcome(fresh.reference.clone()),
            StoreOutcome::Replayed(fresh.reference),
        ]
    );
}

#[tokio::test]
async fn two_batches_of_the_same_inquiries_do_not_deadlock() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let admin = database.admin().await;
    for _ in 0..5 {
        let batch: Vec<_> = (0..300).map(|_| new_inquiry()).collect();
        let repeat = |inquiry: &NewInquiry| {
            let NewInquiry { id, reference, .. } = new_inquiry();
            NewInquiry { id, reference, ..inquiry.clone() }
        };
        let repeated: Vec<_> = batch.iter().rev().map(repeat).collect();
        // Both batches wait here, so that they run concurrently.
        let gate = admin.begin().await.unwrap();
        gate.execute_unprepared("LOCK TABLE inquiry IN SHARE MODE").await.unwrap();
        let open = async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            gate.commit().await.unwrap();
        };
        let (first, second, ()) = tokio::join!(store(&db, &batch), store(&db, &repeated), open);
        assert_eq!(first.unwrap().len() + second.unwrap().len(), 300);
    }
}

#[tokio::test]
async fn a_refused_row_or_a_rollback_stores_nothing() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let mut bad = new_inquiry();
    bad.fields.first_name = "x".repeat(51);
    assert!(store(&db, &[new_inquiry(), bad]).await.is_err());
    assert_eq!(counts(&db).await, [0; 4]);

    let transaction = db.begin().await.unwrap();
    store(&transaction, &[new_inquiry()]).await.unwrap();
    transaction.rollback().await.unwrap();
    assert_eq!(counts(&db).await, [0; 4]);
}

#[tokio::test]
async fn hides_an_expired_inquiry_from_the_application() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let new = new_inquiry();
    store(&db, std::slice::from_ref(&new)).await.unwrap();
    let age = "UPDATE inquiry SET last_contact_at = now() - interval '2 years' - interval '1 second'";
    database.admin().await.execute_unprepared(age).await.unwrap();
    assert_eq!(counts(&db).await[..3], [0, 0, 0]);
    assert_eq!(find_by_key(&db, new.idempotency_key).await.unwrap(), None);
    let retried = db.execute_unprepared("UPDATE outbox SET state = 'retry'").await.unwrap();
    assert_eq!(retried.rows_affected(), 0);
    // Its key stays taken: no later inquiry can use it.
    let mut replay = new_inquiry();
    replay.idempotency_key = new.idempotency_key;
    assert!(store(&db, &[replay]).await.unwrap().is_empty());
}

#[tokio::test]
async fn the_application_cannot_date_a_contact() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    store(&db, &[new_inquiry()]).await.unwrap();
    for time in ["now()", "now() + interval '1 day'", "now() - interval '3 years'"] {
        assert!(
            db.execute_unprepared(&format!("UPDATE inquiry SET last_contact_at = {time}")).await.is_err(),
            "{time}"
        );
    }
    assert_eq!(one::<Uuid>(&db, "SELECT id FROM inquiry").await.get_version_num(), 4);
}

#[tokio::test]
async fn the_period_is_the_same_in_code_and_schema() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    store(&db, &[new_inquiry()]).await.unwrap();
    let admin = database.admin().await;
    for (contact, end) in [("2024-02-29 12:00+00", 28), ("2023-10-29 01:30+00", 29), ("2026-03-29 02:30+02", 29)] {
        admin.execute_unprepared(&format!("UPDATE inquiry SET last_contact_at = '{contact}'")).await.unwrap();
        let years: i32 = one(
            &admin,
            "SELECT (date_part('year', expires_at AT TIME ZONE 'UTC') - date_part('year', last_contact_at AT TIME ZONE 'UTC'))::int FROM inquiry",
        )
        .await;
        assert_eq!(years, i32::try_from(entity::RETENTION_YEARS).unwrap());
        let day: i32 = one(&admin, "SELECT date_part('day', expires_at AT TIME ZONE 'UTC')::int FROM inquiry").await;
        assert_eq!(day, end, "{contact}");
    }
}

#[tokio::test]
async fn batches_that_share_tokens_or_keys_in_opposite_order_do_not_deadlock() {
    let database = TestDatabase::create().await;
    let (db, other, admin) = (database.app().await, database.app().await, database.admin().await);
    let (first, mut same_tokens, mut same_keys) = (batch(), batch(), batch());
    same_tokens.iter_mut().zip(first.iter().rev()).for_each(|(inquiry, twin)| inquiry.token_digest = twin.token_digest);
    let mut by_token = first.clone();
    by_token.sort_by_key(|inquiry| *inquiry.token_digest.as_bytes());
    same_keys.sort_by_key(|inquiry| *inquiry.token_digest.as_bytes());
    same_keys.iter_mut().zip(by_token.iter().rev()).for_each(|(inquiry, twin)| {
        inquiry.idempotency_key = twin.idempotency_key;
    });
    let slow_rows = "CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql \
                     AS 'BEGIN PERFORM pg_sleep(0.003); RETURN NEW; END'; \
                     CREATE TRIGGER pause BEFORE INSERT ON inquiry FOR EACH ROW EXECUTE FUNCTION pause()";
    admin.execute_unprepared(slow_rows).await.unwrap();
    for second in [same_tokens, same_keys] {
        admin.execute_unprepared("TRUNCATE inquiry CASCADE").await.unwrap();
        let (one, two) = tokio::join!(store(&db, &first), store(&other, &second));
        let stored = one.expect("no deadlock").len() + two.expect("no deadlock").len();
        assert_eq!(stored, 64, "each token and each key once");
    }
}

/// The points of the texts that were stored, by sender.
async fn texts(db: &sea_orm::DatabaseConnection) -> String {
    let sql = "SELECT coalesce(string_agg(email || ' ' || array_to_string(signs, ' ') || ' ' || points, ', ' ORDER BY email), '') \
               FROM spam_check JOIN inquiry_content USING (inquiry_id)";
    one(db, sql).await
}

fn same_words(sender: &str) -> NewInquiry {
    let email = entity::EmailAddress::parse(sender).unwrap();
    let mut inquiry =
        NewInquiry { message_digest: Some(entity::Digest::of("words")), spam_limit: Some(5), ..new_inquiry() };
    inquiry.fields.email = email;
    inquiry
}

/// The form sends again what has no answer, and both may share a batch.
#[tokio::test]
async fn a_retry_in_the_same_batch_is_no_repetition() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    for _ in 0..8 {
        let words = entity::Digest::of(Uuid::new_v4());
        let first = NewInquiry { message_digest: Some(words), ..same_words("a@one.example") };
        let retry =
            NewInquiry { idempotency_key: first.idempotency_key, token_digest: first.token_digest, ..first.clone() };
        let retry = NewInquiry { id: Uuid::new_v4(), reference: entity::TicketReference::random(), ..retry };
        assert_eq!(store(&db, &[first, retry]).await.unwrap().len(), 1);
    }
    assert_eq!(texts(&database.admin().await).await, "");
}

/// A corrected phone number, or no answer yet: who writes it again is no program.
#[tokio::test]
async fn a_sender_may_repeat_the_own_words() {
    let database = TestDatabase::create().await;
    let (db, admin) = (database.app().await, database.admin().await);
    let decoy = entity::SpamScore { points: 5, signs: vec![entity::SpamSign::Decoy] };
    store(&db, &[NewInquiry { spam: decoy, ..same_words("a@one.example") }]).await.unwrap();
    for _ in 0..3 {
        store(&db, &[same_words("A@one.example")]).await.unwrap();
    }
    store(&db, &[same_words("b@two.example"), same_words("b@two.example")]).await.unwrap();
    assert_eq!(texts(&admin).await, "a@one.example decoy 5, b@two.example known_text 5, b@two.example known_text 5");
    // A text that a consultant has called spam is known from every sender.
    let called = "INSERT INTO ticket_event (inquiry_id, verb, outcome) SELECT inquiry_id, 'spam', 'done' FROM ticket";
    admin.execute_unprepared(called).await.unwrap();
    store(&db, &[same_words("a@one.example")]).await.unwrap();
    assert!(texts(&admin).await.contains("a@one.example known_text 5"));
}

#[tokio::test]
async fn the_same_words_of_several_senders_in_one_batch_are_a_programs_from_the_third_on() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let batch = ["a@one.example", "b@one.example", "c@one.example", "d@one.example"].map(same_words);
    store(&db, &batch).await.unwrap();
    let points = "SELECT string_agg(points || ' ' || is_suspected, ', ' ORDER BY points) FROM spam_check";
    assert_eq!(one::<String>(&database.admin().await, points).await, "1 false, 5 true, 5 true");
}

fn marked() -> NewInquiry {
    let spam = entity::SpamScore { points: 2, signs: vec![entity::SpamSign::Phrases] };
    NewInquiry { spam, spam_limit: Some(2), ..new_inquiry() }
}

/// How many notifications go now, and how many are part of the hourly mail.
async fn told(db: &sea_orm::DatabaseConnection) -> String {
    let sql = "SELECT count(*) FILTER (WHERE state = 'ready') || ' ' || count(*) FILTER (WHERE last_code = 'collected') \
               FROM outbox WHERE kind = 'notification'";
    one(db, sql).await
}

/// Each has two consultants. Several apis store at the same time, each in batches.
#[tokio::test]
async fn of_marked_inquiries_ten_an_hour_are_told_at_once_whoever_stores_them() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let mut apis = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let api = database.app().await;
        apis.spawn(async move {
            for size in [1, 3, 1, 2] {
                let batch: Vec<_> = std::iter::repeat_with(marked).take(size).chain([new_inquiry()]).collect();
                assert_eq!(store(&api, &batch).await.unwrap().len(), size + 1);
            }
        });
    }
    apis.join_all().await;
    let admin = database.admin().await;
    assert_eq!(told(&admin).await, format!("{} {}", 2 * (10 + 16), 2 * (28 - 10)));
    let waits =
        "SELECT count(*) FROM outbox WHERE kind = 'auto_reply' AND next_attempt_at > now() + interval '119 minutes'";
    assert_eq!(one::<i64>(&admin, waits).await, 28);
    assert_eq!(one::<i64>(&admin, "SELECT count(*) FROM apalis.jobs").await, 2 * 10 + 3 * 16, "for what goes now");
    admin.execute_unprepared("UPDATE mark_slot SET taken_at = taken_at - interval '59 minutes'").await.unwrap();
    store(&db, &[marked()]).await.unwrap();
    assert_eq!(told(&admin).await, "52 38");
    admin.execute_unprepared("UPDATE mark_slot SET taken_at = taken_at - interval '1 minute'").await.unwrap();
    store(&db, &[marked()]).await.unwrap();
    assert_eq!(told(&admin).await, "54 38");
}

/// A transaction may begin before another one and store after it.
#[tokio::test]
async fn a_slot_that_a_later_transaction_has_taken_is_taken() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let earlier = db.begin().await.unwrap();
    earlier.execute_unprepared("SELECT 1").await.unwrap();
    let ten: Vec<_> = std::iter::repeat_with(marked).take(10).collect();
    store(&database.app().await, &ten).await.unwrap();
    store(&earlier, &[marked()]).await.unwrap();
    earlier.commit().await.unwrap();
    assert_eq!(told(&database.admin().await).await, "20 2");
}

#[tokio::test]
async fn a_rollback_takes_no_slot() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    for _ in 0..12 {
        let transaction = db.begin().await.unwrap();
        store(&transaction, &[marked()]).await.unwrap();
        transaction.rollback().await.unwrap();
    }
    store(&db, &[marked()]).await.unwrap();
    assert_eq!(told(&database.admin().await).await, "2 0");
}
