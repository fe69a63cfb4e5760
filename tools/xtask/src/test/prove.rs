//! The proof in its quick form, by an optimised build of this program: the load must not be slower than the product.
//! Speed is told and not judged: tests run on machines that have other work.

use anyhow::Result;

use super::runner::{Runner, Summary};
use devstack::build;

pub(super) fn run(seed: u32) -> Result<Summary> {
    let mut command = build::cargo();
    command.args(["run", "--quiet", "--release", "--package", "xtask", "--"]);
    Runner::Prove.run(command.args(["prove", "--quick", "--shared", "--seed", &seed.to_string()]))
}
