//! Latency, drain and POST throughput with a large database, and its purge under load.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};

use super::environment::Environment;
use super::post;
use super::{drain, latency};
use devstack::{process, signals};
use testkit::database_probe::{DatabaseProbe, RESET_HOURLY_LIMIT};
use testkit::load::{LoadGenerator, LoadProfile};
use testkit::measurements::{Measurements, Wanted};
use testkit::setup::Setup;
use testkit::statistics::{float, median, megabytes, ms, percentile};

/// Stored inquiries. For the purge, a tenth of them has expired.
const SIZES: [(u32, &str); 3] = [(10_000, "10 k"), (100_000, "100 k"), (LARGEST, "1 M")];
const LARGEST: u32 = 1_000_000;
/// Of one size alone at most so many expire: some minutes of work.
const MOST_DUE: u32 = 500_000;
/// The median of these counts: a purge takes half a minute, so one stall of the disk decides its 99th percentile.
const PURGES: usize = 3;
const DATABASE: &str = "bench_at_scale";
const FILL: &str = include_str!("at_scale.sql");
/// A server that has run for long has its indexes in memory, as far as they fit.
const READ_INDEXES: &str = "\
    CREATE EXTENSION pg_prewarm; \
    SELECT count(pg_prewarm(indexrelid)) FROM pg_index \
    WHERE indrelid IN ('outbox'::regclass, 'ticket'::regclass, 'inquiry'::regclass) OR indrelid IN (SELECT relid FROM \
        (VALUES ('inquiry_content'), ('message')) AS divided (name), pg_partition_tree(name) WHERE isleaf); \
    DROP EXTENSION pg_prewarm";
/// A hundred times a busy day.
const POSTS_PER_SECOND: f64 = 100.0;
const CLIENTS: usize = 8;
/// Of a purge, far beyond what any takes.
const LIMIT: Duration = Duration::from_hours(6);
/// The first requests of a load wait for connections, plans and pages.
const WARM_UP: Duration = Duration::from_secs(10);
const ALONE: Duration = Duration::from_secs(15);
/// A purge that takes minutes meets a checkpoint. So must the load before it, to be compared with it: Postgres begins one
/// after half of `max_wal_size`, which this load writes in two minutes.
const ALONE_LARGE: Duration = Duration::from_mins(4);
/// Few and short rounds, because each adds some thousand inquiries.
const ROUNDS: usize = 3;
const ROUND_SECONDS: u64 = 2;

/// Three sizes; or the purge alone, of a database with `only` so many inquiries.
pub(super) fn measure(environment: &mut Environment, only: Option<u32>, table: &mut Measurements) -> Result<()> {
    if let Some(inquiries) = only {
        let megabytes = environment.size_postgres()?;
        table.tell("shared_buffers of Postgres, a quarter of the memory", format!("{megabytes} MB"));
        let (held, due) = (format!(", {inquiries} held"), (inquiries / 10).min(MOST_DUE));
        let purge = fill_and_purge(environment, inquiries, due, ALONE_LARGE)?;
        table.judge(&format!("rows deleted{held}"), purge.rows_per_second(), "rows/s", Wanted::AtLeast(10_000.0));
        note_purges(&[purge], due, &held, table);
        return Ok(());
    }
    for (inquiries, label) in SIZES {
        let held = format!(", {label} held");
        eprintln!("measuring with {label} inquiries");
        measure_held(environment, inquiries, &held, table)?;
        measure_purge(environment, inquiries, &held, table)?;
    }
    Ok(())
}

/// Without expired inquiries, because a starting worker runs a missed purge. The parts that add the fewest inquiries come
/// first.
fn measure_held(environment: &mut Environment, inquiries: u32, held: &str, table: &mut Measurements) -> Result<()> {
    let (_, mut probe) = filled(environment, inquiries, 0)?;
    let delays = latency::delays_ms(environment, DATABASE)?;
    table.note(&format!("commit to relay p50{held}"), percentile(&delays, 50), "ms");
    table.note(&format!("commit to relay p99{held}"), percentile(&delays, 99), "ms");
    // With auto-replies: the query for their limits slows down as the database grows.
    probe.run(RESET_HOURLY_LIMIT)?;
    let drain = drain::run(environment, DATABASE)?;
    table.note(&format!("outbox drain{held}"), drain.per_second, "mails/s");
    table.note(&format!("drain as a ratio to the plain loop{held}"), drain.ratio(), "");
    let posts = post::Rounds::run(environment, DATABASE, ROUNDS, ROUND_SECONDS)?;
    if let Some(ratio) = posts.note_rates(held, table) {
        table.note(&format!("{}{held}", post::RATIO), ratio, "");
    }
    environment.drop_database(DATABASE)
}

fn measure_purge(environment: &mut Environment, inquiries: u32, held: &str, table: &mut Measurements) -> Result<()> {
    let due = inquiries / 10;
    let rounds = if inquiries == LARGEST { PURGES } else { 1 };
    let purges = (0..rounds).map(|_| fill_and_purge(environment, inquiries, due, ALONE)).collect::<Result<Vec<_>>>()?;
    if inquiries == LARGEST {
        let seconds = median(&purges.iter().map(|purge| purge.seconds).collect::<Vec<_>>());
        table.judge("purge of 100 k of 1 M, rewriting included", seconds, "s", Wanted::AtMost(60.0));
        note_purges(&purges, due, held, table);
    } else {
        table.note(&format!("purge with rewriting{held}"), f64::from(due) / purges[0].seconds, "inquiries/s");
    }
    Ok(())
}

/// Purges a new database after so long a load without a purge, and drops it.
fn fill_and_purge(environment: &mut Environment, inquiries: u32, due: u32, alone: Duration) -> Result<Purge> {
    let (setup, mut probe) = filled(environment, inquiries, due)?;
    ensure!(plan_uses_index(&mut probe)?, "the purge finds its rows by a scan of the table");
    environment.start_api(&setup)?;
    post::warm_up(environment, &setup)?;
    let purge = purge_under_load(environment, &setup, &mut probe, due, alone)?;
    environment.stack.stop_service("api")?;
    environment.drop_database(DATABASE)?;
    Ok(purge)
}

/// The medians of the purges; of what must never happen, the worst.
fn note_purges(purges: &[Purge], due: u32, held: &str, table: &mut Measurements) {
    let figures = |figure: fn(&Purge) -> f64| purges.iter().map(figure).collect::<Vec<_>>();
    let typical = |figure| median(&figures(figure));
    let worst = |figure| figures(figure).into_iter().fold(0.0, f64::max);
    table.note(&format!("purge without rewriting{held}"), typical(|purge| purge.per_second), "inquiries/s");
    table.note(&format!("purge with rewriting{held}"), f64::from(due) / typical(|purge| purge.seconds), "inquiries/s");
    table.note("POST p99 before the purge", typical(|purge| purge.p99_alone_ms), "ms");
    table.note("POST p99 during the purge", typical(|purge| purge.p99_during_ms), "ms");
    table.note("POST p99 while rows are deleted", typical(|purge| purge.p99_deleting_ms), "ms");
    // Of fewer posts it would be the longest one.
    if purges.iter().all(|purge| purge.posts_rewriting >= 100) {
        table.note("POST p99 while tables are rewritten", typical(|purge| purge.p99_rewriting_ms), "ms");
    }
    let ratio = typical(|purge| purge.p99_during_ms / purge.p99_alone_ms);
    table.judge("POST p99 during to before", ratio, "", Wanted::AtMost(2.0));
    let lock = worst(|purge| purge.longest_lock_ms);
    table.judge("longest wait for a lock on a table of intake", lock, "ms", Wanted::AtMost(1000.0));
    table.note("longest POST during the purge", worst(|purge| purge.longest_post_ms), "ms");
    table.note("purge: memory of the command, highest", typical(|purge| megabytes(purge.resident)), "MB");
}

/// A database with so many inquiries, some of them expired, after VACUUM and CHECKPOINT, with its indexes in memory.
fn filled(environment: &mut Environment, inquiries: u32, due: u32) -> Result<(Setup, DatabaseProbe)> {
    let setup = environment.set_up(DATABASE, &[("NOTIFY_TO", drain::NOTIFY_TO)])?;
    let mut probe = setup.probe.clone();
    probe.run(&FILL.replace("ROWS", &inquiries.to_string()).replace("DUE", &due.to_string()))?;
    probe.run("VACUUM ANALYZE")?;
    probe.run(READ_INDEXES)?;
    probe.run("CHECKPOINT")?;
    // Dirty pages would be written during the measurement.
    process::run(&mut Command::new("sync"))?;
    Ok((setup, probe))
}

struct Purge {
    /// With the rewrite.
    seconds: f64,
    /// Inquiries a second, from the first batch to the last, with pauses, without the rewrite.
    per_second: f64,
    longest_post_ms: f64,
    longest_lock_ms: f64,
    p99_alone_ms: f64,
    p99_during_ms: f64,
    p99_deleting_ms: f64,
    /// From the last batch to the end: the wait for older transactions, the rewrite and its checkpoint.
    p99_rewriting_ms: f64,
    posts_rewriting: usize,
    resident: u64,
}

impl Purge {
    /// Of all tables: an inquiry of [`FILL`] has its content, its ticket and two mails.
    fn rows_per_second(&self) -> f64 {
        5.0 * self.per_second
    }
}

/// Of those that wait for a lock on a table of intake. Its load writes a hundred times a second, so a lock that blocks it for
/// longer than that is waited for.
const LONGEST_WAIT_MS: &str = "\
    SELECT coalesce(max(1000 * extract(epoch FROM clock_timestamp() - waitstart)), 0)::bigint FROM pg_locks \
    WHERE NOT granted AND mode LIKE 'Row%' AND relation IN ( \
        SELECT 'inquiry'::regclass UNION SELECT 'outbox'::regclass UNION SELECT 'apalis.jobs'::regclass \
        UNION SELECT relid FROM pg_partition_tree('inquiry_content'))";
/// The entries of batches that deleted something.
const BATCHES: &str = "FROM ledger WHERE kind = 'purge' AND (detail ->> 'inquiry')::bigint > 0";

fn purge_under_load(
    environment: &Environment,
    setup: &Setup,
    probe: &mut DatabaseProbe,
    due: u32,
    alone: Duration,
) -> Result<Purge> {
    let profile = LoadProfile { threads: CLIENTS, rate: Some(POSTS_PER_SECOND), retries: false, ..LoadProfile::FORM };
    let load = LoadGenerator::new(profile, &[environment.site()], setup);
    let log = environment.stack.logs().join("purge.log");
    let file = fs::File::create(&log)?;
    let mut command = environment.compliance_command(setup)?;
    command.args(["retention", "purge"]).stdout(file.try_clone()?).stderr(file);
    let (mut locks, mut longest_lock, mut resident) = (probe.clone(), 0, 0);
    let (warm, started, deleted, ended, status) = load.during(|| {
        signals::wait_until(WARM_UP, || Ok(load.is_over()))?;
        let warm = Instant::now();
        signals::wait_until(alone, || Ok(load.is_over()))?;
        let started = Instant::now();
        let mut child = process::spawn(&mut command)?;
        let watched = signals::wait_until(LIMIT, || {
            longest_lock = locks.number(LONGEST_WAIT_MS)?.max(longest_lock);
            resident = process::resident_bytes(child.id()).unwrap_or_default().max(resident);
            Ok(child.try_wait()?.is_some())
        });
        let status = process::wait(&mut child)?;
        watched?;
        let ended = Instant::now();
        let since_deletion = probe
            .number(&format!("SELECT (1000 * extract(epoch FROM clock_timestamp() - max(at)))::bigint {BATCHES}"))?;
        let deleted = ended.checked_sub(Duration::from_millis(since_deletion.unsigned_abs())).unwrap_or(started);
        Ok((warm, started, deleted, ended, status))
    })?;
    let posts = load.into_submissions();
    ensure!(posts.iter().all(|post| post.status == 201), "an inquiry was not accepted");
    // With the wait for the request before.
    let latencies = |from: Instant, to: Instant| -> Vec<f64> {
        let of_phase = posts.iter().filter(|post| from < post.ended && post.ended <= to);
        of_phase.map(|post| ms(post.ended - post.due)).collect()
    };
    let (during, rewriting) = (latencies(started, ended), latencies(deleted, ended));
    let left = probe.number("SELECT count(*) FROM inquiry WHERE expires_at <= now()")?;
    let recorded =
        probe.number("SELECT coalesce(sum((detail ->> 'inquiry')::bigint), 0) FROM ledger WHERE kind = 'purge'")?;
    if !status.success() || left != 0 || recorded != i64::from(due) {
        bail!(
            "the purge ended with {status}, left {left} and recorded {recorded} of {due}:\n{}",
            fs::read_to_string(&log)?
        );
    }
    let per_batch_ms = probe.number(&format!(
        "SELECT (1000 * extract(epoch FROM max(at) - min(at)) / greatest(count(*) - 1, 1))::bigint {BATCHES}"
    ))?;
    let batches = probe.number(&format!("SELECT count(*) {BATCHES}"))?;
    Ok(Purge {
        seconds: (ended - started).as_secs_f64(),
        per_second: f64::from(due) * 1000.0 / float(usize::try_from(per_batch_ms * batches)?.max(1)),
        longest_post_ms: percentile(&during, 100),
        longest_lock_ms: float(usize::try_from(longest_lock)?),
        p99_alone_ms: percentile(&latencies(warm, started), 99),
        p99_during_ms: percentile(&during, 99),
        p99_deleting_ms: percentile(&latencies(started, deleted), 99),
        p99_rewriting_ms: percentile(&rewriting, 99),
        posts_rewriting: rewriting.len(),
        resident,
    })
}

fn plan_uses_index(probe: &mut DatabaseProbe) -> Result<bool> {
    let sql = "EXPLAIN (COSTS OFF) SELECT id FROM inquiry WHERE expires_at <= statement_timestamp() \
               AND id NOT IN (SELECT inquiry_id FROM held_inquiry) ORDER BY expires_at LIMIT 200 FOR UPDATE SKIP LOCKED";
    let plan = probe.rows(sql)?;
    let has = |text: &str| plan.iter().any(|row| row.text(0).contains(text));
    Ok(has("Index Scan using inquiry_expires_at on inquiry"))
}
