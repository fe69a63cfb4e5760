//! The certificate of an erasure, from its ledger entry alone: it can be written again at any time, and names nobody.

use chrono::{DateTime, Days, Utc};
use entity::Language;
use mailer::{db::statement, time};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};
use serde::{Deserialize, de::IgnoredAny};

use super::words::render;
use crate::pdf::Document;

/// How long backups are kept, see docs/backup.md.
const BACKUP_DAYS: u64 = 35;
/// By when the largest tables in use are rewritten.
const REWRITE_DAYS: u64 = 8;

/// The entry of an erasure.
#[derive(Clone, Debug)]
pub struct Certificate {
    hash: String,
    entry: Entry,
}

#[derive(Clone, Debug, Deserialize)]
struct Entry {
    seq: i64,
    at: DateTime<Utc>,
    policy: i32,
    role: String,
    prev: String,
    detail: Detail,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Detail {
    ids: Vec<String>,
    inquiry: u64,
    outbox: u64,
    jobs: u64,
    message: u64,
    raw_mail: u64,
    legal_hold: u64,
    /// Mails to a consultant, of which the records keep the address.
    recipient: u64,
    /// Inquiries that a hold keeps.
    kept: u64,
    /// Holds on the address itself.
    in_force: u64,
    requests: Vec<String>,
    /// Requests that stay open.
    open: Vec<String>,
    copies: Vec<IgnoredAny>,
    participants: Vec<IgnoredAny>,
}

impl Detail {
    fn is_empty(&self) -> bool {
        self.inquiry + self.message + self.raw_mail + self.legal_hold == 0
            && self.copies.is_empty()
            && self.participants.is_empty()
    }
}

/// What the templates see.
struct Text<'a> {
    language: Language,
    hash: &'a str,
    entry: &'a Entry,
}

impl Text<'_> {
    fn erased_at(&self) -> String {
        time::utc_in_language(self.entry.at, self.language)
    }

    fn day(&self, after: u64) -> String {
        let end = self.entry.at.checked_add_days(Days::new(after)).unwrap_or(self.entry.at);
        time::day_in_language(end.date_naive(), self.language)
    }
}

/// `None`: the entry is not an erasure, or one that erased nothing.
pub async fn read_certificate(db: &DatabaseConnection, seq: i64) -> Result<Option<Certificate>, DbErr> {
    let sql = "SELECT entry, encode(hash, 'hex') AS hash FROM ledger \
               WHERE seq = $1 AND kind = 'erasure' AND NOT detail ? 'single'";
    let Some(row) = db.query_one_raw(statement(sql, [seq.into()])).await? else { return Ok(None) };
    let (text, hash): (String, String) = (row.try_get("", "entry")?, row.try_get("", "hash")?);
    let entry: Entry = serde_json::from_str(&text).map_err(|error| DbErr::Json(error.to_string()))?;
    Ok((!entry.detail.is_empty()).then_some(Certificate { hash, entry }))
}

impl Certificate {
    /// Such as `erasure-42-5d1c9a0e.pdf`.
    pub fn file_name(&self) -> String {
        format!("erasure-{}-{}.pdf", self.entry.seq, &self.hash[..8])
    }

    pub fn to_pdf(&self, language: Language) -> Result<Vec<u8>, askama::Error> {
        let text = self.to_text(language)?;
        let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let mut page = Document::new(language);
        page.title(title);
        page.text(rest);
        Ok(page.finish())
    }

    pub(super) fn to_text(&self, language: Language) -> Result<String, askama::Error> {
        let text = &Text { language, hash: &self.hash, entry: &self.entry };
        render!(text => Text<'a>: En "person/certificate/en.txt", De "person/certificate/de.txt",
            Fr "person/certificate/fr.txt", It "person/certificate/it.txt")
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::privacy) fn sample() -> Certificate {
        let entry = serde_json::json!({
            "seq": 42, "at": "2026-11-01T09:30:00Z", "policy": 1, "role": "officer_1", "prev": "5d1c",
            "detail": {
                "ids": ["6f1d"], "inquiry": 1, "outbox": 2, "jobs": 3, "message": 4, "raw_mail": 5, "legal_hold": 6, "recipient": 7, "kept": 2, "in_force": 1,
                "requests": ["7a2e"], "open": ["8b3f"], "copies": [0], "participants": [0, 0]
            }
        });
        Certificate { hash: "9c40".repeat(16), entry: serde_json::from_value(entry).unwrap() }
    }
}
