//! `cargo test` runs each target for a second, `cargo xtask test fuzz` for seconds or minutes with coverage.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod agreement;
mod targets;

use std::{collections::BTreeMap, sync::LazyLock};

use serde_json::{Map, Value};

/// An inquiry with every field that has rules.
static SAMPLE: LazyLock<Map<String, Value>> = LazyLock::new(testkit::inquiry::fields);

/// The greatest length of each field that holds text, as the description of the api promises it.
static LENGTHS: LazyLock<BTreeMap<String, usize>> = LazyLock::new(testkit::inquiry::text_lengths);
