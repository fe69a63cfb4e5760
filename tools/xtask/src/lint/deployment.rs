//! compose.yaml and .env.example: they parse, and they keep what they promise.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use yaml_rust2::{Yaml, YamlLoader};

use super::read;
use devstack::{process, repo};

pub(super) fn check() -> Result<()> {
    let env_example = read(".env.example")?;
    let (compose, tls) = (read("compose.yaml")?, read("compose.tls.yaml")?);
    // It adds to the worker of compose.yaml, so it repeats none of the promises.
    parse(&read("compose.lmtp.yaml")?).context("compose.lmtp.yaml")?;
    let mut faults = compose_faults("compose.yaml", &compose, &env_example)?;
    faults.extend(compose_faults("compose.tls.yaml", &tls, &env_example)?);
    faults.extend(settings_not_passed(&compose, &env_example)?);
    faults.extend(proxy_log_fault(&read("ops/Caddyfile")?));
    faults.extend(unexplained_settings(&repo::root(), &env_example)?);
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    if process::output_of("docker", &["compose", "version"]).is_some() {
        for extra in [None, Some("compose.tls.yaml"), Some("compose.lmtp.yaml")] {
            let files = ["compose.yaml"].into_iter().chain(extra);
            let mut config = Command::new("docker");
            config.arg("compose").args(files.flat_map(|file| ["--file", file])).args(["config", "--quiet"]);
            // In place of `.env`, which a checkout need not have.
            config.envs(required_variables(&compose).into_iter().map(|name| (name, "lint")));
            process::run(config.current_dir(repo::root()))?;
        }
    } else {
        eprintln!("  read, but not given to docker compose, which is missing");
    }
    Ok(())
}

/// The names in `${NAME:?…}`.
fn required_variables(compose: &str) -> BTreeSet<&str> {
    compose
        .split("${")
        .skip(1)
        .filter_map(|rest| rest.split('}').next()?.split_once(":?"))
        .map(|(name, _)| name)
        .collect()
}

pub(super) fn parse(compose: &str) -> Result<Yaml> {
    let documents = YamlLoader::load_from_str(compose).context("it is not YAML")?;
    documents.into_iter().next().context("it is empty")
}

/// Caddy logs the address and the query string of a request that failed, or whose visitor left before the response ended.
fn proxy_log_fault(caddyfile: &str) -> Option<String> {
    let is_excluded = caddyfile.lines().any(|line| line.trim() == "exclude http.log.error http.handlers");
    (!is_excluded).then(|| "ops/Caddyfile: requests that end early are logged, with the visitor's address".to_owned())
}

/// Settings that no container needs, and why.
const NOT_IN_COMPOSE: [(&str, &str); 4] = [
    ("WEB_ROOT", "the image sets it"),
    ("TURNSTILE_VERIFY_URL", "only tests change it"),
    ("COMPOSE_PROJECT_NAME", "Compose reads it"),
    ("TLS_ISSUER", "compose.tls.yaml reads it"),
];

/// Settings that `.env.example` explains and that no container of ours receives.
fn settings_not_passed(compose: &str, env_example: &str) -> Result<Vec<String>> {
    let compose = parse(compose).context("compose.yaml")?;
    let services = compose["services"].as_hash().into_iter().flatten();
    let passed: BTreeSet<String> =
        services.flat_map(|(_, service)| environment(service)).map(|(name, _)| name).collect();
    let is_passed = |name: &str| passed.contains(name) || passed.contains(&format!("{name}_FILE"));
    let is_exempt = |name: &str| NOT_IN_COMPOSE.iter().any(|(exempt, _)| *exempt == name);
    let missing = settings_of(env_example).into_iter().filter(|name| !is_passed(name) && !is_exempt(name));
    Ok(missing.map(|name| format!("compose.yaml passes {name} to no container")).collect())
}

fn compose_faults(file: &str, compose: &str, env_example: &str) -> Result<Vec<String>> {
    let compose = parse(compose).with_context(|| file.to_owned())?;
    let services = compose["services"].as_hash().with_context(|| format!("{file} has no services"))?;
    let known = settings_of(env_example);
    let mut faults = Vec::new();
    for (name, service) in services {
        let name = name.as_str().unwrap_or_default();
        let mut demand = |kept: bool, fault: &str| {
            if !kept {
                faults.push(format!("{file}, {name}: {fault}"));
            }
        };
        demand(field(service, "read_only").as_bool() == Some(true), "its root is not read-only");
        demand(list(field(service, "cap_drop")) == ["ALL"], "it does not drop all capabilities");
        demand(list(field(service, "security_opt")).contains(&"no-new-privileges:true"), "it may gain privileges");
        demand(
            name == "migrate" || !field(service, "healthcheck").is_badvalue() || uses_image_of_ours(service),
            "it has no health check",
        );
        demand(!field(service, "mem_limit").is_badvalue(), "its memory is not limited");
        demand(!field(service, "pids_limit").is_badvalue(), "the number of its processes is not limited");
        let added = list(field(service, "cap_add"));
        demand(added.is_empty() || (name == PROXY && added == ["NET_BIND_SERVICE"]), "it has a capability");
        let mut ports = list(field(service, "ports")).into_iter();
        if name == PROXY {
            // In a network without IPv6, Docker's proxy replaces the address of each IPv6 visitor by its own.
            let has_address = ports.all(|port| port.starts_with("0.0.0.0:") || port.starts_with("[::]:"));
            demand(has_address, "it publishes a port on IPv4 and IPv6 alike");
        } else {
            demand(ports.all(|port| port.starts_with("127.0.0.1:")), "it publishes a port beyond this machine");
        }
        demand(!is_postgres(service) || field(service, "ports").is_badvalue(), "it publishes the database");
        for setting in POSTGRES_SETTINGS {
            let is_set = list(field(service, "command")).windows(2).any(|pair| pair == ["-c", setting]);
            demand(!is_postgres(service) || is_set, &format!("it runs without {setting}"));
        }
        demand(field(service, "image").as_str().is_none_or(is_pinned), "its image has no version");
        for (variable, value) in environment(service) {
            let secret =
                ["PASSWORD", "SECRET", "HMAC_KEY", "WEBHOOK", "SMTP_URL"].iter().any(|word| variable.contains(word));
            demand(!secret || variable.ends_with("_FILE"), &format!("{variable} must come from a file"));
            demand(!value.contains("://") || !value.contains('@'), &format!("{variable} holds a password"));
            let setting = variable.strip_suffix("_FILE").filter(|name| known.contains(name)).unwrap_or(&variable);
            let is_ours = uses_image_of_ours(service);
            demand(!is_ours || known.contains(setting), &format!("{setting} is not in .env.example"));
        }
    }
    Ok(faults)
}

/// The service that faces the internet.
const PROXY: &str = "caddy";

/// What keeps values out of the database's log, and removed bytes out of its files.
const POSTGRES_SETTINGS: [&str; 4] = [
    "log_error_verbosity=terse",
    "log_parameter_max_length_on_error=0",
    "log_min_error_statement=panic",
    "wal_recycle=off",
];

fn is_postgres(service: &Yaml) -> bool {
    field(service, "image").as_str().is_some_and(|image| image.starts_with("postgres:"))
}

/// A field of a service, its own or one merged in with `<<`.
fn field<'a>(service: &'a Yaml, name: &str) -> &'a Yaml {
    match &service[name] {
        Yaml::BadValue => &service["<<"][name],
        own => own,
    }
}

fn uses_image_of_ours(service: &Yaml) -> bool {
    !field(service, "build").is_badvalue()
}

/// A tag other than `latest`.
pub(super) fn is_pinned(image: &str) -> bool {
    let last = image.rsplit('/').next().unwrap_or(image);
    last.split_once(':').is_some_and(|(_, tag)| tag.starts_with(|c: char| c.is_ascii_digit()))
        || image.starts_with("firnwall/")
}

fn list(yaml: &Yaml) -> Vec<&str> {
    yaml.as_vec().into_iter().flatten().filter_map(Yaml::as_str).collect()
}

fn environment(service: &Yaml) -> Vec<(String, String)> {
    let pairs = field(service, "environment").as_hash().into_iter().flatten();
    pairs
        .map(|(name, value)| {
            let value = value.as_str().unwrap_or_default().to_owned();
            (name.as_str().unwrap_or_default().to_owned(), value)
        })
        .collect()
}

/// The names that .env.example explains, set or commented out.
fn settings_of(env_example: &str) -> BTreeSet<&str> {
    env_example
        .lines()
        .filter_map(|line| line.trim_start_matches(['#', ' ']).split_once('='))
        .map(|(name, _)| name)
        .filter(|name| name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_'))
        .collect()
}

/// Settings that the product's sources read and .env.example does not explain.
fn unexplained_settings(root: &Path, env_example: &str) -> Result<BTreeSet<String>> {
    let known = settings_of(env_example);
    let mut files = Vec::new();
    for folder in ["entity/src", "migration/src", "api/src", "worker/src", "crates"] {
        repo::files_below(&root.join(folder), &mut files)?;
    }
    let mut unexplained = BTreeSet::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "rs")) {
        let text = fs::read_to_string(file)?;
        let names = text.lines().filter_map(setting_read_in).filter(|name| !known.contains(name));
        unexplained.extend(names.map(|name| format!("{}: {name} is not in .env.example", repo::shown(file))));
    }
    Ok(unexplained)
}

/// The setting's name in `env.required("NAME"`, `parsed(env, "NAME"` and the like. All names of ours
/// hold an underscore; those without one are samples in tests.
fn setting_read_in(line: &str) -> Option<&str> {
    let start = ["(env, \"", "(&env, \""].iter().find_map(|call| Some(line.find(call)? + call.len()));
    let start = start.or_else(|| {
        let call = line.find("env.")?;
        Some(call + line[call..].find("(\"")? + 2)
    })?;
    let name = line[start..].split('"').next()?;
    let is_name = name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_') && name.contains('_');
    is_name.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = "
services:
  api:
    build: {target: api}
    read_only: true
    cap_drop: [ALL]
    security_opt: ['no-new-privileges:true']
    mem_limit: 512m
    pids_limit: 256
    ports: ['127.0.0.1:8080:8080']
    environment: {DATABASE_URL_FILE: /run/secrets/database_url}
";

    fn faults(compose: &str) -> Vec<String> {
        compose_faults("compose.yaml", compose, "DATABASE_URL=\n# SMTP_URL=").unwrap()
    }

    #[test]
    fn a_sound_service_passes() {
        assert!(faults(SOUND).is_empty());
    }

    #[test]
    fn tells_each_promise_that_is_broken() {
        let cases = [
            ("read_only: true", "read_only: false", "read-only"),
            ("[ALL]", "[NET_RAW]", "capabilities"),
            ("no-new-privileges:true", "seccomp:unconfined", "privileges"),
            ("mem_limit: 512m", "cap_add: [NET_BIND_SERVICE]", "memory is not limited"),
            ("mem_limit: 512m", "cap_add: [NET_BIND_SERVICE]", "it has a capability"),
            ("pids_limit: 256", "init: true", "number of its processes"),
            ("build: {target: api}", "image: postgres", "no version"),
            ("build: {target: api}", "image: postgres:17.6", "health check"),
            ("127.0.0.1:8080", "0.0.0.0:8080", "beyond this machine"),
            ("'127.0.0.1:8080:8080'", "'8080:8080'", "beyond this machine"),
            ("build: {target: api}", "image: 'postgres:17.6'", "publishes the database"),
            ("build: {target: api}", "image: 'postgres:17.6'", "wal_recycle=off"),
            ("DATABASE_URL_FILE", "ALTCHA_HMAC_KEY", "must come from a file"),
            ("DATABASE_URL_FILE", "ALERT_WEBHOOK_URL", "must come from a file"),
            ("/run/secrets/database_url", "postgres://a:b@c/d", "holds a password"),
            ("DATABASE_URL_FILE", "UNKNOWN", "not in .env.example"),
        ];
        for (from, to, expected) in cases {
            let found = faults(&SOUND.replace(from, to)).join("\n");
            assert!(found.contains(expected), "{to}: {found}");
        }
    }

    #[test]
    fn the_proxy_alone_publishes_its_ports_and_binds_low_ones() {
        let proxy = SOUND.replace("  api:", "  caddy:").replace("127.0.0.1:8080", "0.0.0.0:443");
        assert!(faults(&proxy.replace("0.0.0.0:443", "443")).join("\n").contains("alike"));
        assert!(faults(&proxy.replace("mem_limit", "cap_add: [NET_BIND_SERVICE]\n    mem_limit")).is_empty());
        assert!(faults(&proxy.replace("mem_limit", "cap_add: [SYS_ADMIN]\n    mem_limit")).len() == 1);
    }

    #[test]
    fn the_proxy_logs_no_request() {
        let excluding = |names: &str| proxy_log_fault(&format!("{{\n\tlog {{\n\t\texclude {names}\n\t}}\n}}"));
        assert_eq!(excluding("http.log.error http.handlers"), None);
        assert!(excluding("http.log.error").is_some());
        assert!(proxy_log_fault("{\n}\n# exclude http.log.error http.handlers").is_some());
    }

    #[test]
    fn a_setting_that_no_container_receives_is_named() {
        let missing = settings_not_passed(SOUND, "DATABASE_URL=\n#WEB_ROOT=\n#LOG_FORMAT=").unwrap();
        assert_eq!(missing, ["compose.yaml passes LOG_FORMAT to no container"]);
    }

    #[test]
    fn finds_the_variables_that_compose_requires() {
        let found = required_variables("a: ${B:-}\nc: \"${D:?set D}\"\ne: ${D:?}${F:?x}");
        assert_eq!(found, BTreeSet::from(["D", "F"]));
    }

    #[test]
    fn a_setting_of_the_database_counts_behind_its_option_alone() {
        let postgres = |command: &str| {
            let service = format!("image: 'postgres:17.6'\n    command: [{command}]");
            faults(&SOUND.replace("build: {target: api}", &service)).join("\n")
        };
        assert!(!postgres("postgres, -c, wal_recycle=off").contains("wal_recycle"));
        assert!(postgres("postgres, wal_recycle=off").contains("wal_recycle"));
    }

    #[test]
    fn finds_the_settings_that_code_reads() {
        assert_eq!(setting_read_in(r#"let x = env.required("SMTP_URL", "…")?;"#), Some("SMTP_URL"));
        assert_eq!(setting_read_in(r#"listen: listen(env, "API_LISTEN", "127.0.0.1:8080")?,"#), Some("API_LISTEN"));
        assert_eq!(setting_read_in(r#"env.parsed::<u16>("PORT", "80")"#), None);
        let folder = tempfile::tempdir().unwrap();
        for part in ["entity", "migration", "api", "worker", "crates"] {
            fs::create_dir_all(folder.path().join(part).join("src")).unwrap();
        }
        fs::write(folder.path().join("api/src/a.rs"), "env.optional(\"NEW_ONE\")\nenv.optional(\"OLD_ONE\")").unwrap();
        let found = unexplained_settings(folder.path(), "# OLD_ONE=1").unwrap();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found.first().unwrap().contains("NEW_ONE"));
    }
}
