//! `worker ledger verify|export|head`.

use std::{fs::File, io::BufReader, path::PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use entity::env::Env;

use super::compliance::{COMPLIANCE, connect};
use crate::retention::{Flaw, Head, RetentionError, export_ledger, read_head, verify};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check an exported ledger, alone: no database, no network.
    Verify {
        /// What `ledger export` wrote.
        file: PathBuf,
        #[command(flatten)]
        head: GivenHead,
    },
    /// Write the whole ledger to a file; an earlier export is replaced only by one that continues it.
    Export { file: PathBuf },
    /// Print the last entry's number and hash.
    Head,
}

#[derive(Debug, Args)]
#[group(multiple = false)]
pub(super) struct GivenHead {
    /// A head received earlier, such as 42:0123…: shows whether the tail was cut or the ledger written anew.
    #[arg(long)]
    head: Option<String>,
    /// A file that holds the head.
    #[arg(long)]
    head_file: Option<PathBuf>,
}

/// Returns what is to be printed.
pub(super) async fn execute(env: &Env, command: Command) -> anyhow::Result<String> {
    match command {
        Command::Verify { file, head } => verify_file(&file, head.read()?.as_ref()),
        Command::Export { file } => {
            let verified = export_ledger(&connect(env).await?, &file, COMPLIANCE).await?;
            Ok(format!("{} entries written to {}\nhead {}\n", verified.entries, file.display(), verified.last))
        }
        Command::Head => {
            let db = connect(env).await?;
            let head = read_head(&db).await.map_err(|error| RetentionError::of(&error, COMPLIANCE))?;
            Ok(format!("{}\n", head.context("the ledger is empty. Run the `migration` program")?))
        }
    }
}

impl GivenHead {
    fn read(self) -> anyhow::Result<Option<Head>> {
        let text = match self {
            Self { head: Some(head), .. } => head,
            Self { head_file: Some(path), .. } => {
                std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?
            }
            _ => return Ok(None),
        };
        text.parse().map(Some).map_err(anyhow::Error::msg)
    }
}

fn verify_file(path: &PathBuf, head: Option<&Head>) -> anyhow::Result<String> {
    let file = File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let verified = match verify(BufReader::with_capacity(1 << 16, file), head) {
        Ok(verified) => verified,
        Err(Flaw::Unreadable(error)) => bail!("{} cannot be read: {error}", path.display()),
        Err(flaw) => bail!("NOT INTACT: {flaw}"),
    };
    let entries = format!(
        "intact: {} entries, {} to {}\nhead {}\n",
        verified.entries, verified.first_at, verified.last_at, verified.last
    );
    Ok(match head {
        Some(head) => format!("{entries}the given head, entry {}, is in its place\n", head.seq),
        None => format!(
            "{entries}no head was given, so a cut tail would not show: give one from an earlier report with --head\n"
        ),
    })
}
