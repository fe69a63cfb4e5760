//! The HTTP edge: connections and their limits, and what every answer gets.

mod connections;
mod middleware;
mod server;
mod write_timeout;

pub(crate) use connections::RequestActivity;
pub(crate) use middleware::{Route, ServedPath, close, finish};
pub use server::{BACKLOG, Limits, serve};
