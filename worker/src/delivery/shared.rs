//! Callers that wait at the same time share one statement and one commit.

use std::{
    fmt,
    sync::{Mutex, PoisonError},
};

use tokio::sync::{Mutex as Turn, oneshot};

/// One statement at a time. Whoever comes meanwhile waits, and the first of those who waited asks for all of them:
/// no timer and no task of its own; alone, nobody is delayed.
pub(super) struct Shared<Q, A> {
    waiting: Mutex<Vec<(Q, oneshot::Sender<A>)>>,
    turn: Turn<()>,
}

impl<Q, A> Default for Shared<Q, A> {
    fn default() -> Self {
        Self { waiting: Mutex::default(), turn: Turn::default() }
    }
}

impl<Q, A> fmt::Debug for Shared<Q, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("shared statement")
    }
}

impl<Q, A> Shared<Q, A> {
    /// `ask` answers the questions in their order. `None` if whoever asked for this caller, too, broke down.
    pub(super) async fn ask(&self, question: Q, ask: impl AsyncFnOnce(Vec<Q>) -> Vec<A>) -> Option<A> {
        let (sender, mut answer) = oneshot::channel();
        self.lock().push((question, sender));
        let turn = tokio::select! {
            biased;
            answered = &mut answer => return answered.ok(),
            turn = self.turn.lock() => turn,
        };
        let waiting = std::mem::take(&mut *self.lock());
        let (questions, senders): (Vec<_>, Vec<_>) = waiting.into_iter().unzip();
        if !questions.is_empty() {
            for (sender, answer) in senders.into_iter().zip(ask(questions).await) {
                // Whoever asked may have gone.
                drop(sender.send(answer));
            }
        }
        drop(turn);
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

    /// Doubles each question, and says how many were asked together.
    async fn double(questions: Vec<u32>) -> Vec<(u32, usize)> {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let together = questions.len();
        questions.into_iter().map(|question| (question * 2, together)).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn who_comes_while_one_is_asking_is_asked_for_together() {
        let shared = Arc::new(Shared::default());
        let mut callers = Vec::new();
        for number in 0..5 {
            let shared = Arc::clone(&shared);
            callers.push(tokio::spawn(async move { shared.ask(number, double).await }));
            yield_now().await;
        }
        let mut answers = Vec::new();
        for caller in callers {
            answers.push(caller.await.unwrap().unwrap());
        }
        assert_eq!(answers, [(0, 1), (2, 4), (4, 4), (6, 4), (8, 4)]);
    }

    #[tokio::test(start_paused = true)]
    async fn one_that_breaks_down_takes_nobody_else_down() {
        let shared = Arc::new(Shared::default());
        let part = Arc::clone(&shared);
        let first = tokio::spawn(async move { part.ask(1, double).await });
        yield_now().await;
        // Waits for the second turn, and is aborted in it with everybody's questions.
        let part = Arc::clone(&shared);
        let second = tokio::spawn(async move { part.ask(2, double).await });
        yield_now().await;
        let part = Arc::clone(&shared);
        let third = tokio::spawn(async move { part.ask(3, double).await });
        assert_eq!(first.await.unwrap(), Some((2, 1)));
        yield_now().await;
        second.abort();
        assert_eq!(third.await.unwrap(), None, "it learns that nobody knows, and asks again");
        assert_eq!(shared.ask(4, double).await, Some((8, 1)));
    }
}
