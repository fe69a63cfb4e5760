//! A migrated database per test, cloned from a template; or one on a disk that a test fills.

mod inquiry;
mod small_disk;

use std::{fmt, sync::Mutex};

use sea_orm::{ConnectOptions, Database, DatabaseConnection};
use sqlx::{AssertSqlSafe, Connection, PgConnection, postgres::PgConnectOptions};
use tokio::sync::OnceCell;
use url::Url;
use uuid::Uuid;

pub use inquiry::new_inquiry;
use migration::{APP, COMPLIANCE, OWNER, Roles, bootstrap};
pub use small_disk::SmallDisk;
pub use testkit::inquiry::CANARIES;
use testkit::movable_clock::movable_clock;

/// Where `cargo xtask db` writes the address of its server.
const ADDRESS_FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.test-database/url");

/// The template of this test process, created by the first test that needs it.
static PROCESS: OnceCell<Process> = OnceCell::const_new();

/// One template per process: the template of another build could have another schema. No code runs when a test process
/// ends, so the next process drops the databases whose prefix matches no live session.
struct Process {
    prefix: String,
    template: String,
    /// Marks the prefix as in use while the process lives.
    _session: Mutex<PgConnection>,
}

impl Process {
    async fn start() -> Self {
        let prefix = format!("tests_{:08x}", Uuid::new_v4().as_fields().0);
        let template = format!("{prefix}_template");
        let options: PgConnectOptions = admin_url().as_str().parse().expect("TEST_DATABASE_URL is a Postgres URL");
        let session = PgConnection::connect_with(&options.application_name(&prefix)).await;
        let session = Mutex::new(session.expect("TEST_DATABASE_URL is reachable"));
        remove_leftovers().await;
        let urls = [OWNER, APP, COMPLIANCE].map(|role| role_url(role, &template));
        let roles = Roles::from_urls(&urls[0], &urls[1], &urls[2]).expect("the URLs are made here");
        bootstrap(admin_url().as_str(), &roles).await.expect("TEST_DATABASE_URL is an administrator's");
        migration::migrate(&urls[0]).await.expect("an empty database can be migrated");
        Self { prefix, template, _session: session }
    }
}

/// Drops the databases of test processes that have ended or were killed.
pub async fn remove_leftovers() {
    let mut admin = PgConnection::connect(admin_url().as_str()).await.expect("TEST_DATABASE_URL is reachable");
    let sql = "SELECT datname FROM pg_database WHERE datname ~ '^tests_[0-9a-f]{8}_' AND NOT EXISTS \
               (SELECT FROM pg_stat_activity WHERE application_name = left(pg_database.datname, 14))";
    let names: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut admin).await.expect("the catalog can be read");
    for name in names {
        let sql = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
        // Another test process may drop it at the same time.
        let _ = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut admin).await;
    }
    let _ = admin.close().await;
}

/// A database for one test, dropped in the background after this value.
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
        let process = PROCESS.get_or_init(Process::start).await;
        Self::named(process, &format!("TEMPLATE {}", process.template)).await
    }

    /// One whose clock a test moves by `clock.ahead`: its functions of time take the place of the server's before the schema
    /// is made, so that defaults and policies use them, too.
    pub async fn with_movable_clock() -> Self {
        let database = Self::create_empty().await;
        let mut admin = PgConnection::connect(&database.admin_url()).await.expect("TEST_DATABASE_URL is reachable");
        sqlx::raw_sql(AssertSqlSafe(movable_clock())).execute(&mut admin).await.expect("the administrator may do this");
        admin.close().await.expect("the connection closes");
        migration::migrate(&database.owner_url()).await.expect("an empty database can be migrated");
        database
    }

    /// An empty database; the roles exist.
    pub async fn create_empty() -> Self {
        Self::named(PROCESS.get_or_init(Process::start).await, "").await
    }

    async fn named(process: &Process, source: &str) -> Self {
        let database = Self { name: format!("{}_{}", process.prefix, Uuid::new_v4().simple()) };
        let sql = format!("CREATE DATABASE {} {source} OWNER {OWNER}", database.name);
        administer(&[sql, grants(&database.name)]).await;
        if !source.is_empty() {
            database.claim_ledger().await;
        }
        database
    }

    /// The ledger of a copy would refuse to record until a replay: see `ledger_home` in the schema.
    async fn claim_ledger(&self) {
        let sql = "SET session_replication_role = replica; UPDATE ledger SET home = ledger_home()";
        let mut admin = PgConnection::connect(&self.admin_url()).await.expect("TEST_DATABASE_URL is reachable");
        sqlx::raw_sql(sql).execute(&mut admin).await.expect("the administrator may do this");
        admin.close().await.expect("the connection closes");
    }

    /// The application's role.
    pub fn app_url(&self) -> String {
        role_url(APP, &self.name)
    }

    pub fn owner_url(&self) -> String {
        role_url(OWNER, &self.name)
    }

    pub fn compliance_url(&self) -> String {
        role_url(COMPLIANCE, &self.name)
    }

    /// The server's administrator, who bypasses row security.
    pub fn admin_url(&self) -> String {
        let mut url = admin_url();
        url.set_path(&self.name);
        url.into()
    }

    /// A small pool as the application's role.
    pub async fn app(&self) -> DatabaseConnection {
        pool(self.app_url()).await
    }

    /// A small pool as the administrator, to look at and to arrange what the application cannot. As for the product's logins, no
    /// statement is compiled: it takes seconds, since the planner has no statistics.
    pub async fn admin(&self) -> DatabaseConnection {
        let mut url = Url::parse(&self.admin_url()).expect("it is made here");
        url.query_pairs_mut().append_pair("options[jit]", "off");
        pool(url.into()).await
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let sql = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        // Not joined: DROP DATABASE waits for every backend, and a backend in authentication waits for its client, which
        // is the runtime that this thread would block. Databases that outlive the process are dropped by the next one.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.map(|runtime| runtime.block_on(administer(&[sql])))
        });
    }
}

async fn pool(url: String) -> DatabaseConnection {
    let mut options = ConnectOptions::new(url);
    options.max_connections(8).min_connections(0).sqlx_logging(false).record_stmt_in_spans(false);
    Database::connect(options).await.expect("the test server accepts connections")
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

/// All roles of the throwaway server have one password.
fn role_url(role: &str, database: &str) -> String {
    let mut url = admin_url();
    url.set_username(role).expect("a Postgres URL takes a user");
    url.set_password(Some("test")).expect("a Postgres URL takes a password");
    url.set_path(database);
    url.into()
}

fn admin_url() -> Url {
    let url = std::env::var("TEST_DATABASE_URL").or_else(|_| std::fs::read_to_string(ADDRESS_FILE)).expect(
        "no test database: run `cargo xtask db` in another terminal, or set TEST_DATABASE_URL to the URL of an \
         administrator on a server that holds nothing else",
    );
    Url::parse(url.trim()).expect("TEST_DATABASE_URL is a URL")
}
