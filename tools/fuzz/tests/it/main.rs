//! `cargo test` runs each target for a second, `cargo xtask test fuzz` for seconds or minutes with coverage.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod agreement;
mod targets;

use std::{collections::BTreeMap, sync::LazyLock};

use serde_json::{Map, Value};

/// An inquiry with every field that has rules: the valid one of the rules' cases.
static SAMPLE: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    let corpus: Value = serde_json::from_str(include_str!("../../../../api/tests/fixtures/field-rules.json")).unwrap();
    corpus["valid"].as_object().unwrap().clone()
});

/// The greatest length of each field that holds text, as the description of the api promises it.
static LENGTHS: LazyLock<BTreeMap<String, usize>> = LazyLock::new(|| {
    let api: Value = serde_json::from_str(include_str!("../../../../api/openapi.json")).unwrap();
    let fields = api["components"]["schemas"]["Inquiry"]["properties"].as_object().unwrap().iter();
    let lengths =
        fields.filter_map(|(name, field)| Some((name.clone(), usize::try_from(field["maxLength"].as_u64()?).ok()?)));
    lengths.filter(|(name, _)| name != "turnstileToken").collect()
});
