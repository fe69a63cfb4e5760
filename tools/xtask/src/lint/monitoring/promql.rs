//! The part of `PromQL` that finds the metrics and label values in an expression.

use std::collections::BTreeSet;

/// Words that stand where a metric could.
const WORDS: [&str; 8] = ["and", "or", "unless", "bool", "offset", "inf", "nan", "atan2"];
/// Words that are followed by label names in brackets.
const GROUPING: [&str; 6] = ["by", "without", "on", "ignoring", "group_left", "group_right"];

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Used {
    pub metrics: BTreeSet<String>,
    /// Label and value, also of each alternative of a plain regular expression.
    pub values: BTreeSet<(String, String)>,
}

pub(super) fn used(expr: &str) -> Used {
    let mut used = Used::default();
    let mut rest = expr;
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '"' | '\'' => after_string(rest, first),
            '{' => {
                let (matchers, after) = braced(rest);
                used.values.extend(values(matchers));
                after
            }
            '[' => after(rest, ']'),
            '0'..='9' => rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '.'),
            first if is_name(first) => {
                let (name, next) = rest.split_at(rest.find(|c| !is_name(c)).unwrap_or(rest.len()));
                let follows = next.trim_start();
                // `rate(…)`, `sum by (…) (…)`
                let calls =
                    follows.starts_with('(') || ["by ", "by(", "without"].iter().any(|w| follows.starts_with(w));
                if GROUPING.contains(&name) && calls {
                    after(next, ')')
                } else {
                    if !calls && !WORDS.contains(&name) && !GROUPING.contains(&name) {
                        used.metrics.insert(name.to_owned());
                    }
                    next
                }
            }
            first => &rest[first.len_utf8()..],
        };
    }
    used
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == ':'
}

fn after(text: &str, end: char) -> &str {
    text.split_once(end).map_or("", |(_, after)| after)
}

/// What follows a string, which `text` begins with.
fn after_string(text: &str, quote: char) -> &str {
    after(&text[quote.len_utf8()..], quote)
}

/// The inside of braces, which `text` begins with, and what follows. A brace in a string does not count.
fn braced(text: &str) -> (&str, &str) {
    let mut is_quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            '}' if !is_quoted => return (&text[1..at], &text[at + 1..]),
            _ => {}
        }
    }
    (&text[1..], "")
}

fn values(matchers: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = matchers;
    while let Some((label, quoted)) = rest.split_once('"') {
        let Some((value, next)) = quoted.split_once('"') else { break };
        let label = label.trim_matches(|c: char| !is_name(c));
        let is_plain = |value: &str| value.chars().all(|c| is_name(c) || c == '/' || c == '-');
        let alternatives = value.split('|').filter(|value| !value.is_empty() && is_plain(value));
        found.extend(alternatives.map(|value| (label.to_owned(), value.to_owned())));
        rest = next;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_metrics_from_functions_labels_and_words() {
        let expr = r#"sum by (le, state) (rate(a_total{state=~"retry|failed", path="/x"}[5m] offset 1d)) > bool 2e3
            or on () group_left (code) max(b:c) unless time() - d{} > 1h and "e" == $f"#;
        let Used { metrics, values } = used(expr);
        // Grafana's variables are in braces and brackets; elsewhere one counts as an unknown metric.
        assert_eq!(metrics.iter().map(String::as_str).collect::<Vec<_>>(), ["a_total", "b:c", "d", "f"]);
        let values: Vec<_> = values.iter().map(|(label, value)| (label.as_str(), value.as_str())).collect();
        assert_eq!(values, [("path", "/x"), ("state", "failed"), ("state", "retry")]);
    }

    #[test]
    fn a_pattern_is_not_a_value() {
        let Used { metrics, values } = used(r#"a{status=~"5.."} / a{path="}"}"#);
        assert_eq!(metrics.len(), 1);
        assert!(values.is_empty(), "{values:?}");
    }

    #[test]
    fn ends_on_what_is_no_expression() {
        for broken in ["a{", "a[", "sum by (", "\"", "a{b=\"", "é"] {
            used(broken);
        }
    }
}
