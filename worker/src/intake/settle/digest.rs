//! Programs' mails about a daily digest. A digest quotes senders, names and subjects, and belongs to no inquiry: nothing of
//! such a mail is kept but its fate.

use mailer::db::statement;
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, TransactionTrait};
use uuid::Uuid;

use super::{
    Fate,
    act::{Acted, Settling, write_fate},
    claim::Claimed,
    content::{About, Content},
    decide::Decision,
};
use crate::{
    digests::{digest_at, known_digest, list_again_if_returned, lock_edition},
    intake::settings::IntakeSettings,
};

/// The digest that a program's mail is about: by its return path, or by the signed Message-ID that it returns or answers.
pub(super) async fn find_digest(
    db: &DatabaseConnection,
    settings: &IntakeSettings,
    claimed: &Claimed,
    content: &Content,
) -> Result<Option<Uuid>, DbErr> {
    if content.machine_rule.is_none() {
        return Ok(None);
    }
    for address in claimed.recipients.iter().chain(&content.delivered_to).chain(&content.recipients) {
        if let Some(digest) = digest_at(db, &settings.addresses, address).await? {
            return Ok(Some(digest));
        }
    }
    for id in content.answers.iter().filter_map(|id| settings.addresses.verify_message_id(id)) {
        if let Some(digest) = known_digest(db, id).await? {
            return Ok(Some(digest));
        }
    }
    Ok(None)
}

/// A bounce is alerted as that of any mail to a consultant.
pub(super) async fn act_on_digest(settling: &Settling<'_>, content: &Content, digest: Uuid) -> Result<Acted, DbErr> {
    let is_bounce = matches!(content.about, Some(About::Bounce { .. }));
    let fate = if is_bounce { Fate::Bounce } else { Fate::Machine };
    let decision = Decision { fate, outbox: Some(digest), ..Decision::quarantine("digest") };
    let transaction = settling.db.begin().await?;
    if !write_fate(&transaction, settling.claimed, None, &decision).await? {
        transaction.rollback().await?;
        return Ok(Acted::default());
    }
    let drop_bytes = statement("SELECT drop_digest_report($1)", [settling.claimed.id.into()]);
    transaction.execute_raw(drop_bytes).await?;
    let is_new = is_bounce && bounce(&transaction, digest).await?;
    transaction.commit().await?;
    Ok(Acted { fate: Some(fate), bounced: is_new.then_some(digest) })
}

/// Once for each digest: a report may come twice.
const BOUNCED: &str = "UPDATE digest_mail SET bounced_at = now() WHERE id = $1 AND bounced_at IS NULL";

/// What nobody has read is listed again. Returns whether it is the first report about the digest.
async fn bounce(transaction: &DatabaseTransaction, digest: Uuid) -> Result<bool, DbErr> {
    lock_edition(transaction, digest).await?;
    let is_new = transaction.execute_raw(statement(BOUNCED, [digest.into()])).await?.rows_affected() == 1;
    if is_new {
        list_again_if_returned(transaction, digest).await?;
    }
    Ok(is_new)
}
