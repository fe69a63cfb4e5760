//! Watches how long anything waits for a lock on a table of intake. Its load writes a hundred times a second, so a lock
//! that blocks it for longer than that is waited for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Result, anyhow};

use testkit::database_probe::DatabaseProbe;
use testkit::statistics::float;

const INTERVAL: Duration = Duration::from_millis(20);
const LONGEST_WAIT_MS: &str = "\
    SELECT coalesce(max(1000 * extract(epoch FROM clock_timestamp() - waitstart)), 0)::bigint FROM pg_locks \
    WHERE NOT granted AND mode LIKE 'Row%' AND relation IN ( \
        SELECT 'inquiry'::regclass UNION SELECT 'outbox'::regclass UNION SELECT 'apalis.jobs'::regclass \
        UNION SELECT relid FROM pg_partition_tree('inquiry_content'))";

#[derive(Debug)]
pub(super) struct LockWatch {
    stopped: Arc<AtomicBool>,
    thread: JoinHandle<Result<i64>>,
}

impl LockWatch {
    pub(super) fn start(mut probe: DatabaseProbe) -> Self {
        let stopped = Arc::<AtomicBool>::default();
        let is_stopped = Arc::clone(&stopped);
        let thread = thread::spawn(move || {
            let mut longest = 0;
            while !is_stopped.load(Ordering::Relaxed) {
                longest = longest.max(probe.number(LONGEST_WAIT_MS)?);
                thread::sleep(INTERVAL);
            }
            Ok(longest)
        });
        Self { stopped, thread }
    }

    /// The longest wait in ms, as seen every 20 ms.
    pub(super) fn stop(self) -> Result<f64> {
        self.stopped.store(true, Ordering::Relaxed);
        let longest = self.thread.join().map_err(|_| anyhow!("the watch of locks panicked"))??;
        Ok(float(usize::try_from(longest)?))
    }
}
