//! Mail services whose mailboxes last for minutes.

use std::sync::LazyLock;

use entity::EmailAddress;

/// Forwarding services that protect people's own mailboxes, which security offices hear from. The list has them, too.
const RELAYS: [&str; 12] = [
    "aleeas.com",
    "anonaddy.com",
    "anonaddy.me",
    "duck.com",
    "mozmail.com",
    "passinbox.com",
    "passmail.com",
    "passmail.net",
    "privaterelay.appleid.com",
    "simplelogin.co",
    "simplelogin.com",
    "slmail.me",
];

/// In ascending order.
static DOMAINS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut domains = mailchecker::blacklist();
    domains.sort_unstable();
    domains
});

/// Also a subdomain of one.
pub(crate) fn is_disposable(email: &EmailAddress) -> bool {
    let domain = email.as_str().rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
    let parents = domain.match_indices('.').map(|(at, _)| &domain[at + 1..]);
    let mut names = [domain.as_str()].into_iter().chain(parents);
    !names.clone().any(|name| RELAYS.contains(&name)) && names.any(|name| DOMAINS.binary_search(&name).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_is_known_with_its_subdomains_and_a_mailbox_provider_is_none() {
        let is_disposable = |address: &str| is_disposable(&EmailAddress::parse(address).unwrap());
        for address in ["a@mailinator.com", "a@x.mailinator.com", "a@GuerrillaMail.com", "a@10minutemail.com"] {
            assert!(is_disposable(address), "{address}");
        }
        for address in [
            "a@gmail.com",
            "a@outlook.com",
            "a@hotmail.com",
            "a@gmx.ch",
            "a@bluewin.ch",
            "a@hispeed.ch",
            "a@proton.me",
            "a@icloud.com",
            "a@yahoo.com",
            "a@web.de",
            "a@hin.ch",
            "a@ethz.ch",
            "a@admin.ch",
            "a@com.example",
            "a@duck.com",
            "a@mozmail.com",
            "a@x.anonaddy.com",
        ] {
            assert!(!is_disposable(address), "{address}");
        }
    }
}
