//! Leases on rows that are being sent.
//!
//! In the database a lease expires [`LeaseSettings::duration`] after its last renewal. This process relies on it for
//! [`LeaseSettings::safe`] only, so that a sender stops before another one can claim the row.

use std::{collections::HashMap, time::Duration};

use entity::outbox;
use mailer::db::statement;
use parking_lot::Mutex;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, QueryResult, Value};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Tests use a shorter lease.
#[derive(Clone, Copy, Debug)]
pub struct LeaseSettings {
    /// Whole seconds.
    pub duration: Duration,
    /// Shorter than `duration`.
    pub safe: Duration,
    /// The interval of renewals, and the time limit of each.
    pub renewal: Duration,
    /// The pause after a failed renewal.
    pub retry: Duration,
}

impl Default for LeaseSettings {
    fn default() -> Self {
        Self {
            duration: Duration::from_secs(20),
            safe: Duration::from_secs(15),
            renewal: Duration::from_secs(5),
            retry: Duration::from_millis(500),
        }
    }
}

impl LeaseSettings {
    /// `duration` as a parameter of a statement.
    pub(super) fn seconds(&self) -> i32 {
        i32::try_from(self.duration.as_secs()).unwrap_or(i32::MAX)
    }
}

/// One claim of a row. The number separates it from other claims of the row, by this process or another: a statement that
/// an earlier claim sent and the database runs late must not count for the newer claim.
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

/// The claims that this process works on, each with the time until which its lease is safe.
#[derive(Debug)]
pub struct Leases {
    holder: Uuid,
    settings: LeaseSettings,
    claims: Mutex<HashMap<Claim, Instant>>,
}

impl Leases {
    /// `holder` is new with every start of a process.
    pub fn new(holder: Uuid, settings: LeaseSettings) -> Self {
        Self { holder, settings, claims: Mutex::default() }
    }

    pub fn holder(&self) -> Uuid {
        self.holder
    }

    pub(super) fn settings(&self) -> &LeaseSettings {
        &self.settings
    }

    pub(super) fn took(&self, claim: Claim, asked_at: Instant) {
        self.claims.lock().insert(claim, asked_at + self.settings.safe);
    }

    pub(super) fn let_go(&self, claim: Claim) {
        self.claims.lock().remove(&claim);
    }

    pub fn held(&self) -> Vec<Claim> {
        self.claims.lock().keys().copied().collect()
    }

    /// Completes when the claim's lease is no longer safe.
    pub(super) async fn lost(&self, claim: Claim) {
        loop {
            let safe_until = self.claims.lock().get(&claim).copied();
            match safe_until {
                Some(instant) if instant > Instant::now() => sleep_until(instant).await,
                _ => return,
            }
        }
    }

    /// Of the leases in `asked`, only those in `renewed` are still held.
    fn renewed(&self, asked: &[Claim], renewed: &[Claim], asked_at: Instant) {
        let mut claims = self.claims.lock();
        for claim in asked {
            let safe_until = if renewed.contains(claim) { asked_at + self.settings.safe } else { asked_at };
            claims.entry(*claim).and_modify(|until| *until = safe_until);
        }
    }
}

/// Ids and numbers as two parameters of a statement.
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

/// Renews all leases with one statement at a regular interval, until `ended`.
pub async fn keep_leases(db: &DatabaseConnection, leases: &Leases, ended: &CancellationToken) {
    let LeaseSettings { renewal, retry, .. } = leases.settings;
    let mut pause = renewal;
    while ended.run_until_cancelled(sleep(pause)).await.is_some() {
        // A statement that hangs must not delay the next renewal.
        pause = match timeout(renewal, renew(db, leases)).await {
            Ok(Ok(())) => renewal,
            _ => retry,
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
    let values = [leases.holder.into(), ids, numbers, leases.settings.seconds().into()];
    let rows = db.query_all_raw(statement(RENEW, values)).await?;
    let claim = |row: &QueryResult| Ok(Claim { id: row.try_get("", "id")?, number: row.try_get("", "claims")? });
    let renewed = rows.iter().map(claim).collect::<Result<Vec<_>, DbErr>>()?;
    leases.renewed(&held, &renewed, asked_at);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_sender_stops_before_its_lease_expires_in_the_database() {
        let leases = Leases::new(Uuid::new_v4(), LeaseSettings::default());
        let claim = Claim { id: Uuid::new_v4(), number: 1 };
        let start = Instant::now();
        leases.took(claim, start);
        leases.lost(claim).await;
        let after = start.elapsed();
        let LeaseSettings { duration, safe, .. } = LeaseSettings::default();
        assert!(after >= safe && after < duration, "{after:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_renewed_lease_is_kept_and_one_that_was_taken_over_is_lost_at_once() {
        let leases = Leases::new(Uuid::new_v4(), LeaseSettings::default());
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
