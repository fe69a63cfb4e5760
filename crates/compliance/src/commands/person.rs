//! `compliance person …`: data subject rights, by mail address.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use anyhow::Context;
use chrono::NaiveDate;
use clap::Subcommand;
use entity::{
    Language, TicketReference,
    contact::Field,
    data_subject_request::{Channel, IdentityCheck, RequestAnswer, RequestKind},
    email_address::key_of,
    env::Env,
};
use mailer::text::counted;
use sea_orm::DatabaseConnection;
use uuid::Uuid;

use super::{
    erase, request,
    shared::{Spoken, address, confirm, connect, day, personal, request_id, to_json},
};
use crate::{
    privacy::{
        DataExport, FOUND_LIMIT, FoundInquiry, Letter, ListedRequest, NOTHING_STORED, Occasion, RequestCopy,
        Restricted, RestrictedInquiry, StoredMail, Told, correct, correctable, export_person, find_inquiries,
        find_mail, list_mails, list_requests, list_restricted, list_uncorrected, read_correction, remove_mail,
        restrict_processing, untrue_answer,
    },
    retention::{RewriteScope, rewrite},
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
    /// Write everything stored about an address: person.json, person.html, and the mails as they came. Answers no request.
    Export {
        /// The mail address, in any spelling; - reads it from standard input.
        address: String,
        /// The folder to write to; created if it does not exist.
        #[arg(long)]
        out: PathBuf,
        /// The language of the page, if not that of the open request or newest inquiry.
        #[arg(long)]
        language: Option<Language>,
    },
    /// Show everything stored about an address, and erase it after a confirmation.
    Erase {
        /// The mail address, in any spelling; - reads it from standard input (and requires --yes).
        address: String,
        /// Do not ask for confirmation.
        #[arg(long)]
        yes: bool,
        /// Do not ask about a consultant's messages in the tickets of other persons, either.
        #[arg(long, requires = "yes")]
        others_lose_messages: bool,
        /// How you checked who the person is, if `request add` has not noted it, or noted it wrongly.
        #[arg(long)]
        identity: Option<IdentityCheck>,
        /// The folder for the certificate, a PDF; the current one by default.
        #[arg(long, default_value = ".")]
        out: PathBuf,
        /// The language of the certificate, if not that of the open request or newest inquiry.
        #[arg(long)]
        language: Option<Language>,
    },
    /// Remove one mail, or one of its files: a password or an identity card that was sent by mistake. Shows it, unless it is on no ticket,
    /// and asks.
    Remove {
        /// A reference, such as FW-1234-5678, lists the ids of the inquiry's mails; `worker intake list` those on no ticket.
        mail: String,
        /// The number of the file. Its mail as it came goes, too, with all its files.
        #[arg(long)]
        file: Option<u16>,
        /// Do not ask for confirmation.
        #[arg(long)]
        yes: bool,
    },
    /// Confirm the erasure, removal or correction that another officer has asked for (`COMPLIANCE_SECOND_OFFICER`).
    Confirm {
        /// The request's id, as `person request list` shows it; that of a mail that names nobody.
        #[arg(value_parser = request_id)]
        request: Uuid,
    },
    /// Correct one field of an inquiry. Shows the former and the new value, and asks.
    Correct {
        /// The inquiry, such as FW-1234-5678.
        reference: TicketReference,
        #[arg(long, value_parser = correctable())]
        field: &'static Field,
        /// The new value, empty for none; - reads it from standard input (and requires --yes).
        #[arg(long)]
        value: String,
        /// Do not ask for confirmation.
        #[arg(long)]
        yes: bool,
    },
    /// Restrict the processing of an address's inquiries: kept, but nobody is mailed and no contact counts. On inquiries of others,
    /// also of whom a later mail names there, the address is not mailed.
    Restrict {
        /// The mail address, in any spelling; - reads it from standard input.
        address: String,
        /// Lift the restriction. The person must be told before (GDPR art. 18 (3)).
        #[arg(long)]
        lift: bool,
        /// The day on which you told the person that the restriction ends.
        #[arg(long, value_parser = day, requires_all = ["lift", "channel"])]
        told: Option<NaiveDate>,
        /// How you told the person.
        #[arg(long, requires = "told")]
        channel: Option<Channel>,
        /// The language of the notice, if not that of the open request or newest inquiry.
        #[arg(long)]
        language: Option<Language>,
    },
    /// List the inquiries whose processing is restricted, and the addresses on inquiries of others.
    Restricted {
        /// Print a JSON array instead of a table.
        #[arg(long)]
        json: bool,
    },
    /// Register, list, extend and answer data subject requests, which are due within 30 days.
    #[command(subcommand)]
    Request(request::Command),
}

pub(super) async fn execute(env: &Env, command: Command) -> anyhow::Result<String> {
    match command {
        Command::Find { text, json } => {
            let found = find_inquiries(&connect(env).await?, &personal(text)?).await?;
            if json { to_json(&found) } else { print_found(&found) }
        }
        Command::Export { address: text, out, language } => {
            let db = connect(env).await?;
            let address = address(&db, text).await?;
            let kinds = &[RequestKind::Access, RequestKind::Portability];
            let spoken = Spoken::read(&db, &address, kinds, language).await?;
            let export = export_person(&db, &address, spoken.language(), &out).await?;
            print_exported(&db, &export, spoken, &out).await
        }
        Command::Erase { address: text, yes, others_lose_messages, identity, out, language } => {
            let given = erase::Consent { yes, others_lose_messages, identity };
            let db = connect(env).await?;
            erase::erase(&db, &address(&db, text).await?, given, language, &out).await
        }
        Command::Remove { mail, file, yes } => match (mail.parse(), mail.parse::<TicketReference>()) {
            (Ok(id), _) => remove(env, id, file, yes).await,
            (_, Ok(reference)) => {
                let mails = list_mails(&connect(env).await?, &reference).await?;
                print_mails(&mails.with_context(|| format!("no inquiry has the reference {reference}"))?)
            }
            _ => anyhow::bail!("{mail}: neither the id of a mail nor a reference such as FW-1234-5678"),
        },
        Command::Confirm { request } => erase::confirm_request(env, request).await,
        Command::Correct { reference, field, value, yes } => correct_field(env, &reference, field, value, yes).await,
        Command::Restrict { address: text, lift, told, channel, language } => {
            let db = connect(env).await?;
            let address = address(&db, text).await?;
            let told = told.zip(channel).map(|(on, channel)| Told { on, channel });
            if lift && told.is_none() {
                let kinds = &[RequestKind::Restriction, RequestKind::Objection];
                let spoken = Spoken::read(&db, &address, kinds, language).await?;
                let notice = Letter { language: spoken.language(), occasion: Occasion::RestrictionEnds }.to_text()?;
                anyhow::bail!("{UNTOLD}. The notice is {spoken}\n\n{notice}");
            }
            if let Some(restricted) = restrict_processing(&db, &address, told).await? {
                return Ok(print_restricted(&restricted, lift));
            }
            let is_restricted = list_restricted(&db).await?.iter().any(|one| key_of(&one.address) == address.key());
            anyhow::bail!(match (lift, is_restricted) {
                (true, _) => "no restriction of this address is in force: nothing was lifted",
                (false, true) => "nothing was changed: this address is restricted already",
                (false, false) => "nothing was restricted: this address has no inquiry and is on none of others",
            })
        }
        Command::Restricted { json } => {
            let restricted = list_restricted(&connect(env).await?).await?;
            if json { to_json(&restricted) } else { print_list(&restricted) }
        }
        Command::Request(command) => request::execute(env, command).await,
    }
}

/// Instead of lifting a restriction of which nobody was told.
const UNTOLD: &str = "\
nothing was changed: tell the person before you lift the restriction (GDPR art. 18 (3)), as below. Then run this command again \
with --told DAY --channel CHANNEL";

fn print_list(restricted: &[RestrictedInquiry]) -> anyhow::Result<String> {
    if restricted.is_empty() {
        return Ok("no inquiry is restricted\n".to_owned());
    }
    let mut text = String::new();
    for RestrictedInquiry { reference, address, is_participant, restricted_at } in restricted {
        let whose = if *is_participant { ", on the inquiry of another person" } else { "" };
        writeln!(text, "{reference}  since {}  {address}{whose}", restricted_at.format("%Y-%m-%d"))?;
    }
    Ok(text)
}

fn print_found(found: &[FoundInquiry]) -> anyhow::Result<String> {
    if found.is_empty() {
        return Ok("no inquiry was found\n".to_owned());
    }
    let mut text = String::new();
    for FoundInquiry { reference, received_at, address, name, phone } in found {
        let phone = phone.as_deref().unwrap_or_default();
        writeln!(text, "{reference}  {}  {address}  {name}  {phone}", received_at.format("%Y-%m-%d"))?;
    }
    if found.len() == FOUND_LIMIT as usize {
        writeln!(text, "only the newest {FOUND_LIMIT} are listed; name more of the text")?;
    }
    Ok(text)
}

async fn print_exported(
    db: &DatabaseConnection,
    export: &DataExport,
    spoken: Spoken,
    folder: &Path,
) -> anyhow::Result<String> {
    if export.is_empty() {
        let mut text = format!("{NOTHING_STORED}. The ledger records it\n");
        for request in asked_for(export) {
            let untrue = untrue_answer(db, request.id.parse()?, RequestAnswer::NothingStored).await?;
            let is_erased = untrue.is_some_and(|refusal| refusal.reason == "erased");
            let answer = if is_erased { "ended-by-erasure" } else { "nothing-stored" };
            text.push_str(&answered(export, request, answer, "confirmation"));
        }
        return Ok(text);
    }
    let mails = if export.mails_as_received.is_empty() { "" } else { ", mails" };
    let mut text = format!(
        "{} and {} written to {}: person.json with its schema, person.html{mails}. Send them to the person over a \
         protected channel, then delete them here. The page is {spoken}\n",
        counted(export.inquiries.len() as u64, "inquiry", "inquiries"),
        counted(export.mails_as_received.len() as u64, "mail as received", "mails as received"),
        folder.display()
    );
    text.extend(asked_for(export).map(|request| answered(export, request, "granted", "export")));
    text.push_str(&erase::spellings(export));
    Ok(text)
}

/// What an export may answer, and does not close.
fn asked_for(export: &DataExport) -> impl Iterator<Item = &RequestCopy> {
    export.requests.iter().filter(|request| matches!(&*request.kind, "access" | "portability"))
}

fn answered(export: &DataExport, request: &RequestCopy, answer: &str, sent: &str) -> String {
    let id = &request.id;
    let identity = if request.identity.is_some() { "" } else { " --identity WAY" };
    let first = match request.language.as_deref() {
        Some(language) if language != export.language.code() && !export.is_empty() => format!(
            "Request {id} is in another language, so first write its page: `compliance person export {} --language {language} \
             --out ANOTHER-FOLDER`\n",
            export.address
        ),
        _ => String::new(),
    };
    format!(
        "{first}The letter: `compliance person request letter {id} --answer {answer}`. Then note it: \
         `compliance person request answer {id} --answer {answer} --sent {sent} --channel CHANNEL{identity}`\n"
    )
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
    if let former @ Some(_) = correction.former_key() {
        let open = list_requests(&db, false).await?.into_iter().filter(|request| request.address == former);
        open.for_each(|ListedRequest { id, .. }| println!("{}", left_behind(id)));
    }
    if !yes {
        confirm("Correct it? The former value leaves the inquiry.", "--yes")?;
    }
    let others = list_uncorrected(&db, &correction).await?.join(", ");
    correct(&db, correction).await?;
    let others = if others.is_empty() { others } else { format!("The former address stays on {others}\n") };
    Ok(format!(
        "corrected, and recorded in the ledger without the values. The former value has left the inquiry. Mails that came or \
         went, and their conversation, keep it: `compliance person remove {reference}` lists them\n{others}"
    ))
}

fn left_behind(request: Uuid) -> String {
    format!(
        "Request {request} is open under the former address, and will not concern this inquiry any more: answer it first, or if the person \
         is the same, register it for the new address, too"
    )
}

fn print_mails(mails: &[StoredMail]) -> anyhow::Result<String> {
    if mails.is_empty() {
        return Ok("no mail is on this inquiry\n".to_owned());
    }
    let mut text = String::new();
    for mail in mails {
        let (on, files) = (mail.received_at.format("%Y-%m-%d %H:%M"), list_files(mail));
        let words = mail.text.split_whitespace().take(FIRST_WORDS).collect::<Vec<_>>().join(" ");
        writeln!(text, "{}  {on}  {}  {}  {files}  {:.MAX_LINE$}", mail.id, mail.author, mail.subject, words)?;
    }
    Ok(text)
}

/// Words of a mail in the list; lines of one that is to go, and characters of such a line.
const FIRST_WORDS: usize = 12;
const FIRST_LINES: usize = 20;
const MAX_LINE: usize = 200;

fn print_text(text: &str) {
    for line in text.lines().take(FIRST_LINES) {
        println!("  | {line:.MAX_LINE$}");
    }
    if let more @ 1.. = text.lines().skip(FIRST_LINES).count() {
        println!("  {}", counted(more as u64, "more line", "more lines"));
    }
}

fn list_files(mail: &StoredMail) -> String {
    mail.files().map(|(number, name)| format!("{number} {name}")).collect::<Vec<_>>().join(", ")
}

async fn remove(env: &Env, id: Uuid, file: Option<u16>, yes: bool) -> anyhow::Result<String> {
    let db = connect(env).await?;
    let found = find_mail(&db, id).await?;
    let mail = found.with_context(|| format!("no message and no mail on no ticket has the id {id}"))?;
    if let Some(file) = file
        && !mail.files().any(|(number, _)| number == u64::from(file))
    {
        let others = Some(list_files(&mail)).filter(|files| !files.is_empty());
        anyhow::bail!(
            "the mail has no file {file}, or it was removed. Its files: {}",
            others.as_deref().unwrap_or("none")
        );
    }
    let place = mail.reference.as_deref().unwrap_or("no ticket");
    println!("Mail of {} on {place}, from {}: {}", mail.received_at.format("%Y-%m-%d"), mail.author, mail.subject);
    if mail.reference.is_none() && !yes {
        println!(
            "  read it first: `compliance person export` of the address writes it, `worker intake show {id}` shows it"
        );
    }
    if file.is_none() && !yes {
        print_text(&mail.text);
    }
    for (number, name) in mail.files() {
        let goes = file.is_none_or(|file| u64::from(file) == number);
        println!(
            "  file {number}: {name}{}",
            if goes { " goes" } else { " stays in the list; its bytes go with the mail" }
        );
    }
    if mail.waiting > 0 && file.is_none() {
        println!(
            "  {}, which will not be sent",
            counted(mail.waiting.unsigned_abs(), "mail waits to pass it on", "mails wait to pass it on")
        );
    }
    if !yes {
        confirm("Remove it? This cannot be undone.", "--yes")?;
    }
    let Some(entry) = remove_mail(&db, &mail, file.map(i32::from)).await? else {
        let is_stored = find_mail(&db, id).await?.is_some();
        anyhow::bail!(
            "nothing was removed: {}",
            if is_stored { "a legal hold keeps it" } else { "it is gone already" }
        );
    };
    // The removal is done and recorded. A later purge repeats a rewrite that fails.
    rewrite(&db, RewriteScope::Scheduled).await.ok();
    let opening = if mail.reference.is_none() {
        ""
    } else {
        " Of a mail that opened a ticket, the inquiry has the first thousand characters: `compliance person correct`."
    };
    Ok(format!(
        "removed, and recorded in the ledger as entry {entry}. Later mails may quote it.{opening} Also delete the copies in \
         mailboxes\n"
    ))
}

fn print_restricted(Restricted { inquiries, participants, mails }: &Restricted, lift: bool) -> String {
    let inquiries = counted(*inquiries, "inquiry", "inquiries");
    let others = counted(*participants, "inquiry of another person", "inquiries of others");
    if lift {
        return format!(
            "the restriction of {inquiries}, and of the address on {others}, is lifted. Kept back until now, and sent to consultants: {}. All others \
             stay unsent; the author of an answer hears of it\n",
            counted(*mails, "mail", "mails")
        );
    }
    format!(
        "{inquiries} restricted: kept until the retention period ends, nobody is mailed, and no contact counts. On {others}, \
         and where a later mail names it, the address is not mailed. {} not be sent\n",
        counted(*mails, "waiting mail will", "waiting mails will")
    )
}
