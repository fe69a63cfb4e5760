//! A Postgres server for tests: without fsync, gone when it is stopped.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::own_stack::purpose;
use crate::ports::Ports;
use crate::postgres::{Binaries, Cluster, Durability};
use crate::repo;
use crate::settings::Secrets;
use crate::stack::Stack;

#[derive(Debug)]
pub struct ThrowawayServer {
    folder: PathBuf,
    stack: Stack,
    /// The administrator's URL.
    pub url: String,
}

impl ThrowawayServer {
    /// Starts a server with its data below `folder`, on a free port.
    pub fn start(folder: &Path) -> Result<Self> {
        repo::make_passable(folder)?;
        let ports = Ports::find_free()?;
        let binaries = Binaries::find()?;
        eprintln!("starting {} for the tests", binaries.label);
        let cluster = Cluster::at(folder, &purpose(folder), binaries, ports.postgres, Durability::Throwaway)?;
        let secrets = Secrets::from_earlier(&[], false);
        let mut stack = Stack::new(folder, "")?;
        stack.start_postgres(cluster, &secrets.admin_password)?;
        Ok(Self { folder: folder.to_owned(), stack, url: secrets.admin_url(ports) })
    }

    /// Restarts the server if it dies, until a signal comes.
    pub fn supervise(&mut self) -> Result<()> {
        self.stack.supervise()
    }

    /// Stops the server and removes its data.
    pub fn stop(mut self) -> Result<()> {
        self.stack.stop();
        Cluster::remove(&self.folder, &purpose(&self.folder))
    }
}
