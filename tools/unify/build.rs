//! Cargo reads `[build-dependencies]` only of a package with a build script.

fn main() {}
