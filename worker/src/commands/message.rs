//! `worker message show` and `attachment`: what a mail of ours says, and a file of a mail that came.

use std::{fs::OpenOptions, io::Write, path::PathBuf};

use anyhow::Context;
use clap::Subcommand;
use entity::env::Env;
use outbox::{attachments::file_of, text_of_mail};
use sea_orm::DatabaseConnection;
use uuid::Uuid;

use crate::{run::assemble, settings::WorkerSettings};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Print what a mail of ours says: personal data. `worker outbox list` shows the ids.
    Show { mail: Uuid },
    /// Write a file of a mail to disk, as it came: it may be harmful. The notification names the message and the number.
    Attachment {
        message: Uuid,
        number: usize,
        /// Must not exist yet.
        #[arg(long)]
        out: PathBuf,
    },
}

pub(super) async fn execute(env: &Env, db: DatabaseConnection, command: Command) -> anyhow::Result<String> {
    match command {
        Command::Show { mail } => {
            let text = text_of_mail(&assemble(&WorkerSettings::from_env(env)?, db)?, mail).await?;
            text.with_context(|| format!("no mail has the id {mail}, or what it was about is deleted or restricted"))
        }
        Command::Attachment { message, number, out } => {
            let bytes = file_of(&db, message, number).await?;
            let file = OpenOptions::new().write(true).create_new(true).open(&out);
            file.and_then(|mut file| file.write_all(&bytes)).context("--out: the file cannot be written")?;
            Ok(format!("{} bytes; nothing has checked them\n", bytes.len()))
        }
    }
}
