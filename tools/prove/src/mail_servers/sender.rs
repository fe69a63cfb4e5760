//! A sender over one connection, in SMTP or LMTP.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Result, ensure};

#[derive(Debug)]
pub(crate) struct Sender(BufReader<TcpStream>);

impl Sender {
    /// `hello` is EHLO or LHLO.
    pub(crate) fn connect(address: SocketAddr, hello: &str) -> Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_mins(1)))?;
        let mut sender = Self(BufReader::new(stream));
        sender.expect("220")?;
        sender.say(&format!("{hello} sender.example"), "250")?;
        Ok(sender)
    }

    /// Returns when the server has confirmed the mail.
    pub(crate) fn send(&mut self, from: &str, to: &str, mail: &str) -> Result<()> {
        self.say(&format!("MAIL FROM:<{from}>"), "250")?;
        self.say(&format!("RCPT TO:<{to}>"), "250")?;
        self.say("DATA", "354")?;
        self.say(&format!("{mail}."), "250")
    }

    fn say(&mut self, line: &str, expected: &str) -> Result<()> {
        self.0.get_mut().write_all(format!("{line}\r\n").as_bytes())?;
        self.expect(expected)
    }

    fn expect(&mut self, code: &str) -> Result<()> {
        let mut line = String::from("000-");
        while line.as_bytes().get(3) == Some(&b'-') {
            line.clear();
            ensure!(self.0.read_line(&mut line)? > 0, "the server closed the connection");
        }
        ensure!(line.starts_with(code), "the server replied {}", line.trim_end());
        Ok(())
    }
}
