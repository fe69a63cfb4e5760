//! How fast the worker sends a full outbox to a mail server without delay.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};

use super::commits;
use super::environment::Environment;
use devstack::signals;
use testkit::load::{LoadGenerator, LoadProfile};
use testkit::measurements::{Measurements, Wanted};
use testkit::setup::Setup;
use testkit::statistics::{float, megabytes};

const DATABASE: &str = "bench_drain";
const INQUIRIES: usize = 3_000;
/// Four consultants per inquiry. Auto-replies are limited to a hundred per hour.
pub(super) const NOTIFY_TO: &str =
    "one@firnwall.example,two@firnwall.example,three@firnwall.example,four@firnwall.example";
const NOTIFICATIONS: usize = INQUIRIES * 4;
/// The worker's default, `MAIL_CONCURRENCY`.
const CONNECTIONS: usize = 8;
/// Bytes of an outbox row.
const SIZE: usize = 500;
const LIMIT: Duration = Duration::from_mins(2);

pub(super) fn measure(environment: &mut Environment, table: &mut Measurements) -> Result<()> {
    let setup = environment.set_up(DATABASE, &[("NOTIFY_TO", NOTIFY_TO)])?;
    environment.start_api(&setup)?;
    fill(environment, &setup)?;
    environment.stack.stop_service("api")?;
    environment.smtp.reset();
    environment.smtp.keep_texts(false);
    eprintln!("measuring the outbox's drain ({NOTIFICATIONS} notifications)");
    environment.start_worker(&setup)?;
    let (per_second, resident) = watch(environment)?;
    environment.stack.stop_service("worker")?;
    let commits = commits::per_second(&setup, DATABASE, CONNECTIONS, &[SIZE], Duration::from_secs(5))?;
    table.judge("outbox drain", per_second, "mails/s", Wanted::AtLeast(500.0));
    table.judge("worker resident under load", megabytes(resident), "MB", Wanted::AtMost(60.0));
    table.note("Postgres alone, 8 clients, 500 bytes in one row a commit", commits, "/s");
    table.note("drain as a ratio to Postgres alone", per_second / commits, "");
    Ok(())
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
        }
        resident = resident.max(environment.stack.resident_bytes("worker").unwrap_or_default());
    }
    let Some((since, before)) = first.filter(|_| last >= NOTIFICATIONS) else {
        bail!("the worker sent {last} of {NOTIFICATIONS} mails in {} s", LIMIT.as_secs())
    };
    Ok((float(last - before) / since.elapsed().as_secs_f64(), resident))
}

fn fill(environment: &Environment, setup: &Setup) -> Result<()> {
    let load = LoadGenerator::new(LoadProfile { wanted: INQUIRIES, ..LoadProfile::FORM }, &[environment.site()], setup);
    load.run()?;
    ensure!(load.acknowledged() == INQUIRIES, "only {} of {INQUIRIES} inquiries were accepted", load.acknowledged());
    Ok(())
}
