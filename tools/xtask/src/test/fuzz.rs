//! The fuzz targets with libFuzzer, guided by coverage, built by the stable compiler. `cargo bolero` does the same with
//! sanitizers, which need a nightly compiler and find faults of `unsafe` code; ours has none.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, bail};

use super::runner::Summary;
use devstack::service::tail;
use devstack::{build, process, repo, toolchain};

/// LLVM counts how often each edge between two blocks of code is taken, and shows libFuzzer what is compared.
const COVERAGE_FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
                              -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-pc-table \
                              -Cllvm-args=-sanitizer-coverage-trace-compares";
/// From so many seconds a target, the dependencies are built with coverage as well.
const LONG_RUN: u32 = 60;
const TARGETS_AT_A_TIME: usize = 2;
/// Where bolero looks for inputs to try first, by target.
const KEPT: &str = "tools/fuzz/tests/it/targets/__fuzz__";

/// Each fuzz target for so long.
pub(super) fn run(seconds: u32, seed: u32) -> Result<Summary> {
    toolchain::check_cpp()?;
    let program = build(seconds)?;
    let targets = targets(&program)?;
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut lines = Vec::new();
        while let Some(target) = targets.get(next.fetch_add(1, Ordering::Relaxed)) {
            let line = fuzz(&program, target, seconds, seed);
            eprintln!("{}", line.as_ref().map_or_else(|error| format!("error: {error:#}"), Clone::clone));
            lines.push(line);
        }
        lines
    };
    let lines: Vec<Result<String>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..TARGETS_AT_A_TIME).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker does not panic")).collect()
    });
    let passed = lines.iter().filter(|line| line.is_ok()).count();
    let total = format!("{passed} of {} targets passed, {seconds} s each (seed {seed})", targets.len());
    let results =
        lines.iter().map(|line| line.as_ref().map_or_else(|error| format!("failed: {error:#}"), Clone::clone));
    let lines: Vec<String> = results.chain([total]).collect();
    Ok(Summary::new(lines, !targets.is_empty() && passed == targets.len()))
}

fn build(seconds: u32) -> Result<PathBuf> {
    eprintln!("building the fuzz targets");
    let mut command = build::cargo();
    command
        .args(["test", "--no-run", "--package", "fuzz", "--features", "libfuzzer", "--test", "it"])
        .env("RUSTC_WRAPPER", repo::root().join("tools/fuzz/rustc-with-engine"))
        // Makes the build script of bolero-libfuzzer compile libFuzzer.
        .env("CARGO_CFG_FUZZING_LIBFUZZER", "1")
        .env("CARGO_INCREMENTAL", "0");
    if seconds < LONG_RUN {
        // Compiles the workspace's crates only; the dependencies are those of `cargo test`.
        command.env("RUSTC_WORKSPACE_WRAPPER", repo::root().join("tools/fuzz/rustc-with-coverage"));
        command.env("COVERAGE_FLAGS", COVERAGE_FLAGS);
    } else {
        // Compiles every dependency again, which takes minutes. Optimised, since it runs for long. With a target named, even
        // this machine's, cargo does not apply RUSTFLAGS to build scripts.
        command.args(["--target", "host-tuple", "--target-dir"]).arg(folder().join("build"));
        command.env("RUSTFLAGS", format!("-Copt-level=1 {COVERAGE_FLAGS}"));
    }
    let programs = build::programs(&mut command)?;
    programs.path("it").map(Path::to_path_buf)
}

/// The full names of the tests, as in `targets::body::body`.
fn targets(program: &Path) -> Result<Vec<String>> {
    let output = Command::new(program).args(["targets::", "--list", "--format", "terse"]).output()?;
    if !output.status.success() {
        bail!("the fuzz targets cannot be listed: {}", String::from_utf8_lossy(&output.stderr));
    }
    let names = String::from_utf8(output.stdout)?;
    Ok(names.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

/// Runs one target in its folder. The corpus stays there for the next run.
fn fuzz(program: &Path, target: &str, seconds: u32, seed: u32) -> Result<String> {
    let name = target.rsplit("::").next().unwrap_or(target);
    let folder = folder().join(name);
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    begin_with_kept(name, &folder.join("corpus"))?;
    let path = folder.join("log");
    eprintln!("fuzzing {name} for {seconds} s (log: {})", repo::shown(&path));
    let log = File::create(&path)?;
    let limits = format!("-max_total_time={seconds} -timeout=10 -rss_limit_mb=2048 -max_len=4096");
    let mut command = Command::new(program);
    command
        .args([target, "--exact", "--nocapture"])
        .env("BOLERO_LIBFUZZER_ARGS", format!("corpus -dict=dictionary -seed={seed} {limits}"))
        // Ninety frames would stand between what failed and the end of the log.
        .env("RUST_BACKTRACE", "0")
        .current_dir(&folder)
        .stdout(log.try_clone()?)
        .stderr(log);
    let status = process::status(&mut command)?;
    let log = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
    // "#2048 DONE   cov: 912 ft: 1345 corp: 98/2012b …": cases, edges of the code, and these by how often each was taken.
    match log.lines().rev().find(|line| line.starts_with('#') && line.contains(" cov: ")) {
        Some(reached) if status.success() => Ok(format!("{name}: {reached}")),
        _ => {
            eprintln!("{}", tail(&path, 40));
            bail!("{name}: {status}; {}", keep_input(&log, &folder, name)?)
        }
    }
}

/// What failed in an earlier run is tried first here, too.
fn begin_with_kept(name: &str, corpus: &Path) -> Result<()> {
    fs::create_dir_all(corpus)?;
    let kept = repo::root().join(KEPT).join(name).join("crashes");
    for entry in fs::read_dir(kept).into_iter().flatten() {
        let entry = entry?;
        fs::copy(entry.path(), corpus.join(entry.file_name()))?;
    }
    Ok(())
}

/// Puts the input that failed where the next run of the tests tries it first, and says so.
fn keep_input(log: &str, folder: &Path, name: &str) -> Result<String> {
    let Some(file) = log.lines().rev().find_map(|line| line.split("Test unit written to ./").nth(1)) else {
        return Ok("it left no input, see its log".to_owned());
    };
    let kept = repo::root().join(KEPT).join(name).join("crashes");
    fs::create_dir_all(&kept).with_context(|| format!("cannot create {}", kept.display()))?;
    let kept = kept.join(file);
    fs::copy(folder.join(file), &kept)?;
    Ok(format!("its input is {}; `cargo test -p fuzz {name}` tries it first", repo::shown(&kept)))
}

fn folder() -> PathBuf {
    repo::target().join("fuzz")
}
