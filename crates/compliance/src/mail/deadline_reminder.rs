//! To the compliance mailbox: data subject requests that are due within ten days, without addresses.

use chrono::{DateTime, Days, Utc};
use entity::{ANSWER_DAYS, REMINDER_DAYS, data_subject_request::RequestKind};
use mailer::{BuildError, Rendered, templates, time};
use sea_orm::FromQueryResult;
use uuid::Uuid;

/// An open request, without its address.
#[derive(Clone, Debug, FromQueryResult)]
pub struct DueRequest {
    pub id: Uuid,
    pub kind: RequestKind,
    pub received_at: DateTime<Utc>,
    pub due_at: DateTime<Utc>,
}

impl DueRequest {
    fn what(&self) -> String {
        format!("{:?}", self.kind)
    }

    fn received(&self) -> String {
        time::in_utc(self.received_at)
    }

    fn due(&self) -> String {
        time::in_utc(self.due_at)
    }
}

pub(super) struct Mail {
    answer_days: u32,
    requests: Vec<DueRequest>,
}

templates!(Mail: "mail/deadline_reminder/subject.txt", "mail/deadline_reminder/body.txt", "mail/deadline_reminder/body.html");

/// Renders one mail about all of `requests`. Its date comes from the newest request: the mail is the same if sent again.
pub fn render(requests: Vec<DueRequest>) -> Result<Rendered, BuildError> {
    let newest = requests.iter().map(|request| request.received_at).max().unwrap_or_default();
    Rendered::new(&Mail { answer_days: ANSWER_DAYS, requests }, newest + Days::new(REMINDER_DAYS.into()))
}
