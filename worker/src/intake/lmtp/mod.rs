//! LMTP (RFC 2033): an MTA hands over a mail, and keeps it until our commit is done.

mod dialogue;
mod listener;
mod session;

pub use self::listener::{Listener, ListenerError};
