//! Leases on rows that are being sent.
//!
//! The database ends a lease [`LEASE`] after the last renewal; this process stops believing in it
//! [`SAFE`] after it last asked, so that a sender gives up before another one may begin.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::statement;

pub const LEASE: Duration = Duration::from_secs(20);
const SAFE: Duration = Duration::from_secs(15);
const RENEWAL: Duration = Duration::from_secs(5);
const AFTER_A_FAILURE: Duration = Duration::from_millis(500);

/// The rows that this process is sending, each with the time until which its lease is safe.
#[derive(Debug)]
pub struct Leases {
    holder: Uuid,
    rows: Mutex<HashMap<Uuid, Instant>>,
}

impl Leases {
    /// `holder` is new with every start of a process.
    pub fn new(holder: Uuid) -> Self {
        Self { holder, rows: Mutex::default() }
    }

    pub fn holder(&self) -> Uuid {
        self.holder
    }

    pub(super) fn took(&self, id: Uuid, asked_at: Instant) {
        self.rows().insert(id, asked_at + SAFE);
    }

    pub(super) fn let_go(&self, id: Uuid) {
        self.rows().remove(&id);
    }

    pub fn held(&self) -> Vec<Uuid> {
        self.rows().keys().copied().collect()
    }

    /// Resolves when the row's lease can no longer be relied on.
    pub(super) async fn lost(&self, id: Uuid) {
        loop {
            let safe_until = self.rows().get(&id).copied();
            match safe_until {
                Some(instant) if instant > Instant::now() => sleep_until(instant).await,
                _ => return,
            }
        }
    }

    fn renewed(&self, asked: &[Uuid], renewed: &[Uuid], asked_at: Instant) {
        let mut rows = self.rows();
        for id in asked {
            let safe_until = if renewed.contains(id) { asked_at + SAFE } else { asked_at };
            rows.entry(*id).and_modify(|until| *until = safe_until);
        }
    }

    fn rows(&self) -> MutexGuard<'_, HashMap<Uuid, Instant>> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Renews all leases by one statement every few seconds, until `ended`.
pub async fn keep_leases(db: &DatabaseConnection, leases: &Leases, ended: &CancellationToken) {
    let mut pause = RENEWAL;
    while ended.run_until_cancelled(sleep(pause)).await.is_some() {
        // A statement that hangs must not cost the next chance.
        pause = match timeout(RENEWAL, renew(db, leases)).await {
            Ok(Ok(())) => RENEWAL,
            _ => AFTER_A_FAILURE,
        };
    }
}

async fn renew(db: &DatabaseConnection, leases: &Leases) -> Result<(), DbErr> {
    let held = leases.held();
    if held.is_empty() {
        return Ok(());
    }
    let asked_at = Instant::now();
    let sql = "WITH mine AS (SELECT id FROM outbox WHERE id = ANY($2) ORDER BY id FOR UPDATE) \
               UPDATE outbox SET lease_until = now() + $3 * interval '1 second' \
               FROM mine WHERE outbox.id = mine.id AND lease_holder = $1 RETURNING outbox.id";
    let seconds = i32::try_from(LEASE.as_secs()).unwrap_or(i32::MAX);
    let rows = db.query_all_raw(statement(sql, [leases.holder.into(), held.clone().into(), seconds.into()])).await?;
    let renewed: Vec<Uuid> = rows.iter().map(|row| row.try_get("", "id")).collect::<Result<_, _>>()?;
    leases.renewed(&held, &renewed, asked_at);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_lease_is_given_up_before_the_database_ends_it() {
        let leases = Leases::new(Uuid::new_v4());
        let id = Uuid::new_v4();
        let start = Instant::now();
        leases.took(id, start);
        leases.lost(id).await;
        let after = start.elapsed();
        assert!(after >= SAFE && after < LEASE, "{after:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_renewed_lease_holds_and_one_taken_over_is_lost_at_once() {
        let leases = Leases::new(Uuid::new_v4());
        let (kept, taken) = (Uuid::new_v4(), Uuid::new_v4());
        leases.took(kept, Instant::now());
        leases.took(taken, Instant::now());
        tokio::time::advance(Duration::from_secs(10)).await;
        leases.renewed(&[kept, taken], &[kept], Instant::now());
        timeout(Duration::from_millis(1), leases.lost(taken)).await.unwrap();
        assert!(timeout(Duration::from_secs(14), leases.lost(kept)).await.is_err());
        leases.let_go(kept);
        timeout(Duration::from_millis(1), leases.lost(kept)).await.unwrap();
    }
}
