use std::io::{Read, Write};
use std::net::TcpStream;

use super::*;
use devstack::ports::Ports;

fn referee() -> (Referee, u16) {
    let port = Ports::find_free().unwrap().smtp;
    (Referee::start(port, None).unwrap(), port)
}

/// Says everything at once and returns all that was answered; a reset ends it like a close.
fn talk(port: u16, to: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let words = format!(
        "EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<{to}>\r\nDATA\r\nMessage-ID: <{to}.1>\r\n\
         Auto-Submitted: auto-replied\r\n\r\nbody\r\n.\r\nQUIT\r\n"
    );
    let _ = stream.write_all(words.as_bytes());
    let mut answers = Vec::new();
    let _ = stream.read_to_end(&mut answers);
    String::from_utf8(answers).unwrap()
}

#[test]
fn writes_down_what_it_takes() {
    let (referee, port) = referee();
    assert!(talk(port, "visitor@example.com").contains("250 2.0.0 taken"));
    let book = referee.book();
    let record = &book.records[0];
    assert_eq!((record.message_id.as_str(), record.to.as_str()), ("<visitor@example.com.1>", "visitor@example.com"));
    assert!(record.ending == Ending::Confirmed && record.is_auto_reply && record.is_null_path);
}

#[test]
fn takes_no_mail_that_it_refuses_and_confirms_none_that_it_drops() {
    let (referee, port) = referee();
    for (mode, said) in [("rcpt-550", "550 "), ("dot-554", "554 "), ("dot-close", "354 "), ("accept-close", "354 ")] {
        let answers = talk(port, &format!("{mode}@{DOMAIN}"));
        assert!(answers.contains(said) && !answers.contains("taken"), "{mode}: {answers}");
    }
    let book = referee.book();
    let accepted: Vec<&str> = book.accepted().into_keys().collect();
    assert_eq!(accepted, [format!("<accept-close@{DOMAIN}.1>")]);
    assert!(book.records.iter().all(|record| record.ending != Ending::Confirmed));
}

#[test]
fn a_door_turns_everybody_away_until_it_opens() {
    let (referee, port) = referee();
    referee.set_door(Door::Greet(421));
    assert!(talk(port, "a@example.com").starts_with("421 "));
    referee.set_door(Door::Open);
    referee.set_faults(false);
    assert!(talk(port, &format!("rcpt-550@{DOMAIN}")).contains("taken"));
    assert_eq!(referee.book().accepted().len(), 1);
}
