//! SHA-256 digests, as stored in `bytea` columns.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

/// A SHA-256 digest.
#[derive(Clone, Copy, derive_more::Debug, PartialEq, Eq, Hash)]
#[debug("{self}")]
pub struct Digest([u8; 32]);

impl Digest {
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        Self(Sha256::digest(bytes.as_ref()).into())
    }

    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// A UUID from the digest's first half (RFC 9562, section 5.8).
    pub fn to_uuid(self) -> Uuid {
        let mut half = [0; 16];
        half.copy_from_slice(&self.0[..16]);
        uuid::Builder::from_custom_bytes(half).into_uuid()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// In the hex format that Postgres accepts for `bytea`.
impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("\\x{self}"))
    }
}

/// From 64 hexadecimal digits.
impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut bytes = [0; 32];
        let decoded = hex::decode_to_slice(String::deserialize(deserializer)?, &mut bytes);
        decoded.map_err(|_| de::Error::custom("a digest has 64 hexadecimal digits"))?;
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_reads_as_bytea() {
        let digest = Digest::of("abc");
        let json = serde_json::to_string(&digest).unwrap();
        assert_eq!(json, r#""\\xba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad""#);
        assert_eq!(digest.to_uuid().get_version_num(), 8);
    }

    #[test]
    fn a_digest_is_read_from_hexadecimal_digits_only() {
        let digest = Digest::of("abc");
        assert_eq!(serde_json::from_str::<Digest>(&format!("\"{digest}\"")).unwrap(), digest);
        for text in ["", "ab", &"g".repeat(64), &"é".repeat(32), &"a".repeat(65)] {
            assert!(serde_json::from_str::<Digest>(&format!("\"{text}\"")).is_err(), "{text}");
        }
    }
}
