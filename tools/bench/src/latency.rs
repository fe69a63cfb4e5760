//! From the response of a POST, which follows its commit, to the notification at the mail server.

use std::collections::HashMap;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use uuid::Uuid;

use super::environment::Environment;
use devstack::signals;
use testkit::client::Client;
use testkit::inquiry::reference_in;
use testkit::load;
use testkit::measurements::{Measurements, Wanted};
use testkit::smtp::{Record, SmtpFake};
use testkit::statistics::{ms, percentile};

const INQUIRIES: usize = 300;
/// Twenty a second: a busy day.
const INTERVAL: Duration = Duration::from_millis(50);
const LIMIT: Duration = Duration::from_mins(1);

pub(super) fn measure(environment: &mut Environment, table: &mut Measurements) -> Result<()> {
    let delays = delays_ms(environment)?;
    table.note("commit to relay p50", percentile(&delays, 50), "ms");
    table.judge("commit to relay p99", percentile(&delays, 99), "ms", Wanted::AtMost(2000.0));
    Ok(())
}

/// The delay of each inquiry, with an empty outbox.
fn delays_ms(environment: &mut Environment) -> Result<Vec<f64>> {
    let setup = environment.set_up("bench_latency", &[])?;
    environment.start_worker(&setup)?;
    environment.start_api(&setup)?;
    environment.smtp.reset();
    eprintln!("measuring commit to relay ({INQUIRIES} inquiries)");
    let tokens = setup.tokens(environment.site());
    let mut client = Client::new(environment.site());
    let mut answered = HashMap::new();
    for _ in 0..INQUIRIES {
        signals::check()?;
        let inquiry = load::inquiry(Uuid::new_v4(), &tokens.make()?);
        let submission = load::submit_once(&mut client, environment.site(), &inquiry, "");
        answered.insert(submission.reference.context("an inquiry was not accepted")?, submission.ended);
        thread::sleep(INTERVAL);
    }
    let delays = until_relayed(&environment.smtp, &answered, |mail| {
        if mail.is_auto_reply { None } else { reference_in(&mail.header("Subject")?) }
    })?;
    environment.stack.stop_service("api")?;
    environment.stack.stop_service("worker")?;
    Ok(delays)
}

/// In milliseconds, from the time of each key to the first mail whose key it is.
pub(super) fn until_relayed(
    smtp: &SmtpFake,
    sent: &HashMap<String, Instant>,
    key_of: impl Fn(&Record) -> Option<String>,
) -> Result<Vec<f64>> {
    let mut relayed: HashMap<String, Instant> = HashMap::new();
    let have_all = signals::wait_until(LIMIT, || {
        for mail in smtp.accepted() {
            if let Some(key) = key_of(&mail) {
                relayed.entry(key).or_insert(mail.at);
            }
        }
        Ok(sent.keys().all(|key| relayed.contains_key(key)))
    })?;
    ensure!(have_all, "{} of {} mails were relayed within {} s", relayed.len(), sent.len(), LIMIT.as_secs());
    Ok(sent.iter().map(|(key, at)| ms(relayed[key].saturating_duration_since(*at))).collect())
}
