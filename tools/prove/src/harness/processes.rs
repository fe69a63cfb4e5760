//! Starting, killing and stopping the processes of the product and the database server.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use rustix::process::Signal;

use super::{Harness, Part, Setup};
use crate::fault_injection::Method;
use crate::pgbouncer;
use devstack::service::Stop;
use devstack::{process, signals};

impl Harness {
    /// Starts processes and waits until they are ready.
    pub(crate) fn start(&mut self, setup: &Setup, parts: &[Part]) -> Result<()> {
        for part in parts {
            let mut command = self.stack.command(self.program(*part)?, &setup.settings);
            if part.is_api() {
                command.env("API_LISTEN", self.site(*part).to_string());
                command.env("PUBLIC_URL", format!("http://{}", setup.proxy.unwrap_or(self.site(*part))));
                command.env("API_OPS_LISTEN", self.ops(*part).to_string());
            } else {
                command.arg("run").env("WORKER_OPS_LISTEN", self.ops(*part).to_string());
            }
            self.launch(part.name(), command, Stop::GRACEFUL)?;
        }
        parts.iter().try_for_each(|part| self.await_ready(*part))
    }

    /// Starts a process. The log of an earlier process of this name is kept.
    pub(crate) fn launch(&mut self, name: &'static str, command: Command, stop: Stop) -> Result<()> {
        self.keep_log(name)?;
        self.stack.start(name, command, stop)
    }

    pub(crate) fn await_ready(&mut self, part: Part) -> Result<()> {
        self.stack.wait_for_ok(part.name(), &format!("http://{}/readyz", self.ops(part)))
    }

    /// Kills a process and restarts it, as a supervisor does.
    pub(crate) fn crash(&mut self, name: &'static str) -> Result<()> {
        process::signal_group(self.stack.service(name)?.pid(), Signal::KILL);
        self.await_end(name, Duration::from_secs(5))?;
        self.stack.restart(name)
    }

    /// Stops a process with SIGTERM and restarts it. Returns when the signal was sent, and how long the stop took.
    pub(crate) fn cycle(&mut self, part: Part) -> Result<(Instant, Duration)> {
        let name = part.name();
        self.leak_scan.metrics(name, self.ops(part))?;
        let began = Instant::now();
        let is_killed = matches!(self.method(), Some(Method::KillInsteadOfTerm));
        process::signal(self.stack.service(name)?.pid(), if is_killed { Signal::KILL } else { Signal::TERM });
        self.await_end(name, Duration::from_mins(1))?;
        let took = began.elapsed();
        self.stack.restart(name)?;
        Ok((began, took))
    }

    pub(crate) fn await_end(&mut self, name: &str, limit: Duration) -> Result<()> {
        let service = self.stack.service(name)?;
        let ended = signals::wait_until(limit, || Ok(service.ended()?.is_some()))?;
        if ended { Ok(()) } else { bail!("{name} does not end within {} s", limit.as_secs()) }
    }

    /// Kills the database server. Returns when it accepts connections again.
    pub(crate) fn crash_postgres(&mut self, down: Duration) -> Result<Instant> {
        let pid = self.stack.service("postgres")?.pid();
        process::signal(pid, Signal::KILL);
        self.await_end("postgres", Duration::from_secs(5))?;
        std::thread::sleep(down);
        let limit = Instant::now() + Duration::from_secs(30);
        while Instant::now() < limit {
            // The start fails while orphaned backends still hold the shared memory.
            self.stack.restart("postgres")?;
            let is_decided = signals::wait_until(Duration::from_secs(20), || {
                Ok(self.stack.is_postgres_ready() || self.stack.service("postgres")?.ended()?.is_some())
            })?;
            if is_decided && self.stack.is_postgres_ready() {
                return Ok(Instant::now());
            }
        }
        bail!("Postgres does not come back")
    }

    pub(crate) fn stop(&mut self, parts: &[Part]) -> Result<()> {
        for part in parts {
            self.leak_scan.metrics(part.name(), self.ops(*part))?;
            self.stack.stop_service(part.name())?;
        }
        Ok(())
    }

    /// Stops the processes of a scenario that ended with an error.
    pub(crate) fn stop_all(&mut self) {
        let parts = [Part::Api, Part::SecondApi, Part::Worker, Part::SecondWorker, Part::ThirdWorker];
        for name in parts.map(Part::name).into_iter().chain([pgbouncer::NAME]) {
            // Most do not run.
            let _ = self.stack.stop_service(name);
        }
    }

    /// How many of these have ended unexpectedly.
    pub(crate) fn dead(&mut self, parts: &[Part]) -> Result<usize> {
        let mut dead = 0;
        for part in parts {
            dead += usize::from(self.stack.service(part.name())?.ended()?.is_some());
        }
        Ok(dead)
    }
}
