//! Commands and responses on one channel, with a limit of time and bytes around each. A server can neither fill the
//! memory nor stop the poll, and nothing that it sends is logged.

use std::time::Duration;

use imap_proto::{Response, Status};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    time::timeout,
};

/// A line besides its literals. The longest that we ask for is the answer to a search.
const MAX_LINE: usize = 1024 * 1024;
/// The parser recurses at each parenthesis. What we ask for has two levels.
const MAX_DEPTH: usize = 8;

/// Why a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("the connection was lost")]
    Lost,
    #[error("the server did not answer in time")]
    Silent,
    #[error("the server sent more than was asked for")]
    TooMuch,
    #[error("the server refused a command")]
    Refused,
    #[error("the server does not speak IMAP")]
    NotImap,
}

/// The most that a command may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) time: Duration,
    pub(super) bytes: usize,
}

impl Limits {
    pub(super) const COMMAND: Self = Self { time: Duration::from_secs(30), bytes: 64 * 1024 };

    pub(super) const fn bytes(bytes: usize) -> Self {
        Self { time: Duration::from_mins(2), bytes: Self::COMMAND.bytes + bytes }
    }
}

pub(super) struct Wire<S> {
    stream: BufReader<S>,
    /// The response so far: reading can be interrupted.
    partial: Vec<u8>,
    /// Where its last line begins, and how much of a literal is missing.
    line: usize,
    literal: usize,
    depth: usize,
    budget: usize,
    commands: u32,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Wire<S> {
    pub(super) fn new(stream: S) -> Self {
        let budget = Limits::COMMAND.bytes;
        Self { stream: BufReader::new(stream), partial: Vec::new(), line: 0, literal: 0, depth: 0, budget, commands: 0 }
    }

    /// The first line of the server.
    pub(super) async fn greeting(&mut self) -> Result<(), Fault> {
        let line = timeout(Limits::COMMAND.time, self.response()).await.map_err(|_| Fault::Silent)??;
        match line.as_slice() {
            line if starts_with(line, b"* OK") => Ok(()),
            line if starts_with(line, b"* ") => Err(Fault::Refused),
            _ => Err(Fault::NotImap),
        }
    }

    /// Runs a command, and shows each untagged response to `each`.
    pub(super) async fn run(
        &mut self,
        command: &str,
        limits: Limits,
        mut each: impl FnMut(Response<'_>),
    ) -> Result<(), Fault> {
        let run = async {
            let tag = self.begin(command, limits).await?;
            self.finish(&tag, &mut each).await
        };
        timeout(limits.time, run).await.unwrap_or(Err(Fault::Silent))
    }

    /// AUTHENTICATE; `answer` is sent at the first request, an empty line at a further one, which asks for it after a
    /// refusal.
    pub(super) async fn authenticate(&mut self, mechanism: &str, answer: &str) -> Result<(), Fault> {
        let run = async {
            let tag = self.begin(&format!("AUTHENTICATE {mechanism}"), Limits::COMMAND).await?;
            let mut answers = [answer, ""].into_iter();
            loop {
                let response = self.response().await?;
                if response.starts_with(b"+") {
                    let answer = answers.next().ok_or(Fault::Refused)?;
                    self.send(&format!("{answer}\r\n")).await?;
                } else if let Some(result) = result_of(&response, &tag) {
                    return result;
                }
            }
        };
        timeout(Limits::COMMAND.time, run).await.unwrap_or(Err(Fault::Silent))
    }

    /// IDLE until something changes, or for `wait`.
    pub(super) async fn idle(&mut self, wait: Duration) -> Result<(), Fault> {
        let begin = async {
            let tag = self.begin("IDLE", Limits::COMMAND).await?;
            let mut has_changed = false;
            loop {
                let response = self.response().await?;
                if response.starts_with(b"+") {
                    return Ok((tag, has_changed));
                }
                has_changed |= !starts_with(&response, b"* OK");
            }
        };
        let (tag, has_changed) = timeout(Limits::COMMAND.time, begin).await.unwrap_or(Err(Fault::Silent))?;
        if !has_changed {
            let change = async {
                loop {
                    let response = self.response().await?;
                    // Servers say OK to keep the connection open.
                    if !starts_with(&response, b"* OK") {
                        return Ok::<_, Fault>(());
                    }
                }
            };
            if let Ok(changed) = timeout(wait, change).await {
                changed?;
            }
        }
        let end = async {
            self.send("DONE\r\n").await?;
            self.finish(&tag, &mut |_| {}).await
        };
        timeout(Limits::COMMAND.time, end).await.unwrap_or(Err(Fault::Silent))
    }

    async fn begin(&mut self, command: &str, limits: Limits) -> Result<String, Fault> {
        self.budget = limits.bytes;
        self.commands += 1;
        let tag = format!("f{}", self.commands);
        self.send(&format!("{tag} {command}\r\n")).await?;
        Ok(tag)
    }

    async fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.stream.write_all(text.as_bytes()).await.map_err(|_| Fault::Lost)?;
        self.stream.flush().await.map_err(|_| Fault::Lost)
    }

    /// Reads up to the tagged response. What cannot be read is about something that we did not ask for.
    async fn finish(&mut self, tag: &str, each: &mut impl FnMut(Response<'_>)) -> Result<(), Fault> {
        loop {
            let response = self.response().await?;
            if let Some(result) = result_of(&response, tag) {
                return result;
            }
            if let Ok((_, parsed)) = Response::parse(&response)
                && !matches!(parsed, Response::Data { status: Status::Bye, .. })
            {
                each(parsed);
            }
        }
    }

    /// A whole response with its literals.
    async fn response(&mut self) -> Result<Vec<u8>, Fault> {
        loop {
            let available = self.stream.fill_buf().await.map_err(|_| Fault::Lost)?;
            if available.is_empty() {
                return Err(Fault::Lost);
            }
            let end = available.iter().position(|byte| *byte == b'\n').map_or(available.len(), |at| at + 1);
            let taken = if self.literal > 0 { self.literal.min(available.len()) } else { end };
            let has_line = self.literal == 0 && available[taken - 1] == b'\n';
            self.partial.extend_from_slice(&available[..taken]);
            self.stream.consume(taken);
            self.budget = self.budget.checked_sub(taken).ok_or(Fault::TooMuch)?;
            if self.literal > 0 {
                self.literal -= taken;
                self.line = self.partial.len();
                continue;
            }
            self.depth = self.partial[self.partial.len() - taken..].iter().fold(self.depth, |depth, byte| match byte {
                b'(' => depth + 1,
                b')' if depth <= MAX_DEPTH => depth.saturating_sub(1),
                _ => depth,
            });
            if self.depth > MAX_DEPTH || self.partial.len() - self.line > MAX_LINE {
                return Err(Fault::TooMuch);
            }
            if !has_line {
                continue;
            }
            match literal_of(&self.partial[self.line..]) {
                Some(length) if length > self.budget => return Err(Fault::TooMuch),
                Some(length) => {
                    self.literal = length;
                    self.line = self.partial.len();
                    self.partial.reserve_exact(length);
                }
                None => {
                    (self.line, self.depth) = (0, 0);
                    return Ok(std::mem::take(&mut self.partial));
                }
            }
        }
    }
}

fn starts_with(line: &[u8], word: &[u8]) -> bool {
    line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// `None`: the response is not that of the command.
fn result_of(response: &[u8], tag: &str) -> Option<Result<(), Fault>> {
    let rest = response.strip_prefix(tag.as_bytes())?.strip_prefix(b" ")?;
    Some(if starts_with(rest, b"OK") { Ok(()) } else { Err(Fault::Refused) })
}

/// The length of the literal that follows a line: `… {123}`.
fn literal_of(line: &[u8]) -> Option<usize> {
    let line = line.strip_suffix(b"\r\n")?.strip_suffix(b"}")?;
    let start = line.iter().rposition(|byte| *byte == b'{')?;
    let digits = &line[start + 1..];
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    // A number beyond the range is a literal that is too long.
    is_number.then(|| str::from_utf8(digits).ok()?.parse().ok().or(Some(usize::MAX)))?
}

#[cfg(test)]
#[path = "wire_tests.rs"]
mod tests;
