//! What every part measures on: release builds and one real Postgres, with a database per part.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::sink::Sink;
use devstack::build::{self, Programs};
use devstack::env_file::Pair;
use devstack::ports::Ports;
use devstack::postgres::{Binaries, Cluster, Durability};
use devstack::settings::{self, Secrets};
use devstack::stack::Stack;
use devstack::{toolchain, web};
use testkit::observer::Observer;

pub(super) struct Ground {
    pub(super) stack: Stack,
    pub(super) ports: Ports,
    pub(super) sink: Sink,
    programs: Programs,
    binaries: Binaries,
    secrets: Secrets,
    folder: PathBuf,
}

/// Where a part's processes run, and with which settings.
pub(super) struct Scene {
    pub(super) settings: Vec<Pair>,
    pub(super) site: String,
}

impl Scene {
    pub(super) fn setting(&self, name: &str) -> &str {
        settings::value(&self.settings, name).unwrap_or_default()
    }
}

impl Ground {
    pub(super) fn prepare(folder: &Path) -> Result<Self> {
        toolchain::check_node()?;
        web::build(devstack::web::DEFAULT_PUBLIC_URL)?;
        let programs = build::product(build::Profile::Release)?;
        let ports = Ports::find_free()?;
        let binaries = Binaries::find()?;
        let secrets = Secrets::from_earlier(&[], false);
        let cluster = Cluster::at(folder, &purpose(folder), binaries.clone(), ports.postgres, Durability::Real)?;
        let mut stack = Stack::new(folder, "")?;
        stack.start_postgres(cluster, &secrets.admin_password)?;
        let sink = Sink::start(ports.smtp)?;
        Ok(Self { stack, ports, sink, programs, binaries, secrets, folder: folder.to_owned() })
    }

    pub(super) fn database_label(&self) -> &str {
        &self.binaries.label
    }

    pub(super) fn binaries(&self) -> &Binaries {
        &self.binaries
    }

    /// A migrated database, made if it is not there, and settings for it. `overrides` replace settings by name.
    pub(super) fn scene(&mut self, database: &str, overrides: &[(&str, &str)]) -> Result<Scene> {
        database.clone_into(&mut self.secrets.database);
        let site = format!("http://127.0.0.1:{}", self.ports.site);
        let admin_url = self.secrets.admin_url(self.ports);
        let mut settings = settings::pairs(self.ports, &self.secrets, &admin_url, &site)?;
        let quiet = [("RUST_LOG", "warn"), ("RATE_LIMIT_PER_MINUTE", "1000000000")];
        for (name, value) in quiet.iter().chain(overrides) {
            settings::set(&mut settings, name, value);
        }
        self.stack.migrate(&self.programs, &settings)?;
        Ok(Scene { settings, site })
    }

    pub(super) fn drop_database(&self, database: &str) -> Result<()> {
        let mut observer = Observer::new(&self.secrets.admin_url(self.ports), "postgres")?;
        observer.run(&format!("DROP DATABASE {database} WITH (FORCE)"))
    }

    pub(super) fn start_api(&mut self, scene: &Scene) -> Result<()> {
        self.stack.start_api(&self.programs, &scene.settings, self.ports)
    }

    pub(super) fn start_worker(&mut self, scene: &Scene) -> Result<()> {
        self.stack.start_worker(&self.programs, &scene.settings, self.ports)
    }

    /// One of the worker's commands, with a scene's settings.
    pub(super) fn worker_command(&self, scene: &Scene) -> Result<Command> {
        Ok(self.stack.command(self.programs.path("worker")?, &scene.settings))
    }

    /// What a part that broke down has left running.
    pub(super) fn stop_programs(&mut self) {
        for name in ["api", "worker", "nginx"] {
            // Most do not run.
            let _ = self.stack.stop_service(name);
        }
    }

    pub(super) fn clear(&mut self) -> Result<()> {
        self.stack.stop();
        Cluster::remove(&self.folder, &purpose(&self.folder))
    }
}

fn purpose(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
