//! What a mail does to its ticket: mails to the consultants or the visitor, and what somebody did.

use entity::{
    email_address::key_of,
    jobs::{self, NewJob},
    outbox::MailKind,
};
use inbound::absence::{last_day, says_absent};
use mailer::db::{database_now, find_value, query_value, statement};
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseTransaction, DbErr, Statement};
use uuid::Uuid;

use super::content::Content;
use crate::{
    intake::settings::IntakeSettings,
    ticket::{Action, State, Verb, act, is_notified, notification_of, record, release, state_of},
};

/// The ticket of a mail, in the transaction that settles it.
#[derive(Clone, Copy)]
pub(super) struct Ticket<'a> {
    pub(super) transaction: &'a DatabaseTransaction,
    pub(super) settings: &'a IntakeSettings,
    pub(super) inquiry: Uuid,
}

/// To whom a mail to the consultants goes.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Readers {
    /// Those of a turn of the conversation.
    OfTurn,
    /// But who has muted the ticket.
    All,
}

/// Of an absence, nobody again within a week.
///
/// `$1` inquiry, `$2` kind, `$3` message or event, or NULL, `$4` the settings' addresses or NULL, `$5` whom not, or NULL, `$6` whether all
/// consultants follow.
const QUEUE_TO_CONSULTANTS: &str = "\
    INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
    SELECT gen_random_uuid(), $1, $2, reader, $3 FROM turn_readers($1, $4, $6) AS reader \
    WHERE ($5::text IS NULL OR lower(reader) <> lower($5)) AND ($2 <> 'absence' OR NOT EXISTS ( \
        SELECT FROM outbox AS told WHERE told.inquiry_id = $1 AND told.kind = 'absence' \
            AND lower(told.recipient) = lower(reader) AND created_at > now() - interval '7 days' \
    )) ON CONFLICT DO NOTHING RETURNING id";

/// What an encrypted mail says, no notification does, so it goes to each who is notified; with the hourly mail, if that notifies.
/// `$1` inquiry, `$2` message.
const QUEUE_WHOLE: &str = "\
    WITH queued AS ( \
        INSERT INTO outbox (id, inquiry_id, kind, recipient, about, last_code) \
        SELECT gen_random_uuid(), inquiry_id, 'visitor_reply', recipient, $2, last_code FROM outbox \
        WHERE inquiry_id = $1 AND kind = 'notification' RETURNING id, state \
    ) SELECT id FROM queued WHERE state = 'ready'";

/// Consultants who inherit the ticket, because the settings name nobody any more who was notified of it. Only who has a
/// notification can answer, and has read what the visitor asked. Not of an inquiry that nobody was notified of, which is
/// suspected to be spam, nor of a restricted one. `$1` inquiry, `$2` the settings' addresses.
const INHERIT: &str = "\
    INSERT INTO outbox (id, inquiry_id, kind, recipient) \
    SELECT gen_random_uuid(), inquiry.id, 'notification', heir FROM inquiry, unnest($2::text[]) AS heir \
    WHERE inquiry.id = $1 AND restricted_at IS NULL AND ( \
        SELECT bool_and(recipient <> ALL ($2)) AND bool_or(last_code IS DISTINCT FROM 'named') FROM outbox \
        WHERE inquiry_id = $1 AND kind = 'notification' \
    ) ON CONFLICT DO NOTHING RETURNING id";

/// A mail that was taken and came back. Only such a row changes: a report is no proof that an auto-reply may go again.
const BOUNCED: &str = "\
    UPDATE outbox SET state = 'bounced', last_code = $2, finished_at = now() \
    WHERE id = $1 AND state IN ('sent', 'ambiguous') RETURNING kind";

/// One person hears of a consultant's mail that came back, once: another consultant of the inquiry whom the settings name, best one
/// whose mailbox takes mail, else another whom they name. Of a mail that tells of one, nobody in turn. `$1` mail, `$2` the settings'
/// addresses or NULL.
const TELL_ANOTHER: &str = "\
    WITH lost AS ( \
        SELECT id, inquiry_id, recipient FROM outbox WHERE id = $1 AND (kind <> 'undeliverable' OR about IS NULL) \
    ), other AS ( \
        SELECT told.recipient, told.state = 'sent' AS takes_mail FROM outbox AS told JOIN lost USING (inquiry_id) \
        WHERE kind = 'notification' AND ($2::text[] IS NULL OR told.recipient = ANY($2)) \
        UNION ALL SELECT unnest($2), NULL \
    ) INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
    SELECT gen_random_uuid(), inquiry_id, 'undeliverable', other.recipient, lost.id FROM lost CROSS JOIN other \
    WHERE lower(other.recipient) <> lower(lost.recipient) AND NOT EXISTS ( \
        SELECT FROM outbox AS told WHERE told.inquiry_id = lost.inquiry_id AND kind = 'undeliverable' AND about = lost.id \
    ) ORDER BY takes_mail DESC NULLS LAST, other.recipient LIMIT 1 ON CONFLICT DO NOTHING RETURNING id";

/// A mail that came back has arrived by a later report, as the database counts them.
const DELIVERED: &str = "\
    UPDATE outbox SET state = 'sent', last_code = 'delivered', finished_at = coalesce(first_attempt_at, finished_at) \
    WHERE id = $1 AND state = 'bounced'";

/// The person whose mailbox has answered a mail of ours, unless it is known that the person is away, or it was asked within a week.
/// `$1` the mail.
const UNTOLD: &str = "\
    SELECT person.id, person.recipient FROM outbox AS answered JOIN outbox AS person USING (inquiry_id) \
    WHERE answered.id = $1 AND person.kind = 'notification' AND lower(person.recipient) = lower(answered.recipient) \
        AND NOT EXISTS ( \
            SELECT FROM consultant_absence WHERE mailbox = lower(person.recipient) AND now() < least(ends_at, changed_at) \
        ) AND NOT EXISTS ( \
            SELECT FROM ticket_event JOIN outbox AS asked ON asked.id = who \
            WHERE verb = 'away' AND outcome = 'proposed' AND at > now() - interval '7 days' \
                AND lower(asked.recipient) = lower(person.recipient) \
        )";

impl Ticket<'_> {
    /// Of a consultant's automatic note that says until when.
    pub(super) async fn propose_away(
        self,
        content: &Content,
        answered: Uuid,
        mail: Uuid,
        message: Uuid,
    ) -> Result<(), DbErr> {
        let today = database_now(self.transaction).await?.date_naive();
        if !says_absent(&content.parsed.text) || last_day(&content.parsed.new_text, today).is_none() {
            return Ok(());
        }
        let untold = self.transaction.query_one_raw(statement(UNTOLD, [answered.into()])).await?;
        let Some(person) = untold else { return Ok(()) };
        let (who, recipient): (Uuid, String) = (person.try_get("", "id")?, person.try_get("", "recipient")?);
        if content.from().map(key_of) != Some(key_of(&recipient)) {
            return Ok(());
        }
        record(self.transaction, self.action(who, Verb::Away, mail), "proposed").await?;
        self.queue_to(Some(who), MailKind::Receipt, message).await
    }

    /// Queues a mail to each of the readers but `except`.
    pub(super) async fn queue_to_consultants(
        self,
        kind: MailKind,
        message: Option<Uuid>,
        except: Option<&str>,
        readers: Readers,
    ) -> Result<(), DbErr> {
        let (inquiry, consultants) = (self.inquiry, self.settings.consultants.clone());
        if let Some(heirs) = self.settings.heirs() {
            self.queue(statement(INHERIT, [inquiry.into(), heirs.into()])).await?;
        }
        let all_follow = readers == Readers::All || self.settings.all_follow;
        let kind = kind.to_value();
        let values =
            [inquiry.into(), kind.into(), message.into(), consultants.into(), except.into(), all_follow.into()];
        self.queue(statement(QUEUE_TO_CONSULTANTS, values)).await
    }

    /// To those who were notified, that the author of this mail has taken the ticket.
    pub(super) async fn queue_claim(self, verb: Verb, author: &str, mail: Uuid) -> Result<(), DbErr> {
        let event = self.event_of(verb, mail).await?;
        self.queue_to_consultants(MailKind::Assignment, Some(event), Some(author), Readers::All).await
    }

    /// The whole conversation, to who has asked for it.
    pub(super) async fn queue_history(self, who: Uuid, mail: Uuid) -> Result<(), DbErr> {
        let event = self.event_of(Verb::History, mail).await?;
        self.queue_to(Some(who), MailKind::Assignment, event).await
    }

    /// What the mail did by this verb.
    async fn event_of(self, verb: Verb, mail: Uuid) -> Result<Uuid, DbErr> {
        let sql = "SELECT id FROM ticket_event WHERE intake_id = $1 AND verb = $2";
        query_value(self.transaction, statement(sql, [mail.into(), verb.to_value().into()])).await
    }

    /// Of an encrypted mail that has opened the ticket.
    pub(super) async fn queue_whole(self, message: Uuid) -> Result<(), DbErr> {
        self.queue(statement(QUEUE_WHOLE, [self.inquiry.into(), message.into()])).await
    }

    /// Queues one mail: to the visitor, or to the person of a notification.
    pub(super) async fn queue_to(self, to: Option<Uuid>, kind: MailKind, about: Uuid) -> Result<(), DbErr> {
        let sql = "INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
            SELECT gen_random_uuid(), $1, $2, (SELECT recipient FROM outbox WHERE id = $3), $4 \
            ON CONFLICT DO NOTHING RETURNING id";
        let values = [self.inquiry.into(), kind.to_value().into(), to.into(), about.into()];
        self.queue(statement(sql, values)).await
    }

    /// Inserts rows of the outbox, with a job for each.
    pub(super) async fn queue(self, insert: Statement) -> Result<(), DbErr> {
        let rows = self.transaction.query_all_raw(insert).await?;
        let jobs: Result<Vec<_>, DbErr> = rows.iter().map(|row| Ok(NewJob::deliver(row.try_get("", "id")?))).collect();
        jobs::enqueue(self.transaction, &jobs?).await.map(drop)
    }

    /// Whether it is closed, or called spam.
    pub(super) async fn is_over(self) -> Result<bool, DbErr> {
        let ticket = state_of(self.transaction, self.inquiry).await?;
        Ok(ticket.is_some_and(|ticket| matches!(ticket.state, State::Closed | State::Spam)))
    }

    /// Who writes again waits for an answer, whatever was said of the inquiry, and is no program. Of a held one the consultants are
    /// notified: an answer needs a notification. Without anybody to notify it stays held, where a digest lists it.
    pub(super) async fn reopen(self, mail: Uuid, is_thanks: bool) -> Result<(), DbErr> {
        if self.release_held(None, mail).await? {
            return Ok(());
        }
        let Self { transaction, inquiry, .. } = self;
        let Some(ticket) = state_of(transaction, inquiry).await? else { return Ok(()) };
        let action = |verb| Action::of(inquiry, None, verb, Some(mail));
        match ticket.state {
            _ if is_thanks => record(transaction, action(Verb::Reopen), "thanks").await,
            _ if ticket.due_at.is_none() => act(transaction, action(Verb::Reopen)).await.map(drop),
            _ if ticket.waits_until.is_some() => act(transaction, action(Verb::Wait)).await.map(drop),
            State::Closed | State::Spam => act(transaction, action(Verb::Reopen)).await.map(drop),
            _ => Ok(()),
        }
    }

    /// Of a held inquiry that somebody takes up, the consultants are notified, and `by`. Returns whether it was held.
    pub(super) async fn release_held(self, by: Option<&str>, mail: Uuid) -> Result<bool, DbErr> {
        let is_held = self.is_over().await? && !is_notified(self.transaction, self.inquiry).await?;
        if let (true, Some(routes)) = (is_held, &self.settings.routes) {
            release(self.transaction, self.inquiry, routes, by, Some(mail)).await?;
        }
        Ok(is_held)
    }

    /// The consultant who has forwarded the mail that opened the ticket reads so in its thread.
    pub(super) async fn opened(
        self,
        forwarder: Option<&str>,
        is_call: bool,
        mail: Uuid,
        message: Uuid,
    ) -> Result<(), DbErr> {
        let Some(forwarder) = forwarder else { return Ok(()) };
        // `From` may have the address in another form.
        let mut consultants = self.settings.consultants.iter().flatten();
        let registered = consultants.find(|one| key_of(one) == key_of(forwarder)).map_or(forwarder, String::as_str);
        // A consultant who got no notification of this inquiry has no thread.
        let who = notification_of(self.transaction, self.inquiry, registered).await?;
        let Some(who) = who else { return Ok(()) };
        let action = self.action(who, Verb::New, mail);
        if is_call {
            record(self.transaction, action, "by_phone").await?;
        } else {
            act(self.transaction, action).await?;
        }
        self.queue_to(Some(who), MailKind::Receipt, message).await
    }

    /// What the person of a notification does by a mail.
    pub(super) fn action(self, who: Uuid, verb: Verb, mail: Uuid) -> Action {
        Action::of(self.inquiry, Some(who), verb, Some(mail))
    }

    /// Returns the mail if it went to a consultant: perhaps no notification of the inquiry has arrived.
    pub(super) async fn bounce(self, outbox: Uuid, code: &str, is_hard: bool) -> Result<Option<Uuid>, DbErr> {
        match find_value(self.transaction, statement(BOUNCED, [outbox.into(), code.into()])).await? {
            // The visitor's address does not exist.
            Some(MailKind::AutoReply) if is_hard => {
                self.queue_to_consultants(MailKind::Undeliverable, None, None, Readers::All).await.map(|()| None)
            }
            // Of an answer its author hears, by the database.
            Some(MailKind::AutoReply | MailKind::Answer) | None => Ok(None),
            Some(_) => {
                let consultants = self.settings.consultants.clone();
                self.queue(statement(TELL_ANOTHER, [outbox.into(), consultants.into()])).await?;
                Ok(Some(outbox))
            }
        }
    }

    pub(super) async fn delivered(self, outbox: Uuid) -> Result<(), DbErr> {
        self.transaction.execute_raw(statement(DELIVERED, [outbox.into()])).await.map(drop)
    }
}
