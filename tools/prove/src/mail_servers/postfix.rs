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
const STOP: Stop = Stop { signal: Signal::TERM, timeout: std::time::Duration::from_secs(10) };

#[derive(Debug)]
pub(crate) struct Postfix {
    program: PathBuf,
    folder: PathBuf,
    pub(crate) address: SocketAddr,
}

/// What its log says of the mails.
#[derive(Debug, Default)]
pub(crate) struct PostfixLog {
    /// Mails that it handed over.
    pub(crate) delivered: usize,
    /// Mails that it gave back to their sender.
    pub(crate) bounced: usize,
    /// Attempts that it repeats.
    pub(crate) deferred: usize,
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
        let (uid, gid) = user("postfix")?;
        chown(&data, Some(uid), Some(gid))?;
        let postfix = Self { program: program.to_owned(), folder, address: (Ipv4Addr::LOCALHOST, port).into() };
        postfix.write_settings(settings)?;
        fs::write(etc.join("master.cf"), services(port))?;
        let mut command = Command::new(program);
        command.arg("-c").arg(&etc).arg("start-fg");
        harness.launch_with(NAME, command, STOP)?;
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

    /// Whether its master has given up starting a server process for a minute.
    pub(crate) fn is_throttled(&self) -> Result<bool> {
        Ok(fs::read_to_string(self.log_path())?.contains("smtpd: bad command startup -- throttling"))
    }

    pub(crate) fn log(&self) -> Result<PostfixLog> {
        let text = fs::read_to_string(self.log_path())?;
        let mut log = PostfixLog::default();
        for line in text.lines().filter(|line| line.contains("/lmtp[") && line.contains(" status=")) {
            let count = if line.contains(" status=sent ") {
                &mut log.delivered
            } else if line.contains(" status=deferred ") {
                &mut log.deferred
            } else {
                &mut log.bounced
            };
            *count += 1;
        }
        Ok(log)
    }

    pub(crate) fn stop(self, harness: &mut Harness) -> Result<()> {
        harness.stack.stop_service(NAME)?;
        fs::remove_dir_all(self.folder)?;
        Ok(())
    }
}

fn services(port: u16) -> String {
    let rows = [
        format!("127.0.0.1:{port} inet n - n - - smtpd"),
        "pickup unix n - n 60 1 pickup".into(),
        "cleanup unix n - n - 0 cleanup".into(),
        "qmgr unix n - n 300 1 qmgr".into(),
        "rewrite unix - - n - - trivial-rewrite".into(),
        "bounce unix - - n - 0 bounce".into(),
        "defer unix - - n - 0 bounce".into(),
        "trace unix - - n - 0 bounce".into(),
        "verify unix - - n - 1 verify".into(),
        "flush unix n - n 1000? 0 flush".into(),
        "proxymap unix - - n - - proxymap".into(),
        "smtp unix - - n - - smtp".into(),
        "showq unix n - n - - showq".into(),
        "error unix - - n - - error".into(),
        "retry unix - - n - - error".into(),
        "discard unix - - n - - discard".into(),
        "lmtp unix - - n - 8 lmtp".into(),
        "anvil unix - - n - 1 anvil".into(),
        "scache unix - - n - 1 scache".into(),
        "postlog unix-dgram n - n - 1 postlogd".into(),
    ];
    rows.join("\n") + "\n"
}

fn user(name: &str) -> Result<(u32, u32)> {
    let users = fs::read_to_string("/etc/passwd")?;
    let line = users.lines().find(|line| line.starts_with(&format!("{name}:")));
    let mut fields = line.with_context(|| format!("there is no user {name}"))?.split(':').skip(2);
    let mut number = || fields.next().and_then(|field| field.parse().ok()).context("not a line of /etc/passwd");
    Ok((number()?, number()?))
}
