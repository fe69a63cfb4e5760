//! Keyed fingerprints of mails and addresses: equal values have equal ones; nothing else follows from one.

use std::{array, sync::OnceLock};

use hmac::{Hmac, KeyInit, Mac};
use sea_orm::{ConnectionTrait, DbErr};
use secrecy::{ExposeSecret, SecretBox};
use sha2::Sha256;

use crate::db::statement;

type Secret = SecretBox<[u8; 32]>;

/// Makes fingerprints that nobody without the key can compute from a mail.
pub struct FingerprintKey {
    /// Of the ring, the oldest first.
    ring: Vec<SecretBox<Vec<u8>>>,
    /// What a database gets that has no key yet.
    first: Secret,
    /// What the database keeps, once it was read.
    kept: OnceLock<Secret>,
}

entity::opaque_debug!(FingerprintKey);

impl FingerprintKey {
    /// Derived from the oldest key of the ring, until the database was asked for its own.
    pub fn of(keys: &str) -> Self {
        let mut ring: Vec<_> = keys.split(',').filter_map(|entry| entry.trim().split_once(':')).collect();
        ring.sort_unstable_by_key(|(number, _)| *number);
        let ring: Vec<_> = ring.into_iter().map(|(_, key)| SecretBox::new(Box::new(key.as_bytes().to_vec()))).collect();
        let oldest = ring.first().map(|key| key.expose_secret().as_slice()).unwrap_or_default();
        let first = SecretBox::new(Box::new(mac(oldest, "fingerprints", [])));
        Self { ring, first, kept: OnceLock::new() }
    }

    /// Takes the key that the database keeps, sealed by each key of the ring: so any of them may be removed that is not the last.
    pub async fn open(&self, db: &impl ConnectionTrait) -> Result<(), DbErr> {
        let kept = match self.find(db).await? {
            Found::Nothing => self.first.expose_secret(),
            Found::Sealed(kept) => &{ kept },
            Found::Foreign => {
                tracing::error!("REPLY_HMAC_KEYS: no key opens the one that the database keeps");
                return Ok(());
            }
        };
        let names: Vec<_> = self.ring.iter().map(|key| name(key).to_vec()).collect();
        let sealed: Vec<_> = self.ring.iter().map(|key| sealed(key, kept).to_vec()).collect();
        let sql = "INSERT INTO fingerprint_key (sealed_by, sealed) SELECT * FROM unnest($1::bytea[], $2::bytea[]) \
                   ON CONFLICT DO NOTHING";
        db.execute_raw(statement(sql, [names.into(), sealed.into()])).await?;
        let _ = self.kept.set(SecretBox::new(Box::new(*kept)));
        Ok(())
    }

    /// False: with this ring, what the database remembers is forgotten.
    pub async fn is_known(&self, db: &impl ConnectionTrait) -> Result<bool, DbErr> {
        Ok(!matches!(self.find(db).await?, Found::Foreign))
    }

    async fn find(&self, db: &impl ConnectionTrait) -> Result<Found, DbErr> {
        let rows = db.query_all_raw(statement("SELECT sealed_by, sealed FROM fingerprint_key", [])).await?;
        for row in &rows {
            let (of, text): (Vec<u8>, Vec<u8>) = (row.try_get("", "sealed_by")?, row.try_get("", "sealed")?);
            let key = self.ring.iter().find(|key| name(key).as_slice() == of);
            if let (Some(key), Ok(text)) = (key, <[u8; 32]>::try_from(text)) {
                return Ok(Found::Sealed(sealed(key, &text)));
            }
        }
        Ok(if rows.is_empty() { Found::Nothing } else { Found::Foreign })
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
        mac(self.kept.get().unwrap_or(&self.first).expose_secret(), purpose, parts).to_vec()
    }
}

/// What the database has.
enum Found {
    Nothing,
    /// Its key, opened by one of the ring.
    Sealed([u8; 32]),
    /// None that the ring opens.
    Foreign,
}

/// Tells a key of the ring from others, and nothing about it.
fn name(key: &SecretBox<Vec<u8>>) -> [u8; 32] {
    mac(key.expose_secret(), "name", [])
}

/// Sealed with a key of the ring, or opened: a pad that is as long as the text, and used for this one.
fn sealed(key: &SecretBox<Vec<u8>>, text: &[u8; 32]) -> [u8; 32] {
    let pad = mac(key.expose_secret(), "seal", []);
    array::from_fn(|at| text[at] ^ pad[at])
}

fn mac<'a>(key: &[u8], purpose: &str, parts: impl IntoIterator<Item = &'a [u8]>) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(purpose.as_bytes());
    for part in parts {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
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
