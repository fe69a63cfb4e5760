//! The condition that makes a row due, for statements elsewhere that count such rows.

/// Rows that are due, without auto-replies that may have been sent. Without statistics of these columns the planner
/// must expect many rows: it then scans the index in order and needs no sort.
#[macro_export]
macro_rules! due_sql {
    () => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/delivery/sql/due.sql"))
    };
}
