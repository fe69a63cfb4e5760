//! What the alerts, the gauges and `worker check` all measure: late notifications, the oldest due mail, the last purge
//! and the last run of each schedule.

use chrono::{DateTime, Utc};
use entity::{
    contact::{ContactReason, Program},
    jobs::SCHEDULE_QUEUE,
    outbox::MailKind,
};
use mailer::db::{query_one, query_value, statement};
use outbox::{OLDEST_DUE, known};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult, Statement};
use uuid::Uuid;

use crate::schedules::SCHEDULES;

const LATE_NOTIFICATIONS: &str = include_str!("sql/late_notifications.sql");
const UNREADABLE_MAILS: &str = include_str!("sql/unreadable_mails.sql");
pub(super) const OUTBOX_ROWS: &str = include_str!("sql/outbox_rows.sql");
pub(super) const FAILED_NOTIFICATIONS: &str =
    "SELECT count(*) AS failed FROM outbox WHERE kind = 'notification' AND state = 'failed'";
const SUSPECTED: &str =
    "SELECT count(*) AS suspected FROM spam_check WHERE is_suspected AND checked_at > now() - interval '1 day'";
/// What runs every few seconds or at each scrape; no statement may read the whole outbox.
pub const REGULAR: [&str; 5] = [LATE_NOTIFICATIONS, UNREADABLE_MAILS, OLDEST_DUE, OUTBOX_ROWS, FAILED_NOTIFICATIONS];

/// Mails that an alert is about.
#[derive(Debug, Default)]
pub(super) struct Mails {
    pub(super) count: usize,
    /// The oldest 20.
    pub(super) ids: Vec<Uuid>,
}

/// Notifications that are neither sent nor failed 15 minutes after they were queued.
pub(super) async fn late_notifications(db: &DatabaseConnection) -> Result<Mails, DbErr> {
    mails(db, statement(LATE_NOTIFICATIONS, [])).await
}

/// Mails of a kind, reason or program that this version does not know. A rolling upgrade takes less than five minutes.
pub(super) async fn unreadable_mails(db: &DatabaseConnection) -> Result<Mails, DbErr> {
    let known = [known::<ContactReason>().into(), known::<Program>().into(), known::<MailKind>().into()];
    mails(db, statement(UNREADABLE_MAILS, known)).await
}

async fn mails(db: &DatabaseConnection, query: Statement) -> Result<Mails, DbErr> {
    let rows = db.query_all_raw(query).await?;
    let count: i64 = rows.first().map_or(Ok(0), |row| row.try_get("", "late"))?;
    let ids = rows.iter().map(|row| row.try_get("", "id")).collect::<Result<_, DbErr>>()?;
    Ok(Mails { count: usize::try_from(count).unwrap_or_default(), ids })
}

/// Inquiries of the last day that are suspected to be spam.
pub(super) async fn suspected(db: &DatabaseConnection) -> Result<i64, DbErr> {
    query_value(db, statement(SUSPECTED, [])).await
}

/// For how long the oldest due mail has been due; 0 if none is.
pub(super) async fn oldest_due_seconds(db: &DatabaseConnection) -> Result<f64, DbErr> {
    query_value(db, statement(OLDEST_DUE, [known::<MailKind>().into()])).await
}

/// Mails that came and have no fate yet: for how long the oldest has waited, and how many wait over five minutes.
#[derive(FromQueryResult)]
pub(super) struct Unsettled {
    pub(super) seconds: f64,
    pub(super) late: i64,
    pub(super) quarantined: i64,
    /// Since the oldest of these came; 0 if there is none.
    pub(super) quarantined_seconds: f64,
}

const UNSETTLED: &str = "\
    WITH waiting AS MATERIALIZED ( \
        SELECT accepted_at FROM intake WHERE fate = 'quarantined' AND accepted_at > now() - interval '30 days' \
            AND EXISTS (SELECT FROM raw_mail_of(id)) \
    ) SELECT coalesce(extract(epoch FROM now() - min(accepted_at)), 0)::double precision AS seconds, \
        count(*) FILTER (WHERE accepted_at < now() - interval '5 minutes') AS late, \
        (SELECT count(*) FROM waiting) AS quarantined, \
        (SELECT coalesce(extract(epoch FROM now() - min(accepted_at)), 0)::double precision FROM waiting) AS quarantined_seconds \
    FROM intake WHERE state <> 'settled'";

/// A way by which the product fetches mail itself.
#[derive(FromQueryResult)]
pub(super) struct FetchingWay {
    pub(super) way: String,
    /// Since somebody has read all mails there were.
    pub(super) silent_seconds: f64,
    /// Mails that somebody else took away before they were read.
    pub(super) taken_away: i64,
}

pub(super) async fn fetching_ways(db: &DatabaseConnection) -> Result<Vec<FetchingWay>, DbErr> {
    FetchingWay::find_by_statement(statement(include_str!("sql/fetching_ways.sql"), [])).all(db).await
}

pub(super) async fn unsettled(db: &DatabaseConnection) -> Result<Unsettled, DbErr> {
    query_one(db, statement(UNSETTLED, [])).await
}

/// Tickets that wait for their first answer.
#[derive(FromQueryResult)]
pub(super) struct Unanswered {
    pub(super) unanswered: i64,
    pub(super) overdue: i64,
}

const UNANSWERED: &str = "\
    SELECT count(*) AS unanswered, count(*) FILTER (WHERE due_at < now()) AS overdue \
    FROM ticket WHERE state IN ('open', 'claimed') AND (first_answer_at IS NULL OR started_at IS NOT NULL) \
        AND due_at IS NOT NULL AND NOT is_answered(ticket) AND (waits_until <= now()) IS NOT FALSE";

pub(super) async fn unanswered(db: &DatabaseConnection) -> Result<Unanswered, DbErr> {
    query_one(db, statement(UNANSWERED, [])).await
}

#[derive(FromQueryResult)]
pub(super) struct LastPurge {
    /// `None` before the first purge.
    pub(super) at: Option<DateTime<Utc>>,
    /// The seconds since then. Before the first purge: since the ledger began.
    pub(super) seconds_ago: f64,
}

pub(super) async fn last_purge(db: &DatabaseConnection) -> Result<LastPurge, DbErr> {
    query_one(db, statement(include_str!("sql/last_purge.sql"), [])).await
}

/// What is stored for longer than promised: judged by rows, whatever ran.
#[derive(FromQueryResult)]
pub(super) struct Retention {
    /// Expired, not on hold and not purged.
    pub(super) due: i64,
    /// For how long the oldest of them has been expired; 0 if there is none.
    pub(super) due_seconds: f64,
    pub(super) oldest_contact_at: Option<DateTime<Utc>>,
    pub(super) requests_overdue: i64,
    /// The size of tables whose files still have deleted bytes.
    pub(super) unreclaimed_bytes: i64,
    /// Of these tables, those that wait for longer than promised.
    pub(super) unreclaimed_overdue: i64,
}

pub(super) async fn retention(db: &DatabaseConnection) -> Result<Retention, DbErr> {
    query_one(db, statement("SELECT * FROM retention_gauges()", [])).await
}

#[derive(FromQueryResult)]
pub(super) struct LastRun {
    pub(super) schedule: String,
    /// `None`: no run has ended.
    pub(super) done_at: Option<DateTime<Utc>>,
    pub(super) seconds_ago: Option<f64>,
    /// Since the schema was made.
    pub(super) schema_seconds: f64,
}

impl LastRun {
    pub(super) fn is_hourly(&self) -> bool {
        SCHEDULES.iter().any(|known| known.name == self.schedule && known.is_hourly())
    }
}

/// The last finished run of each schedule.
pub(super) async fn last_runs(db: &DatabaseConnection) -> Result<Vec<LastRun>, DbErr> {
    let names: Vec<_> = SCHEDULES.iter().map(|schedule| schedule.name.to_owned()).collect();
    let list = statement(include_str!("sql/last_runs.sql"), [SCHEDULE_QUEUE.into(), names.into()]);
    LastRun::find_by_statement(list).all(db).await
}
