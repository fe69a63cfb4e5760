//! Group commit: requests that wait at the same time share one statement and one commit. No timer: a single request is not
//! delayed.

use std::{iter, slice, sync::Arc};

use sea_orm::DbErr;
use tokio::{
    sync::{Semaphore, mpsc, oneshot},
    task::JoinHandle,
};

use crate::database::sqlstate;

/// What a [`Batcher`] does with a batch.
pub trait Commit: Send + Sync + 'static {
    type Request: Send + Sync + 'static;
    type Answer: Send + 'static;

    /// Batches at a time: while one waits for its commit, the next one is collected.
    const WRITERS: usize;
    /// Requests that may wait for a batch.
    const MAX_WAITING: usize;
    /// The size of a batch of several requests.
    const MAX_BATCH: usize;

    fn size(_request: &Self::Request) -> usize {
        1
    }

    /// All of `requests` in one commit, or none: an answer for each, in their order. After a lost connection nobody knows
    /// which of the two, so a repetition must be harmless.
    fn commit(&self, requests: &[Self::Request]) -> impl Future<Output = Result<Vec<Self::Answer>, DbErr>> + Send;

    /// A batch begins with so many requests, and so many wait for the next one.
    fn begins(&self, _taken: usize, _waiting: usize) {}
}

/// Why a request has no answer.
#[derive(Clone, derive_more::Debug, thiserror::Error)]
pub enum Unanswered {
    /// It was not taken.
    #[error("too many requests are waiting")]
    Busy,
    /// Whether it was committed is unknown.
    #[error("the batch panicked")]
    Panicked,
    /// The text of a database error can quote a row, so it is not this one's.
    #[error("the commit failed")]
    Failed(#[debug(skip)] DbErr),
}

/// Takes requests `Q` and gives answers `A`.
#[derive(Debug)]
pub struct Batcher<Q, A> {
    waiting: mpsc::Sender<Waiting<Q, A>>,
}

type Waiting<Q, A> = (Q, oneshot::Sender<Result<A, Unanswered>>);

impl<Q: Send + Sync + 'static, A: Send + 'static> Batcher<Q, A> {
    /// Must be called within a tokio runtime. The task ends when the batcher is dropped and all that it took is committed.
    pub fn start<C: Commit<Request = Q, Answer = A>>(commit: C) -> (Self, JoinHandle<()>) {
        let (waiting, receiver) = mpsc::channel(C::MAX_WAITING);
        (Self { waiting }, tokio::spawn(run(commit, receiver)))
    }

    /// Waits for the commit. A caller that is dropped meanwhile takes nothing back.
    pub async fn submit(&self, request: Q) -> Result<A, Unanswered> {
        let (answer, answered) = oneshot::channel();
        self.waiting.try_send((request, answer)).map_err(|_| Unanswered::Busy)?;
        answered.await.unwrap_or(Err(Unanswered::Panicked))
    }
}

async fn run<C: Commit>(commit: C, mut receiver: mpsc::Receiver<Waiting<C::Request, C::Answer>>) {
    let (commit, writers) = (Arc::new(commit), Arc::new(Semaphore::new(C::WRITERS)));
    let all = u32::try_from(C::WRITERS).unwrap_or(u32::MAX);
    let mut begins_next = None;
    while let Ok(writer) = Arc::clone(&writers).acquire_owned().await {
        let first = match begins_next.take() {
            None => receiver.recv().await,
            first => first,
        };
        let Some(first) = first else { break };
        let mut size = C::size(&first.0);
        let mut batch = vec![first];
        while size < C::MAX_BATCH
            && let Ok(next) = receiver.try_recv()
        {
            size += C::size(&next.0);
            if size > C::MAX_BATCH {
                begins_next = Some(next);
                break;
            }
            batch.push(next);
        }
        commit.begins(batch.len(), receiver.len());
        let commit = Arc::clone(&commit);
        // A task for each, so that a panic ends one batch alone.
        tokio::spawn(async move {
            write(&*commit, batch).await;
            drop(writer);
        });
    }
    drop(writers.acquire_many(all).await);
}

async fn write<C: Commit>(commit: &C, batch: Vec<Waiting<C::Request, C::Answer>>) {
    let (requests, callers): (Vec<_>, Vec<_>) = batch.into_iter().unzip();
    match commit.commit(&requests).await {
        // One request that the database refuses must not fail the others, and single ones do not deadlock.
        Err(error) if requests.len() > 1 && is_refusal(&error) => {
            let mut away = None;
            for (request, caller) in requests.iter().zip(callers) {
                let result = match away.take() {
                    None => commit.commit(slice::from_ref(request)).await,
                    Some(error) => Err(error),
                };
                away = result.as_ref().err().filter(|error| !is_refusal(error)).cloned();
                answer(iter::once(caller), result);
            }
        }
        result => answer(callers, result),
    }
}

fn answer<A>(callers: impl IntoIterator<Item = oneshot::Sender<Result<A, Unanswered>>>, result: Result<Vec<A>, DbErr>) {
    let mut answers = result.map(Vec::into_iter);
    for caller in callers {
        let answer = match &mut answers {
            Ok(answers) => answers.next().map(Ok),
            Err(error) => Some(Err(Unanswered::Failed(error.clone()))),
        };
        // The caller may have been dropped.
        let _ = answer.map(|answer| caller.send(answer));
    }
}

/// Whether the server refused a statement or rolled it back, so that a single request can be the cause. Not if it is away,
/// starting, stopping, read-only, or out of resources.
fn is_refusal(error: &DbErr) -> bool {
    let of_all = ["08", "25", "28", "3D", "53", "55", "57", "58"];
    sqlstate(error).is_some_and(|code| !of_all.iter().any(|class| code.starts_with(class)))
}
