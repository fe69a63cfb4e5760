//! Playwright in Chromium, against a stack of its own: api, worker, Postgres and inbox.

use std::path::Path;

use anyhow::Result;

use super::own_stack::OwnStack;
use super::runner::{Runner, Summary};
use super::{DEFAULT_PUBLIC_URL, chromium};
use crate::{repo, settings, toolchain, web};

pub(super) fn run(folder: &Path) -> Result<Summary> {
    toolchain::check_node()?;
    web::build(DEFAULT_PUBLIC_URL)?;
    web::install_dev_services()?;
    let browser = chromium::find_or_install()?;
    let mut own = OwnStack::prepare(folder)?;
    eprintln!("starting the whole stack at {}", own.site);
    own.stack.start_inbox(own.ports)?;
    own.stack.start_worker(&own.programs, &own.settings, own.ports)?;
    own.start_api()?;

    let mut playwright = web::npm(&repo::root().join("web"));
    playwright
        .args(["run", "--silent", "test:e2e"])
        .env("SITE_URL", &own.site)
        .env("INBOX_URL", settings::value(&own.settings, "INBOX_URL").unwrap_or_default())
        .env("CHROMIUM_PATH", browser);
    let summary = Runner::Playwright.run(&mut playwright);
    own.end()?;
    summary
}
