//! What the owner and a superuser try.

use super::attempts::Row;

pub(super) const ROWS: &[Row] = &[
    Row {
        role: "owner",
        attempt: "Set `kind`, `at` or `detail` of an entry to something else than its text",
        outcome: "refused by a constraint; without the constraint `worker check` names the entry",
        statements: &[],
        tests: &[
            "no_column_of_the_ledger_says_something_else_than_the_hashed_text",
            "a_ledger_with_a_changed_removed_or_rewritten_entry_is_found",
        ],
    },
    Row {
        role: "owner",
        attempt: "Change, delete or add an entry out of turn",
        outcome: "refused",
        statements: &[
            "UPDATE ledger SET entry = '{}'",
            "UPDATE ledger SET hash = sha256('x')",
            "UPDATE ledger SET at = now()",
            "DELETE FROM ledger",
            "TRUNCATE ledger",
            "INSERT INTO ledger (kind, seq, entry, hash) VALUES ('report', 99, '{}', sha256('{}'))",
        ],
        tests: &["the_ledger_can_only_grow_and_is_chained"],
    },
    Row {
        role: "owner",
        attempt: "Append an entry in turn, in anybody's name",
        outcome: "possible; heads outside prove what stood before",
        statements: &[],
        tests: &[
            "the_owner_can_append_an_entry_in_turn_in_the_name_of_anybody",
            "an_auditor_verifies_chain_head_and_timestamp_by_the_pages_commands",
        ],
    },
    Row {
        role: "owner",
        attempt: "Become superuser, read files, run programs",
        outcome: "refused",
        statements: &[
            "SET ROLE postgres",
            "ALTER ROLE inquiry_owner SUPERUSER",
            "ALTER ROLE inquiry_owner BYPASSRLS",
            "SET session_replication_role = replica",
            "COPY (SELECT 1) TO PROGRAM 'cat'",
            "COPY inquiry_content TO '/tmp/copy'",
            "SELECT pg_read_file('postgresql.conf')",
            "ALTER SYSTEM SET wal_recycle = on",
            "CREATE EXTENSION file_fdw",
        ],
        tests: &[],
    },
    Row {
        role: "owner",
        attempt: "Copy the database with `TEMPLATE` and rename the copy, or restore a dump",
        outcome: "noticed: it records, purges and serves nothing until a replay",
        statements: &[],
        tests: &[
            "a_copy_of_the_database_under_its_name_is_noticed",
            "a_restored_dump_cannot_be_used_until_the_ledger_is_replayed",
        ],
    },
    Row {
        role: "owner",
        attempt: "Use the owner's, the compliance role's or a superuser's login as `DATABASE_URL`",
        outcome: "website and worker refuse to start",
        statements: &[],
        tests: &[
            "refuses_every_role_that_retention_does_not_bind",
            "the_worker_refuses_to_start_with_a_privileged_login",
        ],
    },
    Row {
        role: "superuser",
        attempt: "Delete rows without an entry",
        outcome: "not noticed; the heads outside the database prove what was recorded",
        statements: &[],
        tests: &["an_auditor_verifies_chain_head_and_timestamp_by_the_pages_commands"],
    },
];
