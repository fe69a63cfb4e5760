//! `cargo xtask check`: what to run while writing. Formats, lints and unit tests; no server, no browser.

use anyhow::Result;
use devstack::{build, process, repo, toolchain, web};

use crate::lint;

pub(crate) fn run() -> Result<()> {
    process::run(build::cargo().args(["fmt", "--all"]))?;
    lint::clippy()?;
    toolchain::check_node()?;
    web::install_site()?;
    process::run(web::npm(&repo::root().join("web")).args(["run", "--silent", "format"]))?;
    lint::site()?;
    process::run(web::npm(&repo::root().join("web")).args(["run", "--silent", "test", "--", "--project", "unit"]))?;
    // Tests inside the crates; those in `tests/` and of `api/src/store` need Postgres.
    let unit_tests = "test --quiet --workspace --lib --bins -- --skip store::tests";
    process::run(build::cargo().args(unit_tests.split(' ')))
}
