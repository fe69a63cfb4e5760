//! Links by which a consultant decides about an entry of the digest.

use entity::TicketReference;
use mailer::{
    addresses::{Party, SignedAddresses},
    text,
};
use uuid::Uuid;

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
    pub(super) fn about_mail(&self, mail: Uuid) -> Option<String> {
        Some(self.addresses?.quarantine(mail, self.consultant))
    }

    /// The consultant's own address of the ticket.
    pub(super) fn of_ticket(&self, reference: &TicketReference) -> Option<String> {
        Some(self.addresses?.reply(reference, &Party::Consultant(self.consultant.to_owned())))
    }

    pub(super) fn about_suspect(&self, inquiry: Uuid) -> Option<String> {
        Some(self.addresses?.suspect(inquiry, self.consultant))
    }
}

/// The beginning of a link that writes a mail to `address`. A scanner of links has nothing to fetch.
pub(super) fn link(address: &str, subject: &str, body: &str) -> String {
    format!("{}&body={body}", text::draft(address, subject))
}
