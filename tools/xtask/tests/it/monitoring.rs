//! ops/ and docs/operations.md against the code: what is watched exists, and what can alert is explained.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::Value;

use super::{found, read, sources};

const ALERTS: &str = "ops/prometheus-alerts.yml";
const DASHBOARD: &str = "ops/grafana-dashboard.json";
const RUNBOOK: &str = "docs/operations.md";

fn alerts() -> Vec<Value> {
    let rules: Value = serde_norway::from_str(&read(ALERTS)).unwrap_or_else(|error| panic!("{ALERTS}: {error}"));
    let groups = rules["groups"].as_array().into_iter().flatten();
    groups.flat_map(|group| group["rules"].as_array().cloned().unwrap_or_default()).collect()
}

/// Every `expr` of a dashboard, wherever it is.
fn expressions(value: &Value) -> Vec<&str> {
    let own = value.get("expr").and_then(Value::as_str);
    let fields = value.as_object().into_iter().flat_map(|fields| fields.values());
    let parts = fields.chain(value.as_array().into_iter().flatten());
    own.into_iter().chain(parts.flat_map(expressions)).collect()
}

/// What sets a metric (a description alone exports nothing), or names one in Prometheus' own form.
const EXPORTED: &str = r#"(?:[^_](?:counter|gauge|histogram)!\(|\[&str; 2\] =)[ \n]*\[?"([a-z0-9]+_[a-z0-9_]+)""#;

/// What the product's sources say about metrics.
struct Code {
    metrics: BTreeSet<String>,
    text: String,
}

impl Code {
    fn read() -> Self {
        let text = sources();
        Self { metrics: found(EXPORTED, &text).map(str::to_owned).collect(), text }
    }

    /// Names and label values in an expression that no source knows.
    fn faults(&self, expr: &str) -> Vec<String> {
        let values = MATCHERS.captures_iter(expr).flat_map(|matcher| {
            let (label, value) = (matcher[1].to_owned(), matcher[2].to_owned());
            value.split('|').map(|value| (label.clone(), value.to_owned())).collect::<Vec<_>>()
        });
        let unknown = values.filter(|(label, value)| {
            let is_plain = value.chars().all(|c| c.is_ascii_alphanumeric() || "_:/-".contains(c));
            // In Rust's quotes, or in SQL's.
            let is_known = || ["\"", "'"].iter().any(|q| self.text.contains(&format!("{q}{value}{q}")));
            is_plain && !matches!(label.as_str(), "job" | "instance" | "status" | "quantile") && !is_known()
        });
        let unknown = unknown.map(|(label, value)| format!("no code knows {label}=\"{value}\""));
        // What comes with a histogram or a summary.
        let suffixes = ["", "_bucket", "_sum", "_count"];
        let bases = |name: &str| suffixes.map(|suffix| name.strip_suffix(suffix).map(str::to_owned));
        let is_exported = |name: &str| bases(name).iter().flatten().any(|name| self.metrics.contains(name));
        let names = metrics(expr).into_iter().filter(|name| !is_exported(name));
        names.map(|name| format!("no code exports {name}")).chain(unknown).collect()
    }
}

/// Compiled once, and of ASCII: Unicode's tables take a second without optimisation.
static MATCHERS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#"([a-z_]+) *=~? *"([^"]*)""#).unwrap());
static WORDS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"([a-z][a-z0-9]*_[a-z0-9_]+)( *\()?").unwrap());
static VALUES: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#""[^"]*"|\[[^\]]*\]"#).unwrap());

/// The metrics of an expression. All of ours hold an underscore, as no operator of `PromQL` and no label does; a function is
/// followed by a bracket.
fn metrics(expr: &str) -> BTreeSet<String> {
    let bare = VALUES.replace_all(expr, " ");
    let metrics = WORDS.captures_iter(&bare).filter(|word: &Captures<'_>| word.get(2).is_none());
    metrics.map(|word| word[1].to_owned()).collect()
}

/// Each alert has its section, each metric and each code of the webhook its line.
#[test]
fn what_can_alert_is_explained() {
    let runbook = read(RUNBOOK);
    // What has blanks in it is a sentence for people.
    let source = read("crates/mailer/src/alert.rs");
    let codes: Vec<_> = found("AlertCode::[A-Za-z]+, \"([a-z_]+)\"", &source).collect();
    assert!(codes.len() > 10, "{codes:?}");
    let mut faults = Vec::new();
    for rule in alerts() {
        let text = |path: &str| rule.pointer(path).and_then(Value::as_str).unwrap_or_default();
        let alert = text("/alert");
        // Each says how grave it is and where to read on.
        if !["warning", "critical"].contains(&text("/labels/severity")) || text("/annotations/summary").is_empty() {
            faults.push(format!("{ALERTS}, {alert}: no severity, or no summary"));
        }
        if !runbook.lines().any(|line| line.strip_prefix("### ") == Some(alert)) {
            faults.push(format!("{RUNBOOK} has no section {alert}"));
        }
        if text("/annotations/runbook") != format!("{RUNBOOK}#{}", alert.to_lowercase()) {
            faults.push(format!("{ALERTS}, {alert}: `runbook` is not its section"));
        }
    }
    let metrics = Code::read().metrics;
    let names = metrics.iter().map(String::as_str).chain(codes);
    let unexplained = names.filter(|name| !runbook.contains(&format!("`{name}`")));
    faults.extend(unexplained.map(|name| format!("{RUNBOOK} does not explain `{name}`")));
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn alerts_and_dashboard_watch_what_the_code_exports() {
    let (code, alerts, board) = (Code::read(), alerts(), read(DASHBOARD));
    let board: Value = serde_json::from_str(&board).unwrap();
    assert!(alerts.len() > 20 && expressions(&board).len() > 30);
    let all = alerts.iter().flat_map(expressions).chain(expressions(&board));
    let faults: Vec<_> =
        all.flat_map(|expr| code.faults(expr).into_iter().map(move |f| format!("{expr}: {f}"))).collect();
    assert_eq!(faults, Vec::<String>::new());
    let wrong = r#"rate(no_such_total{kind="none_such"}[5m]) > on () max(mail_attempt_seconds_bucket{job="a"}) + up"#;
    assert_eq!(code.faults(wrong).len(), 2, "{:?}", code.faults(wrong));
}

/// What the lines of `worker check` are about, by its sources: with a level, in the list of queries, or by a name.
const FINDINGS: [&str; 5] = [
    r#"Finding::(?:ok|critical)\(\s*"([a-z -]+)""#,
    r#"Finding::new\(\s*[A-Za-z:]+,\s*"([a-z -]+)""#,
    r#"\("([a-z -]+)", timeout\("#,
    r#"send_mail\(settings, "([a-z -]+)""#,
    r#"REQUESTS: &str = "([a-z -]+)""#,
];

#[test]
fn each_finding_of_the_check_has_its_line() {
    let sources = sources();
    let findings: BTreeSet<&str> = FINDINGS.iter().flat_map(|pattern| found(pattern, &sources)).collect();
    let runbook = read(RUNBOOK);
    let (_, table) = runbook.split_once("| Line | Warning | Critical |").unwrap();
    let cells = table.split("\n\n").next().unwrap().lines().filter_map(|line| line.split('|').nth(1));
    let explained: BTreeSet<&str> = cells.flat_map(|cell| found("`([^`]+)`", cell)).collect();
    assert_eq!(explained, findings);
}
