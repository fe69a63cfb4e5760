//! To the compliance mailbox: the mail of `worker check --send`.

use askama::Template;
use chrono::{DateTime, Utc};
use mailer::{
    BuildError, ComplianceParts, Parts,
    brand::{Brand, brand},
    time,
};

pub(super) struct Mail<'a> {
    brand: &'static Brand,
    at: String,
    name: &'a str,
}

#[derive(Template)]
#[template(path = "mail/check/subject.txt")]
struct Subject<'a> {
    mail: &'a Mail<'a>,
}

#[derive(Template)]
#[template(path = "mail/check/body.txt")]
struct Text<'a> {
    mail: &'a Mail<'a>,
}

#[derive(Template)]
#[template(path = "mail/check/body.html")]
struct Html<'a> {
    mail: &'a Mail<'a>,
}

/// `name` identifies the mail in the mailbox.
pub fn render(at: DateTime<Utc>, name: &str) -> Result<ComplianceParts, BuildError> {
    let mail = Mail { brand: brand(), at: time::in_utc(at), name };
    let parts = Parts {
        subject: Subject { mail: &mail }.render()?.trim().to_owned(),
        text: Text { mail: &mail }.render()?,
        html: Html { mail: &mail }.render()?,
    };
    Ok(ComplianceParts::new(parts, at))
}
