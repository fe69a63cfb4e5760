//! The site in a browser, measured by the scripts in `web/`, against the api.

use std::io::Read;
use std::process::{Command, Stdio};

use anyhow::Result;

use super::environment::Environment;
use devstack::{process, repo, web};
use testkit::measurements::Measurements;

/// A page of each kind, for measurements that are too slow for every route.
const KINDS: [&str; 4] = ["/", "/services/devsecops", "/programs/compliance-governance", "/contact"];

pub(super) fn measure(environment: &mut Environment, table: &mut Measurements) -> Result<()> {
    let setup = environment.set_up("bench_site", &[])?;
    environment.start_api(&setup)?;
    // The installed packages would be written to the disk during the first pages.
    process::run(&mut Command::new("sync"))?;
    eprintln!("measuring the site");
    let browser = devstack::chromium::find_or_install()?;
    let folder = repo::root().join("web");
    // They print each page to the terminal, and the worst page to standard output.
    let mut script = |figure: &str, arguments: &[&str]| -> Result<()> {
        let mut command = web::npm(&folder);
        command
            .args(["run", "--silent"])
            .args(arguments)
            .env("SITE_URL", setup.setting("PUBLIC_URL"))
            .env("CHROMIUM_PATH", &browser);
        let mut child = process::spawn(command.stdout(Stdio::piped()))?;
        let met = process::wait(&mut child)?.success();
        let mut worst = String::new();
        if let Some(mut output) = child.stdout.take() {
            output.read_to_string(&mut worst)?;
        }
        table.check(figure, worst.trim(), met, "web/budget.json");
        Ok(())
    };
    script("Lighthouse, every route", &["lighthouse"])?;
    script(
        "Lighthouse, real throttling, a page of each kind",
        &[&["lighthouse", "--", "--real"], &KINDS[..]].concat(),
    )?;
    script("slowest input event, a page of each kind", &["input"])?;
    environment.stack.stop_service("api")
}
