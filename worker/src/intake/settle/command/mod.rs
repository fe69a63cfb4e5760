//! What a consultant's mail does: verbs in its first lines, and an answer to the visitor below them. A mail that the receiving
//! host does not prove waits until its author has confirmed it from the registered mailbox.

mod answer;
mod verbs;

use entity::outbox::MailKind;
use inbound::commands::{self, Command, Commands};
use mailer::db::{query_row, statement};
use outbox::{
    Verdict,
    attachments::{MAX_SENT, sent_names},
};
use sea_orm::{ActiveEnum, ConnectionTrait, DbErr};
use uuid::Uuid;

use self::answer::Answer;
use super::{
    content::Content,
    ticket::{Readers, Ticket},
};
use crate::ticket::{Action, Verb, act, notification_of, record, state_of};

/// A mail of a consultant.
pub(super) struct Mail<'a> {
    ticket: Ticket<'a>,
    /// The consultant's notification, and the address that it went to.
    who: Uuid,
    address: &'a str,
    intake: Uuid,
    message: Uuid,
    text: String,
    /// An attachment cannot go to the visitor.
    keeps_files: bool,
    /// One can.
    has_files: bool,
    is_shortened: bool,
    /// Of an answer.
    verdict: Verdict,
    /// The mail among consultants that it answers.
    answered: Option<Uuid>,
    /// Any mail of ours that it answers, as its client says.
    replied: Option<Uuid>,
}

/// The mail that the question was about. `is_done`: a proven copy of it has come since.
///
/// `$1` its message, `$2` the bytes of files that go on, `$3` inquiry.
const QUESTIONED: &str = "\
    SELECT intake_id, new_text, outbox_id, files, held_line, \
        files @> '[{\"is_allowed\": false}]' OR ( \
            SELECT coalesce(sum((file ->> 'size')::bigint), 0) > $2 FROM jsonb_array_elements(files) AS file \
        ) AS keeps_files, \
        EXISTS ( \
            SELECT FROM intake AS copy WHERE copy.digest = intake.digest AND copy.id <> intake.id \
                AND copy.inquiry_id = message.inquiry_id AND copy.fate = 'command' AND copy.rule <> 'unproven' \
        ) AS is_done \
    FROM messages_of($3) AS message JOIN intake ON intake.id = intake_id \
    WHERE message.id = $1";

/// By its name. On a ticket, nothing is attached or looked for.
fn verb_of(command: &Command) -> Verb {
    Verb::try_from_value(&<&str>::from(command).to_owned()).unwrap_or(Verb::Unknown)
}

fn copies_all(command: &Command) -> Option<bool> {
    matches!(command, Command::Only | Command::All).then(|| *command == Command::All)
}

/// Whether nobody is reminded of the ticket afterwards, or not for now.
fn hides(command: &Command) -> bool {
    matches!(command, Command::Close | Command::Wait(_))
}

impl<'a> Mail<'a> {
    /// Without a notification the inquiry has gone since it was looked up: the mail is settled again, and never with nothing
    /// done.
    pub(super) async fn new(
        ticket: Ticket<'a>,
        address: &'a str,
        (intake, message): (Uuid, Uuid),
        content: &Content,
        answered: Option<Uuid>,
    ) -> Result<Self, DbErr> {
        let who = notification_of(ticket.transaction, ticket.inquiry, address).await?;
        let who = who.ok_or_else(|| DbErr::RecordNotFound("the consultant has no notification".to_owned()))?;
        let (text, keeps_files) = (content.parsed.new_text.clone(), content.keeps_files());
        let has_files = !content.sent_names()?.is_empty();
        let (is_shortened, verdict) = (content.is_shortened, content.verdict.clone());
        let first = content.parsed.answered_ids.first();
        let replied = first.and_then(|id| ticket.settings.addresses.verify_message_id(id)).or(answered);
        Ok(Self {
            ticket,
            who,
            address,
            intake,
            message,
            text,
            keeps_files,
            has_files,
            is_shortened,
            verdict,
            answered,
            replied,
        })
    }

    /// Asks the author at the registered address. Only who reads that mailbox knows the signed address of the question, so a mail
    /// to it that begins with `#send` proves the author.
    pub(super) async fn ask(&self) -> Result<(), DbErr> {
        self.name_lines(&self.verdict.held).await?;
        // What the confirmation answers is the question.
        if let [Command::Erase(_)] = commands::read(&self.text).commands[..] {
            let replied = "UPDATE intake SET outbox_id = $2 WHERE id = $1";
            let values = [self.intake.into(), self.replied.into()];
            self.ticket.transaction.execute_raw(statement(replied, values)).await?;
        }
        self.act(Verb::Confirm, Some("asked")).await?;
        self.queue(MailKind::Question).await
    }

    /// Does what the mail says that the question was about. A question that was answered before, is older than a day, or whose
    /// mail has come with a proof since, does nothing but leaves a receipt.
    pub(super) async fn confirm(self) -> Result<(), DbErr> {
        let transaction = self.ticket.transaction;
        let released = statement("SELECT confirm_mail($1, $2) AS message", [self.answered.into(), self.who.into()]);
        if let Some(message) = query_row(transaction, released).await?.try_get::<Option<Uuid>>("", "message")? {
            let max_sent = i64::try_from(MAX_SENT).unwrap_or(i64::MAX);
            let row = query_row(
                transaction,
                statement(QUESTIONED, [message.into(), max_sent.into(), self.ticket.inquiry.into()]),
            )
            .await?;
            if !row.try_get::<bool>("", "is_done")? {
                let (text, line): (String, Option<String>) =
                    (row.try_get("", "new_text")?, row.try_get("", "held_line")?);
                let intake: Uuid = row.try_get("", "intake_id")?;
                let files: serde_json::Value = row.try_get("", "files")?;
                let has_files = !sent_names(files.clone())?.is_empty();
                let judged = self.judge(intake, &commands::read(&text).text, files).await?;
                let verdict = judged.unwrap_or_default().with_stored(line.as_deref());
                let questioned = Self {
                    intake,
                    message,
                    verdict,
                    text,
                    keeps_files: row.try_get("", "keeps_files")?,
                    has_files,
                    // The author has confirmed what the question showed.
                    is_shortened: false,
                    answered: row.try_get("", "outbox_id")?,
                    replied: row.try_get("", "outbox_id")?,
                    ..self
                };
                return questioned.obey().await;
            }
        }
        self.act(Verb::Send, Some("nothing")).await?;
        self.queue(MailKind::Receipt).await
    }

    /// Does what it says.
    pub(super) async fn obey(&self) -> Result<(), DbErr> {
        let read = commands::read(&self.text);
        if !self.follow(&read).await? {
            self.queue(MailKind::Receipt).await?;
        }
        Ok(())
    }

    /// Whether its author needs no receipt: an answer goes to the visitor as it was written, or another mail shows what was done.
    async fn follow(&self, read: &Commands) -> Result<bool, DbErr> {
        let Commands { commands, text, is_above } = read;
        // A mail on a ticket is on it already; one that looks for others is none of it, and has to be proven.
        let is_alone = |command: &Command| !matches!(command, Command::Erase(_)) || commands.len() == 1;
        let is_done = |command: &Command| !matches!(command, Command::Unknown | Command::Attach(_) | Command::Find(_));
        if !commands.iter().all(|command| is_alone(command) && is_done(command)) {
            self.act(Verb::Unknown, None).await?;
            if !commands.contains(&Command::Note) {
                self.say_below(text).await?;
            }
            return Ok(false);
        }
        if let [Command::Erase(file)] = commands.as_slice() {
            let outcome = self.erase(file).await?;
            self.act(Verb::Erase, Some(outcome)).await?;
            // Of the mail that asks, the verb alone is kept.
            if !matches!(outcome, "done" | "file") {
                self.say_below(text).await?;
            }
            return Ok(false);
        }
        let takes_up = |verb: &_| {
            matches!(verb, Command::Claim | Command::Assign(_) | Command::Wait(_) | Command::Reopen | Command::Release)
        };
        if *is_above || commands.is_empty() || commands.iter().any(takes_up) {
            self.ticket.release_held(Some(self.address), self.intake).await?;
        }
        if commands.is_empty() {
            return Ok(self.answer(text).await? == Answer::Whole);
        }
        if matches!(commands.as_slice(), [Command::History]) && text.is_empty() && !self.has_files && !self.keeps_files
        {
            return self.show_history().await.map(|()| true);
        }
        // Its author may have meant more than a note.
        if commands.contains(&Command::Note) && commands::verbs_within(text).any(|verb| verb != Command::Note) {
            self.act(Verb::Note, Some("held")).await?;
            return Ok(false);
        }
        // Before the answer goes, and also if it waits.
        for all in commands.iter().filter_map(copies_all) {
            self.copy_all(all).await?;
        }
        let is_held = *is_above && self.answer(text).await? == Answer::Held;
        let is_below =
            !is_above && !commands.contains(&Command::Note) && (!text.is_empty() || self.has_files || self.keeps_files);
        let is_answer = is_below && commands.iter().any(hides) && self.is_answer_below(text).await?;
        self.do_all(commands, is_held, is_answer).await?;
        // Many clients put a signature below a draft: what is below a verb goes to the visitor by #send alone.
        if is_below {
            self.act(Verb::Answer, Some("below_verb")).await?;
        }
        Ok(false)
    }

    /// Many clients put a signature below a draft: what is below a verb goes to the visitor by `#send` alone.
    async fn say_below(&self, text: &str) -> Result<(), DbErr> {
        if text.is_empty() { Ok(()) } else { self.act(Verb::Answer, Some("below_verb")).await }
    }

    /// Nothing is closed or put off while an answer `is_held`, is not sent by `#send`, or perhaps `is_answer` what stands
    /// below. Colleagues know at once that they need not answer what its author takes.
    async fn do_all(&self, commands: &[Command], is_held: bool, is_answer: bool) -> Result<(), DbErr> {
        let claim = commands.iter().map(verb_of).find(|verb| matches!(verb, Verb::Claim | Verb::Wait));
        let owned = claim.is_some() && self.is_owner().await?;
        let sends = |command: &&Command| **command == Command::Send;
        let all = commands.iter().filter(sends).chain(commands.iter().filter(|command| !sends(command)));
        for command in all.filter(|command| copies_all(command).is_none()) {
            if is_held || hides(command) && self.has_unsent().await? {
                self.act(verb_of(command), Some("waits")).await?;
            } else if hides(command) && is_answer {
                self.act(verb_of(command), Some("unsent")).await?;
            } else {
                self.command(command).await?;
            }
        }
        match claim {
            Some(verb) if !owned && self.is_owner().await? => {
                self.ticket.queue_claim(verb, self.address, self.intake).await
            }
            _ => Ok(()),
        }
    }

    async fn is_owner(&self) -> Result<bool, DbErr> {
        let owner = state_of(self.ticket.transaction, self.ticket.inquiry).await?.and_then(|ticket| ticket.owner);
        Ok(owner.is_some_and(|owner| owner.eq_ignore_ascii_case(self.address)))
    }

    fn action(&self, verb: Verb) -> Action {
        self.ticket.action(self.who, verb, self.intake)
    }

    /// `outcome` of a verb that changes no state.
    async fn act(&self, verb: Verb, outcome: Option<&str>) -> Result<(), DbErr> {
        match outcome {
            Some(outcome) => record(self.ticket.transaction, self.action(verb), outcome).await,
            None => act(self.ticket.transaction, self.action(verb)).await.map(drop),
        }
    }

    /// The other consultants read what this one has written.
    async fn queue_copies(&self, message: Uuid, readers: Readers) -> Result<(), DbErr> {
        self.ticket.queue_to_consultants(MailKind::AnswerCopy, Some(message), Some(self.address), readers).await
    }

    async fn queue(&self, kind: MailKind) -> Result<(), DbErr> {
        self.ticket.queue_to(Some(self.who), kind, self.message).await
    }
}

#[cfg(test)]
mod tests {
    use entity::Language;

    use super::*;

    #[test]
    fn each_command_has_its_verb() {
        for (line, _) in commands::help(Language::En) {
            let line = line.replace("FW-…", "FW-7K3Q-9D2M").replace("ADDRESS", "b@c.example");
            let verb = line[1..].split(' ').next().unwrap();
            let read = commands::read(&line);
            let known = if matches!(verb, "attach" | "find") { "unknown" } else { verb };
            assert_eq!(verb_of(&read.commands[0]).to_value(), known);
        }
        assert_eq!(verb_of(&Command::New), Verb::New);
        assert_eq!(verb_of(&Command::NewFor("b@c.example".to_owned())), Verb::New);
        assert_eq!(verb_of(&Command::Unknown), Verb::Unknown);
    }
}
