//! `PgBouncer` in transaction mode between the product and its database. LISTEN and other session state do not work
//! there, so the workers poll.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use url::Url;

use crate::harness::{Harness, Part, Setup};
use crate::invariants;
use crate::pgbouncer::{self, NAME};
use crate::plan::Plan;
use crate::report::{Report, float};
use devstack::service::Stop;
use devstack::{ports, signals};
use testkit::database_probe::RESET_HOURLY_LIMIT;
use testkit::load::{LoadGenerator, LoadProfile};

const PARTS: [Part; 4] = [Part::Api, Part::SecondApi, Part::Worker, Part::SecondWorker];
/// Fewer than the processes open, so that they share.
const SERVER_CONNECTIONS: usize = 6;

pub(super) fn run(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    let program = pgbouncer::find_or_unpack()?;
    let mut setup = harness.set_up("pooler", &[("DATABASE_LISTEN", "off")])?;
    start(harness, &mut setup, program)?;
    harness.start(&setup, &PARTS)?;
    let (wanted, seed) = (plan.size(300, 5_000), plan.seed_of("pooler"));
    let profile = LoadProfile { wanted, rate: Some(100.0), seed, ..LoadProfile::FORM };
    let sites = [harness.site(Part::Api), harness.site(Part::SecondApi)];
    let load = LoadGenerator::new(profile, &sites, &setup);
    load.run()?;
    let mut probe = setup.probe.clone();
    let sql = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'inquiry_app' AND datname = current_database()";
    let connections = usize::try_from(probe.number(sql)?)?;
    let drained = invariants::settle(&mut probe, RESET_HOURLY_LIMIT, Duration::from_mins(2))?;
    report.yes("every mail reached a final state", drained);
    let submissions = load.into_submissions();
    let (comparison, _) = invariants::check(&mut probe, &submissions, &harness.smtp.recorder())?;
    report.scaled("inquiries acknowledged", comparison.acknowledged, 5_000);
    report.none("inquiries without an acknowledgement", submissions.len() - comparison.acknowledged);
    report.none("inquiries that needed a second try", submissions.iter().filter(|one| one.tries > 1).count());
    report.at_most("server connections", float(connections), float(SERVER_CONNECTIONS), "");
    comparison.report(report);
    report.none("mails accepted twice", comparison.notified_twice + comparison.replied_twice);
    let mut failures = 0;
    for worker in [Part::Worker, Part::SecondWorker] {
        failures += harness.log(worker.name())?.matches("the job runner failed").count();
    }
    // A NOTIFY over a shared connection reaches a process that did not LISTEN.
    report.none("failures of the job runners", failures);
    harness.stop(&PARTS)?;
    harness.stack.stop_service(NAME)?;
    Ok(())
}

/// Starts it in front of the database, and changes `DATABASE_URL`.
fn start(harness: &mut Harness, setup: &mut Setup, program: PathBuf) -> Result<()> {
    let mut url = Url::parse(setup.setting("DATABASE_URL"))?;
    let port = harness.more.postgres;
    let config = format!(
        "[databases]\n* = host=127.0.0.1 port={} user={} password={}\n\
         [pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n\
         pool_mode = transaction\ndefault_pool_size = {SERVER_CONNECTIONS}\nmax_client_conn = 500\n\
         max_prepared_statements = 200\nignore_startup_parameters = extra_float_digits\n",
        url.port().context("the database's URL has no port")?,
        url.username(),
        url.password().unwrap_or_default(),
    );
    let path = harness.stack.folder().join("pgbouncer.ini");
    fs::write(&path, config)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644))?;
    let mut command = Command::new(program);
    if rustix::process::geteuid().is_root() {
        command.args(["-u", "nobody"]);
    }
    command.arg(path);
    harness.launch(NAME, command, Stop::GRACEFUL)?;
    if !signals::wait_until(Duration::from_secs(10), || Ok(!ports::is_free(port)))? {
        bail!("PgBouncer does not listen; its log:\n{}", harness.log(NAME)?);
    }
    if url.set_port(Some(port)).is_err() {
        bail!("the database's URL takes no port");
    }
    setup.set("DATABASE_URL", url.as_str());
    Ok(())
}
