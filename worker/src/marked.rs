//! The hourly mail of marked inquiries. It lists those that came after the first ten of an hour.

use mailer::{
    Mailer, NotSent,
    alert::{AlertCode, Alerts},
    db::{database_now, statement},
    describe_cause,
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult};
use uuid::Uuid;

use crate::{
    digest::{ALERTED_AT, ClaimedDigest},
    mail::marked_mail,
    ticket::Suspect,
};

/// Inquiries that one mail lists; the others are in the next hour's.
const MOST: usize = 200;
/// To each consultant whom an inquiry waits for, an hour after the last mail. `$1` whom the settings name, NULL for anybody.
const OPEN: &str = "\
    INSERT INTO digest_mail (recipient) \
    SELECT DISTINCT ON (lower(recipient)) recipient \
    FROM outbox JOIN inquiry ON inquiry.id = outbox.inquiry_id LEFT JOIN ticket ON ticket.inquiry_id = inquiry.id \
    WHERE outbox.state = 'suppressed' AND last_code = 'collected' AND restricted_at IS NULL \
        AND coalesce(ticket.state IN ('open', 'claimed'), true) AND ($1::text[] IS NULL OR recipient = ANY ($1)) \
        AND NOT EXISTS ( \
            SELECT FROM digest_mail AS earlier \
            WHERE day IS NULL AND about IS NULL AND lower(earlier.recipient) = lower(outbox.recipient) \
                AND earlier.finished_at BETWEEN now() - interval '1 hour' AND now() \
        ) \
    ORDER BY lower(recipient), recipient ON CONFLICT DO NOTHING";

/// `$1` when the run began, `$2` whom the settings name. No dialogue takes as long as the first pause, so nobody sends it meanwhile.
const CLAIM: &str = "\
    UPDATE digest_mail SET attempts = attempts + 1, next_attempt_at = now() + interval '20 minutes' * 2 ^ least(attempts, 4) \
    WHERE id = ( \
        SELECT id FROM digest_mail \
        WHERE day IS NULL AND about IS NULL AND finished_at IS NULL AND next_attempt_at <= $1 \
            AND ($2::text[] IS NULL OR recipient = ANY ($2)) \
        ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED \
    ) RETURNING id, recipient, lists_answers, lists_mails, lists_suspects, attempts, created_at";

/// Mailboxes show one mail of two with the same Message-ID, so a later trial lists nothing newer. `$1` recipient, `$2` when the
/// mail was begun.
const LIST: &str = "\
    SELECT outbox.id AS notification, inquiry.id AS inquiry, reference, first_name || ' ' || last_name AS name, company, email, message, \
        signs, received_at \
    FROM outbox JOIN inquiry ON inquiry.id = outbox.inquiry_id \
        CROSS JOIN LATERAL content_of(inquiry.id) \
        JOIN spam_check ON spam_check.inquiry_id = inquiry.id LEFT JOIN ticket ON ticket.inquiry_id = inquiry.id \
    WHERE outbox.state = 'suppressed' AND last_code = 'collected' AND kind = 'notification' AND restricted_at IS NULL \
        AND coalesce(ticket.state IN ('open', 'claimed'), true) \
        AND lower(recipient) = lower($1) AND outbox.created_at <= $2 \
    ORDER BY received_at, reference LIMIT $3";

/// From then on the consultant counts as notified of each, and gets the mail that opened it, if it is encrypted. `$1` the mail, `$2` the notifications.
const TOLD: &str = "\
    WITH listed AS ( \
        SELECT id, inquiry_id, recipient FROM outbox \
        WHERE id = ANY ($2) AND state = 'suppressed' AND last_code = 'collected' ORDER BY id FOR UPDATE \
    ), told AS ( \
        UPDATE outbox SET state = 'sent', finished_at = now() FROM listed WHERE outbox.id = listed.id \
    ), whole AS ( \
        UPDATE outbox SET state = 'ready', finished_at = NULL, last_code = NULL, next_attempt_at = now() FROM listed \
        WHERE outbox.inquiry_id = listed.inquiry_id AND outbox.recipient = listed.recipient AND kind = 'visitor_reply' \
            AND state = 'suppressed' AND last_code = 'collected' \
    ) UPDATE digest_mail SET finished_at = now() WHERE id = $1";

/// Each notification goes by itself. The condition says which.
macro_rules! apart {
    ($whose:literal) => {
        concat!(
            "listed AS ( \
                SELECT outbox.id FROM outbox WHERE state = 'suppressed' AND last_code = 'collected' AND ",
            $whose,
            " ORDER BY id FOR UPDATE \
            ) UPDATE outbox SET state = 'ready', finished_at = NULL, last_code = NULL, next_attempt_at = now() \
            FROM listed WHERE outbox.id = listed.id"
        )
    };
}

/// Of those whom the settings do not name, `$1`: `worker outbox retry` finds others.
const UNNAMED: &str = concat!("WITH ", apart!("recipient <> ALL ($1)"));

/// The relay refuses the mail for good, perhaps for one of its texts. `$1` the mail.
const REFUSED: &str = concat!(
    "WITH refused AS (UPDATE digest_mail SET finished_at = now() WHERE id = $1 RETURNING recipient), ",
    apart!("lower(recipient) = (SELECT lower(refused.recipient) FROM refused)")
);

/// Nothing is left to tell: the next mail need not wait an hour.
const NOTHING: &str = "UPDATE digest_mail SET finished_at = now() - interval '1 hour' WHERE id = $1";

/// Sends each consultant at most one mail an hour.
pub async fn send_marked(
    db: &DatabaseConnection,
    mailer: &Mailer,
    consultants: Option<&[String]>,
    alerts: &Alerts,
) -> anyhow::Result<()> {
    let named = || sea_orm::Value::from(consultants.map(<[String]>::to_vec));
    if let Some(consultants) = consultants {
        db.execute_raw(statement(UNNAMED, [consultants.to_vec().into()])).await?;
    }
    db.execute_raw(statement(OPEN, [named()])).await?;
    // Each at most once: what is due again meanwhile is left to a later run.
    let begun = database_now(db).await?;
    while let Some(mail) = ClaimedDigest::find_by_statement(statement(CLAIM, [begun.into(), named()])).one(db).await? {
        // A relay that is away has its own alert, and keeps nobody else waiting.
        if let Err(error) = send(db, mailer, &mail).await {
            let ClaimedDigest { id, attempts, .. } = mail;
            tracing::warn!(digest = %id, attempts, cause = describe_cause(&error), "mail of marked inquiries not sent");
            if attempts >= ALERTED_AT {
                alerts.raise(AlertCode::MailBounced, id);
            }
            let is_permanent = error.downcast_ref::<NotSent>().is_some_and(
                |error| matches!(error, NotSent::ToConsultant(code) if code.as_str().starts_with("smtp_5")),
            );
            if NotSent::is_of_the_text(&error) || attempts >= ALERTED_AT && is_permanent {
                db.execute_raw(statement(REFUSED, [id.into()])).await?;
            }
        }
    }
    Ok(())
}

async fn send(db: &DatabaseConnection, mailer: &Mailer, mail: &ClaimedDigest) -> anyhow::Result<()> {
    let most = i64::try_from(MOST + 1).unwrap_or(i64::MAX);
    let values = [mail.recipient.as_str().into(), mail.created_at.into(), most.into()];
    let mut rows = db.query_all_raw(statement(LIST, values)).await?;
    if rows.is_empty() {
        return Ok(db.execute_raw(statement(NOTHING, [mail.id.into()])).await.map(drop)?);
    }
    let has_more = rows.len() > MOST;
    rows.truncate(MOST);
    let told: Vec<Uuid> = rows.iter().map(|row| row.try_get("", "notification")).collect::<Result<_, DbErr>>()?;
    let inquiries: Vec<_> = rows.iter().map(|row| Suspect::from_query_result(row, "")).collect::<Result<_, DbErr>>()?;
    let rendered = marked_mail(&inquiries, has_more, &mail.recipient, database_now(db).await?, mailer.settings())?;
    mailer.send_digest(&mail.recipient, mail.id, rendered).await?;
    db.execute_raw(statement(TOLD, [mail.id.into(), told.into()])).await?;
    tracing::info!(digest = %mail.id, inquiries = inquiries.len(), "mail of marked inquiries sent");
    Ok(())
}
