//! Appending to the ledger. The database numbers, dates and chains the entry.

use mailer::db::statement;
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, TransactionTrait};
use serde_json::Value;

/// The kinds of entries that the program writes. Functions of the database write the others.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Export,
    Failure,
    Read,
    Replay,
    Report,
    Request,
}

impl Kind {
    /// The stored code.
    fn code(self) -> &'static str {
        match self {
            Self::Export => "export",
            Self::Failure => "failure",
            Self::Read => "read",
            Self::Replay => "replay",
            Self::Report => "report",
            Self::Request => "request",
        }
    }
}

/// `detail` holds counts and random identifiers only; the database refuses a `@`.
pub async fn append(db: &impl ConnectionTrait, kind: Kind, detail: Value) -> Result<(), DbErr> {
    let sql = "INSERT INTO ledger (kind, detail) VALUES ($1, $2)";
    db.execute_raw(statement(sql, [kind.code().into(), detail.into()])).await.map(drop)
}

/// Begins a transaction that ends in an entry. It takes the retention lock before it touches a table: a rewrite that
/// holds the lock and waits for the table would otherwise deadlock with it.
pub async fn begin_recorded(db: &DatabaseConnection) -> Result<DatabaseTransaction, DbErr> {
    let transaction = db.begin().await?;
    transaction.execute_unprepared("SELECT lock_retention()").await?;
    Ok(transaction)
}
