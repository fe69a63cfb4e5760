//! What a mail server answers: whatever it is, a mail counts as sent only if the server has the whole of it, and
//! what is kept of the answer is a code of ours.

use std::{sync::Arc, thread, time::Duration};

use lettre::address::Envelope;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
    runtime::Builder,
    time::timeout,
};
use worker::{
    mail::PreparedMail,
    smtp::{Client, Code, Connection, DeliveryGuard, Revoked, Security, SendOutcome, SmtpSettings, Timeouts},
};

use super::fuzz;

/// Greeting, EHLO, MAIL, RCPT, DATA, final dot.
const SAMPLE: &str = "220 referee.example ESMTP\r\n\x1e250-referee.example\r\n250 8BITMIME\r\n\x1e250 2.1.0 ok\r\n\x1e\
                      250 2.1.5 ok\r\n\x1e354 go on\r\n\x1e250 2.0.0 taken\r\n";
/// How long the server waits for a command.
const PATIENCE: Duration = Duration::from_millis(20);
/// Between two answers of a script.
const NEXT: u8 = b'\x1e';
const TOKENS: &[&str] = &[
    "250 ok\r\n",
    "250-",
    "354 go\r\n",
    "421 4.3.2 bye\r\n",
    "451 4.3.0 \r\n",
    "550 5.1.1 no\r\n",
    "554\r\n",
    "\r\n",
    "\n",
    "\r",
    " ",
    "-",
    "999",
    "25",
    "\0",
    "\x1e",
    "STARTTLS",
    "SIZE 1",
    "8BITMIME",
    "é",
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
    // When both sides wait, their clock moves on at once.
    let runtime = Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let client = Arc::new(client(listener.local_addr().unwrap().port()));
    let mail = mail();
    fuzz("smtp_reply", &[SAMPLE.as_bytes()], TOKENS, |script| {
        let (outcome, heard) = runtime.block_on(async {
            let mut lane = Connection::new(Arc::clone(&client));
            tokio::join!(lane.send(&mail, &Always), serve(&listener, script))
        });
        if outcome == SendOutcome::Sent {
            let heard = String::from_utf8_lossy(&heard);
            // lettre ends the text with a line break of its own before the dot.
            assert!(heard.contains("\r\nHello.\r\n\r\n.\r\n"), "sent, and the server heard {heard:?}");
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
        credentials: None,
        extra_roots: None,
        timeouts: Timeouts { connect: patience, command: patience, last: patience },
    };
    Client::new(settings, "firnwall.example").unwrap()
}

fn mail() -> PreparedMail {
    let (from, to) = ("a@firnwall.example".parse().unwrap(), "b@firnwall.example".parse().unwrap());
    let envelope = Envelope::new(Some(from), vec![to]).unwrap();
    PreparedMail { envelope, bytes: b"Subject: x\r\n\r\nHello.\r\n".to_vec() }
}

/// One connection: an answer of the script for each command, until the script or the client's patience is over.
/// Returns what the client said.
async fn serve(listener: &TcpListener, script: &[u8]) -> Vec<u8> {
    let mut heard = Vec::new();
    let Ok((stream, _)) = listener.accept().await else { return heard };
    let mut stream = BufReader::new(stream);
    for answer in script.split(|byte| *byte == NEXT) {
        // A client that has gone is what some answers lead to.
        if stream.write_all(answer).await.is_err() || !hear_command(&mut stream, &mut heard).await {
            break;
        }
    }
    // What was answered ahead of its time makes the client go on behind the script's end.
    while hear_command(&mut stream, &mut heard).await {}
    heard
}

/// A line, or after DATA all lines up to the final dot. A client that waits for more of an answer gets none.
async fn hear_command(stream: &mut (impl AsyncBufReadExt + Unpin), heard: &mut Vec<u8>) -> bool {
    let is_body = heard.ends_with(b"\r\nDATA\r\n");
    loop {
        let start = heard.len();
        let mut read = timeout(PATIENCE, stream.read_until(b'\n', heard)).await;
        if read.is_err() {
            // The clock has moved on at once, and the kernel of a busy machine may not have delivered yet.
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
