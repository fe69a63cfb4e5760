//! Inbound mails: whatever arrives is read or refused, and nothing in it is taken for more than it is.

use chrono::NaiveDate;
use inbound::{
    absence::{Absence, absence},
    authentication::{Proof, Trust, proof},
    bounce::report,
    conversation::{Conversation, Known, Reader, Whose},
    headers::Headers,
    machine::{OwnMail, sign_of_program},
    mail::Mail,
    parsed_mail::ParsedMail,
    threading::references_in,
};
use mailer::addresses::{Base, KeyRing, SignedAddresses};

use super::fuzz;

const REPLY: &[u8] = b"Delivered-To: r1-7k3q9d2m-0123456789abcdef@reply.firm.example\r\nFrom: =?utf-8?q?Pr=C3=B6be?= <a@b.example>\r\n\
Subject: =?utf-8?b?UsO8Y2s=?= x\r\nAuthentication-Results: mx.example; dmarc=pass (x) header.from=b.example\r\n\
In-Reply-To: <o1-x@firm.example>\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n\
<p>Yes</p><blockquote type=\"cite\">no</blockquote>\r\n--x\r\nContent-Type: application/pdf; name=\"a.pdf\"\r\n\
Content-Transfer-Encoding: base64\r\n\r\nJVBERi0=\r\n--x--\r\n";
const BOUNCE: &[u8] = b"Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example\r\nSubject: failure notice\r\n\
Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n\
Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--x\r\nContent-Type: message/rfc822\r\n\r\n\
Message-ID: <o1@firm.example>\r\n\r\n--x--\r\n";
const TEXT: &[u8] = b"Yes.\n\nOn Mon, 23 Nov 2026 at 09:30, A <a@b.example> wrote:\n> When?\n-- \nProbe\n";
const TOKENS: [&str; 26] = [
    "From: ", "Fr om: ", "Subject: ", "Content-Type: ", "multipart/mixed; boundary=x", "message/rfc822", "--x", "\r\n",
    "\n", "\r", "\0", "\u{fe}", "=?utf-8?b?", "?=", "(", ")", "\"", "\\", ";", "dmarc=pass", "header.from=b.example",
    "<", ">", " wrote:", "Von: ", "base64",
];

#[test]
fn inbound_parsed_mail() {
    fuzz("inbound_parsed_mail", &[REPLY, BOUNCE], &TOKENS, |raw| {
        let Ok(mail) = Mail::read(raw) else { return };
        let parsed = ParsedMail::of(&mail);
        assert!(parsed.subject.chars().count() <= 491 && !parsed.subject.contains(['\r', '\n']));
        assert!(!parsed.text.contains('\0') && parsed.text.len() <= 256 * 1024);
        assert!(parsed.answered_ids.len() <= 30 && parsed.attachments.len() <= 1_000);
        for file in &parsed.attachments {
            assert!(!file.name.is_empty() && !file.name.contains(['/', '\\', '\r', '\n', '"']), "{:?}", file.name);
        }
    });
}

#[test]
fn inbound_trust() {
    let trust: Trust = "authserv:mx.example".parse().unwrap();
    let own = OwnMail { from: "desk@firm.example", message_id_domain: "firm.example" };
    fuzz("inbound_trust", &[REPLY, BOUNCE], &TOKENS, |raw| {
        let Ok(headers) = Headers::of(raw) else { return };
        let _ = sign_of_program(&headers, None, ("", ""), &own);
        if proof(&headers, "a@b.example", &trust) == Proof::Pass {
            let topmost = headers.first("Authentication-Results").unwrap().to_ascii_lowercase();
            assert!(
                headers.all("From").count() <= 1 && topmost.contains("dmarc=pass") && topmost.contains("mx.example")
            );
        }
    });
}

#[test]
fn inbound_report() {
    fuzz("inbound_report", &[BOUNCE, REPLY], &TOKENS, |raw| {
        let _ = Mail::read(raw).map(|mail| report(&mail, None));
    });
}

#[test]
fn inbound_reply_text() {
    let own = String::from_utf8_lossy(TEXT);
    fuzz("inbound_reply_text", &[TEXT], &TOKENS, |raw| {
        let text = String::from_utf8_lossy(raw);
        for (known, whose) in [(&own, Whose::Frame), (&text, Whose::Shared), (&text, Whose::Writer)] {
            let known = Known { has_holes: true, ..Known::new(&**known, whose, "our mail") };
            let conversation = Conversation::new([known], &["Firnwall"]);
            let shown = conversation.cut(&text, Reader::Consultants).text;
            // Each cut is said in one line.
            assert!(shown.len() <= text.len() + 60 * (text.lines().count() + 1));
            conversation.internal_lines(&text);
            assert!(conversation.cut(&text, Reader::Visitor).text.len() <= text.len() + 2 * text.lines().count());
        }
    });
}

/// No day that is over is shown as the end of an absence, and no reference is made up.
#[test]
fn inbound_words() {
    let away = "Re: [FW-7K3Q-9D2M] Ich bin vom 1.12. bis 3. Dezember 2026 abwesend, back on December 4th.".as_bytes();
    let words =
        ["until ", "bis ", "jusqu'au ", "fino al ", "3. ", "12.", "2026", "Dez", "février", "FW-", "-", "O", "\n"];
    let received = NaiveDate::from_ymd_opt(2026, 11, 23).unwrap();
    fuzz("inbound_words", &[away], &words, |raw| {
        let text = String::from_utf8_lossy(raw);
        if let Some(Absence::Until(day) | Absence::Back(day)) = absence(&text, received) {
            assert!(day >= received, "{day}");
        }
        let spelled = text.to_uppercase().replace('O', "0").replace(['I', 'L'], "1");
        for reference in references_in(&text) {
            assert!(spelled.contains(reference.as_str()), "{reference}");
        }
    });
}

/// No changed address is accepted, unless it is the same one in another spelling.
#[test]
fn inbound_address() {
    let keys: KeyRing = format!("1:{}", "0a1b".repeat(16)).parse().unwrap();
    let addresses = SignedAddresses::new(keys, "desk+@firm.example".parse::<Base>().unwrap(), "firm.example");
    let right = addresses.reply(&"FW-7K3Q-9D2M".parse().unwrap(), &mailer::addresses::Party::Visitor);
    fuzz("inbound_address", &[right.clone().as_bytes()], &["+", "%2B", "-", "<", ">", "@", "."], |raw| {
        let text = String::from_utf8_lossy(raw);
        if addresses.verify(&text, []).is_some() {
            let bare = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '<' | '>')).trim_end_matches('.');
            assert_eq!(bare.to_ascii_lowercase().replace("%2b", "+"), right);
        }
    });
}
