//! `compliance texts …`: the texts that visitors agreed to, by digest. Needs no database.

use std::fmt::Write;

use anyhow::Context;
use clap::Subcommand;

use super::shared::to_json;
use crate::agreed_texts::{ARCHIVE, Release};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List the releases of the texts with their digests.
    List {
        /// Print a JSON object instead of a table.
        #[arg(long)]
        json: bool,
    },
    /// Print a text as the form showed it, without a line break at its end: its SHA-256 is the digest.
    Show {
        /// The digest that an inquiry keeps; its first eight digits suffice.
        digest: String,
    },
}

pub(super) fn execute(command: &Command) -> anyhow::Result<String> {
    match command {
        Command::List { json: true } => to_json(&ARCHIVE.releases),
        Command::List { json: false } => Ok(print_releases()?),
        Command::Show { digest } => ARCHIVE.text(digest).with_context(|| {
            format!("no released text has the digest {digest}. `compliance texts list` lists all of them")
        }),
    }
}

fn print_releases() -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    for (version, Release { since, privacy_policy, consent, gdpr_consent, terms }) in &ARCHIVE.releases {
        writeln!(text, "version {version} since {since}")?;
        let agreed = [("privacy policy", privacy_policy), ("first consent", consent), ("second consent", gdpr_consent)];
        for (name, digest) in agreed.into_iter().chain(terms.iter().map(|terms| ("terms", terms))) {
            writeln!(text, "  {name:15} {digest}")?;
        }
    }
    Ok(text)
}
