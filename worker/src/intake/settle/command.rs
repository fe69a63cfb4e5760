//! What a consultant's mail does: verbs in its first lines, and an answer to the visitor below them. A mail that the receiving
//! host does not prove waits until its author has confirmed it from the registered mailbox.

use chrono::NaiveDate;
use entity::outbox::MailKind;
use inbound::{
    absence::{back_on, wait_until},
    commands::{self, Command, Commands},
    conversation::Whose,
    encrypted::SAID,
};
use mailer::{
    db::{database_now, query_row, statement},
    db_error::sqlstate,
};
use outbox::{
    TicketTexts, Verdict, Writer,
    attachments::{MAX_SENT, held_files, sent_names},
};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, TransactionTrait};
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::{
    content::Content,
    ticket::{Readers, Ticket},
};
use crate::intake::one_line;
use crate::ticket::{Action, State, Verb, act, assign, consultant_named, notification_of, record, state_of};

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

/// Whether another has answered, and whether the visitor has a phone number alone. `$1` inquiry, `$2` the consultant's notification.
const ANSWERED: &str = "\
    SELECT EXISTS (SELECT FROM ticket_event WHERE inquiry_id = $1 AND verb = 'answer' AND outcome = 'done' \
        AND who <> $2 AND at > now() - interval '10 minutes') AS is_answered, \
        (SELECT email LIKE '%@phone.invalid' FROM content_of($1)) AS has_number_alone";

/// What a mail to consultants is about: a stored mail, or the one that opened the ticket. A receipt is about its reader's own. `$1` mail, `$2` inquiry.
const ANSWERED_MAIL: &str = "\
    SELECT message.id, outbox.about IS NULL AS is_inquiry, \
        ARRAY(SELECT file ->> 'name' FROM jsonb_array_elements(message.files) AS file) AS names \
    FROM outbox LEFT JOIN LATERAL ( \
        SELECT * FROM messages_of($2) AS stored \
        WHERE stored.id = outbox.about OR outbox.about IS NULL AND party = 'visitor' \
            AND (SELECT origin <> 'form' FROM inquiry WHERE id = $2) \
        ORDER BY received_at LIMIT 1 \
    ) AS message ON true WHERE outbox.id = $1 AND outbox.inquiry_id = $2 AND kind NOT IN ('receipt', 'question')";

/// The rule of the second officer.
const SECOND_OFFICER: &str = "FW013";

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
            AND NOT EXISTS (SELECT FROM outbox WHERE kind = 'answer' AND about = message.id) AS waits \
    FROM ticket_event JOIN messages_of($1) AS message USING (intake_id) CROSS JOIN LATERAL ( \
        SELECT outcome ~ '^(held|below)_' AND EXISTS (SELECT FROM named WHERE about = message.id) AS is_named \
    ) AS answered \
    WHERE ticket_event.inquiry_id = $1 AND who = $2 AND verb = 'answer' \
        AND NOT (outcome = 'below_verb' AND EXISTS ( \
            SELECT FROM ticket_event AS other WHERE other.intake_id = ticket_event.intake_id AND other.verb = 'send' \
        )) \
    ORDER BY is_named DESC, at DESC";

/// `$1` inquiry, `$2` the author's notification, `$3` the answer, `$4` its line.
const NAMED: &str = "\
    SELECT EXISTS ( \
        SELECT FROM ticket_event JOIN messages_of($1) AS message USING (intake_id) \
        WHERE ticket_event.inquiry_id = $1 AND who = $2 AND outcome = 'held_quote' \
            AND held_line = $4 AND (message.id = $3 OR verb = 'send') \
    ) AS is_named";

fn verb_of(command: &Command) -> Verb {
    match command {
        Command::Claim => Verb::Claim,
        Command::Assign(_) => Verb::Assign,
        Command::Close => Verb::Close,
        Command::Reopen => Verb::Reopen,
        Command::Spam => Verb::Spam,
        Command::Release => Verb::Release,
        Command::Note => Verb::Note,
        Command::Send => Verb::Send,
        Command::New | Command::NewFor(_) => Verb::New,
        Command::File(_) => Verb::File,
        Command::Follow => Verb::Follow,
        Command::Mute => Verb::Mute,
        Command::Wait(_) => Verb::Wait,
        Command::Away(_) => Verb::Away,
        Command::Back => Verb::Back,
        Command::History => Verb::History,
        Command::Erase(_) => Verb::Erase,
        Command::Status => Verb::Status,
        Command::Help => Verb::Help,
        Command::Attach(_) | Command::Find(_) | Command::Unknown => Verb::Unknown,
    }
}

/// What has become of an answer.
#[derive(PartialEq)]
enum Answer {
    Whole,
    /// Without what it repeats.
    Shortened,
    Held,
}

/// Characters of a line, in a receipt and where it is stored.
const MAX_LINE: usize = 400;

#[derive(FromQueryResult)]
struct HeldAnswer {
    message: Uuid,
    intake: Uuid,
    text: String,
    files: serde_json::Value,
    held_line: Option<String>,
    is_named: bool,
    waits: bool,
}

/// As it is stored.
fn held_line(line: &str) -> String {
    one_line(line, MAX_LINE)
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
        self.name_held_line().await?;
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
                let mut verdict = self.judge(intake, &commands::read(&text).text, files).await?;
                verdict.held = verdict.held.or(line.map(|line| (Whose::Frame, line)));
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
            return Ok(false);
        }
        if let [Command::Erase(file)] = commands.as_slice() {
            let outcome = self.erase(file).await?;
            self.act(Verb::Erase, Some(outcome)).await?;
            // Of the mail that asks, the verb alone is kept.
            if !matches!(outcome, "done" | "file") && !text.is_empty() {
                self.act(Verb::Answer, Some("below_verb")).await?;
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
        if commands.contains(&Command::Note) && commands::verb_within(text).is_some_and(|verb| verb != Command::Note) {
            self.act(Verb::Note, Some("held")).await?;
            return Ok(false);
        }
        let is_held = *is_above && self.answer(text).await? == Answer::Held;
        for command in commands {
            if is_held {
                self.act(verb_of(command), Some("waits")).await?;
            } else {
                self.command(command).await?;
            }
        }
        // Many clients put a signature below a draft: what is below a verb goes to the visitor by #send alone.
        if !is_above && !text.is_empty() && !commands.contains(&Command::Note) {
            self.act(Verb::Answer, Some("below_verb")).await?;
        }
        Ok(false)
    }

    async fn command(&self, command: &Command) -> Result<(), DbErr> {
        match command {
            Command::File(code) => {
                let outcome = held_files(self.ticket.transaction, self.ticket.inquiry, self.message, code).await?.err();
                self.act(Verb::File, outcome).await
            }
            Command::Unknown | Command::Attach(_) | Command::Find(_) | Command::Erase(_) => Ok(()),
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
                let is_over = state_of(transaction, inquiry).await?.is_none_or(|ticket| ticket.closed_at.is_some());
                if is_over {
                    return self.act(Verb::Wait, Some("closed")).await;
                }
                self.act_until(Verb::Wait, day).await
            }
            Command::Away(until) => match back_on(until, self.today().await?) {
                Some(day) => self.act_until(Verb::Away, day).await,
                None => self.act(Verb::Away, Some("unclear")).await,
            },
            Command::History => self.show_history().await,
            Command::Status => {
                let state = state_of(self.ticket.transaction, self.ticket.inquiry).await?;
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
            _ => self.act(verb_of(command), None).await,
        }
    }

    /// The mail that this one answers, or a file of it.
    async fn erase(&self, file: &str) -> Result<&'static str, DbErr> {
        let transaction = self.ticket.transaction;
        let values = [self.replied.into(), self.ticket.inquiry.into()];
        let Some(row) = transaction.query_one_raw(statement(ANSWERED_MAIL, values)).await? else { return Ok("none") };
        let names: Vec<String> = row.try_get("", "names")?;
        let is_named =
            |(name, number): &(&String, i32)| name.to_lowercase() == file.to_lowercase() || number.to_string() == file;
        let numbers: Vec<i32> = names.iter().zip(1..).filter(is_named).map(|(_, number)| number).collect();
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

    /// By the mail that a new owner gets.
    async fn show_history(&self) -> Result<(), DbErr> {
        self.act(Verb::History, None).await?;
        self.ticket.queue_history(self.address, self.intake).await
    }

    /// Sends the text to the visitor, or holds it back.
    async fn answer(&self, text: &str) -> Result<Answer, DbErr> {
        if let Some(doubt) = self.doubt(text).await? {
            self.name_held_line().await?;
            self.act(Verb::Answer, Some(doubt)).await?;
            return Ok(Answer::Held);
        }
        self.send(self.message).await?;
        if self.is_shortened {
            self.act(Verb::Send, Some("shortened")).await?;
        }
        Ok(if self.is_shortened { Answer::Shortened } else { Answer::Whole })
    }

    async fn name_held_line(&self) -> Result<(), DbErr> {
        match &self.verdict.held {
            Some((_, line)) => self.name_line(line).await,
            None => Ok(()),
        }
    }

    /// For the receipt of this mail.
    async fn name_line(&self, line: &str) -> Result<(), DbErr> {
        let sql = "SELECT hold_line($1, $2, $3)";
        let values = [self.ticket.inquiry.into(), self.message.into(), held_line(line).into()];
        self.ticket.transaction.execute_raw(statement(sql, values)).await.map(drop)
    }

    /// Compares the stored answer of a mail with the other texts of its ticket as they are now.
    async fn judge(&self, intake: Uuid, text: &str, files: serde_json::Value) -> Result<Verdict, DbErr> {
        if text == SAID {
            return Ok(Verdict::of_encrypted());
        }
        let Ticket { transaction, settings, inquiry } = self.ticket;
        let consultants = Some(settings.consultants.clone().unwrap_or_default());
        let writer = Writer { address: self.address.to_owned(), consultants, is_internal: false };
        let texts = TicketTexts::load(transaction, (inquiry, Some(intake)), writer, &settings.mail).await?;
        let (text, files) = (text.to_owned(), sent_names(files)?);
        let judge = move || texts.map(|texts| texts.judge(&text, &files)).unwrap_or_default();
        spawn_blocking(judge).await.map_err(|_| DbErr::Custom("an answer cannot be compared".to_owned()))
    }

    /// The first answer claims the ticket. Of that one all colleagues hear, so they are looked up before.
    async fn send(&self, message: Uuid) -> Result<(), DbErr> {
        self.ticket.queue_to(None, MailKind::Answer, message).await?;
        self.queue_copies(message, Readers::OfTurn).await?;
        self.act(Verb::Answer, None).await
    }

    /// Why the text waits. What is doubtful is never sent: what is ours, a second answer.
    async fn doubt(&self, text: &str) -> Result<Option<&'static str>, DbErr> {
        let Ticket { transaction, inquiry, .. } = self.ticket;
        let values = [inquiry.into(), self.who.into()];
        let row = query_row(transaction, statement(ANSWERED, values)).await?;
        let Verdict { held, is_complete } = &self.verdict;
        Ok(if row.try_get("", "has_number_alone")? {
            Some("held_address")
        } else if text.is_empty() && !self.has_files {
            Some("held_empty")
        } else if matches!(held, Some((Whose::Note, _))) {
            Some("held_note")
        } else if !is_complete {
            Some("held_uncompared")
        } else if let Some(verb) = commands::verb_within(text) {
            Some(if verb == Command::Note { "held_below" } else { "held_verb" })
        } else if held.is_some() {
            Some("held_quote")
        } else if self.keeps_files {
            Some("held_files")
        } else if row.try_get("", "is_answered")? {
            Some("held_second")
        } else {
            None
        })
    }

    /// Sends the held answer whose receipt the mail answers; without such a receipt the author's last answer, if it waits and no
    /// other does. The author decides about what a receipt has named: other lines of ours are named first, and a note never goes.
    async fn send_held(&self) -> Result<(), DbErr> {
        let answer = match self.held().await? {
            Ok(answer) => answer,
            Err(outcome) => return self.act(Verb::Send, Some(outcome)).await,
        };
        let text = commands::read(&answer.text).text;
        let values = [self.ticket.inquiry.into(), self.who.into()];
        let row = query_row(self.ticket.transaction, statement(ANSWERED, values)).await?;
        if row.try_get("", "has_number_alone")? {
            return self.act(Verb::Send, Some("held_address")).await;
        }
        // Of an encrypted answer, the words are in its file.
        if (text.is_empty() || text == SAID) && sent_names(answer.files.clone())?.is_empty() {
            return self.act(Verb::Send, Some("empty")).await;
        }
        let Verdict { held, is_complete } = self.judge(answer.intake, &text, answer.files).await?;
        // Of what was cut away with a quote only the first comparison knew.
        let refusal = match held.or(answer.held_line.map(|line| (Whose::Frame, line))) {
            Some((Whose::Note, line)) => Some(("note", Some(line))),
            _ if !is_complete => Some(("uncompared", None)),
            Some((_, line)) if !self.is_named(answer.message, &line).await? => Some(("held_quote", Some(line))),
            _ => None,
        };
        let Some((outcome, line)) = refusal else {
            self.act(Verb::Send, None).await?;
            return self.send(answer.message).await;
        };
        if let Some(line) = line {
            self.name_line(&line).await?;
        }
        self.act(Verb::Send, Some(outcome)).await
    }

    /// `Err`: why none is to be sent.
    async fn held(&self) -> Result<Result<HeldAnswer, &'static str>, DbErr> {
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
            Some(answer) if answer.waits && waiting == 1 => Ok(answer),
            Some(answer) if waiting > 0 => Err(if answer.waits { "several" } else { "older" }),
            _ => Err("nothing"),
        })
    }

    /// Whether a receipt has named this line of an answer.
    async fn is_named(&self, answer: Uuid, line: &str) -> Result<bool, DbErr> {
        let values = [self.ticket.inquiry.into(), self.who.into(), answer.into(), held_line(line).into()];
        query_row(self.ticket.transaction, statement(NAMED, values)).await?.try_get("", "is_named")
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
