//! Playwright in Chromium, against a stack of its own: api, worker, Postgres and inbox.

use std::path::Path;

use anyhow::Result;

use super::runner::{Runner, Summary};
use super::{DEFAULT_PUBLIC_URL, chromium, purpose};
use crate::ports::Ports;
use crate::postgres::{Binaries, Cluster, Durability};
use crate::settings::{self, Secrets};
use crate::stack::Stack;
use crate::{build, repo, toolchain, web};

pub(super) fn run(folder: &Path) -> Result<Summary> {
    toolchain::check_node()?;
    web::build(DEFAULT_PUBLIC_URL)?;
    web::install_dev_services()?;
    let browser = chromium::find_or_install()?;
    let programs = build::release()?;

    repo::make_passable(folder)?;
    let ports = Ports::find_free()?;
    let site = format!("http://127.0.0.1:{}", ports.site);
    let secrets = Secrets::from_earlier(&[], false);
    let admin_url = secrets.admin_url(ports);
    let settings = settings::pairs(ports, &secrets, &admin_url, &site)?;
    let cluster = Cluster::at(folder, &purpose(folder), Binaries::find()?, ports.postgres, Durability::Real)?;
    eprintln!("starting the whole stack at {site}");
    let mut stack = Stack::new(folder, &site)?;
    stack.start_postgres(cluster, &secrets.admin_password)?;
    stack.migrate(&programs, &settings)?;
    stack.start_inbox(ports)?;
    stack.start_worker(&programs, &settings, ports)?;
    stack.start_api(&programs, &settings, ports)?;

    let mut playwright = web::npm(&repo::root().join("web"));
    playwright
        .args(["run", "--silent", "test:e2e"])
        .env("SITE_URL", &site)
        .env("INBOX_URL", settings::value(&settings, "INBOX_URL").unwrap_or_default())
        .env("CHROMIUM_PATH", browser);
    let summary = Runner::Playwright.run(&mut playwright);
    stack.stop();
    Cluster::remove(folder, &purpose(folder))?;
    summary
}
