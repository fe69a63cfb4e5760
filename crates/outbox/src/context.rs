//! What the senders of a process share.

use std::sync::{Arc, OnceLock};

use entity::batcher::Batcher;
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
    outbox_store::{BatchResult, Request},
};

/// One per process.
#[derive(Debug)]
pub struct Delivery {
    pub db: DatabaseConnection,
    pub mail: MailSettings,
    pub connections: Connections,
    pub leases: Arc<Leases>,
    pub senders: Arc<EnvelopeSenders>,
    pub alerts: Arc<Alerts>,
    /// Deliveries in progress.
    pub tasks: TaskTracker,
    /// Once cancelled, no row is claimed.
    pub stopping: CancellationToken,
    /// Once cancelled, SMTP dialogues are broken off.
    pub force_shutdown: CancellationToken,
    /// Mails that are sent at the same time.
    pub(super) concurrency: usize,
    /// The addresses that notifications are mailed to. `None`: any.
    pub(super) consultants: Option<Vec<String>>,
    /// Begins with the first request.
    pub(super) batcher: OnceLock<Batcher<Request, BatchResult>>,
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
            db,
            mail,
            connections: Connections::new(client),
            leases: Arc::new(Leases::new(Uuid::new_v4(), LeaseSettings::default())),
            senders: Arc::default(),
            alerts,
            tasks: TaskTracker::new(),
            stopping: CancellationToken::new(),
            force_shutdown: CancellationToken::new(),
            concurrency,
            consultants: None,
            batcher: OnceLock::new(),
        }
    }

    /// Mails notifications to these addresses only.
    #[must_use]
    pub fn with_consultants(mut self, consultants: Option<Vec<String>>) -> Self {
        self.consultants = consultants;
        self
    }
}

/// The kinds of mail that may be claimed now.
pub(super) fn claimable(stopping: &CancellationToken, senders: &EnvelopeSenders) -> Kinds {
    if stopping.is_cancelled() { Kinds::NONE } else { senders.working() }
}
