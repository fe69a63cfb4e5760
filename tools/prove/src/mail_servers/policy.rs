//! A policy service of Postfix (`SMTPD_POLICY_README`): decides about each recipient by a rule for the local part.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use testkit::threads::listen;

#[derive(Debug, Clone, Copy)]
pub(crate) enum Rule {
    /// Refused until so long after the first attempt of this sender.
    Greylisted(Duration),
    /// Decided after this time, as by a callout to another server.
    Callout(Duration),
    Refused(&'static str),
}

/// Listens on loopback until the process ends.
#[derive(Debug)]
pub(crate) struct Policy {
    pub(crate) address: SocketAddr,
    shared: Arc<Mutex<PolicyState>>,
}

#[derive(Debug, Default)]
struct PolicyState {
    /// By the start of the local part.
    rules: Vec<(&'static str, Rule)>,
    /// When each sender first wrote to each recipient.
    first: HashMap<(String, String), Instant>,
}

impl Policy {
    pub(crate) fn start(rules: &[(&'static str, Rule)]) -> Result<Self> {
        let shared = Arc::new(Mutex::new(PolicyState { rules: rules.to_vec(), first: HashMap::new() }));
        let state = Arc::clone(&shared);
        // One connection per server process of Postfix, kept open.
        let address = listen(0, move |stream| drop(answer_all(stream, &state)))?;
        Ok(Self { address, shared })
    }

    /// From now on these local parts have no rule.
    pub(crate) fn lift(&self, name: &str) {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).rules.retain(|(rule, _)| *rule != name);
    }
}

/// A request is lines `name=value` and an empty line.
fn answer_all(stream: TcpStream, shared: &Mutex<PolicyState>) -> Result<()> {
    let mut writer = stream.try_clone()?;
    let mut attributes = HashMap::new();
    for line in BufReader::new(stream).lines() {
        let line = line?;
        if let Some((name, value)) = line.split_once('=') {
            attributes.insert(name.to_owned(), value.to_owned());
            continue;
        }
        let attribute = |name: &str| attributes.get(name).cloned().unwrap_or_default();
        let (action, after) = decide(shared, attribute("sender"), attribute("recipient"));
        thread::sleep(after);
        write!(writer, "action={action}\n\n")?;
        attributes.clear();
    }
    Ok(())
}

/// The action, and how long it takes.
fn decide(shared: &Mutex<PolicyState>, sender: String, recipient: String) -> (String, Duration) {
    let accepted = "DUNNO".to_owned();
    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
    let rule = shared.rules.iter().find(|(name, _)| recipient.starts_with(name)).map(|(_, rule)| *rule);
    match rule {
        None => (accepted, Duration::ZERO),
        Some(Rule::Refused(reply)) => (reply.to_owned(), Duration::ZERO),
        Some(Rule::Callout(takes)) => (accepted, takes),
        Some(Rule::Greylisted(period)) => {
            let first = *shared.first.entry((sender, recipient)).or_insert_with(Instant::now);
            if first.elapsed() >= period {
                return (accepted, Duration::ZERO);
            }
            (format!("450 4.7.1 Greylisted for {} seconds", period.as_secs()), Duration::ZERO)
        }
    }
}
