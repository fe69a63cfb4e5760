//! The operator's view: tickets with their state, and the history of one.

use chrono::{DateTime, Utc};
use entity::{SpamCheck, TicketReference};
use mailer::db::statement;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

#[derive(Debug, FromQueryResult, serde::Serialize)]
pub struct TicketLine {
    pub reference: String,
    pub state: String,
    /// The owner's address.
    pub owner: Option<String>,
    pub received_at: DateTime<Utc>,
    pub first_answer_at: Option<DateTime<Utc>>,
    pub closed_at: Option<DateTime<Utc>>,
    /// Nobody may be mailed about it.
    pub restricted_at: Option<DateTime<Utc>>,
    /// Addresses on it that may not be mailed.
    pub restricted_participants: Option<String>,
    /// The reference of the inquiry that goes on for it.
    pub merged_into: Option<String>,
}

/// A ticket, its signs of spam, and what was done with it.
#[derive(Debug, serde::Serialize)]
pub struct TicketHistory {
    pub ticket: TicketLine,
    pub spam: Option<SpamCheck>,
    pub events: Vec<TicketEvent>,
}

#[derive(Debug, FromQueryResult, serde::Serialize)]
pub struct TicketEvent {
    pub at: DateTime<Utc>,
    /// The address of the person; `None`: an operator, or the product itself.
    pub who: Option<String>,
    pub verb: String,
    pub outcome: String,
}

/// `$1` a state or NULL, `$2` a reference or NULL, `$3` the most lines. Unanswered ones first, the oldest first.
const TICKETS: &str = "\
    SELECT reference, coalesce(ticket.state, 'open') AS state, recipient AS owner, received_at, first_answer_at, closed_at, \
        restricted_at, ( \
            SELECT string_agg(address, ', ' ORDER BY address) FROM participant AS named \
            WHERE named.inquiry_id = inquiry.id AND named.restricted_at IS NOT NULL \
        ) AS restricted_participants, (SELECT survivor.reference FROM inquiry AS survivor WHERE survivor.id = merged_into) AS merged_into \
    FROM inquiry LEFT JOIN ticket ON ticket.inquiry_id = inquiry.id LEFT JOIN outbox ON outbox.id = owner \
    WHERE ($1::text IS NULL OR coalesce(ticket.state, 'open') = $1) AND ($2::text IS NULL OR reference = $2) \
    ORDER BY coalesce(ticket.state, 'open') IN ('closed', 'spam'), first_answer_at IS NOT NULL, received_at, reference \
    LIMIT $3";
const EVENTS: &str = "\
    SELECT at, recipient AS who, verb, outcome FROM ticket_event \
    JOIN inquiry ON inquiry.id = ticket_event.inquiry_id LEFT JOIN outbox ON outbox.id = who \
    WHERE reference = $1 ORDER BY at, ticket_event.id";
const SPAM: &str = "\
    SELECT points, signs, is_suspected, is_marked FROM spam_check JOIN inquiry ON inquiry.id = inquiry_id WHERE reference = $1";

pub async fn list_tickets(
    db: &impl ConnectionTrait,
    state: Option<String>,
    limit: i64,
) -> Result<Vec<TicketLine>, DbErr> {
    TicketLine::find_by_statement(statement(TICKETS, [state.into(), None::<String>.into(), limit.into()])).all(db).await
}

/// `None`: there is no such inquiry.
pub async fn show_ticket(
    db: &impl ConnectionTrait,
    reference: &TicketReference,
) -> Result<Option<TicketHistory>, DbErr> {
    let values = [None::<String>.into(), reference.as_str().into(), 1_i64.into()];
    let Some(ticket) = TicketLine::find_by_statement(statement(TICKETS, values)).one(db).await? else {
        return Ok(None);
    };
    let events = TicketEvent::find_by_statement(statement(EVENTS, [reference.as_str().into()])).all(db).await?;
    let spam = SpamCheck::find_by_statement(statement(SPAM, [reference.as_str().into()])).one(db).await?;
    Ok(Some(TicketHistory { ticket, spam, events }))
}
