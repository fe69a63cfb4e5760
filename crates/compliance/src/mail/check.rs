//! To the compliance mailbox: the mail of `worker check --send`.

use chrono::{DateTime, Utc};
use mailer::{BuildError, Rendered, templates, time};

pub(super) struct Mail {
    at: String,
    name: String,
}

templates!(Mail: "mail/check/subject.txt", "mail/check/body.txt", "mail/check/body.html");

/// `name` identifies the mail in the mailbox.
pub fn render(at: DateTime<Utc>, name: &str) -> Result<Rendered, BuildError> {
    Rendered::new(&Mail { at: time::in_utc(at), name: name.to_owned() }, at)
}
