//! Writes a decision in one commit: the fate of the mail, its message, and what follows from it on its ticket.

use entity::{
    email_address::{MAX_LENGTH, key_of},
    jobs::{self, NewJob},
    outbox::MailKind,
};
use mailer::db::{query_row, statement};
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseTransaction, DbErr, Statement};
use uuid::Uuid;

use super::{
    Settling, Unsettled,
    command::Mail,
    content::Content,
    decide::{Decision, Entry, Kind},
};
use crate::{
    digests::{list_again_if_returned, lock_edition},
    intake::{keys_of, one_line, self_test::note_return, settings::IntakeSettings},
    ticket::{Action, Verb, act, is_undecided, notification_of, release},
};

impl Settling<'_> {
    /// Returns a mail to a consultant that came back.
    pub(super) async fn write(
        &self,
        transaction: &DatabaseTransaction,
        content: Option<&Content>,
        decision: Decision,
    ) -> Result<Option<Uuid>, Unsettled> {
        self.write_fate(transaction, content, &decision).await?;
        Ok(match (decision, content) {
            (Decision::OnTicket(entry), Some(content)) => {
                let (settings, inquiry) = (self.settings, entry.inquiry);
                self.on_ticket(Ticket { transaction, settings, inquiry }, content, entry).await?
            }
            (Decision::Digest { digest, is_bounce }, _) => self.digest_report(transaction, digest, is_bounce).await?,
            (Decision::Test { is_report: true, .. }, _) => {
                tracing::warn!("the test mail of mail in was not delivered: a report about it came");
                None
            }
            (Decision::Test { test, is_report: false }, _) => {
                let raw = self.claimed.raw.as_deref().map(Vec::as_slice).unwrap_or_default();
                note_return(transaction, test, self.claimed.way, self.claimed.id, raw).await?;
                None
            }
            _ => None,
        })
    }

    async fn write_fate(
        &self,
        transaction: &DatabaseTransaction,
        content: Option<&Content>,
        decision: &Decision,
    ) -> Result<(), Unsettled> {
        let (claimed, (fate, rule, inquiry, outbox)) = (self.claimed, decision.columns());
        let values = [
            claimed.id.into(),
            claimed.holder.into(),
            claimed.number.into(),
            fate.to_value().into(),
            rule.into(),
            inquiry.into(),
            outbox.into(),
            content.map(|content| content.proof.name()).into(),
        ];
        if transaction.execute_raw(statement(SETTLE, values)).await?.rows_affected() == 0 {
            return Err(Unsettled::Lost);
        }
        if let Some(content) = content {
            // For searches by address.
            let sender = claimed.envelope_from.as_deref().into_iter().chain(content.from());
            let others = content.forwarder.iter().chain(&content.parsed.recipients).map(String::as_str);
            let link = [claimed.id.into(), inquiry.into(), keys_of(sender.chain(others)).into()];
            transaction.execute_raw(statement(LINK_RAW, link)).await?;
        }
        Ok(())
    }

    async fn on_ticket(&self, ticket: Ticket<'_>, content: &Content, entry: Entry) -> Result<Option<Uuid>, DbErr> {
        let (transaction, mail) = (ticket.transaction, self.claimed.id);
        let message = self.store_message(ticket, content, &entry.kind).await?;
        match (entry.kind, entry.outbox) {
            (Kind::New, _) => ticket.opened(content.forwarder.as_deref(), mail, message).await?,
            (Kind::Reply { is_visitors }, _) => {
                if let (true, Some(routes)) = (is_visitors, &self.settings.routes)
                    && is_undecided(transaction, entry.inquiry).await?
                {
                    // Who goes on by mail is no program, and an answer needs a notification.
                    release(transaction, entry.inquiry, routes, None, Some(mail)).await?;
                }
                ticket.queue_to_consultants(MailKind::VisitorReply, Some(message), None).await?;
                if is_visitors {
                    let contact = "SELECT record_contact($1, 'message', $2)";
                    let values = [entry.inquiry.into(), message.into()];
                    query_row(transaction, statement(contact, values)).await?;
                }
            }
            (Kind::Command(author), answered) => {
                Mail::new(ticket, &author, (mail, message), content, answered).await?.obey().await?;
            }
            (Kind::Question(author), answered) => {
                Mail::new(ticket, &author, (mail, message), content, answered).await?.ask().await?;
            }
            (Kind::Confirmation(author), answered) => {
                Mail::new(ticket, &author, (mail, message), content, answered).await?.confirm().await?;
            }
            (Kind::Absence, _) => ticket.queue_to_consultants(MailKind::Absence, Some(message), None).await?,
            (Kind::Complaint, Some(outbox)) => self.complaint(transaction, outbox).await?,
            (Kind::Bounce { code, is_hard }, Some(outbox)) => return ticket.bounce(outbox, &code, is_hard).await,
            (Kind::Machine | Kind::Complaint | Kind::Bounce { .. }, _) => {}
        }
        Ok(None)
    }

    async fn store_message(&self, ticket: Ticket<'_>, content: &Content, kind: &Kind) -> Result<Uuid, DbErr> {
        let (id, parsed) = (Uuid::now_v7(), &content.parsed);
        // A bounce may have no author at all.
        let author = content.from().filter(|from| !from.trim().is_empty()).unwrap_or("unknown");
        let author = one_line(author, MAX_LENGTH);
        let copied: Vec<String> = parsed.recipients.iter().map(|address| key_of(address)).collect();
        let values = [
            id.into(),
            ticket.inquiry.into(),
            self.claimed.id.into(),
            kind.party().into(),
            (kind.party() == "system").into(),
            author.as_str().into(),
            key_of(&author).into(),
            copied.into(),
            parsed.message_id.clone().into(),
            parsed.subject.as_str().into(),
            parsed.text.as_str().into(),
            parsed.new_text.as_str().into(),
            content.listed_files()?.into(),
        ];
        ticket.transaction.execute_raw(statement(MESSAGE, values)).await.map(|_| id)
    }

    /// The visitor's address called our auto-reply unwanted: it gets none again.
    async fn complaint(&self, transaction: &DatabaseTransaction, outbox: Uuid) -> Result<(), DbErr> {
        let complained = transaction.query_one_raw(statement(COMPLAINED, [outbox.into()])).await?;
        let Some(row) = complained else { return Ok(()) };
        let fingerprint = self.settings.fingerprint_key.address_fingerprint(&row.try_get::<String>("", "key")?);
        let sql = "INSERT INTO complaint (address_digest) VALUES ($1) ON CONFLICT DO NOTHING";
        transaction.execute_raw(statement(sql, [fingerprint.into()])).await?;
        tracing::warn!(%outbox, "a recipient complained; the address gets no auto-reply again");
        Ok(())
    }

    /// What nobody has read is listed again, once for each digest: a report may come twice.
    async fn digest_report(
        &self,
        transaction: &DatabaseTransaction,
        digest: Uuid,
        is_bounce: bool,
    ) -> Result<Option<Uuid>, DbErr> {
        const BOUNCED: &str = "UPDATE digest_mail SET bounced_at = now() WHERE id = $1 AND bounced_at IS NULL";
        let drop_bytes = statement("SELECT drop_digest_report($1)", [self.claimed.id.into()]);
        transaction.execute_raw(drop_bytes).await?;
        if !is_bounce {
            return Ok(None);
        }
        lock_edition(transaction, digest).await?;
        let is_new = transaction.execute_raw(statement(BOUNCED, [digest.into()])).await?.rows_affected() == 1;
        if is_new {
            list_again_if_returned(transaction, digest).await?;
        }
        Ok(is_new.then_some(digest))
    }
}

/// `$1` id, `$2` holder, `$3` number, `$4` fate, `$5` rule, `$6` inquiry, `$7` mail of ours, `$8` proof of the sender.
const SETTLE: &str = "\
    UPDATE intake SET state = 'settled', fate = $4, rule = $5, inquiry_id = $6, outbox_id = $7, auth = $8, \
        settled_at = now(), lease_holder = NULL, lease_until = NULL \
    WHERE id = $1 AND lease_holder = $2 AND claims = $3 AND state = 'settling'";

/// `$1` mail, `$2` inquiry, `$3` keys of everybody it names.
const LINK_RAW: &str = "UPDATE raw_mail SET inquiry_id = $2, address_keys = $3 WHERE intake_id = $1";

const MESSAGE: &str = "\
    INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, copied_keys, message_id, \
        subject, body, new_text, files) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";

/// The visitor's address, if the mail was an auto-reply.
const COMPLAINED: &str = "\
    SELECT auto_reply_key(email_key) AS key FROM outbox JOIN inquiry_content USING (inquiry_id) \
    WHERE outbox.id = $1 AND kind = 'auto_reply'";

/// The ticket of a mail, in the transaction that settles it.
#[derive(Clone, Copy)]
pub(super) struct Ticket<'a> {
    pub(super) transaction: &'a DatabaseTransaction,
    pub(super) settings: &'a IntakeSettings,
    pub(super) inquiry: Uuid,
}

/// The consultants who were notified of the inquiry and whom the settings still name; all that the settings name if none of
/// them is left. Of an absence, not again within a week.
///
/// `$1` inquiry, `$2` kind, `$3` message or NULL, `$4` the settings' addresses or NULL, `$5` whom not, or NULL.
const QUEUE_TO_CONSULTANTS: &str = "\
    WITH notified AS ( \
        SELECT DISTINCT recipient FROM outbox \
        WHERE inquiry_id = $1 AND kind = 'notification' AND ($4::text[] IS NULL OR recipient = ANY($4)) \
    ), recipients AS ( \
        SELECT recipient FROM notified UNION ALL SELECT unnest($4) WHERE NOT EXISTS (SELECT FROM notified) ORDER BY 1 \
    ) INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
    SELECT gen_random_uuid(), $1, $2, recipient, $3 FROM recipients \
    WHERE ($5::text IS NULL OR lower(recipient) <> lower($5)) AND ($2 <> 'absence' OR NOT EXISTS ( \
        SELECT FROM outbox WHERE inquiry_id = $1 AND kind = 'absence' AND created_at > now() - interval '7 days' \
    )) ON CONFLICT DO NOTHING RETURNING id";

/// Consultants who inherit the ticket, because the settings name nobody any more who was notified of it. Only who has a
/// notification can answer, and has read what the visitor asked. Not of an inquiry that nobody was notified of, which is
/// suspected to be spam, nor of a restricted one. `$1` inquiry, `$2` the settings' addresses.
const INHERIT: &str = "\
    INSERT INTO outbox (id, inquiry_id, kind, recipient) \
    SELECT gen_random_uuid(), inquiry.id, 'notification', heir FROM inquiry, unnest($2::text[]) AS heir \
    WHERE inquiry.id = $1 AND restricted_at IS NULL AND ( \
        SELECT bool_and(recipient <> ALL ($2)) FROM outbox WHERE inquiry_id = $1 AND kind = 'notification' \
    ) ON CONFLICT DO NOTHING RETURNING id";

/// A mail that was taken and came back. Only such a row changes: a report is no proof that an auto-reply may go again.
const BOUNCED: &str = "\
    UPDATE outbox SET state = 'bounced', last_code = $2, finished_at = now() \
    WHERE id = $1 AND state IN ('sent', 'ambiguous') RETURNING kind";

impl Ticket<'_> {
    /// Queues a mail to each consultant but `except`.
    pub(super) async fn queue_to_consultants(
        self,
        kind: MailKind,
        message: Option<Uuid>,
        except: Option<&str>,
    ) -> Result<(), DbErr> {
        let (inquiry, consultants) = (self.inquiry, self.settings.consultants.clone());
        if let Some(consultants) = &consultants {
            self.queue(statement(INHERIT, [inquiry.into(), consultants.clone().into()])).await?;
        }
        let values = [inquiry.into(), kind.to_value().into(), message.into(), consultants.into(), except.into()];
        self.queue(statement(QUEUE_TO_CONSULTANTS, values)).await
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
    async fn queue(self, insert: Statement) -> Result<(), DbErr> {
        let rows = self.transaction.query_all_raw(insert).await?;
        let jobs: Result<Vec<_>, DbErr> = rows.iter().map(|row| Ok(NewJob::deliver(row.try_get("", "id")?))).collect();
        jobs::enqueue(self.transaction, &jobs?).await.map(drop)
    }

    /// The consultant who has forwarded the mail that opened the ticket reads so in its thread.
    async fn opened(self, forwarder: Option<&str>, mail: Uuid, message: Uuid) -> Result<(), DbErr> {
        let Some(forwarder) = forwarder else { return Ok(()) };
        // `From` may have the address in another form.
        let mut consultants = self.settings.consultants.iter().flatten();
        let registered = consultants.find(|one| key_of(one) == key_of(forwarder)).map_or(forwarder, String::as_str);
        // A consultant who got no notification of this inquiry has no thread.
        let who = notification_of(self.transaction, self.inquiry, registered).await?;
        let Some(who) = who else { return Ok(()) };
        act(self.transaction, self.action(who, Verb::New, mail)).await?;
        self.queue_to(Some(who), MailKind::Receipt, message).await
    }

    /// What the person of a notification does by a mail.
    pub(super) fn action(self, who: Uuid, verb: Verb, mail: Uuid) -> Action {
        Action { inquiry: self.inquiry, who: Some(who), verb, intake: Some(mail), target: None }
    }

    /// Returns the mail if it went to a consultant: perhaps no notification of the inquiry has arrived.
    async fn bounce(self, outbox: Uuid, code: &str, is_hard: bool) -> Result<Option<Uuid>, DbErr> {
        let changed = self.transaction.query_one_raw(statement(BOUNCED, [outbox.into(), code.into()])).await?;
        match changed.map(|row| row.try_get("", "kind")).transpose()? {
            // The visitor's address does not exist.
            Some(MailKind::AutoReply) if is_hard => {
                self.queue_to_consultants(MailKind::Undeliverable, None, None).await.map(|()| None)
            }
            // Of an answer its author hears, by the database.
            Some(MailKind::AutoReply | MailKind::Answer) | None => Ok(None),
            Some(_) => Ok(Some(outbox)),
        }
    }
}
