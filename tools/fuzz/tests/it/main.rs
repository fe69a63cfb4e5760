//! `cargo test` runs each target for a second, `cargo xtask test fuzz` for seconds or minutes with coverage.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod agreement;
mod targets;

/// The fields of an inquiry that have rules.
const FIELDS: [&str; 12] = [
    "firstName",
    "lastName",
    "company",
    "email",
    "phone",
    "country",
    "contactReason",
    "program",
    "desiredConsultants",
    "message",
    "consent",
    "gdprConsent",
];
