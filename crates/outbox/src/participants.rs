//! Who else is on the visitor's side, at the time of a mail.

use chrono::{DateTime, Utc};
use mailer::{db::statement, text};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use uuid::Uuid;

#[derive(Clone, FromQueryResult)]
pub struct Participant {
    pub id: Uuid,
    pub address: String,
    /// Answers go there instead of the inquiry's own address.
    pub is_main: bool,
    /// Answers go there, too.
    pub is_copied: bool,
    /// They did, until a consultant left it out.
    pub is_left_out: bool,
}

entity::opaque_debug!(Participant);

/// `$1` inquiry, `$2` moment.
const PARTICIPANTS: &str = "\
    SELECT id, address, coalesce(instead_from = max(instead_from) OVER (), false) AS is_main, \
        coalesce(copied_from <= $2 AND (copied_until > $2 OR copied_until IS NULL), false) AS is_copied, \
        coalesce(copied_until <= $2, false) AS is_left_out \
    FROM ( \
        SELECT id, address, added_at, copied_from, copied_until, CASE WHEN instead_from <= $2 THEN instead_from END AS instead_from \
        FROM participant WHERE inquiry_id = $1 AND added_at <= $2 \
    ) AS named ORDER BY added_at, address";

/// The first ones come first.
pub(crate) async fn participants(
    db: &impl ConnectionTrait,
    inquiry: Uuid,
    at: DateTime<Utc>,
) -> Result<Vec<Participant>, DbErr> {
    Participant::find_by_statement(statement(PARTICIPANTS, [inquiry.into(), at.into()])).all(db).await
}

const MAIN: &str = "Answers go to {{ address }} and not to the address of the inquiry.";
const COPIED: &str = "Answers also go to {{ address }}. Write #only in a reply to leave them out.";
const LEFT_OUT: &str = "Answers do not go to {{ address }} any more. Write #all in a reply to change that.";
const UNPROVEN: &str = "Named by a mail that does not prove its sender: {{ address }}. Answers do not go there.";
pub(crate) const SENTENCES: [&str; 4] = [MAIN, COPIED, LEFT_OUT, UNPROVEN];

/// What a consultant reads of them.
pub(crate) fn lines(participants: &[Participant]) -> Vec<String> {
    let kind = |one: &Participant| match one {
        Participant { is_main: true, .. } => MAIN,
        Participant { is_copied: true, .. } => COPIED,
        Participant { is_left_out: true, .. } => LEFT_OUT,
        _ => UNPROVEN,
    };
    let line = |sentence: &&str| {
        let named = participants.iter().filter(|one| kind(one) == *sentence).map(|one| text::line(&one.address));
        let named = named.collect::<Vec<_>>().join(", ");
        (!named.is_empty()).then(|| sentence.replace("{{ address }}", &named))
    };
    SENTENCES.iter().filter_map(line).collect()
}
