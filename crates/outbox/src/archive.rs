//! A zip with AES-256, stored and not compressed, as the trade sends what must not be opened by accident.

use std::io::{Cursor, Write};

use zip::{AesMode, CompressionMethod, DateTime, ZipWriter, result::ZipResult, write::SimpleFileOptions};

/// Everybody knows it: it keeps scanners on the way, and a hasty click, from the files.
pub(crate) const PASSWORD: &str = "infected";

/// Files with their names.
pub(crate) fn archive(files: &[(String, &[u8])]) -> ZipResult<Vec<u8>> {
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    // No hour that says when it was written.
    let options = stored.last_modified_time(DateTime::default()).with_aes_encryption(AesMode::Aes256, PASSWORD);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(name, options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use zip::ZipArchive;

    use super::*;

    #[test]
    fn an_archive_opens_with_the_password_alone() {
        let files = [("1 phish.eml".to_owned(), &b"Click here"[..]), ("2 \u{dc}bung.exe".to_owned(), b"MZ the tool")];
        let zip = archive(&files).unwrap();
        assert!(!zip.windows(5).any(|part| part == b"Click" || part == b"MZ th"));
        let mut zip = ZipArchive::new(Cursor::new(zip)).unwrap();
        for (number, (name, bytes)) in files.iter().enumerate() {
            assert!(zip.by_index(number).is_err() && zip.by_index_decrypt(number, b"infecter").is_err());
            let mut file = zip.by_index_decrypt(number, PASSWORD.as_bytes()).unwrap();
            let mut read = Vec::new();
            file.read_to_end(&mut read).unwrap();
            assert_eq!((&*file.name().unwrap(), &read[..]), (name.as_str(), *bytes));
        }
    }
}
