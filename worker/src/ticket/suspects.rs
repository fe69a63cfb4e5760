//! Inquiries that are suspected to be spam: kept, told of once a day, and released by a consultant.

use chrono::{DateTime, Utc};
use entity::{
    jobs::{self, NewJob},
    notify_routes::NotifyRoutes,
};
use mailer::db::{find_value, lock_inquiry, query_value, statement};
use outbox::{consultants_of, queue_notifications};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use uuid::Uuid;

use super::{ActOutcome, Action, LEFT_OUT, State, Verb, act, notification_of, state_of};

/// A suspected inquiry that nobody has decided about.
#[derive(Clone, derive_more::Debug, FromQueryResult)]
#[debug("Suspect")]
pub struct Suspect {
    pub inquiry: Uuid,
    pub reference: String,
    pub name: String,
    pub company: String,
    pub email: String,
    pub message: String,
    pub signs: Vec<String>,
    pub received_at: DateTime<Utc>,
}

impl Suspect {
    pub(crate) fn leave_words_out(&mut self) {
        [self.name, self.company] = LEFT_OUT.map(str::to_owned);
        self.email.clear();
        self.message.clear();
    }
}

/// Inquiries that one digest lists; the others are in the next one.
pub const MOST_SUSPECTS: usize = 100;

/// `$1` when the digest was begun that tells of them. Nobody is mailed about a restricted inquiry.
const TOLD: &str = "\
    SELECT inquiry.id AS inquiry, reference, first_name || ' ' || last_name AS name, company, email, message, signs, received_at \
    FROM spam_check JOIN inquiry ON inquiry.id = spam_check.inquiry_id \
        CROSS JOIN LATERAL content_of(inquiry.id) JOIN ticket ON ticket.inquiry_id = inquiry.id \
    WHERE told_at = $1 AND ticket.state = 'spam' AND restricted_at IS NULL \
        AND NOT EXISTS (SELECT FROM ticket_event AS event WHERE event.inquiry_id = inquiry.id AND verb = 'spam') \
    ORDER BY points, checked_at, reference";

/// What the digest that was begun then tells of, and nobody has decided about.
pub async fn suspects_of(db: &impl ConnectionTrait, begun_at: DateTime<Utc>) -> Result<Vec<Suspect>, DbErr> {
    Suspect::find_by_statement(statement(TOLD, [begun_at.into()])).all(db).await
}

/// `$1` the id of the mail, `$2` inquiry.
const QUEUE_AUTO_REPLY: &str = "\
    INSERT INTO outbox (id, inquiry_id, kind) SELECT $1, id, 'auto_reply' FROM inquiry \
    WHERE id = $2 AND bot_check = 'verified' ON CONFLICT DO NOTHING RETURNING id";

/// Whether its notification says that it is perhaps spam.
async fn is_marked(db: &impl ConnectionTrait, inquiry: Uuid) -> Result<bool, DbErr> {
    let sql = "SELECT EXISTS (SELECT FROM spam_check WHERE inquiry_id = $1 AND is_marked) AS is_marked";
    query_value(db, statement(sql, [inquiry.into()])).await
}

/// Not who only got another mail about it.
pub async fn is_notified(db: &impl ConnectionTrait, inquiry: Uuid) -> Result<bool, DbErr> {
    let sql = "SELECT EXISTS (SELECT FROM outbox WHERE inquiry_id = $1 AND kind = 'notification' \
                   AND last_code IS DISTINCT FROM 'named') AS is_notified";
    query_value(db, statement(sql, [inquiry.into()])).await
}

/// Makes it an ordinary inquiry in a transaction of the caller: the consultants of its reason are notified, and `by`, who
/// releases it; a verified visitor gets the auto-reply; the promised time runs from now. Also one that was closed before
/// anybody was notified.
pub async fn release(
    db: &impl ConnectionTrait,
    inquiry: Uuid,
    routes: &NotifyRoutes,
    by: Option<&str>,
    intake: Option<Uuid>,
) -> Result<ActOutcome, DbErr> {
    match lock_inquiry(db, inquiry).await? {
        None => return Ok(ActOutcome::Gone),
        Some(true) => return Ok(ActOutcome::Restricted),
        Some(false) => {}
    }
    let is_held = match state_of(db, inquiry).await? {
        None => return Ok(ActOutcome::Gone),
        Some(ticket) => {
            ticket.state == State::Closed && !is_notified(db, inquiry).await? || ticket.state == State::Spam
        }
    };
    if !is_held && !is_marked(db, inquiry).await? {
        return Ok(ActOutcome::Unchanged);
    }
    let mut consultants = consultants_of(db, inquiry, routes).await?;
    if let Some(by) = by.filter(|by| !consultants.iter().any(|other| other.eq_ignore_ascii_case(by))) {
        consultants.push(by.to_owned());
    }
    let mut new_jobs = queue_notifications(db, inquiry, consultants).await?;
    let sql = statement(QUEUE_AUTO_REPLY, [Uuid::now_v7().into(), inquiry.into()]);
    new_jobs.extend(find_value(db, sql).await?.map(NewJob::deliver));
    let who = match by {
        Some(by) => notification_of(db, inquiry, by).await?,
        None => None,
    };
    let outcome = act(db, Action::of(inquiry, who, Verb::Release, intake)).await?;
    jobs::enqueue(db, &new_jobs).await?;
    Ok(outcome)
}

/// How often consultants called spam what has a sign, and how often they released it.
#[derive(Debug, FromQueryResult, serde::Serialize)]
pub struct SpamDecisions {
    pub sign: String,
    pub called_spam: i64,
    pub released: i64,
}

pub async fn spam_decisions(db: &impl ConnectionTrait) -> Result<Vec<SpamDecisions>, DbErr> {
    let sql = "SELECT sign, called_spam, released FROM spam_decision ORDER BY sign = 'none', sign";
    SpamDecisions::find_by_statement(statement(sql, [])).all(db).await
}
