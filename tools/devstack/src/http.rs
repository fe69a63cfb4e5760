//! Plain HTTP to this machine.

use std::time::Duration;

use ureq::Agent;

/// An agent for which no status is an error, with a timeout of `limit`.
pub fn agent(limit: Duration) -> Agent {
    Agent::config_builder().http_status_as_error(false).timeout_global(Some(limit)).proxy(None).build().into()
}

/// The status of a GET, `None` without a response within two seconds.
pub fn status_of(url: &str) -> Option<u16> {
    let response = agent(Duration::from_secs(2)).get(url).call().ok()?;
    Some(response.status().as_u16())
}
