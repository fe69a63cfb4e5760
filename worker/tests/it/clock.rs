//! A database clock that is wrong for one run of each schedule: nothing goes, nothing is counted as told, an alert says so, and
//! back in order all is as if it had never been wrong.

use std::collections::BTreeMap;

use entity::{SpamScore, SpamSign, outbox::OutboxState};
use mailer::alert::AlertCode;
use sea_orm::{ConnectionTrait as _, Statement};
use uuid::Uuid;
use worker::{
    intake::Fate,
    schedules::{Resources, SCHEDULES},
};

use crate::{
    digests::{Case, promise},
    intake::{CONSULTANT, mail, settings_for_new, settle_by, take},
    schedules::resources,
    support::{FailureMode, Stage, World},
};

/// By table, its rows as text.
type Tables = BTreeMap<String, Vec<String>>;

/// Of every table of the schema. The ledger says that a run was refused.
async fn tables(world: &World) -> Tables {
    let names = "SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace \
                 AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'ledger'";
    let mut tables = Tables::new();
    for name in strings(world, names).await {
        let rows = format!("SELECT rows::text AS name FROM {name} AS rows ORDER BY 1");
        tables.insert(name, strings(world, &rows).await);
    }
    tables
}

async fn strings(world: &World, sql: &str) -> Vec<String> {
    let rows = world.admin.query_all_raw(Statement::from_string(sea_orm::DbBackend::Postgres, sql)).await.unwrap();
    rows.iter().map(|row| row.try_get("", "name").unwrap()).collect()
}

/// One of all that a schedule could delete, send or count as told, now or within two years.
async fn filled() -> (Case, Resources) {
    let world = World::with_movable_clock().await;
    let (delivery, mut resources) = (world.delivery(), resources(&world));
    resources.promise = Some(promise());
    let case = Case::in_world(world).await;
    resources.reviewers = case.reviewers();
    for schedule in SCHEDULES {
        (schedule.run)(&resources).await.unwrap();
    }
    case.waits(&[CONSULTANT]).await;
    case.quarantined().await;
    case.suspect().await;
    case.world.suspect("other@visitor.example", SpamScore { points: 6, signs: vec![SpamSign::Phrases] }).await;
    case.world
        .execute("INSERT INTO data_subject_request (kind, email_key) VALUES ('access', 'krelvonta@visitor.example')")
        .await;
    case.world.drain(&delivery).await;
    (case, resources)
}

#[tokio::test]
async fn a_wrong_clock_deletes_nothing_silences_nothing_and_is_alerted() {
    let (model, resources) = filled().await;
    for schedule in SCHEDULES {
        (schedule.run)(&resources).await.unwrap();
    }
    let expected = counts(tables(&model.world).await);
    let mut problems = Vec::new();
    for by in ["40 days", "2 years", "-1 year"] {
        let (case, resources) = filled().await;
        let mut before = tables(&case.world).await;
        for schedule in SCHEDULES {
            resources.alerts.forget(AlertCode::PurgeRefused);
            case.world.move_clock(by).await;
            let run = (schedule.run)(&resources).await;
            case.world.move_clock("0").await;
            let after = tables(&case.world).await;
            let changed =
                before.iter().filter(|(table, rows)| after[*table] != **rows).map(|(table, _)| table.as_str());
            let is_alerted = resources.alerts.is_set(AlertCode::PurgeRefused) || OF_ANY_CLOCK.contains(&schedule.name);
            let mut found = changed.collect::<Vec<_>>();
            found.extend((!is_alerted).then_some("no alert"));
            found.extend(run.err().map(|_| "failed"));
            if !found.is_empty() {
                problems.push(format!("{} at {by}: {}", schedule.name, found.join(", ")));
            }
            before = after;
        }
        for schedule in SCHEDULES {
            (schedule.run)(&resources).await.unwrap();
        }
        if counts(tables(&case.world).await) != expected {
            problems.push(format!("{by}, back in order"));
        }
    }
    assert_eq!(problems, [""; 0]);
}

/// A relay that defers, while the clock is wrong.
#[tokio::test]
async fn a_mail_that_was_tried_under_a_wrong_clock_is_neither_given_up_nor_put_off() {
    for by in ["40 days", "2 years", "-1 year"] {
        let (case, resources) = filled().await;
        let (world, delivery) = (&case.world, case.world.delivery());
        let rows = [
            world.notification().await.id,
            world.notification().await.id,
            world.auto_reply("another@visitor.example").await.id,
        ];
        world.server.always(FailureMode::Reply(Stage::Rcpt, "451 not now"));
        world.drain(&delivery).await;
        world.execute("UPDATE outbox SET next_attempt_at = now() WHERE state = 'retry'").await;
        world.execute(&format!("UPDATE outbox SET attempts = 12 WHERE id = '{}'", rows[1])).await;
        world.move_clock(by).await;
        world.drain(&delivery).await;
        world.move_clock("0").await;
        for id in rows {
            assert_eq!(world.row(id).await.state, OutboxState::Retry, "{by}");
        }
        world.server.always(FailureMode::Accept);
        for schedule in SCHEDULES {
            (schedule.run)(&resources).await.unwrap();
        }
        let wait: f64 = world
            .value("SELECT max(extract(epoch FROM next_attempt_at - now()))::float8 FROM outbox WHERE state = 'retry'")
            .await;
        assert!(wait < 3600.0, "{by}: {wait} s");
        world.pass_until_due().await;
        world.drain(&delivery).await;
        for id in rows {
            assert_eq!(world.row(id).await.state, OutboxState::Sent, "{by}");
        }
    }
}

/// A worker that starts under a wrong clock believes it.
#[tokio::test]
async fn an_inquiry_that_came_under_a_wrong_clock_has_its_due_time() {
    let (case, resources) = filled().await;
    let world = &case.world;
    world.move_clock("40 days").await;
    take(world, "desk@own.example", &mail("new@visitor.example", "new", "")).await;
    assert_eq!(settle_by(world, &settings_for_new()).await, Some(Fate::New));
    world.move_clock("0").await;
    let ahead = "SELECT id::text FROM inquiry WHERE received_at > now() + interval '1 day'";
    let inquiry: String = world.value(ahead).await;
    for _ in 0..2 {
        for schedule in SCHEDULES {
            (schedule.run)(&resources).await.unwrap();
        }
    }
    let due = format!("SELECT due_at < now() + interval '14 days' FROM ticket WHERE inquiry_id = '{inquiry}'");
    assert!(world.value::<bool>(&due).await);
}

/// Whatever waits for a time or a lease, by the catalog.
#[tokio::test]
async fn what_a_wrong_clock_has_put_off_is_done_when_it_is_right() {
    let (case, resources) = filled().await;
    let world = &case.world;
    for _ in 0..2 {
        world.notification().await;
        take(world, "desk@own.example", &mail("a@b.example", &Uuid::new_v4().to_string(), "")).await;
    }
    let lease = "lease_holder = gen_random_uuid(), lease_until = now() + interval '1 minute'";
    world
        .execute(&format!(
            "UPDATE outbox SET state = 'sending', first_attempt_at = now(), message_id = '<a@b.example>', {lease} \
                 WHERE id = (SELECT id FROM outbox WHERE state = 'ready' LIMIT 1); \
             UPDATE intake SET state = 'settling', {lease} WHERE id = (SELECT id FROM intake WHERE state = 'accepted' LIMIT 1); \
             INSERT INTO digest_mail (recipient, about) VALUES ('a@own.example', gen_random_uuid()); \
             INSERT INTO imap_account (account_key, lease_holder, lease_until) \
                 VALUES (sha256('a'), gen_random_uuid(), now() + interval '1 minute')"
        ))
        .await;
    let columns = "SELECT format('%s %s', relname, attname) AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid \
                   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition \
                   AND attname IN ('next_attempt_at', 'lease_until')";
    let columns = strings(world, columns).await;
    assert_eq!(columns.len(), 6, "{columns:?}");
    let mut ahead = Vec::new();
    for column in &columns {
        let (table, name) = column.split_once(' ').unwrap();
        world
            .execute(&format!("UPDATE {table} SET {name} = now() + interval '40 days' WHERE {name} IS NOT NULL"))
            .await;
        ahead.push(format!("SELECT count(*) FROM {table} WHERE {name} > now() + interval '1 day'"));
    }
    let mut before = Vec::new();
    for sql in &ahead {
        before.push(world.value::<i64>(sql).await);
    }
    for schedule in SCHEDULES {
        (schedule.run)(&resources).await.unwrap();
    }
    for ((column, sql), before) in columns.iter().zip(&ahead).zip(before) {
        assert!(world.value::<i64>(sql).await < before, "{column}");
    }
}

/// They delete nothing and look at no day.
const OF_ANY_CLOCK: [&str; 3] = ["searches", "marked", "authors"];

fn counts(tables: Tables) -> BTreeMap<String, usize> {
    tables.into_iter().map(|(name, rows)| (name, rows.len())).collect()
}
