//! By when an inquiry is answered (`ANSWER_WITHIN`, `OFFICE_HOURS`, `TIME_ZONE`).

use chrono::{DateTime, Days, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone as _, Utc};
use chrono_tz::Tz;
use opening_hours::{OpeningHours, RuleKind};

use crate::{
    Clock,
    contact::ContactReason,
    env::{Env, SettingError},
    settings::{ANSWER_WITHIN, OFFICE_HOURS, TIME_ZONE},
};

/// No office is closed for longer.
const LONGEST_CLOSURE: u64 = 60;
/// Working days are looked for up to this day.
const FURTHEST_DAY: u64 = 5_000;

/// The promise to visitors, and the office's calendar that it is counted in.
#[derive(Clone, derive_more::Debug)]
#[debug("{} h, {working_days} working days; {hours} in {zone}", urgent.num_hours())]
pub struct AnswerWithin {
    /// On any day.
    urgent: TimeDelta,
    working_days: usize,
    hours: OpeningHours,
    zone: Tz,
}

impl AnswerWithin {
    pub fn from_env(env: &Env) -> Result<Self, SettingError> {
        let value = env.required(&ANSWER_WITHIN)?;
        let bound = |text: &str, unit| text.trim().strip_suffix(unit)?.parse().ok().filter(|n| (1..=999).contains(n));
        let bounds =
            value.split_once(',').and_then(|(urgent, others)| Some((bound(urgent, 'h')?, bound(others, 'd')?)));
        let (urgent, working_days) = bounds.ok_or_else(|| ANSWER_WITHIN.refuse(format!("{value:?} is not valid")))?;
        let zone = env.parsed(&TIME_ZONE)?;
        let hours: OpeningHours = env.parsed(&OFFICE_HOURS)?;
        let today = Clock::system().now().date_naive();
        if !(0..LONGEST_CLOSURE).any(|day| !open_on(&hours, today + Days::new(day)).is_empty()) {
            return Err(OFFICE_HOURS.refuse(format!("it opens on no day of the next {LONGEST_CLOSURE}")));
        }
        Ok(Self {
            urgent: TimeDelta::hours(urgent),
            working_days: usize::try_from(working_days).unwrap_or(1),
            hours,
            zone,
        })
    }

    pub fn zone(&self) -> Tz {
        self.zone
    }

    /// The last moment of the promise: for urgent reasons so many hours later, for others the end of office hours on the
    /// last working day. What arrives after hours counts as received on the next working day.
    pub fn due(&self, received: DateTime<Utc>, reason: ContactReason) -> DateTime<Utc> {
        if reason.is_urgent() {
            return received + self.urgent;
        }
        // The day of receipt, and so many behind it.
        let last_day = self.days_from(self.local(received)).nth(self.working_days);
        let end = last_day.and_then(|open| open.last().map(|(_, end)| *end));
        end.map_or(received + Days::new(LONGEST_CLOSURE), |end| self.utc(end))
    }

    /// [`Self::due`] in the office's local time.
    pub fn due_locally(&self, received: DateTime<Utc>, reason: ContactReason) -> DateTime<FixedOffset> {
        self.due(received, reason).with_timezone(&self.zone).fixed_offset()
    }

    /// When half of the promised time is over; of working days, half of their office hours.
    pub fn half(&self, received: DateTime<Utc>, reason: ContactReason) -> DateTime<Utc> {
        let due = self.due(received, reason);
        if reason.is_urgent() {
            return received + (due - received) / 2;
        }
        let end = self.local(due);
        let open: Vec<_> =
            self.days_from(self.local(received)).flatten().take_while(|(start, _)| *start < end).collect();
        let mut left = open.iter().map(|(start, end)| *end - *start).sum::<TimeDelta>() / 2;
        for (start, end) in open {
            if left <= end - start {
                return self.utc(start + left);
            }
            left -= end - start;
        }
        due
    }

    /// The local day of this moment, and when the office opens on it; `None`: it stays closed.
    pub fn opening(&self, at: DateTime<Utc>) -> (NaiveDate, Option<DateTime<Utc>>) {
        let day = self.local(at).date();
        (day, open_on(&self.hours, day).first().map(|(start, _)| self.utc(*start)))
    }

    /// When the office opens on this day or the next working day.
    pub fn opens_from(&self, day: NaiveDate) -> DateTime<Utc> {
        let midnight = day.and_time(NaiveTime::MIN);
        self.utc(self.days_from(midnight).flatten().next().map_or(midnight, |(start, _)| start))
    }

    /// Whether the office is open at this moment.
    pub fn is_open(&self, at: DateTime<Utc>) -> bool {
        let at = self.local(at);
        open_on(&self.hours, at.date()).iter().any(|(start, end)| (*start..*end).contains(&at))
    }

    /// The office hours of each day on which the office opens, from this moment on.
    fn days_from(&self, from: NaiveDateTime) -> impl Iterator<Item = Vec<Open>> {
        let days = (0..FURTHEST_DAY).filter_map(move |day| from.date().checked_add_days(Days::new(day)));
        let open = days.map(move |day| -> Vec<Open> {
            let later = open_on(&self.hours, day).into_iter().filter(|(_, end)| *end > from);
            later.map(|(start, end)| (start.max(from), end)).collect()
        });
        open.filter(|open| !open.is_empty())
    }

    fn local(&self, at: DateTime<Utc>) -> NaiveDateTime {
        at.with_timezone(&self.zone).naive_local()
    }

    /// Of a local time that comes twice, the first; of one that summer time skips, an hour later.
    fn utc(&self, local: NaiveDateTime) -> DateTime<Utc> {
        let [there, later] = [local, local + TimeDelta::hours(1)].map(|local| self.zone.from_local_datetime(&local));
        there.earliest().or(later.earliest()).map_or_else(|| local.and_utc(), |at| at.to_utc())
    }
}

/// From when to when.
type Open = (NaiveDateTime, NaiveDateTime);

fn open_on(hours: &OpeningHours, day: NaiveDate) -> Vec<Open> {
    let start = day.and_time(NaiveTime::MIN);
    let ranges = hours.iter_range(start, start + TimeDelta::days(1));
    ranges.filter(|range| range.kind == RuleKind::Open).map(|range| (range.range.start, range.range.end)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn promise<const N: usize>(pairs: [(&str, &str); N]) -> Result<AnswerWithin, SettingError> {
        AnswerWithin::from_env(&Env::from_pairs(pairs))
    }

    /// In Zurich's local time.
    fn local(promise: &AnswerWithin, text: &str) -> DateTime<Utc> {
        promise.utc(NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap())
    }

    #[test]
    fn counts_working_days_in_the_offices_calendar() {
        let promise = promise([]).unwrap();
        for (received, half, due) in [
            // Monday
            ("2026-11-23 10:00", "2026-11-24 14:00", "2026-11-25 18:00"),
            ("2026-11-23 06:00", "2026-11-24 13:00", "2026-11-25 18:00"),
            // After hours: as on Tuesday
            ("2026-11-23 18:00", "2026-11-25 13:00", "2026-11-26 18:00"),
            // Over a weekend
            ("2026-11-20 10:00", "2026-11-23 14:00", "2026-11-24 18:00"),
            ("2026-11-21 10:00", "2026-11-24 13:00", "2026-11-25 18:00"),
            // Christmas is a Friday, St Stephen's Day a Saturday
            ("2026-12-24 12:00", "2026-12-28 15:00", "2026-12-29 18:00"),
            ("2026-12-31 17:00", "2027-01-04 17:30", "2027-01-05 18:00"),
            // Good Friday and Easter Monday; summer time begins on the Sunday between
            ("2027-03-25 16:00", "2027-03-30 17:00", "2027-03-31 18:00"),
            // Summer time ends on the Sunday
            ("2026-10-23 18:30", "2026-10-27 13:00", "2026-10-28 18:00"),
            // Ascension Day and Whit Monday
            ("2027-05-05 09:00", "2027-05-07 13:30", "2027-05-10 18:00"),
            ("2027-05-14 17:58", "2027-05-18 17:59", "2027-05-19 18:00"),
        ] {
            let at = local(&promise, received);
            assert_eq!(promise.due(at, ContactReason::Other), local(&promise, due), "{received}");
            assert_eq!(promise.half(at, ContactReason::Other), local(&promise, half), "half of {received}");
        }
    }

    #[test]
    fn is_open_in_office_hours() {
        let promise = promise([("OFFICE_HOURS", "Mo-Th 09:00-12:00,13:00-17:00")]).unwrap();
        for (at, is_open) in [
            ("2026-11-23 08:59", false),
            ("2026-11-23 09:00", true),
            ("2026-11-23 12:00", false),
            ("2026-11-23 13:00", true),
            ("2026-11-23 16:59", true),
            ("2026-11-23 17:00", false),
            ("2026-11-27 10:00", false),
        ] {
            assert_eq!(promise.is_open(local(&promise, at)), is_open, "{at}");
        }
    }

    #[test]
    fn an_urgent_reason_counts_hours_on_any_day() {
        let promise = promise([]).unwrap();
        for (received, half, due) in [
            ("2026-12-24 22:00", "2026-12-25 10:00", "2026-12-25 22:00"),
            // 24 hours, not a day: the clocks change in between
            ("2027-03-27 12:00", "2027-03-28 00:00", "2027-03-28 13:00"),
            ("2026-10-24 12:00", "2026-10-25 00:00", "2026-10-25 11:00"),
        ] {
            let at = local(&promise, received);
            assert_eq!(promise.due(at, ContactReason::IncidentResponse), local(&promise, due), "{received}");
            assert_eq!(promise.half(at, ContactReason::IncidentResponse), local(&promise, half), "half of {received}");
        }
    }

    #[test]
    fn takes_other_promises_hours_and_zones() {
        let promise = promise([
            ("ANSWER_WITHIN", "4h, 1d"),
            ("OFFICE_HOURS", "Mo-Th 09:00-12:00,13:00-17:00"),
            ("TIME_ZONE", "America/New_York"),
        ])
        .unwrap();
        let received = local(&promise, "2026-11-25 16:00");
        assert_eq!(promise.due(received, ContactReason::Other), local(&promise, "2026-11-26 17:00"));
        assert_eq!(promise.half(received, ContactReason::Other), local(&promise, "2026-11-26 12:00"));
        assert_eq!(promise.due(received, ContactReason::IncidentResponse), received + TimeDelta::hours(4));
    }

    #[test]
    fn an_office_that_never_closes_has_days_too() {
        let promise = promise([("OFFICE_HOURS", "24/7")]).unwrap();
        let received = local(&promise, "2026-11-21 23:00");
        assert_eq!(promise.due(received, ContactReason::Other), local(&promise, "2026-11-24 00:00"));
    }

    #[test]
    fn names_the_setting_and_the_remedy() {
        for (name, value, remedy) in [
            ("ANSWER_WITHIN", "2d", "such as 24h,2d"),
            ("ANSWER_WITHIN", "24h,0d", "each at least 1"),
            ("ANSWER_WITHIN", "24d,2h", "hours for urgent reasons"),
            ("OFFICE_HOURS", "nine to five", "opening_hours"),
            ("OFFICE_HOURS", "2001 Mo-Fr 08:00-18:00", "opening_hours"),
            ("TIME_ZONE", "Zurich", "Europe/Zurich"),
        ] {
            let error = promise([(name, value)]).unwrap_err();
            assert_eq!(error.name, name);
            assert!(error.remedy.contains(remedy), "{error}");
        }
    }
}
