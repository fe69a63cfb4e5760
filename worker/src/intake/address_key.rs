//! Addresses as searches find them.

use entity::EmailAddress;

use super::one_line;

/// Characters of an address.
pub(super) const MAX_KEY: usize = 255;

/// The keys of what are addresses, each once.
pub(super) fn keys_of<'a>(addresses: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut keys: Vec<String> =
        addresses.filter(|address| address.contains('@')).map(|address| key_of(address)).collect();
    keys.sort();
    keys.dedup();
    keys
}

/// For searches: as the key of an inquiry's address. What is no address that we could mail to is its own key.
pub(super) fn key_of(address: &str) -> String {
    EmailAddress::parse(address.trim())
        .map_or_else(|_| one_line(&address.to_lowercase(), MAX_KEY), |address| address.key())
}
