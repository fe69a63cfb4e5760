//! `cargo xtask screenshots`: the picture of the README, from a running product and the mails of `cargo xtask day`.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use devstack::run_record::RunRecord;
use devstack::{chromium, process, repo};

pub(crate) fn run() -> Result<()> {
    let record = RunRecord::read(&repo::data()).filter(|record| record.live_launcher().is_some());
    let site = record.context("no product is running in this checkout: start it with `cargo xtask up`")?.site;
    let mails = repo::target().join("xtask/day");
    ensure!(mails.exists(), "there are no mails to show: run `cargo xtask day`");
    let mut node = Command::new("node");
    node.args(["scripts/run.mjs", "screenshots"])
        .arg(&mails)
        .current_dir(repo::root().join("web"))
        .env("SITE_URL", site)
        .env("CHROMIUM_PATH", chromium::find_or_install()?);
    process::run(&mut node)?;
    println!("docs/pictures/product.jpg");
    Ok(())
}
