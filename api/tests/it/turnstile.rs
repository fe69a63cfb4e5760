use std::time::{Duration, Instant};

use api::bot_check::{BotCheck, Inconclusive, TokenVerdict, Turnstile};
use axum::http::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;
use wiremock::{
    Mock, MockServer, ResponseTemplate,
    matchers::{body_partial_json, method, path},
};

use crate::support::{TestApp, config, inquiry, one};

const OUTAGE: TokenVerdict = TokenVerdict::Inconclusive(Inconclusive::Outage);
const OUR_FAULT: TokenVerdict = TokenVerdict::Inconclusive(Inconclusive::OurFault);

fn provider(server: &MockServer) -> Turnstile {
    provider_at(&format!("{}/siteverify", server.uri()))
}

fn provider_at(url: &str) -> Turnstile {
    // The first test to come here installs it for all.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Turnstile::new("site-key", "secret".to_owned().into(), url.parse().unwrap(), "127.0.0.1").unwrap()
}

async fn answering(response: ResponseTemplate) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(method("POST")).and(path("/siteverify")).respond_with(response).mount(&server).await;
    server
}

fn success(hostname: &str, action: &str) -> Value {
    json!({"success": true, "hostname": hostname, "action": action, "error-codes": []})
}

fn failure(code: &str) -> Value {
    json!({"success": false, "error-codes": [code]})
}

#[tokio::test]
async fn judges_each_answer_by_its_kind() {
    let pass = success("127.0.0.1", "contact");
    let cases: Vec<(&str, ResponseTemplate, TokenVerdict, usize)> = vec![
        ("pass", ok(&pass), TokenVerdict::Pass, 1),
        ("another host", ok(&success("evil.example", "contact")), TokenVerdict::Refused, 1),
        ("another action", ok(&success("127.0.0.1", "login")), TokenVerdict::Refused, 1),
        ("neither host nor action", ok(&json!({"success": true})), TokenVerdict::Refused, 1),
        ("forged", ok(&failure("invalid-input-response")), TokenVerdict::Refused, 1),
        ("spent", ok(&failure("timeout-or-duplicate")), TokenVerdict::Refused, 1),
        ("no secret", ok(&failure("missing-input-secret")), OUR_FAULT, 1),
        ("wrong secret", ok(&failure("invalid-input-secret")), OUR_FAULT, 1),
        ("our bad request", status(400, failure("bad-request")), OUR_FAULT, 1),
        ("their fault", ok(&failure("internal-error")), OUTAGE, 2),
        ("unknown code", ok(&failure("new-code")), OUTAGE, 2),
        ("no code", ok(&json!({"success": false})), OUTAGE, 2),
        ("server error", status(500, pass.clone()), OUTAGE, 2),
        ("no JSON", ResponseTemplate::new(200).set_body_string("<html>"), OUTAGE, 2),
        ("empty", ResponseTemplate::new(200), OUTAGE, 2),
        ("too large", ok(&json!({"success": true, "pad": "x".repeat(17_000)})), OUTAGE, 2),
        ("redirect", ResponseTemplate::new(302).insert_header("location", "/elsewhere"), OUTAGE, 2),
    ];
    for (name, response, verdict, attempts) in cases {
        let server = answering(response).await;
        assert_eq!(provider(&server).verify("token").await, verdict, "{name}");
        let requests = server.received_requests().await.unwrap();
        assert_eq!(requests.len(), attempts, "{name}");
        let asked: Vec<Value> = requests.iter().map(|request| request.body_json().unwrap()).collect();
        let key: Uuid = asked[0]["idempotency_key"].as_str().unwrap().parse().unwrap();
        let expected = json!({"secret": "secret", "response": "token", "idempotency_key": key});
        assert!(asked.iter().all(|asked| *asked == expected), "{name}: {asked:?}");
    }
}

fn ok(json: &Value) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json)
}

fn status(status: u16, json: Value) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(json)
}

#[tokio::test]
async fn gives_up_on_silence_within_the_budget() {
    let server = answering(ok(&success("127.0.0.1", "contact")).set_delay(Duration::from_secs(30))).await;
    let began = Instant::now();
    assert_eq!(provider(&server).verify("token").await, OUTAGE);
    assert!(began.elapsed() < Duration::from_millis(5_500), "{:?}", began.elapsed());
    // Nobody listens there.
    assert_eq!(provider_at("http://127.0.0.1:1/siteverify").verify("token").await, OUTAGE);
}

#[tokio::test]
async fn a_second_attempt_can_still_pass() {
    let server = MockServer::start().await;
    let once = Mock::given(method("POST")).respond_with(ResponseTemplate::new(503)).up_to_n_times(1);
    once.mount(&server).await;
    let token = body_partial_json(json!({"response": "token"}));
    Mock::given(token).respond_with(ok(&success("127.0.0.1", "contact"))).mount(&server).await;
    assert_eq!(provider(&server).verify("token").await, TokenVerdict::Pass);
}

#[tokio::test]
async fn an_outage_keeps_the_inquiry_as_unverified() {
    let server = answering(ResponseTemplate::new(500)).await;
    let app = TestApp::start_with(config(), Some(Box::new(provider(&server)))).await;
    let key = Uuid::new_v4();
    let answer = app.post_with_key(&inquiry("token"), Some(key)).await;
    assert_eq!(answer.status, StatusCode::CREATED);
    // Both consultants, no auto-reply.
    assert_eq!(app.counts().await, [1, 1, 2, 2]);
    let sql = "SELECT bot_check || ' ' || client_network FROM inquiry JOIN unverified_network ON inquiry_id = id";
    assert_eq!(one::<String>(&app.admin, sql).await, "unverified 192.0.2.1/32");
    let again = app.post_with_key(&inquiry("token"), Some(key)).await;
    assert_eq!((again.status, again.reference()), (StatusCode::OK, answer.reference()));
}

#[tokio::test]
async fn a_spent_token_is_refused_unless_the_inquiry_is_known() {
    let server = MockServer::start().await;
    let once = Mock::given(method("POST")).respond_with(ok(&success("127.0.0.1", "contact"))).up_to_n_times(1);
    once.mount(&server).await;
    Mock::given(method("POST")).respond_with(ok(&failure("timeout-or-duplicate"))).mount(&server).await;
    let app = TestApp::start_with(config(), Some(Box::new(provider(&server)))).await;
    let first = app.post_with_key(&inquiry("token"), None).await;
    assert_eq!(first.status, StatusCode::CREATED);
    let again = app.post_with_key(&inquiry("token"), None).await;
    assert_eq!((again.status, again.reference()), (StatusCode::OK, first.reference()));
    assert_eq!(app.post(&inquiry("token")).await.failure(), (403, "bot_check_refused"));
    assert_eq!(app.get("/api/challenge").await.json, json!({"provider": "turnstile", "siteKey": "site-key"}));
}

#[tokio::test]
async fn refuses_tokens_that_siteverify_never_issues_without_a_request() {
    // As siteverify answers a request that it cannot read. It would count as our fault.
    let server = answering(status(400, failure("bad-request"))).await;
    for token in ["a b", "a\nb", " token", "<script>", "{\"a\":1}", "\u{0}", "t\u{f6}ken", "a/b+c=", "\u{200b}"] {
        assert_eq!(provider(&server).verify(token).await, TokenVerdict::Refused, "{token:?}");
    }
    assert!(server.received_requests().await.unwrap().is_empty());
    for token in ["0.Zq-_9.x.a1b2", "XXXX.DUMMY.TOKEN.XXXX"] {
        assert_eq!(provider(&server).verify(token).await, OUR_FAULT, "{token:?}");
    }
}
