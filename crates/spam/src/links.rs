//! Links, and the markup that only programs write into a form.

use std::collections::BTreeSet;

use entity::EmailAddress;

/// Hosts that hide where a link leads, and messengers on which advertisers wait.
const HIDING: [&str; 28] = [
    "adf.ly",
    "bit.ly",
    "clck.ru",
    "cu.tc",
    "cut.gl",
    "cutt.ly",
    "forms.gle",
    "goo-gl.ru.com",
    "goo.gl",
    "huit.re",
    "is.gd",
    "lnkd.in",
    "ow.ly",
    "page.link",
    "rb.gy",
    "rebrand.ly",
    "short.gy",
    "shorturl.at",
    "t.ly",
    "t.me",
    "telegra.ph",
    "telegram.me",
    "tiny.cc",
    "tinyurl.com",
    "u.to",
    "v.gd",
    "vk.cc",
    "wa.me",
];
const MARKUP: [&str; 6] = ["<a href", "</a>", "[url=", "[url]", "[link=", "[/url]"];
/// Of the hosts of one message; what is beyond says nothing more.
const MOST_HOSTS: i16 = 3;
const MOST: i16 = 5;
/// With fewer words the message is the link.
const FEW_WORDS: usize = 12;
/// Of a person who quotes a link, more: a newsletter counts its readers, too.
const SHORT_TEXT: usize = 60;

/// A point a host that the message links to, more for a link with hardly a word beside it or to a host that hides its
/// target; five for a link as a name. A link to the sender's own site is none.
/// `words`: of the message, without the links.
pub(crate) fn points(name: &str, company: &str, email: &EmailAddress, message: &str, words: usize) -> i16 {
    let own = email.as_str().rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
    let foreign = |text| hosts(text).into_iter().filter(|host| !is_below(host, &own)).collect::<BTreeSet<_>>();
    if [name, company].iter().any(|field| !foreign(field).is_empty()) {
        return MOST;
    }
    let foreign = foreign(message);
    if foreign.is_empty() {
        return 0;
    }
    let mut points = i16::try_from(foreign.len()).unwrap_or(MOST_HOSTS).min(MOST_HOSTS);
    if words <= FEW_WORDS {
        points += 3;
    }
    if foreign.iter().any(|host| hides(host)) || message.split_whitespace().any(is_short_link) {
        points = (points + 1).max(4);
    }
    if words <= SHORT_TEXT && message.split_whitespace().any(counts_clicks) {
        points += 3;
    }
    points.min(MOST)
}

pub(crate) fn has_markup(message: &str) -> bool {
    let message = message.to_lowercase();
    MARKUP.iter().any(|mark| message.contains(mark))
}

/// The hosts that the text links to, in lower case and without `www.`.
fn hosts(text: &str) -> Vec<String> {
    text.to_lowercase().split(|c: char| c.is_whitespace() || "<>()[]\"',;|".contains(c)).filter_map(host).collect()
}

/// Of a word with a scheme, with `www.` in front, or with a path behind a name that looks like a host.
fn host(word: &str) -> Option<String> {
    let (rest, is_marked) = match word.find("://") {
        Some(at) => (&word[at + 3..], true),
        None => (word, word.starts_with("www.")),
    };
    let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-'))).unwrap_or(rest.len());
    let (host, path) = (rest[..end].trim_end_matches('.').trim_start_matches("www."), &rest[end..]);
    let (name, top) = host.rsplit_once('.')?;
    // `e.g./i.e.` and `v1.2/x` are no hosts.
    let is_host = name.rsplit('.').next().is_some_and(|label| label.len() > 2)
        && top.len() > 1
        && top.chars().all(char::is_alphabetic);
    (is_marked || path.starts_with('/') && (is_host || hides(host))).then(|| host.to_owned())
}

/// A short host with one drawn word as its path: also a service that is not listed hides where a link leads.
fn is_short_link(word: &str) -> bool {
    let Some((host, path)) = word.split_once("://").and_then(|(_, rest)| rest.trim_end_matches('/').split_once('/'))
    else {
        return false;
    };
    let is_drawn =
        path.bytes().any(|byte| byte.is_ascii_digit()) || path.bytes().skip(1).any(|byte| byte.is_ascii_uppercase());
    host.len() <= 10
        && (4..=8).contains(&path.len())
        && path.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && is_drawn
}

/// Two parameters of one or two letters: the identities of an advertiser and of a campaign.
fn counts_clicks(word: &str) -> bool {
    let Some((link, query)) = word.split_once('?').filter(|(link, _)| link.contains("://")) else { return false };
    let names = query.split(['&', ';']).filter_map(|pair| pair.split_once('='));
    // Shops and searches have them, too.
    let is_common =
        ["google.", "amazon.", "youtube.", "youtu.be", "bing.", "duckduckgo."].iter().any(|host| link.contains(host));
    !is_common
        && names.filter(|(name, _)| name.len() <= 2 && !matches!(*name, "q" | "p" | "v" | "t" | "id")).count() >= 2
}

fn hides(host: &str) -> bool {
    HIDING.iter().any(|hiding| is_below(host, hiding))
}

fn is_below(host: &str, domain: &str) -> bool {
    host == domain || host.strip_suffix(domain).is_some_and(|sub| sub.ends_with('.'))
}

/// Whether a word is a link, for those who compare words.
pub(crate) fn is_link(word: &str) -> bool {
    host(&word.to_lowercase()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: &str = "We run forty servers in two offices and would like to know what a test of them would cost.";

    fn of(message: &str) -> i16 {
        let words = message.split_whitespace().filter(|word| !is_link(word)).count();
        points("Probe Muster", "Probe AG", &EmailAddress::parse("probe@visitor.example").unwrap(), message, words)
    }

    #[test]
    fn each_foreign_host_counts_once_up_to_three() {
        let long = |links: &str| of(&format!("{LONG} {links}"));
        assert_eq!(long("https://www.visitor.example/jobs and http://shop.visitor.example"), 0);
        assert_eq!(long("(see https://one.example/a, https://ONE.example/b.)"), 1);
        assert_eq!(long("www.one.example\nhttps://two.example"), 2);
        assert_eq!(long("http://a.example http://b.example http://c.example http://d.example"), 3);
        assert_eq!(long("http://evilvisitor.example"), 1);
        assert_eq!(long("site.example/offer"), 1);
        assert_eq!(long("https:// www. http://x e.g./i.e. TCP/IP and/or v1.2/x visitor.other a@b.example"), 0);
    }

    #[test]
    fn a_link_alone_and_a_link_that_hides_its_target_weigh_more() {
        assert_eq!(of("Is this page dangerous? https://one.example"), 4);
        assert_eq!(of(&format!("{LONG} https://bit.ly/3xYz")), 4);
        assert_eq!(of(&format!("{LONG} https://x.page.link/3xYz")), 4);
        assert_eq!(of("https://bit.ly/3xYz"), 5);
        assert_eq!(of("is.gd/3xYz"), 5);
        assert_eq!(of(&format!("{LONG} https://short.example/3xYz")), 1, "a host of ten letters at most");
        assert_eq!(of(&format!("{LONG} https://lnk.do/oRLXPN")), 4);
        assert_eq!(of(&format!("{LONG} https://one.example/?u=wh5&o=qxp")), 4);
        assert_eq!(of(&format!("{LONG} https://one.example/?q=wh5&page=2")), 1);
    }

    #[test]
    fn a_name_is_no_link() {
        let email = EmailAddress::parse("probe@visitor.example").unwrap();
        assert_eq!(points("http://buy.example", "Probe AG", &email, "", 0), 5);
        assert_eq!(points("Probe", "www.buy.example", &email, "", 0), 5);
        assert_eq!(points("Probe", "www.visitor.example", &email, "", 0), 0, "the own site");
        assert_eq!(points("Probe", "buy.example AG", &email, "", 0), 0, "some firms are called as their domain");
    }

    #[test]
    fn markup_is_seen_and_comparison_signs_are_not() {
        assert!(has_markup("<A HREF='http://x.example'>x</a>") && has_markup("[URL=http://x.example]x[/URL]"));
        assert!(!has_markup("We have <a few hundred> hosts, a < b, [1] and array[url_index"));
    }
}
