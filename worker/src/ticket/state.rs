//! Reads the state of a ticket.

use chrono::{DateTime, Utc};
use mailer::db::{find_value, statement};
use sea_orm::{ConnectionTrait, DbErr, DeriveActiveEnum, EnumIter, FromQueryResult};
use uuid::Uuid;

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize, clap::ValueEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum State {
    Open,
    Claimed,
    Closed,
    Spam,
}

/// How the first answer went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Way {
    Mail,
    /// The ticket was closed without a mail to the visitor.
    Phone,
}

#[derive(Clone, derive_more::Debug, FromQueryResult, PartialEq, Eq)]
#[debug("ticket {state:?}")]
pub struct TicketState {
    pub state: State,
    /// The owner's address.
    pub owner: Option<String>,
    /// From when the promised time runs: the receipt, a release from spam, a reopening.
    pub started_at: DateTime<Utc>,
    /// `None`: nobody watches the promised time, or not yet.
    pub due_at: Option<DateTime<Utc>>,
    pub first_answer_at: Option<DateTime<Utc>>,
    pub first_answer_way: Option<Way>,
    pub closed_at: Option<DateTime<Utc>>,
    /// Until when a consultant has put it off.
    pub waits_until: Option<DateTime<Utc>>,
}

/// A ticket without a row is open.
const STATE: &str = "\
    SELECT coalesce(ticket.state, 'open') AS state, recipient AS owner, coalesce(started_at, received_at) AS started_at, \
        due_at, first_answer_at, first_answer_way, closed_at, waits_until \
    FROM inquiry LEFT JOIN ticket ON ticket.inquiry_id = inquiry.id LEFT JOIN outbox ON outbox.id = owner \
    WHERE inquiry.id = $1";

/// `None`: the inquiry has expired or was erased.
pub async fn state_of(db: &impl ConnectionTrait, inquiry: Uuid) -> Result<Option<TicketState>, DbErr> {
    TicketState::find_by_statement(statement(STATE, [inquiry.into()])).one(db).await
}

/// One person has one notification of an inquiry; of two spellings the older.
const NOTIFICATION: &str = "\
    SELECT id FROM outbox WHERE inquiry_id = $1 AND kind = 'notification' AND lower(recipient) = lower($2) \
    ORDER BY created_at, id LIMIT 1";

/// The notification by which a person of the ticket is named.
pub async fn notification_of(db: &impl ConnectionTrait, inquiry: Uuid, address: &str) -> Result<Option<Uuid>, DbErr> {
    find_value(db, statement(NOTIFICATION, [inquiry.into(), address.into()])).await
}
