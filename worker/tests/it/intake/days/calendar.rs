//! The office's calendar by hand: Monday to Friday from 8 to 18 h, but for the holidays of the canton of Zurich.

use chrono::{DateTime, Datelike as _, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc, Weekday};

/// Ends of the office hours.
pub(super) const OPEN: [u32; 2] = [8, 18];
const FIXED: [(u32, u32); 6] = [(1, 1), (1, 2), (5, 1), (8, 1), (12, 25), (12, 26)];
const EASTER: [(i32, u32, u32); 4] = [(2026, 4, 5), (2027, 3, 28), (2028, 4, 16), (2029, 4, 1)];
/// Days after it: Good Friday, Easter Monday, Ascension Day, Whit Monday.
const OF_EASTER: [i64; 4] = [-2, 1, 39, 50];

pub(super) fn is_working(day: NaiveDate) -> bool {
    let mut easter = EASTER.iter().map(|(year, month, day)| NaiveDate::from_ymd_opt(*year, *month, *day).unwrap());
    let is_holiday = FIXED.contains(&(day.month(), day.day()))
        || easter.any(|easter| OF_EASTER.contains(&(day - easter).num_days()));
    !is_holiday && !matches!(day.weekday(), Weekday::Sat | Weekday::Sun)
}

pub(super) fn at<Z: TimeZone>(zone: &Z, day: NaiveDate, hour: u32) -> DateTime<Utc> {
    zone.from_local_datetime(&day.and_time(NaiveTime::from_hms_opt(hour, 0, 0).unwrap())).unwrap().to_utc()
}

pub(super) fn opening<Z: TimeZone>(zone: &Z, day: NaiveDate) -> DateTime<Utc> {
    at(zone, day, OPEN[0])
}

pub(super) fn next_opening<Z: TimeZone>(zone: &Z, mut day: NaiveDate) -> DateTime<Utc> {
    while !is_working(day) {
        day = day + Days::new(1);
    }
    opening(zone, day)
}

/// When half of the promised time is over, and all of it.
pub(super) fn promised<Z: TimeZone>(zone: &Z, from: DateTime<Utc>, is_urgent: bool) -> [DateTime<Utc>; 2] {
    if is_urgent {
        return [12, 24].map(|hours| from + TimeDelta::hours(hours));
    }
    let first = from.with_timezone(zone).date_naive();
    let days = (0..).map(|day| first + Days::new(day)).filter(|day| is_working(*day) && at(zone, *day, OPEN[1]) > from);
    let open: Vec<_> = days.take(3).map(|day| (opening(zone, day).max(from), at(zone, day, OPEN[1]))).collect();
    let mut left = open.iter().map(|(start, end)| *end - *start).sum::<TimeDelta>() / 2;
    let mut half = from;
    for (start, end) in &open {
        half = *start + left.min(*end - *start);
        left -= *end - *start;
        if left <= TimeDelta::zero() {
            break;
        }
    }
    [half, open[2].1]
}
