//! Timestamps of ledger heads by an authority (RFC 3161): proof of when a head existed that needs no trust in us.

mod authority;
mod verify;

pub use self::{
    authority::{Authority, NotStamped},
    verify::{BadTimestamp, Stamped, verify_timestamp},
};
