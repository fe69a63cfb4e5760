//! Where scenarios take place: one real Postgres, the referee, and as many apis and workers as a
//! scenario wants, on ports and in folders of the run's own.

mod processes;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};

use super::referee::{Referee, Tls};
use super::sabotage::{Means, Sabotage};
use super::search::{Found, Search};
use devstack::build::{self, Profile, Programs};
use devstack::env_file::Pair;
use devstack::ports::Ports;
use devstack::postgres::{Binaries, Cluster, Durability};
use devstack::settings::{self, Secrets};
use devstack::stack::Stack;
use devstack::{repo, toolchain, web};
use testkit::observer::Observer;
use testkit::siteverify;

/// A process of the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Api,
    SecondApi,
    Worker,
    SecondWorker,
    ThirdWorker,
}

impl Part {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Api => "api",
            Self::SecondApi => "api-2",
            Self::Worker => "worker",
            Self::SecondWorker => "worker-2",
            Self::ThirdWorker => "worker-3",
        }
    }

    fn is_api(self) -> bool {
        matches!(self, Self::Api | Self::SecondApi)
    }
}

#[derive(Debug)]
pub(super) struct Arena {
    pub(super) stack: Stack,
    pub(super) referee: Referee,
    /// A second mail server, which offers STARTTLS.
    pub(super) secure_referee: Referee,
    pub(super) tls: Tls,
    pub(super) ports: Ports,
    /// For second and third processes.
    pub(super) more: Ports,
    /// What the next scenario has to do without.
    pub(super) sabotage: Option<Sabotage>,
    /// How talkative the processes are.
    pub(super) log_level: &'static str,
    /// A database each.
    scenes: usize,
    /// Of the scene that has not been searched yet.
    observer: Option<Observer>,
    search: Search,
    kept_logs: usize,
    programs: Arc<Programs>,
    secrets: Secrets,
    folder: PathBuf,
}

/// One scenario's database and settings.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) settings: Vec<Pair>,
    pub(super) observer: Observer,
}

impl Scene {
    pub(super) fn setting(&self, name: &str) -> &str {
        settings::value(&self.settings, name).unwrap_or_default()
    }

    pub(super) fn set(&mut self, name: &str, value: &str) {
        settings::set(&mut self.settings, name, value);
    }
}

/// The site and the product's programs, in the profile of this program.
pub(super) fn build(with_failpoints: bool) -> Result<Arc<Programs>> {
    let profile = if cfg!(debug_assertions) { Profile::Dev } else { Profile::Release };
    toolchain::check_node()?;
    web::build(devstack::web::DEFAULT_PUBLIC_URL)?;
    Ok(Arc::new(if with_failpoints { build::product_with_failpoints()? } else { build::product(profile)? }))
}

impl Arena {
    /// In a folder of its own, beside which others may stand.
    pub(super) fn prepare(folder: &Path, programs: Arc<Programs>) -> Result<Self> {
        repo::make_passable(folder)?;
        let (ports, more) = two_rows()?;
        let secrets = Secrets::from_earlier(&[], false);
        let cluster = Cluster::at(folder, &purpose(folder), Binaries::find()?, ports.postgres, Durability::Real)?;
        let mut stack = Stack::new(folder, "")?;
        stack.start_postgres(cluster, &secrets.admin_password)?;
        let tls = Tls::new()?;
        let referee = Referee::start(ports.smtp, None)?;
        let secure_referee = Referee::start(more.smtp, Some(tls.clone()))?;
        siteverify::start(ports.inbox)?;
        let folder = folder.to_owned();
        Ok(Self {
            stack,
            referee,
            secure_referee,
            tls,
            ports,
            more,
            sabotage: None,
            log_level: "info",
            scenes: 0,
            observer: None,
            search: Search::default(),
            kept_logs: 0,
            programs,
            secrets,
            folder,
        })
    }

    /// A migrated database of its own. `overrides` replace settings by name.
    pub(super) fn scene(&mut self, name: &str, overrides: &[(&str, &str)]) -> Result<Scene> {
        self.referee.reset();
        self.secure_referee.reset();
        self.scenes += 1;
        self.secrets.database = format!("prove_{name}_{}", self.scenes);
        let site = format!("http://{}", self.site(Part::Api));
        let admin_url = self.secrets.admin_url(self.ports);
        let settings = settings::pairs(self.ports, &self.secrets, &admin_url, &site)?;
        let observer = Observer::new(&admin_url, &self.secrets.database)?;
        if let Some(mut earlier) = self.observer.replace(observer.clone()) {
            self.search.tables(&mut earlier)?;
        }
        let mut scene = Scene { settings, observer };
        let usual = [("RUST_LOG", self.log_level), ("LOG_FORMAT", "json"), ("RATE_LIMIT_PER_MINUTE", "1000000000")];
        for (name, value) in usual.iter().chain(overrides) {
            scene.set(name, value);
        }
        self.keep_log("migration")?;
        self.stack.migrate(&self.programs, &scene.settings)?;
        self.sabotage(&mut scene)?;
        Ok(scene)
    }

    fn means(&self) -> Option<Means> {
        self.sabotage.map(|sabotage| sabotage.means)
    }

    fn sabotage(&self, scene: &mut Scene) -> Result<()> {
        match self.means() {
            Some(Means::Sql(sql)) => scene.observer.run(sql),
            Some(Means::Setting(name, value)) => {
                scene.set(name, value);
                Ok(())
            }
            Some(Means::Failpoint(name)) => {
                scene.set("FAILPOINT", name);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Those of `workers` that take part.
    pub(super) fn available<'a>(&self, workers: &'a [Part]) -> &'a [Part] {
        if matches!(self.means(), Some(Means::OneWorker)) { &workers[..1] } else { workers }
    }

    /// What the mail server's address says of the channel to it.
    pub(super) fn channel(&self) -> &'static str {
        if matches!(self.means(), Some(Means::InClear)) { "" } else { "?tls=required" }
    }

    pub(super) fn site(&self, api: Part) -> SocketAddr {
        local(if api == Part::SecondApi { self.more.site } else { self.ports.site })
    }

    pub(super) fn ops(&self, part: Part) -> SocketAddr {
        local(match part {
            Part::Api => self.ports.api_ops,
            Part::SecondApi => self.more.api_ops,
            Part::Worker => self.ports.worker_ops,
            Part::SecondWorker => self.more.worker_ops,
            Part::ThirdWorker => self.more.inbox,
        })
    }

    /// What a process has written since its start.
    pub(super) fn log(&self, name: &str) -> Result<String> {
        let path = self.stack.logs().join(format!("{name}.log"));
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// A service that is started anew would overwrite what it wrote before.
    fn keep_log(&mut self, name: &str) -> Result<()> {
        let path = self.stack.logs().join(format!("{name}.log"));
        if path.exists() {
            let kept = self.stack.logs().join(format!("{name}.{}.log", self.kept_logs));
            self.kept_logs += 1;
            std::fs::rename(&path, &kept)?;
            self.search.log_renamed(&path, kept);
        }
        Ok(())
    }

    /// Searches what the last scenario has left for visitors' words, once its processes have ended. Logs that are new
    /// and clean may be too much to be kept for nothing.
    pub(super) fn search(&mut self, keeps_logs: bool) -> Result<Found> {
        self.search.logs(&self.stack.logs(), |name| !keeps_logs && name != "postgres.log")?;
        if let Some(mut observer) = self.observer.take() {
            self.search.tables(&mut observer)?;
        }
        Ok(self.search.take())
    }

    /// Stops everything and removes the database.
    pub(super) fn clear(&mut self) -> Result<()> {
        self.stack.stop();
        Cluster::remove(&self.folder, &purpose(&self.folder))
    }
}

fn local(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

/// The name of an arena's database folder, should it have to lie outside the checkout.
pub(super) fn purpose(folder: &Path) -> String {
    let tail: Vec<_> = folder.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
    tail.join("-")
}

/// Ports that no other arena of this process has.
fn two_rows() -> Result<(Ports, Ports)> {
    static GIVEN: Mutex<Vec<Ports>> = Mutex::new(Vec::new());
    let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut row = || -> Result<Ports> {
        loop {
            let ports = Ports::find_free()?;
            if given.iter().all(|other| other.site.abs_diff(ports.site) >= 6) {
                given.push(ports);
                return Ok(ports);
            }
        }
    };
    Ok((row()?, row()?))
}
