//! The register of data subject requests (GDPR art. 15 to 22, Swiss FADP art. 25 to 32).

use anyhow::{Context, bail};
use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    EmailAddress, Language,
    data_subject_request::{Channel, ExtensionReason, IdentityCheck, RequestAnswer, RequestKind, Sent},
};
use mailer::db::{database_now, find_value, query_one, query_value, statement};
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult, TransactionTrait};
use serde::Serialize;
use uuid::Uuid;

use super::export::read_recipients;

#[derive(Clone, Copy, Debug, FromQueryResult)]
pub struct RegisteredRequest {
    pub id: Uuid,
    pub due_at: DateTime<Utc>,
}

/// Lists show it as it is serialised.
#[derive(Clone, derive_more::Debug, FromQueryResult, Serialize)]
#[debug("request {id} ({kind:?})")]
pub struct ListedRequest {
    pub id: Uuid,
    pub kind: RequestKind,
    /// `None` once it is closed, or where a restore lost it: the person's letter has it.
    pub address: Option<String>,
    pub received_at: DateTime<Utc>,
    pub due_at: DateTime<Utc>,
    /// Answered after its last day, or not yet and that is over.
    pub is_late: bool,
    pub extension: Option<ExtensionReason>,
    pub identity: Option<IdentityCheck>,
    /// The hold in force that the person was told of, and its last day.
    pub waits_for: Option<Uuid>,
    pub waits_until: Option<NaiveDate>,
    pub closed_at: Option<DateTime<Utc>>,
    pub answer: Option<RequestAnswer>,
    /// These three are `None` where an erasure closed the request, until it is noted how the person was told.
    pub answered_on: Option<NaiveDate>,
    pub channel: Option<Channel>,
    pub sent: Option<Sent>,
}

/// What an officer notes of an answer.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    pub answer: RequestAnswer,
    pub on: Option<NaiveDate>,
    pub channel: Channel,
    pub sent: Sent,
    pub identity: Option<IdentityCheck>,
}

/// Registers a request with its entry. `received` is the day on which it arrived, today by default. Refuses a second open
/// one of the same kind and address unless `again`.
pub async fn register_request(
    db: &DatabaseConnection,
    address: &EmailAddress,
    kind: RequestKind,
    received: Option<NaiveDate>,
    identity: Option<IdentityCheck>,
    language: Option<Language>,
    again: bool,
) -> anyhow::Result<RegisteredRequest> {
    let key = address.key();
    let mut open = list_requests(db, false).await?.into_iter();
    let same = open.find(|open| !again && open.kind == kind && open.address.as_deref() == Some(&key));
    if let Some(ListedRequest { id, received_at, due_at, .. }) = same {
        bail!(
            "request {id} of the same kind and address is open: received {}, due {}. If this is another one, give --again",
            received_at.format("%Y-%m-%d"),
            due_at.format("%Y-%m-%d")
        );
    }
    // At the start of the day: the deadline is then never too late. Today's is received now.
    let now = database_now(db).await?;
    let received_at = match received {
        Some(day) if day != now.date_naive() => day.and_time(chrono::NaiveTime::MIN).and_utc(),
        _ => now,
    };
    let sql = "SELECT request AS id, due AS due_at FROM register_request($1, $2, $3, $4, $5)";
    let identity = identity.map(|identity| identity.to_value());
    let language = language.map(|language| language.to_value());
    let values = [kind.to_value().into(), key.into(), received_at.into(), identity.into(), language.into()];
    Ok(query_one(db, statement(sql, values)).await?)
}

/// The requests of which the person is to be told, the next deadline first; or the closed ones, which are kept for a year, the
/// newest first. An erasure of which nobody was told is in both.
pub async fn list_requests(db: &impl ConnectionTrait, closed: bool) -> Result<Vec<ListedRequest>, DbErr> {
    ListedRequest::find_by_statement(statement(REQUESTS, [closed.into()])).all(db).await
}

const REQUESTS: &str = "\
    SELECT request.id, kind, request.email_key AS address, received_at, due_at, extension, identity, \
        coalesce(answered_on, (now() AT TIME ZONE 'UTC')::date) > (due_at AT TIME ZONE 'UTC')::date OR answered_on IS NOT NULL \
            AND request.id::text IN (SELECT jsonb_array_elements_text(detail -> 'late') FROM ledger WHERE kind IN ('request', 'erasure')) AS is_late, \
        hold.id AS waits_for, ((hold.ends_at - interval '1 microsecond') AT TIME ZONE 'UTC')::date AS waits_until, \
        closed_at, answer, answered_on, channel, sent \
    FROM data_subject_request AS request \
    LEFT JOIN legal_hold AS hold ON hold.id = waits_for AND closed_at IS NULL AND released_at IS NULL AND ends_at > now() \
    WHERE CASE WHEN $1 THEN closed_at IS NOT NULL ELSE answered_on IS NULL END \
    ORDER BY CASE WHEN $1 THEN closed_at END DESC, due_at";

/// Extends the deadline to 90 days, once. The person must hear of it, with the reason, within the first 30.
pub async fn extend_request(
    db: &DatabaseConnection,
    id: Uuid,
    reason: ExtensionReason,
) -> anyhow::Result<DateTime<Utc>> {
    if may_wait(db, id).await? {
        bail!(
            "a hold keeps what request {id} is about: print the letter that says so, and note it with `request wait`"
        );
    }
    let call = statement("SELECT extend_request($1, $2)", [id.into(), reason.to_value().into()]);
    if let Some(due) = query_value(db, call).await? {
        return Ok(due);
    }
    match find_open(db, id).await? {
        ListedRequest { extension: Some(_), .. } => bail!("request {id} was extended before"),
        ListedRequest { due_at, .. } => {
            let due = due_at.format("%Y-%m-%d");
            bail!(
                "request {id} is due {due} and cannot be extended: its time is over, or it waits or has waited for a hold. Answer it"
            )
        }
    }
}

pub async fn find_open(db: &impl ConnectionTrait, id: Uuid) -> anyhow::Result<ListedRequest> {
    let found = listed(db, id).await?.filter(|request| request.closed_at.is_none());
    found.with_context(|| format!("no open request has the id {id}. `compliance person request list` lists them"))
}

/// Notes the answer, closes the request unless an erasure has done so, and deletes its address. On no day, it was today.
pub async fn answer_request(db: &DatabaseConnection, id: Uuid, given: Answer) -> anyhow::Result<()> {
    match noted(db, id, given).await? {
        None => Ok(()),
        Some(reason) => bail!(why_not(id, listed(db, id).await?.map(|asked| asked.kind), given.answer, &reason)),
    }
}

async fn listed(db: &impl ConnectionTrait, id: Uuid) -> Result<Option<ListedRequest>, DbErr> {
    Ok(list_requests(db, false).await?.into_iter().find(|request| request.id == id))
}

/// Why an answer is refused.
#[derive(Debug)]
pub struct Refusal {
    pub reason: String,
    pub sentence: String,
}

/// Why this answer would be refused now, as nothing was done that it says, or as another one is noted.
pub async fn untrue_answer(
    db: &DatabaseConnection,
    id: Uuid,
    answer: RequestAnswer,
) -> anyhow::Result<Option<Refusal>> {
    let closed = statement("SELECT answer FROM data_subject_request WHERE id = $1", [id.into()]);
    let closed: Option<Option<RequestAnswer>> = find_value(db, closed).await?;
    if let Some(given) = closed.flatten().filter(|given| *given != answer) {
        let sentence = format!("the request is closed as `{}`", given.to_value().replace('_', "-"));
        return Ok(Some(Refusal { reason: "closed".to_owned(), sentence }));
    }
    let asked = listed(db, id).await?;
    let identity = asked.as_ref().and_then(|asked| asked.identity).unwrap_or(IdentityCheck::Known);
    let kind = asked.map(|asked| asked.kind);
    let sent = match (answer, kind) {
        (RequestAnswer::Granted | RequestAnswer::Partly, Some(RequestKind::Access | RequestKind::Portability)) => {
            Sent::Export
        }
        (RequestAnswer::Withdrawn, _) => Sent::Nothing,
        _ => Sent::Confirmation,
    };
    let given = Answer { answer, on: None, channel: Channel::Mail, sent, identity: Some(identity) };
    let transaction = db.begin().await?;
    let reason = noted(&transaction, id, given).await?;
    transaction.rollback().await?;
    Ok(reason
        .filter(|reason| matches!(&**reason, "export" | "stored" | "nothing" | "erased" | "undone" | "unrestricted"))
        .map(|reason| Refusal { sentence: why_not(id, kind, answer, &reason), reason }))
}

async fn noted(db: &impl ConnectionTrait, id: Uuid, given: Answer) -> Result<Option<String>, DbErr> {
    let Answer { answer, on, channel, sent, identity } = given;
    let key = statement("SELECT max(email_key) FROM data_subject_request WHERE id = $1", [id.into()]);
    let recipients = match query_value::<Option<String>>(db, key).await? {
        Some(key) => read_recipients(db, &key).await?,
        None => Vec::new(),
    };
    let call = statement(
        "SELECT answer_request($1, $2, $3, $4, $5, $6, $7)",
        [
            id.into(),
            answer.to_value().into(),
            day_or_today(db, on).await?.into(),
            channel.to_value().into(),
            sent.to_value().into(),
            identity.map(|identity| identity.to_value()).into(),
            recipients.into(),
        ],
    );
    query_value(db, call).await
}

fn why_not(id: Uuid, kind: Option<RequestKind>, answer: RequestAnswer, reason: &str) -> String {
    let sentence = match reason {
        "day" => {
            "--on: a request is answered on its day of receipt or later, at the latest today, and not before what it says was done: the \
             export, correction, restriction or erasure"
        }
        "sent" => "only a request that was withdrawn is answered with nothing: a letter has the answer and its reasons",
        "identity" => "note with --identity how you checked who the person is",
        "export" if matches!(answer, RequestAnswer::Granted | RequestAnswer::Partly) => {
            "this answer needs an export that was written after the request was registered: write one with `compliance person \
             export`, send it, and give --sent export"
        }
        "export" => {
            "--sent export: none was written for this request. A refusal goes with --sent reasons, another answer with confirmation"
        }
        "stored" => {
            "something is still stored about the address. Erase it, or answer `partly` or `refused` with the reason: what is on inquiries of others may stay"
        }
        "nothing" => {
            "nothing is stored about the address, and no act that the ledger has of this request took it: `--answer nothing-stored --sent \
             confirmation`"
        }
        "erased" => {
            "the person's data was erased since the request came: `--answer ended-by-erasure --sent confirmation`, of one for erasure and of \
             an objection `granted`"
        }
        "undone" if kind == Some(RequestKind::Correction) => {
            "nothing was corrected since the request came, or a restore took it back: `compliance person correct` does it. Or give another answer"
        }
        "undone" => {
            "not everything of this address is restricted: `compliance person restrict` does it. If it was, and you have lifted that, answer `partly`"
        }
        "certificate" => "--sent certificate: no erasure of this request has written one. Give confirmation",
        "unrestricted" => {
            "what is stored about the address cannot be restricted: it has no inquiry, and is on none of others. Erase it, or answer `partly` or \
             `refused` and say so"
        }
        _ => {
            return format!(
                "no open request has the id {id}, nor has an erasure of which the person was not told (--answer granted). \
                 `compliance person request list` lists them, with --closed the erasures and what was answered already"
            );
        }
    };
    sentence.to_owned()
}

/// Notes that the person was told of the hold that keeps the data. Returns the hold and its last day.
pub async fn wait_for_hold(
    db: &impl ConnectionTrait,
    id: Uuid,
    channel: Channel,
    on: Option<NaiveDate>,
) -> anyhow::Result<(Uuid, NaiveDate)> {
    let ListedRequest { kind, received_at, .. } = find_open(db, id).await?;
    if !matches!(kind, RequestKind::Erasure | RequestKind::Correction) {
        bail!("request {id} is for {}: only one for erasure or correction waits for a hold", kind.to_value());
    }
    let told_on = day_or_today(db, on).await?;
    if told_on < received_at.date_naive() || told_on > database_now(db).await?.date_naive() {
        bail!("--on: the person is told on the day of receipt or later, and at the latest today");
    }
    let values = [id.into(), told_on.into(), channel.to_value().into()];
    let row = db.query_one_raw(statement(WAIT, values)).await?;
    let row = row.with_context(|| {
        format!("no hold in force, placed on that day or before, keeps anything about the address of request {id}")
    })?;
    Ok((row.try_get("", "hold")?, row.try_get("", "until")?))
}

const WAIT: &str = "SELECT * FROM wait_for_hold($1, $2, $3)";

/// Whether the person could be told of a hold today.
pub(super) async fn may_wait(db: &DatabaseConnection, id: Uuid) -> Result<bool, DbErr> {
    let today = day_or_today(db, None).await?;
    let transaction = db.begin().await?;
    let values = [id.into(), today.into(), Channel::Mail.to_value().into()];
    let waits = transaction.query_one_raw(statement(WAIT, values)).await?.is_some();
    transaction.rollback().await?;
    Ok(waits)
}

pub(super) async fn day_or_today(db: &impl ConnectionTrait, day: Option<NaiveDate>) -> Result<NaiveDate, DbErr> {
    match day {
        Some(day) => Ok(day),
        None => Ok(database_now(db).await?.date_naive()),
    }
}
