//! Mails about an inquiry that came by mail, and about a visitor who is away.

use entity::{inquiry::Origin, outbox::MailKind};
use mailer::PreparedMail;
use outbox::mail::{About, Case, StoredMessage, TicketFacts, build};

use super::{
    html, parse,
    samples::{Sample, conversation, digests, mail, outbox_row, settings},
    text,
};

fn away(sample: Sample, words: &str) -> PreparedMail {
    let (inquiry, content) = (sample.inquiry(), sample.content());
    let author = content.email.as_str();
    let message = StoredMessage::new(author, true, words, uuid::Uuid::nil(), inquiry.received_at);
    let row = outbox_row(&inquiry, MailKind::Absence);
    let case = Case { inquiry: &inquiry, content: &content, row: &row, settings: &settings() };
    build(case, &About::Message(message), &TicketFacts::default()).unwrap()
}

#[test]
fn an_absence_reads_well() {
    let note = away(Sample::Typical, "Guten Tag\n\nIch bin bis 4. Dezember abwesend.\n\nFreundliche Grüsse");
    insta::assert_snapshot!("absence_text", text(&note));
    assert!(text(&away(Sample::Typical, "I no longer work here.")).contains("answered automatically"));
    let hostile = away(Sample::Hostile, &Sample::Hostile.content().message);
    assert!(!html(&hostile).contains("<script>") && parse(&hostile).header("Bcc").is_none());
}

#[test]
fn the_mails_of_a_conversation_read_well() {
    let all = |sample| {
        let mails = conversation::all(sample).unwrap();
        mails.into_iter().chain(digests::all(sample).unwrap())
    };
    for (name, mail) in all(Sample::Typical) {
        insta::assert_snapshot!(format!("conversation_{name}"), text(&mail));
        assert!(html(&mail).contains("<meta name=\"viewport\""), "{name}");
    }
    for (name, mail) in all(Sample::Hostile) {
        assert!(!html(&mail).contains("<script>") && parse(&mail).header("Bcc").is_none(), "{name}");
    }
}

#[test]
fn where_a_consultant_is_to_call_the_number_is_a_link() {
    let mails = conversation::all(Sample::Typical).unwrap();
    for name in ["visitor_reply", "reminder", "escalation", "assignment", "claimed", "answer_lost", "undeliverable"] {
        let mail = &mails.iter().find(|(of, _)| *of == name).unwrap().1;
        assert!(html(mail).contains("href=\"tel:+"), "{name}: {}", html(mail));
    }
    let (_, lost) = mails.iter().find(|(of, _)| *of == "answer_lost").unwrap();
    assert!(String::from_utf8(lost.bytes.clone()).unwrap().contains("\r\nImportance: high\r\n"));
}

/// All of a mail whose author's client, or somebody else, has put more into the HTML than words.
#[test]
fn of_a_hostile_page_the_words_and_their_formatting_go_on() {
    for (name, mail) in conversation::all(Sample::Typical).unwrap() {
        if !name.ends_with("_formatted") {
            continue;
        }
        let bytes = String::from_utf8(mail.bytes.clone()).unwrap().replace("\r\n", "\n");
        insta::assert_snapshot!(format!("conversation_{name}_bytes"), bytes);
        let html = html(&mail);
        assert!(html.contains("<b>January</b>"), "{html}");
        for hidden in [
            "t.example",
            ">hidden",
            "\"hidden",
            ": hidden",
            "alert",
            "onclick",
            "reply.firnwall.example",
            "<form",
            "<img",
        ] {
            assert!(!html.contains(hidden), "{hidden} in\n{html}");
        }
    }
}

#[test]
fn nobody_ticked_a_box_for_an_inquiry_that_came_by_mail() {
    let (mut inquiry, content) = (Sample::Typical.inquiry(), Sample::Typical.content());
    inquiry.origin = Origin::Mail;
    (inquiry.consent, inquiry.gdpr_consent) = (false, false);
    let auto_reply = mail(&inquiry, &content, MailKind::AutoReply, &settings()).unwrap();
    insta::assert_snapshot!("auto_reply_by_mail_text", text(&auto_reply));
    let notification = text(&mail(&inquiry, &content, MailKind::Notification, &settings()).unwrap());
    assert!(notification.contains("Bot check none; no box ticked, it came by mail"), "{notification}");
    assert!(!notification.contains("agreed"));
}

/// As a client lists them: sender and preview.
#[test]
fn the_mails_of_a_day_are_told_apart_in_a_list() {
    let mails = conversation::all(Sample::Typical).unwrap();
    for (name, sender, preview) in [
        ("notification_of_known", "Probe Muster via Firnwall", "Good morning "),
        ("visitor_reply", "Probe Muster via Firnwall", "Could you start in January?"),
        ("answer_copy", "colleague (Firnwall)", "Yes, in the second week"),
        ("reminder", "Firnwall: answer due", "Answer due "),
        ("escalation", "Firnwall: answer OVERDUE", "OVERDUE since "),
        ("assignment", "Firnwall: assigned", "Assigned to you by colleague"),
        ("claimed", "Firnwall: claimed", "colleague answers it"),
        ("answer_lost", "Firnwall: no mail arrives", "Phone: "),
        ("receipt_verb", "Firnwall: receipt", "The inquiry is closed."),
    ] {
        let mail = &mails.iter().find(|(of, _)| *of == name).unwrap().1;
        let message = parse(mail);
        let from = message.from().and_then(|from| from.first()?.name()).unwrap();
        let page = html(mail);
        let shown = page.split_once("display:none").and_then(|(_, rest)| rest.split_once("</div>")).unwrap().0;
        assert_eq!(from, sender, "{name}");
        assert!(shown.contains(preview), "{name}: {shown}");
    }
}
