//! Tickets that a mail speaks of without a signature: by an id of a mail on the ticket, or by a reference in its subject.

use entity::TicketReference;
use inbound::threading::Hint;
use mailer::db::statement;
use sea_orm::{ConnectionTrait, DbErr, QueryResult};
use uuid::Uuid;

use crate::intake::address_key::key_of;

/// `$1` ids of mails, `$2` ids of inquiries that occur in ids of ours, `$3` key of the sender, `$4` the sender.
///
/// A person is on a ticket as its visitor, as the author of a mail, as somebody to whom the visitor sent a copy, or as a
/// consultant who got the notification.
const RELATED: &str = "\
    SELECT ticket, \
        EXISTS (SELECT FROM inquiry_content WHERE inquiry_id = ticket AND email_key = $3) \
        OR EXISTS (SELECT FROM message WHERE inquiry_id = ticket AND NOT is_machine \
                   AND (author_key = $3 OR party = 'visitor' AND $3 = ANY (copied_keys))) \
        OR EXISTS (SELECT FROM outbox WHERE inquiry_id = ticket AND lower(recipient) = lower($4)) AS is_of_sender \
    FROM ( \
        SELECT inquiry_id FROM outbox WHERE message_id IN (SELECT '<' || id || '>' FROM unnest($1::text[]) AS id) \
        UNION SELECT inquiry_id FROM message WHERE message_id = ANY ($1) \
        UNION SELECT id FROM inquiry WHERE id = ANY ($2) \
    ) AS found(ticket)";

/// Tickets of the mails with these ids: of ours from before ids were signed, and of those that came.
pub(super) async fn find_related(
    db: &impl ConnectionTrait,
    ids: &[String],
    from: &str,
    own_domain: &str,
) -> Result<Vec<Hint<Uuid>>, DbErr> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let inquiries: Vec<Uuid> = ids.iter().filter_map(|id| ticket_id(id, own_domain)).collect();
    let values = [ids.to_vec().into(), inquiries.into(), key_of(from).into(), from.into()];
    read(&db.query_all_raw(statement(RELATED, values)).await?)
}

/// The inquiry of `ticket.UUID@domain`, the common ancestor of a ticket's mails.
fn ticket_id(id: &str, own_domain: &str) -> Option<Uuid> {
    let (local, domain) = id.rsplit_once('@')?;
    local.strip_prefix("ticket.").filter(|_| domain.eq_ignore_ascii_case(own_domain))?.parse().ok()
}

const NAMED: &str = "\
    SELECT inquiry.id AS ticket, email_key = $2 AS is_of_sender \
    FROM inquiry JOIN inquiry_content ON inquiry_id = inquiry.id WHERE reference = ANY ($1)";

pub(super) async fn find_named(
    db: &impl ConnectionTrait,
    references: &[TicketReference],
    from: &str,
) -> Result<Vec<Hint<Uuid>>, DbErr> {
    if references.is_empty() {
        return Ok(Vec::new());
    }
    let references: Vec<String> = references.iter().map(|reference| reference.as_str().to_owned()).collect();
    read(&db.query_all_raw(statement(NAMED, [references.into(), key_of(from).into()])).await?)
}

fn read(rows: &[QueryResult]) -> Result<Vec<Hint<Uuid>>, DbErr> {
    let hint = |row: &QueryResult| {
        Ok(Hint { ticket: row.try_get("", "ticket")?, is_of_sender: row.try_get("", "is_of_sender")? })
    };
    rows.iter().map(hint).collect()
}
