//! ops/ and docs/operations.md against the code: what is watched exists, and what can ring is explained.

mod promql;

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};
use yaml_rust2::{Yaml, YamlLoader};

use self::promql::Used;
use super::read;
use devstack::{process, repo};

const ALERTS: &str = "ops/prometheus-alerts.yml";
const DASHBOARD: &str = "ops/grafana-dashboard.json";
const RUNBOOK: &str = "docs/operations.md";

pub(super) fn check() -> Result<()> {
    let alerts = Alert::all(&read(ALERTS)?)?;
    let board: serde_json::Value =
        serde_json::from_str(&read(DASHBOARD)?).with_context(|| format!("{DASHBOARD} is not JSON"))?;
    let mut expressions: Vec<(String, &str)> =
        alerts.iter().map(|alert| (format!("{ALERTS}, {}", alert.name), alert.expr.as_str())).collect();
    let mut of_board = Vec::new();
    collect_expressions(&board, &mut of_board);
    expressions.extend(of_board.iter().map(|expr| (format!("{DASHBOARD}, {expr}"), *expr)));
    let code = Code::read()?;
    let mut faults: Vec<String> = expressions
        .iter()
        .flat_map(|(place, expr)| code.faults(expr).into_iter().map(move |f| format!("{place}: {f}")))
        .collect();
    let runbook = read(RUNBOOK)?;
    faults.extend(runbook_faults(
        &runbook,
        &alerts,
        &code.metrics,
        &webhook_codes(&read("crates/mailer/src/alert.rs")?),
    ));
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    if process::output_of("promtool", &["--version"]).is_some() {
        let mut promtool = Command::new("promtool");
        process::run(promtool.args(["test", "rules", "ops/prometheus-alerts-test.yml"]).current_dir(repo::root()))?;
    } else {
        eprintln!("  read, but not run: promtool is missing (on Debian: apt-get install prometheus)");
    }
    Ok(())
}

#[derive(Debug)]
struct Alert {
    name: String,
    expr: String,
    runbook: String,
}

impl Alert {
    fn all(text: &str) -> Result<Vec<Self>> {
        let documents = YamlLoader::load_from_str(text).with_context(|| format!("{ALERTS} is not YAML"))?;
        let groups = documents.first().and_then(|document| document["groups"].as_vec());
        let rules = groups.into_iter().flatten().filter_map(|group| group["rules"].as_vec()).flatten();
        let alerts: Vec<_> = rules.map(Self::of).collect::<Result<_>>()?;
        if alerts.is_empty() {
            bail!("{ALERTS} holds no alert");
        }
        Ok(alerts)
    }

    fn of(rule: &Yaml) -> Result<Self> {
        let name = rule["alert"].as_str().with_context(|| format!("{ALERTS}: a rule without a name"))?;
        let demand = |value: &Yaml, what: &str| {
            value.as_str().map(str::to_owned).with_context(|| format!("{ALERTS}: {name} has no {what}"))
        };
        demand(&rule["labels"]["severity"], "severity")?;
        demand(&rule["annotations"]["summary"], "summary")?;
        Ok(Self {
            name: name.to_owned(),
            expr: demand(&rule["expr"], "expr")?,
            runbook: demand(&rule["annotations"]["runbook"], "runbook")?,
        })
    }
}

fn collect_expressions<'a>(value: &'a serde_json::Value, found: &mut Vec<&'a str>) {
    match value {
        serde_json::Value::Object(fields) => {
            found.extend(fields.get("expr").and_then(serde_json::Value::as_str));
            fields.values().for_each(|field| collect_expressions(field, found));
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| collect_expressions(item, found)),
        _ => {}
    }
}

/// What the product's sources say about metrics.
#[derive(Debug, Default)]
struct Code {
    /// The names that are exported, and those with a suffix that come with a histogram or a summary.
    metrics: BTreeSet<String>,
    derived: BTreeSet<String>,
    text: String,
}

impl Code {
    fn read() -> Result<Self> {
        let mut code = Self::default();
        for folder in ["entity/src", "api/src", "worker/src", "crates"] {
            let mut files = Vec::new();
            repo::files_below(&repo::root().join(folder), &mut files)?;
            files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
            let texts: Vec<String> = files.iter().map(fs::read_to_string).collect::<Result<_, _>>()?;
            code.add(&texts.concat());
            // What is in Prometheus' own form says so.
            let written = texts.iter().filter(|text| text.contains("# TYPE ")).flat_map(|text| written(text));
            code.metrics.extend(written);
        }
        Ok(code)
    }

    /// The sources of one crate. Where it sets no buckets, its histograms are exported as summaries.
    fn add(&mut self, text: &str) {
        let suffixes: &[&str] =
            if text.contains("set_buckets(") { &["_bucket", "_sum", "_count"] } else { &["_sum", "_count"] };
        for name in recorded(text, "histogram!(") {
            self.derived.extend(suffixes.iter().map(|suffix| format!("{name}{suffix}")));
            self.metrics.insert(name);
        }
        for call in ["counter!(", "gauge!("] {
            self.metrics.extend(recorded(text, call));
        }
        self.text.push_str(text);
    }

    /// Names and label values in an expression that no source knows.
    fn faults(&self, expr: &str) -> Vec<String> {
        let Used { metrics, values } = promql::used(expr);
        let is_unknown =
            |name: &&String| name.as_str() != "up" && !self.metrics.contains(*name) && !self.derived.contains(*name);
        let mut faults: Vec<String> =
            metrics.iter().filter(is_unknown).map(|name| format!("no code exports {name}")).collect();
        // In Rust's quotes, or in SQL's.
        let is_known = |value: &str| ["\"", "'"].iter().any(|q| self.text.contains(&format!("{q}{value}{q}")));
        let unknown = values
            .iter()
            .filter(|(label, value)| !matches!(label.as_str(), "job" | "instance" | "status") && !is_known(value));
        faults.extend(unknown.map(|(label, value)| format!("no code knows {label}=\"{value}\"")));
        faults
    }
}

/// The names in `counter!("NAME"` and the like; a description alone exports nothing.
fn recorded(text: &str, call: &str) -> BTreeSet<String> {
    text.match_indices(call)
        .filter(|(at, _)| !text[..*at].ends_with("describe_"))
        .filter_map(|(at, _)| text[at + call.len()..].trim_start().strip_prefix('"')?.split('"').next())
        .map(str::to_owned)
        .collect()
}

/// The names that samples begin with, in the texts of a source: `"NAME {seconds}`, `}NAME 0`, `NAME{{kind=`.
fn written(source: &str) -> BTreeSet<String> {
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let begins_sample = |rest: &str| {
        let value = rest.strip_prefix(' ').and_then(|value| value.chars().next());
        rest.starts_with("{{") || value.is_some_and(|first| first == '{' || first.is_ascii_digit())
    };
    let starts = source.match_indices(['"', '}']).map(|(at, _)| &source[at + 1..]);
    let names = starts.map(|rest| rest.split_at(rest.find(|c| !is_name(c)).unwrap_or(rest.len())));
    names.filter(|(name, rest)| name.contains('_') && begins_sample(rest)).map(|(name, _)| name.to_owned()).collect()
}

/// The codes in `Self::MailFailed => "mail_failed"`; what has blanks in it is a sentence for people.
fn webhook_codes(source: &str) -> BTreeSet<String> {
    let arms = source.lines().filter_map(|line| line.trim().strip_prefix("Self::")?.split_once(" => \""));
    let texts = arms.map(|(_, text)| text.trim_end_matches(['"', ',']));
    texts.filter(|text| !text.contains(' ')).map(str::to_owned).collect()
}

/// Each alert has its section, each metric and each code of the webhook its line.
fn runbook_faults(
    runbook: &str,
    alerts: &[Alert],
    metrics: &BTreeSet<String>,
    codes: &BTreeSet<String>,
) -> Vec<String> {
    let headings: BTreeSet<&str> = runbook.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    let mut faults = Vec::new();
    for Alert { name, runbook, .. } in alerts {
        if !headings.contains(name.as_str()) {
            faults.push(format!("{RUNBOOK} has no section {name}"));
        }
        if *runbook != format!("{RUNBOOK}#{}", name.to_lowercase()) {
            faults.push(format!("{ALERTS}, {name}: {runbook} is not its section"));
        }
    }
    let unexplained = metrics.iter().chain(codes).filter(|name| !runbook.contains(&format!("`{name}`")));
    faults.extend(unexplained.map(|name| format!("{RUNBOOK} does not explain `{name}`")));
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    const API: &str = r#"
        const FORMAT: &str = builder.set_buckets(&SECONDS);
        describe_counter!("described_only_total", "…");
        counter!("asked_total", "verdict" => "pass").increment(1);
        histogram!(
            "took_seconds"
        ).record(1.0);"#;
    const WORKER: &str = r#"
        const HEAD: [&str; 2] = ["oldest_seconds", "How old."];
        let text = format!("{}oldest_seconds {seconds:.0}\n", head(HEAD));
        histogram!("sent_seconds").record(1.0);"#;

    fn code() -> Code {
        let mut code = Code::default();
        code.add(API);
        code.add(WORKER);
        code.metrics.extend(written(WORKER));
        code
    }

    #[test]
    fn knows_what_the_code_exports_and_no_more() {
        let code = code();
        assert!(code.faults(r#"rate(asked_total{verdict="pass"}[5m]) > max(oldest_seconds) + up"#).is_empty());
        assert!(code.faults("rate(took_seconds_bucket[5m]) / rate(sent_seconds_count[5m])").is_empty());
        assert_eq!(code.faults("described_only_total"), ["no code exports described_only_total"]);
        assert_eq!(code.faults("sent_seconds_bucket"), ["no code exports sent_seconds_bucket"]);
        assert_eq!(code.faults(r#"asked_total{verdict="passed"}"#), [r#"no code knows verdict="passed""#]);
    }

    #[test]
    fn reads_names_off_the_samples_that_are_written() {
        let source =
            r#"head("a_help"); "{}up_now 1\n" "rows_now{{kind=\"{kind}\"}} {rows}" "since_when {at:.0}" "no_sample""#;
        let names: Vec<String> = written(source).into_iter().collect();
        assert_eq!(names, ["rows_now", "since_when", "up_now"]);
    }

    #[test]
    fn finds_expressions_wherever_they_stand_in_a_dashboard() {
        let board =
            serde_json::json!({"panels": [{"targets": [{"expr": "a"}]}, {"panels": [{"targets": [{"expr": "b"}]}]}]});
        let mut found = Vec::new();
        collect_expressions(&board, &mut found);
        assert_eq!(found, ["a", "b"]);
    }

    #[test]
    fn what_can_ring_is_explained() {
        let alerts = Alert::all(
            "groups: [{rules: [{alert: Stuck, expr: a, labels: {severity: critical},
             annotations: {summary: s, runbook: 'docs/operations.md#stuck'}}]}]",
        )
        .unwrap();
        let metrics = BTreeSet::from(["asked_total".to_owned()]);
        let codes =
            webhook_codes("  Self::MailFailed => \"mail_failed\",\n  Self::MailFailed => \"Mails were given up.\",");
        let sound = "### Stuck\n`asked_total`, `mail_failed`";
        assert!(runbook_faults(sound, &alerts, &metrics, &codes).is_empty());
        for gone in ["### Stuck", "`asked_total`", "`mail_failed`"] {
            assert_eq!(runbook_faults(&sound.replace(gone, ""), &alerts, &metrics, &codes).len(), 1, "{gone}");
        }
    }

    #[test]
    fn an_alert_says_how_grave_it_is_and_where_to_read_on() {
        let rule = |rest: &str| Alert::all(&format!("groups: [{{rules: [{{alert: A, expr: a, {rest}}}]}}]"));
        assert!(rule("labels: {severity: warning}, annotations: {summary: s, runbook: r}").is_ok());
        assert!(rule("annotations: {summary: s, runbook: r}").is_err());
        assert!(rule("labels: {severity: warning}, annotations: {summary: s}").is_err());
        assert!(Alert::all("groups: []").is_err());
    }
}
