//! People write through lists, mailing tools and ticket systems, and many mails in an incident.

use entity::outbox::{MailKind, OutboxState};
use testkit::smtp::Record;
use uuid::Uuid;
use worker::intake::Fate;

use super::{
    CONSULTANT, VISITOR,
    answers::{COLLEAGUE, Case},
    dmarc, mail, rule, settings_with, settle, settle_by, signed, take, ticket,
};
use crate::support::World;

const MARK: &str = "Perhaps automatic";

async fn contacts(world: &World) -> i64 {
    world.value("SELECT count(*) FROM contact").await
}

#[tokio::test]
async fn lists_and_mailing_tools_make_no_program_of_the_visitor() {
    for headers in [
        "List-Unsubscribe: <https://crm.example/u/1>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\nFeedback-ID: 1:crm\r\n",
        "X-Auto-Response-Suppress: All\r\n",
        "Precedence: list\r\nList-Id: <desk.groups.example>\r\n",
        "Precedence: bulk\r\n",
    ] {
        let world = World::while_rewriting().await;
        let ticket = ticket(&world).await;
        let delivery = world.delivery();
        world.drain(&delivery).await;
        let id = take(&world, &ticket.address, &mail(VISITOR, "1", headers)).await;
        settle(&world).await;
        world.drain(&delivery).await;
        assert_eq!(rule(&world, id).await, "reply address", "{headers}");
        assert_eq!(contacts(&world).await, 1, "{headers}");
        let told = world.server.accepted().pop().unwrap();
        assert!(told.data.contains("Wimplethorpe answers.") && !told.data.contains(MARK), "{}", told.data);
    }
}

#[tokio::test]
async fn what_is_perhaps_automatic_is_shown_three_times_a_day_and_is_no_contact() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    let delivery = world.delivery();
    world.drain(&delivery).await;
    let write = async |number: i32, from: &str, extra: &str| {
        let raw =
            mail(from, &number.to_string(), extra).replace("answers.", &format!("found the log, number {number}."));
        let id = take(&world, &ticket.address, &raw).await;
        settle(&world).await;
        world.drain(&delivery).await;
        rule(&world, id).await
    };
    let marked =
        || world.server.accepted().iter().filter(|mail| mail.to == CONSULTANT && mail.data.contains(MARK)).count();
    assert_eq!(write(1, VISITOR, "Auto-Submitted: auto-generated\r\n").await, "reply auto_submitted");
    assert_eq!(write(2, "noreply@visitor.example", "").await, "reply sender_name");
    // Of somebody else, a list says more than of the visitor.
    assert_eq!(write(3, "news@other.example", "List-Unsubscribe: <mailto:x@other.example>\r\n").await, "reply list");
    assert_eq!(marked(), 3);
    assert_eq!(write(4, VISITOR, "Auto-Submitted: auto-replied\r\n").await, "quarantined automatic");
    assert_eq!((marked(), contacts(&world).await), (3, 0));
    assert_eq!(world.count(MailKind::Absence, OutboxState::Sent).await, 0, "nobody is said to be away");
    assert_eq!(write(7, VISITOR, "X-Loop: x\r\n").await, "quarantined automatic", "a helpdesk");
    assert_eq!(write(5, VISITOR, "").await, "reply address", "a person's mail is shown");
    world.execute("UPDATE message SET received_at = received_at - interval '1 day'").await;
    assert_eq!(write(6, VISITOR, "Auto-Submitted: auto-generated\r\n").await, "reply auto_submitted", "a day later");
}

/// Programs answer to the return path, people to the address behind `Reply-To`.
#[tokio::test]
async fn what_a_program_writes_to_a_return_path_is_kept() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    let auto_reply = world.rows_of(ticket.id).await.into_iter().find(|row| row.kind == MailKind::AutoReply).unwrap();
    let to = signed().return_path(auto_reply.id);
    let id = take(&world, &to, &mail(VISITOR, "1", "Auto-Submitted: auto-replied\r\n")).await;
    settle(&world).await;
    assert_eq!(rule(&world, id).await, "machine auto_submitted");
    // Some clients answer there.
    for (number, mark, expected) in [
        ("2", "List-Unsubscribe: <https://crm.example.com/u/1>", "reply list"),
        ("3", "Auto-Submitted: auto-generated", "reply auto_submitted"),
    ] {
        let raw = mail(VISITOR, number, &format!("{mark}\r\n{}", dmarc("pass")));
        let id = take(&world, &to, &raw.replace("answers.", &format!("says {number}."))).await;
        settle(&world).await;
        assert_eq!(rule(&world, id).await, expected, "{mark}");
    }
}

fn questions(case: &Case) -> Vec<Record> {
    case.mails_to(CONSULTANT).into_iter().filter(|mail| mail.data.contains("did you write this?")).collect()
}

#[tokio::test]
async fn a_consultant_whose_mail_looks_automatic_is_asked_and_can_send_it() {
    let case = Case::new().await;
    let mark = "Auto-Submitted: auto-generated\r\n";
    let text = "Wimplethorpe comes on Monday.";
    assert_eq!(case.writes_with(CONSULTANT, text, mark).await, Some(Fate::Command));
    assert_eq!(case.mails_to(VISITOR).len(), 0);
    let to = questions(&case).pop().unwrap().header("Reply-To").unwrap();
    case.writes_to(&to, CONSULTANT, "#send", mark).await;
    assert_eq!(case.mails_to(VISITOR).len(), 1);
    // An absence note is no answer.
    let note = "Auto-Submitted: auto-replied\r\n";
    assert_eq!(case.writes_with(CONSULTANT, "I am away until Friday.", note).await, Some(Fate::Machine));
    assert_eq!((case.mails_to(VISITOR).len(), questions(&case).len()), (1, 1));
}

#[tokio::test]
async fn a_consultant_who_repeats_an_answer_is_asked() {
    let case = Case::new().await;
    for expected in [1, 1] {
        assert_eq!(case.writes(CONSULTANT, "Yes, please.").await, Some(Fate::Command));
        assert_eq!(case.mails_to(VISITOR).len(), expected);
        // The visitor's server has taken no answer since.
        case.world
            .execute("UPDATE outbox SET finished_at = finished_at - interval '1 hour' WHERE kind = 'answer'")
            .await;
    }
    let to = questions(&case).pop().unwrap().header("Reply-To").unwrap();
    case.writes_to(&to, CONSULTANT, "#send", "").await;
    assert_eq!(case.mails_to(VISITOR).len(), 2);
}

/// As Outlook's "Send as" does it; what comes back of our own mails is a program's.
#[tokio::test]
async fn a_consultant_who_sends_as_the_desk_is_asked() {
    let case = Case::new().await;
    let own = case.address_of(CONSULTANT);
    assert_eq!(
        case.writes_to(&own, "desk@own.example", "Wimplethorpe comes on Monday.", "").await,
        Some(Fate::Command)
    );
    assert_eq!(case.mails_to(VISITOR).len(), 0);
    let to = questions(&case).pop().unwrap().header("Reply-To").unwrap();
    case.writes_to(&to, CONSULTANT, "#send", "").await;
    assert_eq!(case.mails_to(VISITOR).len(), 1);
    for mark in ["Auto-Submitted: auto-generated\r\n", "X-Autoreply: yes\r\n"] {
        for to in [&own, &case.ticket.address] {
            let fate = case.writes_to(to, "desk@own.example", "Wimplethorpe comes on Monday.", mark).await;
            assert_eq!(fate, Some(Fate::Machine), "{mark}");
        }
    }
    assert_eq!(questions(&case).len(), 1);
}

/// Of the shared mailbox. A mail of ours that a relay with ids of its own brings back is a program's.
#[tokio::test]
async fn what_comes_from_our_own_address_to_an_inquiry_is_shown() {
    let case = Case::new().await;
    let return_path = case.world.server.accepted().into_iter().find(|mail| mail.to == CONSULTANT).unwrap().from;
    let before = (case.mails_to(VISITOR).len(), case.mails_to("desk@own.example").len());
    for (number, expected) in [Fate::Reply, Fate::Reply, Fate::Reply, Fate::Quarantined].into_iter().enumerate() {
        let text = format!("Wimplethorpe of the desk has called, number {number}.");
        assert_eq!(case.writes_to(&case.ticket.address, "desk@own.example", &text, "").await, Some(expected));
        let told = case.mails_to(CONSULTANT).pop().unwrap().data;
        assert_eq!(
            told.contains(MARK) && told.contains(&format!("number {number}.")),
            expected == Fate::Reply,
            "{told}"
        );
    }
    assert_eq!(before, (case.mails_to(VISITOR).len(), case.mails_to("desk@own.example").len()));
    assert_eq!(contacts(&case.world).await, 0);
    let replies = format!("Reply-To: Desk <{}>\r\n", case.ticket.address);
    for (to, headers) in
        [(&return_path, ""), (&case.ticket.address, &*replies), (&case.address_of(CONSULTANT), &replies)]
    {
        let fate = case.writes_to(to, "desk@own.example", "Wimplethorpe comes back.", headers).await;
        assert_eq!(fate, Some(Fate::Machine), "{to} {headers}");
    }
}

/// Also of a visitor whose domain publishes no policy: the address was made for this person.
#[tokio::test]
async fn the_chat_of_an_incident_goes_on_but_not_faster_than_people_write() {
    chat(&dmarc("pass")).await;
    chat("").await;
}

async fn chat(proof: &str) {
    let case = Case::new().await;
    let visitor = async |number: i32| {
        let raw = mail(VISITOR, &format!("v{number}"), proof).replace("answers.", &format!("says {number}."));
        let id = take(&case.world, &case.ticket.address, &raw).await;
        settle(&case.world).await;
        rule(&case.world, id).await
    };
    for number in 0..12 {
        let text = format!("Wimplethorpe answers {number}.");
        assert_eq!(case.writes(if number % 2 == 0 { CONSULTANT } else { COLLEAGUE }, &text).await, Some(Fate::Command));
        case.world.execute("UPDATE ticket_event SET at = at - interval '11 minutes'").await;
        assert_eq!(visitor(number).await, "reply address", "{number}");
    }
    assert_eq!(case.mails_to(VISITOR).len(), 12, "all answers went out");
    let mut accepted = 12;
    while visitor(accepted).await == "reply address" {
        accepted += 1;
    }
    assert_eq!(accepted, 60, "consultants' mails do not count");
    assert_eq!(case.writes(CONSULTANT, "Wimplethorpe answers at once.").await, Some(Fate::Command));
    assert_eq!(case.mails_to(VISITOR).len(), 13, "nor do they wait");
}

/// Two programs may answer each other's notes.
#[tokio::test]
async fn consultants_write_ten_notes_in_ten_minutes_and_are_asked_about_the_next() {
    let case = Case::new().await;
    case.writes(COLLEAGUE, "#note\nWimplethorpe has called.").await;
    for number in 0..10 {
        let (reader, text) = (CONSULTANT, format!("Thank you, number {number}."));
        let note = case.mails_to(reader).into_iter().find(|mail| mail.header("Reply-To").is_some()).unwrap();
        assert_eq!(case.replies(reader, &note, &text).await, Some(Fate::Command));
        assert_eq!(questions(&case).len(), usize::from(number == 9), "{number}");
    }
    assert_eq!(case.writes(CONSULTANT, "Wimplethorpe answers the visitor.").await, Some(Fate::Command));
    assert_eq!(case.mails_to(VISITOR).len(), 1, "an answer goes on");
}

#[tokio::test]
async fn a_visitor_whom_nobody_answers_writes_ten_mails_in_ten_minutes() {
    for proof in [String::new(), dmarc("pass")] {
        let world = World::while_rewriting().await;
        let ticket = ticket(&world).await;
        for number in 0..11 {
            let raw = mail(VISITOR, &number.to_string(), &proof).replace("answers.", &format!("says {number}."));
            let id = take(&world, &ticket.address, &raw).await;
            settle(&world).await;
            let expected = if number < 10 { "reply address" } else { "quarantined rate" };
            assert_eq!(rule(&world, id).await, expected, "{proof} {number}");
        }
    }
}

#[tokio::test]
async fn who_has_left_does_not_act() {
    let case = Case::new().await;
    let settings = settings_with(&[("NOTIFY_TO", COLLEAGUE)]);
    let proof = dmarc("pass").replace("visitor.example", "own.example");
    for text in ["Wimplethorpe comes on Monday.", "#close", "#send"] {
        let raw = mail(CONSULTANT, &Uuid::new_v4().to_string(), &proof).replace("Wimplethorpe answers.", text);
        let id = take(&case.world, &case.address_of(CONSULTANT), &raw).await;
        assert_eq!(settle_by(&case.world, &settings).await, Some(Fate::Quarantined), "{text}");
        assert_eq!(rule(&case.world, id).await, "quarantined left");
    }
    case.drain().await;
    assert_eq!((case.mails_to(VISITOR).len(), case.mails_to(CONSULTANT).len()), (0, 0));
    // Who is named in another form has not left.
    let settings = settings_with(&[("NOTIFY_TO", "Anna+desk@own.example")]);
    let id = take(&case.world, &case.address_of(CONSULTANT), &mail(CONSULTANT, "again", &proof)).await;
    settle_by(&case.world, &settings).await;
    assert_eq!(rule(&case.world, id).await, "command address");
}

/// Some write nothing but a subject; what a client makes of ours says nothing.
#[tokio::test]
async fn what_a_subject_says_is_shown_with_the_text() {
    let case = Case::new().await;
    let reference = &case.ticket.reference;
    for (number, (subject, text, expected)) in [
        ("Monday at ten is fine", "", "Subject: Monday at ten is fine"),
        (
            "URGENT: Re: [REF] We have received your inquiry",
            "He is in again.",
            "Subject: URGENT: Re: [REF] We have received your inquiry\n\nHe is in again.",
        ),
        ("AW: URGENT: Re: [REF] We have received your inquiry", "Call us.", "Call us."),
        ("[EXTERN] Antwort: [REF] We have received your inquiry", "Four servers.", "Four servers."),
        ("", "Five servers.", "Five servers."),
    ]
    .into_iter()
    .enumerate()
    {
        let raw = mail(VISITOR, &number.to_string(), "")
            .replace("Re: We have received your inquiry", &subject.replace("REF", reference))
            .replace("Wimplethorpe answers.", text);
        let id = take(&case.world, &case.ticket.address, &raw).await;
        assert_eq!(settle(&case.world).await, Some(Fate::Reply), "{subject}");
        let shown = format!("SELECT new_text FROM message WHERE intake_id = '{id}'");
        assert_eq!(case.world.value::<String>(&shown).await, expected.replace("REF", reference), "{subject}");
    }
}
