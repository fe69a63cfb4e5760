//! What a mail is about: the thing whose address it came to, or the ticket that its strongest hint names.

use std::collections::{HashMap, hash_map::Entry};

use entity::email_address::key_of;
use inbound::{
    commands::{self, Command},
    machine::{Rule, Weight},
    standing::Evidence,
    threading::{Clue, Doubt, Hint, Known, Route, references_in, route},
};
use mailer::addresses::Party;
use mailer::db::statement;
use sea_orm::{ConnectionTrait, DbErr};
use uuid::Uuid;

use super::{Order, Settling, content::Content};
use crate::{
    intake::addressee::{Addressee, Aside, find_mail, resolve},
    ticket::survivor,
};

pub(super) enum Subject {
    Aside(Aside),
    Ticket(Lead),
    /// It opens a ticket: a person has ordered so, or it came to the public address.
    New {
        is_ordered: bool,
    },
    /// Somebody else than a consultant answers a digest, perhaps a program without a mark; or one with a mark, perhaps a person.
    DigestReply {
        is_marked: bool,
    },
    Unknown(Doubt),
}

impl Subject {
    /// The consultant for whom the address was made that the mail came to.
    pub(super) fn owner(&self) -> Option<&str> {
        match self {
            Self::Ticket(lead) => lead.owner.as_deref(),
            Self::Aside(Aside::Quarantine { consultant, .. } | Aside::Suspect { consultant, .. }) => Some(consultant),
            Self::Aside(_) | Self::New { .. } | Self::DigestReply { .. } | Self::Unknown(_) => None,
        }
    }

    /// Of a mail about a test, a journey or a digest, nothing is kept but its fate.
    pub(super) fn is_kept(&self) -> bool {
        !matches!(self, Self::Aside(Aside::Test(_) | Aside::Journey(_) | Aside::Digest(_)))
    }
}

/// How a mail leads to its ticket.
pub(super) struct Lead {
    pub(super) inquiry: Uuid,
    pub(super) evidence: Evidence,
    /// The consultant for whom the signed address was made.
    pub(super) owner: Option<String>,
    /// The mail of ours that came back, by its return path, or that it answers or returns, by its signed Message-ID. What a
    /// consultant answers, the address says.
    pub(super) outbox: Option<Uuid>,
    /// It came to the return path of a mail of ours, where only programs write.
    pub(super) is_returned: bool,
    /// It came to an address whose mails stay among consultants.
    pub(super) is_internal: bool,
}

/// Who names an addressee. What the envelope says is certain; an alias may have replaced it, and a mailbox has none: then
/// what a receiving server has written counts before what the sender has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Envelope,
    Server,
    Sender,
    /// A signed Message-ID that it answers or returns.
    Answer,
}

struct Found {
    addressees: Vec<(Source, Addressee)>,
    has_envelope: bool,
    /// Ids of mails that it answers and that we have not signed.
    other_ids: Vec<String>,
}

/// A ticket, for whom its address was made, or which mail's it is.
type Addressed<'a> = (Uuid, Option<&'a Party>, Option<Uuid>);

impl Settling<'_> {
    pub(super) async fn identify(&self, content: &Content) -> Result<Subject, DbErr> {
        let found = self.find(content).await?;
        let is_ordered = self.claimed.order.is_some();
        let is_persons = |is_returned| self.is_persons(content, is_returned);
        let subject = found.subject(content, self.is_machine(content), is_persons, is_ordered);
        Ok(match (subject, self.claimed.order) {
            (Some(subject), _) => subject,
            (None, Some(Order::Open)) => Subject::New { is_ordered: true },
            (None, Some(Order::Attach(inquiry))) => {
                let inquiry = survivor(self.db, inquiry).await?;
                let evidence = Evidence::Operator;
                let (is_returned, is_internal) = (false, false);
                Subject::Ticket(Lead { inquiry, evidence, owner: None, outbox: None, is_returned, is_internal })
            }
            (None, None) => match self.by_hints(content, &found).await? {
                Subject::New { .. } | Subject::Unknown(_)
                    if found.answers_digest() && (!self.is_consultants(content) || content.is_perhaps_automatic()) =>
                {
                    Subject::DigestReply { is_marked: content.sign.is_some() }
                }
                subject => subject,
            },
        })
    }

    fn is_consultants(&self, content: &Content) -> bool {
        content.from().is_some_and(|from| self.settings.registered(from).is_some())
    }

    /// By its marks. Those of a list make no program of a proven consultant.
    fn is_machine(&self, content: &Content) -> bool {
        let is_person = content.proof.is_authenticated() && self.is_consultants(content);
        content.is_perhaps_automatic() || content.sign.is_some() && !is_person
    }

    /// Of a mail about a digest: perhaps. Lists, ticket systems and a shared mailbox mark people's, too.
    fn is_persons(&self, content: &Content, is_returned: bool) -> bool {
        let Some(sign) = content.sign else { return true };
        let is_consultants = self.is_consultants(content);
        let is_programs = match sign.weight {
            Weight::Bulk => false,
            Weight::Doubtful => content.about.is_some() || !is_consultants && sign.rule != Rule::OwnAddress,
            Weight::Sure | Weight::Note => true,
        };
        !is_programs && (!is_returned || is_consultants && content.proof.is_authenticated())
    }

    /// Everything of ours that the mail names, each address resolved once.
    async fn find(&self, content: &Content) -> Result<Found, DbErr> {
        let (parsed, envelope) = (&content.parsed, &self.claimed.recipients);
        let mut found = Found { addressees: Vec::new(), has_envelope: !envelope.is_empty(), other_ids: Vec::new() };
        let mut resolved = HashMap::new();
        let (server, sender) = parsed.recipients.split_at(parsed.delivered_to.len());
        let sources = [(Source::Envelope, envelope.as_slice()), (Source::Server, server), (Source::Sender, sender)];
        for (source, addresses) in sources {
            for address in addresses {
                let key = address.to_ascii_lowercase();
                if !resolved.contains_key(&key) {
                    resolved.insert(key.clone(), resolve(self.db, self.settings, address).await?);
                }
                found.addressees.extend(resolved[&key].clone().map(|addressee| (source, addressee)));
            }
        }
        for id in &parsed.answered_ids {
            match self.settings.addresses.verify_message_id(id) {
                Some(mail) => {
                    found.addressees.extend(find_mail(self.db, mail).await?.map(|mail| (Source::Answer, mail)));
                }
                None => found.other_ids.push(id.clone()),
            }
        }
        Ok(found)
    }

    async fn by_hints(&self, content: &Content, found: &Found) -> Result<Subject, DbErr> {
        let sources = [Source::Envelope, Source::Server, Source::Sender].map(|source| found.tickets(source));
        let addressed = sources.into_iter().find(|tickets| !tickets.is_empty()).unwrap_or_default();
        let answered = found.tickets(Source::Answer);
        let outbox = |tickets: &[Addressed<'_>]| tickets.iter().find_map(|(_, _, outbox)| *outbox);
        let (mut related, mut named) = self.hints(content, &found.other_ids).await?;
        let mut survivors = HashMap::new();
        if !is_about_its_mail(content) {
            let hinted = related.iter().chain(&named).map(|hint| hint.ticket);
            for inquiry in addressed.iter().chain(&answered).map(|(inquiry, ..)| *inquiry).chain(hinted) {
                if let Entry::Vacant(entry) = survivors.entry(inquiry) {
                    entry.insert(survivor(self.db, inquiry).await?);
                }
            }
        }
        let one = |inquiry: Uuid| survivors.get(&inquiry).copied().unwrap_or(inquiry);
        let inquiries = |tickets: &[Addressed<'_>]| tickets.iter().map(|(inquiry, ..)| one(*inquiry)).collect();
        for hint in related.iter_mut().chain(&mut named) {
            hint.ticket = one(hint.ticket);
        }
        let known = Known {
            addressed: inquiries(&addressed),
            answered: inquiries(&answered),
            related,
            named,
            has_reference: !references_in(&content.parsed.subject).is_empty(),
            is_authenticated: content.proof.is_authenticated(),
            may_open: found.named().any(|addressee| *addressee == Addressee::Public),
        };
        let party = addressed.iter().find_map(|(_, party, _)| *party);
        let owner = party.and_then(Party::consultant);
        let internal = addressed.iter().find_map(|(_, party, outbox)| party.and(*outbox));
        // A program's report or absence note comes to any address of ours.
        let is_note = content.sign.is_some_and(|sign| sign.weight == Weight::Note);
        let answers_by_id = owner.is_none() || content.about.is_some() || is_note;
        let answered = || outbox(&answered).filter(|_| answers_by_id);
        Ok(match route(&known) {
            Route::Opens => Subject::New { is_ordered: false },
            Route::Waits(doubt) => Subject::Unknown(doubt),
            Route::Ticket(inquiry, clue) => Subject::Ticket(Lead {
                inquiry,
                evidence: match clue {
                    Clue::Address if party == Some(&Party::Visitor) => Evidence::VisitorAddress,
                    Clue::Address if owner.is_some() && owner.map(key_of) == content.from().map(key_of) => {
                        Evidence::OwnAddress
                    }
                    Clue::Address if owner.is_some() => Evidence::ForeignAddress,
                    // The return path of a mail of ours, or a participant's address, as unguessable as its Message-ID.
                    Clue::Address | Clue::SignedId => Evidence::SignedId,
                    Clue::RelatedId => Evidence::RelatedId,
                    Clue::Subject => Evidence::Subject,
                },
                owner: owner.map(str::to_owned),
                outbox: internal.or(outbox(&addressed)).or_else(answered),
                is_returned: internal.is_none() && outbox(&addressed).is_some(),
                is_internal: internal.is_some(),
            }),
        })
    }

    /// Tickets that a mail speaks of without a signature: by an id of a mail on the ticket, ours from before ids were signed
    /// or one that came; and by a reference in its subject.
    async fn hints(&self, content: &Content, ids: &[String]) -> Result<(Vec<Hint<Uuid>>, Vec<Hint<Uuid>>), DbErr> {
        let references: Vec<_> = references_in(&content.parsed.subject).iter().map(ToString::to_string).collect();
        if ids.is_empty() && references.is_empty() {
            return Ok((Vec::new(), Vec::new()));
        }
        let from = content.from().unwrap_or_default();
        let inquiries: Vec<Uuid> = ids.iter().filter_map(|id| self.ticket_id(id)).collect();
        let keys: Vec<_> = ids.iter().map(|id| self.settings.fingerprint_key.message_fingerprint(id)).collect();
        let (ids, key) = (ids.to_vec(), key_of(from));
        let values = [ids.into(), inquiries.into(), key.into(), from.into(), references.into(), keys.into()];
        let (mut related, mut named) = (Vec::new(), Vec::new());
        for row in self.db.query_all_raw(statement(HINTS, values)).await? {
            let hint = Hint { ticket: row.try_get("", "ticket")?, is_of_sender: row.try_get("", "is_of_sender")? };
            if row.try_get("", "is_named")? { &mut named } else { &mut related }.push(hint);
        }
        Ok((related, named))
    }

    /// The inquiry of `ticket.UUID@domain`, the common ancestor of a ticket's mails.
    fn ticket_id(&self, id: &str) -> Option<Uuid> {
        let (local, domain) = id.rsplit_once('@')?;
        let is_own = domain.eq_ignore_ascii_case(&self.settings.own.message_id_domain);
        local.strip_prefix("ticket.").filter(|_| is_own)?.parse().ok()
    }
}

impl Found {
    /// Without an envelope, what the headers name counts.
    fn is_named(&self, source: Source) -> bool {
        match source {
            Source::Envelope => true,
            Source::Server | Source::Sender => !self.has_envelope,
            Source::Answer => false,
        }
    }

    fn named(&self) -> impl Iterator<Item = &Addressee> {
        self.addressees.iter().filter(|(source, _)| self.is_named(*source)).map(|(_, addressee)| addressee)
    }

    /// What is no ticket, by its rank. A person's reply to a digest is a mail like any other, and a mail about which a person
    /// has decided decides nothing itself.
    fn subject(
        &self,
        content: &Content,
        is_machine: bool,
        is_persons: impl Fn(bool) -> bool,
        is_ordered: bool,
    ) -> Option<Subject> {
        let ranked = |(source, addressee): &(Source, Addressee)| {
            let Addressee::Aside(aside) = addressee else { return None };
            let rank = match aside {
                // Nobody sees what is a program's.
                Aside::Digest(_) => (!is_persons(self.is_named(*source))).then_some(1),
                _ if !self.is_named(*source) => None,
                Aside::Test(_) => Some(0),
                // The mail itself, or a report about it: a person's would be lost.
                Aside::Journey(journey) => {
                    (is_machine || content.parsed.subject.contains(&journey.to_string())).then_some(0)
                }
                _ if is_ordered => None,
                Aside::Quarantine { .. } => Some(2),
                Aside::Suspect { .. } => Some(3),
            };
            rank.map(|rank| (rank, Subject::Aside(aside.clone())))
        };
        self.addressees.iter().filter_map(ranked).min_by_key(|(rank, _)| *rank).map(|(_, subject)| subject)
    }

    fn answers_digest(&self) -> bool {
        self.addressees.iter().any(|(_, addressee)| matches!(addressee, Addressee::Aside(Aside::Digest(_))))
    }

    fn tickets(&self, wanted: Source) -> Vec<Addressed<'_>> {
        let of_source = self.addressees.iter().filter(|(source, _)| *source == wanted);
        let ticket = of_source.filter_map(|(_, addressee)| match addressee {
            Addressee::Ticket { inquiry, party, internal } => Some((*inquiry, Some(party), *internal)),
            Addressee::Mail { inquiry, outbox } => Some((*inquiry, None, Some(*outbox))),
            Addressee::Participant { inquiry } => Some((*inquiry, None, None)),
            Addressee::Public | Addressee::Aside(_) => None,
        });
        ticket.collect()
    }
}

/// A report, and what decides about a mail of one ticket, stay with that ticket when another goes on for it.
pub(super) fn is_about_its_mail(content: &Content) -> bool {
    let commands = commands::read(&content.parsed.new_text).commands;
    content.about.is_some() || matches!(commands.as_slice(), [Command::Send | Command::Erase(_)])
}

/// `$1` ids of mails, `$2` ids of inquiries that occur in ids of ours, `$3` key of the sender, `$4` the sender, `$5`
/// references, `$6` fingerprints of the ids.
///
/// A person is on a ticket as its visitor, as the author of a mail, as somebody to whom the visitor sent a copy, or as a
/// consultant who got the notification. A reference is the visitor's side's alone.
const HINTS: &str = "\
    SELECT ticket, false AS is_named, \
        EXISTS (SELECT FROM content_of(ticket) WHERE email_key = $3) \
        OR EXISTS (SELECT FROM participant WHERE inquiry_id = ticket AND address_key = $3 AND instead_from IS NOT NULL) \
        OR EXISTS (SELECT FROM messages_of(ticket) WHERE NOT is_machine \
                   AND (author_key = $3 OR party = 'visitor' AND $3 = ANY (copied_keys))) \
        OR EXISTS (SELECT FROM outbox WHERE inquiry_id = ticket AND lower(recipient) = lower($4)) AS is_of_sender \
    FROM ( \
        SELECT inquiry_id FROM outbox WHERE message_id = ANY (ARRAY(SELECT '<' || id || '>' FROM unnest($1::text[]) AS id)) \
        UNION SELECT id FROM inquiry WHERE id = ANY ($2 || ARRAY( \
            SELECT inquiry_id FROM intake WHERE message_key = ANY ($6) AND inquiry_id IS NOT NULL \
        )) \
    ) AS found(ticket) \
    UNION ALL SELECT inquiry.id, true, email_key = $3 \
        OR EXISTS (SELECT FROM participant WHERE inquiry_id = inquiry.id AND address_key = $3 AND copied_until IS NULL) \
    FROM inquiry CROSS JOIN LATERAL content_of(inquiry.id) WHERE reference = ANY ($5)";
