//! An address that the form takes can be mailed to: it never becomes a job that fails for ever.

use entity::{EmailAddress, inquiry_content, outbox::MailKind};
use lettre::Address;
use proptest::prelude::*;

use super::{
    assert_well_formed,
    samples::{self, Sample},
};

/// Texts of which a good part are addresses, at the edges of what is one.
fn near_address() -> impl Strategy<Value = String> {
    let local = prop_oneof!["[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}", "[a-z]{1,3}([.][!#$%&'*+/=?^_`{|}~-]{1,3}){0,9}"];
    let label = prop_oneof![
        4 => "[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?",
        1 => "[a-zäöüßéñçø中文рф]{1,20}",
        1 => "xn--[a-z0-9-]{1,20}",
        1 => "[a-z]{60,63}",
    ];
    let top = prop_oneof!["[a-z]{2,63}", "xn--p1ai", "[a-zäü]{2,10}", "[0-9]{1,3}"];
    (local, proptest::collection::vec(label, 1..5), top)
        .prop_map(|(local, labels, top)| format!("{local}@{}.{top}", labels.join(".")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, max_global_rejects: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn what_the_form_takes_the_mailer_takes(text in prop_oneof![9 => near_address(), 1 => any::<String>()]) {
        let Ok(email) = EmailAddress::parse(&text) else { return Err(TestCaseError::reject("no address")) };
        let address: Address = email.as_str().parse().unwrap();
        prop_assert_eq!(address.to_string(), email.as_str());

        let inquiry = Sample::Typical.inquiry();
        let content = inquiry_content::Model { email: email.clone(), ..Sample::Typical.content() };
        let settings = samples::settings();
        let mail = samples::mail(&inquiry, &content, MailKind::AutoReply, &settings).unwrap();
        assert_well_formed(&mail, email.as_str(), "consulting@firnwall.example");
        let mail = samples::mail(&inquiry, &content, MailKind::Notification, &settings).unwrap();
        assert_well_formed(&mail, "consultant@firnwall.example", email.as_str());
    }
}

#[test]
fn the_longest_address_fits() {
    let local = "l".repeat(64);
    let labels = format!("{0}.{0}.{1}", "d".repeat(63), "d".repeat(255 - 64 - 1 - 64 * 2 - 8));
    let longest = format!("{local}@{labels}.example");
    assert_eq!(longest.len(), 255);
    let email = EmailAddress::parse(&longest).unwrap();
    let inquiry = Sample::Typical.inquiry();
    let content = inquiry_content::Model { email, ..Sample::Typical.content() };
    let mail = samples::mail(&inquiry, &content, MailKind::AutoReply, &samples::settings()).unwrap();
    assert_well_formed(&mail, &longest, "consulting@firnwall.example");
}
