//! The free space of the database's disk. Postgres has no function for it, and the size of its database says nothing of its WAL
//! or of a neighbour: so the worker asks the file system, if it is the same machine's.

use std::path::Path;

use rustix::fs::statvfs;

/// Shares of the disk that are free.
pub(crate) const LITTLE: f64 = 0.2;
pub(crate) const HARDLY_ANY: f64 = 0.1;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Disk {
    pub(crate) free_bytes: u64,
    pub(crate) bytes: u64,
}

impl Disk {
    /// `None`: there is no such folder.
    pub(crate) fn of(folder: &Path) -> Option<Self> {
        let found = statvfs(folder).ok()?;
        Some(Self { free_bytes: found.f_bavail * found.f_frsize, bytes: found.f_blocks * found.f_frsize })
    }

    #[expect(clippy::cast_precision_loss, reason = "a share")]
    pub(crate) fn free(self) -> f64 {
        self.free_bytes as f64 / self.bytes.max(1) as f64
    }
}
