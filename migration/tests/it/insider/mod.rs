//! Attempts of an insider, as each role: the table in docs/retention.md. Each is refused, changes no row, or leaves a trace
//! that the report shows.

mod attempts;
mod compliance;
mod generated;
mod owner;
mod places;
mod rules_and_places;
mod time_and_rows;

use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, DbErr, Statement, TryGetable};
use testdb::TestDatabase;

use attempts::{rows, table};

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
        INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, body, new_text)
            SELECT gen_random_uuid(), id, gen_random_uuid(), 'other', false, 'Canary', 'canary@example.com', 'canary', ''
            FROM inquiry WHERE expires_at > now();
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
        (SELECT string_agg(m::text, '|' ORDER BY id) FROM message AS m),
        (SELECT string_agg(c::text, '|') FROM compliance_rule AS c),
        (SELECT string_agg(p.oid::text || prosrc, '|' ORDER BY p.oid) FROM pg_proc AS p WHERE pronamespace = 'public'::regnamespace),
        (SELECT string_agg(c.oid::text || relname || relrowsecurity || relowner || coalesce(relacl::text, ''), '|' ORDER BY oid)
            FROM pg_class AS c WHERE relnamespace IN ('public'::regnamespace, 'compliance'::regnamespace)),
        (SELECT string_agg(l::text, '|' ORDER BY seq) FROM ledger AS l)
    ))";

/// An error, and not for a mistake in the attempt itself; or a look or a change without a row.
fn is_harmless(sql: &str, result: &Result<u64, DbErr>) -> bool {
    match result {
        Ok(0) => ["SELECT", "UPDATE", "DELETE", "VACUUM"].iter().any(|verb| sql.starts_with(verb)),
        Ok(_) => false,
        // A literal that is none of its type never came to the right.
        Err(error) => !is_mistake(error) && !has_code(error, &["22P02"]),
    }
}

/// Syntax, and what does not exist: function, table, column, object, role.
fn is_mistake(error: &DbErr) -> bool {
    has_code(error, &["42601", "42883", "42P01", "42703", "42704", "42P02"])
}

fn has_code(error: &DbErr, codes: &[&str]) -> bool {
    let error = format!("{error:?}");
    codes.iter().any(|code| error.contains(&format!("code: \"{code}\"")))
}

#[tokio::test]
async fn every_attempt_is_refused_or_changes_nothing() {
    let database = stored().await;
    let admin = database.admin().await;
    let mut before: String = one(&admin, STATE).await;
    let app = database.app().await;
    let compliance = Database::connect(database.compliance_url()).await.unwrap();
    let owner = Database::connect(database.owner_url()).await.unwrap();
    let (mut tried, mut wrong) = (0, Vec::new());
    for row in rows() {
        let role = match row.role {
            "app" => &app,
            "compliance" => &compliance,
            _ => &owner,
        };
        for sql in row.statements {
            tried += 1;
            let result = role.execute_unprepared(sql).await.map(|result| result.rows_affected());
            let after = one::<String>(&admin, STATE).await;
            if !is_harmless(sql, &result) || after != before {
                wrong.push(format!("{}: {sql}: {result:?}", row.role));
                before = after;
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(tried > 200, "{tried}");
}

/// `UPDATE=1` writes the table.
#[test]
fn the_table_in_the_document_has_what_is_tried() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/retention.md");
    let document = std::fs::read_to_string(path).unwrap();
    let start = document.find("| Attempt |").unwrap();
    let end = start + document[start..].find("\n\n").unwrap() + 1;
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, format!("{}{}{}", &document[..start], table(), &document[end..])).unwrap();
        return;
    }
    assert!(document[start..end] == table(), "renew docs/retention.md with UPDATE=1, and read what changed");
    let count: usize = rows().map(|row| row.statements.len()).sum();
    assert!(document.contains(&format!("{count} statements")), "the document does not say {count} statements");
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

    app.execute_unprepared("SELECT record_report('report.2026-01', 1)").await.unwrap();
    assert_eq!(one::<String>(&admin, &evidence("reports_sent")).await, "[\"2026-01\"]");
}
