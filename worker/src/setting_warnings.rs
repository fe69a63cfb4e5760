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
    smtp::{Proof, SmtpSettings},
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
    found.extend(without_effect(env, smtp, intake));
    if let Some(intake) = intake {
        with_own_address(intake, routes, &mut found);
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

fn with_own_address(intake: &IntakeSettings, routes: Option<&NotifyRoutes>, found: &mut Vec<String>) {
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

/// Settings that say nothing because of others. An explicit `INTAKE=off` is meant.
fn without_effect(env: &Env, smtp: &SmtpSettings, intake: Option<&IntakeSettings>) -> Vec<String> {
    const NO_WAY: [&str; 2] = ["INTAKE is not set", "Name a way in INTAKE, write INTAKE=off, or remove it"];
    const NO_LIST: [&str; 2] = ["NOTIFY_TO is not set", "Set that, as for the api, or remove it"];
    const NO_TOKEN: &str = "neither SMTP_URL nor IMAP_URL logs in with a user and no password";
    let (no_way, no_list) = (!env.is_set(&INTAKE), !env.is_set(&NOTIFY_TO));
    let ways = env.optional(&INTAKE).unwrap_or_default();
    let is_unnamed = |way: &str| !no_way && ways != "off" && !ways.split(',').any(|one| one.trim() == way);
    let imap = intake.and_then(|intake| intake.imap.as_ref());
    let mut logins = [smtp.login.as_ref(), imap.map(|imap| &imap.login)].into_iter().flatten();
    let has_token = logins.any(|login| matches!(login.proof, Proof::Token(_)));
    let opens = env.switch(&INTAKE_NEW).is_ok_and(|is_on| is_on);
    let idle = [
        (&REPLY_ADDRESS, no_way, NO_WAY),
        (&INTAKE_TRUST, no_way, NO_WAY),
        (&INTAKE_LMTP_LISTEN, no_way, NO_WAY),
        (&IMAP_URL, no_way, NO_WAY),
        (&CLAMD, no_way, NO_WAY),
        (&INTAKE_NEW, no_way && opens, NO_WAY),
        (&IMAP_URL, is_unnamed("imap"), ["INTAKE does not name imap", "Add imap to INTAKE, or remove it"]),
        (&INTAKE_LMTP_LISTEN, is_unnamed("lmtp"), ["INTAKE does not name lmtp", "Add lmtp to INTAKE, or remove it"]),
        (&OAUTH_TOKEN_URL, !has_token, [NO_TOKEN, "Take the password out of the URL, or remove it"]),
        (&OAUTH_CLIENT_ID, !env.is_set(&OAUTH_TOKEN_URL), ["OAUTH_TOKEN_URL is not set", "Set that, or remove it"]),
        (&NOTIFY_ROUTES, no_list, NO_LIST),
        (&NOTIFY_URGENT_TO, no_list, NO_LIST),
        (&ESCALATE_TO, no_list, NO_LIST),
        (
            &ESCALATE_TO,
            no_way && !no_list,
            ["without mail in nobody knows which inquiries are answered", "Set INTAKE, or remove it"],
        ),
        (
            &MAIL_RETURN_PATH,
            intake.is_some(),
            ["with mail in, each mail has a return path that is made for it", "Remove it"],
        ),
    ];
    let idle = idle.into_iter().filter(|(setting, is_idle, _)| *is_idle && holds(env, setting));
    idle.map(|(setting, _, [why, remedy])| format!("{}: it has no effect: {why}. {remedy}", setting.name)).collect()
}

/// Compose mounts a file for every secret, empty where it is not in use.
fn holds(env: &Env, setting: &Setting) -> bool {
    if setting.is_secret { env.secret(setting).is_ok_and(|secret| secret.is_some()) } else { env.is_set(setting) }
}
