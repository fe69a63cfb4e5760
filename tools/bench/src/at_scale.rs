//! The purge of a large database under load.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::environment::Environment;
use super::{drain, post};
use devstack::{process, signals};
use testkit::database_probe::DatabaseProbe;
use testkit::load::{LoadGenerator, LoadProfile, Submission};
use testkit::measurements::{Measurements, Wanted};
use testkit::setup::Setup;
use testkit::statistics::{float, megabytes, ms, percentile};

/// A tenth of the inquiries has expired, and at most so many: some minutes of work.
const MOST_DUE: u32 = 500_000;
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
/// A purge that takes minutes meets a checkpoint. So must the load before it, to be compared with it: Postgres begins one
/// after half of `max_wal_size`, which this load writes in two minutes.
const ALONE: Duration = Duration::from_mins(4);

pub(super) fn measure(environment: &mut Environment, inquiries: u32, table: &mut Measurements) -> Result<()> {
    let memory = environment.size_postgres()?;
    table.tell("shared_buffers of Postgres, a quarter of the memory", format!("{memory} MB"));
    let due = (inquiries / 10).min(MOST_DUE);
    let (setup, mut probe) = filled(environment, inquiries, due)?;
    environment.start_api(&setup)?;
    post::warm_up(environment, &setup)?;
    let purge = purge_under_load(environment, &setup, &mut probe)?;
    environment.stack.stop_service("api")?;
    let per_second = f64::from(due) / purge_seconds(&mut probe, due)?;
    environment.drop_database(DATABASE)?;
    table.tell("inquiries held, expired", format!("{inquiries}, {due}"));
    // Of all tables: an inquiry of `FILL` has its content, its ticket and two mails.
    table.judge("rows deleted", 5.0 * per_second, "rows/s", Wanted::AtLeast(10_000.0));
    table.note("purge without rewriting", per_second, "inquiries/s");
    let with_rewriting = f64::from(due) / (purge.ended - purge.started).as_secs_f64();
    table.judge("purge with rewriting", with_rewriting, "inquiries/s", Wanted::AtLeast(100_000.0 / 60.0));
    let before = percentile(&purge.latencies_ms(purge.warm, purge.started), 99);
    let during = purge.latencies_ms(purge.started, purge.ended);
    table.note("POST p99 before the purge", before, "ms");
    table.note("POST p99 during the purge", percentile(&during, 99), "ms");
    let deleting = purge.latencies_ms(purge.started, purge.deleted);
    table.note("POST p99 while rows are deleted", percentile(&deleting, 99), "ms");
    // Of fewer posts it would be the longest one.
    let rewriting = purge.latencies_ms(purge.deleted, purge.ended);
    if rewriting.len() >= 100 {
        table.note("POST p99 while tables are rewritten", percentile(&rewriting, 99), "ms");
    }
    table.judge("POST p99 during to before", percentile(&during, 99) / before, "", Wanted::AtMost(2.0));
    let longest_lock = float(usize::try_from(purge.longest_lock_ms)?);
    table.judge("longest wait for a lock on a table of intake", longest_lock, "ms", Wanted::AtMost(1000.0));
    table.note("longest POST during the purge", percentile(&during, 100), "ms");
    table.note("purge: memory of the command, highest", megabytes(purge.resident), "MB");
    Ok(())
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
    posts: Vec<Submission>,
    warm: Instant,
    started: Instant,
    /// The last batch. What follows is the wait for older transactions, the rewrite and its checkpoint.
    deleted: Instant,
    ended: Instant,
    longest_lock_ms: i64,
    resident: u64,
}

impl Purge {
    /// Of the posts that ended in this time, with the wait for the request before.
    fn latencies_ms(&self, from: Instant, to: Instant) -> Vec<f64> {
        let of_phase = self.posts.iter().filter(|post| from < post.ended && post.ended <= to);
        of_phase.map(|post| ms(post.ended - post.due)).collect()
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

fn purge_under_load(environment: &Environment, setup: &Setup, probe: &mut DatabaseProbe) -> Result<Purge> {
    let profile = LoadProfile { threads: CLIENTS, rate: Some(POSTS_PER_SECOND), retries: false, ..LoadProfile::FORM };
    let load = LoadGenerator::new(profile, &[environment.site()], setup);
    let log = environment.stack.logs().join("purge.log");
    let file = fs::File::create(&log)?;
    let mut command = environment.compliance_command(setup)?;
    command.args(["retention", "purge"]).stdout(file.try_clone()?).stderr(file);
    let (mut locks, mut longest_lock_ms, mut resident) = (probe.clone(), 0, 0);
    let (warm, started, ended, status) = load.during(|| {
        signals::wait_until(WARM_UP, || Ok(load.is_over()))?;
        let warm = Instant::now();
        signals::wait_until(ALONE, || Ok(load.is_over()))?;
        let started = Instant::now();
        let mut child = process::spawn(&mut command)?;
        let watched = signals::wait_until(LIMIT, || {
            longest_lock_ms = locks.number(LONGEST_WAIT_MS)?.max(longest_lock_ms);
            resident = process::resident_bytes(child.id()).unwrap_or_default().max(resident);
            Ok(child.try_wait()?.is_some())
        });
        let status = process::wait(&mut child)?;
        watched?;
        Ok((warm, started, Instant::now(), status))
    })?;
    ensure!(status.success(), "the purge ended with {status}:\n{}", fs::read_to_string(&log)?);
    let since_deletion =
        probe.number(&format!("SELECT (1000 * extract(epoch FROM clock_timestamp() - max(at)))::bigint {BATCHES}"))?;
    let deletion = Instant::now().checked_sub(Duration::from_millis(since_deletion.unsigned_abs()));
    let posts = load.into_submissions();
    ensure!(posts.iter().all(|post| post.status == 201), "an inquiry was not accepted");
    Ok(Purge { posts, warm, started, deleted: deletion.unwrap_or(started), ended, longest_lock_ms, resident })
}

/// From the first batch to the last, with pauses, without the rewrite. All that was due is gone.
fn purge_seconds(probe: &mut DatabaseProbe, due: u32) -> Result<f64> {
    let left = probe.number("SELECT count(*) FROM inquiry WHERE expires_at <= now()")?;
    let recorded = probe.number(&format!("SELECT coalesce(sum((detail ->> 'inquiry')::bigint), 0) {BATCHES}"))?;
    ensure!(left == 0 && recorded == i64::from(due), "the purge left {left} and recorded {recorded} of {due}");
    let ms = "1000 * extract(epoch FROM max(at) - min(at)) * count(*) / greatest(count(*) - 1, 1)";
    let ms = probe.number(&format!("SELECT ({ms})::bigint {BATCHES}"))?;
    Ok(float(usize::try_from(ms)?.max(1)) / 1000.0)
}
