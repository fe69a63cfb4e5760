//! What many want at once and few can have: so many at a time, and so many may wait.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

#[derive(Clone, Debug)]
pub(crate) struct Queue {
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
}

/// It is the holder's turn until this is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    _turn: OwnedSemaphorePermit,
    _place: OwnedSemaphorePermit,
}

impl Queue {
    /// `waiting` counts those whose turn it is, too.
    pub(crate) fn new(at_a_time: usize, waiting: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(waiting)), turns: Arc::new(Semaphore::new(at_a_time)) }
    }

    /// Waits in the order of arrival; nothing if too many wait already.
    pub(crate) async fn turn(&self) -> Option<Turn> {
        let place = Arc::clone(&self.places).try_acquire_owned().ok()?;
        let turn = Arc::clone(&self.turns).acquire_owned().await.ok()?;
        Some(Turn { _turn: turn, _place: place })
    }
}
