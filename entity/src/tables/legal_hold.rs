//! `legal_hold`: keeps an inquiry, or every inquiry of an address, from the purge and from erasure.

use sea_orm::entity::prelude::*;

#[derive(Clone, derive_more::Debug, PartialEq, DeriveEntityModel)]
#[debug("hold {id}")]
#[sea_orm(table_name = "legal_hold")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// Either this or `email_key` is given.
    pub inquiry_id: Option<Uuid>,
    /// [`crate::EmailAddress::key`]; the hold also covers later inquiries.
    #[sea_orm(column_type = "Text", nullable)]
    pub email_key: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub reason: String,
    pub placed_at: DateTimeUtc,
    pub ends_at: DateTimeUtc,
    pub released_at: Option<DateTimeUtc>,
    /// The end that waits for a second officer.
    pub wanted_until: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::inquiry::Entity", from = "Column::InquiryId", to = "super::inquiry::Column::Id")]
    Inquiry,
}

impl Related<super::inquiry::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Inquiry.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}
