//! Collections of texts: a JSON object a line.

use std::{fs, io};

use serde_json::Value;

pub(crate) fn read(file: &str) -> io::Result<Vec<Value>> {
    fs::read_to_string(file)?.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// Empty if it is missing.
pub(crate) fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_default()
}
