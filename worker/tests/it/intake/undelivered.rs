//! Answers that do not reach the visitor: refused, uncertain, returned, or kept back.

use entity::outbox::{MailKind, OutboxState};
use outbox::retry_mail;
use testkit::smtp::{FailureMode, Stage};
use uuid::Uuid;
use worker::{intake::Fate, ticket::Way};

use super::{
    CONSULTANT, VISITOR,
    answers::{COLLEAGUE, Case},
    dmarc, mail, settings, settle, signed, take,
};
use crate::{given_up::ends_its_process, suspects::text};

/// A consultant has answered; neither the answer nor its copy is sent.
async fn with_answer_that_waits() -> Case {
    let case = Case::new().await;
    let raw = mail(CONSULTANT, "1", &dmarc("pass").replace("visitor.example", "own.example"));
    take(&case.world, &case.address_of(CONSULTANT), &raw).await;
    assert_eq!(settle(&case.world).await, Some(Fate::Command));
    case
}

#[tokio::test]
async fn of_an_answer_that_does_not_arrive_its_author_hears() {
    let case = Case::new().await;
    case.world.server.script(&[FailureMode::Reply(Stage::Rcpt, "550 5.1.1 unknown")]);
    case.writes(CONSULTANT, "Wimplethorpe will call you at noon.").await;
    case.drain().await;
    assert_eq!(case.world.count(MailKind::Answer, OutboxState::Failed).await, 1);
    let lost = case.mails_to(CONSULTANT).pop().unwrap();
    assert!(lost.data.contains("did not arrive") && lost.data.contains("Phone"));
    let told = "A mail server refuses the address: reply 550. Call, or write #to and the right address.";
    assert!(text(&lost).contains(told), "{}", text(&lost));
    assert_eq!(case.state().await.2, None, "nobody has answered");
    case.writes(CONSULTANT, "#close").await;
    assert_eq!(case.state().await.2, Some(Way::Phone), "the author has called instead");
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM contact").await, 0);
}

#[tokio::test]
async fn who_did_not_reach_a_full_mailbox_asks_for_no_other_address() {
    let case = Case::new().await;
    case.world.server.script(&[FailureMode::Reply(Stage::Rcpt, "552 5.2.2 full")]);
    case.writes(CONSULTANT, "Wimplethorpe will call you at noon.").await;
    case.drain().await;
    let lost = text(&case.mails_to(CONSULTANT).pop().unwrap());
    assert!(lost.contains("The mailbox is full: reply 552. Call, or write it again later."), "{lost}");
    assert!(!lost.contains("#to"), "{lost}");
}

#[tokio::test]
async fn of_an_answer_that_ended_the_program_its_author_hears() {
    let case = with_answer_that_waits().await;
    ends_its_process(&case.world, "answer").await;
    let code: String =
        case.world.value("SELECT last_code FROM outbox WHERE kind = 'answer' AND state = 'failed'").await;
    assert_eq!(code, "sender_crashed");
    let lost = case.mails_to(CONSULTANT).pop().unwrap();
    assert!(text(&lost).contains("Our program ended several times") && !text(&lost).contains("#to"), "{}", lost.data);
}

/// A relay that filters by what a mail says.
#[tokio::test]
async fn of_an_answer_whose_text_is_refused_its_author_hears_at_once_and_nothing_pauses() {
    let case = Case::new().await;
    let delivery = case.world.delivery_with_intake(&settings());
    case.world.server.always(FailureMode::Filter("Wimplethorpe"));
    for id in ["1", "2"] {
        let raw = mail(CONSULTANT, id, &dmarc("pass").replace("visitor.example", "own.example"));
        take(&case.world, &case.address_of(CONSULTANT), &raw.replace("answers", id)).await;
        assert_eq!(settle(&case.world).await, Some(Fate::Command));
        case.world.drain(&delivery).await;
        case.world.drain(&delivery).await;
    }
    assert_eq!(case.world.count(MailKind::Answer, OutboxState::Failed).await, 2);
    assert!(delivery.senders.working().notifications);
    let lost = case.mails_to(CONSULTANT);
    assert_eq!(lost.iter().filter(|mail| mail.data.contains("did not arrive")).count(), 2);
    let colleagues = case.mails_to(COLLEAGUE);
    assert_eq!(colleagues.len(), 1, "the first one claims");
    assert!(colleagues[0].data.contains("worker message show"), "without the words");
}

/// As Exchange Online and SES say after the end of data that we may not send: `550 5.7.60` is clear, `554` alone is not.
#[tokio::test]
async fn answers_that_are_refused_with_their_sender_go_when_it_is_right_again() {
    for refusal in
        ["550 5.7.60 Client does not have permissions to send as this sender", "554 Message rejected: not verified"]
    {
        let case = Case::new().await;
        for id in ["1", "2", "3"] {
            let raw = mail(CONSULTANT, id, &dmarc("pass").replace("visitor.example", "own.example"));
            take(&case.world, &case.address_of(CONSULTANT), &raw.replace("answers", id)).await;
            assert_eq!(settle(&case.world).await, Some(Fate::Command));
        }
        case.world.server.always(FailureMode::Reply(Stage::EndOfData, refusal));
        for pause in 1..=2 {
            let delivery = case.world.delivery_with_intake(&settings());
            case.world.drain(&delivery).await;
            case.world.drain(&delivery).await;
            assert!(!delivery.senders.working().notifications, "{refusal}, pause {pause}");
            assert_eq!(case.world.count(MailKind::Answer, OutboxState::Failed).await, 0, "{refusal}, pause {pause}");
            case.world.pass("20 minutes").await;
        }
        case.world.server.always(FailureMode::Accept);
        case.drain().await;
        case.drain().await;
        assert_eq!(case.world.count(MailKind::Answer, OutboxState::Sent).await, 3, "{refusal}");
        let told = case.mails_to(CONSULTANT);
        assert!(told.iter().all(|mail| !mail.data.contains("did not arrive")), "{refusal}");
    }
}

#[tokio::test]
async fn a_relayed_reply_whose_text_is_refused_is_told_to_each_at_once() {
    let case = Case::new().await;
    let delivery = case.world.delivery_with_intake(&settings());
    case.world.server.always(FailureMode::Filter("Wimplethorpe"));
    take(&case.world, &case.ticket.address, &mail(VISITOR, "1", "")).await;
    assert_eq!(settle(&case.world).await, Some(Fate::Reply));
    case.world.drain(&delivery).await;
    case.world.drain(&delivery).await;
    assert!(delivery.senders.working().notifications);
    for consultant in [CONSULTANT, COLLEAGUE] {
        let [told] = case.mails_to(consultant).try_into().unwrap();
        assert!(told.data.contains("The visitor has written") && told.data.contains("worker message show"));
    }
}

#[tokio::test]
async fn an_uncertain_answer_goes_again_with_the_same_id() {
    let case = Case::new().await;
    case.world.server.script(&[FailureMode::Close(Stage::EndOfData)]);
    case.writes(CONSULTANT, "Wimplethorpe will call you at noon.").await;
    case.world.pass("10 minutes").await;
    case.drain().await;
    let answers: Vec<_> =
        case.world.server.recorder().records.iter().filter(|mail| mail.to == VISITOR).skip(1).cloned().collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0].message_id, answers[1].message_id);
    assert_eq!(case.state().await.2, Some(Way::Mail));
}

/// A report that an answer did not arrive.
const RETURNED: &str = "From: mailer-daemon@mx.example\r\nTo: x\r\nSubject: Undelivered\r\nMessage-ID: <back@mx.example>\r\n\
    Date: Mon, 23 Nov 2026 10:00:00 +0100\r\nAuto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n\
    Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nIt failed.\r\n--b\r\n\
    Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n\
    Final-Recipient: rfc822; krelvonta@visitor.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n";

#[tokio::test]
async fn an_answer_that_came_back_is_told_to_its_author_and_alerts_nobody() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "Wimplethorpe will call you at noon.").await;
    let id: Uuid = case.world.value("SELECT id FROM outbox WHERE kind = 'answer'").await;
    take(&case.world, &signed().return_path(id), RETURNED).await;
    let settled = worker::intake::settle_next(&case.world.db, &settings(), Uuid::new_v4()).await.unwrap().unwrap();
    assert_eq!((settled.fate, settled.bounced), (Some(Fate::Bounce), None));
    case.drain().await;
    assert!(case.mails_to(CONSULTANT).pop().unwrap().data.contains("did not arrive"));
    assert_eq!(case.state().await.2, None, "it is not the first answer");
    let contacts = "SELECT count(*) FILTER (WHERE contact.id IS NOT NULL OR last_contact_at <> received_at) \
                    FROM inquiry LEFT JOIN contact ON inquiry_id = inquiry.id";
    assert_eq!(case.world.value::<i64>(contacts).await, 0, "nor is it a contact");
    case.writes(CONSULTANT, "#close").await;
    assert_eq!(case.state().await.2, Some(Way::Phone));
}

#[tokio::test]
async fn the_author_of_an_answer_that_a_restriction_kept_back_hears_of_it() {
    let case = with_answer_that_waits().await;
    restrict(&case, false).await;
    let before = case.world.server.accepted().len();
    case.drain().await;
    assert_eq!(case.world.server.accepted().len(), before);
    restrict(&case, true).await;
    case.drain().await;
    let lost = text(&case.mails_to(CONSULTANT).pop().unwrap());
    assert!(lost.contains("did not arrive") && !lost.contains("#to") && !lost.contains("Call,"), "{lost}");
    let answer = "SELECT concat_ws(' ', state, last_code) FROM outbox WHERE kind = 'answer'";
    assert_eq!(case.world.value::<String>(answer).await, "suppressed restricted");
    let is_shown = case.world.server.accepted().iter().any(|mail| mail.data.contains("Wimplethorpe answers"));
    assert!(!is_shown, "an answer that the visitor does not get is shown to nobody");
}

/// Restricts the processing of the visitor's inquiries, or lifts that.
async fn restrict(case: &Case, is_lifted: bool) {
    case.world.execute(&format!("SELECT restrict_processing('{VISITOR}', {is_lifted}, now()::date, 'mail')")).await;
}

#[tokio::test]
async fn colleagues_read_a_kept_back_answer_once_its_author_has_sent_it() {
    let case = with_answer_that_waits().await;
    restrict(&case, false).await;
    restrict(&case, true).await;
    case.drain().await;
    assert!(case.mails_to(VISITOR).is_empty() && case.mails_to(COLLEAGUE).is_empty());
    let answer: Uuid = case.world.value("SELECT id FROM outbox WHERE kind = 'answer'").await;
    retry_mail(&case.world.db, None, answer).await.unwrap();
    case.drain().await;
    // The second: the copy is released when the visitor has the answer.
    case.drain().await;
    for reader in [VISITOR, COLLEAGUE] {
        let [mail] = case.mails_to(reader).try_into().unwrap();
        assert!(mail.data.contains("Wimplethorpe answers"), "{reader}");
    }
}

#[tokio::test]
async fn a_lift_sends_colleagues_the_answer_that_the_visitor_has() {
    let case = with_answer_that_waits().await;
    case.world
        .execute("UPDATE outbox SET next_attempt_at = now() + interval '1 hour' WHERE kind = 'answer_copy'")
        .await;
    case.drain().await;
    assert_eq!(case.mails_to(VISITOR).len(), 1);
    restrict(&case, false).await;
    case.world.pass("2 hours").await;
    case.drain().await;
    assert!(case.mails_to(COLLEAGUE).is_empty());
    restrict(&case, true).await;
    case.drain().await;
    let [copy] = case.mails_to(COLLEAGUE).try_into().unwrap();
    assert!(copy.data.contains("Wimplethorpe answers"));
    assert!(case.mails_to(CONSULTANT).is_empty(), "the answer has arrived");
}

/// A server may report on a mail before its delivery is settled: `sent` would be written over `bounced`.
#[tokio::test]
async fn a_report_about_an_answer_that_is_still_being_sent_waits() {
    let case = with_answer_that_waits().await;
    let id: Uuid = case.world.value("SELECT id FROM outbox WHERE kind = 'answer'").await;
    let claim = "UPDATE outbox SET state = 'sending', lease_holder = gen_random_uuid(), \
                 lease_until = now() + interval '1 minute' WHERE kind = 'answer'";
    case.world.execute(claim).await;
    let report = take(&case.world, &signed().return_path(id), RETURNED).await;
    assert_eq!(settle(&case.world).await, None);
    let waits = format!(
        "SELECT state = 'accepted' AND crashes = 0 AND next_attempt_at - now() BETWEEN interval '20 seconds' \
         AND interval '30 seconds' FROM intake WHERE id = '{report}'"
    );
    assert!(case.world.value::<bool>(&waits).await);

    let sent = "UPDATE outbox SET state = 'sent', lease_holder = NULL, lease_until = NULL, finished_at = now() \
                WHERE kind = 'answer'";
    case.world.execute(sent).await;
    case.world.execute("UPDATE intake SET next_attempt_at = now()").await;
    assert_eq!(settle(&case.world).await, Some(Fate::Bounce));
    assert_eq!(case.world.row(id).await.state, OutboxState::Bounced);
    let lost = "SELECT count(*) FROM outbox WHERE kind = 'answer_lost'";
    assert_eq!(case.world.value::<i64>(lost).await, 1);
}
