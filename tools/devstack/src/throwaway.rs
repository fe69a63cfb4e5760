//! A Postgres server for tests: without fsync, removed when it is stopped.

use std::path::Path;

use anyhow::Result;

use crate::ports::Ports;
use crate::postgres::{Cluster, Durability};
use crate::run_record::RunRecord;
use crate::stack::Stack;

#[derive(Debug)]
pub struct ThrowawayServer {
    /// To be removed at the end.
    pub stack: Stack,
    /// The administrator's URL.
    pub url: String,
}

impl ThrowawayServer {
    /// Starts a server with its data below `folder`, on a free port.
    pub fn start(folder: &Path) -> Result<Self> {
        // A server that was killed with its launcher may have its data elsewhere: in memory, or on the disk.
        if let Some(record) = RunRecord::read(folder).filter(|record| record.live_launcher().is_none()) {
            record.stop_leftovers();
            Cluster::remove(folder)?;
        }
        let ports = Ports::find_free()?;
        eprintln!("starting Postgres for the tests");
        let (stack, secrets) = Stack::with_postgres(folder, "", ports, Durability::Throwaway)?;
        Ok(Self { stack, url: secrets.admin_url(ports) })
    }
}
