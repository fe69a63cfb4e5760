//! A Postgres server of our own: found, made, started on loopback, stopped.

mod binaries;
mod cluster;
mod run_as;

pub use binaries::Binaries;
pub use cluster::{Cluster, Durability};
