//! Prints what is understood of mails, as JSON, a line a file: `cargo run -p inbound --example read -- FILE…`. With
//! `--text`, the files are texts of replies. A mail that takes a second, or a file that cannot be read, ends it.

#![expect(clippy::unwrap_used, reason = "a tool may fail")]

use std::{env, fs, time::Instant};

use inbound::{
    bounce::{Report, report},
    facts::Facts,
    machine::{OwnMail, Rule, machine_rule},
    mail::Mail,
    reply_text::newly_written,
};
use serde_json::json;

fn main() {
    let mut files: Vec<String> = env::args().skip(1).collect();
    let are_texts = files.first().is_some_and(|first| first == "--text");
    for file in files.split_off(usize::from(are_texts)) {
        let raw = fs::read(&file).unwrap();
        let began = Instant::now();
        let said = if are_texts { json!({"new": newly_written(&String::from_utf8_lossy(&raw))}) } else { said(&raw) };
        let took = began.elapsed();
        assert!(took.as_secs() == 0, "{file} took {took:?}");
        println!("{}", json!({"file": file, "micros": took.as_micros(), "said": said}));
    }
}

fn said(raw: &[u8]) -> serde_json::Value {
    let mail = match Mail::read(raw) {
        Ok(mail) => mail,
        Err(reason) => return json!({"unreadable": reason.code()}),
    };
    let facts = Facts::of(&mail);
    let own = OwnMail { from: "desk@firm.example", message_id_domain: "firm.example" };
    let recipients = match report(&mail) {
        Some(Report::Bounce(bounce)) => bounce.recipients,
        Some(Report::Complaint { recipient, .. }) => return json!({"complaint": recipient}),
        None => Vec::new(),
    };
    let recipients: Vec<_> = recipients
        .iter()
        .map(|one| json!({"address": one.address, "status": one.status, "class": format!("{:?}", one.class)}))
        .collect();
    json!({
        "from": facts.from.map(|from| from.address),
        "subject": facts.subject,
        "machine": machine_rule(mail.headers(), None, &facts.subject, &own).map(Rule::name),
        "recipients": recipients,
        "attachments": facts.attachments.len(),
        "new": facts.new_text,
    })
}
