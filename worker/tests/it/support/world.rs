//! A separate database with inquiries, an SMTP server, and deliveries that the test drives.

use std::{sync::Arc, time::Duration};

use ::outbox::{Delivery, LeaseSettings, Leases, reap, send_due};
use entity::{
    Clock, EmailAddress, SpamScore,
    contact::{ContactReason, InquiryFields},
    env::Env,
    inquiry::BotCheckStatus,
    outbox::{self, MailKind, OutboxState},
    store_inquiries::{NewInquiry, store},
};
use mailer::{
    MailSettings, Mailer,
    alert::Alerts,
    oauth::TokenSource,
    smtp::{Client, SmtpSettings, Timeouts},
};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseConnection, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder,
    TransactionTrait, TryGetable,
};
use tempfile::TempDir;
use testdb::TestDatabase;
use tokio::sync::Mutex;
use uuid::Uuid;
use worker::intake::IntakeSettings;

use super::{SmtpFake, Tls};

pub(crate) type Row = outbox::Model;

pub(crate) struct World {
    pub(crate) database: TestDatabase,
    pub(crate) db: DatabaseConnection,
    pub(crate) admin: DatabaseConnection,
    pub(crate) server: SmtpFake,
    /// Holds a former quarter and a former week, as their rewrites do.
    pub(crate) rewriting: Mutex<Option<DatabaseTransaction>>,
    /// Where its programs run: certificates are written to the current folder.
    pub(crate) folder: TempDir,
}

impl World {
    pub(crate) async fn new() -> Self {
        Self::with(SmtpFake::start(0, Tls::None, false).unwrap()).await
    }

    pub(crate) async fn with(server: SmtpFake) -> Self {
        Self::on(TestDatabase::create().await, server).await
    }

    /// One whose database clock [`Self::move_clock`] moves.
    pub(crate) async fn with_movable_clock() -> Self {
        Self::on(TestDatabase::with_movable_clock().await, SmtpFake::start(0, Tls::None, false).unwrap()).await
    }

    /// To so far from the server's.
    pub(crate) async fn move_clock(&self, by: &str) {
        self.execute(&format!("UPDATE clock.ahead SET by = '{by}'")).await;
    }

    async fn on(database: TestDatabase, server: SmtpFake) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self {
            db: database.app().await,
            admin: database.admin().await,
            database,
            server,
            folder,
            rewriting: Mutex::default(),
        }
    }

    /// One whose former quarter and week are rewritten: whatever waits for them fails.
    pub(crate) async fn while_rewriting() -> Self {
        let database = TestDatabase::create().await;
        let admin = database.admin().await;
        admin
            .execute_unprepared(
                "CREATE TABLE inquiry_content_2001q1 PARTITION OF inquiry_content FOR VALUES FROM ('2001-01-01') TO ('2001-04-01'); \
                 CREATE TABLE message_2001q1 PARTITION OF message FOR VALUES FROM ('2001-01-01') TO ('2001-04-01'); \
                 CREATE TABLE raw_mail_2001w02 PARTITION OF raw_mail FOR VALUES FROM ('2001-01-08') TO ('2001-01-15'); \
                 DO $$ BEGIN EXECUTE format('ALTER ROLE inquiry_app IN DATABASE %I SET lock_timeout = ''1s''', current_database()); END $$",
            )
            .await
            .unwrap();
        let rewriting = Mutex::new(Some(hold_former_quarter(&admin).await));
        let (server, folder) = (SmtpFake::start(0, Tls::None, false).unwrap(), tempfile::tempdir().unwrap());
        Self { db: database.app().await, admin, database, server, folder, rewriting }
    }

    /// Runs a test's own statement, which may read everything, while the rewrite pauses.
    async fn between_rewrites<T>(&self, run: impl Future<Output = T>) -> T {
        let mut rewriting = self.rewriting.lock().await;
        let Some(held) = rewriting.take() else { return run.await };
        held.rollback().await.unwrap();
        let result = run.await;
        *rewriting = Some(hold_former_quarter(&self.admin).await);
        result
    }

    /// Stores an inquiry as the api does: one notification to each of `notify`, and an auto-reply.
    pub(crate) async fn inquiry(&self, email: &str, notify: &[&str]) -> Uuid {
        let inquiry = new_inquiry(email, notify, BotCheckStatus::Verified);
        store(&self.db, std::slice::from_ref(&inquiry)).await.unwrap();
        inquiry.id
    }

    /// An inquiry with these signs of spam, held or marked from five points on.
    pub(crate) async fn suspect(&self, email: &str, spam: SpamScore) -> Uuid {
        self.suspect_about(ContactReason::Other, email, spam).await
    }

    pub(crate) async fn suspect_about(&self, reason: ContactReason, email: &str, spam: SpamScore) -> Uuid {
        let notify = ["anna@own.example", "ben@own.example"];
        let mut inquiry =
            NewInquiry { spam, spam_limit: Some(5), ..new_inquiry(email, &notify, BotCheckStatus::Verified) };
        inquiry.fields.contact_reason = reason;
        store(&self.db, std::slice::from_ref(&inquiry)).await.unwrap();
        inquiry.id
    }

    /// The same with this id.
    pub(crate) async fn inquiry_with_id(&self, id: Uuid, email: &str, notify: &[&str]) {
        let inquiry = NewInquiry { id, ..new_inquiry(email, notify, BotCheckStatus::Verified) };
        store(&self.db, std::slice::from_ref(&inquiry)).await.unwrap();
    }

    /// An inquiry with one notification and no auto-reply.
    pub(crate) async fn notification(&self) -> Row {
        let inquiry = new_inquiry("krelvonta@visitor.example", &["desk@own.example"], BotCheckStatus::Unverified);
        store(&self.db, std::slice::from_ref(&inquiry)).await.unwrap();
        self.rows_of(inquiry.id).await.remove(0)
    }

    /// The auto-reply of an inquiry without notifications.
    pub(crate) async fn auto_reply(&self, email: &str) -> Row {
        let inquiry = new_inquiry(email, &[], BotCheckStatus::Verified);
        store(&self.db, std::slice::from_ref(&inquiry)).await.unwrap();
        self.rows_of(inquiry.id).await.remove(0)
    }

    /// An auto-reply whose network has used up its share.
    pub(crate) async fn auto_reply_over_share(&self, email: &str) -> Row {
        let inquiry = NewInquiry { over_share: true, ..new_inquiry(email, &[], BotCheckStatus::Verified) };
        store(&self.db, std::slice::from_ref(&inquiry)).await.unwrap();
        self.rows_of(inquiry.id).await.remove(0)
    }

    /// Notifications first.
    pub(crate) async fn rows_of(&self, inquiry: Uuid) -> Vec<Row> {
        let rows = outbox::Entity::find().filter(outbox::Column::InquiryId.eq(inquiry));
        rows.order_by_desc(outbox::Column::Kind).order_by_asc(outbox::Column::Id).all(&self.db).await.unwrap()
    }

    pub(crate) async fn rows(&self) -> Vec<Row> {
        outbox::Entity::find().order_by_asc(outbox::Column::Id).all(&self.db).await.unwrap()
    }

    pub(crate) async fn row(&self, id: Uuid) -> Row {
        outbox::Entity::find_by_id(id).one(&self.db).await.unwrap().unwrap()
    }

    pub(crate) async fn execute(&self, sql: &str) {
        self.between_rewrites(self.admin.execute_unprepared(sql)).await.unwrap();
    }

    /// As if the last purge had been at this time.
    pub(crate) async fn age_ledger(&self, at: &str) {
        self.execute(&format!(
            "ALTER TABLE ledger DROP CONSTRAINT IF EXISTS ledger_columns_match, DISABLE TRIGGER ALL; \
             UPDATE ledger SET at = {at}; ALTER TABLE ledger ENABLE TRIGGER ALL"
        ))
        .await;
    }

    pub(crate) async fn value<T: TryGetable>(&self, sql: &str) -> T {
        let statement = sea_orm::Statement::from_string(sea_orm::DbBackend::Postgres, sql);
        let row = self.between_rewrites(self.admin.query_one_raw(statement)).await;
        row.unwrap().unwrap().try_get_by_index(0).unwrap()
    }

    /// Moves all times of the outbox into the past.
    pub(crate) async fn pass(&self, time: &str) {
        self.execute(&format!(
            "UPDATE outbox SET next_attempt_at = next_attempt_at - interval '{time}', \
             created_at = created_at - interval '{time}', first_attempt_at = first_attempt_at - interval '{time}', \
             age_from = age_from - interval '{time}', finished_at = finished_at - interval '{time}', \
             lease_until = lease_until - interval '{time}'"
        ))
        .await;
    }

    /// Moves all times of the outbox into the past, so far that the mail that waits longest is due.
    pub(crate) async fn pass_until_due(&self) {
        let wait = "SELECT greatest(max(next_attempt_at) FILTER (WHERE state IN ('retry', 'ambiguous')) - now(), '0')::text \
                    FROM outbox";
        self.pass(&self.value::<String>(wait).await).await;
    }

    /// Moves the ends of all leases into the past.
    pub(crate) async fn pass_leases(&self, time: Duration) {
        let seconds = time.as_secs();
        self.execute(&format!("UPDATE outbox SET lease_until = lease_until - interval '{seconds} seconds'")).await;
    }

    /// A worker's delivery with short SMTP timeouts.
    pub(crate) fn delivery(&self) -> Arc<Delivery> {
        self.delivery_to(&self.server.url())
    }

    pub(crate) fn delivery_with_tokens(&self, url: &str, tokens: TokenSource) -> Arc<Delivery> {
        let mut smtp = SmtpSettings::parse(url, Some(Arc::new(tokens))).unwrap();
        smtp.extra_roots = self.extra_roots();
        Arc::new(self.assemble_with(smtp))
    }

    pub(crate) fn delivery_to(&self, url: &str) -> Arc<Delivery> {
        let timeouts = Timeouts {
            connect: Duration::from_secs(3),
            command: Duration::from_millis(1500),
            last: Duration::from_secs(3),
        };
        Arc::new(self.assemble(url, timeouts))
    }

    pub(crate) fn delivery_with_alerts(&self, alerts: &Arc<Alerts>) -> Arc<Delivery> {
        let mut delivery = self.assemble(&self.server.url(), Timeouts::default());
        delivery.alerts = Arc::clone(alerts);
        Arc::new(delivery)
    }

    /// As a worker with mail in.
    pub(crate) fn delivery_with_intake(&self, intake: &IntakeSettings) -> Arc<Delivery> {
        let mut delivery = self.assemble(&self.server.url(), Timeouts::default());
        delivery.mail.signed = Some(Arc::clone(&intake.addresses));
        delivery.mail.fingerprint_key = Some(Arc::clone(&intake.fingerprint_key));
        delivery.mail.takes_answers = true;
        Arc::new(delivery)
    }

    /// With timeouts that are long enough for another sender to overtake it.
    pub(crate) fn slow_delivery(&self) -> Arc<Delivery> {
        let patience = Duration::from_secs(5);
        let timeouts = Timeouts { connect: patience, command: patience, last: patience };
        Arc::new(self.assemble(&self.server.url(), timeouts))
    }

    /// With the SMTP timeouts of production and a lease of two seconds.
    pub(crate) fn delivery_with_short_lease(&self) -> Arc<Delivery> {
        let lease = LeaseSettings {
            duration: Duration::from_secs(2),
            safe: Duration::from_millis(1500),
            renewal: Duration::from_millis(500),
            retry: Duration::from_millis(50),
        };
        let mut delivery = self.assemble(&self.server.url(), Timeouts::default());
        delivery.leases = Arc::new(Leases::new(Uuid::new_v4(), lease));
        Arc::new(delivery)
    }

    fn assemble(&self, url: &str, timeouts: Timeouts) -> Delivery {
        let mut smtp = SmtpSettings::parse(url, None).unwrap();
        smtp.timeouts = timeouts;
        smtp.extra_roots = self.extra_roots();
        self.assemble_with(smtp)
    }

    fn assemble_with(&self, smtp: SmtpSettings) -> Delivery {
        let mail = MailSettings::from_env(&Env::from_pairs([("MAIL_FROM", "desk@own.example")])).unwrap();
        let _ = rustls::crypto::ring::default_provider().install_default();
        let alerts = Arc::new(Alerts::new(None, Clock::system()).unwrap());
        Delivery::new(self.db.clone(), mail, Client::new(smtp, "own.example").unwrap(), alerts, 8)
    }

    fn extra_roots(&self) -> Option<Vec<u8>> {
        let authority = self.server.authority.clone().into_bytes();
        (!authority.is_empty()).then_some(authority)
    }

    /// To the compliance mailbox, over the same server.
    pub(crate) fn mailer(&self) -> Mailer {
        self.mailer_with(self.delivery().mail.clone())
    }

    pub(crate) fn mailer_with(&self, mail: MailSettings) -> Mailer {
        let mut smtp = SmtpSettings::parse(&self.server.url(), None).unwrap();
        smtp.extra_roots = self.extra_roots();
        let to = "privacy@own.example".parse().unwrap();
        Mailer::new(Client::new(smtp, "own.example").unwrap(), mail, to)
    }

    /// Runs the reaper and then delivers the rows that are due.
    pub(crate) async fn drain(&self, delivery: &Arc<Delivery>) {
        reap(delivery).await.unwrap();
        send_due(delivery).await;
    }

    /// The number of mails that the server accepted with the row's Message-ID.
    pub(crate) fn taken(&self, row: &Row) -> usize {
        let id = row.message_id.as_deref();
        self.server.accepted().iter().filter(|mail| mail.header("Message-ID").as_deref() == id).count()
    }

    pub(crate) async fn count(&self, kind: MailKind, state: OutboxState) -> usize {
        self.rows().await.iter().filter(|row| row.kind == kind && row.state == state).count()
    }
}

/// As a rewrite holds it.
async fn hold_former_quarter(admin: &DatabaseConnection) -> DatabaseTransaction {
    let rewriting = admin.begin().await.unwrap();
    let held = "LOCK TABLE inquiry_content_2001q1, message_2001q1, raw_mail_2001w02 IN ACCESS EXCLUSIVE MODE";
    rewriting.execute_unprepared(held).await.unwrap();
    rewriting
}

fn new_inquiry(email: &str, notify: &[&str], bot_check: BotCheckStatus) -> NewInquiry {
    let sample = testdb::new_inquiry();
    NewInquiry {
        fields: InquiryFields { email: EmailAddress::parse(email).unwrap(), ..sample.fields },
        bot_check,
        notify: notify.iter().map(|&address| address.to_owned()).collect(),
        ..sample
    }
}

/// The longest wait for an expected event: long enough for a machine that is busy with other tests.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// Waits until the condition holds; fails after `limit`.
pub(crate) async fn eventually(limit: Duration, what: &str, mut condition: impl AsyncFnMut() -> bool) {
    let end = tokio::time::Instant::now() + limit;
    while !condition().await {
        assert!(tokio::time::Instant::now() < end, "not within {limit:?}: {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
