use std::io::{Read, Write};
use std::net::TcpStream;

use super::*;

fn start() -> SmtpFake {
    let fake = SmtpFake::start(0, Tls::None, false).unwrap();
    fake.name_failures(true);
    fake
}

/// Sends a whole session at once and returns all replies. A reset ends it like a close.
fn send(fake: &SmtpFake, to: &str) -> String {
    let mut stream = TcpStream::connect(fake.address).unwrap();
    let commands = format!(
        "EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<{to}>\r\nDATA\r\nMessage-ID: <{to}.1>\r\n\
         Auto-Submitted: auto-replied\r\n\r\n..body\r\n.\r\nQUIT\r\n"
    );
    let _ = stream.write_all(commands.as_bytes());
    let mut replies = Vec::new();
    let _ = stream.read_to_end(&mut replies);
    String::from_utf8(replies).unwrap()
}

#[test]
fn records_what_it_accepts() {
    let fake = start();
    let replies = send(&fake, "visitor@example.com");
    assert!(replies.ends_with("\r\n354 go on\r\n250 2.0.0 accepted\r\n221 2.0.0 bye\r\n"), "{replies}");
    let recorder = fake.recorder();
    let record = &recorder.records[0];
    assert_eq!((record.message_id.as_str(), record.to.as_str()), ("<visitor@example.com.1>", "visitor@example.com"));
    assert!(record.ending == Ending::Confirmed && record.is_auto_reply && record.from.is_empty());
    assert!(record.data.ends_with("\r\n.body\r\n"));
}

#[test]
fn accepts_no_mail_that_it_refuses_and_confirms_none_that_it_drops() {
    let fake = start();
    for (mode, reply) in [("rcpt-550", "550 "), ("dot-554", "554 "), ("dot-close", "354 "), ("accept-reset", "354 ")] {
        let replies = send(&fake, &format!("{mode}@{DOMAIN}"));
        assert!(replies.contains(reply) && !replies.contains("accepted"), "{mode}: {replies}");
    }
    let recorder = fake.recorder();
    let accepted: Vec<&str> = recorder.acceptances().into_keys().collect();
    assert_eq!(accepted, [format!("<accept-reset@{DOMAIN}.1>")]);
    assert!(recorder.records.iter().all(|record| record.ending != Ending::Confirmed));
}

#[test]
fn an_address_names_its_mode_while_addresses_do() {
    let fake = start();
    let to = format!("rcpt-550.17@{DOMAIN}");
    assert!(send(&fake, &to).contains(&format!("550 5.1.1 <{to}>")));
    fake.name_failures(false);
    assert!(send(&fake, &to).contains("accepted"));
}

#[test]
fn follows_the_script_and_then_the_rule() {
    let fake = start();
    fake.script(&[FailureMode::Reply(Stage::Rcpt, "451 later"), FailureMode::Accept]);
    fake.always(FailureMode::Reply(Stage::Mail, "550 never"));
    let replies = [(), (), ()].map(|()| send(&fake, "a@example.com"));
    assert!(replies[0].contains("451 later") && replies[1].contains("accepted") && replies[2].contains("550 never"));
}
