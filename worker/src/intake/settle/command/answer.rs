//! What becomes of a consultant's answer: sent, or held with a reason until its author decides.

use entity::{EmailAddress, email_address::key_of};
use inbound::{
    commands::{self, Command},
    encrypted::SAID,
};
use mailer::db::{query_row, query_values, statement};
use outbox::{Held, TicketTexts, Verdict, Writer, attachments::sent_names, has_no_words, is_signature, stored};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, QueryResult};
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::{
    super::ticket::{Readers, Ticket},
    Mail,
};
use crate::ticket::Verb;

/// Whether another has answered, and whether the visitor has a phone number alone. `$1` inquiry, `$2` the consultant's notification, `$3` how
/// stand-ins of phone numbers end.
const ANSWERED: &str = "\
    SELECT EXISTS (SELECT FROM ticket_event WHERE inquiry_id = $1 AND verb = 'answer' AND outcome = 'done' \
        AND who <> $2 AND at > now() - interval '10 minutes' AND at > ALL ( \
            SELECT own.at FROM ticket_event AS own WHERE inquiry_id = $1 AND verb = 'answer' AND outcome = 'done' AND who = $2 \
        )) AS is_answered, \
        (SELECT email LIKE '%' || $3 FROM content_of($1)) \
            AND NOT EXISTS (SELECT FROM participant WHERE inquiry_id = $1 AND instead_from IS NOT NULL) AS has_number_alone";

/// An author's answers: first the one whose receipt is answered, then the newest. A receipt of `#send` itself stands for the
/// receipt that this one answered.
///
/// `$1` inquiry, `$2` the author's notification, `$3` the mail among consultants that is answered.
const ANSWERS: &str = "\
    WITH RECURSIVE named AS ( \
        SELECT about, 1 AS depth FROM outbox WHERE id = $3 AND inquiry_id = $1 AND kind = 'receipt' \
        UNION ALL \
        SELECT outbox.about, depth + 1 FROM named JOIN messages_of($1) AS message ON message.id = named.about \
            JOIN intake ON intake.id = message.intake_id JOIN outbox ON outbox.id = intake.outbox_id \
        WHERE outbox.inquiry_id = $1 AND outbox.kind = 'receipt' AND depth < 10 \
            AND EXISTS (SELECT FROM ticket_event WHERE intake_id = message.intake_id AND verb = 'send') \
    ) \
    SELECT message.id AS message, message.intake_id AS intake, new_text AS text, files, held_line, \
        is_named, (outcome LIKE 'held%' OR is_named) \
            AND NOT EXISTS (SELECT FROM outbox WHERE kind = 'answer' AND about = message.id) AS waits, \
        EXISTS (SELECT FROM named JOIN messages_of($1) AS of ON of.id = named.about WHERE NOT EXISTS ( \
            SELECT FROM ticket_event AS own WHERE own.intake_id = of.intake_id AND own.verb = 'send' \
        )) AS answers_receipt \
    FROM ticket_event JOIN messages_of($1) AS message USING (intake_id) CROSS JOIN LATERAL ( \
        SELECT outcome ~ '^(held|below)_' AND EXISTS (SELECT FROM named WHERE about = message.id) AS is_named \
    ) AS answered \
    WHERE ticket_event.inquiry_id = $1 AND who = $2 AND verb = 'answer' \
        AND NOT (outcome = 'below_verb' AND EXISTS ( \
            SELECT FROM ticket_event AS other WHERE other.intake_id = ticket_event.intake_id AND other.verb = 'send' AND other.outcome <> 'other' \
        )) \
    ORDER BY is_named DESC, at DESC";

/// Without answers that wait, and what is not proven. `$1` inquiry, `$2` the key of the author's address, `$3` the mail.
const EARLIER: &str = "\
    SELECT new_text FROM messages_of($1) AS message WHERE author_key = $2 AND id <> $3 \
        AND NOT EXISTS (SELECT FROM intake WHERE intake.id = message.intake_id AND rule = 'unproven') \
        AND (EXISTS (SELECT FROM outbox WHERE kind = 'answer' AND about = message.id) OR NOT EXISTS ( \
            SELECT FROM ticket_event AS event \
            WHERE event.intake_id = message.intake_id AND verb = 'answer' AND outcome LIKE 'held%' \
        )) ORDER BY received_at DESC LIMIT 20";

/// Whether a mail has a file that no earlier one of its author had. Parameters as above.
const NEW_FILE: &str = "\
    SELECT EXISTS ( \
        SELECT FROM messages_of($1) AS own, jsonb_array_elements(own.files) AS file \
        WHERE own.id = $3 AND NOT EXISTS ( \
            SELECT FROM messages_of($1) AS earlier WHERE author_key = $2 AND earlier.id <> $3 \
                AND earlier.files @> jsonb_build_array(jsonb_build_object('sha256', file ->> 'sha256')) \
        ) \
    ) AS has_file";

/// `$1` the mail with `#send`.
const UNSENT: &str = "\
    SELECT EXISTS ( \
        SELECT FROM ticket_event WHERE intake_id = $1 AND verb = 'send' AND outcome NOT IN ('done', 'without_below', 'shortened', 'unchanged', 'nothing', 'empty') \
    ) AS is_unsent";

/// What receipts have named of an answer. `$1` inquiry, `$2` the author's notification, `$3` the answer, `$4` the outcome.
const NAMED: &str = "\
    SELECT coalesce(held_line, '') FROM ticket_event JOIN messages_of($1) AS message USING (intake_id) \
    WHERE ticket_event.inquiry_id = $1 AND who = $2 AND (message.id = $3 OR verb = 'send') AND outcome = $4";

/// What has become of an answer.
#[derive(PartialEq)]
pub(super) enum Answer {
    Whole,
    /// Without what it repeats.
    Shortened,
    Held,
}

#[derive(FromQueryResult)]
pub(super) struct HeldAnswer {
    message: Uuid,
    intake: Uuid,
    text: String,
    files: serde_json::Value,
    held_line: Option<String>,
    pub(super) is_named: bool,
    waits: bool,
    /// Of something else than `#send`.
    answers_receipt: bool,
}

impl Mail<'_> {
    /// Sends the text to the visitor, or holds it back.
    pub(super) async fn answer(&self, text: &str) -> Result<Answer, DbErr> {
        if let Some(doubt) = self.doubt(text).await? {
            self.name_lines(&self.verdict.held).await?;
            self.act(Verb::Answer, Some(doubt)).await?;
            return Ok(Answer::Held);
        }
        self.send(self.message).await?;
        if self.is_shortened {
            self.act(Verb::Send, Some("shortened")).await?;
        }
        Ok(if self.is_shortened { Answer::Shortened } else { Answer::Whole })
    }

    /// For the receipt of this mail.
    pub(super) async fn name_lines(&self, held: &[Held]) -> Result<(), DbErr> {
        let Some(lines) = stored(held) else { return Ok(()) };
        let sql = "SELECT hold_line($1, $2, $3)";
        let values = [self.ticket.inquiry.into(), self.message.into(), lines.into()];
        self.ticket.transaction.execute_raw(statement(sql, values)).await.map(drop)
    }

    /// Compares the stored answer of a mail with the other texts of its ticket as they are now. `None`: they may not be used.
    pub(super) async fn judge(
        &self,
        intake: Uuid,
        text: &str,
        files: serde_json::Value,
    ) -> Result<Option<Verdict>, DbErr> {
        if text == SAID {
            return Ok(Some(Verdict::of_encrypted()));
        }
        let Ticket { transaction, settings, inquiry } = self.ticket;
        let consultants = Some(settings.consultants.clone().unwrap_or_default());
        let writer = Writer { address: self.address.to_owned(), consultants, is_internal: false };
        let texts = TicketTexts::load(transaction, (inquiry, Some(intake)), writer, &settings.mail).await?;
        let (text, files) = (text.to_owned(), sent_names(files)?);
        let judge = move || texts.map(|texts| texts.judge(&text, &files));
        spawn_blocking(judge).await.map_err(|_| DbErr::Custom("an answer cannot be compared".to_owned()))
    }

    /// The first answer claims the ticket. Of that one all colleagues hear, so they are looked up before.
    async fn send(&self, message: Uuid) -> Result<(), DbErr> {
        self.ticket.queue_answer(message).await?;
        self.queue_copies(message, Readers::OfTurn).await?;
        self.act(Verb::Answer, None).await
    }

    async fn answered(&self) -> Result<QueryResult, DbErr> {
        let values = [self.ticket.inquiry.into(), self.who.into(), EmailAddress::OF_PHONES.into()];
        query_row(self.ticket.transaction, statement(ANSWERED, values)).await
    }

    /// Why the text waits. What is doubtful is never sent: what is ours, a second answer.
    async fn doubt(&self, text: &str) -> Result<Option<&'static str>, DbErr> {
        let row = self.answered().await?;
        let Verdict { held, is_complete } = &self.verdict;
        Ok(if row.try_get("", "has_number_alone")? {
            Some("held_address")
        } else if text.is_empty() && !self.has_files {
            Some("held_empty")
        } else if has_no_words(text) && !self.has_files {
            Some("held_signature")
        } else if held.iter().any(|held| held.why.is_secret()) {
            Some("held_note")
        } else if !is_complete {
            Some("held_uncompared")
        } else if let Some(verb) = commands::verb_within(text) {
            Some(if verb == Command::Note { "held_below" } else { "held_verb" })
        } else if !held.is_empty() {
            Some("held_quote")
        } else if self.keeps_files {
            Some("held_files")
        } else if row.try_get("", "is_answered")? {
            Some("held_second")
        } else {
            None
        })
    }

    /// Sends the held answer whose receipt the mail answers; if it answers no receipt the author's last answer, if it waits, no other
    /// does, and no new text stands below. The author decides about what a receipt has named: other lines of ours are named first, and
    /// a note never goes.
    pub(super) async fn send_held(&self) -> Result<(), DbErr> {
        let answer = match self.held().await? {
            Ok(answer) if answer.is_named => answer,
            _ if self.has_text_below() => return self.act(Verb::Send, Some("other")).await,
            Ok(answer) => answer,
            Err(outcome) => return self.act(Verb::Send, Some(outcome)).await,
        };
        let text = commands::read(&answer.text).text;
        if self.answered().await?.try_get("", "has_number_alone")? {
            return self.act(Verb::Send, Some("held_address")).await;
        }
        // Of an encrypted answer, the words are in its file.
        if (text.is_empty() || text == SAID) && sent_names(answer.files.clone())?.is_empty() {
            return self.act(Verb::Send, Some("empty")).await;
        }
        let Some(verdict) = self.judge(answer.intake, &text, answer.files).await? else {
            return self.act(Verb::Send, Some("restricted")).await;
        };
        let Verdict { mut held, is_complete } = verdict.with_stored(answer.held_line.as_deref());
        let refusal = if held.iter().any(|held| held.why.is_secret()) {
            Some("note")
        } else if !is_complete && self.named(answer.message, "held_uncompared").await?.is_empty() {
            held.clear();
            Some("held_uncompared")
        } else {
            let named = self.named(answer.message, "held_quote").await?;
            held.retain(|held| !named.iter().any(|named| held.is_named(named)));
            (!held.is_empty()).then_some("held_quote")
        };
        let Some(outcome) = refusal else {
            self.send(answer.message).await?;
            // A mail has one event of each verb, and that of the answer is of the one that goes.
            let is_more = self.is_answer_below(&commands::read(&self.text).text).await?;
            return self.act(Verb::Send, is_more.then_some("without_below")).await;
        };
        self.name_lines(&held).await?;
        self.act(Verb::Send, Some(outcome)).await
    }

    /// `Err`: why none is to be sent.
    pub(super) async fn held(&self) -> Result<Result<HeldAnswer, &'static str>, DbErr> {
        let values = [self.ticket.inquiry.into(), self.who.into(), self.answered.into()];
        let answers = HeldAnswer::find_by_statement(statement(ANSWERS, values)).all(self.ticket.transaction).await?;
        let waiting = answers.iter().filter(|answer| answer.waits).count();
        Ok(match answers.into_iter().next() {
            Some(answer) if answer.is_named => {
                if answer.waits {
                    Ok(answer)
                } else {
                    Err("unchanged")
                }
            }
            Some(answer) if answer.waits && waiting == 1 && !answer.answers_receipt => Ok(answer),
            Some(answer) if waiting > 0 => Err(if answer.waits && waiting > 1 { "several" } else { "older" }),
            _ => Err("nothing"),
        })
    }

    /// Whether text or files below a verb are perhaps an answer.
    pub(super) async fn is_answer_below(&self, text: &str) -> Result<bool, DbErr> {
        let Ticket { transaction, inquiry, .. } = self.ticket;
        let values = [inquiry.into(), key_of(self.address).into(), self.message.into()];
        let earlier: Vec<String> = query_values(transaction, statement(EARLIER, values.clone())).await?;
        Ok(!is_signature(text, earlier.iter().map(String::as_str))
            || query_row(transaction, statement(NEW_FILE, values)).await?.try_get("", "has_file")?)
    }

    /// Whether the mail asks for an answer that has not gone.
    pub(super) async fn has_unsent(&self) -> Result<bool, DbErr> {
        query_row(self.ticket.transaction, statement(UNSENT, [self.intake.into()])).await?.try_get("", "is_unsent")
    }

    /// Whether more than a signature stands below the verbs: perhaps the answer that its author means.
    fn has_text_below(&self) -> bool {
        let text = commands::read(&self.text).text;
        text.lines().next().is_some_and(|line| commands::visible(line) != "--")
    }

    /// What receipts with this outcome have named of an answer.
    async fn named(&self, answer: Uuid, outcome: &str) -> Result<Vec<String>, DbErr> {
        let values = [self.ticket.inquiry.into(), self.who.into(), answer.into(), outcome.into()];
        query_values(self.ticket.transaction, statement(NAMED, values)).await
    }
}
