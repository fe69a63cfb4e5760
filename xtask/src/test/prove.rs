//! The proof in its quick form, by an optimised build of this program: the load must not be slower than the product.

use anyhow::Result;

use super::runner::{Runner, Summary};
use crate::build;

pub(super) fn run(seed: u32) -> Result<Summary> {
    let mut command = build::cargo();
    command.args(["run", "--quiet", "--release", "--package", "xtask", "--"]);
    Runner::Prove.run(command.args(["prove", "--quick", "--seed", &seed.to_string()]))
}
