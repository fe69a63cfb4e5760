//! `ledger`: what was purged, erased, exported and held, by counts and random ids; chained by hash.

use sea_orm::entity::prelude::*;

/// The database writes all but `kind` and `detail`, and lets nobody change a row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "ledger")]
pub struct Model {
    /// 1, 2, 3 … without a gap.
    #[sea_orm(primary_key, auto_increment = false)]
    pub seq: i64,
    pub at: DateTimeUtc,
    #[sea_orm(column_type = "Text")]
    pub kind: String,
    pub detail: Json,
    /// The exact text that `hash` is taken of. It names the hash of the entry before.
    #[sea_orm(column_type = "Text")]
    pub entry: String,
    /// SHA-256 of `entry`.
    pub hash: Vec<u8>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
