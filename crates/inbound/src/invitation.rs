//! What an invitation, or the answer to one, says (RFC 5545): a few properties of its first event, in words.
//!
//! An own reader, since five properties need no date arithmetic: `icalendar` and `calcard` read everything, with four and more
//! dependencies; `ical` is not kept up.

use chrono::{Days, NaiveDate, NaiveDateTime};

use crate::characters::without_space;

/// Bytes that are read: descriptions and attached files may be long.
const MAX_BYTES: usize = 256 * 1024;
/// Bytes of words that are no accident.
const LONG: usize = 40;
/// Characters of a value.
const MAX_VALUE: usize = 300;

/// A property: parameters and value as they are.
struct Property {
    name: String,
    parameters: Vec<(String, String)>,
    value: String,
}

/// `None`: it has no event with a start. `said` is the text beside it, which has the description.
pub(crate) fn in_words(calendar: &str, said: &str) -> Option<String> {
    let calendar = &calendar[..calendar.floor_char_boundary(MAX_BYTES)];
    let (mut open, mut events, mut method) = (Vec::new(), 0, String::new());
    let mut event: Vec<Property> = Vec::new();
    for property in unfolded(calendar).iter().filter_map(|line| property(line)) {
        let name = property.value.to_ascii_uppercase();
        match (property.name.as_str(), open.last().map(String::as_str)) {
            ("BEGIN", _) => {
                events += usize::from(name == "VEVENT");
                open.push(name);
            }
            ("END", _) => drop(open.pop()),
            ("METHOD", Some("VCALENDAR")) => method = name,
            // Zones and alarms have starts and summaries, too.
            (_, Some("VEVENT")) if events == 1 => event.push(property),
            _ => {}
        }
    }
    let first = |name: &str| event.iter().find(|property| property.name == name);
    let text = |name: &str| first(name).map(|property| shown(&property.value)).filter(|text| !text.is_empty());
    let said = without_space(said);
    // Few words occur in any text.
    let repeats = |words: &str| said == words || words.len() >= LONG && said.contains(words);
    let news = |name: &str| {
        let words = first(name).map(|property| whole(&property.value));
        words.filter(|words| !words.is_empty() && !repeats(&without_space(words)))
    };
    let attendee = first("ATTENDEE").filter(|_| method == "REPLY");
    let answer = attendee.and_then(|attendee| attendee.parameter("PARTSTAT")).unwrap_or_default();
    let title = match (method.as_str(), answer.to_ascii_uppercase().as_str()) {
        ("REPLY", "ACCEPTED") => "Accepted",
        ("REPLY", "DECLINED") => "Declined",
        ("REPLY", "TENTATIVE") => "Perhaps",
        ("REPLY", _) => "Answer to an invitation",
        ("COUNTER", _) => "Another time is proposed",
        ("CANCEL", _) => "Cancelled",
        _ => "Invitation",
    };
    let repeats = first("RRULE").or(first("RDATE")).map(|_| "it repeats".to_owned());
    let when = when(first("DTSTART")?, first("DTEND"))?;
    let lines = [
        (title, text("SUMMARY").or(Some("(no title)".to_owned()))),
        ("When", Some([Some(when), repeats].into_iter().flatten().collect::<Vec<_>>().join("; "))),
        ("Where", text("LOCATION")),
        ("Organiser", first("ORGANIZER").map(Property::mailbox)),
        ("Answered by", attendee.map(Property::mailbox)),
        ("Comment", news("COMMENT")),
        ("Description", news("DESCRIPTION").filter(|_| said.is_empty())),
    ];
    let lines = lines.into_iter().filter_map(|(label, value)| Some(format!("{label}: {}\n", value?)));
    Some(lines.collect())
}

/// The lines, of which one may be folded into several (RFC 5545, section 3.1).
fn unfolded(calendar: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in calendar.lines() {
        match (line.strip_prefix([' ', '\t']), lines.last_mut()) {
            (Some(rest), Some(last)) => last.push_str(rest),
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

fn property(line: &str) -> Option<Property> {
    // A quoted parameter may contain the separators.
    let mut is_quoted = false;
    let mut ends = line.char_indices().filter(|(_, c)| {
        is_quoted ^= *c == '"';
        !is_quoted && matches!(c, ';' | ':')
    });
    let mut pieces = Vec::new();
    let mut begin = 0;
    let end = ends.find_map(|(at, c)| {
        pieces.push(&line[begin..at]);
        begin = at + 1;
        (c == ':').then_some(at)
    })?;
    let parameters = pieces[1..].iter().filter_map(|piece| piece.split_once('='));
    Some(Property {
        name: pieces[0].trim().to_ascii_uppercase(),
        parameters: parameters
            .map(|(name, value)| (name.trim().to_ascii_uppercase(), value.trim_matches('"').to_owned()))
            .collect(),
        value: line[end + 1..].trim().to_owned(),
    })
}

impl Property {
    fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    fn mailbox(&self) -> String {
        let address = self.value.get(..7).filter(|scheme| scheme.eq_ignore_ascii_case("mailto:"));
        let address = shown(address.map_or(self.value.as_str(), |_| &self.value[7..]));
        match self.parameter("CN").map(shown).filter(|name| !name.is_empty() && *name != address) {
            Some(name) => format!("{name} <{address}>"),
            None => address,
        }
    }
}

fn shown(value: &str) -> String {
    whole(value).chars().take(MAX_VALUE).collect()
}

/// A text on one line, without its escapes (RFC 5545, section 3.3.11).
fn whole(value: &str) -> String {
    let mut text = String::new();
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next().map(|c| if matches!(c, 'n' | 'N') { ' ' } else { c })),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Such as `Monday, 30 November 2026, 09:00 to 09:30 UTC`. The zone is the sender's.
fn when(start: &Property, end: Option<&Property>) -> Option<String> {
    const DAY: &str = "%A, %-d %B %Y";
    const TIME: &str = "%A, %-d %B %Y, %H:%M";
    let Some((begin, zone)) = time(start) else {
        let first = day(start)?;
        // The end is the day after the last one.
        let last = end.and_then(day).and_then(|day| day.checked_sub_days(Days::new(1))).filter(|last| *last > first);
        let last = last.map_or_else(String::new, |last| format!(" to {}", last.format(DAY)));
        return Some(format!("{}{last}, all day", first.format(DAY)));
    };
    let end = end.and_then(time).map_or_else(String::new, |(end, other)| {
        let pattern = if end.date() == begin.date() { "%H:%M" } else { TIME };
        let zone = if other == zone { String::new() } else { format!(" {other}") };
        format!(" to {}{zone}", end.format(pattern))
    });
    Some(format!("{}{end} {zone}", begin.format(TIME)))
}

fn day(property: &Property) -> Option<NaiveDate> {
    NaiveDate::parse_from_str(property.value.get(..8)?, "%Y%m%d").ok()
}

/// `None`: it is a day.
fn time(property: &Property) -> Option<(NaiveDateTime, String)> {
    let (time, zone) = if let Some(time) = property.value.strip_suffix(['Z', 'z']) {
        (time, "UTC".to_owned())
    } else {
        let zone = property.parameter("TZID").map(|zone| format!("({})", shown(zone.trim_start_matches('/'))));
        (property.value.as_str(), zone.unwrap_or_else(|| "local time".to_owned()))
    };
    Some((NaiveDateTime::parse_from_str(time, "%Y%m%dT%H%M%S").ok()?, zone))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn calendar(method: &str, properties: &str) -> String {
        format!(
            "BEGIN:VCALENDAR\r\nMETHOD:{method}\r\nBEGIN:VTIMEZONE\r\nTZID:W. Europe Standard Time\r\nBEGIN:STANDARD\r\n\
             DTSTART:16010101T030000\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\n{properties}\
             BEGIN:VALARM\r\nSUMMARY:Alarm\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        )
    }

    #[test]
    fn an_invitation_says_what_when_where_and_whose() {
        for (properties, expected) in [
            (
                "ORGANIZER;CN=\"Muster; Hans: AG\":MAILTO:hans@visitor.example\r\nSUMMARY:Offerte\\, zweite\r\n  Runde\r\n\
                 LOCATION:Bahnhofstr. 1\\nZürich\r\nDTSTART;TZID=W. Europe Standard Time:20261130T100000\r\n\
                 DTEND;TZID=W. Europe Standard Time:20261130T103000\r\n",
                "Invitation: Offerte, zweite Runde\nWhen: Monday, 30 November 2026, 10:00 to 10:30 (W. Europe Standard Time)\n\
                 Where: Bahnhofstr. 1 Zürich\nOrganiser: Muster; Hans: AG <hans@visitor.example>\n",
            ),
            (
                "SUMMARY:A\r\nDTSTART:20261130T230000Z\r\nDTEND:20261201T010000Z\r\nRRULE:FREQ=WEEKLY\r\n",
                "Invitation: A\nWhen: Monday, 30 November 2026, 23:00 to Tuesday, 1 December 2026, 01:00 UTC; it repeats\n",
            ),
            (
                "DTSTART;VALUE=DATE:20261130\r\nDTEND;VALUE=DATE:20261202\r\n",
                "Invitation: (no title)\nWhen: Monday, 30 November 2026 to Tuesday, 1 December 2026, all day\n",
            ),
            (
                "SUMMARY:A\r\nDTSTART;TZID=\"Europe/Zurich\":20261130T100000\r\n",
                "Invitation: A\nWhen: Monday, 30 November 2026, 10:00 (Europe/Zurich)\n",
            ),
            (
                "SUMMARY:A\r\nDTSTART:20261130T100000\r\nCOMMENT:Not then\\, on Monday\r\nDESCRIPTION:Bring\\nit\r\n",
                "Invitation: A\nWhen: Monday, 30 November 2026, 10:00 local time\nComment: Not then, on Monday\n",
            ),
            (
                "SUMMARY:A\r\nDTSTART:20261130T100000\r\nDESCRIPTION:bring the\\nserver\r\n",
                "Invitation: A\nWhen: Monday, 30 November 2026, 10:00 local time\n",
            ),
            (
                "SUMMARY:A\r\nDTSTART:20261130T100000\r\n",
                "Invitation: A\nWhen: Monday, 30 November 2026, 10:00 local time\n",
            ),
        ] {
            let words = in_words(&calendar("REQUEST", properties), "Please bring the\nserver.");
            assert_eq!(words.as_deref(), Some(expected));
        }
        let said = |words: &str, said: &str| {
            in_words(&calendar("REPLY", &format!("DTSTART:20261130T100000\r\n{words}\r\n")), said).unwrap()
        };
        assert!(said("COMMENT:No", "Accepted: Mon, Nov 30").ends_with("Comment: No\n"), "in another word");
        assert!(said("DESCRIPTION:Bring\\nit", " \n").ends_with("Description: Bring it\n"));
    }

    #[test]
    fn an_answer_says_who_answers_and_how() {
        for (method, state, title) in [
            ("REPLY", "ACCEPTED", "Accepted: A\n"),
            ("REPLY", "DECLINED", "Declined: A\n"),
            ("REPLY", "TENTATIVE", "Perhaps: A\n"),
            ("COUNTER", "TENTATIVE", "Another time is proposed: A\n"),
            ("CANCEL", "NEEDS-ACTION", "Cancelled: A\n"),
        ] {
            let properties = format!(
                "SUMMARY:A\r\nDTSTART:20261130T090000Z\r\nATTENDEE;PARTSTAT={state};CN=Anna:mailto:anna@own.example\r\n"
            );
            let words = in_words(&calendar(method, &properties), "").unwrap();
            assert!(words.starts_with(title), "{words}");
            assert_eq!(words.contains("Answered by: Anna <anna@own.example>\n"), method == "REPLY", "{words}");
        }
    }

    #[test]
    fn what_is_no_event_says_nothing() {
        for calendar in
            ["", "BEGIN:VCALENDAR\r\nEND:VCALENDAR", "BEGIN:VEVENT\r\nDTSTART:soon\r\n", "DTSTART:20261130T090000Z\r\n"]
        {
            assert_eq!(in_words(calendar, ""), None, "{calendar}");
        }
    }

    proptest! {
        #[test]
        fn any_calendar_is_read(text in "((BEGIN|END|DTSTART|DTEND|ORGANIZER|METHOD|SUMMARY)(;TZID=\"?\\PC{0,3})?:(VEVENT|2026\\d{4}(T\\d{6}Z?)?|mailto:|\\PC{0,9})\r\n ?){0,40}") {
            let words = in_words(&text, "").unwrap_or_default();
            prop_assert!(words.len() < 10_000);
        }
    }
}
