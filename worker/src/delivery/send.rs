//! One claimed row, from the claim to its settlement.

use std::time::Duration;

use entity::{
    inquiry, inquiry_content,
    outbox::{self, MailKind, OutboxState},
};
use metrics::{counter, histogram};
use rand::RngExt;
use sea_orm::{ConnectionTrait, DbErr, EntityTrait};
use tokio::time::{Instant, sleep, timeout};

use super::{
    auto_reply_limit::{Admission, admit},
    context::Delivery,
    lease::Claim,
    outbox_store::{BatchResult, Claimed, Request},
    settlement::{Settlement, SettlementRow},
    statement::{STATEMENT_TIMEOUT, no_answer, statement},
};
use crate::{
    alert::AlertCode,
    mail::{self, PreparedMail},
    smtp::{Code, DeliveryGuard, Revoked, SendOutcome},
};

/// The result of everything before the SMTP dialogue.
enum Prepared {
    Mail(PreparedMail),
    /// The outcome is known without the server.
    Outcome(SendOutcome),
    /// There is nothing to send and nothing to record.
    Nothing,
}

/// What a sender does after a row.
pub(super) enum Next {
    /// Sends this row, which the settling statement claimed.
    Row(Box<Claimed>),
    /// Claims a row.
    Claim,
    /// Ends: nothing is due, or nothing may be claimed.
    Nothing,
}

/// With `go_on`, the settling statement claims the next row, too.
pub(super) async fn deliver(delivery: &Delivery, row: outbox::Model, go_on: bool) -> Next {
    let (started, claim) = (Instant::now(), Claim::from(&row));
    tracing::trace!(outbox = %row.id, claim = row.claims, "claimed");
    let prepared = timeout(STATEMENT_TIMEOUT, prepare(delivery, &row)).await;
    let outcome = match prepared.unwrap_or_else(|_| Err(no_answer())) {
        Ok(Prepared::Mail(mail)) => hand_over(delivery, &row, &mail).await,
        Ok(Prepared::Outcome(outcome)) => outcome,
        Ok(Prepared::Nothing) => {
            delivery.leases.let_go(claim);
            return Next::Claim;
        }
        Err(_) => SendOutcome::Released(Code::new("database_away")),
    };
    let BatchResult { state, next } = settle(delivery, &row, &outcome, go_on).await;
    delivery.leases.let_go(claim);
    report(delivery, &row, &outcome, state, started);
    next.map_or(Next::Nothing, |claimed| Next::Row(Box::new(claimed)))
}

/// Retries until the settlement is written: only this process knows what the server answered. With `go_on`, the same
/// statement claims the next row, unless the process stops or the circuit breaker is open.
async fn settle(delivery: &Delivery, row: &outbox::Model, outcome: &SendOutcome, go_on: bool) -> BatchResult {
    let pause = match outcome {
        SendOutcome::Misconfigured(_) => delivery.breaker.trip(),
        _ => Duration::ZERO,
    };
    let settlement = Settlement::of(outcome, row.kind, row.attempts, rand::rng().random(), pause);
    let mut wait = Duration::from_millis(50);
    loop {
        let request = Request { settled: Some(SettlementRow::new(row, &settlement)), wants_next: go_on };
        if let Ok(result) = delivery.store.submit(&delivery.leases, || delivery.may_claim(), request).await {
            return result;
        }
        tracing::warn!(outbox = %row.id, "the outcome cannot be written yet");
        if delivery.force_shutdown.run_until_cancelled(sleep(wait)).await.is_none() {
            tracing::error!(outbox = %row.id, code = %settlement.code, "stopped before the outcome was written");
            return BatchResult::default();
        }
        wait = (wait * 2).min(Duration::from_secs(5));
    }
}

async fn prepare(delivery: &Delivery, row: &outbox::Model) -> Result<Prepared, DbErr> {
    if row.kind == MailKind::AutoReply && row.first_attempt_at.is_none() {
        match admit(delivery, row).await? {
            Admission::Granted => {}
            Admission::Suppressed(code) => {
                counter!("mail_outcomes_total", "kind" => kind_name(row.kind), "outcome" => "suppressed").increment(1);
                tracing::info!(outbox = %row.id, %code, "auto-reply suppressed");
                return Ok(Prepared::Nothing);
            }
            Admission::Lost => return Ok(Prepared::Nothing),
        }
    }
    let found = inquiry::Entity::find_by_id(row.inquiry_id)
        .find_also_related(inquiry_content::Entity)
        .one(&delivery.db)
        .await?;
    let Some((inquiry, Some(content))) = found else {
        // It expired after the claim. Row security hides the outbox row, too.
        tracing::info!(outbox = %row.id, "the inquiry is gone");
        return Ok(Prepared::Nothing);
    };
    let built = match row.kind {
        MailKind::Notification => mail::notification(&inquiry, &content, row, &delivery.mail),
        MailKind::AutoReply => mail::auto_reply(&inquiry, &content.email, row, &delivery.mail),
    };
    Ok(built.map_or_else(|_| Prepared::Outcome(SendOutcome::Failed(Code::new("build_failed"))), Prepared::Mail))
}

async fn hand_over(delivery: &Delivery, row: &outbox::Model, mail: &PreparedMail) -> SendOutcome {
    let mut connection = delivery.connections.take();
    let outcome = connection.send(mail, &RowGuard { delivery, row }).await;
    delivery.connections.give_back(connection);
    outcome
}

/// Valid as long as the lease.
struct RowGuard<'a> {
    delivery: &'a Delivery,
    row: &'a outbox::Model,
}

impl DeliveryGuard for RowGuard<'_> {
    /// From here on an auto-reply may have been sent, whatever happens to this process.
    async fn before_body(&self) -> Result<(), Code> {
        if self.row.kind == MailKind::Notification {
            return Ok(());
        }
        let sql = "UPDATE outbox SET data_at = now() WHERE id = $1 AND lease_holder = $2 AND claims = $3";
        let holder = self.delivery.leases.holder();
        let marked = statement(sql, [self.row.id.into(), holder.into(), self.row.claims.into()]);
        match timeout(STATEMENT_TIMEOUT, self.delivery.db.execute_raw(marked)).await {
            Ok(Ok(result)) if result.rows_affected() == 1 => Ok(()),
            Ok(Ok(_)) => Err(Code::new("lease_lost")),
            Ok(Err(_)) | Err(_) => Err(Code::new("database_away")),
        }
    }

    async fn revoked(&self) -> Revoked {
        tokio::select! {
            () = self.delivery.leases.lost(Claim::from(self.row)) => Revoked::LeaseLost,
            () = self.delivery.force_shutdown.cancelled() => Revoked::Stopping,
        }
    }
}

fn report(
    delivery: &Delivery,
    row: &outbox::Model,
    outcome: &SendOutcome,
    state: Option<OutboxState>,
    started: Instant,
) {
    let kind = kind_name(row.kind);
    let code = outcome.code();
    counter!("mail_outcomes_total", "kind" => kind, "outcome" => outcome.name()).increment(1);
    histogram!("mail_attempt_seconds", "kind" => kind).record(started.elapsed().as_secs_f64());
    match outcome {
        SendOutcome::Sent => {
            delivery.breaker.reset();
            tracing::info!(outbox = %row.id, kind, attempts = row.attempts, "sent");
        }
        SendOutcome::Misconfigured(_) => {
            delivery.alerts.raise(AlertCode::Configuration, row.id);
            tracing::error!(outbox = %row.id, kind, %code, "the mail server refuses us; sending pauses");
        }
        _ if state == Some(OutboxState::Failed) => {
            delivery.alerts.raise(AlertCode::MailFailed, row.id);
            tracing::error!(outbox = %row.id, kind, attempts = row.attempts, %code, "given up");
        }
        _ => {
            tracing::warn!(outbox = %row.id, kind, attempts = row.attempts, outcome = outcome.name(), %code, "not sent");
        }
    }
    if state.is_none() {
        tracing::warn!(outbox = %row.id, outcome = outcome.name(), "late: the row was claimed again meanwhile");
    }
}

fn kind_name(kind: MailKind) -> &'static str {
    match kind {
        MailKind::Notification => "notification",
        MailKind::AutoReply => "auto_reply",
    }
}
