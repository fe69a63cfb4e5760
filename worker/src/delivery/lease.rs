//! Leases on rows that are being sent.
//!
//! The database ends a lease [`LEASE`] after the last renewal; this process stops believing in it
//! [`SAFE`] after it last asked, so that a sender gives up before another one may begin.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use entity::outbox;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, QueryResult, Value};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::statement;

pub const LEASE: Duration = Duration::from_secs(20);
const SAFE: Duration = Duration::from_secs(15);
const RENEWAL: Duration = Duration::from_secs(5);
const AFTER_A_FAILURE: Duration = Duration::from_millis(500);

/// One claim of a row. The row may be claimed again, by this process, too: an earlier claim's statement that the
/// database carries out late must not be taken for the newer one's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    pub id: Uuid,
    pub number: i32,
}

impl From<&outbox::Model> for Claim {
    fn from(row: &outbox::Model) -> Self {
        Self { id: row.id, number: row.claims }
    }
}

/// The claims that this process is working on, each with the time until which its lease is safe.
#[derive(Debug)]
pub struct Leases {
    holder: Uuid,
    claims: Mutex<HashMap<Claim, Instant>>,
}

impl Leases {
    /// `holder` is new with every start of a process.
    pub fn new(holder: Uuid) -> Self {
        Self { holder, claims: Mutex::default() }
    }

    pub fn holder(&self) -> Uuid {
        self.holder
    }

    pub(super) fn took(&self, claim: Claim, asked_at: Instant) {
        self.claims().insert(claim, asked_at + SAFE);
    }

    pub(super) fn let_go(&self, claim: Claim) {
        self.claims().remove(&claim);
    }

    pub fn held(&self) -> Vec<Claim> {
        self.claims().keys().copied().collect()
    }

    /// Resolves when the claim's lease can no longer be relied on.
    pub(super) async fn lost(&self, claim: Claim) {
        loop {
            let safe_until = self.claims().get(&claim).copied();
            match safe_until {
                Some(instant) if instant > Instant::now() => sleep_until(instant).await,
                _ => return,
            }
        }
    }

    /// Of those that were asked for, only the `renewed` still hold.
    fn renewed(&self, asked: &[Claim], renewed: &[Claim], asked_at: Instant) {
        let mut claims = self.claims();
        for claim in asked {
            let safe_until = if renewed.contains(claim) { asked_at + SAFE } else { asked_at };
            claims.entry(*claim).and_modify(|until| *until = safe_until);
        }
    }

    fn claims(&self) -> MutexGuard<'_, HashMap<Claim, Instant>> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ids and numbers, as two parameters of a statement.
pub(super) fn arrays(claims: &[Claim]) -> [Value; 2] {
    let (ids, numbers): (Vec<Uuid>, Vec<i32>) = claims.iter().map(|claim| (claim.id, claim.number)).unzip();
    [ids.into(), numbers.into()]
}

/// `$1` holder, `$2` and `$3` the claims, `$4` lease in seconds.
const RENEW: &str = "\
    WITH mine AS ( \
        SELECT id, claims FROM outbox JOIN unnest($2::uuid[], $3::integer[]) AS held(id, claims) USING (id, claims) \
        ORDER BY id FOR UPDATE OF outbox \
    ) \
    UPDATE outbox SET lease_until = now() + $4 * interval '1 second' \
    FROM mine WHERE outbox.id = mine.id AND outbox.claims = mine.claims AND lease_holder = $1 \
    RETURNING outbox.id, outbox.claims";

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
    let [ids, numbers] = arrays(&held);
    let seconds = i32::try_from(LEASE.as_secs()).unwrap_or(i32::MAX);
    let rows = db.query_all_raw(statement(RENEW, [leases.holder.into(), ids, numbers, seconds.into()])).await?;
    let claim = |row: &QueryResult| Ok(Claim { id: row.try_get("", "id")?, number: row.try_get("", "claims")? });
    let renewed = rows.iter().map(claim).collect::<Result<Vec<_>, DbErr>>()?;
    leases.renewed(&held, &renewed, asked_at);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_lease_is_given_up_before_the_database_ends_it() {
        let leases = Leases::new(Uuid::new_v4());
        let claim = Claim { id: Uuid::new_v4(), number: 1 };
        let start = Instant::now();
        leases.took(claim, start);
        leases.lost(claim).await;
        let after = start.elapsed();
        assert!(after >= SAFE && after < LEASE, "{after:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_renewed_lease_holds_and_one_taken_over_is_lost_at_once() {
        let leases = Leases::new(Uuid::new_v4());
        let id = Uuid::new_v4();
        let (taken, kept) = (Claim { id, number: 1 }, Claim { id, number: 2 });
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
