//! `worker person …`: what a person may ask for, by mail address.

use std::{
    fmt::Write as _,
    fs::{self, OpenOptions},
    io::Write as _,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use clap::{Subcommand, ValueEnum};
use entity::{EmailAddress, data_subject_request::RequestKind, env::Env};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement};
use uuid::Uuid;

use super::{
    compliance::{address, begin_recorded, confirm, connect, explain},
    request,
};
use crate::{
    mail::MailSettings,
    retention::{Dossier, Which, read_dossier, reclaim},
};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Write everything that is held about an address to person.json and person.html.
    Export {
        /// The mail address, in any spelling; - reads it from the standard input.
        address: String,
        /// The folder to write to; created if it is missing.
        #[arg(long)]
        out: PathBuf,
    },
    /// Remove everything that is held about an address, after showing it.
    Erase {
        /// The mail address, in any spelling; - reads it from the standard input (then --yes is needed).
        address: String,
        /// Do not ask.
        #[arg(long)]
        yes: bool,
    },
    /// The register of requests, which must be answered within 30 days.
    #[command(subcommand)]
    Request(RequestCommand),
}

#[derive(Debug, Subcommand)]
pub(super) enum RequestCommand {
    /// Register a request that has come in.
    Add {
        /// The person's mail address; - reads it from the standard input.
        address: String,
        #[arg(long)]
        kind: Kind,
    },
    /// List the open requests.
    List,
    /// Close a request that was answered by other means; its address is forgotten.
    Close { id: Uuid },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Kind {
    Access,
    Erasure,
}

impl From<Kind> for RequestKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Access => Self::Access,
            Kind::Erasure => Self::Erasure,
        }
    }
}

/// Returns what is to be printed.
pub(super) async fn execute(env: &Env, command: Command) -> anyhow::Result<String> {
    match command {
        Command::Export { address: text, out } => export(env, &address(&text)?, &out).await,
        Command::Erase { address: text, yes } => erase(env, &address(&text)?, yes).await,
        Command::Request(RequestCommand::Add { address: text, kind }) => {
            let address = address(&text)?;
            request::add(&connect(env).await?, &address, kind.into()).await
        }
        Command::Request(RequestCommand::List) => request::list(&connect(env).await?).await,
        Command::Request(RequestCommand::Close { id }) => request::close(&connect(env).await?, id).await,
    }
}

const UNKNOWN: &str = "nothing is held about this address. Check its spelling; if it is right, that is the answer";

async fn export(env: &Env, address: &EmailAddress, out: &Path) -> anyhow::Result<String> {
    let settings = MailSettings::for_copies(env)?;
    let db = connect(env).await?;
    let transaction = begin_recorded(&db).await?;
    let dossier = read_dossier(&transaction, address, &settings).await.map_err(explain)?;
    if dossier.is_empty() {
        bail!(UNKNOWN);
    }
    fs::create_dir_all(out).with_context(|| format!("{} cannot be created", out.display()))?;
    let files = [
        (out.join("person.json"), serde_json::to_string_pretty(&dossier)?),
        (out.join("person.html"), dossier.to_html()?),
    ];
    for (path, _) in &files {
        if path.exists() {
            bail!("{} is there already. Name another folder", path.display());
        }
    }
    let written = write_all(&files);
    let recorded = match written {
        Ok(()) => record_export(&transaction, address, &dossier).await.map_err(explain).map_err(anyhow::Error::from),
        Err(error) => Err(error),
    };
    let committed = match recorded {
        Ok(()) => transaction.commit().await.map_err(explain).map_err(anyhow::Error::from),
        Err(error) => Err(error),
    };
    if let Err(error) = committed {
        // A copy that the ledger does not know must not stay.
        for (path, _) in &files {
            fs::remove_file(path).ok();
        }
        return Err(error);
    }
    Ok(format!(
        "{} inquiries written to {}/person.json and person.html. Send both to the person over a protected way, \
         then delete them here\n",
        dossier.inquiries.len(),
        out.display()
    ))
}

/// Readable by their owner alone.
fn write_all(files: &[(PathBuf, String)]) -> anyhow::Result<()> {
    for (path, text) in files {
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
        let mut file = file.with_context(|| format!("{} cannot be written", path.display()))?;
        file.write_all(text.as_bytes()).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(())
}

async fn record_export(
    db: &impl ConnectionTrait,
    address: &EmailAddress,
    dossier: &Dossier,
) -> Result<(), sea_orm::DbErr> {
    let closed = request::answer(db, address, RequestKind::Access).await?;
    let mails: usize = dossier.inquiries.iter().map(|inquiry| inquiry.mails.len()).sum();
    let detail = serde_json::json!({
        "inquiry": dossier.inquiries.len(), "outbox": mails, "legal_hold": dossier.holds.len(), "requests": closed,
        "tables": if closed.is_empty() { vec![] } else { vec!["request"] },
    });
    let sql = "INSERT INTO ledger (kind, detail) VALUES ('export', $1)";
    db.execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, sql, [detail.into()])).await.map(drop)
}

async fn erase(env: &Env, address: &EmailAddress, yes: bool) -> anyhow::Result<String> {
    let settings = MailSettings::for_copies(env)?;
    let db = connect(env).await?;
    let dossier = read_dossier(&db, address, &settings).await.map_err(explain)?;
    if dossier.is_empty() {
        bail!(UNKNOWN);
    }
    print!("{}", preview(&dossier)?);
    if !yes {
        confirm("Remove all of it for good?")?;
    }
    let counts = erase_now(&db, address).await?;
    let count = |name: &str| counts[name].as_u64().unwrap_or_default();
    let mut text = format!(
        "{} inquiries, {} mails and {} jobs removed; recorded in the ledger\n",
        count("inquiry"),
        count("outbox"),
        count("jobs")
    );
    if count("kept") > 0 {
        writeln!(
            text,
            "{} inquiries are on legal hold and stay; the request stays open. Tell the person why",
            count("kept")
        )?;
    }
    let reclaimed = reclaim(&db, Which::Polite).await.map_err(explain)?;
    if !reclaimed.postponed.is_empty() {
        writeln!(text, "their bytes leave the files of {} with a later purge", reclaimed.postponed.join(", "))?;
    }
    text.push_str("Remember the copies in mailboxes: the consultants' notifications, and answers that were written\n");
    Ok(text)
}

async fn erase_now(db: &DatabaseConnection, address: &EmailAddress) -> anyhow::Result<serde_json::Value> {
    let sql = "SELECT erase_person($1) AS counts";
    let erase = || Statement::from_sql_and_values(DbBackend::Postgres, sql, [address.key().into()]);
    let mut result = db.query_one_raw(erase()).await;
    // The job runner may touch job rows in another order.
    for _ in 0..4 {
        if !result.as_ref().is_err_and(|error| crate::db_error::sqlstate(error).as_deref() == Some("40P01")) {
            break;
        }
        result = db.query_one_raw(erase()).await;
    }
    let row = result.map_err(explain)?.context("the database erased nothing")?;
    Ok(row.try_get("", "counts").map_err(explain)?)
}

fn preview(dossier: &Dossier) -> Result<String, std::fmt::Error> {
    let mut text = format!("Held about {}:\n", dossier.address);
    for inquiry in &dossier.inquiries {
        let received = inquiry.received_at.format("%Y-%m-%d");
        let mails = inquiry.mails.len();
        writeln!(text, "  inquiry {} of {received}, with its text, consent and {mails} mails", inquiry.reference)?;
    }
    for request in &dossier.requests {
        writeln!(text, "  request ({}) of {}", request.kind, request.received_at.format("%Y-%m-%d"))?;
    }
    for hold in &dossier.holds {
        let ends = hold.released_at.unwrap_or(hold.ends_at).format("%Y-%m-%d");
        writeln!(text, "  legal hold of {} until {ends}: {}", hold.placed_at.format("%Y-%m-%d"), hold.reason)?;
    }
    Ok(text)
}
