//! Holds, releases, purges and erasures in any order and at the same time.

use compliance::{privacy::erase_person, retention::purge};
use entity::EmailAddress;
use mailer::db_error::sqlstate;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{BROKEN, EXPIRED, fill, world};
use crate::support::World;

const PEOPLE: u32 = 12;
const TASKS: u64 = 4;
const STEPS: u32 = 250;

/// One step of an operator or of a worker.
async fn step(db: &DatabaseConnection, rng: &mut StdRng) {
    let address = format!("p{}@visitor.example", rng.random_range(1..=PEOPLE));
    let sql = match rng.random_range(0..10) {
        0..3 => format!("SELECT place_hold(NULL, '{address}', 'a case', now() + interval '1 day')"),
        3 => format!(
            "SELECT place_hold(inquiry_id, NULL, 'a case', now() + interval '1 day') FROM compliance.inquiry_content \
             WHERE email_key = '{address}' LIMIT 1"
        ),
        4..7 => "SELECT release_hold((SELECT id FROM legal_hold WHERE released_at IS NULL ORDER BY random() LIMIT 1))"
            .to_owned(),
        7..9 => "SELECT purge_expired(gen_random_uuid(), 7)".to_owned(),
        _ => format!("SELECT erase_person('{address}')"),
    };
    match db.execute_raw(Statement::from_string(DbBackend::Postgres, sql.clone())).await {
        Ok(_) => {}
        // The inquiry was deleted between the query and the hold.
        Err(error) if sqlstate(&error).as_deref() == Some("23503") => {}
        Err(error) => panic!("{sql}: {error}"),
    }
}

#[tokio::test]
async fn a_thousand_random_steps_delete_nothing_on_hold_and_never_deadlock() {
    let world = world().await;
    // A trigger that fails if an inquiry on hold is deleted.
    world
        .execute(
            "CREATE FUNCTION keep_held() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN \
                IF EXISTS (SELECT FROM public.legal_hold AS hold WHERE released_at IS NULL AND ends_at > now() \
                    AND (inquiry_id = OLD.inquiry_id OR hold.email_key = OLD.email_key)) \
                    AND NOT EXISTS (SELECT FROM public.held_content WHERE inquiry_id = OLD.inquiry_id) THEN \
                    RAISE EXCEPTION 'a held inquiry was removed'; \
                END IF; RETURN OLD; END $$; \
             CREATE TRIGGER keep_held AFTER DELETE ON inquiry_content FOR EACH ROW EXECUTE FUNCTION keep_held(); \
             CREATE TRIGGER keep_held AFTER DELETE ON held_content FOR EACH ROW EXECUTE FUNCTION keep_held()",
        )
        .await;
    for _ in 0..20 {
        fill(&world, PEOPLE, "p", EXPIRED).await;
    }
    let tasks: Vec<_> = (0..TASKS)
        .map(|seed| {
            let url = world.database.compliance_url();
            tokio::spawn(async move {
                let db = sea_orm::Database::connect(url).await.unwrap();
                let mut rng = StdRng::seed_from_u64(seed);
                for _ in 0..STEPS {
                    step(&db, &mut rng).await;
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(world.value::<i64>(BROKEN).await, 0);
    let removed: i64 = world
        .value("SELECT sum((detail ->> 'inquiry')::bigint)::bigint FROM ledger WHERE kind IN ('purge', 'erasure')")
        .await;
    let rows: i64 = world.value("SELECT count(*) FROM inquiry").await;
    assert_eq!(removed + rows, i64::from(20 * PEOPLE));
    assert!(removed > 0, "nothing was ever removed, so nothing was tested");
    world.execute("UPDATE legal_hold SET released_at = now()").await;
    world.execute("SELECT purge_expired(gen_random_uuid(), 1000)").await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 0);
}

/// Replaces both functions by ones that lose a deadlock `times` times, and then do nothing.
async fn deadlocks(world: &World, times: u32) {
    let body = |counts: &str| {
        format!(
            "LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN \
                 IF nextval('calls') <= {times} THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END IF; \
                 RETURN '{counts}'; \
             END $$"
        )
    };
    let (purge, erase) = (
        body(r#"{"inquiry": 0, "late": 0}"#),
        body(
            r#"{"inquiry":0,"outbox":0,"jobs":0,"message":0,"raw_mail":0,"kept":0,"in_force":0,"requests":[],"unchecked":[],"open":[],"copies":[],"participants":[],"entry":1}"#,
        ),
    );
    world
        .execute(&format!(
            "DROP SEQUENCE IF EXISTS calls; CREATE SEQUENCE calls; GRANT ALL ON calls TO PUBLIC; \
             CREATE OR REPLACE FUNCTION purge_expired(run uuid, batch_size integer) RETURNS jsonb {purge}; \
             CREATE OR REPLACE FUNCTION erase_person(address_key text, checked text DEFAULT NULL, recipients text[] DEFAULT '{{}}', \
                 chosen spoken DEFAULT NULL, known spoken DEFAULT NULL) RETURNS jsonb {erase}"
        ))
        .await;
}

#[tokio::test]
async fn purge_and_erasure_run_again_after_four_deadlocks_and_fail_after_five() {
    let world = world().await;
    let address = EmailAddress::parse("p1@visitor.example").unwrap();
    for (times, succeeds) in [(4, true), (5, false)] {
        deadlocks(&world, times).await;
        let purged = purge(&world.db, Uuid::new_v4(), &CancellationToken::new()).await;
        deadlocks(&world, times).await;
        let erased = erase_person(&world.admin, &address, [None; 2], None).await;
        assert_eq!((purged.is_ok(), erased.is_ok()), (succeeds, succeeds), "{purged:?} {erased:?}");
    }
}
