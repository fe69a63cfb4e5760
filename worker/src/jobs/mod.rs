//! Background jobs: the runner on Postgres, schedules, and the cleanup.

mod cleanup;
mod cron;
mod payload;
mod poll;
mod runner;
mod schedule;

pub use self::{
    cleanup::{cleanup, forget_networks},
    cron::queue_runs_regularly,
    runner::monitor,
    schedule::{Promise, Resources, Schedule, Schedules},
};
