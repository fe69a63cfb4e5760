//! The mails as a receiver's program reads them, by two parsers that share no code with the mailer or each other.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod addresses;
mod auto_reply;
mod by_mail;
mod hostile;
mod replies;
#[path = "../../../examples/mails/samples/mod.rs"]
mod samples;
mod snapshots;

use entity::{contact::Kind, inquiry_content, outbox::MailKind};
use mail_parser::{Message, MessageParser};
use mailer::PreparedMail;

use samples::Sample;

fn notification(sample: Sample) -> PreparedMail {
    samples::mail(&sample.inquiry(), &sample.content(), MailKind::Notification, &samples::settings()).unwrap()
}

fn auto_reply(sample: Sample) -> PreparedMail {
    samples::mail(&sample.inquiry(), &sample.content(), MailKind::AutoReply, &samples::settings()).unwrap()
}

/// `text` in every field that a visitor types, save the address; it gets the length that the form permits.
fn typed(mut text: impl FnMut(usize) -> String) -> inquiry_content::Model {
    samples::filled(samples::visitor("probe.muster@visitor.example"), |field| match field.kind {
        Kind::Line { max, .. } | Kind::Text { max } => text(max).into(),
        _ => samples::entered(field),
    })
}

fn parse(mail: &PreparedMail) -> Message<'_> {
    MessageParser::default().parse(&mail.bytes).unwrap()
}

fn text(mail: &PreparedMail) -> String {
    parse(mail).body_text(0).unwrap().replace("\r\n", "\n")
}

fn html(mail: &PreparedMail) -> String {
    parse(mail).body_html(0).unwrap().replace("\r\n", "\n")
}

const HEADERS: [&str; 13] = [
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "Auto-Submitted",
    "X-Auto-Response-Suppress",
    "Content-Language",
    "Reply-To",
    "MIME-Version",
    "Content-Type",
];

/// Panics unless the mail has exactly the headers, addresses and parts that ours have, and bytes that any relay takes.
fn assert_well_formed(mail: &PreparedMail, to: &str, reply_to: &str) {
    assert_second_opinion(mail, to, reply_to);
    let message = parse(mail);
    let names: Vec<_> = message.headers().iter().map(mail_parser::Header::name).collect();
    assert_eq!(names, HEADERS);
    let addresses = |list: Option<&mail_parser::Address>| -> Vec<String> {
        list.unwrap().iter().map(|address| address.address().unwrap().to_owned()).collect()
    };
    assert_eq!(addresses(message.from()), ["contact@firnwall.example"]);
    assert_eq!(addresses(message.to()), [to]);
    assert_eq!(addresses(message.reply_to()), [reply_to]);
    assert_eq!(mail.envelope.to().iter().map(ToString::to_string).collect::<Vec<_>>(), [to]);

    assert_eq!(message.parts.len(), 3, "the frame, the text and the HTML");
    assert_eq!((message.text_body.len(), message.html_body.len(), message.attachments.len()), (1, 1, 0));

    let bytes = &mail.bytes;
    assert!(bytes.is_ascii() && bytes.ends_with(b"\r\n"));
    let lines: Vec<_> = bytes.split(|byte| *byte == b'\n').collect();
    let (end, lines) = lines.split_last().unwrap();
    assert!(end.is_empty());
    for line in lines {
        let line = line.strip_suffix(b"\r").expect("no bare LF");
        assert!(line.len() <= 998, "RFC 5322, section 2.1.1");
        assert!(line.iter().all(|byte| matches!(byte, b'\t' | b' '..=b'~')), "no bare CR, no control");
    }
}

/// As another parser sees it.
fn assert_second_opinion(mail: &PreparedMail, to: &str, reply_to: &str) {
    let message = mailparse::parse_mail(&mail.bytes).unwrap();
    let names: Vec<_> = message.headers.iter().map(mailparse::MailHeader::get_key).collect();
    assert_eq!(names, HEADERS);
    for (name, expected) in [("From", "contact@firnwall.example"), ("To", to), ("Reply-To", reply_to)] {
        let header = message.headers.iter().find(|header| header.get_key_ref() == name).unwrap();
        let addresses = mailparse::addrparse_header(header).unwrap();
        assert_eq!(addresses.extract_single_info().unwrap().addr, expected);
    }
    let types: Vec<_> = message.parts().map(|part| part.ctype.mimetype.as_str()).collect();
    assert_eq!(types, ["multipart/alternative", "text/plain", "text/html"]);
    let [mine, theirs] = [0, 1].map(|part| message.subparts[part].get_body().unwrap());
    let same = |a: &str, b: &str| assert_eq!(a.replace("\r\n", "\n").trim_end(), b.replace("\r\n", "\n").trim_end());
    same(&mine, &text(mail));
    same(&theirs, &html(mail));
}
