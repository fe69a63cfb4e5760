//! The SMTP client. A dialogue runs command by command and always ends in one [`SendOutcome`].

mod client;
mod connect;
mod connections;
mod dialogue;
mod outcome;
mod phase;
mod refusal;
mod reply;
mod session;
mod settings;
mod step;

pub use self::{
    client::Client,
    connections::{Connection, Connections},
    dialogue::{DeliveryGuard, Revoked},
    outcome::{Code, Fault, SendOutcome},
    phase::Phase,
    refusal::Refusal,
    reply::{Enhanced, Reply},
    settings::{Login, Proof, Security, SmtpSettings, Timeouts},
};
pub use self::{connect::connect, session::Channel, settings::login};
