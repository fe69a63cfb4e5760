//! A consultant's mail that the receiving host does not prove: its author is asked at the registered address. Only who reads
//! that mailbox knows the signed Message-ID of the question, so a reply to it that begins with `#send` proves the author.

use inbound::addresses::SignedAddresses;
use mailer::db::{query_row, statement};
use outbox::attachments::MAX_SENT;
use sea_orm::{DatabaseTransaction, DbErr};
use uuid::Uuid;

use super::{
    command::{Written, obey, person},
    effects::{Ticket, queue_one},
};
use crate::ticket::{Action, Verb, act_as};

pub(super) async fn ask(
    transaction: &DatabaseTransaction,
    ticket: Ticket<'_>,
    author: &str,
    written: &Written,
) -> Result<(), DbErr> {
    let who = person(transaction, ticket, author).await?;
    let intake = Some(written.intake);
    let action = Action { inquiry: ticket.inquiry, who: Some(who), verb: Verb::Confirm, intake, target: None };
    act_as(transaction, action, "asked").await?;
    queue_one(transaction, ticket.inquiry, "question", Some(who), written.message).await
}

/// The mail that the question was about. `is_done`: a proven copy of it has come since.
///
/// `$1` its message, `$2` the bytes of files that go on.
const HELD: &str = "\
    SELECT intake_id, new_text, outbox_id, \
        files @> '[{\"is_allowed\": false}]' OR ( \
            SELECT coalesce(sum((file ->> 'size')::bigint), 0) > $2 FROM jsonb_array_elements(files) AS file \
        ) AS keeps_files, \
        EXISTS ( \
            SELECT FROM intake AS copy WHERE copy.digest = intake.digest AND copy.id <> intake.id \
                AND copy.inquiry_id = message.inquiry_id AND copy.fate = 'command' AND copy.rule <> 'unproven' \
        ) AS is_done \
    FROM message JOIN intake ON intake.id = intake_id \
    WHERE message.id = $1";

/// Does what the mail says that the question was about. A question that was answered before, is older than a day, or whose mail
/// has come with a proof since, does nothing but leaves a receipt.
pub(super) async fn confirm(
    transaction: &DatabaseTransaction,
    addresses: &SignedAddresses,
    ticket: Ticket<'_>,
    author: &str,
    confirming: Written,
) -> Result<(), DbErr> {
    let who = person(transaction, ticket, author).await?;
    let values = [confirming.answered.into(), who.into()];
    let released = query_row(transaction, statement("SELECT confirm_mail($1, $2) AS message", values)).await?;
    let max_sent = i64::try_from(MAX_SENT).unwrap_or(i64::MAX);
    let held = match released.try_get::<Option<Uuid>>("", "message")? {
        Some(message) => {
            let row = query_row(transaction, statement(HELD, [message.into(), max_sent.into()])).await?;
            (!row.try_get::<bool>("", "is_done")?).then_some((message, row))
        }
        None => None,
    };
    let Some((message, row)) = held else {
        let intake = Some(confirming.intake);
        let action = Action { inquiry: ticket.inquiry, who: Some(who), verb: Verb::Send, intake, target: None };
        act_as(transaction, action, "nothing").await?;
        return queue_one(transaction, ticket.inquiry, "receipt", Some(who), confirming.message).await;
    };
    let held = Written {
        intake: row.try_get("", "intake_id")?,
        message,
        text: row.try_get("", "new_text")?,
        keeps_files: row.try_get("", "keeps_files")?,
        answered: row.try_get("", "outbox_id")?,
    };
    obey(transaction, addresses, ticket, author, held).await
}
