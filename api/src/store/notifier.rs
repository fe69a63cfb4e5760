//! Notifies the workers of new jobs, at most once per interval.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use entity::jobs::{MAIL_QUEUE, notify_workers};
use sea_orm::DatabaseConnection;
use tokio::{
    sync::Notify,
    task::JoinHandle,
    time::{sleep, timeout},
};

use super::in_time;
use crate::database_fault::loggable;

const INTERVAL: Duration = Duration::from_millis(20);
/// How often the task checks whether every [`JobNotifier`] is dropped.
const CHECK: Duration = Duration::from_millis(500);

#[derive(Clone, Debug)]
pub(super) struct JobNotifier(Arc<Notify>);

impl JobNotifier {
    pub(super) fn start(db: DatabaseConnection) -> (Self, JoinHandle<()>) {
        let notify = Arc::new(Notify::new());
        let task = tokio::spawn(run(db, Arc::downgrade(&notify)));
        (Self(notify), task)
    }

    /// Returns at once. Calls within one interval become one notification.
    pub(super) fn notify(&self) {
        self.0.notify_one();
    }
}

async fn run(db: DatabaseConnection, notify: Weak<Notify>) {
    while let Some(notify) = notify.upgrade() {
        if timeout(CHECK, notify.notified()).await.is_err() {
            continue;
        }
        // If it is lost, the workers find the jobs at their next poll.
        if let Err(error) = in_time(&db, notify_workers(&db, MAIL_QUEUE)).await {
            tracing::debug!(fault = %loggable(&error), "workers were not notified");
        }
        sleep(INTERVAL).await;
    }
}
