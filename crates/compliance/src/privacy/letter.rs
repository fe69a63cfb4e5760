//! Letters to a person: the answers of the register, and what the law wants told. An officer fills in what is in brackets.

use anyhow::{Context, bail};
use chrono::{DateTime, Utc};
use entity::{
    EmailAddress, Language,
    data_subject_request::{ExtensionReason, RequestAnswer, RequestKind},
};
use mailer::{db::statement, time};
use sea_orm::{DatabaseConnection, FromQueryResult};
use uuid::Uuid;

use super::{
    requests::{may_wait, untrue_answer},
    words::{read_language, render},
};

#[derive(Clone, Copy, Debug)]
pub struct Letter {
    pub language: Language,
    pub occasion: Occasion,
}

#[derive(Clone, Copy, Debug)]
pub enum Occasion {
    Request {
        kind: RequestKind,
        /// What was done, if it is granted: an erasure answers an objection, too.
        done: RequestKind,
        /// An erasure of which there is a certificate.
        is_certified: bool,
        received_at: DateTime<Utc>,
        reply: Reply,
    },
    /// A hold keeps data that the person wants erased or corrected.
    Held(RequestKind),
    /// GDPR art. 18 (3).
    RestrictionEnds,
}

#[derive(Clone, Copy, Debug)]
pub enum Reply {
    Answer(RequestAnswer),
    /// GDPR art. 12 (3), the Swiss DPO art. 18 (2).
    Later(ExtensionReason, DateTime<Utc>),
}

#[derive(FromQueryResult)]
struct Asked {
    kind: RequestKind,
    received_at: DateTime<Utc>,
    due_at: DateTime<Utc>,
    extension: Option<ExtensionReason>,
    language: Option<Language>,
    email_key: Option<String>,
    is_erased: bool,
    is_certified: bool,
}

/// The letter that answers a request, or that tells of its extension or its hold, with the language that is known. A closed
/// request has forgotten its address.
pub async fn read_letter(
    db: &DatabaseConnection,
    id: Uuid,
    answer: Option<RequestAnswer>,
    language: Option<Language>,
) -> anyhow::Result<Letter> {
    let sql = "SELECT request.kind, received_at, due_at, extension, language, email_key, \
                   coalesce(bool_or(detail -> 'requests' ? request.id::text), false) AS is_erased, \
                   coalesce(bool_or(detail -> 'tables' <> '[]' AND NOT detail ? 'single'), false) AS is_certified \
               FROM data_subject_request AS request LEFT JOIN ledger ON ledger.kind = 'erasure' \
                   AND (coalesce(detail -> 'requests', '[]') || coalesce(detail -> 'open', '[]')) ? request.id::text \
               WHERE id = $1 GROUP BY id";
    let asked = Asked::find_by_statement(statement(sql, [id.into()])).one(db).await?;
    let asked =
        asked.with_context(|| format!("no request has the id {id}. `compliance person request list` lists them"))?;
    // What a hold kept from the erasure may have gone with the hold.
    let is_erased = asked.is_erased
        || (asked.kind, answer) == (RequestKind::Objection, Some(RequestAnswer::Granted))
            && asked.email_key.is_some()
            && matches!(
                untrue_answer(db, id, RequestAnswer::NothingStored).await,
                Ok(refusal) if refusal.as_ref().is_none_or(|refusal| refusal.reason != "stored")
            );
    let done = if is_erased { RequestKind::Erasure } else { asked.kind };
    let Asked { kind, received_at, is_certified, .. } = asked;
    let to = |reply| Occasion::Request { kind, done, is_certified, received_at, reply };
    let occasion = match (answer, asked.extension) {
        (Some(answer), _) => to(Reply::Answer(answer)),
        (None, _) if may_wait(db, id).await? => Occasion::Held(asked.kind),
        (None, Some(reason)) => to(Reply::Later(reason, asked.due_at)),
        (None, None) => {
            bail!("the request was neither extended nor kept from being done by a hold: name the answer with --answer")
        }
    };
    let address = asked.email_key.as_deref().and_then(|key| EmailAddress::parse(key).ok());
    let language = match (language.or(asked.language), &address) {
        (None, Some(address)) => read_language(db, address, &[asked.kind]).await?,
        (language, _) => language,
    };
    Ok(Letter { language: language.unwrap_or_default(), occasion })
}

impl Letter {
    pub fn to_text(&self) -> Result<String, askama::Error> {
        render!(self => Letter: En "person/letter/en.txt", De "person/letter/de.txt", Fr "person/letter/fr.txt",
            It "person/letter/it.txt")
    }

    fn day(&self, at: &DateTime<Utc>) -> String {
        time::day_in_language(at.date_naive(), self.language)
    }

    /// Somebody who got what he wanted is not told where to complain.
    fn may_complain(&self) -> bool {
        let is_settled = |answer| matches!(answer, RequestAnswer::Granted | RequestAnswer::Withdrawn);
        !matches!(self.occasion, Occasion::Request { reply: Reply::Answer(answer), .. } if is_settled(answer))
    }
}
