//! Fakes, a sample inquiry, tokens, a load client and a database probe for tests, proof and bench.

pub mod client;
#[cfg(feature = "database-probe")]
pub mod database_probe;
pub mod documented;
pub mod imap;
pub mod inquiry;
#[cfg(feature = "database-probe")]
pub mod load;
pub mod mail_sender;
pub mod measurements;
pub mod movable_clock;
#[cfg(feature = "database-probe")]
pub mod setup;
pub mod siteverify;
#[cfg(feature = "smtp")]
pub mod smtp;
pub mod statistics;
pub mod threads;
pub mod token;
