//! How fast a visitor's reply reaches the consultants, and how many mails are stored: by LMTP over eight sessions, and
//! from a mailbox by IMAP.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use uuid::Uuid;

use super::commits;
use super::environment::Environment;
use super::latency::until_relayed;
use devstack::ports::Ports;
use devstack::signals;
use testkit::imap::ImapFake;
use testkit::load::reply_addresses;
use testkit::mail_sender::MailSender;
use testkit::measurements::{Measurements, Wanted};
use testkit::statistics::{float, megabytes, percentile};
use testkit::threads::{in_parallel, watched};

const DATABASE: &str = "bench_intake";
const SENDER: &str = "visitor@example.com";
/// Each with its visitor.
const TICKETS: usize = 30;
/// A ticket takes ten mails in ten minutes.
const REPLIES: usize = 4;
const INTERVAL: Duration = Duration::from_millis(100);
const SESSIONS: usize = 8;
const FOR: Duration = Duration::from_secs(10);
/// Half of all mails have up to 5 kB, one in twenty has 200 kB.
const SIZES: [usize; 20] = [
    500, 800, 1_000, 1_500, 2_000, 2_000, 3_000, 3_000, 4_000, 5_000, 6_000, 8_000, 10_000, 12_000, 15_000, 20_000,
    30_000, 50_000, 100_000, 200_000,
];
const IMAP_MAILS: usize = 3_000;
const LIMIT: Duration = Duration::from_mins(3);

pub(super) fn measure(environment: &mut Environment, table: &mut Measurements) -> Result<()> {
    let server = ImapFake::start()?;
    let lmtp = Ports::find_free()?.site;
    let setup = environment.set_up(
        DATABASE,
        &[
            ("INTAKE", "lmtp,imap"),
            ("INTAKE_LMTP_LISTEN", &format!("127.0.0.1:{lmtp}")),
            ("IMAP_URL", &server.url("desk:word")),
            ("REPLY_ADDRESS", "@reply.firnwall.example"),
            ("REPLY_HMAC_KEYS", &format!("1:{}c0de", "5a17".repeat(15))),
            // The mails of one ticket count.
            ("INTAKE_QUOTA", "10000"),
        ],
    )?;
    environment.start_api(&setup)?;
    environment.start_worker(&setup)?;
    eprintln!("measuring replies");
    let address = (Ipv4Addr::LOCALHOST, lmtp).into();
    environment.smtp.reset();
    let visitors = reply_addresses(environment.site(), &setup, &environment.smtp, TICKETS)?;
    let mut sender = MailSender::connect(address, "LHLO")?;
    let replies_by_lmtp =
        reply_delays_ms(environment, &visitors, |mail, to| sender.send(SENDER, to, format!("{mail}.\r\n").as_bytes()))?;
    let replies_by_imap = reply_delays_ms(environment, &visitors, |mail, _| {
        server.deliver(mail);
        Ok(())
    })?;
    let to = visitors.into_iter().next().context("there is no visitor")?.1;
    let mut resident = 0;
    let by_lmtp = lmtp_rate(environment, address, &to, &mut resident)?;
    let mut probe = setup.probe.clone();
    let is_settled = probe.becomes_zero("SELECT count(*) FROM intake WHERE state <> 'settled'", LIMIT)?;
    ensure!(is_settled, "mails are not settled after {} s", LIMIT.as_secs());
    let by_imap = imap_rate(environment, &server, &to, &mut resident)?;
    environment.stack.stop_service("worker")?;
    environment.stack.stop_service("api")?;
    let commits = commits::per_second(&setup, DATABASE, SESSIONS, &SIZES, FOR)?;
    table.judge("visitor's reply by LMTP to relay p50", percentile(&replies_by_lmtp, 50), "ms", Wanted::AtMost(2000.0));
    table.judge(
        "visitor's reply by LMTP to relay p99",
        percentile(&replies_by_lmtp, 99),
        "ms",
        Wanted::AtMost(10_000.0),
    );
    table.note("visitor's reply by IMAP to relay p50", percentile(&replies_by_imap, 50), "ms");
    table.judge("visitor's reply by IMAP to relay p99", percentile(&replies_by_imap, 99), "ms", Wanted::AtMost(5000.0));
    table.judge("LMTP, 8 sessions, 0.5 to 200 kB", by_lmtp, "mails/s", Wanted::AtLeast(600.0));
    table.judge("IMAP: fetched, stored, moved", by_imap, "mails/s", Wanted::AtLeast(300.0));
    table.judge("worker resident meanwhile", megabytes(resident), "MB", Wanted::AtMost(80.0));
    table.note("Postgres alone, 8 clients, the same bytes in one row a commit", commits, "/s");
    table.note("LMTP as a ratio to Postgres alone", by_lmtp / commits, "");
    table.note("IMAP as a ratio to Postgres alone", by_imap / commits, "");
    Ok(())
}

/// In milliseconds, a visitor's reply after the other. `visitors` are pairs of their address and ours.
fn reply_delays_ms(
    environment: &Environment,
    visitors: &[(String, String)],
    mut deliver: impl FnMut(String, &str) -> Result<()>,
) -> Result<Vec<f64>> {
    environment.smtp.reset();
    let mut delivered = HashMap::new();
    for (email, address) in visitors.iter().cycle().take(REPLIES * visitors.len()) {
        signals::check()?;
        let words = Uuid::new_v4().to_string();
        deliver(
            format!(
                "From: {email}\r\nTo: {address}\r\nDelivered-To: {address}\r\nSubject: Re\r\n\
                 Message-ID: <{words}@example.com>\r\nDate: Mon, 23 Nov 2026 10:00:00 +0100\r\n\r\n{words}\r\n"
            ),
            address,
        )?;
        delivered.insert(words, Instant::now());
        thread::sleep(INTERVAL);
    }
    until_relayed(&environment.smtp, &delivered, |mail| {
        delivered.keys().find(|words| mail.data.contains(words.as_str())).cloned()
    })
}

fn mail(number: usize, to: &str) -> String {
    let size = SIZES[number % SIZES.len()];
    // Unique over sessions and runs.
    let id = Uuid::new_v4();
    let mut text = format!(
        "From: visitor@example.com\r\nTo: {to}\r\nDelivered-To: {to}\r\nSubject: {number}\r\n\
         Message-ID: <{id}@example.com>\r\nDate: Mon, 23 Nov 2026 10:00:00 +0100\r\n\r\n"
    );
    let mut line = 0;
    while text.len() < size {
        line += 1;
        let _ = write!(text, "Line {line} of a mail that says nothing, and as long as most lines are.\r\n");
    }
    text
}

/// Mails a second that were confirmed.
fn lmtp_rate(environment: &Environment, address: SocketAddr, to: &str, resident: &mut u64) -> Result<f64> {
    eprintln!("measuring LMTP");
    let start = Instant::now();
    let sent = watched(
        || in_parallel(SESSIONS, |session| deliver(address, to, session, start)),
        || {
            *resident = (*resident).max(environment.stack.resident_bytes("worker").unwrap_or_default());
            Ok(())
        },
    )?;
    Ok(float(sent.iter().sum()) / start.elapsed().as_secs_f64())
}

fn deliver(address: SocketAddr, to: &str, number: usize, start: Instant) -> Result<usize> {
    let mut sender = MailSender::connect(address, "LHLO")?;
    let mut sent = 0;
    while start.elapsed() < FOR {
        sender.send(SENDER, to, format!("{}.\r\n", mail(sent * SESSIONS + number, to)).as_bytes())?;
        sent += 1;
    }
    Ok(sent)
}

/// Mails a second from the first to the last one that is moved.
fn imap_rate(environment: &Environment, server: &ImapFake, to: &str, resident: &mut u64) -> Result<f64> {
    eprintln!("measuring IMAP ({IMAP_MAILS} mails)");
    for number in 0..IMAP_MAILS {
        server.deliver(mail(number, to));
    }
    let start = Instant::now();
    let before = server.processed();
    while server.inbox() > 0 {
        signals::check()?;
        ensure!(start.elapsed() < LIMIT, "{} mails are left after {} s", server.inbox(), LIMIT.as_secs());
        thread::sleep(Duration::from_millis(20));
        *resident = (*resident).max(environment.stack.resident_bytes("worker").unwrap_or_default());
    }
    Ok(float(server.processed() - before) / start.elapsed().as_secs_f64())
}
