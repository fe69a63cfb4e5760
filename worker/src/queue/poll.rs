//! When the job runner looks for jobs.

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

/// Without a notification (lost, or a pooler between us and Postgres) a job waits this long at most.
const TICK: Duration = Duration::from_secs(1);
/// A job's `run_at` lies a millisecond after its commit, so the first look after a notification may be too early.
const FOLLOW_UP: Duration = Duration::from_millis(5);

/// A tick and the database's notifications. The runner looks for jobs whenever it is woken, so all that counts is that
/// each source is polled until it is pending: only then is its waker registered. (The library's own strategies miss
/// that and fall asleep.)
pub struct JobPoller {
    pool: PgPool,
    queue: &'static str,
    listens: bool,
    tick: Interval,
    notifications: Option<Pubsub>,
    follow_up: Option<Pin<Box<Sleep>>>,
}

impl std::fmt::Debug for JobPoller {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "wake of {}", self.queue)
    }
}

impl JobPoller {
    /// Without `listens` the tick carries the load: a pooler in transaction mode lends the connection that has said
    /// LISTEN to others, who then take a notification for a broken protocol.
    pub fn new(pool: PgPool, queue: &'static str, listens: bool) -> Self {
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { pool, queue, listens, tick, notifications: None, follow_up: None }
    }

    fn poll_tick(&mut self, cx: &mut Context<'_>) -> bool {
        let mut ticked = false;
        while self.tick.poll_tick(cx).is_ready() {
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
                // Reopened at the next tick.
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
        let ticked = self.poll_tick(cx);
        let notified = self.poll_notifications(cx);
        let followed_up = self.poll_follow_up(cx);
        if ticked || notified || followed_up { Poll::Ready(Some(())) } else { Poll::Pending }
    }
}
