//! The queue board: apalis-board over both queues, read-only.
//!
//! It shows job rows, which hold ids and no personal data. Its pages work at the root path only.

use std::convert::Infallible;

use apalis_board::axum::{
    framework::{ApiBuilder, RegisterRoute},
    ui::ServeUI,
};
use apalis_postgres::{Config, PostgresStorage};
use axum::{
    Router,
    extract::{Request, State},
    middleware::{self, Next},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use base64::{Engine, engine::general_purpose::STANDARD};
use entity::jobs::{DeliverMail, MAIL_QUEUE, RunSchedule, SCHEDULE_QUEUE};
use futures::{StreamExt, stream};
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

pub(super) fn router(pool: &PgPool, ended: CancellationToken) -> Router {
    let mail = PostgresStorage::<DeliverMail>::new(pool).with_config(Config::default().queue(MAIL_QUEUE));
    let schedule = PostgresStorage::<RunSchedule>::new(pool).with_config(Config::default().queue(SCHEDULE_QUEUE));
    let api = ApiBuilder::new(Router::new()).register(MAIL_QUEUE, mail).register(SCHEDULE_QUEUE, schedule).build();
    let router = Router::new().nest("/api/v1", api).fallback_service(ServeUI::new());
    router.layer(middleware::from_fn_with_state(ended, without_log))
}

/// The page waits for log lines and shows the system as unhealthy if it cannot. It gets none.
async fn without_log(State(ended): State<CancellationToken>, request: Request, next: Next) -> Response {
    if request.uri().path() != "/api/v1/events" {
        return next.run(request).await;
    }
    let nothing = stream::pending::<Result<Event, Infallible>>().take_until(ended.cancelled_owned());
    Sse::new(nothing).keep_alive(KeepAlive::default()).into_response()
}

/// A Content Security Policy for its page. One inline script starts the page, and changes with the library's version.
pub(super) fn policy() -> String {
    let page = ServeUI::get_file("index.html").and_then(|file| file.contents_utf8()).unwrap_or_default();
    let script = page.split_once("<script type=\"module\">").and_then(|(_, rest)| rest.split_once("</script>"));
    let digest = STANDARD.encode(Sha256::digest(script.map_or("", |(script, _)| script)));
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-{digest}'; style-src 'self'; \
         connect-src 'self'; img-src 'self' data:; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
    )
}
