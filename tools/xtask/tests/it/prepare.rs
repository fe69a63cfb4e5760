//! `ops/prepare`, run in a copy of a checkout with a Docker that only answers.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use devstack::repo;
use regex::Regex;
use tempfile::TempDir;

use super::deployment::{self, is_pinned};
use super::{found, read};

const DOT_ENV: &str =
    "PUBLIC_URL=https://a.example\nMAIL_FROM=a@a.example\nNOTIFY_TO=b@a.example\nCOMPLIANCE_TO=c@a.example\n";
/// Says of a worker that restarts, if there is a file of this name.
const DOCKER: &str =
    "#!/bin/sh\ncase \"$*\" in 'compose ps '*restarting*) [ -e restarting ] && echo 0123abcd ;; esac\n";

fn checkout(dot_env: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["bin", "ops", "templates"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("templates/brand.json"), read("templates/brand.json").replace(".example", ".test"))
        .unwrap();
    fs::write(folder.path().join(".env"), dot_env).unwrap();
    fs::copy(repo::root().join("ops/prepare"), folder.path().join("ops/prepare")).unwrap();
    let docker = folder.path().join("bin/docker");
    fs::write(&docker, DOCKER).unwrap();
    fs::set_permissions(docker, fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

/// Runs `ops/prepare`; returns whether it passes, and its errors.
fn prepare(folder: &Path, password: &str) -> (bool, String) {
    let path = format!("{}:{}", folder.join("bin").display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command.arg("ops/prepare").current_dir(folder).env("PATH", path).stdin(Stdio::null());
    for name in ["PUBLIC_URL", "MAIL_FROM", "NOTIFY_TO", "COMPLIANCE_TO", "BOT_CHECK"] {
        command.env_remove(name);
    }
    command.env("SMTP_HOST", "relay.example").env("SMTP_USER", "a@b").env("SMTP_PASSWORD", password);
    let output = command.output().unwrap();
    (output.status.success(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn prepare_makes_every_secret_of_compose_once_and_encodes_the_password() {
    let folder = checkout(DOT_ENV);
    // An empty secret is filled, and the folder is closed to others.
    let secrets = folder.path().join("secrets");
    fs::create_dir(&secrets).unwrap();
    fs::write(secrets.join("smtp_url"), "").unwrap();
    assert_eq!(prepare(folder.path(), "p:w/@ %"), (true, String::new()));
    assert_eq!(fs::metadata(&secrets).unwrap().permissions().mode() & 0o777, 0o700);
    for (name, secret) in deployment::parse(&read("compose.yaml")).unwrap().secrets {
        assert!(folder.path().join(&secret.file).is_file(), "{name}: ops/prepare creates no {}", secret.file);
    }
    let values =
        || ["database_url", "altcha_hmac_key", "smtp_url"].map(|name| fs::read_to_string(secrets.join(name)).unwrap());
    let before = values();
    assert_eq!(before[2], "smtps://a%40b:p%3Aw%2F%40%20%25@relay.example:465");
    assert_eq!(prepare(folder.path(), "another"), (true, String::new()));
    assert_eq!(values(), before);
}

#[test]
fn prepare_names_every_missing_setting_at_once() {
    let folder = checkout(
        "MAIL_FROM=a@a.example\nNOTIFY_TO=x@firnwall.example\nPUBLIC_URL=\"\"\nBOT_CHECK=\"turnstile\"\n\
         ESCALATE_TO=head@firnwall.example\nMAIL_REPLY_TO=b@a.example\n",
    );
    let (passes, errors) = prepare(folder.path(), "p");
    let missing =
        ["PUBLIC_URL", "NOTIFY_TO", "COMPLIANCE_TO", "ESCALATE_TO", "TURNSTILE_SITE_KEY", "secrets/turnstile_secret"];
    assert!(!passes && missing.iter().all(|name| errors.contains(&format!("missing: {name}\n"))), "{errors}");
    assert!(!errors.contains("MAIL_"), "{errors}");
}

/// The URLs alone are rotated; the password for the first start of an empty volume follows.
#[test]
fn no_password_outlives_its_rotation() {
    let folder = checkout(DOT_ENV);
    let password = || fs::read_to_string(folder.path().join("secrets/postgres.password")).unwrap();
    assert!(prepare(folder.path(), "p").0);
    let url = folder.path().join("secrets/admin_database_url");
    assert!(fs::read_to_string(&url).unwrap().contains(&format!(":{}@", password())) && password().len() == 64);
    fs::write(url, "postgres://postgres:n%C3%A9w%25@postgres:5432/postgres").unwrap();
    assert!(prepare(folder.path(), "p").0);
    assert_eq!(password(), "n\u{e9}w%");
    let files = fs::read_dir(folder.path().join("secrets")).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(files.filter(|name| name.to_string_lossy().ends_with(".password")).count(), 1);
}

#[test]
fn sample_brand_facts_serve_a_trial_on_this_machine_only() {
    let trial = DOT_ENV.replace("https://a.example", "https://firnwall.localhost");
    for (dot_env, passes) in [(DOT_ENV, false), (trial.as_str(), true)] {
        let folder = checkout(dot_env);
        fs::write(folder.path().join("templates/brand.json"), read("templates/brand.json")).unwrap();
        let (has_passed, errors) = prepare(folder.path(), "p");
        assert!(has_passed == passes && errors.contains("missing: brand facts") != passes, "{errors}");
    }
}

#[test]
fn the_four_settings_that_prepare_names_complete_the_sample() {
    let mut sample = read(".env.example");
    for given in DOT_ENV.lines() {
        let name = &given[..=given.find('=').unwrap()];
        let line = sample.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
        sample = sample.replace(&line, given);
    }
    assert_eq!(prepare(checkout(&sample).path(), "p"), (true, String::new()));
}

#[test]
fn prepare_shows_why_a_worker_does_not_start() {
    let folder = checkout(DOT_ENV);
    fs::write(folder.path().join("restarting"), "").unwrap();
    let (passes, errors) = prepare(folder.path(), "p");
    assert!(!passes && errors.contains("The worker does not start"), "{errors}");
}

/// Two releases, and a Docker whose build fails if there is a file `broken`.
const RELEASES: &str = r#"
echo '#!/bin/sh' > ops/prepare
printf '%s\n' '#!/bin/sh' 'echo "$*" >> log' '[ "$*" != "compose --profile compliance build" ] || [ ! -e broken ] || exit 1' \
    'case "$*" in *check) exit $(cat worst) ;; esac' > bin/docker
echo 1 > worst
git init --quiet
mkdir migration
for tag in 0.1.0 0.2.0 0.2.0-fixed 0.2.0-other; do
    printf $tag > version
    printf 'version = "%s"\n' ${tag%-*} > Cargo.toml
    printf ${tag#*-} | sed s/fixed/0.2.0/ > migration/step
    git add ops version Cargo.toml migration
    git -c user.name=a -c user.email=a@a.example commit --quiet --message $tag
    git tag $tag
done"#;

/// `ops/upgrade` goes to a tag, and back to the former one; a build that fails leaves checkout and containers as they were.
#[test]
fn an_upgrade_builds_before_it_replaces_and_the_way_back_is_the_same_command() {
    let folder = checkout(DOT_ENV);
    let path = folder.path();
    fs::copy(repo::root().join("ops/upgrade"), path.join("ops/upgrade")).unwrap();
    let bin = format!("{}:{}", path.join("bin").display(), std::env::var("PATH").unwrap());
    let run = |script: &str| {
        let shell = Command::new("bash").args(["-ec", script]).current_dir(path).env("PATH", &bin).output();
        shell.unwrap().status.success()
    };
    assert!(run(RELEASES));
    let upgrade = |tag: &str| {
        let is_done = run(&format!(": > log; ops/upgrade {tag}"));
        (is_done, ["version", "log"].map(|name| fs::read_to_string(path.join(name)).unwrap()))
    };
    let steps =
        "compose --profile compliance build\ncompose up --detach --wait\ncompose exec -T worker /worker check\n";
    assert_eq!(upgrade("0.1.0"), (true, ["0.1.0", steps].map(str::to_owned)));
    // Its images would have the tags of those that the way back needs, and its `migrate` would refuse the other's step.
    assert_eq!(upgrade("0.2.0"), (true, ["0.2.0", steps].map(str::to_owned)));
    assert_eq!(upgrade("0.2.0-other"), (false, ["0.2.0", ""].map(str::to_owned)));
    assert_eq!(upgrade("0.2.0-fixed"), (true, ["0.2.0-fixed", steps].map(str::to_owned)));
    assert_eq!(upgrade("0.2.0"), (true, ["0.2.0", steps].map(str::to_owned)));
    fs::write(path.join("worst"), "2").unwrap();
    assert!(!upgrade("0.2.0").0);
    fs::write(path.join("broken"), "").unwrap();
    assert_eq!(upgrade("0.1.0"), (false, ["0.2.0", "compose --profile compliance build\n"].map(str::to_owned)));
}

/// `ops/pin` writes a digest behind each foreign image, renews it, and changes nothing if a registry does not answer.
#[test]
fn each_foreign_image_is_pinned_to_the_digest_of_its_registry() {
    const FILES: [&str; 4] = ["Dockerfile", "compose.yaml", "compose.tls.yaml", "ops/test/compose.yaml"];
    let folder = checkout(DOT_ENV);
    let path = folder.path();
    fs::create_dir_all(path.join("ops/test")).unwrap();
    for name in FILES {
        fs::write(path.join(name), read(name)).unwrap();
    }
    fs::copy(repo::root().join("ops/pin"), path.join("ops/pin")).unwrap();
    let files = || FILES.map(|name| fs::read_to_string(path.join(name)).unwrap());
    let pin = |digest: &str, for_caddy: &str| {
        let answers = format!("#!/bin/sh\n[ \"$6\" != caddy:2.10.2-alpine ] || {for_caddy}\necho sha256:{digest}\n");
        fs::write(path.join("bin/docker"), answers).unwrap();
        let bin = format!("{}:{}", path.join("bin").display(), std::env::var("PATH").unwrap());
        Command::new("bash").arg("ops/pin").current_dir(path).env("PATH", bin).output().unwrap().status.success()
    };
    let digests = Regex::new("@sha256:[0-9a-f]{64}").unwrap();
    let tags = || files().map(|file| digests.replace_all(&file, "").into_owned());
    let before = tags();
    for digest in ["a".repeat(64), "b".repeat(64)] {
        assert!(pin(&digest, "true"));
        let pinned = files();
        let all = pinned.concat();
        let foreign: Vec<_> = found("(?m)^(?:FROM|    image:|# syntax) ?=?([a-z./-]+[0-9]*:[^ \n]+)", &all).collect();
        assert!(
            foreign.len() == 8
                && foreign.iter().all(|image| is_pinned(image) && image.ends_with(&format!("@sha256:{digest}"))),
            "{foreign:?}"
        );
        assert_eq!(tags(), before);
        assert!(!pin("c", "true") && !pin(&"c".repeat(64), "exit 1"));
        assert_eq!(files(), pinned);
    }
}

/// The build context is a list of what enters.
#[test]
fn the_build_context_takes_what_is_named_and_nothing_else() {
    let ignored = read(".dockerignore");
    let mut lines = ignored.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.next(), Some("*"));
    let named: Vec<&str> = lines.filter_map(|line| line.strip_prefix('!')).collect();
    assert!(["ops", "secrets", "docs", ".env", ".data", ".git", "target"].iter().all(|secret| !named.contains(secret)));
    assert!(named.iter().all(|name| repo::root().join(name).exists()), "{named:?}");
}
