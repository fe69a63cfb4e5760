//! The second commit: what a stored mail is, and what follows from it. Each mail is claimed alone, so that a crash counts
//! against the mail that caused it; at the second one it is put into quarantine, unread.

mod act;
mod claim;
mod command;
mod confirm;
mod content;
mod copies;
mod decide;
mod digest;
mod effects;
mod hints;
mod lookup;
mod message;
mod open;
mod own_words;
#[cfg(test)]
mod replies_tests;
mod scan;
mod suspect;
mod verdict;

use std::{sync::Arc, time::Duration};

use entity::jobs::{MAIL_QUEUE, notify_workers};
use inbound::machine::is_null_path;
use mailer::{
    alert::{AlertCode, Alerts},
    db::statement,
    db_error::{is_refusal, sqlstate},
    outage,
};
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseConnection, DbErr, DeriveActiveEnum, EnumIter};
use tokio::{
    sync::Notify,
    task::spawn_blocking,
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use self::{
    act::{Acted, Settling, act},
    claim::{Claimed, Reason, claim, give_back},
    content::{Content, read},
    decide::{Decision, decide, decide_to_open},
    digest::{act_on_digest, find_digest},
    lookup::look_up,
    scan::scan,
    suspect::decide_suspect,
    verdict::{act_on, find_subject},
};
use super::{
    accept::MAX_MAIL_BYTES,
    self_test::{note_return, test_of},
    settings::IntakeSettings,
};

/// Mails that came by another process, or while the database was away.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Shorter than the lease.
const LIMIT: Duration = Duration::from_secs(15);
/// At this number of crashes nobody reads the mail again without being asked to. That the database refuses it counts as one.
const MAX_CRASHES: i16 = 2;

/// What became of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Fate {
    /// A person's mail, on its ticket.
    Reply,
    /// It opened a ticket.
    New,
    /// A consultant's: an answer to the visitor, or verbs.
    Command,
    /// A program's mail, on its ticket: kept and never relayed.
    Machine,
    /// A mail of ours did not arrive.
    Bounce,
    /// The same mail came before, by another delivery.
    Duplicate,
    /// For a person to decide.
    Quarantined,
    /// A person has decided that it is nothing.
    Dropped,
}

/// A settled mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    pub id: Uuid,
    /// `None`: it is settled later, or by another process meanwhile.
    pub fate: Option<Fate>,
    /// A mail to a consultant that came back.
    pub bounced: Option<Uuid>,
}

/// Settles the mail that has waited longest. `None` if none waits.
pub async fn settle_next(
    db: &DatabaseConnection,
    settings: &IntakeSettings,
    holder: Uuid,
) -> Result<Option<Settled>, DbErr> {
    let Some(claimed) = claim(db, holder).await? else { return Ok(None) };
    let id = claimed.id;
    let Acted { fate, bounced } = match timeout(LIMIT, settle(db, settings, &claimed)).await {
        Ok(Ok(acted)) => acted,
        // The mail is to blame: with each attempt the same would happen.
        Ok(Err(Failed::Database(error))) if is_refusal(&error) => {
            tracing::error!(intake = %id, sqlstate = sqlstate(&error), "the database refuses the mail");
            give_back(db, &claimed, Reason::Crashed).await?;
            Acted::default()
        }
        Ok(Err(Failed::Database(error))) => {
            give_back(db, &claimed, Reason::Database).await?;
            return Err(error);
        }
        Ok(Err(Failed::Crashed)) | Err(_) => {
            tracing::error!(intake = %id, "the mail could not be read");
            give_back(db, &claimed, Reason::Crashed).await?;
            Acted::default()
        }
    };
    if let Some(fate) = fate {
        metrics::counter!("intake_settled_total", "way" => claimed.way.to_value(), "fate" => fate.to_value())
            .increment(1);
        tracing::info!(intake = %id, fate = fate.to_value(), "mail settled");
    }
    Ok(Some(Settled { id, fate, bounced }))
}

enum Failed {
    Database(DbErr),
    /// The reader panicked, or took too long.
    Crashed,
}

impl From<DbErr> for Failed {
    fn from(error: DbErr) -> Self {
        Self::Database(error)
    }
}

async fn settle(db: &DatabaseConnection, settings: &IntakeSettings, claimed: &Claimed) -> Result<Acted, Failed> {
    let settling = Settling { db, settings, claimed };
    if claimed.crashes >= MAX_CRASHES {
        return Ok(act(&settling, None, Decision::quarantine("crashed")).await?);
    }
    if usize::try_from(claimed.size).is_ok_and(|size| size > MAX_MAIL_BYTES) {
        return Ok(act(&settling, None, Decision::quarantine("too_big")).await?);
    }
    let Some(raw) = claimed.raw.clone() else {
        // Its bytes were removed before anybody read them, with an erased inquiry or after 30 days; or they were not
        // stored again, because those of the same mail were removed.
        return Ok(act(&settling, None, without_bytes(db, claimed).await?).await?);
    };
    // On a separate thread: a mail that takes long must not keep other tasks waiting.
    let (own, trust) = (settings.own.clone(), settings.trust.clone());
    let envelope_from = claimed.envelope_from.clone();
    let read = spawn_blocking(move || read(&raw, envelope_from.as_deref(), &own, &trust))
        .await
        .map_err(|_| Failed::Crashed)?;
    let mut content = match read {
        Ok(content) => content,
        Err(reason) => return Ok(act(&settling, None, Decision::quarantine(reason)).await?),
    };
    if let Some(test) = find_test(db, settings, claimed, &content).await? {
        if content.about.is_some() || claimed.envelope_from.as_deref().is_some_and(is_null_path) {
            tracing::warn!("the test mail of mail in was not delivered: a report about it came");
            return Ok(act(&settling, None, Decision::dropped("self_test_report")).await?);
        }
        let raw = claimed.raw.as_deref().map(Vec::as_slice).unwrap_or_default();
        note_return(db, test, claimed.way, claimed.id, raw).await?;
        return Ok(act(&settling, None, Decision::dropped("self_test")).await?);
    }
    if let Some(digest) = find_digest(db, settings, claimed, &content).await? {
        return Ok(act_on_digest(&settling, &content, digest).await?);
    }
    if let (Some(clamd), Some(raw)) = (&settings.clamd, &claimed.raw) {
        scan(clamd, raw, &mut content).await;
    }
    let acted = if claimed.opens {
        act(&settling, Some(&content), decide_to_open(&content, settings)).await?
    } else if let Some(subject) = find_subject(claimed, &content, |address| settings.in_quarantine(address)) {
        act_on(&settling, &content, subject).await?
    } else if let Some(suspect) = find_subject(claimed, &content, |address| settings.suspect(address)) {
        decide_suspect(&settling, &content, suspect).await?
    } else {
        let lookup = look_up(db, settings, claimed, &content).await?;
        act(&settling, Some(&content), decide(&lookup, &content, settings)).await?
    };
    if matches!(acted.fate, Some(Fate::Reply | Fate::New | Fate::Command | Fate::Machine | Fate::Bounce)) {
        // The mail is settled: that nobody is woken costs one poll interval.
        let _ = notify_workers(db, MAIL_QUEUE).await;
    }
    Ok(acted)
}

/// The test whose mail this is.
async fn find_test(
    db: &DatabaseConnection,
    settings: &IntakeSettings,
    claimed: &Claimed,
    content: &Content,
) -> Result<Option<Uuid>, DbErr> {
    let named = if claimed.recipients.is_empty() { &content.recipients } else { &claimed.recipients };
    for address in named {
        if let Some(test) = test_of(db, &settings.addresses, address).await? {
            return Ok(Some(test));
        }
    }
    Ok(None)
}

async fn without_bytes(db: &DatabaseConnection, claimed: &Claimed) -> Result<Decision, DbErr> {
    let sql = "SELECT id FROM intake WHERE digest = $1 AND id <> $2 AND state = 'settled' LIMIT 1";
    let known = db.query_one_raw(statement(sql, [claimed.digest.clone().into(), claimed.id.into()])).await?;
    let fate = if known.is_some() { Fate::Duplicate } else { Fate::Dropped };
    Ok(Decision { fate, ..Decision::quarantine(if known.is_some() { "same_mail" } else { "raw_gone" }) })
}

/// Settles mails as they come, until the process stops.
pub async fn settle_regularly(
    db: DatabaseConnection,
    settings: IntakeSettings,
    alerts: Arc<Alerts>,
    accepted: Arc<Notify>,
    stopping: CancellationToken,
) {
    let holder = Uuid::new_v4();
    while !stopping.is_cancelled() {
        match settle_next(&db, &settings, holder).await {
            Ok(Some(settled)) => {
                if let Some(outbox) = settled.bounced {
                    alerts.raise(AlertCode::MailBounced, outbox);
                }
                continue;
            }
            Ok(None) => {}
            Err(_) => outage::database_failed(),
        }
        tokio::select! {
            () = accepted.notified() => {}
            () = sleep(POLL_INTERVAL) => {}
            () = stopping.cancelled() => {}
        }
    }
}
