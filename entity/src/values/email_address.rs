//! Mail addresses that the mailer can send to.

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use sea_orm::DeriveValueType;
use serde::{Deserialize, Serialize};

use self::InvalidEmailAddress::{Malformed, TooLong};

/// Specification, section 5, in UTF-16 code units. An address is ASCII, so bytes are the same.
pub const MAX_LENGTH: usize = 255;
/// RFC 5321, section 4.5.3.1.1.
const MAX_LOCAL_LENGTH: usize = 64;

/// An address with an ASCII dot-atom before the `@` and a domain in A-labels (RFC 5891) after it.
///
/// The mailer's parser accepts every value of this type (property test in `worker`): no accepted inquiry
/// leads to a mail that cannot be built.
#[derive(Clone, derive_more::Debug, PartialEq, Eq, Hash, Serialize, Deserialize, DeriveValueType)]
#[debug("EmailAddress(…)")]
#[serde(try_from = "String")]
pub struct EmailAddress(String);

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum InvalidEmailAddress {
    #[error("not a valid mail address")]
    Malformed,
    #[error("a mail address of more than 255 characters")]
    TooLong,
}

/// Digits of a phone number with its country (E.164).
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 7..=15;

impl EmailAddress {
    /// How stand-ins for persons who have given a number alone end: nothing is ever delivered there (RFC 6761, section 6.4).
    pub const OF_PHONES: &str = "@phone.invalid";

    /// The stand-in of a phone number in any spelling, so that whatever finds a person by the address finds this one by the number.
    /// Without a country it is Swiss.
    pub fn of_phone(number: &str) -> Option<Self> {
        let number = number.trim().replace("(0)", "");
        let is_mark = |c: char| c.is_whitespace() || "+-–./()'".contains(c);
        let digits: String = number.chars().filter(char::is_ascii_digit).collect();
        let international = match digits.strip_prefix("00") {
            _ if number.starts_with('+') => digits,
            Some(international) => international.to_owned(),
            None => digits.strip_prefix('0').map_or_else(|| digits.clone(), |national| format!("41{national}")),
        };
        let is_number = number.chars().all(|c| c.is_ascii_digit() || is_mark(c));
        let is_number = is_number && PHONE_DIGITS.contains(&international.len());
        is_number.then(|| Self(format!("{international}{}", Self::OF_PHONES)))
    }

    /// Whether it stands in for a phone number. No mail can be sent there.
    pub fn is_phone(&self) -> bool {
        self.0.ends_with(Self::OF_PHONES)
    }

    /// Converts the domain as IDNA 2008 does: `ß` stays a letter (UTS 46, without the transitional mapping).
    pub fn parse(text: &str) -> Result<Self, InvalidEmailAddress> {
        let (local, domain) = text.rsplit_once('@').ok_or(Malformed)?;
        let domain = Uts46::new()
            .to_ascii(domain.as_bytes(), AsciiDenyList::STD3, Hyphens::Check, DnsLength::Ignore)
            .map_err(|_| Malformed)?;
        if !is_dot_atom(local) || !is_domain(&domain) {
            return Err(Malformed);
        }
        let address = format!("{local}@{domain}");
        match address.len() {
            0..=MAX_LENGTH if local.len() <= MAX_LOCAL_LENGTH => Ok(Self(address)),
            0..=MAX_LENGTH => Err(Malformed),
            _ => Err(TooLong),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The normalised form: lower case, no `+tag`, and for Gmail no dots. Limits and searches compare keys; mail
    /// always goes to the address as typed.
    pub fn key(&self) -> String {
        let address = self.0.to_ascii_lowercase();
        let (local, domain) = address.rsplit_once('@').unwrap_or((&address, ""));
        let untagged = match local.split_once('+') {
            Some((name, _)) if !name.is_empty() => name,
            _ => local,
        };
        match domain {
            "gmail.com" | "googlemail.com" => format!("{}@gmail.com", untagged.replace('.', "")),
            _ => format!("{untagged}@{domain}"),
        }
    }
}

/// The key of any text: what is no address that we could mail to is its own, in lower case and on one line.
pub fn key_of(text: &str) -> String {
    EmailAddress::parse(text.trim()).map_or_else(
        |_| text.to_lowercase().chars().filter(|c| !c.is_control()).take(MAX_LENGTH).collect(),
        |address| address.key(),
    )
}

/// A dot-atom (RFC 5322, section 3.2.3). Quoted local parts are refused, and what looks like an encoded word (RFC 2047, section 5): some
/// programs decode it, and mail another address.
fn is_dot_atom(local: &str) -> bool {
    let is_atom = |atom: &str| {
        !atom.is_empty() && atom.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&b))
    };
    let is_encoded = local.split_once("=?").is_some_and(|(_, rest)| rest.contains("?="));
    !is_encoded && local.split('.').all(is_atom)
}

/// At least two labels, the last of them not a number (so no IP address).
fn is_domain(domain: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let top = domain.rsplit('.').next().unwrap_or_default();
    domain.contains('.')
        && domain.split('.').all(is_label)
        && top.len() >= 2
        && (top.bytes().all(|b| b.is_ascii_alphabetic()) || top.starts_with("xn--"))
}

impl TryFrom<String> for EmailAddress {
    type Error = InvalidEmailAddress;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_what_people_have() {
        for address in ["a@b.ch", "first.last+tag@sub.example.com", "o'neil@x-y.co.uk", "a&b/c!@b.ch", "a=?b@b.ch"] {
            assert_eq!(EmailAddress::parse(address).unwrap().as_str(), address);
        }
        for (typed, mailed) in [
            ("a@xn--bcher-kva.example", "a@xn--bcher-kva.example"),
            ("a@bücher.example", "a@xn--bcher-kva.example"),
            ("a@Bu\u{308}cher.example", "a@xn--bcher-kva.example"),
            ("a@maßanfertigung.de", "a@xn--maanfertigung-cdb.de"),
            ("a@b.ch\u{200b}", "a@b.ch"),
        ] {
            assert_eq!(EmailAddress::parse(typed).unwrap().as_str(), mailed);
        }
    }

    #[test]
    fn refuses_what_cannot_be_mailed_to() {
        let long_local = format!("{}@example.com", "a".repeat(65));
        for address in [
            "",
            "a",
            "@b.ch",
            "a@",
            "a@b",
            "a@b.1",
            "a@127.0.0.1",
            ".a@b.ch",
            "a.@b.ch",
            "a..b@c.ch",
            "a b@c.ch",
            "\"a b\"@c.ch",
            "a@-b.ch",
            "a@b-.ch",
            "a@b..ch",
            "a@[1.2.3.4]",
            "ä@b.ch",
            "a@b.ch\r\nBcc: x@y.ch",
            "a@b@c.ch",
            "a@ab--c.ch",
            "a@b_c.ch",
            "a@b%41.ch",
            "<a@b.ch>",
            "=?utf-8?q?x=40y.ch=3e?=@b.ch",
            &long_local,
        ] {
            assert_eq!(EmailAddress::parse(address), Err(Malformed), "{address}");
        }
        let long_domain = "a".repeat(63) + "." + &"b".repeat(63) + "." + &"c".repeat(63) + "." + &"d".repeat(60);
        assert!(EmailAddress::parse(&format!("a@{long_domain}.ch")).is_err_and(|error| error == TooLong));
    }

    #[test]
    fn the_key_survives_case_tags_and_unicode_forms() {
        let key = |text| EmailAddress::parse(text).unwrap().key();
        assert_eq!(key("Some.One+news@Bücher.Example"), key("some.one@xn--bcher-kva.example"));
        assert_eq!(key("some.one@googlemail.com"), key("SomeOne+x@gmail.com"));
        assert_ne!(key("some.one@example.com"), key("someone@example.com"));
        assert_eq!(key("+tag@example.com"), "+tag@example.com");
    }

    #[test]
    fn debug_output_holds_no_address() {
        let address = EmailAddress::parse("secret@example.com").unwrap();
        assert!(!format!("{address:?}").contains("secret"));
    }

    #[test]
    fn every_spelling_of_a_number_has_one_stand_in() {
        for number in
            ["+41 44 123 45 67", "0041 44 123 45 67", "044 123 45 67", "(044) 123-45-67", "+41 (0)44/123.45.67"]
        {
            let stand_in = EmailAddress::of_phone(number).unwrap();
            assert_eq!(stand_in.as_str(), "41441234567@phone.invalid", "{number}");
            assert!(stand_in.is_phone() && EmailAddress::parse(stand_in.as_str()).unwrap().key() == stand_in.as_str());
        }
        for text in ["", "12345", "Jo Doe", "044 123 45 67 Jo", "jo@example.com", "+1234567890123456"] {
            assert_eq!(EmailAddress::of_phone(text), None, "{text}");
        }
    }
}
