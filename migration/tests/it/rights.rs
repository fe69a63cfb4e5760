//! Every grant has its sentence in docs/rights.md, and no sentence allows what is not granted.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ConnectionTrait, DbBackend, Statement};
use testdb::TestDatabase;
use uuid::Uuid;

/// A role, a right, and an object, or a column as `table.column`.
type Right = (String, String, String);

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/rights.md");

/// The columns of each table.
type Columns = BTreeMap<String, BTreeSet<String>>;

async fn rows(database: &TestDatabase, sql: &str) -> Vec<[String; 3]> {
    let statement = Statement::from_string(DbBackend::Postgres, sql);
    let rows = database.admin().await.query_all_raw(statement).await.unwrap();
    rows.iter().map(|row| [0, 1, 2].map(|index| row.try_get_by_index(index).unwrap())).collect()
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned)
}

/// The objects of a cell: `table`, `table` (`column`) or `table` (not `column`).
fn objects(cell: &str, columns: &Columns) -> Vec<String> {
    let mut all = Vec::new();
    for part in cell.split(')') {
        let (names, listed) = part.split_once('(').map_or((part, None), |(names, listed)| (names, Some(listed)));
        let mut names: Vec<_> = quoted(names).collect();
        if let Some(listed) = listed {
            let table = names.pop().unwrap();
            let listed: BTreeSet<_> = quoted(listed).collect();
            let known = columns.get(&table).unwrap_or_else(|| panic!("there is no table {table}"));
            let unknown: Vec<_> = listed.difference(known).collect();
            assert!(unknown.is_empty(), "{table} has no {unknown:?}");
            let is_without = part.contains("(not ");
            let granted = known.iter().filter(|column| listed.contains(*column) != is_without);
            all.extend(granted.map(|column| format!("{table}.{column}")));
        }
        all.extend(names);
    }
    all
}

/// What the page allows: below each heading of roles, lines of rights, objects and the reason.
fn allowed(page: &str, columns: &Columns) -> BTreeSet<Right> {
    let mut all = BTreeSet::new();
    for section in page.split("\n## ").skip(1) {
        let (heading, lines) = section.split_once('\n').unwrap();
        for line in lines.lines().filter_map(|line| line.strip_prefix("- ")) {
            let (granted, reason) = line.rsplit_once(": ").unwrap_or_else(|| panic!("no reason: {line}"));
            let (rights, on) = granted.split_once(" on ").unwrap();
            assert!(reason.len() > 8, "no reason: {line}");
            for role in quoted(heading) {
                for right in quoted(rights) {
                    all.extend(objects(on, columns).into_iter().map(|object| (role.clone(), right.clone(), object)));
                }
            }
        }
    }
    all
}

fn sentences(rights: &BTreeSet<Right>, without: &BTreeSet<Right>) -> Vec<String> {
    rights.difference(without).map(|(role, right, object)| format!("{role}: {right} on {object}")).collect()
}

const COLUMNS: &str = "\
    SELECT attrelid::regclass::text, attname::text, '' FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid \
    WHERE relnamespace IN ('public'::regnamespace, 'apalis'::regnamespace) AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped";

async fn compare(database: &TestDatabase) -> (Vec<String>, Vec<String>) {
    let mut columns = Columns::new();
    for [table, column, _] in rows(database, COLUMNS).await {
        columns.entry(table).or_default().insert(column);
    }
    let granted = rows(database, include_str!("rights.sql")).await;
    let granted = granted.into_iter().map(|[role, right, object]| (role, right, object)).collect::<BTreeSet<_>>();
    assert!(granted.len() > 250, "{}", granted.len());
    let allowed = allowed(&std::fs::read_to_string(PAGE).unwrap(), &columns);
    (sentences(&granted, &allowed), sentences(&allowed, &granted))
}

#[tokio::test]
async fn every_grant_has_a_sentence_and_every_sentence_a_grant() {
    let database = TestDatabase::create().await;
    let (unexplained, gone) = compare(&database).await;
    assert_eq!(unexplained, [""; 0], "granted without a row in docs/rights.md");
    assert_eq!(gone, [""; 0], "in docs/rights.md and not granted");
}

/// Of each kind of object one.
#[tokio::test]
async fn a_grant_without_a_sentence_is_named() {
    let database = TestDatabase::create().await;
    let stranger = format!("stranger_{}", Uuid::new_v4().simple());
    let to_stranger = format!("CREATE ROLE {stranger}; GRANT SELECT ON ledger TO {stranger}");
    for (change, named) in [
        (&*to_stranger, &*format!("{stranger}: SELECT on ledger")),
        ("GRANT EXECUTE ON FUNCTION pg_read_file(text) TO PUBLIC", "PUBLIC: EXECUTE on pg_catalog.pg_read_file"),
        ("GRANT EXECUTE ON FUNCTION lo_creat TO PUBLIC", "PUBLIC: EXECUTE on lo_creat"),
        ("GRANT UPDATE ON contact TO inquiry_app", "inquiry_app: UPDATE on contact"),
        (
            "GRANT UPDATE (closed_at) ON data_subject_request TO inquiry_compliance",
            "inquiry_compliance: UPDATE on data_subject_request.closed_at",
        ),
        ("GRANT SELECT ON held_message TO PUBLIC", "PUBLIC: SELECT on held_message"),
        (
            "GRANT EXECUTE ON FUNCTION remove_inquiries TO inquiry_compliance",
            "inquiry_compliance: EXECUTE on remove_inquiries",
        ),
        ("GRANT EXECUTE ON FUNCTION is_line TO PUBLIC", "PUBLIC: EXECUTE on is_line"),
        (
            "GRANT EXECUTE ON FUNCTION pg_read_file(text) TO inquiry_app",
            "inquiry_app: EXECUTE on pg_catalog.pg_read_file",
        ),
        (
            "CREATE SEQUENCE numbers; GRANT USAGE ON SEQUENCE numbers TO inquiry_app",
            "inquiry_app: USAGE on sequence numbers",
        ),
        ("GRANT SELECT ON ticket TO inquiry_app WITH GRANT OPTION", "inquiry_app: SELECT WITH GRANT OPTION on ticket"),
        ("GRANT CREATE ON SCHEMA public TO inquiry_app", "inquiry_app: CREATE on schema public"),
        ("CREATE TYPE note AS (text text); GRANT USAGE ON TYPE note TO inquiry_app", "inquiry_app: USAGE on type note"),
        ("GRANT USAGE ON LANGUAGE plpgsql TO inquiry_app", "inquiry_app: USAGE on language plpgsql"),
        ("SELECT lo_create(7); GRANT UPDATE ON LARGE OBJECT 7 TO inquiry_app", "inquiry_app: UPDATE on large object 7"),
        (
            "ALTER DEFAULT PRIVILEGES FOR ROLE inquiry_owner GRANT SELECT ON TABLES TO inquiry_app",
            "inquiry_app: SELECT on tables to come of inquiry_owner",
        ),
        ("ALTER TABLE ticket OWNER TO inquiry_app", "inquiry_app: OWN on ticket"),
        (
            "DO $$ BEGIN EXECUTE 'GRANT TEMPORARY ON DATABASE ' || current_database() || ' TO inquiry_app'; END $$",
            "inquiry_app: TEMPORARY on the database",
        ),
        (
            "DO $$ BEGIN EXECUTE 'ALTER ROLE inquiry_app IN DATABASE ' || current_database() || ' SET work_mem = ''1MB'''; END $$",
            "inquiry_app: SET on work_mem=1MB",
        ),
    ] {
        database.admin().await.execute_unprepared(change).await.unwrap();
        let (unexplained, _) = compare(&database).await;
        assert!(unexplained.iter().any(|found| found == named), "{named}: {unexplained:?}");
    }
    let back = format!(
        "DROP OWNED BY {stranger}; DROP ROLE {stranger}; REVOKE EXECUTE ON FUNCTION accept_mails FROM inquiry_app"
    );
    database.admin().await.execute_unprepared(&back).await.unwrap();
    assert!(compare(&database).await.1.contains(&"inquiry_app: EXECUTE on accept_mails".to_owned()));
}
