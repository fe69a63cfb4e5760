//! To the compliance mailbox: the evidence that no inquiry is stored longer than promised.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{RETENTION_YEARS, contact::ContactReason};
use mailer::{
    BuildError, Rendered, templates,
    text::{self, count, counted},
    time,
};
use sea_orm::ActiveEnum;

use crate::{
    ledger::{AGE_CLASSES, Answered, BlockedBy, Evidence, IntakeEvidence, Period, age_label},
    pdf::Document,
};

/// Between two entries of the purge. It runs every minute, and writes an entry every hour.
const LONGEST_GAP: TimeDelta = TimeDelta::hours(2);
/// An expired inquiry is purged within a minute; this allows for a restart of the worker.
const LONGEST_DUE: TimeDelta = TimeDelta::minutes(10);

/// Columns of a full bar in the text.
const BAR_COLUMNS: usize = 30;

pub(super) struct Mail {
    evidence: Evidence,
    years: u32,
    period: String,
    /// In the subject: `all in order`, `needs attention` or `not yet running`.
    verdict: &'static str,
    /// One sentence per fault.
    faults: Vec<String>,
    /// Not only requests, which are the officer's.
    is_for_operator: bool,
    figures: Vec<(&'static str, String)>,
    bars: Vec<Bar>,
    /// Promises kept, by reason for contact.
    answers: Vec<Bar>,
    answered: Vec<String>,
    head: String,
    as_of: String,
}

/// The number of inquiries of an age class, drawn with table cells or characters: mail clients block images.
struct Bar {
    label: String,
    count: String,
    percent: u64,
    drawn: String,
    is_over: bool,
}

templates!(Mail: "mail/report/subject.txt", "mail/report/body.txt", "mail/report/body.html");

impl Mail {
    fn new(evidence: &Evidence, period: &Period) -> Self {
        let of_operator = faults(evidence, period);
        let is_for_operator = !of_operator.is_empty();
        let faults = [late_requests(evidence), of_operator].concat();
        Self {
            evidence: evidence.clone(),
            years: RETENTION_YEARS,
            period: describe(period, evidence.now),
            verdict: match evidence.last_purge_at {
                None => "not yet running",
                Some(_) if faults.is_empty() => "all in order",
                Some(_) => "needs attention",
            },
            faults,
            is_for_operator,
            figures: figures(evidence),
            bars: bars(&evidence.ages),
            answers: evidence.answers.reasons.iter().map(kept_bar).collect(),
            answered: evidence.answers.total.as_ref().map_or_else(Vec::new, answered),
            head: evidence.head(),
            as_of: time::in_utc(evidence.state_at),
        }
    }

    fn in_order(&self) -> String {
        format!(
            "All in order: no inquiry was stored for more than {} years after the last contact, except those on legal hold.",
            self.years
        )
    }
}

/// Renders the report about `period`.
pub fn render(evidence: &Evidence, period: &Period) -> Result<Rendered, BuildError> {
    Rendered::new(&Mail::new(evidence, period), evidence.now)
}

/// The report as a document to keep.
pub(crate) fn document(evidence: &Evidence, period: &Period) -> Document {
    let mail = Mail::new(evidence, period);
    let mut page = Document::default();
    page.title(&format!("Retention report, {}", mail.period));
    if mail.faults.is_empty() {
        page.paragraph(&mail.in_order());
    } else {
        page.heading("Needs attention");
        mail.faults.iter().for_each(|fault| page.paragraph(fault));
        if mail.is_for_operator {
            page.paragraph("Show this page to the operator: `worker check` names the present faults.");
        }
    }
    page.heading(&format!("Age against the limit of {} years: inquiries by their last contact", mail.years));
    for Bar { label, count, percent, is_over, .. } in &mail.bars {
        page.bar(label, count, *percent, *is_over);
    }
    page.paragraph("Only inquiries on legal hold, or that expired within the last minute, may be over the limit.");
    page.heading("Figures");
    mail.figures.iter().for_each(|(label, value)| page.row(label, value));
    if !mail.answers.is_empty() {
        page.heading("Answers to visitors");
        mail.answered.iter().for_each(|sentence| page.paragraph(sentence));
        for Bar { label, count, percent, is_over, .. } in &mail.answers {
            page.bar(label, count, *percent, *is_over);
        }
    }
    page.heading("Ledger head");
    page.paragraph(&mail.head);
    page.paragraph(&format!(
        "Keep this document where nobody with access to the server can change it. The head later proves that no entry up to \
         number {} was changed or removed: pass it to compliance ledger verify FILE --head.",
        evidence.head_seq
    ));
    page.paragraph(&format!("As of {}; policy version {}.", mail.as_of, evidence.policy));
    page
}

fn describe(period: &Period, now: DateTime<Utc>) -> String {
    let month = period.since.format("%B %Y");
    if period.until > now { format!("{month} so far") } else { month.to_string() }
}

fn late_requests(evidence: &Evidence) -> Vec<String> {
    let Evidence { requests_overdue, answered_late, .. } = *evidence;
    let overdue = format!(
        "Data subject requests without an answer after their last day: {requests_overdue}; see compliance person request list."
    );
    let late = format!(
        "Data subject requests answered late: {answered_late}; see compliance person request list --closed. A late notice of a hold counts, too."
    );
    [(requests_overdue, overdue), (answered_late, late)]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(_, text)| text)
        .collect()
}

/// Judged by what is stored, not by what ran.
fn faults(evidence: &Evidence, period: &Period) -> Vec<String> {
    let mut faults = Vec::new();
    let mut note = |is_fault: bool, text: String| faults.extend(is_fault.then_some(text));
    let Evidence { due, late, failures, unexplained, unreclaimed_overdue, .. } = *evidence;
    let end = period.until.min(evidence.now);
    note(evidence.last_purge_at.is_none(), "The purge has not run since the database was created.".to_owned());
    note(evidence.last_purge_at.is_some_and(|at| end - at > LONGEST_GAP), "No purge has run for two hours.".to_owned());
    let gap = evidence.longest_gap_seconds.unwrap_or_default();
    note(gap > LONGEST_GAP.num_seconds(), format!("Longest time without a purge: {}.", hours_or_minutes(gap)));
    note(
        evidence.due_seconds > LONGEST_DUE.num_seconds(),
        format!(
            "Expired inquiries that wait for the purge, hidden from the application: {due}, the oldest for {}.",
            hours_or_minutes(evidence.due_seconds)
        ),
    );
    note(late > 0, format!("Inquiries purged more than two hours after they expired: {late}."));
    note(failures > 0, format!("Failed purges: {failures}."));
    note(unexplained > 0, format!("Inquiries whose last contact no recorded contact explains: {unexplained}."));
    note(
        unreclaimed_overdue > 0,
        format!("Tables whose files have deleted bytes for longer than promised: {unreclaimed_overdue}."),
    );
    for BlockedBy { login, times, seconds } in &evidence.blockers {
        let times = counted(*times, "purge", "purges");
        let longest = hours_or_minutes(i64::try_from(seconds.div_ceil(60) * 60).unwrap_or(i64::MAX));
        note(true, format!("Sessions of {login} kept locks from {times}; the longest transaction: {longest}."));
    }
    let IntakeEvidence { unsettled, .. } = evidence.intake;
    let difference = evidence.intake.difference();
    note(
        difference != 0,
        format!("Mails that came, and mails of which the database tells the fate, differ by {difference}."),
    );
    note(
        period.until <= evidence.now && unsettled > 0,
        format!("Mails that came and still have no fate: {unsettled}."),
    );
    let Evidence { large_objects, login_settings, .. } = *evidence;
    note(large_objects > 0, format!("Large objects in the database, which no erasure reaches: {large_objects}."));
    note(login_settings > 0, format!("Defaults of our logins that nobody should have set: {login_settings}."));
    faults
}

fn figures(evidence: &Evidence) -> Vec<(&'static str, String)> {
    let day = |time: Option<DateTime<Utc>>| time.map_or("none".to_owned(), time::in_utc);
    let age = evidence.oldest_contact_at.map_or("none is stored".to_owned(), |at| {
        let days = u64::try_from((evidence.now - at).num_days()).unwrap_or_default();
        format!("{}, last contact {}", counted(days, "day", "days"), time::in_utc(at))
    });
    let gap = evidence.longest_gap_seconds.map_or("none".to_owned(), hours_or_minutes);
    let held = [counted(evidence.on_hold, "inquiry", "inquiries"), counted(evidence.holds_active, "hold", "holds")];
    let held = held.join(", ");
    vec![
        ("Oldest inquiry stored", age),
        ("Inquiries stored", count(evidence.inquiries)),
        ("Next expiry", day(evidence.next_expiry_at)),
        ("Received, still stored", count(evidence.received)),
        ("Purged", count(evidence.purged)),
        ("Purged late", count(evidence.late)),
        ("Failed purges", count(evidence.failures)),
        ("Entries of the purge", count(evidence.runs)),
        ("Longest time between them", gap),
        ("Erasures", erasures(evidence)),
        ("Mails or files removed", count(evidence.removals)),
        ("Data exports", count(evidence.exports)),
        ("Corrections", count(evidence.corrections)),
        (
            "Restricted now",
            format!(
                "{}{}; set or lifted: {}",
                counted(evidence.restricted, "inquiry", "inquiries"),
                match evidence.restricted_participants {
                    0 => String::new(),
                    others => format!(", {}", counted(others, "other address", "other addresses")),
                },
                count(evidence.restrictions)
            ),
        ),
        ("Lists of holds read", count(evidence.reads)),
        ("Contacts after the inquiry", count(evidence.contacts)),
        ("Addresses notified first", count(evidence.new_addresses)),
        ("Mails in, without journeys", mails(&evidence.intake)),
        ("Their fates", fates(&evidence.intake)),
        ("On legal hold", held),
        ("Holds placed, released", format!("{}, {}", evidence.holds_placed, evidence.holds_released)),
        ("Requests to answer", evidence.to_answer()),
        ("Reminders of requests", count(evidence.reminders)),
        ("Requests answered late", count(evidence.answered_late)),
        ("Entries about requests", count(evidence.request_entries)),
        ("Second officer's entries", count(evidence.confirmations)),
        ("Deleted bytes in files", bytes(evidence)),
        ("Clock accepted", count(evidence.clocks_accepted)),
        ("Restores replayed", count(evidence.replays)),
        ("Earlier reports sent", reports(&evidence.reports_sent)),
    ]
}

fn erasures(Evidence { erasures, erased, empty_erasures, .. }: &Evidence) -> String {
    let inquiries = counted(*erased, "inquiry", "inquiries");
    format!("{}, of {inquiries}; {} that erased nothing", count(*erasures), count(*empty_erasures))
}

/// Such as `72 of 74 answered in time (97 %).` and `First answer after 3 h in the median, 61 h at worst.`
fn answered(all: &Answered) -> Vec<String> {
    let Answered { promised, kept, median_seconds, worst_seconds, .. } = all;
    let kept = format!("{} of {} answered in time ({} %).", count(*kept), count(*promised), percent(all));
    let times = median_seconds.zip(*worst_seconds).map(|(median, worst)| {
        format!("First answer after {} in the median, {} at worst.", hours_or_minutes(median), hours_or_minutes(worst))
    });
    [Some(kept), times].into_iter().flatten().collect()
}

/// Rounded down: only all of them are 100 %.
fn percent(of: &Answered) -> u64 {
    of.kept * 100 / of.promised.max(1)
}

fn kept_bar(of: &Answered) -> Bar {
    let slug = of.reason.clone().unwrap_or_default();
    let label = ContactReason::try_from_value(&slug).map_or(slug, |reason| reason.label().to_owned());
    let percent = percent(of);
    let drawn = "#".repeat(usize::try_from(percent).unwrap_or(100) * BAR_COLUMNS / 100);
    Bar { label, count: format!("{} of {}", of.kept, of.promised), percent, drawn, is_over: of.kept < of.promised }
}

fn hours_or_minutes(seconds: i64) -> String {
    match seconds / 60 {
        minutes if minutes < 180 => format!("{minutes} min"),
        minutes => format!("{} h", minutes / 60),
    }
}

fn bytes(evidence: &Evidence) -> String {
    let tables = counted(evidence.unreclaimed, "table", "tables");
    format!("{tables} to rewrite, {} MB", count(evidence.unreclaimed_bytes.div_ceil(1_000_000)))
}

/// The law of mail in: none is lost.
fn mails(intake: &IntakeEvidence) -> String {
    let settled: i64 = intake.fates.values().sum();
    let IntakeEvidence { accepted, unsettled, .. } = intake;
    format!("{accepted} = {settled} with a fate + {unsettled} without, difference {}", intake.difference())
}

fn fates(intake: &IntakeEvidence) -> String {
    let fates: Vec<_> = intake.fates.iter().map(|(fate, mails)| format!("{fate} {mails}")).collect();
    if fates.is_empty() { "none".to_owned() } else { fates.join(", ") }
}

/// The last twelve, so that a report that never arrived is missed.
fn reports(months: &[String]) -> String {
    let last = &months[months.len().saturating_sub(12)..];
    if last.is_empty() { "none".to_owned() } else { last.join(", ") }
}

fn bars(ages: &[u64]) -> Vec<Bar> {
    let largest = ages.iter().copied().max().unwrap_or_default().max(1);
    let bar = |(class, &count): (usize, &u64)| {
        // One inquiry among thousands is visible, too.
        let percent = if count == 0 { 0 } else { (count * 100 / largest).max(1) };
        let columns = usize::try_from(percent).unwrap_or(100) * BAR_COLUMNS / 100;
        let drawn = "#".repeat(if count == 0 { 0 } else { columns.max(1) });
        Bar { label: age_label(class), count: text::count(count), percent, drawn, is_over: class == AGE_CLASSES }
    };
    ages.iter().enumerate().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_with_one_inquiry_has_a_visible_bar() {
        let bars = bars(&[0, 1, 100_000, 50_000, 0, 0, 0, 0, 3]);
        let drawn: Vec<_> = bars.iter().map(|bar| (bar.percent, bar.drawn.len())).collect();
        assert_eq!(drawn[..4], [(0, 0), (1, 1), (100, BAR_COLUMNS), (50, BAR_COLUMNS / 2)]);
        assert!(bars[8].is_over && bars[8].percent == 1 && !bars[7].is_over);
    }
}
