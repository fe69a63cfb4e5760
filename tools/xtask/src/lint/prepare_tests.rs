//! `ops/prepare`, run in a copy of a checkout with a Docker that only answers.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::deployment::parse;
use super::read;
use devstack::{process, repo};

/// Runs `ops/prepare` with a Docker that knows the project's name and the volumes.
fn prepared(folder: &Path, project: &str, volumes: &str, password: &str) -> std::process::Output {
    let docker = format!(
        "#!/bin/sh\ncase \"$*\" in\n'compose config') echo 'name: {project}' ;;\n\
         'compose ps '*restarting*) [ -e restarting ] && echo 0123abcd ;;\n\
         'volume inspect'*) case ' {volumes} ' in *\" $3 \"*) exit 0 ;; *) exit 1 ;; esac ;;\nesac\n"
    );
    fs::create_dir_all(folder.join("bin")).unwrap();
    fs::create_dir_all(folder.join("ops")).unwrap();
    fs::write(folder.join("bin/docker"), docker).unwrap();
    fs::copy(repo::root().join("ops/prepare"), folder.join("ops/prepare")).unwrap();
    process::run(Command::new("chmod").arg("+x").arg(folder.join("bin/docker"))).unwrap();
    let path = format!("{}:{}", folder.join("bin").display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command.arg("ops/prepare").current_dir(folder).env("PATH", path).stdin(std::process::Stdio::null());
    for name in ["PUBLIC_URL", "MAIL_FROM", "NOTIFY_TO", "COMPLIANCE_TO", "BOT_CHECK", "COMPOSE_PROJECT_NAME"] {
        command.env_remove(name);
    }
    command.env("SMTP_HOST", "relay.example").env("SMTP_USER", "a@b").env("SMTP_PASSWORD", password);
    command.output().unwrap()
}

const DOT_ENV: &str =
    "PUBLIC_URL=https://a.example\nMAIL_FROM=a@a.example\nNOTIFY_TO=b@a.example\nCOMPLIANCE_TO=c@a.example\n";

#[test]
fn prepare_makes_every_secret_of_compose_once_and_encodes_the_password() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(".env"), DOT_ENV).unwrap();
    let first = prepared(folder.path(), "inquiries", "", "p:w/@ %");
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let compose = parse(&read("compose.yaml").unwrap()).unwrap();
    for (name, secret) in compose["secrets"].as_hash().unwrap() {
        let file = secret["file"].as_str().unwrap();
        assert!(folder.path().join(file).is_file(), "{name:?}: ops/prepare creates no {file}");
    }
    let secret = |name: &str| fs::read_to_string(folder.path().join("secrets").join(name)).unwrap();
    assert_eq!(secret("smtp_url"), "smtps://a%40b:p%3Aw%2F%40%20%25@relay.example:465");
    let before = [secret("app.password"), secret("altcha_hmac_key"), secret("smtp_url")];
    assert!(prepared(folder.path(), "inquiries", "", "another").status.success());
    assert_eq!([secret("app.password"), secret("altcha_hmac_key"), secret("smtp_url")], before);
}

#[test]
fn prepare_names_every_missing_setting_at_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join(".env"),
        "MAIL_FROM=a@a.example\nNOTIFY_TO=x@firnwall.example\nPUBLIC_URL=\"\"\nBOT_CHECK=\"turnstile\"\n\
         ESCALATE_TO=head@firnwall.example\nMAIL_REPLY_TO=b@a.example\n",
    )
    .unwrap();
    let output = prepared(folder.path(), "inquiries", "", "p");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1));
    let missing =
        ["PUBLIC_URL", "NOTIFY_TO", "COMPLIANCE_TO", "ESCALATE_TO", "TURNSTILE_SITE_KEY", "secrets/turnstile_secret"];
    for name in missing {
        assert!(errors.contains(&format!("missing: {name}\n")), "{errors}");
    }
    assert!(!errors.contains("MAIL_"), "{errors}");
}

#[test]
fn the_four_settings_that_prepare_names_complete_the_sample() {
    let folder = tempfile::tempdir().unwrap();
    let mut sample = read(".env.example").unwrap();
    for name in ["PUBLIC_URL", "MAIL_FROM", "NOTIFY_TO", "COMPLIANCE_TO"] {
        let given = DOT_ENV.lines().find(|line| line.starts_with(name)).unwrap();
        let line = sample.lines().find(|line| line.starts_with(&format!("{name}="))).unwrap().to_owned();
        sample = sample.replace(&line, given);
    }
    fs::write(folder.path().join(".env"), sample).unwrap();
    let output = prepared(folder.path(), "inquiries", "", "p");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn prepare_shows_why_a_worker_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(".env"), DOT_ENV).unwrap();
    fs::write(folder.path().join("restarting"), "").unwrap();
    let output = prepared(folder.path(), "inquiries", "", "p");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && errors.contains("The worker does not start"), "{errors}");
}

#[test]
fn prepare_fills_an_empty_secret_and_closes_the_folder() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let secrets = folder.path().join("secrets");
    fs::write(folder.path().join(".env"), DOT_ENV).unwrap();
    fs::create_dir(&secrets).unwrap();
    fs::write(secrets.join("smtp_url"), "").unwrap();
    assert!(prepared(folder.path(), "inquiries", "", "p").status.success());
    assert_eq!(fs::read_to_string(secrets.join("smtp_url")).unwrap(), "smtps://a%40b:p@relay.example:465");
    assert_eq!(fs::metadata(&secrets).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn prepare_asks_whose_the_database_of_an_older_release_is() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(".env"), DOT_ENV).unwrap();
    let old = "firnwall_postgres-data";
    let cases = [("inquiries", old, false), ("firnwall", old, true), ("inquiries", "", true)];
    for (project, volumes, passes) in cases {
        let output = prepared(folder.path(), project, volumes, "p");
        assert_eq!(output.status.success(), passes, "{project}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(prepared(folder.path(), "inquiries", &format!("{old} inquiries_postgres-data"), "p").status.success());
    fs::write(folder.path().join(".env"), format!("{DOT_ENV}COMPOSE_PROJECT_NAME=inquiries\n")).unwrap();
    assert!(prepared(folder.path(), "inquiries", old, "p").status.success());
}
