//! Claims one mail, as delivery claims its rows: with a lease, a number, and a count of crashes.

use std::sync::Arc;

use mailer::db::statement;
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseConnection, DbErr};
use uuid::Uuid;

use crate::intake::{accept::Way, operator::OPENED};

/// A claimed mail. Its bytes are `None` once they were removed.
#[derive(Clone)]
pub(super) struct Claimed {
    pub(super) id: Uuid,
    pub(super) number: i32,
    pub(super) holder: Uuid,
    pub(super) crashes: i16,
    pub(super) way: Way,
    pub(super) digest: Vec<u8>,
    /// Of a mail that is too large, only the headers are stored.
    pub(super) size: i32,
    /// The inquiry that an operator has attached it to.
    pub(super) attached: Option<Uuid>,
    /// A person has decided that it opens a ticket.
    pub(super) opens: bool,
    pub(super) envelope_from: Option<String>,
    pub(super) recipients: Vec<String>,
    /// Shared with the thread that reads it: it can have 25 MiB.
    pub(super) raw: Option<Arc<Vec<u8>>>,
}

const CLAIM: &str = include_str!("sql/claim.sql");

pub(super) async fn claim(db: &DatabaseConnection, holder: Uuid) -> Result<Option<Claimed>, DbErr> {
    let Some(row) = db.query_one_raw(statement(CLAIM, [holder.into()])).await? else { return Ok(None) };
    let (id, number) = (row.try_get("", "id")?, row.try_get("", "claims")?);
    // Not in the claiming statement: it must commit before anybody looks at the bytes.
    let sql = "SELECT envelope_from, recipients, raw FROM raw_mail WHERE intake_id = $1";
    let stored = db.query_one_raw(statement(sql, [Uuid::into(id)])).await?;
    let mut claimed = Claimed {
        id,
        number,
        holder,
        crashes: row.try_get("", "crashes")?,
        way: Way::try_from_value(&row.try_get("", "way")?)?,
        digest: row.try_get("", "digest")?,
        size: row.try_get("", "size")?,
        attached: row.try_get("", "attached")?,
        opens: row.try_get::<Option<String>>("", "rule")?.as_deref() == Some(OPENED),
        envelope_from: None,
        recipients: Vec::new(),
        raw: None,
    };
    if let Some(stored) = stored {
        claimed.envelope_from = stored.try_get("", "envelope_from")?;
        claimed.recipients = stored.try_get("", "recipients")?;
        claimed.raw = Some(Arc::new(stored.try_get("", "raw")?));
    }
    Ok(Some(claimed))
}

/// Why a mail is not settled yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The database failed.
    Database,
    /// Reading the mail failed, or the database refused it.
    Crashed,
    /// It reports on a mail of ours that is still being sent.
    TooEarly,
}

/// `$1` id, `$2` holder, `$3` number, `$4` crashes, `$5` seconds until the next attempt.
const GIVE_BACK: &str = "\
    UPDATE intake SET state = 'accepted', lease_holder = NULL, lease_until = NULL, crashes = crashes + $4, \
        next_attempt_at = now() + make_interval(secs => $5) \
    WHERE id = $1 AND lease_holder = $2 AND claims = $3 AND state = 'settling'";

pub(super) async fn give_back(db: &DatabaseConnection, claimed: &Claimed, reason: Reason) -> Result<(), DbErr> {
    let seconds = match reason {
        Reason::Database => 1.0,
        Reason::Crashed => 10.0,
        Reason::TooEarly => 30.0,
    };
    let crashes = i32::from(reason == Reason::Crashed);
    let values = [claimed.id.into(), claimed.holder.into(), claimed.number.into(), crashes.into(), seconds.into()];
    db.execute_raw(statement(GIVE_BACK, values)).await.map(drop)
}
