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
    /// The envelope recipient; by default our address in the mail's headers, else that of the newest auto-reply
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
    let to = match args.to.clone().or_else(|| own_address(&raw, base)) {
        Some(to) => to,
        None => newest_reply_address(setting("INBOX_URL")?, base)?,
    };
    let reply = MailSender::connect(server, "LHLO")
        .and_then(|mut sender| sender.offer(&args.from, &to, &on_the_wire(&raw)))
        .context("the worker's LMTP listener does not answer")?;
    println!("{to}: {reply}");
    if reply.starts_with('2') { Ok(()) } else { bail!("the mail was not taken") }
}

/// Whether mail to this address comes to the product: at `@domain`, or behind the plus of `desk+@domain`.
fn is_ours(address: &str, base: &str) -> bool {
    let address = address.to_ascii_lowercase();
    base.rsplit_once('@').is_some_and(|(local, domain)| {
        address.starts_with(local)
            && address.strip_suffix(domain).is_some_and(|rest| rest.ends_with('@') && rest.len() > local.len() + 1)
    })
}

/// The first of our addresses in the header section.
fn own_address(raw: &[u8], base: &str) -> Option<String> {
    let text = String::from_utf8_lossy(raw);
    let headers = text.lines().take_while(|line| !line.is_empty());
    let mut words = headers.flat_map(|line| line.split([' ', '\t', '<', '>', ',', ';', ':', '"']));
    words.find(|word| is_ours(word, base)).map(str::to_owned)
}

/// `Reply-To` of the newest mail in the inbox that asks for answers to us.
fn newest_reply_address(inbox: &str, base: &str) -> Result<String> {
    let mut response = http::agent(Duration::from_secs(10)).get(format!("{inbox}/email")).call()?;
    let mails: Vec<Value> = response.body_mut().read_json().context("the inbox lists no mails")?;
    let addresses = mails.iter().rev().filter_map(|mail| mail["replyTo"][0]["address"].as_str());
    let ours = addresses.into_iter().find(|address| is_ours(address, base));
    ours.map(str::to_owned).context("no mail in the inbox has a Reply-To of ours: send an inquiry first, or name --to")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_both_forms_of_a_base() {
        for (address, base, ours) in [
            ("R1-x@Reply.own.example", "@reply.own.example", true),
            ("@reply.own.example", "@reply.own.example", false),
            ("desk+r1-x@own.example", "desk+@own.example", true),
            ("desk@own.example", "desk+@own.example", false),
            ("r1-x@other.example", "@own.example", false),
        ] {
            assert_eq!(is_ours(address, base), ours, "{address} {base}");
        }
    }
}
