//! The HTTP edge: connections and their limits, and what every answer gets.

mod connections;
mod finish;
mod server;
mod timed_io;

pub(crate) use connections::Working;
pub(crate) use finish::{Route, ServedPath, close, finish};
pub use server::{BACKLOG, Limits, serve};
