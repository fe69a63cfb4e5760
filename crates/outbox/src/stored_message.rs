//! What a mail of a conversation is built from besides its inquiry.

use chrono::{DateTime, Datelike, Utc};
use entity::outbox::{self, MailKind};
use inbound::{
    commands::{self, Command},
    encrypted::{SAID, whole},
    mail::Mail,
};
use mailer::{
    MailSettings,
    db::{query_values, statement},
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult, QueryResult};
use tokio::task::spawn_blocking;
use uuid::Uuid;
use zip::result::ZipError;

use crate::{
    LeakGuard,
    attachments::{HeldFiles, MAX_SENT, attached, held_files, listed},
    context::Delivery,
    due_ticket::{DueTicket, due_ticket},
    mail::{Source, StoredMessage, TicketEnd, opening_text, source},
    participants::Recipient,
};

/// Bytes of an encrypted mail that goes on: as of files, in base64.
const MAX_WHOLE: usize = MAX_SENT / 2 * 3;

/// `$1` message, `$2` recipient, NULL for the visitor, `$3` whether files and formatting are asked for, `$4` inquiry, `$5` the text of an encrypted mail, `$6` the participant to whom it goes. The thread is a consultant's
/// notification, or what the visitor had last from us, and the visitor's own last mail, which an answer answers. What the visitor or a consultant has sent goes on.
const MESSAGE: &str = "\
    SELECT id, author, author_key, party = 'visitor' AS is_visitor, is_machine, \
        party = 'visitor' AND author_key NOT IN (SELECT email_key FROM content_of($4)) AS is_participant, \
        (SELECT address FROM participant WHERE participant.id = $6) AS answered_address, new_text, held_line, files, received_at, intake_id, \
        ARRAY( \
            SELECT outbox.message_id FROM outbox \
            WHERE outbox.inquiry_id = message.inquiry_id AND outbox.message_id IS NOT NULL AND CASE WHEN $2::text IS NOT NULL \
                THEN kind = 'notification' AND recipient = $2 \
                ELSE kind IN ('auto_reply', 'answer') AND outbox.participant IS NOT DISTINCT FROM $6 AND outbox.state = 'sent' \
                    AND outbox.about IS DISTINCT FROM message.id \
            END ORDER BY finished_at DESC LIMIT 1 \
        ) || ARRAY( \
            SELECT '<' || former.message_id || '>' FROM messages_of($4) AS former \
            WHERE $2::text IS NULL AND former.party = 'visitor' AND former.message_id IS NOT NULL \
            ORDER BY former.received_at DESC LIMIT 1 \
        ) AS thread, \
        CASE WHEN $3 AND (party = 'consultant' OR party = 'visitor' AND (new_text = $5 OR files @> '[{\"is_allowed\": true}]')) THEN ( \
            SELECT raw FROM raw_mail_of(message.intake_id) \
        ) END AS raw, \
        CASE WHEN $3 AND party = 'consultant' THEN ARRAY( \
            SELECT lower(recipient) FROM outbox WHERE outbox.inquiry_id = message.inquiry_id AND kind = 'notification' \
        ) END AS consultants \
    FROM messages_of($4) AS message \
    WHERE message.id = $1 AND ($6::uuid IS NULL OR $6 IN (SELECT participant.id FROM participant))";

/// A picture in three mails of one sender is a logo: on this ticket, or in the quarter of the mail, since a rewrite of another one must
/// not stop the mail. A value in the text, as no plan for any value would do.
async fn logos(db: &DatabaseConnection, inquiry: Uuid, message: &QueryResult) -> Result<Vec<String>, DbErr> {
    let at: DateTime<Utc> = message.try_get("", "received_at")?;
    let sql = format!(
        "SELECT file->>'sha256' AS sha256 FROM ( \
            SELECT id, files, author_key, received_at FROM messages_of($1) UNION \
            SELECT id, files, author_key, received_at FROM message WHERE received_on >= '{}-{}-01' \
        ) AS other, jsonb_array_elements(files) AS file WHERE author_key = $2 AND received_at <= $3 \
        GROUP BY 1 HAVING count(DISTINCT id) >= 3",
        at.year(),
        at.month0() / 3 * 3 + 1
    );
    let values = [inquiry.into(), message.try_get::<String>("", "author_key")?.into(), at.into()];
    query_values(db, statement(&sql, values)).await
}

/// What a consultant's mail did, in order: the verbs and their outcomes.
async fn events(db: &DatabaseConnection, intake: Option<Uuid>) -> Result<Vec<(String, String)>, DbErr> {
    let Some(intake) = intake else { return Ok(Vec::new()) };
    let sql = "SELECT verb, outcome FROM ticket_event WHERE intake_id = $1 ORDER BY at, id";
    let rows = db.query_all_raw(statement(sql, [intake.into()])).await?;
    rows.iter().map(|event| Ok((event.try_get("", "verb")?, event.try_get("", "outcome")?))).collect()
}

/// The code behind `#file`, if the mail has asked for files and got them.
fn asked_for(events: &[(String, String)], message: &QueryResult) -> Result<Option<String>, DbErr> {
    if !events.iter().any(|(verb, outcome)| verb == "file" && outcome == "done") {
        return Ok(None);
    }
    let commands = commands::read(&message.try_get::<String>("", "new_text")?).commands;
    Ok(commands.into_iter().find_map(|command| if let Command::File(code) = command { Some(code) } else { None }))
}

/// The end of the ticket that the visitor's mail has found, by the event that it left.
const END: &str = "\
    SELECT former.verb = 'spam' AS is_spam, former.at, recipient AS by, own.outcome <> 'thanks' AS is_reopened \
    FROM ticket_event AS own JOIN LATERAL ( \
        SELECT verb, at, who FROM ticket_event AS former \
        WHERE former.inquiry_id = own.inquiry_id AND former.at < own.at AND outcome = 'done' \
            AND verb IN ('claim', 'assign', 'close', 'spam', 'reopen', 'release') \
        ORDER BY former.at DESC LIMIT 1 \
    ) AS former ON former.verb IN ('close', 'spam') LEFT JOIN outbox ON outbox.id = former.who \
    WHERE own.intake_id = $1 AND own.who IS NULL AND own.verb IN ('reopen', 'release')";

async fn end_of_ticket(db: &DatabaseConnection, intake: Option<Uuid>) -> Result<Option<TicketEnd>, DbErr> {
    let Some(intake) = intake else { return Ok(None) };
    TicketEnd::find_by_statement(statement(END, [intake.into()])).one(db).await
}

async fn ticket(db: &DatabaseConnection, row: &outbox::Model) -> Result<Option<Box<DueTicket>>, DbErr> {
    let ticket = if row.kind.is_to_consultant() { due_ticket(db, row).await? } else { None };
    Ok(ticket.map(Box::new))
}

/// `None` if the message was deleted, or to whom it goes.
pub(super) async fn stored_message(delivery: &Delivery, row: &outbox::Model) -> Result<Option<StoredMessage>, DbErr> {
    let db = &delivery.db;
    let wants_files = source(row.kind) == Source::WithFiles;
    let values = [
        row.about.into(),
        row.recipient.clone().into(),
        wants_files.into(),
        row.inquiry_id.into(),
        SAID.into(),
        row.participant.into(),
    ];
    let Some(found) = db.query_one_raw(statement(MESSAGE, values)).await? else { return Ok(None) };
    let address: Option<String> = found.try_get("", "answered_address")?;
    let intake: Option<Uuid> = found.try_get("", "intake_id")?;
    let events = events(db, intake.filter(|_| row.kind == MailKind::Receipt)).await?;
    let held = match asked_for(&events, &found)? {
        Some(code) => held_files(db, row.inquiry_id, found.try_get("", "id")?, &code).await?.ok(),
        None => None,
    };
    let end = end_of_ticket(db, intake.filter(|_| row.kind == MailKind::VisitorReply)).await?;
    let files = listed(found.try_get("", "files")?)?;
    let has_files = wants_files && !files.is_empty();
    let repeated = if has_files { logos(db, row.inquiry_id, &found).await? } else { Vec::new() };
    let raw: Option<Vec<u8>> = found.try_get("", "raw")?;
    let (author, text): (String, String) = (found.try_get("", "author")?, found.try_get("", "new_text")?);
    let notified: Option<Vec<String>> = found.try_get("", "consultants")?;
    let consultants =
        notified.map(|notified| notified.into_iter().chain(delivery.consultants.iter().flatten().cloned()));
    let guard = consultants.map(|all| LeakGuard::new(delivery.mail.signed.clone(), &author, all));
    let released = text.clone();
    // Reading 25 MiB takes a while.
    let read = spawn_blocking(move || {
        let mail = raw.as_deref().and_then(|raw| Mail::read(raw).ok());
        let formatted = mail.as_ref().zip(guard).and_then(|(mail, guard)| guard.formatted(mail, &released));
        let mut files = attached(files, &repeated, mail.as_ref());
        // The receipt of a mail with `#file` carries the held files, and none of that mail.
        files.extend(held.map(HeldFiles::archive).transpose()?.into_iter().flatten());
        // A file that is held does not go on within it.
        let whole = mail.as_ref().filter(|_| files.iter().all(|file| file.contents.is_some())).and_then(whole);
        Ok::<_, ZipError>((files, formatted, whole.filter(|whole| whole.len() <= MAX_WHOLE)))
    });
    let read = read.await.map_err(|_| DbErr::Custom("a mail cannot be read".to_owned()))?;
    let (files, formatted, whole) = read.map_err(|_| DbErr::Custom("an archive cannot be written".to_owned()))?;
    Ok(Some(StoredMessage {
        author,
        is_visitor: found.try_get("", "is_visitor")?,
        is_participant: found.try_get("", "is_participant")?,
        to: row.participant.zip(address).map(|(id, address)| Recipient { id, address }),
        is_automatic: found.try_get("", "is_machine")?,
        text,
        formatted,
        whole,
        id: found.try_get("", "id")?,
        files,
        received_at: found.try_get("", "received_at")?,
        thread: found.try_get("", "thread")?,
        events,
        held_line: found.try_get("", "held_line")?,
        end,
        ticket: ticket(db, row).await?,
    }))
}

/// The mail that opened a ticket.
#[derive(FromQueryResult)]
pub(super) struct Opening {
    pub(super) subject: String,
    new_text: String,
    /// The visitor's own; `None` if a consultant has forwarded it.
    pub(super) message_id: Option<String>,
}

const OPENING: &str = "\
    SELECT subject, new_text, '<' || message_id || '>' AS message_id FROM messages_of($1) \
    WHERE party = 'visitor' AND NOT is_machine ORDER BY received_at LIMIT 1";

impl Opening {
    pub(super) async fn of(db: &DatabaseConnection, inquiry: Uuid) -> Result<Option<Self>, DbErr> {
        Self::find_by_statement(statement(OPENING, [inquiry.into()])).one(db).await
    }

    /// All that it says: the inquiry has its first thousand characters.
    pub(super) fn text(&self) -> String {
        opening_text(&self.subject, &self.new_text)
    }
}

/// With mail in, gives a mail its signed Message-ID before it is sent for the first time; a mail that was begun without
/// keeps its own, so that every attempt has the same. False if the claim is lost.
pub(super) async fn sign_message_id(
    db: &DatabaseConnection,
    row: &mut outbox::Model,
    holder: Uuid,
    settings: &MailSettings,
) -> Result<bool, DbErr> {
    let Some(signed) = settings.signed_message_id(row.id).filter(|_| row.claims == 1) else { return Ok(true) };
    let sql = "UPDATE outbox SET message_id = $4 WHERE id = $1 AND lease_holder = $2 AND claims = $3";
    let values = [row.id.into(), holder.into(), row.claims.into(), signed.as_str().into()];
    let is_ours = db.execute_raw(statement(sql, values)).await?.rows_affected() == 1;
    row.message_id = Some(signed);
    Ok(is_ours)
}
