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
