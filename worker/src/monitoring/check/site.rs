//! Checks the site as the form uses it: proxy, certificate, api, and the api's database.

use reqwest::{Client, Response, StatusCode, redirect::Policy};
use serde::Deserialize;
use serde_json::json;
use tokio::time::sleep;
use uuid::Uuid;

use super::{Finding, QUERY_TIMEOUT};

/// The pause before the second attempt of a busy api.
const RETRY_PAUSE: std::time::Duration = std::time::Duration::from_secs(2);

#[derive(Deserialize)]
#[serde(tag = "provider", rename_all = "lowercase")]
enum Challenge {
    Altcha {},
    Turnstile {},
}

#[derive(Deserialize)]
struct Refusal {
    code: String,
}

pub(super) async fn check_site(public_url: &str) -> Finding {
    let problem = match find_problem(public_url).await {
        Ok(None) => {
            return Finding::ok("site", "PUBLIC_URL serves the form's challenge, and the api reaches its database");
        }
        Ok(Some(problem)) => problem,
        Err(error) if error.is_timeout() => "no answer in time".to_owned(),
        Err(error) if error.is_decode() => "the answer is not the api's".to_owned(),
        Err(_) => "it cannot be reached".to_owned(),
    };
    Finding::critical("site", format!("{problem}. Check PUBLIC_URL, the proxy in front of the api, and the api"))
}

/// Stores nothing: the api looks an inquiry without a solved challenge up in its database, as a possible repetition, and
/// then refuses it.
async fn find_problem(public_url: &str) -> reqwest::Result<Option<String>> {
    let client = Client::builder().redirect(Policy::none()).timeout(QUERY_TIMEOUT).build()?;
    let answer = client.get(format!("{public_url}/api/challenge")).send().await?;
    if answer.status() != StatusCode::OK {
        return Ok(Some(format!("the request for the form's challenge got {}", answer.status().as_u16())));
    }
    answer.json::<Challenge>().await?;
    let key = Uuid::new_v4().to_string();
    let mut answer = send_inquiry(&client, public_url, &key).await?;
    if answer.status() == StatusCode::SERVICE_UNAVAILABLE {
        sleep(RETRY_PAUSE).await;
        answer = send_inquiry(&client, public_url, &key).await?;
    }
    if answer.status() != StatusCode::FORBIDDEN {
        return Ok(Some(format!("an inquiry without a solved challenge got {}", answer.status().as_u16())));
    }
    let refusal = answer.json::<Refusal>().await?;
    Ok((refusal.code != "bot_check_refused")
        .then(|| format!("the api refused an inquiry with the code {}", refusal.code)))
}

async fn send_inquiry(client: &Client, public_url: &str, key: &str) -> reqwest::Result<Response> {
    let inquiry = json!({
        "firstName": "worker", "lastName": "check", "company": "worker check", "email": "check@invalid.example",
        "contactReason": "other", "message": "worker check", "consent": true, "gdprConsent": true,
    });
    let post = client.post(format!("{public_url}/api/send-email")).json(&inquiry);
    post.header("origin", public_url).header("idempotency-key", key).send().await
}
