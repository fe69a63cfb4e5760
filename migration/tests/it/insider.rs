//! Attempts of an insider, as each role: the table in docs/retention.md. Each is refused, changes no row, or leaves a trace
//! that the report shows.

use sea_orm_migration::sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement, TryGetable};
use testdb::TestDatabase;

async fn one<T: TryGetable>(db: &DatabaseConnection, sql: &str) -> T {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

/// One inquiry that is alive, one that has expired, one that has expired and is on hold; a request, and an ended hold.
async fn stored() -> TestDatabase {
    let database = TestDatabase::create().await;
    let sql = "
        WITH i AS (
            INSERT INTO inquiry (id, reference, idempotency_key, token_digest, contact_reason, consent, gdpr_consent,
                                 policy_digest, consent_digest, gdpr_consent_digest, bot_check, received_at, last_contact_at)
            SELECT gen_random_uuid(), 'FW-000' || n || '-0000', gen_random_uuid(), sha256(n::text::bytea), 'other', true,
                   true, sha256(''), sha256(''), sha256(''), 'verified', t, t
            FROM (VALUES (1, now()), (2, now() - interval '3 years'), (3, now() - interval '2 years 1 second')) AS v (n, t)
            RETURNING id, reference
        ), c AS (
            INSERT INTO inquiry_content (inquiry_id, first_name, last_name, company, email, email_key, message)
            SELECT id, 'Canary', 'Canary', 'Canary', lower(reference) || '@example.com', lower(reference) || '@example.com',
                   'canary' FROM i
        )
        INSERT INTO outbox (id, inquiry_id, kind) SELECT gen_random_uuid(), id, 'auto_reply' FROM i;
        INSERT INTO data_subject_request (kind, email_key) VALUES ('access', 'fw-0001-0000@example.com');
        SELECT place_hold(NULL, 'fw-0002-0000@example.com', 'a case', now() + interval '1 day')";
    database.admin().await.execute_unprepared(sql).await.unwrap();
    database
}

/// Everything that an attempt must not change.
const STATE: &str = "
    SELECT md5(concat(
        (SELECT string_agg(i::text, '|' ORDER BY id) FROM inquiry AS i),
        (SELECT string_agg(c::text, '|' ORDER BY inquiry_id) FROM inquiry_content AS c),
        (SELECT string_agg(o::text, '|' ORDER BY id) FROM outbox AS o WHERE inquiry_id IN
            (SELECT id FROM inquiry WHERE expires_at <= now())),
        (SELECT string_agg(h::text, '|' ORDER BY id) FROM legal_hold AS h),
        (SELECT string_agg(r::text, '|' ORDER BY id) FROM data_subject_request AS r),
        (SELECT string_agg(l::text, '|' ORDER BY seq) FROM ledger AS l)
    ))";

const APPLICATION: &[&str] = &[
    // Time.
    "UPDATE inquiry SET last_contact_at = now()",
    "UPDATE inquiry SET last_contact_at = now() + interval '1 year'",
    "UPDATE inquiry SET last_contact_at = now() - interval '3 years'",
    "UPDATE inquiry SET received_at = now()",
    "UPDATE inquiry SET expires_at = 'infinity'",
    "SELECT record_contact(id, 'message', id) FROM inquiry",
    "SELECT is_contact(id, 'message', id) FROM inquiry",
    "INSERT INTO contact (inquiry_id, kind, source, at) SELECT id, 'message', id, now() FROM inquiry",
    "UPDATE contact SET at = now()",
    "SELECT accept_clock()",
    // Rows.
    "DELETE FROM inquiry",
    "DELETE FROM inquiry_content",
    "DELETE FROM outbox",
    "DELETE FROM contact",
    "TRUNCATE outbox",
    "UPDATE inquiry_content SET email = 'x@example.com'",
    "UPDATE inquiry_content SET message = 'x'",
    "UPDATE outbox SET recipient = 'x@example.com'",
    "SELECT remove_inquiries(ARRAY(SELECT id FROM inquiry))",
    "SELECT erase_person('fw-0001-0000@example.com')",
    "SELECT set_aside_held()",
    "UPDATE outbox SET state = 'suppressed', finished_at = now() WHERE inquiry_id IN (SELECT id FROM inquiry \
         WHERE expires_at <= now())",
    "UPDATE inquiry SET reference = reference WHERE expires_at <= now()",
    "SELECT FROM inquiry FOR UPDATE",
    "SELECT FROM inquiry FOR KEY SHARE",
    // Holds and requests.
    "SELECT * FROM legal_hold",
    "SELECT * FROM held_inquiry",
    "SELECT * FROM held_content",
    "SELECT * FROM compliance.inquiry_content",
    "SELECT place_hold(id, NULL, 'mine', now() + interval '1 day') FROM inquiry",
    "SELECT release_hold(gen_random_uuid())",
    "SELECT email_key FROM data_subject_request",
    "UPDATE data_subject_request SET closed_at = now()",
    "UPDATE data_subject_request SET reminded_at = now()",
    "DELETE FROM data_subject_request",
    // The ledger.
    "UPDATE ledger SET kind = 'report'",
    "DELETE FROM ledger",
    "TRUNCATE ledger",
    "INSERT INTO ledger (kind) VALUES ('purge')",
    "INSERT INTO ledger (kind) VALUES ('clock')",
    "INSERT INTO ledger (kind) VALUES ('state')",
    "INSERT INTO ledger (kind) VALUES ('failure')",
    "INSERT INTO ledger (kind, detail) VALUES ('report', '{\"report\": \"report.2099-01\", \"head_seq\": 1}')",
    "INSERT INTO ledger (kind, seq, entry, hash) VALUES ('report', 99, '{}', sha256('{}'))",
    "ALTER TABLE ledger DISABLE TRIGGER ALL",
    "SELECT record_month()",
    "SELECT retention_state()",
    "SELECT purge_expired(gen_random_uuid(), 0)",
    "SELECT purge_expired(gen_random_uuid(), NULL)",
    "SELECT reclaim_table('ledger')",
    "SELECT reclaim_table('pg_authid')",
    // The rules.
    "ALTER TABLE inquiry DISABLE ROW LEVEL SECURITY",
    "DROP POLICY alive ON inquiry",
    "CREATE OR REPLACE FUNCTION is_contact(inquiry uuid, contact_kind text, contact_source uuid) RETURNS boolean \
         LANGUAGE sql AS 'SELECT true'",
    "CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql AS 'SELECT ''2020-01-01''::timestamptz'",
    "SET SESSION AUTHORIZATION inquiry_owner",
    "SET ROLE inquiry_compliance",
    "ALTER ROLE inquiry_app BYPASSRLS",
    "GRANT SELECT ON legal_hold TO inquiry_app",
    "SET row_security = off; SELECT * FROM inquiry",
    "SET session_replication_role = replica",
    // Other places.
    "CREATE TEMPORARY TABLE copy AS SELECT * FROM inquiry_content",
    "CREATE TABLE public.copy AS SELECT * FROM inquiry_content",
    "SELECT lo_from_bytea(0, 'Canary')",
    "COPY inquiry_content TO '/tmp/copy'",
    "COPY (SELECT 1) TO PROGRAM 'cat'",
    "SELECT pg_read_file('postgresql.conf')",
    "CREATE EXTENSION dblink",
    "SELECT pg_reload_conf()",
    "ALTER SYSTEM SET wal_recycle = on",
    "LOCK TABLE retention_lock IN ACCESS SHARE MODE",
    "LOCK TABLE inquiry IN ACCESS EXCLUSIVE MODE",
];

const COMPLIANCE: &[&str] = &[
    "DELETE FROM inquiry",
    "UPDATE inquiry SET last_contact_at = now()",
    "UPDATE inquiry_content SET message = 'x'",
    "INSERT INTO contact (inquiry_id, kind, source, at) SELECT id, 'message', id, now() FROM inquiry",
    "SELECT record_contact(id, 'message', id) FROM inquiry",
    "SELECT place_hold(NULL, 'fw-0001-0000@example.com', 'mine', 'infinity')",
    "SELECT place_hold(NULL, 'fw-0001-0000@example.com', 'mine', now() - interval '1 day')",
    "SELECT place_hold(NULL, 'fw-0001-0000@example.com', 'mine', '9999-01-01')",
    "SELECT place_hold(gen_random_uuid(), NULL, 'mine', now() + interval '1 day')",
    "UPDATE legal_hold SET ends_at = 'infinity'",
    "DELETE FROM legal_hold",
    "INSERT INTO legal_hold (email_key, reason, ends_at) VALUES ('fw-0001-0000@example.com', 'x', now() + interval '1 day')",
    "UPDATE data_subject_request SET received_at = now()",
    "UPDATE data_subject_request SET due_at = 'infinity'",
    "DELETE FROM data_subject_request",
    "UPDATE ledger SET detail = '{}'",
    "DELETE FROM ledger",
    "INSERT INTO ledger (kind) VALUES ('purge')",
    "INSERT INTO ledger (kind) VALUES ('erasure')",
    "INSERT INTO ledger (kind) VALUES ('state')",
    "INSERT INTO ledger (kind) VALUES ('set_aside')",
    "INSERT INTO ledger (kind, detail) VALUES ('export', '{\"who\": \"Zquorvex Blimfandle\"}')",
    "INSERT INTO ledger (kind, detail) VALUES ('request', to_jsonb(repeat('a', 30000)))",
    "DELETE FROM held_content",
    "SET ROLE inquiry_owner",
    "SELECT lo_from_bytea(0, 'Canary')",
    "CREATE TEMPORARY TABLE copy AS SELECT * FROM inquiry_content",
];

#[tokio::test]
async fn every_attempt_is_refused_or_changes_nothing() {
    let database = stored().await;
    let admin = database.admin().await;
    let before: String = one(&admin, STATE).await;
    let compliance = Database::connect(database.compliance_url()).await.unwrap();
    for (role, attempts) in [(database.app().await, APPLICATION), (compliance, COMPLIANCE)] {
        for sql in attempts {
            let changed = role.execute_unprepared(sql).await.map(|result| result.rows_affected());
            // A statement that row security leaves without rows is no error.
            assert!(!matches!(changed, Ok(1..)), "{sql}: {changed:?}");
            assert_eq!(one::<String>(&admin, STATE).await, before, "{sql}");
        }
    }
}

/// What Postgres cannot refuse is in the next report.
#[tokio::test]
async fn what_cannot_be_refused_is_reported() {
    let database = stored().await;
    let (app, admin) = (database.app().await, database.admin().await);
    let evidence = |figure: &str| {
        format!("SELECT retention_evidence(now() - interval '1 day', now() + interval '1 day') ->> '{figure}'")
    };
    // A default that api and worker would inherit. The role belongs to the server, so this one is the database's own.
    let name: String = one(&admin, "SELECT current_database()::text").await;
    admin
        .execute_unprepared(&format!("ALTER ROLE inquiry_app IN DATABASE {name} SET statement_timeout = '1ms'"))
        .await
        .unwrap();
    assert_eq!(one::<String>(&admin, &evidence("login_settings")).await, "1");
    admin.execute_unprepared(&format!("ALTER ROLE inquiry_app IN DATABASE {name} RESET ALL")).await.unwrap();

    app.execute_unprepared(
        "INSERT INTO outbox (id, inquiry_id, kind, recipient) \
         SELECT gen_random_uuid(), id, 'notification', 'thief@elsewhere.example' FROM inquiry",
    )
    .await
    .unwrap();
    app.execute_unprepared("SELECT purge_expired(gen_random_uuid(), 10)").await.unwrap();
    assert_eq!(one::<String>(&admin, &evidence("new_addresses")).await, "1");

    app.execute_unprepared(
        "INSERT INTO ledger (kind, detail) VALUES ('report', '{\"report\": \"report.2026-01\", \"head_seq\": 1}')",
    )
    .await
    .unwrap();
    assert_eq!(one::<String>(&admin, &evidence("reports_sent")).await, "[\"2026-01\"]");
}
