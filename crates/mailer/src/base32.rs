//! Crockford's base32 in lower case: local parts of addresses are folded to lower case by some servers.

use std::sync::LazyLock;

use data_encoding::{Encoding, Specification};

static CROCKFORD: LazyLock<Encoding> = LazyLock::new(|| {
    let mut form = Specification::new();
    form.symbols.push_str("0123456789abcdefghjkmnpqrstvwxyz");
    form.translate.from.push_str("ABCDEFGHJKMNPQRSTVWXYZ");
    form.translate.to.push_str("abcdefghjkmnpqrstvwxyz");
    form.encoding().expect("32 letters are an alphabet")
});

/// Most significant bit first; the last character is padded with zero bits.
pub(crate) fn encode(bytes: &[u8]) -> String {
    CROCKFORD.encode(bytes)
}

/// Exactly `N` bytes, in the only form that [`encode`] writes, but for the case of its letters.
pub(crate) fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    CROCKFORD.decode(text.as_bytes()).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_value_has_one_form() {
        assert_eq!(encode(&[0xff; 10]), "z".repeat(16));
        assert_eq!(encode(&[0]), "00");
        assert_eq!(decode::<1>("00"), Some([0]));
        assert_eq!(decode::<1>("01"), None, "the padding is not zero");
        for text in ["0", "000", "u0", "0 ", "ü"] {
            assert_eq!(decode::<1>(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn decodes_what_it_encodes(bytes in any::<[u8; 16]>(), short in any::<[u8; 10]>()) {
            prop_assert_eq!(decode::<16>(&encode(&bytes)), Some(bytes));
            prop_assert_eq!(decode::<10>(&encode(&short).to_ascii_uppercase()), Some(short));
        }
    }
}
