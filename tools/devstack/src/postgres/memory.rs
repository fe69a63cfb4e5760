//! The memory of this machine. A test database has 600 files, and a disk's file system needs longer to create and to remove
//! them than Postgres to run most tests; so its data is in memory where that has room.

use std::fs;

/// Linux' file system in memory.
pub(super) const ROOT: &str = "/dev/shm";
/// Bytes. The tests of all crates use 534 MB at a time.
const NEEDED: u64 = 2 << 30;

/// Not in most containers, whose `/dev/shm` has 64 MB, nor on other systems.
pub(super) fn has_room() -> bool {
    let free = rustix::fs::statvfs(ROOT).map_or(0, |system| system.f_bavail.saturating_mul(system.f_frsize));
    free >= NEEDED && bytes("MemAvailable").is_some_and(|available| available >= NEEDED)
}

/// Of a line as `MemAvailable:   22884512 kB` of `/proc/meminfo`, but no more than the container may use.
pub fn bytes(name: &str) -> Option<u64> {
    let info = fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    // Only a container has the file at this place; without a limit, it says "max".
    let limit = fs::read_to_string("/sys/fs/cgroup/memory.max").unwrap_or_default();
    Some(limit.trim().parse().unwrap_or(u64::MAX).min(kilobytes * 1024))
}
