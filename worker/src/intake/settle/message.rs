//! Stores what was written, on its inquiry.

use mailer::db::statement;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};
use uuid::Uuid;

use super::{Fate, claim::Claimed, content::Content, decide::Decision};
use crate::intake::{
    address_key::{MAX_KEY, key_of},
    one_line,
};

const MESSAGE: &str = "\
    INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, copied_keys, message_id, \
        subject, body, new_text, files) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";

pub(super) async fn store_message(
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
        (!matches!(decision.fate, Fate::Reply | Fate::New | Fate::Command)).into(),
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
