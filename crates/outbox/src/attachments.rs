//! The files of a stored mail: which go on to the consultants, and the bytes of one for an operator.

use inbound::{attachments::contents, mail::Mail};
use mailer::db::statement;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};
use serde::Deserialize;
use uuid::Uuid;

/// Bytes of files that one mail carries to a consultant: in base64 they stay below the limits of common mail servers.
pub const MAX_SENT: usize = 10 * 1024 * 1024;

/// A file as its message lists it.
#[derive(Clone, derive_more::Debug, Deserialize)]
#[debug("file of {size} bytes")]
pub struct ListedFile {
    part: usize,
    name: String,
    size: u64,
    sha256: String,
    is_allowed: bool,
    /// What the virus scanner holds it for.
    found: Option<String>,
}

/// A file in a mail to a consultant.
#[derive(Clone, derive_more::Debug)]
#[debug("file of {size} bytes")]
pub struct AttachedFile {
    /// From 1, as `worker message attachment` counts.
    pub number: usize,
    pub name: String,
    pub size: u64,
    /// `None`: held.
    pub contents: Option<Vec<u8>>,
    /// What the virus scanner holds it for: `infected` or `unchecked`.
    pub found: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("there is no such message, or its inquiry has expired")]
    NoSuchMessage,
    #[error("the message has no such file")]
    NoSuchFile,
    #[error("the bytes of the mail are gone after 30 days")]
    Gone,
    #[error("the database refused")]
    Database(#[from] DbErr),
}

/// The files of a mail with the bytes of those that go on. `repeated`: digests that the sender's mails have again and
/// again. Without the mail every file is held.
pub fn attached(files: Vec<ListedFile>, repeated: &[String], mail: Option<&Mail<'_>>) -> Vec<AttachedFile> {
    let mut room = MAX_SENT;
    let numbered = files.into_iter().enumerate();
    let shown = numbered.filter(|(_, file)| !(is_picture(&file.name) && repeated.contains(&file.sha256)));
    shown
        .map(|(index, file)| {
            let bytes = mail.filter(|_| file.is_allowed).and_then(|mail| contents(mail, file.part));
            let bytes = bytes.filter(|bytes| bytes.len() <= room);
            room -= bytes.map_or(0, <[u8]>::len);
            let contents = bytes.map(<[u8]>::to_vec);
            AttachedFile { number: index + 1, name: file.name, size: file.size, contents, found: file.found }
        })
        .collect()
}

/// A document that somebody sends three times is one each time; a picture is a logo.
fn is_picture(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    matches!(ending.as_deref(), Some("png" | "jpg" | "jpeg" | "gif" | "bmp" | "webp" | "heic"))
}

const FILES: &str = "\
    SELECT files, (SELECT raw FROM raw_mail_of(message.intake_id)) AS raw \
    FROM message WHERE id = $1";

/// The bytes of file `number` of a message, whatever is in it.
pub async fn file_of(db: &DatabaseConnection, message: Uuid, number: usize) -> Result<Vec<u8>, FileError> {
    let row = db.query_one_raw(statement(FILES, [message.into()])).await?.ok_or(FileError::NoSuchMessage)?;
    let files = listed(row.try_get("", "files")?)?;
    let file = number.checked_sub(1).and_then(|index| files.get(index)).ok_or(FileError::NoSuchFile)?;
    let raw: Vec<u8> = row.try_get::<Option<_>>("", "raw")?.ok_or(FileError::Gone)?;
    let mail = Mail::read(&raw).map_err(|_| FileError::NoSuchFile)?;
    contents(&mail, file.part).map(<[u8]>::to_vec).ok_or(FileError::NoSuchFile)
}

/// The names of those that go on, without their endings.
pub fn sent_names(files: serde_json::Value) -> Result<Vec<String>, DbErr> {
    let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
    Ok(listed(files)?.iter().filter(|file| file.is_allowed).map(|file| stem(&file.name)).collect())
}

/// As a mail lists them.
pub(crate) fn named_only(files: serde_json::Value) -> Vec<AttachedFile> {
    let files = listed(files).unwrap_or_default().into_iter().zip(1..);
    let named = files.map(|(file, number)| AttachedFile {
        number,
        name: file.name,
        size: file.size,
        contents: file.is_allowed.then(Vec::new),
        found: file.found,
    });
    named.collect()
}

/// The column `message.files`.
pub(crate) fn listed(files: serde_json::Value) -> Result<Vec<ListedFile>, DbErr> {
    serde_json::from_value(files).map_err(|_| DbErr::Json("the list of files cannot be read".to_owned()))
}
