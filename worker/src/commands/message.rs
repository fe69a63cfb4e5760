//! `worker message attachment`: takes a file out of a mail that came.

use std::{fs::OpenOptions, io::Write, path::PathBuf};

use anyhow::Context;
use clap::Subcommand;
use outbox::attachments::file_of;
use sea_orm::DatabaseConnection;
use uuid::Uuid;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Write a file of a mail to disk, as it came: it may be harmful. The notification names the message and the number.
    Attachment {
        message: Uuid,
        number: usize,
        /// Must not exist yet.
        #[arg(long)]
        out: PathBuf,
    },
}

pub(super) async fn execute(db: &DatabaseConnection, command: Command) -> anyhow::Result<String> {
    let Command::Attachment { message, number, out } = command;
    let bytes = file_of(db, message, number).await?;
    let file = OpenOptions::new().write(true).create_new(true).open(&out);
    file.and_then(|mut file| file.write_all(&bytes)).context("--out: the file cannot be written")?;
    Ok(format!("{} bytes; nothing has checked them\n", bytes.len()))
}
