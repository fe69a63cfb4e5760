//! Statements made from the catalog: a table, a column or a function that comes later is tried, too.

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement};
use uuid::Uuid;

use super::{is_mistake, one, stored};

/// Of each function this many calls, chosen from all combinations of its arguments.
const CALLS: usize = 91;

pub(super) async fn list<const N: usize>(db: &DatabaseConnection, sql: &str) -> Vec<[String; N]> {
    let rows = db.query_all_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap();
    rows.iter().map(|row| std::array::from_fn(|index| row.try_get_by_index(index).unwrap())).collect()
}

/// Tables of the product and of the job runner; a partition belongs to its table.
pub(super) const TABLES: &str = "\
    SELECT oid::regclass::text FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition \
    AND relnamespace IN ('public'::regnamespace, 'apalis'::regnamespace) ORDER BY 1";

/// Name and types of the arguments. After an erasure, the others would find nothing to change.
pub(super) const FUNCTIONS: &str = "\
    SELECT oid::regproc::text, array_to_string(ARRAY(SELECT format_type(type, NULL) FROM unnest(proargtypes) AS type), '|') \
    FROM pg_proc WHERE pronamespace IN ('public'::regnamespace, 'apalis'::regnamespace) AND prorettype <> 'trigger'::regtype \
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e') \
    ORDER BY proname = 'erase_person', 1";

/// Calls of a function with every combination of these arguments, or [`CALLS`] of them.
pub(super) fn calls(name: &str, arguments: &[Vec<String>]) -> Vec<String> {
    let all: usize = arguments.iter().map(Vec::len).product();
    let chosen = all.min(CALLS);
    (0..chosen)
        .map(|call| {
            let mut rest = call * all / chosen;
            let values: Vec<_> = arguments
                .iter()
                .map(|values| {
                    let value = &values[rest % values.len()];
                    rest /= values.len();
                    value.as_str()
                })
                .collect();
            format!("SELECT * FROM {name}({})", values.join(", "))
        })
        .collect()
}

/// Values of a type, so that each function gets some that it takes.
pub(super) fn values(kind: &str, texts: &[&str]) -> Vec<String> {
    let given: &[&str] = match kind {
        "uuid" => &[
            "(SELECT id FROM inquiry ORDER BY expires_at DESC LIMIT 1)",
            "(SELECT id FROM legal_hold ORDER BY placed_at DESC LIMIT 1)",
            "(SELECT id FROM data_subject_request WHERE closed_at IS NULL ORDER BY random() LIMIT 1)",
            "gen_random_uuid()",
            "NULL",
        ],
        "text" => return texts.iter().map(|text| format!("'{text}'")).chain(["NULL".to_owned()]).collect(),
        "timestamp with time zone" => {
            &["now() - interval '1 hour'", "now() + interval '1 hour'", "now() + interval '3 years'"]
        }
        "boolean" => &["true", "false"],
        "integer" | "bigint" | "smallint" => &["1", "10", "0"],
        "spoken" => &["'de'", "'fr'", "NULL"],
        "date" => &["current_date"],
        "xid8" => &["'1'::xid8"],
        _ => return vec![format!("NULL::{kind}")],
    };
    given.iter().map(|&value| value.to_owned()).collect()
}

/// Every row of every table but the ledger, and the logins' own defaults, which Postgres keeps.
fn state_of(tables: &[[String; 1]]) -> String {
    let rows = |[table]: &[String; 1]| format!("(SELECT string_agg(t::text, '|' ORDER BY t::text) FROM {table} AS t)");
    let tables: Vec<_> =
        tables.iter().filter(|[table]| table != "ledger").map(rows).chain([SETTINGS.to_owned()]).collect();
    format!("SELECT md5(concat_ws('#', {}))", tables.join(", "))
}

const SETTINGS: &str = "(SELECT string_agg(s::text, '|' ORDER BY s::text) FROM pg_db_role_setting AS s \
    WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database()))";

/// What a report says of this day, but for times and the ledger's head.
const SHOWN: &str = "\
    SELECT jsonb_object_agg(key, value)::text FROM jsonb_each(retention_evidence(now() - interval '1 day', now() + interval '1 day')) \
    WHERE key !~ '(now|_at|_seconds|head_seq|head_hash)$'";

const TEXTS: [&str; 15] = [
    "fw-0001-0000@example.com",
    "canary@example.com",
    "access",
    "erasure",
    "correction",
    "granted",
    "complexity",
    "phone",
    "message",
    "+41 44 000 00 00",
    "inquiry",
    "report.2026-10.1",
    "export",
    "mail",
    "document",
];

/// What the combinations miss: acts whose arguments must fit each other. Of a day, one is free for each officer.
const ACTS: [&str; 10] = [
    SETTING,
    "SELECT correct_inquiry((SELECT id FROM inquiry WHERE session_user LIKE 'first%' ORDER BY expires_at DESC LIMIT 1), 'phone', '+41 44 000 00 01', NULL)",
    "SELECT confirm_hold((SELECT id FROM legal_hold WHERE wanted_until IS NOT NULL AND placed_by NOT IN (session_user, 'inquiry_compliance') LIMIT 1))",
    "SELECT place_hold(NULL, 'fw-0004-0000@example.com', 'a case', now() + interval '2 years')",
    "SELECT * FROM register_request('erasure', 'fw-0002-0000@example.com', now())",
    "SELECT wait_for_hold((SELECT id FROM data_subject_request WHERE email_key LIKE 'fw-0002%' LIMIT 1), current_date, 'mail')",
    "SELECT answer_request((SELECT id FROM data_subject_request WHERE kind = 'access' AND closed_at IS NULL LIMIT 1), \
        'refused', current_date, 'mail', 'reasons', 'document')",
    "SELECT restrict_processing('fw-0001-0000@example.com', false)",
    "SELECT restrict_processing('fw-0001-0000@example.com', true, current_date, 'post')",
    "SELECT remove_mail((SELECT id FROM compliance.message WHERE session_user NOT LIKE 'first%' LIMIT 1), NULL)",
];
/// Postgres lets each login do it, and no entry can be written: the report has it.
const SETTING: &str = "DO $$ BEGIN EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET application_name = %L', \
    current_database(), 'Canary lives in Zquorland'); END $$";
/// Last: the others would find nothing to change.
const ERASURE: &str = "SELECT erase_person('fw-0001-0000@example.com', 'document')";

/// Functions of an officer that write an entry. A rewrite changes no row, and a test of its own holds its entry.
const RECORDING: &str = "\
    SELECT proname::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosrc LIKE '%INSERT INTO ledger%' \
    AND has_function_privilege('inquiry_compliance', oid, 'EXECUTE') AND proname <> 'reclaim_table'";

/// Every change of every table and column, and calls of every function.
async fn statements(admin: &DatabaseConnection, tables: &[[String; 1]]) -> Vec<String> {
    let mut statements: Vec<_> = ACTS.map(str::to_owned).to_vec();
    for [table] in tables {
        statements.extend(["DELETE FROM", "TRUNCATE", "LOCK TABLE"].map(|verb| format!("{verb} {table}")));
        statements.push(format!("INSERT INTO {table} SELECT * FROM {table}"));
        let columns = format!(
            "SELECT attname::text, format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = '{table}'::regclass \
             AND attnum > 0 AND NOT attisdropped AND attgenerated = ''"
        );
        let update = |[column, kind]: [String; 2]| format!("UPDATE {table} SET {column} = NULL::{kind}");
        statements.extend(list(admin, &columns).await.into_iter().map(update));
    }
    assert!(statements.len() > 300, "{}", statements.len());
    for [name, types] in list::<2>(admin, FUNCTIONS).await {
        let types = types.split('|').filter(|kind| !kind.is_empty());
        let arguments: Vec<_> = types.map(|kind| values(kind, &TEXTS)).collect();
        statements.extend(calls(&name, &arguments));
    }
    statements.push(ERASURE.to_owned());
    statements
}

#[tokio::test]
async fn whatever_an_officer_changes_is_in_the_next_report() {
    let database = stored().await;
    let admin = database.admin().await;
    migration::require_second_officer(&database.owner_url(), true).await.unwrap();
    // An officer accepts a clock that is in doubt.
    let doubt = "INSERT INTO ledger (kind) VALUES ('purge'); \
        ALTER TABLE ledger DROP CONSTRAINT ledger_columns_match, DISABLE TRIGGER ALL; \
        UPDATE ledger SET at = now() - interval '25 hours'; ALTER TABLE ledger ENABLE TRIGGER ALL";
    admin.execute_unprepared(doubt).await.unwrap();
    let tables = list::<1>(&admin, TABLES).await;
    let (statements, state) = (statements(&admin, &tables).await, state_of(&tables));
    let [first, second] = ["first", "second"].map(|name| format!("{name}_{}", Uuid::new_v4().simple()));
    for name in [&first, &second] {
        let create = format!("CREATE ROLE {name} LOGIN PASSWORD 'test' IN ROLE inquiry_compliance");
        admin.execute_unprepared(&create).await.unwrap();
    }
    let look = async || -> (String, i64, String) {
        (one(&admin, &state).await, one(&admin, "SELECT max(seq) FROM ledger").await, one(&admin, SHOWN).await)
    };
    let (mut wrong, mut acts) = (Vec::new(), BTreeSet::new());
    for officer in [&first, &second, "inquiry_compliance"] {
        let mut url = url::Url::parse(&database.compliance_url()).unwrap();
        url.set_username(officer).unwrap();
        let login = Database::connect(url.as_str()).await.unwrap();
        let mut before = look().await;
        for sql in &statements {
            let result = login.execute_unprepared(sql).await;
            let after = look().await;
            let is_mistaken = result.as_ref().is_err_and(is_mistake);
            let has_entry = after.1 > before.1 || sql == SETTING;
            let is_shown = result.is_ok() && has_entry && after.2 != before.2;
            if is_mistaken || after.0 != before.0 && !is_shown {
                wrong.push(format!("{officer}: {sql}: {result:?}, {} entries", after.1 - before.1));
            }
            if after.1 > before.1 {
                acts.insert(sql.split('(').next().unwrap().rsplit(' ').next().unwrap().to_owned());
            }
            before = after;
        }
        login.close().await.unwrap();
    }
    admin.execute_unprepared(&format!("DROP ROLE {first}, {second}")).await.unwrap();
    assert_eq!(wrong, [""; 0]);
    let recording: BTreeSet<_> = list::<1>(&admin, RECORDING).await.into_iter().map(|[name]| name).collect();
    assert!(recording.len() > 15, "{recording:?}");
    assert_eq!(recording.difference(&acts).collect::<Vec<_>>(), [""; 0], "no call of these has acted");
}
