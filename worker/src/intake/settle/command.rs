//! What a consultant's mail does: verbs in its first lines, and an answer to the visitor below them.

use inbound::{
    addresses::SignedAddresses,
    commands::{self, Command},
};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};
use uuid::Uuid;

use super::{
    content::Content,
    effects::{Ticket, enqueue, queue_copies},
};
use crate::{
    db::{query_row, statement},
    ticket::{Deed, State, Verb, act, act_as, notification_of, state_of},
};

/// A mail of a consultant whom the receiving host has proven.
struct Mail<'a> {
    transaction: &'a DatabaseTransaction,
    intake: Uuid,
    addresses: &'a SignedAddresses,
    content: &'a Content,
    ticket: Ticket<'a>,
    message: Uuid,
    /// The mail of ours that it answers.
    answered: Option<Uuid>,
    /// The consultant's notification, and the address that it went to.
    who: Uuid,
    address: &'a str,
}

pub(super) async fn obey(
    transaction: &DatabaseTransaction,
    addresses: &SignedAddresses,
    intake: Uuid,
    content: &Content,
    ticket: Ticket<'_>,
    message: Uuid,
    answered: Option<Uuid>,
) -> Result<(), DbErr> {
    let address = content.from.as_deref().unwrap_or_default();
    let Some(who) = notification_of(transaction, ticket.inquiry, address).await? else { return Ok(()) };
    let mail = Mail { transaction, intake, addresses, content, ticket, message, answered, who, address };
    let read = commands::read(&content.new_text);
    // Of an answer that goes out, the author needs no receipt.
    if !mail.obey(&read.commands, &read.text).await? {
        mail.queue("receipt", Some(who), message).await?;
    }
    Ok(())
}

impl Mail<'_> {
    /// Whether an answer goes to the visitor.
    async fn obey(&self, commands: &[Command], text: &str) -> Result<bool, DbErr> {
        if commands.contains(&Command::Unknown) {
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
            Command::Spam => self.act(Verb::Spam, None).await,
            Command::Help => self.act(Verb::Help, None).await,
            Command::Unknown => Ok(()),
            Command::Note => {
                self.act(Verb::Note, None).await?;
                queue_copies(self.transaction, self.ticket, self.message, self.address).await
            }
            Command::Assign(name) => match self.named(name).await? {
                Some(target) => {
                    let deed = Deed { target: Some(target), ..self.deed(Verb::Assign) };
                    act(self.transaction, deed).await.map(drop)
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
        self.send(self.message).await?;
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
        } else if !self.content.files.is_empty() {
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
            AND kind IN ('answer_copy', 'receipt', 'answer_lost')) AS is_internal";
        let values = [self.answered.into(), self.ticket.inquiry.into()];
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

    fn deed(&self, verb: Verb) -> Deed {
        let intake = Some(self.intake);
        Deed { inquiry: self.ticket.inquiry, who: Some(self.who), verb, intake, target: None }
    }

    /// `outcome` of a verb that changes no state.
    async fn act(&self, verb: Verb, outcome: Option<&str>) -> Result<(), DbErr> {
        match outcome {
            Some(outcome) => act_as(self.transaction, self.deed(verb), outcome).await,
            None => act(self.transaction, self.deed(verb)).await.map(drop),
        }
    }

    /// Queues one mail: to the visitor, or to the person of a notification.
    async fn queue(&self, kind: &str, to: Option<Uuid>, about: Uuid) -> Result<(), DbErr> {
        let sql = "INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
            SELECT gen_random_uuid(), $1, $2, (SELECT recipient FROM outbox WHERE id = $3), $4 \
            ON CONFLICT DO NOTHING RETURNING id";
        let values = [self.ticket.inquiry.into(), kind.into(), to.into(), about.into()];
        enqueue(self.transaction, &self.transaction.query_all_raw(statement(sql, values)).await?).await
    }
}

/// Clients wrap and quote lines, also within a word.
fn dense(text: &str) -> String {
    let is_kept = |c: &char| !c.is_whitespace() && !matches!(c, '>' | '|' | '*' | '\u{ad}' | '\u{200b}' | '\u{feff}');
    text.chars().filter(is_kept).collect()
}

/// Words of our mails to consultants, without spaces.
fn quotes_ours(dense: &str) -> bool {
    const OURS: [&str; 13] = [
        "willbedeleted",
        "laterifthereiscontactinbetween",
        "youranswergoestothevisitor",
        "asthefirstlineofareply:#claim",
        "thevisitorgetsthisanswer",
        "writeoneoftheseasthefirstline",
        "noauto-replywassent",
        "botcheckpassed;",
        "thebotcheckgavenoverdict",
        "makesurewhowritesbeforeyouanswer",
        "notfromthevisitor'sownaddress",
        "thevisitordoesnotgetthisnote",
        "workermessageattachment",
    ];
    OURS.iter().any(|words| dense.contains(words))
}

#[cfg(test)]
mod tests {
    use super::{dense, quotes_ours};

    #[test]
    fn our_words_are_found_however_a_client_wraps_them() {
        for text in ["your answer goes\n> to the visitor", "will be\n>> deleted", "*no auto-reply* was\u{a0}sent"] {
            assert!(quotes_ours(&dense(text)), "{text}");
        }
        assert!(!quotes_ours(&dense("good morning\n\nmonday at ten suits me.")));
    }
}
