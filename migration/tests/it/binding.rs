//! The ledger is bound to its database, its columns to the hashed text, and its lock to the functions of retention.

use std::time::Duration;

use migration::{SchemaError, ensure_current};
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement, TransactionTrait, TryGetable};
use testdb::TestDatabase;
use tokio::time::timeout;

async fn one<T: TryGetable>(db: &DatabaseConnection, sql: &str) -> T {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

/// A transaction is named after ten seconds.
async fn name_blockers_at_once(admin: &DatabaseConnection) {
    let definition: String = one(admin, "SELECT pg_get_functiondef('retention_blockers'::regproc)").await;
    let sooner = definition.replace("'10 seconds'", "'1 millisecond'");
    assert_ne!(sooner, definition);
    admin.execute_unprepared(&sooner).await.unwrap();
}

#[tokio::test]
async fn no_column_of_the_ledger_says_something_else_than_the_hashed_text() {
    let database = TestDatabase::create().await;
    let admin = database.admin().await;
    for change in ["kind = 'clock'", "at = now() - interval '1 day'", "detail = '{}'", "hash = sha256('')", "seq = 9"] {
        let sql = format!("ALTER TABLE ledger DISABLE TRIGGER ALL; UPDATE ledger SET {change} WHERE seq = 1");
        let error = admin.execute_unprepared(&sql).await.expect_err(change).to_string();
        assert!(error.contains("ledger_columns_match"), "{change}: {error}");
    }
}

/// As a replay does. What stood before stays as it was.
#[tokio::test]
async fn the_owner_can_append_an_entry_in_turn_in_the_name_of_anybody() {
    let database = TestDatabase::create().await;
    let (admin, owner) = (database.admin().await, Database::connect(database.owner_url()).await.unwrap());
    let head = "SELECT encode(hash, 'hex') FROM ledger WHERE seq = 1";
    let before: String = one(&admin, head).await;
    let forged = "INSERT INTO ledger (seq, entry, hash) SELECT seq, entry, sha256(convert_to(entry, 'UTF8')) FROM ( \
                      SELECT seq + 1 AS seq, jsonb_build_object('seq', seq + 1, 'at', '2026-01-01T00:00:00.000000Z', 'kind', 'read', \
                          'role', 'inquiry_compliance', 'detail', '{}'::jsonb, 'prev', encode(hash, 'hex'))::text AS entry \
                      FROM ledger ORDER BY seq DESC LIMIT 1 \
                  ) AS forged";
    owner.execute_unprepared(forged).await.unwrap();
    let role = "SELECT entry::jsonb ->> 'role' FROM ledger ORDER BY seq DESC LIMIT 1";
    assert_eq!(one::<String>(&admin, role).await, "inquiry_compliance");
    assert_eq!(one::<String>(&admin, head).await, before);
}

#[tokio::test]
async fn a_copy_of_the_database_under_its_name_is_noticed() {
    let database = TestDatabase::create().await;
    let (name, admin): (String, _) = {
        let admin = database.admin().await;
        (one(&admin, "SELECT current_database()::text").await, admin)
    };
    ensure_current(&database.app().await).await.unwrap();
    admin.close().await.unwrap();
    let mut url = url::Url::parse(&database.admin_url()).unwrap();
    url.set_path("postgres");
    let server = Database::connect(url.as_str()).await.unwrap();
    for sql in [
        format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"),
        format!("CREATE DATABASE {name}_copy TEMPLATE {name} OWNER inquiry_owner"),
        format!("DROP DATABASE {name} WITH (FORCE)"),
        format!("ALTER DATABASE {name}_copy RENAME TO {name}"),
    ] {
        server.execute_unprepared(&sql).await.unwrap();
    }
    let app = database.app().await;
    assert!(matches!(ensure_current(&app).await, Err(SchemaError::Restored)));
    assert!(app.execute_unprepared("SELECT purge_expired(gen_random_uuid(), 1)").await.is_err());
}

#[tokio::test]
async fn the_application_cannot_take_the_lock_of_retention() {
    let database = TestDatabase::create().await;
    let app = database.app().await;
    for sql in [
        "LOCK TABLE retention_lock IN EXCLUSIVE MODE",
        "LOCK TABLE retention_lock IN ACCESS SHARE MODE",
        "SELECT * FROM retention_lock",
        "SELECT lock_retention()",
        "SELECT FROM inquiry FOR KEY SHARE",
    ] {
        assert!(app.execute_unprepared(sql).await.is_err(), "{sql}");
    }
    // The key of the lock that there was before.
    let session = app.begin().await.unwrap();
    session.execute_unprepared("SELECT pg_advisory_lock(1181315695)").await.unwrap();
    let purge = database.app().await;
    let purged = purge.execute_unprepared("SELECT purge_expired(gen_random_uuid(), 1)");
    timeout(Duration::from_secs(5), purged).await.expect("the purge does not wait").unwrap();
    session.rollback().await.unwrap();
}

#[tokio::test]
async fn a_session_that_keeps_the_lock_is_named() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    name_blockers_at_once(&admin).await;
    let limit = "SELECT array_to_string(proconfig, ' ') FROM pg_proc WHERE oid = 'lock_retention'::regproc";
    assert!(one::<String>(&admin, limit).await.contains("lock_timeout=30s"));
    admin.execute_unprepared("ALTER FUNCTION lock_retention() SET lock_timeout = '300ms'").await.unwrap();
    let blocker = app.begin().await.unwrap();
    // The purge takes the lock and keeps it until the transaction ends.
    blocker.execute_unprepared("SELECT purge_expired(gen_random_uuid(), 1)").await.unwrap();
    let waiting = Database::connect(database.compliance_url()).await.unwrap();
    let error = timeout(Duration::from_secs(10), waiting.execute_unprepared("SELECT record_read(0)")).await;
    let error = error.expect("the wait has an end").unwrap_err().to_string();
    assert!(error.contains("another session holds the lock"), "{error}");
    let named = "SELECT count(*) FROM retention_blockers() WHERE login = 'inquiry_app' AND NOT rewrites";
    assert_eq!(one::<i64>(&waiting, named).await, 1);
    // It is not a quarter of an hour old.
    assert_eq!(one::<i64>(&database.app().await, "SELECT end_old_transactions()").await, 0);
    blocker.rollback().await.unwrap();
    assert_eq!(one::<i64>(&admin, "SELECT count(*) FROM retention_blockers()").await, 0);
}

/// The purge deletes from it or changes it, by itself or by a foreign key.
#[tokio::test]
async fn a_session_that_keeps_rows_of_any_table_is_named() {
    let database = TestDatabase::create().await;
    let admin = database.admin().await;
    let owner = Database::connect(database.owner_url()).await.unwrap();
    name_blockers_at_once(&admin).await;
    for table in [
        "inquiry",
        "outbox",
        "inquiry_content",
        "message",
        "raw_mail",
        "held_content",
        "held_message",
        "held_participant",
        "legal_hold",
        "contact",
        "intake",
        "ticket",
        "ticket_event",
        "spam_check",
        "recent_text",
        "unverified_network",
        "data_subject_request",
        "notified_address",
        "apalis.jobs",
    ] {
        let blocker = owner.begin().await.unwrap();
        blocker.execute_unprepared(&format!("LOCK TABLE ONLY {table} IN ROW SHARE MODE")).await.unwrap();
        let named = "SELECT count(*) FROM retention_blockers() WHERE login = 'inquiry_owner'";
        assert_eq!(one::<i64>(&admin, named).await, 1, "{table}");
        blocker.rollback().await.unwrap();
    }
}

#[tokio::test]
async fn the_application_has_no_place_for_personal_data_outside_its_tables() {
    let database = TestDatabase::create().await;
    let app = database.app().await;
    for sql in [
        "SELECT lo_from_bytea(0, 'Zquorvex')",
        "SELECT lo_create(0)",
        "SELECT lo_creat(-1)",
        "CREATE TEMPORARY TABLE note (text text)",
        "CREATE TABLE public.note (text text)",
        "CREATE SCHEMA note",
        "COMMENT ON TABLE inquiry IS 'Zquorvex'",
        "ALTER ROLE inquiry_app SUPERUSER",
        "ALTER ROLE inquiry_app BYPASSRLS",
        "ALTER ROLE inquiry_app CONNECTION LIMIT 0",
        "GRANT inquiry_owner TO inquiry_app",
        "SELECT purge_expired(gen_random_uuid(), 0)",
        "SELECT purge_expired(gen_random_uuid(), NULL)",
        "SELECT purge_expired(NULL, 1)",
        "SELECT purge_expired(gen_random_uuid(), 2000000)",
    ] {
        assert!(app.execute_unprepared(sql).await.is_err(), "{sql}");
    }
}

#[tokio::test]
async fn an_officer_with_a_login_of_her_own_is_named_in_the_entry() {
    let database = TestDatabase::create().await;
    let admin = database.admin().await;
    let name = format!("officer_{}", uuid::Uuid::new_v4().simple());
    admin
        .execute_unprepared(&format!("CREATE ROLE {name} LOGIN PASSWORD 'test' IN ROLE inquiry_compliance"))
        .await
        .unwrap();
    let mut url = url::Url::parse(&database.compliance_url()).unwrap();
    url.set_username(&name).unwrap();
    let officer = Database::connect(url.as_str()).await.unwrap();
    let hold = "SELECT place_hold(NULL, 'canary@example.com', 'a case', now() + interval '1 day')";
    officer.execute_unprepared(hold).await.unwrap();
    officer.execute_unprepared("SELECT record_read(41997776655)").await.unwrap();
    let read = "SELECT (detail ->> 'legal_hold')::bigint FROM ledger WHERE kind = 'read'";
    assert_eq!(one::<i64>(&admin, read).await, 1, "no number of his own");
    for name in ["report.2026-10.41997776655', 41997776655", "report.2026-10.41997776655', 1", "report.2026-10.2', 1"] {
        assert!(officer.execute_unprepared(&format!("SELECT record_report('{name})")).await.is_err(), "{name}");
    }
    let named: Vec<String> =
        one(&admin, "SELECT array_agg(entry::jsonb ->> 'role' ORDER BY seq) FROM ledger WHERE seq > 1").await;
    assert_eq!(named, [name.as_str(), name.as_str()]);
    officer.close().await.unwrap();
    admin.execute_unprepared(&format!("DROP ROLE {name}")).await.unwrap();
}

#[tokio::test]
async fn a_hold_beyond_a_year_waits_for_a_second_officer() {
    let database = TestDatabase::create().await;
    let admin = database.admin().await;
    let compliance = Database::connect(database.compliance_url()).await.unwrap();
    let place = "SELECT place_hold(NULL, 'canary@example.com', 'a case', now() + interval '3 years')::text";
    one::<String>(&compliance, place).await;
    let waiting =
        "SELECT count(*) FROM legal_hold WHERE wanted_until > ends_at AND ends_at < now() + interval '367 days'";
    assert_eq!(one::<i64>(&admin, waiting).await, 0, "off is the default");
    assert!(compliance.execute_unprepared("UPDATE compliance_rule SET second_officer = true").await.is_err());
    migration::require_second_officer(&database.owner_url(), true).await.unwrap();
    assert!(compliance.execute_unprepared("UPDATE compliance_rule SET second_officer = false").await.is_err());

    let error = compliance.execute_unprepared(place).await.unwrap_err().to_string();
    assert!(error.contains("nobody can confirm it"), "{error}");

    let name = format!("officer_{}", uuid::Uuid::new_v4().simple());
    let create = format!("CREATE ROLE {name} LOGIN PASSWORD 'test' IN ROLE inquiry_compliance");
    admin.execute_unprepared(&create).await.unwrap();
    let mut url = url::Url::parse(&database.compliance_url()).unwrap();
    url.set_username(&name).unwrap();
    let second = Database::connect(url.as_str()).await.unwrap();
    let hold: String = one(&second, place).await;
    assert_eq!(one::<i64>(&admin, waiting).await, 1);
    let confirm = format!("SELECT confirm_hold('{hold}')");
    for login in [&second, &compliance] {
        let error = login.execute_unprepared(&confirm).await.unwrap_err().to_string();
        assert!(error.contains("cannot confirm it"), "{error}");
    }
    admin.execute_unprepared("UPDATE legal_hold SET placed_by = 'inquiry_compliance'").await.unwrap();
    let error = second.execute_unprepared(&confirm).await.unwrap_err().to_string();
    assert!(error.contains("cannot confirm it"), "placed by a login that all know: {error}");
    admin.execute_unprepared("UPDATE legal_hold SET placed_by = 'officer_1'").await.unwrap();
    assert!(one::<bool>(&second, &confirm).await);
    assert!(!one::<bool>(&second, &confirm).await, "once");
    let until = format!("SELECT ends_at > now() + interval '2 years' FROM legal_hold WHERE id = '{hold}'");
    assert!(one::<bool>(&admin, &until).await);
    let entries = "SELECT string_agg(kind, ' ' ORDER BY seq) FROM ledger WHERE seq > 1";
    assert_eq!(one::<String>(&admin, entries).await, "hold rule hold confirm");
    second.close().await.unwrap();
    admin.execute_unprepared(&format!("DROP ROLE {name}")).await.unwrap();
}
