//! Requests of persons: rights on their table, and its rewrite.

use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement, TryGetable};
use testdb::TestDatabase;

async fn one<T: TryGetable>(db: &DatabaseConnection, sql: &str) -> T {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

#[tokio::test]
async fn no_login_sees_or_changes_more_of_a_request_than_it_needs() {
    let database = TestDatabase::create().await;
    let app = database.app().await;
    let compliance = Database::connect(database.compliance_url()).await.unwrap();
    for (db, sql) in [
        (&app, "SELECT email_key FROM data_subject_request"),
        (&app, "SELECT * FROM data_subject_request"),
        (&app, "UPDATE data_subject_request SET closed_at = now()"),
        (&app, "INSERT INTO data_subject_request (kind, closed_at) VALUES ('access', now())"),
        (&app, "DELETE FROM data_subject_request"),
        (&compliance, "UPDATE data_subject_request SET received_at = now()"),
        (
            &compliance,
            "INSERT INTO data_subject_request (kind, closed_at, received_at) VALUES ('access', now(), now())",
        ),
        (&compliance, "DELETE FROM data_subject_request"),
    ] {
        let error = db.execute_unprepared(sql).await.expect_err(sql).to_string();
        assert!(error.contains("permission denied"), "{sql}: {error}");
    }
}

#[tokio::test]
async fn every_kind_of_entry_that_names_the_table_has_it_rewritten() {
    let names = "SELECT coalesce(string_agg(name, ','), '') FROM unreclaimed_tables()";
    for kind in ["request", "erasure", "purge", "replay", "set_aside"] {
        let database = TestDatabase::create().await;
        let admin = database.admin().await;
        let removed = format!(
            "INSERT INTO ledger (kind, detail) VALUES ('{kind}', '{{\"tables\": [\"data_subject_request\"]}}')"
        );
        admin.execute_unprepared(&removed).await.unwrap();
        assert_eq!(one::<String>(&admin, names).await, "data_subject_request", "{kind}");
        let app = Database::connect(database.app_url()).await.unwrap();
        app.execute_unprepared("SELECT reclaim_table('data_subject_request')").await.unwrap();
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
