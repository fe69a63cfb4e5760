//! What every statement of this module shares.

use std::time::Duration;

use sea_orm::{DbBackend, DbErr, RuntimeErr, Statement, Value};

/// A shared statement must not hang on a connection to a vanished server. A statement that times out can still be
/// committed: the reaper then returns the claim, and the outcome is written again.
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);

pub(super) fn statement<const N: usize>(sql: &str, values: [Value; N]) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, sql, values)
}

pub(super) fn no_answer() -> DbErr {
    DbErr::Conn(RuntimeErr::Internal("no answer".to_owned()))
}
