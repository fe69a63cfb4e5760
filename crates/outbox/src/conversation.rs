//! The texts of a ticket that the writer of a mail could have: what the mail repeats of them is a quote.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use entity::{
    email_address::key_of,
    inquiry, inquiry_content,
    outbox::{self, MailKind},
};
use inbound::{
    commands::{self, Command},
    conversation::{Conversation, Known, Reader, Whose},
    html::text_of,
};
use mailer::{MailSettings, brand::brand, db::statement};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, Order, QueryFilter, QueryOrder, QuerySelect,
};
use tokio::task::spawn_blocking;
use uuid::Uuid;

use crate::{
    LeakGuard,
    attachments::{attached, listed},
    due_ticket::due_ticket,
    leak_guard::templates_to_consultants,
    mail::{About, Source, StoredMessage, named, rendered, source},
    send::inquiry_of,
    stored_message::events,
};

/// Messages of a ticket, the newest first; and what else was sent.
const MAX_MESSAGES: u64 = 100;
/// Mails to consultants.
const MAX_MAILS: u64 = 40;

/// `$1` inquiry, `$2` mail that is read, `$3` how many.
const SAID: &str = "\
    SELECT id, party, author, author_key, new_text AS text, files, intake_id, received_at AS at, \
        EXISTS (SELECT FROM outbox WHERE kind = 'answer' AND about = message.id) AS is_answer \
    FROM message WHERE inquiry_id = $1 AND intake_id IS DISTINCT FROM $2 \
    UNION ALL \
    SELECT id, 'us', '', '', sent_text, '[]', NULL, coalesce(data_at, created_at), true \
    FROM outbox WHERE inquiry_id = $1 AND sent_text IS NOT NULL \
    ORDER BY at DESC LIMIT $3";

#[derive(FromQueryResult)]
struct Said {
    id: Uuid,
    party: String,
    author: String,
    author_key: String,
    text: String,
    files: serde_json::Value,
    intake_id: Option<Uuid>,
    at: DateTime<Utc>,
    is_answer: bool,
}

/// Of `author`, a key, whose mail `reader` gets. `mail` is not part of it.
pub async fn conversation(
    db: &impl ConnectionTrait,
    (inquiry, mail): (Uuid, Option<Uuid>),
    author: &str,
    reader: Reader,
    settings: &MailSettings,
) -> Result<Conversation, DbErr> {
    let found = inquiry_of(db, inquiry).await?;
    let values = [inquiry.into(), mail.into(), i64::try_from(MAX_MESSAGES).unwrap_or(i64::MAX).into()];
    let said = Said::find_by_statement(statement(SAID, values)).all(db).await?;
    let mut texts = Texts { reader, author, known: Vec::new() };
    if let Some((inquiry, content)) = found {
        texts.of_visitor(&inquiry, &content, &said);
        if reader == Reader::Visitor {
            texts.of_consultants(&said);
            texts.mails(db, (&inquiry, &content), &said, settings).await?;
        }
    }
    let known = texts.known.iter().map(|text| Known {
        text: &text.text,
        whose: text.whose,
        quoted: text.quoted,
        has_holes: text.has_holes,
        name: text.name.clone(),
    });
    Ok(Conversation::new(known, &[brand().name.as_str(), settings.from.name.as_deref().unwrap_or_default()]))
}

/// The first line of an answer that the visitor must not have, and whose it is. `consultants`: whom the settings name.
pub async fn held_line(
    db: &impl ConnectionTrait,
    (inquiry, mail): (Uuid, Option<Uuid>),
    author: &str,
    answer: &str,
    settings: &MailSettings,
    consultants: Option<&[String]>,
) -> Result<Option<(Whose, String)>, DbErr> {
    let sql = "SELECT DISTINCT recipient FROM outbox WHERE inquiry_id = $1 AND kind = 'notification'";
    let notified = db.query_all_raw(statement(sql, [inquiry.into()])).await?;
    let notified: Vec<String> = notified.iter().map(|row| row.try_get("", "recipient")).collect::<Result<_, _>>()?;
    let all = notified.into_iter().chain(consultants.into_iter().flatten().cloned());
    let guard = LeakGuard::new(settings.signed.clone(), author, all);
    let conversation = conversation(db, (inquiry, mail), &key_of(author), Reader::Visitor, settings).await?;
    let answer = answer.to_owned();
    let found = spawn_blocking(move || {
        let (by_address, by_words) = (guard.internal_line(&answer), conversation.internal_line(&answer));
        by_address.into_iter().chain(by_words).reduce(|first, second| if second.0 > first.0 { second } else { first })
    });
    found.await.map_err(|_| DbErr::Custom("an answer cannot be compared".to_owned()))
}

struct Texts<'a> {
    reader: Reader,
    author: &'a str,
    known: Vec<KnownText>,
}

struct KnownText {
    text: String,
    whose: Whose,
    quoted: Whose,
    has_holes: bool,
    name: String,
}

impl Texts<'_> {
    /// What the visitor has comes first: it counts where two texts say the same.
    fn of_visitor(&mut self, inquiry: &inquiry::Model, content: &inquiry_content::Model, said: &[Said]) {
        let visitors = if content.email_key == self.author { Whose::Writer } else { Whose::Shared };
        let message = content.message.clone();
        self.push(message, visitors, "the inquiry".to_owned());
        let footer = format!("{}, {}", brand().name, inquiry.reference);
        for said in said {
            let day = said.at.format("%-d %B");
            match (said.party.as_str(), said.is_answer) {
                ("visitor", _) => self.push(said.text.clone(), visitors, format!("the visitor's mail of {day}")),
                ("consultant" | "us", true) => {
                    let text = format!("{}\n\n-- \n{footer}\n", commands::read(&said.text).text);
                    self.push(text, Whose::Shared, format!("our mail of {day}"));
                }
                _ => {}
            }
        }
        if self.reader == Reader::Visitor {
            let name = format!("{} {}", content.first_name, content.last_name);
            let sender = named(&content.first_name, &content.last_name, &content.company);
            let phone = content.phone.clone().unwrap_or_default();
            let fields = [&name, &content.company, &sender, &phone, content.email.as_str(), &footer, &brand().name];
            self.push(fields.join("\n"), Whose::Shared, String::new());
        }
    }

    /// What consultants wrote to each other, and others to them.
    fn of_consultants(&mut self, said: &[Said]) {
        for said in said.iter().filter(|said| said.whose(self.author) == Whose::Note) {
            self.push(commands::read(&said.text).text, Whose::Note, String::new());
        }
    }

    /// The mails to consultants on this ticket as they went out, and what all such mails say.
    async fn mails(
        &mut self,
        db: &impl ConnectionTrait,
        (inquiry, content): (&inquiry::Model, &inquiry_content::Model),
        said: &[Said],
        settings: &MailSettings,
    ) -> Result<(), DbErr> {
        let rows = outbox::Entity::find()
            .filter(outbox::Column::InquiryId.eq(inquiry.id))
            .filter(outbox::Column::Recipient.is_not_null())
            .order_by(outbox::Column::Kind.eq(MailKind::Notification), Order::Desc)
            .order_by_desc(outbox::Column::CreatedAt)
            .limit(MAX_MAILS);
        let mut seen = Vec::new();
        for row in rows.all(db).await? {
            if seen.contains(&(row.kind, row.about)) {
                continue;
            }
            seen.push((row.kind, row.about));
            let message = said.iter().find(|said| Some(said.id) == row.about);
            let about = match (source(row.kind), message) {
                (Source::Inquiry, _) => About::Inquiry,
                (Source::Due, _) => match due_ticket(db, inquiry.id, row.recipient.as_deref()).await? {
                    Some(due) => About::Due(due),
                    None => continue,
                },
                (_, Some(said)) => About::Message(said.stored(row.kind, db).await?),
                (_, None) => continue,
            };
            let quoted = message.map_or(Whose::Shared, |said| said.whose(self.author));
            let Ok(parts) = rendered(inquiry, content, &about, &row, settings) else { continue };
            // Of both only the text marks what it quotes.
            let marked: HashSet<&str> =
                parts.text.lines().filter_map(|line| line.strip_prefix("> ")).map(str::trim).collect();
            let page: String = text_of(&parts.html)
                .lines()
                .flat_map(|line| [if marked.contains(line.trim()) { "> " } else { "" }, line, "\n"])
                .collect();
            for text in [parts.text, page] {
                self.known.push(KnownText { text, whose: Whose::Frame, quoted, has_holes: false, name: String::new() });
            }
        }
        self.known.extend(templates_to_consultants().map(|text| KnownText {
            text: text.to_owned(),
            whose: Whose::Frame,
            quoted: Whose::Shared,
            has_holes: true,
            name: String::new(),
        }));
        Ok(())
    }

    fn push(&mut self, text: String, whose: Whose, name: String) {
        self.known.push(KnownText { text, whose, quoted: whose, has_holes: false, name });
    }
}

impl Said {
    /// For the visitor.
    fn whose(&self, author: &str) -> Whose {
        let is_note = || commands::read(&self.text).commands.contains(&Command::Note);
        match self.party.as_str() {
            // Who was asked about an answer writes it again.
            "consultant" if !self.is_answer && (self.author_key != author || is_note()) => Whose::Note,
            "other" => Whose::Note,
            _ => Whose::Shared,
        }
    }

    /// As a mail about it shows it, without its files' bytes.
    async fn stored(&self, kind: MailKind, db: &impl ConnectionTrait) -> Result<StoredMessage, DbErr> {
        Ok(StoredMessage {
            author: self.author.clone(),
            is_visitor: self.party == "visitor",
            text: self.text.clone(),
            formatted: None,
            id: self.id,
            files: attached(listed(self.files.clone())?, &[], None),
            received_at: self.at,
            thread: None,
            events: events(db, self.intake_id.filter(|_| kind == MailKind::Receipt)).await?,
            held_line: None,
        })
    }
}
