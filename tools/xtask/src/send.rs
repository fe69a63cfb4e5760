//! `cargo xtask send`: sends inquiries to a running product, as the form does.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;
use ureq::Agent;
use uuid::Uuid;

use devstack::run_record::RunRecord;
use devstack::{http, repo, signals};
use testkit::inquiry::Inquiry;
use testkit::threads::in_parallel;

/// Solving a challenge takes a second of processor time.
const AT_ONCE: usize = 2;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How many inquiries
    #[arg(long, default_value_t = 1)]
    count: usize,
    /// The product's address; by default that of a running `cargo xtask up`
    #[arg(long)]
    url: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let form = Form {
        url: args.url.clone().unwrap_or_else(running_site).trim_end_matches('/').to_owned(),
        agent: http::agent(Duration::from_secs(30)),
    };
    let next = AtomicUsize::new(0);
    let accepted = AtomicUsize::new(0);
    in_parallel(AT_ONCE, |_| {
        while next.fetch_add(1, Ordering::SeqCst) < args.count {
            signals::check()?;
            let (status, summary, took) = form.send()?;
            accepted.fetch_add(usize::from((200..300).contains(&status)), Ordering::SeqCst);
            println!("{status} {summary} ({} ms)", took.as_millis());
        }
        Ok(())
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
    agent: Agent,
}

impl Form {
    /// The status, the reference or the error's code and message, and the duration.
    fn send(&self) -> Result<(u16, String, Duration)> {
        let token = self.token()?;
        let id = Uuid::new_v4();
        let inquiry = Inquiry::sample(id).with_token(&token);
        let start = Instant::now();
        let mut response = self
            .agent
            .post(format!("{}/api/send-email", self.url))
            .header("Idempotency-Key", id.to_string())
            .send_json(&inquiry.fields)
            .with_context(|| format!("sending to {} failed", self.url))?;
        let took = start.elapsed();
        let body: Value = response.body_mut().read_json().context("the answer is not JSON")?;
        Ok((response.status().as_u16(), summary(&body), took))
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
