//! What a scenario runs on: one Postgres with fsync, an SMTP fake, and any number of apis and workers, on
//! separate ports and in a separate folder.

mod part;
mod processes;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};

use super::fault_injection::{Fault, Method};
use super::leak_scan::{LeakScan, Leaks};
use super::versions;
use devstack::build::{self, Programs};
use devstack::ports::Ports;
use devstack::postgres::Durability;
use devstack::settings::{self, Secrets};
use devstack::stack::Stack;
use devstack::{toolchain, web};
use testkit::database_probe::DatabaseProbe;
use testkit::smtp::{SmtpFake, Tls};

pub(super) use part::Part;
pub(super) use testkit::setup::Setup;

#[derive(Debug)]
pub(super) struct Harness {
    pub(super) stack: Stack,
    pub(super) smtp: SmtpFake,
    pub(super) ports: Ports,
    /// For second and third processes.
    pub(super) more: Ports,
    /// For the next scenario.
    pub(super) fault: Option<Fault>,
    /// Replaces the program of the api.
    patched_api: Option<PathBuf>,
    /// Of the version to which the scenario upgrades.
    newer: Option<Arc<Programs>>,
    /// `RUST_LOG` of the processes.
    pub(super) log_level: &'static str,
    /// Number of databases so far.
    setups: usize,
    /// To the database that has not been scanned yet.
    probe: Option<DatabaseProbe>,
    leak_scan: LeakScan,
    kept_logs: usize,
    programs: Arc<Programs>,
    secrets: Secrets,
}

impl Harness {
    /// `folder` must not be used by another harness.
    pub(super) fn prepare(folder: &Path) -> Result<Self> {
        toolchain::check_node()?;
        web::build(web::DEFAULT_PUBLIC_URL)?;
        let programs = Arc::new(build::product(versions::PROFILE)?);
        let (ports, more) = (Ports::find_free()?, Ports::find_free()?);
        let (stack, secrets) = Stack::with_postgres(folder, "", ports, Durability::Real)?;
        let smtp = SmtpFake::start(ports.smtp, Tls::None, false)?;
        Ok(Self {
            stack,
            smtp,
            ports,
            more,
            fault: None,
            patched_api: None,
            newer: None,
            log_level: "info",
            setups: 0,
            probe: None,
            leak_scan: LeakScan::default(),
            kept_logs: 0,
            programs,
            secrets,
        })
    }

    /// Creates a migrated database. `overrides` replace settings by name.
    pub(super) fn set_up(&mut self, name: &str, overrides: &[(&str, &str)]) -> Result<Setup> {
        self.set_up_at(self.ports.postgres, name, overrides)
    }

    /// The same on another server of this machine, whose superuser has the same password.
    pub(super) fn set_up_at(&mut self, port: u16, name: &str, overrides: &[(&str, &str)]) -> Result<Setup> {
        self.smtp.reset();
        self.smtp.keep_texts(false);
        self.setups += 1;
        self.secrets.database = format!("prove_{name}_{}", self.setups);
        let admin_url = self.secrets.admin_url(Ports { postgres: port, ..self.ports });
        let usual = [("RUST_LOG", self.log_level), ("LOG_FORMAT", "json")];
        let mut setup = Setup::new(self.ports, &self.secrets, &admin_url, &[&usual[..], overrides].concat())?;
        if let Some(mut earlier) = self.probe.replace(setup.probe.clone()) {
            self.leak_scan.tables(&mut earlier)?;
        }
        if self.newer.is_some() {
            self.migrate_with(&Arc::clone(&self.programs), &setup)?;
        } else {
            self.migrate(&mut setup)?;
        }
        Ok(setup)
    }

    /// The same with mail in, by LMTP and the pipe.
    pub(super) fn set_up_mail_in(&mut self, name: &str, overrides: &[(&str, &str)]) -> Result<Setup> {
        let mut setup = self.set_up(name, overrides)?;
        settings::turn_mail_in_on(&mut setup.settings, self.ports, &self.secrets);
        Ok(setup)
    }

    /// Migrates to the schema of this version, or of the newer one, and injects the fault.
    pub(super) fn migrate(&mut self, setup: &mut Setup) -> Result<()> {
        let programs = Arc::clone(self.newer.as_ref().unwrap_or(&self.programs));
        self.migrate_with(&programs, setup)?;
        self.fault(setup)
    }

    fn migrate_with(&mut self, programs: &Programs, setup: &Setup) -> Result<()> {
        self.keep_log("migration")?;
        self.stack.migrate(programs, &setup.settings)
    }

    /// From now on a database begins with this version's schema, whose programs are [`Part::Api`] and [`Part::Worker`]; all
    /// others are the newer ones.
    pub(super) fn begin_upgrade(&mut self, newer: Programs) {
        self.newer = Some(Arc::new(newer));
    }

    pub(super) fn end_upgrade(&mut self) {
        self.newer = None;
    }

    /// Injects a fault into the next scenario, or none.
    pub(super) fn inject(&mut self, fault: Option<Fault>) -> Result<()> {
        self.fault = fault;
        self.patched_api = match self.method() {
            Some(Method::Patch(patch)) => Some(versions::patched_api(patch)?),
            _ => None,
        };
        Ok(())
    }

    pub(super) fn program(&self, part: Part) -> Result<&Path> {
        let name = if part.is_api() { "api" } else { "worker" };
        match (&self.patched_api, &self.newer) {
            (Some(api), _) if part.is_api() => Ok(api),
            (_, Some(newer)) if !matches!(part, Part::Api | Part::Worker) => newer.path(name),
            _ => self.programs.path(name),
        }
    }

    fn method(&self) -> Option<Method> {
        self.fault.map(|fault| fault.method)
    }

    fn fault(&self, setup: &mut Setup) -> Result<()> {
        match self.method() {
            Some(Method::Sql(sql)) => setup.probe.run(sql),
            Some(Method::Setting(name, value)) => {
                setup.set(name, value);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The workers that the fault leaves.
    pub(super) fn available<'a>(&self, workers: &'a [Part]) -> &'a [Part] {
        if matches!(self.method(), Some(Method::OneWorker)) { &workers[..1] } else { workers }
    }

    pub(super) fn site(&self, api: Part) -> SocketAddr {
        local(if api == Part::SecondApi { self.more.site } else { self.ports.site })
    }

    pub(super) fn ops(&self, part: Part) -> SocketAddr {
        let (first, more) = (&self.ports, &self.more);
        local([first.api_ops, more.api_ops, first.worker_ops, more.worker_ops, more.inbox][part as usize])
    }

    /// The log of a process since its start.
    pub(super) fn log(&self, name: &str) -> Result<String> {
        let path = self.stack.logs().join(format!("{name}.log"));
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Renames a log, which a new process of the same name would overwrite.
    fn keep_log(&mut self, name: &str) -> Result<()> {
        let path = self.stack.logs().join(format!("{name}.log"));
        if path.exists() {
            let kept = self.stack.logs().join(format!("{name}.{}.log", self.kept_logs));
            self.kept_logs += 1;
            std::fs::rename(&path, &kept)?;
            self.leak_scan.log_renamed(&path, kept);
        }
        Ok(())
    }

    /// The superuser's password, for another server.
    pub(super) fn admin_password(&self) -> &str {
        &self.secrets.admin_password
    }

    /// Scans the tables of this scenario now, because its server ends with it.
    pub(super) fn scan_tables(&mut self) -> Result<()> {
        match self.probe.take() {
            Some(mut probe) => self.leak_scan.tables(&mut probe),
            None => Ok(()),
        }
    }

    /// Scans logs and tables of the last scenario, whose processes have ended.
    pub(super) fn scan_for_leaks(&mut self) -> Result<Leaks> {
        self.leak_scan.logs(&self.stack.logs())?;
        self.scan_tables()?;
        Ok(self.leak_scan.take())
    }

    /// Stops everything and removes the database.
    pub(super) fn clear(&mut self) -> Result<()> {
        self.stack.remove()
    }
}

fn local(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}
