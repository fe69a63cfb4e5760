//! Postfix, which sends and relays with its queue and its retries, with a policy service, and Dovecot, which holds a mailbox:
//! the Debian packages, on loopback, each in a separate folder.

mod dovecot;
mod policy;
mod postfix;

use std::fs;
use std::path::PathBuf;

use anyhow::Result;

pub(super) use self::dovecot::Dovecot;
pub(super) use self::policy::{Policy, Rule};
pub(super) use self::postfix::Postfix;

/// A folder that other users may enter.
fn folder(name: &str) -> Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("firnwall-prove-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    devstack::repo::make_passable(&folder)?;
    Ok(folder)
}
