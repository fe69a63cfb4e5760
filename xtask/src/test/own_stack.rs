//! A database of its own with the schema, on free ports: what a test against running programs begins with.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::purpose;
use crate::build::{self, Programs};
use crate::env_file::Pair;
use crate::ports::Ports;
use crate::postgres::{Binaries, Cluster, Durability};
use crate::prove::siteverify;
use crate::repo;
use crate::settings::{self, Secrets};
use crate::stack::Stack;

pub(super) struct OwnStack {
    folder: PathBuf,
    pub(super) ports: Ports,
    /// Where the api will serve.
    pub(super) site: String,
    pub(super) programs: Programs,
    pub(super) settings: Vec<Pair>,
    pub(super) stack: Stack,
}

impl OwnStack {
    /// Builds the programs and starts Postgres in `folder`. The other programs are the caller's to start.
    pub(super) fn prepare(folder: &Path) -> Result<Self> {
        let programs = build::release()?;
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
    pub(super) fn set(&mut self, name: &str, value: &str) {
        settings::set(&mut self.settings, name, value);
    }

    /// Starts the api anew with Turnstile. The stand-in for Cloudflare, which takes tokens that can be made up, will
    /// listen at `port`.
    pub(super) fn change_to_turnstile(&mut self, port: u16) -> Result<()> {
        siteverify::start(port)?;
        self.set("BOT_CHECK", "turnstile");
        self.set("TURNSTILE_SITE_KEY", "stand-in-site-key");
        self.set("TURNSTILE_SECRET", "stand-in-secret");
        self.set("TURNSTILE_VERIFY_URL", &format!("http://127.0.0.1:{port}/siteverify"));
        self.stack.stop_service("api")?;
        self.start_api()
    }

    pub(super) fn start_api(&mut self) -> Result<()> {
        self.stack.start_api(&self.programs, &self.settings, self.ports)
    }

    /// Stops everything and removes the database.
    pub(super) fn end(mut self) -> Result<()> {
        self.stack.stop();
        Cluster::remove(&self.folder, &purpose(&self.folder))
    }
}
