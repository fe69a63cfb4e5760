//! Writes a decision: the message, what follows from it, and the fate, in one commit.

use entity::jobs::{self, NewJob};
use sea_orm::{
    ActiveEnum, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, Statement, TransactionTrait,
};
use uuid::Uuid;

use super::{
    Fate,
    claim::Claimed,
    content::{About, Content, MAX_KEY, key_of},
    decide::{Author, Decision},
};
use crate::{
    db::{query_row, statement},
    intake::one_line,
};

pub(super) struct Settling<'a> {
    pub(super) db: &'a DatabaseConnection,
    pub(super) claimed: &'a Claimed,
}

/// `$1` id, `$2` holder, `$3` number, `$4` fate, `$5` rule, `$6` inquiry, `$7` mail of ours, `$8` proof of the sender.
const SETTLE: &str = "\
    UPDATE intake SET state = 'settled', fate = $4, rule = $5, inquiry_id = $6, outbox_id = $7, auth = $8, settled_at = now(), \
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

/// What was written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Acted {
    /// `None` if another process has claimed the mail meanwhile: then nothing is written.
    pub(super) fate: Option<Fate>,
    /// A mail to a consultant that came back.
    pub(super) bounced: Option<Uuid>,
}

pub(super) async fn act(
    settling: &Settling<'_>,
    content: Option<&Content>,
    decision: Decision,
) -> Result<Acted, DbErr> {
    let Settling { db, claimed } = settling;
    let transaction = db.begin().await?;
    let values = [
        claimed.id.into(),
        claimed.holder.into(),
        claimed.number.into(),
        decision.fate.to_value().into(),
        decision.rule.into(),
        decision.inquiry.into(),
        decision.outbox.into(),
        content.map(|content| content.proof.name()).into(),
    ];
    if transaction.execute_raw(statement(SETTLE, values)).await?.rows_affected() == 0 {
        transaction.rollback().await?;
        return Ok(Acted::default());
    }
    let mut acted = Acted { fate: Some(decision.fate), bounced: None };
    if let Some(content) = content {
        let link = [claimed.id.into(), decision.inquiry.into(), keys(claimed, content).into()];
        transaction.execute_raw(statement(LINK_RAW, link)).await?;
        if let (Some(inquiry), true) = (decision.inquiry, has_message(decision.fate)) {
            let message = store_message(&transaction, claimed, content, &decision, inquiry).await?;
            match (decision.fate, decision.outbox, &content.about) {
                (Fate::Reply, ..) => reply(&transaction, inquiry, message, decision.author).await?,
                (Fate::Bounce, Some(outbox), Some(About::Bounce { code, is_hard })) => {
                    acted.bounced = bounce(&transaction, inquiry, outbox, code, *is_hard).await?;
                }
                _ => {}
            }
        }
    }
    transaction.commit().await?;
    Ok(acted)
}

fn has_message(fate: Fate) -> bool {
    matches!(fate, Fate::Reply | Fate::Machine | Fate::Bounce)
}

/// Everybody whom the mail names, for searches by address.
fn keys(claimed: &Claimed, content: &Content) -> Vec<String> {
    let named = claimed.envelope_from.iter().chain(&content.from).chain(&content.recipients);
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
    let author = one_line(author, MAX_KEY);
    let copied: Vec<String> = content.recipients.iter().map(|address| key_of(address)).collect();
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
    queue(transaction, statement(RELAY, [inquiry.into(), message.into()])).await?;
    if author == Author::Visitor {
        let sql = "SELECT record_contact($1, 'message', $2)";
        query_row(transaction, statement(sql, [inquiry.into(), message.into()])).await?;
    }
    Ok(())
}

/// A mail that was taken and came back. Only such a row changes: a report is no proof that an auto-reply may go again.
const BOUNCED: &str = "\
    UPDATE outbox SET state = 'bounced', last_code = $2, finished_at = now() \
    WHERE id = $1 AND state IN ('sent', 'ambiguous') RETURNING kind";

/// The visitor's address does not exist: one mail to each consultant.
const UNDELIVERABLE: &str = "\
    INSERT INTO outbox (id, inquiry_id, kind, recipient) \
    SELECT gen_random_uuid(), $1, 'undeliverable', recipient FROM ( \
        SELECT DISTINCT recipient FROM outbox WHERE inquiry_id = $1 AND kind = 'notification' ORDER BY recipient \
    ) AS told ON CONFLICT DO NOTHING RETURNING id";

/// Returns the mail if it went to a consultant: nobody may have been told of the inquiry.
async fn bounce(
    transaction: &DatabaseTransaction,
    inquiry: Uuid,
    outbox: Uuid,
    code: &str,
    is_hard: bool,
) -> Result<Option<Uuid>, DbErr> {
    let changed = transaction.query_one_raw(statement(BOUNCED, [outbox.into(), code.into()])).await?;
    let Some(changed) = changed else { return Ok(None) };
    if changed.try_get::<String>("", "kind")? != "auto_reply" {
        return Ok(Some(outbox));
    }
    if is_hard {
        queue(transaction, statement(UNDELIVERABLE, [inquiry.into()])).await?;
    }
    Ok(None)
}

/// Queues the mails that a statement inserts.
async fn queue(transaction: &DatabaseTransaction, insert: Statement) -> Result<(), DbErr> {
    let rows = transaction.query_all_raw(insert).await?;
    let jobs = rows.iter().map(|row| Ok(NewJob::deliver(row.try_get("", "id")?))).collect::<Result<Vec<_>, DbErr>>()?;
    jobs::enqueue(transaction, &jobs).await.map(drop)
}
