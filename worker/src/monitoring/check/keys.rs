//! Whether the keys of signed addresses are those with which the mails of living inquiries were signed, and open what digests
//! remember.

use mailer::db::{query_values, statement};
use sea_orm::{DatabaseConnection, DbErr};

use super::{Finding, Level};
use crate::intake::IntakeSettings;

/// The oldest and the newest; all would be the whole outbox.
const SIGNED: &str = "\
    (SELECT message_id FROM outbox WHERE message_id ~ '^<o[1-9]-' ORDER BY id LIMIT 50) UNION \
    (SELECT message_id FROM outbox WHERE message_id ~ '^<o[1-9]-' ORDER BY id DESC LIMIT 50)";

pub(super) async fn check_keys(db: &DatabaseConnection, intake: &IntakeSettings) -> Result<Finding, DbErr> {
    if !intake.fingerprint_key.is_known(db).await? {
        return Ok(Finding::critical(
            "reply keys",
            "no key of REPLY_HMAC_KEYS opens the one that the database keeps, so complaints and known mails are forgotten. \
             Put the former key behind the new one, from the backup of secrets, and restart the worker",
        ));
    }
    let ids: Vec<String> = query_values(db, statement(SIGNED, [])).await?;
    let foreign = ids.iter().filter(|id| intake.addresses.verify_message_id(id).is_none()).count();
    Ok(match foreign {
        0 => Finding::ok("reply keys", "they are those with which the mails were signed"),
        _ => Finding::new(
            Level::Critical,
            "reply keys",
            format!(
                "{foreign} of {} mails were signed with another key or domain, so replies to them are refused. Put the \
                 former key behind the new one in REPLY_HMAC_KEYS, from the backup of secrets",
                ids.len()
            ),
        ),
    })
}
