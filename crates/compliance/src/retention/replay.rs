//! The replay after a restore: imports the ledger entries that the dump lacks and repeats what they record, so that
//! erased persons stay erased.

use std::{fs::File, io::BufReader, path::Path};

use anyhow::{Context, bail};
use entity::TicketReference;
use mailer::{
    db::{query_json, query_value, statement},
    db_error::{DatabaseError, OWNER_URL},
};
use migration::{SchemaError, ensure_current, migrate};
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr};
use serde::Deserialize;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::purge;
use crate::ledger::{begin_recorded, read_head, verify_each};

/// Entries in a statement.
const CHUNK: usize = 1000;

/// The counts of a replay.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Replayed {
    /// Entries that the dump lacked.
    #[serde(skip)]
    pub imported: usize,
    pub erased: u64,
    #[serde(skip)]
    pub purged: u64,
    pub holds: u64,
    pub releases: u64,
    /// Inquiries with a correction that the dump lacks; the ledger has no values, so an officer repeats it.
    pub corrections: Vec<TicketReference>,
    /// Tables whose files have the bytes of deleted rows again.
    pub tables: Vec<String>,
}

struct Entry {
    seq: u64,
    text: String,
    hash: String,
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
        None if !query_value::<bool>(db, statement("SELECT is_restored()", [])).await? => bail!(
            "nothing to replay: the database was not restored since its last replay, and has all entries of the file and more"
        ),
        None => bail!(
            "the file ends at entry {}, before the database's entry {known}: it is older than the dump. Name a newer export. If \
             there is none, give --without-ledger instead of a file: persons who were erased since the dump are then back",
            entries.len()
        ),
    }
}

async fn apply(transaction: &DatabaseTransaction, missing: &[Entry], has_file: bool) -> Result<Replayed, DbErr> {
    // By the last entry, so before others come.
    let is_restored: bool = query_value(transaction, statement("SELECT is_restored()", [])).await?;
    for chunk in missing.chunks(CHUNK) {
        import(transaction, chunk).await?;
    }
    let first = missing.first().map(|entry| entry.seq);
    let mut replayed: Replayed =
        query_json(transaction, statement("SELECT replay_entries($1)", [first.into()])).await?;
    replayed.imported = missing.len();
    // A ledger that is ahead proves that the database went back, also where its identity did not change. Nobody gives no ledger
    // for a database in use.
    if is_restored || !missing.is_empty() || !has_file {
        transaction.execute_unprepared(END_MAILS_TO_VISITORS).await?;
    }
    let detail = serde_json::json!({
        "imported": replayed.imported, "inquiry": replayed.erased, "hold": replayed.holds, "ledger": has_file,
        "tables": replayed.tables,
    });
    let record = "INSERT INTO ledger (kind, detail) VALUES ('replay', $1)";
    transaction.execute_raw(statement(record, [detail.into()])).await?;
    replayed.purged = purge(transaction, Uuid::new_v4(), &CancellationToken::new()).await?.inquiries;
    Ok(replayed)
}

/// Nobody knows which mails to visitors went out since the dump, and none is sent twice. The author of an answer hears of it.
const END_MAILS_TO_VISITORS: &str = "\
    UPDATE outbox SET state = CASE kind WHEN 'answer' THEN 'failed' ELSE 'ambiguous' END, finished_at = now(), \
        last_code = 'restored', data_at = coalesce(data_at, now()), lease_holder = NULL, lease_until = NULL \
    WHERE kind IN ('auto_reply', 'answer') \
        AND (state IN ('ready', 'retry', 'sending') OR state = 'ambiguous' AND kind = 'answer')";

async fn import(transaction: &DatabaseTransaction, entries: &[Entry]) -> Result<(), DbErr> {
    let rows: Vec<_> = entries
        .iter()
        .map(|entry| serde_json::json!({ "seq": entry.seq, "entry": entry.text, "hash": format!("\\x{}", entry.hash) }))
        .collect();
    let sql = "INSERT INTO ledger (seq, entry, hash) \
               SELECT seq, entry, hash FROM jsonb_to_recordset($1) AS r(seq bigint, entry text, hash bytea) ORDER BY seq";
    transaction.execute_raw(statement(sql, [serde_json::Value::Array(rows).into()])).await.map(drop)
}
