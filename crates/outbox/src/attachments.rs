//! The files of a stored mail: which go on, and what a consultant or an operator gets of those that are held.

use inbound::{
    attachments::{contents, is_inline, may_go_on},
    mail::Mail,
};
use mailer::db::statement;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};
use serde::Deserialize;
use uuid::Uuid;
use zip::result::ZipResult;

use crate::archive::archive;

/// Of a message's id, behind `#file`.
const CODE_CHARS: usize = 6;

/// Bytes of files that one mail carries to a consultant: in base64 they stay below the limits of common mail servers.
pub const MAX_SENT: usize = 10 * 1024 * 1024;
/// Likewise, to a consultant who has asked for them: Gmail and Exchange Online take 25 MB in base64.
const MAX_ARCHIVED: usize = 16 * 1024 * 1024;

/// A file as its message lists it.
#[derive(Clone, derive_more::Debug, Deserialize)]
#[debug("file of {size} bytes")]
pub struct ListedFile {
    /// From 1, as each mail of ours and `worker message attachment` count. It stays when another file is removed.
    #[serde(default)]
    number: usize,
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
    pub number: usize,
    pub name: String,
    pub size: u64,
    /// `None`: held.
    pub contents: Option<Vec<u8>>,
    /// Why it does not go on.
    pub refusal: Option<&'static str>,
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
    let mut room = MAX_SENT as u64;
    let is_repeated = |file: &ListedFile| is_picture(&file.name) && repeated.contains(&file.sha256);
    let is_shown = |file: &ListedFile| mail.is_some_and(|mail| is_inline(mail, file.part));
    let sent = files.into_iter().filter(|file| !(is_repeated(file) && is_shown(file)));
    sent.map(|file| {
        let refusal = file.refusal(&mut room);
        let bytes = mail.filter(|_| refusal.is_none()).and_then(|mail| contents(mail, file.part));
        let contents = bytes.map(<[u8]>::to_vec);
        AttachedFile { number: file.number, name: file.name, size: file.size, contents, refusal }
    })
    .collect()
}

impl ListedFile {
    /// Why it does not go on with the files before it, which have left so much room.
    fn refusal(&self, room: &mut u64) -> Option<&'static str> {
        match self.found.as_deref() {
            Some("infected") => Some("infected with malware"),
            Some(_) => Some("not checked for malware"),
            None if !self.is_allowed && may_go_on(&self.name) => Some(
                "content that its name does not say, that is protected or has macros, or 20 files are in front of it",
            ),
            None if !self.is_allowed => Some("a type that is not sent on"),
            None if self.size > *room => Some("more than 10 MiB with the files above"),
            None => {
                *room -= self.size;
                None
            }
        }
    }
}

/// Of those types, the ones that are sent on.
pub fn goes_on_as_picture(name: &str) -> bool {
    is_picture(name) && !matches!(name.to_ascii_lowercase().rsplit('.').next(), Some("gif" | "bmp" | "webp"))
}

/// A document that somebody sends three times is one each time; a picture is a logo if the text shows it.
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
    let file = files.iter().find(|file| file.number == number).ok_or(FileError::NoSuchFile)?;
    let raw: Vec<u8> = row.try_get::<Option<_>>("", "raw")?.ok_or(FileError::Gone)?;
    let mail = Mail::read(&raw).map_err(|_| FileError::NoSuchFile)?;
    contents(&mail, file.part).map(<[u8]>::to_vec).ok_or(FileError::NoSuchFile)
}

/// How `#file` names a message.
pub(crate) fn code_of(message: Uuid) -> String {
    let id = message.simple().to_string();
    id[id.len() - CODE_CHARS..].to_owned()
}

/// The last message in front of `$2` with a file that did not go on, or the one with files whose id ends with `$3`. `$1` inquiry, `$4`
/// bytes of files that go on.
const HELD: &str = "\
    SELECT files, raw, goes_on FROM messages_of($1) AS message LEFT JOIN LATERAL raw_mail_of(intake_id) AS mail ON true, \
        LATERAL (SELECT party IN ('visitor', 'consultant') AS goes_on) AS sender, \
        LATERAL (SELECT sum((file ->> 'size')::bigint) AS size FROM jsonb_array_elements(files) AS file) AS sizes \
    WHERE sizes.size > CASE WHEN $3 = '' AND goes_on AND NOT files @> '[{\"is_allowed\": false}]' THEN $4 ELSE 0 END \
        AND message.id <> $2 AND replace(message.id::text, '-', '') LIKE '%' || $3 \
        AND received_at <= (SELECT received_at FROM messages_of($1) WHERE id = $2) \
    ORDER BY received_at DESC LIMIT 1";

/// Files that a consultant has asked for by the message `asked`, with their mail: those that did not go on, and of a named mail whose files
/// all went on, all. `Err`: why there is nothing to send.
pub async fn held_files(
    db: &impl ConnectionTrait,
    inquiry: Uuid,
    asked: Uuid,
    code: &str,
) -> Result<Result<HeldFiles, &'static str>, DbErr> {
    if !code.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok(Err("none"));
    }
    let mut room = MAX_SENT as u64;
    let values = [inquiry.into(), asked.into(), code.into(), i64::try_from(room).unwrap_or(i64::MAX).into()];
    let Some(row) = db.query_one_raw(statement(HELD, values)).await? else { return Ok(Err("none")) };
    let Some(raw) = row.try_get("", "raw")? else { return Ok(Err("deleted")) };
    let files = listed(row.try_get("", "files")?)?;
    let goes_on: bool = row.try_get("", "goes_on")?;
    let mut is_held = |file: &ListedFile| file.refusal(&mut room).is_some() || !goes_on;
    let held: Vec<_> = files.iter().filter(|file| is_held(file)).cloned().collect();
    let files = if held.is_empty() { files } else { held };
    Ok(if files.iter().all(|file| file.size > MAX_ARCHIVED as u64) {
        Err("large")
    } else {
        Ok(HeldFiles { raw, files })
    })
}

#[derive(derive_more::Debug)]
#[debug("{} held files", files.len())]
pub struct HeldFiles {
    raw: Vec<u8>,
    files: Vec<ListedFile>,
}

impl HeldFiles {
    /// In a zip, and behind it those for which there is no room.
    pub(crate) fn archive(self) -> ZipResult<Vec<AttachedFile>> {
        let mail = Mail::read(&self.raw).ok();
        let mut room = MAX_ARCHIVED;
        let (mut archived, mut attached) = (Vec::new(), Vec::new());
        for ListedFile { number, part, name, size, .. } in self.files {
            let Some(bytes) = mail.as_ref().and_then(|mail| contents(mail, part)) else { continue };
            if bytes.len() <= room {
                room -= bytes.len();
                archived.push((format!("{number} {name}"), bytes));
            } else {
                let refusal = Some("more than 16 MiB with the other files; an operator can take it out");
                attached.push(AttachedFile { number, name, size, contents: None, refusal });
            }
        }
        let contents = archive(&archived)?;
        let (name, size) = ("held-files.zip".to_owned(), contents.len().try_into().unwrap_or(u64::MAX));
        attached.insert(0, AttachedFile { number: 1, name, size, contents: Some(contents), refusal: None });
        Ok(attached)
    }
}

/// The names of those that go on, without their endings.
pub fn sent_names(files: serde_json::Value) -> Result<Vec<String>, DbErr> {
    let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
    Ok(listed(files)?.iter().filter(|file| file.is_allowed).map(|file| stem(&file.name)).collect())
}

/// As a mail lists them.
pub(crate) fn named_only(files: serde_json::Value) -> Vec<AttachedFile> {
    let mut room = MAX_SENT as u64;
    let named = listed(files).unwrap_or_default().into_iter().map(|file| {
        let refusal = file.refusal(&mut room);
        let contents = refusal.is_none().then(Vec::new);
        AttachedFile { number: file.number, name: file.name, size: file.size, contents, refusal }
    });
    named.collect()
}

/// The column `message.files`.
pub(crate) fn listed(files: serde_json::Value) -> Result<Vec<ListedFile>, DbErr> {
    let listed = serde_json::from_value(files).map_err(|_| DbErr::Json("the list of files cannot be read".to_owned()));
    // Those of earlier releases have no numbers.
    let number = |(file, place): (ListedFile, usize)| ListedFile { number: file.number.max(place), ..file };
    listed.map(|files: Vec<ListedFile>| files.into_iter().zip(1..).map(number).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOGO: &[u8] = b"\x89PNG\r\n\x1a\n the mark of a firm";

    /// With the picture and a document, both in three mails of the sender.
    fn third(place: &str) -> Vec<String> {
        let raw = format!(
            "From: a@b.example\r\nContent-Type: multipart/related;\r\n boundary=x\r\n\r\n--x\r\n\r\nSee below.\r\n\
             --x\r\nContent-Type: image/png; name=\"banner.png\"\r\n{place}\r\nContent-Transfer-Encoding: base64\r\n\r\n\
             iVBORw0KGgogdGhlIG1hcmsgb2YgYSBmaXJt\r\n--x\r\nContent-Type: application/pdf; name=\"plan.pdf\"\r\n\
             {place}\r\n\r\n%PDF-1.7\r\n--x--\r\n"
        );
        let mail = Mail::read(raw.as_bytes()).unwrap();
        let part = (0..9).find(|part| contents(&mail, *part) == Some(LOGO)).unwrap();
        let file = |part, name: &str| ListedFile {
            number: 1,
            part,
            name: name.to_owned(),
            size: 30,
            sha256: "0a".to_owned(),
            is_allowed: true,
            found: None,
        };
        let files = vec![file(part, "banner.png"), file(part + 1, "plan.pdf")];
        let attached = attached(files, &["0a".to_owned()], Some(&mail));
        attached.into_iter().filter(|file| file.contents.is_some()).map(|file| file.name).collect()
    }

    #[test]
    fn of_a_picture_in_three_mails_only_one_that_the_text_shows_is_a_logo() {
        assert_eq!(third("Content-Disposition: inline\r\nContent-ID: <l>"), ["plan.pdf"]);
        assert_eq!(third("Content-ID: <l>"), ["plan.pdf"]);
        for place in ["Content-Disposition: attachment", "Content-Disposition: attachment\r\nContent-ID: <l>"] {
            assert_eq!(third(place), ["banner.png", "plan.pdf"], "{place}");
        }
    }

    #[test]
    fn a_refusal_has_its_reason() {
        let file = |size, is_allowed, found: Option<&str>| ListedFile {
            number: 1,
            part: 1,
            name: "x".to_owned(),
            size,
            sha256: String::new(),
            is_allowed,
            found: found.map(str::to_owned),
        };
        let mut room = 10;
        for (file, expected) in [
            (file(6, true, None), None),
            (file(6, true, None), Some("more than 10 MiB with the files above")),
            (file(4, true, None), None),
            (file(1, false, None), Some("a type that is not sent on")),
            (file(1, false, Some("infected")), Some("infected with malware")),
            (file(1, false, Some("unchecked")), Some("not checked for malware")),
        ] {
            assert_eq!(file.refusal(&mut room), expected);
        }
        for (name, is_said) in [("plan.pdf", true), ("Plan.TXT", true), ("plan.exe", false), ("pdf", false)] {
            let file = ListedFile { name: name.to_owned(), ..file(1, false, None) };
            let refusal = file.refusal(&mut room).unwrap();
            assert_eq!(refusal.starts_with("content that its name does not say"), is_said, "{name}: {refusal}");
        }
    }
}
