//! A Postgres server of our own: found, made, started on loopback, stopped.

mod binaries;
mod cluster;
mod run_as;

pub(crate) use binaries::Binaries;
pub(crate) use cluster::{Cluster, Durability};
