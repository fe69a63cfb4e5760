//! The yardstick: what Postgres commits on this machine without us.

use std::time::{Duration, Instant};

use anyhow::Result;

use testkit::database_probe::DatabaseProbe;
use testkit::setup::Setup;
use testkit::statistics::float;
use testkit::threads::in_parallel;

/// Commits a second of so many clients, one row each, which in turn have these sizes.
pub(super) fn per_second(
    setup: &Setup,
    database: &str,
    clients: usize,
    sizes: &[usize],
    lasts: Duration,
) -> Result<f64> {
    let server = setup.setting("ADMIN_DATABASE_URL");
    let probe = || DatabaseProbe::new(server, database);
    let create = "CREATE TABLE stored (raw bytea); ALTER TABLE stored ALTER raw SET STORAGE EXTERNAL";
    probe()?.run(&format!("DROP TABLE IF EXISTS stored; {create}"))?;
    let start = Instant::now();
    let stored = in_parallel(clients, |client| {
        let mut probe = probe()?;
        let mut stored = 0;
        while start.elapsed() < lasts {
            let size = sizes[(stored * clients + client) % sizes.len()];
            probe.run(&format!("INSERT INTO stored SELECT decode(repeat('5a', {size}), 'hex')"))?;
            stored += 1;
        }
        Ok(stored)
    })?;
    Ok(float(stored.iter().sum()) / start.elapsed().as_secs_f64())
}
