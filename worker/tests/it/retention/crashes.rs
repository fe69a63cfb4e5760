//! The purge is killed at any point, and two run at once.

use std::{process::Stdio, time::Duration};

use rand::RngExt;

use super::{BROKEN, EXPIRED, done, fill, world};
use crate::support::{World, compliance};

async fn purged_by_ledger(world: &World) -> i64 {
    world
        .value("SELECT coalesce(sum((detail ->> 'inquiry')::bigint), 0)::bigint FROM ledger WHERE kind = 'purge'")
        .await
}

#[tokio::test]
async fn rows_and_ledger_agree_after_twenty_kills_and_two_purges_at_once() {
    const ROWS: i64 = 30_000;
    let world = world().await;
    fill(&world, u32::try_from(ROWS).unwrap(), "gone", EXPIRED).await;
    let start = || {
        let mut command = compliance(&world);
        command
            .args(["retention", "purge"])
            .env("COMPLIANCE_DATABASE_URL", world.database.compliance_url())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.spawn().unwrap()
    };
    let mut killed_in_mid_purge = 0;
    for _ in 0..20 {
        let mut both = [start(), start()];
        let patience = rand::rng().random_range(20..250);
        tokio::time::sleep(Duration::from_millis(patience)).await;
        for worker in &mut both {
            killed_in_mid_purge += u32::from(worker.try_wait().unwrap().is_none());
            worker.kill().unwrap();
            worker.wait().unwrap();
        }
        // A killed client's last transaction ends with its connection.
        let left = ROWS - purged_by_ledger(&world).await;
        world.execute("SELECT lock_retention()").await;
        let rows: i64 = world.value("SELECT count(*) FROM inquiry").await;
        assert!(rows <= left);
        assert_eq!(ROWS - purged_by_ledger(&world).await, world.value::<i64>("SELECT count(*) FROM inquiry").await);
    }
    assert!(killed_in_mid_purge >= 10, "{killed_in_mid_purge} kills came in time");
    done(&world, &["retention", "purge"]).await;
    assert_eq!(purged_by_ledger(&world).await, ROWS);
    for table in ["inquiry", "inquiry_content", "outbox", "apalis.jobs"] {
        assert_eq!(world.value::<i64>(&format!("SELECT count(*) FROM {table}")).await, 0, "{table}");
    }
    assert_eq!(world.value::<i64>(BROKEN).await, 0);
    let sequence: bool =
        world.value("SELECT count(*) = max(seq) AND count(DISTINCT hash) = max(seq) FROM ledger").await;
    assert!(sequence, "an entry is missing or doubled");
}
