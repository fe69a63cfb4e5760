//! Adds security headers and a request id to each response, counts it, and logs it.
//!
//! Hand-written: tower-http's layers would be five, and its trace layer logs the request's path, which can hold
//! personal data.

use axum::{
    extract::{MatchedPath, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::Response,
};
use tokio::time::Instant;
use uuid::Uuid;

use crate::metrics;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const PERMISSIONS: &str = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()";

/// The route that responded. A path as sent can contain anything, so it is not logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Route {
    Api(&'static str),
    Page,
    File,
    Redirect,
    NotFound,
}

/// A path that exists on the site, so it may be logged.
#[derive(Debug, Clone)]
pub(crate) struct ServedPath(pub Box<str>);

impl Route {
    fn label(self) -> &'static str {
        match self {
            Self::Api(path) => path,
            Self::Page => "page",
            Self::File => "file",
            Self::Redirect => "redirect",
            Self::NotFound => "not_found",
        }
    }

    fn of(matched: Option<&MatchedPath>) -> Self {
        match matched.map(MatchedPath::as_str) {
            Some("/api/send-email") => Self::Api("/api/send-email"),
            Some("/api/challenge") => Self::Api("/api/challenge"),
            _ => Self::NotFound,
        }
    }
}

/// What the headers depend on.
#[derive(Clone, Debug)]
pub(crate) struct SecurityHeaders {
    pub strict_transport: Option<HeaderValue>,
    /// The policy of responses that have none yet.
    pub default_policy: HeaderValue,
}

pub(crate) async fn add_security_headers(
    State(config): State<SecurityHeaders>,
    request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let matched = Route::of(request.extensions().get::<MatchedPath>());
    let method = method_label(request.method());
    // A client's own id could carry anything into the log.
    let id = Uuid::now_v7();
    let mut response = next.run(request).await;
    let route = response.extensions().get::<Route>().copied().unwrap_or(matched).label();
    let (status, took) = (response.status().as_u16(), began.elapsed());
    metrics::request(route, method, status, took);
    let took_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    let path = response.extensions().get::<ServedPath>().map_or(route, |path| &path.0);
    tracing::info!(%id, method, path, status, took_ms, "answered");
    secure(response.headers_mut(), &config);
    if let Ok(id) = HeaderValue::try_from(id.to_string()) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// For responses that are not pages.
pub(super) const CLOSED_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// The same on every response.
pub(super) fn fixed_headers() -> [(HeaderName, &'static str); 6] {
    [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // The form can be prefilled from the query, which other sites must not receive.
        (header::REFERRER_POLICY, "strict-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (PERMISSIONS_POLICY, PERMISSIONS),
        (OPENER_POLICY, "same-origin"),
        (RESOURCE_POLICY, "same-origin"),
    ]
}

/// The headers of the ops listener.
pub(crate) async fn secure_ops_response(mut response: Response) -> Response {
    insert_fixed(response.headers_mut());
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CLOSED_POLICY));
    response
}

fn insert_fixed(headers: &mut HeaderMap) {
    for (name, value) in fixed_headers() {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

fn secure(headers: &mut HeaderMap, config: &SecurityHeaders) {
    insert_fixed(headers);
    if let Some(value) = &config.strict_transport {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, value.clone());
    }
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        headers.insert(header::CONTENT_SECURITY_POLICY, config.default_policy.clone());
    }
}

/// Any token is a valid method in HTTP.
fn method_label(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        _ => "other",
    }
}
