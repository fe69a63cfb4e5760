//! `compliance person …`: data subject rights, by mail address.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use clap::Subcommand;
use entity::{TicketReference, contact::Field, env::Env};
use mailer::text::counted;
use uuid::Uuid;

use super::{
    erase, request,
    shared::{address, confirm, connect, personal, to_json},
};
use crate::privacy::{
    DataExport, FOUND_LIMIT, FoundInquiry, NOTHING_STORED, Restricted, correct, correctable, export_person,
    find_inquiries, read_correction, restrict_processing,
};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Find the address of a person by a reference, a part of the name, or a phone number.
    Find {
        /// Such as FW-1234-5678, Miller, or +41 44 123 45 67; - reads it from standard input.
        text: String,
        /// Print a JSON array instead of a table.
        #[arg(long)]
        json: bool,
    },
    /// Write everything stored about an address to person.json and person.html.
    Export {
        /// The mail address, in any spelling; - reads it from standard input.
        address: String,
        /// The folder to write to; created if it does not exist.
        #[arg(long)]
        out: PathBuf,
    },
    /// Show everything stored about an address, and erase it after a confirmation.
    Erase {
        /// The mail address, in any spelling; - reads it from standard input (and requires --yes).
        address: String,
        /// Do not ask for confirmation.
        #[arg(long)]
        yes: bool,
        /// The folder for the certificate, a PDF; the current one by default.
        #[arg(long, default_value = ".")]
        out: PathBuf,
    },
    /// Confirm the erasure that another officer has asked for (`COMPLIANCE_SECOND_OFFICER`).
    Confirm {
        /// The request's id, as `person request list` shows it.
        request: Uuid,
    },
    /// Correct one field of an inquiry. Shows the former and the new value, and asks.
    Correct {
        /// The inquiry, such as FW-1234-5678.
        reference: TicketReference,
        #[arg(long, value_parser = correctable())]
        field: &'static Field,
        /// The new value; - reads it from standard input (and requires --yes).
        #[arg(long)]
        value: String,
        /// Do not ask for confirmation.
        #[arg(long)]
        yes: bool,
    },
    /// Restrict the processing of an address's inquiries: kept, but nobody is mailed and no contact counts.
    Restrict {
        /// The mail address, in any spelling; - reads it from standard input.
        address: String,
        /// Lift the restriction.
        #[arg(long)]
        lift: bool,
    },
    /// Register, list, extend and close data subject requests, which are due within 30 days.
    #[command(subcommand)]
    Request(request::Command),
}

pub(super) async fn execute(env: &Env, command: Command) -> anyhow::Result<String> {
    match command {
        Command::Find { text, json } => {
            let text = personal(text)?;
            if text.chars().filter(|c| c.is_alphanumeric()).count() < 2 {
                anyhow::bail!(
                    "too short: it would list everybody. Give a reference, two letters of the name, or a phone number"
                );
            }
            let found = find_inquiries(&connect(env).await?, &text).await?;
            if json { to_json(&found) } else { print_found(&found) }
        }
        Command::Export { address: text, out } => {
            let address = address(text)?;
            let export = export_person(&connect(env).await?, &address, &out).await?;
            Ok(print_exported(&export, &out))
        }
        Command::Erase { address: text, yes, out } => erase::erase(env, &address(text)?, yes, &out).await,
        Command::Confirm { request } => erase::confirm_request(env, request).await,
        Command::Correct { reference, field, value, yes } => correct_field(env, &reference, field, value, yes).await,
        Command::Restrict { address: text, lift } => {
            let address = address(text)?;
            let restricted = restrict_processing(&connect(env).await?, &address, lift).await?;
            Ok(print_restricted(&restricted, lift))
        }
        Command::Request(command) => request::execute(env, command).await,
    }
}

fn print_found(found: &[FoundInquiry]) -> anyhow::Result<String> {
    if found.is_empty() {
        return Ok("no inquiry was found\n".to_owned());
    }
    let mut text = String::new();
    for FoundInquiry { reference, received_at, address, name } in found {
        writeln!(text, "{reference}  {}  {address}  {name}", received_at.format("%Y-%m-%d"))?;
    }
    if found.len() == FOUND_LIMIT as usize {
        writeln!(text, "only the newest {FOUND_LIMIT} are listed; name more of the text")?;
    }
    Ok(text)
}

fn print_exported(export: &DataExport, folder: &Path) -> String {
    if export.is_empty() {
        return format!("{NOTHING_STORED}. The ledger records it\n");
    }
    let mut text = format!(
        "{} written to {}/person.json, with its schema, and person.html. Send them to the person over a protected \
         channel, then delete them here\n",
        counted(export.inquiries.len() as u64, "inquiry", "inquiries"),
        folder.display()
    );
    text.push_str(&erase::spellings(export));
    text
}

async fn correct_field(
    env: &Env,
    reference: &TicketReference,
    field: &'static Field,
    value: String,
    yes: bool,
) -> anyhow::Result<String> {
    let db = connect(env).await?;
    let correction = read_correction(&db, reference, field, &personal(value)?).await?;
    println!("Stored now: {}\nCorrected:  {}", correction.former, correction.value);
    if !yes {
        confirm("Correct it? The former value is deleted.")?;
    }
    correct(&db, correction).await?;
    Ok("corrected, and recorded in the ledger without the values. Mails that were sent keep the former one\n"
        .to_owned())
}

fn print_restricted(Restricted { inquiries, mails }: &Restricted, lift: bool) -> String {
    let inquiries = counted(*inquiries, "inquiry", "inquiries");
    if lift {
        return format!(
            "the restriction of {inquiries} is lifted. Kept back until now, and sent to consultants: {}. All others \
             stay unsent; the author of an answer hears of it\n",
            counted(*mails, "mail", "mails")
        );
    }
    format!(
        "{inquiries} restricted: kept until the retention period ends, nobody is mailed, and no contact counts. \
         {} not be sent\n",
        counted(*mails, "waiting mail will", "waiting mails will")
    )
}
