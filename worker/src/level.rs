//! How a check ends.

use serde::Serialize;

/// As monitoring programs count. The exit code is the highest of all findings.
#[derive(Clone, Copy, Debug, strum_macros::Display, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[strum(serialize_all = "UPPERCASE")]
pub enum Level {
    Ok = 0,
    Warning = 1,
    Critical = 2,
}
