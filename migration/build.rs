//! Embeds the SQL files: the baseline in the order in which one reads it, steps and functions in the order of their names.

use std::{env, fmt::Write as _, fs, io, path::Path};

const BASELINE: [&str; 8] = ["inquiry", "outbox", "intake", "ticket", "ledger", "retention", "privacy", "roles"];

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let names = |folder: &str| -> io::Result<Vec<String>> {
        println!("cargo::rerun-if-changed={folder}");
        let mut names = Vec::new();
        for entry in fs::read_dir(Path::new(&root).join(folder))? {
            names.extend(entry?.file_name().to_string_lossy().strip_suffix(".sql").map(str::to_owned));
        }
        names.sort();
        Ok(names)
    };
    let mut code =
        "pub(crate) const FILES: Files = Files { version: env!(\"CARGO_PKG_VERSION\"), serves: SERVES,".to_owned();
    for (folder, names) in [
        ("baseline", BASELINE.map(str::to_owned).to_vec()),
        ("steps", names("steps")?),
        ("functions", names("functions")?),
    ] {
        let _ = write!(code, "{folder}: &[");
        for name in names {
            let path = format!("{root}/{folder}/{name}.sql");
            let _ = write!(code, "File {{ folder: {folder:?}, name: {name:?}, sql: include_str!({path:?}) }},");
        }
        code.push_str("],");
    }
    code.push_str("};");
    let target = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&target).join("files.rs"), code)
}
