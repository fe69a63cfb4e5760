//! Hosts that words link to.

/// Hosts that hide where a link leads, beside those with one drawn word as its path, and messengers on which advertisers wait.
const HIDING: [&str; 8] = ["bit.ly", "forms.gle", "page.link", "t.ly", "t.me", "telegra.ph", "tinyurl.com", "wa.me"];

/// Of a word with a scheme, with `www.` in front, or with a path behind a name that looks like a host.
pub(crate) fn host(word: &str) -> Option<String> {
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

pub(crate) fn hides(host: &str) -> bool {
    HIDING.iter().any(|hiding| is_below(host, hiding))
}

pub(crate) fn is_below(host: &str, domain: &str) -> bool {
    host == domain || host.strip_suffix(domain).is_some_and(|sub| sub.ends_with('.'))
}

/// Whether a word is a link, for those who compare words.
pub(crate) fn is_link(word: &str) -> bool {
    host(&word.to_lowercase()).is_some()
}
