//! Writes the ledger to a file that can be verified offline.

use std::{
    fs::{self, File},
    io::{BufReader, BufWriter, Write},
    path::Path,
};

use anyhow::{Context, bail};
use mailer::db::{query_value, statement};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult};

use super::chain::{Flaw, Head, Verified, line, verify, verify_part};

/// Entries in a query.
const PAGE: i64 = 5000;

#[derive(FromQueryResult)]
struct Row {
    seq: i64,
    entry: String,
    hash: Vec<u8>,
}

/// Writes the whole ledger to `path`. Replaces an earlier export only if the ledger continues it.
pub async fn export_ledger(db: &DatabaseConnection, path: &Path) -> anyhow::Result<Verified> {
    let earlier = match File::open(path) {
        Ok(file) => {
            let earlier = verify(BufReader::new(file), None);
            let no_ledger =
                || format!("{} already exists and is not an intact ledger. Name another file", path.display());
            Some(earlier.with_context(no_ledger)?.last)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => bail!("{}: {error}", path.display()),
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).ok();
    }
    let unfinished = path.with_added_extension("unfinished");
    let result = write_and_verify(db, &unfinished, earlier.as_ref()).await;
    if result.is_err() {
        fs::remove_file(&unfinished).ok();
    } else {
        fs::rename(&unfinished, path).with_context(|| format!("{} cannot be replaced", path.display()))?;
    }
    result
}

/// The last entry of the database's ledger; `None` if the ledger is empty.
pub async fn read_head(db: &impl ConnectionTrait) -> Result<Option<Head>, DbErr> {
    let sql = "SELECT seq, encode(hash, 'hex') AS hash FROM ledger ORDER BY seq DESC LIMIT 1";
    let row = db.query_one_raw(statement(sql, [])).await?;
    row.map(|row| Ok(Head { seq: row.try_get::<i64>("", "seq")?.unsigned_abs(), hash: row.try_get("", "hash")? }))
        .transpose()
}

/// Verifies the chain of the last `entries` of the database's ledger, and returns its head.
pub async fn check_tail(db: &impl ConnectionTrait, entries: i64) -> Result<Result<Option<Head>, Flaw>, DbErr> {
    let sql = "SELECT seq, entry, hash FROM (SELECT * FROM ledger ORDER BY seq DESC LIMIT $1) AS tail ORDER BY seq";
    let rows = Row::find_by_statement(statement(sql, [entries.into()]));
    let rows: Vec<_> =
        rows.all(db).await?.into_iter().map(|row| (row.seq.unsigned_abs(), hex::encode(row.hash), row.entry)).collect();
    let head = rows.last().map(|(seq, hash, _)| Head { seq: *seq, hash: hash.clone() });
    if let Err(flaw) = verify_part(rows.iter().map(|(seq, hash, entry)| (*seq, hash.as_str(), entry.as_str()))) {
        return Ok(Err(flaw));
    }
    Ok(match find_mismatch(db, entries).await? {
        Some(seq) => Err(Flaw::Columns(seq)),
        None => Ok(head),
    })
}

/// The first entry whose columns say something else than its text: reports read the columns. A constraint refuses that,
/// so somebody has removed the constraint.
async fn find_mismatch(db: &impl ConnectionTrait, entries: i64) -> Result<Option<u64>, DbErr> {
    let sql = "SELECT min(seq) FROM (SELECT * FROM ledger ORDER BY seq DESC LIMIT $1) AS tail \
               WHERE kind <> entry::jsonb ->> 'kind' OR detail <> entry::jsonb -> 'detail' \
                   OR at <> (entry::jsonb ->> 'at')::timestamptz";
    let seq: Option<i64> = query_value(db, statement(sql, [entries.into()])).await?;
    Ok(seq.map(i64::unsigned_abs))
}

async fn write_and_verify(db: &DatabaseConnection, path: &Path, earlier: Option<&Head>) -> anyhow::Result<Verified> {
    let file = File::create(path).with_context(|| format!("{} cannot be written", path.display()))?;
    let mut file = BufWriter::new(file);
    let mut after = 0;
    loop {
        let sql = "SELECT seq, entry, hash FROM ledger WHERE seq > $1 ORDER BY seq LIMIT $2";
        let page = statement(sql, [after.into(), PAGE.into()]);
        let rows = Row::find_by_statement(page).all(db).await?;
        let Some(last) = rows.last() else { break };
        after = last.seq;
        for row in &rows {
            file.write_all(line(&row.hash, &row.entry).as_bytes())?;
        }
    }
    file.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()?;
    // Only a file that verifies is evidence.
    verify(BufReader::new(File::open(path)?), earlier).context(
        "the database's ledger does not continue the earlier export, or is not intact; the earlier export was kept",
    )
}
