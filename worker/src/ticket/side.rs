//! Where answers go on the visitor's side.

use entity::EmailAddress;
use mailer::db::statement;
use sea_orm::{ConnectionTrait, DbErr};
use uuid::Uuid;

const ONLY: &str = "\
    UPDATE participant SET copied_until = now() \
    WHERE inquiry_id = $1 AND copied_from IS NOT NULL AND copied_until IS NULL";

/// Also to whom nothing but a mail without a proof has named: the consultant has read the address.
const ALL: &str = "\
    UPDATE participant SET copied_from = now(), copied_until = NULL \
    WHERE inquiry_id = $1 AND (copied_until IS NOT NULL OR copied_from IS NULL AND instead_from IS NULL)";

/// Later than any other, whatever the clock says. `$1` inquiry, `$2` mail, `$3` address, `$4` its key.
const INSTEAD: &str = "\
    INSERT INTO participant (inquiry_id, intake_id, address, address_key, instead_from) \
    SELECT $1, $2, $3, $4, greatest(now(), max(instead_from) + interval '1 microsecond') FROM participant WHERE inquiry_id = $1 \
    ON CONFLICT (inquiry_id, address_key) DO UPDATE SET instead_from = excluded.instead_from";

/// Answers go to nobody beside; or to those again who were left out. Returns whether that changes anything.
pub async fn copy_all(db: &impl ConnectionTrait, inquiry: Uuid, all: bool) -> Result<bool, DbErr> {
    let sql = statement(if all { ALL } else { ONLY }, [inquiry.into()]);
    Ok(db.execute_raw(sql).await?.rows_affected() > 0)
}

/// From now on answers go there, as this mail of the inquiry says.
pub async fn answer_instead(
    db: &impl ConnectionTrait,
    inquiry: Uuid,
    mail: Uuid,
    address: &EmailAddress,
) -> Result<(), DbErr> {
    let values = [inquiry.into(), mail.into(), address.as_str().into(), address.key().into()];
    db.execute_raw(statement(INSTEAD, values)).await.map(drop)
}
