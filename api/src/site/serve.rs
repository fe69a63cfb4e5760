//! Serves paths outside `/api`.

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};

use chrono::{DateTime, Utc};

use super::{File, Kind, Site, security_txt};
use crate::{
    error::ApiError,
    http::{Route, ServedPath},
};

/// The file at `uri`, a redirect, or the not-found page. The response carries its [`Route`].
pub(crate) fn serve(site: &Site, method: &Method, uri: &Uri, headers: &HeaderMap, now: DateTime<Utc>) -> Response {
    if !matches!(*method, Method::GET | Method::HEAD) {
        return ApiError::MethodNotAllowed { allow: "GET, HEAD" }.into_response();
    }
    let path = uri.path();
    let (mut response, route) = if let Some(file) = site.files.get(path) {
        let route = if file.kind == Kind::Page { Route::Page } else { Route::File };
        let dated = (path == security_txt::PATH).then(|| security_txt::with_expiry(file, now));
        let mut response = answer(dated.as_ref().unwrap_or(file), StatusCode::OK, method, headers);
        if route == Route::Page && uri.query().is_some_and(names_a_person) {
            response.headers_mut().insert(header::CACHE_CONTROL, NO_STORE);
        }
        (response, route)
    } else if let Some(target) = redirect(site, path) {
        (moved(target, uri.query()), Route::Redirect)
    } else {
        (answer(not_found(site, path), StatusCode::NOT_FOUND, method, headers), Route::NotFound)
    };
    response.extensions_mut().insert(route);
    if route != Route::NotFound {
        response.extensions_mut().insert(ServedPath(path.into()));
    }
    response
}

const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// A link to the form can fill in these fields.
fn names_a_person(query: &str) -> bool {
    let mut names = query.split('&').filter_map(|pair| pair.split('=').next());
    names.any(|name| ["firstName", "lastName", "email"].contains(&name))
}

/// In the language of the path.
fn not_found<'a>(site: &'a Site, path: &str) -> &'a File {
    let folder = path.split('/').nth(1).and_then(|folder| site.not_found.get(&format!("/{folder}")));
    folder.unwrap_or_else(|| &site.not_found[""])
}

fn redirect<'a>(site: &'a Site, path: &'a str) -> Option<&'a str> {
    let without_slash = path.strip_suffix('/').unwrap_or(path);
    if let Some(target) = site.redirects.get(without_slash) {
        return Some(target);
    }
    (without_slash != path && site.files.contains_key(without_slash)).then_some(without_slash)
}

/// Permanent, and the query stays: the form can be prefilled from it.
fn moved(target: &str, query: Option<&str>) -> Response {
    let location = query.map_or_else(|| target.to_owned(), |query| format!("{target}?{query}"));
    let Ok(location) = HeaderValue::try_from(location) else { return ApiError::NotFound.into_response() };
    // No cache keeps a person's name or address.
    let cache = if query.is_some() { NO_STORE } else { HeaderValue::from_static("public, max-age=3600") };
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, location), (header::CACHE_CONTROL, cache)]).into_response()
}

fn answer(file: &File, status: StatusCode, method: &Method, request: &HeaderMap) -> Response {
    let identity = (&file.plain, None);
    // The not-found page is an error, which may come in any encoding.
    let Some((bytes, encoding)) = choose(file, request).or((status != StatusCode::OK).then_some(identity)) else {
        return ([(header::VARY, "accept-encoding")], ApiError::NotAcceptable).into_response();
    };
    let tag = encoding.map_or_else(|| format!("\"{}\"", file.tag), |encoding| format!("\"{}-{encoding}\"", file.tag));
    let is_known = status == StatusCode::OK && matches_tag(request, &tag);
    let mut response =
        Response::new(if *method == Method::HEAD || is_known { Body::empty() } else { bytes.clone().into() });
    *response.status_mut() = if is_known { StatusCode::NOT_MODIFIED } else { status };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, file.cache_control.clone());
    headers.insert(header::CONTENT_SECURITY_POLICY, file.policy.clone());
    headers.insert(header::ETAG, HeaderValue::try_from(tag).expect("a tag is hexadecimal"));
    if file.brotli.is_some() || file.gzip.is_some() {
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if !is_known {
        headers.insert(header::CONTENT_TYPE, file.content_type.clone());
        headers.insert(header::CONTENT_LENGTH, bytes.len().into());
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
    }
    response
}

/// `None` if the request accepts no encoding that there is.
fn choose<'a>(file: &'a File, request: &HeaderMap) -> Option<(&'a Bytes, Option<&'static str>)> {
    let offers = [(&file.brotli, "br"), (&file.gzip, "gzip")];
    offers
        .into_iter()
        .filter(|(_, name)| accepts(request, name).unwrap_or_default())
        .find_map(|(bytes, name)| bytes.as_ref().map(|bytes| (bytes, Some(name))))
        .or_else(|| accepts(request, "identity").unwrap_or(true).then_some((&file.plain, None)))
}

/// RFC 9110, section 12.5.3. `None` if the request does not say.
fn accepts(request: &HeaderMap, encoding: &str) -> Option<bool> {
    let entries = request.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut by_wildcard = None;
    for entry in entries.flat_map(|value| value.split(',')) {
        let mut parts = entry.split(';').map(str::trim);
        let (name, parameter) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let weight = parameter.strip_prefix(['q', 'Q']).and_then(|rest| rest.strip_prefix('='));
        let weight = weight.and_then(|weight| weight.trim().parse::<f32>().ok());
        let is_wanted = weight.is_none_or(|weight| weight > 0.0);
        if name.eq_ignore_ascii_case(encoding) {
            return Some(is_wanted);
        }
        if name == "*" {
            by_wildcard.get_or_insert(is_wanted);
        }
    }
    by_wildcard
}

fn matches_tag(request: &HeaderMap, tag: &str) -> bool {
    let entries = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    entries.flat_map(|value| value.split(',')).map(str::trim).any(|entry| {
        // Weak comparison: a proxy may have weakened the tag.
        entry == "*" || entry.strip_prefix("W/").unwrap_or(entry) == tag
    })
}
