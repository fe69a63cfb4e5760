//! What was purged or erased is gone from the files, not only from the tables.

use uuid::Uuid;

use super::{EXPIRED, done, fill, world};
use crate::support::{PATIENCE, World, eventually};

/// The values that [`fill`] writes, and the reference of one inquiry.
const CANARIES: [&str; 7] =
    ["Zquorvex", "Blimfandle", "Grobnitz", "Zquorland", "99 777 66 55", "Wimplethorpe", "@visitor.example"];

/// A vacuum or analyze in the background may still see a removed row; the rewrite an hour later would settle it.
async fn without_background_work(world: &World) {
    world
        .execute(
            "DO $$ DECLARE name regclass; BEGIN FOR name IN SELECT oid FROM pg_class WHERE relkind = 'r' \
                 AND relnamespace = 'public'::regnamespace LOOP \
                 EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off)', name); END LOOP; END $$",
        )
        .await;
}

/// How many of the database's own files hold the text.
async fn files_with(world: &World, text: &str) -> i64 {
    world.execute("CHECKPOINT").await;
    world
        .value(&format!(
            "SELECT count(*) FROM (SELECT 'base/' || oid || '/' AS folder FROM pg_database \
                 WHERE datname = current_database()) AS d, pg_ls_dir(folder) AS name, \
                 pg_stat_file(folder || name, true) AS stat, \
                 pg_read_binary_file(folder || name, 0, stat.size, true) AS bytes \
             WHERE position(convert_to('{text}', 'UTF8') IN bytes) > 0"
        ))
        .await
}

/// How many files of the write-ahead log hold the text.
async fn log_files_with(world: &World, text: &str) -> i64 {
    // Writes out what is still in memory.
    world.execute("SELECT pg_switch_wal()").await;
    world
        .value(&format!(
            "SELECT count(*) FROM pg_ls_waldir() AS file, \
                 pg_read_binary_file('pg_wal/' || name, 0, size, true) AS bytes \
             WHERE position(convert_to('{text}', 'UTF8') IN bytes) > 0"
        ))
        .await
}

async fn everything_but(world: &World, reference: &str) {
    for canary in CANARIES.iter().chain([&reference]) {
        assert!(files_with(world, canary).await > 0, "{canary} was never there");
    }
}

async fn nothing_left(world: &World, reference: &str) {
    for canary in CANARIES.iter().chain([&reference]) {
        assert_eq!(files_with(world, canary).await, 0, "{canary}");
    }
    let rest: i64 = world
        .value("SELECT (SELECT count(*) FROM apalis.jobs WHERE job_type = 'mail') + (SELECT count(*) FROM outbox)")
        .await;
    assert_eq!(rest, 0);
    let statistics = "SELECT count(*) FROM pg_statistic WHERE starelid::regclass::text LIKE 'inquiry_content%' \
                      AND stakind1 = 1 AND stavalues1::text ~ 'Zquor|visitor'";
    assert_eq!(world.value::<i64>(statistics).await, 0);
}

#[tokio::test]
async fn a_purge_removes_every_byte_from_the_files() {
    let world = world().await;
    // Other tests write to the same log, and let it be turned over: a slot keeps it until it has been looked at.
    let gone = format!("gone{}", Uuid::new_v4().simple());
    world.execute(&format!("SELECT pg_create_physical_replication_slot('{gone}', true)")).await;
    fill(&world, 1000, &gone, EXPIRED).await;
    let logged = log_files_with(&world, &gone).await;
    world.execute(&format!("SELECT pg_drop_replication_slot('{gone}')")).await;
    assert!(logged > 0, "it was never in the log");
    without_background_work(&world).await;
    let reference: String = world.value("SELECT reference FROM inquiry LIMIT 1").await;
    world.execute("ANALYZE").await;
    everything_but(&world, &reference).await;
    let said = done(&world, &["retention", "purge"]).await;
    assert!(said.starts_with("deleted 1,000 inquiries") && said.contains("rewritten: "), "{said}");
    assert!(!said.contains("later"), "{said}");
    world.execute("VACUUM pg_statistic").await;
    nothing_left(&world, &reference).await;
    // docs/retention.md asks for it: what the log no longer needs is deleted, not kept for reuse.
    if world.value::<String>("SELECT current_setting('wal_recycle')").await == "on" {
        eprintln!("this server has wal_recycle = on: the log is not looked at");
        return;
    }
    eventually(PATIENCE, "the log has turned over", async || {
        world.execute("CHECKPOINT").await;
        log_files_with(&world, &gone).await == 0
    })
    .await;
}

#[tokio::test]
async fn an_erasure_removes_every_byte_from_the_files() {
    let world = world().await;
    fill(&world, 1, "krelvonta", "now() - interval '3 days'").await;
    without_background_work(&world).await;
    let reference: String = world.value("SELECT reference FROM inquiry").await;
    done(&world, &["person", "request", "add", "krelvonta1@visitor.example", "--kind", "erasure"]).await;
    world.execute("ANALYZE").await;
    everything_but(&world, &reference).await;
    let said = done(&world, &["person", "erase", "Krelvonta1+news@VISITOR.example", "--yes"]).await;
    assert!(said.contains("recorded in the ledger: 1 inquiry, 1 mail, 1 job\n"), "{said}");
    nothing_left(&world, &reference).await;
}
