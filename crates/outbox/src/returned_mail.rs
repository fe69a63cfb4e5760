//! Whose address it is that did not get a mail to the visitor, by the report that came.

use entity::{
    EmailAddress,
    email_address::key_of,
    outbox::{self, MailKind},
};
use inbound::{bounce::report, mail::Mail};
use mailer::db::{query_value, statement};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};
use tokio::task::spawn_blocking;

/// `$1` inquiry, `$2` the answer that came back, or NULL for the auto-reply.
const REPORT: &str = "\
    SELECT raw, envelope_from FROM outbox AS returned JOIN intake ON outbox_id = returned.id CROSS JOIN LATERAL raw_mail_of(intake.id) \
    WHERE returned.inquiry_id = $1 AND intake.inquiry_id = $1 AND fate = 'bounce' \
        AND CASE WHEN $2::uuid IS NULL THEN kind = 'auto_reply' ELSE returned.id = $2 END \
    ORDER BY settled_at DESC LIMIT 1";

/// `None`: it is the visitor's own, no report names one, or the mail is about something else.
pub(crate) async fn other_address(
    db: &DatabaseConnection,
    row: &outbox::Model,
    visitor: &EmailAddress,
) -> Result<Option<String>, DbErr> {
    if !matches!(row.kind, MailKind::Undeliverable | MailKind::AnswerLost) {
        return Ok(None);
    }
    let values = [row.inquiry_id.into(), row.about.into()];
    let Some(found) = db.query_one_raw(statement(REPORT, values)).await? else { return Ok(None) };
    let (raw, from): (Vec<u8>, Option<String>) = (found.try_get("", "raw")?, found.try_get("", "envelope_from")?);
    let read = move || Mail::read(&raw).ok().and_then(|mail| report(&mail, from.as_deref())?.failed_address());
    let failed = spawn_blocking(read).await;
    let failed = failed.map_err(|_| DbErr::Custom("a mail cannot be read".to_owned()))?;
    Ok(failed.filter(|address| key_of(address) != visitor.key()))
}

const TO_ADDRESS: &str = "Call, or write #to and the right address.";
const LATER: &str = "Call, or write it again later.";
const IN_OTHER_WORDS: &str = "Call, or write it again in other words.";
const ANY: &str = "Call, write #to and the right address, or write it again in other words.";

/// Why a mail did not arrive, by the beginning and the end of its code, and what the author of an answer does then.
const LOSSES: [(&str, &str, &str, &str); 14] = [
    ("bounced_5_1", "", "A mail server does not know the address.", TO_ADDRESS),
    ("bounced_5_2_2", "", "The mailbox is full.", LATER),
    ("bounced_5_3_4", "", "It is too large for a mail server.", "Call, or write it again with smaller files."),
    ("bounced_5_7", "", "A mail server took it and gave it back by a rule of its own.", IN_OTHER_WORDS),
    ("bounced", "", "A mail server took it and gave it back.", ANY),
    ("restricted", "", "It was kept back: nothing is sent there while the processing is restricted.", ""),
    ("removed", "", "It was removed before it was sent.", ""),
    ("message_gone", "", "It was removed before it was sent.", ""),
    ("sender_crashed", "", "Our program ended several times while it sent this mail.", IN_OTHER_WORDS),
    ("smtp_552", "_recipient", "The mailbox is full: {{ code }}.", LATER),
    ("smtp_5", "_recipient", "A mail server refuses the address: {{ code }}.", TO_ADDRESS),
    ("smtp_5", "", "A mail server refused it for good: {{ code }}.", IN_OTHER_WORDS),
    ("smtp_4", "", "No mail server took it in time: {{ code }}.", LATER),
    ("", "", "It could not be sent, and no mail server said why.", LATER),
];

/// What mails about it say, with a hole for the code.
pub(crate) fn loss_sentences() -> impl Iterator<Item = String> {
    LOSSES.iter().map(|(.., sentence, advice)| format!("{sentence} {advice}"))
}

/// With what its author does then.
pub(crate) fn loss_sentence(code: &str, has_advice: bool) -> String {
    let is_of = |(begin, end, ..): &&(&str, &str, &str, &str)| code.starts_with(begin) && code.ends_with(end);
    let (.., sentence, advice) = LOSSES.iter().find(is_of).copied().unwrap_or_default();
    let reply = code.split('_').take(2).collect::<Vec<_>>().join(" ").replace("smtp", "reply");
    let cause = sentence.replace("{{ code }}", &reply);
    if has_advice && !advice.is_empty() { format!("{cause} {advice}") } else { cause }
}

/// `$1` the mail. After a restore it may be gone.
const LOSS: &str = "SELECT coalesce(max(last_code), 'unknown') FROM outbox WHERE id = $1";

pub(crate) async fn loss(db: &DatabaseConnection, row: &outbox::Model) -> Result<String, DbErr> {
    query_value(db, statement(LOSS, [row.about.into()])).await
}

/// `$1` the answer that was lost. Of a copy, all that are lost of the same answer.
const WITHOUT: &str = "\
    SELECT lost.is_copy, coalesce(string_agg(DISTINCT address, ', '), 'an address that was erased') AS addresses \
    FROM outbox AS lost JOIN outbox AS other ON other.inquiry_id = lost.inquiry_id AND other.about = lost.about \
        AND other.kind = 'answer' AND (other.id = lost.id OR lost.is_copy AND other.is_copy AND other.state IN ('failed', 'bounced')) \
    LEFT JOIN participant ON participant.id = other.participant \
    WHERE lost.id = $1 AND lost.participant IS NOT NULL GROUP BY 1";

/// Of the mail about an answer that was lost: who has not got it, if not the inquiry's own address, and whether they were copied.
pub(crate) async fn participants_without(
    db: &DatabaseConnection,
    row: &outbox::Model,
) -> Result<Option<(String, bool)>, DbErr> {
    if row.kind != MailKind::AnswerLost {
        return Ok(None);
    }
    let found = db.query_one_raw(statement(WITHOUT, [row.about.into()])).await?;
    found.map(|found| Ok((found.try_get("", "addresses")?, found.try_get("", "is_copy")?))).transpose()
}
