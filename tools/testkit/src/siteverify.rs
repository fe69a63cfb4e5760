//! A fake of Turnstile's siteverify. The token names the response (`wrong-hostname.17`).

use std::io::{self, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::client::{read_head, value};

/// What the product must make of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectedVerdict {
    Verified,
    Refused,
    /// Inconclusive: the inquiry is stored as unverified.
    Kept,
}

use ExpectedVerdict::{Kept, Refused, Verified};

/// One success and seventeen failures.
pub const MODES: [(&str, ExpectedVerdict); 18] = [
    ("success", Verified),
    ("wrong-hostname", Refused),
    ("wrong-action", Refused),
    ("no-hostname", Refused),
    ("invalid-input-response", Refused),
    ("timeout-or-duplicate", Refused),
    ("invalid-input-secret", Kept),
    ("bad-request", Kept),
    ("internal-error", Kept),
    ("unheard-of-code", Kept),
    ("no-codes", Kept),
    ("status-500", Kept),
    ("not-json", Kept),
    ("too-long", Kept),
    ("cut-off", Kept),
    ("redirect", Kept),
    ("silence", Kept),
    ("drip", Kept),
];

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

fn answer(out: &mut TcpStream, mode: &str) -> io::Result<()> {
    let passed = |hostname: &str, action: &str| {
        json!({"success": true, "error-codes": [], "hostname": hostname, "action": action}).to_string()
    };
    let good = passed("127.0.0.1", "contact");
    match mode {
        "success" => say(out, "200 OK", &good),
        "wrong-hostname" => say(out, "200 OK", &passed("elsewhere.example", "contact")),
        "wrong-action" => say(out, "200 OK", &passed("127.0.0.1", "login")),
        "no-hostname" => say(out, "200 OK", r#"{"success":true}"#),
        "no-codes" => say(out, "200 OK", r#"{"success":false}"#),
        "status-500" => say(out, "500 Internal Server Error", &good),
        "not-json" => say(out, "200 OK", "<html>success</html>"),
        "too-long" => say(out, "200 OK", &format!("{good}{}", " ".repeat(17 * 1024))),
        "cut-off" => out.write_all(format!("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{good}").as_bytes()),
        "redirect" => out.write_all(
            b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        ),
        "silence" => {
            thread::sleep(Duration::from_secs(30));
            Ok(())
        }
        "drip" => drip(out, &good),
        code => {
            let body = json!({"success": false, "error-codes": [code]}).to_string();
            say(out, if code == "bad-request" { "400 Bad Request" } else { "200 OK" }, &body)
        }
    }
}

fn say(out: &mut TcpStream, status: &str, body: &str) -> io::Result<()> {
    let head = format!("HTTP/1.1 {status}\r\nContent-Type: application/json\r\nConnection: close\r\n");
    out.write_all(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes())
}

/// A byte every half second: each read is fast, all together take forever.
fn drip(out: &mut TcpStream, body: &str) -> io::Result<()> {
    out.write_all(format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len()).as_bytes())?;
    body.bytes().try_for_each(|byte| {
        thread::sleep(Duration::from_millis(500));
        out.write_all(&[byte])
    })
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
        assert_eq!(ask("status-500").status, 500);
    }
}
