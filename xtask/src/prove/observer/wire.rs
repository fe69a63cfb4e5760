//! The few messages of Postgres' protocol (version 3) that a simple query needs.

use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::scram::Login;
use super::{Row, Server};

#[derive(Debug)]
pub(super) struct Connection {
    stream: BufReader<TcpStream>,
}

impl Connection {
    pub(super) fn open(server: &Server) -> Result<Self> {
        let stream = TcpStream::connect_timeout(&server.address, Duration::from_secs(5))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_mins(2)))?;
        let mut connection = Self { stream: BufReader::new(stream) };
        let mut startup = 196_608_u32.to_be_bytes().to_vec();
        for text in ["user", &server.user, "database", &server.database, "application_name", "prove"] {
            startup.extend(text.as_bytes());
            startup.push(0);
        }
        startup.push(0);
        connection.write(None, &startup)?;
        connection.log_in(&server.password)?;
        Ok(connection)
    }

    fn log_in(&mut self, password: &str) -> Result<()> {
        let login = Login::new("", &hex::encode(rand::random::<[u8; 12]>()));
        loop {
            let (kind, body) = self.read()?;
            match kind {
                b'R' => match (number(&body, 0)?, body.get(4..).unwrap_or_default()) {
                    (0 | 12, _) => {}
                    (10, _) => {
                        let first = login.first();
                        let mut message = b"SCRAM-SHA-256\0".to_vec();
                        message.extend(u32::try_from(first.len())?.to_be_bytes());
                        message.extend(first.as_bytes());
                        self.write(Some(b'p'), &message)?;
                    }
                    (11, challenge) => {
                        let last = login.last(password, std::str::from_utf8(challenge)?)?;
                        self.write(Some(b'p'), last.as_bytes())?;
                    }
                    (other, _) => bail!("the server wants to log us in by method {other}"),
                },
                b'E' => bail!("{}", error_text(&body)),
                b'Z' => return Ok(()),
                _ => {}
            }
        }
    }

    /// The rows of the last statement in `sql`.
    pub(super) fn query(&mut self, sql: &str) -> Result<Vec<Row>> {
        let mut message = sql.as_bytes().to_vec();
        message.push(0);
        self.write(Some(b'Q'), &message)?;
        let mut rows = Vec::new();
        let mut failed = None;
        loop {
            let (kind, body) = self.read()?;
            match kind {
                b'T' => rows.clear(),
                b'D' => rows.push(row(&body)?),
                b'E' => failed = Some(error_text(&body)),
                b'Z' => break,
                _ => {}
            }
        }
        failed.map_or(Ok(rows), |text| bail!("{text}"))
    }

    fn write(&mut self, kind: Option<u8>, body: &[u8]) -> Result<()> {
        let mut message: Vec<u8> = kind.into_iter().collect();
        message.extend(u32::try_from(body.len() + 4)?.to_be_bytes());
        message.extend(body);
        self.stream.get_mut().write_all(&message)?;
        Ok(())
    }

    fn read(&mut self) -> Result<(u8, Vec<u8>)> {
        let mut head = [0; 5];
        self.stream.read_exact(&mut head)?;
        let length = number(&head, 1)?.checked_sub(4).context("a message without a length")?;
        let mut body = vec![0; usize::try_from(length)?];
        self.stream.read_exact(&mut body)?;
        Ok((head[0], body))
    }
}

fn number(bytes: &[u8], at: usize) -> Result<u32> {
    let four = bytes.get(at..at + 4).context("a message that is too short")?;
    Ok(u32::from_be_bytes(four.try_into()?))
}

fn row(body: &[u8]) -> Result<Row> {
    let mut rest = body.get(2..).context("a row without a count")?;
    let mut fields = Vec::new();
    while !rest.is_empty() {
        let length = number(rest, 0)?;
        rest = &rest[4..];
        // -1 stands for NULL.
        if length == u32::MAX {
            fields.push(None);
            continue;
        }
        let (field, after) = rest.split_at_checked(usize::try_from(length)?).context("a row that is cut off")?;
        fields.push(Some(String::from_utf8_lossy(field).into_owned()));
        rest = after;
    }
    Ok(Row(fields))
}

fn error_text(body: &[u8]) -> String {
    let message = body.split(|byte| *byte == 0).find_map(|field| field.strip_prefix(b"M"));
    format!("Postgres: {}", String::from_utf8_lossy(message.unwrap_or(b"an error without a text")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_values_and_nulls_of_a_row() {
        let body = [&[0, 3][..], &[0, 0, 0, 2], b"ab", &[255; 4], &[0, 0, 0, 0]].concat();
        assert_eq!(row(&body).unwrap().0, [Some("ab".to_owned()), None, Some(String::new())]);
        assert!(row(&[0, 1, 0, 0, 0, 9, b'x']).is_err());
    }
}
