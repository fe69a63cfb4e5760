//! `GET /api/challenge`: issues what the form needs for the bot check.

use axum::{
    Json,
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use tokio::task::spawn_blocking;

use crate::{
    bot_check::ChallengeOut,
    error::{ApiError, ErrorOut, Unavailable},
    limits::{BoundedSemaphore, ClientNetwork},
    state::AppState,
};

/// A challenge costs one or two milliseconds of processor time. One core computes them: a flood from many addresses,
/// each within its limit, leaves the other cores to inquiries.
const AT_A_TIME: usize = 1;
/// More get 503.
const MAX_WAITING: usize = 256;

pub(crate) fn challenge_semaphore() -> BoundedSemaphore {
    BoundedSemaphore::new(AT_A_TIME, MAX_WAITING)
}

#[utoipa::path(
    get,
    path = "/api/challenge",
    operation_id = "getChallenge",
    responses(
        (status = 200, description = "What the form needs to get a token; never cached", body = ChallengeOut),
        (status = 429, description = "Too many requests from this network; see `Retry-After`", body = ErrorOut),
        (status = 503, description = "No challenge can be made now; see `Retry-After`", body = ErrorOut),
    )
)]
pub(super) async fn get_challenge(State(state): State<AppState>, client: ClientNetwork) -> Result<Response, ApiError> {
    state.challenge_limit.check(client)?;
    let permit = state.challenges.acquire().await.ok_or(Unavailable::Busy)?;
    // The permit is held until the work ends, even if the visitor disconnects.
    let made = spawn_blocking(move || {
        let _permit = permit;
        state.bot_check.challenge()
    });
    let challenge = made.await.ok().flatten().ok_or(Unavailable::Challenge)?;
    let no_store = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(([no_store], Json(challenge)).into_response())
}
