//! The tickets that wait for an answer, for the digest.

use chrono::{DateTime, Utc};
use entity::{TicketReference, contact::ContactReason};
use mailer::db::statement;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

/// Tickets that one digest lists.
pub const MOST_WAITING: usize = 100;

/// A line of a digest.
#[derive(Clone, derive_more::Debug, FromQueryResult)]
#[debug("WaitingTicket")]
pub struct WaitingTicket {
    pub reference: TicketReference,
    pub first_name: String,
    pub last_name: String,
    pub company: String,
    pub phone: Option<String>,
    /// What the visitor wrote last.
    pub text: String,
    pub contact_reason: ContactReason,
    pub due_at: DateTime<Utc>,
    /// Since the receipt, or since the visitor wrote again.
    pub waits_since: DateTime<Utc>,
    /// The visitor has had an answer and has written again.
    pub is_answered: bool,
    /// A consultant had put it off until `waits_since`.
    pub was_put_off: bool,
    /// The owner's address.
    pub owner: Option<String>,
}

/// In place of name and company in a mail that the relay refuses for what somebody wrote.
pub(crate) const LEFT_OUT: [&str; 2] = ["Left out", "the mail server refuses words of this mail"];

impl WaitingTicket {
    pub(crate) fn leave_words_out(&mut self) {
        [self.first_name, self.company] = LEFT_OUT.map(str::to_owned);
        self.last_name.clear();
        self.text.clear();
        self.phone = None;
    }
}

const WAITING: &str = "\
    SELECT reference, first_name, last_name, company, phone, contact_reason, due_at, waits_since(ticket) AS waits_since, \
        is_answered(ticket) AS is_answered, waits_until IS NOT NULL AS was_put_off, owned.recipient AS owner, \
        coalesce((SELECT left(new_text, 1000) FROM messages_of(inquiry.id) WHERE party = 'visitor' AND NOT is_machine \
                  ORDER BY received_at DESC LIMIT 1), content.message) AS text \
    FROM ticket JOIN inquiry ON inquiry.id = ticket.inquiry_id \
        CROSS JOIN LATERAL content_of(inquiry.id) AS content \
        JOIN outbox AS notified ON notified.inquiry_id = inquiry.id AND notified.kind = 'notification' \
        LEFT JOIN outbox AS owned ON owned.id = owner \
    WHERE ticket.state IN ('open', 'claimed') AND due_at IS NOT NULL AND lower(notified.recipient) = lower($1) \
        AND waits_since(ticket) IS NOT NULL AND restricted_at IS NULL \
    ORDER BY waits_since, reference LIMIT $2";

/// What waits for an answer and was notified to this person, the oldest first.
pub async fn waiting_tickets(db: &impl ConnectionTrait, recipient: &str) -> Result<Vec<WaitingTicket>, DbErr> {
    let most = i64::try_from(MOST_WAITING).unwrap_or(i64::MAX);
    WaitingTicket::find_by_statement(statement(WAITING, [recipient.into(), most.into()])).all(db).await
}
