//! Group commit: callers that wait at the same time share one statement and one commit.

use std::{
    fmt,
    sync::{Mutex, PoisonError},
};

use tokio::sync::{Mutex as AsyncMutex, oneshot};

/// Runs one batch at a time. Callers that arrive meanwhile wait, and the first of them runs the next batch for all:
/// no timer, no task, and no delay for a single caller.
pub(super) struct Batcher<Q, A> {
    waiting: Mutex<Vec<(Q, oneshot::Sender<A>)>>,
    running: AsyncMutex<()>,
}

impl<Q, A> Default for Batcher<Q, A> {
    fn default() -> Self {
        Self { waiting: Mutex::default(), running: AsyncMutex::default() }
    }
}

impl<Q, A> fmt::Debug for Batcher<Q, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("batcher")
    }
}

impl<Q, A> Batcher<Q, A> {
    /// `run` returns the results in the order of the requests. `None` if the caller that ran the batch was dropped.
    pub(super) async fn submit(&self, request: Q, run: impl AsyncFnOnce(Vec<Q>) -> Vec<A>) -> Option<A> {
        let (sender, mut answer) = oneshot::channel();
        self.lock().push((request, sender));
        let guard = tokio::select! {
            biased;
            answered = &mut answer => return answered.ok(),
            guard = self.running.lock() => guard,
        };
        let waiting = std::mem::take(&mut *self.lock());
        let (requests, senders): (Vec<_>, Vec<_>) = waiting.into_iter().unzip();
        if !requests.is_empty() {
            for (sender, answer) in senders.into_iter().zip(run(requests).await) {
                // The caller may have been dropped.
                drop(sender.send(answer));
            }
        }
        drop(guard);
        answer.try_recv().ok()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(Q, oneshot::Sender<A>)>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::{task::yield_now, time::Duration};

    use super::*;

    /// Doubles each number and returns the size of the batch.
    async fn double(requests: Vec<u32>) -> Vec<(u32, usize)> {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let together = requests.len();
        requests.into_iter().map(|request| (request * 2, together)).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn callers_that_arrive_during_a_batch_share_the_next_one() {
        let batcher = Arc::new(Batcher::default());
        let mut callers = Vec::new();
        for number in 0..5 {
            let batcher = Arc::clone(&batcher);
            callers.push(tokio::spawn(async move { batcher.submit(number, double).await }));
            yield_now().await;
        }
        let mut answers = Vec::new();
        for caller in callers {
            answers.push(caller.await.unwrap().unwrap());
        }
        assert_eq!(answers, [(0, 1), (2, 4), (4, 4), (6, 4), (8, 4)]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_dropped_caller_fails_its_batch_and_no_later_one() {
        let batcher = Arc::new(Batcher::default());
        let part = Arc::clone(&batcher);
        let first = tokio::spawn(async move { part.submit(1, double).await });
        yield_now().await;
        // Runs the second batch and is aborted in it, with the requests of the others.
        let part = Arc::clone(&batcher);
        let second = tokio::spawn(async move { part.submit(2, double).await });
        yield_now().await;
        let part = Arc::clone(&batcher);
        let third = tokio::spawn(async move { part.submit(3, double).await });
        assert_eq!(first.await.unwrap(), Some((2, 1)));
        yield_now().await;
        second.abort();
        assert_eq!(third.await.unwrap(), None, "the result is unknown");
        assert_eq!(batcher.submit(4, double).await, Some((8, 1)));
    }
}
