//! A migrated database per test, cloned from a template.

use std::fmt;

use sea_orm_migration::sea_orm::{ConnectOptions, Database, DatabaseConnection};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::sync::OnceCell;
use url::Url;
use uuid::Uuid;

use crate::bootstrap::{APP, COMPLIANCE, OWNER, Roles, bootstrap};

/// One template a process; the database server tells concurrent test processes apart by its name.
static TEMPLATE: OnceCell<String> = OnceCell::const_new();

/// A database of its own, dropped with this value.
pub struct TestDatabase {
    name: String,
}

impl fmt::Debug for TestDatabase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl TestDatabase {
    pub async fn create() -> Self {
        let template = TEMPLATE.get_or_init(create_template).await;
        let database = Self { name: format!("test_{}", Uuid::new_v4().simple()) };
        let sql = format!("CREATE DATABASE {} TEMPLATE {template} OWNER {OWNER}", database.name);
        administer(&[sql, grants(&database.name)]).await;
        database
    }

    /// A database that has roles and nothing else.
    pub async fn create_empty() -> Self {
        TEMPLATE.get_or_init(create_template).await;
        let database = Self { name: format!("test_{}", Uuid::new_v4().simple()) };
        administer(&[format!("CREATE DATABASE {} OWNER {OWNER}", database.name), grants(&database.name)]).await;
        database
    }

    /// As the application logs in.
    pub fn app_url(&self) -> String {
        role_url(APP, &self.name)
    }

    pub fn owner_url(&self) -> String {
        role_url(OWNER, &self.name)
    }

    pub fn compliance_url(&self) -> String {
        role_url(COMPLIANCE, &self.name)
    }

    /// As the server's administrator, who is above row security.
    pub fn admin_url(&self) -> String {
        let mut url = admin_url();
        url.set_path(&self.name);
        url.into()
    }

    /// A small pool as the application's role.
    pub async fn app(&self) -> DatabaseConnection {
        pool(self.app_url()).await
    }

    /// A small pool as the administrator, to look at and to arrange what the application cannot.
    pub async fn admin(&self) -> DatabaseConnection {
        pool(self.admin_url()).await
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let sql = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        // A test's runtime may be single-threaded and busy dropping this, so another one does it.
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.map(|runtime| runtime.block_on(administer(&[sql])))
        });
        drop(dropped.join());
    }
}

async fn pool(url: String) -> DatabaseConnection {
    let mut options = ConnectOptions::new(url);
    options.max_connections(8).min_connections(0).sqlx_logging(false).record_stmt_in_spans(false);
    Database::connect(options).await.expect("the test server accepts connections")
}

/// Named after the process, so that a template of another build is never used.
async fn create_template() -> String {
    let name = format!("template_{}_{}", std::process::id(), Uuid::new_v4().simple());
    let urls = [OWNER, APP, COMPLIANCE].map(|role| role_url(role, &name));
    let roles = Roles::from_urls(&urls[0], &urls[1], &urls[2]).expect("the URLs are made here");
    bootstrap(admin_url().as_str(), &roles).await.expect("TEST_DATABASE_URL is an administrator's");
    crate::migrate(&urls[0]).await.expect("an empty database can be migrated");
    name
}

fn grants(database: &str) -> String {
    format!(
        "REVOKE ALL ON DATABASE {database} FROM PUBLIC; GRANT CONNECT ON DATABASE {database} TO {APP}, {COMPLIANCE}"
    )
}

async fn administer(statements: &[String]) {
    let mut admin = PgConnection::connect(admin_url().as_str()).await.expect("TEST_DATABASE_URL is reachable");
    for sql in statements {
        sqlx::raw_sql(AssertSqlSafe(sql.clone())).execute(&mut admin).await.expect("the administrator may do this");
    }
    admin.close().await.expect("the connection closes");
}

/// The tests' roles have one password, on a server that lives for the tests alone.
fn role_url(role: &str, database: &str) -> String {
    let mut url = admin_url();
    url.set_username(role).expect("a Postgres URL takes a user");
    url.set_password(Some("test")).expect("a Postgres URL takes a password");
    url.set_path(database);
    url.into()
}

fn admin_url() -> Url {
    let url = std::env::var("TEST_DATABASE_URL").expect(
        "TEST_DATABASE_URL is not set: run `cargo xtask test`, which starts a throwaway Postgres, \
         or set it to the URL of an administrator on a server of your own",
    );
    Url::parse(&url).expect("TEST_DATABASE_URL is a URL")
}
