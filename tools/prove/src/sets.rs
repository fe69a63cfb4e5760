//! The four sets, compared: what visitors were told, what is stored, what the outbox says, what the
//! referee took.

use std::collections::{HashMap, HashSet};
use std::thread;
use std::time::Duration;

use anyhow::Result;

use super::crowd::Asked;
use super::referee::{Book, Ending};
use super::report::{Report, float};
use devstack::signals;
use testkit::observer::Observer;

#[derive(Debug, Clone)]
pub(super) struct Mail {
    pub(super) reference: String,
    pub(super) is_auto_reply: bool,
    pub(super) recipient: String,
    pub(super) state: String,
    pub(super) message_id: String,
    pub(super) attempts: i64,
    pub(super) crashes: i64,
    pub(super) ambiguities: i64,
    pub(super) code: String,
}

/// One duplicate among fewer notifications tells nothing of a share of 0.1 %.
const SHARE_NEEDS: usize = 5_000;

const MAILS: &str = "\
    SELECT reference, kind, coalesce(recipient, email), state, message_id, attempts, crashes, ambiguities, last_code \
    FROM inquiry JOIN outbox ON outbox.inquiry_id = inquiry.id \
    JOIN inquiry_content ON inquiry_content.inquiry_id = inquiry.id";

/// Mails that are not at their end, in SQL.
pub(super) const UNSETTLED: &str = "\
    SELECT count(*) FROM outbox WHERE state IN ('ready', 'sending', 'retry') \
        OR state = 'ambiguous' AND kind = 'notification'";

/// Makes every mail that waits for its next try due now: the schedule's first pause is 15 s, and waiting
/// for it proves nothing.
pub(super) const SKIP_THE_WAIT: &str = "\
    UPDATE outbox SET next_attempt_at = now() WHERE next_attempt_at > now() AND (state = 'retry' \
        OR state = 'ambiguous' AND kind = 'notification')";

/// Whether every mail comes to its end within the limit, while `hurry` is run again and again.
pub(super) fn settle(observer: &mut Observer, hurry: &str, limit: Duration) -> Result<bool> {
    signals::wait_until(limit, || {
        observer.run(hurry)?;
        thread::sleep(Duration::from_millis(100));
        Ok(observer.number(UNSETTLED)? == 0)
    })
}

pub(super) fn mails(observer: &mut Observer) -> Result<Vec<Mail>> {
    let rows = observer.rows(MAILS)?;
    Ok(rows
        .iter()
        .map(|row| Mail {
            reference: row.text(0).to_owned(),
            is_auto_reply: row.text(1) == "auto_reply",
            recipient: row.text(2).to_owned(),
            state: row.text(3).to_owned(),
            message_id: row.text(4).to_owned(),
            attempts: row.number(5),
            crashes: row.number(6),
            ambiguities: row.number(7),
            code: row.text(8).to_owned(),
        })
        .collect())
}

/// What must hold of every run, whatever was broken in it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) acknowledged: usize,
    /// Told a reference, and no such row.
    pub(super) lost: usize,
    /// More than one row for one inquiry of one visitor.
    pub(super) doubled: usize,
    pub(super) notified: usize,
    /// Acknowledged, and the referee took no notification.
    pub(super) unnotified: usize,
    /// Notifications that the referee took more than once.
    pub(super) notified_twice: usize,
    /// Of these, the ones whose row does not say that it is uncertain.
    pub(super) unmarked: usize,
    /// Visitors who got more than one auto-reply.
    pub(super) replied_twice: usize,
    pub(super) auto_replies: usize,
    /// Mails at the referee whose Message-ID no row has.
    pub(super) unknown: usize,
    /// Rows `sent` although the referee confirmed no such mail.
    pub(super) unfounded: usize,
}

pub(super) fn compare(asked: &[Asked], rows: &[(String, String)], mails: &[Mail], book: &Book) -> Verdict {
    let by_key = group(rows.iter().map(|(key, reference)| (key.as_str(), reference.as_str())));
    let accepted = book.accepted();
    let confirmed: HashSet<&str> = book
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
    let mut verdict = Verdict {
        doubled: by_key.values().filter(|references| references.len() > 1).count(),
        notified: notified.len(),
        notified_twice: twice.len(),
        unmarked: twice.iter().filter(|mail| mail.ambiguities == 0).count(),
        replied_twice: group(book.auto_replies().map(|record| (record.to.as_str(), ())))
            .values()
            .filter(|replies| replies.len() > 1)
            .count(),
        auto_replies: book.auto_replies().count(),
        unknown: accepted.keys().filter(|id| !known.contains(*id)).count(),
        unfounded: mails
            .iter()
            .filter(|mail| mail.state == "sent" && !confirmed.contains(mail.message_id.as_str()))
            .count(),
        ..Verdict::default()
    };
    for one in asked {
        let Some(reference) = one.reference.as_deref() else { continue };
        verdict.acknowledged += 1;
        let key = one.key.to_string();
        let is_stored = by_key.get(key.as_str()).is_some_and(|references| references.contains(&reference));
        verdict.lost += usize::from(!is_stored);
        verdict.unnotified += usize::from(!notified.contains(reference));
    }
    verdict
}

/// Reads the sets and compares them; the marker in the company's name tells inquiries apart, so that a
/// second row under another key would be seen.
pub(super) fn judge(observer: &mut Observer, asked: &[Asked], book: &Book) -> Result<(Verdict, Vec<Mail>)> {
    let sql = "SELECT substr(company, 15), reference FROM inquiry JOIN inquiry_content ON inquiry_id = id";
    let rows: Vec<(String, String)> =
        observer.rows(sql)?.iter().map(|row| (row.text(0).to_owned(), row.text(1).to_owned())).collect();
    let mails = mails(observer)?;
    Ok((compare(asked, &rows, &mails, book), mails))
}

impl Verdict {
    /// The figures that every scenario with faults in it must reach.
    pub(super) fn report(&self, report: &mut Report) {
        report.none("acknowledged inquiries lost", self.lost);
        report.none("duplicate inquiries", self.doubled);
        report.none("notifications missing", self.unnotified);
        report.none("visitors with more than one auto-reply", self.replied_twice);
        let share = 100.0 * float(self.notified_twice) / float(self.notified.max(1));
        if self.notified < SHARE_NEEDS {
            report.tell("duplicate notifications, %", format!("{share:.2}"));
        } else {
            report.at_most("duplicate notifications", share, 0.1, "%");
        }
        report.tell("duplicate notifications, count", self.notified_twice);
        report.none("of these not marked ambiguous", self.unmarked);
        report.none("mails that no row knows (another Message-ID)", self.unknown);
        report.none("rows `sent` without a 250 for that mail", self.unfounded);
        report.tell("notifications / auto-replies taken", format!("{} / {}", self.notified, self.auto_replies));
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
#[path = "sets_tests.rs"]
mod tests;
