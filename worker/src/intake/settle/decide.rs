//! The decision about a mail. Never a guess: what is not proven waits for a person.

use std::mem::take;

use inbound::{
    commands::{self, Command, searched},
    machine::{Weight, is_null_path},
    standing::{Evidence, Reason, Sender, Standing, standing},
};
use mailer::db::{find_value, statement};
use outbox::{TicketTexts, Verdict, Writer};
use sea_orm::{DatabaseTransaction, DbErr, TransactionTrait};
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::{
    Fate, Settling, Unsettled,
    content::{About, Content},
    facts::{Effect, Facts, Questions},
    identify::{Lead, Subject, is_about_its_mail},
};
use crate::{
    intake::{addressee::Aside, settings::IntakeSettings},
    ticket::survivor,
};

/// Mails of a ticket in a day that are perhaps automatic and are shown.
const MAX_DOUBTFUL: i64 = 3;

/// Of a mail that answers a digest and is perhaps a program's: no mail tells its author.
pub(super) const MARKED_REPLY: &str = "digest";

/// What becomes of a mail.
pub(super) enum Decision {
    /// For a person to decide; the reason.
    Quarantined(&'static str),
    /// Nothing; the reason.
    Dropped(&'static str),
    /// The same mail came before.
    Duplicate {
        inquiry: Option<Uuid>,
        outbox: Option<Uuid>,
    },
    /// The mail of a test of ours has come back, or a report about it.
    Journey {
        journey: Uuid,
        is_report: bool,
    },
    Test {
        test: Uuid,
        is_report: bool,
    },
    /// A program wrote about a daily digest, which quotes senders, names and subjects and belongs to no inquiry.
    Digest {
        digest: Uuid,
        is_bounce: bool,
    },
    /// A consultant's decision by a link of a digest was carried out; about a suspect, its inquiry.
    Verdict {
        suspect: Option<Uuid>,
    },
    /// This consultant, as registered, looks for inquiries. Not on the ticket to whose address the mail came: its words are about others.
    Search(String),
    OnTicket(Entry),
}

/// A mail on a ticket.
pub(super) struct Entry {
    pub(super) inquiry: Uuid,
    /// The mail of ours that it answers or returns.
    pub(super) outbox: Option<Uuid>,
    pub(super) rule: &'static str,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    /// It opened the ticket.
    New,
    /// Of the visitor, or of somebody else; perhaps a program's.
    Reply {
        is_visitors: bool,
        is_doubtful: bool,
    },
    /// Of this consultant, as registered: an answer to the visitor, or verbs.
    Command(String),
    /// Likewise, once its author has confirmed it from the registered mailbox.
    Question(String),
    /// It confirms such a mail.
    Confirmation(String),
    /// A program's.
    Machine,
    /// The consultants hear of it although a program wrote it: the visitor's mailbox has answered.
    Absence,
    Complaint,
    Bounce {
        code: String,
        is_hard: bool,
    },
    /// A mail of ours has arrived, perhaps after it was said not to.
    Delivered,
}

impl Decision {
    /// As `intake` has them: the fate, the rule that decided, the inquiry and the mail of ours.
    pub(super) fn columns(&self) -> (Fate, &'static str, Option<Uuid>, Option<Uuid>) {
        match self {
            Self::Quarantined(reason) => (Fate::Quarantined, reason, None, None),
            Self::Dropped(reason) => (Fate::Dropped, reason, None, None),
            Self::Duplicate { inquiry, outbox } => (Fate::Duplicate, "same_mail", *inquiry, *outbox),
            Self::Test { is_report: false, .. } => (Fate::Dropped, "self_test", None, None),
            Self::Test { is_report: true, .. } => (Fate::Dropped, "self_test_report", None, None),
            Self::Journey { journey, .. } => (Fate::Dropped, "journey", None, Some(*journey)),
            Self::Digest { digest, is_bounce: true } => (Fate::Bounce, "digest", None, Some(*digest)),
            Self::Digest { digest, is_bounce: false } => (Fate::Machine, "digest", None, Some(*digest)),
            Self::Verdict { suspect } => (Fate::Command, "verdict", *suspect, None),
            Self::Search(_) => (Fate::Command, "find", None, None),
            Self::OnTicket(entry) => (entry.kind.fate(), entry.rule, Some(entry.inquiry), entry.outbox),
        }
    }
}

impl Kind {
    fn fate(&self) -> Fate {
        match self {
            Self::New => Fate::New,
            Self::Reply { .. } => Fate::Reply,
            Self::Command(_) | Self::Question(_) | Self::Confirmation(_) => Fate::Command,
            Self::Machine | Self::Absence | Self::Complaint | Self::Delivered => Fate::Machine,
            Self::Bounce { .. } => Fate::Bounce,
        }
    }

    /// Who wrote the message, as `message.party` has it.
    pub(super) fn party(&self) -> &'static str {
        match self {
            Self::New | Self::Reply { is_visitors: true, .. } => "visitor",
            Self::Reply { is_visitors: false, .. } => "other",
            Self::Command(_) | Self::Question(_) | Self::Confirmation(_) => "consultant",
            Self::Machine | Self::Absence | Self::Complaint | Self::Delivered | Self::Bounce { .. } => "system",
        }
    }

    /// A message of a program, perhaps: no contact.
    pub(super) fn is_machine(&self) -> bool {
        matches!(self, Self::Reply { is_doubtful: true, .. }) || self.party() == "system"
    }
}

impl Settling<'_> {
    /// About a mail of ours, which has not come itself.
    fn is_report(&self, content: &Content) -> bool {
        self.claimed.envelope_from.as_deref().is_some_and(is_null_path)
            || matches!(content.about, Some(About::Bounce { .. } | About::Complaint))
    }

    /// In the transaction that writes it, so nobody else changes what it depends on. A decision of a person is carried out here.
    pub(super) async fn decide(
        &self,
        transaction: &DatabaseTransaction,
        content: &mut Content,
        subject: Subject,
    ) -> Result<Decision, Unsettled> {
        Ok(match subject {
            Subject::Aside(Aside::Test(test)) => Decision::Test { test, is_report: self.is_report(content) },
            Subject::Aside(Aside::Journey(journey)) => {
                Decision::Journey { journey, is_report: self.is_report(content) }
            }
            Subject::Aside(Aside::Digest(digest)) => {
                Decision::Digest { digest, is_bounce: matches!(content.about, Some(About::Bounce { .. })) }
            }
            Subject::Aside(Aside::Quarantine { consultant, .. } | Aside::Suspect { consultant, .. })
                if self.settings.has_left(&consultant) =>
            {
                Decision::Quarantined(Reason::Left.code())
            }
            Subject::Aside(Aside::Quarantine { intake, consultant }) => {
                self.decide_quarantined(transaction, content, intake, &consultant).await?
            }
            Subject::Aside(Aside::Suspect { inquiry, consultant }) => {
                self.decide_suspect(transaction, content, inquiry, &consultant).await?
            }
            Subject::New { is_ordered: false } | Subject::Unknown(_)
                if let Some(consultant) = self.searcher(content) =>
            {
                if self.find_copy(transaction, None).await? >= Some(Effect::Shown) {
                    Decision::Duplicate { inquiry: None, outbox: None }
                } else {
                    Decision::Search(consultant)
                }
            }
            Subject::New { is_ordered } => {
                content.parsed.show_page();
                let opens = if is_ordered { ordered(content, self.settings) } else { opening(content, self.settings) };
                match opens {
                    Ok(rule) => self.open(transaction, content, rule).await?,
                    Err(reason) => Decision::Quarantined(reason),
                }
            }
            Subject::Ticket(lead) => match self.decide_on_ticket(transaction, content, &lead).await? {
                Decision::OnTicket(Entry { kind: Kind::Bounce { .. }, outbox: Some(outbox), .. })
                    if is_being_sent(transaction, outbox).await? =>
                {
                    return Err(Unsettled::TooEarly);
                }
                decision => decision,
            },
            Subject::Unknown(_) if content.from().is_some_and(|from| self.settings.registered(from).is_some()) => {
                Decision::Quarantined(Reason::Consultant.code())
            }
            Subject::DigestReply { is_marked: false } => Decision::Quarantined("digest_reply"),
            Subject::DigestReply { is_marked: true } => Decision::Quarantined(MARKED_REPLY),
            Subject::Unknown(doubt) => Decision::Quarantined(doubt.code()),
        })
    }
}

impl Settling<'_> {
    /// Whether somebody will perhaps read the mail with its files. The decision comes later: nothing is locked for the scanner.
    pub(super) async fn wants_files(&self, content: &Content, subject: &Subject) -> Result<bool, DbErr> {
        match subject {
            Subject::Ticket(lead) => {
                let reading = self.db.begin().await?;
                let facts = self.facts(&reading, content, lead).await?;
                reading.rollback().await?;
                Ok(Outline::new(content, lead, &facts).is_read(content, &facts.questions))
            }
            Subject::New { is_ordered } => Ok(*is_ordered || !self.opens_too_many(self.db, content).await?),
            _ => Ok(false),
        }
    }
}

/// Whether its delivery is not over, so that what becomes of it would be written over a bounce. Locks the row: no delivery
/// begins before the bounce is written.
async fn is_being_sent(transaction: &DatabaseTransaction, outbox: Uuid) -> Result<bool, DbErr> {
    let sql = "SELECT state = 'sending' AS is_sending FROM outbox WHERE id = $1 FOR UPDATE";
    Ok(find_value(transaction, statement(sql, [outbox.into()])).await?.unwrap_or_default())
}

/// A person has decided that the mail opens a ticket, so nothing is asked but whether somebody can be answered. Returns the
/// rule, or why not.
fn ordered(content: &Content, settings: &IntakeSettings) -> Result<&'static str, &'static str> {
    content.from().filter(|from| settings.is_outside(from)).map(|_| "opened").ok_or("no_sender")
}

/// A mail to the public address. A program's never opens a ticket; one with marks of a list does, as perhaps spam.
fn opening(content: &mut Content, settings: &IntakeSettings) -> Result<&'static str, &'static str> {
    let sender = content.sender(|key| settings.is_consultant(key), None, &[]);
    let is_order = sender == Sender::Consultant && content.proof.is_authenticated() && content.is_new_command();
    match standing(Evidence::PublicAddress, sender, content.proof) {
        _ if content.sign.is_some_and(|sign| sign.weight != Weight::Bulk) => Err("machine"),
        // The consultant vouches for the sender of the mail that was forwarded, which takes the place of the consultant's own.
        _ if is_order => {
            let forwarded = content.forwarded()?;
            if !forwarded.from().is_some_and(|from| settings.is_outside(from)) {
                return Err("no_sender");
            }
            *content = forwarded;
            Ok(if content.call.is_some() { "by_phone" } else { "forwarded" })
        }
        Standing::Visitor => Ok(Evidence::PublicAddress.code()),
        Standing::Held(reason) => Err(reason.code()),
        _ => Err("unmatched"),
    }
}

impl Settling<'_> {
    /// The consultant who looks for inquiries by a mail to no ticket, if the receiving host proves the sender.
    fn searcher(&self, content: &Content) -> Option<String> {
        let is_proven = content.proof.is_authenticated() && !content.is_perhaps_automatic();
        let sender = content.sender(|key| self.settings.is_consultant(key), None, &[]);
        let from = content.from().filter(|_| is_proven && sender == Sender::Consultant)?;
        searched(&content.parsed.new_text).and_then(|_| self.settings.registered(from))
    }

    /// A mail is compared with the texts of its ticket for those who will read it, once it is known who wrote it and that it is
    /// none of a flood.
    async fn decide_on_ticket(
        &self,
        transaction: &DatabaseTransaction,
        content: &mut Content,
        lead: &Lead,
    ) -> Result<Decision, Unsettled> {
        self.wait_for_others(transaction, Some(lead.inquiry)).await?;
        // Merged since it was identified: it is settled again.
        if !is_about_its_mail(content) && survivor(transaction, lead.inquiry).await? != lead.inquiry {
            return Err(Unsettled::Lost);
        }
        // Rolled back, so that no table is locked while the texts are compared: a rewrite would wait, and all others for it.
        let reading = transaction.begin().await?;
        let facts = self.facts(&reading, content, lead).await?;
        let mut outline = Outline::new(content, lead, &facts);
        let is_trusted =
            outline.standing == Standing::Consultant && outline.by_program.is_none() && outline.doubt.is_none();
        if is_trusted && !outline.is_copy && searched(&content.parsed.new_text).is_some() {
            return Ok(Decision::Search(facts.consultant.unwrap_or_default()));
        }
        // On the ticket its words would be kept, and be shown to the visitor who asks for everything.
        let finds = |command: &Command| matches!(command, Command::Find(_));
        if outline.is_consultants() && commands::read(&content.parsed.new_text).commands.iter().any(finds) {
            return Ok(if outline.is_copy {
                Decision::Duplicate { inquiry: Some(lead.inquiry), outbox: None }
            } else {
                Decision::Quarantined("no_command")
            });
        }
        if !outline.is_consultants() {
            content.parsed.show_page();
        }
        let is_read = outline.is_read(content, &facts.questions);
        let is_encrypted = content.parsed.is_encrypted;
        if is_encrypted {
            content.verdict = Verdict::of_encrypted();
        }
        let texts = if is_read && !is_encrypted {
            let consultants = outline.is_consultants().then(|| self.settings.consultants.clone().unwrap_or_default());
            let author = facts.consultant.as_deref().filter(|_| outline.is_consultants()).or(content.from());
            let address = author.unwrap_or_default().to_owned();
            let writer = Writer { address, consultants, is_internal: lead.is_internal };
            TicketTexts::load(&reading, (lead.inquiry, Some(self.claimed.id)), writer, &self.settings.mail).await?
        } else {
            None
        };
        reading.rollback().await?;
        if let Some(texts) = texts {
            let (text, files) = (content.parsed.text.trim().to_owned(), content.sent_names()?);
            let page_alone = take(&mut content.parsed.page_alone);
            // Of a note it is the program's.
            let subject = content.parsed.subject.as_str();
            let subject = if outline.by_program.is_none() { subject } else { "" }.to_owned();
            let compared = spawn_blocking(move || texts.compare(&subject, &text, &page_alone, &files)).await;
            content.put(compared.map_err(|_| Unsettled::Crashed)?);
        }
        self.show_news(transaction, content, lead, &mut outline).await?;
        let is_limited = outline.is_limited(content);
        if lead.is_internal && outline.is_consultants() && outline.by_program.is_none() {
            content.parsed.new_text = commands::as_note(take(&mut content.parsed.new_text));
        }
        let is_repeated = is_read
            && !is_encrypted
            && outline.by_program.is_none()
            && is_limited
            && self.is_repeated(transaction, lead.inquiry, content).await?;
        Ok(outline.decision(lead, facts, content, is_limited, is_repeated))
    }

    /// What an absence note says besides those of the week is perhaps a person's.
    async fn show_news(
        &self,
        transaction: &DatabaseTransaction,
        content: &Content,
        lead: &Lead,
        outline: &mut Outline,
    ) -> Result<(), DbErr> {
        let is_note = matches!(outline.by_program, Some((_, Kind::Absence))) && !outline.is_flood && !outline.is_copy;
        if is_note && self.says_more(transaction, lead.inquiry, content).await? {
            outline.doubt = outline.by_program.take().map(|(rule, _)| rule);
        }
        Ok(())
    }
}

/// What is known without a comparison of texts.
struct Outline {
    standing: Standing,
    by_program: Option<(&'static str, Kind)>,
    /// Why it is perhaps a program's.
    doubt: Option<&'static str>,
    is_ordered: bool,
    is_copy: bool,
    is_flood: bool,
}

impl Outline {
    fn new(content: &Content, lead: &Lead, facts: &Facts) -> Self {
        let standing = match standing(lead.evidence, facts.sender, content.proof) {
            _ if facts.has_left && facts.sender != Sender::Participant => Standing::Held(Reason::Left),
            // Who was not notified cannot be asked.
            Standing::Consultant | Standing::Confirm if facts.consultant.is_none() => {
                Standing::Held(Reason::Consultant)
            }
            standing => standing,
        };
        // What an operator has put on a ticket is a person's mail, whatever it looks like.
        let is_ordered = lead.evidence == Evidence::Operator;
        let by_program = by_program(content, lead, standing, facts.is_of_reader(content)).filter(|_| !is_ordered);
        let is_doubtful = |weight: Weight| weight != Weight::Bulk || standing == Standing::Other || lead.is_returned;
        let sign = content.sign.filter(|sign| !is_ordered && is_doubtful(sign.weight));
        let doubt = sign.map(|sign| sign.rule.name());
        let effect = match standing {
            _ if by_program.is_some() => Effect::Kept,
            Standing::Other | Standing::Held(_) => Effect::Shown,
            Standing::Confirm => Effect::Asked,
            Standing::Consultant if doubt.is_some() => Effect::Asked,
            Standing::Visitor if doubt.is_some() => Effect::Shown,
            Standing::Visitor | Standing::Consultant => Effect::Acted,
        };
        let is_flood = facts.ticket.is_flood(standing, lead.is_internal);
        Self { standing, by_program, doubt, is_ordered, is_copy: facts.copy >= Some(effect), is_flood }
    }

    fn is_consultants(&self) -> bool {
        matches!(self.standing, Standing::Consultant | Standing::Confirm)
    }

    /// No program begins a mail with a verb.
    fn is_limited(&self, content: &Content) -> bool {
        let is_verb = self.is_consultants() && commands::visible(&content.parsed.new_text).starts_with('#');
        !self.is_ordered && !is_verb
    }

    /// Whether anybody will read the mail.
    fn is_read(&self, content: &Content, questions: &Questions) -> bool {
        // Below a quote a verb is not seen yet.
        let has_verb = || commands::verb_within(&content.parsed.new_text).is_some();
        let is_many = self.is_flood && self.is_limited(content);
        !self.is_copy
            && match (&self.by_program, self.standing) {
                (Some((_, kind)), _) => matches!(kind, Kind::Absence) && !self.is_flood,
                (None, Standing::Held(_)) => false,
                (None, Standing::Consultant) if !is_many || has_verb() => true,
                (None, _) if self.is_consultants() => questions.is_answered || questions.may_ask(),
                (None, _) => !is_many,
            }
    }

    /// Of a consultant's mail that looks like a program's, the author is asked.
    fn decision(self, lead: &Lead, facts: Facts, content: &Content, is_limited: bool, is_repeated: bool) -> Decision {
        let is_rate = self.is_flood && is_limited;
        let too_many = if is_rate { Some("rate") } else { is_repeated.then_some("repeated") };
        let Lead { inquiry, outbox, evidence, .. } = *lead;
        let entry = |rule, kind| Decision::OnTicket(Entry { inquiry, outbox, rule, kind });
        let (consultant, questions) = (facts.consultant.unwrap_or_default(), facts.questions);
        // From an alias, but not as another consultant.
        let is_colleague = evidence == Evidence::ForeignAddress && facts.sender == Sender::Consultant;
        let is_trusted = !is_colleague && (self.doubt.is_none() || content.proof.is_authenticated());
        match (self.by_program, self.standing) {
            _ if self.is_copy => Decision::Duplicate { inquiry: Some(inquiry), outbox },
            (Some((rule, kind)), _) => entry(rule, kind),
            (None, Standing::Held(reason)) => Decision::Quarantined(reason.code()),
            // Also from a mailbox that the host proves: the question may be about a mail from another one. Only a person begins a
            // mail with `#send`: a program that answers our question does not confirm it.
            (None, Standing::Consultant | Standing::Confirm)
                if questions.is_answered
                    && is_trusted
                    && commands::read(&content.parsed.new_text).commands == [Command::Send] =>
            {
                entry("confirmed", Kind::Confirmation(consultant))
            }
            (None, Standing::Consultant) if too_many.or(self.doubt).is_none() => {
                entry(evidence.code(), Kind::Command(consultant))
            }
            (None, Standing::Consultant | Standing::Confirm) if questions.may_ask() => {
                entry("unproven", Kind::Question(consultant))
            }
            (None, Standing::Consultant | Standing::Confirm) => Decision::Quarantined(too_many.unwrap_or("consultant")),
            _ if too_many.is_some() => Decision::Quarantined(too_many.unwrap_or_default()),
            _ if self.doubt.is_some() && facts.ticket.doubtful >= MAX_DOUBTFUL => Decision::Quarantined("automatic"),
            (None, standing) => {
                let (is_visitors, is_doubtful) = (standing == Standing::Visitor, self.doubt.is_some());
                entry(self.doubt.unwrap_or(evidence.code()), Kind::Reply { is_visitors, is_doubtful })
            }
        }
    }
}

/// What a program wrote, and the rule that knows it as a program's.
///
/// `is_of_reader`: who reads the answers has sent it.
fn by_program(content: &Content, lead: &Lead, standing: Standing, is_of_reader: bool) -> Option<(&'static str, Kind)> {
    match &content.about {
        Some(About::Bounce { code, is_hard }) if lead.outbox.is_some() => {
            Some(("report", Kind::Bounce { code: code.clone(), is_hard: *is_hard }))
        }
        Some(About::Delivered) if lead.outbox.is_some() => Some(("delivered", Kind::Delivered)),
        Some(About::Complaint) => Some(("complaint", Kind::Complaint)),
        about => {
            let sign = content.sign?;
            let is_about_ours = about.is_some() && lead.outbox.is_some();
            // Some clients answer the return path.
            let is_person = standing == Standing::Visitor && content.proof.is_authenticated();
            let kind = match sign.weight {
                // A forged note would say that a visitor is away who waits.
                Weight::Note if about.is_none() && standing == Standing::Visitor && is_of_reader => Kind::Absence,
                Weight::Sure | Weight::Note => Kind::Machine,
                Weight::Doubtful | Weight::Bulk if is_about_ours || lead.is_returned && !is_person => Kind::Machine,
                Weight::Doubtful | Weight::Bulk => return None,
            };
            Some((sign.rule.name(), kind))
        }
    }
}
