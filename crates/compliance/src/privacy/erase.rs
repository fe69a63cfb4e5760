//! Erasure: deletes every inquiry of an address that no legal hold keeps.

use entity::{EmailAddress, Language, data_subject_request::IdentityCheck};
use mailer::db::{query_json_with_retry, query_value, query_values, statement};
use sea_orm::{ActiveEnum, DatabaseConnection, DbErr, FromQueryResult};
use serde::{Deserialize, de::IgnoredAny};
use uuid::Uuid;

use super::export::read_recipients;
use crate::retention::{RewriteScope, rewrite};

/// What an erasure deleted and what it left.
#[derive(Debug, Deserialize)]
pub struct Erased {
    #[serde(rename = "inquiry")]
    pub inquiries: u64,
    #[serde(rename = "outbox")]
    pub mails: u64,
    pub jobs: u64,
    #[serde(rename = "message")]
    pub messages: u64,
    #[serde(rename = "raw_mail")]
    pub received: u64,
    /// Messages that only copied the person, and inquiries that named the address: it went.
    copies: Vec<IgnoredAny>,
    participants: Vec<IgnoredAny>,
    /// Inquiries on legal hold. While there are any, or a hold on the address, the request stays open.
    #[serde(rename = "kept")]
    pub on_hold: u64,
    /// Holds on the address itself, which keep it.
    pub in_force: u64,
    /// Requests for it that it has answered, and objections; one that it has noted, if nobody had registered any.
    #[serde(rename = "requests")]
    pub closed: Vec<Uuid>,
    /// Those that do not note how the person was checked.
    pub unchecked: Vec<Uuid>,
    /// Requests of the address that stay open.
    pub open: Vec<Uuid>,
    /// The one for it, while a hold keeps something.
    pub asked: Option<Uuid>,
    /// Its number in the ledger.
    pub entry: i64,
    /// Tables whose files a later rewrite frees of the deleted bytes.
    #[serde(skip)]
    pub postponed: Vec<String>,
}

impl Erased {
    pub fn copied(&self) -> u64 {
        (self.copies.len() + self.participants.len()) as u64
    }
}

/// Erases, records it in the ledger, and rewrites the tables. Of a request that a hold keeps open, notes the language and the
/// check as [`ask_for_erasure`]. Needs the role `inquiry_compliance`.
pub async fn erase_person(
    db: &DatabaseConnection,
    address: &EmailAddress,
    languages: [Option<Language>; 2],
    identity: Option<IdentityCheck>,
) -> Result<Erased, DbErr> {
    let [chosen, known] = languages.map(|language| language.map(|language| language.to_value()));
    let identity = identity.map(|identity| identity.to_value());
    let recipients = read_recipients(db, &address.key()).await?;
    let values = [address.key().into(), identity.into(), recipients.into(), chosen.into(), known.into()];
    let call = statement("SELECT erase_person($1, $2, $3, $4, $5)", values);
    let erased: Erased = query_json_with_retry(db, call).await?;
    // The erasure is done and recorded: a failing rewrite must not look like a failing erasure. The purge repeats it.
    let postponed = match rewrite(db, RewriteScope::Scheduled).await {
        Ok(rewrite) => rewrite.postponed,
        Err(_) => vec!["all tables that wait".to_owned()],
    };
    Ok(Erased { postponed, ..erased })
}

/// The open erasure request or objection of an address, for a second officer; registers one if there is none. Notes the
/// language, as chosen, or where none is noted as known, and how the person was checked.
pub async fn ask_for_erasure(
    db: &DatabaseConnection,
    address: &EmailAddress,
    languages: [Option<Language>; 2],
    identity: Option<IdentityCheck>,
) -> Result<Uuid, DbErr> {
    let [chosen, known] = languages.map(|language| language.map(|language| language.to_value()));
    let identity = identity.map(|identity| identity.to_value());
    let values = [address.key().into(), chosen.into(), known.into(), identity.into()];
    query_value(db, statement("SELECT ask_for_erasure($1, $2, $3, $4)", values)).await
}

/// Confirms another officer's erasure. False if no such request is open.
pub async fn confirm_erasure(db: &DatabaseConnection, request: Uuid) -> Result<bool, DbErr> {
    query_value(db, statement("SELECT confirm_erasure($1)", [request.into()])).await
}

/// What a hold keeps from an erasure.
#[derive(Debug, Default)]
pub struct Held {
    /// Of the address's inquiries, and of others whose mails name it.
    pub references: Vec<String>,
    pub others: u64,
}

pub async fn list_held(db: &DatabaseConnection, address: &EmailAddress) -> Result<Held, DbErr> {
    let sql = "SELECT reference FROM inquiry JOIN held_inquiry ON held_inquiry.inquiry_id = inquiry.id \
               JOIN inquiry_content AS content ON content.inquiry_id = inquiry.id \
               WHERE content.email_key = $1 ORDER BY reference";
    let others = "SELECT reference FROM inquiry WHERE id IN (SELECT inquiries_that_name($1))";
    let references = async |sql| query_values::<String>(db, statement(sql, [address.key().into()])).await;
    let (own, others) = (references(sql).await?, references(others).await?);
    Ok(Held { others: others.len() as u64, references: [own, others].concat() })
}

/// What the address has written in an inquiry of another person, and mails as they came that name it.
#[derive(derive_more::Debug, FromQueryResult)]
#[debug("{messages} messages and {mails} mails in {reference}")]
pub struct InOthers {
    pub reference: String,
    /// The other person's.
    pub address: String,
    pub messages: i64,
    pub mails: i64,
    /// The address is a consultant's, and these are answers and notes to others.
    pub is_consultant: bool,
    /// A hold keeps them.
    pub is_held: bool,
}

const IN_OTHERS: &str = "\
    SELECT reference, content.email AS address, count(party) AS messages, count(*) - count(party) AS mails, \
        coalesce(bool_or(party = 'consultant'), false) AS is_consultant, \
        inquiry.id IN (SELECT inquiry_id FROM held_inquiry) AS is_held \
    FROM ( \
        SELECT inquiry_id, party FROM compliance.message WHERE author_key = $1 \
        UNION ALL SELECT inquiry_id, NULL FROM raw_mail WHERE $1 = ANY (address_keys) \
    ) AS named JOIN inquiry ON inquiry.id = named.inquiry_id \
    JOIN compliance.inquiry_content AS content ON content.inquiry_id = inquiry.id \
    WHERE content.email_key <> $1 GROUP BY inquiry.id, reference, content.email ORDER BY reference";

pub async fn list_in_others(db: &DatabaseConnection, address: &EmailAddress) -> Result<Vec<InOthers>, DbErr> {
    InOthers::find_by_statement(statement(IN_OTHERS, [address.key().into()])).all(db).await
}
