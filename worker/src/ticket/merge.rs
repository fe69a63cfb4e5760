//! Two tickets of one person that are one: which inquiry goes on, and for which others.

use entity::TicketReference;
use mailer::db::{find_inquiry, find_value, query_value, statement};
use sea_orm::{ActiveEnum, ConnectionTrait, DbErr};
use uuid::Uuid;

use super::{ActOutcome, Action, record, wait_for};

/// `$1` inquiry.
const SURVIVOR: &str = "SELECT id FROM inquiry WHERE id = (SELECT merged_into FROM ticket WHERE inquiry_id = $1)";

/// The inquiry that goes on for this one: itself, if none does, or if that one has expired.
pub async fn survivor(db: &impl ConnectionTrait, inquiry: Uuid) -> Result<Uuid, DbErr> {
    Ok(find_value(db, statement(SURVIVOR, [inquiry.into()])).await?.unwrap_or(inquiry))
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
