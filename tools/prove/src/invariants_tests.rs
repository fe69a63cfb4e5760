use std::time::{Duration, Instant};

use uuid::Uuid;

use super::*;
use testkit::smtp::Record;

fn submissions(number: u128, reference: &str) -> Submission {
    Submission {
        key: Uuid::from_u128(number),
        reference: Some(reference.to_owned()),
        status: 201,
        broken: None,
        tries: 1,
        put_off: 0,
        stranded: 0,
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
        from: String::new(),
        is_encrypted: false,
        ending: Ending::Confirmed,
        at: Instant::now(),
        data: String::new(),
    }
}

fn row(number: u128, reference: &str) -> (String, String) {
    (Uuid::from_u128(number).to_string(), reference.to_owned())
}

type Sets = (Vec<Submission>, Vec<(String, String)>, Vec<Mail>, Recorder);

/// One inquiry, one row, one mail, accepted once.
fn complete() -> Sets {
    let recorder = Recorder { records: vec![record("<1>", "consultants@example.com", false)], ..Recorder::default() };
    (vec![submissions(1, "FW-1")], vec![row(1, "FW-1")], vec![mail("FW-1", "<1>", "sent")], recorder)
}

#[test]
fn passes_a_complete_delivery() {
    let (submissions, rows, mails, recorder) = complete();
    let comparison = compare(&submissions, &rows, &mails, &recorder);
    assert_eq!(comparison, Comparison { acknowledged: 1, notified: 1, ..Comparison::default() });
}

#[test]
fn a_missing_row_or_another_reference_is_a_loss() {
    let (submissions, _, mails, recorder) = complete();
    assert_eq!(compare(&submissions, &[], &mails, &recorder).lost, 1);
    assert_eq!(compare(&submissions, &[row(1, "FW-2")], &mails, &recorder).lost, 1);
}

#[test]
fn a_second_row_is_a_duplicate() {
    let (submissions, _, mails, recorder) = complete();
    assert_eq!(compare(&submissions, &[row(1, "FW-1"), row(1, "FW-2")], &mails, &recorder).doubled, 1);
}

#[test]
fn a_mail_that_did_not_arrive_is_missing_and_its_row_unfounded() {
    let (submissions, rows, mails, _) = complete();
    let comparison = compare(&submissions, &rows, &mails, &Recorder::default());
    assert_eq!((comparison.unnotified, comparison.unfounded), (1, 1));
}

#[test]
fn a_mail_accepted_twice_must_be_marked() {
    let (submissions, rows, mut mails, mut recorder) = complete();
    recorder.records.push(recorder.records[0].clone());
    let comparison = compare(&submissions, &rows, &mails, &recorder);
    assert_eq!((comparison.notified_twice, comparison.unmarked), (1, 1));
    mails[0].ambiguities = 1;
    assert_eq!(compare(&submissions, &rows, &mails, &recorder).unmarked, 0);
}

#[test]
fn a_mail_under_another_id_is_unknown() {
    let (submissions, rows, mails, mut recorder) = complete();
    recorder.records.push(record("<2>", "consultants@example.com", false));
    assert_eq!(compare(&submissions, &rows, &mails, &recorder).unknown, 1);
}

#[test]
fn two_auto_replies_to_one_visitor_are_counted() {
    let (submissions, rows, mails, mut recorder) = complete();
    recorder.records.extend([record("<2>", "v@example.com", true), record("<3>", "v@example.com", true)]);
    let comparison = compare(&submissions, &rows, &mails, &recorder);
    assert_eq!((comparison.replied_twice, comparison.auto_replies), (1, 2));
}

#[test]
fn a_drop_after_acceptance_does_not_count_as_a_250() {
    let (submissions, rows, mails, mut recorder) = complete();
    recorder.records[0].ending = Ending::Accepted;
    let comparison = compare(&submissions, &rows, &mails, &recorder);
    assert_eq!((comparison.unfounded, comparison.unnotified), (1, 0));
}

#[test]
fn the_share_of_duplicates_is_judged_in_large_runs() {
    for (notified, notified_twice, passed) in [(800, 1, true), (10_000, 10, true), (10_000, 11, false)] {
        let mut report = Report::new("sample");
        Comparison { notified, notified_twice, ..Comparison::default() }.report(&mut report);
        assert_eq!(report.passed(), passed, "{report}");
    }
    let mut report = Report::new("sample");
    Comparison { notified: 800, notified_twice: 1, unmarked: 1, ..Comparison::default() }.report(&mut report);
    assert!(!report.passed());
}
