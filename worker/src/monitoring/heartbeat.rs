//! The heartbeat: calls `HEARTBEAT_URL` each minute while `worker check` finds no critical fault. Who hears nothing there for some
//! minutes tells a person, whatever has become of this machine.

use std::time::Duration;

use metrics::counter;
use reqwest::{Client, redirect::Policy};
use secrecy::{ExposeSecret, SecretString};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::check::{Finding, REQUESTS, check};
use crate::{level::Level, settings::WorkerSettings};

const INTERVAL: Duration = Duration::from_mins(1);
const LIMIT: Duration = Duration::from_secs(10);

#[derive(derive_more::Debug)]
#[debug("heartbeat")]
pub struct Heartbeat {
    url: SecretString,
    http: Client,
    /// What the last line in the log is about.
    logged: Option<&'static str>,
}

impl Heartbeat {
    pub fn new(url: SecretString) -> Result<Self, reqwest::Error> {
        let http = Client::builder().redirect(Policy::none()).timeout(LIMIT).build()?;
        Ok(Self { url, http, logged: None })
    }

    pub async fn beat_regularly(mut self, settings: &WorkerSettings, stopping: &CancellationToken) {
        let mut ticks = interval(INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while stopping.run_until_cancelled(ticks.tick()).await.is_some() {
            let Some(findings) = stopping.run_until_cancelled(check(settings, false)).await else { return };
            self.beat(&findings).await;
        }
    }

    /// Calls, unless a finding is critical. A call that fails is no alert: at the other end it is missed.
    pub async fn beat(&mut self, findings: &[Finding]) {
        let critical = findings.iter().find(|finding| finding.level == Level::Critical && finding.about != REQUESTS);
        let (outcome, about, problem) = match critical {
            Some(Finding { about, text, .. }) => ("withheld", *about, text.clone()),
            None => match self.http.get(self.url.expose_secret()).send().await {
                Ok(response) if response.status().is_success() => ("sent", "", String::new()),
                Ok(response) => ("failed", "HEARTBEAT_URL", response.status().as_u16().to_string()),
                // The error's text would hold the address.
                Err(_) => ("failed", "HEARTBEAT_URL", "no connection".to_owned()),
            },
        };
        counter!("heartbeats_total", "outcome" => outcome).increment(1);
        if self.logged != Some(about) {
            if about.is_empty() {
                tracing::info!("the heartbeat beats");
            } else {
                tracing::warn!(outcome, about, problem, "no heartbeat");
            }
            self.logged = Some(about);
        }
    }
}
