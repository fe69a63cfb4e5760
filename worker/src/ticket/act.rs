//! What a person does with a ticket. The database orders the actions on one ticket and records them.

use chrono::{DateTime, Utc};
use mailer::db::{query_value, statement};
use sea_orm::{ActiveEnum, ConnectionTrait, DbErr, DeriveActiveEnum, EnumIter};
use uuid::Uuid;

/// Recorded in `ticket_event`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    Claim,
    Assign,
    Close,
    Reopen,
    Spam,
    /// Out of the spam folder: the promised time runs from now.
    Release,
    /// A mail to the visitor. The first one claims.
    Answer,
    Note,
    /// Asks for the files that are held.
    File,
    Status,
    Help,
    New,
    /// Sends an answer that was held.
    Send,
    Confirm,
    /// Gets each turn, whoever owns the ticket.
    Follow,
    /// Gets turns only while nobody owns the ticket, or as its owner.
    Mute,
    /// Out of the reminders until [`Action::until`].
    Wait,
    /// Away until [`Action::until`], on each ticket, and back before.
    Away,
    Back,
    /// Gets the conversation once more.
    History,
    /// Removes the mail that it answers, or a file of it.
    Erase,
    /// Answers go to nobody whom the visitor has copied, or to them again, or elsewhere.
    Only,
    All,
    To,
    /// Another inquiry goes on for this one.
    Merge,
    /// A word that is no verb.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum ActOutcome {
    Done,
    /// It was so already.
    Unchanged,
    /// Another person owns the ticket.
    Taken,
    /// Another inquiry goes on for this one.
    Merged,
    /// The same mail has said it before.
    Repeated,
    /// The inquiry has expired.
    Gone,
    /// Its processing is restricted: nobody may be mailed about it.
    Restricted,
    /// Of a merge: the other inquiry is none of this person's, came from another address, or is marked as spam.
    Unknown,
    Person,
    Spam,
}

/// What is done with a ticket. Persons are named by their notifications.
#[derive(Clone, Copy, Debug)]
pub struct Action {
    pub inquiry: Uuid,
    /// `None`: an operator.
    pub who: Option<Uuid>,
    pub verb: Verb,
    /// The mail that said so.
    pub intake: Option<Uuid>,
    /// Of `Assign`: the new owner.
    pub target: Option<Uuid>,
    /// Of `Wait` and `Away`.
    pub until: Option<DateTime<Utc>>,
}

impl Action {
    pub fn of(inquiry: Uuid, who: Option<Uuid>, verb: Verb, intake: Option<Uuid>) -> Self {
        Self { inquiry, who, verb, intake, target: None, until: None }
    }

    /// By an operator on the command line.
    pub fn of_operator(inquiry: Uuid, verb: Verb) -> Self {
        Self::of(inquiry, None, verb, None)
    }
}

const ACT: &str = "SELECT act_on_ticket($1, $2, $3, $4, $5, $6, $7)";

pub async fn act(db: &impl ConnectionTrait, action: Action) -> Result<ActOutcome, DbErr> {
    ActOutcome::try_from_value(&call(db, action, None).await?)
}

/// Records an action that changes no state, with its outcome.
pub async fn record(db: &impl ConnectionTrait, action: Action, outcome: &str) -> Result<(), DbErr> {
    call(db, action, Some(outcome)).await.map(drop)
}

async fn call(db: &impl ConnectionTrait, action: Action, outcome: Option<&str>) -> Result<String, DbErr> {
    let Action { inquiry, who, verb, intake, target, until } = action;
    let values = [
        inquiry.into(),
        who.into(),
        verb.to_value().into(),
        intake.into(),
        target.into(),
        outcome.into(),
        until.into(),
    ];
    query_value(db, statement(ACT, values)).await
}
