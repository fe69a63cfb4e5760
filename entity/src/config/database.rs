//! Database connections: settings, pool, and the check of login and server.

use std::{sync::OnceLock, time::Duration};

use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, DbErr, QueryResult, RuntimeErr,
    SqlxError, SqlxPostgresConnector, Statement,
    sqlx::{
        Connection, Executor, Postgres,
        pool::{PoolConnectionMetadata, PoolOptions},
        postgres::{PgConnectOptions, PgConnection},
    },
};
use secrecy::{ExposeSecret, SecretString};
use tokio::time::{Instant, timeout};

use crate::{
    env::{Env, SettingError},
    settings::{DATABASE_URL, Setting},
};

#[derive(Debug, Clone)]
pub struct DatabaseSettings {
    pub url: SecretString,
    pub max_connections: u32,
    /// Idle connections are not closed. Not sqlx's `min_connections`: its task that replaces a lost connection keeps a place of the
    /// pool while it waits for the server, a minute after a longer outage.
    pub stays_open: bool,
    /// How long a caller waits for a connection of the pool.
    pub acquire_timeout: Duration,
}

impl DatabaseSettings {
    /// Reads `DATABASE_URL` (role `inquiry_app`).
    pub fn from_env(env: &Env, max_connections: u32, acquire_timeout: Duration) -> Result<Self, SettingError> {
        Self::from_setting(env, &DATABASE_URL, max_connections, acquire_timeout)
    }

    /// Reads the URL of another role, such as `COMPLIANCE_DATABASE_URL`.
    pub fn from_setting(
        env: &Env,
        setting: &Setting,
        max_connections: u32,
        acquire_timeout: Duration,
    ) -> Result<Self, SettingError> {
        let url = env.required_secret(setting)?;
        let text = url.expose_secret();
        let is_postgres = text.starts_with("postgres://") || text.starts_with("postgresql://");
        if !is_postgres || text.parse::<PgConnectOptions>().is_err() {
            return Err(setting.refuse("not a Postgres URL"));
        }
        Ok(Self { url, max_connections, stays_open: false, acquire_timeout })
    }

    /// Opens a pool without connecting, so that a process can start before the database.
    pub fn connect_lazily(&self) -> impl Future<Output = Result<DatabaseConnection, DbErr>> {
        let mut options = ConnectOptions::new(self.url.expose_secret());
        options
            .max_connections(self.max_connections)
            .acquire_timeout(self.acquire_timeout)
            .connect_timeout(self.acquire_timeout)
            .idle_timeout((!self.stays_open).then_some(Duration::from_mins(5)))
            // A ping costs a round trip: only idle connections are tested.
            .test_before_acquire_if_idle_for(Duration::from_secs(1))
            .connect_lazy(true)
            .sqlx_logging(false)
            // SQL text could contain values.
            .record_stmt_in_spans(false)
            .map_sqlx_postgres_pool_opts(prepare_connections);
        if self.stays_open {
            options.max_lifetime(None::<Duration>);
        }
        Database::connect(options)
    }
}

/// How long a returned connection may take to finish a cancelled statement.
const ROLLBACK_TIMEOUT: Duration = Duration::from_secs(2);

/// A cancelled statement holds its connection until the server answers; for a server that has vanished that is the TCP
/// timeout, a quarter of an hour. Such a connection is closed instead. `client_connection_check_interval` lets the
/// server cancel the statement of a client that is gone, for example one that waits for a lock.
///
/// `jit = off`: no statement here is worth compiling, but without statistics the planner's costs are high enough that
/// Postgres compiles them (150 ms for a query of 25 ms).
///
/// A pooler in front of the database hands session settings on to other clients. These two are harmless there;
/// `statement_timeout` would break the worker's long purge.
fn prepare_connections(options: PoolOptions<Postgres>) -> PoolOptions<Postgres> {
    options
        .after_connect(|connection: &mut PgConnection, _: PoolConnectionMetadata| {
            Box::pin(async move {
                let _ = connection.execute("SET jit = off").await;
                // Some platforms do not support it and refuse the setting.
                let _ = connection.execute("SET client_connection_check_interval = '1s'").await;
                Ok(())
            })
        })
        .after_release(|connection, _| {
            // A caller that is dropped between BEGIN and its answer leaves a transaction open that sqlx does not know of;
            // the next caller's writes would not be committed. Close the connection unless this succeeds.
            Box::pin(async move {
                let rolled_back = timeout(ROLLBACK_TIMEOUT, connection.execute("BEGIN; ROLLBACK")).await;
                // A connection keeps buffers as large as the largest mail that it carried: 25 MiB each way.
                connection.shrink_buffers();
                Ok(matches!(rolled_back, Ok(Ok(_))))
            })
        })
}

/// A separate pool of one connection with the settings of `db`: an exhausted pool must not look like an outage.
pub fn beside(db: &DatabaseConnection) -> DatabaseConnection {
    let pool = db.get_postgres_connection_pool();
    let options = pool.options().clone().max_connections(1);
    SqlxPostgresConnector::from_sqlx_postgres_pool(options.connect_lazy_with((*pool.connect_options()).clone()))
}

/// Opens a connection of the pool, which keeps it.
pub async fn login(db: &DatabaseConnection) -> Result<(), UnsafeServer> {
    let opened = db.get_postgres_connection_pool().acquire().await;
    opened.map(drop).map_err(|error| UnsafeServer::of(DbErr::Conn(RuntimeErr::SqlxError(error.into()))))
}

/// Why a login or a server is refused.
#[derive(Debug, thiserror::Error)]
pub enum UnsafeServer {
    #[error("DATABASE_URL: the role {role} {power}, so the rules of retention do not bind it. Log in as inquiry_app")]
    Privileged { role: String, power: String },
    #[error(
        "the database is read-only. Let DATABASE_URL name the primary server, and check default_transaction_read_only"
    )]
    ReadOnly,
    #[error("the database server runs with {setting} = off, so an acknowledged inquiry could be lost; set it to on")]
    NotDurable { setting: String },
    #[error("the database refuses the login in DATABASE_URL. Check role, password and database name")]
    Login,
    #[error("the database's disk is full, so it takes no inquiry. Make room there")]
    DiskFull,
    #[error(
        "the database's clock is more than a day from the last purge, so an inquiry would be kept for too short or too long. \
         Correct it; if it is right, run `compliance retention accept-clock`"
    )]
    Clock,
    #[error("the database cannot be reached")]
    Unreachable(#[source] DbErr),
}

impl UnsafeServer {
    pub fn of(error: DbErr) -> Self {
        match sqlstate(&error).as_deref() {
            Some("28P01" | "28000" | "3D000") => Self::Login,
            Some(WRONG_CLOCK) => Self::Clock,
            _ if is_disk_full(&error) => Self::DiskFull,
            _ => Self::Unreachable(error),
        }
    }
}

/// Of `require_clock()`.
pub const WRONG_CLOCK: &str = "FW001";

/// Whether the server's disk is full. A login that has to write the file of the catalog's cache fails without the code of it.
pub fn is_disk_full(error: &DbErr) -> bool {
    let error = sqlx_error(error).and_then(SqlxError::as_database_error);
    error.is_some_and(|error| {
        error.code().as_deref() == Some("53100") || error.message().starts_with("could not write init file")
    })
}

/// The code that the server gave an error (appendix A of the Postgres manual).
pub fn sqlstate(error: &DbErr) -> Option<String> {
    Some(sqlx_error(error)?.as_database_error()?.code()?.into_owned())
}

/// The driver's error.
pub fn sqlx_error(error: &DbErr) -> Option<&SqlxError> {
    match error {
        DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error)) => Some(error),
        _ => None,
    }
}

/// Refuses a login that retention does not bind, a read-only server, and a server that may lose acknowledged commits.
pub async fn refuse_unsafe_server(db: &DatabaseConnection) -> Result<(), UnsafeServer> {
    let sql = include_str!("../sql/unsafe_server.sql");
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await;
    let row = row.and_then(|row| row.ok_or_else(|| DbErr::RecordNotFound("unsafe_server.sql".to_owned())));
    row.and_then(|row| find_hazard(&row)).map_err(UnsafeServer::of)?.map_or(Ok(()), Err)
}

/// Needs the current schema.
pub const PROVE_WRITABLE: &str = "SELECT prove_writable()";

/// Refuses a server that answers queries and takes no inquiry.
pub async fn refuse_full_disk(db: &DatabaseConnection) -> Result<(), UnsafeServer> {
    db.execute_unprepared(PROVE_WRITABLE).await.map(drop).map_err(UnsafeServer::of)
}

/// What a server's clock showed when it was first read, and when that was.
#[derive(Debug, Default)]
pub struct ServerClock(OnceLock<(f64, Instant)>);

impl ServerClock {
    /// A table `clock`, which refuses a clock that has jumped since it was first read. Its statement must also call
    /// `require_clock(true)`, which refuses one that is more than a day behind the last purge; one ahead of it is believed, as after a
    /// stop of days. The parameter has what is [`Self::expected`].
    pub fn table(parameter: usize) -> String {
        format!(
            "(SELECT now, CASE WHEN abs(now - ${parameter}) > 86400 THEN require_clock() END AS jump \
             FROM (SELECT extract(epoch FROM clock_timestamp())::float8) AS read (now)) AS clock"
        )
    }

    pub fn expected(&self) -> Option<f64> {
        self.0.get().map(|(first, seen_at)| first + seen_at.elapsed().as_secs_f64())
    }

    /// Of a row with the columns of the table.
    pub fn note(&self, row: &QueryResult) -> Result<(), DbErr> {
        let now = row.try_get("", "now")?;
        self.0.get_or_init(|| (now, Instant::now()));
        Ok(())
    }

    /// Refuses what the table and `require_clock(true)` refuse.
    pub async fn refuse_wrong(&self, db: &DatabaseConnection) -> Result<(), DbErr> {
        let sql = format!("SELECT *, require_clock(true) FROM {}", Self::table(1));
        let read = Statement::from_sql_and_values(DbBackend::Postgres, sql, [self.expected().into()]);
        db.query_one_raw(read).await?.map_or(Ok(()), |row| self.note(&row))
    }
}

fn find_hazard(row: &QueryResult) -> Result<Option<UnsafeServer>, DbErr> {
    if let Some(power) = row.try_get("", "power")? {
        return Ok(Some(UnsafeServer::Privileged { role: row.try_get("", "role")?, power }));
    }
    if row.try_get("", "is_read_only")? {
        return Ok(Some(UnsafeServer::ReadOnly));
    }
    let setting: Option<String> = row.try_get("", "not_durable")?;
    Ok(setting.map(|setting| UnsafeServer::NotDurable { setting }))
}
