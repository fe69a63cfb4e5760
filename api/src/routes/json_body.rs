//! Reading a JSON body of limited size.

use axum::{
    body::{Body, Bytes, HttpBody},
    http::{HeaderMap, header},
};
use futures::StreamExt;

use crate::error::ApiError;

/// The worst legal case is about 20 KiB: every character of the message as two escapes, and the token.
const MAX_BODY_BYTES: usize = 32 * 1024;
/// Read and discarded, so that the sender of a body that is too large can read the response.
const MAX_DRAINED_BYTES: usize = 1024 * 1024;

pub(super) async fn read(headers: &HeaderMap, body: Body) -> Result<Bytes, ApiError> {
    // The client waits for 100 before it sends the body, so there is nothing to discard.
    if headers.contains_key(header::EXPECT) && body.size_hint().lower() > MAX_BODY_BYTES as u64 {
        return Err(ApiError::TooLarge);
    }
    let mut kept = Vec::new();
    let mut total = 0;
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        // The connection broke, so the response is not read.
        let chunk = chunk.map_err(|_| ApiError::MalformedJson)?;
        total += chunk.len();
        if total > MAX_DRAINED_BYTES {
            break;
        }
        if total <= MAX_BODY_BYTES {
            kept.extend_from_slice(&chunk);
        }
    }
    if total > MAX_BODY_BYTES { Err(ApiError::TooLarge) } else { Ok(kept.into()) }
}

/// `application/json` in UTF-8, without a content coding. Any other type can be sent by a plain form of another site.
pub(super) fn require_json(headers: &HeaderMap) -> Result<(), ApiError> {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut parts = value.split(';').map(str::trim);
    let is_json = parts.next().is_some_and(|essence| essence.eq_ignore_ascii_case("application/json"));
    let is_utf_8 = parts.filter_map(|parameter| parameter.split_once('=')).all(|(name, value)| {
        !name.eq_ignore_ascii_case("charset") || value.trim_matches('"').eq_ignore_ascii_case("utf-8")
    });
    let mut codings = headers.get_all(header::CONTENT_ENCODING).iter();
    let is_plain = codings.all(|coding| coding.as_bytes().eq_ignore_ascii_case(b"identity"));
    if is_json && is_utf_8 && is_plain { Ok(()) } else { Err(ApiError::UnsupportedMediaType) }
}
