//! Writes a decision: the message, what follows from it, and the fate, in one commit.

use entity::jobs::{self, NewJob};
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, TransactionTrait};
use uuid::Uuid;

use super::{
    Fate,
    claim::Claimed,
    content::{Content, key_of},
    decide::{Author, Decision},
};
use crate::db::{query_row, statement};

pub(super) struct Context<'a> {
    pub(super) db: &'a DatabaseConnection,
    pub(super) claimed: &'a Claimed,
}

/// `$1` id, `$2` holder, `$3` number, `$4` fate, `$5` rule, `$6` inquiry, `$7` mail of ours.
const SETTLE: &str = "\
    UPDATE intake SET state = 'settled', fate = $4, rule = $5, inquiry_id = $6, outbox_id = $7, settled_at = now(), \
        lease_holder = NULL, lease_until = NULL \
    WHERE id = $1 AND lease_holder = $2 AND claims = $3 AND state = 'settling'";

/// `$1` mail, `$2` inquiry, `$3` keys of everybody it names.
const LINK_RAW: &str = "UPDATE raw_mail SET inquiry_id = $2, address_keys = $3 WHERE intake_id = $1";

const MESSAGE: &str = "\
    INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, copied_keys, message_id, \
        subject, body, new_text, files) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";

/// The consultants who were told of the inquiry. `$1` inquiry, `$2` message.
const RELAY: &str = "\
    INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
    SELECT gen_random_uuid(), $1, 'visitor_reply', recipient, $2 FROM ( \
        SELECT DISTINCT recipient FROM outbox WHERE inquiry_id = $1 AND kind = 'notification' ORDER BY recipient \
    ) AS told RETURNING id";

/// `None` if another process has claimed the mail meanwhile: then nothing is written.
pub(super) async fn act(
    context: &Context<'_>,
    content: Option<&Content>,
    decision: Decision,
) -> Result<Option<Fate>, DbErr> {
    let Context { db, claimed } = context;
    let transaction = db.begin().await?;
    let values = [
        claimed.id.into(),
        claimed.holder.into(),
        claimed.number.into(),
        decision.fate.name().into(),
        decision.rule.into(),
        decision.inquiry.into(),
        decision.outbox.into(),
    ];
    if transaction.execute_raw(statement(SETTLE, values)).await?.rows_affected() == 0 {
        transaction.rollback().await?;
        return Ok(None);
    }
    if let Some(content) = content {
        let link = [claimed.id.into(), decision.inquiry.into(), keys(claimed, content).into()];
        transaction.execute_raw(statement(LINK_RAW, link)).await?;
        if let (Some(inquiry), true) = (decision.inquiry, has_message(decision.fate)) {
            let message = store_message(&transaction, claimed, content, &decision, inquiry).await?;
            if decision.fate == Fate::Reply {
                reply(&transaction, inquiry, message, decision.author).await?;
            }
        }
    }
    transaction.commit().await?;
    Ok(Some(decision.fate))
}

fn has_message(fate: Fate) -> bool {
    matches!(fate, Fate::Reply | Fate::Machine | Fate::Bounce)
}

/// Everybody whom the mail names, for searches by address.
fn keys(claimed: &Claimed, content: &Content) -> Vec<String> {
    let named = claimed.envelope_from.iter().chain(&content.from).chain(&content.copied);
    let mut keys: Vec<String> = named.filter(|address| address.contains('@')).map(|address| key_of(address)).collect();
    keys.sort();
    keys.dedup();
    keys
}

async fn store_message(
    transaction: &DatabaseTransaction,
    claimed: &Claimed,
    content: &Content,
    decision: &Decision,
    inquiry: Uuid,
) -> Result<Uuid, DbErr> {
    let id = Uuid::now_v7();
    // A bounce may have no author at all.
    let author = content.from.as_deref().filter(|from| !from.trim().is_empty()).unwrap_or("unknown");
    let author: String = author.chars().filter(|c| !c.is_control()).take(255).collect();
    let copied: Vec<String> = content.copied.iter().map(|address| key_of(address)).collect();
    let values = [
        id.into(),
        inquiry.into(),
        claimed.id.into(),
        decision.author.name().into(),
        (decision.fate != Fate::Reply).into(),
        author.as_str().into(),
        key_of(&author).into(),
        copied.into(),
        content.message_id.clone().into(),
        content.subject.as_str().into(),
        content.body.as_str().into(),
        content.new_text.as_str().into(),
        serde_json::to_value(&content.files).map_err(|error| DbErr::Json(error.to_string()))?.into(),
    ];
    transaction.execute_raw(statement(MESSAGE, values)).await?;
    Ok(id)
}

/// The consultants get it; the visitor's own mail is a contact.
async fn reply(transaction: &DatabaseTransaction, inquiry: Uuid, message: Uuid, author: Author) -> Result<(), DbErr> {
    let rows = transaction.query_all_raw(statement(RELAY, [inquiry.into(), message.into()])).await?;
    let jobs = rows.iter().map(|row| Ok(NewJob::deliver(row.try_get("", "id")?))).collect::<Result<Vec<_>, DbErr>>()?;
    jobs::enqueue(transaction, &jobs).await?;
    if author == Author::Visitor {
        let sql = "SELECT record_contact($1, 'message', $2)";
        query_row(transaction, statement(sql, [inquiry.into(), message.into()])).await?;
    }
    Ok(())
}
