//! The daily digest to consultants: what waits for an answer, mails in quarantine, and inquiries that look like spam.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use entity::{contact::ContactReason, notify_routes::NotifyRoutes};
use inbound::authentication::Trust;
use mailer::{
    Mailer, NotSent,
    addresses::SignedAddresses,
    alert::{AlertCode, Alerts},
    db::{database_now, query_row, statement},
    describe_cause,
};
use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult};
use uuid::Uuid;

use crate::{
    intake::{IntakeSettings, waiting_mails},
    mail::{Decisions, WaitingMail, WaitingMails, digest},
    promise::Promise,
    ticket::{Suspect, WaitingTicket, suspects_of, waiting_tickets},
};

/// Who decides about mails in quarantine and about suspected inquiries.
#[derive(Clone)]
pub struct Reviewers {
    consultants: Vec<String>,
    /// `None`: no mails come in, or nobody proves who writes (`INTAKE_TRUST=none`), so the command line decides.
    addresses: Option<Arc<SignedAddresses>>,
    has_quarantine: bool,
    /// Whether a mail can open a ticket.
    may_open: bool,
}

entity::opaque_debug!(Reviewers);

impl Reviewers {
    /// `others`: who hears of suspected inquiries where this process has no `NOTIFY_TO`.
    pub fn new(routes: Option<&NotifyRoutes>, intake: Option<&IntakeSettings>, others: &[String]) -> Self {
        let intake = intake.filter(|_| routes.is_some());
        let proven = intake.filter(|intake| !matches!(intake.trust, Trust::None));
        Self {
            consultants: routes.map_or_else(|| others.to_vec(), |routes| routes.recipients(ContactReason::Other, None)),
            addresses: proven.map(|intake| Arc::clone(&intake.addresses)),
            has_quarantine: intake.is_some(),
            may_open: intake.is_some_and(|intake| intake.new.is_some()),
        }
    }
}

/// Begins what `open_digests` finds due, and sends it: once to each person, and again later to whom it could not be sent.
pub async fn send_digests(
    db: &DatabaseConnection,
    mailer: &Mailer,
    promise: Option<&Promise>,
    reviewers: &Reviewers,
    alerts: &Alerts,
) -> anyhow::Result<()> {
    let now = database_now(db).await?;
    let answer = promise.map_or(&mailer.settings().answer, |promise| &promise.answer);
    let (today, opening) = answer.opening(now);
    let is_open = answer.is_open(now);
    let Some(opening) = opening.filter(|opening| *opening <= now) else { return Ok(()) };
    // Without a promise, nobody: consultants answer elsewhere.
    let consultants = promise.map_or_else(|| Some(Vec::new()), |promise| promise.consultants.clone());
    let Reviewers { consultants: reviewing, has_quarantine, .. } = reviewers;
    let opened = [
        today.into(),
        opening.into(),
        consultants.clone().into(),
        reviewing.clone().into(),
        (*has_quarantine).into(),
        is_open.into(),
    ];
    query_row(db, statement("SELECT open_digests($1, $2, $3, $4, $5, $6)", opened)).await?;
    // Each at most once: what is due again meanwhile is left to a later run.
    let begun = database_now(db).await?;
    let recipients = consultants.map(|consultants| [consultants, reviewing.clone()].concat());
    let claim = || statement(CLAIM, [today.into(), recipients.clone().into(), begun.into()]);
    while let Some(claimed) = ClaimedDigest::find_by_statement(claim()).one(db).await? {
        let ClaimedDigest { id, attempts, .. } = claimed;
        // A relay that is away has its own alert, and keeps nobody else waiting.
        if let Err(error) = send(db, mailer, reviewers, &claimed).await {
            tracing::warn!(digest = %id, attempts, cause = describe_cause(&error), "digest not sent");
            if attempts == ALERTED_AT {
                alerts.raise(AlertCode::MailBounced, id);
            }
        }
    }
    Ok(())
}

/// At this attempt, after an hour, a consultant's mailbox is to blame rather than an outage.
pub(crate) const ALERTED_AT: i16 = 3;

/// A row of `digest_mail`.
#[derive(FromQueryResult)]
pub(crate) struct ClaimedDigest {
    pub(crate) id: Uuid,
    pub(crate) recipient: String,
    lists_answers: bool,
    lists_mails: bool,
    lists_suspects: bool,
    pub(crate) attempts: i16,
    pub(crate) created_at: DateTime<Utc>,
}

/// `$1` day, `$2` whom the settings name, NULL for anybody, `$3` when the run began. No dialogue takes as long as the first
/// pause, so nobody sends it meanwhile.
const CLAIM: &str = "\
    UPDATE digest_mail SET attempts = attempts + 1, next_attempt_at = now() + interval '20 minutes' * least(attempts + 1, 3) \
    WHERE id = ( \
        SELECT id FROM digest_mail \
        WHERE day = $1 AND finished_at IS NULL AND bounced_at IS NULL AND next_attempt_at <= $3 \
            AND ($2::text[] IS NULL OR recipient = ANY ($2)) \
        ORDER BY next_attempt_at, recipient LIMIT 1 FOR UPDATE SKIP LOCKED \
    ) RETURNING id, recipient, lists_answers, lists_mails, lists_suspects, attempts, created_at";

/// Mailboxes show one mail of two with the same Message-ID, so a later trial tells of nothing newer. One that the relay refuses for
/// what somebody wrote goes without anybody's words.
async fn send(
    db: &DatabaseConnection,
    mailer: &Mailer,
    reviewers: &Reviewers,
    ClaimedDigest { id, recipient, lists_answers, lists_mails, lists_suspects, created_at, .. }: &ClaimedDigest,
) -> anyhow::Result<()> {
    let mut tickets = if *lists_answers { waiting_tickets(db, recipient).await? } else { Vec::new() };
    let mut mails = if *lists_mails { waiting_mails(db, *created_at).await? } else { WaitingMails::default() };
    let mut suspects = if *lists_suspects { suspects_of(db, *created_at).await? } else { Vec::new() };
    if !(tickets.is_empty() && mails.listed.is_empty() && suspects.is_empty()) {
        let decisions = Decisions {
            consultant: recipient,
            addresses: reviewers.addresses.as_deref(),
            may_open: reviewers.may_open,
        };
        let (as_of, settings) = (database_now(db).await?, mailer.settings());
        let mail = digest(&tickets, &mails, &suspects, &decisions, as_of, settings)?;
        if let Err(error) = mailer.send_digest(recipient, *id, mail).await {
            if !NotSent::is_of_the_text(&error) {
                return Err(error);
            }
            tickets.iter_mut().for_each(WaitingTicket::leave_words_out);
            mails.listed.iter_mut().for_each(WaitingMail::leave_words_out);
            suspects.iter_mut().for_each(Suspect::leave_words_out);
            let mail = digest(&tickets, &mails, &suspects, &decisions, as_of, settings)?;
            mailer.send_digest(recipient, *id, mail).await?;
        }
        let (tickets, mails, suspects) = (tickets.len(), mails.listed.len(), suspects.len());
        tracing::info!(digest = %id, tickets, mails, suspects, "digest sent");
    }
    let finished = "UPDATE digest_mail SET finished_at = now() WHERE id = $1";
    db.execute_raw(statement(finished, [(*id).into()])).await?;
    Ok(())
}
