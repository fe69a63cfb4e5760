//! Every schedule of the worker. A line here and the function that it calls are all that a new one takes.

use std::sync::Arc;

use compliance::{
    ledger::Authority,
    privacy::remind,
    report::send_monthly_report,
    retention::{purge_every_minute, purge_on_schedule},
};
use entity::notify_routes::NotifyRoutes;
use futures::TryFutureExt;
use mailer::{Mailer, alert::Alerts};
use outbox::Delivery;
use sea_orm::DatabaseConnection;
use tokio_util::sync::CancellationToken;

use crate::{
    digests::send_waiting_digests,
    intake::{Reviewers, send_digest, test_daily},
    jobs::{Schedule, cleanup},
    promise::{Promise, keep_promises},
    settings::WorkerSettings,
    spam_digest::{SpamReviewers, send_spam_digest},
    upkeep::{forget_networks, keep_tables},
};

/// One for each work: a compliance mailbox that is full must not keep inquiries from consultants. The hourly mails are sent if
/// they are due and not sent.
pub const SCHEDULES: &[Schedule<Resources>] = &[
    Schedule::every_minute("promises", 15, |r| Box::pin(keep_promises(&r.db, r.promise.as_ref()))),
    Schedule::every_minute("waiting-digests", 20, |r| {
        Box::pin(send_waiting_digests(&r.db, &r.mailer, r.promise.as_ref(), &r.alerts))
    }),
    Schedule::every_minute("expire", 30, |r| Box::pin(purge_every_minute(&r.db, &r.alerts, &r.stopping))),
    Schedule::every_minute("networks", 45, |r| Box::pin(forget_networks(&r.db))),
    Schedule::hourly("purge", 7, |r| Box::pin(purge_on_schedule(&r.db, &r.alerts, &r.stopping))),
    Schedule::hourly("cleanup", 17, |r| Box::pin(cleanup(&r.db))),
    Schedule::hourly("tables", 27, |r| Box::pin(keep_tables(&r.db))),
    Schedule::hourly("reminders", 35, |r| Box::pin(remind(&r.db, &r.mailer).map_ok(drop))),
    Schedule::hourly("intake-test", 36, |r| Box::pin(test_daily(&r.db, &r.mailer))),
    Schedule::hourly("report", 37, |r| Box::pin(send_monthly_report(&r.db, &r.mailer, r.authority.as_ref()))),
    Schedule::hourly("quarantine-digest", 38, |r| Box::pin(send_digest(&r.db, &r.mailer, r.reviewers.as_ref()))),
    Schedule::hourly("suspects-digest", 39, |r| Box::pin(send_spam_digest(&r.db, &r.mailer, &r.spam_reviewers))),
];

/// What a scheduled run needs.
#[derive(Clone, Debug)]
pub struct Resources {
    pub db: DatabaseConnection,
    pub alerts: Arc<Alerts>,
    pub mailer: Mailer,
    /// Timestamps the heads of the monthly reports.
    pub authority: Option<Authority>,
    /// `None`: consultants answer elsewhere, and nobody is reminded.
    pub promise: Option<Promise>,
    /// Who decides about mails in quarantine. `None`: no mails come in, or nobody is named.
    pub reviewers: Option<Reviewers>,
    /// Who decides about suspected inquiries.
    pub spam_reviewers: SpamReviewers,
    /// Cancelled when the process is to stop.
    pub stopping: CancellationToken,
}

impl Resources {
    pub fn new(settings: &WorkerSettings, delivery: &Delivery, mailer: Mailer) -> Self {
        let routes = settings.routes.as_ref();
        Self {
            db: delivery.db.clone(),
            alerts: Arc::clone(&delivery.alerts),
            mailer,
            authority: settings.authority.clone(),
            promise: settings.mail.takes_answers.then(|| Promise {
                answer: settings.mail.answer.clone(),
                escalate_to: routes.map(NotifyRoutes::escalation).unwrap_or_default(),
                consultants: routes.map(NotifyRoutes::all),
            }),
            reviewers: settings.intake.as_ref().and_then(|intake| Reviewers::of(intake, routes?)),
            // Without `NOTIFY_TO` the compliance mailbox hears of suspected inquiries: the api holds them back nevertheless.
            spam_reviewers: SpamReviewers::new(routes, settings.intake.as_ref(), &[settings.compliance_to.to_string()]),
            stopping: delivery.stopping.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_schedule_has_a_unique_name_that_the_database_takes() {
        let names: HashSet<_> = SCHEDULES.iter().map(|schedule| schedule.name).collect();
        assert_eq!(names.len(), SCHEDULES.len());
        for name in names {
            let is_taken = |byte: u8| byte.is_ascii_lowercase() || byte == b'-' || byte == b'_';
            assert!((1..=20).contains(&name.len()) && name.bytes().all(is_taken), "{name}: see is_job");
        }
    }

    #[test]
    fn the_purge_runs_every_minute_and_the_rewrite_every_hour() {
        for (name, is_hourly) in [("expire", false), ("networks", false), ("purge", true), ("tables", true)] {
            let schedule = SCHEDULES.iter().find(|schedule| schedule.name == name).unwrap();
            assert_eq!(schedule.is_hourly(), is_hourly, "{name}");
        }
    }
}
