//! `compliance person erase` and `confirm`: what goes and what stays, the question, and the certificate.

use std::{collections::BTreeSet, fmt::Write, path::Path};

use anyhow::{Context, bail};
use entity::{
    EmailAddress, Language,
    data_subject_request::{IdentityCheck, RequestKind},
    email_address::key_of,
    env::Env,
};
use mailer::{
    db_error::{COMPLIANCE_URL, DatabaseError},
    text::counted,
};
use sea_orm::{ActiveEnum, DatabaseConnection};
use uuid::Uuid;

use super::shared::{Spoken, confirm, connect, write};
use crate::privacy::{
    Certificate, DataExport, Erased, Held, InOthers, Letter, NOTHING_STORED, Occasion, ask_for_erasure,
    confirm_erasure, erase_person, find_open, list_held, list_in_others, read_certificate, read_export,
};

/// Says that several addresses are taken for one person's.
pub(super) fn spellings(export: &DataExport) -> String {
    if export.spellings.len() < 2 {
        return String::new();
    }
    let list = export.spellings.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    format!("These addresses are taken for one person's: {list}. If they are not, do not go on\n")
}

/// What an officer has said beforehand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Consent {
    pub yes: bool,
    pub others_lose_messages: bool,
    pub identity: Option<IdentityCheck>,
}

pub(super) async fn erase(
    db: &DatabaseConnection,
    address: &EmailAddress,
    given: Consent,
    language: Option<Language>,
    folder: &Path,
) -> anyhow::Result<String> {
    // Afterwards, nothing says it.
    let spoken = Spoken::read(db, address, &[RequestKind::Erasure, RequestKind::Objection], language).await?;
    let export = read_export(db, address, spoken.language()).await?;
    let is_empty = export.is_empty();
    if !is_empty {
        // Nothing goes without a place for its certificate.
        let probe = folder.join(".certificate");
        write(&probe, "")?;
        std::fs::remove_file(probe)?;
        show_and_ask(db, address, &export, given).await?;
    }
    let languages = [language, spoken.0];
    let erased = erase_person(db, address, languages, given.identity).await;
    let erased = match erased.map_err(DatabaseError::with(COMPLIANCE_URL)) {
        Err(DatabaseError::SecondOfficer(_)) => {
            return ask_second_officer(db, address, languages, given.identity, &export).await;
        }
        result => result?,
    };
    let mut text = if is_empty { format!("{NOTHING_STORED}. The ledger records it\n") } else { String::new() };
    let certificate = read_certificate(db, erased.entry).await?;
    match &certificate {
        Some(_) => text.push_str(&print_erased(&erased, &export, spoken.language())?),
        None if !is_empty => text.push_str("nothing was erased\n"),
        None => {}
    }
    text.push_str(&what_stays(&erased, &export)?);
    if erased.asked.is_some() {
        text.push_str(
            &Letter { language: spoken.language(), occasion: Occasion::Held(RequestKind::Erasure) }.to_text()?,
        );
        text.push('\n');
    }
    let written = certificate
        .map_or(Ok(String::new()), |certificate| write_certificate(&certificate, erased.entry, spoken, folder));
    print!("{text}");
    written
}

async fn show_and_ask(
    db: &DatabaseConnection,
    address: &EmailAddress,
    export: &DataExport,
    given: Consent,
) -> anyhow::Result<()> {
    let others = list_in_others(db, address).await?;
    let held = list_held(db, address).await?;
    let goes = does_anything_go(export, &held, &others);
    print!("{}", preview(export, &held, &others, goes)?);
    if !goes {
        return Ok(());
    }
    let mut noted = export.requests.iter().filter(|request| matches!(&*request.kind, "erasure" | "objection"));
    if noted.clone().next().is_none() {
        println!(
            "No request for it is registered: one received today will be. If it came earlier, register it first: `compliance \
             person request add ADDRESS --kind erasure --received DAY`"
        );
    }
    if given.identity.is_none() && !noted.any(|request| request.identity.is_some()) {
        println!("How you checked who the person is, is not noted: --identity WAY does it");
    }
    if !given.yes {
        confirm("Erase what is listed under \"goes\"? This cannot be undone.", "--yes")?;
    }
    let is_consultants = |other: &InOthers| other.is_consultant || other.mails > 0 && !export.recipients.is_empty();
    if others.iter().any(|other| is_consultants(other) && !other.is_held) && !given.others_lose_messages {
        let question = "A consultant wrote these messages or got these mails, and the tickets of the persons named above lose \
                        them. Erase them, too?";
        confirm(question, "--yes --others-lose-messages")?;
    }
    Ok(())
}

async fn ask_second_officer(
    db: &DatabaseConnection,
    address: &EmailAddress,
    languages: [Option<Language>; 2],
    identity: Option<IdentityCheck>,
    export: &DataExport,
) -> anyhow::Result<String> {
    let request = ask_for_erasure(db, address, languages, identity).await?;
    print!("{}", registered(request, export));
    bail!(
        "nothing was erased: you have erased, removed or corrected within a day, and COMPLIANCE_SECOND_OFFICER is on. Another \
         officer runs `compliance person confirm {request}`; then run this command again"
    )
}

/// Of a request that was not open before.
fn registered(request: Uuid, export: &DataExport) -> String {
    let is_new = !export.requests.iter().any(|open| open.id == request.to_string());
    if is_new { format!("request {request} is registered, with the address\n") } else { String::new() }
}

pub(super) async fn confirm_request(env: &Env, request: Uuid) -> anyhow::Result<String> {
    let db = connect(env).await?;
    if !confirm_erasure(&db, request).await? {
        let kind = find_open(&db, request).await?.kind;
        bail!("request {request} is for {}: nobody has to confirm it", kind.to_value());
    }
    Ok("it is confirmed: another officer than you can do it now. For what you do yourself it has no effect\n"
        .to_owned())
}

fn write_certificate(certificate: &Certificate, entry: i64, spoken: Spoken, folder: &Path) -> anyhow::Result<String> {
    let language = spoken.language();
    let path = folder.join(certificate.file_name());
    write(&path, certificate.to_pdf(language)?).with_context(|| {
        format!(
            "erased, but without its certificate. Write it with `compliance ledger certificate {entry} --language {} --out FILE`",
            language.code()
        )
    })?;
    Ok(format!("certificate: {}\nIt is {spoken}\n", path.display()))
}

const ALSO_STAYS: &str = "\
What also stays: copies in mailboxes, which you delete; backups until they end (35 days), from which a replay erases again; the \
ledger's entry, which names nobody\n";

/// Not only what stays with an inquiry on hold, and holds in force.
fn does_anything_go(export: &DataExport, held: &Held, others: &[InOthers]) -> bool {
    let places = export.inquiries.iter().map(|inquiry| &inquiry.reference);
    let places = places.chain(others.iter().map(|other| &other.reference));
    let places = places.chain(export.messages.iter().map(|message| &message.reference));
    let places = places.chain(export.participants.iter().map(|one| &one.reference)).map(Some);
    let received = export.mails_as_received.iter().map(|received| received.reference.as_ref());
    places.chain(received).any(|on| on.is_none_or(|on| !held.references.contains(on)))
        || export.holds.iter().any(|hold| !hold.is_in_force)
}

fn preview(export: &DataExport, held: &Held, others: &[InOthers], goes: bool) -> Result<String, std::fmt::Error> {
    let is_held = !held.references.is_empty() || export.holds.iter().any(|hold| hold.is_in_force);
    let fate_on = |on: &String| if held.references.contains(on) { "stays, on legal hold" } else { "goes" };
    let mut text = format!("Stored about {}:\n", export.address);
    for inquiry in &export.inquiries {
        let received = inquiry.received_at.format("%Y-%m-%d");
        let mails = counted(inquiry.mails.len() as u64, "mail", "mails");
        let fate = fate_on(&inquiry.reference);
        writeln!(
            text,
            "  inquiry {} of {received}, with its text, conversation, consent and {mails}: {fate}",
            inquiry.reference
        )?;
    }
    let written = || others.iter().filter(|other| other.messages > 0);
    for InOthers { reference, address, messages, is_consultant, is_held, .. } in written() {
        let fate = match (is_held, messages) {
            (true, _) => "on legal hold, not erased",
            (false, 1) => "goes",
            (false, _) => "go",
        };
        let messages = counted(messages.unsigned_abs(), "message", "messages");
        let author = if *is_consultant { "of this consultant" } else { "of the address" };
        writeln!(text, "  {messages} {author} in {reference}, the ticket of {address}: {fate}")?;
    }
    for received in &export.mails_as_received {
        let (on, fate) = (received.received_at.format("%Y-%m-%d"), &received.fate);
        let whose = others.iter().find(|other| Some(&other.reference) == received.reference.as_ref());
        let whose = whose.map_or_else(String::new, |other| format!(", the ticket of {}", other.address));
        let place =
            received.reference.as_ref().map_or_else(|| "on no ticket".to_owned(), |on| format!("of {on}{whose}"));
        let its = received.reference.as_ref().map_or("goes", fate_on);
        writeln!(text, "  mail as it came on {on}, {place} ({fate}): {its}")?;
    }
    for one in export.participants.iter().filter(|one| key_of(&one.address) == export.address) {
        let instead = if one.instead_from.is_some() { ", as the address to which its answers go" } else { "" };
        writeln!(text, "  the address beside inquiry {}{instead}: {}", one.reference, fate_on(&one.reference))?;
    }
    let known = |reference: &String| {
        export.inquiries.iter().any(|own| own.reference == *reference) || written().any(|on| on.reference == *reference)
    };
    let copied: BTreeSet<_> =
        export.messages.iter().map(|message| &message.reference).filter(|on| !known(on)).collect();
    for fate in copied.into_iter().map(fate_on).collect::<BTreeSet<_>>() {
        writeln!(text, "  the address where a mail only copies it: {fate}")?;
    }
    text.push_str(&preview_kept(export, held)?);
    text.push_str(&preview_requests(export, (goes, is_held))?);
    text.push_str(&spellings(export));
    text.push_str(ALSO_STAYS);
    Ok(text)
}

/// What stays on inquiries of others.
fn preview_kept(export: &DataExport, held: &Held) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let (about_inquiries, digests): (Vec<_>, Vec<_>) = export
        .mails_on_others
        .iter()
        .filter(|mail| export.recipients.contains(&mail.to))
        .partition(|mail| mail.reference.is_some());
    let to_consultant = about_inquiries.len();
    if to_consultant > 0 {
        let mails = counted(to_consultant as u64, "mail of ours", "mails of ours");
        writeln!(
            text,
            "  {mails} to the address about inquiries of others: stay, with the address, until these are deleted"
        )?;
    }
    if !digests.is_empty() {
        let mails = counted(digests.len() as u64, "summary or notice", "summaries and notices");
        writeln!(text, "  {mails} to the address as a consultant's: go 30 days after each was begun")?;
    }
    if held.others > 0 {
        let others = counted(held.others, "inquiry of another person", "inquiries of other persons");
        writeln!(text, "  mails in {others} that name the address: stay, on legal hold")?;
    }
    Ok(text)
}

fn preview_requests(export: &DataExport, (goes, is_held): (bool, bool)) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    for request in &export.requests {
        let fate = match request.kind.as_str() {
            "erasure" | "objection" if goes && !is_held => "is closed, its address goes",
            "access" | "portability" if goes => {
                "stays open, but what it asks for goes: `compliance person export` first"
            }
            _ => "stays open until you answer it",
        };
        writeln!(text, "  {} request of {}: {fate}", request.kind, request.received_at.format("%Y-%m-%d"))?;
    }
    for hold in &export.holds {
        let fate = if hold.is_in_force { "stays" } else { "goes" };
        let placed = hold.placed_at.format("%Y-%m-%d");
        let ended = match hold.released_at {
            Some(at) => format!(", released {}", at.format("%Y-%m-%d")),
            None => format!(" until {}", hold.until),
        };
        writeln!(text, "  legal hold from {placed}{ended}: {fate}. Reason: {}", hold.reason)?;
    }
    Ok(text)
}

fn print_erased(erased: &Erased, export: &DataExport, language: Language) -> anyhow::Result<String> {
    let Erased { inquiries, mails, jobs, messages, received, postponed, closed, unchecked, entry, .. } = erased;
    let mut text = format!(
        "erased and recorded in the ledger: {}, {}, {}, {}, {}{}\n",
        counted(*inquiries, "inquiry", "inquiries"),
        counted(*mails, "mail", "mails"),
        counted(*messages, "message", "messages"),
        counted(*received, "mail as received", "mails as received"),
        counted(*jobs, "job", "jobs"),
        match erased.copied() {
            0 => String::new(),
            copied => format!("; the address went from {}", counted(copied, "other place", "other places")),
        }
    );
    if !postponed.is_empty() {
        writeln!(text, "a later purge removes the deleted bytes from the files of {}", postponed.join(", "))?;
    }
    text.push_str("Also delete the copies in mailboxes: the consultants' notifications and their answers\n");
    for id in closed {
        let way = if unchecked.contains(id) { " --identity WAY" } else { "" };
        // Afterwards, only the request itself says its language.
        let noted = export.requests.iter().find(|request| request.id == id.to_string());
        let noted = noted.and_then(|request| request.language.as_deref());
        if let Some(noted) = noted.filter(|noted| *noted != language.code()) {
            writeln!(
                text,
                "Request {id} is in another language, so write its certificate: `compliance ledger certificate {entry} --language {noted} \
                 --out FILE`"
            )?;
        }
        let in_language = noted.map_or_else(|| format!(" --language {}", language.code()), |_| String::new());
        writeln!(
            text,
            "Send the certificate with the letter: `compliance person request letter {id} --answer granted{in_language}`. Then note it: \
             `compliance person request answer {id} --answer granted --sent certificate --channel CHANNEL{way}`"
        )?;
    }
    Ok(text)
}

fn what_stays(Erased { on_hold, open, asked, .. }: &Erased, export: &DataExport) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    if let Some(asked) = *asked {
        text.push_str(&registered(asked, export));
        let kept = match on_hold {
            0 => "the address stays".to_owned(),
            kept => counted(*kept, "inquiry stays", "inquiries stay"),
        };
        writeln!(
            text,
            "{kept} on legal hold. Tell the person the reason, as below, and note it: `compliance person request wait {asked} --channel \
             CHANNEL`"
        )?;
    }
    for id in open {
        writeln!(
            text,
            "request {id} stays open, with its address: `compliance person request answer {id} --answer ANSWER --channel CHANNEL --sent \
             SENT`"
        )?;
    }
    Ok(text)
}
