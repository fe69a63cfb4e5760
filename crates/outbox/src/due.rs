//! The condition that makes a row due, for the statements that look for such rows or count them.

/// Rows that are due, of the kinds `$1`, without auto-replies that may have been sent. Without statistics of these columns the planner
/// must expect many rows: it then scans the index in order and needs no sort.
macro_rules! due_sql {
    () => {
        include_str!("sql/due.sql")
    };
}
pub(crate) use due_sql;

/// Since when the oldest due mail of the kinds `$1` has been due.
pub const OLDEST_DUE: &str = concat!(
    "SELECT coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)::double precision AS seconds \
     FROM outbox WHERE ",
    due_sql!()
);
