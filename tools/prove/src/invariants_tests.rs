use std::time::Instant;

use uuid::Uuid;

use super::*;
use testkit::load::inquiry;
use testkit::smtp::Record;

/// The four sets that are compared.
struct Sets {
    submissions: Vec<Submission>,
    rows: Vec<(String, String)>,
    mails: Vec<Mail>,
    recorder: Recorder,
}

fn record(message_id: &str, to: &str, is_auto_reply: bool) -> Record {
    Record {
        message_id: message_id.to_owned(),
        to: to.to_owned(),
        is_auto_reply,
        from: String::new(),
        is_encrypted: false,
        ending: Ending::Confirmed,
        at: Instant::now(),
        data: String::new(),
    }
}

fn row(reference: &str) -> (String, String) {
    (Uuid::from_u128(1).to_string(), reference.to_owned())
}

/// One inquiry, one row, one mail, accepted once.
fn complete() -> Sets {
    let inquiry = inquiry(Uuid::from_u128(1), "");
    let submission = Submission { reference: Some("FW-1".to_owned()), status: 201, ..Submission::new(&inquiry) };
    let mail = Mail {
        reference: "FW-1".to_owned(),
        is_auto_reply: false,
        state: "sent".to_owned(),
        message_id: "<1>".to_owned(),
        crashes: 0,
        ambiguities: 0,
    };
    let recorder = Recorder { records: vec![record("<1>", "consultants@example.com", false)], ..Recorder::default() };
    Sets { submissions: vec![submission], rows: vec![row("FW-1")], mails: vec![mail], recorder }
}

/// A change of the complete sets, and what is counted then.
type Case = (&'static str, fn(&mut Sets), Comparison);

#[test]
fn counts_what_differs() {
    let good = || Comparison { acknowledged: 1, notified: 1, ..Comparison::default() };
    let cases: [Case; 10] = [
        ("complete", |_| {}, good()),
        ("without a row", |sets| sets.rows.clear(), Comparison { lost: 1, ..good() }),
        ("another reference", |sets| sets.rows = vec![row("FW-2")], Comparison { lost: 1, ..good() }),
        ("a second row", |sets| sets.rows.push(row("FW-2")), Comparison { doubled: 1, ..good() }),
        (
            "a mail that did not arrive",
            |sets| sets.recorder.records.clear(),
            Comparison { notified: 0, unnotified: 1, unfounded: 1, ..good() },
        ),
        (
            "a mail accepted twice",
            |sets| sets.recorder.records.extend(sets.recorder.records.clone()),
            Comparison { notified_twice: 1, unmarked: 1, ..good() },
        ),
        (
            "the same, and marked",
            |sets| {
                sets.recorder.records.extend(sets.recorder.records.clone());
                sets.mails[0].ambiguities = 1;
            },
            Comparison { notified_twice: 1, ..good() },
        ),
        (
            "a mail under another id",
            |sets| sets.recorder.records.push(record("<2>", "consultants@example.com", false)),
            Comparison { unknown: 1, ..good() },
        ),
        (
            "two auto-replies to one visitor",
            |sets| sets.recorder.records.extend(["<2>", "<3>"].map(|id| record(id, "v@example.com", true))),
            Comparison { replied_twice: 1, auto_replies: 2, unknown: 2, ..good() },
        ),
        (
            "accepted, and no 250",
            |sets| sets.recorder.records[0].ending = Ending::Accepted,
            Comparison { unfounded: 1, ..good() },
        ),
    ];
    for (name, change, expected) in cases {
        let mut sets = complete();
        change(&mut sets);
        assert_eq!(compare(&sets.submissions, &sets.rows, &sets.mails, &sets.recorder), expected, "{name}");
    }
}

#[test]
fn the_share_of_duplicates_is_judged_in_large_runs() {
    for (notified, unmarked, passed) in [(800, 0, true), (800, 1, false), (10_000, 0, true)] {
        let mut report = Report::default();
        Comparison { notified, notified_twice: 1, unmarked, ..Comparison::default() }.report(&mut report);
        assert_eq!(report.passed(), passed, "{report}");
    }
    let mut report = Report::default();
    Comparison { notified: 10_000, notified_twice: 11, ..Comparison::default() }.report(&mut report);
    assert!(!report.passed());
}
