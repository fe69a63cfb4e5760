//! What the database knows about a mail: to which ticket its hints lead, and who is on that ticket.

use inbound::{
    addresses::{Party, SignedAddresses},
    standing::{Evidence, Sender},
    threading::{Clue, Doubt, Known, Route, references_in, route},
};
use mailer::db::{query_row, statement};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use uuid::Uuid;

use super::{
    claim::Claimed,
    content::Content,
    copies::{Effect, find_copy},
    hints::{find_named, find_related},
};
use crate::intake::{
    address_key::key_of,
    recipient::{Recipient, find_recipient, inquiry_of},
    settings::IntakeSettings,
};

/// Everything that the decision depends on besides the mail's content.
#[derive(Debug)]
pub(super) struct Lookup {
    pub(super) route: Route<Uuid>,
    /// For whom the signed address was made.
    pub(super) party: Option<Party>,
    /// The mail of ours that it came back for, by its return path.
    pub(super) outbox: Option<Uuid>,
    /// The mail of ours that it answers or returns, by a signed Message-ID.
    pub(super) answered: Option<Uuid>,
    /// The people of the ticket.
    pub(super) visitor_key: Option<String>,
    pub(super) consultants: Vec<String>,
    /// Mails of this ticket in the last ten minutes.
    pub(super) recent: i64,
    /// Mails of this sender on this ticket in the last day, and those with the same words.
    pub(super) of_sender: i64,
    pub(super) repeated: i64,
    /// Of the latter, those since the visitor's last answer.
    pub(super) repeated_unanswered: i64,
    pub(super) questions: Questions,
    /// The effect of an earlier copy of it.
    pub(super) copy: Option<Effect>,
    /// A person has said which ticket it belongs to.
    pub(super) is_attached: bool,
}

/// What consultants were asked in the last day whose mails the receiving host does not prove.
#[derive(Clone, Copy, Debug, Default, FromQueryResult)]
pub(super) struct Questions {
    /// Asked of the sender about this ticket and not answered: all, and those of the last ten minutes.
    pub(super) open: i64,
    pub(super) just_asked: i64,
    /// In the last hour, about this ticket.
    pub(super) of_ticket: i64,
    pub(super) of_person: i64,
    /// The mail answers a question to its sender.
    pub(super) is_answered: bool,
}

impl Questions {
    /// A program answers a question at once and does not confirm it.
    pub(super) fn may_ask(&self) -> bool {
        self.open < 2 && self.just_asked == 0 && self.of_ticket < 5 && self.of_person < 20
    }
}

impl Lookup {
    pub(super) fn new(route: Route<Uuid>) -> Self {
        Self {
            route,
            party: None,
            outbox: None,
            answered: None,
            visitor_key: None,
            consultants: Vec::new(),
            recent: 0,
            of_sender: 0,
            repeated: 0,
            repeated_unanswered: 0,
            questions: Questions::default(),
            copy: None,
            is_attached: false,
        }
    }
}

/// Copies of the mail do not count as repetitions of it.
///
/// `$1` inquiry, `$2` digest, `$3` key of the sender, `$4` the newly written text, `$5` its attachments.
const TICKET: &str = "\
    SELECT email_key, \
        (SELECT coalesce(array_agg(DISTINCT recipient), '{}') FROM outbox \
         WHERE outbox.inquiry_id = $1 AND kind = 'notification') AS consultants, \
        (SELECT count(*) FROM message \
         WHERE message.inquiry_id = $1 AND received_at > now() - interval '10 minutes') AS recent, \
        of_sender, repeated, repeated_unanswered \
    FROM inquiry_content, ( \
        SELECT count(*) AS of_sender, count(*) FILTER (WHERE new_text = $4 AND new_text <> '') AS repeated, \
            count(*) FILTER (WHERE new_text = $4 AND new_text <> '' AND files = $5 AND received_at > coalesce(( \
                SELECT max(finished_at) FROM outbox \
                WHERE outbox.inquiry_id = $1 AND kind = 'answer' AND outbox.state = 'sent' \
            ), '-infinity')) AS repeated_unanswered \
        FROM message \
        WHERE message.inquiry_id = $1 AND author_key = $3 AND NOT is_machine \
          AND received_at > now() - interval '24 hours' \
          AND NOT EXISTS (SELECT FROM intake WHERE id = message.intake_id AND digest = $2) \
    ) AS written WHERE inquiry_content.inquiry_id = $1";

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

pub(super) async fn look_up(
    db: &impl ConnectionTrait,
    settings: &IntakeSettings,
    claimed: &Claimed,
    content: &Content,
) -> Result<Lookup, DbErr> {
    if let Some(attached) = claimed.attached {
        let lookup = Lookup { is_attached: true, ..Lookup::new(Route::Ticket(attached, Clue::Address)) };
        return with_ticket(db, claimed, content, lookup).await;
    }
    let mut lookup = Lookup::new(Route::Waits(Doubt::Unmatched));
    let from = content.from.as_deref().unwrap_or_default();
    let named = references_in(&content.subject);
    let addressed = addressed(db, &settings.addresses, claimed, content, &mut lookup).await?;
    let (answered, others) = answered(db, &settings.addresses, content, &mut lookup).await?;
    let known = Known {
        addressed,
        answered,
        related: find_related(db, &others, from, &settings.own.message_id_domain).await?,
        has_reference: !named.is_empty(),
        named: find_named(db, &named, from).await?,
        is_authenticated: content.proof.is_authenticated(),
        may_open: is_public(settings, claimed, content),
    };
    lookup.route = route(&known);
    with_ticket(db, claimed, content, lookup).await
}

/// What the envelope says counts; without it, what the headers say.
fn is_public(settings: &IntakeSettings, claimed: &Claimed, content: &Content) -> bool {
    let named = if claimed.recipients.is_empty() { &content.recipients } else { &claimed.recipients };
    named.iter().any(|address| settings.is_public(address))
}

/// The tickets of the signed recipients. What the envelope says is certain; an alias may have replaced it, and a mailbox
/// has none: then what a receiving server has written counts before what the sender has.
async fn addressed(
    db: &impl ConnectionTrait,
    addresses: &SignedAddresses,
    claimed: &Claimed,
    content: &Content,
    lookup: &mut Lookup,
) -> Result<Vec<Uuid>, DbErr> {
    for named in [&claimed.recipients, &content.delivered_to, &content.recipients] {
        let mut tickets = Vec::new();
        for address in named {
            let Some(recipient) = find_recipient(db, addresses, address).await? else { continue };
            tickets.push(recipient.inquiry());
            match recipient {
                Recipient::Ticket { party, .. } => {
                    lookup.party.get_or_insert(party);
                }
                Recipient::Mail { outbox, .. } => {
                    lookup.outbox.get_or_insert(outbox);
                }
            }
        }
        if !tickets.is_empty() {
            return Ok(tickets);
        }
    }
    Ok(Vec::new())
}

/// The tickets of the mails of ours that it answers, by signed ids; and the other ids.
async fn answered(
    db: &impl ConnectionTrait,
    addresses: &SignedAddresses,
    content: &Content,
    lookup: &mut Lookup,
) -> Result<(Vec<Uuid>, Vec<String>), DbErr> {
    let (mut tickets, mut others) = (Vec::new(), Vec::new());
    for id in &content.answers {
        let Some(outbox) = addresses.verify_message_id(id) else {
            others.push(id.clone());
            continue;
        };
        if let Some(inquiry) = inquiry_of(db, outbox).await? {
            tickets.push(inquiry);
            lookup.answered.get_or_insert(outbox);
        }
    }
    Ok((tickets, others))
}

/// Adds what the ticket knows.
async fn with_ticket(
    db: &impl ConnectionTrait,
    claimed: &Claimed,
    content: &Content,
    mut lookup: Lookup,
) -> Result<Lookup, DbErr> {
    let Route::Ticket(ticket, _) = lookup.route else { return Ok(lookup) };
    let values = [
        ticket.into(),
        claimed.digest.clone().into(),
        content.from.as_deref().map(key_of).into(),
        content.new_text.as_str().into(),
        serde_json::to_value(&content.files).map_err(|error| DbErr::Json(error.to_string()))?.into(),
    ];
    if let Some(row) = db.query_one_raw(statement(TICKET, values)).await? {
        lookup.visitor_key = row.try_get("", "email_key")?;
        lookup.consultants = row.try_get("", "consultants")?;
        lookup.recent = row.try_get("", "recent")?;
        lookup.of_sender = row.try_get("", "of_sender")?;
        lookup.repeated = row.try_get("", "repeated")?;
        lookup.repeated_unanswered = row.try_get("", "repeated_unanswered")?;
    }
    lookup.copy = find_copy(db, claimed, Some(ticket)).await?;
    if lookup.sender(content) == Sender::Consultant {
        let person = lookup.consultant().map(str::to_owned).or_else(|| content.from.clone());
        let values = [ticket.into(), person.into(), lookup.answered.into()];
        let row = query_row(db, statement(QUESTIONS, values)).await?;
        lookup.questions = Questions::from_query_result(&row, "")?;
    }
    Ok(lookup)
}

impl Lookup {
    pub(super) fn evidence(&self, clue: Clue, content: &Content) -> Evidence {
        match (clue, &self.party) {
            _ if self.is_attached => Evidence::Operator,
            (Clue::Address, Some(Party::Visitor)) => Evidence::VisitorAddress,
            (Clue::Address, Some(Party::Consultant(owner))) => {
                let is_own = content.from.as_deref().is_some_and(|from| key_of(from) == key_of(owner));
                if is_own { Evidence::OwnAddress } else { Evidence::ForeignAddress }
            }
            // The return path of a mail of ours, as unguessable as its Message-ID.
            (Clue::Address, None) | (Clue::SignedId, _) => Evidence::SignedId,
            (Clue::RelatedId, _) => Evidence::RelatedId,
            (Clue::Subject, _) => Evidence::Subject,
        }
    }

    /// The consultant for whom the signed address was made, as registered: `From` may have the address in another form.
    pub(super) fn consultant(&self) -> Option<&str> {
        let Some(Party::Consultant(owner)) = &self.party else { return None };
        let mut notified = self.consultants.iter();
        let named = notified.clone().find(|one| one.eq_ignore_ascii_case(owner));
        named.or_else(|| notified.find(|one| key_of(one) == key_of(owner))).map(String::as_str)
    }

    pub(super) fn sender(&self, content: &Content) -> Sender {
        let Some(from) = content.from.as_deref().filter(|_| content.is_clear) else { return Sender::Unclear };
        let key = key_of(from);
        if self.consultants.iter().any(|consultant| key_of(consultant) == key) {
            Sender::Consultant
        } else if self.visitor_key.as_ref() == Some(&key) {
            Sender::Visitor
        } else {
            Sender::Anybody
        }
    }
}
