//! `outbox`: one row per mail and recipient. This table is the truth about mail; jobs only wake workers.

use std::fmt;

use sea_orm::entity::prelude::*;

/// Which mail a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum MailKind {
    /// To a consultant; sent at least once, with one Message-ID.
    Notification,
    /// To the visitor; sent at most once.
    AutoReply,
}

/// `ready → sending → sent | retry | ambiguous | failed | suppressed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum OutboxState {
    Ready,
    /// A worker holds the lease `lease_holder` until `lease_until`.
    Sending,
    /// The server answered 250 after the final dot.
    Sent,
    /// Due again at `next_attempt_at`.
    Retry,
    /// The connection or the sender was lost after the final dot may have been sent.
    /// A notification goes again with the same Message-ID; an auto-reply never does.
    Ambiguous,
    /// Given up; visible to the operator.
    Failed,
    /// Deliberately not sent (limits on auto-replies).
    Suppressed,
}

#[derive(Clone, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "outbox")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub inquiry_id: Uuid,
    pub kind: MailKind,
    /// The consultant's address; `None` for an auto-reply, which goes to the inquiry's own address.
    #[sea_orm(column_type = "Text", nullable)]
    pub recipient: Option<String>,
    /// Fixed before the first attempt, the same in every later one.
    #[sea_orm(column_type = "Text", nullable, unique)]
    pub message_id: Option<String>,
    pub state: OutboxState,
    /// How often it was claimed: the number of the newest claim.
    pub claims: i32,
    /// Attempts begun that count against the schedule.
    pub attempts: i32,
    /// Senders that died while they held this row.
    pub crashes: i16,
    /// How often it stayed unknown whether the server had taken the mail.
    pub ambiguities: i16,
    pub next_attempt_at: DateTimeUtc,
    pub lease_holder: Option<Uuid>,
    pub lease_until: Option<DateTimeUtc>,
    pub first_attempt_at: Option<DateTimeUtc>,
    /// Set before the final dot of an auto-reply may be sent: from here on it can no longer be retried.
    pub data_at: Option<DateTimeUtc>,
    pub finished_at: Option<DateTimeUtc>,
    /// A short code of our own such as `smtp_451` or `daily_limit`; never a server's text.
    #[sea_orm(column_type = "Text", nullable)]
    pub last_code: Option<String>,
    pub created_at: DateTimeUtc,
}

/// The recipient's address stays out of `{:?}`.
impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "outbox {} ({:?}, {:?})", self.id, self.kind, self.state)
    }
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
