//! The mails in quarantine, as digests and their authors are told of them.

use chrono::{DateTime, Utc};
use inbound::{
    mail::Mail,
    parsed_mail::{ParsedMail, Summary},
};
use mailer::db::statement;
use sea_orm::{ConnectionTrait, DbErr, QueryResult};
use tokio::task::spawn_blocking;
use uuid::Uuid;

use crate::mail::{WaitingMail, WaitingMails};

/// Mails that one digest lists; as many are new at most.
const MOST: i64 = 50;
/// Of a mail: its headers, and the beginning of its text.
pub const HEAD_BYTES: i32 = 64 * 1024;

/// First what is new, then in the day's first such digest what earlier ones have told of. `$1` when the digest was begun, `$2`
/// at most so many, `$3` bytes of each. Nobody reads a mail again whose reader crashed.
const WAITING: &str = "\
    WITH this AS (SELECT day FROM digest_mail WHERE created_at = $1 AND lists_mails LIMIT 1), listed AS MATERIALIZED ( \
        SELECT id, rule, accepted_at, settled_at, told_at, \
            count(*) OVER () AS waiting, bool_or(told_at = $1) OVER () AS has_new \
        FROM intake WHERE fate = 'quarantined' AND accepted_at > now() - interval '31 days' \
            AND EXISTS (SELECT FROM raw_mail_of(id)) \
        ORDER BY told_at IS NOT DISTINCT FROM $1 DESC, told_at DESC NULLS LAST, settled_at LIMIT $2 \
    ) SELECT id, rule, accepted_at, waiting, CASE WHEN rule IS DISTINCT FROM 'crashed' THEN substr(raw, 1, $3) END AS head \
    FROM listed CROSS JOIN LATERAL raw_mail_of(id) \
    WHERE has_new AND told_at IS NOT NULL AND (told_at = $1 OR NOT EXISTS ( \
        SELECT FROM digest_mail JOIN this USING (day) WHERE lists_mails AND created_at < $1 \
    )) ORDER BY settled_at DESC";

/// `$1` mail, `$2` bytes of it.
const ONE: &str = "\
    SELECT id, rule, accepted_at, CASE WHEN rule IS DISTINCT FROM 'crashed' THEN substr(raw, 1, $2) END AS head \
    FROM intake CROSS JOIN LATERAL raw_mail_of(id) WHERE id = $1 AND fate = 'quarantined'";

/// None if nothing new waits any more.
pub async fn waiting_mails(db: &impl ConnectionTrait, begun_at: DateTime<Utc>) -> Result<WaitingMails, DbErr> {
    let rows = db.query_all_raw(statement(WAITING, [begun_at.into(), MOST.into(), HEAD_BYTES.into()])).await?;
    let waiting: i64 = rows.first().map_or(Ok(0), |row| row.try_get("", "waiting"))?;
    let mut listed = Vec::with_capacity(rows.len());
    for row in rows {
        listed.push(waiting_mail(&row).await?);
    }
    Ok(WaitingMails { listed, waiting: waiting.unsigned_abs() })
}

/// `None` if it waits no more.
pub async fn find_waiting(db: &impl ConnectionTrait, mail: Uuid) -> Result<Option<WaitingMail>, DbErr> {
    let row = db.query_one_raw(statement(ONE, [mail.into(), HEAD_BYTES.into()])).await?;
    match row {
        Some(row) => waiting_mail(&row).await.map(Some),
        None => Ok(None),
    }
}

/// Nothing of other mails depends on what this one does to its reader.
pub async fn text_of(head: Option<Vec<u8>>) -> Option<String> {
    let head = head?;
    let read = move || {
        let mut parsed = ParsedMail::of(&Mail::read(&head).ok()?);
        parsed.show_page();
        Some(parsed.new_text)
    };
    spawn_blocking(read).await.ok().flatten()
}

async fn waiting_mail(row: &QueryResult) -> Result<WaitingMail, DbErr> {
    let head: Option<Vec<u8>> = row.try_get("", "head")?;
    let summary = head.as_deref().and_then(Summary::of);
    let (from, subject) = summary.map_or((None, String::new()), |summary| (summary.from, summary.subject));
    Ok(WaitingMail {
        id: row.try_get("", "id")?,
        reason: row.try_get::<Option<String>>("", "rule")?.unwrap_or_default(),
        accepted_at: row.try_get("", "accepted_at")?,
        sender: from.map(|from| match from.name {
            Some(name) => format!("{name} <{}>", from.address),
            None => from.address,
        }),
        subject,
        text: text_of(head).await.unwrap_or_default(),
    })
}
