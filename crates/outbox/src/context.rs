//! What the senders of a process share.

use std::sync::Arc;

use mailer::{
    MailSettings,
    alert::Alerts,
    smtp::{Client, Connections},
};
use sea_orm::DatabaseConnection;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use uuid::Uuid;

use super::{
    envelope_senders::{EnvelopeSenders, Kinds},
    lease::{LeaseSettings, Leases},
    outbox_store::OutboxStore,
};

/// One per process.
#[derive(Debug)]
pub struct Delivery {
    pub db: DatabaseConnection,
    pub mail: MailSettings,
    pub connections: Connections,
    pub leases: Leases,
    pub senders: EnvelopeSenders,
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
    /// `concurrency`: the mails that are sent at the same time.
    pub fn new(
        db: DatabaseConnection,
        mail: MailSettings,
        client: Client,
        alerts: Arc<Alerts>,
        concurrency: usize,
    ) -> Self {
        Self {
            store: OutboxStore::new(db.clone(), mail.message_id(Uuid::nil()), concurrency),
            db,
            mail,
            connections: Connections::new(client),
            leases: Leases::new(Uuid::new_v4(), LeaseSettings::default()),
            senders: EnvelopeSenders::default(),
            alerts,
            tasks: TaskTracker::new(),
            stopping: CancellationToken::new(),
            force_shutdown: CancellationToken::new(),
        }
    }

    /// Mails notifications to these addresses only.
    #[must_use]
    pub fn with_consultants(mut self, consultants: Option<Vec<String>>) -> Self {
        self.store.restrict_to(consultants);
        self
    }

    /// The kinds of mail that may be claimed now.
    pub(super) fn claimable(&self) -> Kinds {
        if self.stopping.is_cancelled() { Kinds::NONE } else { self.senders.working() }
    }
}
