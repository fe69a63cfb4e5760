//! Signs of spam in an inquiry. Each weighs some points; the limit is the operator's (`SPAM_LIMIT`). Pure functions: what
//! needs earlier inquiries (a text that comes again) is weighed where they are stored.
//!
//! | Sign | Points |
//! |---|---|
//! | `decoy` | 5 |
//! | `haste`: below three seconds | 3 |
//! | `links` | 1 to 5 |
//! | `markup` | 4 |
//! | `phrases` | those of `phrases.txt`, at most 6 |
//! | `disposable_address` | 2 |
//! | `script` | 4; 5 for a message in it |
//! | `language` | 4 |
//! | `mass_mail` | 1 to 4 |
//! | `name` | 1, 2, 4 |
//! | `random_letters` | 5 |
//! | `wording` | 1 to 4 |
//! | `unverified` | 1 |
//! | `repeated` (`store_inquiries.sql`) | 2, from the third time on 4 |
//! | `known_text` (`store_inquiries.sql`) | 5 |
//!
//! A mail that the writer passes on below a question weighs nothing.
//!
//! Phrases of the office's own trade take up to 3 points from the links, 3 from the phrases and 3 from the wording: a victim
//! writes of spam, too.

mod disposable;
mod forwarded;
mod language;
mod links;
mod list;
mod mass_mail;
mod name;
mod phrases;
mod random;
mod script;
mod wording;
mod words;

use std::{fmt, time::Duration};

use entity::{EmailAddress, SpamScore, SpamSign};

use phrases::Phrases;

/// For `examples/train.rs`.
#[doc(hidden)]
pub use wording::parts;
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
    pub is_unverified: bool,
}

/// The words stay out of `{:?}`.
impl fmt::Debug for Submission<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Submission")
    }
}

pub fn weigh(submission: &Submission<'_>) -> SpamScore {
    let &Submission { name, company, email, message, site, fills_decoy, elapsed, is_unverified } = submission;
    let message = forwarded::own_words(message);
    let mut score = SpamScore::default();
    let mut weigh = |sign, points| score.add(sign, points);
    let if_so = |is_so, points| if is_so { points } else { 0 };
    weigh(SpamSign::Decoy, if_so(fills_decoy, 5));
    weigh(SpamSign::Haste, if_so(elapsed.is_some_and(|elapsed| elapsed < HASTE), 3));
    let phrases = Phrases::of(company, message);
    weigh(SpamSign::Links, links::points(name, company, email, message, words::count(message)) - phrases.trade);
    weigh(SpamSign::Markup, if_so(links::has_markup(message), 4));
    weigh(SpamSign::Phrases, phrases.points - phrases.trade);
    weigh(SpamSign::DisposableAddress, if_so(disposable::is_disposable(email), 2));
    weigh(SpamSign::Script, script::points(message));
    weigh(SpamSign::Language, language::points(message));
    weigh(SpamSign::MassMail, mass_mail::points(email, message, site));
    weigh(SpamSign::Name, name::points(name, company));
    weigh(SpamSign::RandomLetters, random::points([name, company], message));
    weigh(SpamSign::Wording, wording::points(message) - phrases.trade);
    weigh(SpamSign::Unverified, if_so(is_unverified, 1));
    score
}

#[cfg(test)]
mod tests;
