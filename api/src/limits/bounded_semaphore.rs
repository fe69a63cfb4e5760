//! A semaphore with a bounded wait list.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

#[derive(Clone, Debug)]
pub(crate) struct BoundedSemaphore {
    wait_list: Arc<Semaphore>,
    permits: Arc<Semaphore>,
}

/// Released when dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    _permit: OwnedSemaphorePermit,
    _waiting: OwnedSemaphorePermit,
}

impl BoundedSemaphore {
    /// `waiting` includes the holders of permits.
    pub(crate) fn new(at_a_time: usize, waiting: usize) -> Self {
        Self { wait_list: Arc::new(Semaphore::new(waiting)), permits: Arc::new(Semaphore::new(at_a_time)) }
    }

    /// Waits in the order of arrival. `None` if the wait list is full.
    pub(crate) async fn acquire(&self) -> Option<Permit> {
        let waiting = Arc::clone(&self.wait_list).try_acquire_owned().ok()?;
        let permit = Arc::clone(&self.permits).acquire_owned().await.ok()?;
        Some(Permit { _permit: permit, _waiting: waiting })
    }
}
