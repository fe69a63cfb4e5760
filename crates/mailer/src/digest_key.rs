//! Keyed digests of mails and addresses: equal values have equal digests; nothing else follows from one.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretBox};
use sha2::Sha256;

/// Makes digests that nobody without the key can compute from a mail.
pub struct DigestKey(SecretBox<Vec<u8>>);

impl fmt::Debug for DigestKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DigestKey")
    }
}

impl DigestKey {
    /// Of the oldest key of the ring, so that a new signing key makes no known mail new.
    pub fn of(keys: &str) -> Self {
        let oldest = keys.split(',').filter_map(|entry| entry.trim().split_once(':')).min_by_key(|(number, _)| *number);
        Self(SecretBox::new(Box::new(oldest.map(|(_, key)| key.as_bytes().to_vec()).unwrap_or_default())))
    }

    /// Of an address that complained.
    pub fn address_digest(&self, key: &str) -> Vec<u8> {
        self.digest("complaint", [key.as_bytes()])
    }

    /// Each part with its length, so that no two lists of parts look alike.
    pub fn digest<'a>(&self, purpose: &str, parts: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.expose_secret()).expect("HMAC takes a key of any length");
        mac.update(purpose.as_bytes());
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "1:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

    #[test]
    fn a_new_signing_key_keeps_the_digests() {
        let newer = format!("2:{},{KEY}", "ab".repeat(32).replacen("ab", "cd", 1));
        let of = |keys: &str| DigestKey::of(keys).digest("x", [b"a".as_slice(), b"b"]);
        assert_eq!(of(KEY), of(&newer));
        assert_ne!(of(KEY), DigestKey::of(KEY).digest("x", [b"ab".as_slice(), b""]));
    }
}
