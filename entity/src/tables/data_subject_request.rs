//! `data_subject_request`: requests under data protection law, with their deadlines.

use std::fmt;

use sea_orm::entity::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum RequestKind {
    /// A copy of the person's data (GDPR art. 15).
    Access,
    /// Erasure of the person's data (GDPR art. 17).
    Erasure,
}

#[derive(Clone, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "data_subject_request")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub kind: RequestKind,
    /// The person's address ([`crate::EmailAddress::key`]); NULL once the request is closed.
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
