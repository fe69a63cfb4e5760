//! What the database knows of a mailbox: who reads it, and which UIDs are accounted for.

use std::{collections::BTreeMap, ops::Range, time::Duration};

use mailer::db::{query_row, statement, within};
use mailer::fingerprint::FingerprintKey;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement, Value};
use uuid::Uuid;

use super::settings::ImapSettings;

const LIMIT: Duration = Duration::from_secs(10);
/// UIDs that are looked up in one statement.
const LOOKED_UP: usize = 5_000;
/// A wider gap is a server that skips numbers: it is counted without looking each of them up.
const MAX_GAP: u64 = 1_000_000;

pub(super) struct Account<'a> {
    db: &'a DatabaseConnection,
    key: &'a FingerprintKey,
    fingerprint: Vec<u8>,
    holder: Uuid,
}

/// What is known of the folder as it is numbered now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) uid_validity: u32,
    pub(super) counted_to: i64,
    read_again_below: i64,
}

impl Known {
    pub(super) fn is_read_again(&self, uid: u32) -> bool {
        i64::from(uid) < self.read_again_below
    }
}

/// `$1` account, `$2` holder. Nobody has it, or its holder has gone.
const TAKE: &str = "\
    INSERT INTO imap_account AS account (account_key, lease_holder, lease_until) \
    VALUES ($1, $2, now() + interval '12 seconds') \
    ON CONFLICT (account_key) DO UPDATE SET lease_holder = $2, lease_until = now() + interval '12 seconds' \
    WHERE account.lease_holder IS NULL OR account.lease_holder = $2 OR account.lease_until < now() RETURNING 1 AS one";

const RELEASE: &str = "\
    UPDATE imap_account SET lease_holder = NULL, lease_until = NULL WHERE account_key = $1 AND lease_holder = $2";

/// A folder that is new to us, or numbered anew: what it holds is read, what it no longer holds was never promised to us.
/// `$3` UIDVALIDITY, `$4` the next UID.
const FOLDER: &str = "\
    UPDATE imap_account AS account SET uid_validity = $3, \
        counted_to = CASE WHEN was.uid_validity = $3 THEN account.counted_to ELSE $4 END, \
        read_again_below = CASE WHEN was.uid_validity = $3 THEN account.read_again_below \
            WHEN was.uid_validity IS NULL THEN 1 ELSE $4 END \
    FROM imap_account AS was \
    WHERE was.account_key = account.account_key AND account.account_key = $1 AND account.lease_holder = $2 \
    RETURNING account.counted_to, account.read_again_below, was.uid_validity <> $3 AS is_renumbered";

/// `$3` keys of deliveries.
const KNOWN_SOURCES: &str = "SELECT count(*) AS known FROM intake WHERE source_key = ANY ($1)";

/// `$3` UIDVALIDITY, `$4` counted so far, `$5` counted now, `$6` how many are missing.
const COUNT: &str = "\
    UPDATE imap_account SET counted_to = $5, taken_away = taken_away + $6, \
        taken_away_at = CASE WHEN $6 > 0 THEN now() ELSE taken_away_at END, polled_at = now(), problem = NULL \
    WHERE account_key = $1 AND lease_holder = $2 AND uid_validity = $3 AND counted_to = $4 RETURNING 1 AS one";

const PROBLEM: &str = "UPDATE imap_account SET problem = $3 WHERE account_key = $1 AND lease_holder = $2";

impl<'a> Account<'a> {
    pub(super) fn new(
        db: &'a DatabaseConnection,
        key: &'a FingerprintKey,
        settings: &ImapSettings,
        holder: Uuid,
    ) -> Self {
        let parts = [settings.host.as_str(), &settings.login.user, &settings.folder].map(str::as_bytes);
        Self { db, key, fingerprint: key.fingerprint("imap account", parts), holder }
    }

    /// Takes the mailbox, or keeps it. False: another worker reads it.
    pub(super) async fn take(&self) -> Result<bool, DbErr> {
        Ok(within(LIMIT, self.db.query_one_raw(self.statement(TAKE, []))).await?.is_some())
    }

    /// `$1` the account, `$2` the holder.
    fn statement<const N: usize>(&self, sql: &str, more: [Value; N]) -> Statement {
        let whose = [self.fingerprint.clone().into(), self.holder.into()];
        Statement::from_sql_and_values(DbBackend::Postgres, sql, whose.into_iter().chain(more))
    }

    pub(super) async fn release(&self) {
        // Otherwise the lease ends by itself.
        let _ = within(LIMIT, self.db.execute_raw(self.statement(RELEASE, []))).await;
    }

    /// `None`: another worker has taken the mailbox.
    pub(super) async fn select(&self, uid_validity: u32, uid_next: u32) -> Result<Option<Known>, DbErr> {
        let folder = self.statement(FOLDER, [i64::from(uid_validity).into(), i64::from(uid_next).into()]);
        let Some(row) = within(LIMIT, self.db.query_one_raw(folder)).await? else { return Ok(None) };
        if row.try_get::<Option<bool>>("", "is_renumbered")? == Some(true) {
            metrics::counter!("intake_imap_renumbered_total").increment(1);
            tracing::warn!("the IMAP folder has a new UIDVALIDITY; its mails are read again");
        }
        let (counted_to, read_again_below) = (row.try_get("", "counted_to")?, row.try_get("", "read_again_below")?);
        Ok(Some(Known { uid_validity, counted_to, read_again_below }))
    }

    /// Names a mail's delivery.
    pub(super) fn source(&self, uid_validity: u32, uid: u32) -> Vec<u8> {
        let parts = [self.fingerprint.as_slice(), &uid_validity.to_be_bytes(), &uid.to_be_bytes()];
        self.key.fingerprint("imap mail", parts)
    }

    /// Accounts for the UIDs up to `to`: what is neither in the folder nor stored was taken away by somebody else. Returns
    /// how many were, or `None` if another worker has taken the mailbox.
    pub(super) async fn count(
        &self,
        known: Known,
        to: i64,
        present: &BTreeMap<u32, u32>,
    ) -> Result<Option<i64>, DbErr> {
        let to = to.max(known.counted_to);
        let range = uid(known.counted_to)..uid(to);
        let missing = range.len() as u64 - present.range(range.clone()).count() as u64;
        let stored = if missing > MAX_GAP { 0 } else { self.stored(known.uid_validity, range, present).await? };
        let taken_away = i64::try_from(missing).unwrap_or(i64::MAX) - stored;
        let validity = i64::from(known.uid_validity);
        let count = self.statement(COUNT, [validity.into(), known.counted_to.into(), to.into(), taken_away.into()]);
        let counted = within(LIMIT, self.db.query_one_raw(count)).await?;
        Ok(counted.map(|_| taken_away))
    }

    /// How many of the missing UIDs are rows: a worker was killed after it had moved them.
    async fn stored(&self, uid_validity: u32, range: Range<u32>, present: &BTreeMap<u32, u32>) -> Result<i64, DbErr> {
        let missing: Vec<u32> = range.filter(|uid| !present.contains_key(uid)).collect();
        let mut stored = 0;
        for uids in missing.chunks(LOOKED_UP) {
            let sources: Vec<Vec<u8>> = uids.iter().map(|uid| self.source(uid_validity, *uid)).collect();
            let row = within(LIMIT, query_row(self.db, statement(KNOWN_SOURCES, [sources.into()]))).await?;
            stored += row.try_get::<i64>("", "known")?;
        }
        Ok(stored)
    }

    /// For `worker check`, until a poll succeeds.
    pub(super) async fn note_problem(&self, code: &str) {
        // If the database is away as well, there is nothing to note it in.
        let _ = within(LIMIT, self.db.execute_raw(self.statement(PROBLEM, [code.into()]))).await;
    }
}

/// UIDs have 32 bits.
fn uid(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
