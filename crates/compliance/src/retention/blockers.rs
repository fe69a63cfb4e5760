//! Sessions that the purge waits for: ended if they are the application's and old, otherwise named.

use mailer::{
    alert::{AlertCode, Alerts},
    db::{query_value, statement},
};
use sea_orm::{DatabaseConnection, DbErr, FromQueryResult};

/// A session with a transaction that has been open for ten seconds.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Blocker {
    pub pid: i32,
    /// The role that it logged in as.
    pub login: String,
    /// `None` if the database does not show it to us.
    pub seconds: Option<f64>,
    /// It rewrites a table, as the purge does itself.
    pub rewrites: bool,
}

pub async fn list_blockers(db: &DatabaseConnection) -> Result<Vec<Blocker>, DbErr> {
    list(db, "retention_blockers()").await
}

async fn list(db: &DatabaseConnection, function: &str) -> Result<Vec<Blocker>, DbErr> {
    let sql = format!("SELECT pid, coalesce(login, '') AS login, seconds, rewrites FROM {function}");
    Blocker::find_by_statement(statement(&sql, [])).all(db).await
}

/// Logs the sessions, keeps their logins for the month's report, and alerts, unless one of them rewrites a table: that ends by itself.
pub(super) async fn name_blockers(db: &DatabaseConnection, alerts: &Alerts) -> Result<(), DbErr> {
    let blockers = list(db, "note_blockers()").await?;
    for Blocker { pid, login, seconds, .. } in &blockers {
        tracing::error!(pid, login, seconds, "a session keeps a lock that the purge needs");
    }
    if !blockers.iter().any(|blocker| blocker.rewrites) {
        alerts.raise_many(AlertCode::PurgeBlocked, 1, &[], blockers.into_iter().map(|blocker| blocker.login));
    }
    Ok(())
}

/// Ends transactions of the application that are older than a quarter of an hour.
pub(super) async fn end_old_transactions(db: &DatabaseConnection) -> Result<(), DbErr> {
    let ended: i64 = query_value(db, statement("SELECT end_old_transactions()", [])).await?;
    if ended > 0 {
        tracing::error!(ended, "ended sessions of the application with an old transaction");
    }
    Ok(())
}
