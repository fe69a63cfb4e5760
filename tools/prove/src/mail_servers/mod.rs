//! Postfix, which sends by LMTP with its queue and its retries, and Dovecot, which holds a mailbox: the Debian packages, on
//! loopback, each in a separate folder.

mod dovecot;
mod postfix;
mod sender;

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::installed;

pub(super) use self::dovecot::Dovecot;
pub(super) use self::postfix::Postfix;
pub(super) use self::sender::Sender;

const INSTALL: &str = "apt-get install --no-install-recommends postfix dovecot-imapd dovecot-lmtpd";

/// The programs of the packages, or a sentence with the command that installs them.
#[derive(Debug)]
pub(super) struct Packages {
    postfix: PathBuf,
    dovecot: PathBuf,
}

impl Packages {
    pub(super) fn find() -> Result<Self> {
        ensure!(rustix::process::geteuid().is_root(), "Postfix starts as root only");
        let found = |name| installed::find(name, INSTALL);
        ensure!(fs::exists("/usr/lib/dovecot/imap")?, "Dovecot's IMAP server is missing: {INSTALL}");
        ensure!(fs::exists("/usr/lib/dovecot/lmtp")?, "Dovecot's LMTP server is missing: {INSTALL}");
        Ok(Self { postfix: found("postfix")?, dovecot: found("dovecot")? })
    }
}

/// A folder that other users may enter.
fn folder(name: &str) -> Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("firnwall-prove-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    devstack::repo::make_passable(&folder)?;
    Ok(folder)
}
