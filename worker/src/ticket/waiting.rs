//! What the mails of the promise say: of one ticket, or of all that wait.

use chrono::{DateTime, Utc};
use entity::contact::ContactReason;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use uuid::Uuid;

use crate::db::statement;

/// Tickets that one digest lists.
pub const MOST_WAITING: usize = 100;

/// Of one ticket.
#[derive(Clone, FromQueryResult)]
pub struct DueTicket {
    pub due_at: DateTime<Utc>,
    /// The owner's address.
    pub owner: Option<String>,
    /// Whether the recipient was notified of the inquiry, and so can answer by a reply.
    pub was_notified: bool,
}

const DUE: &str = "\
    SELECT due_at, owned.recipient AS owner, EXISTS ( \
        SELECT FROM outbox WHERE outbox.inquiry_id = ticket.inquiry_id AND kind = 'notification' \
            AND lower(outbox.recipient) = lower($2) \
    ) AS was_notified \
    FROM ticket LEFT JOIN outbox AS owned ON owned.id = owner \
    WHERE ticket.inquiry_id = $1 AND due_at IS NOT NULL";

/// `None`: the ticket has no due time.
pub async fn due_ticket(
    db: &impl ConnectionTrait,
    inquiry: Uuid,
    recipient: Option<&str>,
) -> Result<Option<DueTicket>, DbErr> {
    DueTicket::find_by_statement(statement(DUE, [inquiry.into(), recipient.into()])).one(db).await
}

/// A line of a digest.
#[derive(Clone, FromQueryResult)]
pub struct WaitingTicket {
    pub reference: String,
    pub first_name: String,
    pub last_name: String,
    pub company: String,
    pub contact_reason: ContactReason,
    pub due_at: DateTime<Utc>,
    /// Since the receipt, or since the visitor wrote again.
    pub waits_since: DateTime<Utc>,
    /// The visitor has had an answer and has written again.
    pub is_answered: bool,
    /// The owner's address.
    pub owner: Option<String>,
}

/// The names stay out of `{:?}`.
impl std::fmt::Debug for WaitingTicket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WaitingTicket")
    }
}

impl std::fmt::Debug for DueTicket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DueTicket")
    }
}

const WAITING: &str = "\
    SELECT reference, first_name, last_name, company, contact_reason, due_at, waits_since(ticket) AS waits_since, \
        is_answered(ticket) AS is_answered, owned.recipient AS owner \
    FROM ticket JOIN inquiry ON inquiry.id = ticket.inquiry_id \
        JOIN inquiry_content ON inquiry_content.inquiry_id = inquiry.id \
        JOIN outbox AS notified ON notified.inquiry_id = inquiry.id AND notified.kind = 'notification' \
        LEFT JOIN outbox AS owned ON owned.id = owner \
    WHERE ticket.state IN ('open', 'claimed') AND due_at IS NOT NULL AND lower(notified.recipient) = lower($1) \
        AND (first_answer_at IS NULL OR started_at IS NOT NULL OR last_contact_at > now() - interval '30 days') \
        AND waits_since(ticket) IS NOT NULL AND restricted_at IS NULL \
    ORDER BY waits_since, reference LIMIT $2";

/// What waits for an answer and was notified to this person, the oldest first.
pub async fn waiting_tickets(db: &impl ConnectionTrait, recipient: &str) -> Result<Vec<WaitingTicket>, DbErr> {
    WaitingTicket::find_by_statement(statement(
        WAITING,
        [recipient.into(), i64::try_from(MOST_WAITING).unwrap_or(i64::MAX).into()],
    ))
    .all(db)
    .await
}
