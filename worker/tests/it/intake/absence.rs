//! Out-of-office notes and complaints.

use entity::outbox::{MailKind, OutboxState};
use worker::intake::Fate;

use super::{
    CONSULTANT, VISITOR,
    answers::{Case, shown, text},
    dmarc, mail, rule, settings, settle, signed, take, ticket,
};
use crate::support::World;

fn note(number: i32, text: &str, extra: &str) -> String {
    let extra = format!("Auto-Submitted: auto-replied\r\n{extra}");
    mail(VISITOR, &number.to_string(), &extra).replace("Wimplethorpe answers.", text)
}

#[tokio::test]
async fn the_consultants_hear_once_a_week_that_the_visitor_is_away() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let delivery = world.delivery();
    world.drain(&delivery).await;
    for number in 1..=3 {
        take(&world, &ticket.address, &note(number, "I am away until 31 December 2099, back soon.", "")).await;
        assert_eq!(settle(&world).await, Some(Fate::Machine));
    }
    world.drain(&delivery).await;
    assert_eq!(world.count(MailKind::Absence, OutboxState::Sent).await, 2, "one to each consultant");
    assert!(world.value::<bool>("SELECT last_contact_at = received_at FROM inquiry").await, "no contact");
    world.pass("8 days").await;
    take(&world, &ticket.address, &note(4, "Abwesend.", "")).await;
    settle(&world).await;
    assert_eq!(world.count(MailKind::Absence, OutboxState::Ready).await, 2, "again after a week");
}

/// Somebody may write below a note, or behind one.
#[tokio::test]
async fn a_note_with_other_words_is_shown_at_most_three_times_a_day() {
    let case = Case::new().await;
    let quote = "\n\nAm 23.11.2026 schrieb Firnwall:\n> We have received your inquiry.";
    let notes = [
        ("until 24.12.2099. Received 09:30.", false),
        ("until 24.12.2099. The attackers are back, call my mobile.", true),
        ("until 31 December 2099. Received at 14:05.", false),
        ("until 24.12.2099. Call 079 000 00 00.", true),
        (quote, true),
        ("until 24.12.2099. Call 079 000 00 00.", false),
        ("until 24.12.2099. Call 079 000 00 01.", true),
    ];
    let mut rules = Vec::new();
    for (number, (words, is_news)) in (1..).zip(notes) {
        let before = case.mails_to(CONSULTANT).len();
        let text = format!("I am away {words}");
        let id = take(&case.world, &case.ticket.address, &note(number, &text, "")).await;
        settle(&case.world).await;
        case.drain().await;
        rules.push(rule(&case.world, id).await);
        let told = case.mails_to(CONSULTANT).split_off(before);
        let is_shown =
            told.iter().any(|mail| shown(mail).contains("Perhaps automatic") && shown(mail).contains("I am away"));
        assert_eq!(is_shown, is_news && number < 7, "{text}: {rules:?}");
    }
    let (automatic, note) = ("reply auto_submitted", "machine auto_submitted");
    assert_eq!(rules, [note, automatic, note, automatic, automatic, note, "quarantined automatic"]);
    assert_eq!(case.mails_to(CONSULTANT).len(), 4, "the first one as away, and three");
    assert!(case.world.value::<bool>("SELECT last_contact_at = received_at FROM inquiry").await, "no contact");
}

#[tokio::test]
async fn the_note_says_until_when() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let delivery = world.delivery();
    world.drain(&delivery).await;
    let end: String = world.value("SELECT to_char(now() + interval '10 days', 'DD.MM.YYYY')").await;
    let shown: String = world.value("SELECT to_char(now() + interval '10 days', 'FMDD FMMonth YYYY')").await;
    take(&world, &ticket.address, &note(1, &format!("Ich bin bis {end} abwesend."), "")).await;
    settle(&world).await;
    world.drain(&delivery).await;
    let mails = world.server.accepted();
    let told = mails.iter().rfind(|mail| mail.header("To").as_deref() == Some(CONSULTANT)).unwrap();
    assert!(told.data.contains(&format!("Away until {shown}")), "{}", told.data);
    assert_eq!(told.header("Auto-Submitted").as_deref(), Some("auto-generated"));
}

#[tokio::test]
async fn nobody_else_can_say_that_the_visitor_is_away() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    for (number, raw) in [
        (1, note(1, "I am away", &dmarc("fail"))),
        (2, note(2, "I am away", "").replace(VISITOR, "colleague@visitor.example")),
        (3, note(3, "I am away", "Content-Type: multipart/report\r\n")),
    ] {
        let id = take(&world, &ticket.address, &raw).await;
        settle(&world).await;
        assert!(rule(&world, id).await.starts_with("machine "), "{number}");
        assert!(world.rows().await.iter().all(|row| row.kind != MailKind::Absence), "{number}");
    }
}

pub(super) fn complaint(about: &str) -> String {
    let extra = "Content-Type: multipart/report; report-type=feedback-report; boundary=b\r\n\r\n\
        --b\r\nContent-Type: text/plain\r\n\r\nThis is spam.\r\n\
        --b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nUser-Agent: x/1\r\nVersion: 1\r\n";
    let returned =
        format!("--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <{about}>\r\nSubject: x\r\n\r\ny\r\n--b--\r\n");
    mail("feedback@mx.visitor.example", about, &format!("{extra}{returned}"))
}

#[tokio::test]
async fn an_address_that_complained_gets_no_auto_reply_again() {
    let world = World::new().await;
    let delivery = world.delivery_with_intake(&settings());
    let first = ticket(&world).await;
    world.drain(&delivery).await;
    let rows = world.rows_of(first.id).await;
    let auto_reply = rows.iter().find(|row| row.kind == MailKind::AutoReply).unwrap().id;
    let notification = rows.iter().find(|row| row.kind == MailKind::Notification).unwrap().id;
    let complaints = "SELECT count(*) FROM complaint";
    for (to, about, expected) in [
        // Forged: it knows no id of ours.
        (first.address.clone(), "x@own.example".to_owned(), 0),
        // A consultant's own.
        (signed().return_path(notification), "y@own.example".to_owned(), 0),
        ("desk@own.example".to_owned(), signed().message_id(auto_reply), 1),
        (signed().return_path(auto_reply), "z@own.example".to_owned(), 1),
    ] {
        let id = take(&world, &to, &complaint(&about)).await;
        assert_eq!(settle(&world).await, Some(Fate::Machine), "{to}");
        assert_eq!(rule(&world, id).await, "machine complaint");
        assert_eq!(world.value::<i64>(complaints).await, expected, "{to}");
    }
    let digests: String = world.value("SELECT string_agg(encode(address_digest, 'escape'), '') FROM complaint").await;
    assert!(!digests.contains("krelvonta"));

    world.pass("30 days").await;
    let (second, other) =
        (world.auto_reply("KRELVONTA@visitor.example").await, world.auto_reply("o@visitor.example").await);
    world.drain(&delivery).await;
    let row = world.row(second.id).await;
    assert_eq!((row.state, row.last_code.as_deref()), (OutboxState::Suppressed, Some("complaint")));
    assert_eq!(world.row(other.id).await.state, OutboxState::Sent);
    // After an erasure of the person, too; two years later it is forgotten.
    world.execute("SELECT erase_person('krelvonta@visitor.example')").await;
    assert_eq!(world.value::<i64>(complaints).await, 1);
    world.execute("UPDATE complaint SET at = now() - interval '2 years'; SELECT forget_old_rows()").await;
    assert_eq!(world.value::<i64>(complaints).await, 0);
}

#[tokio::test]
async fn a_consultants_own_note_proposes_the_absence_by_a_link_once_a_week() {
    let case = Case::new().await;
    let end: String = case.world.value("SELECT to_char(now() + interval '10 days', 'DD.MM.YYYY')").await;
    let date: String = case.world.value("SELECT to_char(now() + interval '10 days', 'YYYY-MM-DD')").await;
    let notification = case.world.server.accepted().into_iter().find(|mail| mail.to == CONSULTANT).unwrap();
    let answers = async |words: &str, from: &str| {
        let before = case.mails_to(CONSULTANT).len();
        let id = notification.header("Message-ID").unwrap();
        let extra = format!("Auto-Submitted: auto-replied\r\nIn-Reply-To: {id}\r\n");
        let raw = mail(from, &uuid::Uuid::new_v4().to_string(), &extra).replace("Wimplethorpe answers.", words);
        take(&case.world, &case.address_of(CONSULTANT), &raw).await;
        assert_eq!(settle(&case.world).await, Some(Fate::Machine), "{words}");
        case.drain().await;
        case.mails_to(CONSULTANT).split_off(before)
    };
    assert!(answers("Ich bin abwesend.", CONSULTANT).await.is_empty(), "no day");
    let words = format!("Ich bin bis {end} abwesend.");
    assert!(answers(&words, VISITOR).await.is_empty(), "another's note");
    let [proposal] = &answers(&words, CONSULTANT).await[..] else { panic!("no proposal") };
    assert!(text(proposal).contains(&format!("#away {date}.")), "{}", text(proposal));
    assert!(proposal.data.replace("=\r\n", "").contains(&format!("body=3D%23away%20{date}%0A")), "{}", proposal.data);
    assert_eq!(proposal.header("Auto-Submitted").as_deref(), Some("auto-generated"));
    assert!(answers(&words, CONSULTANT).await.is_empty(), "once a week");
    let reads = "SELECT reads_mail('anna@own.example')";
    assert!(!case.world.value::<bool>(reads).await, "the proposal is no word of the person");

    case.replies(CONSULTANT, proposal, &format!("#away {date}")).await;
    let receipt = text(&case.mails_to(CONSULTANT).pop().unwrap());
    assert!(receipt.contains("You are away and back on "), "{receipt}");
    case.world.execute("UPDATE ticket_event SET at = at - interval '8 days' WHERE outcome = 'proposed'").await;
    assert!(answers(&words, CONSULTANT).await.is_empty(), "it is known");
}
