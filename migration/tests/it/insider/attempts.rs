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

/// The rows as docs/retention.md shows them.
pub(super) fn table() -> String {
    let mut table = "| As | Attempt | Outcome | Tried by |\n|---|---|---|---|\n".to_owned();
    for Row { role, attempt, outcome, statements, tests } in rows() {
        let statements = match statements.len() {
            0 => None,
            1 => Some("1 statement".to_owned()),
            count => Some(format!("{count} statements")),
        };
        let tests = tests.iter().map(|test| format!("`{test}`"));
        let tried: Vec<_> = statements.into_iter().chain(tests).collect();
        writeln!(table, "| {role} | {attempt} | {outcome} | {} |", tried.join(", ")).unwrap();
    }
    table
}
