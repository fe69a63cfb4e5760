//! What a mail to a consultant says of its ticket besides the inquiry: whose it is, by when it is to be answered, and what was
//! said so far.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use entity::{
    answer_within::AnswerWithin,
    contact::ContactReason,
    outbox::{self, MailKind},
};
use mailer::db::statement;
use sea_orm::{ActiveEnum, ConnectionTrait, DbErr, FromQueryResult};
use uuid::Uuid;

use crate::participants::{Participant, participants};

#[derive(Clone, Default, FromQueryResult)]
pub struct DueTicket {
    /// `None`: nobody watches the promised time, or not yet.
    pub due_at: Option<DateTime<Utc>>,
    /// From when the promised time runs, if `due_at` does not say so yet.
    pub due_from: Option<DateTime<Utc>>,
    pub is_answered: bool,
    /// Since then the visitor waits for another answer.
    pub wrote_again_at: Option<DateTime<Utc>>,
    pub waits_until: Option<DateTime<Utc>>,
    pub state: String,
    /// The owner's address; of an assignment or a claim, whose the ticket was by it.
    pub owner: Option<String>,
    /// The reference of the inquiry that goes on for this one, and of those for which this one does.
    pub merged_into: Option<String>,
    pub merged: Vec<String>,
    /// Who else has this mail.
    pub others: Vec<String>,
    /// Who gave the ticket to its owner.
    pub by: Option<String>,
    /// The mail shows the conversation because its recipient has asked for it.
    pub is_history: bool,
    /// The mail says that its author took the ticket.
    pub is_claim: bool,
    /// When the absence of the owner ends, and that of the recipient.
    pub owner_back_at: Option<DateTime<Utc>>,
    pub back_at: Option<DateTime<Utc>>,
    /// What was said, the oldest first. Of reminders and of mails of the conversation, nothing.
    #[sea_orm(skip)]
    pub turns: Arc<[Turn]>,
    #[sea_orm(skip)]
    pub participants: Vec<Participant>,
}

/// A mail of the conversation.
#[derive(Clone, FromQueryResult)]
pub struct Turn {
    pub id: Uuid,
    /// From 1, the oldest: those in front of the first one are left out.
    pub number: i64,
    pub author: String,
    /// `visitor`, `consultant` or `other`.
    pub party: String,
    /// Perhaps a program's.
    pub is_machine: bool,
    pub is_note: bool,
    /// Of an answer, the state of the mail to the visitor.
    pub answer: Option<String>,
    pub text: String,
    /// Of a longer mail.
    pub end: Option<String>,
    pub files: serde_json::Value,
    pub at: DateTime<Utc>,
}

entity::opaque_debug!(DueTicket, Turn);

impl DueTicket {
    /// `None`: it is over, answered or put off, or nobody watches the promised time.
    pub(crate) fn due(&self, reason: ContactReason, answer: &AnswerWithin) -> Option<DateTime<Utc>> {
        let is_over = matches!(self.state.as_str(), "closed" | "spam");
        let due_at = self.due_from.map(|from| answer.due(from, reason)).or(self.due_at);
        due_at.filter(|_| !is_over && !self.is_answered && self.waits_until.is_none())
    }

    pub(crate) fn is_owner(&self, recipient: &str) -> bool {
        self.owner.as_deref().is_some_and(|owner| owner.eq_ignore_ascii_case(recipient))
    }
}

/// The absences at the time of the mail; for a receipt, after what its mail did.
///
/// `$1` inquiry, `$2` recipient, `$3` kind of the mail, `$4` what it is about, `$5` when it was queued.
const DUE: &str = "\
    WITH moment AS ( \
        SELECT coalesce((SELECT max(event.at) FROM messages_of($1) AS message JOIN ticket_event AS event USING (intake_id) \
            WHERE $3 = 'receipt' AND message.id = $4), $5) AS at \
    ), away AS ( \
        SELECT mailbox, ends_at AS back_at FROM consultant_absence, moment \
        WHERE begins_at <= moment.at AND changed_at > moment.at AND ends_at > moment.at \
    ) SELECT due_at, CASE WHEN promised_from IS DISTINCT FROM starts_at AND EXISTS ( \
            SELECT FROM promise_watch WHERE since <= starts_at \
        ) THEN starts_at END AS due_from, \
        CASE WHEN waits_until > now() THEN waits_until END AS waits_until, coalesce(is_answered(ticket), false) AS is_answered, \
        CASE WHEN is_answered(ticket) AND ticket.waits_until IS NULL THEN waits_since(ticket) END AS wrote_again_at, \
        coalesce(ticket.state, 'open') AS state, coalesce(event.verb = 'history', false) AS is_history, is_claim, \
        CASE WHEN event.verb = 'assign' THEN assigned.recipient WHEN is_claim THEN actor.recipient \
            ELSE owned.recipient END AS owner, actor.recipient AS by, \
        (SELECT survivor.reference FROM inquiry AS survivor WHERE survivor.id = ticket.merged_into) AS merged_into, \
        ARRAY(SELECT part.reference FROM ticket AS merged JOIN inquiry AS part ON part.id = merged.inquiry_id \
            WHERE merged.merged_into = inquiry.id ORDER BY 1) AS merged, \
        (SELECT back_at FROM away WHERE mailbox = lower(owned.recipient)) AS owner_back_at, \
        (SELECT back_at FROM away WHERE mailbox = lower($2)) AS back_at, ARRAY( \
            SELECT DISTINCT outbox.recipient FROM outbox \
            WHERE outbox.inquiry_id = inquiry.id AND kind = $3 AND about IS NOT DISTINCT FROM $4 AND lower(outbox.recipient) <> lower($2) \
                AND last_code IS DISTINCT FROM 'named' \
            ORDER BY 1 \
        ) AS others \
    FROM inquiry LEFT JOIN ticket ON ticket.inquiry_id = inquiry.id LEFT JOIN outbox AS owned ON owned.id = owner \
        LEFT JOIN ticket_event AS event ON event.id = $4 LEFT JOIN outbox AS actor ON actor.id = event.who \
        LEFT JOIN outbox AS assigned ON assigned.id = event.target \
        CROSS JOIN LATERAL (SELECT coalesce(started_at, received_at) AS starts_at, \
            coalesce(event.verb IN ('claim', 'wait'), false) AS is_claim) AS facts \
    WHERE inquiry.id = $1";

/// The newest ones first. What was held, and verbs, are no part of it. Anybody can write long mails: a mail with all of them would
/// not be taken, and no answer could be compared with it.
///
/// `$1` inquiry, `$2` characters of a mail, `$3` bytes of all, `$4` mails.
const TURNS: &str = "\
    SELECT * FROM ( \
        SELECT *, row_number() OVER (ORDER BY at, id) AS number, \
            sum(octet_length(concat(text, \"end\"))) OVER (ORDER BY at DESC, id DESC) AS so_far \
        FROM ( \
            SELECT message.id, author, party, is_machine, is_note, answer.state AS answer, files, received_at AS at, \
                CASE WHEN is_long THEN left(new_text, $2 / 4 * 3) ELSE new_text END AS text, \
                CASE WHEN is_long THEN right(new_text, $2 / 4) END AS \"end\" \
            FROM ticket_message AS message CROSS JOIN LATERAL ( \
                SELECT EXISTS ( \
                    SELECT FROM ticket_event \
                    WHERE ticket_event.intake_id = message.intake_id AND verb = 'note' AND outcome = 'done' \
                ) AS is_note \
            ) AS noted CROSS JOIN LATERAL (SELECT length(new_text) > $2 AS is_long) AS length LEFT JOIN outbox AS answer \
                ON answer.inquiry_id = message.inquiry_id AND answer.kind = 'answer' AND answer.about = message.id AND NOT answer.is_copy \
            WHERE ticket = $1 AND party <> 'system' AND (party <> 'consultant' OR is_note OR answer.id IS NOT NULL) \
        ) AS turn \
    ) AS counted WHERE so_far <= $3 ORDER BY number DESC LIMIT $4";
const MAX_CHARS: i32 = 32 << 10;
const MAX_BYTES: i64 = 256 << 10;
const MAX_TURNS: i64 = 100;

/// `None`: the inquiry is gone.
pub(crate) async fn due_ticket(db: &impl ConnectionTrait, row: &outbox::Model) -> Result<Option<DueTicket>, DbErr> {
    let values = [
        row.inquiry_id.into(),
        row.recipient.clone().into(),
        row.kind.to_value().into(),
        row.about.into(),
        row.created_at.into(),
    ];
    let Some(ticket) = DueTicket::find_by_statement(statement(DUE, values)).one(db).await? else { return Ok(None) };
    let participants = participants(db, row.inquiry_id, row.created_at).await?;
    Ok(Some(DueTicket { participants, ..ticket }))
}

/// What a mail shows that shows the conversation.
pub(crate) async fn turns(db: &impl ConnectionTrait, row: &outbox::Model) -> Result<Arc<[Turn]>, DbErr> {
    if row.kind == MailKind::Reminder {
        return Ok(Arc::default());
    }
    let values = [row.inquiry_id.into(), MAX_CHARS.into(), MAX_BYTES.into(), MAX_TURNS.into()];
    let turns = Turn::find_by_statement(statement(TURNS, values)).all(db).await?;
    Ok(turns.into_iter().rev().collect())
}
