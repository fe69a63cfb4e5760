//! Settings that are valid and do not do what their author expects.

use entity::{EmailAddress, env::Env, notify_routes::NotifyRoutes};
use mailer::smtp::{Login, Proof, SmtpSettings};

use crate::intake::IntakeSettings;

/// Those that nothing reads without `INTAKE`.
const OF_INTAKE: [&str; 6] =
    ["REPLY_ADDRESS", "INTAKE_TRUST", "INTAKE_LMTP_LISTEN", "IMAP_URL", "IMAP_URL_FILE", "CLAMD"];

/// One line for each, without a value.
pub(crate) fn warnings(
    env: &Env,
    smtp: &SmtpSettings,
    intake: Option<&IntakeSettings>,
    routes: Option<&NotifyRoutes>,
) -> Vec<String> {
    let mut found = Vec::new();
    without_way(env, &mut found);
    without_tokens(env, smtp, intake, &mut found);
    without_consultants(env, &mut found);
    if let Some(intake) = intake {
        with_intake(env, intake, routes, &mut found);
    }
    found
}

fn with_intake(env: &Env, intake: &IntakeSettings, routes: Option<&NotifyRoutes>, found: &mut Vec<String>) {
    if is_set(env, "MAIL_RETURN_PATH") {
        let why = "with mail in, each mail has a return path that is made for it";
        found.push(no_effect("MAIL_RETURN_PATH", why, "Remove it"));
    }
    let key = |address: &str| EmailAddress::parse(address).ok().map(|address| address.key());
    let mailbox = intake.addresses.mailbox();
    let own = [key(&intake.own.from), mailbox.as_deref().and_then(key)];
    let consultants = routes.map(NotifyRoutes::all).unwrap_or_default();
    if consultants.iter().filter_map(|to| key(to)).any(|to| own.contains(&Some(to))) {
        found.push(
            "NOTIFY_TO: this list, NOTIFY_ROUTES or NOTIFY_URGENT_TO has the address of MAIL_FROM or the mailbox of \
             REPLY_ADDRESS. A mail from there counts as a program's, so nobody can answer from it. Name the consultants' own \
             mailboxes"
                .to_owned(),
        );
    }
}

fn is_set(env: &Env, name: &str) -> bool {
    env.optional(name).is_some()
}

fn no_effect(name: &str, why: &str, remedy: &str) -> String {
    format!("{name}: it has no effect: {why}. {remedy}")
}

/// An explicit `INTAKE=off` is meant.
fn without_way(env: &Env, found: &mut Vec<String>) {
    let Some(ways) = env.optional("INTAKE") else {
        let has_new = env.optional("INTAKE_NEW") == Some("on");
        let unread = OF_INTAKE.iter().filter(|name| holds(env, name)).chain(has_new.then_some(&"INTAKE_NEW"));
        return found.extend(
            unread.map(|name| {
                no_effect(name, "INTAKE is not set", "Name a way in INTAKE, write INTAKE=off, or remove it")
            }),
        );
    };
    if ways == "off" {
        return;
    }
    for (way, name) in [("imap", "IMAP_URL"), ("imap", "IMAP_URL_FILE"), ("lmtp", "INTAKE_LMTP_LISTEN")] {
        if !ways.split(',').any(|one| one.trim() == way) && holds(env, name) {
            found.push(no_effect(
                name,
                &format!("INTAKE does not name {way}"),
                &format!("Add {way} to INTAKE, or remove it"),
            ));
        }
    }
}

/// Compose mounts a file for every secret, empty where it is not in use.
fn holds(env: &Env, name: &str) -> bool {
    match name.strip_suffix("_FILE") {
        Some(secret) => is_set(env, name) && env.secret(secret).is_ok_and(|secret| secret.is_some()),
        None => is_set(env, name),
    }
}

fn without_tokens(env: &Env, smtp: &SmtpSettings, intake: Option<&IntakeSettings>, found: &mut Vec<String>) {
    let imap = intake.and_then(|intake| intake.imap.as_ref());
    let logins = [smtp.login.as_ref(), imap.map(|imap| &imap.login)];
    let has_token = |login: &Login| matches!(login.proof, Proof::Token(_));
    if is_set(env, "OAUTH_TOKEN_URL") {
        if !logins.into_iter().flatten().any(has_token) {
            let why = "neither SMTP_URL nor IMAP_URL logs in with a user and no password";
            found.push(no_effect("OAUTH_TOKEN_URL", why, "Take the password out of the URL, or remove it"));
        }
    } else if is_set(env, "OAUTH_CLIENT_ID") {
        found.push(no_effect("OAUTH_CLIENT_ID", "OAUTH_TOKEN_URL is not set", "Set that, or remove it"));
    }
}

fn without_consultants(env: &Env, found: &mut Vec<String>) {
    if !is_set(env, "NOTIFY_TO") {
        let names = ["NOTIFY_ROUTES", "NOTIFY_URGENT_TO", "ESCALATE_TO"].into_iter().filter(|name| is_set(env, name));
        found.extend(
            names.map(|name| no_effect(name, "NOTIFY_TO is not set", "Set that, as for the api, or remove it")),
        );
    } else if env.optional("INTAKE").is_none() && is_set(env, "ESCALATE_TO") {
        let why = "without mail in nobody knows which inquiries are answered";
        found.push(no_effect("ESCALATE_TO", why, "Set INTAKE, or remove it"));
    }
}
