//! A data folder and the server on it.

use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::Signal;

use super::binaries::Binaries;
use super::{memory, run_as};
use crate::{process, repo};

/// Whether commits survive a power cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// As in production.
    Real,
    /// For tests, without fsync.
    Throwaway,
}

#[derive(Debug)]
pub struct Cluster {
    pub binaries: Binaries,
    /// Contains the data folder; owned by the server's user.
    home: PathBuf,
    port: u16,
    durability: Durability,
}

impl Cluster {
    /// In `folder/postgres`, or outside the checkout if the server's user cannot reach it. Throwaway data is in memory if it
    /// has room.
    pub fn at(folder: &Path, binaries: Binaries, port: u16, durability: Durability) -> Result<Self> {
        let mut home = folder.join("postgres");
        // Another user of this checkout may have the folder.
        if durability == Durability::Throwaway && memory::has_room() && run_as::make_outside(memory::ROOT).is_ok() {
            home = outside(memory::ROOT, folder);
        }
        match binaries.run_as {
            None => fs::create_dir_all(&home)?,
            Some(user) => {
                if !user.take_over(&home)? {
                    fs::remove_dir(&home).context("cannot move the database's folder")?;
                    run_as::make_outside(run_as::SHARED)?;
                    home = outside(run_as::SHARED, folder);
                    if !user.take_over(&home)? {
                        bail!("the user nobody cannot reach {}", home.display());
                    }
                }
            }
        }
        Ok(Self { binaries, home, port, durability })
    }

    /// Removes the data of [`Cluster::at`] with the same folder.
    pub fn remove(folder: &Path) -> Result<()> {
        for home in [folder.join("postgres"), outside(run_as::SHARED, folder), outside(memory::ROOT, folder)] {
            match fs::remove_dir_all(&home) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("cannot remove {}", home.display()));
                }
                _ => {}
            }
        }
        // Fails while another run of this checkout has its data there.
        let _ = fs::remove_dir(run_as::outside(memory::ROOT));
        Ok(())
    }

    /// The folder that contains the data; the server's user owns it.
    pub fn home(&self) -> &Path {
        &self.home
    }

    pub fn exists(&self) -> bool {
        self.data().join("PG_VERSION").exists()
    }

    pub fn data(&self) -> PathBuf {
        self.home.join("data")
    }

    /// Creates the data folder if there is none, and removes the lock of a killed server.
    pub fn prepare(&self, password: &str) -> Result<()> {
        if !self.exists() {
            return self.initialise(password);
        }
        let version = fs::read_to_string(self.data().join("PG_VERSION"))?;
        if version.trim() != self.binaries.major.to_string() {
            bail!(
                "{} was made by Postgres {}, but {} is what would run now: bring the old one back, or start anew with --fresh",
                repo::shown(&self.data()),
                version.trim(),
                self.binaries.label,
            );
        }
        self.clear_stale_lock()
    }

    /// Writes a file with a secret into [`Self::home`], readable by the server's user alone.
    pub fn write_secret(&self, name: &str, text: &str) -> Result<PathBuf> {
        let path = self.home.join(name);
        let _ = fs::remove_file(&path);
        let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
        writeln!(file, "{text}")?;
        if let Some(user) = self.binaries.run_as {
            user.give(&path)?;
        }
        Ok(path)
    }

    fn initialise(&self, password: &str) -> Result<()> {
        // Renamed when it is complete.
        let part = self.home.join("data.part");
        let _ = fs::remove_dir_all(&part);
        let password_file = self.write_secret("password", password)?;
        // A test that ends during its login would leave a session that waits for a password, for a minute by default.
        // DROP DATABASE waits for every session.
        let authentication = match self.durability {
            Durability::Throwaway => "--auth=trust",
            Durability::Real => "--auth=scram-sha-256",
        };
        let mut initdb = self.command("initdb");
        initdb
            // Syncing 39 MB takes three times as long as writing them, and a power cut within seconds loses a new database.
            .args(["--username=postgres", authentication, "--encoding=UTF8", "--no-locale", "--no-sync"])
            // In MB. A commit that needs a new WAL file waits until it is filled with zeros, which nobody measures in a test.
            .args((self.durability == Durability::Real).then_some("--wal-segsize=1"))
            .arg(format!("--pwfile={}", password_file.display()))
            .arg("-D")
            .arg(&part)
            .stdin(std::process::Stdio::null());
        let output = initdb.output().context("cannot start initdb")?;
        fs::remove_file(&password_file)?;
        if !output.status.success() {
            bail!("initdb failed: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        fs::rename(&part, self.data())?;
        Ok(())
    }

    /// Stops a server that outlived its launcher. Removes a lock file whose process has ended or is another program by
    /// now, which Postgres might take for a server.
    pub fn clear_stale_lock(&self) -> Result<()> {
        if let Some(pid) = self.running_server() {
            process::signal(pid, Signal::INT);
            let limit = Instant::now() + Duration::from_secs(20);
            while self.running_server() == Some(pid) && Instant::now() < limit {
                thread::sleep(Duration::from_millis(20));
            }
            if self.running_server() == Some(pid) {
                bail!("an earlier Postgres on {} (pid {pid}) does not stop", repo::shown(&self.data()));
            }
        }
        match fs::remove_file(self.lock()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// The server that runs on this data folder.
    pub fn running_server(&self) -> Option<u32> {
        let lock = fs::read_to_string(self.lock()).ok()?;
        let pid = lock.lines().next()?.trim().parse().ok()?;
        self.is_our_server(pid).then_some(pid)
    }

    fn lock(&self) -> PathBuf {
        self.data().join("postmaster.pid")
    }

    /// A Postgres server's working folder is its data folder.
    fn is_our_server(&self, pid: u32) -> bool {
        let Ok(data) = fs::canonicalize(self.data()) else {
            return false;
        };
        if process::identity(pid).is_none() {
            return false;
        }
        match fs::read_link(format!("/proc/{pid}/cwd")) {
            Ok(folder) => folder == data,
            Err(_) => process::command_line(pid)
                .is_some_and(|line| line.contains("postgres") && line.contains(&*data.to_string_lossy())),
        }
    }

    /// The server: on loopback only, without a socket file, and without values in its log and errors.
    pub fn server(&self) -> Command {
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.data());
        let mut settings = vec![
            "listen_addresses=127.0.0.1".to_owned(),
            format!("port={}", self.port),
            "unix_socket_directories=".to_owned(),
            "max_connections=200".to_owned(),
            "log_error_verbosity=terse".to_owned(),
            "log_parameter_max_length_on_error=0".to_owned(),
            "log_min_error_statement=panic".to_owned(),
            // A recycled WAL file would keep the bytes of purged rows.
            "wal_recycle=off".to_owned(),
            // Their defaults follow the size of a WAL file.
            "max_wal_size=1GB".to_owned(),
            "wal_buffers=4MB".to_owned(),
        ];
        if self.durability == Durability::Throwaway {
            let unsafe_but_fast = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
            settings.extend(unsafe_but_fast.map(str::to_owned));
        }
        for setting in settings {
            command.arg("-c").arg(setting);
        }
        command
    }

    /// The last line of the lock file is "ready" when the server accepts connections.
    pub fn is_ready(&self) -> bool {
        fs::read_to_string(self.lock())
            .is_ok_and(|lock| lock.lines().nth(7).is_some_and(|state| state.trim() == "ready"))
    }

    fn command(&self, program: &str) -> Command {
        self.run(&self.binaries.program(program))
    }

    /// A command that runs as the server's user in [`Self::home`].
    pub fn run(&self, program: &Path) -> Command {
        let mut command = match self.binaries.run_as {
            Some(user) => user.command(program),
            None => Command::new(program),
        };
        command.current_dir(&self.home).env("HOME", &self.home).env("LC_ALL", "C");
        command
    }
}

/// The place outside the checkout. `up` finds its database under the fixed name.
fn outside(root: &str, folder: &Path) -> PathBuf {
    let folder = if folder == repo::data() {
        "up".to_owned()
    } else {
        let tail: Vec<_> = folder.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
        tail.join("-")
    };
    run_as::outside(root).join(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_the_data_wherever_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let mut homes = vec![folder.path().join("postgres")];
        for root in [run_as::SHARED, memory::ROOT] {
            // Not every system has the second.
            if run_as::make_outside(root).is_ok() {
                homes.push(outside(root, folder.path()));
            }
        }
        for home in &homes {
            fs::create_dir_all(home.join("data")).unwrap();
        }
        Cluster::remove(folder.path()).unwrap();
        assert!(homes.iter().all(|home| !home.exists()), "{homes:?}");
    }
}
