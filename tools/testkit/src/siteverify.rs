//! A fake of Turnstile's siteverify. The token names the response (`wrong-hostname.17`).

use std::io::{self, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::client::{read_head, value};

/// Serves on loopback until the process ends, on a free port if `port` is 0.
pub fn start(port: u16) -> Result<SocketAddr> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).context("the siteverify port is taken")?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            // The client gives up in the modes without a response.
            thread::spawn(move || drop(serve(stream)));
        }
    });
    Ok(address)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Client;

    #[test]
    fn answers_as_the_token_says() {
        let address = start(0).unwrap();
        let ask = |mode: &str| {
            let body = json!({"response": format!("{mode}.1")}).to_string();
            let request = format!("POST / HTTP/1.1\r\nContent-Length: {}\r\n\r\n{body}", body.len());
            Client::new(address).send(request.as_bytes()).unwrap()
        };
        assert_eq!(ask("success").json()["hostname"], "127.0.0.1");
        assert_eq!(ask("timeout-or-duplicate").json()["error-codes"][0], "timeout-or-duplicate");
    }
}
