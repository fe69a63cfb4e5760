//! The mails in quarantine that a digest lists.

use chrono::{DateTime, Utc};
use inbound::parsed_mail::Summary;
use mailer::db::statement;
use sea_orm::{ConnectionTrait, DbErr, QueryResult};

use crate::mail::{WaitingMail, WaitingMails};

/// Mails that one digest lists; as many are new at most.
const MOST: i64 = 50;
/// Of a mail; header sections of real mails are shorter.
const HEAD_BYTES: i32 = 64 * 1024;

/// First what is new, then what earlier digests have told of. `$1` when the digest was begun, `$2` at most so many, `$3` bytes
/// of each. Nobody reads a mail again whose reader crashed.
const WAITING: &str = "\
    WITH listed AS MATERIALIZED ( \
        SELECT intake.id, rule, intake.accepted_at, raw_mail.accepted_on, settled_at, told_at, \
            count(*) OVER () AS waiting, bool_or(told_at = $1) OVER () AS has_new \
        FROM intake JOIN raw_mail ON intake_id = intake.id WHERE fate = 'quarantined' \
        ORDER BY told_at DESC NULLS LAST, settled_at LIMIT $2 \
    ) SELECT id, rule, accepted_at, waiting, CASE WHEN rule IS DISTINCT FROM 'crashed' THEN substr(raw, 1, $3) END AS head \
    FROM listed JOIN raw_mail ON intake_id = id AND raw_mail.accepted_on = listed.accepted_on \
    WHERE has_new AND told_at IS NOT NULL ORDER BY settled_at DESC";

/// None if nothing new waits any more.
pub async fn waiting_mails(db: &impl ConnectionTrait, begun_at: DateTime<Utc>) -> Result<WaitingMails, DbErr> {
    let rows = db.query_all_raw(statement(WAITING, [begun_at.into(), MOST.into(), HEAD_BYTES.into()])).await?;
    let waiting: i64 = rows.first().map_or(Ok(0), |row| row.try_get("", "waiting"))?;
    let listed = rows.iter().map(waiting_mail).collect::<Result<_, _>>()?;
    Ok(WaitingMails { listed, waiting: waiting.unsigned_abs() })
}

fn waiting_mail(row: &QueryResult) -> Result<WaitingMail, DbErr> {
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
    })
}
