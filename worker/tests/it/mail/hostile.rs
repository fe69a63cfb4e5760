//! Whatever is typed, the notification stays one message to one consultant, and shows what it shows.

use entity::{
    SpamSign,
    contact::{ContactReason, FIELDS},
    inquiry, inquiry_content,
    outbox::MailKind,
};
use mailer::{BuildError, PreparedMail};
use outbox::{
    Background,
    mail::{About, Case, TicketFacts, build},
};
use proptest::prelude::*;

use super::{
    assert_well_formed, auto_reply, html, notification, parse,
    samples::{self, Sample},
    text, typed,
};

const CONSULTANT: &str = "consultant@firnwall.example";

fn notify_of(content: &inquiry_content::Model) -> PreparedMail {
    samples::mail(&Sample::Typical.inquiry(), content, MailKind::Notification, &samples::settings()).unwrap()
}

/// The same text typed into every field but the address, where no such text can stand.
fn everywhere(text: &str) -> inquiry_content::Model {
    typed(|_| text.to_owned())
}

/// The tags of a document in their order, line breaks left out.
fn tags(html: &str) -> Vec<&str> {
    let tag = |rest: &'_ str| rest.find('>').map(|end| end + 1);
    html.match_indices('<')
        .filter_map(|(start, _)| Some(&html[start..start + tag(&html[start..])?]))
        .filter(|tag| *tag != "<br>")
        .collect()
}

/// The link to a number, or a number that is none.
fn is_phone(tag: &str) -> bool {
    let style = "style=\"font-size:20px;font-weight:bold;color:#0b1220\">";
    let Some(rest) = tag.strip_prefix("<a class=\"ink\" ").and_then(|rest| rest.strip_suffix(style)) else {
        return false;
    };
    let number = rest.strip_prefix("href=\"tel:").and_then(|rest| rest.strip_suffix("\" "));
    rest.is_empty() || number.is_some_and(|number| number.chars().all(|c| c.is_ascii_digit() || c == '+'))
}

fn has_bidi_control(text: &str) -> bool {
    text.contains(['\u{061C}', '\u{200E}', '\u{200F}'])
        || text.contains(|c| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'))
}

fn assert_harmless(mail: &PreparedMail) {
    assert_well_formed(mail, CONSULTANT, "probe.muster@visitor.example");
    let typical = html(&notification(Sample::Typical));
    let html = html(mail);
    let (found, ours) = (tags(&html), tags(&typical));
    // What is not given takes no line.
    assert!(found.len() <= ours.len());
    for tag in found {
        assert!(ours.contains(&tag) || is_phone(tag), "no tag and no attribute comes from the visitor: {tag}");
    }
    let message = parse(mail);
    let subject = message.subject().unwrap();
    assert!(!subject.contains(char::is_control));
    for shown in [subject, &text(mail), &html] {
        assert!(!has_bidi_control(shown));
        assert!(!shown.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\t')));
    }
    assert!(subject.starts_with("[FW-7K3Q-9D2M] Threat detection and response – "));
    assert!(subject.chars().count() <= 110);
}

#[test]
fn typed_tricks_stay_text() {
    let injection = "x\r\nBcc: a@evil.example\nTo: b@evil.example\rCc: c@evil.example\r\n\r\n--=_x\r\n.\r\nQUIT\r\n";
    for typed in [
        injection,
        "</td></tr></table><script>alert(1)</script><img src=x onerror=alert(1)>",
        "\" onmouseover=\"alert(1)\" x='",
        "=?utf-8?q?=0D=0ABcc:_a@evil.example?=",
        "=?utf-8?b?PHNjcmlwdD4=?= =?x?q?=00?=",
        "\u{202E}gnp.exe\u{2066}\u{200F}\u{61C}",
        "a\u{0}b\u{1B}[2Jc\u{7F}d\u{9B}e\u{2028}f\u{2029}g\u{85}h",
        "{{ mail.brand.name }} {% include \"x\" %}",
        &"🦊".repeat(1000),
        &"W".repeat(5000),
        &"\u{301}".repeat(500),
        "\r",
        "",
        " ",
    ] {
        assert_harmless(&notify_of(&everywhere(typed)));
    }
}

#[test]
fn the_worst_sample_gains_no_header_recipient_or_part() {
    let visitor = "o'neil+{tag}=?&x%0d%0abcc=y#|`~^@visitor.example";
    assert_well_formed(&notification(Sample::Hostile), CONSULTANT, visitor);
    assert_well_formed(&auto_reply(Sample::Hostile), visitor, "consulting@firnwall.example");
}

#[test]
fn a_message_keeps_its_lines_and_its_signs() {
    let content = inquiry_content::Model {
        message: "Grüezi <b>&\"'\r\n\tÅ 中文 👩\u{200D}🚒\rlast".to_owned(),
        ..Sample::Typical.content()
    };
    let mail = notify_of(&content);
    assert!(text(&mail).contains("\n> Grüezi <b>&\"'\n> \tÅ 中文 👩\u{200D}🚒\n> last\n"));
    assert!(html(&mail).contains("Grüezi &#60;b&#62;&#38;&#34;&#39;<br>\tÅ 中文 👩\u{200D}🚒<br>last<"));
}

#[test]
fn a_consultant_sees_every_field_that_was_typed() {
    let mut words = Vec::new();
    let content = typed(|_| {
        words.push(format!("word{}.", words.len()));
        words.last().unwrap().clone()
    });
    let mail = notify_of(&content);
    for word in &words {
        assert!(text(&mail).contains(word) && html(&mail).contains(word), "{word} of {content:?}");
    }
}

#[test]
fn a_consultant_sees_every_field_that_was_chosen() {
    let (inquiry, content) = (Sample::Typical.inquiry(), Sample::Typical.content());
    let mail = notification(Sample::Typical);
    for field in FIELDS {
        let entered = field.entered(&inquiry, &content);
        assert!(!entered.is_null(), "{}: the sample gives it", field.column);
        let first =
            entered.as_str().map_or_else(|| entered.to_string(), |text| text.lines().next().unwrap().to_owned());
        assert!(text(&mail).contains(&first) && html(&mail).contains(&first), "{first}");
    }
}

#[test]
fn what_is_not_given_takes_no_line() {
    let text = text(&notification(Sample::Minimal));
    assert!(text.starts_with("Other\n\nA B\nC\n\na@b.example\n\nAnswer due "), "{text}");
}

#[test]
fn a_phone_number_can_be_tapped() {
    let content =
        inquiry_content::Model { phone: Some("+41 (0)44 / 000.00-00".to_owned()), ..Sample::Typical.content() };
    let mail = notify_of(&content);
    assert!(html(&mail).contains("href=\"tel:+410440000000\""), "{}", html(&mail));
    assert!(text(&mail).contains("+41 (0)44 / 000.00-00  tel:+410440000000\n"), "{}", text(&mail));
}

#[test]
fn an_urgent_reason_is_marked_for_people_and_for_mail_clients() {
    let urgent = inquiry::Model { contact_reason: ContactReason::IncidentResponse, ..Sample::Typical.inquiry() };
    let content = Sample::Typical.content();
    let mail = samples::mail(&urgent, &content, MailKind::Notification, &samples::settings()).unwrap();
    let raw = String::from_utf8(mail.bytes.clone()).unwrap();
    assert!(raw.contains("\r\nImportance: high\r\n"), "{raw}");
    assert!(parse(&mail).subject().unwrap().starts_with("[FW-7K3Q-9D2M] URGENT: Incident response – "));
    assert!(text(&mail).starts_with("Urgent: Incident response\n"));
    assert!(text(&mail).contains("\nAnswer due Sunday, 22 November 2026, 10:30 in Zurich\n"), "{}", text(&mail));
    let usual = String::from_utf8(notification(Sample::Typical).bytes).unwrap();
    assert!(!usual.contains("Importance"), "{usual}");
    let row = samples::outbox_row(&urgent, MailKind::Notification);
    let about = About::Inquiry(Background { signs: vec![SpamSign::Links], ..Background::default() });
    let case = Case { inquiry: &urgent, content: &content, row: &row, settings: &samples::settings() };
    let marked = build(case, &about, &TicketFacts::default()).unwrap();
    assert!(parse(&marked).subject().unwrap().starts_with("[FW-7K3Q-9D2M] perhaps spam: Incident response – "));
    assert!(!String::from_utf8(marked.bytes).unwrap().contains("Importance"), "perhaps spam");
}

#[test]
fn an_unverified_inquiry_says_so_before_anything_else() {
    let banner = "Not verified: no auto-reply was sent";
    let unverified = notification(Sample::Unverified);
    assert!(text(&unverified).find(banner).unwrap() < text(&unverified).find("Good morning").unwrap());
    let page = html(&unverified);
    assert!(page.find("Not verified").unwrap() < page.find("Good morning").unwrap(), "in a list of mails, too");
    assert!(page.find(banner).unwrap() < page.rfind("Good morning").unwrap());
    let verified = notification(Sample::Typical);
    assert!(!text(&verified).contains(banner) && !html(&verified).contains(banner));
}

#[test]
fn the_largest_inquiry_the_form_takes_stays_small() {
    for sign in ["中", "<", "\u{10FFFF}"] {
        let units = sign.encode_utf16().count();
        let content = typed(|max| sign.repeat(max / units));
        assert!(notify_of(&content).bytes.len() < 50 * 1024);
    }
    // A line break costs the most: an element in one part, a quoted line in the other.
    let content = inquiry_content::Model { message: "\n".repeat(1000), ..Sample::Typical.content() };
    assert!(notify_of(&content).bytes.len() < 50 * 1024);
}

#[test]
fn a_row_that_cannot_be_mailed_is_refused() {
    let (inquiry, content, settings) = (Sample::Typical.inquiry(), Sample::Typical.content(), samples::settings());
    let row = samples::outbox_row(&inquiry, MailKind::Notification);
    let about = About::Inquiry(Background::default());
    let build = |row| {
        let case = Case { inquiry: &inquiry, content: &content, row: &row, settings: &settings };
        build(case, &about, &TicketFacts::default()).unwrap_err()
    };
    let no_id = entity::outbox::Model { message_id: None, ..row.clone() };
    assert!(matches!(build(no_id), BuildError::NoMessageId));
    let no_recipient = entity::outbox::Model { recipient: None, ..row.clone() };
    assert!(matches!(build(no_recipient), BuildError::NoRecipient));
    let two = entity::outbox::Model { recipient: Some("a@firnwall.example, b@firnwall.example".to_owned()), ..row };
    assert!(matches!(build(two), BuildError::Recipient));
}

fn hostile_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "(\r|\n|\r\n|[ -~]|\\PC|\\p{Cf}|\\p{Cc}|=[?]|[?]=|[.]){0,80}",
        "(<|>|&|\"|'|/|script|a href=|!--|--|\u{2028}|\u{85}| ){0,40}",
    ]
}

proptest! {
    #[test]
    fn no_text_gains_a_header_a_recipient_a_part_or_a_tag(texts in proptest::collection::vec(hostile_text(), 16)) {
        let mut texts = texts.into_iter();
        let content = typed(|_| texts.next().unwrap());
        assert_harmless(&notify_of(&content));
    }
}
