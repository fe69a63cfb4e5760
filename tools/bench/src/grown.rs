//! How the product does as its database grows, and the purge of a large database while inquiries come in.

use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::ground::{Ground, Scene};
use super::load::Steady;
use super::post::{self, megabytes};
use super::table::{Table, Wanted};
use super::{drain, latency};
use devstack::{process, signals};
use testkit::observer::{FORGET_THE_HOUR, Observer};
use testkit::statistics::{median, percentile};
use testkit::token::TokenMaker;

/// Inquiries held; for the purge, a tenth of them has expired.
const SIZES: [(u32, &str); 3] = [(10_000, "10 k"), (100_000, "100 k"), (LARGEST, "1 M")];
const LARGEST: u32 = 1_000_000;
/// A purge lasts ten seconds, so that one stall of the disk is its 99th percentile. The median of so many counts.
const PURGES: usize = 3;
const DATABASE: &str = "bench_grown";
const FILL: &str = include_str!("crowded.sql");
/// A busy day a hundred times over, while the purge runs.
const POSTS_PER_SECOND: u32 = 100;
const CLIENTS: u32 = 8;
const ALONE: Duration = Duration::from_secs(15);
/// Few and short rounds, for each adds some thousand inquiries.
const ROUNDS: usize = 3;
const ROUND_SECONDS: u64 = 2;

pub(super) fn measure(ground: &mut Ground, table: &mut Table) -> Result<()> {
    for (inquiries, label) in SIZES {
        let held = format!(", {label} held");
        eprintln!("measuring with {label} inquiries");
        measure_held(ground, inquiries, &held, table)?;
        measure_purge(ground, inquiries, &held, table)?;
    }
    Ok(())
}

/// With nothing due, because a worker that starts makes up for a purge. What adds the fewest inquiries comes first.
fn measure_held(ground: &mut Ground, inquiries: u32, held: &str, table: &mut Table) -> Result<()> {
    let (_, mut observer) = filled(ground, inquiries, 0)?;
    let delays = latency::delays_ms(ground, DATABASE)?;
    table.tell(&format!("commit to sink p50{held}"), percentile(&delays, 50), "ms");
    table.tell(&format!("commit to sink p99{held}"), percentile(&delays, 99), "ms");
    // The hour's hundred auto-replies are granted anew: each costs a question that grows with the database.
    observer.run(FORGET_THE_HOUR)?;
    let drain = drain::run(ground, DATABASE)?;
    table.tell(&format!("outbox drain{held}"), drain.per_second, "mails/s");
    table.tell(&format!("drain as a ratio to the plain loop{held}"), drain.ratio(), "");
    let posts = post::Rounds::run(ground, DATABASE, ROUNDS, ROUND_SECONDS)?;
    if let Some(ratio) = posts.tell_rates(held, table) {
        table.tell(&format!("{}{held}", post::RATIO), ratio, "");
    }
    ground.drop_database(DATABASE)
}

fn measure_purge(ground: &mut Ground, inquiries: u32, held: &str, table: &mut Table) -> Result<()> {
    let due = inquiries / 10;
    let turns = if inquiries == LARGEST { PURGES } else { 1 };
    let mut purges = Vec::new();
    for turn in 1..=turns {
        let (scene, mut observer) = filled(ground, inquiries, due)?;
        if turn == 1 && inquiries == LARGEST {
            table.pass("purge finds its rows by index", plan_uses_index(&mut observer)?, "no scan of the table");
        }
        ground.start_api(&scene)?;
        post::warm_up(ground, &scene)?;
        purges.push(purge_under_load(ground, &scene, &mut observer, due)?);
        ground.stack.stop_service("api")?;
        ground.drop_database(DATABASE)?;
    }
    let typical = |figure: fn(&Purge) -> f64| median(&purges.iter().map(figure).collect::<Vec<_>>());
    let seconds = typical(|purge| purge.seconds);
    table.tell(&format!("purge with rewriting{held}"), f64::from(due) / seconds, "rows/s");
    if inquiries == LARGEST {
        table.judge("purge of 100 k of 1 M, rewriting included", seconds, "s", Wanted::Under(60.0));
        table.tell("POST p99 before the purge", typical(|purge| purge.p99_alone_ms), "ms");
        table.tell("POST p99 during the purge", typical(|purge| purge.p99_during_ms), "ms");
        let ratio = typical(|purge| purge.p99_during_ms / purge.p99_alone_ms);
        table.judge("POST p99 during to before", ratio, "", Wanted::Under(2.0));
        table.tell("purge: memory of the command, highest", typical(|purge| megabytes(purge.resident)), "MB");
    }
    Ok(())
}

/// A database with so many inquiries, of which some are due, at rest.
fn filled(ground: &mut Ground, inquiries: u32, due: u32) -> Result<(Scene, Observer)> {
    let scene = ground.scene(DATABASE, &[("NOTIFY_TO", drain::NOTIFY_TO)])?;
    let mut observer = Observer::new(scene.setting("ADMIN_DATABASE_URL"), DATABASE)?;
    observer.run(&FILL.replace("ROWS", &inquiries.to_string()).replace("DUE", &due.to_string()))?;
    observer.run("VACUUM ANALYZE")?;
    observer.run("CHECKPOINT")?;
    // What the system has not written yet would be written while it is measured.
    process::run(&mut Command::new("sync"))?;
    Ok((scene, observer))
}

struct Purge {
    seconds: f64,
    p99_alone_ms: f64,
    p99_during_ms: f64,
    resident: u64,
}

fn purge_under_load(ground: &Ground, scene: &Scene, observer: &mut Observer, due: u32) -> Result<Purge> {
    let tokens = Arc::new(TokenMaker::new(&scene.site, scene.setting("ALTCHA_HMAC_KEY"))?);
    let load = Steady::start(ground.ports.site, &tokens, POSTS_PER_SECOND, CLIENTS);
    signals::wait_until(ALONE, || Ok(false))?;
    let alone = load.take();
    let log = ground.stack.logs().join("purge.log");
    let file = fs::File::create(&log)?;
    let mut command = ground.worker_command(scene)?;
    command.args(["retention", "purge"]).stdout(file.try_clone()?).stderr(file);
    let started = Instant::now();
    let mut child = command.spawn().context("the purge cannot be started")?;
    let mut resident = 0;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        resident = resident.max(process::resident_bytes(child.id()).unwrap_or_default());
        if let Err(interrupted) = signals::check() {
            child.kill()?;
            child.wait()?;
            return Err(interrupted);
        }
        thread::sleep(Duration::from_millis(10));
    };
    let seconds = started.elapsed().as_secs_f64();
    let during = load.take();
    load.stop()?;
    let left = observer.number("SELECT count(*) FROM inquiry WHERE expires_at <= now()")?;
    let recorded =
        observer.number("SELECT coalesce(sum((detail ->> 'inquiry')::bigint), 0) FROM ledger WHERE kind = 'purge'")?;
    if !status.success() || left != 0 || recorded != i64::from(due) {
        bail!(
            "the purge ended with {status}, left {left} and recorded {recorded} of {due}:\n{}",
            fs::read_to_string(&log)?
        );
    }
    Ok(Purge { seconds, p99_alone_ms: percentile(&alone, 99), p99_during_ms: percentile(&during, 99), resident })
}

fn plan_uses_index(observer: &mut Observer) -> Result<bool> {
    let sql = "EXPLAIN (COSTS OFF) SELECT id FROM inquiry WHERE expires_at <= statement_timestamp() \
               AND id NOT IN (SELECT inquiry_id FROM held_inquiry) ORDER BY expires_at LIMIT 2000 FOR UPDATE SKIP LOCKED";
    let plan = observer.rows(sql)?;
    let has = |text: &str| plan.iter().any(|row| row.text(0).contains(text));
    Ok(has("Index Scan using inquiry_expires_at on inquiry"))
}
