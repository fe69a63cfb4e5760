use std::time::Duration;

use migration::{SchemaError, ensure_current, migrate};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement, TransactionTrait};
use testdb::TestDatabase;
use tokio::time::timeout;

async fn one<T: sea_orm::TryGetable>(db: &DatabaseConnection, sql: &str) -> T {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

#[tokio::test]
async fn four_migrations_at_once_and_a_second_run_do_no_harm() {
    let database = TestDatabase::create_empty().await;
    let url = database.owner_url();
    let runs = tokio::join!(migrate(&url), migrate(&url), migrate(&url), migrate(&url));
    runs.0.and(runs.1).and(runs.2).and(runs.3).unwrap();
    migrate(&url).await.unwrap();
    ensure_current(&database.app().await).await.unwrap();
}

#[tokio::test]
async fn tells_an_absent_schema_from_an_older_one() {
    let empty = TestDatabase::create_empty().await;
    assert!(matches!(ensure_current(&empty.app().await).await, Err(SchemaError::Absent(_))));

    for file in ["baseline/inquiry", "functions/purge_expired"] {
        let database = TestDatabase::create().await;
        let older = format!("UPDATE schema_migrations SET hash = 'former' WHERE file = '{file}'");
        database.admin().await.execute_unprepared(&older).await.unwrap();
        let error = ensure_current(&database.app().await).await.unwrap_err();
        let expected = format!("the database lacks {file} of the schema (1 files in all); run the `migration` program");
        assert_eq!(error.to_string(), expected);
    }
}

/// During a rollout, processes of the version before run on the new schema.
#[tokio::test]
async fn a_newer_schema_passes_if_it_serves_this_release() {
    let database = TestDatabase::create().await;
    let newer = "INSERT INTO schema_migrations VALUES ('steps/9999_later', 'x'), ('functions/purge_expired', 'x')";
    database.admin().await.execute_unprepared(newer).await.unwrap();
    ensure_current(&database.app().await).await.unwrap();
    let later = "INSERT INTO schema_release (version, serves) VALUES ('0.10.0', '0.9.0')";
    database.admin().await.execute_unprepared(later).await.unwrap();
    let error = ensure_current(&database.app().await).await.unwrap_err().to_string();
    assert!(error.contains("serves programs of release 0.9.0 and newer"), "{error}");
}

#[tokio::test]
async fn a_new_partition_does_not_hold_up_inquiries_behind_a_dump() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    let last = "SELECT max(relname)::text FROM pg_class WHERE relname LIKE 'inquiry_content_2___q_'";
    let drop = format!("DROP TABLE {}", one::<String>(&admin, last).await);
    admin.execute_unprepared(&drop).await.unwrap();
    let dump = admin.begin().await.unwrap();
    dump.execute_unprepared("LOCK TABLE inquiry_content IN ACCESS SHARE MODE").await.unwrap();
    let create = one::<i32>(&app, "SELECT create_content_partitions()");
    assert_eq!(timeout(Duration::from_secs(5), create).await.expect("it gives up"), 0);
    dump.commit().await.unwrap();
    assert_eq!(one::<i32>(&app, "SELECT create_content_partitions()").await, 1);
}

/// Where nobody made a partition for half a year, each is made with the rows of its time.
#[tokio::test]
async fn rows_that_found_no_partition_get_one() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    let partitions = "SELECT relname::text FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid \
                      WHERE inhparent IN ('inquiry_content'::regclass, 'message'::regclass, 'raw_mail'::regclass) \
                      AND relname NOT LIKE '%default'";
    let drop = format!("SELECT string_agg('DROP TABLE ' || relname, ';') FROM ({partitions}) AS p");
    let drop: String = one(&admin, &drop).await;
    admin.execute_unprepared(&drop).await.unwrap();
    let rows = "
        WITH i AS (
            INSERT INTO inquiry (id, reference, idempotency_key, token_digest, contact_reason, consent, gdpr_consent,
                                 policy_digest, consent_digest, gdpr_consent_digest, bot_check, received_at, last_contact_at)
            SELECT gen_random_uuid(), 'FW-000' || n || '-0000', gen_random_uuid(), sha256(n::text::bytea), 'other', true,
                   true, sha256(''), sha256(''), sha256(''), 'verified', t, t
            FROM (VALUES (1, now()), (2, now() - interval '6 months')) AS v (n, t) RETURNING id, received_at
        ), c AS (
            INSERT INTO inquiry_content (inquiry_id, received_on, first_name, last_name, company, email, email_key, message)
            SELECT id, (received_at AT TIME ZONE 'UTC')::date, 'a', 'a', 'a', 'a@b.example', 'a@b.example', 'a' FROM i
        ), m AS (
            INSERT INTO message (id, received_on, inquiry_id, party, is_machine, author, author_key, body, new_text)
            SELECT id, (received_at AT TIME ZONE 'UTC')::date, id, 'other', false, 'a', 'a@b.example', 'a', 'a' FROM i
        ), t AS (
            INSERT INTO intake (id, way, source_key, digest, size)
            SELECT gen_random_uuid(), 'lmtp', sha256('x'), sha256('x'), 1 RETURNING id
        ) INSERT INTO raw_mail (intake_id, recipients, raw) SELECT id, '{}', 'x' FROM t";
    admin.execute_unprepared(rows).await.unwrap();
    let stray = "SELECT (SELECT count(*) FROM inquiry_content_default) + (SELECT count(*) FROM message_default) \
                 + (SELECT count(*) FROM raw_mail_default)";
    assert_eq!(one::<i64>(&admin, stray).await, 5);
    // This quarter, the next two, and that of half a year ago; this week and the next three.
    assert_eq!(one::<i32>(&app, "SELECT create_content_partitions()").await, 4);
    assert_eq!(one::<i32>(&app, "SELECT turn_mail_partitions()").await, 8);
    assert_eq!(one::<i64>(&admin, stray).await, 0);
    let all = "SELECT (SELECT count(*) FROM inquiry_content) + (SELECT count(*) FROM message) + (SELECT count(*) FROM raw_mail)";
    assert_eq!(one::<i64>(&admin, all).await, 5);
    // The bytes leave the file of the default partition.
    let waiting = "SELECT string_agg(name, ' ' ORDER BY name) FROM unreclaimed_tables()";
    assert_eq!(one::<String>(&admin, waiting).await, "inquiry_content_default message_default raw_mail_default");
    // It is what a fresh one is: keys, checks, policies' parent, cascade.
    admin.execute_unprepared("DELETE FROM inquiry; DELETE FROM intake").await.unwrap();
    assert_eq!(one::<i64>(&admin, all).await, 0);
}

/// In every partition, those to come included.
#[tokio::test]
async fn no_statistics_are_kept_of_a_personal_column() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    let last = "SELECT max(relname)::text FROM pg_class WHERE relname LIKE 'inquiry_content_2___q_'";
    let drop = format!("DROP TABLE {}", one::<String>(&admin, last).await);
    admin.execute_unprepared(&drop).await.unwrap();
    assert_eq!(one::<i32>(&app, "SELECT create_content_partitions()").await, 1);
    let kept = "SELECT coalesce(string_agg(attrelid::regclass || '.' || attname, ' '), '') FROM pg_attribute \
                JOIN pg_class ON pg_class.oid = attrelid \
                WHERE relname LIKE 'inquiry\\_content%' AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped \
                AND attname NOT IN ('inquiry_id', 'received_on') AND attstattarget IS DISTINCT FROM 0";
    assert_eq!(one::<String>(&admin, kept).await, "");
}

#[tokio::test]
async fn the_application_cannot_change_the_schema_or_what_is_derived() {
    let database = TestDatabase::create().await;
    let app = database.app().await;
    for sql in [
        "DROP TABLE outbox",
        "ALTER TABLE inquiry ADD COLUMN note text",
        "CREATE TABLE note (id int)",
        "TRUNCATE inquiry CASCADE",
        "UPDATE inquiry SET expires_at = 'infinity'",
        "UPDATE inquiry SET received_at = now() + interval '9 years'",
        "INSERT INTO schema_migrations VALUES ('x', 'x')",
    ] {
        assert!(app.execute_unprepared(sql).await.is_err(), "{sql}");
    }
}

/// What dates an inquiry is the database's own clock; what a mail went through begins at its beginning.
#[tokio::test]
async fn the_application_chooses_no_time_and_no_state_of_what_it_stores() {
    let database = TestDatabase::create().await;
    let app = database.app().await;
    let inquiry = "id, reference, idempotency_key, token_digest, contact_reason, consent, gdpr_consent, policy_digest, \
                   consent_digest, gdpr_consent_digest, bot_check";
    let values = "gen_random_uuid(), 'FW-0000-0000', gen_random_uuid(), sha256(''), 'other', true, true, sha256(''), \
                  sha256(''), sha256(''), 'verified'";
    let content = "inquiry_id, first_name, last_name, company, email, email_key, message";
    let texts = "id, 'a', 'a', 'a', 'a@b.example', 'a@b.example', 'a' FROM inquiry";
    let good = [
        format!("INSERT INTO inquiry ({inquiry}) VALUES ({values})"),
        format!("INSERT INTO inquiry_content ({content}) SELECT {texts}"),
        "INSERT INTO outbox (id, inquiry_id, kind) SELECT gen_random_uuid(), id, 'auto_reply' FROM inquiry".into(),
    ];
    let with = |sql: &str, column: &str, value: &str| {
        let sql = sql.replacen(')', &format!(", {column})"), 1);
        match sql.split_once(" FROM inquiry") {
            Some((before, _)) => format!("{before}, {value} FROM inquiry"),
            None => format!("{}, {value})", sql.trim_end_matches(')')),
        }
    };
    for (at, column, value) in [
        (0, "received_at", "now() + interval '1 year'"),
        (0, "received_at", "now() - interval '1 year'"),
        (0, "last_contact_at", "now() + interval '1 year'"),
        (0, "last_contact_at", "now() - interval '1 year'"),
        (0, "expires_at", "'infinity'"),
        (1, "received_on", "'2999-01-01'"),
        (2, "created_at", "now() + interval '1 year'"),
        (2, "state", "'suppressed'"),
        (2, "next_attempt_at", "'infinity'"),
        (2, "attempts", "9"),
    ] {
        let sql = with(&good[at], column, value);
        let error = app.execute_unprepared(&sql).await.expect_err(&sql).to_string();
        let is_refused = error.contains("permission denied") || error.contains("cannot insert a non-DEFAULT value");
        assert!(is_refused, "{sql}: {error}");
    }
    // Without them the same statements pass, so the refusals are for the right reason.
    for sql in &good {
        assert_eq!(app.execute_unprepared(sql).await.unwrap().rows_affected(), 1, "{sql}");
    }
}

#[tokio::test]
async fn databases_of_test_processes_that_are_gone_are_removed() {
    let database = TestDatabase::create().await;
    let admin = database.admin().await;
    let exists = |name: &str| format!("SELECT count(*) FROM pg_database WHERE datname = '{name}'");
    // As a process leaves them that was killed, or merely ended.
    let left = format!("tests_{:08x}_template", uuid::Uuid::new_v4().as_fields().0);
    let mine: String = one(&admin, "SELECT current_database()::text").await;
    admin.execute_unprepared(&format!("CREATE DATABASE {left}")).await.unwrap();
    testdb::remove_leftovers().await;
    assert_eq!(one::<i64>(&admin, &exists(&left)).await, 0);
    assert_eq!(one::<i64>(&admin, &exists(&mine)).await, 1, "this process is still there");
}

#[tokio::test]
async fn a_url_that_is_none_is_refused_without_quoting_its_password() {
    for url in ["mysql://inquiry_owner:hush@h/d", "postgres://inquiry_owner:hush@h:99999/d", "hush"] {
        let error = format!("{:#} {0:?}", migrate(url).await.unwrap_err());
        assert!(error.contains("MIGRATION_DATABASE_URL") && !error.contains("hush"), "{error}");
    }
}
