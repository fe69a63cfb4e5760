//! `compliance person request …`: the register of data subject requests.

use std::fmt::Write;

use chrono::NaiveDate;
use clap::Subcommand;
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
        kind: RequestKind,
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
        reason: ExtensionReason,
    },
    /// Note the answer and close a request. Deletes its address.
    Close {
        /// The request's id, as `list` shows it.
        id: Uuid,
        #[arg(long, default_value = "granted")]
        answer: RequestAnswer,
    },
}

pub(super) async fn execute(env: &Env, command: Command) -> anyhow::Result<String> {
    match command {
        Command::Add { address: text, kind, received, again } => {
            let address = address(text)?;
            let request = register_request(&connect(env).await?, &address, kind, received, again).await?;
            Ok(format!("request {} is registered; answer it by {}\n", request.id, request.due_at.format("%Y-%m-%d")))
        }
        Command::List { json } => {
            let open = list_open_requests(&connect(env).await?).await?;
            if json { to_json(&open) } else { Ok(print_requests(&open)?) }
        }
        Command::Extend { id, reason } => {
            let due = extend_request(&connect(env).await?, id, reason).await?;
            Ok(format!("request {id} is now due {}. Tell the person, with the reason\n", due.format("%Y-%m-%d")))
        }
        Command::Close { id, answer } => {
            close_request(&connect(env).await?, id, answer).await?;
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
