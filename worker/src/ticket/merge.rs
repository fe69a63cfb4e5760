//! Two tickets of one person that are one: which inquiry goes on, and for which others.

use std::collections::HashMap;

use entity::TicketReference;
use mailer::db::{find_inquiry, query_value, statement};
use sea_orm::{ActiveEnum, ConnectionTrait, DbErr};
use uuid::Uuid;

use super::{ActOutcome, Action, record, wait_for};

/// `$1` inquiries.
const SURVIVORS: &str = "\
    SELECT inquiry_id, survivor.id FROM ticket JOIN inquiry AS survivor ON survivor.id = merged_into \
    WHERE inquiry_id = ANY ($1)";

/// Of these inquiries, those for which another goes on. One that has expired goes on for none.
pub async fn survivors(db: &impl ConnectionTrait, inquiries: Vec<Uuid>) -> Result<HashMap<Uuid, Uuid>, DbErr> {
    let rows = db.query_all_raw(statement(SURVIVORS, [inquiries.into()])).await?;
    rows.iter().map(|row| Ok((row.try_get("", "inquiry_id")?, row.try_get("", "id")?))).collect()
}

/// The inquiry that goes on for this one: itself, if none does.
pub async fn survivor(db: &impl ConnectionTrait, inquiry: Uuid) -> Result<Uuid, DbErr> {
    Ok(survivors(db, vec![inquiry]).await?.remove(&inquiry).unwrap_or(inquiry))
}

/// Lets the ticket of this reference go on for that of the action. One that is unknown, and one that is not the person's, are the same.
pub async fn merge(
    db: &impl ConnectionTrait,
    action: Action,
    reference: &TicketReference,
) -> Result<ActOutcome, DbErr> {
    let Some(survivor) = find_inquiry(db, reference).await? else {
        record(db, action, "unknown").await?;
        return Ok(ActOutcome::Unknown);
    };
    let Action { inquiry, who, intake, .. } = action;
    wait_for(db, &inquiry.to_string()).await?;
    let values = [inquiry.into(), survivor.into(), who.into(), intake.into()];
    ActOutcome::try_from_value(&query_value(db, statement("SELECT merge_tickets($1, $2, $3, $4)", values)).await?)
}
