//! Reads the state of a ticket.

use chrono::{DateTime, Utc};
use mailer::db::statement;
use sea_orm::{ActiveEnum, ConnectionTrait, DbErr, DeriveActiveEnum, EnumIter};
use uuid::Uuid;

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize)]
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

#[derive(Clone, PartialEq, Eq)]
pub struct TicketState {
    pub state: State,
    /// The owner's address.
    pub owner: Option<String>,
    /// From when the promised time runs: the receipt, a release from spam, a reopening.
    pub started_at: DateTime<Utc>,
    pub first_answer_at: Option<DateTime<Utc>>,
    pub first_answer_way: Option<Way>,
    pub closed_at: Option<DateTime<Utc>>,
}

/// The owner's address stays out of `{:?}`.
impl std::fmt::Debug for TicketState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ticket {:?}", self.state)
    }
}

/// A ticket without a row is open.
const STATE: &str = "\
    SELECT coalesce(ticket.state, 'open') AS state, recipient, coalesce(started_at, received_at) AS started_at, \
        first_answer_at, first_answer_way, closed_at \
    FROM inquiry LEFT JOIN ticket ON ticket.inquiry_id = inquiry.id LEFT JOIN outbox ON outbox.id = owner \
    WHERE inquiry.id = $1";

/// `None`: the inquiry has expired or was erased.
pub async fn state_of(db: &impl ConnectionTrait, inquiry: Uuid) -> Result<Option<TicketState>, DbErr> {
    let Some(row) = db.query_one_raw(statement(STATE, [inquiry.into()])).await? else { return Ok(None) };
    let way: Option<String> = row.try_get("", "first_answer_way")?;
    Ok(Some(TicketState {
        state: State::try_from_value(&row.try_get("", "state")?)?,
        owner: row.try_get("", "recipient")?,
        started_at: row.try_get("", "started_at")?,
        first_answer_at: row.try_get("", "first_answer_at")?,
        first_answer_way: way.map(|way| Way::try_from_value(&way)).transpose()?,
        closed_at: row.try_get("", "closed_at")?,
    }))
}

/// One person has one notification of an inquiry; of two spellings the older.
const NOTIFICATION: &str = "\
    SELECT id FROM outbox WHERE inquiry_id = $1 AND kind = 'notification' AND lower(recipient) = lower($2) \
    ORDER BY created_at, id LIMIT 1";

/// The notification by which a person of the ticket is named.
pub async fn notification_of(db: &impl ConnectionTrait, inquiry: Uuid, address: &str) -> Result<Option<Uuid>, DbErr> {
    let row = db.query_one_raw(statement(NOTIFICATION, [inquiry.into(), address.into()])).await?;
    row.map(|row| row.try_get("", "id")).transpose()
}
