//! Lighthouse, by the site's own script, against the api.

use std::path::Path;

use anyhow::Result;

use super::ground::Ground;
use super::table::Table;
use crate::{process, repo, web};

pub(super) fn measure(ground: &mut Ground, table: &mut Table) -> Result<()> {
    let scene = ground.scene("bench_site", &[])?;
    ground.start_api(&scene)?;
    eprintln!("measuring the site");
    let browser = crate::test::chromium()?;
    let folder = repo::root().join("web");
    let mut lighthouse = web::npm(Path::new(&folder));
    lighthouse.args(["run", "--silent", "lighthouse"]).env("SITE_URL", &scene.site).env("CHROMIUM_PATH", browser);
    let status = process::status(&mut lighthouse)?;
    table.pass("Lighthouse, every route", status.success(), "the script's own budget");
    ground.stack.stop_service("api")
}
