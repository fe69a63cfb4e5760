//! `GET /api/challenge`: what the form needs to pass the bot check.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use tokio::task::spawn_blocking;

use crate::{
    app::AppState,
    bot_check::ChallengeOut,
    error::{ApiError, ErrorOut, Unavailable},
    limits::BoundedSemaphore,
    limits::Peer,
};

/// A challenge costs one or two milliseconds of processor time. One core computes them: a flood from many addresses,
/// each within its limit, leaves the other cores to inquiries.
const AT_A_TIME: usize = 1;
/// Beyond that the answer is 503.
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
pub(super) async fn get_challenge(
    State(state): State<AppState>,
    peer: Option<axum::Extension<Peer>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    state.challenge_limit.check(state.client(peer, &headers))?;
    let turn = state.challenges.acquire().await.ok_or(Unavailable::Busy)?;
    // The turn ends with the work, even if the visitor has gone meanwhile.
    let made = spawn_blocking(move || {
        let _turn = turn;
        state.bot_check.challenge()
    });
    let challenge = made.await.ok().flatten().ok_or(Unavailable::Challenge)?;
    let no_store = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(([no_store], Json(challenge)).into_response())
}
