//! The public router.

mod challenge;
mod send_email;

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{Request, State},
    http::Method,
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{any, get, post},
};
use futures::FutureExt;
use tokio::time::timeout;

pub(crate) use challenge::{__path_get_challenge, challenge_semaphore};
pub(crate) use send_email::__path_post_send_email;

use crate::{
    app::AppState,
    error::{ApiError, Unavailable},
    http::{self, Route},
    site,
};

/// From the request's head to the answer's.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) fn router(state: AppState) -> Router {
    let send_email = post(send_email::post_send_email).fallback(|| async { method_not_allowed("POST") });
    let challenge = get(challenge::get_challenge).fallback(|| async { method_not_allowed("GET, HEAD") });
    Router::new()
        .route("/api/send-email", send_email)
        .route("/api/challenge", challenge)
        .route("/api", any(not_found))
        .route("/api/", any(not_found))
        .route("/api/{*rest}", any(not_found))
        .fallback(serve_site)
        .layer(middleware::from_fn(bound))
        .layer(middleware::from_fn_with_state(state.clone(), http::finish))
        .with_state(state)
}

/// A panic or a stuck handler becomes an answer; either way the connection lives on.
async fn bound(request: Request, next: Next) -> Response {
    let answer = AssertUnwindSafe(next.run(request)).catch_unwind();
    match timeout(REQUEST_TIMEOUT, answer).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => ApiError::Panicked.into_response(),
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
    let state: Arc<_> = state.0;
    let method: &Method = request.method();
    site::serve(&state.site, state.uses_turnstile, method, request.uri(), request.headers())
}
