//! The form's pattern for mail addresses.

/// Exactly what the form accepts (zod's default pattern, and top-level domains as A-labels):
/// `^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9\-]+)$`;
/// `xn--` in any case.
pub(super) fn fits_the_form(address: &str) -> bool {
    let Some((local, domain)) = address.split_once('@') else { return false };
    let Some((labels, top)) = domain.rsplit_once('.') else { return false };
    let is_atom = |atom: &str| {
        !atom.is_empty() && atom.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'\'' | b'+' | b'-'))
    };
    let is_label = |label: &str| {
        label.starts_with(|c: char| c.is_ascii_alphanumeric())
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let is_top = |top: &str| {
        let is_alphabetic = top.len() >= 2 && top.bytes().all(|b| b.is_ascii_alphabetic());
        is_alphabetic
            || (top.len() > 4
                && top.get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case("xn--"))
                && is_label(top))
    };
    local.split('.').all(is_atom) && !local.ends_with('\'') && labels.split('.').all(is_label) && is_top(top)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_the_pattern() {
        for address in ["a@b.ch", "first.last+tag@sub.example.com", "o'neil@x-y.co.uk", "-@b.ch", "a@b-.ch"] {
            assert!(fits_the_form(address), "{address}");
        }
        for address in ["", "@b.ch", "a'@b.ch", "a..b@c.ch", ".a@b.ch", "a@b", "a@-b.ch", "a@b.c", "a@b@c.ch", "a@b.c1"]
        {
            assert!(!fits_the_form(address), "{address}");
        }
    }
}
