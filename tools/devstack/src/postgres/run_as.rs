//! Postgres refuses to run as root. Root runs it as `nobody`, who must be able to reach its programs and data.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{process, repo};

/// Where all users have folders, for a checkout that `nobody` cannot reach.
pub(super) const SHARED: &str = "/var/tmp";

/// The user that runs the server for root.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunAs {
    uid: u32,
    gid: u32,
}

impl RunAs {
    /// `None` for an ordinary user.
    pub(crate) fn needed() -> Result<Option<Self>> {
        if !rustix::process::geteuid().is_root() {
            return Ok(None);
        }
        let Some((uid, gid)) = process::ids_of("nobody") else {
            bail!("Postgres cannot run as root and there is no user `nobody`: run as an ordinary user");
        };
        if process::output_of("setpriv", &["--version"]).is_none() {
            bail!(
                "Postgres cannot run as root and `setpriv` (package util-linux) is missing: install it, or run as an ordinary user"
            );
        }
        Ok(Some(Self { uid, gid }))
    }

    /// A command that runs `program` as this user. setpriv execs it, so the pid is that of `program`.
    pub(crate) fn command(self, program: &Path) -> Command {
        let mut command = Command::new("setpriv");
        command
            .arg(format!("--reuid={}", self.uid))
            .arg(format!("--regid={}", self.gid))
            .arg("--clear-groups")
            .arg("--")
            .arg(program);
        command
    }

    pub(crate) fn can_execute(self, program: &Path) -> bool {
        self.can("-x", program)
    }

    fn can(self, what: &str, path: &Path) -> bool {
        let mut test = self.command(Path::new("test"));
        test.arg(what).arg(path).current_dir("/");
        process::status(&mut test).is_ok_and(|status| status.success())
    }

    /// Gives `folder` to this user. `false` if the user cannot traverse a folder above it.
    pub(crate) fn take_over(self, folder: &Path) -> Result<bool> {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        self.give(folder)?;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
        Ok(self.can("-w", folder))
    }

    pub(crate) fn give(self, path: &Path) -> Result<()> {
        chown(path, Some(self.uid), Some(self.gid))
            .with_context(|| format!("cannot give {} to the user nobody", path.display()))
    }
}

/// The checkout's folder in `root`, a folder that all users share.
pub(crate) fn outside(root: &str) -> PathBuf {
    Path::new(root).join(format!("firnwall-{}", repo::key()))
}

/// Creates [`outside`]. `root` is writable for all, so a folder of another user is refused.
pub(crate) fn make_outside(root: &str) -> Result<()> {
    let folder = outside(root);
    if let Err(error) = fs::create_dir(&folder)
        && error.kind() != std::io::ErrorKind::AlreadyExists
    {
        return Err(error).with_context(|| format!("cannot create {}", folder.display()));
    }
    let found = fs::symlink_metadata(&folder)?;
    if !found.is_dir() || found.uid() != rustix::process::geteuid().as_raw() {
        bail!("{} exists and is not ours: remove it", folder.display());
    }
    repo::make_passable(&folder)
}
