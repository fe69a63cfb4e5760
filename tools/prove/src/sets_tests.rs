use std::time::{Duration, Instant};

use uuid::Uuid;

use super::super::referee::Record;
use super::*;

fn asked(number: u128, reference: &str) -> Asked {
    Asked {
        key: Uuid::from_u128(number),
        reference: Some(reference.to_owned()),
        status: 201,
        broken: None,
        tries: 1,
        took: Duration::ZERO,
        ended: Instant::now(),
    }
}

fn mail(reference: &str, message_id: &str, state: &str) -> Mail {
    Mail {
        reference: reference.to_owned(),
        is_auto_reply: false,
        recipient: "consultants@example.com".to_owned(),
        state: state.to_owned(),
        message_id: message_id.to_owned(),
        attempts: 1,
        crashes: 0,
        ambiguities: 0,
        code: String::new(),
    }
}

fn record(message_id: &str, to: &str, is_auto_reply: bool) -> Record {
    Record {
        message_id: message_id.to_owned(),
        to: to.to_owned(),
        is_auto_reply,
        is_null_path: is_auto_reply,
        ending: Ending::Confirmed,
        at: Instant::now(),
        text: Vec::new(),
    }
}

fn row(number: u128, reference: &str) -> (String, String) {
    (Uuid::from_u128(number).to_string(), reference.to_owned())
}

type Sets = (Vec<Asked>, Vec<(String, String)>, Vec<Mail>, Book);

/// One inquiry, one row, one mail, taken once.
fn whole() -> Sets {
    let book = Book { records: vec![record("<1>", "consultants@example.com", false)], ..Book::default() };
    (vec![asked(1, "FW-1")], vec![row(1, "FW-1")], vec![mail("FW-1", "<1>", "sent")], book)
}

#[test]
fn finds_nothing_wrong_where_nothing_is() {
    let (asked, rows, mails, book) = whole();
    let verdict = compare(&asked, &rows, &mails, &book);
    assert_eq!(verdict, Verdict { acknowledged: 1, notified: 1, ..Verdict::default() });
}

#[test]
fn a_row_that_is_gone_or_has_another_reference_is_a_loss() {
    let (asked, _, mails, book) = whole();
    assert_eq!(compare(&asked, &[], &mails, &book).lost, 1);
    assert_eq!(compare(&asked, &[row(1, "FW-2")], &mails, &book).lost, 1);
}

#[test]
fn a_second_row_is_a_duplicate() {
    let (asked, _, mails, book) = whole();
    assert_eq!(compare(&asked, &[row(1, "FW-1"), row(1, "FW-2")], &mails, &book).doubled, 1);
}

#[test]
fn a_mail_that_never_arrived_is_missing_and_its_row_unfounded() {
    let (asked, rows, mails, _) = whole();
    let verdict = compare(&asked, &rows, &mails, &Book::default());
    assert_eq!((verdict.unnotified, verdict.unfounded), (1, 1));
}

#[test]
fn a_mail_taken_twice_must_be_marked() {
    let (asked, rows, mut mails, mut book) = whole();
    book.records.push(book.records[0].clone());
    let verdict = compare(&asked, &rows, &mails, &book);
    assert_eq!((verdict.notified_twice, verdict.unmarked), (1, 1));
    mails[0].ambiguities = 1;
    assert_eq!(compare(&asked, &rows, &mails, &book).unmarked, 0);
}

#[test]
fn a_mail_under_another_id_is_unknown() {
    let (asked, rows, mails, mut book) = whole();
    book.records.push(record("<2>", "consultants@example.com", false));
    assert_eq!(compare(&asked, &rows, &mails, &book).unknown, 1);
}

#[test]
fn two_auto_replies_to_one_visitor_are_one_too_many() {
    let (asked, rows, mails, mut book) = whole();
    book.records.extend([record("<2>", "v@example.com", true), record("<3>", "v@example.com", true)]);
    let verdict = compare(&asked, &rows, &mails, &book);
    assert_eq!((verdict.replied_twice, verdict.auto_replies), (1, 2));
}

#[test]
fn a_drop_after_acceptance_does_not_count_as_a_250() {
    let (asked, rows, mails, mut book) = whole();
    book.records[0].ending = Ending::Taken;
    let verdict = compare(&asked, &rows, &mails, &book);
    assert_eq!((verdict.unfounded, verdict.unnotified), (1, 0));
}

#[test]
fn the_share_of_duplicates_is_judged_where_there_are_enough() {
    for (notified, notified_twice, passed) in [(800, 1, true), (10_000, 10, true), (10_000, 11, false)] {
        let mut report = Report::new("sample");
        Verdict { notified, notified_twice, ..Verdict::default() }.report(&mut report);
        assert_eq!(report.passed(), passed, "{report}");
    }
    let mut report = Report::new("sample");
    Verdict { notified: 800, notified_twice: 1, unmarked: 1, ..Verdict::default() }.report(&mut report);
    assert!(!report.passed());
}
