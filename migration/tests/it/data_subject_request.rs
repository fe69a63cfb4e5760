//! The rename of `request` to `data_subject_request`, while processes of the previous release still run.

use migration::Migrator;
use sea_orm_migration::{
    MigratorTrait,
    sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement, TryGetable, Value},
};
use testdb::TestDatabase;

async fn one<T: TryGetable>(db: &DatabaseConnection, sql: &str) -> T {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

/// Runs a statement of the previous release, which prepares it; the number of rows that it returned or changed.
async fn run(db: &DatabaseConnection, sql: &str, values: Vec<Value>) -> usize {
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, sql, values);
    if sql.contains("SELECT") || sql.contains("RETURNING") {
        db.query_all_raw(statement).await.unwrap_or_else(|error| panic!("{sql}: {error}")).len()
    } else {
        let result = db.execute_raw(statement).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
        usize::try_from(result.rows_affected()).unwrap()
    }
}

const REGISTER: &str =
    "INSERT INTO request (kind, email_key) VALUES ($1, $2) RETURNING id, to_char(due_at, 'YYYY-MM-DD') AS due";
const LIST: &str = r#"SELECT "request"."id", "request"."kind", "request"."email_key", "request"."received_at", "request"."due_at", "request"."reminded_at", "request"."closed_at" FROM "request" WHERE "request"."closed_at" IS NULL ORDER BY "request"."due_at" ASC"#;
const CLOSE: &str = "UPDATE request SET closed_at = now(), email_key = NULL WHERE id = $1 AND closed_at IS NULL";
const ANSWER: &str = "WITH answered AS (UPDATE request SET closed_at = now(), email_key = NULL \
                          WHERE email_key = $2 AND kind = $1 RETURNING id), \
                      registered AS (INSERT INTO request (kind, closed_at) SELECT $1, now() \
                          WHERE NOT EXISTS (SELECT FROM request WHERE email_key = $2 AND kind = $1)) \
                      SELECT id FROM answered";
const DUE: &str = "SELECT id, kind, received_at, due_at FROM request \
                   WHERE closed_at IS NULL AND reminded_at IS NULL AND received_at <= now() - make_interval(days => $1) \
                   ORDER BY due_at, id";
const MARK: &str = "UPDATE request SET reminded_at = now() WHERE id = ANY ($1)";
const REPLAY: &str = "UPDATE request SET closed_at = now(), email_key = NULL WHERE id = ANY ($1) AND closed_at IS NULL";

#[tokio::test]
async fn the_previous_release_works_through_the_view() {
    let database = TestDatabase::create().await;
    let (app, owner) = (database.app().await, Database::connect(database.owner_url()).await.unwrap());
    let compliance = Database::connect(database.compliance_url()).await.unwrap();
    for address in ["a@visitor.example", "b@visitor.example", "c@visitor.example"] {
        assert_eq!(run(&compliance, REGISTER, vec!["access".into(), address.into()]).await, 1);
    }
    assert_eq!(run(&compliance, LIST, vec![]).await, 3);
    assert_eq!(run(&app, DUE, vec![0.into()]).await, 3);
    let ids: Vec<uuid::Uuid> = one(&owner, "SELECT array_agg(id ORDER BY email_key) FROM data_subject_request").await;
    run(&owner, "UPDATE data_subject_request SET received_at = now() - interval '21 days'", vec![]).await;
    assert_eq!(run(&app, MARK, vec![ids.clone().into()]).await, 3);
    assert_eq!(run(&app, DUE, vec![0.into()]).await, 0);
    assert_eq!(run(&compliance, CLOSE, vec![ids[0].into()]).await, 1);
    assert_eq!(run(&compliance, ANSWER, vec!["access".into(), "b@visitor.example".into()]).await, 1);
    assert_eq!(run(&compliance, ANSWER, vec!["access".into(), "unregistered@visitor.example".into()]).await, 0);
    assert_eq!(run(&owner, REPLAY, vec![ids.into()]).await, 1);
    let rows = "SELECT count(*) FILTER (WHERE closed_at IS NOT NULL) * 10 + count(email_key) FROM data_subject_request";
    assert_eq!(one::<i64>(&owner, rows).await, 40, "four closed requests without an address");
}

#[tokio::test]
async fn the_view_gives_no_role_more_than_the_table() {
    let database = TestDatabase::create().await;
    let app = database.app().await;
    let compliance = Database::connect(database.compliance_url()).await.unwrap();
    for name in ["request", "data_subject_request"] {
        for (db, sql) in [
            (&app, format!("SELECT email_key FROM {name}")),
            (&app, format!("SELECT * FROM {name}")),
            (&app, format!("UPDATE {name} SET closed_at = now()")),
            (&app, format!("INSERT INTO {name} (kind, closed_at) VALUES ('access', now())")),
            (&app, format!("DELETE FROM {name}")),
            (&compliance, format!("UPDATE {name} SET received_at = now()")),
            (&compliance, format!("INSERT INTO {name} (kind, closed_at, received_at) VALUES ('access', now(), now())")),
            (&compliance, format!("DELETE FROM {name}")),
        ] {
            let error = db.execute_unprepared(&sql).await.expect_err(&sql).to_string();
            assert!(error.contains("permission denied"), "{sql}: {error}");
        }
    }
}

/// Tables, columns, constraints, indexes, functions and all rights.
const DEFINITIONS: &str = "
    SELECT string_agg(line, E'\\n' ORDER BY line) FROM (
        SELECT concat_ws(' ', pg_get_functiondef(oid), proacl) AS line FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
        UNION ALL
        SELECT concat_ws(' ', relname, relkind, relacl) FROM pg_class WHERE relnamespace = 'public'::regnamespace
        UNION ALL
        SELECT concat_ws(' ', attrelid::regclass, attname, attstattarget, attacl)
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
        UNION ALL
        SELECT concat_ws(' ', conrelid::regclass, conname, replace(pg_get_constraintdef(oid), ' NOT VALID', ''))
        FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
        UNION ALL
        SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    ) AS definitions";

const STEP: &str = "m20261123_000004_data_subject_request";

/// Steps that replace functions.
const REPLACING: [&str; 8] = [
    STEP,
    "m20261123_000007_contacts",
    "m20261123_000008_ledger_binding",
    "m20261123_000009_evidence_by_rows",
    "m20261123_000010_bytes",
    "m20261123_000015_intake",
    "m20261123_000016_conversation",
    "m20261126_000055_purge_by_quarter",
];

#[tokio::test]
async fn a_step_down_restores_every_definition() {
    let database = TestDatabase::create().await;
    let owner = Database::connect(database.owner_url()).await.unwrap();
    Migrator::down(&owner, None).await.unwrap();
    for step in Migrator::migrations() {
        if !REPLACING.contains(&step.name()) {
            Migrator::up(&owner, Some(1)).await.unwrap();
            continue;
        }
        let before: String = one(&owner, DEFINITIONS).await;
        Migrator::up(&owner, Some(1)).await.unwrap();
        let after: String = one(&owner, DEFINITIONS).await;
        assert_ne!(after, before, "{}", step.name());
        Migrator::down(&owner, Some(1)).await.unwrap();
        assert_eq!(one::<String>(&owner, DEFINITIONS).await, before, "{}", step.name());
        Migrator::up(&owner, Some(1)).await.unwrap();
        assert_eq!(one::<String>(&owner, DEFINITIONS).await, after, "{}", step.name());
    }
}

#[tokio::test]
async fn requests_survive_the_step_and_its_way_back() {
    let database = TestDatabase::create().await;
    let owner = Database::connect(database.owner_url()).await.unwrap();
    let position = Migrator::migrations().iter().position(|step| step.name() == STEP).unwrap();
    let later = u32::try_from(Migrator::migrations().len() - position).unwrap();
    // Without the columns that later steps add.
    let rows = |table: &str| {
        format!(
            "SELECT jsonb_agg(to_jsonb(r) - 'extension' - 'answer' - 'confirmed_by' ORDER BY id)::text FROM {table} AS r"
        )
    };
    Migrator::down(&owner, Some(later)).await.unwrap();
    run(&owner, REGISTER, vec!["erasure".into(), "a@visitor.example".into()]).await;
    let before: String = one(&owner, &rows("request")).await;
    // A connection of the previous release stays open, with its prepared statement.
    let compliance = Database::connect(database.compliance_url()).await.unwrap();
    assert_eq!(run(&compliance, LIST, vec![]).await, 1);
    Migrator::up(&owner, None).await.unwrap();
    assert_eq!(one::<String>(&owner, &rows("data_subject_request")).await, before);
    assert_eq!(one::<String>(&owner, &rows("request")).await, before);
    assert_eq!(run(&compliance, LIST, vec![]).await, 1);
    Migrator::down(&owner, Some(later)).await.unwrap();
    assert_eq!(one::<String>(&owner, &rows("request")).await, before);
}

#[tokio::test]
async fn entries_with_the_old_name_count_for_the_renamed_table() {
    let names = "SELECT coalesce(string_agg(name, ','), '') FROM unreclaimed_tables()";
    for kind in ["request", "export", "erasure", "purge", "replay", "set_aside"] {
        let database = TestDatabase::create().await;
        let admin = database.admin().await;
        let removed = format!("INSERT INTO ledger (kind, detail) VALUES ('{kind}', '{{\"tables\": [\"request\"]}}')");
        run(&admin, &removed, vec![]).await;
        assert_eq!(one::<String>(&admin, names).await, "data_subject_request", "{kind}");
        // As a worker of the previous release calls it, which listed the tables before the step.
        let app = Database::connect(database.app_url()).await.unwrap();
        run(&app, "SELECT reclaim_table('request')", vec![]).await;
        assert_eq!(one::<String>(&admin, names).await, "", "{kind}");
    }
}

#[tokio::test]
async fn a_hold_ends_in_the_future_and_within_a_hundred_years() {
    let database = TestDatabase::create().await;
    let compliance = Database::connect(database.compliance_url()).await.unwrap();
    let place = |until: &str| format!("SELECT place_hold(NULL, 'a@visitor.example', 'a case', {until})::text");
    for until in ["'infinity'", "'-infinity'", "'9999-12-31'", "now()", "now() - interval '1 day'", "NULL"] {
        let error = compliance.execute_unprepared(&place(until)).await.expect_err(until).to_string();
        assert!(error.contains("within 100 years"), "{until}: {error}");
    }
    assert_eq!(one::<i64>(&compliance, "SELECT count(*) FROM legal_hold").await, 0);
    compliance.execute_unprepared(&place("now() + interval '99 years'")).await.unwrap();
}
