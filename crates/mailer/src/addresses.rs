//! Signed addresses: a mail to one of them proves that its sender has had a mail from us.
//!
//! | Form | Example of a local part | For |
//! |---|---|---|
//! | reply | `r1-7k3q9d2m-0123456789abcdef` | words for the other side of a ticket; one per ticket and person |
//! | participant | `p1-01arz3ndektsv4rrffq69g5fav-0123456789abcdef` | likewise, of somebody whom the visitor has copied |
//! | internal | `i1-01arz3ndektsv4rrffq69g5fav-0123456789abcdef` | words for the colleagues about one mail to a consultant |
//! | return path | `b1-01arz3ndektsv4rrffq69g5fav-0123456789abcdef` | bounces of one mail (VERP) |
//! | quarantine | `q1-01arz3ndektsv4rrffq69g5fav-0123456789abcdef` | decisions about a mail in quarantine; one per mail and consultant |
//! | suspect | `s1-01arz3ndektsv4rrffq69g5fav-0123456789abcdef` | decisions about an inquiry that is suspected to be spam; one per inquiry and consultant |
//! | journey | `j1-01arz3ndektsv4rrffq69g5fav-0123456789abcdef` | the worker's own mail; one per journey |
//! | Message-ID | `o1-01arz3ndektsv4rrffq69g5fav-0123456789abcdef` | `In-Reply-To` and `References` |
//!
//! The digit names the key. The last part is HMAC-SHA256, cut to 80 bits, over the purpose, the key's number, the ticket
//! or mail, and the person.

use std::str::FromStr;

use entity::TicketReference;
use uuid::Uuid;

pub use crate::key_ring::{KeyError, KeyRing};
use crate::{base32, key_ring::MAC_BYTES};

/// Octets of a local part (RFC 5321, section 4.5.3.1.1).
const MAX_LOCAL_PART: usize = 64;
/// Of the longest form, the return path.
const LONGEST_TOKEN: usize = 2 + 1 + 26 + 1 + 16;

/// Begins the Message-ID of a mail that tells of another without its text: clients show one of two mails with the same.
pub const WITHOUT_TEXT: &str = "without-text.";

/// The person for whom an address was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Party {
    Visitor,
    /// By address, in lower case.
    Consultant(String),
}

impl Party {
    pub fn consultant(&self) -> Option<&str> {
        match self {
            Self::Visitor => None,
            Self::Consultant(address) => Some(address),
        }
    }

    fn signed_part(&self) -> String {
        match self {
            Self::Visitor => "v".to_owned(),
            Self::Consultant(address) => format!("k:{}", address.to_ascii_lowercase()),
        }
    }
}

/// Where signed addresses are received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// Any local part of a domain of ours, as `@reply.firm.example`.
    Domain(String),
    /// Behind the plus of one mailbox, as `desk+@firm.example`.
    Plus { local: String, domain: String },
}

/// Why `REPLY_ADDRESS` is refused.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BaseError {
    #[error("it is neither @DOMAIN nor NAME+@DOMAIN")]
    Form,
    #[error("the name before the plus has more than {max} characters, so return paths would exceed {MAX_LOCAL_PART}", max = MAX_LOCAL_PART - 1 - LONGEST_TOKEN)]
    TooLong,
}

impl FromStr for Base {
    type Err = BaseError;

    fn from_str(text: &str) -> Result<Self, BaseError> {
        let (local, domain) = text.trim().rsplit_once('@').ok_or(BaseError::Form)?;
        let is_domain = domain.contains('.')
            && domain.split('.').all(|label| {
                !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            });
        let domain = domain.to_ascii_lowercase();
        if !is_domain {
            return Err(BaseError::Form);
        }
        if local.is_empty() {
            return Ok(Self::Domain(domain));
        }
        let local = local.strip_suffix('+').ok_or(BaseError::Form)?;
        let is_local = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
        if local.is_empty() || !local.bytes().all(is_local) {
            return Err(BaseError::Form);
        }
        if local.len() + 1 + LONGEST_TOKEN > MAX_LOCAL_PART {
            return Err(BaseError::TooLong);
        }
        Ok(Self::Plus { local: local.to_ascii_lowercase(), domain })
    }
}

impl Base {
    pub fn domain(&self) -> &str {
        match self {
            Self::Domain(domain) | Self::Plus { domain, .. } => domain,
        }
    }

    fn address(&self, token: &str) -> String {
        match self {
            Self::Domain(domain) => format!("{token}@{domain}"),
            Self::Plus { local, domain } => format!("{local}+{token}@{domain}"),
        }
    }

    /// The token of an address, as it comes from an envelope, a header or a `mailto:` link.
    fn token_of(&self, address: &str) -> Option<String> {
        let address = bare(address).replace("%2b", "+");
        let (local, domain) = address.rsplit_once('@')?;
        if domain.trim_end_matches('.') != self.domain() {
            return None;
        }
        match self {
            Self::Domain(_) => Some(local.to_owned()),
            Self::Plus { local: base, .. } => Some(local.strip_prefix(base.as_str())?.strip_prefix('+')?.to_owned()),
        }
    }
}

/// A verified signed address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signed {
    /// Of this ticket, made for this person: the words go to the other side.
    Reply { ticket: TicketReference, party: Party },
    /// Of a ticket, made for this participant on the visitor's side.
    Participant { participant: Uuid },
    /// Of this mail in the outbox, made for the consultant who gets it: the words go to no visitor.
    Internal { outbox: Uuid },
    /// The return path of this mail in the outbox.
    ReturnPath { outbox: Uuid },
    /// For what this consultant decides about this mail in quarantine.
    Quarantine { intake: Uuid, consultant: String },
    /// For what this consultant decides about this suspected inquiry.
    Suspect { inquiry: Uuid, consultant: String },
    /// Of this way of the worker through the product.
    Journey { journey: Uuid },
}

/// Makes and verifies signed addresses.
#[derive(Debug)]
pub struct SignedAddresses {
    keys: KeyRing,
    base: Base,
    /// Of addresses that were signed before, and work for as long as their keys.
    former: Vec<Base>,
    /// Behind the `@` of our Message-IDs.
    message_id_domain: String,
}

impl SignedAddresses {
    pub fn new(keys: KeyRing, base: Base, message_id_domain: &str) -> Self {
        Self { keys, base, former: Vec::new(), message_id_domain: message_id_domain.to_ascii_lowercase() }
    }

    pub fn with_former(self, former: Vec<Base>) -> Self {
        Self { former, ..self }
    }

    fn bases(&self) -> impl Iterator<Item = &Base> {
        [&self.base].into_iter().chain(&self.former)
    }

    fn token_of(&self, address: &str) -> Option<Token> {
        self.bases().find_map(|base| base.token_of(address)).and_then(|token| Token::parse(&token))
    }

    /// The mailbox in front of the plus, which takes all signed addresses.
    pub fn mailbox(&self) -> Option<String> {
        match &self.base {
            Base::Domain(_) => None,
            Base::Plus { local, domain } => Some(format!("{local}@{domain}")),
        }
    }

    /// Of every signed address.
    pub fn domain(&self) -> &str {
        self.base.domain()
    }

    /// For `Reply-To`: what `party` writes to it goes to the other side of the ticket.
    pub fn reply(&self, ticket: &TicketReference, party: &Party) -> String {
        let (number, code) = (self.keys.signing(), code_of(ticket));
        let mac = self.keys.sign(number, &reply_message(number, &code, party));
        self.base.address(&format!("r{number}-{code}-{mac}"))
    }

    /// For `Reply-To`: what this participant writes to it goes to the consultants.
    pub fn participant(&self, participant: Uuid) -> String {
        self.base.address(&self.token('p', participant, None))
    }

    /// For `Reply-To` of a mail among consultants: what its recipient writes to it stays among them. It names the mail, so a
    /// reply needs no `In-Reply-To`.
    pub fn internal(&self, outbox: Uuid) -> String {
        self.base.address(&self.token('i', outbox, None))
    }

    /// For links of the digest: what `consultant` writes to it decides about the mail in quarantine.
    pub fn quarantine(&self, intake: Uuid, consultant: &str) -> String {
        self.decision('q', intake, consultant)
    }

    /// For links of the digest: what `consultant` writes to it decides about the suspected inquiry.
    pub fn suspect(&self, inquiry: Uuid, consultant: &str) -> String {
        self.decision('s', inquiry, consultant)
    }

    fn decision(&self, purpose: char, subject: Uuid, consultant: &str) -> String {
        self.base.address(&self.token(purpose, subject, Some(consultant)))
    }

    /// For `MAIL FROM`: what arrives there is about this mail.
    pub fn return_path(&self, outbox: Uuid) -> String {
        self.base.address(&self.token('b', outbox, None))
    }

    /// For the worker's own mail, and for what a relay reports about it.
    pub fn journey(&self, journey: Uuid) -> String {
        self.base.address(&self.token('j', journey, None))
    }

    /// Without angle brackets. `In-Reply-To` with it proves that the writer has had this mail.
    pub fn message_id(&self, outbox: Uuid) -> String {
        format!("{}@{}", self.token('o', outbox, None), self.message_id_domain)
    }

    fn token(&self, purpose: char, subject: Uuid, consultant: Option<&str>) -> String {
        let number = self.keys.signing();
        let mac = self.keys.sign(number, &message(purpose, number, subject, consultant));
        format!("{purpose}{number}-{}-{mac}", base32::encode(subject.as_bytes()))
    }

    /// Verifies an address. `consultants` are those who may have one, in any case.
    pub fn verify<'a>(&self, address: &str, consultants: impl IntoIterator<Item = &'a str>) -> Option<Signed> {
        let token = self.token_of(address)?;
        match token.purpose {
            b'r' => {
                let ticket = ticket_of(&token.subject)?;
                let verifies = |party: &Party| {
                    self.keys.verifies(token.number, &reply_message(token.number, &token.subject, party), &token.mac)
                };
                let consultants =
                    consultants.into_iter().map(|address| Party::Consultant(address.to_ascii_lowercase()));
                let party = [Party::Visitor].into_iter().chain(consultants).find(verifies)?;
                Some(Signed::Reply { ticket, party })
            }
            b'p' => Some(Signed::Participant { participant: self.mail(&token)? }),
            b'i' => Some(Signed::Internal { outbox: self.mail(&token)? }),
            b'b' => Some(Signed::ReturnPath { outbox: self.mail(&token)? }),
            b'j' => Some(Signed::Journey { journey: self.mail(&token)? }),
            b'q' | b's' => {
                let subject = Uuid::from_bytes(base32::decode(&token.subject)?);
                let mut consultants = consultants.into_iter();
                let consultant = consultants.find(|consultant| {
                    let message = message(char::from(token.purpose), token.number, subject, Some(consultant));
                    self.keys.verifies(token.number, &message, &token.mac)
                })?;
                let consultant = consultant.to_owned();
                Some(match token.purpose {
                    b'q' => Signed::Quarantine { intake: subject, consultant },
                    _ => Signed::Suspect { inquiry: subject, consultant },
                })
            }
            _ => None,
        }
    }

    /// The ticket that a reply address names. Nothing is verified: who may have such an address depends on the ticket.
    pub fn named_ticket(&self, address: &str) -> Option<TicketReference> {
        let token = self.token_of(address)?;
        ticket_of(&token.subject).filter(|_| token.purpose == b'r')
    }

    /// Whether an address has the form of those for decisions. Nothing is verified.
    pub fn is_for_decisions(&self, address: &str) -> bool {
        self.token_of(address).is_some_and(|token| matches!(token.purpose, b'q' | b's'))
    }

    /// Whether a text in lower case has an address or id of ours: a token in front of a domain of ours. An address without a token is
    /// anybody's. What stands in front of the token does not matter: a client may have joined it to a word.
    pub fn occurs_in(&self, text: &str) -> bool {
        let text = text.replace("%40", "@").replace("%2d", "-");
        let begin = |at: usize| text.floor_char_boundary(at.saturating_sub(LONGEST_TOKEN));
        let has_token = |at: usize| Token::at_end(&text[begin(at)..at]);
        let domains = self.bases().map(Base::domain).chain([self.message_id_domain.as_str()]);
        let mut marks = domains.map(|domain| format!("@{domain}"));
        marks.any(|mark| text.match_indices(&mark).any(|(at, _)| has_token(at)))
    }

    /// The mail in the outbox that has this Message-ID, with or without angle brackets.
    pub fn verify_message_id(&self, id: &str) -> Option<Uuid> {
        let id = bare(id);
        let (local, domain) = id.rsplit_once('@')?;
        let token =
            Token::of_message_id(local).filter(|token| token.purpose == b'o' && domain == self.message_id_domain)?;
        self.mail(&token)
    }

    fn mail(&self, token: &Token) -> Option<Uuid> {
        let outbox = Uuid::from_bytes(base32::decode(&token.subject)?);
        let message = message(char::from(token.purpose), token.number, outbox, None);
        self.keys.verifies(token.number, &message, &token.mac).then_some(outbox)
    }
}

/// Without angle brackets, in lower case.
fn bare(text: &str) -> String {
    text.trim().trim_start_matches('<').trim_end_matches('>').trim().to_ascii_lowercase()
}

/// A token whose form is right; nothing is verified.
struct Token {
    purpose: u8,
    number: u8,
    subject: String,
    mac: [u8; MAC_BYTES],
}

impl Token {
    fn of_message_id(local: &str) -> Option<Self> {
        Self::parse(local.strip_prefix(WITHOUT_TEXT).unwrap_or(local))
    }

    /// Whether a text ends with one.
    fn at_end(text: &str) -> bool {
        let head = text.rmatch_indices('-').nth(1).and_then(|(at, _)| at.checked_sub(2));
        head.and_then(|at| text.get(at..)).is_some_and(|token| Self::parse(token).is_some())
    }

    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let (head, subject, mac) = (parts.next()?, parts.next()?, parts.next()?);
        let &[purpose, digit @ b'1'..=b'9'] = head.as_bytes() else { return None };
        let token = Self { purpose, number: digit - b'0', subject: subject.to_owned(), mac: base32::decode(mac)? };
        parts.next().is_none().then_some(token)
    }
}

fn reply_message(number: u8, code: &str, party: &Party) -> String {
    format!("firnwall-mail-1|{number}|reply|{code}|{}", party.signed_part())
}

/// About a mail of ours, or what a consultant decides about.
fn message(purpose: char, number: u8, subject: Uuid, consultant: Option<&str>) -> String {
    let purpose = match purpose {
        'q' => "quarantine".to_owned(),
        's' => "suspect".to_owned(),
        other => other.to_string(),
    };
    let party = consultant.map(|address| format!("|{}", Party::Consultant(address.to_owned()).signed_part()));
    format!("firnwall-mail-1|{number}|{purpose}|{subject}{}", party.unwrap_or_default())
}

/// The eight characters of a reference, in lower case.
fn code_of(ticket: &TicketReference) -> String {
    ticket.as_str().trim_start_matches("FW").replace('-', "").to_ascii_lowercase()
}

fn ticket_of(code: &str) -> Option<TicketReference> {
    let (first, second) = code.split_at_checked(4)?;
    let ticket: TicketReference = format!("FW-{first}-{second}").parse().ok()?;
    // O for 0 would have another signature.
    (code_of(&ticket) == code).then_some(ticket)
}

#[cfg(test)]
#[path = "addresses_tests.rs"]
mod tests;
