//! Pages a second, as a ratio to nginx with the same files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use super::ground::Ground;
use super::load::Connection;
use super::table::Table;
use devstack::ports::Ports;
use devstack::service::Stop;
use devstack::{http, process, repo, signals};
use testkit::statistics::median;

const CLIENTS: usize = 16;
const PAGES: [&str; 3] = ["/", "/contact", "/privacy-policy"];

pub(super) fn measure(ground: &mut Ground, rounds: usize, seconds: u64, table: &mut Table) -> Result<()> {
    let scene = ground.scene("bench_pages", &[])?;
    ground.start_api(&scene)?;
    let nginx = start_nginx(ground)?;
    eprintln!("measuring pages");
    let time = Duration::from_secs(seconds);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for turn in 1..=rounds {
        signals::check()?;
        ours.push(round(ground.ports.site, time)?);
        if let Some(port) = nginx {
            theirs.push(round(port, time)?);
        }
        let yardstick = theirs.last().map_or_else(String::new, |rate| format!(", nginx {rate:.0}/s"));
        eprintln!("  round {turn} of {rounds}: {:.0}/s{yardstick}", ours.last().copied().unwrap_or_default());
    }
    table.tell("pages at 16 clients", median(&ours), "/s");
    if theirs.is_empty() {
        table.miss("pages as a ratio to nginx", "nginx is missing (Debian: nginx-light)");
    } else {
        let ratios: Vec<f64> = ours.iter().zip(&theirs).map(|(our, their)| our / their).collect();
        table.tell("nginx, same files", median(&theirs), "/s");
        table.tell("pages as a ratio to nginx", median(&ratios), "");
        ground.stack.stop_service("nginx")?;
    }
    ground.stack.stop_service("api")
}

/// The port of an nginx that serves the built site; `None` where there is no nginx.
fn start_nginx(ground: &mut Ground) -> Result<Option<u16>> {
    let paths = ["/usr/sbin/nginx", "nginx"];
    let Some(program) = paths.iter().find(|path| process::output_of(path, &["-h"]).is_some()) else { return Ok(None) };
    let port = Ports::find_free()?.site;
    let folder = ground.stack.folder().join("nginx");
    fs::create_dir_all(&folder)?;
    let settings = folder.join("nginx.conf");
    fs::write(&settings, settings_of(port, &folder, &repo::root().join("web/dist")))?;
    let mut command = Command::new(PathBuf::from(program));
    command.arg("-p").arg(&folder).arg("-c").arg(&settings);
    ground.stack.start("nginx", command, Stop::GRACEFUL)?;
    let url = format!("http://127.0.0.1:{port}/");
    if !signals::wait_until(Duration::from_secs(10), || Ok(http::status_of(&url) == Some(200)))? {
        bail!("nginx does not serve the site");
    }
    Ok(Some(port))
}

/// Like the api: precompressed files, an index file a folder, two threads.
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

/// Pages a second; every answer must be a 200 with a body.
fn round(port: u16, time: Duration) -> Result<f64> {
    let start = Instant::now();
    let pages = thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS).map(|index| scope.spawn(move || client(port, index, start, time))).collect();
        clients
            .into_iter()
            .map(|client| client.join().unwrap_or_else(|_| bail!("a client broke down")))
            .sum::<Result<u32>>()
    })?;
    Ok(f64::from(pages) / start.elapsed().as_secs_f64())
}

fn client(port: u16, index: usize, start: Instant, time: Duration) -> Result<u32> {
    let mut connection = Connection::open(port)?;
    let mut pages = 0;
    for path in PAGES.iter().cycle().skip(index) {
        if start.elapsed() > time {
            break;
        }
        let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\n\r\n");
        let (status, body) = connection.exchange(request.as_bytes())?;
        if status != 200 || body.is_empty() {
            bail!("{path} was answered {status} with {} bytes", body.len());
        }
        pages += 1;
    }
    Ok(pages)
}
