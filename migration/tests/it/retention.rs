use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement, TryGetable};
use testdb::TestDatabase;

async fn one<T: TryGetable>(db: &DatabaseConnection, sql: &str) -> T {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

async fn run(db: &DatabaseConnection, sql: &str) {
    db.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

/// `count` inquiries whose last contact lies `age` before now.
async fn insert(admin: &DatabaseConnection, count: u32, age: &str) {
    let sql = format!(
        "WITH i AS (
            INSERT INTO inquiry (id, reference, idempotency_key, token_digest, contact_reason, consent, gdpr_consent,
                                 policy_digest, consent_digest, gdpr_consent_digest, bot_check, last_contact_at)
            SELECT gen_random_uuid(), 'FW-' || upper(substr(h, 1, 4) || '-' || substr(h, 5, 4)), gen_random_uuid(),
                   sha256(h::bytea), 'other', true, true, sha256(''), sha256(''), sha256(''), 'verified',
                   now() - interval '{age}'
            FROM (SELECT md5(random()::text || n) AS h FROM generate_series(1, {count}) AS n) AS random RETURNING id
        ), c AS (
            INSERT INTO inquiry_content (inquiry_id, first_name, last_name, company, email, email_key, message)
            SELECT id, 'Canary', 'Canary', 'Canary', 'canary@example.com', 'canary@example.com', 'canary' FROM i
        )
        INSERT INTO outbox (id, inquiry_id, kind) SELECT gen_random_uuid(), id, 'auto_reply' FROM i"
    );
    run(admin, &sql).await;
}

const EXPIRED: &str = "2 years 1 second";
const PURGE: &str = "SELECT (purge_expired(gen_random_uuid(), 100) ->> 'inquiry')::bigint";

#[tokio::test]
async fn the_purge_takes_what_expired_and_leaves_evidence() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    insert(&admin, 150, EXPIRED).await;
    insert(&admin, 5, "2 years -1 hour").await;
    assert_eq!(one::<i64>(&app, PURGE).await, 100);
    assert_eq!(one::<i64>(&app, PURGE).await, 50);
    assert_eq!(one::<i64>(&app, PURGE).await, 0);
    for table in ["inquiry", "inquiry_content", "outbox"] {
        assert_eq!(one::<i64>(&admin, &format!("SELECT count(*) FROM {table}")).await, 5, "{table}");
    }
    assert_eq!(one::<i64>(&app, "SELECT count(*) FROM ledger WHERE kind = 'purge'").await, 2, "one for each batch");
    let late = "SELECT sum((detail ->> 'late')::int)::bigint FROM ledger";
    assert_eq!(one::<i64>(&app, late).await, 0);
    insert(&admin, 1, "2 years 3 hours").await;
    run(&admin, "INSERT INTO unverified_network SELECT id, '192.0.2.0/24' FROM inquiry WHERE expires_at < now()").await;
    one::<i64>(&app, PURGE).await;
    assert_eq!(one::<i64>(&app, late).await, 1);
    let network = "SELECT count(*) FROM ledger WHERE detail -> 'tables' ? 'unverified_network'";
    assert_eq!(one::<i64>(&admin, network).await, 1, "its file is rewritten, too");
}

#[tokio::test]
async fn the_purge_finds_contents_of_another_date_than_their_inquiry() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    insert(&admin, 3, EXPIRED).await;
    let quarter: String = one(&admin, "SELECT DISTINCT tableoid::regclass::text FROM inquiry_content").await;
    let other = "UPDATE inquiry_content SET received_on = '2020-01-01' WHERE inquiry_id = (SELECT min(id::text)::uuid FROM inquiry)";
    run(&admin, other).await;
    let purged: String = one(&app, "SELECT purge_expired(gen_random_uuid(), 100)::text").await;
    let purged: serde_json::Value = serde_json::from_str(&purged).unwrap();
    assert_eq!(purged["inquiry_content"], 3);
    let mut tables: Vec<&str> =
        purged["tables"].as_array().unwrap().iter().filter_map(|table| table.as_str()).collect();
    tables.sort_unstable();
    assert_eq!(tables, ["inquiry", &quarter, "inquiry_content_default", "outbox"]);
}

#[tokio::test]
async fn an_inquiry_gets_no_second_content() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    insert(&admin, 1, "1 day").await;
    // As if stored yesterday: the primary key would allow one of today.
    run(
        &admin,
        "UPDATE inquiry_content SET received_on = received_on - 1; \
         UPDATE inquiry SET received_at = received_at - interval '1 day'",
    )
    .await;
    let second = "INSERT INTO inquiry_content (inquiry_id, first_name, last_name, company, email, email_key, message) \
                  SELECT id, 'Canary', 'Canary', 'Canary', 'canary@example.com', 'canary@example.com', 'canary' FROM inquiry";
    let error = app.execute_unprepared(second).await.unwrap_err().to_string();
    assert!(error.contains("row-level security"), "{error}");
}

#[tokio::test]
async fn the_ledger_can_only_grow_and_is_chained() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    run(&app, "SELECT record_report('report.2026-01', 1)").await;
    for sql in [
        "UPDATE ledger SET kind = 'hold'",
        "DELETE FROM ledger",
        "INSERT INTO ledger (kind, seq) VALUES ('report', 9)",
        "INSERT INTO ledger (kind, detail) VALUES ('report', '\"someone@example.com\"')",
        "INSERT INTO ledger (kind) VALUES ('clock')",
        "INSERT INTO ledger (kind) VALUES ('purge')",
        "INSERT INTO ledger (kind) VALUES ('gossip')",
    ] {
        assert!(app.execute_unprepared(sql).await.is_err(), "{sql}");
    }
    // Not even the administrator by accident.
    assert!(admin.execute_unprepared("DELETE FROM ledger").await.is_err());
    assert!(admin.execute_unprepared("TRUNCATE ledger").await.is_err());
    let broken = "SELECT count(*) FROM (SELECT hash, entry, lag(hash) OVER (ORDER BY seq) AS before FROM ledger) AS l
                  WHERE hash <> sha256(convert_to(entry, 'UTF8'))
                     OR entry::jsonb ->> 'prev' <> coalesce(encode(before, 'hex'), repeat('00', 32))";
    assert_eq!(one::<i64>(&app, broken).await, 0);
    assert_eq!(one::<String>(&app, "SELECT entry::jsonb ->> 'role' FROM ledger WHERE seq = 2").await, "inquiry_app");
}

#[tokio::test]
async fn a_hold_keeps_what_expired_and_a_release_lets_it_go() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    let compliance = sea_orm::Database::connect(database.compliance_url()).await.unwrap();
    insert(&admin, 3, EXPIRED).await;
    let place = "SELECT place_hold(NULL, 'canary@example.com', 'court order', now() + interval '1 year')::text";
    let hold: String = one(&compliance, place).await;
    assert_eq!(one::<i64>(&app, PURGE).await, 0);
    assert_eq!(one::<i64>(&app, "SELECT count(*) FROM inquiry").await, 0, "a held row stays hidden");
    let erase = "SELECT (erase_person('canary@example.com') ->> 'kept')::bigint";
    assert_eq!(one::<i64>(&compliance, erase).await, 3);
    let release = format!("SELECT release_hold('{hold}')");
    assert!(one::<bool>(&compliance, &release).await);
    assert!(!one::<bool>(&compliance, &release).await);
    assert_eq!(one::<i64>(&app, PURGE).await, 3);
    assert!(app.execute_unprepared(place).await.is_err(), "the application may not hold");
}

#[tokio::test]
async fn a_clock_that_jumped_purges_nothing_until_it_is_accepted() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    one::<i64>(&app, PURGE).await;
    insert(&admin, 1, EXPIRED).await;
    run(&admin, "ALTER TABLE ledger DROP CONSTRAINT ledger_columns_match, DISABLE TRIGGER ALL; UPDATE ledger SET at = now() - interval '25 hours'; ALTER TABLE ledger ENABLE TRIGGER ALL").await;
    let error = app.execute_unprepared(PURGE).await.unwrap_err().to_string();
    assert!(error.contains("more than a day"), "{error}");
    assert!(app.execute_unprepared("SELECT accept_clock()").await.is_err(), "the application may not accept");
    let compliance = sea_orm::Database::connect(database.compliance_url()).await.unwrap();
    run(&compliance, "SELECT accept_clock()").await;
    assert_eq!(one::<i64>(&app, PURGE).await, 1);
    let counted =
        "SELECT retention_evidence(now() - interval '1 hour', now() + interval '1 hour') ->> 'clocks_accepted'";
    assert_eq!(one::<String>(&app, counted).await, "1", "the report shows it");
}

#[tokio::test]
async fn the_application_cannot_lift_row_security_or_remove_a_row() {
    let database = TestDatabase::create().await;
    let app = database.app().await;
    for sql in [
        "ALTER TABLE inquiry DISABLE ROW LEVEL SECURITY",
        "DROP POLICY alive ON inquiry",
        "SET ROLE inquiry_owner",
        "DELETE FROM inquiry",
        "DELETE FROM outbox",
        "SELECT remove_inquiries('{}')",
        "SELECT erase_person('canary@example.com')",
        "SELECT * FROM legal_hold",
        "SELECT email_key FROM data_subject_request",
        "SELECT * FROM inquiry_content_default",
    ] {
        assert!(app.execute_unprepared(sql).await.is_err(), "{sql}");
    }
    let past = "SET row_security = off; SELECT * FROM inquiry";
    assert!(app.execute_unprepared(past).await.is_err(), "reading past row security is refused");
}

#[tokio::test]
async fn a_rewrite_takes_the_bytes_of_removed_rows_out_of_the_files() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    insert(&admin, 200, EXPIRED).await;
    insert(&admin, 20, "1 day").await;
    while one::<i64>(&app, PURGE).await > 0 {}
    let names: String = one(&app, "SELECT string_agg(name, ' ' ORDER BY name) FROM unreclaimed_tables()").await;
    let [inquiry, part, outbox] = names.split(' ').collect::<Vec<_>>()[..] else { panic!("{names}") };
    assert!((inquiry, outbox) == ("inquiry", "outbox") && part.starts_with("inquiry_content_2"), "{names}");
    for table in [inquiry, part, outbox] {
        let size = format!("SELECT pg_total_relation_size('{table}')");
        let before: i64 = one(&admin, &size).await;
        run(&app, &format!("SELECT reclaim_table('{table}')")).await;
        assert!(one::<i64>(&admin, &size).await < before, "{table}");
    }
    assert_eq!(one::<i64>(&app, "SELECT count(*) FROM unreclaimed_tables()").await, 0);
    assert_eq!(one::<i64>(&app, "SELECT count(*) FROM inquiry_content").await, 20);
    for table in ["ledger", "inquiry_content", "apalis.jobs", "pg_class", "no_such_table"] {
        assert!(app.execute_unprepared(&format!("SELECT reclaim_table('{table}')")).await.is_err(), "{table}");
    }
}

/// As if everything had happened earlier.
async fn age_ledger(admin: &DatabaseConnection, by: &str) {
    let sql = format!(
        "ALTER TABLE ledger DROP CONSTRAINT IF EXISTS ledger_columns_match, DISABLE TRIGGER ALL; \
         UPDATE ledger SET at = at - interval '{by}'; ALTER TABLE ledger ENABLE TRIGGER ALL"
    );
    run(admin, &sql).await;
}

/// A transaction that is older than the removal keeps its rows through the first rewrite.
#[tokio::test]
async fn a_table_is_rewritten_again_an_hour_after_a_removal() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    let tables = "SELECT count(*) FROM unreclaimed_tables()";
    let rewrite = "SELECT count(reclaim_table(name)::text) FROM unreclaimed_tables()";
    insert(&admin, 1, EXPIRED).await;
    one::<i64>(&app, PURGE).await;
    assert_eq!((one::<i64>(&app, rewrite).await, one::<i64>(&app, tables).await), (3, 0));
    age_ledger(&admin, "61 minutes").await;
    assert_eq!((one::<i64>(&app, rewrite).await, one::<i64>(&app, tables).await), (3, 0));

    insert(&admin, 1, EXPIRED).await;
    one::<i64>(&app, PURGE).await;
    let overdue = "SELECT count(*) FROM unreclaimed_tables() WHERE is_overdue";
    for (by, count) in [("2 hours 59 minutes", 0), ("1 minute", 3)] {
        age_ledger(&admin, by).await;
        assert_eq!(one::<i64>(&app, overdue).await, count, "{by}");
    }
}

#[tokio::test]
async fn a_change_of_the_period_needs_a_new_policy_version() {
    let database = TestDatabase::create().await;
    let app = database.app().await;
    let expression: String = one(
        &app,
        "SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
         WHERE adrelid = 'inquiry'::regclass AND attname = 'expires_at'",
    )
    .await;
    let version: i32 = one(&database.admin().await, "SELECT retention_policy_version()").await;
    let recorded: String =
        one(&app, "SELECT detail::text FROM ledger WHERE kind = 'policy' ORDER BY seq DESC LIMIT 1").await;
    // Postgres versions print the expression around the period differently.
    assert!(expression.contains("last_contact_at") && expression.contains("'2 years'::interval"), "{expression}");
    assert_eq!((version, recorded.as_str()), (1, r#"{"years": 2, "version": 1}"#));
    one::<i64>(&app, PURGE).await;
    let without = "SELECT count(*) FROM ledger WHERE entry::jsonb ->> 'policy' IS DISTINCT FROM '1'";
    assert_eq!(one::<i64>(&app, without).await, 0, "every entry has it");
}

#[tokio::test]
async fn what_left_the_table_of_requests_leaves_its_file_too() {
    let database = TestDatabase::create().await;
    let compliance = sea_orm::Database::connect(database.compliance_url()).await.unwrap();
    let names = "SELECT coalesce(string_agg(name, ','), '') FROM unreclaimed_tables()";
    run(&compliance, "SELECT register_request('objection', 'a@b.example', now())").await;
    run(&compliance, "SELECT record_export('a@b.example')").await;
    assert_eq!(one::<String>(&compliance, names).await, "", "nothing left it");
    let answer = "SELECT answer_request(id, 'refused', now()::date, 'mail', 'reasons', NULL) FROM data_subject_request";
    run(&compliance, answer).await;
    assert_eq!(one::<String>(&compliance, names).await, "data_subject_request");
    let closed = "SELECT count(*) FROM data_subject_request WHERE closed_at IS NOT NULL AND email_key IS NULL";
    assert_eq!(one::<i64>(&compliance, closed).await, 1);
}

#[tokio::test]
async fn an_answer_that_lacks_a_part_closes_no_request() {
    let database = TestDatabase::create().await;
    let compliance = sea_orm::Database::connect(database.compliance_url()).await.unwrap();
    run(&compliance, "SELECT register_request('objection', 'a@b.example', now())").await;
    let whole = ["id", "'refused'", "now()::date", "'mail'", "'reasons'"];
    for missing in 0..whole.len() {
        let mut given = whole;
        given[missing] = "NULL";
        let sql =
            format!("SELECT coalesce(answer_request({}, NULL), 'closed') FROM data_subject_request", given.join(", "));
        let why = one::<String>(&compliance, &sql).await;
        assert_eq!(why, if missing == 2 { "day" } else { "unknown" }, "{}", whole[missing]);
    }
    let traces = "SELECT concat_ws(' ', (SELECT count(*) FROM data_subject_request WHERE closed_at IS NULL), \
                  (SELECT count(*) FROM ledger WHERE detail ->> 'action' = 'answered'))";
    assert_eq!(one::<String>(&compliance, traces).await, "1 0");
}

#[tokio::test]
async fn a_hold_keeps_one_request_from_being_overdue_and_only_until_its_end() {
    let database = TestDatabase::create().await;
    let (owner, compliance) =
        (database.admin().await, sea_orm::Database::connect(database.compliance_url()).await.unwrap());
    insert(&owner, 1, "1 day").await;
    for (kind, address) in [("erasure", "canary"), ("access", "canary"), ("erasure", "other")] {
        run(&compliance, &format!("SELECT register_request('{kind}', '{address}@example.com', now())")).await;
    }
    run(&owner, "UPDATE data_subject_request SET received_at = now() - interval '40 days'").await;
    let overdue = "SELECT requests_overdue FROM retention_gauges()";
    let wait = "SELECT count(w) FROM data_subject_request AS r, wait_for_hold(r.id, now()::date, 'post') AS w";
    assert_eq!(one::<i64>(&compliance, wait).await, 0, "no hold");
    for days in [10, 20] {
        let hold = format!("SELECT place_hold(NULL, 'canary@example.com', 'a case', now() + interval '{days} days')");
        run(&compliance, &hold).await;
    }
    assert_eq!(one::<i64>(&owner, overdue).await, 3, "nobody was told");
    assert_eq!(one::<i64>(&compliance, wait).await, 1, "of the erasure whose address it keeps");
    assert_eq!(one::<i64>(&owner, overdue).await, 2);
    let pass = "UPDATE legal_hold SET placed_at = now() - interval '2 days', ends_at = now() - interval '1 day'";
    run(&owner, &format!("{pass} WHERE ends_at < now() + interval '15 days'")).await;
    assert_eq!(one::<i64>(&owner, overdue).await, 2, "it waits for the one that ends last");
    run(&owner, pass).await;
    assert_eq!(one::<i64>(&owner, overdue).await, 3);
}

#[tokio::test]
async fn a_request_that_is_long_closed_is_purged_and_so_are_its_bytes() {
    let database = TestDatabase::create().await;
    let owner = database.admin().await;
    run(
        &owner,
        "INSERT INTO data_subject_request (kind, closed_at) VALUES ('access', now() - interval '1 year 1 day')",
    )
    .await;
    run(&database.app().await, "SELECT purge_expired(gen_random_uuid(), 10)").await;
    assert_eq!(one::<i64>(&owner, "SELECT count(*) FROM data_subject_request").await, 0);
    assert_eq!(one::<String>(&owner, "SELECT name FROM unreclaimed_tables()").await, "data_subject_request");
}

#[tokio::test]
async fn the_database_says_when_a_request_was_received() {
    let database = TestDatabase::create().await;
    let compliance = sea_orm::Database::connect(database.compliance_url()).await.unwrap();
    let late = "INSERT INTO data_subject_request (kind, email_key, received_at) \
                VALUES ('access', 'canary@example.com', now() + interval '1 year')";
    let error = compliance.execute_unprepared(late).await.unwrap_err().to_string();
    assert!(error.contains("permission denied"), "{error}");
    run(&compliance, "SELECT register_request('access', 'canary@example.com', now())").await;
    let moved = compliance.execute_unprepared("UPDATE data_subject_request SET received_at = now()").await;
    assert!(moved.is_err(), "nor may it be moved later");
}

#[tokio::test]
async fn a_purge_that_finds_nothing_writes_an_entry_only_once_an_hour() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    for _ in 0..3 {
        app.execute_unprepared("SELECT purge_expired(gen_random_uuid(), 10)").await.unwrap();
    }
    let entries = "SELECT count(*) FROM ledger WHERE kind = 'purge'";
    assert_eq!(one::<i64>(&admin, entries).await, 1);
    // The entry is an hour old now.
    let older = "SET session_replication_role = replica; ALTER TABLE ledger DROP CONSTRAINT ledger_columns_match; \
                 UPDATE ledger SET at = at - interval '1 hour'";
    admin.execute_unprepared(older).await.unwrap();
    app.execute_unprepared("SELECT purge_expired(gen_random_uuid(), 10)").await.unwrap();
    assert_eq!(one::<i64>(&admin, entries).await, 2);
}
