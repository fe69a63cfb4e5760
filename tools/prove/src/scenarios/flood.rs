//! Floods of connections from few addresses, and of mails from one sender, beside honest visitors.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use rustix::{fs::statvfs, process};

use crate::harness::{Harness, Part, Setup};
use crate::idle_connections::{self, Attack};
use crate::plan::Plan;
use crate::report::{Report, Wanted, float, megabytes, ms};
use devstack::process::resident_bytes;
use testkit::load::{LoadGenerator, LoadProfile};
use testkit::mail_sender::MailSender;
use testkit::statistics::percentile;
use testkit::threads::watched;

use super::inbound::{UNSETTLED, addresses};

const FLOODS: [(&str, Attack); 2] = [
    ("silent, 4 addresses", Attack { sends_body: false, count: 12_000, opened_a_second: 1_000, addresses: 4 }),
    ("slow bodies, 8 addresses", Attack { sends_body: true, count: 1_000, opened_a_second: 1_000, addresses: 8 }),
];
/// Until the flood holds what it can get.
const BEFORE: Duration = Duration::from_secs(3);

pub(super) fn run(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    raise_descriptors()?;
    let setup = harness.set_up("flood", &[])?;
    harness.start(&setup, &[Part::Api])?;
    for (name, attack) in FLOODS {
        flood(harness, &setup, plan, name, attack, report)?;
    }
    report.none("processes that ended", harness.dead(&[Part::Api])?);
    harness.stop(&[Part::Api])?;
    mails(harness, plan, report)
}

/// One sender's mails to one ticket, over a quota that the first one fills.
fn mails(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    let mut setup = harness.set_up_mail_in("flood-mail", &[("INTAKE_QUOTA", "26")])?;
    harness.smtp.keep_texts(true);
    harness.start(&setup, &[Part::Api, Part::Worker])?;
    let to = addresses(harness, &setup)?.swap_remove(0);
    harness.smtp.keep_texts(false);
    let server = SocketAddr::from((Ipv4Addr::LOCALHOST, harness.ports.lmtp));
    let profile = LoadProfile { rate: Some(10.0), seed: plan.seed_of("mails"), ..LoadProfile::STRANGERS };
    let load = LoadGenerator::new(profile, &[harness.site(Part::Api)], &setup);
    let (count, free) =
        (plan.size(100, 10_000), || statvfs(harness.stack.folder()).map(|disk| disk.f_bavail * disk.f_frsize));
    let before = free()?;
    let refused = load.during(|| send_mails(server, &to, count))?;
    let less = before.saturating_sub(free()?) / 1_000_000;
    let submissions = load.into_submissions();
    let took: Vec<f64> = submissions.iter().map(|one| ms(one.took)).collect();
    let stored = submissions.iter().filter(|one| one.status == 201).count();
    report.at_least("mails: honest POSTs", float(submissions.len()), 10.0, "");
    report.all("mails: honest POSTs stored", stored, submissions.len());
    report.speed(plan, "mails: honest POST p99", percentile(&took, 99), Wanted::AtMost(500.0), "ms");
    report.at_most("mails: less free disk", float(usize::try_from(less)?), 1_000.0, "MB");
    report.note(&format!("mails: of {count} of 20 MB refused for now"), refused);
    report.yes("mails: all settled", setup.probe.becomes_zero(UNSETTLED, Duration::from_mins(1))?);
    let stored = "SELECT sum(octet_length(raw))::bigint / 1000000 FROM raw_mail";
    let megabytes = float(usize::try_from(setup.probe.number(stored)?)?);
    report.at_least("mails: stored at least", megabytes, 19.0, "MB");
    report.at_most("mails: stored", megabytes, 30.0, "MB");
    let told = setup.probe.number("SELECT count(*) FROM intake WHERE rule = 'quota' AND fate = 'quarantined'")?;
    report.yes("mails: the desk is told once", told == 1);
    report.none("processes that ended", harness.dead(&[Part::Api, Part::Worker])?);
    harness.stop(&[Part::Api, Part::Worker])
}

/// Returns how many were refused. The worker ends a session with too many errors.
fn send_mails(server: SocketAddr, to: &str, count: usize) -> Result<usize> {
    let from = "krelvonta-0@visitor.example";
    let body = format!("{}\r\n", "x".repeat(70)).repeat(278_000);
    let (mut sender, mut refused) = (MailSender::connect(server, "LHLO")?, 0);
    for number in 0..count {
        let mail = format!(
            "From: {from}\r\nSubject: Re: x\r\nMessage-ID: <{number}@visitor.example>\r\n\r\n{number}\r\n{body}.\r\n"
        );
        match sender.offer(from, to, mail.as_bytes()) {
            Ok(reply) if reply.starts_with("452") => refused += 1,
            Ok(reply) if reply.starts_with("250") => {}
            _ => sender = MailSender::connect(server, "LHLO")?,
        }
    }
    Ok(refused)
}

fn flood(
    harness: &mut Harness,
    setup: &Setup,
    plan: Plan,
    name: &str,
    attack: Attack,
    report: &mut Report,
) -> Result<()> {
    let site = harness.site(Part::Api);
    let (wanted, seed) = (plan.size(90, 600), plan.seed_of(name));
    let profile = LoadProfile { wanted, rate: Some(10.0), seed, ..LoadProfile::STRANGERS };
    let load = LoadGenerator::new(profile, &[site], setup);
    let is_over = AtomicBool::new(false);
    let pid = harness.stack.service(Part::Api.name())?.pid();
    let mut memory = 0;
    let (opened, closed) = thread::scope(|scope| {
        let attack = scope.spawn(|| idle_connections::keep_open(site, attack, &is_over));
        thread::sleep(BEFORE);
        let visitors = watched(
            || load.run(),
            || {
                memory = memory.max(resident_bytes(pid).unwrap_or_default());
                Ok(())
            },
        );
        is_over.store(true, Ordering::Relaxed);
        visitors?;
        attack.join().unwrap_or_else(|_| bail!("the flood panicked"))
    })?;
    let submissions = load.into_submissions();
    let failed = submissions.iter().filter(|one| one.status != 201).count();
    let took: Vec<f64> = submissions.iter().map(|one| ms(one.took)).collect();
    report.note(&format!("{name}: opened / closed by the api"), format!("{opened} / {closed}"));
    report.at_most(&format!("{name}: the api's memory"), megabytes(memory), 256.0, "MB");
    let share = 100.0 * float(failed) / float(submissions.len());
    report.at_most(&format!("{name}: of {} honest POSTs failed", submissions.len()), share, 5.0, "%");
    report.speed(plan, &format!("{name}: honest POST p99"), percentile(&took, 99), Wanted::AtMost(500.0), "ms");
    Ok(())
}

/// The flood's own: it holds a connection for as long as the api does.
fn raise_descriptors() -> Result<()> {
    let limit = process::getrlimit(process::Resource::Nofile);
    Ok(process::setrlimit(process::Resource::Nofile, process::Rlimit { current: limit.maximum, ..limit })?)
}
