//! Marks of mass mail that do not depend on its words.

use entity::EmailAddress;

use crate::words::normalised;

/// Together they stay below the limit: one of another kind has to join.
const MOST: i16 = 4;
const FREE_MAIL: [&str; 16] = [
    "aol.com",
    "gmail.com",
    "gmx.com",
    "gmx.net",
    "googlemail.com",
    "hotmail.com",
    "icloud.com",
    "mail.com",
    "mail.ru",
    "outlook.com",
    "proton.me",
    "protonmail.com",
    "rambler.ru",
    "yahoo.com",
    "yandex.com",
    "yandex.ru",
];
const UNSUBSCRIBE: [&str; 8] = [
    "unsubscribe",
    "opt out",
    "optout",
    "vom newsletter abmelden",
    "desabonner",
    "desinscrire",
    "disiscriversi",
    "annulare liscrizione",
];
/// Arrows that lead to a link.
const POINTERS: [&str; 8] = ["►►", ">>>", "==>", "-->", "->>", "✅", "👉", "⏩"];
const MESSENGERS: [&str; 5] = ["whatsapp", "telegram", "skype", "wechat", "viber"];
/// Letters of a text whose capitals are counted.
const FEWEST_LETTERS: usize = 40;

/// `site`: the host of our pages.
pub(crate) fn points(email: &EmailAddress, message: &str, site: Option<&str>) -> i16 {
    let lower = message.to_lowercase();
    let words = format!(" {} ", normalised(message));
    let has = |phrases: &[&str]| phrases.iter().any(|phrase| words.contains(&format!(" {phrase} ")));
    let sender = email.as_str().to_ascii_lowercase();
    let (local, domain) = sender.rsplit_once('@').unwrap_or_default();
    let marks = [
        (has(&UNSUBSCRIBE), 3),
        // One mailbox has many such spellings.
        (local.matches('.').count() > 3, 3),
        (site.is_some_and(|site| domain == site), 3),
        (site.is_some_and(|site| names(&lower, site)), 2),
        (has(&MESSENGERS) && lower.contains(['+', '@']), 2),
        (answers_elsewhere(&lower, &sender), 2),
        (POINTERS.iter().any(|pointer| message.contains(pointer)), 2),
        (is_shouted(message), 2),
        (lower.matches(['$', '€', '£']).count() > 1, 1),
    ];
    marks.into_iter().map(|(is_there, points)| if is_there { points } else { 0 }).sum::<i16>().min(MOST)
}

/// People who write to us do not name our own site; who writes to thousands does. An address there is no name.
fn names(lower: &str, site: &str) -> bool {
    lower.match_indices(site).any(|(at, _)| {
        let is_edge = |c: Option<char>| c.is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '@' | '-')));
        is_edge(lower[..at].chars().next_back()) && is_edge(lower[at + site.len()..].chars().next())
    })
}

/// A private mailbox that is not the sender's.
fn answers_elsewhere(lower: &str, sender: &str) -> bool {
    let is_edge = |c: char| c.is_whitespace() || "<>()[],;:\"".contains(c);
    let addresses = lower.split(is_edge).map(|word| word.trim_matches('.')).filter(|word| *word != sender);
    addresses.filter_map(|word| word.split_once('@')).any(|(_, domain)| FREE_MAIL.contains(&domain))
}

fn is_shouted(message: &str) -> bool {
    let letters = message.chars().filter(|c| c.is_alphabetic()).count();
    letters >= FEWEST_LETTERS && message.chars().filter(|c| c.is_uppercase()).count() * 10 > letters * 6
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "We run forty servers and would like to know what a test of them costs.";

    fn of(sender: &str, message: &str) -> i16 {
        points(&EmailAddress::parse(sender).unwrap(), message, Some("site.example"))
    }

    #[test]
    fn each_mark_has_its_points_and_together_they_stay_below_the_limit() {
        let with = |more: &str| of("probe@visitor.example", &format!("{TEXT} {more}"));
        assert_eq!(with(""), 0);
        assert_eq!(with("Unsubscribe here."), 3);
        assert_eq!(with("Hello site.example owner"), 2);
        assert_eq!(with("see https://www.site.example/contact"), 2);
        assert_eq!(with("mysite.example, site.example.org-x or desk@site.example"), 2);
        assert_eq!(with("mysite.example or desk@site.example"), 0);
        assert_eq!(with("WhatsApp +41 79 000 00 00"), 2);
        assert_eq!(with("We use Telegram, Skype and WhatsApp at work."), 0);
        assert_eq!(with("Where is my prize? >>> here"), 2);
        assert_eq!(with("Answer to somebody@gmail.com."), 2);
        assert_eq!(with("for $99 instead of $199"), 1);
        assert_eq!(of("probe@visitor.example", &TEXT.to_uppercase()), 2);
        assert_eq!(of("p.r.o.b.e@gmail.com", TEXT), 3);
        assert_eq!(of("anna.maria.de.rossi@gmail.com", TEXT), 0);
        assert_eq!(of("info@site.example", TEXT), 3);
        assert_eq!(of("probe@gmail.com", "My address is probe@gmail.com."), 0);
        assert_eq!(of("info@site.example", "UNSUBSCRIBE FROM SITE.EXAMPLE FOR $5, NOT $10, ON WHATSAPP +1"), 4);
    }
}
