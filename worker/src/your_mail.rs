//! Tells a consultant at the registered address, within a minute, of mails from this person that wait in quarantine.

use mailer::{
    Mailer, NotSent,
    db::{database_now, statement},
    describe_cause,
};
use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult};
use uuid::Uuid;

use crate::{
    intake::find_waiting,
    mail::{WaitingMail, your_mail},
};

/// Mails that one mail lists.
const MOST: usize = 10;

/// All that is not told of one person. Anybody may write in this name, so mails without a proof cause one mail an hour and three a
/// day, and proven ones ten and forty: a program may answer each. What comes beyond that waits for the next mail.
///
/// `$1` whom the settings name, NULL for anybody, `$2` when the run began. No dialogue takes as long as the first pause, so
/// nobody sends it meanwhile.
const CLAIM: &str = "\
    WITH claimed AS (UPDATE digest_mail SET attempts = attempts + 1, next_attempt_at = now() + interval '5 minutes' * (attempts + 1) \
    WHERE about IS NOT NULL AND finished_at IS NULL AND bounced_at IS NULL AND next_attempt_at <= $2 \
        AND NOT EXISTS (SELECT FROM intake WHERE intake.id = about AND rule = 'find') AND recipient = ( \
        SELECT recipient FROM digest_mail AS waiting JOIN intake ON intake.id = about, LATERAL ( \
            SELECT coalesce(auth IN ('pass', 'internal'), false) AS is_proven \
        ) AS proof, LATERAL ( \
            SELECT count(DISTINCT finished_at) AS today, \
                count(DISTINCT finished_at) FILTER (WHERE finished_at BETWEEN now() - interval '1 hour' AND now()) AS lately \
            FROM digest_mail AS told WHERE told.about IS NOT NULL AND lower(told.recipient) = lower(waiting.recipient) \
                AND finished_at BETWEEN now() - interval '1 day' AND now() \
                AND NOT EXISTS (SELECT FROM intake WHERE intake.id = told.about AND rule = 'find') \
        ) AS told \
        WHERE about IS NOT NULL AND finished_at IS NULL AND bounced_at IS NULL AND waiting.next_attempt_at <= $2 \
            AND waiting.created_at > now() - interval '2 days' AND ($1::text[] IS NULL OR recipient = ANY ($1)) \
            AND fate = 'quarantined' AND lately < CASE WHEN is_proven THEN 10 ELSE 1 END \
            AND today < CASE WHEN is_proven THEN 40 ELSE 3 END \
        ORDER BY waiting.next_attempt_at LIMIT 1 \
    ) RETURNING id, recipient, about, created_at) \
    SELECT (array_agg(claimed.id ORDER BY created_at DESC))[1] AS newest, recipient, array_agg(claimed.id) AS ids, \
        coalesce(array_agg(about ORDER BY created_at DESC) FILTER (WHERE fate = 'quarantined'), '{}') AS mails \
    FROM claimed LEFT JOIN intake ON intake.id = about GROUP BY recipient";

#[derive(FromQueryResult)]
struct Claimed {
    /// Names the mail: a later trial that lists more has another.
    newest: Uuid,
    recipient: String,
    ids: Vec<Uuid>,
    /// Those about which nobody has decided, the newest first.
    mails: Vec<Uuid>,
}

pub async fn tell_authors(
    db: &DatabaseConnection,
    mailer: &Mailer,
    consultants: Option<&[String]>,
) -> anyhow::Result<()> {
    let begun = database_now(db).await?;
    let claim = || statement(CLAIM, [consultants.map(<[String]>::to_vec).into(), begun.into()]);
    while let Some(claimed) = Claimed::find_by_statement(claim()).one(db).await? {
        let notice = claimed.newest;
        // A relay that is away has its own alert, and keeps nobody else waiting.
        if let Err(error) = tell(db, mailer, claimed).await {
            tracing::warn!(%notice, cause = describe_cause(&error), "author of a waiting mail not told");
        }
    }
    Ok(())
}

async fn tell(db: &DatabaseConnection, mailer: &Mailer, claimed: Claimed) -> anyhow::Result<()> {
    let Claimed { newest, recipient, ids, mails } = claimed;
    let more = mails.len().saturating_sub(MOST);
    let mut waiting = Vec::new();
    for mail in mails.into_iter().take(MOST) {
        waiting.extend(find_waiting(db, mail).await?);
    }
    if !waiting.is_empty() {
        let (at, settings) = (database_now(db).await?, mailer.settings());
        if let Err(error) = mailer.send_digest(&recipient, newest, your_mail(&waiting, more, at, settings)?).await {
            if !NotSent::is_of_the_text(&error) {
                return Err(error);
            }
            waiting.iter_mut().for_each(WaitingMail::leave_words_out);
            mailer.send_digest(&recipient, newest, your_mail(&waiting, more, at, settings)?).await?;
        }
        tracing::info!(notice = %newest, mails = waiting.len() + more, "author of waiting mails told");
    }
    let finished = "UPDATE digest_mail SET finished_at = now() WHERE id = ANY ($1)";
    db.execute_raw(statement(finished, [ids.into()])).await?;
    Ok(())
}
