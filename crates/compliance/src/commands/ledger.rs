//! `compliance ledger verify|export|head|certificate`.

use std::{
    fs::File,
    io::BufReader,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use entity::{Language, env::Env};
use mailer::text::counted;

use super::shared::{connect, to_json, write};
use crate::{
    ledger::{Authority, Flaw, Head, Verified, export_ledger, read_head, verify, verify_timestamp},
    privacy::read_certificate,
};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Verify an exported ledger offline: no database, no network.
    Verify {
        /// The file that `ledger export` wrote.
        file: PathBuf,
        #[command(flatten)]
        head: GivenHead,
        /// The timestamp of the head (head.tsr of the report's mail): shows when the head existed.
        #[arg(long, requires = "tsa_ca")]
        timestamp: Option<PathBuf>,
        /// The certificate of the authority that made the timestamp, as PEM.
        #[arg(long, requires = "timestamp")]
        tsa_ca: Option<PathBuf>,
        /// Print JSON instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Write the whole ledger to a file. Replaces an earlier export only if the ledger continues it.
    Export { file: PathBuf },
    /// Write the certificate of an erasure, a PDF, from its entry.
    Certificate {
        /// The number of the entry.
        entry: i64,
        #[arg(long)]
        out: PathBuf,
        /// The entry does not say the person's.
        #[arg(long, default_value = "en")]
        language: Language,
    },
    /// Have the ledger head timestamped by the authority in `TSA_URL`: writes head.txt and head.tsr.
    Timestamp {
        /// The folder to write to.
        #[arg(long)]
        out: PathBuf,
    },
    /// Print the ledger head: number and hash of the newest entry.
    Head {
        /// Print JSON instead of text.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, Args)]
#[group(multiple = false)]
pub(super) struct GivenHead {
    /// A ledger head received earlier, such as 42:0123…: shows whether the end was truncated or the ledger rewritten.
    #[arg(long)]
    head: Option<String>,
    /// A file that contains the head.
    #[arg(long)]
    head_file: Option<PathBuf>,
}

pub(super) async fn execute(env: &Env, command: Command) -> anyhow::Result<String> {
    match command {
        Command::Verify { file, head, timestamp, tsa_ca, json } => {
            let head = head.read()?;
            let verified = verify_file(&file, head.as_ref())?;
            let stamped = timestamp.zip(tsa_ca).map(|files| check_timestamp(&files, head.as_ref())).transpose()?;
            if json {
                return to_json(&verified);
            }
            Ok(print_verified(&verified, head.as_ref()) + &stamped.unwrap_or_default())
        }
        Command::Timestamp { out } => timestamp_head(env, &out).await,
        Command::Export { file } => {
            if file.as_os_str() == "-" {
                bail!("the ledger is written to a file: name one, such as ledger");
            }
            let Verified { entries, last, .. } = export_ledger(&connect(env).await?, &file).await?;
            Ok(format!("{} written to {}\nhead {last}\n", counted(entries, "entry", "entries"), file.display()))
        }
        Command::Certificate { entry, out, language } => {
            let certificate = read_certificate(&connect(env).await?, entry).await?;
            let certificate = certificate
                .with_context(|| format!("entry {entry} of the ledger has no certificate: only the erasure of a person has one, if something went"))?;
            write(&out, certificate.to_pdf(language)?)?;
            Ok(format!("certificate: {}\n", out.display()))
        }
        Command::Head { json } => {
            let head = connected_head(env).await?;
            if json { to_json(&head) } else { Ok(format!("{head}\n")) }
        }
    }
}

async fn connected_head(env: &Env) -> anyhow::Result<Head> {
    read_head(&connect(env).await?).await?.context("the ledger is empty. Run the `migration` program")
}

async fn timestamp_head(env: &Env, folder: &Path) -> anyhow::Result<String> {
    let authority =
        Authority::from_env(env)?.context("TSA_URL: not set. Set it to the URL of an RFC 3161 authority")?;
    let head = connected_head(env).await?.to_string();
    let token = authority.stamp(&head).await?;
    for (name, bytes) in [("head.txt", head.as_bytes()), ("head.tsr", &token)] {
        write(&folder.join(name), bytes)?;
    }
    Ok(format!("head {head}\nhead.txt and head.tsr written to {}\n", folder.display()))
}

/// Offline: the token, its signature, and the chain to the authority.
fn check_timestamp((token, authority): &(PathBuf, PathBuf), head: Option<&Head>) -> anyhow::Result<String> {
    let head = head.context("--timestamp: give the head that it is about, with --head or --head-file")?;
    let read = |path: &Path| std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()));
    match verify_timestamp(&read(token)?, &head.to_string(), &read(authority)?) {
        Ok(at) => Ok(format!("the head existed on {}, says the authority\n", at.format("%Y-%m-%d at %H:%M:%S UTC"))),
        Err(problem) => bail!("NOT PROVEN: {problem}"),
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

fn verify_file(path: &Path, head: Option<&Head>) -> anyhow::Result<Verified> {
    let file = File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
    match verify(BufReader::with_capacity(1 << 16, file), head) {
        Ok(verified) => Ok(verified),
        Err(Flaw::Unreadable(error)) => bail!("{} cannot be read: {error}", path.display()),
        Err(flaw) => bail!("NOT INTACT: {flaw}"),
    }
}

fn print_verified(verified: &Verified, head: Option<&Head>) -> String {
    let Verified { entries, first_at, last_at, last } = verified;
    let intact = format!("intact: {}, {first_at} to {last_at}\nhead {last}\n", counted(*entries, "entry", "entries"));
    match head {
        Some(head) => format!("{intact}the file contains the given head, entry {}\n", head.seq),
        None => format!(
            "{intact}without a head, a truncated end is not noticed: give one from an earlier report with --head\n"
        ),
    }
}
