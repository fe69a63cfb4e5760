//! Job payloads that cannot stop the runner: one that does not decode is logged and done with.

use std::convert::Infallible;

use apalis::prelude::Codec;
use serde::{Serialize, de::DeserializeOwned};

/// What a job carries, if it could be read.
#[derive(Clone, Debug)]
pub struct Payload<T>(pub Option<T>);

/// JSON that always decodes.
#[derive(Clone, Copy, Debug)]
pub struct AnyPayload;

impl<T: Serialize + DeserializeOwned> Codec<Payload<T>> for AnyPayload {
    type Error = Infallible;
    type Compact = Vec<u8>;

    fn encode(&self, payload: &Payload<T>) -> Result<Vec<u8>, Infallible> {
        Ok(serde_json::to_vec(&payload.0).unwrap_or_default())
    }

    fn decode(&self, bytes: &Vec<u8>) -> Result<Payload<T>, Infallible> {
        Ok(Payload(serde_json::from_slice(bytes).ok()))
    }
}

#[cfg(test)]
mod tests {
    use entity::jobs::DeliverMail;

    use super::*;

    #[test]
    fn decodes_anything() {
        for bytes in [b"".as_slice(), b"\xff", b"[1]", b"{\"outbox_id\":1}"] {
            let Payload(payload): Payload<DeliverMail> = AnyPayload.decode(&bytes.to_vec()).unwrap();
            assert!(payload.is_none());
        }
    }
}
