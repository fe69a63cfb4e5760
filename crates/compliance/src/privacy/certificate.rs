//! The certificate of an erasure, from its ledger entry alone: it can be written again at any time, and names nobody.

use chrono::{DateTime, Days, Utc};
use mailer::{brand::legal_name, db::statement, text::counted};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};
use serde::Deserialize;

use crate::pdf::Document;

/// How long backups are kept, see docs/backup.md.
const BACKUP_DAYS: u64 = 35;

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
    /// Inquiries that a hold keeps.
    kept: u64,
    requests: Vec<String>,
}

/// `None`: the entry is not an erasure.
pub async fn read_certificate(db: &DatabaseConnection, seq: i64) -> Result<Option<Certificate>, DbErr> {
    let sql = "SELECT entry, encode(hash, 'hex') AS hash FROM ledger WHERE seq = $1 AND kind = 'erasure'";
    let Some(row) = db.query_one_raw(statement(sql, [seq.into()])).await? else { return Ok(None) };
    let (text, hash): (String, String) = (row.try_get("", "entry")?, row.try_get("", "hash")?);
    let entry = serde_json::from_str(&text).map_err(|error| DbErr::Json(error.to_string()))?;
    Ok(Some(Certificate { hash, entry }))
}

impl Certificate {
    /// Such as `erasure-42-5d1c9a0e.pdf`.
    pub fn file_name(&self) -> String {
        format!("erasure-{}-{}.pdf", self.entry.seq, &self.hash[..8])
    }

    pub fn to_pdf(&self) -> Vec<u8> {
        let Entry { seq, at, policy, role, prev, detail } = &self.entry;
        let mut page = Document::default();
        page.title("Certificate of erasure");
        page.paragraph(&format!(
            "{} has erased the personal data below at the request of the person whom it concerns (GDPR art. 17, FADP \
             art. 32). The certificate names nobody: the ledger, whose entry it shows, contains no personal data.",
            legal_name()
        ));
        page.heading("Entry of the ledger");
        page.row("Number", &seq.to_string());
        page.row("SHA-256", &self.hash);
        page.row("SHA-256 of the entry before", prev);
        page.row("Erased on", &at.format("%Y-%m-%d at %H:%M:%S UTC").to_string());
        page.row("Erased by (login)", role);
        page.row("Version of the policy", &policy.to_string());
        page.heading("What was erased");
        page.row("Inquiries", &format!("{}, with name, company, address, phone and text", detail.inquiry));
        page.row("Records of mails sent", &detail.outbox.to_string());
        page.row("Messages, mails as received", &format!("{}, {}", detail.message, detail.raw_mail));
        page.row("Jobs, ended legal holds", &format!("{}, {}", detail.jobs, detail.legal_hold));
        for id in &detail.ids {
            page.row("Random id of an inquiry", id);
        }
        for id in &detail.requests {
            page.row("Request answered", id);
        }
        page.heading("What is left, and why");
        for line in self.left() {
            page.paragraph(&line);
        }
        page.heading("How to check it");
        page.paragraph(&format!(
            "compliance ledger verify FILE --head {seq}:{} finds this entry in any later export of the ledger. \
             docs/auditor.md shows the same with sha256sum.",
            self.hash
        ));
        page.finish()
    }

    fn left(&self) -> Vec<String> {
        let Entry { at, detail, .. } = &self.entry;
        let day = |days| at.checked_add_days(Days::new(days)).unwrap_or(*at).format("%Y-%m-%d");
        let mut left = Vec::new();
        if detail.kept > 0 {
            left.push(format!(
                "{} on legal hold, which the law requires to keep; the request stays open until the hold ends.",
                counted(detail.kept, "inquiry stays", "inquiries stay")
            ));
        }
        left.push(
            "Copies in mailboxes: the consultants' notifications and answers, which the consultants delete, and the \
             person's own mailbox."
                .to_owned(),
        );
        left.push(format!(
            "Backups until {}: after a restore, a replay of the ledger erases the data again before the product starts.",
            day(BACKUP_DAYS)
        ));
        left.push(format!(
            "Deleted bytes in the database's files: gone within three hours, from large tables in use by {}.",
            day(8)
        ));
        left.push("The entry itself, without personal data, as evidence.".to_owned());
        left
    }
}
