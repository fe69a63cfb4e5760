//! A fake of Turnstile's siteverify. The token names the response (`wrong-hostname.17`).

use std::io::{self, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::Result;
use serde_json::{Value, json};

use crate::client::{read_head, value};
use crate::threads::listen;

/// Serves on loopback until the process ends, on a free port if `port` is 0.
pub fn start(port: u16) -> Result<SocketAddr> {
    // The client gives up in the modes without a response.
    listen(port, |stream| drop(serve(stream)))
}

fn serve(stream: TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_mins(1)))?;
    let mut out = stream.try_clone()?;
    let mut reader = BufReader::new(stream);
    let (_, headers) = read_head(&mut reader)?;
    let length = value(&headers, "content-length").and_then(|length| length.parse().ok()).unwrap_or_default();
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let question: Value = serde_json::from_slice(&body).unwrap_or_default();
    let token = question["response"].as_str().unwrap_or_default();
    answer(&mut out, token.split('.').next().unwrap_or_default())
}

/// Passes the token `success`. Any other is the error code of a refusal.
fn answer(out: &mut TcpStream, token: &str) -> io::Result<()> {
    let body = match token {
        "success" => json!({"success": true, "error-codes": [], "hostname": "127.0.0.1", "action": "contact"}),
        code => json!({"success": false, "error-codes": [code]}),
    };
    let body = body.to_string();
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n";
    out.write_all(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes())
}
