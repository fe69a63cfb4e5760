//! How fast the worker empties a full outbox into a sink without delay.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use super::ground::{Ground, Scene};
use super::load;
use super::post::megabytes;
use super::table::{Table, Wanted};
use super::token::TokenMaker;
use crate::signals;

const INQUIRIES: usize = 3_000;
/// Four consultants an inquiry. The auto-replies, capped at a hundred an hour, hardly count.
const NOTIFY_TO: &str = "one@firnwall.example,two@firnwall.example,three@firnwall.example,four@firnwall.example";
const NOTIFICATIONS: usize = INQUIRIES * 4;

pub(super) fn measure(ground: &mut Ground, table: &mut Table) -> Result<()> {
    let scene = ground.scene("bench_drain", &[("NOTIFY_TO", NOTIFY_TO)])?;
    ground.start_api(&scene)?;
    fill(ground, &scene)?;
    ground.stack.stop_service("api")?;
    ground.sink.reset();
    eprintln!("measuring the outbox's drain ({NOTIFICATIONS} notifications)");
    let start = Instant::now();
    ground.start_worker(&scene)?;
    let mut resident: u64 = 0;
    let (mut first, mut last) = (None, 0);
    while last < NOTIFICATIONS {
        signals::check()?;
        thread::sleep(Duration::from_millis(10));
        last = ground.sink.mails();
        if last > 0 {
            first.get_or_insert_with(|| (Instant::now(), last));
        }
        resident = resident.max(ground.stack.resident_bytes("worker").unwrap_or_default());
        if start.elapsed() > Duration::from_mins(2) {
            bail!("the worker sent {last} of {NOTIFICATIONS} mails in two minutes");
        }
    }
    let (since, before) = first.unwrap_or((start, 0));
    let sent = f64::from(u32::try_from(last - before).unwrap_or(u32::MAX));
    table.judge("outbox drain", sent / since.elapsed().as_secs_f64(), "mails/s", Wanted::AtLeast(500.0));
    table.judge("worker resident under load", megabytes(resident), "MB", Wanted::Under(60.0));
    ground.stack.stop_service("worker")
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
