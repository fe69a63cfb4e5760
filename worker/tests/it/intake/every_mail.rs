//! An answer above any mail that a consultant has from us, as clients quote it: the words go out, and nothing of ours.

use std::collections::BTreeMap;

use entity::outbox::MailKind;
use inbound::{html::text_of, mail::Mail, parsed_mail::ParsedMail};
use mail_parser::MessageParser;
use sea_orm::{ActiveEnum as _, Iterable as _};
use testkit::smtp::Record;
use worker::intake::Fate;

use super::{
    CONSULTANT, VISITOR,
    answers::{COLLEAGUE, Case, quoted},
    mail, settle, take,
};

/// The texts of a mail as its reader's client has them: plain, and as its page is shown.
fn texts(mail: &Record) -> [String; 2] {
    let plain = ParsedMail::of(&Mail::read(mail.data.as_bytes()).unwrap()).text;
    let message = MessageParser::new().parse(mail.data.as_bytes()).unwrap();
    [plain, text_of(&message.body_html(0).unwrap())]
}

/// How clients quote them.
fn quotes(mail: &Record) -> Vec<(&'static str, String)> {
    let [plain, page] = texts(mail);
    let attribution = "On Tue, 24 Nov 2026 at 10:30, Firnwall <desk@own.example> wrote:";
    let header = "From: Firnwall <desk@own.example>\nSent: Tuesday, 24 November 2026 10:30\nTo: Anna <anna@own.example>\n\
                  Subject: RE: Other";
    let narrow = wrapped(&plain, 60);
    vec![
        ("plain", format!("{attribution}\n{}", quoted(&plain))),
        ("page", format!("{attribution}\n{}", quoted(&page))),
        ("page without marks", format!("{header}\n\n{page}")),
        ("wrapped", format!("{attribution}\n{}", quoted(&narrow))),
    ]
}

/// Breaks lines as a client does that has less room.
fn wrapped(text: &str, width: usize) -> String {
    let mut broken = String::new();
    for line in text.lines() {
        let mut column = 0;
        for word in line.split(' ') {
            if column > 0 && column + word.len() >= width {
                broken.push('\n');
                column = 0;
            }
            broken.push_str(if column > 0 { " " } else { "" });
            broken.push_str(word);
            column += word.len() + 1;
        }
        broken.push('\n');
    }
    broken
}

/// What the ticket lives through until there is a mail of each kind.
async fn lived_through() -> Case {
    let case = Case::new().await;
    let visitor = |id: &str, text: &str, extra: &str| {
        mail(VISITOR, id, extra).replace("Wimplethorpe answers.", &text.replace('\n', "\r\n"))
    };
    let files = "--x\nContent-Type: text/plain\n\nCan you begin at once?\nThe budget is fixed.\n--x\n\
                 Content-Type: text/plain\nContent-Disposition: attachment; filename=scope.txt\n\nTwo sites.\n--x\n\
                 Content-Type: text/html\nContent-Disposition: attachment; filename=site.html\n\n<p>Ours\n--x--";
    let multipart = "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n";
    let away = "Auto-Submitted: auto-replied\r\n";
    for raw in [
        visitor("1", files, multipart),
        visitor("2", "I am away until 31 December 2099, back soon.", away),
        mail("cfo@visitor.example", "3", "").replace("Wimplethorpe answers.", "The CFO asks for the price."),
    ] {
        take(&case.world, &case.ticket.address, &raw).await;
        assert!(matches!(settle(&case.world).await, Some(Fate::Reply | Fate::Machine)));
        case.drain().await;
    }
    for (who, text) in [
        (COLLEAGUE, "#note\nThe customer pays late, so ask for a deposit."),
        // The owner-to-be reads that it is a colleague's, and takes it.
        (COLLEAGUE, "#claim"),
        (CONSULTANT, "#assign anna"),
        (CONSULTANT, "Besten Dank für Ihre Nachricht.\n\nWir beginnen am Montag mit zwei Personen."),
        (CONSULTANT, "#status"),
        (CONSULTANT, "#help"),
        (CONSULTANT, "The customer pays late, so ask for a deposit."),
        // The owner reads that it is a colleague's, and then the whole conversation.
        (COLLEAGUE, "#assign ben"),
        (COLLEAGUE, "#assign anna"),
    ] {
        case.writes(who, text).await;
    }
    let assigned = format!("SELECT count(*) FROM outbox WHERE kind = 'assignment' AND recipient = '{CONSULTANT}'");
    assert_eq!(case.world.value::<i64>(&assigned).await, 4);
    // Of each kind that did not come by itself.
    let due = "UPDATE ticket SET promised_from = now(), half_at = now(), due_at = now()";
    case.world.execute(due).await;
    for kind in MailKind::iter().filter(|kind| kind.is_to_consultant()) {
        let kind = kind.to_value();
        let has_about = !["notification", "undeliverable"].contains(&kind.as_str());
        let sql = format!(
            "INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
             SELECT gen_random_uuid(), inquiry_id, '{kind}', '{CONSULTANT}', CASE WHEN {has_about} THEN id END FROM message \
             WHERE party = 'visitor' AND NOT EXISTS ( \
                 SELECT FROM outbox WHERE kind = '{kind}' AND recipient = '{CONSULTANT}' \
             ) LIMIT 1"
        );
        case.world.execute(&sql).await;
    }
    case.drain().await;
    let unsent = "SELECT string_agg(concat(kind, ' ', state, ' ', last_code), ', ') FROM outbox \
                  WHERE state NOT IN ('sent', 'suppressed')";
    assert_eq!(case.world.value::<Option<String>>(unsent).await, None);
    case
}

#[tokio::test]
async fn an_answer_above_any_mail_of_ours_goes_out_alone() {
    let case = lived_through().await;
    let mut mails = case.world.server.accepted();
    mails.retain(|mail| mail.to == CONSULTANT);
    let mut failed = BTreeMap::new();
    let mut number = case.mails_to(VISITOR).len();
    for (index, mail) in mails.iter().enumerate() {
        for (form, text) in quotes(mail) {
            let words = format!("Wimplethorpe {index} {form} calls you.");
            case.writes(CONSULTANT, &format!("{words}\n\n{text}")).await;
            // Too many would come at once, and push the mails that are tried out of those that are known.
            let sql = "DELETE FROM outbox USING message WHERE about = message.id AND new_text ~ '^Wimple'; \
                       DELETE FROM message WHERE new_text ~ '^Wimple'; \
                       UPDATE ticket_event SET at = at - interval '25 hours'";
            case.world.execute(sql).await;
            let sent = case.mails_to(VISITOR);
            let found = sent.get(number).map(|mail| texts(mail)[0].trim().to_owned());
            number = sent.len();
            if found != Some(format!("{words}\n\n-- \nFirnwall, {}", case.ticket.reference)) {
                let last = || case.mails_to(CONSULTANT).last().map(|mail| texts(mail)[0].clone());
                failed.insert((index, form), format!("{text}\n=====>\n{}", found.or_else(last).unwrap()));
            }
        }
    }
    for (key, told) in &failed {
        println!("################ {key:?}\n{told}");
    }
    assert!(failed.is_empty(), "{} of {} mails: {:?}", failed.len(), mails.len(), failed.keys());
}
