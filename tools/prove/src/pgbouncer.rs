//! Finds a `PgBouncer` that is new enough: that of the machine, or the package of a newer Debian, unpacked below `target`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::installed::Missing;
use devstack::{process, repo};

/// The name of the service.
pub(super) const NAME: &str = "pgbouncer";
/// The first version with prepared statements in transaction mode (`max_prepared_statements`).
const NEEDED: (u32, u32) = (1, 21);
/// The first release of Debian that has it.
const DEBIAN: &str = "trixie";
const SOURCES: &str = "Types: deb\nURIs: http://deb.debian.org/debian\nSuites: trixie\nComponents: main\n\
                       Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg\n";

/// `PGBOUNCER`, the one on the PATH, or Debian's.
pub(super) fn find_or_unpack() -> Result<PathBuf, Missing> {
    let given = std::env::var("PGBOUNCER").ok();
    let candidates = given.iter().map(String::as_str).chain(["pgbouncer", "/usr/sbin/pgbouncer"]);
    let here = candidates.into_iter().find(|program| version_of(program) >= Some(NEEDED));
    if let Some(program) = here {
        return Ok(program.into());
    }
    let (major, minor) = NEEDED;
    unpack().map_err(|error| {
        Missing(format!("PgBouncer {major}.{minor} is missing (on Debian 13: apt-get install pgbouncer): {error:#}"))
    })
}

fn version_of(program: &str) -> Option<(u32, u32)> {
    version(&process::output_of(program, &["--version"])?)
}

/// Parses `PgBouncer 1.24.1`.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split_whitespace().nth(1)?.split('.').map(|part| part.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// The package with all its dependencies, the loader included, so that an older system can run it.
fn unpack() -> Result<PathBuf> {
    let home = repo::target().join(format!("xtask/pgbouncer-{DEBIAN}"));
    let program = home.join("pgbouncer");
    if version_of(&program.to_string_lossy()) >= Some(NEEDED) {
        return Ok(program);
    }
    eprintln!("fetching PgBouncer from Debian's {DEBIAN}");
    let _ = fs::remove_dir_all(&home);
    for folder in ["state/lists/partial", "cache/archives/partial", "sources", "empty", "root"] {
        fs::create_dir_all(home.join(folder))?;
    }
    fs::write(home.join("sources/debian.sources"), SOURCES)?;
    // An empty status file: all dependencies are downloaded.
    fs::write(home.join("status"), "")?;
    apt(&home, &["update"])?;
    apt(&home, &["install", "--yes", "--download-only", "--no-install-recommends", "pgbouncer"])?;
    let root = home.join("root");
    for package in fs::read_dir(home.join("cache/archives"))? {
        let package = package?.path();
        if package.extension().is_some_and(|extension| extension == "deb") {
            process::run(Command::new("dpkg-deb").arg("--extract").args([&package, &root]))?;
        }
    }
    let libraries = root.join(format!("usr/lib/{}-linux-gnu", std::env::consts::ARCH));
    let loader = fs::read_dir(&libraries)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("ld-linux")))
        .context("Debian's package has no loader for this processor")?;
    let script = format!(
        "#!/bin/sh\nexec '{}' --library-path '{}' '{}' \"$@\"\n",
        loader.display(),
        libraries.display(),
        root.join("usr/sbin/pgbouncer").display()
    );
    let draft = home.join("draft");
    fs::write(&draft, script)?;
    fs::set_permissions(&draft, fs::Permissions::from_mode(0o755))?;
    if version_of(&draft.to_string_lossy()) < Some(NEEDED) {
        bail!("Debian's package does not run here");
    }
    fs::rename(&draft, &program)?;
    Ok(program)
}

/// apt with separate folders: needs no root and changes nothing in the system.
fn apt(home: &Path, args: &[&str]) -> Result<()> {
    let at = home.display();
    let settings = format!(
        "Dir::State \"{at}/state\";\nDir::State::status \"{at}/status\";\nDir::Cache \"{at}/cache\";\n\
         Dir::Etc::SourceParts \"{at}/sources\";\nDir::Etc::SourceList \"/dev/null\";\n\
         Dir::Etc::PreferencesParts \"{at}/empty\";\nDir::Etc::Preferences \"/dev/null\";\n\
         APT::Sandbox::User \"root\";\nAcquire::http::Timeout \"15\";\nAcquire::Retries \"1\";\n"
    );
    fs::write(home.join("apt.conf"), settings)?;
    let mut command = Command::new("apt-get");
    command.env("APT_CONFIG", home.join("apt.conf")).args(["--quiet", "--quiet"]).args(args);
    process::run(command.stdout(Stdio::null()))
}
