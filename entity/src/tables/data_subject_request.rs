//! `data_subject_request`: requests under data protection law, with their deadlines.

use sea_orm::entity::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum RequestKind {
    /// A copy of the person's data (GDPR art. 15).
    Access,
    /// Correction of wrong data (GDPR art. 16).
    Correction,
    /// Erasure of the person's data (GDPR art. 17).
    Erasure,
    /// Restriction of processing (GDPR art. 18).
    Restriction,
    /// A machine-readable copy (GDPR art. 20).
    Portability,
    /// Objection to processing (GDPR art. 21).
    Objection,
}

/// Why the deadline was extended (GDPR art. 12 (3)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum ExtensionReason {
    Complexity,
    /// The number of requests.
    Number,
}

/// How a request was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum RequestAnswer {
    Granted,
    Partly,
    Refused,
    NothingStored,
    /// By the person.
    Withdrawn,
}

#[derive(Clone, derive_more::Debug, PartialEq, DeriveEntityModel)]
#[debug("request {id} ({kind:?})")]
#[sea_orm(table_name = "data_subject_request")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub kind: RequestKind,
    /// The person's address ([`crate::EmailAddress::key`]); NULL once the request is closed, and where a replay after a
    /// restore did not find it.
    #[sea_orm(column_type = "Text", nullable)]
    pub email_key: Option<String>,
    pub received_at: DateTimeUtc,
    /// 30 days after `received_at`, with an extension 90; derived by the database.
    pub due_at: DateTimeUtc,
    pub reminded_at: Option<DateTimeUtc>,
    pub closed_at: Option<DateTimeUtc>,
    pub extension: Option<ExtensionReason>,
    pub answer: Option<RequestAnswer>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
