//! Ticket references, as people type them for the operator's commands.

use entity::TicketReference;

use super::fuzz;

#[test]
fn reference() {
    let tokens = ["FW-", "-", " ", "O", "l", "U", "ſ", "ß", "\0", "\u{2011}"];
    fuzz("reference", &[b"FW-7K3Q-9D2M", b" fw-oil7-9d2m "], &tokens, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let Ok(reference) = text.parse::<TicketReference>() else { return };
        let (known, again) = (reference.as_str(), reference.as_str().parse::<TicketReference>());
        assert_eq!(again.as_ref(), Ok(&reference));
        assert_eq!(known.len(), 12);
        let code = known.strip_prefix("FW-").unwrap_or_default().replacen('-', "", 1);
        assert!(code.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase()), "{known}");
        assert!(!code.contains(['I', 'L', 'O', 'U']), "{known}");
    });
}
