//! Formats times for readers.

use chrono::{DateTime, Datelike as _, Days, NaiveDate, NaiveTime, TimeDelta, Utc, Weekday};

/// Such as `21 November 2026, 09:30 UTC (10:30 in Zurich)`.
pub(super) fn in_utc_and_zurich(time: DateTime<Utc>) -> String {
    let zurich = time + zurich_offset(time);
    // The local day is shown only if it differs.
    let pattern = if zurich.date_naive() == time.date_naive() { "%H:%M" } else { "%-d %B, %H:%M" };
    format!("{} ({} in Zurich)", in_utc(time), zurich.format(pattern))
}

/// Such as `21 November 2026`.
pub(super) fn day(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}

/// Such as `21 November 2026, 09:30 UTC`.
pub(super) fn in_utc(time: DateTime<Utc>) -> String {
    time.format("%-d %B %Y, %H:%M UTC").to_string()
}

/// Swiss summer time as it has been since 1996: from 01:00 UTC on the last Sunday of March to the same hour on
/// the last Sunday of October.
fn zurich_offset(time: DateTime<Utc>) -> TimeDelta {
    let year = time.year();
    let is_summer = matches!(
        (last_sunday_at_one(year, 3), last_sunday_at_one(year, 10)),
        (Some(start), Some(end)) if start <= time && time < end
    );
    TimeDelta::hours(if is_summer { 2 } else { 1 })
}

/// `month` has 31 days.
fn last_sunday_at_one(year: i32, month: u32) -> Option<DateTime<Utc>> {
    let last_day = NaiveDate::from_ymd_opt(year, month, 31)?;
    let days_back = last_day.weekday().days_since(Weekday::Sun);
    let sunday = last_day.checked_sub_days(Days::new(days_back.into()))?;
    Some(sunday.and_time(NaiveTime::from_hms_opt(1, 0, 0)?).and_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(time: &str) -> String {
        in_utc_and_zurich(time.parse().unwrap())
    }

    #[test]
    fn follows_swiss_summer_time() {
        assert_eq!(shown("2026-11-21T09:30:00Z"), "21 November 2026, 09:30 UTC (10:30 in Zurich)");
        assert_eq!(shown("2026-03-29T00:59:59Z"), "29 March 2026, 00:59 UTC (01:59 in Zurich)");
        assert_eq!(shown("2026-03-29T01:00:00Z"), "29 March 2026, 01:00 UTC (03:00 in Zurich)");
        assert_eq!(shown("2026-10-25T00:59:59Z"), "25 October 2026, 00:59 UTC (02:59 in Zurich)");
        assert_eq!(shown("2026-10-25T01:00:00Z"), "25 October 2026, 01:00 UTC (02:00 in Zurich)");
    }

    #[test]
    fn names_the_day_where_zurich_is_a_day_ahead() {
        assert_eq!(shown("2026-12-31T23:15:00Z"), "31 December 2026, 23:15 UTC (1 January, 00:15 in Zurich)");
    }
}
