//! Crockford's base32 in lower case: local parts of addresses are folded to lower case by some servers.

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Most significant bit first; the last character is padded with zero bits.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 8 / 5 + 1);
    let (mut buffer, mut bits) = (0_u32, 0);
    for byte in bytes {
        buffer = buffer << 8 | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(char::from(ALPHABET[(buffer >> bits & 31) as usize]));
        }
        buffer &= (1 << bits) - 1;
    }
    if bits > 0 {
        text.push(char::from(ALPHABET[(buffer << (5 - bits) & 31) as usize]));
    }
    text
}

/// Exactly `N` bytes, in the only form that [`encode`] writes, but for the case of its letters.
pub(crate) fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    if text.len() != (N * 8).div_ceil(5) {
        return None;
    }
    let mut bytes = [0; N];
    let (mut buffer, mut bits, mut filled) = (0_u32, 0, 0);
    for character in text.bytes() {
        let value = ALPHABET.iter().position(|letter| *letter == character.to_ascii_lowercase())?;
        buffer = buffer << 5 | u32::try_from(value).ok()?;
        bits += 5;
        if bits >= 8 && filled < N {
            bits -= 8;
            bytes[filled] = u8::try_from(buffer >> bits & 0xff).ok()?;
            filled += 1;
        }
        buffer &= (1 << bits) - 1;
    }
    // The padding must be zero: one value has one form.
    (buffer == 0 && filled == N).then_some(bytes)
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
