//! What the database knows of a ticket, and of a mail's sender on it.

use entity::email_address::key_of;
use inbound::{
    absence::own_words,
    standing::{Sender, Standing},
};
use mailer::db::{query_row, statement};
use sea_orm::{DatabaseTransaction, DbErr, DeriveActiveEnum, EnumIter, FromQueryResult};
use uuid::Uuid;

use super::{Settling, content::Content, identify::Lead, participants::main_participant};
use crate::ticket::wait_for;

/// Beyond these, somebody writes who gives no sign of being a program: mails of a ticket in ten minutes, mails of one
/// sender in a day, and those with the same words.
const MAX_RECENT: i64 = 10;
const MAX_OF_SENDER: i64 = 20;
const MAX_REPEATED: i64 = 2;
/// Likewise of the visitor whom proven consultants answer: faster than people write.
const MAX_OF_CHAT: i64 = 60;
const MAX_OF_CHAT_SENDER: i64 = 200;

/// What the database knows of a ticket and of this sender on it.
pub(super) struct Facts {
    pub(super) ticket: TicketFacts,
    /// The effect of an earlier copy of the mail.
    pub(super) copy: Option<Effect>,
    pub(super) sender: Sender,
    /// The consultant for whom the address was made, as registered: `From` may have it in another form.
    pub(super) consultant: Option<String>,
    /// The settings no longer name this consultant.
    pub(super) has_left: bool,
    pub(super) questions: Questions,
}

#[derive(Default, FromQueryResult)]
pub(super) struct TicketFacts {
    pub(super) visitor_key: Option<String>,
    /// Keys of those to whom answers go besides or instead; of the latter, alone.
    pub(super) participants: Vec<String>,
    pub(super) main_key: Option<String>,
    pub(super) consultants: Vec<String>,
    /// Mails of this ticket in the last ten minutes, proven consultants' aside: all, and without those of a chat.
    pub(super) recent: i64,
    pub(super) recent_others: i64,
    /// Mails of this sender on this ticket in the last day.
    pub(super) of_sender: i64,
    /// Mails of the last day that are perhaps automatic.
    pub(super) doubtful: i64,
    /// Notes of consultants in the last ten minutes.
    pub(super) notes: i64,
    /// Consultants have answered in the last day.
    pub(super) is_answered: bool,
}

impl TicketFacts {
    /// Proven consultants may write as much as they like, but notes: two programs may answer each other's. A chat is of the
    /// visitor whom they answer: nobody else has that standing without a proof of the sender or an address made for the visitor.
    pub(super) fn is_flood(&self, standing: Standing, is_note: bool) -> bool {
        let is_of_chat = standing == Standing::Visitor && self.is_answered;
        if is_note && self.notes >= MAX_RECENT {
            true
        } else if standing == Standing::Consultant {
            false
        } else if is_of_chat {
            self.recent >= MAX_OF_CHAT || self.of_sender >= MAX_OF_CHAT_SENDER
        } else {
            self.recent_others >= MAX_RECENT || self.of_sender >= MAX_OF_SENDER
        }
    }
}

impl Facts {
    /// Whether the mail is of the address to which answers go.
    pub(super) fn is_of_reader(&self, content: &Content) -> bool {
        let reader = self.ticket.main_key.as_ref().or(self.ticket.visitor_key.as_ref());
        reader.is_some() && reader == content.from().map(key_of).as_ref()
    }
}

/// What consultants were asked in the last day whose mails the receiving host does not prove.
#[derive(Default, FromQueryResult)]
pub(super) struct Questions {
    /// Asked of the sender about this ticket and not answered: all, and those of the last ten minutes.
    pub(super) open: i64,
    pub(super) just_asked: i64,
    /// In the last hour, about this ticket.
    pub(super) of_ticket: i64,
    pub(super) of_person: i64,
    /// The mail answers a question to its sender.
    pub(super) is_answered: bool,
}

/// What follows from a mail, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "i32", db_type = "Integer")]
pub(super) enum Effect {
    /// Kept as a program's.
    Kept = 0,
    /// Shown to the consultants as another sender's.
    Shown = 1,
    /// Its author, a consultant, was asked whether to do what it says.
    Asked = 2,
    /// The visitor's contact, or a consultant's command.
    Acted = 3,
}

/// `$1` mail, `$2` fingerprint, `$3` inquiry, or NULL for any.
const COPY: &str = "\
    SELECT max(CASE \
        WHEN fate IN ('machine', 'bounce') THEN 0 \
        WHEN party = 'other' OR is_machine THEN 1 \
        WHEN EXISTS ( \
            SELECT FROM ticket_event WHERE ticket_event.intake_id = intake.id AND verb = 'confirm' AND outcome = 'asked' \
        ) THEN 2 \
        ELSE 3 \
    END) AS effect FROM intake LEFT JOIN LATERAL messages_of(intake.inquiry_id) AS message ON message.intake_id = intake.id \
    WHERE digest = $2 AND intake.id <> $1 AND state = 'settled' \
        AND fate IN ('reply', 'new', 'command', 'machine', 'bounce') \
        AND ($3::uuid IS NULL OR intake.inquiry_id = $3 OR intake.inquiry_id IN (SELECT inquiry_id FROM ticket WHERE merged_into = $3))";

/// Copies of the mail do not count as mails of the sender. Each message's mail is found by its key: joined, the plan kept from a
/// small table would read the whole of a large one.
///
/// `$1` inquiry, `$2` fingerprint, `$3` key of the sender.
const TICKET: &str = concat!(
    "\
    WITH answered AS ( \
        SELECT EXISTS (SELECT FROM ticket_event WHERE inquiry_id = $1 AND verb = 'answer' AND outcome = 'done' \
            AND at > now() - interval '24 hours') AS is_answered \
    ), of_day AS ( \
        SELECT party, is_machine, author_key, coalesce(auth IN ('pass', 'internal'), false) AS is_proven, \
            coalesce(digest = $2, false) AS is_copy, received_at > now() - interval '10 minutes' AS is_recent \
        FROM messages_of($1) LEFT JOIN LATERAL (SELECT auth, digest FROM intake WHERE id = intake_id LIMIT 1) AS mail ON true \
        WHERE received_at > now() - interval '24 hours' \
    ), counted AS ( \
        SELECT count(*) FILTER (WHERE is_recent AND NOT (is_proven AND party = 'consultant')) AS recent, \
            count(*) FILTER (WHERE is_recent AND NOT (is_proven AND party = 'consultant' OR party = 'visitor' AND is_answered)) \
                AS recent_others, \
            count(*) FILTER (WHERE author_key = $3 AND NOT is_machine AND NOT is_copy) AS of_sender, \
            count(*) FILTER (WHERE is_machine AND party <> 'system') AS doubtful \
        FROM answered, of_day \
    ) SELECT email_key AS visitor_key, counted.*, is_answered, \
        (SELECT coalesce(array_agg(DISTINCT recipient), '{}') FROM outbox \
         WHERE outbox.inquiry_id = $1 AND kind = 'notification') AS consultants, \
        array_remove(ARRAY(SELECT address_key FROM participant WHERE inquiry_id = $1 AND copied_from IS NOT NULL AND copied_until IS NULL) \
            || main.address_key, NULL) AS participants, main.address_key AS main_key, \
        (SELECT count(*) FROM ticket_event WHERE inquiry_id = $1 AND verb = 'note' AND at > now() - interval '10 minutes') AS notes \
    FROM content_of($1), answered, counted, (SELECT ",
    main_participant!("address_key"),
    " AS address_key) AS main"
);

/// Whether the consultants heard of an absence within a week, and the automatic mails of this sender that they have seen.
///
/// `$1` inquiry, `$2` key of the sender.
const NOTES: &str = "\
    WITH told AS ( \
        SELECT about FROM outbox WHERE inquiry_id = $1 AND kind = 'absence' AND created_at > now() - interval '7 days' \
    ) SELECT EXISTS (SELECT FROM told) AS is_told, ARRAY( \
        SELECT new_text FROM messages_of($1) AS message WHERE author_key = $2 \
            AND (id IN (SELECT about FROM told) OR party = 'visitor' AND is_machine AND received_at > now() - interval '7 days') \
    ) AS shown";

/// The sender's mails with the same words and files, and those since the visitor's last answer. Only what somebody wrote is compared: which lines of ours are not shown differs from quote to quote.
///
/// `$1` inquiry, `$2` fingerprint, `$3` key of the sender, `$4` the newly written text, `$5` its attachments.
const REPETITIONS: &str = r"
    SELECT count(*) AS repeated, count(*) FILTER (WHERE received_at > coalesce((
        SELECT max(finished_at) FROM outbox
        WHERE outbox.inquiry_id = $1 AND kind = 'answer' AND NOT is_copy AND outbox.state = 'sent'
    ), '-infinity')) AS unanswered
    FROM messages_of($1) AS message, (SELECT '^Subject: [^\n]*|(^|\n)\[[0-9]+ lines? not shown: [^\n]*\](?=\n|$)' AS said) AS pattern
    WHERE author_key = $3 AND NOT is_machine
        AND (SELECT jsonb_agg(file - 'number') FROM jsonb_array_elements(files) AS file)
            IS NOT DISTINCT FROM (SELECT jsonb_agg(file - 'number') FROM jsonb_array_elements($5) AS file) AND received_at > now() - interval '24 hours'
        AND NOT EXISTS (SELECT FROM intake WHERE id = message.intake_id AND digest = $2)
        AND btrim(regexp_replace(new_text, said, '', 'g'), E' \n') = btrim(regexp_replace($4, said, '', 'g'), E' \n')
        AND btrim(regexp_replace($4, said, '', 'g'), E' \n') <> ''";

/// `$1` inquiry, `$2` the consultant, as registered, `$3` the mail of ours that is answered.
const QUESTIONS: &str = "\
    SELECT count(*) FILTER (WHERE is_here AND is_own AND outcome = 'asked') AS open, \
        count(*) FILTER (WHERE is_here AND is_own AND outcome = 'asked' AND at > now() - interval '10 minutes') AS just_asked, \
        count(*) FILTER (WHERE is_here AND at > now() - interval '1 hour') AS of_ticket, \
        count(*) FILTER (WHERE is_own) AS of_person, \
        EXISTS (SELECT FROM outbox WHERE id = $3 AND kind = 'question' AND lower(recipient) = lower($2)) AS is_answered \
    FROM ( \
        SELECT at, outcome, ticket_event.inquiry_id = $1 AS is_here, lower(recipient) = lower($2) AS is_own \
        FROM ticket_event JOIN outbox ON outbox.id = who WHERE verb = 'confirm' AND at > now() - interval '1 day' \
    ) AS asked";

impl Settling<'_> {
    /// Copies, and the mails of one ticket, are settled one after the other, so no notice is queued twice.
    pub(super) async fn wait_for_others(
        &self,
        transaction: &DatabaseTransaction,
        inquiry: Option<Uuid>,
    ) -> Result<(), DbErr> {
        let of = inquiry.map_or_else(|| hex::encode(&self.claimed.fingerprint), |inquiry| inquiry.to_string());
        wait_for(transaction, &of).await
    }

    /// The greatest effect of a copy that came by another way: the mail is a duplicate of a copy that has had at least its own.
    pub(super) async fn find_copy(
        &self,
        transaction: &DatabaseTransaction,
        inquiry: Option<Uuid>,
    ) -> Result<Option<Effect>, DbErr> {
        let (id, fingerprint) = (self.claimed.id, &self.claimed.fingerprint);
        let values = [id.into(), fingerprint.clone().into(), inquiry.into()];
        query_row(transaction, statement(COPY, values)).await?.try_get("", "effect")
    }

    pub(super) async fn facts(
        &self,
        transaction: &DatabaseTransaction,
        content: &Content,
        lead: &Lead,
    ) -> Result<Facts, DbErr> {
        let copy = self.find_copy(transaction, Some(lead.inquiry)).await?;
        let values = [lead.inquiry.into(), self.claimed.fingerprint.clone().into(), content.from().map(key_of).into()];
        let ticket =
            TicketFacts::find_by_statement(statement(TICKET, values)).one(transaction).await?.unwrap_or_default();
        let has_key = |key: &str| ticket.consultants.iter().find(|one| key_of(one) == key);
        let sender = content.sender(|key| has_key(key).is_some(), ticket.visitor_key.as_deref(), &ticket.participants);
        let consultant = lead.owner.as_ref().and_then(|owner| {
            let named = ticket.consultants.iter().find(|one| one.eq_ignore_ascii_case(owner));
            named.or_else(|| has_key(&key_of(owner))).cloned()
        });
        let has_left = lead.owner.as_ref().is_some_and(|owner| self.settings.has_left(owner));
        let questions = match &consultant {
            Some(person) => {
                let values = [lead.inquiry.into(), person.as_str().into(), lead.outbox.into()];
                Questions::from_query_result(&query_row(transaction, statement(QUESTIONS, values)).await?, "")?
            }
            None => Questions::default(),
        };
        Ok(Facts { ticket, copy, sender, consultant, has_left, questions })
    }

    /// Whether an absence note has other words than the consultants have seen within a week: perhaps a person wrote them.
    pub(super) async fn says_more(
        &self,
        transaction: &DatabaseTransaction,
        inquiry: Uuid,
        content: &Content,
    ) -> Result<bool, DbErr> {
        let own = own_words(&content.parsed.new_text);
        let row = query_row(transaction, statement(NOTES, [inquiry.into(), content.from().map(key_of).into()])).await?;
        let (is_told, shown): (bool, Vec<String>) = (row.try_get("", "is_told")?, row.try_get("", "shown")?);
        Ok(is_told && !own.is_empty() && shown.iter().all(|shown| own_words(shown) != own))
    }

    pub(super) async fn is_repeated(
        &self,
        transaction: &DatabaseTransaction,
        inquiry: Uuid,
        content: &Content,
    ) -> Result<bool, DbErr> {
        let values = [
            inquiry.into(),
            self.claimed.fingerprint.clone().into(),
            content.from().map(key_of).into(),
            content.parsed.new_text.as_str().into(),
            content.listed_files()?.into(),
        ];
        let row = query_row(transaction, statement(REPETITIONS, values)).await?;
        let (all, unanswered): (i64, i64) = (row.try_get("", "repeated")?, row.try_get("", "unanswered")?);
        Ok(all >= MAX_REPEATED || unanswered > 0)
    }
}

impl Questions {
    /// A program answers a question at once and does not confirm it.
    pub(super) fn may_ask(&self) -> bool {
        self.open < 2 && self.just_asked == 0 && self.of_ticket < 5 && self.of_person < 20
    }
}
