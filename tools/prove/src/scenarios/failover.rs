//! The leader of three Postgres servers is killed, frozen, or loses the leader of its etcd, under a steady load. Then the
//! same in asynchronous mode, to measure what synchronous mode prevents.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::harness::{Harness, Part, Setup};
use crate::invariants;
use crate::patroni::{self, Packages, PatroniCluster};
use crate::plan::Plan;
use crate::report::{Report, Wanted, float};
use devstack::signals;
use testkit::load::{LoadGenerator, LoadProfile, Submission};
use testkit::statistics::percentile;

const PARTS: [Part; 3] = [Part::Api, Part::Worker, Part::SecondWorker];
const RATE: f64 = 100.0;
/// In asynchronous mode, the time for which the standbys have received nothing when the leader dies.
const BEHIND: Duration = Duration::from_secs(1);
/// Of normal operation before and after a failure.
const NORMAL: Duration = Duration::from_secs(3);
const MEDIAN: f64 = 15.0;
const WORST: f64 = 40.0;
/// Auto-replies are not awaited: of the run's thousands, the hourly limit holds nearly all.
const UNSETTLED: &str = "\
    SELECT count(*) FROM outbox WHERE kind = 'notification' AND state IN ('ready', 'sending', 'retry', 'ambiguous')";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Failure {
    /// kill -9 of the leader's postmaster.
    Kill,
    /// The leader's node is frozen (SIGSTOP) until another one leads.
    Freeze,
    /// kill -9 of etcd's leader.
    Etcd,
    /// As `Kill`, with standbys that are behind.
    KillAhead,
}

const FAILURES: [Failure; 3] = [Failure::Kill, Failure::Freeze, Failure::Etcd];

pub(super) fn run(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    let cluster = PatroniCluster::start(harness, &Packages::find()?)?;
    synchronous(harness, &cluster, plan, report)?;
    asynchronous(harness, &cluster, plan, report)?;
    harness.scan_tables()?;
    cluster.stop(harness)?;
    Ok(())
}

fn synchronous(harness: &mut Harness, cluster: &PatroniCluster, plan: Plan, report: &mut Report) -> Result<()> {
    let setup = harness.set_up_at(cluster.port(), "failover", &[])?;
    harness.start(&setup, &PARTS)?;
    let failures: Vec<Failure> = FAILURES.into_iter().cycle().take(plan.size(3, 20)).collect();
    let (submissions, failed) = under_load(harness, cluster, &failures, plan, &setup)?;
    let mut probe = setup.probe.clone();
    report.yes("every notification reached a final state", probe.becomes_zero(UNSETTLED, Duration::from_mins(3))?);
    let (comparison, _) = invariants::check(&mut probe, &submissions, &harness.smtp.recorder())?;
    report.scaled("failures", failed.len(), 20);
    report.none("leaders that took the lead back", failed.iter().filter(|one| one.is_taken_back).count());
    report.note("inquiries acknowledged", comparison.acknowledged);
    let stored = stalls(&failed, &submissions);
    for failure in FAILURES {
        let of_kind = |(stall, one): (&f64, &Failed)| (one.failure == failure).then_some(*stall);
        let times: Vec<f64> = stored.iter().zip(&failed).filter_map(of_kind).collect();
        let shown = format!("{:.1} / {:.1}", percentile(&times, 50), percentile(&times, 100));
        report.note(&format!("{failure:?}: s until stored again, p50 / longest"), shown);
    }
    report.speed(plan, "until stored again, p50", percentile(&stored, 50), Wanted::AtMost(MEDIAN), "s");
    report.speed(plan, "until stored again, longest", percentile(&stored, 100), Wanted::AtMost(WORST), "s");
    report.note("attempts answered 503 with Retry-After", submissions.iter().map(|one| one.put_off).sum::<usize>());
    report.none("attempts with another failure", submissions.iter().map(|one| one.stranded).sum());
    report.none("inquiries never acknowledged", submissions.len() - comparison.acknowledged);
    report.none("processes that ended", harness.dead(&PARTS)?);
    comparison.report_without_share(report);
    harness.stop(&PARTS)
}

/// The loss without synchronous mode. It also shows that this scenario can see one.
fn asynchronous(harness: &mut Harness, cluster: &PatroniCluster, plan: Plan, report: &mut Report) -> Result<()> {
    cluster.make_asynchronous()?;
    let setup = harness.set_up_at(cluster.port(), "failover_asynchronous", &[])?;
    harness.start(&setup, &PARTS)?;
    let failures = vec![Failure::KillAhead; plan.size(1, 5)];
    let (submissions, _) = under_load(harness, cluster, &failures, plan, &setup)?;
    let (comparison, _) = invariants::check(&mut setup.probe.clone(), &submissions, &harness.smtp.recorder())?;
    let name = "asynchronous mode, standbys 1 s behind: acknowledged inquiries lost";
    report.at_least(name, float(comparison.lost), 1.0, "");
    report.note(
        "asynchronous mode: of acknowledged / failures",
        format!("{} / {}", comparison.acknowledged, failures.len()),
    );
    harness.stop(&PARTS)
}

/// A failure, and the time from its begin to the end of its load.
#[derive(Debug)]
struct Failed {
    failure: Failure,
    began: Instant,
    ended: Instant,
    /// The leader that failed leads again afterwards: what its successor stored is gone.
    is_taken_back: bool,
}

/// Each failure has its own load. In between, the servers recover until Patroni records a synchronous standby: without
/// one it refuses to fail over.
fn under_load(
    harness: &mut Harness,
    cluster: &PatroniCluster,
    failures: &[Failure],
    plan: Plan,
    setup: &Setup,
) -> Result<(Vec<Submission>, Vec<Failed>)> {
    let (mut submissions, mut failed) = (Vec::new(), Vec::new());
    for (number, failure) in failures.iter().enumerate() {
        let seed = plan.seed_of(&format!("failover {failure:?} {number}"));
        let profile = LoadProfile { threads: 24, rate: Some(RATE), seed, ..LoadProfile::FORM };
        let load = LoadGenerator::new(profile, &[harness.site(Part::Api)], setup);
        let leader = cluster.leader()?.name();
        let (began, ended) = load.during_unlimited(setup, || fail_and_recover(harness, cluster, *failure, &load))?;
        submissions.extend(load.into_submissions());
        cluster.await_health(*failure != Failure::KillAhead)?;
        let is_taken_back = *failure != Failure::Etcd && cluster.leader()?.name() == leader;
        failed.push(Failed { failure: *failure, began, ended, is_taken_back });
    }
    Ok((submissions, failed))
}

/// Returns when the failure began, and when normal operation had gone on for a while after it.
fn fail_and_recover(
    harness: &mut Harness,
    cluster: &PatroniCluster,
    failure: Failure,
    load: &LoadGenerator,
) -> Result<(Instant, Instant)> {
    signals::wait_until(NORMAL, || Ok(false))?;
    let began = Instant::now();
    fail(harness, cluster, failure, load)?;
    let before = load.acknowledged();
    signals::wait_until(Duration::from_mins(1), || Ok(load.acknowledged() > before + 100))?;
    signals::wait_until(NORMAL, || Ok(false))?;
    Ok((began, Instant::now()))
}

fn fail(harness: &mut Harness, cluster: &PatroniCluster, failure: Failure, load: &LoadGenerator) -> Result<()> {
    match failure {
        Failure::Kill => cluster.leader()?.kill_postmaster(),
        Failure::Freeze => {
            let node = cluster.leader()?;
            node.freeze();
            let before = load.acknowledged();
            // Until the new leader has stored a second's inquiries. It wakes up beside that leader.
            let leads_no_more = || cluster.leader().is_ok_and(|leader| leader.name() != node.name());
            let is_replaced = || Ok(load.acknowledged() > before + 100 && leads_no_more());
            let is_over = signals::wait_until(Duration::from_mins(1), is_replaced);
            node.thaw();
            is_over?;
        }
        Failure::Etcd => {
            let name = cluster.etcd_leader()?;
            patroni::crash_etcd(harness, name)?;
        }
        Failure::KillAhead => {
            let node = cluster.leader()?;
            node.freeze_replication();
            thread::sleep(BEHIND);
            node.kill_with_replication();
        }
    }
    Ok(())
}

/// For each failure the longest time without an acknowledgement, in seconds.
fn stalls(failed: &[Failed], submissions: &[Submission]) -> Vec<f64> {
    let mut stored: Vec<Instant> =
        submissions.iter().filter(|one| one.reference.is_some()).map(|one| one.ended).collect();
    stored.sort_unstable();
    failed.iter().map(|one| longest_gap(one.began, one.ended, &stored)).collect()
}

fn longest_gap(start: Instant, end: Instant, events: &[Instant]) -> f64 {
    let mut last = start;
    let mut longest = Duration::ZERO;
    for event in events.iter().filter(|event| **event > start && **event < end) {
        longest = longest.max(*event - last);
        last = *event;
    }
    if last == start { f64::INFINITY } else { longest.max(end - last).as_secs_f64() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_acknowledgement_in_flight_does_not_end_a_stall() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let events = [at(5), at(8), at(9_000), at(9_100), at(30_000)];
        assert!((longest_gap(start, at(12_000), &events) - 8.992).abs() < 1e-6);
        assert!((longest_gap(start, at(20_000), &events) - 10.9).abs() < 1e-6, "it never recovered");
        assert!(longest_gap(at(40_000), at(50_000), &events).is_infinite());
    }
}
