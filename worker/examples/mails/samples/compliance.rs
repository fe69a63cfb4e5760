//! Samples of each mail to the compliance mailbox.

use chrono::{DateTime, TimeDelta, Utc};
use compliance::{
    ledger::{AnswerEvidence, Answered, BlockedBy, Evidence, IntakeEvidence, Period},
    mail::{
        check_mail,
        deadline_reminder::{self, DueRequest},
        report,
    },
};
use entity::{ANSWER_DAYS, data_subject_request::RequestKind};
use mailer::{BuildError, Draft, MailSettings, PreparedMail};
use uuid::Uuid;

const RECIPIENT: &str = "privacy@firnwall.example";

/// Every mail to the compliance mailbox by its name.
pub(crate) fn all(settings: &MailSettings) -> Result<Vec<(&'static str, PreparedMail)>, BuildError> {
    let now = at("2026-12-01T00:37:00Z");
    let month = Period { since: at("2026-11-01T00:00:00Z"), until: at("2026-12-01T00:00:00Z") };
    let mails = [
        ("report-in_order", report::render(&in_order(now), &month)?),
        ("report-needs_attention", report::render(&needs_attention(now), &month)?),
        ("report-empty", report::render(&empty(now), &month)?),
        ("report-not_yet_running", report::render(&Evidence { last_purge_at: None, ..empty(now) }, &month)?),
        ("deadline_reminder-three", deadline_reminder::render(requests(), now)?),
        ("check-sent", check_mail(now, "check.00000000000000000000000000000001")?),
    ];
    let build = |(name, mail): (&'static str, _)| {
        let to = RECIPIENT.parse().map_err(|_| BuildError::Recipient)?;
        Ok((name, Draft::new(mail, &name.replace('-', "."), to, settings).build(settings)?))
    };
    mails.into_iter().map(build).collect()
}

fn at(time: &str) -> DateTime<Utc> {
    time.parse().expect("a sample's time is well formed")
}

/// A usual month. Two inquiries are over the limit because of a legal hold.
fn in_order(now: DateTime<Utc>) -> Evidence {
    Evidence {
        now,
        state_at: at("2026-12-01T00:00:30Z"),
        policy: 1,
        inquiries: 1278,
        received: 74,
        purged: 52,
        late: 0,
        erased: 3,
        erasures: 2,
        empty_erasures: 1,
        removals: 1,
        exports: 4,
        corrections: 1,
        restrictions: 2,
        restricted: 1,
        restricted_participants: 0,
        reads: 2,
        contacts: 31,
        unexplained: 0,
        on_hold: 2,
        holds_active: 1,
        holds_placed: 1,
        holds_released: 0,
        failures: 0,
        runs: 720,
        replays: 0,
        clocks_accepted: 0,
        reminders: 1,
        request_entries: 4,
        confirmations: 1,
        answered_late: 0,
        new_addresses: 0,
        reports_sent: vec!["2026-09".to_owned(), "2026-10".to_owned()],
        oldest_contact_at: Some(at("2024-10-12T14:05:00Z")),
        next_expiry_at: Some(at("2026-12-01T03:12:00Z")),
        due: 0,
        due_seconds: 0,
        ages: vec![214, 187, 168, 175, 149, 156, 131, 96, 2],
        requests_open: 1,
        requests_overdue: 0,
        requests_untold: 0,
        last_purge_at: Some(at("2026-12-01T00:07:00Z")),
        blockers: Vec::new(),
        longest_gap_seconds: Some(3660),
        unreclaimed: 1,
        unreclaimed_bytes: 48_000_000,
        unreclaimed_overdue: 0,
        large_objects: 0,
        login_settings: 0,
        intake: intake([("bounce", 6), ("machine", 41), ("quarantined", 3), ("reply", 87)]),
        answers: answers(),
        head_seq: 18_204,
        head_hash: "5d1c9a0e".repeat(8),
    }
}

fn answers() -> AnswerEvidence {
    AnswerEvidence {
        is_watched: true,
        total: Some(answered(None, 74, 72, 11_400)),
        reasons: vec![
            answered(Some("threat-detection-response"), 41, 41, 9_300),
            answered(Some("devsecops"), 21, 20, 12_600),
            answered(Some("incident-response"), 12, 11, 1_500),
        ],
    }
}

/// Every fault at once.
fn needs_attention(now: DateTime<Utc>) -> Evidence {
    Evidence {
        inquiries: 1287,
        late: 17,
        blockers: vec![BlockedBy { login: "inquiry_app".to_owned(), times: 3, seconds: 540 }],
        failures: 3,
        runs: 611,
        due: 9,
        due_seconds: 17_000,
        unexplained: 2,
        unreclaimed_overdue: 1,
        large_objects: 1,
        login_settings: 1,
        intake: IntakeEvidence { accepted: 141, unsettled: 1, ..in_order(now).intake },
        new_addresses: 1,
        ages: vec![214, 187, 168, 175, 149, 156, 131, 96, 11],
        requests_overdue: 1,
        answered_late: 1,
        last_purge_at: Some(now - TimeDelta::hours(5)),
        longest_gap_seconds: Some(97_200),
        replays: 1,
        ..in_order(now)
    }
}

/// The first month of an installation without inquiries.
fn empty(now: DateTime<Utc>) -> Evidence {
    Evidence {
        inquiries: 0,
        received: 0,
        purged: 0,
        erased: 0,
        erasures: 0,
        empty_erasures: 0,
        removals: 0,
        exports: 0,
        corrections: 0,
        restrictions: 0,
        restricted: 0,
        restricted_participants: 0,
        on_hold: 0,
        holds_active: 0,
        holds_placed: 0,
        oldest_contact_at: None,
        next_expiry_at: None,
        ages: vec![0; 9],
        requests_open: 0,
        request_entries: 0,
        confirmations: 0,
        unreclaimed: 0,
        unreclaimed_bytes: 0,
        contacts: 0,
        intake: IntakeEvidence::default(),
        answers: AnswerEvidence::default(),
        reports_sent: vec![],
        head_seq: 721,
        ..in_order(now)
    }
}

fn answered(reason: Option<&str>, promised: u64, kept: u64, median_seconds: i64) -> Answered {
    let worst_seconds = Some(median_seconds * 20);
    Answered { reason: reason.map(str::to_owned), promised, kept, median_seconds: Some(median_seconds), worst_seconds }
}

/// Each mail has a fate.
fn intake<const N: usize>(fates: [(&str, i64); N]) -> IntakeEvidence {
    let fates = fates.map(|(fate, mails)| (fate.to_owned(), mails));
    IntakeEvidence { accepted: fates.iter().map(|(_, mails)| mails).sum(), fates: fates.into(), unsettled: 0 }
}

fn requests() -> Vec<DueRequest> {
    let request = |number: u128, kind, received: &str| {
        let received_at = at(received);
        let id = Uuid::from_u128(0x7d3f_52a1_90c4_4b6e_8a17_0000_0000_0000 + number);
        let closed_at = (kind == RequestKind::Erasure).then(|| received_at + TimeDelta::days(3));
        let waits_until = (kind == RequestKind::Correction).then(|| at("2026-12-03T23:59:59Z"));
        let due_at = received_at + TimeDelta::days(ANSWER_DAYS.into());
        DueRequest { id, kind, received_at, due_at, closed_at, waits_until }
    };
    vec![
        request(2, RequestKind::Access, "2026-10-28T15:40:00Z"),
        request(1, RequestKind::Erasure, "2026-11-10T08:15:00Z"),
        request(3, RequestKind::Correction, "2026-11-11T16:20:00Z"),
    ]
}
