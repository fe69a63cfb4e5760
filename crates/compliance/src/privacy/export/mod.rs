//! The data export: a person's data as `person.json` and `person.html`, recorded in the ledger.

mod data;
mod document;
#[cfg(test)]
pub(super) mod sample_tests;

use std::{
    fs::{self, OpenOptions},
    io::Write,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use entity::{EmailAddress, Language};
use mailer::db::{query_value, statement};
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction};

pub(super) use self::data::read_recipients;
pub(crate) use self::document::RequestCopy;
pub use self::{data::read_export, document::DataExport};
use crate::ledger::begin_recorded;

pub const NOTHING_STORED: &str =
    "nothing is stored about this address. Check its spelling; if it is right, this is the answer to the person";

/// Writes the data export to new files in `folder`, each readable by its owner only.
pub async fn export_person(
    db: &DatabaseConnection,
    address: &EmailAddress,
    language: Language,
    folder: &Path,
) -> anyhow::Result<DataExport> {
    // Under the retention lock, so that nothing is deleted between reading and recording.
    let transaction = begin_recorded(db).await?;
    let export = read_export(&transaction, address, language).await?;
    if export.is_empty() {
        // Recorded, but there is nothing to write.
        write_and_record(transaction, &export, &[]).await?;
        return Ok(export);
    }
    let mut files = render(&export, folder)?;
    for received in &export.mails_as_received {
        let raw = statement("SELECT raw FROM raw_mail WHERE intake_id = $1", [received.id.into()]);
        files.push((folder.join(&received.file), query_value(&transaction, raw).await?));
    }
    for folder in files.iter().filter_map(|(path, _)| path.parent()) {
        fs::create_dir_all(folder).with_context(|| format!("{} cannot be created", folder.display()))?;
    }
    refuse_existing(&files)?;
    let result = write_and_record(transaction, &export, &files).await;
    if result.is_err() {
        // The ledger does not know this copy.
        for (path, _) in &files {
            fs::remove_file(path).ok();
        }
    }
    result.map(|()| export)
}

fn render(export: &DataExport, folder: &Path) -> anyhow::Result<Vec<(PathBuf, Vec<u8>)>> {
    Ok(vec![
        (folder.join("person.json"), serde_json::to_vec_pretty(export)?),
        (folder.join("person.schema.json"), serde_json::to_vec_pretty(&DataExport::schema())?),
        (folder.join("person.html"), export.to_html()?.into_bytes()),
    ])
}

fn refuse_existing(files: &[(PathBuf, Vec<u8>)]) -> anyhow::Result<()> {
    match files.iter().find(|(path, _)| path.exists()) {
        Some((path, _)) => bail!("{} already exists. Name another folder", path.display()),
        None => Ok(()),
    }
}

async fn write_and_record(
    transaction: DatabaseTransaction,
    export: &DataExport,
    files: &[(PathBuf, Vec<u8>)],
) -> anyhow::Result<()> {
    for (path, bytes) in files {
        write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let values = [export.address.clone().into(), export.recipients.clone().into()];
    transaction.execute_raw(statement("SELECT record_export($1, $2)", values)).await?;
    Ok(transaction.commit().await?)
}

/// Readable by its owner only.
fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?.write_all(bytes)
}
