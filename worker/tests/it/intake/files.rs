//! Attachments: a short list goes on to the consultants, the rest is held and taken out by command.

use std::{fmt::Write as _, io::Read, time::Duration};

use entity::outbox::{MailKind, OutboxState};
use mailer::addresses::Party;
use outbox::attachments::{FileError, file_of};
use sea_orm::{ConnectionTrait, TransactionTrait};
use tokio::time::sleep;
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
        "From: {from}\r\nTo: desk@own.example\r\nSubject: Re: We have received your inquiry\r\nMessage-ID: <{id}@visitor.example>\r\n\
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
    let files = [("plan.pdf", PDF.to_vec(), false), ("all.zip", ZIP.to_vec(), false), ("qr.png", PNG.to_vec(), true)];
    let got = relayed(&world, &ticket.address, &mail_with(VISITOR, "1", &files)).await;
    assert_eq!(got.files, [("plan.pdf".to_owned(), PDF.to_vec()), ("qr.png".to_owned(), PNG.to_vec())]);
    let message: uuid::Uuid = world.value("SELECT id FROM message").await;
    assert!(got.text.contains(&format!("2  all.zip ({} bytes)", ZIP.len())), "{}", got.text);
    assert!(got.text.contains("a type that is not sent on"), "{}", got.text);
    assert!(got.text.contains(&format!("worker message attachment {message} NUMBER --out FILE")), "{}", got.text);
    assert_eq!(file_of(&world.db, message, 2).await.unwrap(), ZIP);
    assert!(matches!(file_of(&world.db, message, 4).await, Err(FileError::NoSuchFile)));
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
async fn a_picture_in_three_mails_of_a_sender_is_a_logo_and_a_document_or_an_attached_picture_is_not() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    let mark = [PNG, b" in the signature"].concat();
    let files = [("banner.png", PNG.to_vec(), false), ("mark.png", mark, true), ("plan.pdf", PDF.to_vec(), false)];
    for (id, expected) in [("1", 3), ("2", 3), ("3", 2)] {
        let got = relayed(&world, &ticket.address, &mail_with(VISITOR, id, &files)).await;
        assert_eq!(got.files.len(), expected, "mail {id}");
        assert!(got.text.contains("banner.png"), "{}", got.text);
        assert_eq!(got.text.contains("mark.png"), expected == 3, "{}", got.text);
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
        vec![("offer.pdf", PDF.to_vec(), false), ("tool.exe", b"MZ".to_vec(), false), ("b.pdf", PDF.to_vec(), false)],
        vec![("one.pdf", large(b'1'), false), ("two.pdf", large(b'2'), false)],
    ] {
        let world = World::while_rewriting().await;
        let ticket = ticket(&world).await;
        world.drain(&world.delivery_with_intake(&settings())).await;
        let before = world.server.accepted().len();
        answer_with(&world, &ticket, "1", &files).await;
        let mails = world.server.accepted();
        assert_eq!(mails.len(), before + 1, "a receipt alone");
        let receipt = mails.last().unwrap().data.replace("=\r\n", "");
        assert!(receipt.contains("Not sent yet: a file of your answer"), "{receipt}");
        let (name, reason) =
            if files.len() > 2 { ("tool.exe", "a type that is not sent on") } else { ("two.pdf", "more than 10 MiB") };
        assert!(receipt.contains(&format!("2  {name} (")) && receipt.contains(reason), "{receipt}");
        assert!(!receipt.contains("1  o"), "no other: {receipt}");
    }
}

#[tokio::test]
async fn a_consultant_sends_archives_and_encrypted_pdfs_and_a_file_without_words() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    world.drain(&world.delivery_with_intake(&settings())).await;
    let secret = [PDF, b" /Encrypt 5 0 R"].concat();
    let files = [("logs.zip", ZIP.to_vec(), false), ("offer.pdf", secret.clone(), false)];
    answer_with(&world, &ticket, "1", &files).await;
    for to in [VISITOR, "ben@own.example"] {
        let sent = [("logs.zip".to_owned(), ZIP.len()), ("offer.pdf".to_owned(), secret.len())];
        assert_eq!(files_to(&world, to), sent, "{to}");
    }
    let proof = dmarc("pass").replace("visitor.example", "own.example");
    let raw = format!("{proof}{}", mail_with(CONSULTANT, "2", &[("plan.pdf", PDF.to_vec(), false)]));
    let own = signed().reply(&ticket.reference.parse().unwrap(), &Party::Consultant(CONSULTANT.to_owned()));
    take(&world, &own, &raw.replace("Mail 2: see below.", "")).await;
    assert_eq!(settle(&world).await, Some(Fate::Command));
    world.drain(&world.delivery_with_intake(&settings())).await;
    let mail = world.server.accepted().into_iter().rfind(|mail| mail.to == VISITOR).unwrap();
    assert!(mail.data.contains("Please see the attached file.") && mail.data.contains("plan.pdf"), "{}", mail.data);
}

/// A consultant's mail with a verb, settled.
async fn commands(world: &World, ticket: &Ticket, id: &str, text: &str) {
    let proof = dmarc("pass").replace("visitor.example", "own.example");
    let raw = format!("{proof}{}", mail_with(CONSULTANT, id, &[]));
    let own = signed().reply(&ticket.reference.parse().unwrap(), &Party::Consultant(CONSULTANT.to_owned()));
    take(world, &own, &raw.replace(&format!("Mail {id}: see below."), text)).await;
    assert_eq!(settle(world).await, Some(Fate::Command));
}

/// What a consultant gets for a verb: the text, and the file.
async fn asks(world: &World, ticket: &Ticket, id: &str, text: &str) -> (String, Vec<u8>) {
    commands(world, ticket, id, text).await;
    world.drain(&world.delivery_with_intake(&settings())).await;
    let mail = world.server.accepted().into_iter().rfind(|mail| mail.to == CONSULTANT).unwrap();
    let parsed = mail_parser::MessageParser::default().parse(mail.data.as_bytes()).unwrap();
    let file = parsed.attachments().next().map(|part| part.contents().to_vec()).unwrap_or_default();
    (parsed.body_text(0).unwrap().into_owned(), file)
}

/// A sample of this trade has often more than what goes on unasked.
#[tokio::test]
async fn a_held_file_of_sixteen_mebibytes_arrives_whole() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    world.drain(&world.delivery_with_intake(&settings())).await;
    let sample: Vec<u8> = b"MZ".iter().copied().chain((2_u32..16 << 20).map(|at| at.to_le_bytes()[0] ^ 7)).collect();
    relayed(&world, &ticket.address, &mail_with(VISITOR, "1", &[("sample.exe", sample.clone(), false)])).await;
    let (text, zip) = asks(&world, &ticket, "10", "#file").await;
    assert!(text.contains("password: infected"), "{text}");
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).unwrap();
    let mut read = Vec::new();
    zip.by_index_decrypt(0, b"infected").unwrap().read_to_end(&mut read).unwrap();
    assert!(read == sample, "{} bytes", read.len());

    let larger = [sample, vec![0]].concat();
    relayed(&world, &ticket.address, &mail_with(VISITOR, "2", &[("larger.exe", larger, false)])).await;
    let (text, zip) = asks(&world, &ticket, "11", "#file").await;
    assert!(text.contains("more than 16 MiB") && zip.is_empty(), "{text}");
}

/// As many as there is room for, and the names of the others.
#[tokio::test]
async fn a_held_file_for_which_there_is_no_room_is_named() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    world.drain(&world.delivery_with_intake(&settings())).await;
    let sample: Vec<u8> = b"MZ".iter().copied().chain((2_u32..9 << 20).map(|at| at.to_le_bytes()[0] ^ 7)).collect();
    let names = ["one.exe", "two.exe", "small.exe"];
    let [one, two] = [sample.clone(), sample];
    let files: Vec<_> = names.into_iter().zip([one, two, b"MZ small".to_vec()]).collect();
    let files: Vec<_> = files.into_iter().map(|(name, bytes)| (name, bytes, false)).collect();
    relayed(&world, &ticket.address, &mail_with(VISITOR, "1", &files)).await;
    let (text, zip) = asks(&world, &ticket, "10", "#file").await;
    assert!(text.contains("2  two.exe (9437184 bytes): more than 16 MiB with the other files"), "{text}");
    assert!(!text.contains("one.exe") && !text.contains("small.exe"), "{text}");
    let zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).unwrap();
    assert_eq!(zip.file_names().map(Result::unwrap).collect::<Vec<_>>(), ["1 one.exe", "3 small.exe"]);
}

/// A slow processor reads, encrypts and encodes 16 MiB for longer than a statement may last.
#[tokio::test]
async fn the_receipt_that_carries_held_files_may_take_longer_than_a_statement() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    relayed(&world, &ticket.address, &mail_with(VISITOR, "1", &[("all.zip", ZIP.to_vec(), false)])).await;
    commands(&world, &ticket, "10", "#file").await;
    let blocker = world.admin.begin().await.unwrap();
    blocker.execute_unprepared("LOCK TABLE ticket_event IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let unblock = async {
        sleep(Duration::from_secs(6)).await;
        blocker.rollback().await.unwrap();
    };
    let delivery = world.delivery_with_intake(&settings());
    tokio::join!(world.drain(&delivery), unblock);
    assert_eq!(world.count(MailKind::Receipt, OutboxState::Sent).await, 1);
}

/// As the trade sends them; the password is tested where the archive is made.
#[tokio::test]
async fn a_consultant_gets_what_is_held_by_one_verb() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    world.drain(&world.delivery_with_intake(&settings())).await;
    let phish = b"From: a@evil.example\r\n\r\nClick here".to_vec();
    let files = [("plan.pdf", PDF.to_vec(), false), ("phish.eml", phish, false)];
    take(&world, &ticket.address, &mail_with(VISITOR, "1", &files)).await;
    settle(&world).await;
    world.drain(&world.delivery_with_intake(&settings())).await;
    let told = world.server.accepted().into_iter().rfind(|mail| mail.to == CONSULTANT).unwrap();
    let files = [("all.zip", ZIP.to_vec(), false)];
    relayed(&world, &ticket.address, &mail_with(VISITOR, "2", &files)).await;
    let first: String = world.value("SELECT right(id::text, 6) FROM message ORDER BY received_at LIMIT 1").await;
    assert!(told.data.contains(&format!("Reply with #file {first} as the first line")), "{}", told.data);
    let asks = async |id: &str, text: &str| {
        let (text, zip) = asks(&world, &ticket, id, text).await;
        (text, String::from_utf8_lossy(&zip).into_owned())
    };
    let (text, zip) = asks("10", "#file").await;
    assert!(
        text.contains("password: infected") && zip.contains("1 all.zip") && !zip.contains("whatever is in it"),
        "{zip}"
    );
    let (_, zip) = asks("11", &format!("#Datei {first}")).await;
    assert!(zip.contains("2 phish.eml") && !zip.contains("plan.pdf") && !zip.contains("Click here"), "{zip}");
    let stranger = mail_with("colleague@visitor.example", "3", &[("theirs.pdf", PDF.to_vec(), false)]);
    relayed(&world, &ticket.address, &stranger).await;
    let (_, zip) = asks("14", "#file").await;
    assert!(zip.contains("1 theirs.pdf"), "{zip}");
    // Of a named mail whose files all went on, all: who joins later has not got them.
    relayed(&world, &ticket.address, &mail_with(VISITOR, "4", &[("plan.pdf", PDF.to_vec(), false)])).await;
    let last: String = world.value("SELECT right(id::text, 6) FROM message ORDER BY received_at DESC LIMIT 1").await;
    let (text, _) = asks("15", "#history").await;
    assert!(text.contains(&format!("Reply with #file {last} as the first line")), "{text}");
    let (_, zip) = asks("16", &format!("#file {last}")).await;
    assert!(zip.contains("1 plan.pdf"), "{zip}");
    let (text, zip) = asks("12", "#file 00000g").await;
    assert!(text.contains("Nothing is attached") && zip.is_empty(), "{text}");
    world.execute("DELETE FROM raw_mail").await;
    let (text, zip) = asks("13", "#file").await;
    assert!(text.contains("deleted after 30 days") && zip.is_empty(), "{text}");
    assert!(world.server.accepted().iter().all(|mail| mail.to != VISITOR || !mail.data.contains("infected")));
}
