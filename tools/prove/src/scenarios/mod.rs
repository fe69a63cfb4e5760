//! The scenarios, in the order in which they are run.

mod conversation;
mod failover;
mod filter;
mod flood;
mod inbound;
mod kill;
mod overload;
pub(super) mod personal_data;
mod pooler;
mod proxy;
mod relay;
mod scale;
mod stop;
mod upgrade;

use std::time::Duration;

use anyhow::Result;
use clap::ValueEnum;

use super::harness::Harness;
use super::installed::Missing;
use super::plan::Plan;
use super::report::Report;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Scenario {
    /// kill -9 of api, workers and database under load
    Kill,
    /// SIGTERM of api and worker under load
    Stop,
    /// No personal data in logs, metrics and jobs, whatever fails
    PersonalData,
    /// A thousand new connections a second that send nothing, or bodies byte by byte, from few addresses
    Flood,
    /// Ten times the load
    Overload,
    /// One, two, three workers and two apis on one database
    Scale,
    /// A connection pooler in transaction mode in front of the database
    Pooler,
    /// Three database servers under Patroni; the leader is killed, frozen, or loses its etcd
    Failover,
    /// Postfix as the relay: greylisting, callouts, full mailboxes, and refusals of us
    Relay,
    /// A relay that refuses mails by their content, then all of them
    Filter,
    /// Reverse proxies that reuse connections
    Proxy,
    /// Two versions side by side, while the schema changes
    Upgrade,
    /// Mails come by LMTP, IMAP and the pipe; worker and database are killed, and nothing is lost or stored twice
    Inbound,
    /// Visitors and consultants write to each other by mail; worker and database are killed
    Conversation,
}

impl Scenario {
    /// The scenarios of a run without names. Some need minutes and run in full runs only.
    pub(super) fn all(plan: Plan) -> Vec<Self> {
        if plan.is_full {
            return Self::value_variants().to_vec();
        }
        vec![Self::Kill, Self::Stop, Self::PersonalData, Self::Overload, Self::Pooler]
    }

    pub(super) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    pub(super) fn run(self, harness: &mut Harness, plan: Plan) -> Result<Report> {
        let run = match self {
            Self::Kill => kill::run,
            Self::Stop => stop::run,
            Self::PersonalData => personal_data::run,
            Self::Flood => flood::run,
            Self::Overload => overload::run,
            Self::Scale => scale::run,
            Self::Pooler => pooler::run,
            Self::Failover => failover::run,
            Self::Relay => relay::run,
            Self::Filter => filter::run,
            Self::Proxy => proxy::run,
            Self::Upgrade => upgrade::run,
            Self::Inbound => inbound::run,
            Self::Conversation => conversation::run,
        };
        let mut report = Report { name: self.name(), ..Report::default() };
        match run(harness, plan, &mut report) {
            Err(error) if error.is::<Missing>() => report.skipped = Some(error.to_string()),
            result => result?,
        }
        Ok(report)
    }
}

/// SQL that makes the database take this long for each inquiry.
fn slow_disk(takes: Duration) -> String {
    let seconds = takes.as_secs_f64();
    format!(
        "CREATE FUNCTION slow_disk() RETURNS trigger LANGUAGE plpgsql AS $$ \
         BEGIN PERFORM pg_sleep({seconds}); RETURN NULL; END $$; \
         CREATE TRIGGER slow_disk AFTER INSERT ON inquiry FOR EACH ROW EXECUTE FUNCTION slow_disk()"
    )
}
