//! Those who send: by SMTP to Postfix, by LMTP to Dovecot, and by the pipe.

use std::fmt::Write as _;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

use devstack::env_file::Pair;
use devstack::signals;
use testkit::mail_sender::PatientSender;

/// `EX_TEMPFAIL`.
const TEMPORARY: i32 = 75;

/// What the threads that send need.
pub(super) struct Senders {
    pub(super) postfix: SocketAddr,
    pub(super) dovecot: SocketAddr,
    pub(super) addresses: Vec<String>,
    pub(super) worker: PathBuf,
    pub(super) settings: Vec<Pair>,
}

impl Senders {
    fn to(&self, number: usize) -> &str {
        &self.addresses[number % self.addresses.len()]
    }

    /// Hands `count` mails over, the first one with the number `from`.
    pub(super) fn by_server(&self, way: &str, from: usize, count: usize, done: &AtomicUsize) -> Result<()> {
        let (address, hello) = if way == "lmtp" { (self.postfix, "EHLO") } else { (self.dovecot, "LHLO") };
        let mut sender = PatientSender::new(address, hello);
        for number in from..from + count {
            signals::check()?;
            let mail = mail(&format!("prove-{way}-{number}"), self.to(number)) + ".\r\n";
            // Dovecot restarts once.
            sender.send("krelvonta@example.com", self.to(number), mail.as_bytes())?;
            done.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// One process a mail, again while it says that the failure is temporary.
    pub(super) fn by_pipe(&self, from: usize, count: usize, done: &AtomicUsize) -> Result<()> {
        for number in from..from + count {
            let text = mail(&format!("prove-pipe-{number}"), self.to(number));
            while !self.pipe(self.to(number), &text)? {
                signals::check()?;
                thread::sleep(Duration::from_millis(50));
            }
            done.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    fn pipe(&self, to: &str, text: &str) -> Result<bool> {
        let mut child = Command::new(&self.worker)
            .current_dir(std::env::temp_dir())
            .env_clear()
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .args(["intake", "pipe", "--sender", "krelvonta@example.com", "--recipient", to])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        // A worker that cannot start closes its input.
        let _ = child.stdin.take().context("no standard input")?.write_all(text.as_bytes());
        match child.wait()?.code() {
            Some(0) => Ok(true),
            Some(TEMPORARY) => Ok(false),
            code => anyhow::bail!("the pipe ended with {code:?}"),
        }
    }
}

fn mail(name: &str, to: &str) -> String {
    // Of some kilobytes.
    let mut text = format!(
        "From: Zquorvex <krelvonta@example.com>\r\nTo: {to}\r\nSubject: {name}\r\nMessage-ID: <{name}@example.com>\r\n\
         Date: Mon, 23 Nov 2026 10:00:00 +0100\r\n\r\n"
    );
    for line in 0..40 {
        let _ = write!(text, "Wimplethorpe of {name}, line {line}, which is as long as lines are.\r\n");
    }
    text
}
