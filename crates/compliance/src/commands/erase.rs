//! `compliance person erase` and `confirm`: what goes and what stays, the question, and the certificate.

use std::{fmt::Write, path::Path};

use anyhow::{Context, bail};
use entity::{EmailAddress, env::Env};
use mailer::{
    db_error::{COMPLIANCE_URL, DatabaseError},
    text::counted,
};
use sea_orm::DatabaseConnection;
use uuid::Uuid;

use super::shared::{confirm, connect};
use crate::privacy::{
    DataExport, Erased, Held, NOTHING_STORED, ask_for_erasure, confirm_erasure, erase_person, list_held,
    read_certificate, read_export,
};

/// Says that several addresses are taken for one person's.
pub(super) fn spellings(export: &DataExport) -> String {
    if export.spellings.len() < 2 {
        return String::new();
    }
    let list = export.spellings.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    format!("These addresses are taken for one person's: {list}. If they are not, do not go on\n")
}

pub(super) async fn erase(env: &Env, address: &EmailAddress, yes: bool, folder: &Path) -> anyhow::Result<String> {
    let db = connect(env).await?;
    let export = read_export(&db, address).await?;
    let is_empty = export.is_empty();
    if !is_empty {
        print!("{}", preview(&export, &list_held(&db, address).await?)?);
    }
    if !yes && !is_empty {
        confirm("Erase what is listed under \"goes\"? This cannot be undone.")?;
    }
    let erased = match erase_person(&db, address).await.map_err(DatabaseError::with(COMPLIANCE_URL)) {
        Err(DatabaseError::SecondOfficer) => return ask_second_officer(&db, address).await,
        result => result?,
    };
    let mut text = if is_empty { format!("{NOTHING_STORED}. The ledger records it\n") } else { print_erased(&erased)? };
    text.push_str(&write_certificate(&db, erased.entry, folder).await?);
    Ok(text)
}

async fn ask_second_officer(db: &DatabaseConnection, address: &EmailAddress) -> anyhow::Result<String> {
    let request = ask_for_erasure(db, address).await?;
    bail!(
        "nothing was erased: you have erased another person within a day, and COMPLIANCE_SECOND_OFFICER is on. Another \
         officer runs `compliance person confirm {request}`; then run this command again"
    )
}

pub(super) async fn confirm_request(env: &Env, request: Uuid) -> anyhow::Result<String> {
    let db = connect(env).await?;
    if !confirm_erasure(&db, request).await? {
        bail!("no erasure request with the id {request} waits. `compliance person request list` lists the open ones");
    }
    Ok("confirmed; another officer than you can now erase\n".to_owned())
}

/// The erasure is done and recorded: a folder that cannot be written to must not look like a failure of it.
async fn write_certificate(db: &DatabaseConnection, entry: i64, folder: &Path) -> anyhow::Result<String> {
    let certificate = read_certificate(db, entry).await?.context("the ledger lacks the entry of the erasure")?;
    let path = folder.join(certificate.file_name());
    Ok(match std::fs::write(&path, certificate.to_pdf()?) {
        Ok(()) => format!("certificate: {}\n", path.display()),
        Err(error) => format!(
            "the certificate cannot be written to {} ({error}). Write it with `compliance ledger certificate {entry} --out \
             FILE`\n",
            path.display()
        ),
    })
}

fn preview(export: &DataExport, held: &Held) -> Result<String, std::fmt::Error> {
    let is_held = !held.inquiries.is_empty() || held.others > 0;
    let mut text = format!("Stored about {}:\n", export.address);
    for inquiry in &export.inquiries {
        let received = inquiry.received_at.format("%Y-%m-%d");
        let mails = counted(inquiry.mails.len() as u64, "mail", "mails");
        let fate = if held.inquiries.contains(&inquiry.reference) { "stays, on legal hold" } else { "goes" };
        writeln!(text, "  inquiry {} of {received}, with its text, consent and {mails}: {fate}", inquiry.reference)?;
    }
    if !export.messages.is_empty() {
        let messages = counted(export.messages.len() as u64, "message", "messages");
        let fate = if is_held { "goes, unless its inquiry is on legal hold" } else { "goes" };
        writeln!(text, "  {messages} of conversations, and the mails as they came: {fate}")?;
    }
    if held.others > 0 {
        let others = counted(held.others, "inquiry of another person", "inquiries of other persons");
        writeln!(text, "  mails in {others} that name the address: stay, on legal hold")?;
    }
    let request_fate = if is_held { "stays open" } else { "is closed, its address goes" };
    for request in &export.requests {
        writeln!(text, "  {} request of {}: {request_fate}", request.kind, request.received_at.format("%Y-%m-%d"))?;
    }
    for hold in &export.holds {
        let ends = hold.released_at.unwrap_or(hold.ends_at);
        let fate = if hold.released_at.is_some() || ends <= export.produced_at { "goes" } else { "stays" };
        let (placed, ends) = (hold.placed_at.format("%Y-%m-%d"), ends.format("%Y-%m-%d"));
        writeln!(text, "  legal hold from {placed} until {ends}: {fate}. Reason: {}", hold.reason)?;
    }
    text.push_str(&spellings(export));
    text.push_str(
        "What also stays: copies in mailboxes, which you delete; backups until they end (35 days), from which a replay \
         erases again; the ledger's entry, which names nobody\n",
    );
    Ok(text)
}

fn print_erased(erased: &Erased) -> anyhow::Result<String> {
    let Erased { inquiries, mails, jobs, on_hold, postponed, .. } = erased;
    let mut text = format!(
        "erased and recorded in the ledger: {}, {}, {}\n",
        counted(*inquiries, "inquiry", "inquiries"),
        counted(*mails, "mail", "mails"),
        counted(*jobs, "job", "jobs")
    );
    if *on_hold > 0 {
        let kept = counted(*on_hold, "inquiry stays", "inquiries stay");
        writeln!(text, "{kept} on legal hold, and the request stays open. Tell the person the reason")?;
    }
    if !postponed.is_empty() {
        writeln!(text, "a later purge removes the deleted bytes from the files of {}", postponed.join(", "))?;
    }
    text.push_str("Also delete the copies in mailboxes: the consultants' notifications and their answers\n");
    Ok(text)
}
