//! The limit on open files: every connection needs a descriptor.

use anyhow::{Context, ensure};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::http::{self, MAX_REFUSALS};

/// Standard streams, listeners, the runtime, connections to Postgres, and a margin.
const OTHERS: usize = 128;

/// Raises the soft limit to what the limits on connections need. An error if the hard limit is below that.
pub(crate) fn raise_limit(listeners: &[&http::Limits]) -> anyhow::Result<()> {
    let needed = u64::try_from(listeners.iter().map(|limits| descriptors(limits)).sum::<usize>() + OTHERS)?;
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_none_or(|soft| soft >= needed) {
        return Ok(());
    }
    ensure!(
        limit.maximum.is_none_or(|hard| hard >= needed),
        "the limit on open files (RLIMIT_NOFILE, `ulimit -Hn`) is {}, and {needed} are needed. Raise it: LimitNOFILE of \
         systemd, `ulimits: nofile` of Compose",
        limit.maximum.unwrap_or_default(),
    );
    setrlimit(Resource::Nofile, Rlimit { current: Some(needed), ..limit })
        .context("the limit on open files cannot be raised")
}

/// Each connection has a socket, and may hold another to the bot check's service.
fn descriptors(limits: &http::Limits) -> usize {
    // At most: fault injection lifts the limit on connections.
    limits.max_connections.min(2048) * 2 + MAX_REFUSALS
}
