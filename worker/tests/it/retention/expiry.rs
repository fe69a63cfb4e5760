//! Not a second early, and nothing left after the next run.

use std::time::Duration;

use chrono::{DateTime, Months, Utc};
use compliance::retention::purge;
use entity::RETENTION_YEARS;
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{fill, world};
use crate::support::World;

/// Pairs of times.
async fn pairs(world: &World, sql: &str) -> Vec<(DateTime<Utc>, DateTime<Utc>)> {
    let rows = world.admin.query_all_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap();
    rows.iter().map(|row| (row.try_get_by_index(0).unwrap(), row.try_get_by_index(1).unwrap())).collect()
}

/// By this crate's calendar, not the database's.
fn expiry(last_contact: DateTime<Utc>) -> DateTime<Utc> {
    last_contact + Months::new(12 * RETENTION_YEARS)
}

#[tokio::test]
async fn purges_exactly_what_expired_and_is_not_on_hold() {
    let world = world().await;
    world
        .execute(
            "CREATE TABLE gone (last_contact_at timestamptz, at timestamptz); \
             CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
                INSERT INTO public.gone VALUES (OLD.last_contact_at, clock_timestamp()); RETURN OLD; END $$; \
             CREATE TRIGGER note BEFORE DELETE ON inquiry FOR EACH ROW EXECUTE FUNCTION note(); \
             GRANT INSERT ON gone TO inquiry_owner",
        )
        .await;
    // Around the edge, for a quarter of an hour to come so that a slow machine does not pass its end, and all over the calendar.
    fill(&world, 20_000, "edge", "now() - interval '2 years' + (n - 10000) * interval '100 milliseconds'").await;
    fill(&world, 1_000, "leap", "timestamptz '2024-02-29 23:59:59 UTC' - n * interval '1 minute'").await;
    fill(&world, 200, "future", "now() + n * interval '1 hour'").await;
    fill(&world, 50, "held", "now() - interval '2 years 1 month'").await;
    world
        .execute(
            "SELECT place_hold(inquiry_id, NULL, 'a case', now() + interval '1 day') FROM inquiry_content \
             WHERE email LIKE 'held%'",
        )
        .await;
    let mut begun = None;
    for _ in 0..3 {
        begun = Some(world.value::<DateTime<Utc>>("SELECT clock_timestamp()").await);
        assert!(purge(&world.db, Uuid::new_v4(), &CancellationToken::new()).await.unwrap().is_complete);
        tokio::time::sleep(Duration::from_millis(1200)).await;
    }
    let gone = pairs(&world, "SELECT last_contact_at, at FROM gone").await;
    assert!(gone.len() >= 10_990 && gone.len() < 21_000, "{}", gone.len());
    let early = gone.iter().filter(|(last_contact, at)| expiry(*last_contact) > *at).count();
    assert_eq!(early, 0, "purged early");
    let kept = "SELECT last_contact_at, expires_at FROM inquiry JOIN compliance.inquiry_content ON id = inquiry_id \
                WHERE email NOT LIKE 'held%'";
    let left = pairs(&world, kept).await.iter().filter(|(at, _)| expiry(*at) <= begun.unwrap()).count();
    assert_eq!(left, 0, "left after the next run");
    let held: i64 = world.value("SELECT count(*) FROM compliance.inquiry_content WHERE email LIKE 'held%'").await;
    assert_eq!(held, 50, "purged on hold");
}

#[tokio::test]
async fn the_database_and_the_calendar_agree_on_every_expiry() {
    let world = world().await;
    for (name, at) in [
        ("leap", "timestamptz '2024-02-28 12:00 UTC' + n * interval '10 minutes'"),
        ("spring", "timestamptz '2025-03-30 00:00 UTC' + n * interval '1 minute'"),
        ("autumn", "timestamptz '2024-10-27 00:00 UTC' + n * interval '1 minute'"),
        ("years", "timestamptz '2024-01-01 UTC' + n * interval '5 days 7 hours 11 seconds'"),
    ] {
        fill(&world, 400, name, at).await;
    }
    // Derived again by a session in a zone with daylight saving: that must not matter.
    world
        .execute(
            "CREATE FUNCTION derive_again() RETURNS void LANGUAGE sql SET timezone = 'Europe/Zurich' \
             AS 'UPDATE inquiry SET last_contact_at = last_contact_at'; SELECT derive_again()",
        )
        .await;
    let all = pairs(&world, "SELECT last_contact_at, expires_at FROM inquiry").await;
    assert_eq!(all.len(), 1600);
    for (last_contact, expires_at) in all {
        assert_eq!(expires_at, expiry(last_contact), "{last_contact}");
    }
}
