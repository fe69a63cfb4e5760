//! The inquiries with the words of a `#find`.

use chrono::{DateTime, Utc};
use entity::{EmailAddress, TicketReference};
use mailer::{db::statement, db_error::sqlstate};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, TransactionSession, TransactionTrait};

use super::LEFT_OUT;

/// Inquiries that one mail lists.
pub const MOST_FOUND: i32 = 20;

/// An inquiry with the words.
#[derive(Clone, derive_more::Debug, FromQueryResult)]
#[debug("Found")]
pub struct Found {
    pub reference: TicketReference,
    pub received_at: DateTime<Utc>,
    pub first_name: String,
    pub last_name: String,
    pub company: String,
    pub state: String,
    /// The address.
    pub owner: Option<String>,
}

impl Found {
    /// The reference says enough.
    pub(crate) fn leave_words_out(&mut self) {
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

/// What this consultant was notified of.
pub async fn find(db: &impl TransactionTrait, consultant: &str, words: &str) -> Result<Search, DbErr> {
    let reading = db.begin().await?;
    reading.execute_unprepared("SET LOCAL statement_timeout = '2s'").await?;
    // Of a person with a number alone, under its stand-in.
    let number = EmailAddress::of_phone(words);
    let words = number.as_ref().map_or(words, EmailAddress::as_str);
    let sql = "SELECT * FROM find_inquiries($1, $2, $3)";
    let rows = reading.query_all_raw(statement(sql, [consultant.into(), words.into(), MOST_FOUND.into()])).await;
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
