//! Login by access token, for IMAP and SMTP, against a token endpoint that refuses in every way.

use std::sync::{Arc, Mutex};

use axum::{Router, extract::State, http::StatusCode, routing::post};
use base64::{Engine, engine::general_purpose::STANDARD};
use entity::{env::Env, outbox::OutboxState};
use mailer::oauth::{TokenError, TokenSource};
use secrecy::ExposeSecret;
use testkit::imap::ImapFake;
use worker::intake::{ImapError, ImapSettings, probe};

use crate::support::{FailureMode, SmtpFake, Stage, Tls, World};

/// Gives the tokens T1, T2 and so on, or refuses.
#[derive(Clone, Default)]
struct Endpoint {
    requests: Arc<Mutex<Vec<String>>>,
    refusal: Arc<Mutex<Option<(u16, &'static str)>>>,
    url: String,
}

impl Endpoint {
    async fn start() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = Self { url: format!("http://{}/token", listener.local_addr().unwrap()), ..Self::default() };
        let router = Router::new().route("/token", post(answer)).with_state(endpoint.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        endpoint
    }

    fn env(&self, url: (&str, &str)) -> Env {
        Env::from_pairs([
            url,
            ("OAUTH_TOKEN_URL", self.url.as_str()),
            ("OAUTH_CLIENT_ID", "app"),
            ("OAUTH_CLIENT_SECRET", "hush&hush"),
        ])
    }

    fn tokens(&self) -> TokenSource {
        TokenSource::from_env(&self.env(("X", ""))).unwrap().unwrap()
    }

    fn requests(&self) -> usize {
        self.requests.lock().unwrap().len()
    }

    fn refuse(&self, status: u16, body: &'static str) {
        *self.refusal.lock().unwrap() = Some((status, body));
    }
}

async fn answer(State(endpoint): State<Endpoint>, body: String) -> (StatusCode, String) {
    let mut requests = endpoint.requests.lock().unwrap();
    requests.push(body);
    if let Some((status, body)) = *endpoint.refusal.lock().unwrap() {
        return (StatusCode::from_u16(status).unwrap(), body.to_owned());
    }
    let token = format!(r#"{{"token_type":"Bearer","expires_in":3599,"access_token":"T{}"}}"#, requests.len());
    (StatusCode::OK, token)
}

#[tokio::test]
async fn a_token_is_requested_once_and_again_after_a_refusal() {
    let endpoint = Endpoint::start().await;
    let tokens = endpoint.tokens();
    let (one, two) = tokio::join!(tokens.token(), tokens.token());
    assert_eq!((one.unwrap().expose_secret(), two.unwrap().expose_secret()), ("T1", "T1"));
    tokens.forget().await;
    assert_eq!(tokens.token().await.unwrap().expose_secret(), "T2");
    let form = endpoint.requests.lock().unwrap()[0].clone();
    for part in
        ["grant_type=client_credentials", "client_secret=hush%26hush", "scope=https%3A%2F%2Foutlook.office365.com"]
    {
        assert!(form.contains(part), "{form}");
    }
    for (status, body, expected) in [
        (401, r#"{"error":"invalid_client","error_description":"hush"}"#, TokenError::Client),
        (400, r#"{"error":"invalid_scope"}"#, TokenError::Scope),
        (400, r#"{"error":"unauthorized_client"}"#, TokenError::Permission),
        (503, "later", TokenError::Unreached),
        (200, "<html>", TokenError::Unexpected),
        (200, "{\"access_token\":\"a\\r\\nb\"}", TokenError::Unexpected),
    ] {
        tokens.forget().await;
        endpoint.refuse(status, body);
        assert_eq!(tokens.token().await.unwrap_err(), expected, "{body}");
    }
}

#[tokio::test]
async fn imap_logs_in_with_a_token_and_names_the_remedy_of_a_refusal() {
    let endpoint = Endpoint::start().await;
    let server = ImapFake::start().unwrap();
    let url = server.url("desk%40own.example");
    let settings = ImapSettings::from_env(&endpoint.env(("IMAP_URL", &url))).unwrap();
    server.accept_only("auth=Bearer T1");
    assert_eq!(probe(&settings).await, Ok(()));
    assert_eq!(probe(&settings).await, Ok(()));
    assert_eq!(endpoint.requests(), 1, "the token is kept");
    server.accept_only("auth=Bearer T2");
    assert_eq!(probe(&settings).await, Err(ImapError::Token));
    assert_eq!(probe(&settings).await, Ok(()), "after a refusal a new one is requested");
    endpoint.refuse(401, r#"{"error":"invalid_client"}"#);
    server.accept_only("none");
    assert_eq!(probe(&settings).await, Err(ImapError::Token));
    let error = probe(&settings).await.unwrap_err();
    assert!(error.to_string().starts_with("OAUTH_CLIENT_SECRET"), "{error}");
}

#[tokio::test]
async fn imap_logs_in_with_a_password() {
    let server = ImapFake::start().unwrap();
    server.accept_only("p:w");
    let settings =
        |login: &str| ImapSettings::from_env(&Env::from_pairs([("IMAP_URL", server.url(login).as_str())])).unwrap();
    assert_eq!(probe(&settings("desk:p%3Aw")).await, Ok(()));
    assert_eq!(probe(&settings("desk:other")).await, Err(ImapError::Password));
}

#[tokio::test]
async fn smtp_logs_in_with_a_token() {
    let world = World::with(SmtpFake::start(0, Tls::Implicit, true).unwrap()).await;
    let url = world.server.url().replace("smtps://", "smtps://desk%40own.example@");
    let endpoint = Endpoint::start().await;
    let row = world.notification().await;
    world.server.script(&[FailureMode::Reply(Stage::Auth, "334 eyJzdGF0dXMiOiI0MDEifQ==")]);
    world.drain(&world.delivery_with_tokens(&url, endpoint.tokens())).await;
    let refused = world.row(row.id).await;
    assert_eq!((refused.attempts, refused.last_code.as_deref()), (0, Some("smtp_535")));
    world.pass("2 minutes").await;
    world.drain(&world.delivery_with_tokens(&url, endpoint.tokens())).await;
    assert_eq!(world.row(row.id).await.state, OutboxState::Sent);
    let expected = STANDARD.encode("user=desk@own.example\x01auth=Bearer T2\x01\x01");
    assert_eq!(world.server.recorder().logins.last().unwrap(), &format!("AUTH XOAUTH2 {expected}"));
}

#[tokio::test]
async fn without_a_token_no_mail_counts_an_attempt() {
    for (status, body, code) in [(401, r#"{"error":"invalid_client"}"#, "oauth_client"), (503, "", "oauth_unreached")] {
        let world = World::with(SmtpFake::start(0, Tls::Implicit, true).unwrap()).await;
        let url = world.server.url().replace("smtps://", "smtps://desk%40own.example@");
        let endpoint = Endpoint::start().await;
        endpoint.refuse(status, body);
        let row = world.notification().await;
        world.drain(&world.delivery_with_tokens(&url, endpoint.tokens())).await;
        let row = world.row(row.id).await;
        assert_eq!((row.state, row.last_code.as_deref()), (OutboxState::Retry, Some(code)));
        assert_eq!(world.server.mails_begun(), 0);
    }
}
