//! The daily digest of mails in quarantine, to the consultants who hear of a mail that opens a ticket.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use entity::{contact::ContactReason, notify_routes::NotifyRoutes};
use inbound::{authentication::Trust, parsed_mail::Summary};
use mailer::addresses::SignedAddresses;
use mailer::{
    Mailer,
    db::{database_now, query_row, statement},
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, QueryResult};
use uuid::Uuid;

use super::settings::IntakeSettings;
use crate::{
    digests::Edition,
    mail::{WaitingMail, quarantine_digest},
};

/// Mails that one digest lists.
const MOST: i64 = 50;
/// Of a mail; header sections of real mails are shorter.
const HEAD_BYTES: i32 = 64 * 1024;

/// Who decides about mails in quarantine.
#[derive(Clone)]
pub struct Reviewers {
    consultants: Vec<String>,
    /// `None`: nobody proves who writes (`INTAKE_TRUST=none`), so the command line decides.
    addresses: Option<Arc<SignedAddresses>>,
    /// Whether a mail can open a ticket.
    may_open: bool,
}

entity::opaque_debug!(Reviewers);

impl Reviewers {
    /// `None`: nobody is named.
    pub fn of(settings: &IntakeSettings, routes: &NotifyRoutes) -> Option<Self> {
        let consultants = routes.recipients(ContactReason::Other, None);
        let proves = !matches!(settings.trust, Trust::None);
        (!consultants.is_empty()).then(|| Self {
            consultants,
            addresses: proves.then(|| Arc::clone(&settings.addresses)),
            may_open: settings.new.is_some(),
        })
    }
}

/// Only if a mail waits that no digest has named, and none was sent since `$1`. A mail whose bytes are gone waits no more.
const IS_DUE: &str = "\
    SELECT EXISTS (SELECT FROM intake JOIN raw_mail ON intake_id = id WHERE fate = 'quarantined' AND told_at IS NULL) \
        AND NOT EXISTS (SELECT FROM intake WHERE told_at >= $1) AS is_due";

/// What no digest has listed comes first: of these the oldest and the newest, so that a flood hides neither what was there
/// nor what comes. `$1` at most so many, `$2` bytes of each. Nobody reads a mail again whose reader crashed.
const WAITING: &str = "\
    WITH listed AS MATERIALIZED ( \
        SELECT intake.id, rule, intake.accepted_at, raw_mail.accepted_on, settled_at, count(*) OVER () AS waiting \
        FROM intake JOIN raw_mail ON intake_id = intake.id WHERE fate = 'quarantined' \
        ORDER BY told_at IS NOT NULL, least( \
            row_number() OVER (PARTITION BY told_at IS NULL ORDER BY settled_at, intake.id), \
            row_number() OVER (PARTITION BY told_at IS NULL ORDER BY settled_at DESC, intake.id DESC) \
        ) LIMIT $1 \
    ) SELECT id, rule, accepted_at, waiting, now() AS now, \
        CASE WHEN rule <> 'crashed' THEN substr(raw, 1, $2) END AS head \
    FROM listed JOIN raw_mail ON intake_id = id AND raw_mail.accepted_on = listed.accepted_on ORDER BY settled_at DESC";

/// `$1` when the digest was begun: a second trial may have told nobody of what came since. `$2` the mails that it lists.
const TOLD: &str = "\
    UPDATE intake SET told_at = $1 WHERE id = ANY ($2) AND told_at IS NULL AND settled_at < $1";

/// Sends each reviewer one mail when the office has opened on a working day, if it is due.
pub async fn send_digest(
    db: &DatabaseConnection,
    mailer: &Mailer,
    reviewers: Option<&Reviewers>,
) -> anyhow::Result<()> {
    let Some(reviewers) = reviewers else { return Ok(()) };
    let now = database_now(db).await?;
    let (_, opening) = mailer.settings().answer.opening(now);
    let Some(opening) = opening.filter(|opening| *opening <= now) else { return Ok(()) };
    if query_row(db, statement(IS_DUE, [opening.into()])).await?.try_get("", "is_due")? {
        send_now(db, mailer, reviewers).await?;
    }
    Ok(())
}

/// Sends it whatever the time.
pub async fn send_now(db: &DatabaseConnection, mailer: &Mailer, reviewers: &Reviewers) -> anyhow::Result<()> {
    let rows = db.query_all_raw(statement(WAITING, [MOST.into(), HEAD_BYTES.into()])).await?;
    let Some(first) = rows.first() else { return Ok(()) };
    let (now, waiting): (DateTime<Utc>, i64) = (first.try_get("", "now")?, first.try_get("", "waiting")?);
    let mails = rows.iter().map(waiting_mail).collect::<Result<Vec<_>, DbErr>>()?;
    let (today, _) = mailer.settings().answer.opening(now);
    let Some(edition) = Edition::begin(db, "quarantine", today, &reviewers.consultants).await? else { return Ok(()) };
    let parts = |consultant: &str| {
        let address = |mail: Uuid| Some(reviewers.addresses.as_ref()?.quarantine(mail, consultant));
        quarantine_digest(&mails, waiting.unsigned_abs(), address, reviewers.may_open, now, mailer.settings())
    };
    edition.send(db, mailer, parts).await?;
    let listed: Vec<Uuid> = mails.iter().map(|mail| mail.id).collect();
    db.execute_raw(statement(TOLD, [edition.begun_at.into(), listed.into()])).await?;
    edition.list_again_if_returned(db).await?;
    tracing::info!(mails = waiting, "quarantine digest sent");
    Ok(())
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
