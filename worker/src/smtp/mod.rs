//! The SMTP client: one conversation, driven command by command, whose end is always one [`Outcome`].

mod client;
mod dialogue;
mod lane;
mod outcome;
mod settings;
mod wire;

pub use self::{
    client::Client,
    dialogue::{Permit, Revoked},
    lane::{Lane, Lanes},
    outcome::{Code, Fault, Outcome, Phase},
    settings::{Security, SmtpSettings, Timeouts},
};
