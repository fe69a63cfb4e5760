//! Whether the data of a test server fits into memory. A test database has 600 files, and a disk's file system needs longer
//! to create and to remove them than Postgres to run most tests.

use std::fs;

/// Linux' file system in memory.
pub(super) const ROOT: &str = "/dev/shm";
/// Bytes. The tests of all crates use 534 MB at a time.
const NEEDED: u64 = 2 << 30;

/// Only a container has it at this place.
const CONTAINER_LIMIT: &str = "/sys/fs/cgroup/memory.max";

/// Not in most containers, whose `/dev/shm` has 64 MB, nor on other systems.
pub(super) fn has_room() -> bool {
    let free = rustix::fs::statvfs(ROOT).map_or(0, |system| system.f_bavail.saturating_mul(system.f_frsize));
    let is_limited = fs::read_to_string(CONTAINER_LIMIT).is_ok_and(|text| limits(&text));
    free >= NEEDED && !is_limited && fs::read_to_string("/proc/meminfo").is_ok_and(|text| available(&text) >= NEEDED)
}

/// Of the text of `memory.max`: bytes, or "max".
fn limits(text: &str) -> bool {
    text.trim().parse::<u64>().is_ok_and(|limit| limit < NEEDED)
}

/// Bytes of the line `MemAvailable:   22884512 kB` of `/proc/meminfo`.
fn available(meminfo: &str) -> u64 {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes = line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0).saturating_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_available_memory() {
        let text = "MemTotal:       24684164 kB\nMemFree:          711812 kB\nMemAvailable:   22884512 kB\n";
        assert_eq!(available(text), 22_884_512 * 1024);
        assert_eq!(available("MemTotal: 24684164 kB\n"), 0);
    }

    #[test]
    fn a_small_container_has_no_room() {
        assert!(limits("1073741824\n"));
        assert!(!limits("8589934592\n") && !limits("max\n"));
    }
}
