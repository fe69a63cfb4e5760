//! Formats times for readers.

use chrono::{DateTime, Datelike, Locale, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::Language;

use crate::brand::brand;

/// Such as `Saturday, 21 November 2026, 10:30 in Zurich`.
pub fn in_zone(time: DateTime<Utc>, zone: Tz) -> String {
    format!("{} in {}", time.with_timezone(&zone).format("%A, %-d %B %Y, %H:%M"), city(zone))
}

/// The same for a visitor, such as `samedi 21 novembre 2026 à 10:30 (heure de Zurich)`. Of the office's own city the name in the
/// language.
pub fn in_language(time: DateTime<Utc>, zone: Tz, language: Language) -> String {
    let city = city(zone);
    let city = if city == brand().facts(Language::En).city { &brand().facts(language).city } else { &city };
    let local = time.with_timezone(&zone);
    let (pattern, locale) = match language {
        Language::En => return in_zone(time, zone),
        Language::De => ("%A, %-d. %B %Y, %H:%M Uhr (Zeit in {city})", Locale::de_CH),
        Language::Fr if local.day() == 1 => ("%A 1er %B %Y à %H:%M (heure de {city})", Locale::fr_CH),
        Language::Fr => ("%A %-d %B %Y à %H:%M (heure de {city})", Locale::fr_CH),
        Language::It => ("%A %-d %B %Y, ore %H:%M (ora di {city})", Locale::it_CH),
    };
    local.format_localized(pattern, locale).to_string().replace("{city}", city)
}

fn city(zone: Tz) -> String {
    zone.name().rsplit('/').next().unwrap_or_default().replace('_', " ")
}

/// Such as `21 November 2026`.
pub fn day(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}

/// Likewise for a person, such as `1er novembre 2026`.
pub fn day_in_language(day: NaiveDate, language: Language) -> String {
    let (pattern, locale) = match (language, day.day()) {
        (Language::En, _) => ("%-d %B %Y", Locale::en_GB),
        (Language::De, _) => ("%-d. %B %Y", Locale::de_CH),
        (Language::Fr, 1) => ("1er %B %Y", Locale::fr_CH),
        (Language::It, 1) => ("1° %B %Y", Locale::it_CH),
        (Language::Fr, _) => ("%-d %B %Y", Locale::fr_CH),
        (Language::It, _) => ("%-d %B %Y", Locale::it_CH),
    };
    day.format_localized(pattern, locale).to_string()
}

/// Such as `1er novembre 2026 à 09:30 UTC`.
pub fn utc_in_language(time: DateTime<Utc>, language: Language) -> String {
    let between = match language {
        Language::En | Language::De => ",",
        Language::Fr => " à",
        Language::It => ", ore",
    };
    format!("{}{between} {}", day_in_language(time.date_naive(), language), time.format("%H:%M UTC"))
}

/// Likewise, of the moment's day in this zone.
pub fn day_in_zone(time: DateTime<Utc>, zone: Tz) -> String {
    day(time.with_timezone(&zone).date_naive())
}

/// Such as `21 November 2026, 09:30 UTC`.
pub fn in_utc(time: DateTime<Utc>) -> String {
    time.format("%-d %B %Y, %H:%M UTC").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(time: &str, zone: Tz) -> String {
        in_zone(time.parse().unwrap(), zone)
    }

    #[test]
    fn follows_summer_time() {
        let zurich = |time| shown(time, Tz::Europe__Zurich);
        assert_eq!(zurich("2026-11-21T09:30:00Z"), "Saturday, 21 November 2026, 10:30 in Zurich");
        assert_eq!(zurich("2026-03-29T01:00:00Z"), "Sunday, 29 March 2026, 03:00 in Zurich");
    }

    #[test]
    fn speaks_the_visitors_language() {
        let shown =
            |day, language| in_language(format!("{day}T17:00:00Z").parse().unwrap(), Tz::Europe__Zurich, language);
        for (day, language, text) in [
            ("2026-11-25", Language::En, "Wednesday, 25 November 2026, 18:00 in Zurich"),
            ("2026-11-25", Language::De, "Mittwoch, 25. November 2026, 18:00 Uhr (Zeit in Zürich)"),
            ("2027-03-01", Language::De, "Montag, 1. März 2027, 18:00 Uhr (Zeit in Zürich)"),
            ("2026-11-25", Language::Fr, "mercredi 25 novembre 2026 à 18:00 (heure de Zurich)"),
            ("2026-12-01", Language::Fr, "mardi 1er décembre 2026 à 18:00 (heure de Zurich)"),
            ("2026-11-25", Language::It, "mercoledì 25 novembre 2026, ore 18:00 (ora di Zurigo)"),
        ] {
            assert_eq!(shown(day, language), text);
        }
        let there = in_language("2026-11-25T17:00:00Z".parse().unwrap(), Tz::America__New_York, Language::It);
        assert_eq!(there, "mercoledì 25 novembre 2026, ore 12:00 (ora di New York)");
    }

    #[test]
    fn writes_a_day_as_the_language_does() {
        for (day, language, text) in [
            ("2026-11-01", Language::En, "1 November 2026, 09:30 UTC"),
            ("2027-03-01", Language::De, "1. März 2027, 09:30 UTC"),
            ("2026-08-01", Language::Fr, "1er août 2026 à 09:30 UTC"),
            ("2026-11-11", Language::Fr, "11 novembre 2026 à 09:30 UTC"),
            ("2026-11-01", Language::It, "1° novembre 2026, ore 09:30 UTC"),
            ("2026-11-11", Language::It, "11 novembre 2026, ore 09:30 UTC"),
        ] {
            assert_eq!(utc_in_language(format!("{day}T09:30:00Z").parse().unwrap(), language), text);
        }
    }

    #[test]
    fn names_the_day_there_and_the_city_in_words() {
        let text = "Friday, 1 January 2027, 00:15 in Zurich";
        assert_eq!(shown("2026-12-31T23:15:00Z", Tz::Europe__Zurich), text);
        let text = "Thursday, 31 December 2026, 18:15 in New York";
        assert_eq!(shown("2026-12-31T23:15:00Z", Tz::America__New_York), text);
    }
}
