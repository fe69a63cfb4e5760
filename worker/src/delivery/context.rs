//! What the senders of a process share.

use std::sync::Arc;

use sea_orm::DatabaseConnection;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use uuid::Uuid;

use super::{
    circuit_breaker::CircuitBreaker,
    lease::{LeaseSettings, Leases},
    outbox_store::OutboxStore,
};
use crate::{
    alert::Alerts,
    mail::MailSettings,
    smtp::{Client, Connections},
};

/// One per process.
#[derive(Debug)]
pub struct Delivery {
    pub db: DatabaseConnection,
    pub mail: MailSettings,
    pub connections: Connections,
    pub leases: Leases,
    pub breaker: CircuitBreaker,
    pub alerts: Arc<Alerts>,
    /// Deliveries in progress.
    pub tasks: TaskTracker,
    /// Once cancelled, no row is claimed.
    pub stopping: CancellationToken,
    /// Once cancelled, SMTP dialogues are broken off.
    pub force_shutdown: CancellationToken,
    pub(super) store: OutboxStore,
}

impl Delivery {
    pub fn new(db: DatabaseConnection, mail: MailSettings, client: Client, alerts: Arc<Alerts>) -> Self {
        Self {
            store: OutboxStore::new(db.clone(), mail.message_id(Uuid::nil())),
            db,
            mail,
            connections: Connections::new(client),
            leases: Leases::new(Uuid::new_v4(), LeaseSettings::default()),
            breaker: CircuitBreaker::default(),
            alerts,
            tasks: TaskTracker::new(),
            stopping: CancellationToken::new(),
            force_shutdown: CancellationToken::new(),
        }
    }

    pub(super) fn may_claim(&self) -> bool {
        !self.stopping.is_cancelled() && !self.breaker.is_open()
    }
}
