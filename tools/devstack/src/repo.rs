//! Paths in this checkout.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// The folder of the workspace manifest.
pub fn root() -> PathBuf {
    // Cargo sets it for `cargo run`. The compile-time value is for a binary started by hand.
    let manifest =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    // `tools/<crate>`
    manifest.ancestors().nth(2).map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

/// Cargo's target folder, which contains this program.
pub fn target() -> PathBuf {
    std::env::current_exe()
        .ok()
        .and_then(|exe| Some(exe.parent()?.parent()?.to_path_buf()))
        .unwrap_or_else(|| root().join("target"))
}

/// The folder in which `up` keeps its state.
pub fn data() -> PathBuf {
    root().join(".data")
}

/// A short name of this checkout, for folders outside it.
pub fn key() -> String {
    let digest = Sha256::digest(root().as_os_str().as_encoded_bytes());
    hex::encode(&digest[..6])
}

/// Creates a folder that other users may traverse but not list: the database may run as another user.
pub fn make_passable(folder: &Path) -> Result<()> {
    make(folder, 0o711)
}

/// Creates a folder with this mode.
pub fn make(folder: &Path, mode: u32) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    fs::set_permissions(folder, fs::Permissions::from_mode(mode))
        .with_context(|| format!("cannot set the mode of {}", folder.display()))
}

/// Every file below a folder.
pub fn files_below(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            files_below(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// A path as people type it: relative to the checkout where possible.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}
