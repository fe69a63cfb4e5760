//! `POST /api/send-email`: stores an inquiry.

use std::time::Duration;

use axum::{
    Extension, Json,
    body::Body,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use chrono::{DateTime, FixedOffset, Utc};
use entity::{
    Digest, TicketReference,
    contact::InquiryFields,
    inquiry::{BotCheckStatus, Origin},
    store_inquiries::{ConsentEvidence, NewInquiry, StoreOutcome},
};
use serde::Serialize;
use spam::{Submission, digest_of, weigh};
use tokio::time::{timeout, timeout_at};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{BODY_TIMEOUT, Deadline, REQUEST_TIMEOUT, json_body};
use crate::{
    bot_check::{ATTEMPT_TIMEOUT, Inconclusive, MAX_TOKEN_LENGTH, TokenVerdict},
    error::{ApiError, ErrorOut, Unavailable},
    http::{RequestActivity, SameOrigin},
    inquiry::{self, InquiryIn},
    limits::ClientNetwork,
    metrics,
    state::AppState,
};

/// Kept of the request's time for storing the inquiry: a statement may take 3 s.
const STORE_RESERVE: Duration = Duration::from_millis(3_500);
/// A body that comes late must not leave the bot check without the time that it takes when all is well: who sends slowly
/// would be stored as unverified.
const _: () = {
    let rest = REQUEST_TIMEOUT.saturating_sub(BODY_TIMEOUT).saturating_sub(STORE_RESERVE);
    assert!(rest.as_millis() >= ATTEMPT_TIMEOUT.as_millis());
};
/// Kept for the response. Later, the answer would be that of the whole request's time limit.
const ANSWER_RESERVE: Duration = Duration::from_millis(200);

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Receipt)]
pub(super) struct SendEmailOut {
    /// The ticket's reference.
    #[schema(value_type = String, example = "FW-7K3Q-9D2M", pattern = "^FW-[0-9A-Z]{4}-[0-9A-Z]{4}$")]
    reference: TicketReference,
    /// By when the visitor is answered, in the office's local time (RFC 3339); with 201 only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, nullable = false, format = DateTime, example = "2026-11-25T18:00:00+01:00")]
    answer_due: Option<DateTime<FixedOffset>>,
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
        (status = 400, description = "Not a JSON object, the key is not a UUID, or `Host` is invalid", body = ErrorOut),
        (status = 403, description = "The bot check refused, or another site's page sent it", body = ErrorOut),
        (status = 408, description = "The body took too long to arrive", body = ErrorOut),
        (status = 413, description = "Larger than 32 KiB", body = ErrorOut),
        (status = 415, description = "Not `application/json` in UTF-8 without a content coding", body = ErrorOut),
        (status = 422, description = "Field rules; `fields` has a message for each", body = ErrorOut),
        (status = 429, description = "Too many requests from this network; see `Retry-After`", body = ErrorOut),
        (status = 500, description = "A fault of ours", body = ErrorOut),
        (status = 503, description = "Come back after `Retry-After` seconds with the same key", body = ErrorOut),
    )
)]
pub(super) async fn post_send_email(
    State(state): State<AppState>,
    client: ClientNetwork,
    same_origin: Result<SameOrigin, ApiError>,
    activity: Option<Extension<RequestActivity>>,
    Extension(deadline): Extension<Deadline>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let body =
        timeout(state.body_timeout, json_body::read(&headers, body)).await.map_err(|_| ApiError::RequestTimeout)??;
    if let Some(Extension(activity)) = activity {
        activity.begin();
    }
    json_body::require_json(&headers)?;
    same_origin?;
    state.submit_limit.check(client)?;
    let json = inquiry::parse(&body).map_err(|_| ApiError::MalformedJson)?;
    let key = idempotency_key(&headers)?;
    let fields = inquiry::check(&json)?;
    let evidence = state.site.agreed_texts.shown(inquiry::texts_version(&json)?).ok_or_else(inquiry::unknown_texts)?;
    let reason = fields.contact_reason;
    let typed = Typed { fills_decoy: inquiry::fills_decoy(&json)?, elapsed: inquiry::elapsed(&json)? };
    let token = inquiry::token(&json);
    let outcome = submit(&state, Submitted { fields, typed, evidence, key, token, client, deadline }).await?;
    receipt(outcome, |at| state.config.answer.due_locally(at, reason))
}

/// How the form was filled.
#[derive(Clone, Copy)]
struct Typed {
    fills_decoy: bool,
    elapsed: Option<Duration>,
}

struct Submitted<'a> {
    fields: InquiryFields,
    typed: Typed,
    evidence: ConsentEvidence,
    key: Option<Uuid>,
    token: Option<&'a str>,
    client: ClientNetwork,
    deadline: Deadline,
}

async fn submit(state: &AppState, submitted: Submitted<'_>) -> Result<StoreOutcome, ApiError> {
    let Submitted { fields, typed, evidence, key, token, client, deadline } = submitted;
    // First: in an outage, a request costs little, and spends no token.
    state.store.refuse_if_away()?;
    let token = token.filter(|token| token.len() <= MAX_TOKEN_LENGTH);
    let digest = token.map(|token| state.bot_check.digest(token));
    let key = key.or(digest.map(Digest::to_uuid));
    let verdict = match token {
        Some(token) => verify(state, token, deadline).await,
        None => TokenVerdict::Refused,
    };
    ::metrics::counter!("api_bot_check_total", "verdict" => verdict.label()).increment(1);
    let store_by = deadline.0 - ANSWER_RESERVE;
    match (verdict, digest, key) {
        (TokenVerdict::Pass, Some(digest), Some(key)) => {
            let inquiry = new_inquiry(state, fields, typed, evidence, key, digest, None);
            // Beyond its share, the auto-reply waits behind those of other networks.
            // Counted before: a client that disconnects is stored nevertheless.
            let over_share = state.auto_reply_share.take(client);
            let outcome = state.store.verified(NewInquiry { over_share, ..inquiry }, store_by).await;
            if !matches!(outcome, Ok(StoreOutcome::Stored(..)) | Err(ApiError::Unavailable(Unavailable::Slow))) {
                state.auto_reply_share.give_back(client);
            }
            outcome
        }
        (TokenVerdict::Inconclusive(reason), Some(digest), Some(key)) => {
            log_inconclusive(reason);
            let network = Some(client.to_cidr());
            let inquiry = new_inquiry(state, fields, typed, evidence, key, digest, network);
            state.store.unverified(inquiry, store_by).await
        }
        // The first response may have been lost, and the token is spent or has expired since.
        (_, _, Some(key)) => match state.store.find(key, store_by).await? {
            Some(reference) => Ok(StoreOutcome::Replayed(reference)),
            None => Err(ApiError::BotCheckRefused),
        },
        (_, _, None) => Err(ApiError::BotCheckRefused),
    }
}

/// Inconclusive if the verdict takes the time that storing needs: an upload may have been slow.
async fn verify(state: &AppState, token: &str, Deadline(deadline): Deadline) -> TokenVerdict {
    let verdict = timeout_at(deadline - STORE_RESERVE, state.bot_check.verify(token)).await;
    verdict.unwrap_or(TokenVerdict::Inconclusive(Inconclusive::Outage))
}

/// `unverified_network` is the sender's, and given for an unverified inquiry only.
fn new_inquiry(
    state: &AppState,
    fields: InquiryFields,
    typed: Typed,
    evidence: ConsentEvidence,
    idempotency_key: Uuid,
    token_digest: Digest,
    unverified_network: Option<String>,
) -> NewInquiry {
    let spam = weigh(&Submission {
        name: &format!("{} {}", fields.first_name, fields.last_name),
        company: &fields.company,
        email: &fields.email,
        message: &fields.message,
        site: state.site_host.as_deref(),
        fills_decoy: typed.fills_decoy,
        elapsed: typed.elapsed,
    });
    let message_digest = digest_of(&fields.message);
    NewInquiry {
        // Random: the ledger may name it after the inquiry is gone, so it must not contain a time.
        id: Uuid::new_v4(),
        reference: TicketReference::random(),
        idempotency_key,
        token_digest,
        notify: state.config.notify.recipients(fields.contact_reason, fields.optional.program),
        spam_limit: state.config.spam_limit.points(fields.contact_reason),
        fields,
        origin: Origin::Form,
        // The field rules accept only true.
        consent: true,
        gdpr_consent: true,
        evidence,
        bot_check: if unverified_network.is_some() { BotCheckStatus::Unverified } else { BotCheckStatus::Verified },
        client_network: unverified_network,
        message_digest,
        spam,
        over_share: false,
    }
}

fn log_inconclusive(reason: Inconclusive) {
    match reason {
        Inconclusive::Outage => tracing::warn!("the bot check gives no verdict; the inquiry is stored as unverified"),
        Inconclusive::OurFault => {
            tracing::error!("the bot check refuses TURNSTILE_SECRET; the inquiry is stored as unverified");
        }
    }
}

fn receipt(
    outcome: StoreOutcome,
    due: impl FnOnce(DateTime<Utc>) -> DateTime<FixedOffset>,
) -> Result<Response, ApiError> {
    let (status, reference, answer_due) = match outcome {
        StoreOutcome::Stored(reference, at) | StoreOutcome::Journey(reference, at) => {
            (StatusCode::CREATED, reference, Some(due(at)))
        }
        StoreOutcome::Replayed(reference) => {
            metrics::inquiries("replayed", 1);
            // Known from the time of receipt, which is not read.
            (StatusCode::OK, reference, None)
        }
        StoreOutcome::TokenSpent => return Err(ApiError::BotCheckRefused),
        StoreOutcome::ReferenceTaken => return Err(Unavailable::KeyTaken.into()),
    };
    Ok((status, [(header::CACHE_CONTROL, "no-store")], Json(SendEmailOut { reference, answer_due })).into_response())
}

/// A UUID with hyphens. Broken clients send nil or max for every form.
fn idempotency_key(headers: &HeaderMap) -> Result<Option<Uuid>, ApiError> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    let text = value.to_str().map_err(|_| ApiError::InvalidIdempotencyKey)?;
    let key = Uuid::try_parse(text).map_err(|_| ApiError::InvalidIdempotencyKey)?;
    if text.len() != 36 || key.is_nil() || key.is_max() {
        return Err(ApiError::InvalidIdempotencyKey);
    }
    Ok(Some(key))
}
