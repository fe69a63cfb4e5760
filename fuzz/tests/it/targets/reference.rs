//! Ticket references, as people type them for the operator's commands.

use entity::TicketReference;
use fuzz::{fuzz, spoilt};
use proptest::prelude::*;

#[test]
fn reference() {
    let samples = vec![b"FW-7K3Q-9D2M".to_vec(), b" fw-oil7-9d2m ".to_vec()];
    fuzz("reference", spoilt(samples, &["FW-", "-", " ", "O", "l", "U", "ſ", "ß", "\0", "\u{2011}"]), |bytes| {
        let text = String::from_utf8_lossy(&bytes);
        let Ok(reference) = text.parse::<TicketReference>() else { return Ok(()) };
        let (known, again) = (reference.as_str(), reference.as_str().parse::<TicketReference>());
        prop_assert_eq!(again.as_ref(), Ok(&reference));
        prop_assert_eq!(known.len(), 12);
        let code = known.strip_prefix("FW-").unwrap_or_default().replacen('-', "", 1);
        prop_assert!(code.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase()), "{known}");
        prop_assert!(!code.contains(['I', 'L', 'O', 'U']), "{known}");
        Ok(())
    });
}
