//! `cargo xtask send`: sends inquiries to a running product, as the form does.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Map, Value};
use ureq::Agent;
use uuid::Uuid;

use devstack::run_record::RunRecord;
use devstack::{http, repo, signals};
use testkit::inquiry::Inquiry;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How many inquiries
    #[arg(long, default_value_t = 1)]
    count: usize,
    /// The inquiry's fields from a file instead of the sample
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The product's address; by default that of a running `cargo xtask up`
    #[arg(long)]
    url: Option<String>,
    /// How many at once
    #[arg(long, default_value_t = 2)]
    parallel: usize,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let form = Form {
        url: args.url.clone().unwrap_or_else(running_site).trim_end_matches('/').to_owned(),
        fields: args.json.as_ref().map(read_fields).transpose()?,
        agent: http::agent(Duration::from_secs(30)),
    };
    let next = AtomicUsize::new(0);
    let accepted = AtomicUsize::new(0);
    thread::scope(|scope| {
        let sender = || -> Result<()> {
            while next.fetch_add(1, Ordering::SeqCst) < args.count {
                signals::check()?;
                let answer = form.send()?;
                if (200..300).contains(&answer.status) {
                    accepted.fetch_add(1, Ordering::SeqCst);
                }
                println!("{answer}");
            }
            Ok(())
        };
        let senders: Vec<_> = (0..args.parallel.clamp(1, args.count.max(1))).map(|_| scope.spawn(sender)).collect();
        senders.into_iter().try_for_each(|sender| sender.join().unwrap_or_else(|_| bail!("a sender panicked")))
    })?;
    let accepted = accepted.into_inner();
    if args.count > 1 {
        println!("{accepted} of {} accepted", args.count);
    }
    if accepted < args.count {
        bail!("{} of {} were not accepted", args.count - accepted, args.count);
    }
    Ok(())
}

/// The address of a running `up` in this checkout, else the default one.
fn running_site() -> String {
    RunRecord::read(&repo::data())
        .filter(|record| record.live_launcher().is_some())
        .map_or_else(|| devstack::web::DEFAULT_PUBLIC_URL.to_owned(), |record| record.site)
}

fn read_fields(path: &PathBuf) -> Result<Map<String, Value>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not a JSON object", path.display()))
}

/// The challenge, by provider.
#[derive(Debug, Deserialize)]
#[serde(tag = "provider", rename_all = "lowercase")]
enum BotCheck {
    Altcha { challenge: Box<Challenge> },
    Turnstile {},
}

#[derive(Debug)]
struct Form {
    url: String,
    fields: Option<Map<String, Value>>,
    agent: Agent,
}

#[derive(Debug)]
struct FormResponse {
    status: u16,
    /// The reference, or the error's code and message.
    summary: String,
    took: Duration,
}

impl std::fmt::Display for FormResponse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} ({} ms)", self.status, self.summary, self.took.as_millis())
    }
}

impl Form {
    fn send(&self) -> Result<FormResponse> {
        let token = self.token()?;
        let id = Uuid::new_v4();
        let mut fields = self.fields.clone().unwrap_or_else(|| Inquiry::sample(id).fields);
        fields.insert("turnstileToken".into(), token.into());
        let start = Instant::now();
        let mut response = self
            .agent
            .post(format!("{}/api/send-email", self.url))
            .header("Idempotency-Key", id.to_string())
            .send_json(&fields)
            .with_context(|| format!("sending to {} failed", self.url))?;
        let took = start.elapsed();
        let body: Value = response.body_mut().read_json().context("the answer is not JSON")?;
        Ok(FormResponse { status: response.status().as_u16(), summary: summary(&body), took })
    }

    /// The proof of work that the browser's worker does.
    fn token(&self) -> Result<String> {
        let mut response = self
            .agent
            .get(format!("{}/api/challenge", self.url))
            .call()
            .with_context(|| format!("nothing answers at {}: start it with `cargo xtask up`", self.url))?;
        if response.status() != 200 {
            bail!("{}/api/challenge answered {}", self.url, response.status());
        }
        let check = response.body_mut().read_json().context("the challenge is of no known kind")?;
        let BotCheck::Altcha { challenge } = check else {
            bail!("this site checks with Turnstile, which only a browser can pass: run it with BOT_CHECK=altcha");
        };
        let solution = solve_challenge(SolveChallengeOptions::new(&challenge))
            .context("the challenge cannot be solved")?
            .context("the challenge was not solved in time")?;
        Ok(STANDARD.encode(serde_json::to_vec(&Payload { challenge: *challenge, solution })?))
    }
}

fn summary(body: &Value) -> String {
    if let Some(reference) = body["reference"].as_str() {
        return reference.to_owned();
    }
    let part = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    let fields = body.get("fields").map(|fields| format!(" {fields}")).unwrap_or_default();
    format!("{}: {}{fields}", part("code"), part("error"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn reads_both_kinds_of_bot_check() {
        let turnstile: BotCheck = serde_json::from_str(r#"{"provider":"turnstile","siteKey":"k"}"#).unwrap();
        assert!(matches!(turnstile, BotCheck::Turnstile {}));
        assert!(serde_json::from_str::<BotCheck>(r#"{"provider":"altcha"}"#).is_err());
    }

    #[test]
    fn prints_the_reference_or_the_refusal() {
        assert_eq!(summary(&json!({"reference": "FW-7K3Q-9D2M"})), "FW-7K3Q-9D2M");
        let refusal = json!({"error": "No.", "code": "invalid_fields", "fields": {"email": "Invalid email address"}});
        assert_eq!(summary(&refusal), r#"invalid_fields: No. {"email":"Invalid email address"}"#);
    }
}
