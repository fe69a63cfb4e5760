//! Postfix between a sender and the worker's LMTP listener, with the lines of docs/mail-in.md.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::os::unix::fs::chown;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use rustix::process::Signal;

use super::{Packages, folder};
use crate::harness::Harness;
use devstack::service::Stop;
use devstack::signals;

const NAME: &str = "postfix";
const STOP: Stop = Stop { signal: Signal::TERM, timeout: std::time::Duration::from_secs(10) };

#[derive(Debug)]
pub(crate) struct Postfix {
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
    pub(crate) fn start(
        harness: &mut Harness,
        packages: &Packages,
        port: u16,
        domain: &str,
        lmtp: u16,
    ) -> Result<Self> {
        let folder = folder(NAME)?;
        let (etc, data) = (folder.join("etc"), folder.join("data"));
        for folder in [&etc, &data, &folder.join("queue")] {
            devstack::repo::make_passable(folder)?;
        }
        let (uid, gid) = user("postfix")?;
        chown(&data, Some(uid), Some(gid))?;
        let at = folder.display();
        // From `relay_domains` to `message_size_limit`: docs/mail-in.md. The short backoffs only save time.
        let main = format!(
            "compatibility_level = 3.6\nqueue_directory = {at}/queue\ndata_directory = {at}/data\n\
             maillog_file = {at}/log\nmaillog_file_prefixes = {at}\ninet_interfaces = 127.0.0.1\ninet_protocols = ipv4\n\
             mynetworks = 127.0.0.0/8\nmyhostname = sender.example\nmydestination =\nalias_maps =\nalias_database =\n\
             relay_domains = {domain}\ntransport_maps = inline:{{ {domain}=lmtp:inet:127.0.0.1:{lmtp} }}\n\
             relay_recipient_maps =\nlmtp_destination_recipient_limit = 1\nmessage_size_limit = 26214400\n\
             minimal_backoff_time = 1s\nmaximal_backoff_time = 2s\nqueue_run_delay = 1s\n\
             lmtp_destination_concurrency_failed_cohort_limit = 1000000\n"
        );
        fs::write(etc.join("main.cf"), main)?;
        fs::write(etc.join("master.cf"), services(port))?;
        let mut command = Command::new(&packages.postfix);
        command.arg("-c").arg(&etc).arg("start-fg");
        harness.launch_with(NAME, command, STOP)?;
        let address = (Ipv4Addr::LOCALHOST, port).into();
        let is_up = signals::wait_until(std::time::Duration::from_secs(30), || {
            Ok(std::net::TcpStream::connect(address).is_ok())
        })?;
        anyhow::ensure!(is_up, "Postfix does not listen; its log is {at}/log");
        Ok(Self { folder, address })
    }

    pub(crate) fn log(&self) -> Result<PostfixLog> {
        let text = fs::read_to_string(self.folder.join("log"))?;
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
