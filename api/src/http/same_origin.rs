//! Refuses requests that a page of another site makes a browser send.

use std::sync::Arc;

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{HeaderValue, header, request::Parts},
};
use url::Url;

use crate::{config::is_loopback, error::ApiError};

/// The site's `PUBLIC_URL`.
#[derive(Clone, Debug)]
pub(crate) struct PublicOrigin {
    /// Scheme, host and port, as a browser writes them in `Origin`.
    pub origin: Arc<str>,
    /// Development: the site is also served at other ports of this machine.
    pub is_loopback: bool,
}

/// The request comes from the site itself, or from no browser.
///
/// `Sec-Fetch-Site` cannot be set by a page; older browsers send `Origin` alone; other programs send neither. The `Host`
/// does not count: by DNS rebinding another site's name can lead here, and to the browser that is the same origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SameOrigin;

impl<S: Send + Sync> FromRequestParts<S> for SameOrigin
where
    PublicOrigin: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let headers = &parts.headers;
        let public = PublicOrigin::from_ref(state);
        let is_same = headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin")
            && headers.get(header::ORIGIN).is_none_or(|origin| public.matches(origin));
        if is_same { Ok(Self) } else { Err(ApiError::CrossOrigin) }
    }
}

impl PublicOrigin {
    fn matches(&self, origin: &HeaderValue) -> bool {
        let origin = origin.to_str().unwrap_or_default();
        origin == &*self.origin || (self.is_loopback && Url::parse(origin).is_ok_and(|origin| is_loopback(&origin)))
    }
}
