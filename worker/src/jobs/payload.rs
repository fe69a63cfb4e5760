//! Job payloads that cannot stop the runner: a payload that does not decode is logged, and its job ends.

use std::convert::Infallible;

use apalis::prelude::Codec;
use serde::{Serialize, de::DeserializeOwned};

/// `None` if the payload does not decode.
#[derive(Clone, Debug)]
pub(super) struct Payload<T>(pub(super) Option<T>);

/// JSON that always decodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyPayload;

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
    fn decodes_any_bytes() {
        for bytes in [b"".as_slice(), b"\xff", b"[1]", b"{\"outbox_id\":1}"] {
            let Payload(payload): Payload<DeliverMail> = AnyPayload.decode(&bytes.to_vec()).unwrap();
            assert!(payload.is_none());
        }
    }
}
