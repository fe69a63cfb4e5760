//! Refuses requests whose head this server and a proxy could read differently (RFC 9112).

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderValue, Version, header, uri::Authority},
    middleware::Next,
    response::Response,
};

use crate::error::ApiError;

pub(crate) async fn check_head(request: Request, next: Next) -> Result<Response, ApiError> {
    if !has_valid_host(request.version(), request.headers()) {
        return Err(ApiError::InvalidHost);
    }
    let mut codings = request.headers().get_all(header::TRANSFER_ENCODING).iter();
    // Once at most (section 6.1).
    let is_chunked = codings.next().is_none_or(|coding| coding.as_bytes().eq_ignore_ascii_case(b"chunked"));
    if !is_chunked || codings.next().is_some() {
        return Err(ApiError::UnsupportedTransferCoding);
    }
    Ok(next.run(request).await)
}

/// Section 3.2: exactly one. HTTP/1.0 has none.
fn has_valid_host(version: Version, headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) => version <= Version::HTTP_10,
        (Some(host), None) => is_host(host),
        (Some(_), Some(_)) => false,
    }
}

/// A host and perhaps a port (RFC 3986, section 3.2), without user information.
fn is_host(value: &HeaderValue) -> bool {
    let Ok(authority) = Authority::try_from(value.as_bytes()) else { return false };
    let (text, host) = (authority.as_str(), authority.host());
    let Some(rest) = text.strip_prefix(host).filter(|_| !host.is_empty()) else { return false };
    rest.is_empty() || rest.strip_prefix(':').is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
}
