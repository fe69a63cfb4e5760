//! The keys of signed addresses (`REPLY_HMAC_KEYS`).

use std::str::FromStr;

use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretBox};
use sha2::Sha256;

use crate::base32;

/// Of a signature: HMAC-SHA256, cut to 80 bits.
pub(crate) const MAC_BYTES: usize = 10;

/// Why the keys are refused. It quotes no key.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    #[error("no key is given")]
    Missing,
    #[error("an entry is not NUMBER:HEX with a number from 1 to 9")]
    Form,
    #[error("key {0} is not at least 32 bytes in hexadecimal")]
    Short(u8),
    #[error("key {0} is a single byte repeated")]
    Weak(u8),
    #[error("key {0} is given twice")]
    Twice(u8),
}

/// The keys that verify, and the one that signs.
#[derive(derive_more::Debug)]
#[debug("{:?}", _0.iter().map(|(number, _)| number).collect::<Vec<_>>())]
pub struct KeyRing(Vec<(u8, SecretBox<Vec<u8>>)>);

impl FromStr for KeyRing {
    type Err = KeyError;

    /// Reads `2:HEX,1:HEX`. The first key signs; all verify. Numbers are never reused, and a key stays for as long as
    /// the addresses that it signed.
    fn from_str(text: &str) -> Result<Self, KeyError> {
        let mut keys: Vec<(u8, SecretBox<Vec<u8>>)> = Vec::new();
        for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (number, key) = entry.split_once(':').ok_or(KeyError::Form)?;
            let number = match number.as_bytes() {
                [digit @ b'1'..=b'9'] => digit - b'0',
                _ => return Err(KeyError::Form),
            };
            let key = hex::decode(key).ok().filter(|key| key.len() >= 32).ok_or(KeyError::Short(number))?;
            if key.iter().all(|byte| *byte == key[0]) {
                return Err(KeyError::Weak(number));
            }
            if keys.iter().any(|(other, _)| *other == number) {
                return Err(KeyError::Twice(number));
            }
            keys.push((number, SecretBox::new(Box::new(key))));
        }
        if keys.is_empty() { Err(KeyError::Missing) } else { Ok(Self(keys)) }
    }
}

impl KeyRing {
    pub(crate) fn signing(&self) -> u8 {
        self.0.first().map_or(0, |(number, _)| *number)
    }

    fn mac(&self, number: u8, message: &str) -> Option<Hmac<Sha256>> {
        let (_, key) = self.0.iter().find(|(other, _)| *other == number)?;
        let mut mac = Hmac::<Sha256>::new_from_slice(key.expose_secret()).ok()?;
        mac.update(message.as_bytes());
        Some(mac)
    }

    pub(crate) fn sign(&self, number: u8, message: &str) -> String {
        let mac = self.mac(number, message).expect("the ring has the key that signs");
        base32::encode(&mac.finalize().into_bytes()[..MAC_BYTES])
    }

    /// In constant time.
    pub(crate) fn verifies(&self, number: u8, message: &str, mac: &[u8; MAC_BYTES]) -> bool {
        self.mac(number, message).is_some_and(|expected| expected.verify_truncated_left(mac).is_ok())
    }
}
