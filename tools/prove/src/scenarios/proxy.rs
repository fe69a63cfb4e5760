//! Reverse proxies in front of the api: bursts of requests, with pauses after which an idle connection of the proxy is about
//! to be closed.

use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use rand::RngExt;

use crate::harness::{Harness, Part, Setup};
use crate::installed;
use crate::plan::Plan;
use crate::report::Report;
use devstack::service::Stop;
use devstack::{http, repo, signals};
use testkit::load::{LoadGenerator, LoadProfile, Submission};

const NAME: &str = "proxy";
const INSTALL: &str = "apt-get install --no-install-recommends nginx-light caddy";
/// Requests at the same time, each on a separate connection.
const BURST: usize = 200;
/// Around the 4 s after which the api closes an idle connection of a client that it does not trust.
const PAUSE: std::ops::Range<f64> = 3.97..4.02;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Proxy {
    /// With the defaults of `upstream`.
    Nginx,
    /// With `ops/Caddyfile`, without TLS.
    OurCaddy,
    DefaultCaddy,
}

pub(super) fn run(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    let (nginx, caddy) = (installed::find("nginx", INSTALL)?, installed::find("caddy", INSTALL)?);
    for (proxy, program) in [(Proxy::Nginx, &nginx), (Proxy::OurCaddy, &caddy), (Proxy::DefaultCaddy, &caddy)] {
        let front = harness.site(Part::SecondApi);
        let mut setup = harness.set_up(NAME, &[("TRUSTED_PROXIES", "127.0.0.1/32")])?;
        setup.proxy = Some(front);
        harness.start(&setup, &[Part::Api])?;
        start(harness, proxy, program, front)?;
        let submissions = bursts(&setup, plan, front)?;
        report.scaled(&format!("{proxy:?}: posts"), submissions.len(), 10_000);
        report.none(&format!("{proxy:?}: 502"), submissions.iter().filter(|one| one.status == 502).count());
        report.none(&format!("{proxy:?}: not 201"), submissions.iter().filter(|one| one.status != 201).count());
        harness.stack.stop_service(NAME)?;
        harness.stop(&[Part::Api])?;
    }
    Ok(())
}

fn bursts(setup: &Setup, plan: Plan, front: SocketAddr) -> Result<Vec<Submission>> {
    let mut rng = plan.rng(NAME);
    let mut submissions = Vec::new();
    for number in 0..plan.size(4, 50) {
        let seed = plan.seed_of(&format!("{NAME} {number}"));
        let profile = LoadProfile { wanted: BURST, threads: BURST, seed, ..LoadProfile::STRANGERS };
        let load = LoadGenerator::new(profile, &[front], setup);
        load.run()?;
        submissions.extend(load.into_submissions());
        signals::wait_until(Duration::from_secs_f64(rng.random_range(PAUSE)), || Ok(false))?;
    }
    Ok(submissions)
}

fn start(harness: &mut Harness, proxy: Proxy, program: &Path, front: SocketAddr) -> Result<()> {
    let folder = harness.stack.folder().join(NAME);
    fs::create_dir_all(&folder)?;
    // nginx gives up root.
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755))?;
    let api = harness.site(Part::Api);
    let command = match proxy {
        Proxy::Nginx => nginx(program, &folder, front, api)?,
        Proxy::OurCaddy => caddy(program, &folder, front, api, &our_caddyfile()?)?,
        Proxy::DefaultCaddy => {
            caddy(program, &folder, front, api, "{\n\tadmin off\n}\n{$PUBLIC_URL} {\n\treverse_proxy {$UPSTREAM}\n}\n")?
        }
    };
    harness.launch(NAME, command, Stop::GRACEFUL)?;
    let is_ready = || Ok(http::status_of(&format!("http://{front}/")) == Some(200));
    ensure!(signals::wait_until(Duration::from_secs(30), is_ready)?, "{proxy:?} does not serve the site");
    Ok(())
}

fn nginx(program: &Path, folder: &Path, front: SocketAddr, api: SocketAddr) -> Result<Command> {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let folders = temporary.map(|name| format!("  {name}_temp_path {name};\n")).concat();
    let settings = format!(
        "daemon off;\npid nginx.pid;\nerror_log stderr;\nevents {{ }}\nhttp {{\n{folders}  access_log off;\n  \
         upstream api {{ server {api}; keepalive {BURST}; }}\n  server {{\n    listen {front};\n    location / {{\n      \
         proxy_pass http://api;\n      proxy_http_version 1.1;\n      proxy_set_header Connection \"\";\n      \
         proxy_set_header Host $http_host;\n      proxy_set_header X-Forwarded-For $remote_addr;\n    }}\n  }}\n}}\n"
    );
    let file = write(folder, "nginx.conf", &settings)?;
    let mut command = Command::new(program);
    command.arg("-p").arg(folder).arg("-c").arg(file).args(["-e", "stderr"]);
    Ok(command)
}

/// Without its certificates.
fn our_caddyfile() -> Result<String> {
    let ours = fs::read_to_string(repo::root().join("ops/Caddyfile"))?;
    let certificates = "\ttls {\n\t\tissuer {$TLS_ISSUER:acme}\n\t}\n";
    ensure!(ours.contains(certificates), "ops/Caddyfile: adapt the scenario `{NAME}` to its block `tls`");
    // No other port is opened.
    Ok(ours.replace(certificates, "").replacen("{\n\tlog", "{\n\tadmin off\n\tlog", 1))
}

fn caddy(program: &Path, folder: &Path, front: SocketAddr, api: SocketAddr, settings: &str) -> Result<Command> {
    let file = write(folder, "Caddyfile", settings)?;
    let mut command = Command::new(program);
    command.args(["run", "--adapter", "caddyfile", "--config"]).arg(file);
    command.env("PUBLIC_URL", format!("http://{front}")).env("UPSTREAM", api.to_string());
    command.env("XDG_DATA_HOME", folder).env("XDG_CONFIG_HOME", folder);
    Ok(command)
}

fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf> {
    let file = folder.join(name);
    fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(file)
}
