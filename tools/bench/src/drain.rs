//! How fast the worker sends a full outbox to a mail server without delay.

use std::net::Ipv4Addr;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::environment::Environment;
use devstack::signals;
use testkit::load::{LoadGenerator, LoadProfile};
use testkit::mail_sender::MailSender;
use testkit::measurements::{Measurements, Wanted};
use testkit::setup::Setup;
use testkit::statistics::{float, megabytes};
use testkit::threads::in_parallel;

const INQUIRIES: usize = 3_000;
/// Four consultants per inquiry. Auto-replies are limited to a hundred per hour.
pub(super) const NOTIFY_TO: &str =
    "one@firnwall.example,two@firnwall.example,three@firnwall.example,four@firnwall.example";
const NOTIFICATIONS: usize = INQUIRIES * 4;
/// The worker's default, `MAIL_CONCURRENCY`.
const CONNECTIONS: usize = 8;
const PLAIN_FOR: Duration = Duration::from_secs(3);
const LIMIT: Duration = Duration::from_mins(2);

pub(super) fn measure(environment: &mut Environment, table: &mut Measurements) -> Result<()> {
    let drain = run(environment, "bench_drain")?;
    table.judge("outbox drain", drain.per_second, "mails/s", Wanted::AtLeast(500.0));
    table.judge("worker resident under load", megabytes(drain.resident), "MB", Wanted::AtMost(60.0));
    table.note("plain SMTP loop, same mail", drain.plain_per_second, "mails/s");
    table.note("drain as a ratio to the plain loop", drain.ratio(), "");
    Ok(())
}

pub(super) struct Drain {
    /// Mails a second, from the first mail.
    pub(super) per_second: f64,
    plain_per_second: f64,
    /// The worker's peak memory in bytes.
    resident: u64,
}

impl Drain {
    pub(super) fn ratio(&self) -> f64 {
        self.per_second / self.plain_per_second
    }
}

/// Fills and drains an outbox, and measures the plain loop.
pub(super) fn run(environment: &mut Environment, database: &str) -> Result<Drain> {
    let setup = environment.set_up(database, &[("NOTIFY_TO", NOTIFY_TO)])?;
    environment.start_api(&setup)?;
    fill(environment, &setup)?;
    environment.stack.stop_service("api")?;
    environment.smtp.reset();
    eprintln!("measuring the outbox's drain ({NOTIFICATIONS} notifications)");
    environment.start_worker(&setup)?;
    let (per_second, resident) = watch(environment)?;
    environment.stack.stop_service("worker")?;
    let plain_per_second = plain_loop(environment.ports.smtp, sample(environment)?.as_bytes())?;
    Ok(Drain { per_second, plain_per_second, resident })
}

/// Mails a second from the first to the last mail, and the worker's peak memory in bytes.
fn watch(environment: &Environment) -> Result<(f64, u64)> {
    let start = Instant::now();
    let mut resident: u64 = 0;
    let (mut first, mut last) = (None, 0);
    while last < NOTIFICATIONS && start.elapsed() < LIMIT {
        signals::check()?;
        thread::sleep(Duration::from_millis(10));
        last = environment.smtp.recorder().records.len();
        if last > 0 {
            first.get_or_insert_with(|| (Instant::now(), last));
            // One is enough for the plain loop.
            environment.smtp.keep_texts(false);
        }
        resident = resident.max(environment.stack.resident_bytes("worker").unwrap_or_default());
    }
    let Some((since, before)) = first.filter(|_| last >= NOTIFICATIONS) else {
        bail!("the worker sent {last} of {NOTIFICATIONS} mails in {} s", LIMIT.as_secs())
    };
    Ok((float(last - before) / since.elapsed().as_secs_f64(), resident))
}

/// A notification with its end of data.
fn sample(environment: &Environment) -> Result<String> {
    let recorder = environment.smtp.recorder();
    let found = recorder.records.iter().find(|record| !record.is_auto_reply && !record.data.is_empty());
    Ok(format!("{}.\r\n", found.context("no notification was recorded")?.data))
}

/// The reference: as many connections as the worker has send the same mail in a loop, without a database.
fn plain_loop(port: u16, mail: &[u8]) -> Result<f64> {
    let start = Instant::now();
    let sent = in_parallel(CONNECTIONS, |_| plain_connection(port, mail, start))?;
    Ok(f64::from(sent.iter().sum::<u32>()) / start.elapsed().as_secs_f64())
}

fn plain_connection(port: u16, mail: &[u8], start: Instant) -> Result<u32> {
    let mut sender = MailSender::connect((Ipv4Addr::LOCALHOST, port).into(), "EHLO")?;
    let mut sent = 0;
    while start.elapsed() < PLAIN_FOR {
        sender.send("bench@firnwall.example", "one@firnwall.example", mail)?;
        sent += 1;
    }
    Ok(sent)
}

fn fill(environment: &Environment, setup: &Setup) -> Result<()> {
    let load = LoadGenerator::new(LoadProfile { wanted: INQUIRIES, ..LoadProfile::FORM }, &[environment.site()], setup);
    load.run()?;
    ensure!(load.acknowledged() == INQUIRIES, "only {} of {INQUIRIES} inquiries were accepted", load.acknowledged());
    Ok(())
}
