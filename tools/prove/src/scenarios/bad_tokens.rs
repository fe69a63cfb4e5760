//! Bot-check tokens that must be refused: spent, expired, changed, signed with another key.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Result, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rand::RngExt;
use rand::rngs::StdRng;
use uuid::Uuid;

use crate::harness::{Harness, Part, Setup};
use crate::inquiry::inquiry;
use crate::load::submit_once;
use crate::plan::Plan;
use crate::report::Report;
use testkit::client::Client;
use testkit::token::TokenMaker;

/// Number of tokens spent first, to be replayed and changed.
const SPENT: usize = 50;
const THREADS: usize = 8;

pub(super) fn run(harness: &Harness, setup: &Setup, plan: Plan, report: &mut Report) -> Result<()> {
    let site = harness.site(Part::Api);
    let ours = TokenMaker::new(site, setup.setting("ALTCHA_HMAC_KEY"));
    let theirs = TokenMaker::new(site, "another key than that of the api, of the right length");
    let spent = spend(&mut Client::new(site), site, &ours)?;
    let wanted = plan.size(2_000, 100_000);
    let next = AtomicUsize::new(0);
    let accepted = AtomicUsize::new(0);
    let refused = AtomicUsize::new(0);
    thread::scope(|scope| {
        let senders: Vec<_> = (0..THREADS)
            .map(|_| {
                let (ours, theirs, spent, next) = (&ours, &theirs, &spent, &next);
                let (accepted, refused) = (&accepted, &refused);
                scope.spawn(move || -> Result<()> {
                    let mut client = Client::new(site);
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= wanted {
                            return Ok(());
                        }
                        // By number, because the thread is random.
                        let mut rng = plan.rng(&format!("bad token {number}"));
                        let old = &spent[rng.random_range(0..spent.len())];
                        let token = match number % 5 {
                            0 => old.clone(),
                            1 => ours.make_expired()?,
                            2 => ours.make_endless()?,
                            3 => theirs.make()?,
                            _ => changed(old, &mut rng),
                        };
                        let submission = submit_once(&mut client, site, &inquiry(Uuid::new_v4(), &token), "");
                        accepted.fetch_add(usize::from(submission.reference.is_some()), Ordering::Relaxed);
                        refused.fetch_add(usize::from(submission.status == 403), Ordering::Relaxed);
                    }
                })
            })
            .collect();
        senders.into_iter().try_for_each(|sender| sender.join().unwrap_or_else(|_| bail!("a load thread panicked")))
    })?;
    report.scaled("bad tokens sent", wanted, 100_000);
    report.none("bad tokens accepted", accepted.into_inner());
    report.all("bad tokens refused by 403", refused.into_inner(), wanted);
    Ok(())
}

fn spend(client: &mut Client, site: std::net::SocketAddr, tokens: &TokenMaker) -> Result<Vec<String>> {
    let mut spent = Vec::new();
    for _ in 0..SPENT {
        let token = tokens.make()?;
        let submission = submit_once(client, site, &inquiry(Uuid::new_v4(), &token), "");
        if submission.reference.is_none() {
            bail!("a good token was answered {}", submission.status);
        }
        spent.push(token);
    }
    Ok(spent)
}

/// Changes one byte of the token's JSON. If that leaves it valid, it is still spent.
fn changed(token: &str, rng: &mut StdRng) -> String {
    let mut json = STANDARD.decode(token).unwrap_or_default();
    let at = rng.random_range(0..json.len());
    json[at] ^= rng.random_range(1..=127_u8);
    STANDARD.encode(json)
}
