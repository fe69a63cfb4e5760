//! The figures of a report, as the database counts them: numbers and times, no personal data.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use entity::RETENTION_YEARS;
use mailer::db::{query_json, statement};
use sea_orm::{ConnectionTrait, DbErr};
use serde::{Deserialize, Serialize};

/// The retention period is divided into this many age classes; one more class counts what is over the limit.
pub(crate) const AGE_CLASSES: usize = 8;

/// From `since` to before `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Period {
    pub since: DateTime<Utc>,
    pub until: DateTime<Utc>,
}

impl Period {
    /// The calendar month (UTC) that contains `time`.
    pub fn month_of(time: DateTime<Utc>) -> Option<Self> {
        let first = time.date_naive().with_day(1)?;
        let next = first.checked_add_months(chrono::Months::new(1))?;
        let at_midnight = |day: NaiveDate| Some(day.and_hms_opt(0, 0, 0)?.and_utc());
        Some(Self { since: at_midnight(first)?, until: at_midnight(next)? })
    }

    /// The month before that one.
    pub fn month_before(time: DateTime<Utc>) -> Option<Self> {
        let this = Self::month_of(time)?;
        Self::month_of(this.since - chrono::TimeDelta::days(1))
    }

    /// Such as `2026-11`.
    pub fn name(&self) -> String {
        self.since.format("%Y-%m").to_string()
    }
}

/// What happened in a period, and the state: of a month that has ended as it was recorded then, otherwise now.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Evidence {
    pub now: DateTime<Utc>,
    /// When the state was read.
    pub state_at: DateTime<Utc>,
    pub policy: i32,
    /// Inquiries in the database, on hold or not.
    pub inquiries: u64,
    /// Received during the period and still stored.
    pub received: u64,
    pub purged: u64,
    pub late: u64,
    /// Inquiries deleted on request, the number of erasures, and that of those after which nothing was less: nothing was
    /// stored, or a hold kept it.
    pub erased: u64,
    pub erasures: u64,
    pub empty_erasures: u64,
    /// Single mails or files that an officer removed.
    pub removals: u64,
    pub exports: u64,
    /// Fields corrected.
    pub corrections: u64,
    /// Restrictions of processing, and their ends.
    pub restrictions: u64,
    /// Inquiries whose processing is restricted.
    #[serde(default)]
    pub restricted: u64,
    /// Addresses on inquiries of others, likewise.
    #[serde(default)]
    pub restricted_participants: u64,
    /// Lists of holds that were read.
    pub reads: u64,
    /// Contacts that moved an expiry.
    pub contacts: u64,
    /// Inquiries whose last contact neither the receipt nor a recorded contact explains.
    pub unexplained: u64,
    /// Inquiries on legal hold now.
    pub on_hold: u64,
    pub holds_active: u64,
    pub holds_placed: u64,
    pub holds_released: u64,
    /// Attempts of the purge that failed.
    pub failures: u64,
    pub runs: u64,
    pub replays: u64,
    pub clocks_accepted: u64,
    pub reminders: u64,
    /// Requests registered, extended, waiting or answered.
    pub request_entries: u64,
    /// Of a second officer.
    pub confirmations: u64,
    /// Requests whose person was answered, or told of a hold, after their last day for the first time.
    pub answered_late: u64,
    /// Addresses to which a notification was queued for the first time.
    pub new_addresses: u64,
    /// Months whose report the ledger records as sent.
    pub reports_sent: Vec<String>,
    pub oldest_contact_at: Option<DateTime<Utc>>,
    pub next_expiry_at: Option<DateTime<Utc>>,
    /// Expired, not on hold, and not purged yet.
    pub due: u64,
    /// For how long the oldest of them has been expired.
    pub due_seconds: i64,
    /// Inquiries by age class: the eighths of the retention period since the last contact, and those over the limit.
    pub ages: Vec<u64>,
    pub requests_open: u64,
    pub requests_overdue: u64,
    /// Erasures of which it is not noted that the person was told.
    #[serde(default)]
    pub requests_untold: u64,
    pub last_purge_at: Option<DateTime<Utc>>,
    /// Sessions that kept a lock from the purge during the period.
    #[serde(default)]
    pub blockers: Vec<BlockedBy>,
    /// The longest time between two runs that ended in the period.
    pub longest_gap_seconds: Option<i64>,
    /// Tables whose files still have the bytes of deleted rows.
    pub unreclaimed: u64,
    pub unreclaimed_bytes: u64,
    /// Of these, later than promised.
    pub unreclaimed_overdue: u64,
    /// Large objects in the database. The product has none, and no erasure reaches them.
    pub large_objects: u64,
    /// Defaults that the role `inquiry_app` has and `migration` did not set.
    pub login_settings: u64,
    pub intake: IntakeEvidence,
    #[serde(default)]
    pub answers: AnswerEvidence,
    pub head_seq: i64,
    pub head_hash: String,
}

/// How often the sessions of a login kept a lock from the purge, and how long their longest transaction was open.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct BlockedBy {
    pub login: String,
    pub times: u64,
    pub seconds: u64,
}

/// The mails that came in the period, and what became of them.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct IntakeEvidence {
    /// As counted when each day was over; of today, as stored.
    pub accepted: i64,
    /// Rows by fate.
    pub fates: BTreeMap<String, i64>,
    pub unsettled: i64,
}

/// The promises that fell due in the period, of inquiries that are still stored.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct AnswerEvidence {
    /// Consultants answer through us, so it is known when they do.
    pub is_watched: bool,
    /// `None`: no promise fell due.
    pub total: Option<Answered>,
    /// By reason for contact, the most frequent first.
    pub reasons: Vec<Answered>,
}

/// How often the promise was kept, and how long the first answers took.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Answered {
    /// The slug of the reason for contact; `None` for all together.
    pub reason: Option<String>,
    pub promised: u64,
    pub kept: u64,
    /// `None`: nothing was answered.
    pub median_seconds: Option<i64>,
    pub worst_seconds: Option<i64>,
}

impl IntakeEvidence {
    /// Mails without a row that has their fate: 0, or mails were lost.
    pub fn difference(&self) -> i64 {
        self.accepted - self.fates.values().sum::<i64>() - self.unsettled
    }
}

impl Evidence {
    pub async fn read(db: &impl ConnectionTrait, period: Period) -> Result<Self, DbErr> {
        let sql = "SELECT retention_evidence($1, $2) || jsonb_build_object('intake', intake_evidence($1, $2), \
                'answers', answer_evidence($1, $2))";
        query_json(db, statement(sql, [period.since.into(), period.until.into()])).await
    }

    /// Requests of which a person waits for an answer, such as `2, 1 overdue, 1 erased and not yet told`.
    pub fn to_answer(&self) -> String {
        let Self { requests_open, requests_overdue, requests_untold, .. } = self;
        format!(
            "{}, {requests_overdue} overdue, {requests_untold} erased and not yet told",
            requests_open + requests_untold
        )
    }

    /// The head in the form that `compliance ledger verify --head` takes.
    pub fn head(&self) -> String {
        format!("{}:{}", self.head_seq, self.head_hash)
    }
}

/// Months since the last contact that an age class spans, such as `3 to 6 months`.
pub(crate) fn age_label(class: usize) -> String {
    let months = 12 * RETENTION_YEARS as usize;
    if class == AGE_CLASSES {
        return format!("over {months} months");
    }
    format!("{} to {} months", class * months / AGE_CLASSES, (class + 1) * months / AGE_CLASSES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_meet_at_midnight_utc() {
        let month = |time: &str| Period::month_of(time.parse().unwrap()).unwrap();
        let december = month("2026-12-31T23:59:59Z");
        assert_eq!(december.name(), "2026-12");
        assert_eq!(december.until, month("2027-01-01T00:00:00Z").since);
        assert_eq!(Period::month_before("2027-01-15T00:00:00Z".parse().unwrap()).unwrap(), december);
    }

    #[test]
    fn age_classes_cover_the_period() {
        assert_eq!(age_label(0), "0 to 3 months");
        assert_eq!(age_label(7), "21 to 24 months");
        assert_eq!(age_label(AGE_CLASSES), "over 24 months");
    }
}
