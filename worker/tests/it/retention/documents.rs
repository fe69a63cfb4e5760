//! The privacy page, the documents and the program promise the same periods.

use std::{fs, path::Path};

use entity::{ANSWER_DAYS, REMINDER_DAYS, RETENTION_YEARS};

fn file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The value of `name: '…'` or `name = …` in a module of the site.
fn constant(module: &str, name: &str) -> String {
    let line = module.lines().find(|line| line.contains(&format!("{name}:")) || line.contains(&format!("{name} =")));
    let line = line.unwrap_or_else(|| panic!("{name} is not in the site's constants"));
    line.split_once([':', '=']).unwrap().1.trim().trim_end_matches(',').trim_matches('\'').to_owned()
}

#[test]
fn every_period_of_the_privacy_page_stands_in_the_retention_document() {
    let (constants, document) = (file("web/src/content/constants.ts"), file("docs/retention.md"));
    for name in ["inquiries", "clientRecords", "marketing", "analytics"] {
        let period = constant(&constants, name);
        assert!(document.contains(&period), "docs/retention.md does not say: {period}");
    }
    assert_eq!(constant(&constants, "dataSubjectAnswerDays"), ANSWER_DAYS.to_string());
    let backups = format!("at most {} days", constant(&constants, "backupDays"));
    for path in ["docs/retention.md", "docs/backup.md"] {
        assert!(file(path).contains(&backups), "{path} does not say: {backups}");
    }
    assert!(constant(&constants, "inquiries").contains(&format!("{RETENTION_YEARS} years from last contact")));
    for sentence in [
        format!("{RETENTION_YEARS} years after the last contact"),
        format!("within {ANSWER_DAYS} days"),
        format!("day {REMINDER_DAYS}"),
    ] {
        assert!(document.contains(&sentence), "docs/retention.md does not say: {sentence}");
    }
}

#[test]
fn the_document_names_every_table() {
    let document = file("docs/retention.md");
    for table in [
        "inquiry",
        "inquiry_content",
        "outbox",
        "legal_hold",
        "held_content",
        "unverified_network",
        "contact",
        "notified_address",
        "ledger",
        "data_subject_request",
        "apalis.jobs",
        "apalis.workers",
    ] {
        assert!(document.contains(&format!("`{table}`")), "{table}");
    }
    let privacy = file("web/src/content/privacy-policy.ts");
    for promise in
        ["can no longer be read by our application", "recorded with its reason and end", "retentionPeriods.inquiries"]
    {
        assert!(privacy.contains(promise), "the privacy page no longer says: {promise}");
    }
}
