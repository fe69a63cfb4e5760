//! Whether the worker can work on this database.

use std::time::Duration;

use entity::database::{UnsafeServer, refuse_full_disk, refuse_unsafe_server};
use migration::SchemaError;
use sea_orm::DatabaseConnection;
use tokio::time::timeout;

use super::queries::unsettled;

/// Why the worker is not ready. Every text names the remedy.
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    #[error(transparent)]
    Server(#[from] UnsafeServer),
    #[error(transparent)]
    Schema(#[from] SchemaError),
    #[error("mails came over five minutes ago and have no fate; look with `worker intake list --fate unsettled`")]
    Unsettled,
    #[error("the database does not answer in time")]
    Slow,
}

/// Shorter than the time that probes usually wait.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The database answers and is writable, the login is that of the application, the schema is the one that this program
/// knows, and the server keeps what it acknowledges.
pub async fn check_readiness(db: &DatabaseConnection) -> Result<(), NotReady> {
    let server = refuse_unsafe_server(db).await;
    // A server that is not durable comes last: the worker works on it nevertheless.
    if !matches!(server, Ok(()) | Err(UnsafeServer::NotDurable { .. })) {
        return Ok(server?);
    }
    match migration::ensure_current(db).await {
        Ok(()) => {
            refuse_full_disk(db).await?;
            Ok(server?)
        }
        Err(SchemaError::Unreachable(error)) => Err(UnsafeServer::Unreachable(error).into()),
        Err(error) => Err(error.into()),
    }
}

/// [`check_readiness`] within the time that probes usually wait: a hanging server keeps a connection waiting for longer.
/// With mail in, also whether mails get their fates.
pub(super) async fn check_readiness_in_time(db: &DatabaseConnection, has_intake: bool) -> Result<(), NotReady> {
    let check = async {
        let ready = check_readiness(db).await;
        let works = matches!(ready, Ok(()) | Err(NotReady::Server(UnsafeServer::NotDurable { .. })));
        if works && has_intake && unsettled(db).await.is_ok_and(|unsettled| unsettled.late > 0) {
            return Err(NotReady::Unsettled);
        }
        ready
    };
    timeout(TIMEOUT, check).await.unwrap_or(Err(NotReady::Slow))
}
