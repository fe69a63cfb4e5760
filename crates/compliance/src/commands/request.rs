//! `compliance person request …`: the register of data subject requests.

use std::fmt::Write;

use chrono::NaiveDate;
use clap::Subcommand;
use entity::{
    Language,
    data_subject_request::{Channel, ExtensionReason, IdentityCheck, RequestAnswer, RequestKind, Sent},
    env::Env,
};
use sea_orm::ActiveEnum;
use uuid::Uuid;

use super::shared::{Spoken, address, connect, day, request_id, to_json};
use crate::privacy::{
    Answer, ListedRequest, answer_request, extend_request, list_requests, read_letter, register_request, untrue_answer,
    wait_for_hold,
};

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
        /// How you checked who the person is.
        #[arg(long)]
        identity: Option<IdentityCheck>,
        /// The language to answer in, if not that of the newest inquiry.
        #[arg(long)]
        language: Option<Language>,
        /// Register it although one of the same kind and address is open.
        #[arg(long)]
        again: bool,
    },
    /// List the open requests, and erasures of which you have not told, the next deadline first; which are overdue, and which wait for
    /// a hold.
    List {
        /// List the requests that were answered within a year, without addresses, and which of them late.
        #[arg(long)]
        closed: bool,
        /// Print a JSON array instead of a table.
        #[arg(long)]
        json: bool,
    },
    /// Extend the deadline to 90 days after receipt, once. Tell the person, with the reason, within the first 30 days.
    Extend {
        /// The request's id, as `list` shows it.
        #[arg(value_parser = request_id)]
        id: Uuid,
        #[arg(long)]
        reason: ExtensionReason,
    },
    /// Note that you told the person why a legal hold keeps the data: what is left of the time counts from its end.
    Wait {
        /// The request's id, as `list` shows it.
        #[arg(value_parser = request_id)]
        id: Uuid,
        #[arg(long)]
        channel: Channel,
        /// The day on which you told the person; today by default.
        #[arg(long, value_parser = day)]
        on: Option<NaiveDate>,
    },
    /// Print the letter that answers a request, or, without an answer, that tells of its extension or of the hold that keeps the data.
    /// Changes nothing.
    Letter {
        /// The request's id, as `list` shows it; also of a closed one.
        #[arg(value_parser = request_id)]
        id: Uuid,
        #[arg(long)]
        answer: Option<RequestAnswer>,
        /// The language, if not that of the open request or newest inquiry.
        #[arg(long)]
        language: Option<Language>,
    },
    /// Note when, how and with what the person was answered. Closes the request and deletes its address; of one that an erasure has
    /// closed, notes it once.
    Answer {
        /// The request's id, as `list` shows it.
        #[arg(value_parser = request_id)]
        id: Uuid,
        #[arg(long)]
        answer: RequestAnswer,
        #[arg(long)]
        channel: Channel,
        #[arg(long)]
        sent: Sent,
        /// The day of the answer; today by default.
        #[arg(long, value_parser = day)]
        on: Option<NaiveDate>,
        /// How you checked who the person is, if `add` has not noted it, or noted it wrongly. Needed to grant a request.
        #[arg(long)]
        identity: Option<IdentityCheck>,
    },
}

pub(super) async fn execute(env: &Env, command: Command) -> anyhow::Result<String> {
    match command {
        Command::Add { address: text, kind, received, identity, language, again } => {
            let db = connect(env).await?;
            let address = address(&db, text).await?;
            let spoken = Spoken::read(&db, &address, &[kind], language).await?;
            let request = register_request(&db, &address, kind, received, identity, spoken.0, again).await?;
            Ok(format!("request {} is registered; answer it by {}\n", request.id, request.due_at.format("%Y-%m-%d")))
        }
        Command::List { closed, json } => {
            let requests = list_requests(&connect(env).await?, closed).await?;
            if json { to_json(&requests) } else { Ok(print_requests(&requests, closed)?) }
        }
        Command::Extend { id, reason } => {
            let due = extend_request(&connect(env).await?, id, reason).await?;
            Ok(format!(
                "request {id} is now due {}. Tell the person: `compliance person request letter {id}`\n",
                due.format("%Y-%m-%d")
            ))
        }
        Command::Wait { id, channel, on } => {
            let (hold, until) = wait_for_hold(&connect(env).await?, id, channel, on).await?;
            Ok(format!(
                "request {id} waits for the hold {hold} until {until}; `request list` has the new due day. Then do what was asked, and answer it\n"
            ))
        }
        Command::Letter { id, answer, language } => {
            let db = connect(env).await?;
            let letter = read_letter(&db, id, answer, language).await?.to_text()?;
            println!("{letter}");
            if let Some(answer) = answer {
                match untrue_answer(&db, id, answer).await {
                    Ok(None) => {}
                    Ok(Some(refusal)) => eprintln!("do not send it yet: {}", refusal.sentence),
                    Err(_) => {
                        eprintln!("whether it is true was not checked: the database is busy. Run this command again");
                    }
                }
            }
            Ok(String::new())
        }
        Command::Answer { id, answer, channel, sent, on, identity } => {
            answer_request(&connect(env).await?, id, Answer { answer, on, channel, sent, identity }).await?;
            Ok(format!("request {id} is closed\n"))
        }
    }
}

fn print_requests(requests: &[ListedRequest], closed: bool) -> Result<String, std::fmt::Error> {
    if requests.is_empty() {
        return Ok(format!("no request {}\n", if closed { "was answered within a year" } else { "is open" }));
    }
    let mut text = String::new();
    for request in requests {
        let ListedRequest { id, kind, address, received_at, due_at, is_late, waits_for, waits_until, .. } = request;
        let kind = kind.to_value();
        let mark = match request.answered_on {
            None if *is_late => "OVERDUE",
            Some(_) if *is_late => "LATE",
            _ => "",
        };
        write!(text, "{id}  due {}  {mark:7}  ", due_at.format("%Y-%m-%d"))?;
        if let Some(closed_at) = request.closed_at {
            let noted = [
                request.answer.map(|answer| answer.to_value()),
                request.channel.map(|channel| format!("by {}", channel.to_value())),
                request.sent.map(|sent| format!("sent {}", sent.to_value())),
                request.identity.map(|identity| format!("identity {}", identity.to_value())),
            ];
            let noted = noted.into_iter().flatten().collect::<Vec<_>>().join(", ");
            let ended = match request.answered_on {
                Some(on) => format!("answered {on}"),
                None => format!("erased {}, not yet told", closed_at.format("%Y-%m-%d")),
            };
            writeln!(text, "received {}  {ended}  {kind:11}  {noted}", received_at.format("%Y-%m-%d"))?;
            continue;
        }
        let address = address.as_deref().unwrap_or("(address lost in a restore: see the person's letter)");
        write!(text, "{kind:11}  {address}")?;
        if let Some((hold, until)) = waits_for.zip(*waits_until) {
            write!(text, "  waits for the hold {hold} until {until}")?;
        }
        text.push('\n');
    }
    Ok(text)
}
