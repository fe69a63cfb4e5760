//! The rate limit with and without forged headers must be the same limit.

use std::net::Ipv4Addr;

use anyhow::Result;
use uuid::Uuid;

use crate::arena::{Arena, Part, Scene};
use crate::crowd::ask_once;
use crate::inquiry::{Inquiry, Tokens};
use crate::report::Report;
use testkit::client::Client;

const LIMIT: usize = 10;
const TRIES: usize = 60;

pub(super) fn run(arena: &mut Arena, mut scene: Scene, report: &mut Report) -> Result<()> {
    scene.set("RATE_LIMIT_PER_MINUTE", &LIMIT.to_string());
    let honest = passed(arena, &scene, |_| String::new())?;
    let forged = passed(arena, &scene, |number| format!("X-Forwarded-For: 198.51.100.{number}\r\n"))?;
    let many = |number| {
        format!(
            "X-Forwarded-For: 198.51.100.{number}\r\nForwarded: for=203.0.113.{number}\r\nX-Real-IP: 203.0.113.{number}\r\n"
        )
    };
    let several = passed(arena, &scene, many)?;
    // Behind a proxy of ours, only what that proxy has appended counts.
    scene.set("TRUSTED_PROXIES", "127.0.0.0/8");
    let behind = passed(arena, &scene, |number| format!("X-Forwarded-For: 198.51.100.{number}, 203.0.113.7\r\n"))?;
    let apart = passed(arena, &scene, |number| format!("X-Forwarded-For: 203.0.113.{number}\r\n"))?;
    report.tell("requests within the limit, honest", honest);
    report.yes("the limit holds at all", (LIMIT..TRIES / 2).contains(&honest));
    report.yes("the same with a forged X-Forwarded-For", forged.abs_diff(honest) <= 1);
    report.yes("the same with three kinds of forged header", several.abs_diff(honest) <= 1);
    report.yes("the same behind a proxy, its own entry appended", behind.abs_diff(honest) <= 1);
    report.all("visitors behind that proxy who are told apart", apart, TRIES);
    Ok(())
}

/// How many of many requests in a row are not told 429, with a fresh api.
fn passed(arena: &mut Arena, scene: &Scene, header: impl Fn(usize) -> String) -> Result<usize> {
    arena.start(scene, &[Part::Api])?;
    let site = arena.site(Part::Api);
    let tokens = Tokens::new(site, scene.setting("ALTCHA_HMAC_KEY"));
    let mut client = Client::new(site).with_source(Ipv4Addr::new(127, 3, 0, 1));
    let mut passed = 0;
    for number in 0..TRIES {
        let inquiry = Inquiry::new(Uuid::new_v4(), &tokens.make()?);
        passed += usize::from(ask_once(&mut client, site, &inquiry, &header(number)).status == 201);
    }
    arena.stop(&[Part::Api])?;
    Ok(passed)
}
