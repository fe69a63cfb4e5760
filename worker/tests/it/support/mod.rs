//! What the tests share.

mod process;
mod smtp;
mod world;

pub(crate) use self::{
    process::WorkerProcess,
    smtp::{Accepted, Act, SmtpServer, Stage, Tls},
    world::{CANARIES, World, eventually},
};
