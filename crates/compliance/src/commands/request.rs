//! `compliance person request …`: the register of data subject requests.

use std::fmt::Write;

use chrono::NaiveDate;
use clap::{Subcommand, ValueEnum};
use entity::{
    data_subject_request::{ExtensionReason, RequestAnswer, RequestKind},
    env::Env,
};
use sea_orm::ActiveEnum;
use uuid::Uuid;

use super::shared::{address, connect, day, to_json};
use crate::privacy::{OpenRequest, close_request, extend_request, list_open_requests, register_request};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Register a request that was received.
    Add {
        /// The person's mail address; - reads it from standard input.
        address: String,
        #[arg(long)]
        kind: Kind,
        /// The day on which it arrived, such as 2026-11-23; today by default. The deadline counts from it.
        #[arg(long, value_parser = day)]
        received: Option<NaiveDate>,
        /// Register it although one of the same kind and address is open.
        #[arg(long)]
        again: bool,
    },
    /// List the open requests, the next deadline first; overdue ones are marked.
    List {
        /// Print a JSON array instead of a table.
        #[arg(long)]
        json: bool,
    },
    /// Extend the deadline to 90 days after receipt, once. Tell the person, with the reason, within the first 30 days.
    Extend {
        /// The request's id, as `list` shows it.
        id: Uuid,
        #[arg(long)]
        reason: Reason,
    },
    /// Note the answer and close a request. Deletes its address.
    Close {
        /// The request's id, as `list` shows it.
        id: Uuid,
        #[arg(long, default_value = "granted")]
        answer: ClosingAnswer,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Kind {
    /// A copy of the data (GDPR art. 15, FADP art. 25): answer it with `compliance person export`.
    Access,
    /// Art. 16, FADP art. 32: `compliance person correct`.
    Correction,
    /// Art. 17, FADP art. 32: `compliance person erase`.
    Erasure,
    /// Art. 18: `compliance person restrict`.
    Restriction,
    /// A machine-readable copy (art. 20, FADP art. 28): `compliance person export`.
    Portability,
    /// Art. 21, FADP art. 30: `compliance person restrict` or `erase`.
    Objection,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Reason {
    /// The request is complex.
    Complexity,
    /// There are many requests.
    Number,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ClosingAnswer {
    Granted,
    /// Partly granted.
    Partly,
    Refused,
    NothingStored,
    /// The person withdrew it.
    Withdrawn,
}

impl From<Kind> for RequestKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Access => Self::Access,
            Kind::Correction => Self::Correction,
            Kind::Erasure => Self::Erasure,
            Kind::Restriction => Self::Restriction,
            Kind::Portability => Self::Portability,
            Kind::Objection => Self::Objection,
        }
    }
}

impl From<Reason> for ExtensionReason {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Complexity => Self::Complexity,
            Reason::Number => Self::Number,
        }
    }
}

impl From<ClosingAnswer> for RequestAnswer {
    fn from(answer: ClosingAnswer) -> Self {
        match answer {
            ClosingAnswer::Granted => Self::Granted,
            ClosingAnswer::Partly => Self::Partly,
            ClosingAnswer::Refused => Self::Refused,
            ClosingAnswer::NothingStored => Self::NothingStored,
            ClosingAnswer::Withdrawn => Self::Withdrawn,
        }
    }
}

/// Returns the text to print.
pub(super) async fn execute(env: &Env, command: Command) -> anyhow::Result<String> {
    match command {
        Command::Add { address: text, kind, received, again } => {
            let address = address(text)?;
            let request = register_request(&connect(env).await?, &address, kind.into(), received, again).await?;
            Ok(format!("request {} is registered; answer it by {}\n", request.id, request.due_at.format("%Y-%m-%d")))
        }
        Command::List { json } => {
            let open = list_open_requests(&connect(env).await?).await?;
            if json { to_json(&open) } else { Ok(print_requests(&open)?) }
        }
        Command::Extend { id, reason } => {
            let due = extend_request(&connect(env).await?, id, reason.into()).await?;
            Ok(format!("request {id} is now due {}. Tell the person, with the reason\n", due.format("%Y-%m-%d")))
        }
        Command::Close { id, answer } => {
            close_request(&connect(env).await?, id, answer.into()).await?;
            Ok(format!("request {id} is closed\n"))
        }
    }
}

fn print_requests(open: &[OpenRequest]) -> Result<String, std::fmt::Error> {
    if open.is_empty() {
        return Ok("no request is open\n".to_owned());
    }
    let mut text = String::new();
    for OpenRequest { id, kind, address, due_at, is_overdue, .. } in open {
        let address = address.as_deref().unwrap_or("(address lost in a restore: see the person's letter)");
        let mark = if *is_overdue { "OVERDUE" } else { "" };
        writeln!(text, "{id}  due {}  {mark:7}  {:11}  {address}", due_at.format("%Y-%m-%d"), kind.to_value())?;
    }
    Ok(text)
}
