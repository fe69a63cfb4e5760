//! `compliance report`: a month's evidence on the terminal, in a file, or by mail.

use std::{fmt::Write, path::PathBuf};

use anyhow::{Context, bail};
use chrono::{DateTime, NaiveTime, Utc};
use clap::Args;
use entity::env::Env;
use mailer::{
    db::{database_now, query_value, statement},
    text::counted,
};
use sea_orm::DatabaseConnection;

use super::shared::{connect, mailer, to_json, write};
use crate::{
    ledger::{Authority, Period},
    privacy::{ListedRequest, list_requests},
    report::{Report, send_report},
    retention::{ListedHold, list_holds},
};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A month, such as 2026-10. Default: the current month.
    #[arg(long)]
    month: Option<String>,
    /// Write the report to this file as an HTML page.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Write the report to this file as a PDF, with lists of the holds in force and the open requests. Nobody is named.
    #[arg(long)]
    pdf: Option<PathBuf>,
    /// Mail the report to the address in `COMPLIANCE_TO`.
    #[arg(long)]
    send: bool,
    /// Print JSON instead of text.
    #[arg(long, conflicts_with_all = ["out", "pdf", "send"])]
    json: bool,
}

const MONTH_FORMAT: &str = "--month: write it as 2026-10";

pub(super) async fn execute(env: &Env, arguments: Arguments) -> anyhow::Result<String> {
    let Arguments { month, out, pdf, send, json } = arguments;
    // A missing setting is reported before anything is written.
    let mailer = send.then(|| mailer(env)).transpose()?;
    let db = connect(env).await?;
    let now = database_now(&db).await?;
    let begun = query_value(&db, statement("SELECT at FROM ledger ORDER BY seq LIMIT 1", [])).await?;
    let report = Report::read(&db, period(month.as_deref(), begun, now)?).await?;
    if json {
        return to_json(&report.evidence);
    }
    let parts = report.render()?.parts;
    let mut text = String::new();
    if let Some(path) = &out {
        write(path, &parts.html)?;
        writeln!(text, "written to {}", path.display())?;
    }
    if let Some(path) = &pdf {
        write(path, to_pdf(&db, &report).await?)?;
        writeln!(text, "written to {}", path.display())?;
    }
    if let Some(mailer) = &mailer {
        let name = format!("report.{}.{}", report.period.name(), report.evidence.head_seq);
        send_report(&db, mailer, Authority::from_env(env)?.as_ref(), &report, &name).await?;
        text.push_str("sent to COMPLIANCE_TO\n");
    }
    Ok(if text.is_empty() { parts.text + "\n" } else { text })
}

/// The report as a document, and what is open now. Reading the holds is an entry.
async fn to_pdf(db: &DatabaseConnection, report: &Report) -> anyhow::Result<Vec<u8>> {
    let mut page = report.document();
    let holds = list_holds(db).await?;
    page.heading(&format!("In force now: {}", counted(holds.len() as u64, "legal hold", "legal holds")));
    for ListedHold { id, until, wanted_until, .. } in holds {
        let waits = if wanted_until.is_some() { ", a later end waits for a second officer" } else { "" };
        page.row(&format!("until {until}"), &format!("{id}{waits}"));
    }
    let requests = list_requests(db, false).await?;
    page.heading(&format!("To answer: {}", counted(requests.len() as u64, "request", "requests")));
    for ListedRequest { id, kind, received_at, due_at, is_late, closed_at, waits_until, .. } in requests {
        let (received, mark) = (received_at.format("%Y-%m-%d"), if is_late { ", OVERDUE" } else { "" });
        let told = closed_at.map_or_else(String::new, |at| format!(", erased {}, not yet told", at.format("%Y-%m-%d")));
        page.row(
            &format!("due {}{mark}", due_at.format("%Y-%m-%d")),
            &format!("{id}, {kind:?}, received {received}{told}"),
        );
        if let Some(until) = waits_until {
            page.row("", &format!("waits for a hold until {until}"));
        }
    }
    Ok(page.finish())
}

fn period(month: Option<&str>, begun: DateTime<Utc>, now: DateTime<Utc>) -> anyhow::Result<Period> {
    let day = match month {
        None => now,
        Some(month) => {
            let first = super::shared::day(&format!("{month}-01")).ok().context(MONTH_FORMAT)?;
            first.and_time(NaiveTime::MIN).and_utc()
        }
    };
    if day > now {
        bail!("--month is in the future. Name this month or an earlier one");
    }
    let period = Period::month_of(day).context(MONTH_FORMAT)?;
    if period.until <= begun {
        bail!("--month is before the ledger began. Name {} or a later one", begun.format("%Y-%m"));
    }
    Ok(period)
}
