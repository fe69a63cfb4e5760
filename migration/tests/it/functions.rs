//! Each function stands in one file, and the database has what the file says.

use std::{collections::BTreeSet, path::Path};

use migration::{Outcome, changed_functions, migrate};
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement, TransactionTrait, TryGetable};
use testdb::TestDatabase;

async fn one<T: TryGetable>(db: &DatabaseConnection, sql: &str) -> T {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

const LIVE: &str = "SELECT array_agg(proname::text ORDER BY proname) FROM pg_proc \
                    WHERE pronamespace IN ('public'::regnamespace, 'compliance'::regnamespace) \
                    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')";

#[tokio::test]
async fn each_function_of_the_schema_is_in_exactly_one_file() {
    let database = TestDatabase::create().await;
    let live: Vec<String> = one(&database.admin().await, LIVE).await;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut defined = Vec::new();
    for folder in ["baseline", "steps", "functions"] {
        for entry in root.join(folder).read_dir().unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let names = text.split("CREATE OR REPLACE FUNCTION ").skip(1).map(|rest| rest.split('(').next().unwrap());
            let names: Vec<_> = names.map(str::to_owned).collect();
            let expected: &[_] =
                if folder == "functions" { &[path.file_stem().unwrap().to_str().unwrap()] } else { &[] };
            assert_eq!(names, expected, "{}", path.display());
            assert_eq!(text.matches("CREATE FUNCTION").count(), 0, "{}", path.display());
            defined.extend(names);
        }
    }
    defined.sort();
    assert_eq!(live, defined);
    assert_eq!(BTreeSet::from_iter(&live).len(), live.len(), "no function has two forms");
    assert!((80..=103).contains(&live.len()), "{}", live.len());
}

/// A dump holds a lock on each table, for minutes; a full disk must be seen meanwhile, too.
#[tokio::test]
async fn a_write_is_proven_while_a_dump_reads_every_table() {
    let database = TestDatabase::create().await;
    let (admin, dump, app) = (database.admin().await, database.admin().await, database.app().await);
    let tables: String = one(
        &admin,
        "SELECT string_agg(oid::regclass::text, ', ') FROM pg_class \
        WHERE relkind IN ('r', 'p') AND relnamespace IN ('public'::regnamespace, 'compliance'::regnamespace)",
    )
    .await;
    let reading = dump.begin().await.unwrap();
    reading.execute_unprepared(&format!("LOCK TABLE {tables} IN ACCESS SHARE MODE")).await.unwrap();
    // Where the disk takes no new file.
    admin
        .execute_unprepared(
            "CREATE FUNCTION public.disk() RETURNS event_trigger LANGUAGE plpgsql AS \
             $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$; \
             CREATE EVENT TRIGGER full_disk ON ddl_command_start WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION public.disk()",
        )
        .await
        .unwrap();
    let prove = async || app.execute_unprepared(entity::database::PROVE_WRITABLE).await;
    let full = prove().await.unwrap_err().to_string();
    assert!(full.contains("No space left"), "{full}");
    admin.execute_unprepared("DROP EVENT TRIGGER full_disk").await.unwrap();
    for _ in 0..2 {
        prove().await.unwrap();
    }
    let files: i64 = one(&admin, "SELECT count(*) FROM pg_class WHERE relname = 'write_proof'").await;
    assert_eq!(files, 0, "it is taken back");
}

#[tokio::test]
async fn nobody_may_call_a_function_unless_its_file_says_so() {
    let database = TestDatabase::create().await;
    let open = "SELECT coalesce(string_agg(proname, ' '), '') FROM pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) \
                WHERE pronamespace = 'public'::regnamespace AND grantee = 0 \
                AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')";
    assert_eq!(one::<String>(&database.admin().await, open).await, "");
}

/// What a migration restores.
const CHANGES: [(&str, &str); 8] = [
    ("ALTER FUNCTION purge_expired SECURITY INVOKER", "purge_expired was changed"),
    ("ALTER FUNCTION erase_person SET lock_timeout = '1h'", "erase_person was changed"),
    ("ALTER FUNCTION is_line STABLE", "is_line was changed"),
    ("GRANT EXECUTE ON FUNCTION remove_inquiries TO inquiry_app", "remove_inquiries was changed"),
    ("GRANT EXECUTE ON FUNCTION remove_inquiries TO PUBLIC", "remove_inquiries was changed"),
    ("REVOKE EXECUTE ON FUNCTION is_job FROM inquiry_app", "is_job was changed"),
    (
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        "refuse_change was changed",
    ),
    ("DROP FUNCTION count_intake", "count_intake is missing"),
];

/// What is not a file's, an administrator has to remove.
const OTHERS: [(&str, &str); 4] = [
    ("ALTER FUNCTION chain_ledger OWNER TO postgres", "chain_ledger was changed"),
    ("CREATE FUNCTION purge_all() RETURNS void LANGUAGE sql AS ''", "purge_all is in no file"),
    ("CREATE FUNCTION compliance.purge_all() RETURNS void LANGUAGE sql AS ''", "purge_all is in no file"),
    ("CREATE FUNCTION is_restored(boolean) RETURNS boolean LANGUAGE sql AS 'SELECT false'", "is_restored was changed"),
];

#[tokio::test]
async fn a_function_that_was_changed_by_hand_is_reported_by_name() {
    for (change, finding) in CHANGES.into_iter().chain(OTHERS) {
        let database = TestDatabase::create().await;
        let app = database.app().await;
        assert_eq!(changed_functions(&app).await.unwrap(), [""; 0]);
        database.admin().await.execute_unprepared(change).await.unwrap_or_else(|error| panic!("{change}: {error}"));
        assert_eq!(changed_functions(&app).await.unwrap(), [finding], "{change}");
        if CHANGES.contains(&(change, finding)) {
            migrate(&database.owner_url()).await.unwrap();
            assert_eq!(changed_functions(&app).await.unwrap(), [""; 0], "{change}");
        }
    }
}

/// As a database looks that had another text of the function's file.
fn before(function: &str) -> String {
    format!("UPDATE schema_migrations SET hash = 'before' WHERE file = 'functions/{function}'")
}

#[tokio::test]
async fn a_function_whose_file_has_changed_is_applied_again_with_its_grants_alone() {
    let database = TestDatabase::create().await;
    let owner = Database::connect(database.owner_url()).await.unwrap();
    for change in [
        "CREATE OR REPLACE FUNCTION count_intake() RETURNS integer LANGUAGE sql AS 'SELECT 1'".to_owned(),
        "GRANT EXECUTE ON FUNCTION count_intake TO inquiry_compliance, PUBLIC".to_owned(),
        before("count_intake"),
    ] {
        owner.execute_unprepared(&change).await.unwrap();
    }
    migrate(&database.owner_url()).await.unwrap();
    assert_eq!(changed_functions(&owner).await.unwrap(), [""; 0]);
    assert_eq!(one::<i32>(&database.app().await, "SELECT count_intake()").await, 0);
}

/// A change would leave rows that no longer fit, which a dump shows when it is restored.
#[tokio::test]
async fn a_function_that_judges_stored_rows_is_not_changed() {
    for (function, change) in [
        (
            "is_line",
            "CREATE OR REPLACE FUNCTION is_line(value text, max_length integer) RETURNS boolean \
                     LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT true'",
        ),
        // Called by is_line().
        ("utf16_length", "ALTER FUNCTION utf16_length CALLED ON NULL INPUT"),
    ] {
        let database = TestDatabase::create().await;
        let owner = Database::connect(database.owner_url()).await.unwrap();
        // Another comment in the file is no other function.
        owner.execute_unprepared(&before(function)).await.unwrap();
        migrate(&database.owner_url()).await.unwrap();
        owner.execute_unprepared("DELETE FROM schema_migrations WHERE hash = 'before'").await.unwrap();
        owner.execute_unprepared(&format!("{}; {change}", before(function))).await.unwrap();
        let error = format!("{:#}", migrate(&database.owner_url()).await.unwrap_err());
        assert!(error.contains(&format!("{function}() is part of a CHECK")), "{error}");
    }
}

#[tokio::test]
async fn a_program_that_is_older_than_the_database_migrates_nothing() {
    for (sql, complaint) in [
        ("INSERT INTO schema_migrations VALUES ('steps/9999_later', 'x')", "the database has steps/9999_later"),
        ("INSERT INTO schema_migrations VALUES ('functions/is_line', 'x')", "is_line was replaced by a newer one"),
        ("UPDATE schema_migrations SET hash = 'x' WHERE file = 'baseline/outbox'", "applied with another text"),
        (
            "CREATE FUNCTION later() RETURNS void LANGUAGE sql AS ''; \
             INSERT INTO schema_migrations VALUES ('functions/later', 'x')",
            "the database has the function later",
        ),
    ] {
        let database = TestDatabase::create().await;
        let owner = Database::connect(database.owner_url()).await.unwrap();
        owner.execute_unprepared(sql).await.unwrap();
        let error = format!("{:#}", migrate(&database.owner_url()).await.unwrap_err());
        assert!(error.contains(complaint), "{error}");
        // A newer release that serves this one leaves the way back open; one that does not is named.
        let newer = "INSERT INTO schema_release (version, serves) VALUES ('9.0.0', '0.0.1')";
        owner.execute_unprepared(newer).await.unwrap();
        assert_eq!(migrate(&database.owner_url()).await.unwrap(), Outcome::Newer);
        owner.execute_unprepared("UPDATE schema_release SET serves = '9.0.0' WHERE version = '9.0.0'").await.unwrap();
        let error = format!("{:#}", migrate(&database.owner_url()).await.unwrap_err());
        assert!(error.contains("the database is of release 9.0.0"), "{error}");
    }
}

/// In the functions that append, and those that the owner appends by himself.
const LEDGER_KINDS: &str = "\
    SELECT array_agg(DISTINCT kind ORDER BY kind) FROM ( \
        SELECT found[1] AS kind FROM pg_proc, \
            regexp_matches(prosrc, 'INSERT INTO ledger \\(kind[^)]*\\)\\s+(?:VALUES \\(|SELECT )''([a-z_]+)''', 'g') AS found \
        UNION ALL VALUES ('policy'), ('replay'), ('rule') \
    ) AS k";

#[tokio::test]
async fn the_auditors_page_names_every_kind_of_entry() {
    let database = TestDatabase::create().await;
    let admin = database.admin().await;
    let appending = "SELECT count(*) FROM pg_proc WHERE prosrc ~ 'INTO ledger' AND prosrc !~ \
                     'INSERT INTO ledger \\(kind[^)]*\\)\\s+(VALUES \\(|SELECT )''[a-z_]+'''";
    assert_eq!(one::<i64>(&admin, appending).await, 0, "a kind that the test does not see");
    let kinds: Vec<String> = one(&admin, LEDGER_KINDS).await;
    let page = include_str!("../../../docs/auditor.md");
    let (_, rest) = page.split_once("**4. ").unwrap();
    let (listed, _) = rest.split_once("`role`").unwrap();
    let mut named: Vec<_> = listed.split('`').skip(1).step_by(2).collect();
    named.sort_unstable();
    assert_eq!(named, kinds);
}
