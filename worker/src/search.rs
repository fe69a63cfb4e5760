//! Answers a consultant's `#find`. What was looked for stands in the bytes of that mail alone, which go with the answer.

use inbound::commands::searched;
use mailer::{
    Mailer, NotSent,
    db::{database_now, statement},
    describe_cause,
};
use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult, TransactionTrait};
use uuid::Uuid;

use crate::{
    intake::{HEAD_BYTES, text_of},
    mail::{Decisions, found_mail},
    ticket::{Found, LEFT_OUT, find},
};

/// The one that has waited longest. A trial that failed is repeated after five minutes, and longer, for two days.
///
/// `$1` whom the settings name, NULL for anybody, in lower case, `$2` bytes of the mail.
const CLAIM: &str = "\
    UPDATE digest_mail SET attempts = attempts + 1, next_attempt_at = now() + interval '5 minutes' * (attempts + 1) \
    WHERE id = ( \
        SELECT digest_mail.id FROM digest_mail JOIN intake ON intake.id = about \
        WHERE rule = 'find' AND finished_at IS NULL AND bounced_at IS NULL AND digest_mail.next_attempt_at <= now() \
        ORDER BY digest_mail.next_attempt_at LIMIT 1 FOR UPDATE OF digest_mail SKIP LOCKED \
    ) RETURNING id, recipient, about, CASE \
        WHEN created_at > now() - interval '2 days' AND ($1::text[] IS NULL OR lower(recipient) = ANY ($1)) \
        THEN (SELECT substr(raw, 1, $2) FROM raw_mail_of(about)) \
    END AS head";

#[derive(FromQueryResult)]
struct Claimed {
    id: Uuid,
    recipient: String,
    about: Uuid,
    /// `None`: its bytes are gone, or nobody is to get an answer any more.
    head: Option<Vec<u8>>,
}

pub async fn answer_searches(
    db: &DatabaseConnection,
    mailer: &Mailer,
    consultants: Option<&[String]>,
) -> anyhow::Result<()> {
    let consultants = consultants.map(|all| all.iter().map(|one| one.to_lowercase()).collect::<Vec<_>>());
    let claim = || statement(CLAIM, [consultants.clone().into(), HEAD_BYTES.into()]);
    while let Some(claimed) = Claimed::find_by_statement(claim()).one(db).await? {
        // A relay that is away has its own alert, and keeps nobody else waiting.
        let notice = claimed.id;
        if let Err(error) = answer(db, mailer, claimed).await {
            tracing::warn!(%notice, cause = describe_cause(&error), "search not answered");
        }
    }
    Ok(())
}

async fn answer(db: &DatabaseConnection, mailer: &Mailer, claimed: Claimed) -> anyhow::Result<()> {
    let Claimed { id, recipient, about, head } = claimed;
    if let Some(words) = text_of(head).await.as_deref().and_then(searched) {
        let mut search = find(db, &recipient, &words).await?;
        let settings = mailer.settings();
        let decisions = Decisions { consultant: &recipient, addresses: settings.signed.as_deref(), may_open: false };
        let at = database_now(db).await?;
        if let Err(error) =
            mailer.send_digest(&recipient, id, found_mail(&words, &search, &decisions, at, settings)?).await
        {
            if !NotSent::is_of_the_text(&error) {
                return Err(error);
            }
            search.found.iter_mut().for_each(Found::leave_words_out);
            let mail = found_mail(&LEFT_OUT.join(", "), &search, &decisions, at, settings)?;
            mailer.send_digest(&recipient, id, mail).await?;
        }
        tracing::info!(notice = %id, "search answered");
    }
    let transaction = db.begin().await?;
    transaction.execute_raw(statement("SELECT drop_raw_mail($1)", [about.into()])).await?;
    let finished = "UPDATE digest_mail SET finished_at = now() WHERE id = $1";
    transaction.execute_raw(statement(finished, [id.into()])).await?;
    Ok(transaction.commit().await?)
}
