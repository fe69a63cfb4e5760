//! Who else is on the visitor's side, at the time of a mail.

use chrono::{DateTime, Utc};
use mailer::{db::statement, text};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use uuid::Uuid;

/// To whom an answer goes instead of the inquiry's own address, or beside it.
#[derive(Clone)]
pub struct Recipient {
    pub id: Uuid,
    pub address: String,
}

#[derive(Clone, FromQueryResult)]
pub struct Participant {
    pub address: String,
    /// Answers go there instead of the inquiry's own address.
    pub is_main: bool,
    /// Answers go there, too.
    pub is_copied: bool,
    /// They did, until a consultant left it out.
    pub is_left_out: bool,
    /// Since when its processing is restricted: nothing is sent there.
    pub restricted_at: Option<DateTime<Utc>>,
}

entity::opaque_debug!(Recipient, Participant);

/// Not the inquiry's own address, nor one to which answers went instead before. `$1` inquiry, `$2` moment.
const PARTICIPANTS: &str = "\
    SELECT address, is_main, coalesce(copied_from <= $2 AND (copied_until > $2 OR copied_until IS NULL), false) AS is_copied, \
        coalesce(copied_until <= $2, false) AS is_left_out, CASE WHEN restricted_at <= $2 THEN restricted_at END AS restricted_at \
    FROM participant CROSS JOIN LATERAL (SELECT participant.id IS NOT DISTINCT FROM ( \
        SELECT main.id FROM participant AS main WHERE main.inquiry_id = $1 AND instead_from <= $2 ORDER BY instead_from DESC LIMIT 1 \
    ) AS is_main) AS main \
    WHERE inquiry_id = $1 AND added_at <= $2 AND address_key NOT IN (SELECT email_key FROM content_of($1)) \
        AND (is_main OR instead_from IS NULL OR copied_from IS NOT NULL) \
    ORDER BY added_at, address";

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
const UNPROVEN: &str = "Named by a mail that does not prove its sender: {{ address }}. Answers do not go there; #all in a reply changes that.";
const RESTRICTED: &str =
    "Nothing is sent to {{ address }}: the processing of this person's data is restricted. Ask a compliance officer.";
pub(crate) const SENTENCES: [&str; 5] = [RESTRICTED, MAIN, COPIED, LEFT_OUT, UNPROVEN];

/// What a consultant reads of them.
pub(crate) fn lines(participants: &[Participant]) -> Vec<String> {
    let kind = |one: &Participant| match one {
        Participant { restricted_at: Some(_), .. } => RESTRICTED,
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
