//! What a mail to a consultant says of its ticket besides the inquiry: whose it is, by when it is to be answered, and what was
//! said so far.

use chrono::{DateTime, Utc};
use entity::outbox;
use mailer::db::statement;
use sea_orm::{ActiveEnum, ConnectionTrait, DbErr, FromQueryResult};
use uuid::Uuid;

#[derive(Clone, Default, FromQueryResult)]
pub struct DueTicket {
    /// `None`: nobody watches the promised time.
    pub due_at: Option<DateTime<Utc>>,
    pub is_answered: bool,
    pub state: String,
    /// The owner's address.
    pub owner: Option<String>,
    /// Whether the recipient is a consultant of the ticket, and so can answer by a reply.
    pub was_notified: bool,
    /// Who else has this mail.
    pub others: Vec<String>,
    /// Who gave the ticket to its owner.
    pub by: Option<String>,
    /// What was said, the oldest first. Of reminders and of mails of the conversation, nothing.
    #[sea_orm(skip)]
    pub turns: Vec<Turn>,
}

/// A mail of the conversation.
#[derive(Clone, FromQueryResult)]
pub struct Turn {
    pub author: String,
    /// `visitor`, `consultant` or `other`.
    pub party: String,
    pub is_note: bool,
    pub text: String,
    pub at: DateTime<Utc>,
}

entity::opaque_debug!(DueTicket, Turn);

/// `$1` inquiry, `$2` recipient, `$3` kind of the mail, `$4` what it is about.
const DUE: &str = "\
    SELECT due_at, coalesce(is_answered(ticket), false) AS is_answered, coalesce(ticket.state, 'open') AS state, \
        owned.recipient AS owner, EXISTS ( \
            SELECT FROM outbox WHERE outbox.inquiry_id = inquiry.id AND kind = 'notification' \
                AND lower(outbox.recipient) = lower($2) \
        ) AS was_notified, ARRAY( \
            SELECT DISTINCT outbox.recipient FROM outbox \
            WHERE outbox.inquiry_id = inquiry.id AND kind = $3 AND about = $4 AND lower(outbox.recipient) <> lower($2) \
            ORDER BY 1 \
        ) AS others, ( \
            SELECT actor.recipient FROM ticket_event JOIN outbox AS actor ON actor.id = who WHERE ticket_event.id = $4 \
        ) AS by \
    FROM inquiry LEFT JOIN ticket ON ticket.inquiry_id = inquiry.id LEFT JOIN outbox AS owned ON owned.id = owner \
    WHERE inquiry.id = $1";

/// The newest ones. What was held, and verbs, are no part of it.
const TURNS: &str = "\
    SELECT * FROM ( \
        SELECT id, author, party, is_note, new_text AS text, received_at AS at FROM messages_of($1) AS message, LATERAL ( \
            SELECT EXISTS ( \
                SELECT FROM ticket_event WHERE ticket_event.intake_id = message.intake_id AND verb = 'note' \
            ) AS is_note \
        ) AS noted \
        WHERE NOT is_machine AND (party <> 'consultant' OR is_note OR EXISTS ( \
            SELECT FROM outbox WHERE kind = 'answer' AND outbox.inquiry_id = $1 AND about = message.id \
        )) ORDER BY received_at DESC, id DESC LIMIT $2 \
    ) AS newest ORDER BY at, id";
const MAX_TURNS: i64 = 100;

/// `None`: the inquiry is gone.
pub(crate) async fn due_ticket(db: &impl ConnectionTrait, row: &outbox::Model) -> Result<Option<DueTicket>, DbErr> {
    let values = [row.inquiry_id.into(), row.recipient.clone().into(), row.kind.to_value().into(), row.about.into()];
    DueTicket::find_by_statement(statement(DUE, values)).one(db).await
}

pub(crate) async fn turns(db: &impl ConnectionTrait, inquiry: Uuid) -> Result<Vec<Turn>, DbErr> {
    Turn::find_by_statement(statement(TURNS, [inquiry.into(), MAX_TURNS.into()])).all(db).await
}
