//! A migrated database on free ports, for tests against running programs.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::build::{self, Programs};
use crate::env_file::Pair;
use crate::ports::Ports;
use crate::postgres::{Binaries, Cluster, Durability};
use crate::repo;
use crate::settings::{self, Secrets};
use crate::stack::Stack;

#[derive(Debug)]
pub struct OwnStack {
    folder: PathBuf,
    pub ports: Ports,
    /// Where the api will serve.
    pub site: String,
    pub programs: Programs,
    pub settings: Vec<Pair>,
    pub stack: Stack,
}

impl OwnStack {
    /// Builds the programs and starts Postgres in `folder`. The other programs are the caller's to start.
    pub fn prepare(folder: &Path) -> Result<Self> {
        let programs = build::product(build::Profile::Dev)?;
        repo::make_passable(folder)?;
        let ports = Ports::find_free()?;
        let site = format!("http://127.0.0.1:{}", ports.site);
        let secrets = Secrets::from_earlier(&[], false);
        let settings = settings::pairs(ports, &secrets, &secrets.admin_url(ports), &site)?;
        let cluster = Cluster::at(folder, &purpose(folder), Binaries::find()?, ports.postgres, Durability::Real)?;
        let mut stack = Stack::new(folder, &site)?;
        stack.start_postgres(cluster, &secrets.admin_password)?;
        stack.migrate(&programs, &settings)?;
        Ok(Self { folder: folder.to_owned(), ports, site, programs, settings, stack })
    }

    /// Replaces a setting or adds it.
    pub fn set(&mut self, name: &str, value: &str) {
        settings::set(&mut self.settings, name, value);
    }

    /// Restarts the api with Turnstile; its tokens are verified at `port`.
    pub fn change_to_turnstile(&mut self, port: u16) -> Result<()> {
        self.set("BOT_CHECK", "turnstile");
        self.set("TURNSTILE_SITE_KEY", "stand-in-site-key");
        self.set("TURNSTILE_SECRET", "stand-in-secret");
        self.set("TURNSTILE_VERIFY_URL", &format!("http://127.0.0.1:{port}/siteverify"));
        self.stack.stop_service("api")?;
        self.start_api()
    }

    pub fn start_api(&mut self) -> Result<()> {
        self.stack.start_api(&self.programs, &self.settings, self.ports)
    }

    /// Stops everything and removes the database.
    pub fn end(mut self) -> Result<()> {
        self.stack.stop();
        Cluster::remove(&self.folder, &purpose(&self.folder))
    }
}

/// The name of a run's database folder, should it have to lie outside the checkout.
pub fn purpose(folder: &Path) -> String {
    let tail: Vec<_> = folder.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
    tail.join("-")
}
