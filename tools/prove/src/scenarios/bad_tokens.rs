//! Bot-check tokens that must not pass: spent, expired, changed, signed by somebody else.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Result, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rand::RngExt;
use rand::rngs::StdRng;
use uuid::Uuid;

use crate::arena::{Arena, Part, Scene};
use crate::crowd::ask_once;
use crate::inquiry::{Inquiry, Tokens};
use crate::plan::Plan;
use crate::report::Report;
use testkit::client::Client;

/// As many tokens are spent first, to be replayed and changed.
const SPENT: usize = 50;
const THREADS: usize = 8;

pub(super) fn run(arena: &Arena, scene: &Scene, plan: Plan, report: &mut Report) -> Result<()> {
    let site = arena.site(Part::Api);
    let ours = Tokens::new(site, scene.setting("ALTCHA_HMAC_KEY"));
    let theirs = Tokens::new(site, "a key that is not the api's, of the length that it wants");
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
                        // Of the number, not of the thread, which is a matter of luck.
                        let mut dice = plan.dice(&format!("bad token {number}"));
                        let old = &spent[dice.random_range(0..spent.len())];
                        let token = match number % 5 {
                            0 => old.clone(),
                            1 => ours.make_expired()?,
                            2 => ours.make_endless()?,
                            3 => theirs.make()?,
                            _ => changed(old, &mut dice),
                        };
                        let asked = ask_once(&mut client, site, &Inquiry::new(Uuid::new_v4(), &token), "");
                        accepted.fetch_add(usize::from(asked.reference.is_some()), Ordering::Relaxed);
                        refused.fetch_add(usize::from(asked.status == 403), Ordering::Relaxed);
                    }
                })
            })
            .collect();
        senders.into_iter().try_for_each(|sender| sender.join().unwrap_or_else(|_| bail!("a sender broke down")))
    })?;
    report.scaled("bad tokens sent", wanted, 100_000);
    report.none("bad tokens accepted", accepted.into_inner());
    report.all("bad tokens refused by 403", refused.into_inner(), wanted);
    Ok(())
}

fn spend(client: &mut Client, site: std::net::SocketAddr, tokens: &Tokens) -> Result<Vec<String>> {
    let mut spent = Vec::new();
    for _ in 0..SPENT {
        let token = tokens.make()?;
        let asked = ask_once(client, site, &Inquiry::new(Uuid::new_v4(), &token), "");
        if asked.reference.is_none() {
            bail!("a good token was answered {}", asked.status);
        }
        spent.push(token);
    }
    Ok(spent)
}

/// One byte of the token's JSON is another. What is still a token after that was spent before.
fn changed(token: &str, dice: &mut StdRng) -> String {
    let mut json = STANDARD.decode(token).unwrap_or_default();
    let at = dice.random_range(0..json.len());
    json[at] ^= dice.random_range(1..=127_u8);
    STANDARD.encode(json)
}
