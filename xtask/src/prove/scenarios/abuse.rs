//! The form as a weapon: against one person, against many, and against its own limits.

use std::time::Duration;

use anyhow::Result;

use super::{bad_tokens, forged_headers};
use crate::prove::arena::{Arena, Part, Scene};
use crate::prove::crowd::{Crowd, Manner, Visitors};
use crate::prove::inquiry::CANARIES;
use crate::prove::plan::Plan;
use crate::prove::referee::{Book, Record};
use crate::prove::report::{Report, float};
use crate::prove::sets::UNSETTLED;

const PARTS: [Part; 2] = [Part::Api, Part::Worker];

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
    let loud = replies.iter().filter(|reply| !reply.is_null_path).count();
    report.none("auto-replies with a return path", loud);
    let notices = book.records.iter().filter(|record| !record.is_auto_reply && record.to.starts_with("consultants@"));
    let untelling = notices.filter(|notice| !tells_what_was_typed(&notice.text)).count();
    report.none("notifications without the visitor's text (the check sees it)", untelling);
}

/// Whether any canary is in the mail, its encoding undone; the address in `To` is where it must be.
fn tells_what_was_typed(text: &[u8]) -> bool {
    let text = undo_quoted_printable(text);
    let is_to = |line: &&str| line.to_ascii_lowercase().starts_with("to:");
    let rest: String = text.lines().filter(|line| !is_to(line)).collect::<Vec<_>>().join("\n").to_lowercase();
    CANARIES.iter().any(|canary| rest.contains(&canary.to_lowercase()))
}

/// RFC 2045, section 6.7, as far as ASCII goes.
fn undo_quoted_printable(text: &[u8]) -> String {
    let joined = String::from_utf8_lossy(text).replace("=\r\n", "");
    let mut plain = String::with_capacity(joined.len());
    let mut rest = joined.as_str();
    while let Some((before, after)) = rest.split_once('=') {
        plain.push_str(before);
        let byte = after.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match byte {
            Some(byte) => {
                plain.push(char::from(byte));
                rest = &after[2..];
            }
            None => rest = after,
        }
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_typed_behind_its_encoding() {
        assert!(tells_what_was_typed(b"Subject: x\r\n\r\nfrom Quok=\r\nkafirst"));
        assert!(tells_what_was_typed(b"Subject: x\r\n\r\n=51uokkafirst"));
        assert!(tells_what_was_typed(b"Reply-To: quollmail.1@example.com\r\n\r\n"));
        assert!(!tells_what_was_typed(b"To: quollmail.1@example.com\r\n\r\nYour reference is FW-1"));
    }
}
