//! Every schedule of the worker.

use compliance::{
    privacy::remind,
    report::send_monthly_report,
    retention::{purge_every_minute, purge_on_schedule},
};
use mailer::db_error::{APP_URL, DatabaseError};

use crate::{
    digests::send_digests,
    intake::{send_digest, test_daily},
    jobs::{Resources, Schedule, cleanup, forget_networks},
    promise::keep_promises,
    spam_digest::send_spam_digest,
};

pub const SCHEDULES: &[Schedule] = &[
    Schedule { name: "cleanup", cron: "0 17 * * * *", is_quiet: false, run: |r| Box::pin(cleanup(r)) },
    Schedule { name: "purge", cron: "0 7 * * * *", is_quiet: false, run: |r| Box::pin(purge(r)) },
    Schedule { name: "expire", cron: "30 * * * * *", is_quiet: true, run: |r| Box::pin(expire(r)) },
    // Hourly: sends last month's report, the reminders, the test of mail in, the quarantine digest and the spam digest
    // if they are due and not sent.
    Schedule { name: "report", cron: "0 37 * * * *", is_quiet: false, run: |r| Box::pin(remind_and_report(r)) },
    Schedule { name: "answers", cron: "15 * * * * *", is_quiet: true, run: |r| Box::pin(answers(r)) },
];

/// Every minute, off the hourly runs: what has expired, and networks that the cap no longer needs.
async fn expire(resources: Resources) -> anyhow::Result<()> {
    forget_networks(&resources.db).await?;
    purge_every_minute(&resources.db, &resources.alerts, &resources.stopping).await
}

async fn purge(Resources { db, alerts, stopping, .. }: Resources) -> anyhow::Result<()> {
    purge_on_schedule(&db, &alerts, &stopping).await
}

async fn answers(Resources { db, promise, mailer, alerts, .. }: Resources) -> anyhow::Result<()> {
    keep_promises(&db, promise.as_ref()).await.map_err(DatabaseError::with(APP_URL))?;
    match &promise {
        Some(promise) => send_digests(&db, &mailer, &promise.answer, promise.consultants.as_deref(), &alerts).await,
        None => Ok(()),
    }
}

/// Each of them, whatever became of the others: a compliance mailbox that is full must not keep inquiries from consultants.
async fn remind_and_report(resources: Resources) -> anyhow::Result<()> {
    let Resources { db, mailer, authority, reviewers, spam_reviewers, .. } = &resources;
    let results = [
        remind(db, mailer).await.map(drop),
        test_daily(db, mailer).await,
        send_monthly_report(db, mailer, authority.as_ref()).await,
        match reviewers {
            Some(reviewers) => send_digest(db, mailer, reviewers).await,
            None => Ok(()),
        },
        send_spam_digest(db, mailer, spam_reviewers).await,
    ];
    results.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, str::FromStr};

    use super::*;

    #[test]
    fn every_schedule_has_a_valid_cron_expression_and_a_unique_name() {
        let names: HashSet<_> = SCHEDULES.iter().map(|schedule| schedule.name).collect();
        assert_eq!(names.len(), SCHEDULES.len());
        for schedule in SCHEDULES {
            assert!(cron::Schedule::from_str(schedule.cron).is_ok(), "{}", schedule.name);
            assert!(!schedule.name.contains(':'), "the name ends at the first colon of the job's key");
        }
    }

    #[test]
    fn the_purge_runs_every_minute_and_the_rewrite_every_hour() {
        for (name, seconds) in [("expire", 60), ("purge", 3600), ("cleanup", 3600)] {
            let schedule = SCHEDULES.iter().find(|schedule| schedule.name == name).unwrap();
            let from = chrono::DateTime::UNIX_EPOCH;
            let runs: Vec<_> = cron::Schedule::from_str(schedule.cron).unwrap().after(&from).take(100).collect();
            assert!(runs.windows(2).all(|pair| (pair[1] - pair[0]).num_seconds() == seconds), "{name}");
        }
    }

    #[test]
    fn an_alert_fires_if_a_schedule_has_never_finished_a_run() {
        let alerts = include_str!("../../ops/prometheus-alerts.yml");
        for Schedule { name, .. } in SCHEDULES {
            let never = format!(r#"absent(schedule_last_done_timestamp_seconds{{schedule="{name}"}})"#);
            assert!(alerts.contains(&never), "{name} has no clause in the alert ScheduleStopped");
        }
    }
}
