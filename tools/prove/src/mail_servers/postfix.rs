//! Postfix on loopback, with the lines of `main.cf` that a scenario adds: between a sender and the worker's LMTP listener, or as
//! the worker's relay.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use rustix::process::Signal;

use super::folder;
use crate::harness::Harness;
use crate::installed;
use devstack::service::Stop;
use devstack::{process, signals};

const NAME: &str = "postfix";
const SERVICES: &str = include_str!("master.cf");
const STOP: Stop = Stop { signal: Signal::TERM, timeout: std::time::Duration::from_secs(10) };

#[derive(Debug)]
pub(crate) struct Postfix {
    program: PathBuf,
    folder: PathBuf,
    pub(crate) address: SocketAddr,
}

impl Postfix {
    /// The program, or a sentence with the command that installs it.
    pub(crate) fn find(install: &str) -> Result<PathBuf> {
        let is_root = rustix::process::geteuid().is_root();
        installed::require(is_root, "the right to start Postfix", "run this scenario as root")?;
        Ok(installed::find(NAME, install)?)
    }

    pub(crate) fn start(harness: &mut Harness, program: &Path, port: u16, settings: &str) -> Result<Self> {
        let folder = folder(NAME)?;
        let (etc, data) = (folder.join("etc"), folder.join("data"));
        for folder in [&etc, &data, &folder.join("queue")] {
            devstack::repo::make_passable(folder)?;
        }
        let (uid, gid) = process::ids_of(NAME).context("there is no user postfix")?;
        chown(&data, Some(uid), Some(gid))?;
        let postfix = Self { program: program.to_owned(), folder, address: (Ipv4Addr::LOCALHOST, port).into() };
        postfix.write_settings(settings)?;
        fs::write(etc.join("master.cf"), SERVICES.replace("PORT", &port.to_string()))?;
        let mut command = Command::new(program);
        command.arg("-c").arg(&etc).arg("start-fg");
        harness.launch(NAME, command, STOP)?;
        let is_up = signals::wait_until(std::time::Duration::from_secs(30), || {
            Ok(std::net::TcpStream::connect(postfix.address).is_ok())
        })?;
        ensure!(is_up, "Postfix does not listen; its log is {}", postfix.log_path().display());
        Ok(postfix)
    }

    /// Replaces the scenario's lines, as an operator does: edit, `postfix reload`.
    pub(crate) fn reload(&self, settings: &str) -> Result<()> {
        self.write_settings(settings)?;
        process::run(Command::new(&self.program).arg("-c").arg(self.folder.join("etc")).arg("reload"))
    }

    /// Whole or not at all: a server process that reads half a file ends, and the master starts no other one for a minute
    /// (`service_throttle_time`), also after a reload. The port accepts connections meanwhile, and nobody greets.
    fn write_settings(&self, settings: &str) -> Result<()> {
        let at = self.folder.display();
        let main = format!(
            "compatibility_level = 3.6\nqueue_directory = {at}/queue\ndata_directory = {at}/data\n\
             maillog_file = {at}/log\nmaillog_file_prefixes = {at}\ninet_interfaces = 127.0.0.1\ninet_protocols = ipv4\n\
             mydestination =\nalias_maps =\nalias_database =\n{settings}"
        );
        let written = self.folder.join("etc/main.cf.new");
        fs::write(&written, main)?;
        fs::rename(written, self.folder.join("etc/main.cf"))?;
        Ok(())
    }

    fn log_path(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// How often it refused a client in this phase (CONNECT, MAIL, RCPT) with a reply that begins so.
    pub(crate) fn refusals(&self, phase: &str, reply: &str) -> Result<usize> {
        let text = fs::read_to_string(self.log_path())?;
        let is_one = |line: &&str| {
            let refused = line.split_once(&format!("reject: {phase} from ")).map(|(_, rest)| rest);
            refused.and_then(|rest| rest.split_once("]: ")).is_some_and(|(_, text)| text.starts_with(reply))
        };
        Ok(text.lines().filter(is_one).count())
    }

    /// Attempts to hand a mail over by LMTP, with this status: `sent`, `deferred`, or empty for all.
    pub(crate) fn attempts(&self, status: &str) -> Result<usize> {
        let (text, status) = (fs::read_to_string(self.log_path())?, format!(" status={status}"));
        Ok(text.lines().filter(|line| line.contains("/lmtp[") && line.contains(&status)).count())
    }

    pub(crate) fn stop(self, harness: &mut Harness) -> Result<()> {
        harness.stack.stop_service(NAME)?;
        fs::remove_dir_all(self.folder)?;
        Ok(())
    }
}
