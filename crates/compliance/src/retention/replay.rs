//! The replay after a restore: imports the ledger entries that the dump lacks and repeats what they record, so that
//! erased persons stay erased.

use std::{fs::File, io::BufReader, path::Path};

use anyhow::{Context, bail};
use mailer::{
    db::{query_row, statement},
    db_error::{DatabaseError, OWNER_URL},
};
use migration::{SchemaError, ensure_current, migrate};
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, Value};
use serde::Deserialize;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::purge;
use crate::ledger::{begin_recorded, read_head, verify_each};

/// Entries in a statement.
const CHUNK: usize = 1000;

/// The counts of a replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// Entries that the dump lacked.
    pub imported: usize,
    pub erased: u64,
    pub purged: u64,
    pub holds: u64,
    pub releases: u64,
    /// Inquiries with a correction that the dump lacks; the ledger has no values, so an officer repeats it.
    pub corrections: Vec<Uuid>,
    /// Tables whose files have the bytes of deleted rows again.
    pub tables: Vec<String>,
}

struct Entry {
    seq: u64,
    text: String,
    hash: String,
}

#[derive(Deserialize)]
struct Parsed {
    at: String,
    kind: String,
    detail: serde_json::Value,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Detail {
    ids: Vec<Uuid>,
    requests: Vec<Uuid>,
    /// Messages in others' conversations, and raw mails.
    messages: Vec<Uuid>,
    mails: Vec<Uuid>,
    /// Where the address stood in messages that were copied to it.
    copies: serde_json::Value,
    hold: Option<Uuid>,
    ends_at: Option<String>,
    by: Option<String>,
}

/// Imports the entries of `file` that the database lacks, repeats what they record, and purges, in one transaction. As
/// `inquiry_owner`, with the URL of `db`. `None` records that there is no exported ledger.
///
/// Migrates the dump of an earlier release first: its schema has no place for what later releases record.
pub async fn replay(db: &DatabaseConnection, owner_url: &str, file: Option<&Path>) -> anyhow::Result<Replayed> {
    let explain = DatabaseError::with(OWNER_URL);
    let entries = file.map(read).transpose()?;
    match ensure_current(db).await {
        Err(SchemaError::Older { .. }) => {
            // A file that does not fit changes nothing.
            if let Some(entries) = &entries {
                missing(db, entries).await?;
            }
            migrate(owner_url)
                .await
                .context("the dump cannot be migrated. Remove the cause and run the replay again")?;
        }
        Ok(()) | Err(SchemaError::Restored) => {}
        Err(error) => bail!("{error}"),
    }
    let transaction = begin_recorded(db).await.map_err(&explain)?;
    let missing = match &entries {
        Some(entries) => missing(&transaction, entries).await?,
        None => &[],
    };
    let replayed = apply(&transaction, missing, entries.is_some()).await.map_err(&explain)?;
    transaction.commit().await.map_err(explain)?;
    Ok(replayed)
}

fn read(path: &Path) -> anyhow::Result<Vec<Entry>> {
    let file = File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let mut entries = Vec::new();
    verify_each(BufReader::new(file), None, |seq, text, hash| {
        entries.push(Entry { seq, text: text.to_owned(), hash: hash.to_owned() });
    })
    .with_context(|| {
        format!("{} is not an intact ledger; `compliance ledger verify` reports the same", path.display())
    })?;
    Ok(entries)
}

/// The entries after the database's last one, if both are one ledger.
async fn missing<'a>(db: &impl ConnectionTrait, entries: &'a [Entry]) -> anyhow::Result<&'a [Entry]> {
    let head = read_head(db).await.map_err(DatabaseError::with(OWNER_URL))?;
    let Some(head) = head else { return Ok(entries) };
    let known = usize::try_from(head.seq).unwrap_or(usize::MAX);
    match entries.get(known.saturating_sub(1)) {
        Some(entry) if entry.hash == head.hash => Ok(&entries[known..]),
        Some(_) => {
            bail!("the file is not this database's ledger: entry {known} differs. Name an export of this installation")
        }
        None => bail!(
            "the file ends at entry {}, before the database's entry {known}: it is older than the dump. \
             Name a newer export, or give --without-ledger if there is none",
            entries.len()
        ),
    }
}

async fn apply(transaction: &DatabaseTransaction, missing: &[Entry], has_file: bool) -> Result<Replayed, DbErr> {
    let mut replayed = Replayed { imported: missing.len(), ..Replayed::default() };
    // By the last entry, so before others come.
    let restored = query_row(transaction, statement("SELECT is_restored() AS restored", [])).await?;
    let is_restored: bool = restored.try_get("", "restored")?;
    for chunk in missing.chunks(CHUNK) {
        import(transaction, chunk).await?;
    }
    for entry in missing {
        let parsed: Parsed = serde_json::from_str(&entry.text).map_err(|error| DbErr::Json(error.to_string()))?;
        repeat(transaction, parsed, &mut replayed).await?;
    }
    // A ledger that is ahead proves that the database went back, also where its identity did not change. Nobody gives no ledger
    // for a database in use.
    if is_restored || !missing.is_empty() || !has_file {
        end_mails_to_visitors(transaction).await?;
    }
    replayed.tables.sort();
    replayed.tables.dedup();
    let detail = serde_json::json!({
        "imported": replayed.imported, "inquiry": replayed.erased, "hold": replayed.holds, "ledger": has_file,
        "tables": replayed.tables,
    });
    let record = "INSERT INTO ledger (kind, detail) VALUES ('replay', $1)";
    transaction.execute_raw(statement(record, [detail.into()])).await?;
    replayed.purged = purge(transaction, Uuid::new_v4(), &CancellationToken::new()).await?.inquiries;
    Ok(replayed)
}

async fn import(transaction: &DatabaseTransaction, entries: &[Entry]) -> Result<(), DbErr> {
    let rows: Vec<_> = entries
        .iter()
        .map(|entry| serde_json::json!({ "seq": entry.seq, "entry": entry.text, "hash": format!("\\x{}", entry.hash) }))
        .collect();
    let sql = "INSERT INTO ledger (seq, entry, hash) \
               SELECT seq, entry, hash FROM jsonb_to_recordset($1) AS r(seq bigint, entry text, hash bytea) ORDER BY seq";
    execute(transaction, sql, [Value::from(serde_json::Value::Array(rows))]).await.map(drop)
}

async fn repeat(transaction: &DatabaseTransaction, entry: Parsed, replayed: &mut Replayed) -> Result<(), DbErr> {
    let Parsed { at, kind, detail: raw } = entry;
    let detail = Detail::deserialize(&raw).map_err(|error| DbErr::Json(error.to_string()))?;
    match kind.as_str() {
        "erasure" => erase(transaction, detail, replayed).await?,
        "hold" => replayed.holds += place_hold(transaction, at, detail).await?,
        "confirm" => {
            let sql = "UPDATE legal_hold SET ends_at = $2::text::timestamptz WHERE id = $1";
            execute(transaction, sql, [detail.hold.into(), detail.ends_at.into()]).await?;
        }
        "release" => {
            let sql = "UPDATE legal_hold SET released_at = $2::text::timestamptz WHERE id = $1 AND released_at IS NULL";
            replayed.releases += execute(transaction, sql, [detail.hold.into(), at.into()]).await?;
        }
        "request" | "restriction" => {
            let sql = "SELECT replay_request($1, $2::text::timestamptz, $3)";
            query_row(transaction, statement(sql, [kind.into(), at.into(), raw.into()])).await?;
        }
        // An export answers the person's requests.
        "export" => {
            close_requests(transaction, detail.requests).await?;
        }
        "correction" => replayed.corrections.extend(detail.ids),
        _ => {}
    }
    Ok(())
}

async fn erase(transaction: &DatabaseTransaction, detail: Detail, replayed: &mut Replayed) -> Result<(), DbErr> {
    // Ended holds contain the person's address or a reason about the inquiry, too.
    let holds = "DELETE FROM legal_hold WHERE least(ends_at, released_at) <= now() AND (inquiry_id = ANY ($1) \
                 OR email_key IN (SELECT email_key FROM inquiry_content WHERE inquiry_content.inquiry_id = ANY ($1)))";
    if execute(transaction, holds, [detail.ids.clone().into()]).await? > 0 {
        replayed.tables.push("legal_hold".to_owned());
    }
    let remove = statement("SELECT remove_inquiries($1) AS counts", [detail.ids.into()]);
    let counts: serde_json::Value = query_row(transaction, remove).await?.try_get("", "counts")?;
    replayed.erased += counts["inquiry"].as_u64().unwrap_or_default();
    let tables = counts["tables"].as_array().into_iter().flatten().filter_map(|name| name.as_str());
    replayed.tables.extend(tables.map(str::to_owned));
    remove_mails(transaction, detail.messages, detail.mails, replayed).await?;
    remove_copies(transaction, detail.copies, replayed).await?;
    if close_requests(transaction, detail.requests).await? > 0 {
        replayed.tables.push("data_subject_request".to_owned());
    }
    Ok(())
}

async fn remove_mails(
    transaction: &DatabaseTransaction,
    messages: Vec<Uuid>,
    mails: Vec<Uuid>,
    replayed: &mut Replayed,
) -> Result<(), DbErr> {
    let remove = statement("SELECT remove_mails('{}', $1, $2) AS counts", [messages.into(), mails.into()]);
    let counts: serde_json::Value = query_row(transaction, remove).await?.try_get("", "counts")?;
    let tables = counts["tables"].as_array().into_iter().flatten().filter_map(|name| name.as_str());
    replayed.tables.extend(tables.map(str::to_owned));
    Ok(())
}

async fn remove_copies(
    transaction: &DatabaseTransaction,
    copies: serde_json::Value,
    replayed: &mut Replayed,
) -> Result<(), DbErr> {
    if copies.as_array().is_none_or(Vec::is_empty) {
        return Ok(());
    }
    let rows =
        transaction.query_all_raw(statement(include_str!("sql/remove_copies_again.sql"), [copies.into()])).await?;
    for row in rows {
        replayed.tables.push(row.try_get("", "part")?);
    }
    Ok(())
}

/// Nobody knows which mails to visitors went out since the dump, and none is sent twice. The author of an answer hears of it.
async fn end_mails_to_visitors(transaction: &DatabaseTransaction) -> Result<(), DbErr> {
    let sql = "UPDATE outbox SET state = CASE kind WHEN 'answer' THEN 'failed' ELSE 'ambiguous' END, finished_at = now(), \
                   last_code = 'restored', data_at = coalesce(data_at, now()), lease_holder = NULL, lease_until = NULL \
               WHERE kind IN ('auto_reply', 'answer') \
                   AND (state IN ('ready', 'retry', 'sending') OR state = 'ambiguous' AND kind = 'answer')";
    execute(transaction, sql, []).await.map(drop)
}

async fn close_requests(transaction: &DatabaseTransaction, ids: Vec<Uuid>) -> Result<u64, DbErr> {
    let sql = "UPDATE data_subject_request SET closed_at = now(), email_key = NULL \
               WHERE id = ANY ($1) AND closed_at IS NULL";
    execute(transaction, sql, [ids.into()]).await
}

/// Places a hold again that was placed after the dump. The ledger contains no address; the inquiries that the hold kept
/// do.
async fn place_hold(transaction: &DatabaseTransaction, at: String, detail: Detail) -> Result<u64, DbErr> {
    let by_address = detail.by.as_deref() == Some("address");
    let values = [detail.hold.into(), detail.ids.into(), at.into(), detail.ends_at.into(), by_address.into()];
    execute(transaction, include_str!("sql/place_hold_again.sql"), values).await
}

async fn execute<const N: usize>(
    transaction: &DatabaseTransaction,
    sql: &str,
    values: [Value; N],
) -> Result<u64, DbErr> {
    Ok(transaction.execute_raw(statement(sql, values)).await?.rows_affected())
}
