//! `GET /api/challenge`: what the form needs to pass the bot check.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};

use crate::{
    app::AppState,
    bot_check::ChallengeOut,
    client::Peer,
    error::{ApiError, ErrorOut, Unavailable},
};

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
    let challenge = state.bot_check.challenge().ok_or(Unavailable::Challenge)?;
    let no_store = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(([no_store], Json(challenge)).into_response())
}
