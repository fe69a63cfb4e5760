//! Inquiries that are perhaps spam by their words: consultants are told at once, or once an hour, and the auto-reply waits.

use entity::{
    SpamScore, SpamSign,
    contact::ContactReason,
    outbox::{MailKind, OutboxState},
};
use futures::future::join_all;
use mail_parser::MessageParser;
use mailer::addresses::Party;
use sea_orm::TransactionTrait;
use testkit::smtp::{FailureMode, Record, Stage};
use uuid::Uuid;
use worker::{
    intake::Fate,
    marked::send_marked,
    ticket::{ActOutcome, Action, Verb, act, release},
};

use super::{
    digests::Case,
    intake::{
        CONSULTANT, VISITOR,
        encrypted::{forms, raw},
        mail,
        new_tickets::PUBLIC,
        settle_by, take,
    },
    schedules::resources,
    support::{
        World,
        digests::{COLLEAGUE, mailer, proven, routes},
    },
    suspects::text,
};

const WORDS: [SpamSign; 2] = [SpamSign::Links, SpamSign::Phrases];

/// Whether its links write both decisions.
fn has_links(mail: &Record) -> bool {
    let message = MessageParser::default().parse(mail.data.as_bytes()).unwrap();
    let html = message.body_html(0).unwrap();
    html.contains("&body=%23release%0A") && html.contains("&body=%23spam%0A")
        || html.contains("&amp;body=%23release%0A") && html.contains("&amp;body=%23spam%0A")
        || html.contains("&#38;body=%23release%0A") && html.contains("&#38;body=%23spam%0A")
}

impl Case {
    async fn mark(&self) -> Uuid {
        self.mark_of(VISITOR).await
    }

    async fn mark_of(&self, visitor: &str) -> Uuid {
        self.world.suspect(visitor, SpamScore { points: 5, signs: WORDS.to_vec() }).await
    }

    /// As if ten had been told at once.
    async fn fill_the_hour(&self) {
        self.world.execute("UPDATE mark_slot SET taken_at = now()").await;
    }

    async fn drain(&self) {
        self.world.drain(&self.world.delivery_with_intake(&self.settings)).await;
    }

    async fn pass_two_hours(&self) {
        self.world.pass("2 hours").await;
        self.drain().await;
    }

    async fn run_the_hourly(&self) {
        let mut settings = mailer(&self.world, &self.settings, "24/7").settings().clone();
        settings.takes_answers = true;
        let mailer = self.world.mailer_with(settings);
        send_marked(&self.world.db, &mailer, None, &resources(&self.world).alerts).await.unwrap();
    }

    async fn address(&self, inquiry: Uuid, consultant: &str) -> String {
        let reference = self.reference(inquiry).await.parse().unwrap();
        self.settings.addresses.reply(&reference, &Party::Consultant(consultant.to_owned()))
    }

    /// What a consultant writes to the own address of the ticket.
    async fn writes(&self, inquiry: Uuid, words: &str) {
        let id = Uuid::new_v4().to_string();
        let raw = mail(CONSULTANT, &id, &proven())
            .replace(&format!("{id}@visitor.example"), &format!("{id}@own.example"))
            .replace("Wimplethorpe answers.", words);
        take(&self.world, &self.address(inquiry, CONSULTANT).await, &raw).await;
        settle_by(&self.world, &self.settings).await;
        self.drain().await;
    }

    fn mails_to(&self, address: &str) -> Vec<Record> {
        self.world.server.accepted().into_iter().filter(|mail| mail.to == address).collect()
    }

    /// Auto-replies that were sent.
    async fn confirmed(&self) -> usize {
        self.world.count(MailKind::AutoReply, OutboxState::Sent).await
    }
}

#[tokio::test]
async fn consultants_are_told_at_once_and_the_visitor_after_two_hours() {
    let case = Case::new().await;
    case.mark().await;
    case.drain().await;
    let [told] = case.mails_to(CONSULTANT).try_into().unwrap();
    let subject = told.header("Subject").unwrap();
    assert!(subject.contains("] perhaps spam: "), "{subject}");
    assert_eq!((told.header("Importance"), told.header("X-Priority")), (None, None));
    assert!(text(&told).contains("?? links, phrases of advertisements."), "{}", text(&told));
    assert!(has_links(&told));
    assert_eq!((case.mails_to(COLLEAGUE).len(), case.mails_to(VISITOR).len()), (1, 0));
    case.world.pass("119 minutes").await;
    case.drain().await;
    assert_eq!(case.confirmed().await, 0);
    case.world.pass("2 minutes").await;
    case.drain().await;
    assert_eq!((case.confirmed().await, case.mails_to(VISITOR).len(), case.mails_to(CONSULTANT).len()), (1, 1, 1));
}

#[tokio::test]
async fn a_release_or_an_answer_sends_the_confirmation_now_and_once() {
    for words in ["#release", "We will call you at noon."] {
        let case = Case::new().await;
        let inquiry = case.mark().await;
        case.drain().await;
        case.writes(inquiry, words).await;
        assert_eq!(case.confirmed().await, 1, "{words}");
        case.writes(inquiry, "#release").await;
        case.pass_two_hours().await;
        assert_eq!(case.confirmed().await, 1, "{words}");
        let receipts: Vec<_> = case.mails_to(CONSULTANT).iter().map(text).collect();
        assert!(receipts.iter().any(|receipt| receipt.contains("The inquiry is no spam.")), "{receipts:?}");
    }
}

#[tokio::test]
async fn after_spam_the_visitor_gets_nothing_until_a_release() {
    for is_late in [false, true] {
        let case = Case::new().await;
        let inquiry = case.mark().await;
        case.drain().await;
        case.writes(inquiry, "#spam").await;
        if is_late {
            case.pass_two_hours().await;
            case.world.pass("30 hours").await;
            case.drain().await;
            assert_eq!(case.world.count(MailKind::AutoReply, OutboxState::Suppressed).await, 1);
        }
        assert_eq!((case.confirmed().await, case.state(inquiry).await.as_str()), (0, "spam"));
        case.writes(inquiry, "#release").await;
        assert_eq!((case.confirmed().await, case.state(inquiry).await.as_str()), (1, "open"), "late: {is_late}");
        assert_eq!(case.kinds(inquiry).await.iter().filter(|(kind, _)| *kind == MailKind::Notification).count(), 2);
    }
}

/// The first attempt failed, and then a consultant called it spam.
#[tokio::test]
async fn an_auto_reply_that_is_tried_again_stops_at_spam() {
    let case = Case::new().await;
    let inquiry = case.mark().await;
    case.drain().await;
    case.world.server.script(&[FailureMode::Reply(Stage::Rcpt, "450 4.2.0 later")]);
    case.pass_two_hours().await;
    assert_eq!(case.world.count(MailKind::AutoReply, OutboxState::Retry).await, 1);
    act(&case.world.db, Action::of_operator(inquiry, Verb::Spam)).await.unwrap();
    case.world.pass_until_due().await;
    case.drain().await;
    assert_eq!((case.mails_to(VISITOR).len(), case.confirmed().await), (0, 0));
    assert_eq!(case.world.count(MailKind::AutoReply, OutboxState::Suppressed).await, 1);
}

#[tokio::test]
async fn releases_beside_each_other_send_one_confirmation() {
    let case = Case::new().await;
    let inquiry = case.mark().await;
    let releases = (0..4).map(|_| async {
        let transaction = case.world.database.app().await.begin().await.unwrap();
        let outcome = release(&transaction, inquiry, &routes(), None, None).await.unwrap();
        transaction.commit().await.unwrap();
        outcome
    });
    let outcomes = join_all(releases).await;
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == ActOutcome::Done).count(), 1, "{outcomes:?}");
    case.drain().await;
    case.pass_two_hours().await;
    assert_eq!((case.confirmed().await, case.mails_to(CONSULTANT).len()), (1, 1));
}

#[tokio::test]
async fn beyond_ten_an_hour_each_consultant_gets_one_mail_an_hour() {
    let case = Case::new().await;
    case.fill_the_hour().await;
    let inquiries = [case.mark().await, case.mark().await];
    case.drain().await;
    assert!(case.world.server.accepted().is_empty(), "no mail of its own");
    case.run_the_hourly().await;
    for consultant in [CONSULTANT, COLLEAGUE] {
        let [told] = case.mails_to(consultant).try_into().unwrap();
        assert_eq!(told.header("Subject").as_deref(), Some("2 more inquiries are perhaps spam"));
        let text = text(&told);
        for inquiry in inquiries {
            for words in [case.reference(inquiry).await, case.address(inquiry, consultant).await] {
                assert!(text.contains(&words), "{words} is missing in {text}");
            }
        }
        assert!(text.contains("Wimplethorpe") && has_links(&told), "{text}");
    }
    let third = case.mark().await;
    for _ in 0..3 {
        case.run_the_hourly().await;
    }
    assert_eq!(case.world.server.accepted().len(), 2, "one an hour");
    case.world.execute("UPDATE digest_mail SET finished_at = finished_at - interval '1 hour'").await;
    case.run_the_hourly().await;
    let [_, second] = case.mails_to(CONSULTANT).try_into().unwrap();
    assert!(text(&second).contains(&case.reference(third).await));
    assert!(!text(&second).contains(&case.reference(inquiries[0]).await), "each inquiry is in one mail");
    // Who was told so is notified: the ticket is open, and each address works.
    case.writes(third, "We will call you at noon.").await;
    assert_eq!((case.state(third).await.as_str(), case.confirmed().await), ("claimed", 1));
    case.pass_two_hours().await;
    assert_eq!(case.mails_to(VISITOR).len(), 2, "answer and confirmation; the others have had theirs today");
    assert_eq!(case.world.count(MailKind::Notification, OutboxState::Sent).await, 6);
}

/// Nothing of a marked inquiry goes around the hourly mail.
#[tokio::test]
async fn an_encrypted_mail_goes_with_the_hourly_mail() {
    let case = Case::new().await;
    case.fill_the_hour().await;
    let (fields, body) = forms().into_iter().next().unwrap();
    let raw = raw(VISITOR, fields, &body, "List-Unsubscribe: <https://visitor.example>\r\n");
    take(&case.world, PUBLIC, &raw).await;
    assert_eq!(settle_by(&case.world, &case.settings).await, Some(Fate::New));
    case.drain().await;
    assert!(case.world.server.accepted().is_empty(), "no mail of its own");
    case.run_the_hourly().await;
    case.drain().await;
    for consultant in [CONSULTANT, COLLEAGUE] {
        let [told, whole] = case.mails_to(consultant).try_into().unwrap();
        assert!(text(&told).contains("is encrypted") && whole.data.ends_with(&body), "{}", text(&told));
    }
    case.run_the_hourly().await;
    case.drain().await;
    assert_eq!(case.world.server.accepted().len(), 4, "once");
}

/// Another marked inquiry is told at once when one of the ten is an hour old.
#[tokio::test]
async fn a_slot_is_free_after_an_hour() {
    let case = Case::new().await;
    case.fill_the_hour().await;
    case.world.execute("UPDATE mark_slot SET taken_at = taken_at - interval '1 hour' WHERE number = 4").await;
    case.mark().await;
    case.mark().await;
    case.drain().await;
    assert_eq!(case.mails_to(CONSULTANT).len(), 1);
}

#[tokio::test]
async fn what_is_tried_again_after_a_crash_is_the_same_mail() {
    let case = Case::new().await;
    case.fill_the_hour().await;
    case.mark().await;
    case.world.server.script(&[FailureMode::Reply(Stage::Rcpt, "450 4.2.0 later")]);
    case.run_the_hourly().await;
    assert_eq!(case.world.server.accepted().len(), 1, "the colleague's");
    let late = case.mark().await;
    // A worker that was killed behind the end of data has left the same.
    let again = "UPDATE digest_mail SET next_attempt_at = now() WHERE finished_at IS NULL";
    case.world.execute(again).await;
    case.run_the_hourly().await;
    let [first] = case.mails_to(CONSULTANT).try_into().unwrap();
    assert!(!text(&first).contains(&case.reference(late).await), "a later trial lists nothing newer");
    case.world
        .execute(
            "UPDATE outbox SET state = 'suppressed' WHERE last_code = 'collected'; \
             UPDATE digest_mail SET finished_at = NULL, next_attempt_at = now()",
        )
        .await;
    case.run_the_hourly().await;
    let [first, second] = case.mails_to(CONSULTANT).try_into().unwrap();
    assert_eq!(first.header("Message-ID"), second.header("Message-ID"));
    assert_eq!(text(&first).matches("FW-").count(), text(&second).matches("FW-").count());
}

#[tokio::test]
async fn runs_beside_each_other_send_each_consultant_one_mail() {
    let case = Case::in_world(World::while_rewriting().await).await;
    case.fill_the_hour().await;
    case.mark().await;
    join_all((0..4).map(|_| case.run_the_hourly())).await;
    assert_eq!((case.mails_to(CONSULTANT).len(), case.mails_to(COLLEAGUE).len()), (1, 1));
}

#[tokio::test]
async fn of_a_restricted_inquiry_and_one_called_spam_nobody_is_told() {
    let case = Case::new().await;
    case.fill_the_hour().await;
    let [restricted, spam] = [case.mark_of("other@visitor.example").await, case.mark().await];
    case.world.execute(&format!("UPDATE inquiry SET restricted_at = now() WHERE id = '{restricted}'")).await;
    act(&case.world.db, Action::of_operator(spam, Verb::Spam)).await.unwrap();
    case.run_the_hourly().await;
    case.pass_two_hours().await;
    assert!(case.world.server.accepted().is_empty());
    case.world.execute("UPDATE inquiry SET restricted_at = NULL").await;
    act(&case.world.db, Action::of_operator(spam, Verb::Release)).await.unwrap();
    case.run_the_hourly().await;
    let [told] = case.mails_to(CONSULTANT).try_into().unwrap();
    for inquiry in [restricted, spam] {
        assert!(text(&told).contains(&case.reference(inquiry).await));
    }
}

/// An operator's word counts as a consultant's.
#[tokio::test]
async fn a_collected_inquiry_is_watched_as_any_other() {
    let case = Case::new().await;
    case.fill_the_hour().await;
    let inquiry = case.mark().await;
    assert_eq!(case.kinds(inquiry).await.len(), 3, "two notifications and the auto-reply");
    let outcome = act(&case.world.db, Action::of_operator(inquiry, Verb::Release)).await.unwrap();
    assert_eq!(outcome, ActOutcome::Done);
    case.drain().await;
    assert_eq!((case.confirmed().await, case.mails_to(CONSULTANT).len()), (1, 0));
    case.run_the_hourly().await;
    assert_eq!(case.mails_to(CONSULTANT).len(), 1, "and told all the same");
    case.world.execute("DELETE FROM inquiry").await;
    case.world.execute("UPDATE digest_mail SET finished_at = finished_at - interval '1 hour'").await;
    case.run_the_hourly().await;
    assert_eq!(case.mails_to(CONSULTANT).len(), 1);
}

#[tokio::test]
async fn an_urgent_one_is_told_at_once_whatever_came_before() {
    let case = Case::new().await;
    case.fill_the_hour().await;
    let score = SpamScore { points: 5, signs: vec![SpamSign::Decoy] };
    case.world.suspect_about(ContactReason::IncidentResponse, VISITOR, score).await;
    case.drain().await;
    assert_eq!((case.mails_to(CONSULTANT).len(), case.mails_to(COLLEAGUE).len()), (1, 1));
}

/// Nobody whom the settings name would hear of it: it waits as any mail to one who has left, with its alert and its retry.
#[tokio::test]
async fn what_was_collected_for_one_who_left_becomes_a_mail_of_its_own() {
    let case = Case::new().await;
    case.fill_the_hour().await;
    case.mark().await;
    let named = [COLLEAGUE.to_owned()];
    let mailer = mailer(&case.world, &case.settings, "24/7");
    send_marked(&case.world.db, &mailer, Some(&named), &resources(&case.world).alerts).await.unwrap();
    let waits = format!("SELECT state FROM outbox WHERE recipient = '{CONSULTANT}' AND last_code IS NULL");
    assert_eq!(case.world.value::<String>(&waits).await, "ready");
    assert_eq!((case.mails_to(CONSULTANT).len(), case.mails_to(COLLEAGUE).len()), (0, 1));
}

/// A filter may refuse a mail of so many texts: each goes by itself then, and nothing is alerted only once.
#[tokio::test]
async fn what_the_relay_refuses_together_goes_apart() {
    let case = Case::new().await;
    case.fill_the_hour().await;
    case.mark().await;
    case.world.server.always(FailureMode::Filter("Wimplethorpe"));
    case.run_the_hourly().await;
    assert_eq!(case.world.count(MailKind::Notification, OutboxState::Ready).await, 2);
    case.run_the_hourly().await;
    case.drain().await;
    case.drain().await;
    // Without its text, which the relay refuses.
    assert_eq!((case.mails_to(CONSULTANT).len(), case.mails_to(COLLEAGUE).len()), (1, 1));
}

#[tokio::test]
async fn what_was_called_spam_stays_so_when_it_is_claimed_or_closed() {
    for later in ["#claim", "#close"] {
        let case = Case::new().await;
        let inquiry = case.mark().await;
        case.drain().await;
        case.writes(inquiry, "#spam").await;
        case.writes(inquiry, later).await;
        case.pass_two_hours().await;
        assert_eq!(case.confirmed().await, 0, "{later}");
    }
}

/// The hourly mail came back: so did the notifications that it was.
#[tokio::test]
async fn of_an_hourly_mail_that_came_back_each_inquiry_is_listed() {
    let case = Case::new().await;
    case.fill_the_hour().await;
    case.mark().await;
    case.run_the_hourly().await;
    case.come_back(&case.mails_to(CONSULTANT)).await;
    assert_eq!(case.world.count(MailKind::Notification, OutboxState::Bounced).await, 1);
}
