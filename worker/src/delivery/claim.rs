//! Taking a row: committed before a byte is sent.

use entity::outbox;
use sea_orm::{DbErr, FromQueryResult};
use tokio::time::Instant;
use uuid::Uuid;

use super::{Delivery, lease::LEASE, statement};

/// Rows whose turn it is. An auto-reply that may have been sent is never one of them.
#[macro_export]
macro_rules! due_sql {
    () => {
        "state IN ('ready', 'retry', 'ambiguous') AND next_attempt_at <= now() \
         AND (kind = 'notification' OR (state <> 'ambiguous' AND data_at IS NULL))"
    };
}

/// `$1` holder, `$2` lease in seconds, `$3` the Message-ID of the nil UUID.
macro_rules! claim_sql {
    ($picked:expr) => {
        concat!(
            "WITH picked AS (SELECT id FROM outbox WHERE ",
            due_sql!(),
            $picked,
            " FOR UPDATE SKIP LOCKED) \
            UPDATE outbox SET state = 'sending', attempts = attempts + 1, lease_holder = $1, \
                lease_until = now() + $2 * interval '1 second', \
                message_id = coalesce(message_id, replace($3, '00000000-0000-0000-0000-000000000000', \
                                                          outbox.id::text)), \
                first_attempt_at = CASE WHEN kind = 'notification' THEN coalesce(first_attempt_at, now()) \
                                        ELSE first_attempt_at END \
            FROM picked WHERE outbox.id = picked.id RETURNING outbox.*"
        )
    };
}

const CLAIM_OWN: &str = claim_sql!(" AND id = $4");
const CLAIM_NEXT: &str = claim_sql!(" ORDER BY next_attempt_at LIMIT 1");

/// Claims this row if it is due and nobody has it.
pub async fn claim_own(delivery: &Delivery, id: Uuid) -> Result<Option<outbox::Model>, DbErr> {
    let [holder, lease, pattern] = parameters(delivery);
    claim(delivery, statement(CLAIM_OWN, [holder, lease, pattern, id.into()])).await
}

/// Claims the row that has been due longest.
pub async fn claim_next(delivery: &Delivery) -> Result<Option<outbox::Model>, DbErr> {
    claim(delivery, statement(CLAIM_NEXT, parameters(delivery))).await
}

async fn claim(delivery: &Delivery, sql: sea_orm::Statement) -> Result<Option<outbox::Model>, DbErr> {
    // Taken before the database's now(): our idea of the lease's end is never later than the database's.
    let asked_at = Instant::now();
    let row = outbox::Model::find_by_statement(sql).one(&delivery.db).await?;
    if let Some(row) = &row {
        delivery.leases.took(row.id, asked_at);
    }
    Ok(row)
}

fn parameters(delivery: &Delivery) -> [sea_orm::Value; 3] {
    let seconds = i32::try_from(LEASE.as_secs()).unwrap_or(i32::MAX);
    [delivery.leases.holder().into(), seconds.into(), delivery.mail.message_id(Uuid::nil()).into()]
}
