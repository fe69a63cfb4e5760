//! `cargo test` gives each target one short round; `cargo xtask test fuzz` gives each a minute.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod agreement;
mod targets;
