//! Legal holds: they keep an inquiry, or every inquiry of an address, from the purge and from erasure.

use anyhow::{Context, bail};
use chrono::{DateTime, Months, NaiveDate, NaiveTime, Utc};
use entity::{EmailAddress, TicketReference};
use mailer::db::{database_now, find_inquiry, query_value, statement};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult};
use serde::Serialize;
use uuid::Uuid;

use crate::ledger::begin_recorded;

const LONGEST_REASON: usize = 500;
/// The database refuses a later end, see `place_hold`.
const LONGEST_HOLD: Months = Months::new(12 * 100);

/// What a hold keeps.
#[derive(Clone, Debug)]
pub enum HoldTarget {
    Inquiry(TicketReference),
    /// Every inquiry of the address, also later ones.
    Address(EmailAddress),
}

#[derive(Clone, Copy, Debug)]
pub struct PlacedHold {
    pub id: Uuid,
    /// Inquiries that it keeps at present.
    pub inquiries: u64,
    /// A second officer has to confirm the end; until then the hold ends in a year.
    pub waits: bool,
}

/// A hold in force.
#[derive(Clone, derive_more::Debug, FromQueryResult, Serialize)]
#[debug("hold {id}")]
pub struct ListedHold {
    pub id: Uuid,
    /// The last day: a hold ends at midnight after it.
    pub until: NaiveDate,
    /// The one that waits for a second officer.
    pub wanted_until: Option<NaiveDate>,
    /// The address or the reference.
    pub target: String,
    pub reason: String,
}

/// Places a hold to the end of the day `until` (UTC).
pub async fn place_hold(
    db: &DatabaseConnection,
    target: &HoldTarget,
    reason: &str,
    until: NaiveDate,
) -> anyhow::Result<PlacedHold> {
    let ends_at = end_of(until, database_now(db).await?)?;
    let reason = reason.trim();
    if reason.is_empty() || reason.encode_utf16().count() > LONGEST_REASON || reason.chars().any(char::is_control) {
        bail!("--reason must be one line of 1 to {LONGEST_REASON} characters");
    }
    let (inquiry, key, inquiries) = match target {
        HoldTarget::Inquiry(reference) => {
            let found = find_inquiry(db, reference).await?.with_context(|| {
                format!("no inquiry has the reference {reference}. Check it; a purged inquiry cannot be put on hold")
            })?;
            (Some(found), None, 1)
        }
        HoldTarget::Address(address) => (None, Some(address.key()), count_inquiries(db, address).await?),
    };
    let values = [inquiry.into(), key.into(), reason.into(), ends_at.into()];
    let id: Uuid = query_value(db, statement("SELECT place_hold($1, $2, $3, $4)", values)).await?;
    let waits = "SELECT wanted_until IS NOT NULL FROM legal_hold WHERE id = $1";
    Ok(PlacedHold { id, inquiries, waits: query_value(db, statement(waits, [id.into()])).await? })
}

fn end_of(until: NaiveDate, now: DateTime<Utc>) -> anyhow::Result<DateTime<Utc>> {
    let next_day = until.succ_opt().map(|day| day.and_time(NaiveTime::MIN).and_utc());
    match next_day {
        Some(ends_at) if ends_at <= now => bail!("--until {until} is in the past. Name a later day"),
        Some(ends_at) if ends_at <= now + LONGEST_HOLD => Ok(ends_at),
        _ => bail!("--until {until} is more than 100 years away. Name an earlier day"),
    }
}

async fn count_inquiries(db: &DatabaseConnection, address: &EmailAddress) -> anyhow::Result<u64> {
    let sql = "SELECT count(*) FROM inquiry_content WHERE email_key = $1";
    match query_value::<i64>(db, statement(sql, [address.key().into()])).await? {
        0 => bail!("no inquiry of this address is stored. Check its spelling"),
        count => Ok(count.unsigned_abs()),
    }
}

/// Ends a hold before its time. Returns the requests that waited for it.
pub async fn release_hold(db: &DatabaseConnection, id: Uuid) -> anyhow::Result<Vec<Uuid>> {
    let sql = "SELECT id FROM data_subject_request WHERE waits_for = $1 AND closed_at IS NULL";
    let waiting = db.query_all_raw(statement(sql, [id.into()])).await?;
    if !query_value(db, statement("SELECT release_hold($1)", [id.into()])).await? {
        bail!("no hold in force has the id {id}. `compliance retention holds` lists them");
    }
    Ok(waiting.iter().map(|row| row.try_get("", "id")).collect::<Result<_, _>>()?)
}

/// Confirms the end of a hold that another officer has placed.
pub async fn confirm_hold(db: &DatabaseConnection, id: Uuid) -> anyhow::Result<()> {
    if !query_value(db, statement("SELECT confirm_hold($1)", [id.into()])).await? {
        bail!("no hold with the id {id} waits for a second officer. `compliance retention holds` lists them");
    }
    Ok(())
}

/// The holds in force, those that end first first. The list names persons, so reading it is an entry.
pub async fn list_holds(db: &DatabaseConnection) -> Result<Vec<ListedHold>, DbErr> {
    let transaction = begin_recorded(db).await?;
    let holds = ListedHold::find_by_statement(statement(HOLDS, [])).all(&transaction).await?;
    let count = i64::try_from(holds.len()).unwrap_or(i64::MAX);
    transaction.execute_raw(statement("SELECT record_read($1)", [count.into()])).await?;
    transaction.commit().await?;
    Ok(holds)
}

const HOLDS: &str = "\
    SELECT legal_hold.id, ((ends_at - interval '1 microsecond') AT TIME ZONE 'UTC')::date AS until, \
        ((wanted_until - interval '1 microsecond') AT TIME ZONE 'UTC')::date AS wanted_until, coalesce(email_key, reference, '') AS target, reason \
    FROM legal_hold LEFT JOIN inquiry ON inquiry.id = inquiry_id \
    WHERE released_at IS NULL AND ends_at > now() ORDER BY ends_at";
