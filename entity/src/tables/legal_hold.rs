//! `legal_hold`: what keeps an inquiry, or all inquiries of an address, from the purge and from erasure.

use std::fmt;

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "legal_hold")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// Either this or `email_key` is given.
    pub inquiry_id: Option<Uuid>,
    /// [`crate::EmailAddress::key`]: also inquiries that come later are held.
    #[sea_orm(column_type = "Text", nullable)]
    pub email_key: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub reason: String,
    pub placed_at: DateTimeUtc,
    pub ends_at: DateTimeUtc,
    pub released_at: Option<DateTimeUtc>,
}

/// Address and reason stay out of `{:?}`.
impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hold {}", self.id)
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
