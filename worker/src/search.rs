//! Answers a consultant's `#find`. What was looked for stands in the bytes of that mail alone, which go with the answer.

use entity::{EmailAddress, TicketReference};
use inbound::commands::{self, Command};
use mailer::{
    Mailer, NotSent,
    db::{database_now, statement},
    db_error::sqlstate,
    describe_cause,
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult, TransactionSession, TransactionTrait};
use uuid::Uuid;

use crate::{
    intake::{HEAD_BYTES, text_of},
    mail::{Decisions, found_mail},
    ticket::LEFT_OUT,
};

/// Inquiries that one mail lists.
pub const MOST: i32 = 20;
/// Characters that are looked for.
const MAX_WORDS: usize = 200;

/// An inquiry with the words.
#[derive(Clone, derive_more::Debug, FromQueryResult)]
#[debug("Found")]
pub struct Found {
    pub reference: TicketReference,
    pub received_at: chrono::DateTime<chrono::Utc>,
    pub first_name: String,
    pub last_name: String,
    pub company: String,
    pub state: String,
    /// The address.
    pub owner: Option<String>,
}

impl Found {
    /// The reference says enough.
    fn leave_words_out(&mut self) {
        [self.first_name, self.company] = LEFT_OUT.map(str::to_owned);
        self.last_name.clear();
    }
}

#[derive(Clone, Debug, Default)]
pub struct Search {
    pub found: Vec<Found>,
    /// A quarter is being rewritten, or the words are too common to read all.
    pub is_partial: bool,
}

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

/// What a mail looks for whose sole verb is `#find`.
pub fn searched(text: &str) -> Option<String> {
    match commands::read(text).commands.as_slice() {
        [Command::Find(words)] => Some(words.chars().take(MAX_WORDS).collect()),
        _ => None,
    }
}

/// What this consultant was notified of.
pub async fn find(db: &impl TransactionTrait, consultant: &str, words: &str) -> Result<Search, DbErr> {
    let reading = db.begin().await?;
    reading.execute_unprepared("SET LOCAL statement_timeout = '2s'").await?;
    // Of a person with a number alone, under its stand-in.
    let number = EmailAddress::of_phone(words);
    let words = number.as_ref().map_or(words, EmailAddress::as_str);
    let sql = "SELECT * FROM find_inquiries($1, $2, $3)";
    let rows = reading.query_all_raw(statement(sql, [consultant.into(), words.into(), MOST.into()])).await;
    reading.rollback().await?;
    let rows = match rows {
        Err(error) if matches!(sqlstate(&error).as_deref(), Some("57014" | "55P03")) => {
            return Ok(Search { found: Vec::new(), is_partial: true });
        }
        rows => rows?,
    };
    let mut search = Search::default();
    for row in rows {
        if row.try_get::<Option<String>>("", "reference")?.is_some() {
            search.found.push(Found::from_query_result(&row, "")?);
        } else {
            search.is_partial = true;
        }
    }
    Ok(search)
}
