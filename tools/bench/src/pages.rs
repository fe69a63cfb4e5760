//! Pages a second, as a ratio to nginx with the same files.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};

use super::environment::Environment;
use devstack::ports::Ports;
use devstack::service::Stop;
use devstack::{http, process, repo, signals};
use testkit::client::Client;
use testkit::measurements::Measurements;
use testkit::statistics::median;

const CLIENTS: usize = 16;
const PAGES: [&str; 3] = ["/", "/contact", "/privacy-policy"];

pub(super) fn measure(
    environment: &mut Environment,
    rounds: usize,
    seconds: u64,
    table: &mut Measurements,
) -> Result<()> {
    let setup = environment.set_up("bench_pages", &[])?;
    environment.start_api(&setup)?;
    let nginx = start_nginx(environment)?;
    eprintln!("measuring pages");
    let time = Duration::from_secs(seconds);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for number in 1..=rounds {
        signals::check()?;
        ours.push(round(environment.site(), time)?);
        if let Some(port) = nginx {
            theirs.push(round((Ipv4Addr::LOCALHOST, port).into(), time)?);
        }
        let yardstick = theirs.last().map_or_else(String::new, |rate| format!(", nginx {rate:.0}/s"));
        eprintln!("  round {number} of {rounds}: {:.0}/s{yardstick}", ours.last().copied().unwrap_or_default());
    }
    table.note("pages at 16 clients", median(&ours), "/s");
    if theirs.is_empty() {
        table.tell("pages as a ratio to nginx", "not measured: nginx is missing (Debian: nginx-light)");
    } else {
        let ratios: Vec<f64> = ours.iter().zip(&theirs).map(|(our, their)| our / their).collect();
        table.note("nginx, same files", median(&theirs), "/s");
        table.note("pages as a ratio to nginx", median(&ratios), "");
        environment.stack.stop_service("nginx")?;
    }
    environment.stack.stop_service("api")
}

/// Starts nginx with the built site and returns its port, or `None` without nginx.
fn start_nginx(environment: &mut Environment) -> Result<Option<u16>> {
    let paths = ["/usr/sbin/nginx", "nginx"];
    let Some(program) = paths.iter().find(|path| process::output_of(path, &["-h"]).is_some()) else { return Ok(None) };
    let port = Ports::find_free()?.site;
    let folder = environment.stack.folder().join("nginx");
    fs::create_dir_all(&folder)?;
    let settings = folder.join("nginx.conf");
    fs::write(&settings, settings_of(port, &folder, &repo::root().join("web/dist")))?;
    let mut command = Command::new(PathBuf::from(program));
    command.arg("-p").arg(&folder).arg("-c").arg(&settings);
    environment.stack.start("nginx", command, Stop::GRACEFUL)?;
    let url = format!("http://127.0.0.1:{port}/");
    if !signals::wait_until(Duration::from_secs(10), || Ok(http::status_of(&url) == Some(200)))? {
        bail!("nginx does not serve the site");
    }
    Ok(Some(port))
}

/// As the api: precompressed files, index files, two threads.
fn settings_of(port: u16, folder: &Path, site: &Path) -> String {
    let (folder, site) = (folder.display(), site.display());
    format!(
        "daemon off;\nworker_processes 2;\nuser root;\npid {folder}/nginx.pid;\nerror_log stderr warn;\n\
         events {{ worker_connections 1024; }}\n\
         http {{\n  include /etc/nginx/mime.types;\n  access_log off;\n  sendfile on;\n  tcp_nopush on;\n  \
         keepalive_requests 1000000;\n  server {{\n    listen 127.0.0.1:{port};\n    root {site};\n    \
         gzip_static on;\n    location / {{ try_files $uri $uri/index.html =404; }}\n  }}\n}}\n"
    )
}

/// Pages a second. Every response must be a 200 with a body.
fn round(site: SocketAddr, time: Duration) -> Result<f64> {
    let start = Instant::now();
    let pages = thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS).map(|index| scope.spawn(move || client(site, index, start, time))).collect();
        clients
            .into_iter()
            .map(|client| client.join().unwrap_or_else(|_| bail!("a client panicked")))
            .sum::<Result<u32>>()
    })?;
    Ok(f64::from(pages) / start.elapsed().as_secs_f64())
}

fn client(site: SocketAddr, index: usize, start: Instant, time: Duration) -> Result<u32> {
    let mut client = Client::new(site);
    let mut pages = 0;
    for path in PAGES.iter().cycle().skip(index) {
        if start.elapsed() > time {
            break;
        }
        let request = format!("GET {path} HTTP/1.1\r\nHost: {site}\r\nAccept-Encoding: gzip\r\n\r\n");
        let reply = client.send(request.as_bytes()).map_err(|error| anyhow!("{path} was not answered: {error:?}"))?;
        if reply.status != 200 || reply.body.is_empty() {
            bail!("{path} was answered {} with {} bytes", reply.status, reply.body.len());
        }
        pages += 1;
    }
    Ok(pages)
}
