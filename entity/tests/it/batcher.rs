//! Requests share a commit, but not their faults.

use std::sync::Arc;

use entity::batcher::{Batcher, Commit, Unanswered};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};
use testdb::TestDatabase;
use tokio::{
    sync::Semaphore,
    task::{JoinHandle, yield_now},
};

use crate::support::one;

/// The table refuses it.
const REFUSED: i32 = -1;
const PANIC: i32 = 13;
/// As large as a batch.
const LARGE: i32 = 100;

/// Inserts numbers; each batch takes a permit first.
struct Numbers {
    db: DatabaseConnection,
    gate: Arc<Semaphore>,
}

impl Commit for Numbers {
    type Request = i32;
    type Answer = i32;

    const WRITERS: usize = 1;
    const MAX_WAITING: usize = 6;
    const MAX_BATCH: usize = 4;

    fn size(number: &i32) -> usize {
        if *number == LARGE { Self::MAX_BATCH } else { 1 }
    }

    async fn commit(&self, numbers: &[i32]) -> Result<Vec<i32>, DbErr> {
        self.gate.acquire().await.unwrap().forget();
        assert!(!numbers.contains(&PANIC), "a bug");
        let sql = "INSERT INTO number SELECT * FROM unnest($1::integer[]) RETURNING number";
        let insert = Statement::from_sql_and_values(DbBackend::Postgres, sql, [numbers.to_vec().into()]);
        self.db.query_all_raw(insert).await?.iter().map(|row| row.try_get("", "number")).collect()
    }
}

struct Case {
    db: DatabaseConnection,
    gate: Arc<Semaphore>,
    batcher: Arc<Batcher<i32, i32>>,
    task: JoinHandle<()>,
    _database: TestDatabase,
}

impl Case {
    async fn new() -> Self {
        let database = TestDatabase::create().await;
        let db = database.admin().await;
        db.execute_unprepared("CREATE TABLE number (number integer CHECK (number >= 0))").await.unwrap();
        let gate = Arc::new(Semaphore::new(0));
        let (batcher, task) = Batcher::start(Numbers { db: db.clone(), gate: Arc::clone(&gate) });
        Self { db, gate, batcher: Arc::new(batcher), task, _database: database }
    }

    /// The first one is a batch alone, and the others wait.
    async fn submit(&self, numbers: &[i32]) -> Vec<JoinHandle<Result<i32, Unanswered>>> {
        let mut callers = Vec::new();
        for number in numbers.iter().copied() {
            let batcher = Arc::clone(&self.batcher);
            callers.push(tokio::spawn(async move { batcher.submit(number).await }));
            for _ in 0..5 {
                yield_now().await;
            }
        }
        callers
    }

    async fn stored(&self) -> Vec<i32> {
        one(&self.db, "SELECT coalesce(array_agg(number ORDER BY number), '{}') FROM number").await
    }
}

async fn answers(callers: Vec<JoinHandle<Result<i32, Unanswered>>>) -> Vec<Result<i32, Unanswered>> {
    let mut answers = Vec::new();
    for caller in callers {
        answers.push(caller.await.unwrap());
    }
    answers
}

#[tokio::test]
async fn those_that_wait_share_a_commit_and_beyond_a_limit_nobody_waits() {
    let case = Case::new().await;
    let callers = case.submit(&[0, 1, 2, 3, 4, 5, 6]).await;
    assert!(matches!(case.batcher.submit(7).await, Err(Unanswered::Busy)));
    case.gate.add_permits(100);
    for (number, answer) in (0..).zip(answers(callers).await) {
        assert_eq!(answer.unwrap(), number);
    }
    let commits: i64 = one(&case.db, "SELECT count(DISTINCT xmin::text) FROM number").await;
    assert_eq!(commits, 3, "one, four and two");
}

#[tokio::test]
async fn a_large_request_is_a_batch_of_its_own() {
    let case = Case::new().await;
    let callers = case.submit(&[0, 1, 2, LARGE, 3]).await;
    case.gate.add_permits(100);
    assert!(answers(callers).await.iter().all(Result::is_ok));
    let alone: i64 =
        one(&case.db, "SELECT count(*) FROM number WHERE xmin = (SELECT xmin FROM number WHERE number = 100)").await;
    assert_eq!(alone, 1);
    assert_eq!(case.stored().await, [0, 1, 2, 3, LARGE]);
}

#[tokio::test]
async fn a_refused_request_does_not_fail_its_neighbours() {
    let case = Case::new().await;
    let callers = case.submit(&[0, 1, REFUSED, 2]).await;
    case.gate.add_permits(100);
    let answers = answers(callers).await;
    assert!(matches!(answers[..], [Ok(0), Ok(1), Err(Unanswered::Failed(_)), Ok(2)]), "{answers:?}");
    assert_eq!(case.stored().await, [0, 1, 2]);
}

#[tokio::test]
async fn when_the_database_goes_away_none_of_a_batch_waits_for_it_alone() {
    let case = Case::new().await;
    let callers = case.submit(&[0, 1, REFUSED, 2]).await;
    case.gate.add_permits(2);
    while case.gate.available_permits() > 0 || case.stored().await != [0] {
        yield_now().await;
    }
    case.db.close_by_ref().await.unwrap();
    // For the next one; another would wait for ever.
    case.gate.add_permits(1);
    let answers = answers(callers).await;
    let failed = answers.iter().filter(|answer| matches!(answer, Err(Unanswered::Failed(_))));
    assert_eq!(failed.count(), 3, "{answers:?}");
}

#[tokio::test]
async fn a_panic_ends_one_batch_alone() {
    let case = Case::new().await;
    let callers = case.submit(&[0, 1, PANIC]).await;
    case.gate.add_permits(100);
    let answers = answers(callers).await;
    assert!(matches!(answers[..], [Ok(0), Err(Unanswered::Panicked), Err(Unanswered::Panicked)]), "{answers:?}");
    assert_eq!(case.batcher.submit(2).await.unwrap(), 2);
}

#[tokio::test]
async fn what_was_taken_is_committed_although_its_callers_and_the_batcher_are_gone() {
    let case = Case::new().await;
    for caller in case.submit(&[0, 1, 2, 3, 4, 5]).await {
        caller.abort();
        caller.await.unwrap_err();
    }
    let gate = Arc::clone(&case.gate);
    drop(case.batcher);
    gate.add_permits(100);
    case.task.await.unwrap();
    let stored: i64 = one(&case.db, "SELECT count(*) FROM number").await;
    assert_eq!(stored, 6);
}
