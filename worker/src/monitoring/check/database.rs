//! Checks the outbox, the schedules, the ledger and the functions of the schema.

use compliance::{
    ledger::check_tail,
    retention::{Blocker, list_blockers},
};
use mailer::{
    db::{find_value, query_value, statement},
    text::counted,
};
use sea_orm::{DatabaseConnection, DbErr};
use std::time::Duration;
use tokio::time::timeout;

use crate::journey::report;

use super::{
    super::{
        overdue::DUE_SECONDS,
        queries::{
            FAILED_NOTIFICATIONS, LastRun, fetching_ways, last_purge, last_runs, late_notifications,
            oldest_due_seconds, retention, unsettled,
        },
    },
    Finding, Level, QUERY_TIMEOUT,
};

/// Entries of the ledger whose chain is verified.
const TAIL: i64 = 1000;

const MINUTE: f64 = 60.0;
const HOUR: f64 = 60.0 * MINUTE;

/// A mail that has been due for this long shows that no worker sends, or that sending pauses.
const DUE: Limits = Limits { warning: 2.0 * MINUTE, critical: 15.0 * MINUTE };
/// The purge writes an entry every hour.
const HOURLY: Limits = Limits { warning: 1.5 * HOUR, critical: 3.0 * HOUR };
/// A rewrite of large tables keeps a run waiting.
const MINUTELY: Limits = Limits { warning: 10.0 * MINUTE, critical: 30.0 * MINUTE };
/// From this age of the last purge on, the next one refuses to run: see `purge_expired`.
const CLOCK_REFUSED: f64 = 24.0 * HOUR;

/// A mailbox that nobody has read.
const AWAY: f64 = 15.0 * MINUTE;
/// A mail in quarantine at which nobody has looked. Its bytes go after 30 days.
const UNSEEN: f64 = 7.0 * 24.0 * HOUR;

struct Limits {
    warning: f64,
    critical: f64,
}

impl Limits {
    fn level(&self, seconds: f64) -> Level {
        match seconds {
            s if s >= self.critical => Level::Critical,
            s if s >= self.warning => Level::Warning,
            _ => Level::Ok,
        }
    }
}

type Result = std::result::Result<(Level, String), DbErr>;

/// No fault of a program: the heartbeat goes on meanwhile, or nobody would hear of the next one for weeks.
pub(crate) const REQUESTS: &str = "requests";

pub(super) async fn check_all(
    db: &DatabaseConnection,
    has_intake: bool,
    journey_every: Option<Duration>,
) -> Vec<Finding> {
    let results = [
        ("outbox", timeout(QUERY_TIMEOUT, outbox(db)).await),
        ("notifications", timeout(QUERY_TIMEOUT, notifications(db)).await),
        ("mail in", timeout(QUERY_TIMEOUT, mail_in(db, has_intake)).await),
        ("journey", timeout(QUERY_TIMEOUT, journey(db, journey_every)).await),
        ("purge", timeout(QUERY_TIMEOUT, purge(db)).await),
        ("retention", timeout(QUERY_TIMEOUT, stored(db)).await),
        (REQUESTS, timeout(QUERY_TIMEOUT, requests(db)).await),
        ("schedules", timeout(QUERY_TIMEOUT, schedules(db)).await),
        ("ledger", timeout(QUERY_TIMEOUT, ledger(db)).await),
        ("functions", timeout(QUERY_TIMEOUT, functions(db)).await),
    ];
    results
        .into_iter()
        .map(|(about, result)| match result {
            Ok(Ok((level, text))) => Finding::new(level, about, text),
            Ok(Err(_)) => Finding::critical(about, "the database refuses the query. Is its schema current?"),
            Err(_) => Finding::critical(about, "no answer in time"),
        })
        .collect()
}

/// What a mail to consultants got from the relay that nobody has since accepted: it refuses for good, or two inquiries for now.
const REFUSED: &str = "\
    SELECT min(last_code) AS code FROM outbox AS refused \
    WHERE kind = 'notification' AND state IN ('ready', 'retry', 'ambiguous') AND last_code ~ '^smtp_[45]' \
        AND created_at < now() - interval '1 minute' AND NOT EXISTS ( \
            SELECT FROM outbox WHERE finished_at > refused.created_at AND state = 'sent' AND recipient IS NOT NULL \
        ) \
    HAVING bool_or(last_code ~ '^smtp_5') OR count(DISTINCT inquiry_id) > 1";

async fn outbox(db: &DatabaseConnection) -> Result {
    if let Some(code) = find_value::<String>(db, statement(REFUSED, [])).await? {
        return Ok((Level::Critical, format!("the relay refuses mail: {code}. See docs/operations.md, MailRefused")));
    }
    let seconds = oldest_due_seconds(db).await?;
    let level = DUE.level(seconds);
    let remedy = if level == Level::Ok { "" } else { ". Check that the worker runs and that the relay accepts mail" };
    Ok((level, format!("the oldest due mail has waited for {}{remedy}", duration(seconds))))
}

async fn notifications(db: &DatabaseConnection) -> Result {
    let late = late_notifications(db).await?.count;
    let failed: i64 = query_value(db, statement(FAILED_NOTIFICATIONS, [])).await?;
    let level = match (late, failed) {
        (0, 0) => return Ok((Level::Ok, "none is late, none has failed".to_owned())),
        (0, _) => Level::Warning,
        _ => Level::Critical,
    };
    Ok((level, format!("{late} not sent after 15 minutes, {failed} failed. List them with `worker outbox list`")))
}

/// Whether mails get their fates, and whether somebody looks at those that wait for a person.
async fn mail_in(db: &DatabaseConnection, has_intake: bool) -> Result {
    let unsettled = unsettled(db).await?;
    if unsettled.late > 0 {
        let remedy = if has_intake { "Check that the worker runs" } else { "INTAKE is off: set it" };
        let age = duration(unsettled.seconds);
        return Ok((Level::Critical, format!("{} without a fate, the oldest for {age}. {remedy}", unsettled.late)));
    }
    for way in fetching_ways(db).await? {
        if way.silent_seconds > AWAY {
            let silent = duration(way.silent_seconds);
            return Ok((Level::Critical, format!("{} has not been read for {silent}. Read the worker's log", way.way)));
        }
    }
    if unsettled.quarantined == 0 {
        return Ok((
            Level::Ok,
            if has_intake { "every mail has a fate, none waits for a person" } else { "off" }.to_owned(),
        ));
    }
    let (waiting, age) = (unsettled.quarantined, duration(unsettled.quarantined_seconds));
    let level = if unsettled.quarantined_seconds > UNSEEN { Level::Warning } else { Level::Ok };
    Ok((level, format!("{waiting} in quarantine, the oldest for {age}: `worker intake list --fate quarantined`")))
}

/// The way from the form to the mailbox, as the worker walks it.
async fn journey(db: &DatabaseConnection, every: Option<Duration>) -> Result {
    let Some(every) = every else { return Ok((Level::Ok, "off".to_owned())) };
    let report = report(db).await?;
    if let Some(step) = report.failed {
        return Ok((
            Level::Critical,
            format!("the last one failed at the step {step}. See docs/operations.md, JourneyFailed"),
        ));
    }
    if report.is_late(every) {
        let waited = duration(report.waits_seconds);
        return Ok((Level::Critical, format!("none has arrived for {waited}. Check that the worker runs")));
    }
    let Some(ago) = report.seconds_ago.map(duration) else {
        return Ok((Level::Warning, "none has arrived yet. Check that the worker runs".to_owned()));
    };
    let [half, worst] = [report.median_seconds, report.worst_seconds].map(Option::unwrap_or_default);
    let took = format!("from the form to the mailbox {half:.0} s, at worst {worst:.0} s");
    Ok((Level::Ok, format!("the last one that arrived began {ago} ago; in the last day {took}")))
}

async fn purge(db: &DatabaseConnection) -> Result {
    let last = last_purge(db).await?;
    if last.at.is_none() {
        let ago = duration(last.seconds_ago);
        let level = HOURLY.level(last.seconds_ago).max(Level::Warning);
        return Ok((level, format!("not yet running: the schema was created {ago} ago. Start the worker")));
    }
    // Negative: the clock has gone back since.
    let off = last.seconds_ago.abs();
    let level = HOURLY.level(off);
    let remedy = match level {
        Level::Ok => "",
        _ if off > CLOCK_REFUSED => ". Check the database's clock, then run `compliance retention accept-clock`",
        _ => ". Check that the worker runs, and read its log",
    };
    let age = duration(off);
    let text = if last.seconds_ago < -MINUTE {
        format!("the last one lies {age} ahead of the database's clock")
    } else {
        format!("the last one ran {age} ago")
    };
    Ok((level, format!("{text}{remedy}")))
}

/// What waits for a person's answer.
async fn requests(db: &DatabaseConnection) -> Result {
    Ok(match of(retention(db).await?.requests_overdue) {
        0 => (Level::Ok, "none is overdue".to_owned()),
        overdue => {
            let requests = counted(overdue, "data subject request", "data subject requests");
            (Level::Critical, format!("{requests} overdue. See docs/operations.md, RequestOverdue"))
        }
    })
}

/// A count of rows.
fn of(rows: i64) -> u64 {
    rows.try_into().unwrap_or_default()
}

/// By rows: what is stored for longer than promised, whatever ran.
async fn stored(db: &DatabaseConnection) -> Result {
    let retention = retention(db).await?;
    let mut faults = Vec::new();
    if retention.due_seconds > DUE_SECONDS {
        let age = duration(retention.due_seconds);
        faults.push(format!("{} expired and not purged, the oldest for {age}", retention.due));
        for Blocker { pid, login, .. } in list_blockers(db).await? {
            faults.push(format!("process {pid} of {login} keeps a lock"));
        }
    }
    if retention.unreclaimed_overdue > 0 {
        let tables = counted(of(retention.unreclaimed_overdue), "table", "tables");
        faults.push(format!("{tables} with deleted bytes for longer than promised"));
    }
    if faults.is_empty() {
        return Ok((Level::Ok, "nothing is stored for longer than promised".to_owned()));
    }
    Ok((Level::Critical, format!("{}. See docs/operations.md, RetentionOverdue", faults.join("; "))))
}

async fn schedules(db: &DatabaseConnection) -> Result {
    let runs = last_runs(db).await?;
    let findings = runs.iter().map(|run| {
        let LastRun { schedule, seconds_ago, schema_seconds, .. } = run;
        let limits = if run.is_hourly() { HOURLY } else { MINUTELY };
        match seconds_ago {
            Some(seconds) => (limits.level(*seconds), format!("{schedule} {} ago", duration(*seconds))),
            None => (limits.level(*schema_seconds).max(Level::Warning), format!("{schedule} never")),
        }
    });
    let (levels, texts): (Vec<_>, Vec<_>) = findings.unzip();
    let worst = levels.into_iter().max().unwrap_or(Level::Ok);
    let remedy = if worst == Level::Ok { "" } else { ". Check that the worker runs" };
    Ok((worst, format!("last finished runs: {}{remedy}", texts.join(", "))))
}

async fn ledger(db: &DatabaseConnection) -> Result {
    Ok(match check_tail(db, TAIL).await? {
        Ok(Some(head)) => (Level::Ok, format!("the newest entries are one chain, head {head}")),
        Ok(None) => (Level::Critical, "it is empty. Run the `migration` program".to_owned()),
        Err(flaw) => (
            Level::Critical,
            format!("NOT INTACT: {flaw}. Keep a copy, and compare it with the head of the last report"),
        ),
    })
}

/// Purge, erasure and ledger are functions: one that was changed by hand may no longer keep what it promises.
async fn functions(db: &DatabaseConnection) -> Result {
    let changed = migration::changed_functions(db).await?;
    if changed.is_empty() {
        return Ok((Level::Ok, "each is as its file says".to_owned()));
    }
    let remedy = "The `migration` program restores those that have a file; drop the others";
    Ok((Level::Critical, format!("{}. {remedy}", changed.join(", "))))
}

fn duration(seconds: f64) -> String {
    match seconds.max(0.0) {
        s if s < 2.0 * MINUTE => format!("{s:.0} s"),
        s if s < 2.0 * HOUR => format!("{:.0} min", s / MINUTE),
        s => format!("{:.0} h", s / HOUR),
    }
}
