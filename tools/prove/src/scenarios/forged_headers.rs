//! Forged headers must not change the rate limit.

use std::net::Ipv4Addr;

use anyhow::Result;
use uuid::Uuid;

use crate::harness::{Harness, Part, Setup};
use crate::inquiry::inquiry;
use crate::load::submit_once;
use crate::report::Report;
use testkit::client::Client;
use testkit::token::TokenMaker;

const LIMIT: usize = 10;
const TRIES: usize = 60;

pub(super) fn run(harness: &mut Harness, mut setup: Setup, report: &mut Report) -> Result<()> {
    setup.set("RATE_LIMIT_PER_MINUTE", &LIMIT.to_string());
    let honest = passed(harness, &setup, |_| String::new())?;
    let forged = passed(harness, &setup, |number| format!("X-Forwarded-For: 198.51.100.{number}\r\n"))?;
    let many = |number| {
        format!(
            "X-Forwarded-For: 198.51.100.{number}\r\nForwarded: for=203.0.113.{number}\r\nX-Real-IP: 203.0.113.{number}\r\n"
        )
    };
    let several = passed(harness, &setup, many)?;
    // Behind a trusted proxy, only the entry that it appended counts.
    setup.set("TRUSTED_PROXIES", "127.0.0.0/8");
    let behind = passed(harness, &setup, |number| format!("X-Forwarded-For: 198.51.100.{number}, 203.0.113.7\r\n"))?;
    let apart = passed(harness, &setup, |number| format!("X-Forwarded-For: 203.0.113.{number}\r\n"))?;
    report.note("requests within the limit, without a header", honest);
    report.yes("the limit holds", (LIMIT..TRIES / 2).contains(&honest));
    report.yes("the same with a forged X-Forwarded-For", forged.abs_diff(honest) <= 1);
    report.yes("the same with three kinds of forged header", several.abs_diff(honest) <= 1);
    report.yes("the same behind a proxy that appends its entry", behind.abs_diff(honest) <= 1);
    report.all("visitors behind that proxy with separate limits", apart, TRIES);
    Ok(())
}

/// How many requests in a row are accepted by a fresh api.
fn passed(harness: &mut Harness, setup: &Setup, header: impl Fn(usize) -> String) -> Result<usize> {
    harness.start(setup, &[Part::Api])?;
    let site = harness.site(Part::Api);
    let tokens = TokenMaker::new(site, setup.setting("ALTCHA_HMAC_KEY"));
    let mut client = Client::new(site).with_source(Ipv4Addr::new(127, 3, 0, 1));
    let mut passed = 0;
    for number in 0..TRIES {
        let inquiry = inquiry(Uuid::new_v4(), &tokens.make()?);
        passed += usize::from(submit_once(&mut client, site, &inquiry, &header(number)).status == 201);
    }
    harness.stop(&[Part::Api])?;
    Ok(passed)
}
