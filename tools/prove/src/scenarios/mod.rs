//! The scenarios, in the order in which they are run.

mod abuse;
mod bad_tokens;
mod challenge;
mod conversation;
mod failover;
mod flood;
mod forged_headers;
mod inbound;
mod kill;
mod overload;
pub(super) mod personal_data;
mod pooler;
mod postgres;
mod proxy;
mod relay;
mod return_path;
mod scale;
mod slow;
mod smtp;
mod smtp_connections;
mod smtp_table;
mod stop;
mod upgrade;

use std::time::Duration;

use anyhow::Result;
use clap::ValueEnum;

use super::harness::Harness;
use super::plan::Plan;
use super::report::Report;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Scenario {
    /// kill -9 of api and workers under load
    Kill,
    /// Mail servers that fail in every way
    Smtp,
    /// kill -9 of the database server under load
    Postgres,
    /// SIGTERM of api and worker under load
    Stop,
    /// The bot check's service fails in every way
    Challenge,
    /// Abuse of the form: victims, forged headers, bad tokens
    Abuse,
    /// No personal data in logs, metrics and jobs, whatever fails
    PersonalData,
    /// A thousand slow connections
    Slow,
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
    /// A relay that refuses the return path of auto-replies
    ReturnPath,
    /// Postfix as the relay: greylisting, callouts, full mailboxes, and refusals of us
    Relay,
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
        let variants = Self::value_variants().iter().copied();
        variants.filter(|scenario| plan.is_full || !scenario.needs_minutes()).collect()
    }

    fn needs_minutes(self) -> bool {
        matches!(
            self,
            Self::Flood
                | Self::ReturnPath
                | Self::Relay
                | Self::Scale
                | Self::Failover
                | Self::Proxy
                | Self::Upgrade
                | Self::Inbound
                | Self::Conversation
        )
    }

    /// Whether it runs alone, because it measures times.
    pub(super) fn measures_times(self) -> bool {
        matches!(
            self,
            Self::Slow | Self::Flood | Self::Overload | Self::Scale | Self::Failover | Self::Inbound | Self::Relay
        )
    }

    pub(super) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    pub(super) fn run(self, harness: &mut Harness, plan: Plan) -> Result<Report> {
        let run = match self {
            Self::Kill => kill::run,
            Self::Smtp => smtp::run,
            Self::Postgres => postgres::run,
            Self::Stop => stop::run,
            Self::Challenge => challenge::run,
            Self::Abuse => abuse::run,
            Self::PersonalData => personal_data::run,
            Self::Slow => slow::run,
            Self::Flood => flood::run,
            Self::Overload => overload::run,
            Self::Scale => scale::run,
            Self::Pooler => pooler::run,
            Self::Failover => failover::run,
            Self::ReturnPath => return_path::run,
            Self::Relay => relay::run,
            Self::Proxy => proxy::run,
            Self::Upgrade => upgrade::run,
            Self::Inbound => inbound::run,
            Self::Conversation => conversation::run,
        };
        run(harness, plan)
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
