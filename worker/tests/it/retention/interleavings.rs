//! Holds, releases, purges and erasures in any order and at the same time.

use rand::{RngExt, SeedableRng, rngs::StdRng};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement};
use worker::db_error::sqlstate;

use super::{BROKEN, EXPIRED, fill, world};

const PEOPLE: u32 = 12;
const TASKS: u64 = 4;
const STEPS: u32 = 250;

/// One step of an operator or of a worker.
async fn step(db: &DatabaseConnection, rng: &mut StdRng) {
    let address = format!("p{}@visitor.example", rng.random_range(1..=PEOPLE));
    let sql = match rng.random_range(0..10) {
        0..3 => format!("SELECT place_hold(NULL, '{address}', 'a case', now() + interval '1 day')"),
        3 => format!(
            "SELECT place_hold(inquiry_id, NULL, 'a case', now() + interval '1 day') FROM inquiry_content \
             WHERE email_key = '{address}' LIMIT 1"
        ),
        4..7 => "SELECT release_hold((SELECT id FROM legal_hold WHERE released_at IS NULL ORDER BY random() LIMIT 1))"
            .to_owned(),
        7..9 => "SELECT purge_expired(gen_random_uuid(), 7)".to_owned(),
        _ => format!("SELECT erase_person('{address}')"),
    };
    match db.execute_raw(Statement::from_string(DbBackend::Postgres, sql.clone())).await {
        Ok(_) => {}
        // The inquiry was removed between the look and the hold.
        Err(error) if sqlstate(&error).as_deref() == Some("23503") => {}
        Err(error) => panic!("{sql}: {error}"),
    }
}

#[tokio::test]
async fn a_thousand_random_steps_purge_nothing_held_and_never_deadlock() {
    let world = world().await;
    // The referee: whatever removes an inquiry that is held at that moment fails loudly.
    world
        .execute(
            "CREATE FUNCTION referee() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN \
                IF EXISTS (SELECT FROM public.legal_hold AS hold WHERE released_at IS NULL AND ends_at > now() \
                    AND (inquiry_id = OLD.inquiry_id OR hold.email_key = OLD.email_key)) THEN \
                    RAISE EXCEPTION 'a held inquiry was removed'; \
                END IF; RETURN OLD; END $$; \
             CREATE TRIGGER referee BEFORE DELETE ON inquiry_content FOR EACH ROW EXECUTE FUNCTION referee()",
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
