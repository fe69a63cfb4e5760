//! `inquiry`: the part without personal data, and the evidence of consent.

use sea_orm::entity::prelude::*;

use crate::{
    Language,
    contact::{ContactReason, Program},
    ticket_reference::TicketReference,
};

/// Whether the bot check verified the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum BotCheckStatus {
    Verified,
    /// The provider gave no verdict: the inquiry is stored and marked unverified; no auto-reply is sent.
    Unverified,
}

/// How an inquiry came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    Form,
    /// A mail to the public address. No box was ticked: the auto-reply names the privacy policy.
    Mail,
    /// A consultant has written down a call.
    Phone,
}

/// No personal data: [`crate::inquiry_content`] holds it.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "inquiry")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    #[sea_orm(column_type = "Text", unique)]
    pub reference: TicketReference,
    #[sea_orm(unique)]
    pub idempotency_key: Uuid,
    #[sea_orm(unique)]
    pub token_digest: Vec<u8>,
    pub contact_reason: ContactReason,
    pub program: Option<Program>,
    pub desired_consultants: Option<i16>,
    pub origin: Origin,
    /// Of both boxes: false only for an inquiry that came by mail.
    pub consent: bool,
    pub gdpr_consent: bool,
    /// SHA-256 of the privacy policy's exact text at the time.
    pub policy_digest: Vec<u8>,
    /// SHA-256 of the first checkbox's exact text.
    pub consent_digest: Vec<u8>,
    /// SHA-256 of the second checkbox's exact text.
    pub gdpr_consent_digest: Vec<u8>,
    pub bot_check: BotCheckStatus,
    /// Of the form, or of the mail: the visitor's mails come in it.
    pub language: Language,
    pub received_at: DateTimeUtc,
    pub last_contact_at: DateTimeUtc,
    /// A generated column, from `last_contact_at`.
    pub expires_at: DateTimeUtc,
    /// Since when processing is restricted (GDPR art. 18): nobody is mailed, and no contact counts.
    pub restricted_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
