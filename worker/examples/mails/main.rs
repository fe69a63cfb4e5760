//! Renders every mail with every sample: `cargo xtask mails FOLDER`.
//!
//! Writes `<mail>-<sample>.eml`, and its two parts as `.txt` and `.html`.

mod samples;

use std::{env, fs, path::Path};

use anyhow::{Context as _, Result};
use entity::{
    Language,
    contact::ContactReason,
    inquiry::{self, BotCheckStatus},
    outbox::MailKind,
};
use mail_parser::MessageParser;
use mailer::PreparedMail;
use sea_orm::Iterable as _;

use samples::{Sample, compliance, conversation, digests, mail};

fn main() -> Result<()> {
    let folder = env::args_os().nth(1).context("name the folder to write to")?;
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    let settings = samples::settings();
    for sample in Sample::ALL {
        let (inquiry, content) = (sample.inquiry(), sample.content());
        let notification = mail(&inquiry, &content, MailKind::Notification, &settings)?;
        write(folder, &format!("notification-{}", sample.name()), &notification)?;
        // An unverified sender gets no auto-reply.
        if inquiry.bot_check == BotCheckStatus::Verified {
            let auto_reply = mail(&inquiry, &content, MailKind::AutoReply, &settings)?;
            write(folder, &format!("auto_reply-{}", sample.name()), &auto_reply)?;
        }
    }
    for language in Language::iter() {
        let inquiry =
            inquiry::Model { language, contact_reason: ContactReason::IncidentResponse, ..Sample::Typical.inquiry() };
        let auto_reply = mail(&inquiry, &Sample::Typical.content(), MailKind::AutoReply, &settings)?;
        write(folder, &format!("auto_reply-{}", language.code()), &auto_reply)?;
    }
    for sample in [Sample::Typical, Sample::Hostile] {
        for (name, mail) in conversation::all(sample)?.into_iter().chain(digests::all(sample)?) {
            write(folder, &format!("{name}-{}", sample.name()), &mail)?;
        }
    }
    for (name, mail) in compliance::all(&settings)? {
        write(folder, name, &mail)?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, mail: &PreparedMail) -> Result<()> {
    let message = MessageParser::default().parse(&mail.bytes).context("the mail cannot be read back")?;
    let text = message.body_text(0).context("the mail has no text part")?;
    let html = message.body_html(0).context("the mail has no HTML part")?;
    fs::write(folder.join(format!("{name}.eml")), &mail.bytes)?;
    fs::write(folder.join(format!("{name}.txt")), text.as_bytes())?;
    fs::write(folder.join(format!("{name}.html")), html.as_bytes())?;
    println!("{name}: {} bytes", mail.bytes.len());
    Ok(())
}
