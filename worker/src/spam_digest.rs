//! The daily digest of inquiries that are suspected to be spam, to the consultants who hear of inquiries without a route.

use std::{fmt, sync::Arc};

use entity::{contact::ContactReason, notify_routes::NotifyRoutes};
use inbound::{addresses::SignedAddresses, authentication::Trust};
use sea_orm::DatabaseConnection;

use crate::{
    compliance_mailer::Mailer,
    db::database_now,
    digests::{finish, open_digest},
    intake::IntakeSettings,
    mail::suspects_digest,
    ticket::{mark_told, told_since, untold_suspects},
};

/// Inquiries that one digest lists; the others are in the next one.
const MOST: usize = 100;

/// Who decides about suspected inquiries.
#[derive(Clone)]
pub struct SpamReviewers {
    consultants: Vec<String>,
    /// `None`: no mails come in, or nobody proves who writes (`INTAKE_TRUST=none`), so the command line decides.
    addresses: Option<Arc<SignedAddresses>>,
}

/// The addresses stay out of `{:?}`.
impl fmt::Debug for SpamReviewers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SpamReviewers")
    }
}

impl SpamReviewers {
    pub fn new(routes: &NotifyRoutes, intake: Option<&IntakeSettings>) -> Self {
        let intake = intake.filter(|intake| !matches!(intake.trust, Trust::None));
        Self {
            consultants: routes.recipients(ContactReason::Other, None),
            addresses: intake.map(|intake| Arc::clone(&intake.addresses)),
        }
    }
}

/// Sends each reviewer one mail when the office has opened on a working day, if there is an inquiry that no digest has named.
pub async fn send_spam_digest(
    db: &DatabaseConnection,
    mailer: &Mailer,
    reviewers: &SpamReviewers,
) -> anyhow::Result<()> {
    let now = database_now(db).await?;
    let (_, opening) = mailer.settings().answer.opening(now);
    let Some(opening) = opening.filter(|opening| *opening <= now) else { return Ok(()) };
    if told_since(db, opening).await? {
        return Ok(());
    }
    send_spam_digest_now(db, mailer, reviewers).await
}

/// Sends it whatever the time.
pub async fn send_spam_digest_now(
    db: &DatabaseConnection,
    mailer: &Mailer,
    reviewers: &SpamReviewers,
) -> anyhow::Result<()> {
    let mut suspects = untold_suspects(db, MOST + 1).await?;
    if suspects.is_empty() {
        return Ok(());
    }
    let has_more = suspects.len() > MOST;
    suspects.truncate(MOST);
    let now = database_now(db).await?;
    let mut failures = Vec::new();
    let (today, _) = mailer.settings().answer.opening(now);
    for consultant in &reviewers.consultants {
        let address = |inquiry| Some(reviewers.addresses.as_ref()?.suspect(inquiry, consultant));
        let parts = suspects_digest(&suspects, has_more, address, now, mailer.settings())?;
        let id = open_digest(db, "suspects", today, consultant).await?;
        match mailer.send_digest(consultant, id, parts).await {
            Ok(()) => finish(db, id).await?,
            Err(error) => failures.push(error),
        }
    }
    // A mailbox that is full neither keeps the others waiting nor has them told again.
    if failures.len() < reviewers.consultants.len() {
        mark_told(db, &suspects).await?;
        tracing::info!(inquiries = suspects.len(), "spam digest sent");
    }
    failures.pop().map_or(Ok(()), Err)
}
