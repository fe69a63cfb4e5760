//! Signs of spam in an inquiry. Each weighs some points; the limit is the operator's (`SPAM_LIMIT`). Pure functions: what
//! needs earlier inquiries (a text that comes again) is weighed where they are stored.
//!
//! | Sign | Points |
//! |---|---|
//! | `decoy`, of a program | 5 |
//! | `haste`, of a program: below three seconds | 5 |
//! | `links` | 1, 2 |
//! | `markup` | 2 |
//! | `phrases` of `phrases.txt` | 1, 2 |
//! | `script` | 2 |
//! | `mass_mail` | 1, 2 |
//! | `repeated` (`store_inquiries.sql`) | 1; from the third sender on 5, of a program |
//! | `known_text` (`store_inquiries.sql`), of a program | 5 |
//!
//! A mail that the writer passes on below a question weighs nothing. A word of the office's own trade takes a point from the links
//! and one from the phrases, two words take two: a victim writes of spam, too.

mod forwarded;
mod hosts;
mod links;
mod mass_mail;
mod phrases;
mod script;
mod words;

use std::{fmt, time::Duration};

use entity::{EmailAddress, SpamScore, SpamSign};

pub use words::digest_of;

/// A person reads, ticks two boxes and writes a message. Who pastes a prepared text needs longer than this, too.
const HASTE: Duration = Duration::from_secs(3);

/// What is known of an inquiry before it is stored.
#[derive(Clone, Copy)]
pub struct Submission<'a> {
    pub name: &'a str,
    pub company: &'a str,
    pub email: &'a EmailAddress,
    pub message: &'a str,
    /// The host of our pages; `None` for a mail, which comes from elsewhere.
    pub site: Option<&'a str>,
    /// Whether the control that people do not see was filled.
    pub fills_decoy: bool,
    /// From the form's appearance to the press of its button. `None`: unknown.
    pub elapsed: Option<Duration>,
}

/// The words stay out of `{:?}`.
impl fmt::Debug for Submission<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Submission")
    }
}

pub fn weigh(submission: &Submission<'_>) -> SpamScore {
    let &Submission { name, company, email, message, site, fills_decoy, elapsed } = submission;
    let message = forwarded::own_words(message);
    let mut score = SpamScore::default();
    let mut weigh = |sign, points| score.add(sign, points);
    let if_so = |is_so, points| if is_so { points } else { 0 };
    weigh(SpamSign::Decoy, if_so(fills_decoy, 5));
    weigh(SpamSign::Haste, if_so(elapsed.is_some_and(|elapsed| elapsed < HASTE), 5));
    let [phrases, trade] = phrases::count(message);
    weigh(SpamSign::Links, links::points(name, company, email, message) - trade);
    weigh(SpamSign::Markup, if_so(links::has_markup(message), 2));
    weigh(SpamSign::Phrases, phrases - trade);
    weigh(SpamSign::Script, if_so(script::is_foreign(message), 2));
    weigh(SpamSign::MassMail, mass_mail::points(message, site));
    score
}

#[cfg(test)]
#[path = "spam_tests.rs"]
mod tests;
