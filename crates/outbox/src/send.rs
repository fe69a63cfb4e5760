//! One claimed row, from the claim to its settlement.

use std::time::Duration;

use entity::{
    inquiry::{self, Origin},
    inquiry_content,
    outbox::{self, MailKind, OutboxState},
};
use inbound::encrypted::SAID;
use mail_parser::MessageParser;
use mailer::{
    PreparedMail, SentCopy,
    alert::AlertCode,
    db::{query_value, statement, within},
    db_error::{is_unreadable, sqlstate},
    outage,
    smtp::{Code, DeliveryGuard, Revoked, SendOutcome},
};
use metrics::{counter, histogram};
use rand::RngExt;
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseConnection, DbErr, EntityTrait};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::{
    auto_reply_limit::{LimitDecision, check_limit, complaint_of},
    context::Delivery,
    lease::Claim,
    outbox_store::{BatchResult, Claimed, Held, Request, STATEMENT_TIMEOUT},
    settlement::{SENT_WITHOUT_TEXT, Settlement, SettlementRow, TEXT_REFUSED, is_without_text},
    stored_message::{Opening, sign_message_id, stored_message},
};
use crate::{
    background::background_of,
    due_ticket::{DueTicket, due_ticket, turns},
    mail::{self, About, Case, Source, TicketFacts, source},
    returned_mail::{loss, other_address, participants_without},
};

/// Of a message's mail or receipt, which may carry files: 20 MB are read, encrypted and encoded, also by a slow processor.
const PREPARATION: Duration = Duration::from_secs(30);

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
pub(super) async fn deliver(delivery: &Delivery, held: Held, go_on: bool) -> Next {
    let Held { row, slot } = held;
    let (started, claim) = (Instant::now(), Claim::from(&row));
    tracing::trace!(outbox = %row.id, claim = row.claims, "claimed");
    let outcome = attempt(delivery, &row).await;
    // Before the settlement, which claims the next row.
    drop(slot);
    let Some(outcome) = outcome else {
        delivery.leases.let_go(claim);
        return Next::Claim;
    };
    let BatchResult { state, next } = settle(delivery, &row, &outcome, started, go_on).await;
    delivery.leases.let_go(claim);
    if is_without_text(&row) && matches!(outcome, SendOutcome::SenderRefused(_)) {
        clear_texts(delivery).await;
    }
    report(delivery, &row, &outcome, state, started);
    match (next, &outcome) {
        (Some(claimed), _) => Next::Row(Box::new(claimed)),
        // Due at once.
        (None, SendOutcome::TextRefused(_)) => Next::Claim,
        (None, _) => Next::Nothing,
    }
}

/// `None` if there is nothing to record.
async fn attempt(delivery: &Delivery, row: &outbox::Model) -> Option<SendOutcome> {
    if row.kind == MailKind::Journey {
        return Some(journey(delivery, row).await);
    }
    let has_files = matches!(source(row.kind), Source::Message | Source::WithFiles);
    let limit = if has_files { PREPARATION } else { STATEMENT_TIMEOUT };
    match within(limit, prepare(delivery, row)).await {
        Ok(Prepared::Mail(mail)) => {
            let outcome = hand_over(delivery, row, &mail).await;
            Some(delivery.senders.decide(outcome, row, &mail))
        }
        Ok(Prepared::Outcome(outcome)) => Some(outcome),
        Ok(Prepared::Nothing) => None,
        // `monitoring::overdue` alerts about rows with this code.
        Err(error) if is_unreadable(&error) => Some(SendOutcome::Unreached(Code::new("unreadable"))),
        // A quarter: see [`check_limit`].
        Err(error) if sqlstate(&error).as_deref() == Some("55P03") => {
            Some(SendOutcome::Released(Code::new("rewriting")))
        }
        Err(_) => Some(SendOutcome::Released(Code::new("database_away"))),
    }
}

/// The worker's own mail, to a mailbox of ours. Without mail in, the relay takes its sender.
async fn journey(delivery: &Delivery, row: &outbox::Model) -> SendOutcome {
    let Some(signed) = &delivery.mail.signed else {
        let greeted = delivery.connections.greet(delivery.mail.from.email.clone()).await;
        return greeted.map_or_else(|(phase, fault)| SendOutcome::of(phase, fault), |()| SendOutcome::Sent);
    };
    match mail::build_journey(row, signed, &delivery.mail) {
        // What is refused says nothing about the mails of others.
        Ok(mail) => match hand_over(delivery, row, &mail).await {
            SendOutcome::Refused(code, ..) => SendOutcome::Failed(code),
            outcome => outcome,
        },
        Err(_) => SendOutcome::Failed(Code::new("build_failed")),
    }
}

/// Retries until the settlement is written: only this process knows what the server answered. With `go_on`, the same
/// statement claims the next row, unless the process stops or the circuit breaker is open.
async fn settle(
    delivery: &Delivery,
    row: &outbox::Model,
    outcome: &SendOutcome,
    started: Instant,
    go_on: bool,
) -> BatchResult {
    let pause = delivery.senders.note(outcome, row.kind, started);
    let settlement = Settlement::of(outcome, row, rand::rng().random(), pause);
    let mut wait = Duration::from_millis(50);
    loop {
        let request = Request { settled: Some(SettlementRow::new(row, &settlement)), wants_next: go_on };
        if let Ok(result) = delivery.submit(request).await {
            return result;
        }
        outage::database_failed();
        if delivery.force_shutdown.run_until_cancelled(sleep(wait)).await.is_none() {
            tracing::error!(outbox = %row.id, code = %settlement.code, "stopped before the outcome was written");
            return BatchResult::default();
        }
        wait = (wait * 2).min(Duration::from_secs(5));
    }
}

/// `$1` code. Locked in the order of all that lock several mails. An answer whose author has not heard that it is lost goes again, unless its
/// recipient was refused, or its ticket is over.
const CLEAR_TEXTS: &str = "\
    WITH told AS ( \
        SELECT told.id AS told, answer.id AS answer FROM outbox AS told JOIN outbox AS lost ON lost.id = told.about \
            JOIN outbox AS answer ON answer.inquiry_id = lost.inquiry_id AND answer.about = lost.about \
                AND answer.kind = 'answer' AND answer.is_copy = lost.is_copy \
        WHERE told.kind = 'answer_lost' AND told.state IN ('ready', 'retry') \
            AND answer.state = 'failed' AND answer.last_code ~ '^smtp_5' AND answer.last_code !~ '_recipient$' \
            AND NOT EXISTS (SELECT FROM ticket WHERE ticket.inquiry_id = answer.inquiry_id AND ticket.state IN ('closed', 'spam')) \
        FOR UPDATE OF told SKIP LOCKED \
    ), kept_back AS ( \
        SELECT id, id IN (SELECT answer FROM told) AS is_answer, id IN (SELECT told FROM told) AS is_told FROM outbox \
        WHERE state = 'retry' AND last_code = $1 OR state = 'failed' AND id IN (SELECT answer FROM told) \
            OR state IN ('ready', 'retry') AND id IN (SELECT told FROM told) ORDER BY id FOR UPDATE \
    ) UPDATE outbox SET last_code = CASE WHEN is_told THEN 'delivered' ELSE 'sender_refused' END, \
        state = CASE WHEN is_told THEN 'suppressed' WHEN is_answer THEN 'retry' ELSE state END, \
        finished_at = CASE WHEN is_told THEN now() END, \
        next_attempt_at = CASE WHEN is_answer THEN now() ELSE next_attempt_at END \
    FROM kept_back WHERE outbox.id = kept_back.id";

/// The server refuses a mail without anybody's words, too: the texts are not the cause, and go whole after the pause.
async fn clear_texts(delivery: &Delivery) {
    let cleared = statement(CLEAR_TEXTS, [TEXT_REFUSED.into()]);
    let cleared = within(STATEMENT_TIMEOUT, delivery.db.execute_raw(cleared)).await;
    if cleared.is_err() {
        outage::database_failed();
    }
}

async fn prepare(delivery: &Delivery, row: &outbox::Model) -> Result<Prepared, DbErr> {
    let row = &mut row.clone();
    if !sign_message_id(&delivery.db, row, delivery.leases.holder(), &delivery.mail).await? {
        return Ok(Prepared::Nothing);
    }
    let Some((inquiry, content, facts)) = inquiry_for(&delivery.db, row).await? else {
        // It expired after the claim. Row security hides the outbox row, too.
        tracing::info!(outbox = %row.id, "the inquiry is gone");
        return Ok(Prepared::Nothing);
    };
    // The restriction came while the row was written, or with a restore.
    if inquiry.restricted_at.is_some() || is_restricted(&delivery.db, row.participant).await? {
        return suppress(delivery, row, "restricted").await.map(|()| Prepared::Nothing);
    }
    if row.kind == MailKind::AutoReply {
        let refusal = match mail::never_replied_to(&content.email, &delivery.mail) {
            None => complaint_of(delivery, &content.email).await?,
            refusal => refusal,
        };
        match check_limit(delivery, row, refusal).await? {
            LimitDecision::Granted => {}
            LimitDecision::Refused(state, code) => {
                report_refusal(delivery, row, state, &code);
                return Ok(Prepared::Nothing);
            }
            LimitDecision::Lost => return Ok(Prepared::Nothing),
        }
    }
    build(delivery, row, (&inquiry, &content), facts).await
}

pub(crate) async fn inquiry_of(
    db: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(inquiry::Model, inquiry_content::Model)>, DbErr> {
    let Some(inquiry) = inquiry::Entity::find_by_id(id).one(db).await? else { return Ok(None) };
    let content = statement("SELECT * FROM content_of($1)", [id.into()]);
    let content = inquiry_content::Entity::find().from_raw_sql(content).one(db).await?;
    Ok(content.map(|content| (inquiry, content)))
}

async fn inquiry_for(
    db: &DatabaseConnection,
    row: &outbox::Model,
) -> Result<Option<(inquiry::Model, inquiry_content::Model, TicketFacts)>, DbErr> {
    let Some((inquiry, mut content)) = inquiry_of(db, row.inquiry_id).await? else { return Ok(None) };
    let mut facts = TicketFacts::default();
    let opening = if inquiry.origin == Origin::Form { None } else { Opening::of(db, inquiry.id).await? };
    if let Some(opening) = opening {
        if row.kind == MailKind::Notification {
            content.message = opening.text();
        }
        // The caller has no mail with a subject.
        if inquiry.origin == Origin::Mail {
            facts = TicketFacts { subject: Some(opening.subject), opening_id: opening.message_id, ticket: None };
        }
    }
    if (source(row.kind) == Source::Inquiry || is_without_text(row)) && row.kind.is_to_consultant() {
        facts.ticket = due_ticket(db, row).await?;
    }
    Ok(Some((inquiry, content, facts)))
}

/// The subject and the text of a mail, as its recipient gets it or got it. `None`: it is gone, or its inquiry is restricted.
pub async fn text_of_mail(delivery: &Delivery, id: Uuid) -> Result<Option<String>, DbErr> {
    let Some(row) = outbox::Entity::find_by_id(id).one(&delivery.db).await? else { return Ok(None) };
    // Whole, and also before its first attempt.
    let message_id = Some(delivery.mail.message_id(id));
    let row = outbox::Model { last_code: None, message_id, ..row };
    let Some((inquiry, content, facts)) = inquiry_for(&delivery.db, &row).await? else { return Ok(None) };
    if inquiry.restricted_at.is_some() {
        return Ok(None);
    }
    let sql = "SELECT sent_subject || E'\n\n' || sent_text AS sent FROM outbox WHERE id = $1 AND sent_text IS NOT NULL";
    if let Some(sent) = delivery.db.query_one_raw(statement(sql, [id.into()])).await? {
        return sent.try_get("", "sent").map(Some);
    }
    let Prepared::Mail(mail) = build(delivery, &row, (&inquiry, &content), facts).await? else { return Ok(None) };
    let read = MessageParser::default().parse(&mail.bytes);
    Ok(read.map(|mail| {
        let (subject, text) = (mail.subject().unwrap_or_default(), mail.body_text(0).unwrap_or_default());
        format!("{subject}\n\n{text}")
    }))
}

async fn build(
    delivery: &Delivery,
    row: &outbox::Model,
    (inquiry, content): (&inquiry::Model, &inquiry_content::Model),
    facts: TicketFacts,
) -> Result<Prepared, DbErr> {
    let failed = |code| Prepared::Outcome(SendOutcome::Failed(Code::new(code)));
    let about = match source(row.kind) {
        _ if is_without_text(row) => About::TextRefused,
        Source::Inquiry => {
            if let Some((addresses, are_copied)) = participants_without(&delivery.db, row).await? {
                About::Participants { addresses, are_copied, code: loss(&delivery.db, row).await? }
            } else if let Some(other) = other_address(&delivery.db, row, &content.email).await? {
                About::OtherAddress(other)
            } else if row.kind == MailKind::AnswerLost || row.kind == MailKind::Undeliverable && row.about.is_some() {
                About::Lost(loss(&delivery.db, row).await?)
            } else {
                About::Inquiry(background_of(&delivery.db, row).await?)
            }
        }
        Source::Message | Source::WithFiles => match stored_message(delivery, row).await? {
            // Of an encrypted answer only the whole goes.
            Some(message) if row.kind == MailKind::Answer && message.text == SAID && message.whole.is_none() => {
                return Ok(failed("message_gone"));
            }
            Some(message) => About::Message(message),
            None => return Ok(failed("message_gone")),
        },
        Source::Due => match due_ticket(&delivery.db, row).await? {
            Some(ticket) if ticket.due_at.is_none() && row.kind != MailKind::Assignment => {
                return Ok(failed("ticket_gone"));
            }
            Some(ticket) => About::Due(DueTicket { turns: turns(&delivery.db, row).await?, ..ticket }),
            None => return Ok(failed("ticket_gone")),
        },
    };
    let built = mail::build(Case { inquiry, content, row, settings: &delivery.mail }, &about, &facts);
    Ok(built.map_or_else(|_| failed("build_failed"), Prepared::Mail))
}

/// Whether nothing is sent to this participant.
async fn is_restricted(db: &DatabaseConnection, participant: Option<Uuid>) -> Result<bool, DbErr> {
    let Some(id) = participant else { return Ok(false) };
    let sql = "SELECT EXISTS (SELECT FROM participant WHERE id = $1 AND restricted_at IS NOT NULL)";
    query_value(db, statement(sql, [id.into()])).await
}

async fn suppress(delivery: &Delivery, row: &outbox::Model, code: &str) -> Result<(), DbErr> {
    let sql = "UPDATE outbox SET state = 'suppressed', last_code = $4, finished_at = now(), \
                   lease_holder = NULL, lease_until = NULL \
               WHERE id = $1 AND lease_holder = $2 AND claims = $3";
    let values = [row.id.into(), delivery.leases.holder().into(), row.claims.into(), code.into()];
    delivery.db.execute_raw(statement(sql, values)).await?;
    tracing::info!(outbox = %row.id, code, "mail suppressed");
    Ok(())
}

async fn hand_over(delivery: &Delivery, row: &outbox::Model, mail: &PreparedMail) -> SendOutcome {
    let mut connection = delivery.connections.take();
    let outcome = connection.send(mail, &RowGuard { delivery, row, copy: mail.copy.as_ref() }).await;
    delivery.connections.give_back(connection);
    outcome
}

/// Valid as long as the lease.
struct RowGuard<'a> {
    delivery: &'a Delivery,
    row: &'a outbox::Model,
    copy: Option<&'a SentCopy>,
}

impl DeliveryGuard for RowGuard<'_> {
    /// From here on an auto-reply may have been sent, whatever happens to this process.
    async fn before_body(&self) -> Result<(), Code> {
        if !self.row.kind.is_sent_once() {
            return Ok(());
        }
        let sql = "UPDATE outbox SET data_at = now(), sent_subject = $4, sent_text = $5 \
                   WHERE id = $1 AND lease_holder = $2 AND claims = $3";
        let holder = self.delivery.leases.holder();
        let copy = self.copy.cloned().map(|SentCopy { subject, text }| (subject, text));
        let (subject, text) = copy.unzip();
        let values = [self.row.id.into(), holder.into(), self.row.claims.into(), subject.into(), text.into()];
        let marked = statement(sql, values);
        match within(STATEMENT_TIMEOUT, self.delivery.db.execute_raw(marked)).await {
            Ok(result) if result.rows_affected() == 1 => Ok(()),
            Ok(_) => Err(Code::new("lease_lost")),
            Err(_) => Err(Code::new("database_away")),
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
    let kind = row.kind.to_value();
    let code = outcome.code();
    if row.kind == MailKind::Journey {
        return tracing::info!(outbox = %row.id, kind, outcome = outcome.name(), %code, "journey");
    }
    counter!("mail_outcomes_total", "kind" => kind.clone(), "outcome" => outcome.name()).increment(1);
    histogram!("mail_attempt_seconds", "kind" => kind.clone()).record(started.elapsed().as_secs_f64());
    match outcome {
        SendOutcome::Sent if is_without_text(row) => {
            tracing::warn!(outbox = %row.id, kind, code = SENT_WITHOUT_TEXT, "sent without its text, which the mail server refuses");
        }
        SendOutcome::Sent => tracing::info!(outbox = %row.id, kind, attempts = row.attempts, "sent"),
        SendOutcome::Misconfigured(_) => {
            delivery.alerts.raise_for(AlertCode::Configuration, row.id, code.to_string());
            tracing::error!(outbox = %row.id, kind, %code, "the mail server refuses us; sending pauses");
        }
        SendOutcome::SenderRefused(_) => {
            delivery.alerts.raise_for(refused_sender(delivery, row.kind), row.id, code.to_string());
            tracing::error!(outbox = %row.id, kind, %code, "the mail server refuses the envelope sender; its mails pause");
        }
        _ if state == Some(OutboxState::Failed) => {
            let is_uncertain = matches!(outcome, SendOutcome::Ambiguous(_));
            delivery
                .alerts
                .raise(if is_uncertain { AlertCode::MailUnconfirmed } else { AlertCode::MailFailed }, row.id);
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

/// Where notifications are refused, too, one alert says all.
fn refused_sender(delivery: &Delivery, kind: MailKind) -> AlertCode {
    match kind {
        MailKind::AutoReply if delivery.senders.working().notifications => AlertCode::ReturnPathRefused,
        _ => AlertCode::Configuration,
    }
}

/// An auto-reply that is not sent now.
fn report_refusal(delivery: &Delivery, row: &outbox::Model, state: OutboxState, code: &Code) {
    let (outcome, alert) = match state {
        OutboxState::Failed => ("failed", Some(AlertCode::MailFailed)),
        OutboxState::Retry => ("held", Some(AlertCode::AutoRepliesHeld)),
        _ => ("suppressed", None),
    };
    counter!("mail_outcomes_total", "kind" => row.kind.to_value(), "outcome" => outcome).increment(1);
    tracing::info!(outbox = %row.id, outcome, %code, "auto-reply not sent");
    if let Some(alert) = alert {
        delivery.alerts.raise(alert, row.id);
    }
}
