//! Mail in. Accept stores the bytes in one short commit; settle reads them and decides in another. So no fault of a
//! parser can refuse or lose a mail.

mod accept;
mod addressee;
mod imap;
mod lmtp;
mod operator;
mod self_test;
mod settings;
mod settle;
mod waiting;
mod way;

use std::collections::BTreeSet;

use entity::email_address::key_of;

pub use self::{
    accept::{Accepted, Acceptor, Envelope, MAX_MAIL_BYTES, accept},
    addressee::{Addressee, Aside, resolve},
    imap::{ImapError, ImapSettings, Mailbox, probe},
    lmtp::{Listener, ListenerError, greets},
    operator::{IntakeLine, OperatorError, attach, drop_mail, list, open, raw_of, reprocess},
    self_test::{LOST, SelfTest, await_test, last_test, send_test, test_daily},
    settings::{FingerprintKey, IntakeSettings, LmtpAddress},
    settle::{Fate, Settled, settle_next, settle_regularly},
    waiting::{HEAD_BYTES, find_waiting, text_of, waiting_mails},
    way::Way,
};

/// The keys of what are addresses, each once.
fn keys_of<'a>(addresses: impl Iterator<Item = &'a str>) -> Vec<String> {
    let keys: BTreeSet<_> = addresses.filter(|address| address.contains('@')).map(key_of).collect();
    keys.into_iter().collect()
}

/// What the database takes as one line of at most `max` characters.
fn one_line(text: &str, max: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(max).collect()
}
