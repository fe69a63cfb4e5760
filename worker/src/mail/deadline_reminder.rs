//! To the compliance mailbox: persons' requests that must be answered within ten days. Names nobody.

use askama::Template;
use chrono::{DateTime, Days, Utc};
use entity::{ANSWER_DAYS, REMINDER_DAYS, data_subject_request::RequestKind};
use uuid::Uuid;

use super::{
    BuildError,
    brand::{Brand, brand},
    compliance::ComplianceParts,
    message::Parts,
    time,
};

/// An open request, without whose it is.
#[derive(Clone, Debug)]
pub struct DueRequest {
    pub id: Uuid,
    pub kind: RequestKind,
    pub received_at: DateTime<Utc>,
    pub due_at: DateTime<Utc>,
}

impl DueRequest {
    fn what(&self) -> &'static str {
        match self.kind {
            RequestKind::Access => "Access",
            RequestKind::Erasure => "Erasure",
        }
    }

    fn received(&self) -> String {
        time::in_utc(self.received_at)
    }

    fn due(&self) -> String {
        time::in_utc(self.due_at)
    }
}

pub(super) struct Mail {
    brand: &'static Brand,
    answer_days: u32,
    requests: Vec<DueRequest>,
}

#[derive(Template)]
#[template(path = "mail/deadline_reminder/subject.txt")]
struct Subject<'a> {
    mail: &'a Mail,
}

#[derive(Template)]
#[template(path = "mail/deadline_reminder/body.txt")]
struct Text<'a> {
    mail: &'a Mail,
}

#[derive(Template)]
#[template(path = "mail/deadline_reminder/body.html")]
struct Html<'a> {
    mail: &'a Mail,
}

/// Renders one mail about all of `requests`, dated by the youngest, so that it stays the same when sent again.
pub fn render(requests: Vec<DueRequest>) -> Result<ComplianceParts, BuildError> {
    let youngest = requests.iter().map(|request| request.received_at).max().unwrap_or_default();
    let mail = Mail { brand: brand(), answer_days: ANSWER_DAYS, requests };
    let parts = Parts {
        subject: Subject { mail: &mail }.render()?.trim().to_owned(),
        text: Text { mail: &mail }.render()?,
        html: Html { mail: &mail }.render()?,
    };
    Ok(ComplianceParts::new(parts, youngest + Days::new(REMINDER_DAYS.into())))
}
