//! A consultant hears at the registered address that a mail of this person waits.

use testkit::smtp::{FailureMode, Record, Stage};
use uuid::Uuid;
use worker::{
    intake::{Fate, drop_mail, reprocess},
    schedules::{Resources, SCHEDULES},
};

use super::{CONSULTANT, VISITOR, mail, rule, settle_by, signed, take, ticket};
use crate::{
    digests::Case,
    schedules::resources,
    support::digests::{COLLEAGUE, mailer, pass_ten_minutes, proven},
    suspects::text,
};

impl Case {
    /// A mail of a consultant to no address of an inquiry.
    async fn waits_of(&self, from: &str, headers: &str) -> Uuid {
        let raw = mail(from, &Uuid::new_v4().to_string(), headers);
        let id = take(&self.world, "desk@own.example", &raw).await;
        assert_eq!(settle_by(&self.world, &self.settings).await, Some(Fate::Quarantined));
        id
    }

    /// What was sent in the half minute.
    async fn told(&self) -> Vec<Record> {
        let before = self.world.server.accepted().len();
        let mailer = mailer(&self.world, &self.settings, "24/7");
        let consultants = Some(vec![CONSULTANT.to_owned(), COLLEAGUE.to_owned()]);
        let resources = Resources { mailer, consultants, ..resources(&self.world) };
        let schedule = SCHEDULES.iter().find(|schedule| schedule.name == "authors").unwrap();
        (schedule.run)(&resources).await.unwrap();
        self.world.server.accepted().split_off(before)
    }

    async fn pass_since_told(&self, time: &str) {
        self.world.execute(&format!("UPDATE digest_mail SET created_at = created_at - interval '{time}', finished_at = finished_at - interval '{time}'")).await;
    }
}

#[tokio::test]
async fn the_author_of_a_mail_that_waits_is_told_what_to_do_and_no_mail_is_left_out() {
    let case = Case::new().await;
    let waits = case.waits_of(CONSULTANT, &proven()).await;
    assert_eq!(rule(&case.world, waits).await, "quarantined consultant");
    let [told] = case.told().await.try_into().unwrap();
    let words = text(&told);
    assert_eq!(told.to, CONSULTANT);
    for expected in [
        "Your mail waits",
        "Re: We have received your inquiry",
        "unproven, or not to the",
        "Reply to the mail of its inquiry",
    ] {
        assert!(words.contains(expected), "{expected} in {words}");
    }
    assert!(!words.contains("Wimplethorpe"), "anybody may have written it: {words}");
    assert_eq!(case.told().await.len(), 0, "once");
    // Also of those that a stranger sends in this name, once an hour and three times a day; the colleague's is counted apart.
    for _ in 0..12 {
        case.waits_of(CONSULTANT, "").await;
    }
    case.waits_of(COLLEAGUE, &proven()).await;
    let [told] = case.told().await.try_into().unwrap();
    assert_eq!(told.to, COLLEAGUE, "within the hour nothing more to the first");
    case.pass_since_told("61 minutes").await;
    let [told] = case.told().await.try_into().unwrap();
    assert!(text(&told).contains("Your mails wait"), "{}", told.data);
    assert!(text(&told).contains("2 more wait"), "none is left out: {}", told.data);
    for expected in [1, 0] {
        case.pass_since_told("61 minutes").await;
        case.waits_of(CONSULTANT, "").await;
        assert_eq!(case.told().await.len(), expected);
    }
    // Nobody but its author sends a proven one.
    for expected in [[1; 10].as_slice(), &[0]].concat() {
        case.waits_of(CONSULTANT, &proven()).await;
        assert_eq!(case.told().await.len(), expected, "what strangers send uses up nothing of it");
    }
    case.pass_since_told("1 day").await;
    let [_] = case.told().await.try_into().unwrap();
    case.waits_of(VISITOR, "In-Reply-To: <x@own.example>\r\nSubject: FW-0000-0000\r\n").await;
    assert_eq!(case.told().await.len(), 0, "nobody who is no consultant");
}

/// After ten digests of a day one an hour: a mailbox that answers all mails would cause the next.
#[tokio::test]
async fn of_what_its_author_is_not_told_a_digest_tells_within_ten_minutes() {
    let case = Case::new().await;
    case.waits_of(CONSULTANT, "").await;
    assert_eq!(case.run("24/7").await, 0, "its author is told within a minute");
    case.told().await;
    let mut sent = case.world.server.accepted().len();
    pass_ten_minutes(&case.world).await;
    assert_eq!(case.run("24/7").await, sent, "its author is told");
    for number in 1..=10 {
        case.waits_of(CONSULTANT, "").await;
        assert_eq!(case.told().await.len(), 0, "one an hour");
        pass_ten_minutes(&case.world).await;
        sent += 2;
        assert_eq!(case.run("24/7").await, sent, "{number}");
    }
    case.waits_of(CONSULTANT, "").await;
    for _ in 0..5 {
        pass_ten_minutes(&case.world).await;
        assert_eq!(case.run("24/7").await, sent);
    }
    pass_ten_minutes(&case.world).await;
    assert_eq!(case.run("24/7").await, sent + 2);
    // The author's mailbox takes none.
    let case = Case::new().await;
    case.world.server.script(&[FailureMode::Reply(Stage::Rcpt, "550 5.2.2 full")]);
    case.waits_of(CONSULTANT, &proven()).await;
    assert_eq!(case.told().await.len(), 0);
    pass_ten_minutes(&case.world).await;
    assert_eq!(case.run("24/7").await, 2);
}

/// Without a mark, for a day.
#[tokio::test]
async fn a_program_that_answers_what_tells_it_causes_no_endless_mails() {
    for (headers, most) in [(String::new(), 40), (proven(), 80), ("Auto-Submitted: auto-generated\r\n".to_owned(), 2)] {
        let case = Case::new().await;
        case.quarantined().await;
        let (mut seen, mut answered) = (0, 0);
        for _ in 0..144 {
            case.told().await;
            case.run("24/7").await;
            let mails = case.world.server.accepted();
            for told in mails[seen..].iter().filter(|mail| mail.to == CONSULTANT) {
                answered += 1;
                case.waits_of(CONSULTANT, &format!("In-Reply-To: {}\r\n{headers}", told.message_id)).await;
            }
            seen = mails.len();
            pass_ten_minutes(&case.world).await;
            case.world.execute("UPDATE digest_mail SET finished_at = finished_at - interval '10 minutes'").await;
        }
        assert!((1..=most).contains(&answered), "{headers}: {answered}");
    }
}

/// Anybody may have written it, in this name.
#[tokio::test]
async fn a_subject_that_the_relay_refuses_keeps_no_author_from_hearing() {
    let case = Case::new().await;
    let waits = case.waits_of(CONSULTANT, "").await;
    case.world.server.always(FailureMode::Filter("Re: We have received your inquiry"));
    let [told] = case.told().await.try_into().unwrap();
    assert!(text(&told).contains(&format!("worker intake show {waits}")), "{}", told.data);
}

#[tokio::test]
async fn the_author_of_a_mail_that_cannot_be_read_is_told_too() {
    let case = Case::new().await;
    let id = case.waits_of(CONSULTANT, &"Received: x\r\n".repeat(101)).await;
    assert_eq!(rule(&case.world, id).await, "quarantined hops");
    let [told] = case.told().await.try_into().unwrap();
    assert!(told.to == CONSULTANT && text(&told).contains("a loop"), "{}", told.data);
}

#[tokio::test]
async fn a_mail_that_is_being_read_again_keeps_no_author_from_hearing_of_another() {
    let case = Case::new().await;
    let again = case.waits_of(CONSULTANT, &proven()).await;
    case.waits_of(CONSULTANT, &proven()).await;
    reprocess(&case.world.db, again).await.unwrap();
    let [told] = case.told().await.try_into().unwrap();
    assert!(text(&told).contains("Your mail waits"), "{}", told.data);
}

#[tokio::test]
async fn whose_address_was_used_is_told_too_unless_the_mail_waits_no_more() {
    let case = Case::new().await;
    let ticket = ticket(&case.world).await;
    let own = signed()
        .reply(&ticket.reference.parse().unwrap(), &mailer::addresses::Party::Consultant(CONSULTANT.to_owned()));
    let id = take(&case.world, &own, &mail(VISITOR, "1", "")).await;
    settle_by(&case.world, &case.settings).await;
    assert_eq!(rule(&case.world, id).await, "quarantined unauthenticated");
    let [told] = case.told().await.try_into().unwrap();
    assert_eq!(told.to, CONSULTANT);
    let id = case.waits_of(COLLEAGUE, "").await;
    drop_mail(&case.world.db, id).await.unwrap();
    assert_eq!(case.told().await.len(), 0);
}
