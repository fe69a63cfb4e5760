use entity::database::{UnsafeServer, refuse_unsafe_server};
use sea_orm::{ConnectionTrait, Database, DatabaseConnection};
use testdb::TestDatabase;
use uuid::Uuid;

use crate::support::one;

async fn connect(url: &str) -> DatabaseConnection {
    Database::connect(url).await.unwrap()
}

/// The error's text, except about durability: the tests' server runs without fsync.
async fn refusal(db: &DatabaseConnection) -> Option<String> {
    match refuse_unsafe_server(db).await {
        Ok(()) | Err(UnsafeServer::NotDurable { .. }) => None,
        Err(error) => Some(error.to_string()),
    }
}

#[tokio::test]
async fn refuses_every_role_that_retention_does_not_bind() {
    let database = TestDatabase::create().await;
    for (url, part) in [
        (database.admin_url(), "bypasses row security"),
        (database.owner_url(), "the role inquiry_owner owns the tables"),
        (database.compliance_url(), "the role inquiry_compliance can read legal holds"),
    ] {
        let refusal = refusal(&connect(&url).await).await.unwrap();
        assert!(refusal.contains(part) && refusal.starts_with("DATABASE_URL: "), "{refusal}");
        assert!(refusal.contains("Log in as inquiry_app"), "{refusal}");
    }
    assert_eq!(refusal(&connect(&database.app_url()).await).await, None);
}

#[tokio::test]
async fn refuses_a_member_of_such_a_role_and_a_grant_on_one_column() {
    let database = TestDatabase::create().await;
    let admin = database.admin().await;
    let role = format!("member_{}", Uuid::new_v4().simple());
    let name: String = one(&admin, "SELECT current_database()::text").await;
    let create = format!(
        "CREATE ROLE {role} LOGIN NOINHERIT PASSWORD 'test' IN ROLE inquiry_app; GRANT CONNECT ON DATABASE {name} TO {role}"
    );
    admin.execute_unprepared(&create).await.unwrap();
    let db = connect(&database.app_url().replace("inquiry_app", &role)).await;
    let before = refusal(&db).await;
    admin.execute_unprepared(&format!("GRANT SELECT (reason) ON legal_hold TO {role}")).await.unwrap();
    let with_column = refusal(&db).await;
    admin.execute_unprepared(&format!("REVOKE SELECT (reason) ON legal_hold FROM {role}")).await.unwrap();
    // Not inherited, but SET ROLE works.
    admin.execute_unprepared(&format!("GRANT inquiry_compliance TO {role}")).await.unwrap();
    let as_officer = refusal(&db).await;
    admin.execute_unprepared(&format!("GRANT inquiry_owner TO {role}")).await.unwrap();
    let as_member = refusal(&db).await;
    db.close().await.unwrap();
    admin.execute_unprepared(&format!("DROP OWNED BY {role}; DROP ROLE {role}")).await.unwrap();
    assert_eq!(before, None);
    assert!(with_column.unwrap().contains("can read legal holds"));
    assert!(as_officer.unwrap().contains("can read legal holds"));
    assert!(as_member.unwrap().contains("owns the tables"));
}

#[tokio::test]
async fn refuses_a_read_only_database() {
    let database = TestDatabase::create().await;
    let admin = database.admin().await;
    let name: String = one(&admin, "SELECT current_database()::text").await;
    let read_only = format!("ALTER DATABASE {name} SET default_transaction_read_only = on");
    admin.execute_unprepared(&read_only).await.unwrap();
    let refusal = refusal(&connect(&database.app_url()).await).await.unwrap();
    assert!(refusal.starts_with("the database is read-only"), "{refusal}");
}
