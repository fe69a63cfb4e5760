//! The table in docs/retention.md, with the statements that are tried for each row.

use std::fmt::Write;

use super::{compliance, owner, rules_and_places, time_and_rows};

/// One statement. Attempts that need more have separate tests.
pub(super) struct Row {
    pub(super) role: &'static str,
    pub(super) attempt: &'static str,
    pub(super) outcome: &'static str,
    /// Each is refused, or changes no row.
    pub(super) statements: &'static [&'static str],
    pub(super) tests: &'static [&'static str],
}

pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    [time_and_rows::ROWS, rules_and_places::ROWS, compliance::ROWS, owner::ROWS].into_iter().flatten()
}

/// The rows as docs/retention.md shows them: the first one of a role names it.
pub(super) fn table() -> String {
    let mut table = "| Attempt | Outcome | Tried by |\n|---|---|---|\n".to_owned();
    let mut last = "";
    for Row { role, attempt, outcome, statements, tests } in rows() {
        let count = (!statements.is_empty()).then(|| statements.len().to_string());
        let tried: Vec<_> = count.into_iter().chain(tests.iter().map(|test| format!("`{test}`"))).collect();
        let group = if *role == last { String::new() } else { format!("**As {role}.** ") };
        writeln!(table, "| {group}{attempt} | {outcome} | {} |", tried.join(", ")).unwrap();
        last = role;
    }
    table
}
