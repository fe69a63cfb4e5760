//! A consultant's own formatting of an answer, from the mail as it came: nothing of it is stored.

use std::sync::Arc;

use entity::EmailAddress;
use inbound::{
    addresses::SignedAddresses,
    commands,
    formatting::{Formatted, formatted},
    mail::Mail,
};

use super::context::Delivery;

/// What no link of an answer may name. The text was checked when it was released; its words are those of the HTML, but
/// nobody sees the target of a link.
pub(super) struct Guard {
    signed: Option<Arc<SignedAddresses>>,
    colleagues: Vec<String>,
}

impl Guard {
    /// `notified`: the addresses to which the inquiry was notified, in lower case.
    pub(super) fn new(delivery: &Delivery, author: &str, notified: Vec<String>) -> Self {
        let configured = delivery.store.consultants().iter().map(|address| address.to_lowercase());
        let author = key_of(author);
        let colleagues = notified.into_iter().chain(configured).filter(|address| key_of(address) != author).collect();
        Self { signed: delivery.mail.signed.clone(), colleagues }
    }

    /// `None`: the text goes alone.
    pub(super) fn formatted(&self, mail: &Mail<'_>, text: &str) -> Option<String> {
        let Formatted { html, links } = formatted(mail, &commands::read(text).text)?;
        (!links.iter().any(|link| self.leaks(link))).then_some(html)
    }

    /// A link in lower case.
    fn leaks(&self, link: &str) -> bool {
        // An id stands between the marks of an address.
        let words = link.replace(['/', '?', '=', '&', ':', '#', '"', '|'], " ");
        let is_ours = |text: &str| self.signed.as_ref().is_some_and(|signed| signed.occurs_in(text));
        is_ours(link) || is_ours(&words) || self.colleagues.iter().any(|colleague| link.contains(colleague))
    }
}

/// The author may have written from another form of the registered address.
fn key_of(address: &str) -> String {
    EmailAddress::parse(address).map_or_else(|_| address.to_lowercase(), |address| address.key())
}
