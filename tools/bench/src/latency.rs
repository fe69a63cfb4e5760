//! From the response of a POST, which follows its commit, to the notification at the mail server.

use std::collections::HashMap;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::environment::Environment;
use super::load;
use devstack::signals;
use testkit::client::Client;
use testkit::measurements::{Measurements, Wanted};
use testkit::smtp::SmtpFake;
use testkit::statistics::percentile;

const INQUIRIES: usize = 300;
/// Twenty a second: a busy day.
const INTERVAL: Duration = Duration::from_millis(50);

pub(super) fn measure(environment: &mut Environment, table: &mut Measurements) -> Result<()> {
    let delays = delays_ms(environment, "bench_latency")?;
    table.note("commit to relay p50", percentile(&delays, 50), "ms");
    table.judge("commit to relay p99", percentile(&delays, 99), "ms", Wanted::AtMost(2000.0));
    Ok(())
}

/// The delay of each inquiry, with an empty outbox.
pub(super) fn delays_ms(environment: &mut Environment, database: &str) -> Result<Vec<f64>> {
    let setup = environment.set_up(database, &[])?;
    environment.start_worker(&setup)?;
    environment.start_api(&setup)?;
    environment.smtp.reset();
    eprintln!("measuring commit to relay ({INQUIRIES} inquiries)");
    let tokens = environment.tokens(&setup);
    let mut client = Client::new(environment.site());
    let mut answered = HashMap::new();
    for _ in 0..INQUIRIES {
        signals::check()?;
        let reply = load::post(&mut client, &load::request(environment.site(), &tokens)?)?;
        let reference = reply.json()["reference"].as_str().context("a response without a reference")?.to_owned();
        answered.insert(reference, Instant::now());
        thread::sleep(INTERVAL);
    }
    let mut notified = HashMap::new();
    let arrived = signals::wait_until(Duration::from_secs(30), || {
        notified = notified_at(&environment.smtp);
        Ok(answered.keys().all(|reference| notified.contains_key(reference)))
    })?;
    if !arrived {
        bail!("not every inquiry was notified within 30 s");
    }
    let delay = |(reference, at): (&String, &Instant)| notified[reference].saturating_duration_since(*at);
    let delays = answered.iter().map(delay).map(|delay| delay.as_secs_f64() * 1000.0).collect();
    environment.stack.stop_service("api")?;
    environment.stack.stop_service("worker")?;
    Ok(delays)
}

/// When the first notification of each reference was recorded.
fn notified_at(smtp: &SmtpFake) -> HashMap<String, Instant> {
    let recorder = smtp.recorder();
    let notifications = recorder.records.iter().rev().filter(|record| !record.is_auto_reply);
    notifications.filter_map(|record| Some((reference_in(&record.header("Subject")?)?, record.at))).collect()
}

/// A ticket reference such as FW-7K3Q-9D2M.
fn reference_in(subject: &str) -> Option<String> {
    let start = subject.find("FW-")?;
    subject.get(start..start + 12).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_reference_in_a_subject() {
        assert_eq!(reference_in("[FW-7K3Q-9D2M] New inquiry").as_deref(), Some("FW-7K3Q-9D2M"));
        assert_eq!(reference_in("[FW-7K3"), None);
    }
}
