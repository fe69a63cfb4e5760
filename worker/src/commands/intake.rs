//! `worker intake …`: takes a mail from standard input; lists and decides about mails that came.

use std::{
    fmt::Write as _,
    io::{ErrorKind, Read, Write as _},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use anyhow::Context;
use chrono::SecondsFormat;
use clap::Subcommand;
use entity::{TicketReference, env::Env, process::logging::CLOSED_PIPE};
use mailer::MailSettings;
use sea_orm::DatabaseConnection;
use uuid::Uuid;

use super::connect;
use crate::{
    intake::{
        Acceptor, Envelope, IntakeLine, IntakeSettings, LOST, MAX_MAIL_BYTES, Way, attach, await_test, drop_mail, list,
        open, raw_of, reprocess, send_test,
    },
    level::Level,
    settings::WorkerSettings,
};

/// `EX_TEMPFAIL` and `EX_DATAERR` of sysexits.h, which mail servers read: keep the mail and try again; give it back.
pub(super) const TEMPORARY: u8 = 75;
const REFUSED: u8 = 65;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Take one mail from standard input. Exit code 0: stored. 75: try again. 65: too large.
    Pipe {
        /// The envelope sender; empty for the null path. Without it, the variable SENDER, which Exim sets.
        #[arg(long)]
        sender: Option<String>,
        /// The envelope recipient. Without it, the variable RECIPIENT.
        #[arg(long)]
        recipient: Option<String>,
    },
    /// Send a test mail through the relay to a signed address, and wait until it comes back. Exit code 0 (ok), 1 (a
    /// setting does not fit) or 2 (it did not come back). A worker must run.
    Check {
        /// The longest wait, in seconds.
        #[arg(long, default_value_t = 300)]
        wait: u64,
    },
    /// List mails: ids, fates, rules; no address and no text. Mails that are not settled come first.
    List {
        /// Only this fate, such as quarantined; or unsettled.
        #[arg(long)]
        fate: Option<String>,
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(i64).range(1..=100_000))]
        limit: i64,
        /// Print a JSON array instead of a table.
        #[arg(long)]
        json: bool,
    },
    /// Print a mail as it came. Contains personal data.
    Show { id: Uuid },
    /// Put a mail from quarantine on a ticket.
    Attach { id: Uuid, reference: TicketReference },
    /// Open a ticket for the sender of a mail in quarantine (`INTAKE_NEW=on`).
    New { id: Uuid },
    /// Read a mail from quarantine again.
    Reprocess { id: Uuid },
    /// Decide that a mail in quarantine is nothing. Its bytes go after 30 days.
    Drop { id: Uuid },
}

pub(super) async fn execute(env: &Env, command: Command) -> anyhow::Result<ExitCode> {
    if let Command::Pipe { sender, recipient } = command {
        let given = |name: &str| std::env::var(name).ok();
        let envelope =
            Envelope { from: sender.or_else(|| given("SENDER")), to: recipient.or_else(|| given("RECIPIENT")) };
        return pipe(env, &envelope).await;
    }
    if let Command::Check { wait } = command {
        return check(env, Duration::from_secs(wait)).await;
    }
    let db = connect(env).await?;
    match command {
        Command::Pipe { .. } | Command::Check { .. } => {}
        Command::List { fate, limit, json } => print_list(&db, fate, limit, json).await?,
        Command::Show { id } => match std::io::stdout().write_all(&raw_of(&db, id).await?) {
            Err(closed) if closed.kind() == ErrorKind::BrokenPipe => return Ok(ExitCode::from(CLOSED_PIPE)),
            written => written?,
        },
        Command::Attach { id, reference } => {
            attach(&db, id, &reference).await?;
            println!("{id} goes to {reference}");
        }
        Command::New { id } => {
            let mail = MailSettings::from_env(env)?;
            let settings = IntakeSettings::from_env(env, &mail)?;
            settings.and_then(|settings| settings.new).context("INTAKE_NEW is off: mails open no tickets")?;
            open(&db, id).await?;
            println!("{id} opens a ticket");
        }
        Command::Reprocess { id } => {
            reprocess(&db, id).await?;
            println!("{id} is read again");
        }
        Command::Drop { id } => {
            drop_mail(&db, id).await?;
            println!("{id} is dropped");
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn check(env: &Env, wait: Duration) -> anyhow::Result<ExitCode> {
    let settings = WorkerSettings::from_env(env)?;
    let trust = &settings.intake.as_ref().context("INTAKE: mail in is off")?.trust;
    let db = connect(env).await?;
    let id = send_test(&db, &settings.mailer()?).await?;
    let (level, text) = match await_test(&db, id, wait).await? {
        Some(test) => test.judge(trust),
        None => (Level::Critical, LOST.to_owned()),
    };
    println!("{level:8} intake: {text}");
    Ok(ExitCode::from(level as u8))
}

/// Each error is temporary: see [`super::failure_code`].
async fn pipe(env: &Env, envelope: &Envelope) -> anyhow::Result<ExitCode> {
    let mail = MailSettings::from_env(env)?;
    let settings = IntakeSettings::from_env(env, &mail)?;
    let settings = settings.filter(|settings| settings.has_pipe).context("INTAKE: the pipe is off. Add pipe to it")?;
    anyhow::ensure!(settings.has_room(), "the disk is nearly full (INTAKE_RESERVE)");
    let mut raw = Vec::new();
    std::io::stdin().lock().take(MAX_MAIL_BYTES as u64 + 1).read_to_end(&mut raw)?;
    if raw.len() > MAX_MAIL_BYTES {
        eprintln!("worker: the mail is larger than {MAX_MAIL_BYTES} bytes");
        return Ok(ExitCode::from(REFUSED));
    }
    anyhow::ensure!(!raw.is_empty(), "standard input is empty");
    let db = connect(env).await?;
    settings.fingerprint_key.open(&db).await.context("the database does not give the key of fingerprints")?;
    let acceptor = Acceptor::start(db, Arc::clone(&settings.fingerprint_key), Arc::default()).with_quota(&settings);
    let accepted = acceptor.accept(Way::Pipe, envelope, &acceptor.hash(raw)).await;
    let accepted = accepted.map_err(|_| anyhow::anyhow!("the database did not store the mail"))?;
    anyhow::ensure!(accepted.is_some(), "its sender or its ticket is over the quota of this day (INTAKE_QUOTA)");
    Ok(ExitCode::SUCCESS)
}

async fn print_list(db: &DatabaseConnection, fate: Option<String>, limit: i64, json: bool) -> anyhow::Result<()> {
    let lines = list(db, fate, limit).await?;
    if json {
        println!("{}", serde_json::to_string_pretty(&lines)?);
        return Ok(());
    }
    let mut text = format!(
        "{:36}  {:20}  {:4}  {:12}  {:20}  {:12}  {:>9}\n",
        "ID", "ACCEPTED", "WAY", "FATE", "RULE", "TICKET", "BYTES"
    );
    for IntakeLine { id, way, accepted_at, state, fate, rule, reference, size, .. } in lines {
        let at = accepted_at.to_rfc3339_opts(SecondsFormat::Secs, true);
        let fate = fate.unwrap_or(state);
        let (rule, reference) = (rule.unwrap_or_else(|| "-".into()), reference.unwrap_or_else(|| "-".into()));
        writeln!(text, "{id:36}  {at:20}  {way:4}  {fate:12}  {rule:20}  {reference:12}  {size:>9}")?;
    }
    print!("{text}");
    Ok(())
}
