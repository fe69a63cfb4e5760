//! The job runner's table, and real workers on it.

use apalis::prelude::TaskBuilder;
use entity::{
    jobs::{self, DeliverMail, MAIL_QUEUE, NewJob},
    outbox::OutboxState,
};
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use crate::support::{PATIENCE, WorkerProcess, World, eventually};

const COLUMNS: &str = "SELECT json_build_object('id', id ~ '^[0-9A-HJKMNP-TV-Z]{26}$', 'job', encode(job, 'escape'), \
     'job_type', job_type, 'status', status, 'attempts', attempts, 'max_attempts', max_attempts, \
     'run_at', abs(extract(epoch FROM run_at - now())) < 5, 'last_result', last_result, 'lock_at', lock_at, \
     'lock_by', lock_by, 'done_at', done_at, 'priority', priority, 'key', idempotency_key)::text FROM apalis.jobs";

/// Lists the columns, so that the test fails when the library adds one.
#[tokio::test]
async fn our_statement_writes_the_same_row_as_the_library() {
    let world = World::new().await;
    let outbox_id = Uuid::now_v7();
    jobs::enqueue(&world.db, &[NewJob::deliver(outbox_id)]).await.unwrap();
    let ours: String = world.value(COLUMNS).await;
    assert!(world.value::<bool>("SELECT metadata IS NULL FROM apalis.jobs").await);

    world.execute("DELETE FROM apalis.jobs").await;
    let payload = serde_json::to_vec(&DeliverMail { outbox_id }).unwrap();
    let task = TaskBuilder::new(payload).idempotency_key(format!("outbox:{outbox_id}")).build();
    // With a column of metadata, which the application has no right to.
    let admin = world.database.admin().await;
    let mut connection = admin.get_postgres_connection_pool().acquire().await.unwrap();
    apalis_postgres::queries::push_tasks(&mut *connection, MAIL_QUEUE, vec![task]).await.unwrap();
    let theirs: String = world.value(COLUMNS).await;
    let spaceless = |text: String| text.replace(": ", ":").replace(' ', "");
    assert_eq!(spaceless(ours), spaceless(theirs));

    let columns: String = world
        .value(
            "SELECT string_agg(column_name, ' ' ORDER BY column_name) FROM information_schema.columns \
             WHERE table_schema = 'apalis' AND table_name = 'jobs'",
        )
        .await;
    assert_eq!(
        columns,
        "attempts done_at id idempotency_key job job_type last_result lock_at lock_by max_attempts metadata priority \
         run_at status"
    );
}

#[tokio::test]
async fn a_job_is_queued_once_per_key() {
    let world = World::new().await;
    let id = Uuid::now_v7();
    assert_eq!(jobs::enqueue(&world.db, &[NewJob::deliver(id)]).await.unwrap(), 1);
    assert_eq!(jobs::enqueue(&world.db, &[NewJob::deliver_again(id, "1"), NewJob::deliver(id)]).await.unwrap(), 1);
}

#[tokio::test]
async fn jobs_with_unreadable_payloads_do_not_stop_the_runner() {
    let world = World::new().await;
    let _worker = WorkerProcess::start(&world).await;
    world
        .execute(
            r#"INSERT INTO apalis.jobs (id, job, job_type, status, attempts, max_attempts, run_at, priority)
              SELECT '01JZZZZZZZZZZZZZZZZZZZZZZ' || n, payload, queue, 'Pending', 0, 25, now(), 9
              FROM (VALUES (1, '\xff00'::bytea, 'mail'), (2, '[]', 'mail'), (3, '{}', 'schedule'),
                           (4, '{"schedule":"unheard","tick":"x"}', 'schedule')) AS bad (n, payload, queue)"#,
        )
        .await;
    let inquiry = world.inquiry("krelvonta@visitor.example", &["desk@own.example"]).await;
    eventually(PATIENCE, "the mails are sent and the jobs done", async || {
        world.rows_of(inquiry).await.iter().all(|row| row.state == OutboxState::Sent)
            && world.value::<i64>("SELECT count(*) FROM apalis.jobs WHERE status <> 'Done'").await == 0
    })
    .await;
}

#[tokio::test]
async fn mails_are_sent_even_if_every_job_is_lost() {
    let world = World::new().await;
    let inquiry = world.inquiry("krelvonta@visitor.example", &["desk@own.example"]).await;
    world.execute("DELETE FROM apalis.jobs").await;
    let _worker = WorkerProcess::start(&world).await;
    eventually(PATIENCE, "the reaper finds them", async || {
        world.rows_of(inquiry).await.iter().all(|row| row.state == OutboxState::Sent)
    })
    .await;
}

#[tokio::test]
async fn two_workers_send_each_mail_once() {
    let world = World::new().await;
    for number in 0..80 {
        world.inquiry(&format!("person{number}@visitor.example"), &["desk@own.example", "other@own.example"]).await;
    }
    let _workers = (WorkerProcess::start(&world).await, WorkerProcess::start(&world).await);
    eventually(PATIENCE, "all are sent", async || world.rows().await.iter().all(|row| row.state == OutboxState::Sent))
        .await;
    for row in world.rows().await {
        assert_eq!((world.taken(&row), row.attempts, row.ambiguities), (1, 1, 0));
    }
    assert_eq!(world.server.accepted().len(), 240);
}

/// A claim that sorts the due rows would become slower with every row that is due.
#[tokio::test]
async fn a_claim_scans_the_index_of_due_rows_even_with_stale_statistics() {
    let world = World::new().await;
    for number in 0..2 {
        world.inquiry(&format!("person{number}@visitor.example"), &["desk@own.example"]).await;
    }
    let more = "INSERT INTO outbox (id, inquiry_id, kind, recipient) \
                SELECT gen_random_uuid(), id, 'notification', 'desk' || n || '@own.example' \
                FROM inquiry, generate_series(1, 5000) AS n";
    let explain = outbox::SETTLE_AND_CLAIM
        .replace("$10", "NULL")
        .replace("$11", "ARRAY['answer']")
        .replace("$1", "'00000000-0000-4000-8000-000000000001'")
        .replace("$2", "'[]'")
        .replace("$3", "8")
        .replace("$6", "8")
        .replace("$7", "6")
        .replace("$8", "ARRAY['other']")
        .replace("$9", "ARRAY['devsecops']")
        .replace("$4", "20")
        .replace("$5", "'<outbox.00000000-0000-0000-0000-000000000000@own.example>'");
    let plan = async || {
        let sql =
            sea_orm::Statement::from_string(sea_orm::DbBackend::Postgres, format!("EXPLAIN (FORMAT JSON) {explain}"));
        let row = world.db.query_one_raw(sql).await.unwrap().unwrap();
        row.try_get_by_index::<serde_json::Value>(0).unwrap().to_string()
    };
    // Statistics from when nothing was due, and then ten thousand are.
    world.execute("UPDATE outbox SET state = 'sent', finished_at = now()").await;
    world.execute("ANALYZE outbox").await;
    world.execute(more).await;
    let stale = plan().await;
    world.execute("ANALYZE outbox").await;
    for plan in [stale, plan().await] {
        assert!(plan.contains("outbox_due_notifications") && plan.contains("outbox_due_auto_replies"), "{plan}");
        assert!(!plan.contains("next_attempt_at\"]"), "{plan}");
    }
}
