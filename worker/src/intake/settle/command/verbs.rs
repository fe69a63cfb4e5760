//! What each verb does.

use chrono::NaiveDate;
use entity::EmailAddress;
use inbound::{
    absence::{back_on, wait_until},
    commands::{self, Command},
};
use mailer::{
    db::{database_now, statement},
    db_error::sqlstate,
};
use outbox::attachments::held_files;
use sea_orm::{ConnectionTrait, DbErr, TransactionTrait};
use uuid::Uuid;

use super::{
    super::ticket::{Readers, Ticket},
    Mail, verb_of,
};
use crate::ticket::{
    Action, State, Verb, act, answer_instead, assign, consultant_named, copy_all, merge, notification_of, state_of,
};

/// What a mail to consultants is about: a stored mail, or the one that opened the ticket. A receipt is about its reader's own. `$1` mail, `$2` inquiry.
const ANSWERED_MAIL: &str = "\
    SELECT message.id, outbox.about IS NULL AS is_inquiry, \
        ARRAY(SELECT file ->> 'name' FROM jsonb_array_elements(message.files) AS file) AS names, \
        ARRAY( \
            SELECT coalesce((file ->> 'number')::int, at::int) FROM jsonb_array_elements(message.files) WITH ORDINALITY AS listed(file, at) \
        ) AS numbers \
    FROM outbox LEFT JOIN LATERAL ( \
        SELECT * FROM messages_of($2) AS stored \
        WHERE stored.id = outbox.about OR outbox.about IS NULL AND party = 'visitor' \
            AND (SELECT origin <> 'form' FROM inquiry WHERE id = $2) \
        ORDER BY received_at LIMIT 1 \
    ) AS message ON true WHERE outbox.id = $1 AND outbox.inquiry_id = $2 AND kind NOT IN ('receipt', 'question')";

/// The mail that asked to answer elsewhere. `is_open`: lately, and nobody has answered elsewhere since.
///
/// `$1` its receipt, `$2` inquiry, `$3` the author's notification.
const ASKED_TO: &str = "\
    SELECT new_text, ticket_event.at > now() - interval '1 day' AND NOT EXISTS ( \
        SELECT FROM ticket_event AS done WHERE done.inquiry_id = $2 AND done.verb = 'to' AND done.outcome = 'done' \
            AND done.at > ticket_event.at \
    ) AS is_open FROM outbox JOIN messages_of($2) AS message ON message.id = outbox.about \
        JOIN ticket_event USING (intake_id) \
    WHERE outbox.id = $1 AND outbox.inquiry_id = $2 AND outbox.kind = 'receipt' AND who = $3 AND verb = 'to' \
        AND ticket_event.outcome = 'asked'";

/// The rule of the second officer.
const SECOND_OFFICER: &str = "FW013";

impl Mail<'_> {
    pub(super) async fn command(&self, command: &Command) -> Result<(), DbErr> {
        match command {
            Command::File(code) => {
                let outcome = held_files(self.ticket.transaction, self.ticket.inquiry, self.message, code).await?.err();
                self.act(Verb::File, outcome).await
            }
            Command::Unknown
            | Command::Attach(_)
            | Command::Find(_)
            | Command::Erase(_)
            | Command::Only
            | Command::All => Ok(()),
            // A ticket's own address opens no other.
            Command::New | Command::NewFor(_) => self.act(Verb::New, Some("elsewhere")).await,
            Command::Note => {
                self.act(Verb::Note, None).await?;
                self.queue_copies(self.message, Readers::All).await
            }
            Command::Assign(name) => {
                let Ticket { transaction, settings, inquiry } = self.ticket;
                let consultants = settings.consultants.as_deref();
                match consultant_named(transaction, inquiry, name, consultants).await? {
                    Ok(address) => {
                        assign(transaction, self.action(Verb::Assign), &address, consultants).await.map(drop)
                    }
                    Err(outcome) => self.act(Verb::Assign, Some(outcome)).await,
                }
            }
            Command::Wait(until) => {
                let Ticket { transaction, inquiry, .. } = self.ticket;
                let Some(day) = wait_until(until, self.today().await?) else {
                    return self.act(Verb::Wait, Some("unclear")).await;
                };
                match state_of(transaction, inquiry).await? {
                    Some(ticket) if ticket.closed_at.is_none() => self.act_until(Verb::Wait, day).await,
                    _ => self.act(Verb::Wait, Some("closed")).await,
                }
            }
            Command::Away(until) => match back_on(until, self.today().await?) {
                Some(day) => self.act_until(Verb::Away, day).await,
                None => self.act(Verb::Away, Some("unclear")).await,
            },
            Command::History => self.show_history().await,
            Command::Status => self.status().await,
            Command::To(address) => self.ask_to_answer_instead(address).await,
            Command::Merge(reference) => {
                merge(self.ticket.transaction, self.action(Verb::Merge), reference).await.map(drop)
            }
            Command::Send if self.answer_instead().await? && !self.names_answer().await? => Ok(()),
            Command::Send => self.send_held().await,
            _ => self.act(verb_of(command), None).await,
        }
    }

    async fn status(&self) -> Result<(), DbErr> {
        let state = state_of(self.ticket.transaction, self.ticket.inquiry).await?;
        let outcome = state.map_or("gone", |state| match state.state {
            State::Open => "open",
            State::Claimed if state.owner.is_some_and(|owner| owner.eq_ignore_ascii_case(self.address)) => "mine",
            State::Claimed => "claimed",
            State::Closed => "closed",
            State::Spam => "spam",
        });
        self.act(Verb::Status, Some(outcome)).await
    }

    /// The mail that this one answers, or a file of it.
    pub(super) async fn erase(&self, file: &str) -> Result<&'static str, DbErr> {
        let transaction = self.ticket.transaction;
        let values = [self.replied.into(), self.ticket.inquiry.into()];
        let Some(row) = transaction.query_one_raw(statement(ANSWERED_MAIL, values)).await? else { return Ok("none") };
        let names: Vec<String> = row.try_get("", "names")?;
        let is_named =
            |(name, number): &(&String, i32)| name.to_lowercase() == file.to_lowercase() || number.to_string() == file;
        let numbers: Vec<i32> = row.try_get("", "numbers")?;
        let numbers: Vec<i32> = names.iter().zip(numbers).filter(is_named).map(|(_, number)| number).collect();
        let number = match numbers[..] {
            _ if file.is_empty() && row.try_get("", "is_inquiry")? => return Ok("inquiry"),
            [] if !file.is_empty() => return Ok("no_file"),
            [_, _, ..] => return Ok("several"),
            [] => None,
            [number] => Some(number),
        };
        let Some(target) = row.try_get::<Option<Uuid>>("", "id")? else { return Ok("none") };
        let removing = transaction.begin().await?;
        let values = [target.into(), number.into(), self.intake.into()];
        let entry = removing.query_one_raw(statement("SELECT remove_mail($1, $2, $3) AS entry", values)).await;
        match entry {
            Err(error) if sqlstate(&error).as_deref() == Some(SECOND_OFFICER) => {
                removing.rollback().await?;
                Ok("officer")
            }
            Err(error) => Err(error),
            Ok(row) => {
                let entry: Option<i64> = row.map(|row| row.try_get("", "entry")).transpose()?.flatten();
                removing.commit().await?;
                Ok(entry.map_or("kept", |_| if number.is_some() { "file" } else { "done" }))
            }
        }
    }

    async fn today(&self) -> Result<NaiveDate, DbErr> {
        let Ticket { transaction, settings, .. } = self.ticket;
        Ok(database_now(transaction).await?.with_timezone(&settings.mail.answer.zone()).date_naive())
    }

    /// Until the office opens, from that day on.
    async fn act_until(&self, verb: Verb, day: NaiveDate) -> Result<(), DbErr> {
        let until = Some(self.ticket.settings.mail.answer.opens_from(day));
        act(self.ticket.transaction, Action { until, ..self.action(verb) }).await.map(drop)
    }

    pub(super) async fn copy_all(&self, all: bool) -> Result<(), DbErr> {
        let outcome =
            if copy_all(self.ticket.transaction, self.ticket.inquiry, all).await? { "done" } else { "unchanged" };
        self.act(if all { Verb::All } else { Verb::Only }, Some(outcome)).await
    }

    /// All answers go there from then on, so its author confirms the address by the receipt.
    async fn ask_to_answer_instead(&self, address: &str) -> Result<(), DbErr> {
        let outcome = if self.other_side(address).await?.is_some() { "asked" } else { "unclear" };
        self.act(Verb::To, Some(outcome)).await
    }

    /// The address, if it is neither ours nor a consultant's.
    async fn other_side(&self, address: &str) -> Result<Option<EmailAddress>, DbErr> {
        let Ticket { transaction, settings, inquiry } = self.ticket;
        let is_outside =
            settings.is_outside(address) && notification_of(transaction, inquiry, address).await?.is_none();
        Ok(EmailAddress::parse(address).ok().filter(|_| is_outside))
    }

    /// Whether the mail confirms an address for the answers: it replies to the receipt that asked.
    async fn answer_instead(&self) -> Result<bool, DbErr> {
        let Ticket { transaction, inquiry, .. } = self.ticket;
        let values = [self.answered.into(), inquiry.into(), self.who.into()];
        let Some(row) = transaction.query_one_raw(statement(ASKED_TO, values)).await? else { return Ok(false) };
        let commands = commands::read(&row.try_get::<String>("", "new_text")?).commands;
        let asked =
            commands.iter().find_map(|command| if let Command::To(asked) = command { Some(asked) } else { None });
        let address = match asked {
            Some(asked) if row.try_get("", "is_open")? => self.other_side(asked).await?,
            _ => None,
        };
        let Some(address) = address else { return self.act(Verb::To, Some("late")).await.map(|()| true) };
        answer_instead(transaction, inquiry, self.intake, &address).await?;
        self.act(Verb::To, None).await.map(|()| true)
    }

    /// Whether the receipt that it answers is of an answer, too.
    async fn names_answer(&self) -> Result<bool, DbErr> {
        Ok(self.held().await?.is_ok_and(|answer| answer.is_named))
    }

    /// By the mail that a new owner gets.
    pub(super) async fn show_history(&self) -> Result<(), DbErr> {
        self.act(Verb::History, None).await?;
        self.ticket.queue_history(self.who, self.intake).await
    }
}
