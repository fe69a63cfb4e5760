//! Monitoring: the ops listener, the gauges, the alerts about overdue work, and `worker check`.

mod board;
mod check;
mod gauges;
mod heartbeat;
mod overdue;
mod queries;
mod readiness;
mod server;

pub use self::{
    check::{Finding, check},
    heartbeat::Heartbeat,
    overdue::{alert_overdue, alert_overdue_regularly},
    queries::REGULAR,
    readiness::{NotReady, check_readiness},
    server::{describe_metrics, serve},
};
