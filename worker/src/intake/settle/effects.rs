//! What follows from a mail besides its message: mails to the consultants, a contact, a bounce, a complaint.

use entity::jobs::{self, NewJob};
use inbound::digest_key::DigestKey;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, Statement};
use uuid::Uuid;

use super::decide::Author;
use crate::db::{query_row, statement};

/// The consultants who were told of the inquiry. `$1` inquiry, `$2` message.
const RELAY: &str = "\
    INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
    SELECT gen_random_uuid(), $1, 'visitor_reply', recipient, $2 FROM ( \
        SELECT DISTINCT recipient FROM outbox WHERE inquiry_id = $1 AND kind = 'notification' ORDER BY recipient \
    ) AS told RETURNING id";

/// The consultants get it; the visitor's own mail is a contact.
pub(super) async fn reply(
    transaction: &DatabaseTransaction,
    inquiry: Uuid,
    message: Uuid,
    author: Author,
) -> Result<(), DbErr> {
    queue(transaction, statement(RELAY, [inquiry.into(), message.into()])).await?;
    if author == Author::Visitor {
        let sql = "SELECT record_contact($1, 'message', $2)";
        query_row(transaction, statement(sql, [inquiry.into(), message.into()])).await?;
    }
    Ok(())
}

/// Not again within a week. `$1` inquiry, `$2` message.
const ABSENCE: &str = "\
    INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
    SELECT gen_random_uuid(), $1, 'absence', recipient, $2 FROM ( \
        SELECT DISTINCT recipient FROM outbox WHERE inquiry_id = $1 AND kind = 'notification' ORDER BY recipient \
    ) AS told WHERE NOT EXISTS ( \
        SELECT FROM outbox WHERE inquiry_id = $1 AND kind = 'absence' AND created_at > now() - interval '7 days' \
    ) RETURNING id";

/// The consultants hear that the visitor is away.
pub(super) async fn absent(transaction: &DatabaseTransaction, inquiry: Uuid, message: Uuid) -> Result<(), DbErr> {
    queue(transaction, statement(ABSENCE, [inquiry.into(), message.into()])).await
}

/// The visitor's address, if the mail was an auto-reply.
const COMPLAINED: &str = "\
    SELECT auto_reply_key(email_key) AS key FROM outbox JOIN inquiry_content USING (inquiry_id) \
    WHERE outbox.id = $1 AND kind = 'auto_reply'";

/// The visitor's address called our auto-reply unwanted: it gets none again.
pub(super) async fn complaint(transaction: &DatabaseTransaction, key: &DigestKey, outbox: Uuid) -> Result<(), DbErr> {
    let Some(row) = transaction.query_one_raw(statement(COMPLAINED, [outbox.into()])).await? else { return Ok(()) };
    let address: String = row.try_get("", "key")?;
    let sql = "INSERT INTO complaint (address_digest) VALUES ($1) ON CONFLICT DO NOTHING";
    transaction.execute_raw(statement(sql, [key.address_digest(&address).into()])).await?;
    tracing::warn!(%outbox, "a recipient complained; the address gets no auto-reply again");
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
pub(super) async fn bounce(
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
