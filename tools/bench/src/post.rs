//! POST throughput as a ratio to what Postgres commits alone, in alternating rounds.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, ensure};
use uuid::Uuid;

use super::commits;
use super::environment::Environment;
use devstack::signals;
use testkit::client::Client;
use testkit::inquiry::Inquiry;
use testkit::measurements::{Measurements, Wanted};
use testkit::setup::Setup;
use testkit::statistics::{float, median, megabytes, ms, percentile};
use testkit::threads::in_parallel;

const DATABASE: &str = "bench_post";
const CLIENTS: usize = 64;
/// More than the api answers.
const REQUESTS_PER_CLIENT_SECOND: u64 = 500;
/// Bytes of an inquiry with its content, its ticket, its mails and their jobs.
const SIZE: usize = 3_000;

pub(super) fn measure(
    environment: &mut Environment,
    rounds: usize,
    seconds: u64,
    table: &mut Measurements,
) -> Result<()> {
    let setup = environment.set_up(DATABASE, &[])?;
    environment.start_api(&setup)?;
    eprintln!("measuring POST throughput");
    warm_up(environment, &setup)?;
    let (mut ours, mut theirs, mut ratios, mut latencies_ms) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut resident = 0;
    for number in 1..=rounds {
        signals::check()?;
        let (rate, latencies) = round(environment, &setup, seconds)?;
        resident = environment.stack.resident_bytes("api").unwrap_or_default().max(resident);
        let commits = commits::per_second(&setup, DATABASE, CLIENTS, &[SIZE], Duration::from_secs(seconds))?;
        eprintln!("  round {number} of {rounds}: POST {rate:.0}/s, Postgres alone {commits:.0}/s");
        ours.push(rate);
        theirs.push(commits);
        ratios.push(rate / commits);
        latencies_ms.extend(latencies);
    }
    environment.stack.stop_service("api")?;
    table.note("POST p50", percentile(&latencies_ms, 50), "ms");
    table.note("POST p99", percentile(&latencies_ms, 99), "ms");
    table.judge("POST at 64 clients", median(&ours), "/s", Wanted::AtLeast(1_000.0));
    table.note("Postgres alone, 64 clients, as many bytes in one row a commit", median(&theirs), "/s");
    table.note("POST as a ratio to Postgres alone", median(&ratios), "");
    table.judge("api resident under load", megabytes(resident), "MB", Wanted::AtMost(40.0));
    Ok(())
}

pub(super) fn warm_up(environment: &Environment, setup: &Setup) -> Result<()> {
    round(environment, setup, 1).map(drop)
}

/// Inquiries a second, and from the first byte sent to the last byte read in ms: of clients with one connection each, which
/// send requests that were made before.
fn round(environment: &Environment, setup: &Setup, seconds: u64) -> Result<(f64, Vec<f64>)> {
    let (site, tokens) = (environment.site(), setup.tokens(environment.site()));
    let request =
        |_| -> Result<_> { Ok(Inquiry::sample(Uuid::new_v4()).with_token(&tokens.make()?).request(site, "")) };
    let requests = |_| (0..REQUESTS_PER_CLIENT_SECOND * seconds).map(request).collect::<Result<Vec<_>>>();
    let clients = (0..CLIENTS).map(requests).collect::<Result<Vec<_>>>()?;
    let (start, limit) = (Instant::now(), Duration::from_secs(seconds));
    let latencies_ms = in_parallel(CLIENTS, |number| {
        let (mut client, mut latencies) = (Client::new(site), Vec::new());
        for request in clients[number].iter().take_while(|_| start.elapsed() < limit) {
            let sent = Instant::now();
            let reply = client.send(request).map_err(|error| anyhow!("a POST was not answered: {error:?}"))?;
            ensure!(reply.status == 201, "a POST was answered {}: {}", reply.status, reply.json());
            latencies.push(ms(sent.elapsed()));
        }
        Ok(latencies)
    })?;
    let latencies_ms = latencies_ms.concat();
    Ok((float(latencies_ms.len()) / start.elapsed().as_secs_f64(), latencies_ms))
}
