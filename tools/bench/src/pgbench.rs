//! The reference: pgbench with the api's statement, one inquiry per statement.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::json;
use url::Url;

use super::environment::Environment;
use devstack::process;
use entity::store_inquiries::STORE_SQL;
use testkit::setup::Setup;

#[derive(Debug)]
pub(super) struct Pgbench {
    program: PathBuf,
    script: PathBuf,
    url: Url,
}

impl Pgbench {
    /// `None` without pgbench, which comes with the system's Postgres only.
    pub(super) fn prepare(environment: &Environment, setup: &Setup) -> Result<Option<Self>> {
        let beside = environment.binaries.program("pgbench");
        let program = if beside.exists() { beside } else { PathBuf::from("pgbench") };
        if process::output_of(&program.to_string_lossy(), &["--version"]).is_none() {
            return Ok(None);
        }
        let script = environment.stack.folder().join("store.pgbench");
        fs::write(&script, script_of(&STORE_SQL)?)?;
        Ok(Some(Self { program, script, url: Url::parse(setup.setting("DATABASE_URL"))? }))
    }

    /// Statements a second over one round.
    pub(super) fn round(&self, clients: usize, seconds: u64) -> Result<f64> {
        let mut command = Command::new(&self.program);
        command
            .args(["--no-vacuum", "--protocol=prepared", "--jobs=2"])
            .arg(format!("--client={clients}"))
            .arg(format!("--time={seconds}"))
            .arg("--file")
            .arg(Path::new(&self.script))
            .args(["-h", "127.0.0.1", "-p", &self.url.port().unwrap_or(5432).to_string()])
            .args(["-U", self.url.username(), self.url.path().trim_start_matches('/')])
            .env("PGPASSWORD", self.url.password().unwrap_or_default());
        let output = command.output().context("cannot start pgbench")?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            bail!("pgbench failed: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        tps(&text).with_context(|| format!("pgbench printed no rate: {text}"))
    }
}

/// The statement with random values for its two parameters.
fn script_of(statement: &str) -> Result<String> {
    if statement.matches("$1").count() != 1 || statement.matches("$2").count() != 1 {
        bail!("the store statement no longer takes two parameters once each: adapt the bench");
    }
    let [inquiries, mails] = parameters();
    Ok(format!(
        "\\set a random(1, 9000000000000000000)\n\\set b random(1, 9000000000000000000)\n{};\n",
        statement.replace("$1", &inquiries).replace("$2", &mails)
    ))
}

/// A random id without its last digit, which distinguishes the ids of one statement: the time, as in the ids of the product,
/// and the two random numbers.
const ID: &str = "lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || lpad(to_hex(:a::bigint), 16, '0') \
                  || lpad(to_hex(:b::bigint & 4095), 3, '0')";

/// The parameters of the statement: the sample inquiry, and a notification and an auto-reply. In the texts `@ID` is [`ID`],
/// and `@UP` a part of it in upper case.
fn parameters() -> [String; 2] {
    let mut inquiry = testkit::inquiry::columns();
    let digest = |last: &str| format!("\\x@ID{last}@ID0");
    let released = format!("\\x{}", "0".repeat(64));
    let more = json!({
        "id": "@ID0", "reference": "FW-@UP4-@UP8", "idempotency_key": "@ID1", "token_digest": digest("2"),
        "message_digest": digest("3"), "sender_digest": digest("4"), "email": "visitor-@ID4@example.com",
        "email_key": "visitor-@ID4@example.com", "origin": "form", "spam_points": 0, "spam_signs": [], "spam_limit": 2, "is_urgent": false,
        "consent": true, "gdpr_consent": true, "bot_check": "verified", "language": "en", "client_network": null,
        "policy_digest": released, "consent_digest": released, "gdpr_consent_digest": released,
    });
    inquiry.extend(more.as_object().cloned().unwrap_or_default());
    let mail = |last: u8, kind: &str, recipient: Option<&str>| {
        let id = format!("@ID{last}");
        let job = json!({
            "id": format!("{}@UPLID", last - 5), "queue": "mail", "payload": { "outbox_id": id },
            "key": format!("outbox:{id}"),
        });
        json!({ "id": id, "inquiry_id": "@ID0", "kind": kind, "recipient": recipient, "job": job })
    };
    let mails = json!([mail(5, "notification", Some("consultants@firnwall.example")), mail(6, "auto_reply", None)]);
    [json!([inquiry]), mails].map(|value| {
        // pgbench takes a colon before a letter for a variable, also in a text.
        let text = value.to_string().replace('\'', "''").replace("\":", "\": ");
        let part = |from: u8, length: u8| format!("upper(substr({ID}, {from}, {length}))");
        format!(
            "replace(replace(replace(replace('{text}', '@UPLID', {}), '@UP4', {}), '@UP8', {}), '@ID', {ID})::jsonb",
            part(7, 25),
            part(17, 4),
            part(21, 4)
        )
    })
}

fn tps(text: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_products_statement_can_be_scripted() {
        let script = script_of(&STORE_SQL).unwrap();
        assert!(!script.contains("$1") && !script.contains("$2"), "{script}");
    }
}
