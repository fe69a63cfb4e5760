//! The visitor who never tires: the worker goes to the site by its public name, solves a challenge, and posts an inquiry of
//! its own, which goes by the outbox and the relay to a mailbox of ours and back by mail in. It is no inquiry: the key that
//! the worker alone knows makes the api store a [`Stored::Journey`](entity::store_inquiries::Stored).

use std::time::Duration;

use chrono::{DateTime, Utc};
use entity::env::{Env, SettingError};
use entity::settings::JOURNEY_EVERY;
use mailer::db::{query_one, query_value, statement};
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult};
use sha2::{Digest, Sha256};
use tokio::time::sleep;
use uuid::Uuid;

use crate::site::{Fault, Site, Step, TEXT};

/// A proxy or an api that is being restarted is no alert.
const RETRY_PAUSE: Duration = Duration::from_secs(15);
/// Besides the pause: each takes three minutes at most.
const LATE: Duration = Duration::from_mins(4);

/// `JOURNEY_EVERY`; `None`: off.
pub fn interval_from_env(env: &Env) -> Result<Option<Duration>, SettingError> {
    match env.required(&JOURNEY_EVERY)? {
        "off" | "0" => Ok(None),
        text => match text.parse() {
            Ok(minutes @ 5..=60) => Ok(Some(Duration::from_mins(minutes))),
            _ => Err(JOURNEY_EVERY.refuse(format!("{text:?} is out of range"))),
        },
    }
}

#[derive(Clone, Debug)]
pub struct Journey {
    pub site: Site,
    pub every: Duration,
    /// Else the way ends at the relay.
    pub has_intake: bool,
}

/// `$1` id, `$2` seconds between two. It is asked each minute, and a few seconds early or late.
const BEGIN: &str = "\
    INSERT INTO journey (id) SELECT $1 \
    WHERE NOT EXISTS (SELECT FROM journey WHERE begun_at BETWEEN now() - make_interval(secs => $2 - 30) AND now() + interval '1 minute')";

/// At the relay, without mail in.
const AT_RELAY: &str = "\
    UPDATE journey SET arrived_at = finished_at FROM outbox \
    WHERE kind = 'journey' AND about = journey.id AND state = 'sent' AND arrived_at IS NULL AND failed IS NULL";

/// A mail comes within three minutes, or its step is known. One that was not posted by then is forgotten: its worker was restarted.
const LOST: &str = "\
    UPDATE journey SET failed = CASE WHEN open.stored_at IS NULL THEN 'form' WHEN state IS NULL THEN 'outbox' \
        WHEN state IN ('sent', 'ambiguous') THEN 'mailbox' WHEN attempts > 0 OR last_code ~ '^smtp_' THEN 'relay' ELSE 'outbox' END \
    FROM journey AS open LEFT JOIN outbox ON kind = 'journey' AND about = open.id \
    WHERE journey.id = open.id AND open.arrived_at IS NULL AND open.failed IS NULL \
        AND (open.begun_at < now() - interval '3 minutes' AND open.posted_at IS NOT NULL OR state = 'failed')";

/// `$1` journey, `$2` digest.
const POSTED: &str = "UPDATE journey SET digest = $2, posted_at = now() WHERE id = $1";

/// `$1` journey, `$2` mail. A bot check of another provider lets no program through.
const BEHIND_THE_FORM: &str = "\
    WITH entered AS (UPDATE journey SET posted_at = now(), stored_at = now() WHERE id = $1 RETURNING id) \
    INSERT INTO outbox (id, kind, about) SELECT $2, 'journey', id FROM entered";

/// Each minute: ends journeys, deletes what they leave, and begins one if it is time.
pub async fn travel(db: &DatabaseConnection, journey: Option<&Journey>) -> anyhow::Result<()> {
    db.execute_unprepared("SELECT forget_journeys()").await?;
    let Some(journey) = journey else { return Ok(()) };
    if !journey.has_intake {
        db.execute_unprepared(AT_RELAY).await?;
    }
    db.execute_unprepared(LOST).await?;
    let id = Uuid::new_v4();
    let begun = statement(BEGIN, [id.into(), journey.every.as_secs_f64().into()]);
    if db.execute_raw(begun).await?.rows_affected() == 0 {
        return Ok(());
    }
    let Err(error) = journey.enter(db, id).await else { return Ok(()) };
    let fault: Fault = error.downcast()?;
    tracing::warn!(problem = %fault, "the journey begins again");
    sleep(RETRY_PAUSE).await;
    let Err(error) = journey.enter(db, id).await else { return Ok(()) };
    let Fault { step, problem } = error.downcast()?;
    tracing::error!(step = step.to_value(), problem, "the journey failed");
    let failed = "UPDATE journey SET failed = $2 WHERE id = $1";
    db.execute_raw(statement(failed, [id.into(), step.to_value().into()])).await?;
    Ok(())
}

impl Journey {
    /// To the answer of the form. A [`Fault`] is the site's.
    async fn enter(&self, db: &DatabaseConnection, id: Uuid) -> anyhow::Result<()> {
        let until = self.site.reach().await?;
        let certificate = "UPDATE journey SET certificate_until = $2 WHERE id = $1";
        db.execute_raw(statement(certificate, [id.into(), until.into()])).await?;
        self.site.page().await?;
        let key = Uuid::new_v4();
        let Some(token) = self.site.bot_check().await?.solve().await? else {
            self.site.be_refused(key).await?;
            db.execute_raw(statement(BEHIND_THE_FORM, [id.into(), Uuid::now_v7().into()])).await?;
            return Ok(());
        };
        let digest = Sha256::digest(format!("{key}{TEXT}")).to_vec();
        // Forgotten meanwhile, it would be stored as a person's inquiry.
        if db.execute_raw(statement(POSTED, [id.into(), digest.into()])).await?.rows_affected() == 0 {
            return Ok(());
        }
        self.site.submit(key, &token).await?;
        let sql = "SELECT stored_at IS NOT NULL AS stored FROM journey WHERE id = $1";
        if query_value(db, statement(sql, [id.into()])).await? {
            return Ok(());
        }
        let problem =
            "the api has taken the journey for an inquiry. Has it the database and the version of the worker?";
        Err(Fault { step: Step::Form, problem: problem.to_owned() }.into())
    }
}

/// What the journeys of the last two days show.
#[derive(Debug, FromQueryResult)]
pub struct Report {
    /// The step that the last one did not take.
    pub failed: Option<String>,
    /// Since the last one that arrived was begun.
    pub seconds_ago: Option<f64>,
    /// The same; if none has arrived, since the schema was made or changed.
    pub waits_seconds: f64,
    pub arrived_at: Option<DateTime<Utc>>,
    /// From the form to the mailbox, in the last day.
    pub median_seconds: Option<f64>,
    pub worst_seconds: Option<f64>,
    pub certificate_until: Option<DateTime<Utc>>,
}

const REPORT: &str = "\
    WITH arrived AS ( \
        SELECT begun_at, arrived_at, extract(epoch FROM arrived_at - posted_at)::float8 AS took \
        FROM journey WHERE arrived_at IS NOT NULL AND failed IS NULL AND begun_at < now() + interval '1 minute' \
    ), ended AS ( \
        SELECT failed, certificate_until FROM journey WHERE (arrived_at IS NOT NULL OR failed IS NOT NULL) \
            AND begun_at BETWEEN now() - interval '2 hours' AND now() + interval '1 minute' ORDER BY begun_at DESC LIMIT 1 \
    ) SELECT (SELECT failed FROM ended) AS failed, (SELECT certificate_until FROM ended) AS certificate_until, \
        extract(epoch FROM now() - max(begun_at))::float8 AS seconds_ago, \
        extract(epoch FROM now() - coalesce(max(begun_at), \
            (SELECT greatest((SELECT at FROM ledger ORDER BY seq LIMIT 1), max(applied_at)) FROM schema_migrations), now()))::float8 AS waits_seconds, \
        max(arrived_at) AS arrived_at, \
        percentile_cont(0.5) WITHIN GROUP (ORDER BY took) FILTER (WHERE begun_at > now() - interval '1 day') AS median_seconds, \
        max(took) FILTER (WHERE begun_at > now() - interval '1 day') AS worst_seconds \
    FROM arrived";

pub async fn report(db: &DatabaseConnection) -> Result<Report, DbErr> {
    query_one(db, statement(REPORT, [])).await
}

impl Report {
    /// Whether none has arrived for longer than the pause between two.
    pub fn is_late(&self, every: Duration) -> bool {
        self.waits_seconds > (every + LATE).as_secs_f64()
    }

    /// The step that was not taken. `every`: the pause between two, unless the first one needs its time yet.
    pub fn missed_step(&self, every: Option<Duration>) -> Option<&str> {
        // Where the database takes no write, none begins.
        self.failed.as_deref().or_else(|| every.is_some_and(|every| self.is_late(every)).then_some("begin"))
    }
}
