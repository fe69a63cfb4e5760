//! Attachments and the virus scanner.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use mailer::addresses::Party;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use worker::intake::{Fate, IntakeSettings, attach};

use super::{
    CONSULTANT, VISITOR, dmarc,
    files::{PDF, mail_with, relayed_by},
    settings_with, settle_by, signed, take, ticket,
};
use crate::support::World;

/// What a file must contain to be infected, and what makes the scanner give up.
const VIRUS: &[u8] = b"virus";
const SILENT: &[u8] = b"silent";

/// clamd's side of `INSTREAM`: chunks with their lengths, and an empty one.
struct ClamdFake {
    address: String,
    asked: Arc<AtomicUsize>,
}

impl ClamdFake {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(answer(stream));
            }
        });
        Self { address, asked }
    }

    fn settings(&self) -> IntakeSettings {
        settings_with(&[("CLAMD", &self.address)])
    }
}

async fn answer(mut stream: TcpStream) -> Option<()> {
    let mut command = [0; 10];
    stream.read_exact(&mut command).await.ok()?;
    assert_eq!(&command, b"zINSTREAM\0");
    let mut file = Vec::new();
    loop {
        let length = usize::try_from(stream.read_u32().await.ok()?).unwrap();
        if length == 0 {
            break;
        }
        let mut chunk = vec![0; length];
        stream.read_exact(&mut chunk).await.ok()?;
        file.extend(chunk);
    }
    let has = |word: &[u8]| file.windows(word.len()).any(|window| window == word);
    let answer: &[u8] = match (has(VIRUS), has(SILENT)) {
        (true, _) => b"stream: Win.Test.Wimplethorpe FOUND\0",
        (_, true) => b"INSTREAM size limit exceeded. ERROR\0",
        _ => b"stream: OK\0",
    };
    stream.write_all(answer).await.ok()
}

fn pdf(word: &[u8]) -> Vec<u8> {
    [PDF, word].concat()
}

#[tokio::test]
async fn what_is_infected_or_not_checked_is_held_and_the_rest_goes_on() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let clamd = ClamdFake::start().await;
    let large = pdf(&vec![b'x'; 300_000]);
    let files = [
        ("plan.pdf", large.clone(), false),
        ("bad.pdf", pdf(VIRUS), false),
        ("odd.pdf", pdf(SILENT), false),
        ("all.zip", b"PK\x03\x04".to_vec(), false),
    ];
    let got = relayed_by(&world, &clamd.settings(), &ticket.address, &mail_with(VISITOR, "1", &files)).await;
    assert_eq!(got.files, [("plan.pdf".to_owned(), large)]);
    assert!(got.text.contains("bytes): infected with malware"), "{}", got.text);
    assert!(got.text.contains("bytes): not checked for malware"), "{}", got.text);
    assert!(got.text.contains("4  all.zip (4 bytes)") && !got.text.contains("(4 bytes),"), "{}", got.text);
    assert_eq!(clamd.asked.load(Ordering::SeqCst), 3, "of what is held anyway it is not asked");
}

#[tokio::test]
async fn while_the_scanner_is_away_files_wait_and_the_mail_goes_on() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let settings = settings_with(&[("CLAMD", "127.0.0.1:1")]);
    let files = [("plan.pdf", PDF.to_vec(), false)];
    let got = relayed_by(&world, &settings, &ticket.address, &mail_with(VISITOR, "1", &files)).await;
    assert_eq!(got.files, []);
    assert!(got.text.contains("Mail 1: see below."), "{}", got.text);
    assert!(got.text.contains("not checked for malware"), "{}", got.text);
}

#[tokio::test]
async fn an_answer_with_an_infected_file_waits_for_its_author() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let clamd = ClamdFake::start().await;
    world.drain(&world.delivery_with_intake(&clamd.settings())).await;
    let before = world.server.accepted().len();
    let proof = dmarc("pass").replace("visitor.example", "own.example");
    let raw = format!("{proof}{}", mail_with(CONSULTANT, "1", &[("offer.pdf", pdf(VIRUS), false)]));
    let own = signed().reply(&ticket.reference.parse().unwrap(), &Party::Consultant(CONSULTANT.to_owned()));
    take(&world, &own, &raw).await;
    assert_eq!(settle_by(&world, &clamd.settings()).await, Some(Fate::Command));
    world.drain(&world.delivery_with_intake(&clamd.settings())).await;
    let mails = world.server.accepted();
    assert_eq!(mails.len(), before + 1, "a receipt alone");
    let receipt = mails.last().unwrap().data.replace("=\r\n", "");
    assert!(receipt.contains("Not sent yet: a file") && receipt.contains("infected with malware"), "{receipt}");
}

#[tokio::test]
async fn of_a_mail_that_nobody_will_read_no_file_is_scanned_until_somebody_wants_it() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let clamd = ClamdFake::start().await;
    let asked = || clamd.asked.load(Ordering::SeqCst);
    let stranger = mail_with("stranger@elsewhere.example", "1", &[("plan.pdf", PDF.to_vec(), false)]);
    let waiting = take(&world, "nobody@own.example", &stranger).await;
    assert_eq!((settle_by(&world, &clamd.settings()).await, asked()), (Some(Fate::Quarantined), 0));
    attach(&world.db, waiting, &ticket.reference.parse().unwrap()).await.unwrap();
    assert_eq!((settle_by(&world, &clamd.settings()).await, asked()), (Some(Fate::Reply), 1));
    // A copy by another way.
    take(&world, &ticket.address.to_uppercase(), &stranger).await;
    assert_eq!((settle_by(&world, &clamd.settings()).await, asked()), (Some(Fate::Duplicate), 1));
    // A flood.
    for number in 2..14 {
        let raw = mail_with(VISITOR, &number.to_string(), &[("plan.pdf", pdf(&[number]), false)]);
        take(&world, &ticket.address, &raw.replace("Mail ", &format!("Number {number} of "))).await;
        settle_by(&world, &clamd.settings()).await;
    }
    assert_eq!(world.value::<i64>("SELECT count(*) FROM intake WHERE rule = 'rate'").await, 3);
    assert_eq!(asked(), 10);
}
