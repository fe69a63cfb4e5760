//! What follows from a mail besides its message: mails to the consultants, a contact, a bounce, a complaint.

use entity::jobs::{self, NewJob};
use inbound::digest_key::DigestKey;
use mailer::db::{query_row, statement};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, QueryResult};
use uuid::Uuid;

use super::decide::Author;
use crate::{
    intake::address_key::key_of,
    ticket::{Action, Verb, act, notification_of},
};

/// An inquiry and the consultants that the settings name; `None`: those that were notified.
#[derive(Clone, Copy)]
pub(super) struct Ticket<'a> {
    pub(super) inquiry: Uuid,
    pub(super) consultants: Option<&'a [String]>,
}

/// The consultants who were told of the inquiry and whom the settings still name; all that the settings name if none of
/// them is left. `$1` inquiry, `$2` message or NULL, `$3` the settings' addresses or NULL.
macro_rules! told {
    () => {
        "WITH told AS ( \
            SELECT DISTINCT recipient FROM outbox \
            WHERE inquiry_id = $1 AND kind = 'notification' AND ($3::text[] IS NULL OR recipient = ANY($3)) \
        ), asked AS ( \
            SELECT recipient FROM told UNION ALL SELECT unnest($3) WHERE NOT EXISTS (SELECT FROM told) ORDER BY 1 \
        ) "
    };
}
/// Consultants who inherit the ticket, because the settings name nobody any more who was notified of it. Only who has a
/// notification can answer, and has read what the visitor asked. Not of an inquiry that nobody was notified of, which is
/// suspected to be spam, nor of a restricted one. `$1` inquiry, `$2` the settings' addresses.
const INHERIT: &str = "\
    INSERT INTO outbox (id, inquiry_id, kind, recipient) \
    SELECT gen_random_uuid(), inquiry.id, 'notification', heir FROM inquiry, unnest($2::text[]) AS heir \
    WHERE inquiry.id = $1 AND restricted_at IS NULL AND ( \
        SELECT bool_and(recipient <> ALL ($2)) FROM outbox WHERE inquiry_id = $1 AND kind = 'notification' \
    ) ON CONFLICT DO NOTHING RETURNING id";

async fn inherit(transaction: &DatabaseTransaction, ticket: Ticket<'_>) -> Result<(), DbErr> {
    let Some(consultants) = ticket.consultants else { return Ok(()) };
    let values = [ticket.inquiry.into(), consultants.to_vec().into()];
    enqueue(transaction, &transaction.query_all_raw(statement(INHERIT, values)).await?).await
}

const RELAY: &str = concat!(
    told!(),
    "INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
     SELECT gen_random_uuid(), $1, 'visitor_reply', recipient, $2 FROM asked RETURNING id"
);

/// The consultants get it; the visitor's own mail is a contact.
pub(super) async fn reply(
    transaction: &DatabaseTransaction,
    ticket: Ticket<'_>,
    message: Uuid,
    author: Author,
) -> Result<(), DbErr> {
    queue(transaction, RELAY, ticket, Some(message)).await?;
    if author == Author::Visitor {
        let sql = "SELECT record_contact($1, 'message', $2)";
        query_row(transaction, statement(sql, [ticket.inquiry.into(), message.into()])).await?;
    }
    Ok(())
}

const COPY: &str = concat!(
    told!(),
    "INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
     SELECT gen_random_uuid(), $1, 'answer_copy', recipient, $2 FROM asked WHERE lower(recipient) <> lower($4) \
     ON CONFLICT DO NOTHING RETURNING id"
);

/// The other consultants read what one of them has written.
pub(super) async fn queue_copies(
    transaction: &DatabaseTransaction,
    ticket: Ticket<'_>,
    message: Uuid,
    author: &str,
) -> Result<(), DbErr> {
    inherit(transaction, ticket).await?;
    let consultants = ticket.consultants.map(<[String]>::to_vec);
    let values = [ticket.inquiry.into(), message.into(), consultants.into(), author.into()];
    enqueue(transaction, &transaction.query_all_raw(statement(COPY, values)).await?).await
}

/// The consultant who has forwarded the mail that opened the ticket reads so in its thread.
pub(super) async fn opened(
    transaction: &DatabaseTransaction,
    ticket: Ticket<'_>,
    forwarder: &str,
    intake: Uuid,
    message: Uuid,
) -> Result<(), DbErr> {
    let inquiry = ticket.inquiry;
    // `From` may have the address in another form.
    let registered = ticket.consultants.into_iter().flatten().find(|one| key_of(one) == key_of(forwarder));
    let forwarder = registered.map_or(forwarder, String::as_str);
    // A consultant who got no notification of this inquiry has no thread.
    let Some(who) = notification_of(transaction, inquiry, forwarder).await? else { return Ok(()) };
    act(transaction, Action { inquiry, who: Some(who), verb: Verb::New, intake: Some(intake), target: None }).await?;
    queue_one(transaction, inquiry, "receipt", Some(who), message).await
}

/// Not again within a week.
const ABSENCE: &str = concat!(
    told!(),
    "INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
     SELECT gen_random_uuid(), $1, 'absence', recipient, $2 FROM asked WHERE NOT EXISTS ( \
         SELECT FROM outbox WHERE inquiry_id = $1 AND kind = 'absence' AND created_at > now() - interval '7 days' \
     ) RETURNING id"
);

/// The consultants hear that the visitor is away.
pub(super) async fn absent(transaction: &DatabaseTransaction, ticket: Ticket<'_>, message: Uuid) -> Result<(), DbErr> {
    queue(transaction, ABSENCE, ticket, Some(message)).await
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

/// Whether its delivery is not over, so that what becomes of it would be written over a bounce. Locks the row: no delivery
/// begins before the bounce is written.
pub(super) async fn is_being_sent(transaction: &DatabaseTransaction, outbox: Uuid) -> Result<bool, DbErr> {
    let sql = "SELECT state = 'sending' AS is_sending FROM outbox WHERE id = $1 FOR UPDATE";
    let row = transaction.query_one_raw(statement(sql, [outbox.into()])).await?;
    row.map_or(Ok(false), |row| row.try_get("", "is_sending"))
}

/// A mail that was taken and came back. Only such a row changes: a report is no proof that an auto-reply may go again.
const BOUNCED: &str = "\
    UPDATE outbox SET state = 'bounced', last_code = $2, finished_at = now() \
    WHERE id = $1 AND state IN ('sent', 'ambiguous') RETURNING kind";

/// The visitor's address does not exist: one mail to each consultant.
const UNDELIVERABLE: &str = concat!(
    told!(),
    "INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
     SELECT gen_random_uuid(), $1, 'undeliverable', recipient, $2 FROM asked ON CONFLICT DO NOTHING RETURNING id"
);

/// Returns the mail if it went to a consultant: perhaps no notification of the inquiry has arrived.
pub(super) async fn bounce(
    transaction: &DatabaseTransaction,
    ticket: Ticket<'_>,
    outbox: Uuid,
    code: &str,
    is_hard: bool,
) -> Result<Option<Uuid>, DbErr> {
    let changed = transaction.query_one_raw(statement(BOUNCED, [outbox.into(), code.into()])).await?;
    let Some(changed) = changed else { return Ok(None) };
    match changed.try_get::<String>("", "kind")?.as_str() {
        "auto_reply" if is_hard => queue(transaction, UNDELIVERABLE, ticket, None).await?,
        // Of an answer its author hears, by the database.
        "auto_reply" | "answer" => {}
        _ => return Ok(Some(outbox)),
    }
    Ok(None)
}

/// Queues the mails that a statement inserts.
async fn queue(
    transaction: &DatabaseTransaction,
    insert: &str,
    ticket: Ticket<'_>,
    message: Option<Uuid>,
) -> Result<(), DbErr> {
    inherit(transaction, ticket).await?;
    let values = [ticket.inquiry.into(), message.into(), ticket.consultants.map(<[String]>::to_vec).into()];
    enqueue(transaction, &transaction.query_all_raw(statement(insert, values)).await?).await
}

/// One job for each row of the outbox.
pub(super) async fn enqueue(transaction: &DatabaseTransaction, rows: &[QueryResult]) -> Result<(), DbErr> {
    let jobs = rows.iter().map(|row| Ok(NewJob::deliver(row.try_get("", "id")?))).collect::<Result<Vec<_>, DbErr>>()?;
    jobs::enqueue(transaction, &jobs).await.map(drop)
}

/// Queues one mail: to the visitor, or to the person of a notification.
pub(super) async fn queue_one(
    transaction: &DatabaseTransaction,
    inquiry: Uuid,
    kind: &str,
    to: Option<Uuid>,
    about: Uuid,
) -> Result<(), DbErr> {
    let sql = "INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
        SELECT gen_random_uuid(), $1, $2, (SELECT recipient FROM outbox WHERE id = $3), $4 \
        ON CONFLICT DO NOTHING RETURNING id";
    let values = [inquiry.into(), kind.into(), to.into(), about.into()];
    enqueue(transaction, &transaction.query_all_raw(statement(sql, values)).await?).await
}
