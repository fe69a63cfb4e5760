//! `PgBouncer` in transaction mode between the product and its database: LISTEN and whatever else a session keeps
//! do not survive it, and the workers' own tick carries the load.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use url::Url;

use crate::arena::{Arena, Part, Scene};
use crate::crowd::{Asked, Crowd, Manner, Visitors};
use crate::pgbouncer::{self, NAME};
use crate::plan::Plan;
use crate::referee::Book;
use crate::report::{Report, float};
use crate::sets::{self, Mail};
use devstack::{ports, signals};
use testkit::observer::{FORGET_THE_HOUR, Observer};
use testkit::statistics::percentile;

const PARTS: [Part; 4] = [Part::Api, Part::SecondApi, Part::Worker, Part::SecondWorker];
/// Fewer than the product's processes open, so that they share.
const SERVER_CONNECTIONS: usize = 6;

pub(super) fn run(arena: &mut Arena, plan: Plan) -> Result<Report> {
    let mut report = Report::new("pooler");
    let program = match pgbouncer::find_or_unpack() {
        Ok(program) => program,
        Err(why) => {
            report.skip(&format!("{why:#}"));
            return Ok(report);
        }
    };
    let mut scene = arena.scene("pooler", &[("DATABASE_LISTEN", "off")])?;
    start(arena, &mut scene, program)?;
    arena.start(&scene, &PARTS)?;
    let manner = Manner {
        wanted: plan.size(300, 5_000),
        threads: 16,
        rate: Some(100.0),
        persists: true,
        reconnects: false,
        seed: plan.seed_of("pooler"),
        visitors: Visitors::Many,
        spreads: false,
    };
    let sites = [arena.site(Part::Api), arena.site(Part::SecondApi)];
    let crowd = Crowd::new(manner, &sites, scene.setting("ALTCHA_HMAC_KEY"));
    crowd.run()?;
    let mut observer = scene.observer.clone();
    let connections = of_the_product(&mut observer)?;
    let drained = sets::settle(&mut observer, FORGET_THE_HOUR, Duration::from_mins(2))?;
    report.yes("every mail at its end", drained);
    let asked = crowd.into_asked();
    let book = arena.referee.book();
    let (verdict, mails) = sets::judge(&mut observer, &asked, &book)?;
    let waits = waits(&asked, &mails, &book);
    drop(book);
    report.scaled("inquiries acknowledged", verdict.acknowledged, 5_000);
    report.none("inquiries without an acknowledgement", asked.len() - verdict.acknowledged);
    report.none("inquiries that needed a second try", asked.iter().filter(|one| one.tries > 1).count());
    report.at_most("connections that the database saw", float(connections), float(SERVER_CONNECTIONS), "");
    let shown = format!("{:.2} / {:.2}", percentile(&waits, 50), percentile(&waits, 99));
    report.tell("s from the answer to the notification, p50 / p99", shown);
    verdict.report(&mut report);
    report.none("mails taken twice", verdict.notified_twice + verdict.replied_twice);
    let mut failures = 0;
    for worker in [Part::Worker, Part::SecondWorker] {
        failures += arena.log(worker.name())?.matches("the job runner failed").count();
    }
    // A notification that comes over a shared connection hits whoever uses it.
    report.none("failures of the job runners", failures);
    arena.stop(&PARTS)?;
    arena.stack.stop_service(NAME)?;
    Ok(report)
}

/// Puts it between the scene's database and everybody who comes by `DATABASE_URL`.
fn start(arena: &mut Arena, scene: &mut Scene, program: PathBuf) -> Result<()> {
    let mut url = Url::parse(scene.setting("DATABASE_URL"))?;
    let port = arena.more.postgres;
    let config = format!(
        "[databases]\n* = host=127.0.0.1 port={} user={} password={}\n\
         [pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n\
         pool_mode = transaction\ndefault_pool_size = {SERVER_CONNECTIONS}\nmax_client_conn = 500\n\
         max_prepared_statements = 200\nignore_startup_parameters = extra_float_digits\n",
        url.port().context("the database's URL has no port")?,
        url.username(),
        url.password().unwrap_or_default(),
    );
    let path = arena.stack.folder().join("pgbouncer.ini");
    fs::write(&path, config)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644))?;
    let mut command = Command::new(program);
    if rustix::process::geteuid().is_root() {
        command.args(["-u", "nobody"]);
    }
    command.arg(path);
    arena.launch(NAME, command)?;
    if !signals::wait_until(Duration::from_secs(10), || Ok(!ports::is_free(port)))? {
        bail!("PgBouncer does not listen; its log:\n{}", arena.log(NAME)?);
    }
    if url.set_port(Some(port)).is_err() {
        bail!("the database's URL takes no port");
    }
    scene.set("DATABASE_URL", url.as_str());
    Ok(())
}

fn of_the_product(observer: &mut Observer) -> Result<usize> {
    let sql = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'inquiry_app' AND datname = current_database()";
    Ok(usize::try_from(observer.number(sql)?)?)
}

/// Seconds from each answer to its first notification at the referee.
fn waits(asked: &[Asked], mails: &[Mail], book: &Book) -> Vec<f64> {
    let at: HashMap<&str, Instant> =
        book.records.iter().rev().map(|record| (record.message_id.as_str(), record.at)).collect();
    let ended: HashMap<&str, Instant> =
        asked.iter().filter_map(|one| Some((one.reference.as_deref()?, one.ended))).collect();
    let notifications = mails.iter().filter(|mail| !mail.is_auto_reply);
    notifications
        .filter_map(|mail| {
            let (sent, answered) = (at.get(mail.message_id.as_str())?, ended.get(mail.reference.as_str())?);
            Some(sent.saturating_duration_since(*answered).as_secs_f64())
        })
        .collect()
}
