//! Keeps the tables of mails and limits in shape: partitions, and the rows that are no longer needed with their bytes.

use mailer::db::{query_value, statement};
use sea_orm::{ConnectionTrait, DatabaseConnection};

/// In this order: bytes go after the rows.
const HOURLY: [&str; 7] = [
    // What `forget_networks` left in the file because the table was in use. It depends on no other step.
    "SELECT rewrite_forgotten('unverified_network')",
    "SELECT create_content_partitions()",
    "SELECT turn_mail_partitions()",
    "SELECT forget_old_rows()",
    "SELECT count_intake()",
    "SELECT rewrite_forgotten('recent_text')",
    "SELECT rewrite_forgotten('digest_mail')",
];

pub async fn keep_tables(db: &DatabaseConnection) -> anyhow::Result<()> {
    for step in HOURLY {
        db.execute_unprepared(step).await?;
    }
    Ok(())
}

/// Deletes the networks of inquiries older than an hour, which the limit on unverified inquiries no longer needs, then the
/// bytes.
pub async fn forget_networks(db: &DatabaseConnection) -> anyhow::Result<()> {
    let forgotten: i64 = query_value(db, statement("SELECT forget_networks()", [])).await?;
    if forgotten > 0 {
        db.execute_unprepared("SELECT rewrite_forgotten('unverified_network')").await?;
    }
    Ok(())
}

/// No lease and no pause is longer than two days: what waits beyond was written under a wrong clock. A lease gets the time in which
/// a process that lives renews it.
const AHEAD: [&str; 6] = [
    "UPDATE outbox SET next_attempt_at = now() + CASE WHEN last_code = 'waits' THEN interval '2 hours' ELSE interval '0' END \
     WHERE state IN ('ready', 'retry', 'ambiguous') AND next_attempt_at > now() + interval '2 days'",
    "UPDATE outbox SET lease_until = now() + interval '1 minute' \
     WHERE state = 'sending' AND lease_until > now() + interval '2 days'",
    "UPDATE intake SET next_attempt_at = now() WHERE state <> 'settled' AND next_attempt_at > now() + interval '2 days'",
    "UPDATE intake SET lease_until = now() + interval '1 minute' \
     WHERE state = 'settling' AND lease_until > now() + interval '2 days'",
    "UPDATE digest_mail SET next_attempt_at = now() \
     WHERE finished_at IS NULL AND next_attempt_at > now() + interval '2 days'",
    "UPDATE imap_account SET lease_until = now() + interval '1 minute' WHERE lease_until > now() + interval '2 days'",
];

/// Every minute that the clock is right: what it would do in months, while it was wrong, is done now.
pub async fn bring_back(db: &DatabaseConnection) -> anyhow::Result<()> {
    for step in AHEAD {
        let rows = db.execute_unprepared(step).await?.rows_affected();
        if rows > 0 {
            tracing::warn!(rows, "brought back: a wrong clock had put them off");
        }
    }
    Ok(())
}
