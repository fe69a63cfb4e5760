//! The real programs.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::LazyLock,
    time::Duration,
};

use devstack::build;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use super::World;

pub(crate) struct WorkerProcess {
    child: Child,
    pub(crate) ops: SocketAddr,
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl WorkerProcess {
    pub(crate) async fn start(world: &World) -> Self {
        Self::start_with(world, &[]).await
    }

    /// Starts and waits until it listens.
    pub(crate) async fn start_with(world: &World, settings: &[(&str, &str)]) -> Self {
        for _ in 0..5 {
            // Free a moment ago. Somebody's outgoing connection may take it before the worker does: then another one.
            let ops = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
            let mut child = Self::command(world)
                .arg("run")
                .env("WORKER_OPS_LISTEN", ops.to_string())
                .envs(settings.iter().copied())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            super::eventually(super::PATIENCE, "the worker listens or has gone", async || {
                TcpStream::connect(ops).await.is_ok() || child.try_wait().unwrap().is_some()
            })
            .await;
            let has_gone = child.try_wait().unwrap().is_some();
            let process = Self { child, ops };
            if !has_gone {
                return process;
            }
        }
        panic!("the worker does not start");
    }

    /// The program with a clean environment for this world.
    pub(crate) fn command(world: &World) -> Command {
        let mut command = program(env!("CARGO_BIN_EXE_worker"), world);
        command.env("DATABASE_URL", world.database.app_url());
        command
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// kill -9.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM, and the exit status with the time it took.
    pub(crate) async fn stop(mut self) -> (ExitStatus, Duration) {
        let start = tokio::time::Instant::now();
        let signalled = Command::new("kill").args(["-TERM", &self.id().to_string()]).status().unwrap();
        assert!(signalled.success());
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status, start.elapsed());
            }
            assert!(start.elapsed() < Duration::from_secs(40), "it does not stop");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// A request to the ops listener: status and body.
    pub(crate) async fn request(&self, method: &str, path: &str) -> (u16, String) {
        let answer = self.exchange(method, path).await;
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default();
        (status, body)
    }

    /// The whole answer, head and body.
    pub(crate) async fn exchange(&self, method: &str, path: &str) -> String {
        let mut tcp = TcpStream::connect(self.ops).await.unwrap();
        let request = format!("{method} {path} HTTP/1.1\r\nHost: ops\r\nConnection: close\r\n\r\n");
        tcp.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        tcp.read_to_end(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }
}

/// Cargo builds it for the tests of its own package only; a run of the worker's tests alone has to.
static COMPLIANCE: LazyLock<PathBuf> = LazyLock::new(|| {
    // Not in the folder that the devstack takes for the checkout: it expects to run for one of the tools.
    let mut command = build::cargo();
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    command.args(["build", "--quiet", "--package", "compliance", "--package", "unify"]);
    build::programs(&mut command).unwrap().path("compliance").unwrap().to_owned()
});

/// The officers' program, without a login.
pub(crate) fn compliance(world: &World) -> Command {
    program(COMPLIANCE.as_path(), world)
}

fn program(path: impl AsRef<Path>, world: &World) -> Command {
    let mut command = Command::new(path.as_ref());
    command
        .env_clear()
        .current_dir(world.folder.path())
        .env("SMTP_URL", world.server.url())
        .env("MAIL_FROM", "desk@own.example")
        .env("COMPLIANCE_TO", "privacy@own.example")
        // The site of another test, or of a developer.
        .env("JOURNEY_EVERY", "off");
    command
}
