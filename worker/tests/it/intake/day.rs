//! What helps a consultant through the day: absences, the conversation once more, and what an address asked before.

use entity::outbox::MailKind;
use mailer::addresses::Party;
use worker::promise::keep_promises;

use super::{
    CONSULTANT, VISITOR,
    answers::{COLLEAGUE, Case, text},
    owners::house,
    signed,
    wait::watched,
};
use crate::{digests::promise, support::World};

impl Case {
    /// Who got the visitor's last mail.
    async fn told(&self) -> String {
        self.readers(&house(), &format!("Wimplethorpe answers {}.", uuid::Uuid::new_v4())).await
    }

    async fn mails_of(&self, kind: MailKind) -> i64 {
        let kind = sea_orm::ActiveEnum::to_value(&kind);
        self.world.value(&format!("SELECT count(*) FROM outbox WHERE kind = '{kind}'")).await
    }
}

#[tokio::test]
async fn who_is_away_until_a_day_has_colleagues_read_along() {
    let case = watched().await;
    case.writes(CONSULTANT, "#claim").await;
    assert_eq!(case.told().await, "anna");
    case.writes(CONSULTANT, "#abwesend 5 Tage").await;
    let receipt = text(&case.mails_to(CONSULTANT).pop().unwrap());
    assert!(receipt.contains("Your colleagues get the mails and reminders"), "{receipt}");
    assert!(receipt.contains("You are away and back on "), "{receipt}");

    assert_eq!(case.told().await, "anna ben");
    let relayed = text(&case.mails_to(COLLEAGUE).pop().unwrap());
    assert!(relayed.contains("anna answers this inquiry, is away and back on "), "{relayed}");
    case.writes(COLLEAGUE, "#status").await;
    let receipt = text(&case.mails_to(COLLEAGUE).pop().unwrap());
    assert!(receipt.contains("anna is away and back on "), "{receipt}");
    case.world
        .execute("UPDATE ticket SET half_at = now() - interval '2 hours', due_at = now() + interval '1 hour'")
        .await;
    keep_promises(&case.world.db, Some(&promise())).await.unwrap();
    assert_eq!(case.mails_of(MailKind::Reminder).await, 2, "the colleague is reminded, too");

    // An own mail does not end it, unlike an absence that only a program's note tells of.
    case.writes(CONSULTANT, "#status").await;
    assert_eq!(case.told().await, "anna ben");
    case.writes(CONSULTANT, "#back\n#status").await;
    let receipt = text(&case.mails_to(CONSULTANT).pop().unwrap());
    assert!(
        receipt.contains("You are back") && !receipt.contains("is away") && !receipt.contains("You are away"),
        "{receipt}"
    );
    assert_eq!(case.told().await, "anna");
    case.writes(CONSULTANT, "#away until tomorrow").await;
    let receipt = text(&case.mails_to(CONSULTANT).pop().unwrap());
    assert!(receipt.contains("Nothing was done: write how many days you are away"), "{receipt}");
    assert_eq!(case.told().await, "anna");
}

#[tokio::test]
async fn an_absence_ends_by_itself_and_covers_each_ticket() {
    let case = watched().await;
    case.writes(CONSULTANT, "#claim").await;
    case.writes(CONSULTANT, "#away 5d").await;
    let other = case.world.inquiry("other@visitor.example", &[CONSULTANT, COLLEAGUE]).await;
    case.drain().await;
    let away = |case: &Case| {
        let told = case.world.server.accepted().into_iter().rfind(|mail| mail.to == COLLEAGUE);
        text(&told.unwrap()).lines().filter(|line| line.starts_with("anna is away and back on ")).count()
    };
    assert_eq!(away(&case), 1, "{other}");
    case.world.execute("UPDATE ticket_event SET until = now() - interval '1 second' WHERE verb = 'away'").await;
    assert_eq!(case.told().await, "anna");
    case.world.inquiry("third@visitor.example", &[CONSULTANT, COLLEAGUE]).await;
    case.drain().await;
    assert_eq!(away(&case), 0);
}

#[tokio::test]
async fn the_conversation_comes_once_more_to_who_asks_for_it() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "Frobnicate the firewall first.").await;
    case.told().await;
    let before = case.mails_to(COLLEAGUE).len();
    case.writes(COLLEAGUE, "#verlauf").await;
    let mails = case.mails_to(COLLEAGUE);
    assert_eq!(mails.len(), before + 1, "no receipt besides");
    let history = text(mails.last().unwrap());
    for said in ["You have asked for the conversation", "Frobnicate the firewall first.", "Wimplethorpe answers "] {
        assert!(history.contains(said), "{said}: {history}");
    }
    assert!(!history.contains("Assigned by"), "{history}");
    assert_eq!(case.state().await.1.as_deref(), Some(CONSULTANT), "whose it was");
    assert_eq!(mails.last().unwrap().header("Reply-To"), Some(case.address_of(COLLEAGUE)), "to the visitor");

    // Quoted whole, nothing of it goes to the visitor.
    case.world.execute("UPDATE ticket_event SET at = at - interval '11 minutes'").await;
    let quote = history.lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n");
    case.writes(COLLEAGUE, &format!("We come.\n\nOn Monday, Firnwall wrote:\n{quote}")).await;
    let answer = text(&case.mails_to(VISITOR).pop().unwrap());
    assert!(answer.contains("We come.") && !answer.contains("asked for the conversation"), "{answer}");

    case.writes(COLLEAGUE, "#history\n#verlauf\n#status").await;
    let mails = case.mails_to(COLLEAGUE);
    let [.., first, second] = mails.as_slice() else { panic!("{} mails", mails.len()) };
    let both = format!("{}{}", text(first), text(second));
    assert!(both.contains("You get the conversation in a separate mail.") && both.contains("You have asked"), "{both}");
}

#[tokio::test]
async fn a_notification_names_the_earlier_inquiries_of_its_address() {
    let case = Case::of(World::new().await).await;
    case.writes(CONSULTANT, "#close").await;
    let own: String = case.world.value("SELECT email::text FROM inquiry_content").await;
    let upper = own.to_uppercase();
    let last = |case: &Case| {
        let told = case.world.server.accepted().into_iter().rfind(|mail| mail.to == COLLEAGUE);
        text(&told.unwrap())
    };
    case.world.inquiry(&upper, &[CONSULTANT, COLLEAGUE]).await;
    case.drain().await;
    let notification = last(&case);
    assert!(notification.contains("1 earlier inquiry of this address:"), "{notification}");
    let line = format!("{}  closed by anna on ", case.ticket.reference);
    assert!(notification.contains(&line), "{line}: {notification}");

    case.world.inquiry(&own, &[CONSULTANT, COLLEAGUE]).await;
    case.drain().await;
    let notification = last(&case);
    assert!(notification.contains("2 earlier inquiries of this address:"), "{notification}");
    assert!(notification.contains("  open since ") && notification.contains(&line), "{notification}");

    // A client quotes the whole notification below an answer: nothing of it is held, and nothing goes to the visitor.
    let quote = notification.lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n");
    let third: String = case.world.value("SELECT reference FROM inquiry ORDER BY received_at DESC LIMIT 1").await;
    let to = signed().reply(&third.parse().unwrap(), &Party::Consultant(COLLEAGUE.to_owned()));
    let before = case.mails_to(&own).len();
    case.writes_to(&to, COLLEAGUE, &format!("We come.\n\nOn Monday, Firnwall wrote:\n{quote}"), "").await;
    let answers = case.mails_to(&own);
    assert_eq!(answers.len(), before + 1, "{}", last(&case));
    let answer = text(answers.last().unwrap());
    assert!(answer.contains("We come.") && !answer.contains("closed by"), "{answer}");

    let restrict = "UPDATE inquiry SET restricted_at = now() WHERE reference = ";
    case.world.execute(&format!("{restrict}'{}'", case.ticket.reference)).await;
    case.world.inquiry(&own, &[CONSULTANT, COLLEAGUE]).await;
    case.drain().await;
    assert!(!last(&case).contains(case.ticket.reference.as_str()), "restricted");
    case.world.inquiry("other@visitor.example", &[CONSULTANT, COLLEAGUE]).await;
    case.drain().await;
    assert!(!last(&case).contains("earlier"), "another address");
}

/// It waits for nothing, and neither does a comparison with it.
#[tokio::test]
async fn a_notification_goes_at_once_while_a_quarter_is_rewritten() {
    let case = Case::new().await;
    let own: String = case.world.value("SELECT email::text FROM inquiry_content").await;
    case.world.inquiry(&own, &[CONSULTANT, COLLEAGUE]).await;
    case.drain().await;
    let told = case.world.server.accepted().into_iter().rfind(|mail| mail.to == COLLEAGUE).unwrap();
    assert!(!text(&told).contains("earlier"), "{}", text(&told));
}
