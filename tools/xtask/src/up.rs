//! `cargo xtask up`: the whole product on one machine. Needs Rust and Node only.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, bail};

use devstack::build::{self, Profile, Programs};
use devstack::command_line::say;
use devstack::env_file::{self, Pair};
use devstack::ports::Ports;
use devstack::postgres::{Binaries, Cluster, Durability};
use devstack::run_record::RunRecord;
use devstack::settings::{self, Secrets};
use devstack::stack::Stack;
use devstack::{repo, signals, toolchain, web};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The site's port; the next six serve ops, ops, inbox, SMTP, Postgres and LMTP
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Delete the database, the mails and all secrets first
    #[arg(long)]
    fresh: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let ports = Ports::from_base(args.port)?;
    let folder = repo::data();
    let given_server = std::env::var("ADMIN_DATABASE_URL").ok().filter(|url| !url.is_empty());
    toolchain::check_node()?;
    clear_up(&folder, ports)?;
    if args.fresh {
        Cluster::remove(&folder)?;
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", repo::shown(&folder)))?;
        }
    }
    repo::make_passable(&folder)?;
    ports.check_free(given_server.is_none())?;

    let site = format!("http://127.0.0.1:{}", ports.site);
    let programs = build_all(&site)?;

    let mut stack = Stack::new(&folder, &site)?;
    let earlier = env_file::read(&folder.join("env"));
    let secrets = Secrets::from_earlier(&earlier, given_server.is_some());
    let (admin_url, label) = start_database(&mut stack, &folder, ports, &secrets, given_server.as_deref(), &earlier)?;
    let mut settings = settings::pairs(ports, &secrets, &admin_url, &site)?;
    settings::turn_mail_in_on(&mut settings, ports, &secrets);
    settings::name_consultants(&mut settings);
    let every = std::env::var("JOURNEY_EVERY").unwrap_or_else(|_| "15".to_owned());
    settings::set(&mut settings, "JOURNEY_EVERY", &every);
    env_file::write(&folder.join("env"), &settings)?;

    eprintln!("bringing the schema to now");
    stack.migrate(&programs, &settings)?;
    eprintln!("starting the inbox, the worker and the api");
    stack.start_inbox(ports, &settings)?;
    stack.start_worker(&programs, &settings, ports)?;
    stack.start_api(&programs, &settings, ports)?;

    announce(ports, &site, &label)?;
    let outcome = stack.supervise();
    say("stopping");
    stack.stop();
    outcome
}

/// Runs npm while cargo compiles: npm waits for the network, cargo for the processor.
fn build_all(site: &str) -> Result<Programs> {
    thread::scope(|scope| {
        let npm = scope.spawn(|| web::build(site).and_then(|()| web::install_dev_services()));
        let programs = build::product(Profile::Dev);
        npm.join().map_err(|_| anyhow::anyhow!("the site's build panicked"))??;
        programs
    })
}

/// Fails if another `up` uses the folder. Stops the processes that a killed one has left.
fn clear_up(folder: &Path, ports: Ports) -> Result<()> {
    let Some(record) = RunRecord::read(folder) else {
        return Ok(());
    };
    if let Some(launcher) = record.live_launcher() {
        let taken = match record.site.rsplit_once(':') {
            Some((_, port)) if port == ports.site.to_string() => format!("port {port} is taken: "),
            _ => String::new(),
        };
        bail!(
            "{taken}`cargo xtask up` (pid {}) already runs in this checkout at {}; stop it first (Ctrl-C there, or kill {})",
            launcher.pid,
            record.site,
            launcher.pid,
        );
    }
    let stopped = record.stop_leftovers();
    signals::check()?;
    if !stopped.is_empty() {
        eprintln!("stopped what an earlier run had left: {}", stopped.join(", "));
    }
    Ok(())
}

/// The server in `ADMIN_DATABASE_URL`, or a new one: the administrator's URL, and its name for people.
fn start_database(
    stack: &mut Stack,
    folder: &Path,
    ports: Ports,
    secrets: &Secrets,
    given: Option<&str>,
    earlier: &[Pair],
) -> Result<(String, String)> {
    if let Some(url) = given {
        return Ok((url.to_owned(), "the server in ADMIN_DATABASE_URL".to_owned()));
    }
    let binaries = Binaries::find()?;
    let label = binaries.label.clone();
    eprintln!("starting {label}");
    let cluster = Cluster::at(folder, binaries, ports.postgres, Durability::Real)?;
    if cluster.exists() && settings::value(earlier, "XTASK_POSTGRES_PASSWORD").is_none() {
        bail!(
            "there is a database in {} but its password in .data/env is gone: start anew with --fresh",
            repo::shown(&cluster.data())
        );
    }
    let admin_url = secrets.admin_url(ports);
    // Before the data folder is created, so that a run after a kill finds the password.
    let mut draft = settings::pairs(ports, secrets, &admin_url, "")?;
    settings::turn_mail_in_on(&mut draft, ports, secrets);
    env_file::write(&folder.join("env"), &draft)?;
    stack.start_postgres(cluster, &secrets.admin_password)?;
    Ok((admin_url, label))
}

fn announce(ports: Ports, site: &str, database: &str) -> Result<()> {
    let shown = |path: PathBuf| repo::shown(&path);
    let local = |port: u16, path: &str| format!("http://127.0.0.1:{port}{path}");
    let rows = [
        ("site", site.to_owned()),
        ("mail inbox", local(ports.inbox, "")),
        ("mailboxes", local(ports.inbox, "/mailboxes   (of visitors and of the consultants; Write)")),
        ("queue board", local(ports.worker_ops, "/")),
        ("api ops", local(ports.api_ops, "/metrics   (also /healthz, /readyz)")),
        ("worker ops", local(ports.worker_ops, "/metrics   (also /healthz, /readyz)")),
        ("SMTP", format!("127.0.0.1:{}", ports.smtp)),
        ("LMTP", format!("127.0.0.1:{}", ports.lmtp)),
        ("database", database.to_owned()),
        ("settings", shown(repo::data().join("env"))),
        ("logs", shown(repo::data().join("logs"))),
    ];
    let mut out = std::io::stdout().lock();
    writeln!(out)?;
    for (name, value) in rows {
        writeln!(out, "  {name:<12}{value}")?;
    }
    writeln!(
        out,
        "\n  Send a sample inquiry: cargo xtask send      Answer its mails: Reply, in the mail inbox      Stop: Ctrl-C\n"
    )?;
    writeln!(out, "ready {site}")?;
    out.flush()?;
    Ok(())
}
