//! Links, and the markup that only programs write into a form.

use entity::EmailAddress;

use crate::{
    hosts::{hides, host, is_below},
    words,
};

const MARKUP: [&str; 6] = ["<a href", "</a>", "[url=", "[url]", "[link=", "[/url]"];
/// With fewer words the message is the link.
const FEW_WORDS: usize = 12;

/// One for a link to a foreign host; two for a link with hardly a word beside it, to a host that hides its target, or as a
/// name. A link to the sender's own site is none.
pub(crate) fn points(name: &str, company: &str, email: &EmailAddress, message: &str) -> i16 {
    let own = email.as_str().rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
    let foreign = |text| hosts(text).into_iter().filter(|host| !is_below(host, &own)).collect::<Vec<_>>();
    if [name, company].iter().any(|field| !foreign(field).is_empty()) {
        return 2;
    }
    let foreign = foreign(message);
    let is_hidden = foreign.iter().any(|host| hides(host)) || message.split_whitespace().any(is_short_link);
    if foreign.is_empty() { 0 } else { 1 + i16::from(is_hidden || words::count(message) <= FEW_WORDS) }
}

pub(crate) fn has_markup(message: &str) -> bool {
    let message = message.to_lowercase();
    MARKUP.iter().any(|mark| message.contains(mark))
}

/// The hosts that the text links to, in lower case and without `www.`.
fn hosts(text: &str) -> Vec<String> {
    text.to_lowercase().split(|c: char| c.is_whitespace() || "<>()[]\"',;|".contains(c)).filter_map(host).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: &str = "We run forty servers in two offices and would like to know what a test of them would cost.";

    fn of(message: &str) -> i16 {
        points("Probe Muster", "Probe AG", &EmailAddress::parse("probe@visitor.example").unwrap(), message)
    }

    #[test]
    fn a_link_to_the_own_site_and_what_is_no_link_weigh_nothing() {
        let long = |links: &str| of(&format!("{LONG} {links}"));
        assert_eq!(long("https://www.visitor.example/jobs and http://shop.visitor.example"), 0);
        assert_eq!(long("https:// www. http://x e.g./i.e. TCP/IP and/or v1.2/x visitor.other a@b.example"), 0);
        for link in
            ["(see https://one.example/a)", "www.one.example", "http://evilvisitor.example", "site.example/offer"]
        {
            assert_eq!(long(link), 1, "{link}");
        }
    }

    #[test]
    fn a_link_alone_and_a_link_that_hides_its_target_weigh_two() {
        for text in ["Look here: https://one.example", "https://bit.ly/3xYz", "http://is.gd/3xYz4"] {
            assert_eq!(of(text), 2, "{text}");
        }
        for link in ["https://bit.ly/3xYz", "https://x.page.link/3xYz", "https://lnk.do/oRLXPN"] {
            assert_eq!(of(&format!("{LONG} {link}")), 2, "{link}");
        }
        assert_eq!(of(&format!("{LONG} https://short.example/3xYz")), 1, "a host of ten letters at most");
    }

    #[test]
    fn a_name_is_no_link() {
        let email = EmailAddress::parse("probe@visitor.example").unwrap();
        assert_eq!(points("http://buy.example", "Probe AG", &email, ""), 2);
        assert_eq!(points("Probe", "www.buy.example", &email, ""), 2);
        assert_eq!(points("Probe", "www.visitor.example", &email, ""), 0, "the own site");
        assert_eq!(points("Probe", "buy.example AG", &email, ""), 0, "some firms are called as their domain");
    }

    #[test]
    fn markup_is_seen_and_comparison_signs_are_not() {
        assert!(has_markup("<A HREF='http://x.example'>x</a>") && has_markup("[URL=http://x.example]x[/URL]"));
        assert!(!has_markup("We have <a few hundred> hosts, a < b, [1] and array[url_index"));
    }
}
