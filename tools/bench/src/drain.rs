//! How fast the worker empties a full outbox into a sink without delay.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use super::ground::{Ground, Scene};
use super::load;
use super::post::megabytes;
use super::table::{Table, Wanted};
use devstack::signals;
use testkit::token::TokenMaker;

const INQUIRIES: usize = 3_000;
/// Four consultants an inquiry. The auto-replies, capped at a hundred an hour, hardly count.
pub(super) const NOTIFY_TO: &str =
    "one@firnwall.example,two@firnwall.example,three@firnwall.example,four@firnwall.example";
const NOTIFICATIONS: usize = INQUIRIES * 4;
/// The worker's default, `MAIL_CONCURRENCY`.
const LANES: usize = 8;
const PLAIN_FOR: Duration = Duration::from_secs(3);
const LIMIT: Duration = Duration::from_mins(2);

pub(super) fn measure(ground: &mut Ground, table: &mut Table) -> Result<()> {
    let drain = run(ground, "bench_drain")?;
    table.judge("outbox drain", drain.per_second, "mails/s", Wanted::AtLeast(500.0));
    table.judge("worker resident under load", megabytes(drain.resident), "MB", Wanted::Under(60.0));
    table.tell("plain SMTP loop, same mail", drain.plain_per_second, "mails/s");
    table.tell("drain as a ratio to the plain loop", drain.ratio(), "");
    Ok(())
}

pub(super) struct Drain {
    /// Mails a second from the first mail on.
    pub(super) per_second: f64,
    plain_per_second: f64,
    /// The worker's highest memory in bytes.
    resident: u64,
}

impl Drain {
    pub(super) fn ratio(&self) -> f64 {
        self.per_second / self.plain_per_second
    }
}

/// Fills and drains the outbox of a database, and does the same without a database.
pub(super) fn run(ground: &mut Ground, database: &str) -> Result<Drain> {
    let scene = ground.scene(database, &[("NOTIFY_TO", NOTIFY_TO)])?;
    ground.start_api(&scene)?;
    fill(ground, &scene)?;
    ground.stack.stop_service("api")?;
    ground.sink.reset();
    eprintln!("measuring the outbox's drain ({NOTIFICATIONS} notifications)");
    ground.start_worker(&scene)?;
    let (per_second, resident) = watch(ground)?;
    ground.stack.stop_service("worker")?;
    let plain_per_second = plain_loop(ground.ports.smtp, &ground.sink.sample())?;
    Ok(Drain { per_second, plain_per_second, resident })
}

/// Mails a second from the first mail on until all are out; and the worker's highest memory in bytes.
fn watch(ground: &Ground) -> Result<(f64, u64)> {
    let start = Instant::now();
    let mut resident: u64 = 0;
    let (mut first, mut last) = (None, 0);
    while last < NOTIFICATIONS && start.elapsed() < LIMIT {
        signals::check()?;
        thread::sleep(Duration::from_millis(10));
        last = ground.sink.mails();
        if last > 0 {
            first.get_or_insert_with(|| (Instant::now(), last));
        }
        resident = resident.max(ground.stack.resident_bytes("worker").unwrap_or_default());
    }
    let Some((since, before)) = first.filter(|_| last >= NOTIFICATIONS) else {
        bail!("the worker sent {last} of {NOTIFICATIONS} mails in {} s", LIMIT.as_secs())
    };
    let sent = f64::from(u32::try_from(last - before).unwrap_or(u32::MAX));
    Ok((sent / since.elapsed().as_secs_f64(), resident))
}

/// The yardstick: as many connections as the worker has, each sending one mail after another, nothing written down.
fn plain_loop(port: u16, mail: &[u8]) -> Result<f64> {
    let start = Instant::now();
    let sent = thread::scope(|scope| {
        let lanes: Vec<_> = (0..LANES).map(|_| scope.spawn(|| plain_lane(port, mail, start))).collect();
        lanes.into_iter().map(|lane| lane.join().unwrap_or_else(|_| bail!("a lane broke down"))).sum::<Result<u32>>()
    })?;
    Ok(f64::from(sent) / start.elapsed().as_secs_f64())
}

fn plain_lane(port: u16, mail: &[u8], start: Instant) -> Result<u32> {
    let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_nodelay(true)?;
    let mut out = stream.try_clone()?;
    let mut answers = BufReader::new(stream);
    answer(&mut answers)?;
    let mut say = |text: &[u8]| -> Result<()> {
        out.write_all(text)?;
        answer(&mut answers)
    };
    say(b"EHLO bench.example\r\n")?;
    let mut sent = 0;
    while start.elapsed() < PLAIN_FOR {
        say(b"MAIL FROM:<bench@firnwall.example>\r\n")?;
        say(b"RCPT TO:<one@firnwall.example>\r\n")?;
        say(b"DATA\r\n")?;
        say(mail)?;
        sent += 1;
    }
    Ok(sent)
}

/// Reads an answer to its last line.
fn answer(lines: &mut impl BufRead) -> Result<()> {
    let mut line = String::new();
    loop {
        line.clear();
        lines.read_line(&mut line)?;
        if line.as_bytes().get(3) != Some(&b'-') {
            break;
        }
    }
    if !line.starts_with(['2', '3']) {
        bail!("the sink answered {}", line.trim());
    }
    Ok(())
}

fn fill(ground: &Ground, scene: &Scene) -> Result<()> {
    let tokens = TokenMaker::new(&scene.site, scene.setting("ALTCHA_HMAC_KEY"))?;
    let client = |_| (0..INQUIRIES / 10).map(|_| load::request(ground.ports.site, &tokens)).collect::<Result<Vec<_>>>();
    let clients = (0..10).map(client).collect::<Result<Vec<_>>>()?;
    let outcome = load::run(ground.ports.site, clients, Duration::from_mins(1))?;
    if outcome.accepted != INQUIRIES {
        bail!("only {} of {INQUIRIES} inquiries were accepted", outcome.accepted);
    }
    Ok(())
}
