//! Formats times for readers.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;

/// Such as `Saturday, 21 November 2026, 10:30 in Zurich`.
pub fn in_zone(time: DateTime<Utc>, zone: Tz) -> String {
    let city = zone.name().rsplit('/').next().unwrap_or_default().replace('_', " ");
    format!("{} in {city}", time.with_timezone(&zone).format("%A, %-d %B %Y, %H:%M"))
}

/// Such as `Saturday, 21 November 2026, 10:30 in Zurich (09:30 UTC)`. The day in UTC is shown only if it differs.
pub fn in_zone_and_utc(time: DateTime<Utc>, zone: Tz) -> String {
    let is_same_day = time.with_timezone(&zone).date_naive() == time.date_naive();
    let pattern = if is_same_day { "%H:%M UTC" } else { "%-d %B, %H:%M UTC" };
    format!("{} ({})", in_zone(time, zone), time.format(pattern))
}

/// Such as `21 November 2026`.
pub fn day(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}

/// Such as `21 November 2026, 09:30 UTC`.
pub fn in_utc(time: DateTime<Utc>) -> String {
    time.format("%-d %B %Y, %H:%M UTC").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(time: &str, zone: Tz) -> String {
        in_zone_and_utc(time.parse().unwrap(), zone)
    }

    #[test]
    fn follows_summer_time() {
        let zurich = |time| shown(time, Tz::Europe__Zurich);
        assert_eq!(zurich("2026-11-21T09:30:00Z"), "Saturday, 21 November 2026, 10:30 in Zurich (09:30 UTC)");
        assert_eq!(zurich("2026-03-29T01:00:00Z"), "Sunday, 29 March 2026, 03:00 in Zurich (01:00 UTC)");
    }

    #[test]
    fn names_the_day_where_it_differs_and_the_city_in_words() {
        let text = "Friday, 1 January 2027, 00:15 in Zurich (31 December, 23:15 UTC)";
        assert_eq!(shown("2026-12-31T23:15:00Z", Tz::Europe__Zurich), text);
        let text = "Thursday, 31 December 2026, 18:15 in New York (23:15 UTC)";
        assert_eq!(shown("2026-12-31T23:15:00Z", Tz::America__New_York), text);
    }
}
