//! What a reminder says of its ticket.

use chrono::{DateTime, Utc};
use mailer::db::statement;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use uuid::Uuid;

#[derive(Clone, FromQueryResult)]
pub struct DueTicket {
    pub due_at: DateTime<Utc>,
    /// The owner's address.
    pub owner: Option<String>,
    /// Whether the recipient was notified of the inquiry, and so can answer by a reply.
    pub was_notified: bool,
}

entity::opaque_debug!(DueTicket);

const DUE: &str = "\
    SELECT due_at, owned.recipient AS owner, EXISTS ( \
        SELECT FROM outbox WHERE outbox.inquiry_id = ticket.inquiry_id AND kind = 'notification' \
            AND lower(outbox.recipient) = lower($2) \
    ) AS was_notified \
    FROM ticket LEFT JOIN outbox AS owned ON owned.id = owner \
    WHERE ticket.inquiry_id = $1 AND due_at IS NOT NULL";

/// `None`: the ticket has no due time.
pub(crate) async fn due_ticket(
    db: &impl ConnectionTrait,
    inquiry: Uuid,
    recipient: Option<&str>,
) -> Result<Option<DueTicket>, DbErr> {
    DueTicket::find_by_statement(statement(DUE, [inquiry.into(), recipient.into()])).one(db).await
}
