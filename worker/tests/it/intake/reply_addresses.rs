//! Where a reply goes is said by its address: of each kind of mail, whatever a client or a relay makes of Message-IDs.

use entity::outbox::MailKind;
use sea_orm::{ActiveEnum, Iterable};
use testkit::smtp::Record;
use uuid::Uuid;
use worker::intake::Fate;

use super::{
    CONSULTANT, Ticket, VISITOR,
    answers::{COLLEAGUE, shown},
    dmarc, mail, rule, settings, settle, take, ticket,
};
use crate::support::World;

const TO_VISITOR: &str = "Reply to this mail: your answer goes to the visitor from our address";
const TO_COLLEAGUES: &str = "Reply to this mail: your note goes to your colleagues, not to the visitor.";

/// Of a new kind, somebody must say it here, too.
fn goes_to_visitor(kind: MailKind) -> bool {
    match kind {
        MailKind::Notification
        | MailKind::VisitorReply
        | MailKind::Absence
        | MailKind::Reminder
        | MailKind::Escalation => true,
        MailKind::Undeliverable
        | MailKind::AnswerCopy
        | MailKind::Receipt
        | MailKind::AnswerLost
        | MailKind::Question
        // Nobody owns the inquiry here.
        | MailKind::Assignment => false,
        MailKind::AutoReply | MailKind::Answer | MailKind::Journey => unreachable!("to no consultant"),
    }
}

/// A mail of this kind to the consultant, as it arrives.
async fn arrives(world: &World, ticket: &Ticket, kind: MailKind) -> Record {
    let id = ticket.id;
    let row: Uuid = if kind == MailKind::Notification {
        let rows = world.rows_of(id).await;
        rows.iter().find(|row| row.recipient.as_deref() == Some(CONSULTANT)).unwrap().id
    } else {
        let about = Uuid::now_v7();
        let said = format!(
            "INSERT INTO message (id, inquiry_id, party, is_machine, author, author_key, body, new_text) \
             VALUES ('{about}', '{id}', 'visitor', false, '{VISITOR}', '{VISITOR}', 'Frobnicated.', 'Frobnicated.')"
        );
        world.execute(&said).await;
        let due = format!(
            "INSERT INTO ticket (inquiry_id, state, promised_from, half_at, due_at) \
             VALUES ('{id}', 'open', now(), now() + interval '1 day', now() + interval '2 days')"
        );
        world.execute(&due).await;
        let about = if kind == MailKind::Undeliverable { "NULL".to_owned() } else { format!("'{about}'") };
        let name = kind.to_value();
        world
            .value(&format!(
                "INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
                 VALUES (gen_random_uuid(), '{id}', '{name}', '{CONSULTANT}', {about}) RETURNING id"
            ))
            .await
    };
    world.drain(&world.delivery_with_intake(&settings())).await;
    let id = world.row(row).await.message_id;
    world.server.accepted().into_iter().find(|mail| mail.header("Message-ID") == id).unwrap()
}

#[tokio::test]
async fn a_reply_goes_where_its_address_says_whatever_becomes_of_message_ids() {
    let world = World::new().await;
    let proof = dmarc("pass").replace("visitor.example", "own.example");
    for kind in MailKind::iter().filter(|kind| kind.is_to_consultant()) {
        for way in ["no id", "rewritten", "of the notification", "upper case"] {
            let (case, ticket) = (format!("{kind:?}, {way}"), ticket(&world).await);
            let notification = arrives(&world, &ticket, MailKind::Notification).await;
            let answered = arrives(&world, &ticket, kind).await;
            let says = shown(&answered).replace('\n', " ");
            assert_eq!(says.contains(TO_VISITOR), goes_to_visitor(kind), "{case}: {says}");
            // A question asks for `#send` alone.
            let invites = !goes_to_visitor(kind) && kind != MailKind::Question;
            assert_eq!(says.contains(TO_COLLEAGUES), invites, "{case}: {says}");

            let mut to = answered.header("Reply-To").unwrap();
            let id = match way {
                "rewritten" => "In-Reply-To: <0102018f@relay.example>\r\n".to_owned(),
                "of the notification" => format!("In-Reply-To: {}\r\n", notification.header("Message-ID").unwrap()),
                _ => String::new(),
            };
            if way == "upper case" {
                to = to.to_uppercase();
            }
            let raw = mail(CONSULTANT, &Uuid::new_v4().to_string(), &format!("{proof}{id}"));
            let intake = take(&world, &to, &raw.replace("Wimplethorpe answers.", "Our price is too low.")).await;
            assert_eq!(settle(&world).await, Some(Fate::Command), "{case}");
            assert_eq!(rule(&world, intake).await, "command address", "{case}");
            let count = |what: &str| {
                format!(
                    "SELECT count(*) FROM outbox JOIN message ON message.id = about \
                     WHERE intake_id = '{intake}' AND {what}"
                )
            };
            let answers: i64 = world.value(&count("kind = 'answer'")).await;
            assert_eq!(answers, i64::from(goes_to_visitor(kind)), "{case}");
            let copy = count(&format!("kind = 'answer_copy' AND recipient = '{COLLEAGUE}'"));
            assert_eq!(world.value::<i64>(&copy).await, 1, "{case}");
        }
    }
}
