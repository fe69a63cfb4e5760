//! Copies of one mail, which came by several ways: a mail is a duplicate of a copy that has had at least the same effect.

use mailer::db::{query_row, statement};
use sea_orm::{ConnectionTrait, DbErr};
use uuid::Uuid;

use super::claim::Claimed;

/// What follows from a mail, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    /// Kept as a program's.
    Kept,
    /// Shown to the consultants as another sender's.
    Shown,
    /// Its author, a consultant, was asked whether to do what it says.
    Asked,
    /// The visitor's contact, or a consultant's command.
    Acted,
}

/// `$1` mail, `$2` digest, `$3` inquiry, or NULL for any.
const COPY: &str = "\
    SELECT max(CASE \
        WHEN fate IN ('machine', 'bounce') THEN 0 \
        WHEN party = 'other' THEN 1 \
        WHEN EXISTS ( \
            SELECT FROM ticket_event WHERE ticket_event.intake_id = intake.id AND verb = 'confirm' AND outcome = 'asked' \
        ) THEN 2 \
        ELSE 3 \
    END) AS effect FROM intake LEFT JOIN message ON message.intake_id = intake.id \
    WHERE digest = $2 AND intake.id <> $1 AND state = 'settled' \
        AND fate IN ('reply', 'new', 'command', 'machine', 'bounce') \
        AND ($3::uuid IS NULL OR intake.inquiry_id = $3)";

/// The greatest effect of a copy.
pub(super) async fn find_copy(
    db: &impl ConnectionTrait,
    claimed: &Claimed,
    inquiry: Option<Uuid>,
) -> Result<Option<Effect>, DbErr> {
    let values = [claimed.id.into(), claimed.digest.clone().into(), inquiry.into()];
    let effect: Option<i32> = query_row(db, statement(COPY, values)).await?.try_get("", "effect")?;
    Ok(effect.map(|rank| match rank {
        0 => Effect::Kept,
        1 => Effect::Shown,
        2 => Effect::Asked,
        _ => Effect::Acted,
    }))
}
