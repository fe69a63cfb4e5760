//! A zip with AES-256 (AE-2), stored and not compressed, as the trade sends what must not be opened by accident.

use aes::{
    Aes256,
    cipher::{Array, BlockCipherEncrypt, KeyInit},
};
use hmac::{Hmac, Mac};
use sha1::Sha1;

/// Everybody knows it: it keeps scanners on the way, and a hasty click, from the files.
pub(crate) const PASSWORD: &[u8] = b"infected";
const ITERATIONS: usize = 1_000;
const SALT_BYTES: usize = 16;
/// Of the code that authenticates a file.
const CODE_BYTES: usize = 10;
/// Of two keys and a check of the password, in blocks of SHA-1.
const DERIVED_BLOCKS: u32 = 4;
/// Encrypted, with a name in UTF-8; AES instead of a compression; 1 January 1980.
const COMMON: [u8; 10] = [51, 0, 0x01, 0x08, 99, 0, 0, 0, 0x21, 0];
/// AE-2, which has no CRC; 256 bits; stored.
const AES_FIELD: [u8; 11] = [0x01, 0x99, 7, 0, 2, 0, b'A', b'E', 3, 0, 0];

/// Files with their names. `salt` is another one for each.
pub(crate) fn archive(files: &[(String, &[u8])], mut salt: impl FnMut() -> [u8; SALT_BYTES]) -> Vec<u8> {
    let (mut zip, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let offset = size(zip.len());
        let content = encrypted(bytes, salt());
        let mut fields = COMMON.to_vec();
        // No CRC.
        fields.extend([0; 4]);
        fields.extend(size(content.len()).to_le_bytes());
        fields.extend(size(bytes.len()).to_le_bytes());
        fields.extend(short(name.len()));
        fields.extend(short(AES_FIELD.len()));
        zip.extend(b"PK\x03\x04");
        zip.extend(&fields);
        zip.extend(name.as_bytes());
        zip.extend(AES_FIELD);
        zip.extend(content);
        directory.extend(b"PK\x01\x02\x33\0");
        directory.extend(fields);
        // No comment, on one disk, without attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
        directory.extend(AES_FIELD);
    }
    let (start, count) = (size(zip.len()), short(files.len()));
    let length = size(directory.len());
    zip.extend(directory);
    zip.extend(b"PK\x05\x06\0\0\0\0");
    zip.extend(count);
    zip.extend(count);
    zip.extend(length.to_le_bytes());
    zip.extend(start.to_le_bytes());
    zip.extend([0; 2]);
    zip
}

/// Far below four gigabytes.
fn size(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

fn short(bytes: usize) -> [u8; 2] {
    u16::try_from(bytes).unwrap_or(u16::MAX).to_le_bytes()
}

/// Salt, check of the password, the bytes in counter mode, and their code.
fn encrypted(bytes: &[u8], salt: [u8; SALT_BYTES]) -> Vec<u8> {
    let derived: Vec<u8> = (1..=DERIVED_BLOCKS).flat_map(|number| derived_block(&salt, number)).collect();
    let (key, rest) = derived.split_at(32);
    let (code_key, rest) = rest.split_at(32);
    let cipher = Aes256::new_from_slice(key).expect("it has 32 bytes");
    let mut content = [&salt[..], &rest[..2]].concat();
    let begin = content.len();
    for (counter, chunk) in (1_u128..).zip(bytes.chunks(16)) {
        let mut block = Array::from(counter.to_le_bytes());
        cipher.encrypt_block(&mut block);
        content.extend(chunk.iter().zip(block).map(|(byte, key)| byte ^ key));
    }
    let mut code = mac(code_key);
    code.update(&content[begin..]);
    content.extend(&code.finalize().into_bytes()[..CODE_BYTES]);
    content
}

/// PBKDF2 (RFC 8018, section 5.2).
fn derived_block(salt: &[u8], number: u32) -> [u8; 20] {
    let password = mac(PASSWORD);
    let of = |parts: [&[u8]; 2]| -> [u8; 20] {
        let mut mac = password.clone();
        for part in parts {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    };
    let mut round = of([salt, &number.to_be_bytes()]);
    let mut block = round;
    for _ in 1..ITERATIONS {
        round = of([&round, &[]]);
        for (all, one) in block.iter_mut().zip(round) {
            *all ^= one;
        }
    }
    block
}

fn mac(key: &[u8]) -> Hmac<Sha1> {
    Hmac::new_from_slice(key).expect("it takes a key of any length")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Python's `pyzipper` opens this archive with the password, and with no other.
    #[test]
    fn an_archive_is_as_other_programs_open_it() {
        let long = b"MZ the tool, longer than a block".as_slice();
        let zip = archive(&[("1 phish.eml".to_owned(), b"Click here"), ("2 Übung.exe".to_owned(), long)], || [7; 16]);
        let known = "2f1f077fb7902c473600e2dfdb7573b9afc086b27ca9310d2d0700e5c50470a4";
        assert_eq!(entity::Digest::of(&zip).to_string(), known);
        assert!(!zip.windows(5).any(|part| part == b"Click" || part == b"MZ th"));
    }
}
