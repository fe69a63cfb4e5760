//! `outbox`: one row per mail and recipient. The row decides whether a mail is sent; jobs only wake workers.

use sea_orm::entity::prelude::*;

/// The kind of mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum MailKind {
    /// To a consultant; sent at least once, with one Message-ID.
    Notification,
    /// To the visitor; sent at most once.
    AutoReply,
    /// What the visitor, or somebody beside him, has written: to a consultant, as a notification is.
    VisitorReply,
    /// The visitor's address takes no mail: to a consultant, as a notification is.
    Undeliverable,
    /// The visitor is away: to a consultant, as a notification is.
    Absence,
    /// A consultant's words: to the visitor; sent at least once, with one Message-ID.
    Answer,
    /// The same words: to another consultant, as a notification is.
    AnswerCopy,
    /// What became of a consultant's mail: to this consultant, as a notification is.
    Receipt,
    /// An answer did not arrive: to the consultant who wrote it, as a notification is.
    AnswerLost,
    /// Half of the promised time is over: to a consultant, as a notification is.
    Reminder,
    /// All of the promised time is over: to whom the settings name, as a notification is.
    Escalation,
    /// Whether this consultant has written a mail: to the consultant, as a notification is.
    Question,
    /// The worker's own, from the form to a mailbox of ours. It belongs to no inquiry.
    Journey,
    /// That the ticket has a new owner: to the owner and to the former one, as a notification is.
    Assignment,
}

impl MailKind {
    /// Others go to the visitor.
    pub fn is_to_consultant(self) -> bool {
        !matches!(self, Self::AutoReply | Self::Answer | Self::Journey)
    }

    /// Others are sent until they are delivered, if need be twice.
    pub fn is_sent_once(self) -> bool {
        self == Self::AutoReply
    }
}

/// `ready → sending → sent | retry | ambiguous | failed | suppressed`, and later `sent → bounced`, perhaps `→ sent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum OutboxState {
    Ready,
    /// A worker holds its lease.
    Sending,
    /// The server answered 250 to the end of data.
    Sent,
    /// Due again at the next attempt.
    Retry,
    /// The connection or the worker was lost when the end of data may have been sent. A notification is sent again with the
    /// same Message-ID; an auto-reply is not.
    Ambiguous,
    /// No more attempts.
    Failed,
    /// Not sent: a limit on auto-replies, a restriction, or an answer that made it needless.
    Suppressed,
    /// Taken by the mail server, and returned later.
    Bounced,
}

#[derive(Clone, derive_more::Debug, PartialEq, DeriveEntityModel)]
#[debug("outbox {id} ({kind:?}, {state:?})")]
#[sea_orm(table_name = "outbox")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// Of a journey, the same as `about`.
    pub inquiry_id: Uuid,
    pub kind: MailKind,
    /// The consultant's address; `None` for an auto-reply and an answer, which go to the inquiry's address.
    #[sea_orm(column_type = "Text", nullable)]
    pub recipient: Option<String>,
    /// Set before the first attempt; every attempt sends the same one.
    #[sea_orm(column_type = "Text", nullable, unique)]
    pub message_id: Option<String>,
    pub state: OutboxState,
    /// The number of the newest claim.
    pub claims: i32,
    /// Attempts that count against the backoff schedule.
    pub attempts: i32,
    /// Workers that crashed while they held this row.
    pub crashes: i16,
    /// Attempts whose result is unknown.
    pub ambiguities: i16,
    /// How often the end of data was sent without a reply since the last retry by an operator.
    pub copies: i16,
    pub next_attempt_at: DateTimeUtc,
    pub lease_holder: Option<Uuid>,
    pub lease_until: Option<DateTimeUtc>,
    pub first_attempt_at: Option<DateTimeUtc>,
    /// Set before an auto-reply's end of data is sent: from then on it is never retried.
    pub data_at: Option<DateTimeUtc>,
    pub finished_at: Option<DateTimeUtc>,
    /// A short code such as `smtp_451` or `daily_limit`; never the server's text, which may quote an address.
    #[sea_orm(column_type = "Text", nullable)]
    pub last_code: Option<String>,
    pub created_at: DateTimeUtc,
    /// The age that ends the attempts counts from here: from the server's first judgement on a notification, later by the
    /// time in which nothing could be sent; from the operator's retry of an auto-reply. `None` for an auto-reply means
    /// `created_at`.
    pub age_from: Option<DateTimeUtc>,
    /// Whether the network that the inquiry came from had used up its share of auto-replies.
    pub over_share: bool,
    /// The message that the mail relays or is about; of `AnswerLost` the answer.
    pub about: Option<Uuid>,
    /// Of an answer, to whom it goes. `None`: to the inquiry's own address.
    pub participant: Option<Uuid>,
    /// Beside the mail that is the answer.
    pub is_copy: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
