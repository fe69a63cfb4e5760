use std::time::Duration;

use migration::{Migrator, SchemaError, ensure_current, migrate, testing::TestDatabase};
use sea_orm_migration::{
    MigratorTrait,
    sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement, TransactionTrait},
};
use tokio::time::timeout;

async fn one<T: sea_orm_migration::sea_orm::TryGetable>(db: &DatabaseConnection, sql: &str) -> T {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

const SHAPE: &str = "SELECT string_agg(table_name || '.' || column_name || ' ' || data_type, E'\\n' \
                     ORDER BY table_name, column_name) FROM information_schema.columns WHERE table_schema = 'public'";

#[tokio::test]
async fn goes_up_down_and_up_again_to_the_same_shape() {
    let database = TestDatabase::create().await;
    let owner = Database::connect(database.owner_url()).await.unwrap();
    let shape: String = one(&owner, SHAPE).await;
    Migrator::down(&owner, None).await.unwrap();
    assert_eq!(one::<i64>(&owner, "SELECT count(*) FROM pg_tables WHERE tablename = 'inquiry'").await, 0);
    Migrator::up(&owner, None).await.unwrap();
    assert_eq!(one::<String>(&owner, SHAPE).await, shape);
}

#[tokio::test]
async fn four_migrations_at_once_and_a_second_run_do_no_harm() {
    let database = TestDatabase::create_empty().await;
    let url = database.owner_url();
    let runs = tokio::join!(migrate(&url), migrate(&url), migrate(&url), migrate(&url));
    runs.0.and(runs.1).and(runs.2).and(runs.3).unwrap();
    migrate(&url).await.unwrap();
    ensure_current(&database.app().await).await.unwrap();
}

#[tokio::test]
async fn tells_an_absent_schema_from_an_older_one() {
    let empty = TestDatabase::create_empty().await;
    assert!(matches!(ensure_current(&empty.app().await).await, Err(SchemaError::Absent(_))));

    let database = TestDatabase::create().await;
    database.admin().await.execute_unprepared("DELETE FROM seaql_migrations").await.unwrap();
    let error = ensure_current(&database.app().await).await.unwrap_err();
    assert!(error.to_string().contains("run the `migration` program"), "{error}");
}

#[tokio::test]
async fn a_new_partition_does_not_hold_up_inquiries_behind_a_dump() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    let last = "SELECT max(relname)::text FROM pg_class WHERE relname LIKE 'inquiry_content_2___q_'";
    let drop = format!("DROP TABLE {}", one::<String>(&admin, last).await);
    admin.execute_unprepared(&drop).await.unwrap();
    let dump = admin.begin().await.unwrap();
    dump.execute_unprepared("LOCK TABLE inquiry_content IN ACCESS SHARE MODE").await.unwrap();
    let create = one::<i32>(&app, "SELECT create_content_partitions()");
    assert_eq!(timeout(Duration::from_secs(5), create).await.expect("it gives up"), 0);
    dump.commit().await.unwrap();
    assert_eq!(one::<i32>(&app, "SELECT create_content_partitions()").await, 1);
}

#[tokio::test]
async fn the_application_cannot_change_the_schema_or_what_is_derived() {
    let database = TestDatabase::create().await;
    let app = database.app().await;
    for sql in [
        "DROP TABLE outbox",
        "ALTER TABLE inquiry ADD COLUMN note text",
        "CREATE TABLE note (id int)",
        "TRUNCATE inquiry CASCADE",
        "UPDATE inquiry SET expires_at = 'infinity'",
        "UPDATE inquiry SET received_at = now() + interval '9 years'",
        "INSERT INTO seaql_migrations VALUES ('x', 1)",
    ] {
        assert!(app.execute_unprepared(sql).await.is_err(), "{sql}");
    }
}
