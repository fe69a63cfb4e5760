//! The one error type at the HTTP boundary: a stable code, an English sentence, and nothing of a library's.

use std::collections::BTreeMap;

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use sea_orm::DbErr;
use serde::Serialize;
use utoipa::ToSchema;

use crate::database_fault::{DatabaseFault, is_transient};

/// Field name to the message of the specification, section 5.
pub type FieldErrors = BTreeMap<&'static str, &'static str>;

/// What a failed request is answered with.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    #[error("The body is not a JSON object.")]
    MalformedJson,
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
    #[error("The request took too long to arrive.")]
    RequestTimeout,
    #[error("The body is larger than 32 KiB.")]
    TooLarge,
    #[error("The body must be application/json.")]
    UnsupportedMediaType,
    #[error("Some fields break a rule.")]
    InvalidFields(FieldErrors),
    #[error("Too many requests from this network.")]
    RateLimited { retry_after_seconds: u64 },
    #[error("The service cannot take this request now.")]
    Unavailable(Unavailable),
    #[error("Something went wrong on our side.")]
    Internal(DatabaseFault),
    /// The lane has logged what the database refused.
    #[error("Something went wrong on our side.")]
    Refused,
    #[error("Something went wrong on our side.")]
    Panicked,
}

/// Why a request has to come back later.
#[derive(Debug, thiserror::Error)]
pub enum Unavailable {
    #[error("the database cannot be reached")]
    Database(DatabaseFault),
    #[error("the database is not ready")]
    NotReady,
    #[error("too many requests are waiting")]
    Busy,
    #[error("no answer within the time limit")]
    Slow,
    #[error("the cap on unverified inquiries is reached")]
    UnverifiedCap,
    #[error("no challenge could be made")]
    Challenge,
}

impl Unavailable {
    fn retry_after_seconds(&self) -> u64 {
        match self {
            Self::Busy => 1,
            Self::UnverifiedCap => 600,
            Self::Database(_) | Self::NotReady | Self::Slow | Self::Challenge => 5,
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
    pub fn status(&self) -> StatusCode {
        match self {
            Self::MalformedJson | Self::InvalidIdempotencyKey => StatusCode::BAD_REQUEST,
            Self::BotCheckRefused | Self::CrossOrigin => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::InvalidFields(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::RateLimited { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal(_) | Self::Refused | Self::Panicked => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::MalformedJson => "malformed_json",
            Self::InvalidIdempotencyKey => "invalid_idempotency_key",
            Self::BotCheckRefused => "bot_check_refused",
            Self::CrossOrigin => "cross_origin",
            Self::NotFound => "not_found",
            Self::MethodNotAllowed { .. } => "method_not_allowed",
            Self::RequestTimeout => "request_timeout",
            Self::TooLarge => "too_large",
            Self::UnsupportedMediaType => "unsupported_media_type",
            Self::InvalidFields(_) => "invalid_fields",
            Self::RateLimited { .. } => "rate_limited",
            Self::Unavailable(_) => "unavailable",
            Self::Internal(_) | Self::Refused | Self::Panicked => "internal",
        }
    }

    /// The whole cause, once, without anything that a visitor typed.
    fn log(&self) {
        match self {
            Self::Unavailable(Unavailable::Database(fault)) => {
                tracing::warn!(code = "unavailable", %fault, "the database cannot be reached");
            }
            Self::Unavailable(cause) => tracing::warn!(code = "unavailable", %cause, "request put off"),
            Self::Internal(fault) => {
                tracing::error!(code = "internal", %fault, "the database refused a statement");
            }
            _ => {}
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.log();
        let (status, code, error) = (self.status(), self.code(), self.to_string());
        let retry_after = match &self {
            Self::RateLimited { retry_after_seconds } => Some(*retry_after_seconds),
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

impl From<Unavailable> for ApiError {
    fn from(cause: Unavailable) -> Self {
        Self::Unavailable(cause)
    }
}

/// Keeps the parts of the error that cannot quote a row, also in `{:?}`.
impl From<DbErr> for ApiError {
    fn from(error: DbErr) -> Self {
        let fault = DatabaseFault::of(&error);
        if is_transient(&error) { Self::Unavailable(Unavailable::Database(fault)) } else { Self::Internal(fault) }
    }
}
