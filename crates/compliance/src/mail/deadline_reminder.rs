//! To the compliance mailbox: data subject requests that are due within ten days, without addresses.

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use entity::{ANSWER_DAYS, data_subject_request::RequestKind};
use mailer::{BuildError, Rendered, templates, time};
use sea_orm::FromQueryResult;
use uuid::Uuid;

/// A request without an answer, without its address.
#[derive(Clone, Debug, FromQueryResult)]
pub struct DueRequest {
    pub id: Uuid,
    pub kind: RequestKind,
    pub received_at: DateTime<Utc>,
    pub due_at: DateTime<Utc>,
    /// By an erasure of which the person was not told yet.
    pub closed_at: Option<DateTime<Utc>>,
    /// The end of the hold in force that the person was told of.
    pub waits_until: Option<DateTime<Utc>>,
}

impl DueRequest {
    fn what(&self) -> String {
        format!("{:?}", self.kind)
    }

    fn erased(&self) -> Option<String> {
        self.closed_at.map(time::in_utc)
    }

    fn waits(&self) -> Option<String> {
        self.waits_until.map(time::in_utc)
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
    day: DateTime<Utc>,
}

impl Mail {
    fn is_over(&self, request: &DueRequest) -> bool {
        request.due_at < self.day
    }
}

templates!(Mail: "mail/deadline_reminder/subject.txt", "mail/deadline_reminder/body.txt", "mail/deadline_reminder/body.html");

/// Renders one mail about all of `requests`, dated by the beginning of this day: it is the same if sent again.
pub fn render(requests: Vec<DueRequest>, now: DateTime<Utc>) -> Result<Rendered, BuildError> {
    let day = now.duration_trunc(TimeDelta::days(1)).unwrap_or(now);
    Rendered::new(&Mail { answer_days: ANSWER_DAYS, requests, day }, day)
}
