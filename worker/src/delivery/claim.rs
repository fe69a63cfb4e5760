//! The SQL that claims rows. The claim is committed before a byte is sent.

/// Rows that are due, without auto-replies that may have been sent. Without statistics of these columns the planner
/// must expect many rows: it then scans the index in order and needs no sort.
#[macro_export]
macro_rules! due_sql {
    () => {
        "state IN ('ready', 'retry', 'ambiguous') AND next_attempt_at <= now() \
         AND NOT (kind = 'auto_reply' AND (state = 'ambiguous' OR data_at IS NOT NULL))"
    };
}

/// `picked` and `claimed`. `$1` holder, `$3` how many rows, `$4` lease in seconds, `$5` the Message-ID of the nil UUID.
/// Every column by its name: a prepared statement with a star fails once a later step of the schema adds one. Not a row
/// that the same statement settles: of two changes to a row Postgres makes one, and does not say which.
macro_rules! claim_sql {
    () => {
        concat!(
            "picked AS (SELECT id FROM outbox WHERE ",
            $crate::due_sql!(),
            " AND id NOT IN (SELECT id FROM given) \
              ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED), \
            claimed AS ( \
                UPDATE outbox SET state = 'sending', claims = claims + 1, attempts = attempts + 1, lease_holder = $1, \
                    lease_until = now() + $4 * interval '1 second', \
                    message_id = coalesce(message_id, \
                        replace($5, '00000000-0000-0000-0000-000000000000', outbox.id::text)), \
                    first_attempt_at = CASE WHEN kind = 'notification' THEN coalesce(first_attempt_at, now()) \
                                            ELSE first_attempt_at END \
                FROM picked WHERE outbox.id = picked.id \
                RETURNING outbox.id, inquiry_id, kind, recipient, message_id, state, claims, attempts, crashes, \
                    ambiguities, next_attempt_at, lease_holder, lease_until, first_attempt_at, data_at, finished_at, \
                    last_code, created_at)"
        )
    };
}
pub(super) use claim_sql;
