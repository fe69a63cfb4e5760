//! Encrypted mails go on whole, with our headers around them, so that the recipient's client decrypts them.

use uuid::Uuid;
use worker::intake::Fate;

use super::{
    CONSULTANT, VISITOR,
    answers::{COLLEAGUE, Case},
    dmarc,
    new_tickets::PUBLIC,
    settings_for_new, settle, settle_by, take,
};
use crate::support::World;

const ARMOR: &str = "-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA0exampleexampleexample\r\n.leading dot\r\n=AAAA\r\n-----END PGP MESSAGE-----\r\n";

/// The fields of the type, and the body, of each way.
pub(crate) fn forms() -> [(&'static str, String); 3] {
    [
        (
            "Content-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\";\r\n boundary=\"encb\"\r\n",
            format!(
                "This is an OpenPGP/MIME encrypted message\r\n--encb\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n\r\n\
                 --encb\r\nContent-Type: application/octet-stream; name=\"encrypted.asc\"\r\n\r\n{ARMOR}\r\n--encb--\r\n"
            ),
        ),
        (
            "Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=\"smime.p7m\"\r\n\
             Content-Transfer-Encoding: base64\r\n",
            "MIAGCSqGSIb3DQEHA6CAAAAAAAAA\r\n".to_owned(),
        ),
        ("Content-Type: text/plain; charset=us-ascii\r\n", ARMOR.to_owned()),
    ]
}

pub(crate) fn raw(from: &str, fields: &str, body: &str, extra: &str) -> String {
    format!(
        "From: {from}\r\nTo: x\r\nSubject: ...\r\nMessage-ID: <{}@visitor.example>\r\n\
         Date: Mon, 23 Nov 2026 10:00:00 +0100\r\nMIME-Version: 1.0\r\n{extra}{fields}\r\n{body}",
        Uuid::new_v4()
    )
}

fn proof() -> String {
    dmarc("pass").replace("visitor.example", "own.example")
}

async fn comes(case: &Case, to: &str, raw: &str) -> Option<Fate> {
    take(&case.world, to, raw).await;
    let fate = settle(&case.world).await;
    case.drain().await;
    fate
}

#[tokio::test]
async fn an_encrypted_mail_goes_on_whole_in_both_directions() {
    let case = Case::new().await;
    let (own, visitors) = (case.address_of(CONSULTANT), case.ticket.address.clone());
    for (fields, body) in forms() {
        for (from, to, reader, proof) in
            [(CONSULTANT, &own, VISITOR, proof()), (VISITOR, &visitors, CONSULTANT, String::new())]
        {
            let fate = comes(&case, to, &raw(from, fields, &body, &proof)).await;
            assert_eq!(fate, Some(if from == VISITOR { Fate::Reply } else { Fate::Command }));
            let mail = case.mails_to(reader).pop().unwrap();
            let (headers, sent) = mail.data.split_once("\r\n\r\n").unwrap();
            assert_eq!(sent, body, "byte for byte");
            let kind = fields.split([';', '\r']).next().unwrap();
            assert!(headers.contains(kind) && headers.matches("Content-Type").count() == 1, "{headers}");
            assert!(
                headers.contains("Firnwall") && headers.contains("<desk@own.example>") && !headers.contains(from),
                "{headers}"
            );
            assert!(mail.header("Subject").unwrap().ends_with(" (encrypted)") && mail.header("Reply-To").is_some());
            // The same words and the same file again, in ten minutes.
            case.world.execute("UPDATE ticket_event SET at = at - interval '11 minutes'").await;
        }
    }
    // Colleagues read that there was an answer.
    let copy = case.mails_to(COLLEAGUE).into_iter().find(|mail| mail.data.contains("This mail is encrypted")).unwrap();
    assert!(copy.data.contains("multipart/alternative"), "{}", copy.data);
    // A note is for them, and goes whole.
    let (fields, body) = forms().into_iter().next().unwrap();
    let to = copy.header("Reply-To").unwrap();
    let note = raw(COLLEAGUE, fields, &body, &proof());
    assert_eq!(comes(&case, &to, &note).await, Some(Fate::Command));
    assert!(case.mails_to(CONSULTANT).pop().unwrap().data.ends_with(&body));
}

#[tokio::test]
async fn a_new_inquiry_that_is_encrypted_reaches_the_consultants_whole_and_is_like_no_other() {
    let world = World::new().await;
    let settings = settings_for_new();
    let (fields, body) = forms().into_iter().next().unwrap();
    for number in 0..3 {
        let from = format!("person{number}@visitor.example");
        take(&world, PUBLIC, &raw(&from, fields, &body, &dmarc("pass"))).await;
        assert_eq!(settle_by(&world, &settings).await, Some(Fate::New));
    }
    world.drain(&world.delivery_with_intake(&settings)).await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM spam_check").await, 0);
    let whole = world.server.accepted().into_iter().filter(|mail| mail.data.ends_with(&body)).count();
    assert_eq!(whole, 6, "to two consultants each");
}

/// Words of somebody beside the encrypted ones are read as any, so that the guard sees them.
#[tokio::test]
async fn what_is_not_encrypted_as_a_whole_is_a_mail_like_any_other() {
    let case = Case::new().await;
    let body = format!("Hello, Wimplethorpe sends this:\r\n\r\n{ARMOR}");
    let raw = raw(CONSULTANT, "Content-Type: text/plain\r\n", &body, &proof());
    assert_eq!(comes(&case, &case.address_of(CONSULTANT), &raw).await, Some(Fate::Command));
    let [answer] = case.mails_to(VISITOR).try_into().unwrap();
    assert!(answer.data.contains("Wimplethorpe sends this") && answer.data.contains("multipart/alternative"));
}
