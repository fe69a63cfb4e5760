use entity::jobs::{MAIL_QUEUE, NewJob, RunSchedule, enqueue, notify_workers};
use testdb::TestDatabase;
use uuid::Uuid;

use crate::support::one;

#[tokio::test]
async fn a_key_is_queued_once() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let id = Uuid::now_v7();
    let jobs = [NewJob::deliver(id), NewJob::deliver_again(id, "1"), NewJob::deliver_again(id, "1")];
    assert_eq!(enqueue(&db, &jobs).await.unwrap(), 2);
    let run = RunSchedule { schedule: "cleanup".into(), tick: "2026-11-21T10:00:00Z".into() };
    assert_eq!(enqueue(&db, &[NewJob::scheduled_run(&run)]).await.unwrap(), 1);
    assert_eq!(enqueue(&db, &[NewJob::scheduled_run(&run)]).await.unwrap(), 0);
    let payload: String =
        one(&db, "SELECT convert_from(job, 'UTF8') FROM apalis.jobs WHERE job_type = 'mail' ORDER BY id LIMIT 1").await;
    assert_eq!(payload.replace(' ', ""), format!("{{\"outbox_id\":\"{id}\"}}"));
}

#[tokio::test]
async fn waking_takes_no_lock_and_needs_no_job() {
    let database = TestDatabase::create().await;
    notify_workers(&database.app().await, MAIL_QUEUE).await.unwrap();
}
