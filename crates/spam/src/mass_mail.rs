//! Marks of mass mail that do not depend on its words.

const MESSENGERS: [&str; 5] = ["whatsapp", "telegram", "skype", "wechat", "viber"];
const MOST: usize = 2;

/// One each for our own site named, a messenger with a number or a name, and several prices. `site`: the host of our pages.
pub(crate) fn points(message: &str, site: Option<&str>) -> i16 {
    let lower = message.to_lowercase();
    let has_messenger = MESSENGERS.iter().any(|messenger| lower.contains(messenger));
    let marks = [
        site.is_some_and(|site| names(&lower, site)),
        has_messenger && lower.contains(['+', '@']),
        lower.matches(['$', '€', '£']).count() > 1,
    ];
    marks.into_iter().filter(|is_there| *is_there).take(MOST).map(i16::from).sum()
}

/// People who write to us do not name our own site; who writes to thousands does. An address there is no name.
fn names(lower: &str, site: &str) -> bool {
    lower.match_indices(site).any(|(at, _)| {
        let is_edge = |c: Option<char>| c.is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '@' | '-')));
        is_edge(lower[..at].chars().next_back()) && is_edge(lower[at + site.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mark_counts_and_together_they_count_two() {
        for (message, expected) in [
            ("We run forty servers.", 0),
            ("Hello site.example owner", 1),
            ("see https://www.site.example/contact", 1),
            ("mysite.example, site.example.org-x or desk@site.example", 1),
            ("mysite.example or desk@site.example", 0),
            ("WhatsApp +41 79 000 00 00", 1),
            ("We use Telegram, Skype and WhatsApp at work.", 0),
            ("for $99 instead of $199", 1),
            ("SITE.EXAMPLE FOR $5, NOT $10, ON WHATSAPP +1", 2),
        ] {
            assert_eq!(points(message, Some("site.example")), expected, "{message}");
        }
    }
}
