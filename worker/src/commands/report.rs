//! `worker report`: a month's evidence on the terminal, in a file, or by mail.

use std::{fmt::Write, path::PathBuf};

use anyhow::{Context, bail};
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use clap::Args;
use entity::env::Env;

use super::compliance::{connect, mailer, to_json};
use crate::db_error::{COMPLIANCE_URL, DatabaseError};
use crate::{
    db::database_now,
    ledger::Period,
    report::{Report, send_report},
};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A month, such as 2026-10. Default: the current month.
    #[arg(long)]
    month: Option<String>,
    /// Write the report to this file as an HTML page.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Mail the report to the address in `COMPLIANCE_TO`.
    #[arg(long)]
    send: bool,
    /// Print JSON instead of text.
    #[arg(long, conflicts_with_all = ["out", "send"])]
    json: bool,
}

const MONTH_FORMAT: &str = "--month: write it as 2026-10";

/// Returns the text to print.
pub(super) async fn execute(env: &Env, arguments: Arguments) -> anyhow::Result<String> {
    let Arguments { month, out, send, json } = arguments;
    // A missing setting is reported before anything is written.
    let mailer = send.then(|| mailer(env)).transpose()?;
    let db = connect(env).await?;
    let now = database_now(&db).await.map_err(DatabaseError::with(COMPLIANCE_URL))?;
    let report =
        Report::read(&db, period(month.as_deref(), now)?).await.map_err(DatabaseError::with(COMPLIANCE_URL))?;
    if json {
        return to_json(&report.evidence);
    }
    let parts = report.render()?;
    let mut text = String::new();
    if let Some(path) = &out {
        std::fs::write(path, &parts.html).with_context(|| format!("{} cannot be written", path.display()))?;
        writeln!(text, "written to {}", path.display())?;
    }
    if let Some(mailer) = &mailer {
        let name = format!("report.{}.{}", report.period.name(), report.evidence.head_seq);
        send_report(&db, mailer, &report, &name).await?;
        text.push_str("sent to COMPLIANCE_TO\n");
    }
    Ok(if text.is_empty() { parts.text + "\n" } else { text })
}

fn period(month: Option<&str>, now: DateTime<Utc>) -> anyhow::Result<Period> {
    let day = match month {
        None => now,
        Some(month) => {
            let first: NaiveDate = format!("{month}-01").parse().ok().context(MONTH_FORMAT)?;
            first.and_time(NaiveTime::MIN).and_utc()
        }
    };
    if day > now {
        bail!("--month is in the future. Name this month or an earlier one");
    }
    Period::month_of(day).context(MONTH_FORMAT)
}
