//! How a process reaches the database.

use std::time::Duration;

use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, DbErr, SqlxPostgresConnector, Statement,
    sqlx::{
        Executor, Postgres,
        pool::{PoolConnectionMetadata, PoolOptions},
        postgres::{PgConnectOptions, PgConnection},
    },
};
use secrecy::{ExposeSecret, SecretString};
use tokio::time::timeout;

use crate::env::{Env, SettingError};

#[derive(Debug, Clone)]
pub struct DatabaseSettings {
    pub url: SecretString,
    pub max_connections: u32,
    /// How long a request waits for a connection before it is told to come back.
    pub acquire_timeout: Duration,
}

impl DatabaseSettings {
    /// Reads `DATABASE_URL` (role `inquiry_app`).
    pub fn from_env(env: &Env, max_connections: u32, acquire_timeout: Duration) -> Result<Self, SettingError> {
        Self::from_variable(env, "DATABASE_URL", max_connections, acquire_timeout)
    }

    /// Reads another role's URL, such as `COMPLIANCE_DATABASE_URL`.
    pub fn from_variable(
        env: &Env,
        name: &str,
        max_connections: u32,
        acquire_timeout: Duration,
    ) -> Result<Self, SettingError> {
        let remedy = "Set it to postgres://ROLE:PASSWORD@HOST:PORT/DATABASE";
        let url = env.required_secret(name, remedy)?;
        let text = url.expose_secret();
        let is_postgres = text.starts_with("postgres://") || text.starts_with("postgresql://");
        if !is_postgres || text.parse::<PgConnectOptions>().is_err() {
            return Err(SettingError::new(name, "not a Postgres URL", remedy));
        }
        Ok(Self { url, max_connections, acquire_timeout })
    }

    /// Opens a pool without connecting, so that a process can start before its database does.
    pub fn connect_lazily(&self) -> impl Future<Output = Result<DatabaseConnection, DbErr>> {
        let mut options = ConnectOptions::new(self.url.expose_secret());
        options
            .max_connections(self.max_connections)
            .acquire_timeout(self.acquire_timeout)
            .connect_timeout(self.acquire_timeout)
            .idle_timeout(Duration::from_mins(5))
            // A ping costs a round trip per request; only a connection that rested is suspect.
            .test_before_acquire_if_idle_for(Duration::from_secs(1))
            .connect_lazy(true)
            .sqlx_logging(false)
            // SQL text in spans could carry values.
            .record_stmt_in_spans(false)
            .map_sqlx_postgres_pool_opts(prepare_connections);
        Database::connect(options)
    }
}

/// How long a connection may take to finish a statement that its caller has given up.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(2);

/// A statement given up holds its connection until the server has answered, and a server that has vanished without a
/// word would be waited for a quarter of an hour. So such a connection is closed, and the server told to look every
/// second whether its client is still there: it stops the statement instead of letting it wait on, say for a lock.
///
/// No statement here runs long enough to be worth compiling. Postgres does so by cost, which it guesses high where
/// statistics are withheld: 150 ms for a question of 25.
///
/// Session settings, which a pooler in front of the database hands on to others: these two harm nobody. A
/// `statement_timeout` would, the worker's long purge for one.
fn prepare_connections(options: PoolOptions<Postgres>) -> PoolOptions<Postgres> {
    options
        .after_connect(|connection: &mut PgConnection, _: PoolConnectionMetadata| {
            Box::pin(async move {
                let _ = connection.execute("SET jit = off").await;
                // Refused by servers on systems where they cannot look; then they do not.
                let _ = connection.execute("SET client_connection_check_interval = '1s'").await;
                Ok(())
            })
        })
        .after_release(|connection, _| {
            // A caller that ends between BEGIN and its answer leaves the transaction open, and sqlx does not know of it:
            // what the next one stores would not be committed. Not settled means closed.
            Box::pin(async move {
                let settled = timeout(SETTLE_TIMEOUT, connection.execute("BEGIN; ROLLBACK")).await;
                Ok(matches!(settled, Ok(Ok(_))))
            })
        })
}

/// One connection of its own with the settings of `db`, for questions that must not wait behind its users.
pub fn beside(db: &DatabaseConnection) -> DatabaseConnection {
    let pool = db.get_postgres_connection_pool();
    let options = pool.options().clone().min_connections(0).max_connections(1);
    SqlxPostgresConnector::from_sqlx_postgres_pool(options.connect_lazy_with((*pool.connect_options()).clone()))
}

/// Why a database must not hold inquiries.
#[derive(Debug, thiserror::Error)]
pub enum UnsafeServer {
    #[error("the database server runs with {setting} = off, so an acknowledged inquiry could be lost; set it to on")]
    NotDurable { setting: String },
    #[error("the database cannot be asked for its settings")]
    Unreachable(#[source] DbErr),
}

/// Refuses a server that may lose what it has acknowledged.
pub async fn refuse_unsafe_server(db: &DatabaseConnection) -> Result<(), UnsafeServer> {
    let sql = "SELECT name FROM pg_settings \
               WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name";
    let row =
        db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.map_err(UnsafeServer::Unreachable)?;
    match row {
        None => Ok(()),
        Some(row) => {
            let setting = row.try_get("", "name").map_err(UnsafeServer::Unreachable)?;
            Err(UnsafeServer::NotDurable { setting })
        }
    }
}
