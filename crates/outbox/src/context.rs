//! What the senders of a process share.

use std::sync::{Arc, OnceLock};

use entity::batcher::{Batcher, Unanswered};
use mailer::{
    MailSettings,
    alert::Alerts,
    db::no_answer,
    smtp::{Client, Connections},
};
use sea_orm::{DatabaseConnection, DbErr};
use tokio::sync::Semaphore;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use uuid::Uuid;

use super::{
    envelope_senders::EnvelopeSenders,
    lease::{LeaseSettings, Leases},
    outbox_store::{BatchResult, OutboxStore, Request},
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

    /// Settles a row, claims the next row, or both: the notification that has been due longest, or else the auto-reply.
    pub(super) async fn submit(&self, request: Request) -> Result<BatchResult, DbErr> {
        let batcher = self.batcher.get_or_init(|| Batcher::start(self.store()).0);
        batcher.submit(request).await.map_err(|error| match error {
            Unanswered::Failed(error) => error,
            Unanswered::Busy | Unanswered::Panicked => no_answer(),
        })
    }

    /// A quarter of the mails that are sent at the same time are notifications only.
    fn store(&self) -> OutboxStore {
        let auto_replies = self.concurrency.saturating_sub((self.concurrency / 4).max(1)).max(1);
        OutboxStore {
            db: self.db.clone(),
            leases: Arc::clone(&self.leases),
            senders: Arc::clone(&self.senders),
            stopping: self.stopping.clone(),
            nil_message_id: self.mail.message_id(Uuid::nil()),
            auto_reply_slots: Arc::new(Semaphore::new(auto_replies)),
            consultants: self.consultants.clone(),
        }
    }
}
