//! The decision about a mail. Never a guess: what is not proven waits for a person.

use std::mem::take;

use entity::email_address::key_of;
use inbound::{
    commands::{self, Command},
    machine::{Weight, is_null_path},
    standing::{Evidence, Reason, Sender, Standing, standing},
};
use mailer::db::{query_row, statement};
use outbox::{TicketTexts, Verdict, Writer};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbErr, DeriveActiveEnum, EnumIter, FromQueryResult, TransactionTrait,
};
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::{
    Fate, Settling, Unsettled,
    content::{About, Content},
    identify::{Lead, Subject},
};
use crate::{intake::settings::IntakeSettings, ticket::wait_for};

/// Beyond these, somebody writes who gives no sign of being a program: mails of a ticket in ten minutes, mails of one
/// sender in a day, and those with the same words.
const MAX_RECENT: i64 = 10;
const MAX_OF_SENDER: i64 = 20;
const MAX_REPEATED: i64 = 2;
/// Likewise between proven consultants and a proven visitor whom they answer: faster than people write.
const MAX_OF_CHAT: i64 = 60;
const MAX_OF_CHAT_SENDER: i64 = 200;
/// Mails of a ticket in a day that are perhaps automatic and are shown.
const MAX_DOUBTFUL: i64 = 3;

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
            Subject::Test(test) => Decision::Test { test, is_report: self.is_report(content) },
            Subject::Journey(journey) => Decision::Journey { journey, is_report: self.is_report(content) },
            Subject::Digest(digest) => {
                Decision::Digest { digest, is_bounce: matches!(content.about, Some(About::Bounce { .. })) }
            }
            Subject::Quarantined { mail, consultant } => {
                self.decide_quarantined(transaction, content, mail, &consultant).await?
            }
            Subject::Suspect { inquiry, consultant } => {
                self.decide_suspect(transaction, content, inquiry, &consultant).await?
            }
            Subject::New { is_ordered } => {
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
            Subject::DigestReply => Decision::Quarantined("digest_reply"),
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
    let row = transaction.query_one_raw(statement(sql, [outbox.into()])).await?;
    row.map_or(Ok(false), |row| row.try_get("", "is_sending"))
}

/// A person has decided that the mail opens a ticket, so nothing is asked but whether somebody can be answered. Returns the
/// rule, or why not.
fn ordered(content: &Content, settings: &IntakeSettings) -> Result<&'static str, &'static str> {
    content.from().filter(|from| settings.is_outside(from)).map(|_| "opened").ok_or("no_sender")
}

/// A mail to the public address. A program's never opens a ticket; one with marks of a list does, as perhaps spam.
fn opening(content: &mut Content, settings: &IntakeSettings) -> Result<&'static str, &'static str> {
    let sender = content.sender(|key| settings.is_consultant(key), None);
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
            Ok("forwarded")
        }
        Standing::Visitor => Ok(Evidence::PublicAddress.code()),
        Standing::Held(reason) => Err(reason.code()),
        _ => Err("unmatched"),
    }
}

/// What the database knows of a ticket and of this sender on it.
struct Facts {
    ticket: TicketFacts,
    /// The effect of an earlier copy of the mail.
    copy: Option<Effect>,
    sender: Sender,
    /// The consultant for whom the address was made, as registered: `From` may have it in another form.
    consultant: Option<String>,
    /// The settings no longer name this consultant.
    has_left: bool,
    questions: Questions,
}

#[derive(Default, FromQueryResult)]
struct TicketFacts {
    visitor_key: Option<String>,
    consultants: Vec<String>,
    /// Mails of this ticket in the last ten minutes: all, and without those of a chat.
    recent: i64,
    recent_others: i64,
    /// Mails of this sender on this ticket in the last day.
    of_sender: i64,
    /// Mails of the last day that are perhaps automatic.
    doubtful: i64,
    /// Notes of consultants in the last ten minutes.
    notes: i64,
    /// Consultants have answered in the last day.
    is_answered: bool,
}

impl TicketFacts {
    /// A chat is between proven consultants and the proven visitor whom they answer.
    /// Of notes fewer are enough: two programs may answer each other's.
    fn is_flood(&self, standing: Standing, content: &Content, is_note: bool) -> bool {
        let is_of_chat = match standing {
            Standing::Consultant => true,
            Standing::Visitor => self.is_answered && content.proof.is_authenticated(),
            _ => false,
        };
        if is_note && self.notes >= MAX_RECENT {
            true
        } else if is_of_chat {
            self.recent >= MAX_OF_CHAT || self.of_sender >= MAX_OF_CHAT_SENDER
        } else {
            self.recent_others >= MAX_RECENT || self.of_sender >= MAX_OF_SENDER
        }
    }
}

/// What consultants were asked in the last day whose mails the receiving host does not prove.
#[derive(Default, FromQueryResult)]
struct Questions {
    /// Asked of the sender about this ticket and not answered: all, and those of the last ten minutes.
    open: i64,
    just_asked: i64,
    /// In the last hour, about this ticket.
    of_ticket: i64,
    of_person: i64,
    /// The mail answers a question to its sender.
    is_answered: bool,
}

/// What follows from a mail, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "i32", db_type = "Integer")]
pub(super) enum Effect {
    /// Kept as a program's.
    Kept = 0,
    /// Shown to the consultants as another sender's.
    Shown = 1,
    /// Its author, a consultant, was asked whether to do what it says.
    Asked = 2,
    /// The visitor's contact, or a consultant's command.
    Acted = 3,
}

/// `$1` mail, `$2` fingerprint, `$3` inquiry, or NULL for any.
const COPY: &str = "\
    SELECT max(CASE \
        WHEN fate IN ('machine', 'bounce') THEN 0 \
        WHEN party = 'other' OR is_machine THEN 1 \
        WHEN EXISTS ( \
            SELECT FROM ticket_event WHERE ticket_event.intake_id = intake.id AND verb = 'confirm' AND outcome = 'asked' \
        ) THEN 2 \
        ELSE 3 \
    END) AS effect FROM intake LEFT JOIN LATERAL messages_of(intake.inquiry_id) AS message ON message.intake_id = intake.id \
    WHERE digest = $2 AND intake.id <> $1 AND state = 'settled' \
        AND fate IN ('reply', 'new', 'command', 'machine', 'bounce') \
        AND ($3::uuid IS NULL OR intake.inquiry_id = $3)";

/// Copies of the mail do not count as mails of the sender.
///
/// `$1` inquiry, `$2` fingerprint, `$3` key of the sender.
const TICKET: &str = "\
    WITH answered AS ( \
        SELECT EXISTS (SELECT FROM ticket_event WHERE inquiry_id = $1 AND verb = 'answer' AND outcome = 'done' \
            AND at > now() - interval '24 hours') AS is_answered \
    ), recent AS ( \
        SELECT count(*) AS recent, count(*) FILTER (WHERE NOT coalesce( \
            auth IN ('pass', 'internal') AND (party = 'consultant' OR party = 'visitor' AND is_answered), false \
        )) AS recent_others \
        FROM answered, messages_of($1) AS message LEFT JOIN intake ON intake.id = intake_id \
        WHERE received_at > now() - interval '10 minutes' \
    ) SELECT email_key AS visitor_key, recent, recent_others, is_answered, \
        (SELECT coalesce(array_agg(DISTINCT recipient), '{}') FROM outbox \
         WHERE outbox.inquiry_id = $1 AND kind = 'notification') AS consultants, \
        (SELECT count(*) FROM messages_of($1) AS message \
         WHERE author_key = $3 AND NOT is_machine \
           AND received_at > now() - interval '24 hours' \
           AND NOT EXISTS (SELECT FROM intake WHERE id = message.intake_id AND digest = $2)) AS of_sender, \
        (SELECT count(*) FROM ticket_event WHERE inquiry_id = $1 AND verb = 'note' AND at > now() - interval '10 minutes') AS notes, \
        (SELECT count(*) FROM messages_of($1) \
         WHERE is_machine AND party <> 'system' AND received_at > now() - interval '24 hours') AS doubtful \
    FROM content_of($1), answered, recent";

/// The sender's mails with the same words, and those since the visitor's last answer. Only what somebody wrote is compared: which lines of ours are not shown differs from quote to quote.
///
/// `$1` inquiry, `$2` fingerprint, `$3` key of the sender, `$4` the newly written text, `$5` its attachments.
const REPETITIONS: &str = r"
    SELECT count(*) AS repeated, count(*) FILTER (WHERE files = $5 AND received_at > coalesce((
        SELECT max(finished_at) FROM outbox
        WHERE outbox.inquiry_id = $1 AND kind = 'answer' AND outbox.state = 'sent'
    ), '-infinity')) AS unanswered
    FROM messages_of($1) AS message, (SELECT '(^|\n)\[[0-9]+ lines? not shown: [^\n]*\](?=\n|$)' AS said) AS pattern
    WHERE author_key = $3 AND NOT is_machine AND received_at > now() - interval '24 hours'
        AND NOT EXISTS (SELECT FROM intake WHERE id = message.intake_id AND digest = $2)
        AND btrim(regexp_replace(new_text, said, '', 'g'), E' \n') = btrim(regexp_replace($4, said, '', 'g'), E' \n')
        AND btrim(regexp_replace($4, said, '', 'g'), E' \n') <> ''";

/// `$1` inquiry, `$2` the consultant, as registered, `$3` the mail of ours that is answered.
const QUESTIONS: &str = "\
    SELECT count(*) FILTER (WHERE is_here AND is_own AND outcome = 'asked') AS open, \
        count(*) FILTER (WHERE is_here AND is_own AND outcome = 'asked' AND at > now() - interval '10 minutes') AS just_asked, \
        count(*) FILTER (WHERE is_here AND at > now() - interval '1 hour') AS of_ticket, \
        count(*) FILTER (WHERE is_own) AS of_person, \
        EXISTS (SELECT FROM outbox WHERE id = $3 AND kind = 'question' AND lower(recipient) = lower($2)) AS is_answered \
    FROM ( \
        SELECT at, outcome, ticket_event.inquiry_id = $1 AS is_here, lower(recipient) = lower($2) AS is_own \
        FROM ticket_event JOIN outbox ON outbox.id = who WHERE verb = 'confirm' AND at > now() - interval '1 day' \
    ) AS asked";

impl Settling<'_> {
    /// Copies, and the mails of one ticket, are settled one after the other, so no notice is queued twice.
    pub(super) async fn wait_for_others(
        &self,
        transaction: &DatabaseTransaction,
        inquiry: Option<Uuid>,
    ) -> Result<(), DbErr> {
        let of = inquiry.map_or_else(|| hex::encode(&self.claimed.fingerprint), |inquiry| inquiry.to_string());
        wait_for(transaction, &of).await
    }

    /// The greatest effect of a copy that came by another way: the mail is a duplicate of a copy that has had at least its own.
    pub(super) async fn find_copy(
        &self,
        transaction: &DatabaseTransaction,
        inquiry: Option<Uuid>,
    ) -> Result<Option<Effect>, DbErr> {
        let (id, fingerprint) = (self.claimed.id, &self.claimed.fingerprint);
        let values = [id.into(), fingerprint.clone().into(), inquiry.into()];
        query_row(transaction, statement(COPY, values)).await?.try_get("", "effect")
    }

    async fn facts(&self, transaction: &DatabaseTransaction, content: &Content, lead: &Lead) -> Result<Facts, DbErr> {
        let copy = self.find_copy(transaction, Some(lead.inquiry)).await?;
        let values = [lead.inquiry.into(), self.claimed.fingerprint.clone().into(), content.from().map(key_of).into()];
        let ticket =
            TicketFacts::find_by_statement(statement(TICKET, values)).one(transaction).await?.unwrap_or_default();
        let has_key = |key: &str| ticket.consultants.iter().find(|one| key_of(one) == key);
        let sender = content.sender(|key| has_key(key).is_some(), ticket.visitor_key.as_deref());
        let consultant = lead.owner.as_ref().and_then(|owner| {
            let named = ticket.consultants.iter().find(|one| one.eq_ignore_ascii_case(owner));
            named.or_else(|| has_key(&key_of(owner))).cloned()
        });
        let has_left = lead
            .owner
            .as_ref()
            .is_some_and(|owner| self.settings.routes.is_some() && self.settings.registered(owner).is_none());
        let questions = match &consultant {
            Some(person) => {
                let values = [lead.inquiry.into(), person.as_str().into(), lead.outbox.into()];
                Questions::from_query_result(&query_row(transaction, statement(QUESTIONS, values)).await?, "")?
            }
            None => Questions::default(),
        };
        Ok(Facts { ticket, copy, sender, consultant, has_left, questions })
    }

    async fn is_repeated(
        &self,
        transaction: &DatabaseTransaction,
        inquiry: Uuid,
        content: &Content,
    ) -> Result<bool, DbErr> {
        let values = [
            inquiry.into(),
            self.claimed.fingerprint.clone().into(),
            content.from().map(key_of).into(),
            content.parsed.new_text.as_str().into(),
            content.listed_files()?.into(),
        ];
        let row = query_row(transaction, statement(REPETITIONS, values)).await?;
        let (all, unanswered): (i64, i64) = (row.try_get("", "repeated")?, row.try_get("", "unanswered")?);
        Ok(all >= MAX_REPEATED || unanswered > 0)
    }
}

impl Questions {
    /// A program answers a question at once and does not confirm it.
    fn may_ask(&self) -> bool {
        self.open < 2 && self.just_asked == 0 && self.of_ticket < 5 && self.of_person < 20
    }
}

impl Settling<'_> {
    /// A mail is compared with the texts of its ticket for those who will read it, once it is known who wrote it and that it is
    /// none of a flood.
    async fn decide_on_ticket(
        &self,
        transaction: &DatabaseTransaction,
        content: &mut Content,
        lead: &Lead,
    ) -> Result<Decision, Unsettled> {
        self.wait_for_others(transaction, Some(lead.inquiry)).await?;
        // Rolled back, so that no table is locked while the texts are compared: a rewrite would wait, and all others for it.
        let reading = transaction.begin().await?;
        let facts = self.facts(&reading, content, lead).await?;
        let outline = Outline::new(content, lead, &facts);
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
            let (text, files) = (take(&mut content.parsed.new_text), content.sent_names()?);
            let compared = spawn_blocking(move || texts.compare(&text, &files)).await;
            content.put(compared.map_err(|_| Unsettled::Crashed)?);
        }
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
            _ if facts.has_left => Standing::Held(Reason::Left),
            // Who was not notified cannot be asked.
            Standing::Consultant | Standing::Confirm if facts.consultant.is_none() => {
                Standing::Held(Reason::Consultant)
            }
            standing => standing,
        };
        // What an operator has put on a ticket is a person's mail, whatever it looks like.
        let is_ordered = lead.evidence == Evidence::Operator;
        let by_program = by_program(content, lead, standing).filter(|_| !is_ordered);
        let sign =
            content.sign.filter(|sign| !is_ordered && (sign.weight != Weight::Bulk || standing == Standing::Other));
        let doubt = sign.map(|sign| sign.rule.name());
        let effect = match standing {
            _ if by_program.is_some() => Effect::Kept,
            Standing::Other | Standing::Held(_) => Effect::Shown,
            Standing::Confirm => Effect::Asked,
            Standing::Consultant if doubt.is_some() => Effect::Asked,
            Standing::Visitor if doubt.is_some() => Effect::Shown,
            Standing::Visitor | Standing::Consultant => Effect::Acted,
        };
        let is_flood = facts.ticket.is_flood(standing, content, lead.is_internal);
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
fn by_program(content: &Content, lead: &Lead, standing: Standing) -> Option<(&'static str, Kind)> {
    match &content.about {
        Some(About::Bounce { code, is_hard }) if lead.outbox.is_some() => {
            Some(("report", Kind::Bounce { code: code.clone(), is_hard: *is_hard }))
        }
        Some(About::Delivered) if lead.outbox.is_some() => Some(("delivered", Kind::Delivered)),
        Some(About::Complaint) => Some(("complaint", Kind::Complaint)),
        about => {
            let sign = content.sign?;
            let kind = match sign.weight {
                // A forged note would say that a visitor is away who waits.
                Weight::Note if about.is_none() && standing == Standing::Visitor => Kind::Absence,
                Weight::Sure | Weight::Note => Kind::Machine,
                Weight::Doubtful | Weight::Bulk if lead.is_returned || about.is_some() => Kind::Machine,
                Weight::Doubtful | Weight::Bulk => return None,
            };
            Some((sign.rule.name(), kind))
        }
    }
}
