//! ops/ and docs/operations.md against the code: what is watched exists, and what can alert is explained.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde::Deserialize;
use serde_json::Value;

use super::{found, read, sources};

const ALERTS: &str = "ops/prometheus-alerts.yml";
const DASHBOARD: &str = "ops/grafana-dashboard.json";
const RUNBOOK: &str = "docs/operations.md";

#[derive(Deserialize)]
struct Rules {
    groups: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    rules: Vec<Rule>,
}

#[derive(Deserialize)]
struct Rule {
    alert: String,
    expr: String,
    labels: BTreeMap<String, String>,
    annotations: BTreeMap<String, String>,
}

fn alerts() -> Vec<Rule> {
    let rules: Rules = serde_norway::from_str(&read(ALERTS)).unwrap_or_else(|error| panic!("{ALERTS}: {error}"));
    rules.groups.into_iter().flat_map(|group| group.rules).collect()
}

/// Every `expr` of a dashboard, wherever it is.
fn expressions(value: &Value) -> Vec<&str> {
    let own = value.get("expr").and_then(Value::as_str);
    let fields = value.as_object().into_iter().flat_map(|fields| fields.values());
    let parts = fields.chain(value.as_array().into_iter().flatten());
    own.into_iter().chain(parts.flat_map(expressions)).collect()
}

/// What the product's sources say about metrics.
#[derive(Default)]
struct Code {
    /// The names that are exported.
    metrics: BTreeSet<String>,
    /// Those with a suffix, which come with a histogram or a summary.
    derived: BTreeSet<String>,
    text: String,
}

impl Code {
    fn of(crates: &[Vec<String>]) -> Self {
        let mut code = Self::default();
        for files in crates {
            // Where a crate sets no buckets, its histograms are exported as summaries.
            let buckets = files.iter().any(|text| text.contains("set_buckets(")).then_some("_bucket");
            for text in files {
                code.add(text, buckets);
            }
        }
        code
    }

    fn add(&mut self, text: &str, buckets: Option<&str>) {
        if ["counter!(", "gauge!(", "histogram!("].iter().any(|call| text.contains(call)) {
            // A description alone exports nothing.
            self.metrics
                .extend(found(r#"[^_](?:counter|gauge|histogram)!\([ \n]*"([a-z_]+)""#, text).map(str::to_owned));
            for name in found(r#"[^_]histogram!\([ \n]*"([a-z_]+)""#, text) {
                self.derived
                    .extend(["_sum", "_count"].into_iter().chain(buckets).map(|suffix| format!("{name}{suffix}")));
            }
        }
        // What is in Prometheus' own form: `"NAME {seconds}`, `}NAME 0`, `NAME{{kind=`.
        if text.contains("# TYPE ") {
            self.metrics.extend(found(r#"["}]([a-z0-9]+_[a-z0-9_]+)(?:\{\{| [{0-9])"#, text).map(str::to_owned));
        }
        self.text.push_str(text);
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
        let exported = |name: &String| self.metrics.contains(name) || self.derived.contains(name);
        let names = metrics(expr).into_iter().filter(|name| !exported(name));
        names.map(|name| format!("no code exports {name}")).chain(unknown).collect()
    }
}

/// Compiled once, and of ASCII: Unicode's tables take a second without optimisation.
static MATCHERS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#"([a-z_]+) *=~? *"([^"]*)""#).unwrap());
static WORDS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"([a-z][a-z0-9]*_[a-z0-9_]+)( *\()?").unwrap());
static LABELS: LazyLock<Regex> = LazyLock::new(|| {
    let (braces, range) = (r#"\{(?:"[^"]*"|[^}"])*\}"#, r"\[[^\]]*\]");
    let grouping = r"(?:by|without|on|ignoring|group_left|group_right) *\([^)]*\)";
    Regex::new(&format!("{braces}|{range}|{grouping}")).unwrap()
});

/// The metrics of an expression. All of ours hold an underscore, as no operator of `PromQL` does; a function is followed by
/// a bracket. Label names are in braces, or in brackets behind a word.
fn metrics(expr: &str) -> BTreeSet<String> {
    let bare = LABELS.replace_all(expr, " ");
    let metrics = WORDS.captures_iter(&bare).filter(|word: &Captures<'_>| word.get(2).is_none());
    metrics.map(|word| word[1].to_owned()).collect()
}

/// Each alert has its section, each metric and each code of the webhook its line.
fn runbook_faults(runbook: &str, alerts: &[Rule], metrics: &BTreeSet<String>, codes: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    for Rule { alert, annotations, labels, .. } in alerts {
        // Each says how grave it is and where to read on.
        if !["warning", "critical"].contains(&&*labels["severity"]) || annotations["summary"].is_empty() {
            faults.push(format!("{ALERTS}, {alert}: no severity, or no summary"));
        }
        if !runbook.lines().any(|line| line.strip_prefix("### ") == Some(alert)) {
            faults.push(format!("{RUNBOOK} has no section {alert}"));
        }
        if annotations["runbook"] != format!("{RUNBOOK}#{}", alert.to_lowercase()) {
            faults.push(format!("{ALERTS}, {alert}: {} is not its section", annotations["runbook"]));
        }
    }
    let names = metrics.iter().map(String::as_str).chain(codes.iter().copied());
    let unexplained = names.filter(|name| !runbook.contains(&format!("`{name}`")));
    faults.extend(unexplained.map(|name| format!("{RUNBOOK} does not explain `{name}`")));
    faults
}

#[test]
fn alerts_and_dashboard_watch_what_the_code_exports() {
    let (code, alerts, board) = (Code::of(&sources()), alerts(), read(DASHBOARD));
    let board: Value = serde_json::from_str(&board).unwrap();
    let expressions = expressions(&board);
    assert!(alerts.len() > 20 && expressions.len() > 30, "{} and {}", alerts.len(), expressions.len());
    let all = alerts.iter().map(|rule| rule.expr.as_str()).chain(expressions);
    let faults: Vec<_> =
        all.flat_map(|expr| code.faults(expr).into_iter().map(move |f| format!("{expr}: {f}"))).collect();
    assert_eq!(faults, Vec::<String>::new());
    let wrong = r#"rate(no_such_total{kind="none_such"}[5m]) > on () max(mail_attempt_seconds_bucket{job="a"}) + up"#;
    assert_eq!(code.faults(wrong).len(), 3, "{:?}", code.faults(wrong));
}

#[test]
fn what_can_alert_is_explained() {
    let (runbook, alerts, code) = (read(RUNBOOK), alerts(), Code::of(&sources()));
    // What has blanks in it is a sentence for people.
    let source = read("crates/mailer/src/alert.rs");
    let codes: Vec<_> = found("AlertCode::[A-Za-z]+, \"([a-z_]+)\"", &source).collect();
    assert!(codes.len() > 10, "{codes:?}");
    assert_eq!(runbook_faults(&runbook, &alerts, &code.metrics, &codes), Vec::<String>::new());
    for gone in ["### ApiDown\n", "`outbox_rows`", "`mail_failed`"] {
        assert_eq!(runbook_faults(&runbook.replace(gone, ""), &alerts, &code.metrics, &codes).len(), 1, "{gone}");
    }
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
    let sources: String = sources().concat().concat();
    let findings: BTreeSet<&str> = FINDINGS.iter().flat_map(|pattern| found(pattern, &sources)).collect();
    let runbook = read(RUNBOOK);
    let (_, table) = runbook.split_once("| Line | Warning | Critical |").unwrap();
    let cells = table.split("\n\n").next().unwrap().lines().filter_map(|line| line.split('|').nth(1));
    let explained: BTreeSet<&str> = cells.flat_map(|cell| found("`([^`]+)`", cell)).collect();
    assert_eq!(explained, findings);
}
