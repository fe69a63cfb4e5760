//! SMTP replies: a mail counts as sent only if the server received all of it, and only our own codes are kept of a
//! reply.

use std::{sync::Arc, thread, time::Duration};

use lettre::address::Envelope;
use mailer::{
    PreparedMail,
    smtp::{Client, Code, Connection, DeliveryGuard, Revoked, Security, SendOutcome, SmtpSettings, Timeouts},
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
    runtime::Builder,
    time::timeout,
};

use super::fuzz;

/// Greeting, EHLO, MAIL, RCPT, DATA, final dot.
const SAMPLE: &str = "220 relay.example ESMTP\r\n\x1e250-relay.example\r\n250 8BITMIME\r\n\x1e250 2.1.0 ok\r\n\x1e\
                      250 2.1.5 ok\r\n\x1e354 go on\r\n\x1e250 2.0.0 taken\r\n";
/// The server's timeout for a command.
const PATIENCE: Duration = Duration::from_millis(20);
/// Separates two replies of a script.
const NEXT: u8 = b'\x1e';
const TOKENS: &[&str] = &[
    "250 ok\r\n", "250-", "354 go\r\n", "421 4.3.2 bye\r\n", "451 4.3.0 \r\n", "550 5.1.1 no\r\n", "554\r\n", "\r\n",
    "\n", "\r", " ", "-", "999", "25", "\0", "\x1e", "STARTTLS", "SIZE 1", "8BITMIME", "é",
];

struct Always;

impl DeliveryGuard for Always {
    async fn before_body(&self) -> Result<(), Code> {
        Ok(())
    }

    async fn revoked(&self) -> Revoked {
        std::future::pending().await
    }
}

#[test]
fn smtp_reply() {
    // A paused clock advances when both sides wait.
    let runtime = Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let client = Arc::new(client(listener.local_addr().unwrap().port()));
    let mail = mail();
    fuzz("smtp_reply", &[SAMPLE.as_bytes()], TOKENS, |script| {
        let (outcome, heard) = runtime.block_on(async {
            let mut connection = Connection::new(Arc::clone(&client));
            tokio::join!(connection.send(&mail, &Always), serve(&listener, script))
        });
        if outcome == SendOutcome::Sent {
            let heard = String::from_utf8_lossy(&heard);
            assert!(heard.contains("\r\nHello.\r\n.\r\n"), "sent, and the server heard {heard:?}");
            let said = String::from_utf8_lossy(script).replace(char::from(NEXT), "");
            let to_the_mail = said.split_once("354").map(|(_, rest)| rest);
            assert!(to_the_mail.is_some_and(|answer| answer.contains("250")), "sent without a 250: {said:?}");
        }
        if script == SAMPLE.as_bytes() {
            assert_eq!(outcome, SendOutcome::Sent);
        }
    });
}

fn client(port: u16) -> Client {
    let patience = Duration::from_secs(2);
    let settings = SmtpSettings {
        host: "127.0.0.1".to_owned(),
        port,
        security: Security::Plain,
        login: None,
        extra_roots: None,
        timeouts: Timeouts { connect: patience, command: patience, last: patience },
    };
    Client::new(settings, "firnwall.example").unwrap()
}

fn mail() -> PreparedMail {
    let (from, to) = ("a@firnwall.example".parse().unwrap(), "b@firnwall.example".parse().unwrap());
    let envelope = Envelope::new(Some(from), vec![to]).unwrap();
    PreparedMail { envelope, bytes: b"Subject: x\r\n\r\nHello.\r\n".to_vec(), copy: None }
}

/// One connection: a reply of the script for each command, until the script ends or the client closes. Returns what the
/// client sent.
async fn serve(listener: &TcpListener, script: &[u8]) -> Vec<u8> {
    let mut heard = Vec::new();
    let Ok((stream, _)) = listener.accept().await else { return heard };
    let mut stream = BufReader::new(stream);
    for answer in script.split(|byte| *byte == NEXT) {
        // Some replies make the client close the connection.
        if stream.write_all(answer).await.is_err() || !hear_command(&mut stream, &mut heard).await {
            break;
        }
    }
    // After replies that were sent early, the client continues after the end of the script.
    while hear_command(&mut stream, &mut heard).await {}
    heard
}

/// A line, or after DATA all lines up to the end of data. A client that waits for more of a reply gets none.
async fn hear_command(stream: &mut (impl AsyncBufReadExt + Unpin), heard: &mut Vec<u8>) -> bool {
    let is_body = heard.ends_with(b"\r\nDATA\r\n");
    loop {
        let start = heard.len();
        let mut read = timeout(PATIENCE, stream.read_until(b'\n', heard)).await;
        if read.is_err() {
            // The paused clock advances at once, but the kernel may not have delivered the bytes yet.
            thread::sleep(Duration::from_millis(1));
            read = timeout(PATIENCE, stream.read_until(b'\n', heard)).await;
        }
        if !matches!(read, Ok(Ok(1..))) {
            return false;
        }
        if !is_body || &heard[start..] == b".\r\n" {
            return true;
        }
    }
}
