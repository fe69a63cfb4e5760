//! The proof in its quick form.

use anyhow::Result;

use super::runner::{Runner, Summary};
use devstack::build;

pub(super) fn run(seed: u32) -> Result<Summary> {
    let mut command = build::cargo();
    command.args(["run", "--quiet", "--package", "prove", "--"]);
    Runner::Prove.run(command.args(["--quick", "--seed", &seed.to_string()]))
}
