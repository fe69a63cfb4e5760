//! Addresses that get no auto-reply: ours, and those that answer automatically or not at all (RFC 3834, section 2).

use entity::EmailAddress;
use mailer::MailSettings;

const NAMES: [&str; 14] = [
    "bounce",
    "bounces",
    "do-not-reply",
    "do_not_reply",
    "donotreply",
    "listserv",
    "mailer-daemon",
    "majordomo",
    "no-reply",
    "no_reply",
    "nobody",
    "noreply",
    "owner",
    "postmaster",
];
const PREFIXES: [&str; 6] = ["bounce-", "bounces-", "mailer-daemon-", "no-reply-", "noreply-", "owner-"];
const SUFFIXES: [&str; 6] = ["-bounce", "-bounces", "-no-reply", "-noreply", "-owner", "-request"];

/// The refusal, if an auto-reply to this address could start a loop or reaches nobody.
pub fn never_replied_to(address: &EmailAddress, settings: &MailSettings) -> Option<&'static str> {
    let key = address.key();
    let own =
        [Some(&settings.from.email), settings.reply_to.as_ref().map(|to| &to.email), settings.return_path.as_ref()];
    let is_own =
        own.into_iter().flatten().any(|own| EmailAddress::parse(own.as_ref()).is_ok_and(|own| own.key() == key));
    if is_own {
        return Some("own_address");
    }
    let name = key.rsplit_once('@').map_or("", |(name, _)| name);
    let is_automatic = NAMES.contains(&name)
        || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || SUFFIXES.iter().any(|suffix| name.ends_with(suffix));
    is_automatic.then_some("automatic_address")
}

#[cfg(test)]
mod tests {
    use entity::env::Env;

    use super::*;

    #[test]
    fn our_addresses_and_automatic_ones_get_no_auto_reply() {
        let env = [("MAIL_FROM", "contact@firnwall.example"), ("MAIL_REPLY_TO", "consulting@firnwall.example")];
        let settings = MailSettings::from_env(&Env::from_pairs(env)).unwrap();
        let refusal = |text| never_replied_to(&EmailAddress::parse(text).unwrap(), &settings);
        for own in ["contact@firnwall.example", "Contact+x@Firnwall.example", "consulting@firnwall.example"] {
            assert_eq!(refusal(own), Some("own_address"), "{own}");
        }
        for automatic in
            ["No-Reply@a.example", "noreply+1@a.example", "MAILER-DAEMON@a.example", "news-request@a.example"]
        {
            assert_eq!(refusal(automatic), Some("automatic_address"), "{automatic}");
        }
        for person in ["person@firnwall.example", "noreplyson@a.example", "owen@a.example"] {
            assert_eq!(refusal(person), None, "{person}");
        }
    }
}
