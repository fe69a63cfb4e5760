//! Mail in. Accept stores the bytes in one short commit; settle reads them and decides in another. So no fault of a
//! parser can refuse or lose a mail.

mod accept;
mod address_key;
mod imap;
mod lmtp;
mod operator;
mod quarantine;
mod recipient;
mod self_test;
mod settings;
mod settle;

pub use self::{
    accept::{Accepted, Envelope, MAX_MAIL_BYTES, Way, accept},
    imap::{ImapError, ImapSettings, Mailbox, look},
    lmtp::{Listener, ListenerError},
    operator::{IntakeLine, OperatorError, attach, drop_mail, list, open, raw_of, reprocess},
    quarantine::{Reviewers, send_digest, send_now},
    recipient::{Recipient, find_recipient},
    self_test::{LOST, SelfTest, SelfTestStatus, await_test, last_test, send_test, test_daily},
    settings::{DigestKey, IntakeSettings, LmtpAddress},
    settle::{Fate, Settled, settle_next, settle_regularly},
};

/// What the database takes as one line of at most `max` characters.
fn one_line(text: &str, max: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(max).collect()
}
