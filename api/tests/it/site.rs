use axum::{
    body::Body,
    http::{Request, StatusCode},
};

use crate::support::{TestApp, TestResponse, call, config};

async fn fetch(app: &TestApp, method: &str, path: &str, headers: &[(&str, &str)]) -> TestResponse {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    call(&app.public, request.body(Body::empty()).unwrap()).await
}

fn text(answer: &TestResponse) -> &str {
    std::str::from_utf8(&answer.body).unwrap()
}

#[tokio::test]
async fn serves_pages_and_the_not_found_page() {
    let app = TestApp::start().await;
    for (path, status, title) in [
        ("/", 200, "home"),
        ("/services", 200, "services"),
        ("/contact?to=x", 200, "contact"),
        ("/nowhere", 404, "not found"),
        ("/services/nowhere", 404, "not found"),
        ("/index.html", 404, "not found"),
        ("/404.html", 404, "not found"),
        ("/site.json", 404, "not found"),
        ("/index.html.br", 404, "not found"),
        ("/.hidden", 404, "not found"),
        ("/../site.json", 404, "not found"),
        ("/assets/../site.json", 404, "not found"),
        ("/assets/%2e%2e/site.json", 404, "not found"),
        ("/assets//app-1234.js", 404, "not found"),
        ("/assets", 404, "not found"),
        ("/de/kontakt", 200, "Kontakt"),
        ("/de/nirgends", 404, "nicht gefunden"),
        ("/de/404.html", 404, "nicht gefunden"),
        ("/design", 404, "not found"),
    ] {
        let answer = fetch(&app, "GET", path, &[]).await;
        assert_eq!(answer.status.as_u16(), status, "{path}");
        assert!(text(&answer).contains(&format!("<title>{title}</title>")), "{path}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(answer.header("cache-control"), "no-cache");
    }
    assert!(text(&fetch(&app, "GET", "/.well-known/security.txt", &[]).await).starts_with("Contact:"));
}

#[tokio::test]
async fn redirects_for_good_and_keeps_the_query() {
    let app = TestApp::start().await;
    for (path, location) in [
        ("/solutions", "/services"),
        ("/solutions/", "/services"),
        ("/solutions?a=b&c", "/services?a=b&c"),
        ("/services/old", "/services/gone"),
        ("/services/", "/services"),
        ("/contact/?email=a%40b", "/contact?email=a%40b"),
    ] {
        let answer = fetch(&app, "GET", path, &[]).await;
        assert_eq!((answer.status.as_u16(), answer.header("location")), (308, location), "{path}");
        let cache = if path.contains('?') { "no-store" } else { "public, max-age=3600" };
        assert_eq!(answer.header("cache-control"), cache, "{path}");
    }
    for (query, cache) in [("?to=x", "no-cache"), ("?to=x&email=a%40b", "no-store"), ("?firstName=A", "no-store")] {
        let answer = fetch(&app, "GET", &format!("/contact{query}"), &[]).await;
        assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, cache), "{query}");
    }
    for path in ["//evil.example/", "//evil.example", "/%0d%0aset-cookie:x/"] {
        assert_eq!(fetch(&app, "GET", path, &[]).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn chooses_the_smallest_encoding_that_is_accepted() {
    let app = TestApp::start().await;
    let plain = "console.log('plain')".repeat(20);
    for (accepted, encoding, body) in [
        ("gzip, deflate, br", "br", "brotli"),
        ("gzip", "gzip", "gzip"),
        ("br;q=0, gzip", "gzip", "gzip"),
        ("*", "br", "brotli"),
        ("br;q=0,*;q=0.5", "gzip", "gzip"),
        ("identity", "", plain.as_str()),
        ("", "", plain.as_str()),
    ] {
        let answer = fetch(&app, "GET", "/assets/app-1234.js", &[("accept-encoding", accepted)]).await;
        assert_eq!((answer.header("content-encoding"), text(&answer)), (encoding, body), "{accepted}");
        assert_eq!(answer.header("vary"), "accept-encoding");
        assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(answer.header("content-type"), "text/javascript; charset=utf-8");
    }
}

#[tokio::test]
async fn refuses_a_request_that_accepts_no_encoding_it_has() {
    let app = TestApp::start().await;
    for (path, accepted, status) in [
        ("/favicon.svg", "identity;q=0", 406),
        ("/favicon.svg", "br, *;q=0", 406),
        ("/assets/app-1234.js", "deflate, *;q=0", 406),
        ("/assets/app-1234.js", "gzip, identity;q=0", 200),
        ("/favicon.svg", "identity, *;q=0", 200),
        ("/favicon.svg", "br;q=0, gzip;q=0", 200),
        ("/nowhere", "identity;q=0", 404),
    ] {
        let answer = fetch(&app, "GET", path, &[("accept-encoding", accepted)]).await;
        assert_eq!(answer.status.as_u16(), status, "{path}: {accepted}");
        if status == 406 {
            assert_eq!((answer.failure(), answer.header("vary")), ((406, "not_acceptable"), "accept-encoding"));
        }
    }
}

#[tokio::test]
async fn answers_head_and_conditional_requests() {
    let app = TestApp::start().await;
    let get = fetch(&app, "GET", "/services", &[]).await;
    let head = fetch(&app, "HEAD", "/services", &[]).await;
    assert!(head.body.is_empty());
    assert_eq!(head.header("content-length"), get.body.len().to_string());
    let tag = get.header("etag");
    for known in [tag, &format!("W/{tag}"), &format!("\"x\", {tag}"), "*"] {
        let answer = fetch(&app, "GET", "/services", &[("if-none-match", known)]).await;
        assert_eq!((answer.status.as_u16(), answer.body.len()), (304, 0), "{known}");
        assert_eq!(answer.header("etag"), tag);
    }
    let other = fetch(&app, "GET", "/services", &[("if-none-match", "\"x\"")]).await;
    assert_eq!(other.status, StatusCode::OK);
    let br = fetch(&app, "GET", "/", &[("accept-encoding", "br")]).await;
    assert_ne!(br.header("etag"), fetch(&app, "GET", "/", &[]).await.header("etag"));
    assert_eq!(fetch(&app, "POST", "/services", &[]).await.failure(), (405, "method_not_allowed"));
}

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let app = TestApp::start().await;
    for path in
        ["/", "/nowhere", "/solutions", "/assets/app-1234.js", "/api/challenge", "/api/nothing", "/api/send-email"]
    {
        let answer = fetch(&app, "GET", path, &[]).await;
        for (name, value) in [
            ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "strict-origin"),
            ("x-frame-options", "DENY"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            // Plain http: the browser would ignore it, and a developer's browser should not remember it.
            ("strict-transport-security", ""),
            ("set-cookie", ""),
        ] {
            assert_eq!(answer.header(name), value, "{path}: {name}");
        }
        assert!(answer.header("permissions-policy").contains("camera=()"));
        assert_eq!(answer.header("x-request-id").len(), 36);
    }
}

#[tokio::test]
async fn https_is_strict_and_turnstile_opens_the_contact_page_alone() {
    let mut config = config();
    config.public_url = "https://firnwall.example".parse().unwrap();
    config.bot_check = api::config::BotCheckConfig::Turnstile {
        site_key: "key".into(),
        secret: "secret".to_owned().into(),
        verify_url: "https://verify.example".parse().unwrap(),
    };
    let altcha = TestApp::start().await;
    let app = TestApp::start_with(config, None).await;
    let contact = fetch(&app, "GET", "/contact", &[]).await;
    let (old_page, old_home) = (fetch(&altcha, "GET", "/contact", &[]).await, fetch(&altcha, "GET", "/", &[]).await);
    // Some browsers keep the policy of the response that a 304 confirms.
    let page = fetch(&app, "GET", "/contact", &[("if-none-match", old_page.header("etag"))]).await;
    assert_eq!(page.status, StatusCode::OK, "the policy has changed with the provider");
    let unchanged = fetch(&app, "GET", "/", &[("if-none-match", old_home.header("etag"))]).await;
    assert_eq!(unchanged.status, StatusCode::NOT_MODIFIED);
    let german = fetch(&app, "GET", "/de/kontakt", &[]).await;
    for form in [&contact, &german] {
        assert!(form.header("content-security-policy").contains("challenges.cloudflare.com"));
    }
    assert!(contact.header("strict-transport-security").starts_with("max-age=63072000"));
    assert!(!contact.header("strict-transport-security").contains("includeSubDomains"));
    let home = fetch(&app, "GET", "/", &[]).await;
    assert!(!home.header("content-security-policy").contains("cloudflare"));
}

#[tokio::test]
async fn hsts_covers_subdomains_only_if_a_setting_says_so() {
    let mut config = config();
    config.public_url = "https://firnwall.example".parse().unwrap();
    config.hsts_include_subdomains = true;
    let app = TestApp::start_with(config, None).await;
    let home = fetch(&app, "GET", "/", &[]).await;
    assert_eq!(home.header("strict-transport-security"), "max-age=63072000; includeSubDomains");
}

/// RFC 9116: the expiry is in the future, however long ago the site was built.
#[tokio::test]
async fn security_txt_never_expires_on_a_running_site() {
    let app = TestApp::start().await;
    let path = "/.well-known/security.txt";
    let first = fetch(&app, "GET", path, &[]).await;
    let text = String::from_utf8(first.body.clone()).unwrap();
    assert_eq!(text.matches("Expires:").count(), 1, "{text}");
    let expires = text.lines().find_map(|line| line.strip_prefix("Expires: ")).unwrap();
    let ahead = expires.parse::<chrono::DateTime<chrono::Utc>>().unwrap() - app.clock.now();
    assert!((299..=300).contains(&ahead.num_days()), "{expires}");
    let tag = first.header("etag").to_owned();
    assert_eq!(fetch(&app, "GET", path, &[("if-none-match", &tag)]).await.status, StatusCode::NOT_MODIFIED);
    app.clock.advance(chrono::TimeDelta::days(400));
    let later = fetch(&app, "GET", path, &[("if-none-match", &tag)]).await;
    assert_eq!(later.status, StatusCode::OK);
    assert_ne!(later.body, first.body);
}
