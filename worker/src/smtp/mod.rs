//! The SMTP client: one conversation, driven command by command, whose end is always one [`Outcome`].

mod client;
mod connections;
mod dialogue;
mod outcome;
mod settings;
mod wire;

pub use self::{
    client::Client,
    connections::{Connection, Connections},
    dialogue::{DeliveryGuard, Revoked},
    outcome::{Code, Fault, Outcome, Phase},
    settings::{Security, SmtpSettings, Timeouts},
};
