//! What a notification says besides its inquiry: why it is perhaps spam, what the same address asked before, and which of the
//! consultants are away. As it was when the mail was queued, so that each attempt says the same.

use chrono::{DateTime, Utc};
use entity::{
    SpamSign, TicketReference,
    outbox::{self, MailKind},
};
use mailer::{
    db::{query_row, statement},
    db_error::sqlstate,
};
use sea_orm::{ActiveEnum, ConnectionTrait, DbErr, FromQueryResult, TransactionSession, TransactionTrait, Value};

#[derive(Clone, Default, derive_more::Debug)]
#[debug("Background")]
pub struct Background {
    /// Empty for an inquiry that is not marked.
    pub signs: Vec<SpamSign>,
    /// The newest ones first.
    pub earlier: Vec<EarlierInquiry>,
    pub away: Vec<AwayConsultant>,
}

#[derive(Clone, FromQueryResult)]
pub struct EarlierInquiry {
    pub reference: TicketReference,
    pub received_at: DateTime<Utc>,
    /// Of all, also those beyond the limit; a hundred at most.
    pub total: i64,
    /// The last verb that changed its state; `None`: nobody has done anything with it.
    pub verb: Option<String>,
    pub at: Option<DateTime<Utc>>,
    /// The consultant's address, or the new owner's; `None`: an operator, or the visitor.
    pub by: Option<String>,
}

#[derive(Clone, FromQueryResult)]
pub struct AwayConsultant {
    pub mailbox: String,
    pub back_at: DateTime<Utc>,
}

entity::opaque_debug!(EarlierInquiry, AwayConsultant);

/// Earlier inquiries that are listed, and that are counted.
const MAX_EARLIER: i64 = 5;
const MAX_COUNTED: i64 = 100;

/// Those that were notified. `$1` inquiry, `$2` moment, `$3` at most so many, `$4` how many are counted.
const EARLIER: &str = "\
    WITH known AS ( \
        SELECT inquiry.id, reference, received_at FROM inquiry_content AS content JOIN inquiry ON inquiry.id = content.inquiry_id \
        WHERE content.email_key = (SELECT email_key FROM content_of($1)) AND inquiry.id <> $1 \
            AND received_at <= (SELECT received_at FROM inquiry WHERE id = $1) AND restricted_at IS NULL \
            AND EXISTS (SELECT FROM outbox AS told WHERE told.inquiry_id = inquiry.id AND kind = 'notification') \
        ORDER BY received_at DESC, inquiry.id LIMIT $4 \
    ), newest AS ( \
        SELECT *, (SELECT count(*) FROM known) AS total FROM known ORDER BY received_at DESC, id LIMIT $3 \
    ) SELECT reference, received_at, total, last.verb, last.at, person.recipient AS by \
    FROM newest LEFT JOIN LATERAL ( \
        SELECT verb, at, CASE verb WHEN 'assign' THEN target ELSE who END AS person FROM ticket_event \
        WHERE ticket_event.inquiry_id = newest.id AND outcome = 'done' AND at <= $2 \
            AND (verb IN ('claim', 'assign', 'answer', 'close', 'spam', 'reopen', 'release', 'merge') OR verb = 'wait' AND who IS NOT NULL) \
        ORDER BY at DESC LIMIT 1 \
    ) AS last ON true LEFT JOIN outbox AS person ON person.id = last.person \
    ORDER BY received_at DESC, newest.id";

/// Of those who were notified. `$1` inquiry, `$2` moment.
const AWAY: &str = "\
    SELECT mailbox, ends_at AS back_at FROM consultant_absence \
    WHERE begins_at <= $2 AND changed_at > $2 AND ends_at > $2 \
        AND mailbox IN (SELECT lower(recipient) FROM outbox WHERE inquiry_id = $1 AND kind = 'notification') \
    ORDER BY mailbox";

/// `$1` inquiry.
const SIGNS: &str = "\
    SELECT (SELECT signs FROM spam_check WHERE inquiry_id = $1 AND is_marked) AS signs";

/// None while a quarter is rewritten, or if the search takes too long: no notification waits for that.
async fn earlier_of(db: &impl TransactionTrait, [inquiry, at]: [Value; 2]) -> Result<Vec<EarlierInquiry>, DbErr> {
    let reading = db.begin().await?;
    reading.execute_unprepared("SET LOCAL lock_timeout = '100ms'; SET LOCAL statement_timeout = '500ms'").await?;
    let sql = statement(EARLIER, [inquiry, at, MAX_EARLIER.into(), MAX_COUNTED.into()]);
    let earlier = EarlierInquiry::find_by_statement(sql).all(&reading).await;
    reading.rollback().await?;
    match earlier {
        Err(error) if matches!(sqlstate(&error).as_deref(), Some("55P03" | "57014")) => Ok(Vec::new()),
        earlier => earlier,
    }
}

/// Nothing for mails of other kinds.
pub(crate) async fn background_of(
    db: &(impl ConnectionTrait + TransactionTrait),
    row: &outbox::Model,
) -> Result<Background, DbErr> {
    if row.kind != MailKind::Notification {
        return Ok(Background::default());
    }
    let of_row = || [row.inquiry_id.into(), row.created_at.into()];
    let earlier = earlier_of(db, of_row()).await?;
    let away = AwayConsultant::find_by_statement(statement(AWAY, of_row())).all(db).await?;
    let found = query_row(db, statement(SIGNS, [row.inquiry_id.into()])).await?;
    let signs: Vec<String> = found.try_get::<Option<_>>("", "signs")?.unwrap_or_default();
    // A newer version's sign is left out.
    let signs = signs.iter().filter_map(|sign| SpamSign::try_from_value(sign).ok()).collect();
    Ok(Background { signs, earlier, away })
}
