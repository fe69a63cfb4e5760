//! What the tests share.

mod hook;
mod process;
mod smtp;
mod world;

pub(crate) use self::{
    hook::Hook,
    process::WorkerProcess,
    smtp::{Accepted, Act, SmtpServer, Stage, Tls},
    world::{CANARIES, PATIENCE, World, eventually},
};
