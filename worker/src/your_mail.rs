//! Tells a consultant at the registered address, within a minute, of a mail from this person that waits in quarantine.

use mailer::{
    Mailer,
    db::{database_now, statement},
    describe_cause,
};
use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult};
use uuid::Uuid;

use crate::{intake::find_waiting, mail::your_mail};

/// `$1` whom the settings name, NULL for anybody, `$2` when the run began. No dialogue takes as long as the first pause, so
/// nobody sends it meanwhile. After a day the digest has told of it.
const CLAIM: &str = "\
    UPDATE digest_mail SET attempts = attempts + 1, next_attempt_at = now() + interval '5 minutes' * (attempts + 1) \
    WHERE id = ( \
        SELECT id FROM digest_mail \
        WHERE about IS NOT NULL AND finished_at IS NULL AND bounced_at IS NULL AND next_attempt_at <= $2 \
            AND created_at > now() - interval '1 day' AND ($1::text[] IS NULL OR recipient = ANY ($1)) \
        ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED \
    ) RETURNING id, recipient, about";

#[derive(FromQueryResult)]
struct Claimed {
    id: Uuid,
    recipient: String,
    about: Uuid,
}

pub async fn tell_authors(
    db: &DatabaseConnection,
    mailer: &Mailer,
    consultants: Option<&[String]>,
) -> anyhow::Result<()> {
    let begun = database_now(db).await?;
    let claim = || statement(CLAIM, [consultants.map(<[String]>::to_vec).into(), begun.into()]);
    while let Some(claimed) = Claimed::find_by_statement(claim()).one(db).await? {
        // A relay that is away has its own alert, and keeps nobody else waiting.
        if let Err(error) = tell(db, mailer, &claimed).await {
            tracing::warn!(notice = %claimed.id, cause = describe_cause(&error), "author of a waiting mail not told");
        }
    }
    Ok(())
}

async fn tell(
    db: &DatabaseConnection,
    mailer: &Mailer,
    Claimed { id, recipient, about }: &Claimed,
) -> anyhow::Result<()> {
    if let Some(mail) = find_waiting(db, *about).await? {
        let mail = your_mail(&mail, database_now(db).await?, mailer.settings())?;
        mailer.send_digest(recipient, *id, mail).await?;
        tracing::info!(notice = %id, intake = %about, "author of a waiting mail told");
    }
    let finished = "UPDATE digest_mail SET finished_at = now() WHERE id = $1";
    db.execute_raw(statement(finished, [(*id).into()])).await?;
    Ok(())
}
