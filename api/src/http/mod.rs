//! The HTTP server: connections and their limits, and middleware.

mod connections;
mod head;
mod middleware;
mod same_origin;
mod server;

pub(crate) use connections::RequestActivity;
pub(crate) use head::check_head;
pub(crate) use middleware::{Route, SecurityHeaders, ServedPath, add_security_headers, secure_ops_response};
pub(crate) use same_origin::{PublicOrigin, SameOrigin};
pub use server::{BACKLOG, Limits, serve};
pub(crate) use server::{DRAIN_TIMEOUT, MAX_REFUSALS};
