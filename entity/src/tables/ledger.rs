//! `ledger`: an append-only, hash-chained record of purges, erasures, exports and holds: counts and random identifiers.

use sea_orm::entity::prelude::*;

/// The database writes every column but `kind` and `detail`, and refuses changes.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "ledger")]
pub struct Model {
    /// Counts from 1 without gaps.
    #[sea_orm(primary_key, auto_increment = false)]
    pub seq: i64,
    pub at: DateTimeUtc,
    #[sea_orm(column_type = "Text")]
    pub kind: String,
    pub detail: Json,
    /// The hashed text. It contains the hash of the entry before it.
    #[sea_orm(column_type = "Text")]
    pub entry: String,
    /// SHA-256 of `entry`.
    pub hash: Vec<u8>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
