//! `worker report`: the evidence of a month, on the terminal, in a file, by mail.

use std::{fmt::Write, path::PathBuf};

use anyhow::{Context, bail};
use chrono::NaiveDate;
use clap::Args;
use entity::env::Env;

use super::compliance::{connect, explain, mailer};
use crate::retention::{Period, Report, database_now, send_report};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A month, such as 2026-10; the current one if not given.
    #[arg(long)]
    month: Option<String>,
    /// Write it to this file as one HTML page.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Mail it to the address in `COMPLIANCE_TO`.
    #[arg(long)]
    send: bool,
}

/// Returns what is to be printed.
pub(super) async fn execute(env: &Env, arguments: Arguments) -> anyhow::Result<String> {
    let Arguments { month, out, send } = arguments;
    // What is missing is said before anything is done.
    let mailer = send.then(|| mailer(env)).transpose()?;
    let db = connect(env).await?;
    let now = database_now(&db).await.map_err(explain)?;
    let day = match month {
        None => now,
        Some(month) => {
            let first = NaiveDate::parse_from_str(&format!("{month}-01"), "%Y-%m-%d");
            let first = first.ok().context("--month: write it as 2026-10")?;
            first.and_hms_opt(0, 0, 0).context("--month: write it as 2026-10")?.and_utc()
        }
    };
    if day > now {
        bail!("--month lies ahead. Name this month or an earlier one");
    }
    let period = Period::month_of(day).context("--month: write it as 2026-10")?;
    let report = Report::read(&db, period).await.map_err(explain)?;
    let parts = report.render()?;
    let mut text = String::new();
    if let Some(path) = &out {
        std::fs::write(path, &parts.html).with_context(|| format!("{} cannot be written", path.display()))?;
        writeln!(text, "written to {}", path.display())?;
    }
    if let Some(mailer) = &mailer {
        let name = format!("report.{}.{}", period.name(), report.evidence.head_seq);
        send_report(&db, mailer, &report, &name).await?;
        text.push_str("sent to COMPLIANCE_TO\n");
    }
    Ok(if text.is_empty() { parts.text + "\n" } else { text })
}
