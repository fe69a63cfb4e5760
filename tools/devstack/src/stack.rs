//! The processes of one run: started in order, supervised, stopped in reverse order.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::build::Programs;
use crate::command_line::say;
use crate::env_file::Pair;
use crate::ports::Ports;
use crate::postgres::{Binaries, Cluster, Durability};
use crate::run_record::RunRecord;
use crate::service::{Service, Stop, tail};
use crate::settings::{Secrets, value};
use crate::{http, process, repo, signals};

/// How long a dead service stays down before it is started again.
const RESTART_DELAY: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct Stack {
    folder: PathBuf,
    record: RunRecord,
    services: Vec<Service>,
    cluster: Option<Cluster>,
}

impl Stack {
    /// `folder` contains logs, the mails of the inbox and the run record.
    pub fn new(folder: &Path, site: &str) -> Result<Self> {
        Ok(Self {
            folder: folder.to_owned(),
            record: RunRecord::begin(folder, site)?,
            services: Vec::new(),
            cluster: None,
        })
    }

    /// With a new Postgres in `folder`, and secrets for it.
    pub fn with_postgres(folder: &Path, site: &str, ports: Ports, durability: Durability) -> Result<(Self, Secrets)> {
        repo::make_passable(folder)?;
        let cluster = Cluster::at(folder, Binaries::find()?, ports.postgres, durability)?;
        let secrets = Secrets::from_earlier(&[], false);
        let mut stack = Self::new(folder, site)?;
        stack.start_postgres(cluster, &secrets.admin_password)?;
        Ok((stack, secrets))
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn logs(&self) -> PathBuf {
        self.folder.join("logs")
    }

    pub fn start(&mut self, name: &'static str, command: Command, stop: Stop) -> Result<()> {
        let service = Service::start(name, command, &self.logs(), stop)?;
        self.record.add(name, service.pid())?;
        self.services.push(service);
        Ok(())
    }

    /// Creates the data folder if need be and starts the server.
    pub fn start_postgres(&mut self, cluster: Cluster, password: &str) -> Result<()> {
        cluster.prepare(password)?;
        self.start("postgres", cluster.server(), Stop::POSTGRES)?;
        let ready = || Ok(cluster.is_ready());
        self.wait_for("postgres", Duration::from_mins(1), ready)?;
        self.cluster = Some(cluster);
        Ok(())
    }

    /// Runs the migration.
    pub fn migrate(&self, programs: &Programs, settings: &[Pair]) -> Result<()> {
        let log = self.logs().join("migration.log");
        fs::create_dir_all(self.logs())?;
        let file = fs::File::create(&log)?;
        let mut command = self.command(programs.path("migration")?, settings);
        command.stdout(file.try_clone()?).stderr(file);
        let status = process::status(&mut command)?;
        if !status.success() {
            bail!("the migration failed ({status}):\n{}", tail(&log, 20));
        }
        Ok(())
    }

    /// The local mail inbox: SMTP in, a web page and a JSON API out; answers to our addresses go by LMTP.
    pub fn start_inbox(&mut self, ports: Ports, settings: &[Pair]) -> Result<()> {
        let mails = self.folder.join("inbox");
        repo::make(&mails, 0o700)?;
        let mut command = Command::new("node");
        command
            .arg(repo::root().join("tools/devstack/inbox/server.mjs"))
            .args([ports.smtp.to_string(), ports.inbox.to_string()])
            .arg(mails);
        if let Some(base) = value(settings, "REPLY_ADDRESS") {
            command.args([&ports.lmtp.to_string(), base]);
            let public = value(settings, "MAIL_REPLY_TO").filter(|_| value(settings, "INTAKE_NEW") == Some("on"));
            command.args(public);
        }
        self.start("inbox", command, Stop::GRACEFUL)?;
        self.wait_for_ok("inbox", &format!("http://127.0.0.1:{}/healthz", ports.inbox))
    }

    /// Starts the worker and waits until it is ready.
    pub fn start_worker(&mut self, programs: &Programs, settings: &[Pair], ports: Ports) -> Result<()> {
        let mut worker = self.command(programs.path("worker")?, settings);
        worker.arg("run");
        self.start("worker", worker, Stop::GRACEFUL)?;
        self.wait_for_ok("worker", &format!("http://127.0.0.1:{}/readyz", ports.worker_ops))
    }

    /// Starts the api and waits until it is ready.
    pub fn start_api(&mut self, programs: &Programs, settings: &[Pair], ports: Ports) -> Result<()> {
        let api = self.command(programs.path("api")?, settings);
        self.start("api", api, Stop::GRACEFUL)?;
        self.wait_for_ok("api", &format!("http://127.0.0.1:{}/readyz", ports.api_ops))
    }

    /// A program of the product. Its working folder is that of the run, so that it does not read a `.env` in the
    /// checkout, perhaps with a real mail relay.
    pub fn command(&self, program: &Path, settings: &[Pair]) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder);
        for (name, value) in settings {
            // The caller's environment may name a file, and the product refuses a secret that is set twice.
            command.env(name, value).env_remove(format!("{name}_FILE"));
        }
        command
    }

    /// Waits until a GET of this service's answers 200.
    pub fn wait_for_ok(&mut self, name: &str, url: &str) -> Result<()> {
        self.wait_for(name, Duration::from_mins(1), || Ok(http::status_of(url) == Some(200)))
    }

    fn wait_for(&mut self, name: &str, limit: Duration, mut ready: impl FnMut() -> Result<bool>) -> Result<()> {
        let is_ready = signals::wait_until(limit, || {
            self.fail_on_death()?;
            ready()
        })?;
        if !is_ready {
            let log = self.logs().join(format!("{name}.log"));
            bail!("{name} is not ready after {} s; the end of its log:\n{}", limit.as_secs(), tail(&log, 20));
        }
        Ok(())
    }

    /// During the start, the end of any service is an error.
    fn fail_on_death(&mut self) -> Result<()> {
        for service in &mut self.services {
            if let Some(status) = service.ended()? {
                bail!("{}", service.obituary(status));
            }
        }
        Ok(())
    }

    /// Runs until a signal arrives. A service that ends is started again, with its reason and the end of its log shown; one
    /// that keeps ending ends the run.
    pub fn supervise(&mut self) -> Result<()> {
        while signals::count() == 0 {
            for index in 0..self.services.len() {
                self.revive_if_dead(index)?;
            }
            thread::sleep(Duration::from_millis(100));
        }
        Ok(())
    }

    fn revive_if_dead(&mut self, index: usize) -> Result<()> {
        let service = &mut self.services[index];
        let Some(status) = service.ended()? else { return Ok(()) };
        let (name, obituary) = (service.name, service.obituary(status));
        if service.keeps_ending() {
            bail!("{obituary}\n{name} has ended {} times within a minute", Service::MOST_ENDS);
        }
        say(&obituary);
        // An interrupt ends the wait, and then the run.
        if signals::wait_until(RESTART_DELAY, || Ok(false)).is_ok() {
            self.restart(name)?;
            say(&format!("{name} started again"));
        }
        Ok(())
    }

    /// Resident memory of a service in bytes, if the system shows it.
    pub fn resident_bytes(&self, name: &str) -> Option<u64> {
        let service = self.services.iter().find(|service| service.name == name)?;
        process::resident_bytes(service.pid())
    }

    /// A running service.
    pub fn service(&mut self, name: &str) -> Result<&mut Service> {
        let mut services = self.services.iter_mut();
        services.find(|service| service.name == name).with_context(|| format!("{name} is not running"))
    }

    /// Restarts a service whose process has ended.
    pub fn restart(&mut self, name: &'static str) -> Result<()> {
        if name == "postgres"
            && let Some(cluster) = &self.cluster
        {
            cluster.clear_stale_lock()?;
        }
        let service = self.service(name)?;
        service.restart()?;
        let pid = service.pid();
        // A full disk: only the next run misses it, to stop what a killed one has left.
        if let Err(error) = self.record.add(name, pid) {
            say(&format!("warning: {error:#}"));
        }
        Ok(())
    }

    /// Stops Postgres and starts it again, for settings that it reads at its start.
    pub fn restart_postgres(&mut self) -> Result<()> {
        self.service("postgres")?.stop();
        self.restart("postgres")?;
        let cluster = self.cluster.take().context("this Postgres is not ours")?;
        let ready = self.wait_for("postgres", Duration::from_mins(1), || Ok(cluster.is_ready()));
        self.cluster = Some(cluster);
        ready
    }

    /// Whether our Postgres accepts connections.
    pub fn is_postgres_ready(&self) -> bool {
        self.cluster.as_ref().is_some_and(Cluster::is_ready)
    }

    /// Stops one service for good.
    pub fn stop_service(&mut self, name: &str) -> Result<()> {
        let index = self
            .services
            .iter()
            .position(|service| service.name == name)
            .with_context(|| format!("{name} is not running"))?;
        self.services.remove(index).stop();
        Ok(())
    }

    /// Stops everything and removes the database.
    pub fn remove(&mut self) -> Result<()> {
        self.stop();
        Cluster::remove(&self.folder)
    }

    /// Stops all services in reverse order.
    pub fn stop(&mut self) {
        while let Some(mut service) = self.services.pop() {
            service.stop();
        }
        self.record.end();
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::Signal;

    /// A stack in `folder` with one service, which has ended.
    fn ended(folder: &Path, script: &str) -> Stack {
        let mut stack = Stack::new(folder, "").unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        stack.start("sample", command, Stop::GRACEFUL).unwrap();
        process::signal(stack.services[0].pid(), Signal::KILL);
        while stack.services[0].ended().unwrap().is_none() {
            thread::sleep(Duration::from_millis(5));
        }
        stack
    }

    #[test]
    fn a_service_that_was_killed_comes_back_even_if_its_record_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let mut stack = ended(folder.path(), "sleep 300");
        fs::create_dir(folder.path().join("run.part")).unwrap();
        stack.revive_if_dead(0).unwrap();
        let pid = stack.services[0].pid();
        assert!(stack.services[0].ended().unwrap().is_none() && process::identity(pid).is_some());
        stack.stop();
        assert_eq!(process::identity(pid), None);
    }

    #[test]
    fn a_service_that_keeps_ending_ends_the_run_with_its_log() {
        let folder = tempfile::tempdir().unwrap();
        let mut stack = ended(folder.path(), "echo no room left >&2; exit 3");
        let error = stack.supervise().unwrap_err().to_string();
        let (heading, rest) = error.split_once('\n').unwrap();
        assert!(heading.starts_with("sample ended (exit status: 3)") && heading.ends_with("sample.log:"), "{error}");
        assert!(rest.ends_with("    no room left\nsample has ended 3 times within a minute"), "{error}");
    }
}
