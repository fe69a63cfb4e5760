//! The public router.

mod challenge;
mod json_body;
mod send_email;

use std::{panic::AssertUnwindSafe, time::Duration};

use axum::{
    Router,
    extract::{Request, State},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{any, get, post},
};
use futures::FutureExt;
use tokio::time::{Instant, timeout_at};

pub(crate) use challenge::{__path_get_challenge, challenge_semaphore};
pub(crate) use send_email::__path_post_send_email;

use crate::{
    error::{ApiError, Unavailable},
    http::{self, Route, SecurityHeaders},
    site,
    state::AppState,
};

/// From the head of the request to the head of the response.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(13);
/// A slow head and a slow body end within 10 s. What is left of the request's time suffices for the steps that follow.
pub(crate) const BODY_TIMEOUT: Duration = Duration::from_secs(6);
/// A request in progress when the process stops must finish.
const _: () = assert!(REQUEST_TIMEOUT.as_secs() < http::DRAIN_TIMEOUT.as_secs());

/// When the response must be ready. A step of a request leaves time for the steps that follow it.
#[derive(Clone, Copy, Debug)]
struct Deadline(Instant);

pub(crate) fn router(state: AppState, headers: SecurityHeaders) -> Router {
    let send_email = post(send_email::post_send_email).fallback(|| async { method_not_allowed("POST") });
    let challenge = get(challenge::get_challenge).fallback(|| async { method_not_allowed("GET, HEAD") });
    Router::new()
        .route("/api/send-email", send_email)
        .route("/api/challenge", challenge)
        .route("/api", any(not_found))
        .route("/api/", any(not_found))
        .route("/api/{*rest}", any(not_found))
        .fallback(serve_site)
        .layer(middleware::from_fn(catch_panic_and_timeout))
        .layer(middleware::from_fn(http::check_head))
        .layer(middleware::from_fn_with_state(headers, http::add_security_headers))
        .with_state(state)
}

/// Answers for a handler that panics or takes too long; the connection stays open.
///
/// By hand: `Timeout` of tower-http answers without a body and without `Retry-After`.
async fn catch_panic_and_timeout(mut request: Request, next: Next) -> Response {
    let deadline = Deadline(Instant::now() + REQUEST_TIMEOUT);
    request.extensions_mut().insert(deadline);
    let response = AssertUnwindSafe(next.run(request)).catch_unwind();
    match timeout_at(deadline.0, response).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => ApiError::Internal.into_response(),
        Err(_) => ApiError::from(Unavailable::Slow).into_response(),
    }
}

fn method_not_allowed(allow: &'static str) -> ApiError {
    ApiError::MethodNotAllowed { allow }
}

async fn not_found() -> (axum::Extension<Route>, ApiError) {
    (axum::Extension(Route::NotFound), ApiError::NotFound)
}

async fn serve_site(State(state): State<AppState>, request: Request) -> Response {
    site::serve(&state.site, request.method(), request.uri(), request.headers(), state.clock.now())
}
