//! The SMTP client. A dialogue runs command by command and always ends in one [`SendOutcome`].

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
    outcome::{Code, Fault, Phase, SendOutcome},
    settings::{Security, SmtpSettings, Timeouts},
};
