//! `request`: what a person asked for under data protection law, and by when it must be answered.

use std::fmt;

use sea_orm::entity::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum RequestKind {
    /// What is held about me?
    Access,
    /// Remove it.
    Erasure,
}

#[derive(Clone, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "request")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub kind: RequestKind,
    /// Whose request it is ([`crate::EmailAddress::key`]); forgotten when it is closed.
    #[sea_orm(column_type = "Text", nullable)]
    pub email_key: Option<String>,
    pub received_at: DateTimeUtc,
    /// 30 days after `received_at`, derived by the database.
    pub due_at: DateTimeUtc,
    pub reminded_at: Option<DateTimeUtc>,
    pub closed_at: Option<DateTimeUtc>,
}

/// The address stays out of `{:?}`.
impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "request {} ({:?})", self.id, self.kind)
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
