use std::{
    future::pending,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use api::bot_check::{BotCheck, Inconclusive, TokenVerdict, Turnstile};
use axum::{
    Router,
    body::Bytes,
    http::{Method, Response, StatusCode, Uri},
};
use serde_json::{Value, json};
use tokio::{io::AsyncWriteExt, net::TcpListener, time::sleep};
use uuid::Uuid;

use crate::support::{TestApp, config, inquiry, one};

const OUTAGE: TokenVerdict = TokenVerdict::Inconclusive(Inconclusive::Outage);
const OUR_FAULT: TokenVerdict = TokenVerdict::Inconclusive(Inconclusive::OurFault);

/// A provider's server, and what it was asked.
struct Siteverify {
    url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

/// Method and path, and the body.
type Asked = (String, Value);

impl Siteverify {
    /// Gives these answers in their order, and the last one again and again; without any, none.
    async fn answering(answers: impl IntoIterator<Item = Response<String>>) -> Self {
        let answers: Vec<_> = answers.into_iter().collect();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let recorded = Arc::clone(&asked);
        let answer = async move |method: Method, uri: Uri, body: Bytes| {
            let body = serde_json::from_slice(&body).unwrap_or_default();
            let number = {
                let mut recorded = recorded.lock().unwrap();
                recorded.push((format!("{method} {uri}"), body));
                recorded.len() - 1
            };
            match answers.get(number).or(answers.last()) {
                Some(answer) => answer.clone(),
                None => pending().await,
            }
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/siteverify", listener.local_addr().unwrap());
        tokio::spawn(async { axum::serve(listener, Router::new().fallback(answer)).await.unwrap() });
        Self { url, asked }
    }

    fn provider(&self) -> Turnstile {
        provider_at(&self.url)
    }

    fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

fn provider_at(url: &str) -> Turnstile {
    // The first test to come here installs it for all.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Turnstile::new("site-key", "secret".to_owned().into(), url.parse().unwrap(), "127.0.0.1").unwrap()
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
    let redirect = Response::builder().status(302).header("location", "/elsewhere").body(String::new()).unwrap();
    let cases: Vec<(&str, Response<String>, TokenVerdict, usize)> = vec![
        ("pass", ok(&pass), TokenVerdict::Pass, 1),
        ("another host", ok(&success("evil.example", "contact")), TokenVerdict::Refused, 1),
        ("another action", ok(&success("127.0.0.1", "login")), TokenVerdict::Refused, 1),
        ("neither host nor action", ok(&json!({"success": true})), TokenVerdict::Refused, 1),
        ("forged", ok(&failure("invalid-input-response")), TokenVerdict::Refused, 1),
        ("spent", ok(&failure("timeout-or-duplicate")), TokenVerdict::Refused, 1),
        ("no secret", ok(&failure("missing-input-secret")), OUR_FAULT, 1),
        ("wrong secret", ok(&failure("invalid-input-secret")), OUR_FAULT, 1),
        ("our bad request", answer(400, &failure("bad-request").to_string()), OUR_FAULT, 1),
        ("their fault", ok(&failure("internal-error")), OUTAGE, 2),
        ("unknown code", ok(&failure("new-code")), OUTAGE, 2),
        ("no code", ok(&json!({"success": false})), OUTAGE, 2),
        ("server error", answer(500, &pass.to_string()), OUTAGE, 2),
        ("no JSON", answer(200, "<html>"), OUTAGE, 2),
        ("empty", answer(200, ""), OUTAGE, 2),
        ("too large", ok(&json!({"success": true, "pad": "x".repeat(17_000)})), OUTAGE, 2),
        ("redirect", redirect, OUTAGE, 2),
    ];
    for (name, response, verdict, attempts) in cases {
        let server = Siteverify::answering([response]).await;
        assert_eq!(server.provider().verify("token").await, verdict, "{name}");
        let asked = server.asked();
        assert_eq!(asked.len(), attempts, "{name}");
        let key: Uuid = asked[0].1["idempotency_key"].as_str().unwrap().parse().unwrap();
        let expected = json!({"secret": "secret", "response": "token", "idempotency_key": key});
        let expected = ("POST /siteverify".to_owned(), expected);
        assert!(asked.iter().all(|asked| *asked == expected), "{name}: {asked:?}");
    }
}

fn ok(json: &Value) -> Response<String> {
    answer(200, &json.to_string())
}

fn answer(status: u16, body: &str) -> Response<String> {
    Response::builder().status(status).body(body.to_owned()).unwrap()
}

#[tokio::test]
async fn gives_up_on_silence_within_the_budget() {
    let server = Siteverify::answering([]).await;
    let began = Instant::now();
    assert_eq!(server.provider().verify("token").await, OUTAGE);
    assert!(began.elapsed() < Duration::from_millis(5_500), "{:?}", began.elapsed());
    // Nobody listens there.
    assert_eq!(provider_at("http://127.0.0.1:1/siteverify").verify("token").await, OUTAGE);
}

#[tokio::test]
async fn an_incomplete_answer_is_an_outage_within_the_budget() {
    for drips in [false, true] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/siteverify", listener.local_addr().unwrap());
        let text = format!("HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{}", success("127.0.0.1", "contact"));
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let text = text.clone();
                tokio::spawn(async move {
                    let mut next = stream.write_all(text.as_bytes()).await;
                    while drips && next.is_ok() {
                        sleep(Duration::from_millis(500)).await;
                        next = stream.write_all(b" ").await;
                    }
                });
            }
        });
        let began = Instant::now();
        assert_eq!(provider_at(&url).verify("token").await, OUTAGE);
        assert!(began.elapsed() < Duration::from_millis(5_500), "{:?}", began.elapsed());
    }
}

#[tokio::test]
async fn a_second_attempt_can_still_pass() {
    let server = Siteverify::answering([answer(503, ""), ok(&success("127.0.0.1", "contact"))]).await;
    assert_eq!(server.provider().verify("token").await, TokenVerdict::Pass);
}

#[tokio::test]
async fn an_outage_keeps_the_inquiry_as_unverified() {
    let server = Siteverify::answering([answer(500, "")]).await;
    let app = TestApp::start_with(config(), Some(Box::new(server.provider()))).await;
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
    let answers = [ok(&success("127.0.0.1", "contact")), ok(&failure("timeout-or-duplicate"))];
    let server = Siteverify::answering(answers).await;
    let app = TestApp::start_with(config(), Some(Box::new(server.provider()))).await;
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
    let server = Siteverify::answering([answer(400, &failure("bad-request").to_string())]).await;
    for token in ["a b", "a\nb", " token", "<script>", "{\"a\":1}", "\u{0}", "t\u{f6}ken", "a/b+c=", "\u{200b}"] {
        assert_eq!(server.provider().verify(token).await, TokenVerdict::Refused, "{token:?}");
    }
    assert!(server.asked().is_empty());
    for token in ["0.Zq-_9.x.a1b2", "XXXX.DUMMY.TOKEN.XXXX"] {
        assert_eq!(server.provider().verify(token).await, OUR_FAULT, "{token:?}");
    }
}
