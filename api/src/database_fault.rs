//! The meaning of a database error, and the parts of it that may be logged.

use std::{borrow::Cow, fmt};

use sea_orm::{ConnAcquireErr, DbErr, RuntimeErr, SqlxError};

/// The parts of a database error that may be logged: its text can quote the values of a row.
#[derive(Debug)]
pub(crate) struct DatabaseFault {
    sqlstate: Option<String>,
    constraint: Option<String>,
    kind: &'static str,
}

impl DatabaseFault {
    pub(crate) fn of(error: &DbErr) -> Self {
        let kind = match sqlx_error(error) {
            None if matches!(error, DbErr::ConnectionAcquire(_)) => "no connection in time",
            None if matches!(error, DbErr::Conn(_)) => "no answer in time",
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

/// Whether the same statement may succeed later: the server is away, starting, stopping, or out of resources.
pub(crate) fn is_transient(error: &DbErr) -> bool {
    match sqlx_error(error) {
        Some(SqlxError::Database(error)) => {
            let code = error.code().unwrap_or_default();
            // Classes: connection exception, transaction rollback, insufficient resources, operator intervention, system
            // error. Codes: read-only (after a failover), idle in transaction, invalid authorization or password and
            // missing database (while they are created), lock not available.
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

/// Whether the server rolled the transaction back so that others could continue, for example after a deadlock.
pub(crate) fn is_rollback(error: &DbErr) -> bool {
    matches!(sqlx_error(error), Some(SqlxError::Database(error)) if error.code().is_some_and(|code| code.starts_with("40")))
}

/// Whether the server refused the role or its password, for example after a rotation.
pub(crate) fn is_login_refused(error: &DbErr) -> bool {
    matches!(sqlx_error(error), Some(SqlxError::Database(error)) if error.code().is_some_and(|code| code.starts_with("28")))
}

/// Whether no connection was free, a statement took too long or a deadlock was resolved: says nothing about the server.
pub(crate) fn is_congestion(error: &DbErr) -> bool {
    match sqlx_error(error) {
        Some(SqlxError::Database(database_error)) => {
            is_rollback(error) || database_error.code().is_some_and(|code| code == "57014")
        }
        Some(SqlxError::PoolTimedOut) => true,
        Some(_) => false,
        None => matches!(error, DbErr::ConnectionAcquire(ConnAcquireErr::Timeout)),
    }
}
