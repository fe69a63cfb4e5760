//! Legal holds: they keep an inquiry, or every inquiry of an address, from the purge and from erasure.

use anyhow::{Context, bail};
use chrono::{DateTime, Months, NaiveDate, NaiveTime, Utc};
use entity::{EmailAddress, TicketReference, inquiry, inquiry_content, legal_hold};
use mailer::db::{database_now, query_row, statement};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseConnection, DbErr, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
};
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
#[derive(Clone, Debug, Serialize)]
pub struct ListedHold {
    pub id: Uuid,
    pub ends_at: DateTime<Utc>,
    /// The end that waits for a second officer.
    pub wanted_until: Option<DateTime<Utc>>,
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
        HoldTarget::Inquiry(reference) => (Some(find_inquiry(db, reference).await?), None, 1),
        HoldTarget::Address(address) => (None, Some(address.key()), count_inquiries(db, address).await?),
    };
    let sql = "SELECT place_hold($1, $2, $3, $4) AS hold";
    let call = statement(sql, [inquiry.into(), key.into(), reason.into(), ends_at.into()]);
    let id = query_row(db, call).await?.try_get("", "hold")?;
    let placed = legal_hold::Entity::find_by_id(id).one(db).await?;
    let waits = placed.is_some_and(|hold| hold.wanted_until.is_some());
    Ok(PlacedHold { id, inquiries, waits })
}

fn end_of(until: NaiveDate, now: DateTime<Utc>) -> anyhow::Result<DateTime<Utc>> {
    let next_day = until.succ_opt().map(|day| day.and_time(NaiveTime::MIN).and_utc());
    match next_day {
        Some(ends_at) if ends_at <= now => bail!("--until {until} is in the past. Name a later day"),
        Some(ends_at) if ends_at <= now + LONGEST_HOLD => Ok(ends_at),
        _ => bail!("--until {until} is more than 100 years away. Name an earlier day"),
    }
}

async fn find_inquiry(db: &DatabaseConnection, reference: &TicketReference) -> anyhow::Result<Uuid> {
    let query = inquiry::Entity::find().filter(inquiry::Column::Reference.eq(reference.clone()));
    let found = query.one(db).await?.with_context(|| {
        format!("no inquiry has the reference {reference}. Check it; a purged inquiry cannot be put on hold")
    })?;
    Ok(found.id)
}

async fn count_inquiries(db: &DatabaseConnection, address: &EmailAddress) -> anyhow::Result<u64> {
    let query = inquiry_content::Entity::find().filter(inquiry_content::Column::EmailKey.eq(address.key()));
    match query.count(db).await? {
        0 => bail!("no inquiry of this address is stored. Check its spelling"),
        count => Ok(count),
    }
}

/// Ends a hold before its time.
pub async fn release_hold(db: &DatabaseConnection, id: Uuid) -> anyhow::Result<()> {
    if !change(db, "SELECT release_hold($1) AS is_changed", id).await? {
        bail!("no hold in force has the id {id}. `compliance retention holds` lists them");
    }
    Ok(())
}

/// Confirms the end of a hold that another officer has placed.
pub async fn confirm_hold(db: &DatabaseConnection, id: Uuid) -> anyhow::Result<()> {
    if !change(db, "SELECT confirm_hold($1) AS is_changed", id).await? {
        bail!("no hold with the id {id} waits for a second officer. `compliance retention holds` lists them");
    }
    Ok(())
}

/// False if there is no such hold.
async fn change(db: &DatabaseConnection, sql: &str, id: Uuid) -> anyhow::Result<bool> {
    Ok(query_row(db, statement(sql, [id.into()])).await?.try_get("", "is_changed")?)
}

/// The holds in force, those that end first first. The list names persons, so reading it is an entry.
pub async fn list_holds(db: &DatabaseConnection) -> Result<Vec<ListedHold>, DbErr> {
    let transaction = begin_recorded(db).await?;
    let holds = read_holds(&transaction).await?;
    let count = i64::try_from(holds.len()).unwrap_or(i64::MAX);
    transaction.execute_raw(statement("SELECT record_read($1)", [count.into()])).await?;
    transaction.commit().await?;
    Ok(holds)
}

async fn read_holds(db: &impl ConnectionTrait) -> Result<Vec<ListedHold>, DbErr> {
    let query = legal_hold::Entity::find()
        .filter(legal_hold::Column::ReleasedAt.is_null())
        .filter(legal_hold::Column::EndsAt.gt(database_now(db).await?))
        .order_by_asc(legal_hold::Column::EndsAt)
        .find_also_related(inquiry::Entity);
    Ok(query.all(db).await?.into_iter().map(list).collect())
}

fn list((hold, inquiry): (legal_hold::Model, Option<inquiry::Model>)) -> ListedHold {
    let legal_hold::Model { id, email_key, reason, ends_at, wanted_until, .. } = hold;
    let target = email_key.or_else(|| inquiry.map(|inquiry| inquiry.reference.to_string())).unwrap_or_default();
    ListedHold { id, ends_at, wanted_until, target, reason }
}
