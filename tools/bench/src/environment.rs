//! What every part runs on: release builds and one Postgres with fsync, with a database per part.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use devstack::build::{self, Programs};
use devstack::ports::Ports;
use devstack::postgres::{Binaries, Durability, memory};
use devstack::settings::Secrets;
use devstack::stack::Stack;
use devstack::{toolchain, web};
use testkit::database_probe::DatabaseProbe;
use testkit::setup::Setup;
use testkit::smtp::{SmtpFake, Tls};

pub(super) struct Environment {
    pub(super) stack: Stack,
    pub(super) ports: Ports,
    pub(super) smtp: SmtpFake,
    programs: Programs,
    pub(super) binaries: Binaries,
    secrets: Secrets,
}

impl Environment {
    pub(super) fn prepare(folder: &Path) -> Result<Self> {
        toolchain::check_node()?;
        web::build(devstack::web::DEFAULT_PUBLIC_URL)?;
        let programs = build::product(build::Profile::Release)?;
        let ports = Ports::find_free()?;
        let binaries = Binaries::find()?;
        let (stack, secrets) = Stack::with_postgres(folder, "", ports, Durability::Real)?;
        let smtp = SmtpFake::start(ports.smtp, Tls::None, false)?;
        let environment = Self { stack, ports, smtp, programs, binaries, secrets };
        // As in compose.yaml. `up` does without: not every Postgres has lz4.
        let mut server = environment.server()?;
        server.run("ALTER SYSTEM SET wal_compression = lz4")?;
        server.run("SELECT pg_reload_conf()")?;
        Ok(environment)
    }

    /// Gives Postgres a quarter of the memory for its pages, as docs/scaling.md asks from a million inquiries on. Returns
    /// it in MB.
    pub(super) fn size_postgres(&mut self) -> Result<u64> {
        let megabytes = memory::bytes("MemTotal").context("/proc/meminfo shows no memory")? / 4 / 1024 / 1024;
        self.server()?.run(&format!("ALTER SYSTEM SET shared_buffers = '{megabytes}MB'"))?;
        self.stack.restart_postgres()?;
        Ok(megabytes)
    }

    /// A migrated database, created if need be, and settings for it. `overrides` replace settings by name.
    pub(super) fn set_up(&mut self, database: &str, overrides: &[(&str, &str)]) -> Result<Setup> {
        database.clone_into(&mut self.secrets.database);
        let admin_url = self.secrets.admin_url(self.ports);
        let quiet = [("RUST_LOG", "warn")];
        let setup = Setup::new(self.ports, &self.secrets, &admin_url, &[&quiet[..], overrides].concat())?;
        self.stack.migrate(&self.programs, &setup.settings)?;
        Ok(setup)
    }

    /// A superuser's connection that keeps no database of a part in use.
    fn server(&self) -> Result<DatabaseProbe> {
        DatabaseProbe::new(&self.secrets.admin_url(self.ports), "postgres")
    }

    pub(super) fn drop_database(&self, database: &str) -> Result<()> {
        self.server()?.run(&format!("DROP DATABASE {database} WITH (FORCE)"))
    }

    pub(super) fn site(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.ports.site).into()
    }

    pub(super) fn start_api(&mut self, setup: &Setup) -> Result<()> {
        self.stack.start_api(&self.programs, &setup.settings, self.ports)
    }

    pub(super) fn start_worker(&mut self, setup: &Setup) -> Result<()> {
        self.stack.start_worker(&self.programs, &setup.settings, self.ports)
    }

    /// A command of the officers' program with these settings.
    pub(super) fn compliance_command(&self, setup: &Setup) -> Result<Command> {
        Ok(self.stack.command(self.programs.path("compliance")?, &setup.settings))
    }

    /// Stops the processes of a part that ended with an error.
    pub(super) fn stop_programs(&mut self) {
        for name in ["api", "worker"] {
            // Most do not run.
            let _ = self.stack.stop_service(name);
        }
    }

    pub(super) fn clear(&mut self) -> Result<()> {
        self.stack.remove()
    }
}
