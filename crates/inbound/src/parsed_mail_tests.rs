use proptest::prelude::*;

use super::*;
use crate::{attachments::Kind, headers::TooLarge, mail::Unreadable};

const REPLY: &str = "Received: from a\r\nReceived: from b\r\nDelivered-To: R1-7k3q9d2m-0123456789abcdef@reply.firm.example\r\n\
    From: =?utf-8?q?Pr=C3=B6be?= Muster <Probe@Visitor.example>\r\nTo: \"Desk\" <desk@firm.example>, b@firm.example\r\n\
    Subject: =?utf-8?b?UsO8Y2tmcmFnZQ==?= \r\n [FW-7K3Q-9D2M]\r\nMessage-ID: <1@visitor.example>\r\n\
    In-Reply-To: <o1@firm.example>\r\nReferences: <t@firm.example>,<o0@firm.example> o1@firm.example\r\n\
    Content-Type: text/plain; charset=iso-8859-1\r\n\r\nGr\u{fc}ezi\r\n\r\nOn Monday, Firnwall <a@b.example> wrote:\r\n> x\r\n";

fn read(raw: &[u8]) -> Result<ParsedMail, Unreadable> {
    Ok(ParsedMail::of(&Mail::read(raw)?))
}

fn parsed(raw: &str) -> ParsedMail {
    // The samples are written with Latin-1 characters only.
    let bytes: Vec<u8> = raw.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    read(&bytes).unwrap()
}

#[test]
fn reads_a_reply() {
    let parsed = parsed(REPLY);
    let from = parsed.from.unwrap();
    assert_eq!((from.name.as_deref(), from.address.as_str()), (Some("Pröbe Muster"), "probe@visitor.example"));
    assert_eq!(parsed.subject, "Rückfrage [FW-7K3Q-9D2M]");
    assert_eq!(parsed.message_id.as_deref(), Some("1@visitor.example"));
    assert_eq!(parsed.answered_ids, ["o1@firm.example", "o0@firm.example", "t@firm.example"]);
    assert_eq!(
        parsed.recipients,
        ["r1-7k3q9d2m-0123456789abcdef@reply.firm.example", "desk@firm.example", "b@firm.example"]
    );
    assert_eq!((parsed.hops, parsed.unclear), (2, None));
    assert_eq!((parsed.new_text.as_str(), parsed.text.contains("> x")), ("Grüezi", true));
}

#[test]
fn reads_where_each_kind_of_server_says_that_the_mail_went() {
    for name in ["X-Original-To", "Delivered-To", "X-Gm-Original-To", "Envelope-To"] {
        let parsed = parsed(&format!("{name}: r1-x@reply.firm.example\r\nTo: all@list.example\r\n\r\nHi\r\n"));
        assert_eq!(parsed.delivered_to, ["r1-x@reply.firm.example"], "{name}");
    }
}

#[test]
fn the_first_sender_counts_and_a_second_one_is_told() {
    let parsed = parsed(&format!("From: evil@evil.example\r\n{REPLY}"));
    assert_eq!(parsed.from.unwrap().address, "evil@evil.example");
    assert_eq!(parsed.unclear, Some(("From", Unclear::Repeated)));
}

#[test]
fn an_html_mail_is_text_and_its_marked_quote_is_cut() {
    for mark in [
        "<div class=\"gmail_quote\">",
        "<blockquote type=\"cite\">",
        "<div id=\"divRplyFwdMsg\" dir=\"ltr\">",
        "<DIV CLASS=\"moz-cite-prefix\">",
    ] {
        let parsed = parsed(&format!(
            "From: a@b.example\r\nContent-Type: text/html\r\n\r\n<html><head><style>p{{}}</style></head><body>\
             <p>Yes &amp; no</p>{mark}<p>We have it</p></div></body></html>"
        ));
        assert_eq!(parsed.new_text, "Yes & no", "{mark}");
        assert!(parsed.text.contains("We have it") && !parsed.text.contains("<p>"));
    }
}

#[test]
fn lists_attachments_and_holds_what_is_not_on_the_list() {
    let parsed = parsed(
        "From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nSee below.\r\n\
         --x\r\nContent-Type: application/pdf; name=\"plan.pdf\"\r\nContent-Disposition: attachment\r\n\r\n%PDF-1.7 plan\r\n\
         --x\r\nContent-Type: application/pdf; name=\"tool.exe\"\r\nContent-Disposition: attachment\r\n\r\nMZ\r\n\
         --x\r\nContent-Type: image/png; name=\"logo.png\"\r\nContent-ID: <l>\r\nContent-Disposition: inline\r\n\
         Content-Transfer-Encoding: base64\r\n\r\niVBORw0KGgoAAAA=\r\n--x--\r\n",
    );
    let seen: Vec<_> = parsed.attachments.iter().map(|file| (file.name.as_str(), file.kind)).collect();
    assert_eq!(seen, [("plan.pdf", Kind::Allowed), ("tool.exe", Kind::Held), ("logo.png", Kind::Logo)]);
    assert_eq!((parsed.text.trim(), parsed.more_attachments), ("See below.", 0));
}

#[test]
fn holds_and_lists_what_comes_after_twenty_attachments() {
    let part = "--x\r\nContent-Type: application/pdf; name=\"plan.pdf\"\r\nContent-Disposition: attachment\r\n\r\n%PDF-1.7\r\n";
    let with = |count| {
        let head = "From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n";
        parsed(&format!("{head}{}--x--\r\n", part.repeat(count)))
    };
    let of = |parsed: &ParsedMail, kind| parsed.attachments.iter().filter(|file| file.kind == kind).count();
    let some = with(23);
    assert_eq!((of(&some, Kind::Allowed), of(&some, Kind::Held), some.more_attachments), (20, 3, 0));
    let many = with(1_003);
    assert_eq!((many.attachments.len(), many.more_attachments), (1_000, 3));
}

#[test]
fn bombs_are_refused_before_the_parser_sees_them() {
    let from = "From: a@b.example\r\n";
    let levels =
        (0..200_000).map(|level| format!("Content-Type: multipart/mixed;\r\n boundary=b{level}\r\n\r\n--b{level}\r\n"));
    let nested: String = [from.to_owned()].into_iter().chain(levels).collect();
    assert_eq!(read(nested.as_bytes()).unwrap_err(), Unreadable::Nesting);
    let messages = format!("{from}{}", "Content-Type: message/rfc822\r\n\r\n".repeat(200_000));
    assert_eq!(read(messages.as_bytes()).unwrap_err(), Unreadable::Nesting);
    let parts =
        format!("{from}Content-Type: multipart/mixed; boundary=x\r\n\r\n{}", "--x\r\n\r\na\r\n".repeat(1_000_000));
    assert_eq!(read(parts.as_bytes()).unwrap_err(), Unreadable::Parts);
    let headers = format!("{from}{}", "X: y\r\n".repeat(100_000));
    assert_eq!(read(headers.as_bytes()).unwrap_err(), Unreadable::Headers(TooLarge::Fields));
    for raw in ["", "\r\n", "no header", "\0\0\0"] {
        assert_eq!(read(raw.as_bytes()).unwrap_err(), Unreadable::NoHeaders, "{raw:?}");
    }
}

#[test]
fn hostile_content_is_bounded() {
    let divs = format!("From: a@b.example\r\nContent-Type: text/html\r\n\r\n{}deep", "<div>".repeat(100_000));
    assert_eq!(parsed(&divs).text.trim(), "deep");
    let long = format!("From: a@b.example\r\n\r\n{}", "é".repeat(MAX_TEXT));
    assert!(read(long.as_bytes()).unwrap().text.len() <= MAX_TEXT);
    assert_eq!(parsed("From: a@b.example\r\n\r\na\0b\r\n").text.trim(), "a\u{fffd}b");
    let ids = format!("From: a@b.example\r\nReferences: {}\r\n\r\n", "<a@b> ".repeat(10_000));
    assert_eq!(parsed(&ids).answered_ids, ["a@b"]);
    let answers = parsed(
        "From: a\0@b.example\r\nIn-Reply-To: <a\0b@c.example>\r\nReferences: <a\u{1}@c.example> <d@c.example>\r\n\r\n",
    );
    assert_eq!((answers.answered_ids, answers.from), (vec!["d@c.example".to_owned()], None));
    let subject = format!("From: a@b.example\r\nSubject: {}\r\n\r\n", "a b\t".repeat(10_000));
    assert!(parsed(&subject).subject.len() <= LONGEST_SUBJECT);
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(raw in proptest::collection::vec(any::<u8>(), 0..3000)) {
        let _ = read(&raw);
    }

    #[test]
    fn any_structure_is_read_or_refused(
        raw in "(From: a@b\r\n|Content-Type: multipart/mixed; boundary=x\r\n|Content-Type: message/rfc822\r\n|Content-Transfer-Encoding: base64\r\n|--x\r\n|--x--\r\n|\r\n|<blockquote type=\"cite\">|Content-Type: text/html\r\n|=\\?utf-8\\?b\\?|\\?=|\\PC){0,80}",
    ) {
        if let Ok(parsed) = read(raw.as_bytes()) {
            prop_assert!(parsed.text.len() <= MAX_TEXT && parsed.subject.chars().count() <= LONGEST_SUBJECT);
        }
    }
}
