//! Who wrote a mail and what it may do: the one decision table about senders.
//!
//! | The mail has | and its sender is | proven | not proven | disproven |
//! |---|---|---|---|---|
//! | the visitor's address | the visitor | visitor | visitor | other |
//! | | a participant | visitor | other | other |
//! | | anybody else | other | other | other |
//! | a signed id, or a participant's address | the visitor, a participant | visitor | visitor | other |
//! | | anybody else | other | other | other |
//! | a related id | the visitor, a participant | visitor | other | held |
//! | | another person on the ticket | other | other | held |
//! | the reference in its subject | the visitor, a participant | visitor | held | held |
//! | | anybody else | held | held | held |
//! | an operator's decision | the visitor, a participant | visitor | visitor | other |
//! | | anybody else, a consultant too | other | other | other |
//! | the public address | anybody but a consultant | visitor | visitor | held |
//! | | a consultant, with `#new` | opens a ticket for the forwarded sender | held | held |
//! | a consultant's address | that consultant | consultant | confirm | confirm |
//! | | the visitor | held | held | held |
//! | | a participant, who answers to all | visitor | other | held |
//! | | anybody else: an alias, a colleague | confirm | confirm | confirm |
//! | any other of these | a consultant | held | held | held |
//!
//! A participant is whom a proven mail of the visitor has copied, or to whom answers go instead. A mail whose `From` is unclear is held. Only the visitor's own mail is a contact. The address in `From` alone gives
//! nothing: who acts as a consultant has the address that was made for that consultant, and the receiving host's word or
//! a confirmation from the registered mailbox.

use crate::authentication::Proof;

/// Why a mail is on its ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// It came to the signed address that was made for the visitor.
    VisitorAddress,
    /// To the one that was made for the consultant in `From`.
    OwnAddress,
    /// To the one that was made for a consultant, from another sender.
    ForeignAddress,
    /// It answers or returns a mail of ours, by a signed id.
    SignedId,
    /// It answers a mail on the ticket, and its sender is on the ticket.
    RelatedId,
    /// Its subject names the ticket.
    Subject,
    /// A person has put it there.
    Operator,
    /// It came to the public address and opens a ticket.
    PublicAddress,
}

impl Evidence {
    /// Stored as the rule of a person's mail.
    pub fn code(self) -> &'static str {
        match self {
            Self::VisitorAddress | Self::OwnAddress | Self::ForeignAddress => "address",
            Self::SignedId => "message_id",
            Self::RelatedId => "related_id",
            Self::Subject => "subject",
            Self::Operator => "attached",
            Self::PublicAddress => "public_address",
        }
    }
}

/// Whom `From` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sender {
    Visitor,
    /// Somebody else on the visitor's side, to whom answers go.
    Participant,
    /// A person whom the ticket notifies, even if the same person is its visitor.
    Consultant,
    Anybody,
    /// There is not exactly one clear `From`.
    Unclear,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// The visitor's own mail: a contact.
    Visitor,
    /// Shown to the consultants as another sender's; no contact, and never sent on to the visitor.
    Other,
    /// Acts as this consultant.
    Consultant,
    /// Acts as this consultant once the registered address has confirmed it.
    Confirm,
    /// Waits for a person.
    Held(Reason),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum_macros::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Reason {
    /// A consultant wrote to an address that is not the consultant's own.
    Consultant,
    /// The sender claims to be somebody and does not prove it.
    Unauthenticated,
    /// It speaks of a ticket that its sender is not on.
    Stranger,
    UnclearHeaders,
    /// It came to the address of a consultant whom the settings no longer name.
    Left,
}

impl Reason {
    pub fn code(self) -> &'static str {
        self.into()
    }
}

pub fn standing(evidence: Evidence, sender: Sender, proof: Proof) -> Standing {
    use Evidence as E;
    let (is_proven, is_disproven) = (proof.is_authenticated(), proof == Proof::Fail);
    let held = Standing::Held;
    let is_visitor = matches!(sender, Sender::Visitor | Sender::Participant);
    let shown_as = |is_visitors| if is_visitors { Standing::Visitor } else { Standing::Other };
    if sender == Sender::Unclear && evidence != E::Operator {
        return held(Reason::UnclearHeaders);
    }
    match (evidence, sender) {
        (E::OwnAddress, Sender::Consultant) => {
            if is_proven {
                Standing::Consultant
            } else {
                Standing::Confirm
            }
        }
        // An alias, or a colleague's forward. The registered mailbox is asked.
        (E::ForeignAddress, Sender::Consultant | Sender::Anybody) => Standing::Confirm,
        (E::ForeignAddress, Sender::Participant) if !is_disproven => shown_as(is_proven),
        // The address has leaked.
        (E::OwnAddress | E::ForeignAddress, _) => held(Reason::Unauthenticated),
        (E::VisitorAddress | E::SignedId | E::RelatedId | E::Subject | E::PublicAddress, Sender::Consultant) => {
            held(if is_disproven { Reason::Unauthenticated } else { Reason::Consultant })
        }
        (E::VisitorAddress, Sender::Participant) => shown_as(is_proven),
        // A forwarded mail fails DMARC, too: it is shown, but it is no contact.
        (E::VisitorAddress | E::SignedId | E::Operator, _) => shown_as(is_visitor && !is_disproven),
        (E::RelatedId | E::PublicAddress, _) if is_disproven => held(Reason::Unauthenticated),
        (E::RelatedId, _) => shown_as(is_visitor && is_proven),
        (E::Subject, _) if !is_visitor => held(Reason::Stranger),
        (E::Subject, _) if !is_proven => held(Reason::Unauthenticated),
        (E::Subject | E::PublicAddress, _) => Standing::Visitor,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Each row: evidence, sender, and the standing by proof: pass, internal, none, fail. `V` visitor, `O` other,
    /// `C` consultant, `?` confirm, `c` held as a consultant's, `u` as unauthenticated, `s` as a stranger's, `x` as
    /// unclear.
    const TABLE: &str = "\
        VisitorAddress Visitor     V V V O
        VisitorAddress Participant V V O O
        VisitorAddress Anybody     O O O O
        VisitorAddress Consultant  c c c u
        VisitorAddress Unclear     x x x x
        OwnAddress     Visitor     u u u u
        OwnAddress     Participant u u u u
        OwnAddress     Anybody     u u u u
        OwnAddress     Consultant  C C ? ?
        OwnAddress     Unclear     x x x x
        ForeignAddress Visitor     u u u u
        ForeignAddress Participant V V O u
        ForeignAddress Anybody     ? ? ? ?
        ForeignAddress Consultant  ? ? ? ?
        ForeignAddress Unclear     x x x x
        SignedId       Visitor     V V V O
        SignedId       Participant V V V O
        SignedId       Anybody     O O O O
        SignedId       Consultant  c c c u
        SignedId       Unclear     x x x x
        RelatedId      Visitor     V V O u
        RelatedId      Participant V V O u
        RelatedId      Anybody     O O O u
        RelatedId      Consultant  c c c u
        RelatedId      Unclear     x x x x
        Subject        Visitor     V V u u
        Subject        Participant V V u u
        Subject        Anybody     s s s s
        Subject        Consultant  c c c u
        Subject        Unclear     x x x x
        Operator       Visitor     V V V O
        Operator       Participant V V V O
        Operator       Anybody     O O O O
        Operator       Consultant  O O O O
        Operator       Unclear     O O O O
        PublicAddress  Visitor     V V V u
        PublicAddress  Participant V V V u
        PublicAddress  Anybody     V V V u
        PublicAddress  Consultant  c c c u
        PublicAddress  Unclear     x x x x";

    fn evidence(name: &str) -> Evidence {
        match name {
            "VisitorAddress" => Evidence::VisitorAddress,
            "OwnAddress" => Evidence::OwnAddress,
            "ForeignAddress" => Evidence::ForeignAddress,
            "SignedId" => Evidence::SignedId,
            "RelatedId" => Evidence::RelatedId,
            "Subject" => Evidence::Subject,
            "Operator" => Evidence::Operator,
            "PublicAddress" => Evidence::PublicAddress,
            other => panic!("{other}"),
        }
    }

    fn sender(name: &str) -> Sender {
        match name {
            "Visitor" => Sender::Visitor,
            "Participant" => Sender::Participant,
            "Consultant" => Sender::Consultant,
            "Anybody" => Sender::Anybody,
            "Unclear" => Sender::Unclear,
            other => panic!("{other}"),
        }
    }

    fn letter(standing: Standing) -> &'static str {
        match standing {
            Standing::Visitor => "V",
            Standing::Other => "O",
            Standing::Consultant => "C",
            Standing::Confirm => "?",
            Standing::Held(Reason::Consultant) => "c",
            Standing::Held(Reason::Unauthenticated) => "u",
            Standing::Held(Reason::Stranger) => "s",
            Standing::Held(Reason::UnclearHeaders) => "x",
            Standing::Held(Reason::Left) => "l",
        }
    }

    #[test]
    fn every_cell_is_as_the_table_says() {
        let mut cells = HashSet::new();
        for row in TABLE.lines() {
            let words: Vec<&str> = row.split_whitespace().collect();
            let (evidence, sender) = (evidence(words[0]), sender(words[1]));
            for (expected, proof) in words[2..].iter().zip([Proof::Pass, Proof::Internal, Proof::None, Proof::Fail]) {
                assert_eq!(letter(standing(evidence, sender, proof)), *expected, "{evidence:?} {sender:?} {proof:?}");
                assert!(cells.insert((evidence, sender, proof.name())), "{row} occurs twice");
            }
        }
        assert_eq!(cells.len(), 8 * 5 * 4, "a cell is missing");
    }

    /// What the table must never say, whatever is changed in it.
    #[test]
    fn nobody_acts_as_a_consultant_without_an_own_address_and_no_consultant_is_a_visitor() {
        for row in TABLE.lines() {
            let words: Vec<&str> = row.split_whitespace().collect();
            for cell in &words[2..] {
                let is_own = words[0] == "OwnAddress" && words[1] == "Consultant";
                assert!(is_own || *cell != "C", "{row}");
                assert!(
                    is_own
                        || words[0] == "ForeignAddress" && !matches!(words[1], "Visitor" | "Participant")
                        || *cell != "?",
                    "{row}"
                );
                assert!(
                    matches!(words[1], "Visitor" | "Participant") || words[0] == "PublicAddress" || *cell != "V",
                    "{row}"
                );
                assert!(words[1] != "Consultant" || *cell != "V", "{row}");
            }
            assert_ne!(words[5], "V", "disproven: {row}");
            assert_ne!(words[5], "C", "disproven: {row}");
        }
    }
}
