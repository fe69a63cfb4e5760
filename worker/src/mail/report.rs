//! To the compliance mailbox: evidence that nothing is kept longer than promised.

use askama::Template;
use chrono::{DateTime, TimeDelta, Utc};
use entity::{ANSWER_DAYS, RETENTION_YEARS};

use super::{
    BuildError,
    brand::{Brand, brand},
    compliance::ComplianceParts,
    message::Parts,
    time,
};
use crate::evidence::{AGE_CLASSES, Evidence, Period, age_label};

/// Columns of a full bar in the text.
const BAR_COLUMNS: usize = 30;

pub(super) struct Mail<'a> {
    brand: &'static Brand,
    evidence: &'a Evidence,
    years: u32,
    period: String,
    /// What is not as it must be, in a sentence each.
    faults: Vec<String>,
    figures: Vec<(&'static str, String)>,
    bars: Vec<Bar>,
    head: String,
    as_of: String,
}

/// How many inquiries are of an age. A picture of table cells and characters: no mail client drops those.
struct Bar {
    label: String,
    count: String,
    percent: u64,
    drawn: String,
    is_over: bool,
}

#[derive(Template)]
#[template(path = "mail/report/subject.txt")]
struct Subject<'a> {
    mail: &'a Mail<'a>,
}

#[derive(Template)]
#[template(path = "mail/report/body.txt")]
struct Text<'a> {
    mail: &'a Mail<'a>,
}

#[derive(Template)]
#[template(path = "mail/report/body.html")]
struct Html<'a> {
    mail: &'a Mail<'a>,
}

/// Renders the mail about `period` from what the database counted.
pub fn render(evidence: &Evidence, period: &Period) -> Result<ComplianceParts, BuildError> {
    let mail = Mail {
        brand: brand(),
        evidence,
        years: RETENTION_YEARS,
        period: describe(period, evidence.now),
        faults: faults(evidence),
        figures: figures(evidence),
        bars: bars(&evidence.ages),
        head: evidence.head(),
        as_of: time::in_utc(evidence.now),
    };
    let parts = Parts {
        subject: Subject { mail: &mail }.render()?.trim().to_owned(),
        text: Text { mail: &mail }.render()?,
        html: Html { mail: &mail }.render()?,
    };
    Ok(ComplianceParts::new(parts, evidence.now))
}

fn describe(period: &Period, now: DateTime<Utc>) -> String {
    let month = period.since.format("%B %Y");
    if period.until > now { format!("{month} so far") } else { month.to_string() }
}

fn faults(evidence: &Evidence) -> Vec<String> {
    let mut faults = Vec::new();
    let mut note = |is_fault: bool, text: String| faults.extend(is_fault.then_some(text));
    let Evidence { late, failures, requests_overdue, due, .. } = *evidence;
    note(late > 0, format!("Removed more than two hours after the end of their period: {late}."));
    note(failures > 0, format!("Failed attempts of the purge: {failures}."));
    note(requests_overdue > 0, format!("Requests of persons past their {ANSWER_DAYS} days: {requests_overdue}."));
    let silence = evidence.last_purge_at.is_none_or(|at| evidence.now - at > TimeDelta::hours(2));
    note(silence, "The last purge is more than two hours old.".to_owned());
    note(silence && due > 0, format!("Expired and waiting for the purge, unreadable for the application: {due}."));
    faults
}

fn figures(evidence: &Evidence) -> Vec<(&'static str, String)> {
    let day = |time: Option<DateTime<Utc>>| time.map_or("none".to_owned(), time::in_utc);
    let age = evidence.oldest_contact_at.map_or("none is held".to_owned(), |at| {
        format!("{} days, last contact {}", (evidence.now - at).num_days(), time::in_utc(at))
    });
    let gap = evidence.longest_gap_seconds.map_or("none".to_owned(), |seconds| match seconds / 60 {
        minutes if minutes < 180 => format!("{minutes} min"),
        minutes => format!("{} h", minutes / 60),
    });
    let held = [counted(evidence.on_hold, "inquiry", "inquiries"), counted(evidence.holds_active, "hold", "holds")];
    let held = held.join(", ");
    vec![
        ("Oldest inquiry held", age),
        ("Inquiries held", count(evidence.inquiries)),
        ("Next one expires", day(evidence.next_expiry_at)),
        ("Received, still held", count(evidence.received)),
        ("Purged", count(evidence.purged)),
        ("Purged late", count(evidence.late)),
        ("Failed purges", count(evidence.failures)),
        ("Runs of the purge", count(evidence.runs)),
        ("Longest time between runs", gap),
        (
            "Erased at request",
            format!("{} ({})", count(evidence.erased), counted(evidence.erasures, "request", "requests")),
        ),
        ("Exports for persons", count(evidence.exports)),
        ("On legal hold now", held),
        ("Holds placed, released", format!("{}, {}", evidence.holds_placed, evidence.holds_released)),
        ("Requests open, overdue", format!("{}, {}", evidence.requests_open, evidence.requests_overdue)),
        ("Restores replayed", count(evidence.replays)),
    ]
}

/// With a comma every three digits.
fn count(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

fn bars(ages: &[u64]) -> Vec<Bar> {
    let largest = ages.iter().copied().max().unwrap_or_default().max(1);
    let bar = |(class, &count): (usize, &u64)| {
        // What is there is seen, however little it is.
        let percent = if count == 0 { 0 } else { (count * 100 / largest).max(1) };
        let columns = usize::try_from(percent).unwrap_or(100) * BAR_COLUMNS / 100;
        let drawn = "#".repeat(if count == 0 { 0 } else { columns.max(1) });
        Bar { label: age_label(class), count: self::count(count), percent, drawn, is_over: class == AGE_CLASSES }
    };
    ages.iter().enumerate().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped_and_named() {
        let shown = [count(0), count(999), count(1000), count(1_234_567), counted(1, "hold", "holds")];
        assert_eq!(shown, ["0", "999", "1,000", "1,234,567", "1 hold"]);
    }

    #[test]
    fn a_bar_is_seen_when_there_is_anything() {
        let bars = bars(&[0, 1, 100_000, 50_000, 0, 0, 0, 0, 3]);
        let drawn: Vec<_> = bars.iter().map(|bar| (bar.percent, bar.drawn.len())).collect();
        assert_eq!(drawn[..4], [(0, 0), (1, 1), (100, BAR_COLUMNS), (50, BAR_COLUMNS / 2)]);
        assert!(bars[8].is_over && bars[8].percent == 1 && !bars[7].is_over);
    }
}
