//! `cargo xtask send-mail`: delivers a mail to the running product, as its mail server does.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use devstack::settings::value;
use devstack::{env_file, http, repo};
use testkit::mail_sender::{MailSender, on_the_wire};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The mail, as saved by a mail client (.eml)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The envelope recipient; by default the one to which the newest auto-reply asks to answer
    #[arg(long, value_name = "ADDRESS")]
    to: Option<String>,
    /// The envelope sender; empty for the null path
    #[arg(long, value_name = "ADDRESS", default_value = "sender@visitor.example")]
    from: String,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let settings = env_file::read(&repo::data().join("env"));
    let setting = |name: &str| value(&settings, name).with_context(|| format!("no {name}: start `cargo xtask up`"));
    let (server, base) = (setting("INTAKE_LMTP_LISTEN")?.parse()?, setting("REPLY_ADDRESS")?);
    let raw = std::fs::read(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let to = match &args.to {
        Some(to) => to.clone(),
        None => newest_reply_address(setting("INBOX_URL")?, base)?,
    };
    let reply = MailSender::connect(server, "LHLO")
        .and_then(|mut sender| sender.offer(&args.from, &to, &on_the_wire(&raw)))
        .context("the worker's LMTP listener does not answer")?;
    println!("{to}: {reply}");
    if reply.starts_with('2') { Ok(()) } else { bail!("the mail was not taken") }
}

/// `Reply-To` of the newest mail in the inbox that asks for answers to us.
fn newest_reply_address(inbox: &str, base: &str) -> Result<String> {
    let mut response = http::agent(Duration::from_secs(10)).get(format!("{inbox}/email")).call()?;
    let mails: Vec<Value> = response.body_mut().read_json().context("the inbox lists no mails")?;
    let addresses = mails.iter().rev().filter_map(|mail| mail["replyTo"][0]["address"].as_str());
    let domain = base.rsplit_once('@').map_or(base, |(_, domain)| domain);
    let ours = addresses.into_iter().find(|address| address.ends_with(domain));
    ours.map(str::to_owned).context("no mail in the inbox has a Reply-To of ours: send an inquiry first, or name --to")
}
