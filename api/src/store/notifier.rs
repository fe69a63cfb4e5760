//! Telling workers that mails wait: at most once per interval, however many commits there were.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use entity::jobs::{MAIL_QUEUE, wake_workers};
use sea_orm::DatabaseConnection;
use tokio::{
    sync::Notify,
    task::JoinHandle,
    time::{sleep, timeout},
};

use super::in_time;
use crate::database_fault::DatabaseFault;

const INTERVAL: Duration = Duration::from_millis(20);
/// How often the task looks whether anybody is left who could call it.
const CHECK: Duration = Duration::from_millis(500);

#[derive(Clone, Debug)]
pub(super) struct JobNotifier(Arc<Notify>);

impl JobNotifier {
    pub(super) fn start(db: DatabaseConnection) -> (Self, JoinHandle<()>) {
        let notify = Arc::new(Notify::new());
        let task = tokio::spawn(run(db, Arc::downgrade(&notify)));
        (Self(notify), task)
    }

    /// Returns at once. Calls within one interval become one wake-up.
    pub(super) fn workers(&self) {
        self.0.notify_one();
    }
}

async fn run(db: DatabaseConnection, notify: Weak<Notify>) {
    while let Some(notify) = notify.upgrade() {
        if timeout(CHECK, notify.notified()).await.is_err() {
            continue;
        }
        // A lost wake-up costs one tick of the workers' poll, nothing more.
        if let Err(error) = in_time(wake_workers(&db, MAIL_QUEUE)).await {
            tracing::debug!(fault = %DatabaseFault::of(&error), "workers were not woken");
        }
        sleep(INTERVAL).await;
    }
}
