//! From the second it expires, the application finds nothing of an inquiry, whether or not anything runs.

use entity::{inquiry, inquiry_content, outbox, outbox::OutboxState};
use sea_orm::{ConnectionTrait, EntityTrait, PaginatorTrait};

use super::{EXPIRED, fill, text, world};
use crate::support::WorkerProcess;

#[tokio::test]
async fn no_statement_of_the_application_touches_an_expired_inquiry() {
    let world = world().await;
    fill(&world, 10, "gone", EXPIRED).await;
    fill(&world, 3, "here", "now() - interval '1 year'").await;
    world.execute("UPDATE outbox SET state = 'ready', first_attempt_at = NULL, finished_at = NULL").await;
    assert_eq!(inquiry::Entity::find().count(&world.db).await.unwrap(), 3);
    assert_eq!(inquiry_content::Entity::find().count(&world.db).await.unwrap(), 3);
    assert_eq!(outbox::Entity::find().count(&world.db).await.unwrap(), 3);
    for (sql, touched) in [
        ("UPDATE inquiry_content SET client_network = NULL", 3),
        ("UPDATE outbox SET attempts = attempts", 3),
        (
            "INSERT INTO outbox (id, inquiry_id, kind, recipient) SELECT gen_random_uuid(), id, 'notification', 'a@b.ch' \
          FROM inquiry",
            3,
        ),
        ("SELECT FROM outbox JOIN inquiry_content USING (inquiry_id) WHERE email LIKE 'gone%'", 0),
    ] {
        assert_eq!(world.db.execute_unprepared(sql).await.unwrap().rows_affected(), touched, "{sql}");
    }
    let moved = world.db.execute_unprepared("UPDATE inquiry SET last_contact_at = now()").await;
    assert!(moved.is_err(), "only a recorded contact moves it");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 13, "nothing was removed by looking");
}

#[tokio::test]
async fn no_mail_of_an_expired_inquiry_is_sent_or_listed() {
    let world = world().await;
    let row = world.auto_reply("krelvonta@visitor.example").await;
    world.execute("UPDATE inquiry SET last_contact_at = now() - interval '2 years 1 second'").await;
    world.drain(&world.delivery()).await;
    assert!(world.server.accepted().is_empty());
    assert_eq!(world.value::<String>("SELECT state FROM outbox").await, "ready");
    for arguments in [vec!["outbox", "list"], vec!["outbox", "list", "--json"]] {
        let output = WorkerProcess::command(&world).args(arguments).output().unwrap();
        assert!(output.status.success() && !text(&output.stdout).contains(&row.id.to_string()));
    }
    let id = row.id.to_string();
    assert!(!WorkerProcess::command(&world).args(["outbox", "retry", &id]).status().unwrap().success());
    // The other way round: it is expiry and nothing else that hid it.
    world.execute("UPDATE inquiry SET last_contact_at = now()").await;
    world.drain(&world.delivery()).await;
    assert_eq!(world.row(row.id).await.state, OutboxState::Sent);
}
