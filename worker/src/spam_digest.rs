//! The daily digest of inquiries that are suspected to be spam, to the consultants who hear of inquiries without a route.

use std::{fmt, sync::Arc};

use entity::{contact::ContactReason, notify_routes::NotifyRoutes};
use inbound::authentication::Trust;
use mailer::addresses::SignedAddresses;
use mailer::{Mailer, db::database_now};
use sea_orm::DatabaseConnection;

use crate::{
    digests::Edition,
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
    /// `others`: who hears of it where this process has no `NOTIFY_TO`, since the api suspects inquiries nevertheless.
    pub fn new(routes: Option<&NotifyRoutes>, intake: Option<&IntakeSettings>, others: &[String]) -> Self {
        let intake = intake.filter(|intake| routes.is_some() && !matches!(intake.trust, Trust::None));
        Self {
            consultants: routes.map_or_else(|| others.to_vec(), |routes| routes.recipients(ContactReason::Other, None)),
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
    let (today, opening) = mailer.settings().answer.opening(now);
    let Some(opening) = opening.filter(|opening| *opening <= now) else { return Ok(()) };
    if told_since(db, opening).await? || untold_suspects(db, now, 1).await?.is_empty() {
        return Ok(());
    }
    let Some(edition) = Edition::begin(db, "suspects", today, &reviewers.consultants).await? else { return Ok(()) };
    let mut suspects = untold_suspects(db, edition.begun_at, MOST + 1).await?;
    if suspects.is_empty() {
        return Ok(());
    }
    let has_more = suspects.len() > MOST;
    suspects.truncate(MOST);
    let parts = |consultant: &str| {
        let address = |inquiry| Some(reviewers.addresses.as_ref()?.suspect(inquiry, consultant));
        suspects_digest(&suspects, has_more, address, now, mailer.settings())
    };
    edition.send(db, mailer, parts).await?;
    mark_told(db, &suspects).await?;
    edition.list_again_if_returned(db).await?;
    tracing::info!(inquiries = suspects.len(), "spam digest sent");
    Ok(())
}
