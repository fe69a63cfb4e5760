//! Background jobs: the runner on Postgres, schedules, and the cleanup. It knows no other room.

mod cleanup;
mod payload;
mod poll;
mod queue;
mod runner;
mod schedule;

pub use self::{
    cleanup::cleanup,
    queue::queue_runs_regularly,
    runner::monitor,
    schedule::{Schedule, Schedules},
};
