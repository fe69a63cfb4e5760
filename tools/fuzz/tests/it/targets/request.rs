//! A whole request: paths, content negotiation, entity tags, origins, keys.

use std::fs;

use api::{App, config::Config};
use axum::{
    Router,
    body::Body,
    http::{Request, Response},
};
use entity::{Clock, env::Env};
use tokio::runtime::Runtime;
use tower::ServiceExt;

use super::fuzz;

const SAMPLES: [&[u8]; 4] = [
    b"GET /old/?firstName=a%20b HTTP/1.1\naccept-encoding: br;q=0.5, gzip, *;q=0\n\n",
    b"HEAD / HTTP/1.1\nif-none-match: W/\"0\", *\naccept-encoding: gzip\n\n",
    b"POST /api/send-email HTTP/1.1\norigin: http://127.0.0.1:8080\nsec-fetch-site: same-origin\ncontent-type: application/json\nidempotency-key: 01890a5d-ac96-774b-bcce-b302099a8057\n\n{}",
    b"GET / HTTP/1.1\naccept-encoding: identity, br;Q=0, *\n\n",
];
const TOKENS: &[&str] = &[
    "//", "/..", "%2e%2e/", "%00", "?", "#", "\\", "/site.json", "/new", "/old/", "//evil.example/", "q=0", "q=nan",
    "*", "identity", "br", "W/", "\"", "null", "https://", "cross-site", ",", ";", "\n", ": ", "\t", "é",
];
const FACTS: &str = r#"{"contentSecurityPolicy": "default-src 'none'", "contentSecurityPolicyTurnstile": "default-src 'none'",
    "publicUrl": "http://127.0.0.1:8080", "contactPaths": ["/contact"], "redirects": {"/old": "/new"}, "releasedTexts": {},
    "consent": {"privacyPolicy": "a", "consent": "b", "gdprConsent": "c"}}"#;

#[test]
fn request() {
    let root = tempfile::tempdir().unwrap();
    let home = "home ".repeat(100);
    for (path, text) in [
        ("index.html", home.as_str()),
        ("index.html.br", "brotli"),
        ("index.html.gz", "gzip"),
        ("404.html", "not found"),
        ("new/index.html", "new"),
        ("site.json", FACTS),
    ] {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let env = Env::from_pairs([
        ("DATABASE_URL", "postgres://inquiry_app:word@127.0.0.1:1/none"),
        ("WEB_ROOT", root.path().to_str().unwrap()),
        ("ALTCHA_HMAC_KEY", "a key of this test, and of more than 32 bytes"),
        ("NOTIFY_TO", "desk@own.example"),
        ("RATE_LIMIT_PER_MINUTE", "4000000000"),
    ]);
    let settings = Config::from_env(&env).unwrap();
    let runtime = Runtime::new().unwrap();
    let router = runtime.block_on(async {
        let db = settings.database.connect_lazily().await.unwrap();
        App::new(&settings, db, Clock::system(), api::Overrides::default()).unwrap().public
    });
    // Otherwise there is no content negotiation.
    let negotiated = answer(&runtime, &router, read(b"GET / HTTP/1.1\naccept-encoding: br\n\n").unwrap());
    assert_eq!(negotiated.headers()["content-encoding"], "br");
    fuzz("request", &SAMPLES, TOKENS, |bytes| {
        let Some(request) = read(bytes) else { return };
        let asked = request.uri().clone();
        let accepted =
            request.headers().get_all("accept-encoding").iter().map(|value| value.to_str().unwrap_or_default());
        let accepted = accepted.collect::<Vec<_>>().join(",").to_lowercase();
        let answer = answer(&runtime, &router, request);
        let header = |name: &str| answer.headers().get(name).map(|value| String::from_utf8_lossy(value.as_bytes()));
        assert_ne!(answer.status(), 500, "{asked}");
        assert!(header("content-security-policy").is_some() && header("x-request-id").is_some(), "{asked}");
        if let Some(encoding) = header("content-encoding") {
            assert!(allows(&accepted, &encoding), "{encoding} in answer to {accepted}");
        }
        if let Some(location) = header("location") {
            let leaves = !location.starts_with('/') || location.starts_with("//") || location.starts_with("/\\");
            assert!(!leaves, "{asked} leads to {location}");
        }
    });
}

/// RFC 9110, section 12.5.3: the encoding or `*` is listed, with a weight above 0.
fn allows(accepted: &str, encoding: &str) -> bool {
    let entries: Vec<Vec<&str>> = accepted.split(',').map(|entry| entry.split(';').map(str::trim).collect()).collect();
    let entry =
        entries.iter().find(|entry| entry[0] == encoding).or_else(|| entries.iter().find(|entry| entry[0] == "*"));
    let weight = |entry: &Vec<&str>| entry.get(1)?.strip_prefix("q=")?.trim().parse::<f32>().ok();
    entry.is_some_and(|entry| weight(entry).is_none_or(|weight| weight > 0.0))
}

/// The parsed request, or `None` if the HTTP parser refuses it.
fn read(bytes: &[u8]) -> Option<Request<Body>> {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\n\n").unwrap_or((&text, ""));
    let mut lines = head.split('\n');
    let mut first = lines.next()?.split(' ');
    let mut request = Request::builder().method(first.next()?).uri(first.next()?).header("host", "127.0.0.1:8080");
    for line in lines {
        let (name, value) = line.split_once(": ")?;
        request = request.header(name, value);
    }
    request.body(body.to_owned().into()).ok()
}

fn answer(runtime: &Runtime, router: &Router, request: Request<Body>) -> Response<Body> {
    runtime.block_on(router.clone().oneshot(request)).unwrap()
}
