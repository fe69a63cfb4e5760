//! The texts of a ticket that the writer of a mail could have: what the mail repeats of them is a quote, and what of them is
//! internal no answer may have. They are loaded first, and compared on a separate thread.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::Arc,
};

use chrono::{DateTime, Months, Utc};
use entity::{
    RETENTION_YEARS,
    email_address::key_of,
    inquiry, inquiry_content,
    outbox::{self, MailKind},
};
use inbound::{
    commands::{self, Command},
    conversation::{Conversation, Known, Reader, Whose, says_cut},
    html::text_of,
    parsed_mail::least_alone,
};
use mailer::{
    MailSettings,
    brand::brand,
    db::{find_value, query_values, statement},
};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, QueryFilter, TransactionTrait};
use uuid::Uuid;

use crate::{
    LeakGuard,
    attachments::named_only,
    background::{Background, EarlierInquiry, background_of},
    common_ends::{behind_greeting, is_signature, without_common_ends, without_known_end, without_signature},
    due_ticket::{DueTicket, due_ticket, turns},
    held::{Held, Why, held_of, named},
    leak_guard::templates_to_consultants,
    mail::{
        About, Case, Source, StoredMessage, TicketFacts, named as sender_named, received, rendered, source,
        visitor_as_author,
    },
    send::inquiry_of,
    subject,
};

/// Bytes of the consultants' texts; beyond them an answer is not compared with all.
const MAX_INTERNAL: i64 = 8 << 20;
/// Bytes of the visitor's newest texts, and of others': a long one must not take all the time.
const MAX_SHARED: i64 = 4 << 20;
const MAX_OTHER: i64 = 512 << 10;
/// Mails to consultants that are rendered; what all of them say, the templates have.
const MAX_MAILS: i64 = 60;
/// Of them, those that show the whole conversation, or remind.
const MAX_DUE: usize = 6;
/// Bytes of the text that such a mail quotes. The text itself is compared whole.
const MAX_QUOTED: usize = 32 << 10;

/// A mail in the name of a consultant who has not confirmed it is anybody's. What programs wrote is known where a mail shows it.
///
/// `$1` inquiry, `$2` mail that is read, `$3` to `$5` bytes of the newest texts of consultants, of the visitor, and of others.
const SAID: &str = "\
    SELECT id, class, author, author_key, is_machine, files, held_line, received_at AS at, is_answer, \
        ARRAY(SELECT verb FROM ticket_event WHERE ticket_event.intake_id = counted.intake_id ORDER BY at, id) AS verbs, \
        ARRAY(SELECT outcome FROM ticket_event WHERE ticket_event.intake_id = counted.intake_id ORDER BY at, id) AS outcomes, \
        CASE WHEN so_far <= CASE class WHEN 'consultant' THEN $3 WHEN 'visitor' THEN $4 ELSE $5 END THEN new_text END AS text \
    FROM ( \
        SELECT *, sum(octet_length(new_text)) OVER (PARTITION BY class ORDER BY received_at DESC, id DESC) AS so_far \
        FROM ( \
            SELECT id, author, author_key, is_machine, files, held_line, received_at, new_text, intake_id, \
                EXISTS (SELECT FROM outbox WHERE kind = 'answer' AND about = message.id) AS is_answer, \
                CASE WHEN EXISTS ( \
                    SELECT FROM ticket_event \
                    WHERE ticket_event.intake_id = message.intake_id AND verb = 'confirm' AND outcome = 'asked' \
                ) THEN 'other' ELSE party END AS class \
            FROM ticket_message AS message WHERE ticket = $1 AND ($2::uuid IS NULL OR intake_id IS DISTINCT FROM $2) \
        ) AS message \
    ) AS counted ORDER BY at DESC, id DESC";

const CONFIRMATION: &str = "SELECT sent_text FROM outbox WHERE inquiry_id = $1 AND sent_text IS NOT NULL";

const NOTIFIED: &str = "SELECT DISTINCT recipient FROM outbox WHERE inquiry_id = $1 AND kind = 'notification'";

#[derive(FromQueryResult)]
struct Said {
    id: Uuid,
    class: String,
    author: String,
    author_key: String,
    is_machine: bool,
    files: serde_json::Value,
    held_line: Option<String>,
    /// What the mail did, in order.
    verbs: Vec<String>,
    outcomes: Vec<String>,
    /// `None`: too much was written since.
    text: Option<String>,
    at: DateTime<Utc>,
    is_answer: bool,
}

/// Who writes the mail that is compared.
#[derive(Clone)]
pub struct Writer {
    pub address: String,
    /// Who has our mails to consultants, and whose mail is an answer if it is no note: whom the settings name besides those who
    /// were notified.
    pub consultants: Option<Vec<String>>,
    /// It goes to an address whose mails stay among consultants.
    pub is_internal: bool,
}

pub struct TicketTexts {
    inquiry: inquiry::Model,
    content: inquiry_content::Model,
    said: Vec<Said>,
    confirmation: Option<String>,
    /// Its row: many clients quote the page.
    auto_reply: Option<outbox::Model>,
    /// Mails to consultants.
    mails: Vec<outbox::Model>,
    /// As a receipt shows it; and as other mails do.
    ticket: Option<DueTicket>,
    due: HashMap<Uuid, DueTicket>,
    /// Of the notification.
    background: Background,
    notified: Vec<String>,
    writer: Writer,
    settings: MailSettings,
}

entity::opaque_debug!(TicketTexts, Writer, Compared, Verdict);

/// A mail after the comparison.
pub struct Compared {
    /// What its author newly wrote.
    pub text: String,
    /// More than a quote at its end is left out.
    pub is_shortened: bool,
    pub verdict: Verdict,
}

/// Whether an answer may go to the visitor.
#[derive(Clone, Default)]
pub struct Verdict {
    /// The lines that the visitor must not have.
    pub held: Vec<Held>,
    /// Every internal text was compared.
    pub is_complete: bool,
}

impl Verdict {
    /// Of what nobody can read here.
    pub fn of_encrypted() -> Self {
        Self { held: Vec::new(), is_complete: true }
    }

    /// With the lines that a message has stored: what was cut away with a quote only the first comparison knew.
    pub fn with_stored(mut self, stored: Option<&str>) -> Self {
        let earlier = stored.map(held_of).unwrap_or_default();
        let is_new = |held: &Held| !self.held.iter().any(|known| known.is_named(&held.line));
        let earlier: Vec<_> = earlier.into_iter().filter(is_new).collect();
        self.held.extend(earlier);
        self
    }
}

impl TicketTexts {
    /// `mail` is not part of them. `None`: the inquiry has expired, or is restricted, so that nothing of it is used.
    pub async fn load(
        db: &(impl ConnectionTrait + TransactionTrait),
        (inquiry, mail): (Uuid, Option<Uuid>),
        writer: Writer,
        settings: &MailSettings,
    ) -> Result<Option<Self>, DbErr> {
        let found = inquiry_of(db, inquiry).await?.filter(|(inquiry, _)| inquiry.restricted_at.is_none());
        let Some((inquiry, content)) = found else { return Ok(None) };
        let values = [inquiry.id.into(), mail.into(), MAX_INTERNAL.into(), MAX_SHARED.into(), MAX_OTHER.into()];
        let said = Said::find_by_statement(statement(SAID, values)).all(db).await?;
        let confirmation = find_value(db, statement(CONFIRMATION, [inquiry.id.into()])).await?;
        let auto_reply = outbox::Entity::find()
            .filter(outbox::Column::InquiryId.eq(inquiry.id))
            .filter(outbox::Column::Kind.eq(MailKind::AutoReply))
            .one(db)
            .await?;
        let (mut mails, mut ticket, mut due, mut notified) = (Vec::new(), None, HashMap::new(), Vec::new());
        let mut background = Background::default();
        if writer.consultants.is_some() {
            mails = mails_of(db, inquiry.id, &writer.address).await?;
            if let Some(row) = mails.first() {
                ticket = due_ticket(db, row).await?;
                background = background_of(db, row).await?;
            }
            let mut said = None;
            for row in mails.iter().filter(|row| source(row.kind) == Source::Due).take(MAX_DUE) {
                let Some(ticket) = due_ticket(db, row).await? else { continue };
                let turns = match &said {
                    Some(turns) if row.kind != MailKind::Reminder => Arc::clone(turns),
                    _ => turns(db, row).await?,
                };
                said = said.or_else(|| Some(Arc::clone(&turns)).filter(|turns| !turns.is_empty()));
                // As it went out.
                let sent_at = row.data_at.unwrap_or(row.created_at);
                let turns = turns.iter().filter(|turn| turn.at <= sent_at).cloned().collect();
                due.insert(row.id, DueTicket { turns, ..ticket });
            }
            notified = query_values(db, statement(NOTIFIED, [inquiry.id.into()])).await?;
        }
        let settings = settings.clone();
        Ok(Some(Self {
            inquiry,
            content,
            said,
            confirmation,
            auto_reply,
            mails,
            ticket,
            due,
            background,
            notified,
            writer,
            settings,
        }))
    }

    /// Takes from a mail what it repeats, for those who read it. `files`: the names of those that go on. An answer whose page alone has
    /// words beside a quote waits: the text is perhaps a gateway's. Consultants see a `subject` that says something.
    pub fn compare(&self, subject: &str, text: &str, page_alone: &str, files: &[String]) -> Compared {
        let says_note = |text: &str| commands::read(text).commands.contains(&Command::Note);
        // Below a quote a verb is not seen yet.
        let is_note =
            |cut: &str| says_note(cut) || self.writer.is_internal && says_note(&commands::as_note(cut.to_owned()));
        if self.writer.consultants.is_some() && !says_note(text) {
            let conversation = self.conversation(Reader::Visitor);
            let cut = conversation.cut(text, Reader::Visitor);
            if !is_note(&cut.text) {
                let (mut answer, is_doubtful) = self.without_known_signature(cut.text);
                let mut verdict = self.verdict(&conversation, &commands::read(&answer).text, files);
                // A mail about another ticket stays in part: its other lines are those of each mail.
                let is_merge = |line: &&str| matches!(commands::read(line).commands[..], [Command::Merge(_)]);
                let said = text.lines().filter(|line| !is_merge(line)).collect::<Vec<_>>().join("\n");
                let alone = conversation.cut_page(page_alone);
                let alone: Vec<&str> =
                    alone.lines().filter(|line| !line.starts_with('>') && !line.is_empty()).collect();
                let own = without_signature(&answer);
                // A gateway may have put it into an empty text.
                let is_bare = commands::read(own).commands.is_empty() && is_signature(own, std::iter::empty());
                let least = if is_bare || is_signature(behind_greeting(own), std::iter::empty()) {
                    1
                } else {
                    least_alone(own)
                };
                let is_said = alone.iter().flat_map(|line| line.split_whitespace()).count() >= least
                    || alone.iter().any(|line| line.starts_with('#'));
                let of_thread = [self.thread(), [self.content.company.as_str()].into()].concat();
                let verb = commands::verb_within(&subject::beside_thread(subject, of_thread));
                let of_subject = verb.map(|_| Held::new(Why::Subject, &subject::in_front(subject, "")));
                verdict.held.extend(of_subject);
                verdict.held.extend(cut.doubts.into_iter().map(Held::doubtful));
                verdict.held.extend(self.guard(&self.background.earlier).foreign_lines(&said));
                if is_said {
                    verdict.held.extend(alone.first().map(|line| Held::new(Why::Page, line)));
                    // `#send` sends them, too. Verbs below an answer stay its last lines.
                    let (own, alone) = (answer.trim_end(), alone.join("\n"));
                    let is_above = is_bare || commands::read(own).is_above;
                    answer = if is_above { format!("{alone}\n\n{own}") } else { format!("{own}\n\n{alone}") };
                }
                verdict.held = each_once(verdict.held);
                return Compared { text: answer, is_shortened: cut.is_shortened || is_doubtful, verdict };
            }
        }
        let shown = if page_alone.is_empty() { text } else { &format!("{text}\n{page_alone}") };
        let cut = self.conversation(Reader::Consultants).cut(shown, Reader::Consultants);
        let text = if self.writer.consultants.is_none() && self.says_something(subject, &cut.text) {
            subject::in_front(subject, &cut.text)
        } else {
            cut.text
        };
        Compared { text, is_shortened: cut.is_shortened, verdict: Verdict::default() }
    }

    /// Whether a subject says what neither the thread nor an earlier subject does; without a text, anything that is no mark.
    fn says_something(&self, subject: &str, text: &str) -> bool {
        let is_empty = text.trim().is_empty();
        let earlier = self.said.iter().filter_map(|said| subject::shown_in(said.text.as_deref()?).0);
        let earlier = earlier.filter(|_| !is_empty).map(|earlier| subject::beside_thread(earlier, self.thread()));
        let earlier: Vec<String> = earlier.collect();
        let thread = self.thread().into_iter().chain(earlier.iter().map(String::as_str));
        let is_word = |c: char| c.is_alphanumeric() || is_empty && !c.is_whitespace() && !"-–:;,.[]()…\"'".contains(c);
        subject::beside_thread(subject, thread).contains(is_word)
    }

    fn thread(&self) -> Vec<&str> {
        vec![received(self.inquiry.language), subject::BY_LINK, self.opening()]
    }

    /// A mail that opened the ticket begins with its subject.
    fn opening(&self) -> &str {
        self.content.message.lines().next().unwrap_or_default()
    }

    /// The visitor has a signature from the author's first answer. Its author hears of it once: it may have been written on purpose.
    fn without_known_signature(&self, text: String) -> (String, bool) {
        let key = key_of(&self.writer.address);
        let earlier = self.said.iter().filter(|said| said.is_answer && said.author_key == key);
        let mut earlier = earlier.filter_map(|said| said.text.as_deref()).enumerate();
        let found = earlier.find_map(|(newer, earlier)| {
            Some((without_known_end(&text, &commands::read(earlier).text)?.to_owned(), newer == 0))
        });
        found.unwrap_or((text, false))
    }

    /// Of an answer that was stored without what it repeats.
    pub fn judge(&self, answer: &str, files: &[String]) -> Verdict {
        self.verdict(&self.conversation(Reader::Visitor), answer, files)
    }

    fn verdict(&self, conversation: &Conversation, answer: &str, files: &[String]) -> Verdict {
        let with_names = |text: &str| [&[text.to_owned()], files].concat().join("\n");
        let notes: Vec<String> = self
            .said
            .iter()
            .filter(|said| said.class == "consultant" && !said.is_answer && said.is_note())
            .filter_map(|said| Some(commands::read(said.text.as_deref()?).text))
            .collect();
        let by_address = self.guard(&[]).internal_lines(&with_names(answer));
        // With what two signatures have in common its author may send it.
        let apart = without_common_ends(answer, notes.iter().map(String::as_str));
        let of_notes = conversation.internal_lines(&with_names(&apart)).into_iter();
        let of_notes = of_notes.filter(|found| found.0 == Whose::Note);
        let others = conversation.internal_lines(&with_names(answer)).into_iter();
        let others = others.map(|(whose, line)| (whose.min(Whose::Frame), line));
        let held = by_address.into_iter().chain(of_notes.chain(others).map(Held::internal)).collect();
        Verdict { held: each_once(held), is_complete: conversation.is_complete() && self.is_complete() }
    }

    fn is_complete(&self) -> bool {
        self.said.iter().all(|said| said.class != "consultant" || said.text.is_some())
    }

    /// `earlier`: those that the text may name, as a quote of the notification does.
    fn guard(&self, earlier: &[EarlierInquiry]) -> LeakGuard {
        let named = self.notified.iter().chain(self.writer.consultants.iter().flatten()).cloned();
        let guard = LeakGuard::new(self.settings.signed.clone(), &self.writer.address, named);
        let visitors = self.said.iter().filter(|said| said.class == "visitor").filter_map(|said| said.text.as_deref());
        let texts = visitors.chain([self.content.message.as_str(), self.inquiry.reference.as_str()]);
        let merged = self.ticket.iter().flat_map(|ticket| &ticket.merged).map(String::as_str);
        let texts = texts.chain(merged).chain(earlier.iter().map(|inquiry| inquiry.reference.as_str()));
        guard.on_ticket(texts)
    }

    /// Of a consultant's note the readers have all; anybody else has no mail of ours to consultants.
    fn conversation(&self, reader: Reader) -> Conversation {
        let mut texts = Vec::new();
        self.shared(&mut texts);
        if self.writer.consultants.is_some() {
            self.fields(&mut texts);
            self.mails(&mut texts);
            self.internal(&mut texts);
        }
        if reader == Reader::Consultants {
            for text in &mut texts {
                (text.whose, text.quoted) = (text.whose.min(Whose::Shared), text.quoted.min(Whose::Shared));
            }
        }
        let from = format!("@{}", self.settings.from.email.domain());
        let replies = self.settings.signed.as_ref().map_or_else(String::new, |signed| format!("@{}", signed.domain()));
        let visitor = visitor_as_author(&self.content);
        let name = self.settings.from.name.as_deref().unwrap_or_default();
        let ours = [brand().name.as_str(), name, &visitor, &from, &replies];
        Conversation::new(texts, &ours)
    }

    fn day(&self, at: DateTime<Utc>) -> String {
        at.with_timezone(&self.settings.answer.zone()).format("%-d %B").to_string()
    }

    fn case<'a>(&'a self, inquiry: &'a inquiry::Model, row: &'a outbox::Model) -> Case<'a> {
        Case { inquiry, content: &self.content, row, settings: &self.settings }
    }

    fn footer(&self) -> String {
        format!("{}, {}", brand().name, self.inquiry.reference)
    }

    /// What the visitor has.
    fn shared<'a>(&'a self, texts: &mut Vec<Known<'a>>) {
        let is_visitors = self.content.email_key == key_of(&self.writer.address);
        let visitors = if is_visitors { Whose::Writer } else { Whose::Shared };
        texts.push(Known::new(&self.content.message, visitors, "the inquiry"));
        if let Some(row) = &self.auto_reply {
            let about = About::Inquiry(Background::default());
            let page = rendered(self.case(&self.inquiry, row), &about, &TicketFacts::default());
            let page = page.ok().map(|parts| Cow::from(text_of(&parts.html)));
            let name = format!("our mail of {}", self.day(row.data_at.unwrap_or(row.created_at)));
            let both = self.confirmation.as_deref().map(Cow::from).into_iter().chain(page);
            texts.extend(both.map(|text| Known::new(text, Whose::Shared, &name)));
        }
        for said in &self.said {
            let (Some(text), day) = (&said.text, self.day(said.at)) else { continue };
            match (said.class.as_str(), said.is_answer) {
                ("visitor", _) => {
                    let whose =
                        if said.author_key == key_of(&self.writer.address) { Whose::Writer } else { Whose::Shared };
                    texts.push(Known::new(shown(text), whose, &format!("the visitor's mail of {day}")));
                }
                ("consultant", true) => {
                    let text = format!("{}\n\n-- \n{}\n", commands::read(text).text, self.footer());
                    texts.push(Known::new(text, Whose::Shared, &format!("our mail of {day}")));
                }
                _ => {}
            }
        }
    }

    /// What mails to consultants say of the visitor.
    fn fields<'a>(&'a self, texts: &mut Vec<Known<'a>>) {
        let inquiry_content::Model { first_name, last_name, company, phone, email, .. } = &self.content;
        let name = format!("{first_name} {last_name}");
        let sender = sender_named(first_name, last_name, company);
        let phone = phone.clone().unwrap_or_default();
        let fields = [&name, company, &sender, &phone, email.as_str(), &self.footer(), &brand().name];
        texts.push(Known::new(fields.join("\n"), Whose::Shared, "the inquiry"));
    }

    /// What consultants wrote to each other, and others to them. Where not all is known an answer waits, and only notes hold it then.
    fn internal<'a>(&'a self, texts: &mut Vec<Known<'a>>) {
        let least = if self.is_complete() { Whose::Frame } else { Whose::Note };
        for said in &self.said {
            let whose = said.whose(&self.writer.address);
            if let Some(text) = said.text.as_ref().filter(|_| whose >= least) {
                let read = commands::read(text);
                // Below another verb there is a signature, or an answer that comes again.
                if said.class == "consultant" && !read.commands.is_empty() && !said.is_note() {
                    continue;
                }
                let text = without_signature(&shown(&read.text)).to_owned();
                // What it quotes has its own text.
                let quoted = whose.min(Whose::Frame);
                let name = format!("a mail of {}", self.day(said.at));
                texts.push(Known { quoted, ..Known::new(text, whose, &name) });
            }
        }
    }

    /// The mails to consultants on this ticket as they went out, and what all such mails say.
    fn mails<'a>(&'a self, texts: &mut Vec<Known<'a>>) {
        // No contact has moved it yet.
        let expires_at = self
            .inquiry
            .received_at
            .checked_add_months(Months::new(12 * RETENTION_YEARS))
            .unwrap_or(self.inquiry.expires_at);
        let as_sent = inquiry::Model { expires_at, ..self.inquiry.clone() };
        for row in &self.mails {
            let ticket = self.ticket.clone().filter(|_| row.kind == MailKind::Notification);
            let facts = TicketFacts { ticket, ..TicketFacts::default() };
            let message = self.said.iter().find(|said| Some(said.id) == row.about);
            let about = match (source(row.kind), message) {
                (Source::Inquiry, _) => About::Inquiry(self.background.clone()),
                (Source::Message | Source::WithFiles, Some(said)) => {
                    let ticket = self.ticket.clone().filter(|_| row.kind == MailKind::Receipt).map(Box::new);
                    About::Message(StoredMessage { ticket, ..said.stored() })
                }
                (Source::Due, _) => match self.due.get(&row.id) {
                    Some(due) => About::Due(due.clone()),
                    None => continue,
                },
                _ => continue,
            };
            // A receipt shows its reader's own words, also where they are a colleague's.
            let is_receipt = row.kind == MailKind::Receipt;
            let whose = |said: &Said| if is_receipt { Whose::Writer } else { said.whose(&self.writer.address) };
            // What a whole conversation quotes has its own text.
            let of_all = if source(row.kind) == Source::Due { Whose::Frame } else { Whose::Shared };
            let quoted = message.map_or(of_all, whose);
            let Ok(parts) = rendered(self.case(&as_sent, row), &about, &facts) else { continue };
            // Of both only the text marks what it quotes.
            let bare = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
            let marked = parts.text.lines().filter_map(|line| line.strip_prefix("> ")).map(bare);
            let held = message.and_then(|said| said.held_line.as_deref()).filter(|_| is_receipt);
            let held: Vec<String> = held.into_iter().flat_map(named).map(|(line, _)| bare(line)).collect();
            let marked: HashSet<String> = marked.collect();
            let is_marked = |line: &str| {
                let bare = bare(line);
                marked.contains(&bare) || held.iter().any(|held| bare.ends_with(held.as_str()))
            };
            let lines = |text: &str| {
                text.lines().flat_map(|line| [if is_marked(line) { "> " } else { "" }, line, "\n"]).collect::<String>()
            };
            let name = format!("our mail of {}", self.day(row.created_at));
            for text in [lines(&parts.text), lines(&text_of(&parts.html))] {
                texts.push(Known { quoted, ..Known::new(text, Whose::Frame, &name) });
            }
        }
        texts.extend(templates_to_consultants().map(|text| Known {
            has_holes: true,
            quoted: Whose::Shared,
            ..Known::new(text, Whose::Frame, "our mail")
        }));
    }
}

/// One for all recipients: the notification, then the newest, and those last that only say what was done. A receipt has its reader
/// alone.
///
/// `$1` inquiry, `$2` the writer, `$3` at most so many.
const MAILS: &str = "\
    SELECT * FROM ( \
        SELECT DISTINCT ON (kind, about) * FROM outbox \
        WHERE inquiry_id = $1 AND recipient IS NOT NULL AND (kind <> 'receipt' OR recipient = $2) \
        ORDER BY kind, about, recipient = $2 DESC \
    ) AS mail \
    ORDER BY kind = 'notification' DESC, kind IN ('receipt', 'reminder', 'escalation'), created_at DESC LIMIT $3";

async fn mails_of(db: &impl ConnectionTrait, inquiry: Uuid, writer: &str) -> Result<Vec<outbox::Model>, DbErr> {
    let values = [inquiry.into(), writer.into(), MAX_MAILS.into()];
    outbox::Entity::find().from_raw_sql(statement(MAILS, values)).all(db).await
}

/// Each line once, with the reason that weighs most.
fn each_once(mut held: Vec<Held>) -> Vec<Held> {
    held.sort_by_key(|held| !held.why.is_secret());
    let mut lines = HashSet::new();
    held.retain(|held| lines.insert(held.line.clone()));
    held
}

/// Without the subject, and the lines that say what is not shown: who quotes the mail has neither.
fn shown(text: &str) -> Cow<'_, str> {
    let (_, text) = subject::shown_in(text);
    if !text.lines().any(says_cut) {
        return text.into();
    }
    text.lines().filter(|line| !says_cut(line)).flat_map(|line| [line, "\n"]).collect()
}

impl Said {
    /// For the visitor. Whose note it is, may send its words.
    fn whose(&self, writer: &str) -> Whose {
        let is_own = self.author_key == key_of(writer);
        match self.class.as_str() {
            "consultant" if !self.is_answer && self.is_note() => {
                if is_own {
                    Whose::Frame
                } else {
                    Whose::Note
                }
            }
            "consultant" if !self.is_answer && !is_own => Whose::Frame,
            "other" => Whose::Frame,
            // Who was asked about an answer writes it again.
            _ => Whose::Shared,
        }
    }

    fn is_note(&self) -> bool {
        commands::read(self.text.as_deref().unwrap_or_default()).commands.contains(&Command::Note)
    }

    /// As a mail about it shows it, without what is in its files.
    fn stored(&self) -> StoredMessage {
        let text = self.text.as_deref().unwrap_or_default();
        let text = &text[..text.floor_char_boundary(MAX_QUOTED)];
        StoredMessage {
            is_automatic: self.is_machine,
            files: named_only(self.files.clone()),
            events: self.verbs.iter().cloned().zip(self.outcomes.iter().cloned()).collect(),
            held_line: self.held_line.clone(),
            ..StoredMessage::new(&self.author, self.class == "visitor", text, self.id, self.at)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_wrote_is_no_known_text() {
        let text = "Yes.\n[14 lines not shown: they repeat our mail of 24 November]\nNo.";
        assert_eq!(shown(text), "Yes.\nNo.\n");
        assert_eq!(shown("It is not shown: why?"), "It is not shown: why?");
        assert_eq!(shown("Yes.\nNo."), "Yes.\nNo.");
    }
}
