//! One claimed row, from the claim to its outcome.

use entity::{
    inquiry, inquiry_content,
    outbox::{self, MailKind, OutboxState},
};
use metrics::{counter, histogram};
use sea_orm::{ConnectionTrait, DbErr, EntityTrait};
use tokio::time::{Instant, timeout};

use super::{
    Delivery, STATEMENT_TIMEOUT,
    auto_reply_limit::{Admission, admit},
    kind_name,
    lease::Claim,
    no_answer,
    outbox_store::{BatchResult, Claimed},
    settlement::settle_at_last,
    statement,
};
use crate::{
    alert::AlertCode,
    mail::{self, PreparedMail},
    smtp::{Code, DeliveryGuard, Outcome, Revoked},
};

/// What comes before the conversation.
enum Prepared {
    Mail(PreparedMail),
    /// Known without asking the server.
    Outcome(Outcome),
    /// Nothing more to do.
    Over,
}

/// What a sender does after a row.
pub(super) enum Next {
    /// It has the next one.
    Row(Box<Claimed>),
    /// It must ask for one.
    Ask,
    /// Nothing is due, or nothing may be begun.
    Nothing,
}

/// With `go_on`, brings the next row, too.
pub(super) async fn deliver(delivery: &Delivery, row: outbox::Model, go_on: bool) -> Next {
    let (started, claim) = (Instant::now(), Claim::from(&row));
    tracing::trace!(outbox = %row.id, claim = row.claims, "claimed");
    let prepared = timeout(STATEMENT_TIMEOUT, prepare(delivery, &row)).await;
    let outcome = match prepared.unwrap_or_else(|_| Err(no_answer())) {
        Ok(Prepared::Mail(mail)) => hand_over(delivery, &row, &mail).await,
        Ok(Prepared::Outcome(outcome)) => outcome,
        Ok(Prepared::Over) => {
            delivery.leases.let_go(claim);
            return Next::Ask;
        }
        Err(_) => Outcome::Released(Code::new("database_away")),
    };
    let BatchResult { state, next } = settle_at_last(delivery, &row, &outcome, go_on).await;
    delivery.leases.let_go(claim);
    report(delivery, &row, &outcome, state, started);
    next.map_or(Next::Nothing, |claimed| Next::Row(Box::new(claimed)))
}

async fn prepare(delivery: &Delivery, row: &outbox::Model) -> Result<Prepared, DbErr> {
    if row.kind == MailKind::AutoReply && row.first_attempt_at.is_none() {
        match admit(delivery, row).await? {
            Admission::Granted => {}
            Admission::Suppressed(code) => {
                counter!("mail_outcomes_total", "kind" => kind_name(row.kind), "outcome" => "suppressed").increment(1);
                tracing::info!(outbox = %row.id, %code, "auto-reply suppressed");
                return Ok(Prepared::Over);
            }
            Admission::Lost => return Ok(Prepared::Over),
        }
    }
    let found = inquiry::Entity::find_by_id(row.inquiry_id)
        .find_also_related(inquiry_content::Entity)
        .one(&delivery.db)
        .await?;
    let Some((inquiry, Some(content))) = found else {
        // It expired since the claim. The row has gone with it from this role's sight.
        tracing::info!(outbox = %row.id, "its inquiry is gone");
        return Ok(Prepared::Over);
    };
    let built = match row.kind {
        MailKind::Notification => mail::notification(&inquiry, &content, row, &delivery.mail),
        MailKind::AutoReply => mail::auto_reply(&inquiry, &content.email, row, &delivery.mail),
    };
    Ok(built.map_or_else(|_| Prepared::Outcome(Outcome::Failed(Code::new("build_failed"))), Prepared::Mail))
}

async fn hand_over(delivery: &Delivery, row: &outbox::Model, mail: &PreparedMail) -> Outcome {
    let mut connection = delivery.connections.take();
    let outcome = connection.send(mail, &RowGuard { delivery, row }).await;
    delivery.connections.give_back(connection);
    outcome
}

/// Holds while the lease does.
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

fn report(delivery: &Delivery, row: &outbox::Model, outcome: &Outcome, state: Option<OutboxState>, started: Instant) {
    let kind = kind_name(row.kind);
    let code = outcome.code();
    counter!("mail_outcomes_total", "kind" => kind, "outcome" => outcome.name()).increment(1);
    histogram!("mail_attempt_seconds", "kind" => kind).record(started.elapsed().as_secs_f64());
    match outcome {
        Outcome::Sent => {
            delivery.breaker.reset();
            tracing::info!(outbox = %row.id, kind, attempts = row.attempts, "sent");
        }
        Outcome::Misconfigured(_) => {
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
        tracing::warn!(outbox = %row.id, outcome = outcome.name(), "late: the row had been claimed again");
    }
}
