//! From a visitor's reply at the worker, or in the mailbox, to the mail of the consultants at the relay.

use std::collections::HashMap;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use uuid::Uuid;

use super::environment::Environment;
use super::latency::until_relayed;
use devstack::signals;
use testkit::load::submit_accepted;
use testkit::setup::Setup;

/// Each with its visitor.
const TICKETS: usize = 30;
/// A ticket takes ten mails in ten minutes.
const REPLIES: usize = 4;
const INTERVAL: Duration = Duration::from_millis(100);
const LIMIT: Duration = Duration::from_mins(1);

/// A visitor, and the signed address of the auto-reply.
pub(super) struct Visitor {
    pub(super) email: String,
    pub(super) address: String,
}

/// Sends inquiries, and waits for their auto-replies.
pub(super) fn visitors(environment: &Environment, setup: &Setup) -> Result<Vec<Visitor>> {
    environment.smtp.reset();
    let visitors = (0..TICKETS).map(|number| format!("krelvonta-{number}@example.com"));
    submit_accepted(environment.site(), setup, visitors, "other")?;
    let mut visitors = Vec::new();
    let have_all = signals::wait_until(LIMIT, || {
        let mails = environment.smtp.accepted();
        let replies = mails.into_iter().filter(|mail| mail.is_auto_reply);
        visitors =
            replies.filter_map(|mail| Some(Visitor { address: mail.header("Reply-To")?, email: mail.to })).collect();
        Ok(visitors.len() >= TICKETS)
    })?;
    ensure!(have_all, "{} of {TICKETS} auto-replies within {} s", visitors.len(), LIMIT.as_secs());
    Ok(visitors)
}

/// In milliseconds, a visitor's reply after the other.
pub(super) fn delays_ms(
    environment: &Environment,
    visitors: &[Visitor],
    mut deliver: impl FnMut(String, &str) -> Result<()>,
) -> Result<Vec<f64>> {
    environment.smtp.reset();
    let mut delivered = HashMap::new();
    for visitor in visitors.iter().cycle().take(REPLIES * visitors.len()) {
        signals::check()?;
        let words = Uuid::new_v4().to_string();
        let Visitor { email, address } = visitor;
        deliver(
            format!(
                "From: {email}\r\nTo: {address}\r\nDelivered-To: {address}\r\nSubject: Re\r\n\
                 Message-ID: <{words}@example.com>\r\nDate: Mon, 23 Nov 2026 10:00:00 +0100\r\n\r\n{words}\r\n"
            ),
            address,
        )?;
        delivered.insert(words, Instant::now());
        thread::sleep(INTERVAL);
    }
    until_relayed(&environment.smtp, &delivered, |mail| {
        delivered.keys().find(|words| mail.data.contains(words.as_str())).cloned()
    })
}
