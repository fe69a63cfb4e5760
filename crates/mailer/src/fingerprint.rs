//! Keyed fingerprints of mails and addresses: equal values have equal ones; nothing else follows from one.

use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretBox};
use sha2::Sha256;

/// Makes fingerprints that nobody without the key can compute from a mail.
pub struct FingerprintKey(SecretBox<Vec<u8>>);

entity::opaque_debug!(FingerprintKey);

impl FingerprintKey {
    /// Of the oldest key of the ring, so that a new signing key makes no known mail new.
    pub fn of(keys: &str) -> Self {
        let oldest = keys.split(',').filter_map(|entry| entry.trim().split_once(':')).min_by_key(|(number, _)| *number);
        Self(SecretBox::new(Box::new(oldest.map(|(_, key)| key.as_bytes().to_vec()).unwrap_or_default())))
    }

    /// Of an address that complained.
    pub fn address_fingerprint(&self, key: &str) -> Vec<u8> {
        self.fingerprint("complaint", [key.as_bytes()])
    }

    /// Of a mail's Message-ID.
    pub fn message_fingerprint(&self, id: &str) -> Vec<u8> {
        self.fingerprint("message-id", [id.as_bytes()])
    }

    /// Each part with its length, so that no two lists of parts look alike.
    pub fn fingerprint<'a>(&self, purpose: &str, parts: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
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
    fn a_new_signing_key_keeps_the_fingerprints() {
        let newer = format!("2:{},{KEY}", "ab".repeat(32).replacen("ab", "cd", 1));
        let of = |keys: &str| FingerprintKey::of(keys).fingerprint("x", [b"a".as_slice(), b"b"]);
        assert_eq!(of(KEY), of(&newer));
        assert_ne!(of(KEY), FingerprintKey::of(KEY).fingerprint("x", [b"ab".as_slice(), b""]));
    }
}
