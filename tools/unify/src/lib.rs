//! No code: the manifest gives each dependency one feature set, so that cargo compiles it once for `cargo xtask`, for
//! the product's programs and for tests of any package. Dev builds only; released programs do not depend on it.
