//! Taking a row: committed before a byte is sent.

use entity::outbox;
use sea_orm::DbErr;

use super::{Delivery, desk};

/// Rows whose turn it is. An auto-reply that may have been sent is never one of them. Written so that the planner,
/// which knows nothing of these columns, expects many: it then walks the index in its order, and sorts nothing.
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

/// Claims the row that has been due longest.
pub async fn claim_next(delivery: &Delivery) -> Result<Option<outbox::Model>, DbErr> {
    let next = desk::ask(delivery, None, true).await?.next;
    Ok(next.and_then(|claimed| claimed.hold(delivery)))
}
