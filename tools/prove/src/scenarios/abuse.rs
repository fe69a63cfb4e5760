//! Abuse of the form: against one person, against many, and against its limits.

use std::time::Duration;

use anyhow::Result;
use mail_parser::{MessageParser, MessagePart};

use super::{bad_tokens, forged_headers};
use crate::harness::{Harness, Part, Setup};
use crate::inquiry::CANARIES;
use crate::invariants::UNSETTLED;
use crate::load::{LoadGenerator, LoadProfile, Visitors};
use crate::plan::Plan;
use crate::report::{Report, float};
use testkit::smtp::{Record, Recorder};

const PARTS: [Part; 2] = [Part::Api, Part::Worker];
/// Both the text and the HTML of an auto-reply contain it once.
const KNOWN_SENTENCE: &str = "The first consultation is free.";

pub(super) fn run(harness: &mut Harness, plan: Plan) -> Result<Report> {
    let mut report = Report::new("abuse");
    let setup = harness.set_up("abuse", &[])?;
    harness.smtp.keep_texts(true);
    harness.start(&setup, &PARTS)?;
    let wanted = plan.size(300, 10_000);
    flood(harness, &setup, plan, Visitors::One, wanted, &mut report)?;
    let of_one = harness.smtp.recorder().auto_replies().count();
    report.at_most("auto-replies to the one victim", float(of_one), 1.0, "");
    flood(harness, &setup, plan, Visitors::Many, wanted, &mut report)?;
    judge_replies(&harness.smtp.recorder(), &mut report);
    harness.stop(&[Part::Worker])?;
    bad_tokens::run(harness, &setup, plan, &mut report)?;
    harness.stop(&[Part::Api])?;
    forged_headers::run(harness, setup, &mut report)?;
    Ok(report)
}

fn flood(
    harness: &Harness,
    setup: &Setup,
    plan: Plan,
    visitors: Visitors,
    wanted: usize,
    report: &mut Report,
) -> Result<()> {
    let seed = plan.seed_of(if visitors == Visitors::One { "abuse of one" } else { "abuse of many" });
    let profile = LoadProfile {
        wanted,
        threads: 16,
        rate: None,
        retries: true,
        reconnects: false,
        seed,
        visitors,
        spreads: false,
    };
    let load = LoadGenerator::new(profile, &[harness.site(Part::Api)], setup.setting("ALTCHA_HMAC_KEY"));
    load.run()?;
    let what = if visitors == Visitors::One { "inquiries naming one victim" } else { "inquiries naming a victim each" };
    report.scaled(what, load.acknowledged(), 10_000);
    let drained = setup.probe.clone().becomes_zero(UNSETTLED, Duration::from_mins(3))?;
    report.yes("every mail reached a final state", drained);
    Ok(())
}

fn judge_replies(recorder: &Recorder, report: &mut Report) {
    let replies: Vec<&Record> = recorder.auto_replies().collect();
    report.at_most("auto-replies in the hour", float(replies.len()), 100.0, "");
    report.at_least("auto-replies sent", float(replies.len()), 50.0, "");
    let leaking = replies.iter().filter(|reply| contains_typed_text(reply.data.as_bytes())).count();
    report.none("auto-replies with a byte of the visitor's text", leaking);
    let unread = replies.iter().filter(|reply| readable_parts(reply.data.as_bytes()) != 2).count();
    report.none("auto-replies whose text or HTML cannot be read", unread);
    let with_path = replies.iter().filter(|reply| !reply.from.is_empty()).count();
    report.none("auto-replies with a return path", with_path);
    let notices =
        recorder.records.iter().filter(|record| !record.is_auto_reply && record.to.starts_with("consultants@"));
    let without_text = notices.filter(|notice| !contains_typed_text(notice.data.as_bytes())).count();
    report.none("notifications without the visitor's text", without_text);
}

/// Whether the mail contains a canary, raw or decoded, except for the address in `To`.
fn contains_typed_text(mail: &[u8]) -> bool {
    let sent = String::from_utf8_lossy(mail);
    let (head, body) = sent.split_once("\r\n\r\n").unwrap_or((&sent, ""));
    let is_to = |line: &&str| line.to_ascii_lowercase().starts_with("to:");
    let mut texts: Vec<String> = head.lines().filter(|line| !is_to(line)).map(str::to_owned).collect();
    texts.push(body.to_owned());
    texts.extend(parts(mail));
    if let Some(message) = MessageParser::default().parse(mail) {
        let others = message.headers().iter().filter(|header| header.name() != "To");
        texts.extend(others.map(|header| format!("{:?}", header.value())));
    }
    let text = texts.join("\n").to_lowercase();
    CANARIES.iter().any(|canary| text.contains(&canary.to_lowercase()))
}

/// Counts the parts that contain the known sentence, wherever its lines break.
fn readable_parts(mail: &[u8]) -> usize {
    let is_readable = |part: &String| {
        let text = part.split_whitespace().collect::<Vec<_>>().join(" ");
        text.contains(KNOWN_SENTENCE)
    };
    parts(mail).iter().filter(|part| is_readable(part)).count()
}

/// Text and HTML, decoded.
fn parts(mail: &[u8]) -> Vec<String> {
    let message = MessageParser::default().parse(mail);
    let parts = message.iter().flat_map(|message| &message.parts);
    parts.filter_map(MessagePart::text_contents).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    use super::*;

    fn mail(encoding: &str, body: &str) -> Vec<u8> {
        format!("Subject: x\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n{body}\r\n").into_bytes()
    }

    #[test]
    fn finds_typed_text_in_any_encoding() {
        assert!(contains_typed_text(&mail("quoted-printable", "from Quok=\r\nkafirst")));
        assert!(contains_typed_text(&mail("quoted-printable", "=51uokkafirst")));
        assert!(contains_typed_text(&mail("base64", "ZnJvbSBRdW9r\r\na2FmaXJzdA==")));
        assert!(contains_typed_text(&mail("7bit", "to: Quokkafirst")));
        assert!(contains_typed_text(b"Subject: =?utf-8?B?UXVva2thZmlyc3Q=?=\r\n\r\n"));
        assert!(contains_typed_text(b"Reply-To: quollmail.1@example.com\r\n\r\n"));
        assert!(!contains_typed_text(b"To: quollmail.1@example.com\r\n\r\nYour reference is FW-1"));
    }

    #[test]
    fn reads_the_known_sentence_in_either_encoding() {
        let broken = KNOWN_SENTENCE.replace("consultation", "consult=\r\nation").replace("is free", "is\r\nfree");
        assert_eq!(readable_parts(&mail("quoted-printable", &broken)), 1);
        assert_eq!(readable_parts(&mail("base64", &STANDARD.encode(KNOWN_SENTENCE))), 1);
        assert_eq!(readable_parts(&mail("quoted-printable", "Another sentence.")), 0);
    }
}
