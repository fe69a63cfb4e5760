//! Ticket references such as `FW-7K3Q-9D2M`.

use std::{fmt, str::FromStr};

use rand::RngExt;
use sea_orm::DeriveValueType;
use serde::{Deserialize, Serialize};

/// Crockford's base32: no I, L, O, U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// 40 random bits in Crockford base32: unique, easy to read aloud, and it does not reveal how many there are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, DeriveValueType)]
#[serde(try_from = "String")]
pub struct TicketReference(String);

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("not a ticket reference; it looks like FW-7K3Q-9D2M")]
pub struct InvalidReference;

impl TicketReference {
    pub fn random() -> Self {
        let mut rng = rand::rng();
        let mut group =
            || -> String { (0..4).map(|_| char::from(ALPHABET[rng.random_range(0..ALPHABET.len())])).collect() };
        Self(format!("FW-{}-{}", group(), group()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TicketReference {
    type Err = InvalidReference;

    /// Accepts lower case, and O, I and L for the digits 0, 1 and 1 (Crockford).
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let code = text.trim().to_ascii_uppercase();
        let code = code.strip_prefix("FW-").ok_or(InvalidReference)?;
        let (first, second) = code.split_once('-').ok_or(InvalidReference)?;
        let group = |part: &str| -> Result<String, InvalidReference> {
            let part = part.replace('O', "0").replace(['I', 'L'], "1");
            let valid = part.len() == 4 && part.bytes().all(|b| ALPHABET.contains(&b));
            valid.then_some(part).ok_or(InvalidReference)
        };
        Ok(Self(format!("FW-{}-{}", group(first)?, group(second)?)))
    }
}

impl TryFrom<String> for TicketReference {
    type Error = InvalidReference;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl fmt::Display for TicketReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_hundred_thousand_references_are_well_formed_and_nearly_all_distinct() {
        let all: HashSet<_> = (0..100_000).map(|_| TicketReference::random()).collect();
        // 2^40 values: about 0.005 collisions are expected; two mean a broken generator.
        assert!(all.len() >= 99_999);
        // Each position draws from the whole alphabet and from nothing else.
        let mut drawn = vec![HashSet::new(); 12];
        for reference in &all {
            let bytes = reference.as_str().as_bytes();
            assert!(bytes.len() == 12 && bytes.starts_with(b"FW-") && bytes[7] == b'-', "{reference}");
            for (place, byte) in bytes.iter().enumerate() {
                drawn[place].insert(*byte);
            }
        }
        let alphabet = HashSet::from(*b"0123456789ABCDEFGHJKMNPQRSTVWXYZ");
        for place in (3..7).chain(8..12) {
            assert_eq!(drawn[place], alphabet, "place {place}");
        }
    }

    #[test]
    fn forgives_what_a_person_misreads() {
        assert_eq!(" fw-oil7-9d2m ".parse::<TicketReference>().unwrap().as_str(), "FW-0117-9D2M");
    }

    proptest! {
        #[test]
        fn never_panics_and_only_accepts_its_own_form(text in "([fF][wW]-)?[0-9A-Za-zıſ-]{0,10}|.{0,20}") {
            if let Ok(reference) = text.parse::<TicketReference>() {
                let (head, code) = reference.as_str().split_at(3);
                prop_assert_eq!((head, code.len(), &code[4..5]), ("FW-", 9, "-"));
                prop_assert!(code.replacen('-', "", 1).bytes().all(|byte| ALPHABET.contains(&byte)));
                // Parsing the printed reference gives the same value.
                prop_assert_eq!(reference.as_str().parse::<TicketReference>(), Ok(reference.clone()));
            }
        }

        #[test]
        fn survives_being_read_out(seed in any::<u64>()) {
            let reference = TicketReference::random();
            let misread: String = reference.as_str().chars().enumerate().map(|(place, c)| match (c, seed >> place & 1) {
                ('0', 1) if place > 2 => 'o',
                ('1', 1) if place > 2 => 'L',
                (c, 1) => c.to_ascii_lowercase(),
                (c, _) => c,
            }).collect();
            prop_assert_eq!(misread.parse::<TicketReference>(), Ok(reference));
        }
    }
}
