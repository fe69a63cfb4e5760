//! Compares four sets: acknowledged references, stored rows, outbox states, and mails that the SMTP fake accepted.

use std::collections::{HashMap, HashSet};
use std::thread;
use std::time::Duration;

use anyhow::Result;

use super::report::{Report, float};
use devstack::signals;
use testkit::database_probe::{DatabaseProbe, RESET_HOURLY_LIMIT};
use testkit::load::Submission;
use testkit::smtp::{Ending, Recorder};

#[derive(Debug, Clone)]
pub(super) struct Mail {
    pub(super) reference: String,
    pub(super) is_auto_reply: bool,
    pub(super) state: String,
    pub(super) message_id: String,
    pub(super) crashes: i64,
    pub(super) ambiguities: i64,
}

/// Below this number, one duplicate would exceed the allowed share of 0.1 % or nearly so.
const SHARE_NEEDS: usize = 5_000;

const MAILS: &str = "\
    SELECT reference, kind, state, message_id, crashes, ambiguities \
    FROM inquiry JOIN outbox ON outbox.inquiry_id = inquiry.id";

/// Counts mails that are neither in a final state nor held back by the hourly limit on auto-replies.
pub(super) const UNSETTLED: &str = "\
    SELECT count(*) FROM outbox WHERE state IN ('ready', 'sending') \
        OR state = 'retry' AND last_code IS DISTINCT FROM 'hourly_limit' \
        OR state = 'ambiguous' AND kind = 'notification'";
/// Those that are held back, too.
const UNSETTLED_OR_HELD: &str = "\
    SELECT count(*) FROM outbox WHERE state IN ('ready', 'sending', 'retry') \
        OR state = 'ambiguous' AND kind = 'notification'";

/// Makes every mail that waits for its next attempt due now: the first backoff is 15 s, and waiting proves nothing.
pub(super) const SKIP_BACKOFF: &str = "\
    UPDATE outbox SET next_attempt_at = now() WHERE next_attempt_at > now() AND (state = 'retry' \
        OR state = 'ambiguous' AND kind = 'notification')";

/// Whether every mail reaches a final state within the limit. Runs `hurry` repeatedly.
pub(super) fn settle(probe: &mut DatabaseProbe, hurry: &str, limit: Duration) -> Result<bool> {
    signals::wait_until(limit, || {
        probe.run(hurry)?;
        probe.run(RESET_HOURLY_LIMIT)?;
        thread::sleep(Duration::from_millis(100));
        Ok(probe.number(UNSETTLED_OR_HELD)? == 0)
    })
}

fn mails(probe: &mut DatabaseProbe) -> Result<Vec<Mail>> {
    let rows = probe.rows(MAILS)?;
    Ok(rows
        .iter()
        .map(|row| Mail {
            reference: row.text(0).to_owned(),
            is_auto_reply: row.text(1) == "auto_reply",
            state: row.text(2).to_owned(),
            message_id: row.text(3).to_owned(),
            crashes: row.number(4),
            ambiguities: row.number(5),
        })
        .collect())
}

/// The result of the comparison. It must hold for every run, whatever fault it had.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Comparison {
    pub(super) acknowledged: usize,
    /// Acknowledged with a reference that no row has.
    pub(super) lost: usize,
    /// Inquiries with more than one row.
    pub(super) doubled: usize,
    pub(super) notified: usize,
    /// Acknowledged inquiries without an accepted notification.
    pub(super) unnotified: usize,
    /// Notifications accepted more than once.
    pub(super) notified_twice: usize,
    /// Those of `notified_twice` whose row was never `ambiguous`.
    pub(super) unmarked: usize,
    /// Visitors with more than one auto-reply.
    pub(super) replied_twice: usize,
    pub(super) auto_replies: usize,
    /// Accepted mails whose Message-ID no row has.
    pub(super) unknown: usize,
    /// Rows `sent` without a 250 for their mail.
    pub(super) unfounded: usize,
}

pub(super) fn compare(
    submissions: &[Submission],
    rows: &[(String, String)],
    mails: &[Mail],
    recorder: &Recorder,
) -> Comparison {
    let by_key = group(rows.iter().map(|(key, reference)| (key.as_str(), reference.as_str())));
    let accepted = recorder.acceptances();
    let confirmed: HashSet<&str> = recorder
        .records
        .iter()
        .filter(|record| record.ending == Ending::Confirmed)
        .map(|record| record.message_id.as_str())
        .collect();
    let known: HashSet<&str> = mails.iter().map(|mail| mail.message_id.as_str()).collect();
    let notified: HashSet<&str> = mails
        .iter()
        .filter(|mail| !mail.is_auto_reply && accepted.contains_key(mail.message_id.as_str()))
        .map(|mail| mail.reference.as_str())
        .collect();
    let times = |mail: &Mail| accepted.get(mail.message_id.as_str()).copied().unwrap_or_default();
    let twice: Vec<&Mail> = mails.iter().filter(|mail| !mail.is_auto_reply && times(mail) > 1).collect();
    let mut comparison = Comparison {
        doubled: by_key.values().filter(|references| references.len() > 1).count(),
        notified: notified.len(),
        notified_twice: twice.len(),
        unmarked: twice.iter().filter(|mail| mail.ambiguities == 0).count(),
        replied_twice: group(recorder.auto_replies().map(|record| (record.to.as_str(), ())))
            .values()
            .filter(|replies| replies.len() > 1)
            .count(),
        auto_replies: recorder.auto_replies().count(),
        unknown: accepted.keys().filter(|id| !known.contains(*id)).count(),
        unfounded: mails
            .iter()
            .filter(|mail| mail.state == "sent" && !confirmed.contains(mail.message_id.as_str()))
            .count(),
        ..Comparison::default()
    };
    for one in submissions {
        let Some(reference) = one.reference.as_deref() else { continue };
        comparison.acknowledged += 1;
        let key = one.key.to_string();
        let is_stored = by_key.get(key.as_str()).is_some_and(|references| references.contains(&reference));
        comparison.lost += usize::from(!is_stored);
        comparison.unnotified += usize::from(!notified.contains(reference));
    }
    comparison
}

/// Reads the sets and compares them. See [`testkit::load::inquiry`] for the company's name.
pub(super) fn check(
    probe: &mut DatabaseProbe,
    submissions: &[Submission],
    recorder: &Recorder,
) -> Result<(Comparison, Vec<Mail>)> {
    let sql = "SELECT substr(company, 10), reference FROM inquiry JOIN inquiry_content ON inquiry_id = id";
    let rows: Vec<(String, String)> =
        probe.rows(sql)?.iter().map(|row| (row.text(0).to_owned(), row.text(1).to_owned())).collect();
    let mails = mails(probe)?;
    Ok((compare(submissions, &rows, &mails, recorder), mails))
}

impl Comparison {
    /// The figures of every scenario that injects faults.
    pub(super) fn report(&self, report: &mut Report) {
        self.report_without_share(report);
        let share = 100.0 * float(self.notified_twice) / float(self.notified.max(1));
        if self.notified < SHARE_NEEDS {
            report.note("duplicate notifications, %", format!("{share:.2}"));
        } else {
            report.at_most("duplicate notifications", share, 0.1, "%");
        }
    }

    /// Without a bound on duplicates: how many mails are in progress at a failure depends on the load.
    pub(super) fn report_without_share(&self, report: &mut Report) {
        report.none("acknowledged inquiries lost", self.lost);
        report.none("duplicate inquiries", self.doubled);
        report.none("notifications missing", self.unnotified);
        report.none("visitors with more than one auto-reply", self.replied_twice);
        report.note("duplicate notifications, count", self.notified_twice);
        report.none("of these never ambiguous", self.unmarked);
        report.none("mails with a Message-ID of no row", self.unknown);
        report.none("rows `sent` without a 250 for that mail", self.unfounded);
        report.note("notifications / auto-replies accepted", format!("{} / {}", self.notified, self.auto_replies));
    }
}

fn group<'a, T>(pairs: impl Iterator<Item = (&'a str, T)>) -> HashMap<&'a str, Vec<T>> {
    let mut groups: HashMap<&str, Vec<T>> = HashMap::new();
    for (key, value) in pairs {
        groups.entry(key).or_default().push(value);
    }
    groups
}

#[cfg(test)]
#[path = "invariants_tests.rs"]
mod tests;
