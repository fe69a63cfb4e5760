//! A Postgres server on loopback.

mod binaries;
mod cluster;
pub mod memory;
mod run_as;

pub use binaries::Binaries;
pub use cluster::{Cluster, Durability};
