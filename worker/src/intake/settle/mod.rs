//! The second commit: what a stored mail is, and what follows from it. Each mail is claimed alone, as delivery claims its
//! rows: with a lease, a number, and a count of crashes. So a crash counts against the mail that caused it; at the fourth one
//! it is put into quarantine, unread.

mod command;
mod content;
mod decide;
mod facts;
mod identify;
mod new_ticket;
mod participants;
mod ticket;
mod verdict;
mod write;

use std::{sync::Arc, time::Duration};

use chrono::NaiveDate;
use entity::{
    database::{ServerClock, WRONG_CLOCK},
    jobs::{MAIL_QUEUE, notify_workers},
};
use inbound::parsed_mail::Summary;
use mailer::{
    alert::{AlertCode, Alerts},
    db::statement,
    db_error::{is_refusal, sqlstate},
    outage,
};
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseConnection, DbErr, DeriveActiveEnum, EnumIter, TransactionTrait};
use tokio::{
    sync::Notify,
    task::spawn_blocking,
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use self::{
    content::Content,
    decide::{Decision, MARKED_REPLY},
};
use super::{accept::MAX_MAIL_BYTES, operator::OPENED, settings::IntakeSettings, way::Way};

/// Mails that came by another process, or while the database was away.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Shorter than the lease.
const LIMIT: Duration = Duration::from_secs(15);
/// At this number nobody reads the mail again without being asked to. A process that ended counts as one crash: somebody may
/// have killed it.
const MAX_CRASHES: i16 = 4;
/// A mail that could not be read, or that the database refuses.
const OWN_FAULT: i16 = 2;

/// As `accept_mails` has it.
const QUOTA: &str = "quota";

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

/// A claimed mail. Its bytes are `None` once they were removed.
struct Claimed {
    id: Uuid,
    number: i32,
    holder: Uuid,
    crashes: i16,
    way: Way,
    fingerprint: Vec<u8>,
    accepted_on: NaiveDate,
    /// Of a mail that is too large, only the headers are stored.
    size: i32,
    order: Option<Order>,
    /// Only its headers are stored: the mail waits at its sender.
    is_over_quota: bool,
    envelope_from: Option<String>,
    recipients: Vec<String>,
    /// Shared with the thread that reads it: it can have 25 MiB.
    raw: Option<Arc<Vec<u8>>>,
}

/// What a person has decided about a mail in quarantine.
#[derive(Clone, Copy)]
enum Order {
    Open,
    /// It belongs to this inquiry.
    Attach(Uuid),
}

struct Settling<'a> {
    db: &'a DatabaseConnection,
    settings: &'a IntakeSettings,
    claimed: &'a Claimed,
}

/// Why a mail is not settled yet.
enum Unsettled {
    Database(DbErr),
    /// The mail is to blame: with each attempt the same would happen.
    Refused(DbErr),
    /// The reader panicked, or took too long.
    Crashed,
    /// It reports on a mail of ours that is still being sent.
    TooEarly,
    /// Another process has claimed it meanwhile.
    Lost,
}

impl From<DbErr> for Unsettled {
    fn from(error: DbErr) -> Self {
        if is_refusal(&error) { Self::Refused(error) } else { Self::Database(error) }
    }
}

/// Settles mails as they come, until the process stops. By a wrong clock they would be dated, so they wait.
pub async fn settle_regularly(
    db: DatabaseConnection,
    settings: IntakeSettings,
    alerts: Arc<Alerts>,
    accepted: Arc<Notify>,
    clock: Arc<ServerClock>,
    stopping: CancellationToken,
) {
    let holder = Uuid::new_v4();
    while !stopping.is_cancelled() {
        let settled = match clock.refuse_wrong(&db).await {
            Ok(()) => settle_next(&db, &settings, holder).await,
            Err(error) if sqlstate(&error).as_deref() == Some(WRONG_CLOCK) => Ok(None),
            Err(error) => Err(error),
        };
        match settled {
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

/// Settles the mail that has waited longest. `None` if none waits.
pub async fn settle_next(
    db: &DatabaseConnection,
    settings: &IntakeSettings,
    holder: Uuid,
) -> Result<Option<Settled>, DbErr> {
    let Some(claimed) = claim(db, holder).await? else { return Ok(None) };
    let settling = Settling { db, settings, claimed: &claimed };
    let settled = timeout(LIMIT, settling.settle()).await.unwrap_or(Err(Unsettled::Crashed));
    let (id, mut failure) = (claimed.id, None);
    let (seconds, crashes) = match settled {
        Ok(settled) => {
            if let Some(fate) = settled.fate.map(|fate| fate.to_value()) {
                metrics::counter!("intake_settled_total", "way" => claimed.way.to_value(), "fate" => fate.clone())
                    .increment(1);
                tracing::info!(intake = %id, fate, "mail settled");
            }
            return Ok(Some(settled));
        }
        Err(Unsettled::Refused(error)) => {
            tracing::error!(intake = %id, sqlstate = sqlstate(&error), "the database refuses the mail");
            (10.0, OWN_FAULT)
        }
        Err(Unsettled::Crashed) => {
            tracing::error!(intake = %id, "the mail could not be read");
            (10.0, OWN_FAULT)
        }
        Err(Unsettled::TooEarly) => (30.0, 0),
        Err(Unsettled::Lost) => (0.0, 0),
        Err(Unsettled::Database(error)) => {
            failure = Some(error);
            (1.0, 0)
        }
    };
    let values = [id.into(), holder.into(), claimed.number.into(), crashes.into(), seconds.into()];
    db.execute_raw(statement(GIVE_BACK, values)).await?;
    failure.map_or(Ok(Some(Settled { id, fate: None, bounced: None })), Err)
}

async fn claim(db: &DatabaseConnection, holder: Uuid) -> Result<Option<Claimed>, DbErr> {
    let claim = statement(include_str!("sql/claim.sql"), [holder.into()]);
    let Some(row) = db.query_one_raw(claim).await? else { return Ok(None) };
    let id: Uuid = row.try_get("", "id")?;
    let attached = row.try_get::<Option<_>>("", "attached")?.map(Order::Attach);
    let rule: Option<String> = row.try_get("", "rule")?;
    let is_opened = rule.as_deref() == Some(OPENED);
    let accepted_on: NaiveDate = row.try_get("", "accepted_on")?;
    // Not in the claiming statement: it must commit before anybody looks at the bytes. The day in the text: it is planned once, and
    // no lock is taken on the weeks beside its own.
    let by_day = format!("{READ_RAW} raw_mail WHERE intake_id = $1 AND accepted_on = '{accepted_on}'");
    let mut read = db.query_one_raw(statement(&by_day, [id.into()])).await?;
    if read.is_none() {
        // A purge may have dated it anew since, after the clock was set right.
        let wherever = format!("{READ_RAW} raw_mail_of($1)");
        read = db.query_one_raw(statement(&wherever, [id.into()])).await?;
    }
    let (envelope_from, recipients, raw) = match read {
        Some(row) => (row.try_get("", "envelope_from")?, row.try_get("", "recipients")?, Some(row.try_get("", "raw")?)),
        None => (None, Vec::new(), None),
    };
    Ok(Some(Claimed {
        id,
        holder,
        number: row.try_get("", "claims")?,
        crashes: row.try_get("", "crashes")?,
        way: row.try_get("", "way")?,
        fingerprint: row.try_get("", "digest")?,
        accepted_on,
        size: row.try_get("", "size")?,
        order: if is_opened { Some(Order::Open) } else { attached },
        is_over_quota: rule.as_deref() == Some(QUOTA),
        envelope_from,
        recipients,
        raw: raw.map(Arc::new),
    }))
}

const READ_RAW: &str = "SELECT envelope_from, recipients, raw FROM";

/// `$1` id, `$2` holder, `$3` number, `$4` crashes, `$5` seconds until the next attempt.
const GIVE_BACK: &str = "\
    UPDATE intake SET state = 'accepted', lease_holder = NULL, lease_until = NULL, crashes = crashes + $4, \
        next_attempt_at = now() + make_interval(secs => $5) \
    WHERE id = $1 AND lease_holder = $2 AND claims = $3 AND state = 'settling'";

impl Settling<'_> {
    async fn settle(&self) -> Result<Settled, Unsettled> {
        let identified = match self.read().await? {
            Ok(mut content) => {
                let subject = self.identify(&content).await?;
                if let Some(owner) = subject.owner() {
                    content.allow_files_of_trade(owner);
                }
                if let (Some(clamd), Some(raw)) = (&self.settings.clamd, &self.claimed.raw) {
                    if content.sends_files() && self.wants_files(&content, &subject).await? {
                        content.scan(clamd, raw).await;
                    } else {
                        content.leave_unchecked();
                    }
                }
                Ok((content, subject))
            }
            Err(decision) => Err(decision),
        };
        let transaction = self.db.begin().await?;
        // `restrict_processing` waits for it: whom this mail names is restricted before or after it.
        let lock = "SELECT pg_advisory_xact_lock_shared(hashtext('restrict_processing'))";
        transaction.execute_unprepared(lock).await?;
        let (content, author, decision) = match identified {
            Ok((mut content, subject)) => {
                let is_kept = subject.is_kept();
                let author = self.settings.registered(subject.owner().or(content.from()).unwrap_or_default());
                let decision = self.decide(&transaction, &mut content, subject).await?;
                (is_kept.then_some(content), author, decision)
            }
            Err(decision) => {
                let head = self.claimed.raw.as_ref().filter(|_| self.claimed.crashes < MAX_CRASHES);
                let from = head.and_then(|raw| Summary::of(raw)).and_then(|summary| summary.from);
                (None, from.and_then(|from| self.settings.registered(&from.address)), decision)
            }
        };
        let (fate, rule, ..) = decision.columns();
        let bounced = self.write(&transaction, content.as_ref(), decision).await?;
        if let (Fate::Quarantined, Some(author)) = (fate, author.filter(|_| rule != MARKED_REPLY)) {
            // Its author, or the person in whose name it was written, is told of it.
            let tell = "INSERT INTO digest_mail (recipient, about) VALUES ($1, $2)";
            transaction.execute_raw(statement(tell, [author.into(), self.claimed.id.into()])).await?;
        }
        transaction.commit().await?;
        if matches!(fate, Fate::Reply | Fate::New | Fate::Command | Fate::Machine | Fate::Bounce) {
            // The mail is settled: that nobody is woken costs one poll interval.
            let _ = notify_workers(self.db, MAIL_QUEUE).await;
        }
        Ok(Settled { id: self.claimed.id, fate: Some(fate), bounced })
    }

    /// `Err`: what becomes of a mail that nobody can read.
    async fn read(&self) -> Result<Result<Content, Decision>, Unsettled> {
        let claimed = self.claimed;
        Ok(match claimed.raw.clone() {
            _ if claimed.is_over_quota => Err(Decision::Quarantined(QUOTA)),
            _ if claimed.crashes >= MAX_CRASHES => Err(Decision::Quarantined("crashed")),
            _ if usize::try_from(claimed.size).is_ok_and(|size| size > MAX_MAIL_BYTES) => {
                Err(Decision::Quarantined("too_big"))
            }
            None => Err(self.without_bytes().await?),
            Some(raw) => {
                // On a separate thread: a mail that takes long must not keep other tasks waiting.
                let (own, trust) = (self.settings.own.clone(), self.settings.trust.clone());
                let addresses = Arc::clone(&self.settings.addresses);
                let from = claimed.envelope_from.clone();
                let read =
                    spawn_blocking(move || Content::read(&raw, from.as_deref(), (&own, &addresses), &trust)).await;
                read.map_err(|_| Unsettled::Crashed)?.map_err(Decision::Quarantined)
            }
        })
    }

    /// Its bytes were removed before anybody read them, with an erased inquiry or after 30 days; or they were not stored again,
    /// because those of the same mail were removed.
    async fn without_bytes(&self) -> Result<Decision, DbErr> {
        let sql = "SELECT id FROM intake WHERE digest = $1 AND id <> $2 AND state = 'settled' LIMIT 1";
        let values = [self.claimed.fingerprint.clone().into(), self.claimed.id.into()];
        Ok(match self.db.query_one_raw(statement(sql, values)).await? {
            Some(_) => Decision::Duplicate { inquiry: None, outbox: None },
            None => Decision::Dropped("raw_gone"),
        })
    }
}
