//! The meaning of a database error, and the parts of it that may be logged.

use std::borrow::Cow;

use entity::database::{WRONG_CLOCK, sqlstate, sqlx_error};
use sea_orm::{ConnAcquireErr, DbErr, SqlxError};

/// The parts of a database error that may be logged: its text can quote the values of a row.
pub(crate) fn loggable(error: &DbErr) -> String {
    let kind = match sqlx_error(error) {
        Some(SqlxError::Database(refusal)) => {
            let parts = [Some(Cow::Borrowed("refused")), refusal.code(), refusal.constraint().map(Cow::Borrowed)];
            return parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
        }
        Some(SqlxError::Io(_)) => "connection",
        Some(SqlxError::Tls(_)) => "tls",
        Some(SqlxError::PoolTimedOut) => "no connection in time",
        Some(_) => "protocol",
        None if matches!(error, DbErr::ConnectionAcquire(_)) => "no connection in time",
        None if matches!(error, DbErr::Conn(_)) => "no answer in time",
        None => "pool",
    };
    kind.to_owned()
}

/// Whether the same statement may succeed later: the server is away, starting, stopping, or out of resources.
pub(crate) fn is_transient(error: &DbErr) -> bool {
    match sqlx_error(error) {
        Some(SqlxError::Database(error)) => {
            let code = error.code().unwrap_or_default();
            // Classes: connection exception, transaction rollback, insufficient resources, operator intervention, system
            // error. Codes: read-only (after a failover), idle in transaction, invalid authorization or password and
            // missing database (while they are created), lock not available, a clock that is behind.
            ["08", "40", "53", "57", "58"].iter().any(|class| code.starts_with(class))
                || matches!(code.as_ref(), "25006" | "25P03" | "28000" | "28P01" | "3D000" | "55P03" | WRONG_CLOCK)
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
    sqlstate(error).is_some_and(|code| code.starts_with("40"))
}

/// Whether the server refused the role or its password, for example after a rotation.
pub(crate) fn is_login_refused(error: &DbErr) -> bool {
    sqlstate(error).is_some_and(|code| code.starts_with("28"))
}

/// Whether no connection was free, a statement took too long or a deadlock was resolved: says nothing about the server.
pub(crate) fn is_congestion(error: &DbErr) -> bool {
    match sqlx_error(error) {
        Some(SqlxError::Database(refusal)) => is_rollback(error) || refusal.code().is_some_and(|code| code == "57014"),
        Some(SqlxError::PoolTimedOut) => true,
        Some(_) => false,
        None => matches!(error, DbErr::ConnectionAcquire(ConnAcquireErr::Timeout)),
    }
}
