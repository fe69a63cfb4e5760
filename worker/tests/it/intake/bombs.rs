//! Forty mails made to exhaust or to confuse a reader. Each is stored as it came, gets one fate, and costs little.

use std::{
    env, fs,
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use entity::{database::DatabaseSettings, env::Env};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;
use worker::intake::{Envelope, Way, settle_next};

use super::{VISITOR, accept, rule, settings, ticket_of};
use crate::support::World;

/// Name; header fields and body; fate and rule.
type Bomb = (&'static str, fn() -> (String, Vec<u8>), &'static str);

const MEGABYTE: usize = 1024 * 1024;
/// Below the largest mail that is accepted, 25 MiB, together with its headers.
const LARGE: usize = 25 * MEGABYTE - 10_000;
/// Of the process. Code without optimisation takes longer.
const MOST_CPU_MS: u64 = if cfg!(debug_assertions) { 2_000 } else { 1_000 };
const MOST_MEMORY_KB: u64 = 128 * 1024;
/// As in the image of the worker.
const MALLOC: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "131072");
/// Set in the process that is measured.
const MEASURED: &str = "MEASURED_BOMBS";

const BOMBS: [Bomb; 40] = [
    (
        "multiparts in multiparts",
        || plain(&multipart("b"), "--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n".repeat(200_000)),
        "quarantined nesting",
    ),
    ("multiparts in multiparts, each with its boundary", different_boundaries, "quarantined nesting"),
    (
        "mails in mails",
        || plain("Content-Type: message/rfc822\r\n", "Content-Type: message/rfc822\r\n\r\n".repeat(200_000)),
        "quarantined nesting",
    ),
    ("a million parts", || plain(&multipart("b"), "--b\r\n\r\na\r\n".repeat(1_000_000)), "quarantined parts"),
    ("100,000 header fields", || plain(&"X: y\r\n".repeat(100_000), "a"), "quarantined headers"),
    ("25 MB of base64", || plain("Content-Transfer-Encoding: base64\r\n", lines("QUJD", LARGE)), "reply address"),
    ("25 MB of base64 in an attachment", || attachment("file.pdf", &lines("QUJD", LARGE)), "reply address"),
    ("100,000 nested div", || html("<div>".repeat(100_000) + "deep"), "reply address"),
    ("NUL in the body", || plain("", "a\0b\0".repeat(100_000)), "reply address"),
    ("NUL in a header field", || plain("X-Note: a\0b\r\n", "a"), "reply address"),
    ("CR without LF", || plain("", "a\rb".repeat(100_000)), "reply address"),
    ("LF without CR", || plain("X-Note: a\nX-Other: b\n", "a\nb\n".repeat(100_000)), "reply address"),
    ("two From", || plain("From: somebody@else.example\r\n", "a"), "quarantined unclear_headers"),
    ("a From in disguise", || plain("From : somebody@else.example\r\n", "a"), "quarantined unclear_headers"),
    ("a header field of 25 MB", || plain(&format!("X-Note: {}\r\n", "a".repeat(LARGE)), "a"), "quarantined headers"),
    (
        "a header field of 100,000 lines",
        || plain(&format!("X-Note: a\r\n{}", " b\r\n".repeat(100_000)), "a"),
        "quarantined headers",
    ),
    ("a line of 25 MB", || plain("", "a".repeat(LARGE)), "reply address"),
    ("25 MB of empty lines", || plain("", "\r\n".repeat(LARGE / 2)), "reply address"),
    (
        "25 MB of soft line breaks",
        || plain("Content-Transfer-Encoding: quoted-printable\r\n", "=\r\n".repeat(LARGE / 3)),
        "reply address",
    ),
    (
        "25 MB of NUL in quoted-printable",
        || plain("Content-Transfer-Encoding: quoted-printable\r\n", "=00".repeat(LARGE / 3)),
        "reply address",
    ),
    (
        "3,000 encoded words",
        || plain(&format!("Comments: a\r\nSubject: {}\r\n", "=?utf-8?b?w6k=?= ".repeat(3_000)), "a"),
        "reply address",
    ),
    (
        "100,000 nested comments",
        || plain(&format!("Sender: {}a@b.example\r\n", "(".repeat(100_000)), "a"),
        "reply address",
    ),
    (
        "10,000 references",
        || plain(&format!("References: {}\r\n", "<a@b.example> ".repeat(10_000)), "a"),
        "reply address",
    ),
    (
        "10,000 recipients in Cc",
        || plain(&format!("Cc: {}a@b.example\r\n", "a@b.example, ".repeat(10_000)), "a"),
        "reply address",
    ),
    (
        "a boundary of 100,000 characters",
        || plain(&multipart(&"b".repeat(100_000)), format!("--{}\r\n\r\na", "b".repeat(100_000))),
        "reply address",
    ),
    ("an empty boundary", || plain(&multipart("\"\""), "--\r\n\r\na\r\n".repeat(9_000)), "reply address"),
    (
        "the start of a boundary, again and again",
        || plain(&multipart(&"-".repeat(70)), "-".repeat(LARGE)),
        "reply address",
    ),
    ("ends of multiparts that have not begun", || plain(&multipart("b"), "--b--\r\n".repeat(9_000)), "reply address"),
    ("25 MB of opened tags", || html("<".repeat(LARGE)), "reply address"),
    ("5 million entities", || html("&amp;".repeat(LARGE / 5)), "reply address"),
    (
        "100,000 nested quotations",
        || html("<blockquote type=\"cite\"><table><tr><td>".repeat(100_000)),
        "reply address",
    ),
    ("a comment that does not end", || html(format!("a<!--{}", "- ->".repeat(LARGE / 4))), "reply address"),
    ("an attribute of 25 MB", || html(format!("<a href=\"{}\">a</a>", "x".repeat(LARGE))), "reply address"),
    (
        "100,000 quotation marks in a line",
        || plain("", format!("{} a\r\n", ">".repeat(100_000)).repeat(50)),
        "reply address",
    ),
    (
        "100,000 beginnings of a quotation",
        || plain("", "On Monday, a <a@b.example> wrote:\r\n".repeat(100_000)),
        "reply address",
    ),
    (
        "9,000 attachments",
        || {
            plain(
                &multipart("b"),
                "--b\r\nContent-Disposition: attachment; filename=a.pdf\r\n\r\n%PDF-\r\n".repeat(9_000),
            )
        },
        "quarantined attachments",
    ),
    ("a file name in 1,000 pieces", || attachment_named(&pieces()), "reply address"),
    (
        "an escape sequence, again and again",
        || plain("Content-Type: text/plain; charset=iso-2022-jp\r\n", "\x1b$B\x1b(B".repeat(LARGE / 6)),
        "reply address",
    ),
    ("a report about 100,000 recipients", report, "machine report"),
    (
        "bytes that are no text",
        || ("Subject: \u{202e}a\r\n".to_owned(), [0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80].repeat(1_000_000)),
        "reply address",
    ),
];

fn plain(fields: &str, body: impl Into<Vec<u8>>) -> (String, Vec<u8>) {
    (fields.to_owned(), body.into())
}

fn html(body: String) -> (String, Vec<u8>) {
    plain("Content-Type: text/html\r\n", body)
}

fn multipart(boundary: &str) -> String {
    format!("Content-Type: multipart/mixed; boundary={boundary}\r\n")
}

/// Lines of 76 characters.
fn lines(unit: &str, bytes: usize) -> String {
    (unit.repeat(19) + "\r\n").repeat(bytes / 78)
}

fn different_boundaries() -> (String, Vec<u8>) {
    let level = |level| format!("--b{level}\r\nContent-Type: multipart/mixed;\r\n boundary=b{}\r\n\r\n", level + 1);
    plain(&multipart("b0"), (0..200_000).map(level).collect::<String>())
}

fn attachment(name: &str, base64: &str) -> (String, Vec<u8>) {
    let fields = format!("filename={name}\r\nContent-Transfer-Encoding: base64");
    plain(&multipart("b"), format!("--b\r\nContent-Disposition: attachment; {fields}\r\n\r\n{base64}\r\n--b--\r\n"))
}

fn attachment_named(name: &str) -> (String, Vec<u8>) {
    plain(&multipart("b"), format!("--b\r\nContent-Disposition: attachment{name}\r\n\r\n%PDF-\r\n--b--\r\n"))
}

fn pieces() -> String {
    let pieces: Vec<_> = (0..1_000).map(|piece| format!(";\r\n filename*{piece}*=utf-8''%C3%A9")).collect();
    pieces.concat()
}

fn report() -> (String, Vec<u8>) {
    let recipients = "Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n".repeat(100_000);
    let fields = "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n";
    plain(
        fields,
        format!(
            "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; b.example\r\n\r\n{recipients}--b--\r\n"
        ),
    )
}

/// The peak of memory is the process's, so the bombs have a process.
#[test]
fn forty_bombs_are_stored_as_they_came_and_cost_little() {
    if env::var_os(MEASURED).is_some() {
        tokio::runtime::Runtime::new().unwrap().block_on(measure());
        return;
    }
    let name = "intake::bombs::forty_bombs_are_stored_as_they_came_and_cost_little";
    assert!(include_str!("../../../../Dockerfile").contains(&format!("ENV {}={}\n", MALLOC.0, MALLOC.1)));
    let mut child = Command::new(env::current_exe().unwrap());
    let output =
        child.args(["--exact", name, "--nocapture"]).env(MEASURED, "1").env(MALLOC.0, MALLOC.1).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(said.matches("bomb: ").count(), BOMBS.len(), "{said}");
}

async fn measure() {
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        report(panic);
    }));
    let world = World::new().await;
    // The pool of the product: its connections give their buffers back.
    let url = world.database.app_url();
    let env = Env::from_pairs([("DATABASE_URL", url.as_str())]);
    let db = DatabaseSettings::from_env(&env, 4, Duration::from_secs(10)).unwrap().connect_lazily().await.unwrap();
    let before = status_kb("VmRSS");
    let mut wrong = Vec::new();
    for (number, (name, make, expected)) in BOMBS.iter().enumerate() {
        let visitor = VISITOR.replace('@', &format!("-{number}@"));
        let ticket = ticket_of(&world, &visitor).await;
        let (fields, body) = make();
        let head = format!(
            "From: {visitor}\r\nTo: desk@own.example\r\nMessage-ID: <{number}@visitor.example>\r\n{fields}\r\n"
        );
        let raw = [head.as_bytes(), &body].concat();
        drop((head, fields, body));
        let (bytes, digest) = (raw.len(), Sha256::digest(&raw).to_vec());
        reset_peak();
        let began = cpu_ms();
        let envelope = Envelope { from: Some(visitor), to: Some(ticket.address) };
        let id = accept(&db, &settings().fingerprint_key, Way::Lmtp, &envelope, raw).await.unwrap().id;
        settle_next(&db, &settings(), Uuid::new_v4()).await.unwrap();
        let (cpu, memory) = (cpu_ms() - began, status_kb("VmHWM").saturating_sub(before));
        let fate = rule(&world, id).await;
        println!("bomb: {name}: {fate}, {bytes} bytes, {cpu} ms, {memory} kB");
        let stored: Vec<u8> = world.value(&format!("SELECT sha256(raw) FROM raw_mail WHERE intake_id = '{id}'")).await;
        let panics = PANICS.swap(0, Ordering::Relaxed);
        if fate != *expected || stored != digest || cpu > MOST_CPU_MS || memory > MOST_MEMORY_KB || panics > 0 {
            wrong.push(format!("{name}: {fate}, {cpu} ms, {memory} kB, {panics} panics"));
        }
    }
    let settled = "SELECT count(*) FROM intake WHERE state = 'settled' AND fate IS NOT NULL AND deliveries = 1";
    assert_eq!(world.value::<i64>(settled).await, i64::try_from(BOMBS.len()).unwrap());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Postgres stores no NUL.
#[tokio::test]
async fn a_nul_in_what_the_database_is_asked_keeps_no_mail_without_a_fate() {
    let world = World::new().await;
    let ticket = ticket_of(&world, VISITOR).await;
    let head = |from: &str, fields: &str| format!("From: {from}\r\nTo: desk@own.example\r\n{fields}");
    // `Message-ID: <a\0b@c.example>`
    let complaint = "Content-Type: multipart/report; report-type=feedback-report; boundary=b\r\n\r\n\
        --b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\n\r\n\
        --b\r\nContent-Type: text/rfc822-headers\r\nContent-Transfer-Encoding: base64\r\n\r\n\
        TWVzc2FnZS1JRDogPGEAYkBjLmV4YW1wbGU+DQo=\r\n--b--\r\n";
    for (raw, expected) in [
        (head(VISITOR, "In-Reply-To: <a\0b@c.example>\r\n\r\na\r\n"), "reply address"),
        (head("complaints@visitor.example", complaint), "machine complaint"),
        (head("a\0b@c.example", "In-Reply-To: <a@c.example>\r\n\r\na\r\n"), "quarantined unclear_headers"),
    ] {
        let envelope = Envelope { from: Some(VISITOR.to_owned()), to: Some(ticket.address.clone()) };
        let id = accept(&world.db, &settings().fingerprint_key, Way::Lmtp, &envelope, raw.as_bytes()).await.unwrap().id;
        settle_next(&world.db, &settings(), Uuid::new_v4()).await.unwrap();
        assert_eq!(rule(&world, id).await, expected, "{raw:?}");
    }
}

fn status_kb(field: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(field)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Sets the peak to what is in use now (`man proc_pid_clear_refs`).
fn reset_peak() {
    fs::write("/proc/self/clear_refs", "5").unwrap();
}

/// User and system time of this process.
fn cpu_ms() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    // In ticks of 10 ms.
    (fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()) * 10
}
