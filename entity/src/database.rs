//! How a process reaches the database.

use std::time::Duration;

use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, DbErr, Statement};
use secrecy::{ExposeSecret, SecretString};

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
        if !url.expose_secret().starts_with("postgres://") && !url.expose_secret().starts_with("postgresql://") {
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
            .record_stmt_in_spans(false);
        Database::connect(options)
    }
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
