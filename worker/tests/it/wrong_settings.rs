//! Each setting of mail in and of sending with wrong values that an operator may well write: the error names the variable,
//! what is wrong and the remedy, and quotes neither a secret nor an address.

use std::collections::BTreeSet;

use entity::env::{Env, SettingError};
use worker::settings::WorkerSettings;

const KEY: &str = "1:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const GOOD: [(&str, &str); 8] = [
    ("DATABASE_URL", "postgres://inquiry_app:word@127.0.0.1/inquiry"),
    ("SMTP_URL", "smtp://127.0.0.1:1025"),
    ("MAIL_FROM", "desk@own.example"),
    ("COMPLIANCE_TO", "privacy@own.example"),
    ("NOTIFY_TO", "anna@own.example"),
    ("INTAKE", "lmtp,pipe"),
    ("REPLY_ADDRESS", "@reply.own.example"),
    ("REPLY_HMAC_KEYS", KEY),
];
/// Of secrets and of people.
const CANARIES: [&str; 4] = ["hush", "krelvonta", "abcdef0123", "00112233"];

fn with(changes: &[(&str, &str)]) -> Result<WorkerSettings, SettingError> {
    let kept = GOOD.iter().filter(|(name, _)| !changes.iter().any(|(changed, _)| changed == name));
    WorkerSettings::from_env(&Env::from_pairs(kept.chain(changes).copied()))
}

/// A wrong value, and parts of the error: the problem and the remedy. The error begins with the variable.
type Row = (&'static str, &'static str, &'static str, &'static str);

const WRONG: &[Row] = &[
    ("INTAKE", "IMAP", "\"IMAP\" is not a way in", "imap, lmtp and pipe, separated by commas"),
    ("INTAKE", "lmtp pipe", "is not a way in", "separated by commas"),
    ("INTAKE", "off,lmtp", "is not a way in", "Write off, or"),
    ("INTAKE_LMTP_LISTEN", "2424", "is not valid", "such as 127.0.0.1:2424"),
    ("INTAKE_LMTP_LISTEN", "127.0.0.1", "is not valid", "with a port"),
    ("INTAKE_LMTP_LISTEN", "localhost:2424", "is not valid", "such as 127.0.0.1:2424"),
    ("INTAKE_LMTP_LISTEN", "0.0.0.0:2424", "other machines could reach it", "loopback"),
    ("INTAKE_LMTP_LISTEN", "/run/lmtp", "is not valid", "unix:/path"),
    ("INTAKE_LMTP_LISTEN", "unix:lmtp", "not absolute", "unix:/path"),
    ("INTAKE_TRUST", "mx.own.example", "is not valid", "Write authserv:"),
    ("INTAKE_TRUST", "authserv:", "is not valid", "such as authserv:mx.example.com"),
    ("INTAKE_TRUST", "authserv:*.own.example", "is not valid", "such as authserv:mx.example.com"),
    ("INTAKE_TRUST", "authserv:.example", "is not valid", "such as authserv:mx.example.com"),
    ("INTAKE_TRUST", "office365", "is not valid", "microsoft365"),
    ("INTAKE_NEW", "yes", "neither on nor off", "Write on or off"),
    ("REPLY_ADDRESS", "", "not set", "such as @reply.example.com"),
    ("REPLY_ADDRESS", "reply.own.example", "neither @DOMAIN nor NAME+@DOMAIN", "such as @reply.example.com"),
    ("REPLY_ADDRESS", "krelvonta@own.example", "neither @DOMAIN nor NAME+@DOMAIN", "such as desk+@example.com"),
    ("REPLY_ADDRESS", "desk+x@own.example", "neither @DOMAIN nor NAME+@DOMAIN", "such as desk+@example.com"),
    ("REPLY_ADDRESS", "@reply", "neither @DOMAIN nor NAME+@DOMAIN", "such as @reply.example.com"),
    ("REPLY_ADDRESS", "a-name-of-18-chars+@own.example", "more than 17 characters", "such as desk+@example.com"),
    ("REPLY_HMAC_KEYS", "", "not set", "openssl rand -hex 32"),
    ("REPLY_HMAC_KEYS", "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", "NUMBER:HEX", "1: and"),
    ("REPLY_HMAC_KEYS", "1:abcdef0123", "not at least 32 bytes", "openssl rand -hex 32"),
    ("REPLY_HMAC_KEYS_FILE", "/nonexistent", "cannot read /nonexistent", "may read"),
    ("IMAP_URL", "", "not set", "imaps://USER:PASSWORD@HOST"),
    ("IMAP_URL", "mail.example:993", "it names no host", "imaps://USER:PASSWORD@HOST"),
    ("IMAP_URL", "imap://krelvonta:hush@mail.example", "in clear over the network", "imaps://"),
    ("IMAP_URL", "pop3://krelvonta:hush@mail.example", "scheme is not imaps", "imaps://"),
    ("IMAP_URL", "imaps://mail.example", "it has no user", "USER:PASSWORD"),
    ("IMAP_URL", "imaps://krelvonta@mail.example", "OAUTH_TOKEN_URL is not set", "USER:PASSWORD"),
    ("IMAP_URL", "imaps://krelvonta:hu#hush@mail.example", "not a URL", "%23"),
    ("IMAP_URL", "imaps://krelvonta:hu/hush@mail.example", "not a URL", "%2F"),
    ("IMAP_URL", "imaps://krelvonta:hush@mail.example/INBOX", "IMAP_FOLDER names the folder", "imaps://"),
    ("IMAP_CA_FILE", "/nonexistent", "cannot read /nonexistent", "PEM"),
    ("IMAP_FOLDER", "Eingänge", "such characters", "without accents"),
    ("IMAP_PROCESSED_FOLDER", "INBOX", "emptied after seven days", "such as Processed"),
    ("OAUTH_TOKEN_URL", "login.microsoftonline.com", "not a URL", "https://login.microsoftonline.com/TENANT-ID/"),
    ("OAUTH_TOKEN_URL", "http://login.example/token", "in clear", "https://"),
    ("OAUTH_TOKEN_URL", "https://login.example/TENANT-ID/token", "replace TENANT-ID", "oauth2/v2.0/token"),
    ("OAUTH_CLIENT_ID", "", "not set", "application (client) ID"),
    ("OAUTH_CLIENT_SECRET", "", "not set", "the value of a client secret"),
    ("SMTP_URL", "", "not set", "smtps://USER:PASSWORD@HOST"),
    ("SMTP_URL", "relay.example:465", "it names no host", "smtps://USER:PASSWORD@HOST"),
    ("SMTP_URL", "smtp://krelvonta:hush@relay.example:587", "in clear over the network", "?tls=required"),
    ("SMTP_URL", "smtp://krelvonta:hush@relay.example?tls=starttls", "parameters other than", "?tls=required"),
    ("SMTP_URL", "smtps://krelvonta@relay.example", "without a password", "USER:PASSWORD"),
    ("SMTP_URL", "smtps://krelvonta:hu#hush@relay.example", "not a URL", "%23"),
    ("SMTP_CA_FILE", "/etc/passwd", "holds no certificate", "PEM"),
    ("INTAKE_QUOTA", "25", "out of range", "26 to 100000"),
    ("INTAKE_RESERVE", "10 %", "is not valid", "0 to 9"),
    ("CLAMD", "localhost", "is not valid", "HOST:PORT"),
    ("CLAMD", "/run/clamd.ctl", "is not valid", "unix:/path"),
    ("CLAMD", "tcp://localhost:3310", "is not valid", "HOST:PORT"),
    ("ANSWER_WITHIN", "24", "is not valid", "such as 24h,2d"),
    ("ANSWER_WITHIN", "2d,24h", "is not valid", "hours for urgent reasons"),
    ("ANSWER_WITHIN", "1440m,2d", "is not valid", "hours for urgent reasons"),
    ("OFFICE_HOURS", "9-5", "is not valid", "opening_hours"),
    ("OFFICE_HOURS", "off", "opens on no day", "opening_hours"),
    ("TIME_ZONE", "GMT+1", "is not valid", "such as Europe/Zurich"),
    ("NOTIFY_TO", "krelvonta@own.example anna@own.example", "address 1 of its list", "separated by commas"),
    ("NOTIFY_ROUTES", "incident=krelvonta@own.example", "neither a contact reason nor a program", "incident-response="),
    ("NOTIFY_URGENT_TO", "+41791234567", "address 1 of its list", "addresses, separated by commas"),
    ("ESCALATE_TO", "krelvonta@own.example;b@own.example", "address 1 of its list", "separated by commas"),
    ("MAIL_FROM", "krelvonta own.example", "not a mail address", "such as contact@example.com"),
    ("MAIL_REPLY_TO", "krelvonta", "not a mail address", "leave it out"),
    ("MAIL_RETURN_PATH", "krelvonta", "not a mail address", "leave it out"),
    ("MAIL_CONCURRENCY", "1", "out of range", "from 2 to 32"),
    ("DATABASE_LISTEN", "yes", "neither on nor off", "Write on or off"),
    ("COMPLIANCE_TO", "krelvonta@own.example, b@own.example", "not one mail address", "the mailbox of the person"),
    ("SPAM_LIMIT", "5%", "is not valid", "from 2 to 50, or off"),
];

/// What the setting needs besides, so that it is read.
fn besides(name: &str) -> &'static [(&'static str, &'static str)] {
    const IMAP: (&str, &str) = ("INTAKE", "imap");
    const URL: (&str, &str) = ("IMAP_URL", "imaps://krelvonta:hush@mail.example");
    const TOKENS: (&str, &str) = ("OAUTH_TOKEN_URL", "https://login.example/token");
    match name {
        "IMAP_URL" => &[IMAP],
        name if name.starts_with("IMAP_") => &[IMAP, URL],
        "OAUTH_CLIENT_ID" => &[TOKENS],
        "OAUTH_CLIENT_SECRET" => &[TOKENS, ("OAUTH_CLIENT_ID", "app")],
        "REPLY_HMAC_KEYS_FILE" => &[("REPLY_HMAC_KEYS", "")],
        "SPAM_LIMIT" => &[("INTAKE_NEW", "on")],
        _ => &[],
    }
}

#[test]
fn each_error_names_the_variable_the_problem_and_the_remedy() {
    assert!(with(&[]).unwrap().warnings.is_empty());
    for &(name, value, problem, remedy) in WRONG {
        let changes = [besides(name), &[(name, value)]].concat();
        let error = with(&changes).map(|_| ()).expect_err(&format!("{name}={value} is accepted"));
        let text = error.to_string();
        assert!(text.starts_with(name), "{name}={value}: {text}");
        assert!(error.problem.contains(problem), "{name}={value}: {text}");
        assert!(error.remedy.contains(remedy), "{name}={value}: {text}");
        assert!(!CANARIES.iter().any(|canary| text.contains(canary)), "{name}={value}: {text}");
    }
}

#[test]
fn the_table_has_every_setting_of_mail() {
    let example = include_str!("../../../.env.example");
    let names = example.lines().filter_map(|line| line.trim_start_matches('#').split_once('=').map(|(name, _)| name));
    let is_of_mail = |name: &&str| {
        ["INTAKE", "IMAP_", "OAUTH_", "SMTP_", "REPLY_", "NOTIFY_", "MAIL_", "CLAMD", "ANSWER_", "OFFICE_", "ESCALATE_"]
            .iter()
            .any(|prefix| name.starts_with(prefix))
    };
    let documented: BTreeSet<&str> = names.filter(is_of_mail).collect();
    // A scope has no form that this program could check.
    let tested: BTreeSet<&str> = WRONG.iter().map(|row| row.0).chain(["OAUTH_SCOPE"]).collect();
    let missing: Vec<_> = documented.difference(&tested).collect();
    assert!(documented.len() > 20 && missing.is_empty(), "{missing:?} of {documented:?}");
}

#[test]
fn a_setting_without_effect_is_named_with_what_it_needs() {
    let off = ("INTAKE", "");
    let token = ("OAUTH_TOKEN_URL", "https://login.example/token");
    let client = [("OAUTH_CLIENT_ID", "app"), ("OAUTH_CLIENT_SECRET", "hush")];
    for (changes, name, remedy) in [
        (vec![off], "REPLY_ADDRESS", "Name a way in INTAKE, write INTAKE=off"),
        (vec![off, ("REPLY_ADDRESS", ""), ("INTAKE_NEW", "on")], "INTAKE_NEW", "INTAKE is not set"),
        (vec![off, ("REPLY_ADDRESS", ""), ("CLAMD", "localhost:3310")], "CLAMD", "INTAKE is not set"),
        (vec![off, ("REPLY_ADDRESS", ""), ("ESCALATE_TO", "krelvonta@own.example")], "ESCALATE_TO", "Set INTAKE"),
        (vec![("IMAP_URL", "imaps://krelvonta:hush@mail.example")], "IMAP_URL", "Add imap to INTAKE"),
        (
            vec![("INTAKE", "pipe"), ("INTAKE_LMTP_LISTEN", "127.0.0.1:2424")],
            "INTAKE_LMTP_LISTEN",
            "Add lmtp to INTAKE",
        ),
        (vec![token, client[0], client[1]], "OAUTH_TOKEN_URL", "Take the password out of the URL"),
        (vec![client[0], client[1]], "OAUTH_CLIENT_ID", "OAUTH_TOKEN_URL is not set"),
        (vec![("MAIL_RETURN_PATH", "krelvonta@own.example")], "MAIL_RETURN_PATH", "Remove it"),
        (vec![("NOTIFY_TO", ""), ("NOTIFY_URGENT_TO", "krelvonta@own.example")], "NOTIFY_URGENT_TO", "as for the api"),
        (vec![("PUBLIC_URL", "https://www.own.example")], "brand", "web/src/content/firm.ts"),
        (vec![("NOTIFY_TO", "Desk@own.example")], "NOTIFY_TO", "Name the consultants' own mailboxes"),
        (
            vec![("REPLY_ADDRESS", "krelvonta+@own.example"), ("NOTIFY_TO", "krelvonta@own.example")],
            "NOTIFY_TO",
            "own mailboxes",
        ),
    ] {
        let warnings = with(&changes).unwrap().warnings;
        let [warning] = warnings.as_slice() else { panic!("{changes:?}: {warnings:?}") };
        assert!(warning.starts_with(&format!("{name}: ")) && warning.contains(remedy), "{changes:?}: {warning}");
        assert!(!CANARIES.iter().any(|canary| warning.contains(canary)), "{warning}");
    }
    assert!(with(&[("INTAKE", "off"), ("INTAKE_NEW", "on")]).unwrap().warnings.is_empty(), "an explicit off is meant");
    assert!(
        with(&[("PUBLIC_URL", "https://firnwall.localhost")]).unwrap().warnings.is_empty(),
        "a trial on this machine"
    );
}
