//! `cargo test` gives each target one short round; `cargo xtask test fuzz` gives each a minute.

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
