//! The reference: pgbench with the api's statement, one inquiry per statement.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use url::Url;

use super::environment::{Environment, Setup};
use devstack::{process, repo};

#[derive(Debug)]
pub(super) struct Pgbench {
    program: PathBuf,
    script: PathBuf,
    url: Url,
}

impl Pgbench {
    /// `None` without pgbench, which comes with the system's Postgres only.
    pub(super) fn prepare(environment: &Environment, setup: &Setup) -> Result<Option<Self>> {
        let beside = environment.binaries().program("pgbench");
        let program = if beside.exists() { beside } else { PathBuf::from("pgbench") };
        if process::output_of(&program.to_string_lossy(), &["--version"]).is_none() {
            return Ok(None);
        }
        let script = environment.stack.folder().join("store.pgbench");
        fs::write(&script, script_of(&statement()?)?)?;
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

/// The api's store statement, as `entity` concatenates it.
fn statement() -> Result<String> {
    let read = |name: &str| fs::read_to_string(repo::root().join("entity/src/sql").join(name)).context(name.to_owned());
    Ok(format!("{}{}SELECT id FROM stored", read("store_inquiries.sql")?, read("queue_jobs.sql")?))
}

/// The statement with random values for its two parameters.
fn script_of(statement: &str) -> Result<String> {
    if statement.matches("$1").count() != 1 || statement.matches("$2").count() != 1 {
        bail!("the store statement no longer takes two parameters once each: adapt the bench");
    }
    Ok(format!(
        "\\set a random(1, 9000000000000000000)\n\\set b random(1, 9000000000000000000)\n{};\n",
        statement.replace("$1", INQUIRIES).replace("$2", MAILS)
    ))
}

/// 32 hex digits: the time, as in the ids of the product, the two random numbers, and a digit that distinguishes ids of
/// one statement.
macro_rules! id {
    ($last:literal) => {
        concat!(
            "lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || lpad(to_hex(:a::bigint), 16, '0') \
             || lpad(to_hex(:b::bigint & 4095), 3, '0') || '",
            $last,
            "'"
        )
    };
}

const INQUIRIES: &str = concat!(
    "jsonb_build_array(jsonb_build_object('id', (",
    id!("0"),
    ")::uuid, 'reference', 'FW-' || upper(substr(",
    id!("0"),
    ", 17, 4)) || '-' || upper(substr(",
    id!("0"),
    ", 21, 4)), 'idempotency_key', md5(",
    id!("1"),
    ")::uuid, 'token_digest', '\\x' || md5(",
    id!("2"),
    ") || md5(",
    id!("3"),
    "), 'message_digest', '\\x' || md5(",
    id!("0"),
    ") || md5(",
    id!("1"),
    "), 'sender_digest', '\\x' || md5(",
    id!("2"),
    ") || md5(",
    id!("4"),
    "), 'email', 'visitor-' || ",
    id!("4"),
    " || '@example.com', 'email_key', 'visitor-' || ",
    id!("4"),
    " || '@example.com') || '{\"first_name\": \"Sample\", \"last_name\": \"Visitor\", \
     \"company\": \"Example Manufacturing AG\", \"country\": \"Switzerland\", \"phone\": null, \
     \"contact_reason\": \"threat-detection-response\", \"program\": \"siem-threat-hunting\", \
     \"desired_consultants\": 2, \"message\": \"A sample inquiry of an ordinary length, so that a row is as heavy as it will be. \
     A sample inquiry of an ordinary length, so that a row is as heavy as it will be. \
     A sample inquiry of an ordinary length, so that a row is as heavy as it will be. \", \
     \"origin\": \"form\", \"spam_points\": 0, \"spam_signs\": [], \"spam_limit\": 5, \
     \"consent\": true, \"gdpr_consent\": true, \"bot_check\": \"verified\", \"client_network\": null, \
     \"policy_digest\": \"\\\\x0000000000000000000000000000000000000000000000000000000000000000\", \
     \"consent_digest\": \"\\\\x0000000000000000000000000000000000000000000000000000000000000000\", \
     \"gdpr_consent_digest\": \"\\\\x0000000000000000000000000000000000000000000000000000000000000000\"}'::jsonb)"
);

macro_rules! mail {
    ($last:literal, $ulid:literal, $kind:literal, $recipient:literal) => {
        concat!(
            "jsonb_build_object('id', (",
            id!($last),
            ")::uuid, 'inquiry_id', (",
            id!("0"),
            ")::uuid, 'kind', '",
            $kind,
            "', 'recipient', ",
            $recipient,
            ", 'job', jsonb_build_object('id', '",
            $ulid,
            "' || upper(substr(",
            id!("0"),
            ", 8, 25)), 'queue', 'mail', 'payload', jsonb_build_object('outbox_id', (",
            id!($last),
            ")::uuid), 'key', 'outbox:' || ",
            id!($last),
            "))"
        )
    };
}

const MAILS: &str = concat!(
    "jsonb_build_array(",
    mail!("5", "0", "notification", "'consultants@firnwall.example'"),
    ", ",
    mail!("6", "1", "auto_reply", "NULL::text"),
    ")"
);

fn tps(text: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_rate() {
        let text = "latency average = 7.7 ms\ninitial connection time = 90 ms\ntps = 8287.5 (without initial connection time)\n";
        assert_eq!(tps(text), Some(8287.5));
        assert_eq!(tps("nothing"), None);
    }

    #[test]
    fn the_products_statement_can_be_scripted() {
        let script = script_of(&statement().unwrap()).unwrap();
        assert!(!script.contains("$1") && !script.contains("$2"), "{script}");
    }

    #[test]
    fn a_statement_of_another_shape_is_refused() {
        assert!(script_of("SELECT $1, $2").is_ok());
        assert!(script_of("SELECT $1, $2, $1").is_err());
    }
}
