//! The auto-reply tells a stranger nothing that another stranger typed.

use entity::{
    EmailAddress, Language,
    contact::ContactReason,
    inquiry::{self, Origin},
    inquiry_content,
    outbox::MailKind,
};
use lettre::Address;
use mailer::{BuildError, MailSettings, PreparedMail, brand::brand};
use outbox::mail::{About, Case, StoredMessage, TicketFacts, build};
use proptest::prelude::*;
use sea_orm::{ActiveEnum as _, Iterable as _};

use super::{
    assert_well_formed, auto_reply, html, parse,
    samples::{self, Sample, outbox_row},
    text, typed,
};

fn reply_to(content: &inquiry_content::Model, settings: &MailSettings) -> PreparedMail {
    samples::mail(&Sample::Typical.inquiry(), content, MailKind::AutoReply, settings).unwrap()
}

#[test]
fn says_what_happens_and_what_becomes_of_the_data() {
    let mail = auto_reply(Sample::Typical);
    assert_eq!(parse(&mail).subject(), Some("[FW-7K3Q-9D2M] We have received your inquiry"));
    let html = html(&mail).replace("&nbsp;", " ");
    for shown in [text(&mail).replace('\n', " "), html] {
        for fact in [
            "FW-7K3Q-9D2M",
            "2 years after our last contact",
            "To have it deleted sooner, write to",
            "privacy@firnwall.example",
            "https://www.firnwall.example/privacy-policy",
        ] {
            assert!(shown.contains(fact), "{fact}");
        }
    }
}

/// A block that a language lacks would be empty.
#[test]
fn speaks_the_visitors_language() {
    for language in Language::iter() {
        for (origin, contact_reason) in
            [(Origin::Form, ContactReason::IncidentResponse), (Origin::Mail, ContactReason::Other)]
        {
            let inquiry = inquiry::Model { language, origin, contact_reason, ..Sample::Typical.inquiry() };
            let content = Sample::Typical.content();
            let mail = samples::mail(&inquiry, &content, MailKind::AutoReply, &samples::settings()).unwrap();
            let (code, html) = (language.code(), html(&mail));
            insta::assert_snapshot!(format!("auto_reply_{code}_{}", origin.to_value()), text(&mail));
            assert_eq!(parse(&mail).header_raw("Content-Language").unwrap().trim(), code);
            assert!(html.contains(&format!("<html lang=\"{code}\"")));
            let opened =
                html.split("</").filter(|piece| piece.ends_with('>')).filter_map(|piece| piece.rsplit_once('<'));
            assert_eq!(opened.map(|(_, tag)| tag).collect::<Vec<_>>(), [""; 0], "{code}: an element without words");
            let facts = brand().facts(language);
            let is_urgent = contact_reason.is_urgent();
            let shown = html.split_once("display:none").and_then(|(_, rest)| rest.split_once("</div>")).unwrap().0;
            let at = |words: &str| shown.find(words);
            assert_eq!(at(&facts.phone).is_some(), is_urgent, "{code}: {shown}");
            assert!(at(&facts.phone) < at("FW-7K3Q-9D2M"), "{code}: the number first: {shown}");
            for shown in [text(&mail).replace('\n', " "), html] {
                assert_eq!(shown.contains(&facts.phone), is_urgent, "{code}: the number to call");
                assert_eq!(shown.replace("&nbsp;", " ").contains(" 24 "), is_urgent, "{code}: the promise");
                assert!(shown.contains(&facts.privacy_path) && shown.contains(&facts.location));
            }
            let words = StoredMessage::new("probe@firnwall.example", false, "Words.", inquiry.id, inquiry.received_at);
            let row = outbox_row(&inquiry, MailKind::Answer);
            let case = Case { inquiry: &inquiry, content: &content, row: &row, settings: &samples::settings() };
            let answer = build(case, &About::Message(words), &TicketFacts::default()).unwrap();
            let subject = |mail: &PreparedMail| parse(mail).subject().unwrap().to_owned();
            assert_eq!(subject(&answer), format!("Re: {}", subject(&mail)), "one thread");
        }
    }
}

#[test]
fn goes_out_under_the_null_path_or_the_bounce_mailbox() {
    assert_eq!(auto_reply(Sample::Typical).envelope.from(), None);
    let bounces: Address = "bounces@firnwall.example".parse().unwrap();
    let settings = MailSettings { return_path: Some(bounces.clone()), ..samples::settings() };
    assert_eq!(reply_to(&Sample::Typical.content(), &settings).envelope.from(), Some(&bounces));
    let notification = super::notification(Sample::Typical);
    assert_eq!(notification.envelope.from().unwrap().to_string(), "contact@firnwall.example");
}

#[test]
fn is_marked_as_an_automatic_answer() {
    let (answer, notice) = (auto_reply(Sample::Typical), super::notification(Sample::Typical));
    let marks = |mail: &PreparedMail| {
        let message = parse(mail);
        let header = |name: &'static str| message.header_raw(name).unwrap().trim().to_owned();
        [header("Auto-Submitted"), header("X-Auto-Response-Suppress"), header("Content-Language")]
    };
    assert_eq!(marks(&answer), ["auto-replied", "All", "en"]);
    assert_eq!(marks(&notice), ["auto-generated", "All", "en"]);
}

#[test]
fn an_unverified_sender_gets_none() {
    let (inquiry, content) = (Sample::Unverified.inquiry(), Sample::Unverified.content());
    let refused = samples::mail(&inquiry, &content, MailKind::AutoReply, &samples::settings());
    assert!(matches!(refused, Err(BuildError::Unverified)));
}

proptest! {
    #[test]
    fn holds_no_byte_that_was_typed_save_for_its_recipient(
        local in "canary[a-z0-9]{6,20}", fields in proptest::collection::vec("[A-Za-z0-9 äöü<>]{8,50}", 16),
    ) {
        let email = format!("{local}@visitor.example");
        let mut texts = fields.iter().cloned();
        let content = inquiry_content::Model {
            email: EmailAddress::parse(&email).unwrap(),
            ..typed(|_| texts.next().unwrap())
        };
        let mail = reply_to(&content, &samples::settings());
        assert_well_formed(&mail, &email, "consulting@firnwall.example");
        let raw = String::from_utf8(mail.bytes.clone()).unwrap();
        prop_assert_eq!(raw.matches(&local).count(), 1, "the address is in To only");
        for field in &fields {
            prop_assert!(![&raw, &text(&mail), &html(&mail)].iter().any(|shown| shown.contains(field.as_str())));
        }
        // Nothing but the recipient tells one visitor's answer from another's.
        let other = String::from_utf8(auto_reply(Sample::Typical).bytes).unwrap();
        prop_assert_eq!(raw.replace(&email, "probe.muster@visitor.example"), other);
    }
}
