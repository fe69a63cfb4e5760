//! The queue board: one page with the figures that an operator looks for first. Counts and times, no personal data.

use std::time::Duration;

use askama::Template;
use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::{DateTime, Utc};
use mailer::db::{database_now, statement};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult};
use sha2::{Digest, Sha256};
use tokio::time::timeout;

use super::queries::{LastRun, OUTBOX_ROWS, Retention, Unsettled, last_runs, oldest_due_seconds, retention, unsettled};

const QUERY_TIMEOUT: Duration = Duration::from_secs(5);
const STYLE: &str = include_str!("board.css");
/// Schedules run every hour or every minute.
const LATE_SECONDS: f64 = 2.0 * 3600.0;

#[derive(Template)]
#[template(path = "ops/board.html")]
struct Page<'a> {
    style: &'static str,
    state: Option<&'a State>,
}

struct State {
    now: DateTime<Utc>,
    outbox: Vec<OutboxRows>,
    oldest_due_seconds: f64,
    runs: Vec<LastRun>,
    intake: Unsettled,
    retention: Retention,
}

impl State {
    fn oldest_due(&self) -> String {
        format!("{:.0} s", self.oldest_due_seconds)
    }

    fn unread(&self) -> String {
        format!("{:.0} s", self.intake.seconds)
    }
}

#[derive(FromQueryResult)]
struct OutboxRows {
    kind: String,
    state: String,
    rows: i64,
}

impl OutboxRows {
    fn is_fault(&self) -> bool {
        self.state == "failed"
    }
}

impl LastRun {
    fn is_late(&self) -> bool {
        self.seconds_ago.is_none_or(|seconds| seconds > LATE_SECONDS)
    }

    fn ended(&self) -> String {
        self.done_at.map_or_else(|| "never".to_owned(), |at| at.format("%Y-%m-%d %H:%M:%S UTC").to_string())
    }

    fn ago(&self) -> String {
        self.seconds_ago.map(|seconds| format!("{:.0} min", seconds / 60.0)).unwrap_or_default()
    }
}

/// Says so if the database does not answer: an empty board would look like an idle product.
pub(super) async fn render(db: &DatabaseConnection) -> Result<String, askama::Error> {
    let state = timeout(QUERY_TIMEOUT, read(db)).await.ok().and_then(Result::ok);
    Page { style: STYLE, state: state.as_ref() }.render()
}

async fn read(db: &DatabaseConnection) -> Result<State, DbErr> {
    let rows = db.query_all_raw(statement(OUTBOX_ROWS, [])).await?;
    Ok(State {
        now: database_now(db).await?,
        outbox: rows.iter().map(|row| OutboxRows::from_query_result(row, "")).collect::<Result<_, _>>()?,
        oldest_due_seconds: oldest_due_seconds(db).await?,
        runs: last_runs(db).await?,
        intake: unsettled(db).await?,
        retention: retention(db).await?,
    })
}

/// The Content Security Policy of the ops listener: no script, and no style but the page's.
pub(super) fn policy() -> String {
    let style = STANDARD.encode(Sha256::digest(STYLE));
    format!(
        "default-src 'none'; style-src 'sha256-{style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}
