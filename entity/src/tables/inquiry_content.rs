//! `inquiry_content`: the sender and the message.

use sea_orm::entity::prelude::*;

use crate::email_address::EmailAddress;

/// The only table with the sender's personal data, so `Debug` prints the id alone.
#[derive(Clone, derive_more::Debug, PartialEq, DeriveEntityModel)]
#[debug("content of inquiry {inquiry_id}")]
#[sea_orm(table_name = "inquiry_content")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub inquiry_id: Uuid,
    #[sea_orm(column_type = "Text")]
    pub first_name: String,
    #[sea_orm(column_type = "Text")]
    pub last_name: String,
    #[sea_orm(column_type = "Text")]
    pub company: String,
    #[sea_orm(column_type = "Text")]
    pub email: EmailAddress,
    /// [`EmailAddress::key`] of `email`.
    #[sea_orm(column_type = "Text")]
    pub email_key: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub country: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub phone: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub message: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
