//! The form as a weapon: against one person, against many, and against its own limits.

use std::time::Duration;

use anyhow::Result;
use mail_parser::{MessageParser, MessagePart};

use super::{bad_tokens, forged_headers};
use crate::arena::{Arena, Part, Scene};
use crate::crowd::{Crowd, Manner, Visitors};
use crate::inquiry::CANARIES;
use crate::plan::Plan;
use crate::referee::{Book, Record};
use crate::report::{Report, float};
use crate::sets::UNSETTLED;

const PARTS: [Part; 2] = [Part::Api, Part::Worker];
/// Stands once in an auto-reply's text and once in its HTML.
const KNOWN_SENTENCE: &str = "A consultant reads your inquiry and answers you personally at this address.";

pub(super) fn run(arena: &mut Arena, plan: Plan) -> Result<Report> {
    let mut report = Report::new("abuse");
    let scene = arena.scene("abuse", &[])?;
    arena.referee.keep_texts(true);
    arena.start(&scene, &PARTS)?;
    let wanted = plan.size(300, 10_000);
    flood(arena, &scene, plan, Visitors::One, wanted, &mut report)?;
    let of_one = arena.referee.book().auto_replies().count();
    report.at_most("auto-replies to the one victim", float(of_one), 1.0, "");
    flood(arena, &scene, plan, Visitors::Many, wanted, &mut report)?;
    judge_replies(&arena.referee.book(), &mut report);
    arena.stop(&[Part::Worker])?;
    bad_tokens::run(arena, &scene, plan, &mut report)?;
    arena.stop(&[Part::Api])?;
    forged_headers::run(arena, scene, &mut report)?;
    Ok(report)
}

fn flood(
    arena: &Arena,
    scene: &Scene,
    plan: Plan,
    visitors: Visitors,
    wanted: usize,
    report: &mut Report,
) -> Result<()> {
    let seed = plan.seed_of(if visitors == Visitors::One { "abuse of one" } else { "abuse of many" });
    let manner =
        Manner { wanted, threads: 16, rate: None, persists: true, reconnects: false, seed, visitors, spreads: false };
    let crowd = Crowd::new(manner, &[arena.site(Part::Api)], scene.setting("ALTCHA_HMAC_KEY"));
    crowd.run()?;
    let what = if visitors == Visitors::One { "inquiries naming one victim" } else { "inquiries naming a victim each" };
    report.scaled(what, crowd.acknowledged(), 10_000);
    let drained = scene.observer.clone().becomes_zero(UNSETTLED, Duration::from_mins(3))?;
    report.yes("every mail at its end", drained);
    Ok(())
}

fn judge_replies(book: &Book, report: &mut Report) {
    let replies: Vec<&Record> = book.auto_replies().collect();
    report.at_most("auto-replies in the hour", float(replies.len()), 100.0, "");
    report.at_least("auto-replies seen (or nothing was tested)", float(replies.len()), 50.0, "");
    let telling = replies.iter().filter(|reply| tells_what_was_typed(&reply.text)).count();
    report.none("auto-replies with a byte of the visitor's text", telling);
    let unread = replies.iter().filter(|reply| readable_parts(&reply.text) != 2).count();
    report.none("auto-replies whose text or HTML cannot be read (the check sees both)", unread);
    let loud = replies.iter().filter(|reply| !reply.is_null_path).count();
    report.none("auto-replies with a return path", loud);
    let notices = book.records.iter().filter(|record| !record.is_auto_reply && record.to.starts_with("consultants@"));
    let untelling = notices.filter(|notice| !tells_what_was_typed(&notice.text)).count();
    report.none("notifications without the visitor's text (the check sees it)", untelling);
}

/// Whether any canary is in the mail, as it was sent or with its encodings undone; the address in `To` is where it must be.
fn tells_what_was_typed(mail: &[u8]) -> bool {
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

/// How many parts can be read: they hold the known sentence, its lines broken in any way.
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
    fn finds_what_was_typed_behind_its_encoding() {
        assert!(tells_what_was_typed(&mail("quoted-printable", "from Quok=\r\nkafirst")));
        assert!(tells_what_was_typed(&mail("quoted-printable", "=51uokkafirst")));
        assert!(tells_what_was_typed(&mail("base64", "ZnJvbSBRdW9r\r\na2FmaXJzdA==")));
        assert!(tells_what_was_typed(&mail("7bit", "to: Quokkafirst")));
        assert!(tells_what_was_typed(b"Subject: =?utf-8?B?UXVva2thZmlyc3Q=?=\r\n\r\n"));
        assert!(tells_what_was_typed(b"Reply-To: quollmail.1@example.com\r\n\r\n"));
        assert!(!tells_what_was_typed(b"To: quollmail.1@example.com\r\n\r\nYour reference is FW-1"));
    }

    #[test]
    fn reads_the_known_sentence_in_either_encoding() {
        let broken = KNOWN_SENTENCE.replace("and answers", "and answ=\r\ners").replace("at this", "at\r\nthis");
        assert_eq!(readable_parts(&mail("quoted-printable", &broken)), 1);
        assert_eq!(readable_parts(&mail("base64", &STANDARD.encode(KNOWN_SENTENCE))), 1);
        assert_eq!(readable_parts(&mail("quoted-printable", "Another sentence.")), 0);
    }
}
