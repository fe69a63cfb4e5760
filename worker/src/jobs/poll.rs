//! When the job runner polls for jobs.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use apalis::prelude::{PollSnapshot, PollStrategy};
use apalis_postgres::Pubsub;
use futures::Stream;
use sqlx::PgPool;
use tokio::time::{Interval, MissedTickBehavior, Sleep, interval, sleep};

/// A job waits at most this long if its notification is lost, or held back by a connection pooler.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// A job's `run_at` lies a millisecond after its commit, so the first poll after a notification can be too early.
const FOLLOW_UP: Duration = Duration::from_millis(5);

/// Polls at an interval and at each notification of the database. Not one of the library's strategies: they return
/// before every source is pending, so that a source's waker is not registered and polling stops.
#[derive(derive_more::Debug)]
#[debug("poller of {queue}")]
pub(super) struct JobPoller {
    pool: PgPool,
    queue: &'static str,
    listens: bool,
    interval: Interval,
    notifications: Option<Pubsub>,
    follow_up: Option<Pin<Box<Sleep>>>,
}

impl JobPoller {
    /// `listens` is off behind a pooler in transaction mode: it lends the connection of the LISTEN to other clients,
    /// for which a notification is a protocol error. The interval is enough then.
    pub(super) fn new(pool: PgPool, queue: &'static str, listens: bool) -> Self {
        let mut interval = interval(POLL_INTERVAL);
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { pool, queue, listens, interval, notifications: None, follow_up: None }
    }

    fn poll_interval(&mut self, cx: &mut Context<'_>) -> bool {
        let mut ticked = false;
        while self.interval.poll_tick(cx).is_ready() {
            ticked = true;
        }
        if ticked && self.listens && self.notifications.is_none() {
            self.notifications = Some(Pubsub::new(self.pool.clone(), self.queue.to_owned()));
        }
        ticked
    }

    fn poll_notifications(&mut self, cx: &mut Context<'_>) -> bool {
        let mut notified = false;
        while let Some(notifications) = &mut self.notifications {
            match Pin::new(notifications).poll_next(cx) {
                Poll::Ready(Some(Ok(_))) => notified = true,
                // Reopened at the next interval.
                Poll::Ready(Some(Err(_)) | None) => self.notifications = None,
                Poll::Pending => break,
            }
        }
        if notified {
            self.follow_up = Some(Box::pin(sleep(FOLLOW_UP)));
        }
        notified
    }

    fn poll_follow_up(&mut self, cx: &mut Context<'_>) -> bool {
        let is_over = self.follow_up.as_mut().is_some_and(|follow_up| follow_up.as_mut().poll(cx).is_ready());
        if is_over {
            self.follow_up = None;
        }
        is_over
    }
}

impl PollStrategy for JobPoller {
    fn poll_drive(&mut self, cx: &mut Context<'_>, _: &PollSnapshot) -> Poll<Option<()>> {
        let ticked = self.poll_interval(cx);
        let notified = self.poll_notifications(cx);
        let followed_up = self.poll_follow_up(cx);
        if ticked || notified || followed_up { Poll::Ready(Some(())) } else { Poll::Pending }
    }
}
