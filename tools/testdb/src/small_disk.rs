//! A migrated database on a small file system of its own, for tests of a disk that is really full.

use std::{
    env,
    fs::{self, File, Permissions},
    io::Write,
    net::TcpListener,
    os::unix::fs::{PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use devstack::postgres::{Binaries, Cluster, Durability};
use migration::{APP, COMPLIANCE, OWNER, Roles, bootstrap};
use sea_orm::DatabaseConnection;
use tempfile::TempDir;

use super::pool;

/// Leaves out the tests that need a file system of their own.
const SWITCH: &str = "SMALL_DISK";
const MEGABYTES: usize = 200;

/// Commits wait for the disk, as in production. The write-ahead log is elsewhere: a server without room for it ends, which is an outage
/// like any other.
#[derive(Debug)]
pub struct SmallDisk {
    folder: TempDir,
    _log: TempDir,
    cluster: Cluster,
    server: Child,
    port: u16,
}

impl SmallDisk {
    /// `None`, with its reason on the terminal, if the tester has said that there is none.
    pub async fn mount() -> Option<Self> {
        if env::var(SWITCH).is_ok_and(|value| value == "off") {
            let _ = writeln!(std::io::stderr(), "NOT RUN: {SWITCH}=off, so no disk is full");
            return None;
        }
        let folder = tempfile::tempdir().expect("a folder can be made");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={MEGABYTES}m,mode=755"), "tmpfs"]).arg(folder.path());
        assert!(
            mount.status().is_ok_and(|status| status.success()),
            "only root can mount the small disk of this test: run it as root, or leave it out with {SWITCH}=off"
        );
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port is free").port();
        let binaries = Binaries::find().expect("there is a Postgres");
        let cluster = Cluster::at(folder.path(), binaries, port, Durability::Real).expect("the disk takes a folder");
        cluster.prepare("test").expect("initdb works");
        let (log, inside) = (tempfile::tempdir().expect("a folder can be made"), cluster.data().join("pg_wal"));
        fs::set_permissions(log.path(), Permissions::from_mode(0o755)).expect("it is ours");
        let moved = Command::new("mv").arg(&inside).arg(log.path()).status();
        assert!(moved.is_ok_and(|status| status.success()), "the log can be moved");
        symlink(log.path().join("pg_wal"), inside).expect("the disk has room");
        let mut server = cluster.server();
        let server = server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let disk = Self { server: server.spawn().expect("Postgres starts"), folder, _log: log, cluster, port };
        let end = Instant::now() + Duration::from_mins(1);
        while !disk.cluster.is_ready() {
            assert!(Instant::now() < end, "Postgres is not ready");
            thread::sleep(Duration::from_millis(20));
        }
        let [owner, app, compliance] = [OWNER, APP, COMPLIANCE].map(|role| disk.url(role, "inquiries"));
        let roles = Roles::from_urls(&owner, &app, &compliance).expect("the URLs are made here");
        bootstrap(&disk.url("postgres", "postgres"), &roles).await.expect("the administrator may do this");
        migration::migrate(&owner).await.expect("an empty database can be migrated");
        Some(disk)
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn app_url(&self) -> String {
        self.url(APP, "inquiries")
    }

    /// A small pool as the application's role.
    pub async fn app(&self) -> DatabaseConnection {
        pool(self.app_url()).await
    }

    fn url(&self, role: &str, database: &str) -> String {
        format!("postgres://{role}:test@127.0.0.1:{}/{database}", self.port)
    }

    /// To the last byte. The file of the catalog's cache, which a change of the catalog removes, is missing then.
    pub fn fill(&self) {
        fs::remove_file(self.cluster.data().join("global/pg_internal.init")).expect("the server has been used");
        let mut filler = File::create(self.filler()).expect("the disk has room");
        while filler.write_all(&[0; 4096]).is_ok() {}
    }

    pub fn make_room(&self) {
        fs::remove_file(self.filler()).expect("it was filled");
    }

    fn filler(&self) -> PathBuf {
        self.folder.path().join("filler")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
        // Its processes end a moment later.
        let _ = Command::new("umount").arg("--lazy").arg(self.folder.path()).status();
    }
}
