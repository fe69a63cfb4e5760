//! Writes a decision in one commit: the fate of the mail, its message, and what follows from it on its ticket.

use entity::{
    email_address::{MAX_LENGTH, key_of},
    outbox::MailKind,
};
use mailer::db::{find_value, query_row, statement};
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseTransaction, DbErr};
use uuid::Uuid;

use super::{
    Settling, Unsettled,
    command::Mail,
    content::Content,
    decide::{Decision, Entry, Kind},
    ticket::{Readers, Ticket},
};
use crate::intake::{keys_of, one_line, self_test::note_return};

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
            (Decision::Search(consultant), _) => {
                let asked = "INSERT INTO digest_mail (recipient, about) VALUES ($1, $2)";
                transaction.execute_raw(statement(asked, [consultant.into(), self.claimed.id.into()])).await?;
                None
            }
            (Decision::Digest { digest, is_bounce }, _) => self.digest_report(transaction, digest, is_bounce).await?,
            (Decision::Journey { journey, is_report: false }, _) => {
                let arrived = "UPDATE journey SET arrived_at = intake.accepted_at FROM intake \
                               WHERE journey.id = $1 AND intake.id = $2 AND arrived_at IS NULL";
                transaction.execute_raw(statement(arrived, [journey.into(), self.claimed.id.into()])).await?;
                None
            }
            (Decision::Test { is_report: true, .. }, _) => {
                tracing::warn!("the test mail of mail in was not delivered: a report about it came");
                None
            }
            (Decision::Test { test, is_report: false }, _) => {
                let raw = self.claimed.raw.as_deref().map(Vec::as_slice).unwrap_or_default();
                note_return(transaction, test, self.claimed.way, self.claimed.id, raw).await?;
                None
            }
            (Decision::Duplicate { .. }, _) => {
                self.drop_bytes(transaction).await?;
                None
            }
            _ => None,
        })
    }

    async fn drop_bytes(&self, transaction: &DatabaseTransaction) -> Result<(), DbErr> {
        let drop_bytes = statement("SELECT drop_raw_mail($1)", [self.claimed.id.into()]);
        transaction.execute_raw(drop_bytes).await.map(drop)
    }

    async fn write_fate(
        &self,
        transaction: &DatabaseTransaction,
        content: Option<&Content>,
        decision: &Decision,
    ) -> Result<(), Unsettled> {
        let (claimed, (fate, rule, inquiry, outbox)) = (self.claimed, decision.columns());
        let fingerprint = |id: &str| self.settings.fingerprint_key.message_fingerprint(id);
        let values = [
            claimed.id.into(),
            claimed.holder.into(),
            claimed.number.into(),
            fate.to_value().into(),
            rule.into(),
            inquiry.into(),
            outbox.into(),
            content.map(|content| content.proof.name()).into(),
            content.and_then(|content| content.parsed.message_id.as_deref()).map(fingerprint).into(),
        ];
        if transaction.execute_raw(statement(SETTLE, values)).await?.rows_affected() == 0 {
            return Err(Unsettled::Lost);
        }
        if let Some(content) = content {
            // For searches by address.
            let sender = claimed.envelope_from.as_deref().into_iter().chain(content.from());
            let recipients = content.parsed.recipients.iter().filter(|address| !self.settings.is_ours(address));
            let others = content.forwarder.iter().chain(recipients).map(String::as_str);
            let link = [claimed.id.into(), inquiry.into(), keys_of(sender.chain(others)).into()];
            // The day in the text: no lock is taken on the weeks beside its own.
            let sql = format!("{LINK_RAW}'{}'", claimed.accepted_on);
            transaction.execute_raw(statement(&sql, link)).await?;
        }
        Ok(())
    }

    async fn on_ticket(&self, ticket: Ticket<'_>, content: &Content, entry: Entry) -> Result<Option<Uuid>, DbErr> {
        let (transaction, mail) = (ticket.transaction, self.claimed.id);
        let message = self.store_message(ticket, content, &entry.kind).await?;
        match (entry.kind, entry.outbox) {
            (Kind::New, _) => {
                // What a consultant forwards has the consultant's own recipients.
                if content.forwarder.is_none() {
                    ticket.name_copied(mail, content, (true, true)).await?;
                }
                if content.parsed.is_encrypted {
                    ticket.queue_whole(message).await?;
                }
                ticket.opened(content.forwarder.as_deref(), content.call.is_some(), mail, message).await?;
            }
            (Kind::Reply { is_visitors, is_doubtful }, _) => {
                let is_contact = is_visitors && !is_doubtful;
                let is_over = ticket.is_over().await?;
                ticket.name_copied(mail, content, (is_contact, entry.rule == "address")).await?;
                if is_contact {
                    ticket.reopen(mail, content.is_thanks(is_over)).await?;
                }
                // Nothing else would list it.
                let readers = if is_over && !is_contact { Readers::All } else { Readers::OfTurn };
                ticket.queue_to_consultants(MailKind::VisitorReply, Some(message), None, readers).await?;
                if is_contact {
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
            (Kind::Absence, _) => {
                ticket.queue_to_consultants(MailKind::Absence, Some(message), None, Readers::OfTurn).await?;
            }
            (Kind::Complaint, Some(outbox)) => self.complaint(transaction, outbox).await?,
            (Kind::Bounce { code, is_hard }, Some(outbox)) => return ticket.bounce(outbox, &code, is_hard).await,
            (Kind::Delivered, Some(outbox)) => ticket.delivered(outbox).await?,
            (Kind::Machine, Some(answered)) => ticket.propose_away(content, answered, mail, message).await?,
            (Kind::Machine | Kind::Complaint | Kind::Delivered | Kind::Bounce { .. }, _) => {}
        }
        Ok(None)
    }

    async fn store_message(&self, ticket: Ticket<'_>, content: &Content, kind: &Kind) -> Result<Uuid, DbErr> {
        let (id, parsed) = (Uuid::now_v7(), &content.parsed);
        // A bounce may have no author at all.
        let author = content.from().filter(|from| !from.trim().is_empty()).unwrap_or("unknown");
        let author = one_line(author, MAX_LENGTH);
        let copied = parsed.recipients.iter().filter(|address| !self.settings.is_ours(address));
        let copied: Vec<String> = copied.map(|address| key_of(address)).collect();
        let values = [
            id.into(),
            ticket.inquiry.into(),
            self.claimed.id.into(),
            kind.party().into(),
            kind.is_machine().into(),
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
        let complained = find_value::<String>(transaction, statement(COMPLAINED, [outbox.into()])).await?;
        let Some(key) = complained else { return Ok(()) };
        let fingerprint = self.settings.fingerprint_key.address_fingerprint(&key);
        let sql = "INSERT INTO complaint (address_digest) VALUES ($1) ON CONFLICT DO NOTHING";
        transaction.execute_raw(statement(sql, [fingerprint.into()])).await?;
        tracing::warn!(%outbox, "a recipient complained; the address gets no auto-reply again");
        Ok(())
    }

    /// A report may come twice. What nobody has read, the next day's digest lists again; the notifications of an hourly mail
    /// came back with it.
    async fn digest_report(
        &self,
        transaction: &DatabaseTransaction,
        digest: Uuid,
        is_bounce: bool,
    ) -> Result<Option<Uuid>, DbErr> {
        const BOUNCED: &str = "UPDATE digest_mail SET bounced_at = now() WHERE id = $1 AND bounced_at IS NULL";
        const ITS_INQUIRIES: &str = "\
            UPDATE outbox SET state = 'bounced' FROM digest_mail \
            WHERE digest_mail.id = $1 AND day IS NULL AND outbox.state = 'sent' AND last_code = 'collected' \
                AND lower(outbox.recipient) = lower(digest_mail.recipient) AND outbox.finished_at = digest_mail.finished_at";
        self.drop_bytes(transaction).await?;
        if !is_bounce {
            return Ok(None);
        }
        let bounced = transaction.execute_raw(statement(BOUNCED, [digest.into()])).await?;
        transaction.execute_raw(statement(ITS_INQUIRIES, [digest.into()])).await?;
        Ok((bounced.rows_affected() == 1).then_some(digest))
    }
}

/// `$1` id, `$2` holder, `$3` number, `$4` fate, `$5` rule, `$6` inquiry, `$7` mail of ours, `$8` proof of the sender, `$9` its
/// Message-ID's fingerprint.
const SETTLE: &str = "\
    UPDATE intake SET state = 'settled', fate = $4, rule = $5, inquiry_id = $6, outbox_id = $7, auth = $8, message_key = $9, \
        settled_at = now(), lease_holder = NULL, lease_until = NULL \
    WHERE id = $1 AND lease_holder = $2 AND claims = $3 AND state = 'settling'";

/// `$1` mail, `$2` inquiry, `$3` keys of everybody it names.
const LINK_RAW: &str = "UPDATE raw_mail SET inquiry_id = $2, address_keys = $3 WHERE intake_id = $1 AND accepted_on = ";

const MESSAGE: &str = "\
    INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, copied_keys, message_id, \
        subject, body, new_text, files) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";

/// The visitor's address, if the mail was an auto-reply.
const COMPLAINED: &str = "\
    SELECT auto_reply_key(email_key) AS key FROM outbox CROSS JOIN LATERAL content_of(outbox.inquiry_id) \
    WHERE outbox.id = $1 AND kind = 'auto_reply'";
