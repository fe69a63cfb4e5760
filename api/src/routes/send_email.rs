//! `POST /api/send-email`: an inquiry becomes a ticket.

use axum::{
    Json,
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use entity::{Digest, TicketReference, inquiry::BotCheckStatus, store_inquiries::Outcome};
use futures::StreamExt;
use serde::Serialize;
use tokio::time::timeout;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    app::AppState,
    bot_check::{Inconclusive, MAX_TOKEN_LENGTH, Verdict},
    error::{ApiError, ErrorOut},
    http::RequestActivity,
    inquiry::{self, Fields, InquiryIn},
    limits::{ClientNetwork, Peer},
    metrics,
};

/// The worst legal case is about 20 KiB: every character of the message as two escapes, and the token.
const MAX_BODY_BYTES: usize = 32 * 1024;
/// What is read and thrown away, so that the sender of a too large body gets to read the answer.
const MAX_DRAINED_BYTES: usize = 1024 * 1024;

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Receipt)]
pub(super) struct SendEmailOut {
    /// The ticket's reference.
    #[schema(value_type = String, example = "FW-7K3Q-9D2M", pattern = "^FW-[0-9A-Z]{4}-[0-9A-Z]{4}$")]
    reference: TicketReference,
}

#[utoipa::path(
    post,
    path = "/api/send-email",
    operation_id = "sendEmail",
    params((
        "Idempotency-Key" = Option<String>,
        Header,
        format = "uuid",
        description = "One per inquiry as the visitor wrote it; the same key is the same inquiry"
    )),
    request_body = InquiryIn,
    responses(
        (status = 201, description = "Stored", body = SendEmailOut),
        (status = 200, description = "Known already: the reference of the first time", body = SendEmailOut),
        (status = 400, description = "Not a JSON object, or the key is no UUID", body = ErrorOut),
        (status = 403, description = "The bot check refused, or another site's page sent it", body = ErrorOut),
        (status = 408, description = "The body took too long to arrive", body = ErrorOut),
        (status = 413, description = "Larger than 32 KiB", body = ErrorOut),
        (status = 415, description = "Not `application/json`", body = ErrorOut),
        (status = 422, description = "Field rules; `fields` has a message for each", body = ErrorOut),
        (status = 429, description = "Too many requests from this network; see `Retry-After`", body = ErrorOut),
        (status = 500, description = "A fault of ours", body = ErrorOut),
        (status = 503, description = "Come back after `Retry-After` seconds with the same key", body = ErrorOut),
    )
)]
pub(super) async fn post_send_email(
    State(state): State<AppState>,
    peer: Option<axum::Extension<Peer>>,
    working: Option<axum::Extension<RequestActivity>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let body = timeout(state.body_timeout, read(body)).await.map_err(|_| ApiError::RequestTimeout)??;
    if let Some(working) = working {
        working.0.begin();
    }
    require_json(&headers)?;
    state.require_same_origin(&headers)?;
    let client = state.client(peer, &headers);
    state.submit_limit.check(client)?;
    let json = inquiry::parse(&body)?;
    let key = idempotency_key(&headers)?;
    let fields = inquiry::check(&json).map_err(ApiError::InvalidFields)?;
    let outcome = submit(&state, Submitted { fields, key, token: inquiry::token(&json), client }).await?;
    answer(outcome)
}

struct Submitted<'a> {
    fields: Fields,
    key: Option<Uuid>,
    token: Option<&'a str>,
    client: ClientNetwork,
}

async fn submit(state: &AppState, submitted: Submitted<'_>) -> Result<Outcome, ApiError> {
    let Submitted { fields, key, token, client } = submitted;
    let token = token.filter(|token| token.len() <= MAX_TOKEN_LENGTH);
    let digest = token.map(|token| state.bot_check.digest(token));
    let key = key.or(digest.map(Digest::to_uuid));
    let verdict = match token {
        Some(token) => state.bot_check.verify(token).await,
        None => Verdict::Refused,
    };
    metrics::verdict(verdict);
    match (verdict, digest, key) {
        (Verdict::Pass, Some(digest), Some(key)) => {
            state.store.verified(state.new_inquiry(fields, key, digest, BotCheckStatus::Verified, None)).await
        }
        (Verdict::Inconclusive(reason), Some(digest), Some(key)) => {
            report(reason);
            let network = Some(client.to_cidr());
            state.store.unverified(state.new_inquiry(fields, key, digest, BotCheckStatus::Unverified, network)).await
        }
        // The answer to the first try may have been lost, and its token is spent or has expired meanwhile.
        (_, _, Some(key)) => match state.store.find(key).await? {
            Some(reference) => Ok(Outcome::Replayed(reference)),
            None => Err(ApiError::BotCheckRefused),
        },
        (_, _, None) => Err(ApiError::BotCheckRefused),
    }
}

fn report(reason: Inconclusive) {
    match reason {
        Inconclusive::Outage => tracing::warn!("the bot check gives no verdict; the inquiry is kept as unverified"),
        Inconclusive::OurFault => {
            tracing::error!("the bot check refuses our settings (TURNSTILE_SECRET); the inquiry is kept as unverified");
        }
    }
}

fn answer(outcome: Outcome) -> Result<Response, ApiError> {
    let (status, reference) = match outcome {
        Outcome::Stored(reference) => (StatusCode::CREATED, reference),
        Outcome::Replayed(reference) => {
            metrics::inquiries("replayed", 1);
            (StatusCode::OK, reference)
        }
        Outcome::TokenSpent | Outcome::ReferenceTaken => return Err(ApiError::BotCheckRefused),
    };
    Ok((status, [(header::CACHE_CONTROL, "no-store")], Json(SendEmailOut { reference })).into_response())
}

async fn read(body: Body) -> Result<Bytes, ApiError> {
    let mut kept = Vec::new();
    let mut total = 0;
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        // The connection broke; nobody reads the answer.
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

/// `application/json`, with or without parameters. Anything else could be sent by a plain form of another site.
fn require_json(headers: &HeaderMap) -> Result<(), ApiError> {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") { Ok(()) } else { Err(ApiError::UnsupportedMediaType) }
}

/// A UUID in its usual form. Nil and max are what a broken client sends for every form.
fn idempotency_key(headers: &HeaderMap) -> Result<Option<Uuid>, ApiError> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    let text = value.to_str().map_err(|_| ApiError::InvalidIdempotencyKey)?;
    let key = Uuid::try_parse(text).map_err(|_| ApiError::InvalidIdempotencyKey)?;
    if text.len() != 36 || key.is_nil() || key.is_max() {
        return Err(ApiError::InvalidIdempotencyKey);
    }
    Ok(Some(key))
}
