//! Two workers and one mail: the lease decides who writes.

use sea_orm::{ConnectionTrait, TransactionTrait};
use uuid::Uuid;
use worker::intake::settle_next;

use super::{VISITOR, mail, settings, take, ticket};
use crate::support::{PATIENCE, World, eventually};

const STATE: &str = "SELECT concat_ws(' ', state, claims, (SELECT count(*) FROM message), \
                     (SELECT count(*) FROM outbox WHERE kind = 'visitor_reply')) FROM intake";

#[tokio::test]
async fn a_worker_that_has_lost_its_lease_writes_nothing() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    take(&world, &ticket.address, &mail(VISITOR, "1", "")).await;
    // The worker has claimed the mail and waits for its bytes.
    let blocker = world.admin.begin().await.unwrap();
    blocker.execute_unprepared("LOCK TABLE raw_mail IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let db = world.db.clone();
    let late = tokio::spawn(async move { settle_next(&db, &settings(), Uuid::new_v4()).await });
    eventually(PATIENCE, "the mail is claimed", async || world.value::<String>(STATE).await == "settling 1 0 0").await;
    // Another one has claimed it since.
    world
        .execute(
            "UPDATE intake SET lease_holder = gen_random_uuid(), claims = claims + 1, \
             lease_until = now() + interval '1 hour'",
        )
        .await;
    blocker.commit().await.unwrap();
    let settled = late.await.unwrap().unwrap().unwrap();
    assert_eq!(settled.fate, None);
    assert_eq!(world.value::<String>(STATE).await, "settling 2 0 0");
    // Which is left alone while its lease lasts, and taken over after it.
    assert_eq!(settle_next(&world.db, &settings(), Uuid::new_v4()).await.unwrap(), None);
    world.execute("UPDATE intake SET lease_until = now() - interval '1 second'").await;
    settle_next(&world.db, &settings(), Uuid::new_v4()).await.unwrap().unwrap();
    assert_eq!(world.value::<String>(STATE).await, "settled 3 1 2");
    assert_eq!(world.value::<i16>("SELECT crashes FROM intake").await, 1, "an expired lease is a crash");
}
