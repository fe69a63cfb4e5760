//! Every column of an inquiry's content, and of a conversation, is treated alike: also one that a later step adds.

use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement, TryGetable};
use testdb::TestDatabase;

async fn one<T: TryGetable>(db: &DatabaseConnection, sql: &str) -> T {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

async fn run(db: &DatabaseConnection, sql: &str) {
    db.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

/// As a step does, which runs as the owner.
async fn with_a_new_column() -> TestDatabase {
    let database = TestDatabase::create().await;
    let owner = Database::connect(database.owner_url()).await.unwrap();
    run(&owner, "SELECT add_content_column('shoe_size', 'smallint CHECK (shoe_size BETWEEN 1 AND 60)')").await;
    database
}

/// An inquiry; with `MESSAGE` and `REST`, no column of it and of its conversation is empty.
const STORED: &str = "
    WITH i AS (
        INSERT INTO inquiry (id, reference, idempotency_key, token_digest, contact_reason, consent, gdpr_consent,
                             policy_digest, consent_digest, gdpr_consent_digest, bot_check)
        VALUES (gen_random_uuid(), 'FW-0001-0000', gen_random_uuid(), sha256('1'), 'other', true, true,
                sha256(''), sha256(''), sha256(''), 'verified') RETURNING id
    )
    INSERT INTO inquiry_content (inquiry_id, first_name, last_name, company, email, email_key, message, client_network, shoe_size)
    SELECT id, 'Ada', 'Lovelace', 'Engine', 'Ada@example.com', 'ada@example.com', 'Hello', '192.0.2.0/24', 42 FROM i";

const MESSAGE: &str = "
    INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, copied_keys, message_id, subject,
                         body, new_text, files)
    SELECT gen_random_uuid(), id, gen_random_uuid(), 'visitor', false, 'Ada', 'ada@example.com', '{charles@example.com}',
        'one@example.com', 'Subject', 'Body', 'New', '[{\"name\": \"plan.pdf\"}]' FROM inquiry";

/// What a visitor may leave out, and what a mail has later.
const REST: &str = "
    UPDATE message SET held_line = 'Line';
    DO $$ BEGIN EXECUTE (
        SELECT 'UPDATE inquiry_content SET ' || string_agg(format('%I = ''Engine''', column_name), ', ')
        FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = 'inquiry_content' AND data_type = 'text' AND is_nullable = 'YES'
    ); END $$";

/// The one row of a table, and its columns without a value.
fn row(table: &str) -> String {
    format!("SELECT coalesce(string_agg(to_jsonb(t)::text, ' '), '') FROM {table} AS t")
}

#[tokio::test]
async fn a_hold_keeps_every_column_of_what_it_sets_aside() {
    let database = with_a_new_column().await;
    let (app, admin) = (database.app().await, database.admin().await);
    run(&app, STORED).await;
    run(&admin, MESSAGE).await;
    run(&admin, REST).await;
    let (content, message): (String, String) =
        (one(&admin, &row("inquiry_content")).await, one(&admin, &row("message")).await);
    let empty = "SELECT coalesce(string_agg(key, ' '), '') FROM (SELECT (jsonb_each(to_jsonb(t))).* FROM message AS t \
                 UNION ALL SELECT (jsonb_each(to_jsonb(t))).* FROM inquiry_content AS t) AS e WHERE value = 'null'";
    // A trigger moves the network to a separate table.
    assert_eq!(one::<String>(&admin, empty).await, "client_network", "give the new column a value");
    run(&admin, "SELECT place_hold(id, NULL, 'a case', now() + interval '1 day') FROM inquiry").await;
    run(
        &admin,
        "UPDATE inquiry SET received_at = now() - interval '3 years', last_contact_at = now() - interval '3 years'",
    )
    .await;
    run(&app, "SELECT purge_expired(gen_random_uuid(), 10)").await;
    for (table, held, view, wanted) in [
        ("inquiry_content", "held_content", "compliance.inquiry_content", content),
        ("message", "held_message", "compliance.message", message),
    ] {
        assert_eq!(one::<String>(&admin, &row(table)).await, "", "{table}");
        assert_eq!(one::<String>(&admin, &row(held)).await, wanted, "{held}");
        assert_eq!(one::<String>(&admin, &row(view)).await, wanted, "{view}");
    }
}

/// `held_content` is found out by the purge, which fails and is alerted: nothing is lost.
#[tokio::test]
async fn a_column_that_the_table_of_held_content_lacks_stops_the_purge() {
    let database = with_a_new_column().await;
    let (app, admin) = (database.app().await, database.admin().await);
    run(&app, STORED).await;
    run(&admin, "SELECT place_hold(id, NULL, 'a case', now() + interval '1 day') FROM inquiry").await;
    run(
        &admin,
        "UPDATE inquiry SET received_at = now() - interval '3 years', last_contact_at = now() - interval '3 years'",
    )
    .await;
    run(&admin, "ALTER TABLE inquiry_content ADD hat_size smallint").await;
    assert!(app.execute_unprepared("SELECT purge_expired(gen_random_uuid(), 10)").await.is_err());
    assert_eq!(one::<i64>(&admin, "SELECT count(*) FROM inquiry_content").await, 1);
}

#[tokio::test]
async fn a_new_column_is_corrected_and_leaves_no_statistics() {
    let database = with_a_new_column().await;
    let (app, admin) = (database.app().await, database.admin().await);
    let compliance = Database::connect(database.compliance_url()).await.unwrap();
    run(&app, STORED).await;
    run(&compliance, "SELECT correct_inquiry(id, 'shoe_size', '43', NULL) FROM inquiry").await;
    assert_eq!(one::<i16>(&compliance, "SELECT shoe_size FROM compliance.inquiry_content").await, 43);
    for field in ["inquiry_id", "received_on", "email_key", "client_network", "ctid", "email = '', email"] {
        let call = "SELECT correct_inquiry(id, $1, '1', NULL) FROM inquiry";
        let call = Statement::from_sql_and_values(DbBackend::Postgres, call, [field.into()]);
        let error = compliance.execute_raw(call).await.expect_err(field).to_string();
        assert!(error.contains("cannot be corrected"), "{field}: {error}");
    }
    let kept = "SELECT count(*) FROM pg_attribute WHERE attname = 'shoe_size' AND attstattarget IS DISTINCT FROM 0 \
                AND attrelid IN (SELECT oid FROM pg_class WHERE relkind IN ('r', 'p'))";
    assert_eq!(one::<i64>(&admin, kept).await, 0);
    for function in ["add_content_column('x', 'text')", "create_content_view()"] {
        for role in [&app, &compliance] {
            assert!(role.execute_unprepared(&format!("SELECT {function}")).await.is_err(), "{function}");
        }
    }
}
