//! The error type of the HTTP boundary: a stable code and an English sentence, without a library's text.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{inquiry::FieldErrors, limits::RateLimited};

/// A failed request. The names are the stable codes.
#[derive(Debug, thiserror::Error, strum_macros::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum ApiError {
    #[error("The body is not a JSON object.")]
    MalformedJson,
    #[error("The Host header is missing, repeated or invalid.")]
    InvalidHost,
    #[error("The Idempotency-Key header is not a UUID.")]
    InvalidIdempotencyKey,
    #[error("The bot check refused this request.")]
    BotCheckRefused,
    #[error("The request comes from another site.")]
    CrossOrigin,
    #[error("There is nothing at this address.")]
    NotFound,
    #[error("This address does not take this method.")]
    MethodNotAllowed { allow: &'static str },
    #[error("No encoding of this file is acceptable.")]
    NotAcceptable,
    #[error("The request took too long to arrive.")]
    RequestTimeout,
    #[error("The body is larger than 32 KiB.")]
    TooLarge,
    #[error("The body must be application/json in UTF-8, without a content coding.")]
    UnsupportedMediaType,
    #[error("The only transfer coding is chunked.")]
    UnsupportedTransferCoding,
    #[error("Some fields break a rule.")]
    InvalidFields(FieldErrors),
    #[error("Too many requests from this network.")]
    RateLimited(#[from] RateLimited),
    #[error("The service cannot take this request now.")]
    Unavailable(#[from] Unavailable),
    /// The cause is logged where it was met.
    #[error("Something went wrong on our side.")]
    Internal,
}

/// Why a request gets 503. Copied: one error goes to every caller in a batch.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub(crate) enum Unavailable {
    #[error("the database is not ready")]
    NotReady,
    #[error("too many requests are waiting")]
    Busy,
    #[error("no answer within the time limit")]
    Slow,
    #[error("the cap on unverified inquiries is reached")]
    UnverifiedCap,
    #[error("the idempotency key belongs to an expired inquiry, until the next purge")]
    KeyTaken,
    #[error("no challenge could be made")]
    Challenge,
}

impl Unavailable {
    fn retry_after_seconds(self) -> u64 {
        match self {
            Self::Busy => 1,
            Self::UnverifiedCap => 600,
            // The purge runs every minute.
            Self::KeyTaken => 60,
            Self::NotReady | Self::Slow | Self::Challenge => 5,
        }
    }
}

/// The body of every failure.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Failure)]
pub(crate) struct ErrorOut {
    /// One English sentence for the log.
    #[schema(example = "Some fields break a rule.")]
    pub error: String,
    /// Stable, for programs.
    #[schema(example = "invalid_fields")]
    pub code: &'static str,
    /// Only with `invalid_fields`: field name to the message to show beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::HashMap<String, String>>)]
    pub fields: Option<FieldErrors>,
}

impl ApiError {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::MalformedJson | Self::InvalidHost | Self::InvalidIdempotencyKey => StatusCode::BAD_REQUEST,
            Self::BotCheckRefused | Self::CrossOrigin => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::NotAcceptable => StatusCode::NOT_ACCEPTABLE,
            Self::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::UnsupportedTransferCoding => StatusCode::NOT_IMPLEMENTED,
            Self::InvalidFields(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::RateLimited(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if let Self::Unavailable(cause) = &self {
            tracing::warn!(%cause, "request shed");
        }
        let (status, code, error) = (self.status(), (&self).into(), self.to_string());
        let retry_after = match &self {
            Self::RateLimited(RateLimited { retry_after_seconds }) => Some(*retry_after_seconds),
            Self::Unavailable(cause) => Some(cause.retry_after_seconds()),
            _ => None,
        };
        let allow = if let Self::MethodNotAllowed { allow } = &self { Some(*allow) } else { None };
        let fields = if let Self::InvalidFields(fields) = self { Some(fields) } else { None };
        let mut response = (status, Json(ErrorOut { error, code, fields })).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        if let Some(allow) = allow {
            headers.insert(header::ALLOW, HeaderValue::from_static(allow));
        }
        response
    }
}

impl From<FieldErrors> for ApiError {
    fn from(errors: FieldErrors) -> Self {
        Self::InvalidFields(errors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The site and other clients read them.
    #[test]
    fn the_codes_stay() {
        for (error, code) in [
            (ApiError::MalformedJson, "malformed_json"),
            (ApiError::InvalidHost, "invalid_host"),
            (ApiError::InvalidIdempotencyKey, "invalid_idempotency_key"),
            (ApiError::BotCheckRefused, "bot_check_refused"),
            (ApiError::CrossOrigin, "cross_origin"),
            (ApiError::NotFound, "not_found"),
            (ApiError::MethodNotAllowed { allow: "" }, "method_not_allowed"),
            (ApiError::NotAcceptable, "not_acceptable"),
            (ApiError::RequestTimeout, "request_timeout"),
            (ApiError::TooLarge, "too_large"),
            (ApiError::UnsupportedMediaType, "unsupported_media_type"),
            (ApiError::UnsupportedTransferCoding, "unsupported_transfer_coding"),
            (ApiError::InvalidFields(FieldErrors::default()), "invalid_fields"),
            (ApiError::RateLimited(RateLimited { retry_after_seconds: 1 }), "rate_limited"),
            (ApiError::Unavailable(Unavailable::Busy), "unavailable"),
            (ApiError::Internal, "internal"),
        ] {
            assert_eq!(<&str>::from(error), code);
        }
    }
}
