//! Dovecot with one mailbox, unprivileged. Mails for any address arrive in it by LMTP.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, ensure};
use rustix::process::Signal;

use super::folder;
use crate::harness::Harness;
use crate::installed;
use devstack::service::Stop;
use devstack::{process, signals};

const NAME: &str = "dovecot";
const STOP: Stop = Stop { signal: Signal::TERM, timeout: Duration::from_secs(10) };
/// The user and the group that own nothing.
const UNPRIVILEGED: [&str; 4] = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"];

#[derive(Debug)]
pub(crate) struct Dovecot {
    folder: PathBuf,
    pub(crate) lmtp: SocketAddr,
    pub(crate) imap: SocketAddr,
}

impl Dovecot {
    /// The program, or a sentence with the command that installs what is missing.
    pub(crate) fn find(install: &str) -> Result<PathBuf> {
        for server in ["imap", "lmtp"] {
            let is_there = fs::exists(Path::new("/usr/lib/dovecot").join(server))?;
            installed::require(is_there, &format!("Dovecot's {server} server"), install)?;
        }
        Ok(installed::find(NAME, install)?)
    }

    pub(crate) fn start(harness: &mut Harness, program: &Path, lmtp: u16, imap: u16) -> Result<Self> {
        let folder = folder(NAME)?;
        fs::write(folder.join("dovecot.conf"), settings(&folder, lmtp, imap))?;
        process::run(Command::new("chown").args(["-R", "nobody:nogroup"]).arg(&folder))?;
        let mut command = Command::new(UNPRIVILEGED[0]);
        command.args(&UNPRIVILEGED[1..]).arg(program).arg("-F").arg("-c").arg(folder.join("dovecot.conf"));
        harness.launch(NAME, command, STOP)?;
        let at = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let dovecot = Self { folder, lmtp: at(lmtp), imap: at(imap) };
        dovecot.await_port()?;
        Ok(dovecot)
    }

    fn await_port(&self) -> Result<()> {
        let is_up = signals::wait_until(Duration::from_secs(30), || Ok(TcpStream::connect(self.imap).is_ok()))?;
        ensure!(is_up, "Dovecot does not listen; its log is {}", self.folder.join("log").display());
        Ok(())
    }

    /// Gives the folder another UIDVALIDITY, as a restore of the server does: its lists of numbers are gone.
    pub(crate) fn renumber(&self, harness: &mut Harness) -> Result<()> {
        process::signal(harness.stack.service(NAME)?.pid(), Signal::TERM);
        harness.await_end(NAME, Duration::from_secs(20))?;
        for entry in fs::read_dir(self.folder.join("mail"))? {
            let path = entry?.path();
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("dovecot")) {
                fs::remove_file(path)?;
            }
        }
        // UIDVALIDITY is the second of its making.
        std::thread::sleep(Duration::from_millis(1100));
        harness.stack.restart(NAME)?;
        self.await_port()
    }

    /// Mails in the folder.
    pub(crate) fn inbox(&self) -> usize {
        let count = |name: &str| fs::read_dir(self.folder.join("mail").join(name)).map_or(0, Iterator::count);
        count("new") + count("cur")
    }

    pub(crate) fn stop(self, harness: &mut Harness) -> Result<()> {
        harness.stack.stop_service(NAME)?;
        fs::remove_dir_all(self.folder)?;
        Ok(())
    }
}

fn settings(folder: &Path, lmtp: u16, imap: u16) -> String {
    let at = folder.display();
    format!(
        "base_dir = {at}/run\nstate_dir = {at}/state\nlog_path = {at}/log\nprotocols = imap lmtp\nlisten = 127.0.0.1\n\
         ssl = no\ndisable_plaintext_auth = no\ndefault_internal_user = nobody\ndefault_login_user = nobody\n\
         default_internal_group = nogroup\nmail_location = maildir:{at}/mail\nmail_uid = nobody\nmail_gid = nogroup\n\
         first_valid_uid = 1\nfirst_valid_gid = 1\nmail_fsync = always\nauth_username_format = %n\n\
         service imap-login {{\n chroot =\n inet_listener imap {{\n port = {imap}\n }}\n inet_listener imaps {{\n port = 0\n }}\n}}\n\
         service lmtp {{\n inet_listener lmtp {{\n address = 127.0.0.1\n port = {lmtp}\n }}\n}}\n\
         service anvil {{\n chroot =\n}}\nservice stats {{\n chroot =\n}}\n\
         passdb {{\n driver = static\n args = password=word\n}}\n\
         userdb {{\n driver = static\n args = uid=nobody gid=nogroup home={at}/home\n}}\n"
    )
}
