//! Every schedule of the worker. A line here and the function that it calls are all that a new one takes.

use std::sync::Arc;

use compliance::{
    ledger::Authority,
    privacy::remind,
    report::send_monthly_report,
    retention::{RewriteScope, purge_on_schedule},
};
use entity::notify_routes::NotifyRoutes;
use futures::{TryFutureExt, future::BoxFuture};
use mailer::{
    Mailer,
    alert::{AlertCode, Alerts},
    db_error::{APP_URL, DatabaseError},
};
use outbox::Delivery;
use sea_orm::{ConnectionTrait, DatabaseConnection};
use tokio_util::sync::CancellationToken;

use crate::{
    digest::{Reviewers, send_digests},
    intake::test_daily,
    jobs::{Schedule, cleanup},
    journey::{Journey, travel},
    marked::send_marked,
    promise::{Promise, keep_promises},
    search::answer_searches,
    settings::WorkerSettings,
    upkeep::{bring_back, forget_networks, keep_tables},
    your_mail::tell_authors,
};

/// One for each work: a compliance mailbox that is full must not keep inquiries from consultants. The hourly mails are sent if
/// they are due and not sent.
pub const SCHEDULES: &[Schedule<Resources>] = &[
    Schedule::every_minute("clock", 10, |r| in_order(r, bring_back(&r.db))),
    Schedule::every_minute("promises", 15, |r| in_order(r, keep_promises(&r.db, r.promise.as_ref()))),
    Schedule::every_minute("digest", 20, |r| {
        in_order(r, send_digests(&r.db, &r.mailer, r.promise.as_ref(), &r.reviewers, &r.alerts))
    }),
    Schedule::every_minute("marked", 25, |r| {
        // Consultants hear of new inquiries whatever the clock says.
        Box::pin(send_marked(&r.db, &r.mailer, r.consultants.as_deref(), &r.alerts))
    }),
    Schedule::twice_a_minute("authors", 5, |r| Box::pin(tell_authors(&r.db, &r.mailer, r.named.as_deref()))),
    Schedule::twice_a_minute("searches", 8, |r| Box::pin(answer_searches(&r.db, &r.mailer, r.named.as_deref()))),
    Schedule::every_minute("journey", 50, |r| in_order(r, travel(&r.db, r.journey.as_ref()))),
    Schedule::every_minute("expire", 30, |r| {
        Box::pin(purge_on_schedule(&r.db, &r.alerts, &r.stopping, RewriteScope::LargeOnSunday))
    }),
    Schedule::every_minute("networks", 45, |r| in_order(r, forget_networks(&r.db))),
    Schedule::hourly("purge", 7, |r| {
        Box::pin(purge_on_schedule(&r.db, &r.alerts, &r.stopping, RewriteScope::Scheduled))
    }),
    Schedule::hourly("cleanup", 17, |r| in_order(r, cleanup(&r.db))),
    Schedule::hourly("tables", 27, |r| in_order(r, keep_tables(&r.db))),
    Schedule::hourly("reminders", 35, |r| in_order(r, remind(&r.db, &r.mailer).map_ok(drop))),
    Schedule::hourly("intake-test", 36, |r| in_order(r, test_daily(&r.db, &r.mailer))),
    Schedule::hourly("report", 37, |r| in_order(r, send_monthly_report(&r.db, &r.mailer, r.authority.as_ref()))),
];

/// A clock that may be wrong deletes nothing and counts nobody as told: back in order, the next run does it.
fn in_order<'a>(
    Resources { db, alerts, .. }: &'a Resources,
    run: impl Future<Output = anyhow::Result<()>> + Send + 'a,
) -> BoxFuture<'a, anyhow::Result<()>> {
    Box::pin(async move {
        match db.execute_unprepared("SELECT require_clock()").await.map_err(DatabaseError::with(APP_URL)) {
            Err(DatabaseError::Clock) => alerts.raise_many(AlertCode::PurgeRefused, 1, &[], []),
            Err(error) => return Err(error.into()),
            Ok(_) => return run.await,
        }
        tracing::error!("left out: {}", DatabaseError::Clock);
        Ok(())
    })
}

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
    /// Whom the settings notify; `None`: everybody who is to be notified.
    pub consultants: Option<Vec<String>>,
    /// And whom they name for what is late.
    pub named: Option<Vec<String>>,
    pub reviewers: Reviewers,
    /// `None`: off.
    pub journey: Option<Journey>,
    /// Cancelled when the process is to stop.
    pub stopping: CancellationToken,
}

impl Resources {
    pub fn new(settings: &WorkerSettings, delivery: &Delivery, mailer: Mailer) -> anyhow::Result<Self> {
        let routes = settings.routes.as_ref();
        Ok(Self {
            db: delivery.db.clone(),
            alerts: Arc::clone(&delivery.alerts),
            mailer,
            authority: settings.authority.clone(),
            promise: settings.mail.takes_answers.then(|| Promise {
                answer: settings.mail.answer.clone(),
                escalate_to: routes.map(NotifyRoutes::escalation).unwrap_or_default(),
                consultants: routes.map(NotifyRoutes::notified_and_escalation),
            }),
            consultants: routes.map(NotifyRoutes::all),
            named: routes.map(NotifyRoutes::notified_and_escalation),
            // Without `NOTIFY_TO` the compliance mailbox hears of suspected inquiries: the api holds them back nevertheless.
            reviewers: Reviewers::new(routes, settings.intake.as_ref(), &[settings.compliance_to.to_string()]),
            journey: settings.journey()?,
            stopping: delivery.stopping.clone(),
        })
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
        let listed =
            include_str!("../../migration/functions/is_job.sql").split(['(', '|', ')']).collect::<HashSet<_>>();
        let missing: Vec<_> = names.difference(&listed).collect();
        assert!(missing.is_empty(), "is_job() does not take {missing:?}");
    }

    #[test]
    fn the_purge_runs_every_minute_and_the_rewrite_every_hour() {
        for (name, is_hourly) in [("expire", false), ("networks", false), ("purge", true), ("tables", true)] {
            let schedule = SCHEDULES.iter().find(|schedule| schedule.name == name).unwrap();
            assert_eq!(schedule.is_hourly(), is_hourly, "{name}");
        }
    }
}
