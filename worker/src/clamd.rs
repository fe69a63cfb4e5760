//! The virus scanner (`CLAMD`): clamd's `INSTREAM`.

use std::{path::PathBuf, str::FromStr, time::Duration};

use clamav_client::{
    PONG,
    tokio::{Socket, Tcp, ping, scan_buffer},
};
use tokio::time::{Instant, timeout, timeout_at};

const CHUNK_BYTES: usize = 64 * 1024;
const PING_LIMIT: Duration = Duration::from_secs(5);

/// Where clamd listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clamd {
    /// `HOST:PORT`.
    Tcp(String),
    /// `unix:/path`.
    Socket(PathBuf),
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is neither HOST:PORT nor unix:/path")]
pub struct InvalidClamd;

impl FromStr for Clamd {
    type Err = InvalidClamd;

    fn from_str(text: &str) -> Result<Self, InvalidClamd> {
        if let Some(path) = text.strip_prefix("unix:").map(PathBuf::from) {
            return path.is_absolute().then_some(Self::Socket(path)).ok_or(InvalidClamd);
        }
        let (host, port) = text.rsplit_once(':').ok_or(InvalidClamd)?;
        let is_port = port.parse::<u16>().is_ok_and(|port| port > 0);
        (is_port && !host.is_empty() && !host.contains('/')).then(|| Self::Tcp(text.to_owned())).ok_or(InvalidClamd)
    }
}

/// What the scanner says of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    Clean,
    Infected,
    /// It did not answer, or could not decide.
    Unchecked,
}

impl Clamd {
    pub async fn scan(&self, bytes: &[u8], end: Instant) -> Scan {
        let scanned = async {
            match self {
                Self::Tcp(host_address) => scan_buffer(bytes, Tcp { host_address }, Some(CHUNK_BYTES)).await,
                Self::Socket(socket_path) => scan_buffer(bytes, Socket { socket_path }, Some(CHUNK_BYTES)).await,
            }
        };
        match timeout_at(end, scanned).await {
            // Such as "stream: Win.Test.EICAR_HDB-1 FOUND".
            Ok(Ok(answer)) => match answer.strip_suffix(b"\0").unwrap_or(&answer) {
                b"stream: OK" => Scan::Clean,
                answer if answer.ends_with(b" FOUND") => Scan::Infected,
                _ => Scan::Unchecked,
            },
            _ => Scan::Unchecked,
        }
    }

    pub async fn answers(&self) -> bool {
        let asked = async {
            match self {
                Self::Tcp(host_address) => ping(Tcp { host_address }).await,
                Self::Socket(socket_path) => ping(Socket { socket_path }).await,
            }
        };
        matches!(timeout(PING_LIMIT, asked).await, Ok(Ok(answer)) if answer == PONG)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_an_address_or_a_socket() {
        assert_eq!("clamav:3310".parse(), Ok(Clamd::Tcp("clamav:3310".to_owned())));
        assert_eq!("[::1]:3310".parse(), Ok(Clamd::Tcp("[::1]:3310".to_owned())));
        assert_eq!("unix:/run/clamd.ctl".parse(), Ok(Clamd::Socket("/run/clamd.ctl".into())));
        for wrong in ["", "clamav", ":3310", "clamav:0", "clamav:x", "unix:run/clamd.ctl", "tcp://clamav:3310"] {
            assert_eq!(wrong.parse::<Clamd>(), Err(InvalidClamd), "{wrong}");
        }
    }
}
