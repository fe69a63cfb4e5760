//! What the tests share.

pub(crate) mod digests;
mod hook;
mod process;
mod world;

pub(crate) use testdb::CANARIES;
pub(crate) use testkit::smtp::{FailureMode, Record, SmtpFake, Stage, Tls};

pub(crate) use self::{
    hook::Hook,
    process::{WorkerProcess, compliance},
    world::{PATIENCE, Row, World, eventually},
};

/// Of the environment.
pub(crate) fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable} is no number")))
}
