//! The site in a browser, by the site's own scripts, against the api.

use std::path::Path;

use anyhow::Result;

use super::ground::Ground;
use super::table::Table;
use crate::{process, repo, web};

/// Pages of each kind, for what is too slow to ask of every route.
const KINDS: [&str; 4] = ["/", "/services/devsecops", "/programs/compliance-governance", "/contact"];

pub(super) fn measure(ground: &mut Ground, table: &mut Table) -> Result<()> {
    let scene = ground.scene("bench_site", &[])?;
    ground.start_api(&scene)?;
    eprintln!("measuring the site");
    let browser = crate::test::chromium()?;
    let folder = repo::root().join("web");
    let mut script = |figure: &str, arguments: &[&str]| -> Result<()> {
        let mut command = web::npm(Path::new(&folder));
        command.args(["run", "--silent"]).args(arguments).env("SITE_URL", &scene.site).env("CHROMIUM_PATH", &browser);
        table.pass(figure, process::status(&mut command)?.success(), "web/budget.json");
        Ok(())
    };
    script("Lighthouse, every route", &["lighthouse"])?;
    script("Lighthouse, real throttling", &[&["lighthouse", "--", "--real"], &KINDS[..]].concat())?;
    script("slowest input event", &["input"])?;
    ground.stack.stop_service("api")
}
