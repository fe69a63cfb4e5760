//! Attachments: a short list goes on to the consultants, the rest is held and taken out by command.

use std::fmt::Write as _;

use mailer::addresses::Party;
use outbox::attachments::{FileError, file_of};
use worker::intake::{Fate, IntakeSettings};

use super::{CONSULTANT, Ticket, VISITOR, dmarc, settings, settle, settle_by, signed, take, ticket};
use crate::support::World;

pub(super) const PDF: &[u8] = b"%PDF-1.7 the plan of Wimplethorpe";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n the mark of a firm";
const ZIP: &[u8] = b"PK\x03\x04 whatever is in it";

/// A mail with these files: name, bytes, and whether the text shows it.
pub(super) fn mail_with(from: &str, id: &str, files: &[(&str, Vec<u8>, bool)]) -> String {
    use base64::{Engine as _, engine::general_purpose::STANDARD};
    let mut raw = format!(
        "From: {from}\r\nTo: desk@own.example\r\nSubject: Re: anything\r\nMessage-ID: <{id}@visitor.example>\r\n\
         MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nMail {id}: see below.\r\n"
    );
    for (name, bytes, is_inline) in files {
        let place = if *is_inline {
            "Content-Disposition: inline\r\nContent-ID: <l>"
        } else {
            "Content-Disposition: attachment"
        };
        let lines: Vec<String> = STANDARD
            .encode(bytes)
            .as_bytes()
            .chunks(76)
            .map(|line| String::from_utf8_lossy(line).into_owned())
            .collect();
        write!(
            raw,
            "--x\r\nContent-Type: application/octet-stream; name=\"{name}\"\r\n{place}\r\n\
             Content-Transfer-Encoding: base64\r\n\r\n{}\r\n",
            lines.join("\r\n")
        )
        .unwrap();
    }
    raw + "--x--\r\n"
}

/// Takes, settles and relays the mail; what the consultant gets.
async fn relayed(world: &World, to: &str, raw: &str) -> Relayed {
    relayed_by(world, &settings(), to, raw).await
}

pub(super) async fn relayed_by(world: &World, settings: &IntakeSettings, to: &str, raw: &str) -> Relayed {
    take(world, to, raw).await;
    assert_eq!(settle_by(world, settings).await, Some(Fate::Reply));
    world.drain(&world.delivery()).await;
    let mails = world.server.accepted();
    let mail = mails.iter().rfind(|mail| mail.header("To").as_deref() == Some(CONSULTANT)).unwrap();
    let parsed = mail_parser::MessageParser::default().parse(mail.data.as_bytes()).unwrap();
    Relayed {
        text: parsed.body_text(0).unwrap().into_owned(),
        files: parsed
            .attachments()
            .map(|part| (mail_parser::MimeHeaders::attachment_name(part).unwrap().to_owned(), part.contents().to_vec()))
            .collect(),
    }
}

pub(super) struct Relayed {
    pub(super) text: String,
    pub(super) files: Vec<(String, Vec<u8>)>,
}

#[tokio::test]
async fn what_is_on_the_list_goes_on_and_the_rest_is_named_and_taken_out() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let files = [("plan.pdf", PDF.to_vec(), false), ("all.zip", ZIP.to_vec(), false), ("logo.png", PNG.to_vec(), true)];
    let got = relayed(&world, &ticket.address, &mail_with(VISITOR, "1", &files)).await;
    assert_eq!(got.files, [("plan.pdf".to_owned(), PDF.to_vec())]);
    let message: uuid::Uuid = world.value("SELECT id FROM message").await;
    assert!(got.text.contains(&format!("2  all.zip ({} bytes)", ZIP.len())), "{}", got.text);
    assert!(got.text.contains(&format!("worker message attachment {message} NUMBER --out FILE")), "{}", got.text);
    assert!(!got.text.contains("logo.png"), "{}", got.text);
    assert_eq!(file_of(&world.db, message, 2).await.unwrap(), ZIP);
    assert!(matches!(file_of(&world.db, message, 3).await, Err(FileError::NoSuchFile)));
    assert!(matches!(file_of(&world.db, message, 0).await, Err(FileError::NoSuchFile)));
    world.execute("DELETE FROM raw_mail").await;
    assert!(matches!(file_of(&world.db, message, 2).await, Err(FileError::Gone)));
}

#[tokio::test]
async fn what_comes_after_twenty_files_is_named_and_taken_out() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let names: Vec<_> = (1..=22).map(|number| format!("plan-{number}.pdf")).collect();
    let bytes = |name: &str| [PDF, name.as_bytes()].concat();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), bytes(name), false)).collect();
    let got = relayed(&world, &ticket.address, &mail_with(VISITOR, "1", &files)).await;
    assert_eq!(got.files.len(), 20);
    let message: uuid::Uuid = world.value("SELECT id FROM message").await;
    for number in [21, 22] {
        let name = &names[number - 1];
        assert!(got.text.contains(&format!("{number}  {name} (")), "{}", got.text);
        assert_eq!(file_of(&world.db, message, number).await.unwrap(), bytes(name));
    }
}

#[tokio::test]
async fn a_mail_with_more_than_a_thousand_files_waits_in_quarantine() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    let files: Vec<_> = (0..1_001).map(|_| ("plan.pdf", PDF.to_vec(), false)).collect();
    take(&world, &ticket.address, &mail_with(VISITOR, "1", &files)).await;
    assert_eq!(settle(&world).await, Some(Fate::Quarantined));
    assert_eq!(world.value::<String>("SELECT rule FROM intake").await, "attachments");
}

#[tokio::test]
async fn a_strangers_files_are_held() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    let raw = mail_with("colleague@visitor.example", "1", &[("plan.pdf", PDF.to_vec(), false)]);
    let got = relayed(&world, &ticket.address, &raw).await;
    assert!(got.files.is_empty() && got.text.contains("1  plan.pdf"), "{}", got.text);
}

#[tokio::test]
async fn ten_mebibytes_go_on_and_what_is_beyond_is_held() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    let large = |filler: u8| [PDF, &vec![filler; 6 << 20]].concat();
    let files = [("one.pdf", large(b'1'), false), ("two.pdf", large(b'2'), false), ("small.pdf", PDF.to_vec(), false)];
    let got = relayed(&world, &ticket.address, &mail_with(VISITOR, "1", &files)).await;
    let names: Vec<_> = got.files.iter().map(|(name, bytes)| (name.as_str(), bytes.len())).collect();
    assert_eq!(names, [("one.pdf", PDF.len() + (6 << 20)), ("small.pdf", PDF.len())]);
    assert!(got.text.contains("2  two.pdf"), "{}", got.text);
}

#[tokio::test]
async fn a_picture_in_three_mails_of_a_sender_is_a_logo_and_a_document_is_not() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    let files = [("banner.png", PNG.to_vec(), false), ("plan.pdf", PDF.to_vec(), false)];
    for (id, expected) in [("1", 2), ("2", 2), ("3", 1)] {
        let got = relayed(&world, &ticket.address, &mail_with(VISITOR, id, &files)).await;
        assert_eq!(got.files.len(), expected, "mail {id}");
        assert_eq!(got.text.contains("banner.png"), expected == 2, "{}", got.text);
    }
}

/// A consultant's answer with these files, proven by the receiving host.
async fn answer_with(world: &World, ticket: &Ticket, id: &str, files: &[(&str, Vec<u8>, bool)]) {
    let proof = dmarc("pass").replace("visitor.example", "own.example");
    let raw = format!("{proof}{}", mail_with(CONSULTANT, id, files));
    let own = signed().reply(&ticket.reference.parse().unwrap(), &Party::Consultant(CONSULTANT.to_owned()));
    take(world, &own, &raw).await;
    assert_eq!(settle(world).await, Some(Fate::Command));
    world.drain(&world.delivery_with_intake(&settings())).await;
}

fn files_to(world: &World, to: &str) -> Vec<(String, usize)> {
    let mails = world.server.accepted();
    let mail = mails.iter().rfind(|mail| mail.to == to).unwrap();
    let parsed = mail_parser::MessageParser::default().parse(mail.data.as_bytes()).unwrap();
    let files = parsed.attachments();
    files
        .map(|part| (mail_parser::MimeHeaders::attachment_name(part).unwrap().to_owned(), part.contents().len()))
        .collect()
}

#[tokio::test]
async fn a_consultants_files_go_to_the_visitor_and_to_the_colleagues() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    world.drain(&world.delivery_with_intake(&settings())).await;
    answer_with(&world, &ticket, "1", &[("offer.pdf", PDF.to_vec(), false), ("logo.png", PNG.to_vec(), true)]).await;
    for to in [VISITOR, "ben@own.example"] {
        assert_eq!(files_to(&world, to), [("offer.pdf".to_owned(), PDF.len())], "{to}");
    }
}

#[tokio::test]
async fn an_answer_with_a_file_that_is_not_sent_on_waits_for_its_author() {
    let large = |first| [PDF, &vec![first; 6 * 1024 * 1024]].concat();
    for files in [
        vec![("offer.pdf", PDF.to_vec(), false), ("all.zip", ZIP.to_vec(), false)],
        vec![("one.pdf", large(b'1'), false), ("two.pdf", large(b'2'), false)],
    ] {
        let world = World::while_rewriting().await;
        let ticket = ticket(&world).await;
        world.drain(&world.delivery_with_intake(&settings())).await;
        let before = world.server.accepted().len();
        answer_with(&world, &ticket, "1", &files).await;
        let mails = world.server.accepted();
        assert_eq!(mails.len(), before + 1, "a receipt alone");
        assert!(mails.last().unwrap().data.contains("Not sent yet: an attachment is too large"));
    }
}
