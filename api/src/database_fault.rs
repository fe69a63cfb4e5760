//! The meaning of a database error, and the parts of it that may be logged.

use std::{borrow::Cow, fmt};

use sea_orm::{ConnAcquireErr, DbErr, RuntimeErr, SqlxError};

/// The parts of a database error that may be logged: its text can quote the values of a row.
#[derive(Debug)]
pub struct DatabaseFault {
    sqlstate: Option<String>,
    constraint: Option<String>,
    kind: &'static str,
}

impl DatabaseFault {
    pub(crate) fn of(error: &DbErr) -> Self {
        let kind = match sqlx_error(error) {
            None => "pool",
            Some(SqlxError::Database(error)) => {
                let sqlstate = error.code().map(Cow::into_owned);
                return Self { sqlstate, constraint: error.constraint().map(str::to_owned), kind: "refused" };
            }
            Some(SqlxError::Io(_)) => "connection",
            Some(SqlxError::PoolTimedOut) => "no connection in time",
            Some(SqlxError::Tls(_)) => "tls",
            Some(_) => "protocol",
        };
        Self { sqlstate: None, constraint: None, kind }
    }
}

impl fmt::Display for DatabaseFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind)?;
        if let Some(sqlstate) = &self.sqlstate {
            write!(f, " {sqlstate}")?;
        }
        self.constraint.as_ref().map_or(Ok(()), |constraint| write!(f, " {constraint}"))
    }
}

fn sqlx_error(error: &DbErr) -> Option<&SqlxError> {
    match error {
        DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error)) => Some(error.as_ref()),
        _ => None,
    }
}

/// Whether the same statement may succeed later: the server is away, starting, stopping, or out of room.
pub(crate) fn is_transient(error: &DbErr) -> bool {
    match sqlx_error(error) {
        Some(SqlxError::Database(error)) => {
            let code = error.code().unwrap_or_default();
            // Connection exceptions, rollbacks, resources, operator intervention, system errors, a missing role or
            // database while it is being created; read-only after a failover; a transaction that idled for too long.
            ["08", "40", "53", "57", "58"].iter().any(|class| code.starts_with(class))
                || matches!(code.as_ref(), "25006" | "25P03" | "28000" | "28P01" | "3D000" | "55P03")
        }
        Some(
            SqlxError::Io(_)
            | SqlxError::Tls(_)
            | SqlxError::Protocol(_)
            | SqlxError::PoolTimedOut
            | SqlxError::PoolClosed
            | SqlxError::WorkerCrashed,
        ) => true,
        Some(_) => false,
        None => matches!(error, DbErr::ConnectionAcquire(_) | DbErr::Conn(_)),
    }
}

/// Whether the error is about how busy this process or a lock is, and says nothing of the server: no connection
/// was free, or a statement took too long.
pub(crate) fn is_congestion(error: &DbErr) -> bool {
    match sqlx_error(error) {
        Some(SqlxError::Database(error)) => error.code().is_some_and(|code| code == "57014"),
        Some(SqlxError::PoolTimedOut) => true,
        Some(_) => false,
        None => matches!(error, DbErr::ConnectionAcquire(ConnAcquireErr::Timeout)),
    }
}
