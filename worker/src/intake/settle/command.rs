//! What a consultant's mail does: verbs in its first lines, and an answer to the visitor below them.

use inbound::{
    addresses::SignedAddresses,
    commands::{self, Command},
};
use mailer::db::{query_row, statement};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};
use uuid::Uuid;

use super::{
    content::Content,
    effects::{Ticket, queue_copies, queue_one},
    own_words::{dense, quotes_ours},
};
use crate::ticket::{Action, State, Verb, act, act_as, notification_of, state_of};

/// What a consultant has written.
pub(super) struct Written {
    pub(super) intake: Uuid,
    pub(super) message: Uuid,
    pub(super) text: String,
    /// An attachment cannot go to the visitor.
    pub(super) keeps_files: bool,
    /// The mail of ours that it answers.
    pub(super) answered: Option<Uuid>,
}

impl Written {
    pub(super) fn new(intake: Uuid, message: Uuid, content: &Content, answered: Option<Uuid>) -> Self {
        Self { intake, message, text: content.new_text.clone(), keeps_files: content.keeps_files(), answered }
    }
}

/// A mail of a consultant who is proven.
struct Mail<'a> {
    transaction: &'a DatabaseTransaction,
    addresses: &'a SignedAddresses,
    ticket: Ticket<'a>,
    written: Written,
    /// The consultant's notification, and the address that it went to.
    who: Uuid,
    address: &'a str,
}

/// The notification that names a consultant. Without one the inquiry has gone since it was looked up: the mail is settled
/// again, and never with nothing done.
pub(super) async fn person(
    transaction: &DatabaseTransaction,
    ticket: Ticket<'_>,
    consultant: &str,
) -> Result<Uuid, DbErr> {
    let who = notification_of(transaction, ticket.inquiry, consultant).await?;
    who.ok_or_else(|| DbErr::RecordNotFound("the consultant has no notification".to_owned()))
}

pub(super) async fn obey(
    transaction: &DatabaseTransaction,
    addresses: &SignedAddresses,
    ticket: Ticket<'_>,
    address: &str,
    written: Written,
) -> Result<(), DbErr> {
    let who = person(transaction, ticket, address).await?;
    let read = commands::read(&written.text);
    let mail = Mail { transaction, addresses, ticket, written, who, address };
    // Of an answer that goes out, the author needs no receipt.
    if !mail.obey(&read.commands, &read.text).await? {
        mail.queue("receipt", Some(who), mail.written.message).await?;
    }
    Ok(())
}

impl Mail<'_> {
    /// Whether an answer goes to the visitor.
    async fn obey(&self, commands: &[Command], text: &str) -> Result<bool, DbErr> {
        // A mail on a ticket is on it already.
        if commands.iter().any(|command| matches!(command, Command::Unknown | Command::Attach(_))) {
            self.act(Verb::Unknown, None).await?;
            return Ok(false);
        }
        if commands.is_empty() {
            return self.answer(text).await;
        }
        for command in commands {
            self.command(command).await?;
        }
        // Many clients put a signature below a draft: what is below a verb never goes to the visitor.
        if !text.is_empty() && !commands.contains(&Command::Note) {
            self.act(Verb::Answer, Some("below_verb")).await?;
        }
        Ok(false)
    }

    async fn command(&self, command: &Command) -> Result<(), DbErr> {
        match command {
            Command::Claim => self.act(Verb::Claim, None).await,
            Command::Close => self.act(Verb::Close, None).await,
            Command::Reopen => self.act(Verb::Reopen, None).await,
            Command::Release => self.act(Verb::Release, None).await,
            Command::Spam => self.act(Verb::Spam, None).await,
            Command::Help => self.act(Verb::Help, None).await,
            Command::Unknown | Command::Attach(_) => Ok(()),
            // A ticket's own address opens no other.
            Command::New => self.act(Verb::New, Some("elsewhere")).await,
            Command::Note => {
                self.act(Verb::Note, None).await?;
                queue_copies(self.transaction, self.ticket, self.written.message, self.address).await
            }
            Command::Assign(name) => match self.named(name).await? {
                Some(target) => {
                    let action = Action { target: Some(target), ..self.action(Verb::Assign) };
                    act(self.transaction, action).await.map(drop)
                }
                None => self.act(Verb::Assign, Some("nobody")).await,
            },
            Command::Status => {
                let state = state_of(self.transaction, self.ticket.inquiry).await?;
                let outcome = state.map_or("gone", |state| match state.state {
                    State::Open => "open",
                    State::Claimed if state.owner.is_some_and(|owner| owner.eq_ignore_ascii_case(self.address)) => {
                        "mine"
                    }
                    State::Claimed => "claimed",
                    State::Closed => "closed",
                    State::Spam => "spam",
                });
                self.act(Verb::Status, Some(outcome)).await
            }
            Command::Send => self.send_held().await,
        }
    }

    /// Sends the text to the visitor, or holds it back.
    async fn answer(&self, text: &str) -> Result<bool, DbErr> {
        if let Some(doubt) = self.doubt(text).await? {
            self.act(Verb::Answer, Some(doubt)).await?;
            return Ok(false);
        }
        self.send(self.written.message).await?;
        Ok(true)
    }

    /// The first answer claims the ticket; the colleagues hear of each.
    async fn send(&self, message: Uuid) -> Result<(), DbErr> {
        self.queue("answer", None, message).await?;
        self.act(Verb::Answer, None).await?;
        queue_copies(self.transaction, self.ticket, message, self.address).await
    }

    /// Why the text waits. What is doubtful is never sent.
    async fn doubt(&self, text: &str) -> Result<Option<&'static str>, DbErr> {
        Ok(if text.is_empty() {
            Some("held_empty")
        } else if self.leaks(text).await? {
            Some("held_quote")
        } else if self.is_among_consultants().await? {
            Some("held_internal")
        } else if self.written.keeps_files {
            Some("held_files")
        } else if self.is_answered_by_another().await? {
            Some("held_second")
        } else {
            None
        })
    }

    /// Whether the visitor would read something of ours: a signed address or id, a colleague's address, a line of our
    /// notification.
    async fn leaks(&self, text: &str) -> Result<bool, DbErr> {
        let text = text.to_lowercase();
        let dense = dense(&text);
        if quotes_ours(&dense) || self.addresses.occurs_in(&text) || self.addresses.occurs_in(&dense) {
            return Ok(true);
        }
        let colleagues = "SELECT EXISTS (SELECT FROM outbox WHERE inquiry_id = $1 AND kind = 'notification' \
            AND lower(recipient) <> lower($2) AND position(lower(recipient) IN $3) > 0) AS leaks";
        let values = [self.ticket.inquiry.into(), self.address.into(), dense.as_str().into()];
        let named: bool = query_row(self.transaction, statement(colleagues, values)).await?.try_get("", "leaks")?;
        let configured = self.ticket.consultants.unwrap_or_default().iter().map(|other| other.to_lowercase());
        let own = self.address.to_lowercase();
        Ok(named || configured.into_iter().any(|other| other != own && dense.contains(&other)))
    }

    /// Whether it answers a mail that the visitor knows nothing of: a colleague's words, or a receipt.
    async fn is_among_consultants(&self) -> Result<bool, DbErr> {
        let sql = "SELECT EXISTS (SELECT FROM outbox WHERE id = $1 AND inquiry_id = $2 \
            AND kind IN ('answer_copy', 'receipt', 'answer_lost', 'question')) AS is_internal";
        let values = [self.written.answered.into(), self.ticket.inquiry.into()];
        query_row(self.transaction, statement(sql, values)).await?.try_get("", "is_internal")
    }

    async fn is_answered_by_another(&self) -> Result<bool, DbErr> {
        let sql = "SELECT EXISTS (SELECT FROM ticket_event WHERE inquiry_id = $1 AND verb = 'answer' AND outcome = 'done' \
            AND who <> $2 AND at > now() - interval '10 minutes') AS is_answered";
        let values = [self.ticket.inquiry.into(), self.who.into()];
        query_row(self.transaction, statement(sql, values)).await?.try_get("", "is_answered")
    }

    /// The newest answer of this consultant that was held and not sent since.
    async fn send_held(&self) -> Result<(), DbErr> {
        const HELD: &str = "\
            SELECT message.id, outcome FROM ticket_event JOIN message USING (intake_id) \
            WHERE ticket_event.inquiry_id = $1 AND message.inquiry_id = $1 AND who = $2 AND verb = 'answer' \
                AND outcome LIKE 'held%' \
                AND NOT EXISTS (SELECT FROM outbox WHERE kind = 'answer' AND about = message.id) \
            ORDER BY at DESC LIMIT 1";
        let values = [self.ticket.inquiry.into(), self.who.into()];
        let Some(row) = self.transaction.query_one_raw(statement(HELD, values)).await? else {
            return self.act(Verb::Send, Some("nothing")).await;
        };
        match row.try_get::<String>("", "outcome")?.as_str() {
            "held_second" | "held_files" | "held_internal" => {
                self.act(Verb::Send, None).await?;
                self.send(row.try_get("", "id")?).await
            }
            _ => self.act(Verb::Send, Some("quote")).await,
        }
    }

    /// The consultant of this ticket whose address is `name`, or begins with it in front of the `@`.
    async fn named(&self, name: &str) -> Result<Option<Uuid>, DbErr> {
        let sql = "SELECT id FROM outbox WHERE inquiry_id = $1 AND kind = 'notification' \
            AND (lower(recipient) = lower($2) OR split_part(lower(recipient), '@', 1) = lower($2)) \
            ORDER BY created_at, id LIMIT 2";
        let values = [self.ticket.inquiry.into(), name.trim_start_matches('@').into()];
        match self.transaction.query_all_raw(statement(sql, values)).await?.as_slice() {
            [row] => row.try_get("", "id").map(Some),
            _ => Ok(None),
        }
    }

    fn action(&self, verb: Verb) -> Action {
        let intake = Some(self.written.intake);
        Action { inquiry: self.ticket.inquiry, who: Some(self.who), verb, intake, target: None }
    }

    /// `outcome` of a verb that changes no state.
    async fn act(&self, verb: Verb, outcome: Option<&str>) -> Result<(), DbErr> {
        match outcome {
            Some(outcome) => act_as(self.transaction, self.action(verb), outcome).await,
            None => act(self.transaction, self.action(verb)).await.map(drop),
        }
    }

    async fn queue(&self, kind: &str, to: Option<Uuid>, about: Uuid) -> Result<(), DbErr> {
        queue_one(self.transaction, self.ticket.inquiry, kind, to, about).await
    }
}
