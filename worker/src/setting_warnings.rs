//! Settings that are valid and do not do what their author expects.

use entity::{
    EmailAddress,
    env::Env,
    notify_routes::NotifyRoutes,
    settings::{
        CLAMD, ESCALATE_TO, IMAP_URL, INTAKE, INTAKE_LMTP_LISTEN, INTAKE_NEW, INTAKE_TRUST, MAIL_RETURN_PATH,
        NOTIFY_ROUTES, NOTIFY_TO, NOTIFY_URGENT_TO, OAUTH_CLIENT_ID, OAUTH_TOKEN_URL, REPLY_ADDRESS, Setting,
    },
};
use mailer::{
    brand::brand,
    smtp::{Login, Proof, SmtpSettings},
};

use crate::intake::IntakeSettings;

/// One line for each, without a value.
pub(crate) fn warnings(
    env: &Env,
    smtp: &SmtpSettings,
    intake: Option<&IntakeSettings>,
    routes: Option<&NotifyRoutes>,
) -> Vec<String> {
    let mut found = Vec::new();
    with_sample_brand(env, &mut found);
    without_way(env, &mut found);
    without_tokens(env, smtp, intake, &mut found);
    without_consultants(env, &mut found);
    if let Some(intake) = intake {
        with_intake(env, intake, routes, &mut found);
    }
    found
}

/// On this machine alone, no visitor writes to it.
fn with_sample_brand(env: &Env, found: &mut Vec<String>) {
    let site = env.public_url().ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
    if !site.ends_with("localhost") && !site.starts_with("127.") && brand().is_sample() {
        found.push(
            "brand: the mails tell visitors to write to sample addresses, at which nobody receives mail. Replace the facts in \
             web/src/content/firm.ts, run `npm run generate` in web/, and build again"
                .to_owned(),
        );
    }
}

fn with_intake(env: &Env, intake: &IntakeSettings, routes: Option<&NotifyRoutes>, found: &mut Vec<String>) {
    if env.is_set(&MAIL_RETURN_PATH) {
        let why = "with mail in, each mail has a return path that is made for it";
        found.push(no_effect(&MAIL_RETURN_PATH, why, "Remove it"));
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

fn no_effect(setting: &Setting, why: &str, remedy: &str) -> String {
    format!("{}: it has no effect: {why}. {remedy}", setting.name)
}

/// An explicit `INTAKE=off` is meant.
fn without_way(env: &Env, found: &mut Vec<String>) {
    if !env.is_set(&INTAKE) {
        let unread = [REPLY_ADDRESS, INTAKE_TRUST, INTAKE_LMTP_LISTEN, IMAP_URL, CLAMD, INTAKE_NEW].into_iter().filter(
            |setting| {
                holds(env, setting) && (setting.name != INTAKE_NEW.name || env.switch(setting).is_ok_and(|is_on| is_on))
            },
        );
        return found.extend(unread.map(|setting| {
            no_effect(&setting, "INTAKE is not set", "Name a way in INTAKE, write INTAKE=off, or remove it")
        }));
    }
    let ways = env.optional(&INTAKE).unwrap_or_default();
    if ways == "off" {
        return;
    }
    for (way, setting) in [("imap", IMAP_URL), ("lmtp", INTAKE_LMTP_LISTEN)] {
        if !ways.split(',').any(|one| one.trim() == way) && holds(env, &setting) {
            let (why, remedy) = (format!("INTAKE does not name {way}"), format!("Add {way} to INTAKE, or remove it"));
            found.push(no_effect(&setting, &why, &remedy));
        }
    }
}

/// Compose mounts a file for every secret, empty where it is not in use.
fn holds(env: &Env, setting: &Setting) -> bool {
    if setting.is_secret { env.secret(setting).is_ok_and(|secret| secret.is_some()) } else { env.is_set(setting) }
}

fn without_tokens(env: &Env, smtp: &SmtpSettings, intake: Option<&IntakeSettings>, found: &mut Vec<String>) {
    let imap = intake.and_then(|intake| intake.imap.as_ref());
    let logins = [smtp.login.as_ref(), imap.map(|imap| &imap.login)];
    let has_token = |login: &Login| matches!(login.proof, Proof::Token(_));
    if env.is_set(&OAUTH_TOKEN_URL) {
        if !logins.into_iter().flatten().any(has_token) {
            let why = "neither SMTP_URL nor IMAP_URL logs in with a user and no password";
            found.push(no_effect(&OAUTH_TOKEN_URL, why, "Take the password out of the URL, or remove it"));
        }
    } else if env.is_set(&OAUTH_CLIENT_ID) {
        found.push(no_effect(&OAUTH_CLIENT_ID, "OAUTH_TOKEN_URL is not set", "Set that, or remove it"));
    }
}

fn without_consultants(env: &Env, found: &mut Vec<String>) {
    if !env.is_set(&NOTIFY_TO) {
        let unread = [NOTIFY_ROUTES, NOTIFY_URGENT_TO, ESCALATE_TO].into_iter().filter(|setting| env.is_set(setting));
        let remedy = "Set that, as for the api, or remove it";
        found.extend(unread.map(|setting| no_effect(&setting, "NOTIFY_TO is not set", remedy)));
    } else if !env.is_set(&INTAKE) && env.is_set(&ESCALATE_TO) {
        let why = "without mail in nobody knows which inquiries are answered";
        found.push(no_effect(&ESCALATE_TO, why, "Set INTAKE, or remove it"));
    }
}
