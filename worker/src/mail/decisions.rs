//! Links by which a consultant decides about an entry of the digest.

use entity::TicketReference;
use mailer::{
    addresses::{Party, SignedAddresses},
    text,
};
use uuid::Uuid;

use crate::ticket::Suspect;

/// How the recipient decides about what is new.
#[derive(Clone, Copy, Debug)]
pub struct Decisions<'a> {
    pub consultant: &'a str,
    /// `None`: on the command line.
    pub addresses: Option<&'a SignedAddresses>,
    /// Whether a mail can open a ticket.
    pub may_open: bool,
}

impl Decisions<'_> {
    pub(super) fn about_mail(&self, mail: Uuid) -> Option<Links> {
        let address = self.addresses?.quarantine(mail, self.consultant);
        Some(Links { address, subject: "Quarantine".to_owned() })
    }

    pub(super) fn of_ticket(&self, reference: &TicketReference) -> Option<Links> {
        let address = self.addresses?.reply(reference, &Party::Consultant(self.consultant.to_owned()));
        Some(Links { address, subject: format!("[{reference}]") })
    }

    pub(super) fn about_suspect(&self, suspect: &Suspect) -> Option<Links> {
        let address = self.addresses?.suspect(suspect.inquiry, self.consultant);
        Some(Links { address, subject: format!("[{}]", suspect.reference) })
    }
}

/// To the recipient's own address of an entry.
pub(super) struct Links {
    pub(super) address: String,
    subject: String,
}

impl Links {
    /// Writes a mail with this text. A scanner of links has nothing to fetch.
    pub(super) fn to(&self, body: &str) -> String {
        format!("{}&body={body}", text::draft(&self.address, &self.subject))
    }
}
