//! Who is told: the owner of a ticket, the followers, a new owner, and who is escalated to.

use entity::{answer_within::AnswerWithin, env::Env};
use testkit::smtp::Record;
use worker::{
    intake::{Fate, IntakeSettings},
    promise::{Promise, keep_promises},
    ticket::State,
};

use super::{
    CONSULTANT, VISITOR,
    answers::{COLLEAGUE, Case},
    dmarc, mail, settings_with, settle_by, take,
};

const CARL: &str = "carl.muster@own.example";
const HEAD: &str = "head@own.example";
const ALL: (&str, &str) = ("NOTIFY_TO", "anna@own.example,ben@own.example,carl.muster@own.example");

fn house() -> IntakeSettings {
    settings_with(&[ALL, ("ESCALATE_TO", HEAD)])
}

fn read(mail: &Record) -> String {
    let mail = inbound::mail::Mail::read(mail.data.as_bytes()).unwrap();
    inbound::parsed_mail::ParsedMail::of(&mail).text
}

impl Case {
    async fn is_written(&self, settings: &IntakeSettings, from: &str, text: &str, extra: &str) -> Option<Fate> {
        let id = uuid::Uuid::new_v4().to_string();
        let proof = dmarc("pass").replace("visitor.example", "own.example");
        let (to, headers) = if from == VISITOR {
            (self.ticket.address.clone(), extra.to_owned())
        } else {
            (self.address_of(from), format!("{proof}{extra}"))
        };
        take(
            &self.world,
            &to,
            &mail(from, &id, &headers).replace("Wimplethorpe answers.", &text.replace('\n', "\r\n")),
        )
        .await;
        let fate = settle_by(&self.world, settings).await;
        self.world.drain(&self.world.delivery_with_intake(settings)).await;
        fate
    }

    /// Who gets what the visitor writes now.
    async fn readers(&self, settings: &IntakeSettings, text: &str) -> String {
        assert_eq!(self.is_written(settings, VISITOR, text, "").await, Some(Fate::Reply));
        let sql = "SELECT coalesce(string_agg(split_part(recipient, '@', 1), ' ' ORDER BY recipient), '') FROM outbox \
            WHERE kind = 'visitor_reply' AND about = (SELECT id FROM message WHERE party = 'visitor' ORDER BY received_at DESC LIMIT 1)";
        self.world.value(sql).await
    }

    async fn promises(&self, consultants: &IntakeSettings) {
        let answer = AnswerWithin::from_env(&Env::from_pairs([("OFFICE_HOURS", "Mo-Su 00:00-24:00")])).unwrap();
        let consultants = consultants.consultants.clone();
        let promise = Promise { answer, escalate_to: vec![HEAD.to_owned()], consultants };
        keep_promises(&self.world.db, Some(&promise)).await.unwrap();
    }
}

#[tokio::test]
async fn after_a_claim_the_owner_and_the_followers_read_each_turn() {
    let (case, house) = (Case::new().await, house());
    assert_eq!(case.readers(&house, "One").await, "anna ben", "nobody owns it");
    case.is_written(&house, CONSULTANT, "#claim", "").await;
    assert_eq!(case.readers(&house, "Two").await, "anna");
    let relayed = read(case.mails_to(CONSULTANT).last().unwrap());
    assert!(relayed.contains("You answer this inquiry.\nNobody else has this mail."), "{relayed}");
    case.is_written(&house, COLLEAGUE, "#folgen", "").await;
    assert_eq!(case.readers(&house, "Three").await, "anna ben");
    let relayed = read(case.mails_to(COLLEAGUE).last().unwrap());
    assert!(relayed.contains("anna answers this inquiry.\nSent to anna as well as to you."), "{relayed}");
    case.is_written(&house, COLLEAGUE, "#mute", "").await;
    assert_eq!(case.readers(&house, "Four").await, "anna");
    let all = settings_with(&[ALL, ("FOLLOW", "all")]);
    assert_eq!(case.readers(&all, "Five").await, "anna", "muted");
    case.is_written(&all, COLLEAGUE, "#follow", "").await;
    assert_eq!(case.readers(&all, "Six").await, "anna ben");
    case.is_written(&house, CONSULTANT, "#note\nThe visitor called.", "").await;
    assert!(read(case.mails_to(COLLEAGUE).last().unwrap()).contains("The visitor called."), "a note is for all");
}

#[tokio::test]
async fn where_an_owner_reads_nothing_everybody_does() {
    let (case, house) = (Case::new().await, house());
    case.is_written(&house, CONSULTANT, "#claim", "").await;
    assert_eq!(case.readers(&house, "One").await, "anna");
    // The colleague has left.
    let left = settings_with(&[("NOTIFY_TO", "ben@own.example,carl.muster@own.example")]);
    assert_eq!(case.readers(&left, "Two").await, "ben");
    // The colleague is away, until the next own mail.
    case.is_written(&house, CONSULTANT, "I am away.", "Auto-Submitted: auto-replied\r\n").await;
    assert_eq!(case.readers(&house, "Three").await, "anna ben");
    case.is_written(&house, CONSULTANT, "#status", "").await;
    assert_eq!(case.readers(&house, "Four").await, "anna");
    // What came back from the mailbox, the others get, and what comes next, too.
    let back = "UPDATE outbox SET state = 'bounced', finished_at = now() WHERE kind = 'visitor_reply' AND id = \
        (SELECT id FROM outbox WHERE kind = 'visitor_reply' ORDER BY created_at DESC LIMIT 1)";
    case.world.execute(back).await;
    case.promises(&house).await;
    case.promises(&house).await;
    let fourth = "SELECT count(*) FROM outbox WHERE kind = 'visitor_reply' AND recipient = 'ben@own.example' \
        AND about = (SELECT id FROM message WHERE new_text LIKE 'Four%')";
    assert_eq!(case.world.value::<i64>(fourth).await, 1);
    assert_eq!(case.readers(&house, "Five").await, "anna ben");
}

#[tokio::test]
async fn of_an_urgent_inquiry_everybody_reads_each_turn_until_the_first_answer() {
    let (case, house) = (Case::new().await, house());
    case.world.execute("UPDATE inquiry SET contact_reason = 'incident-response'").await;
    case.is_written(&house, CONSULTANT, "#claim", "").await;
    assert_eq!(case.readers(&house, "One").await, "anna ben");
    case.is_written(&house, CONSULTANT, "We come.", "").await;
    assert_eq!(case.readers(&house, "Two").await, "anna");
}

#[tokio::test]
async fn who_gets_a_ticket_gets_the_conversation_and_answers_it() {
    let (case, house) = (Case::new().await, house());
    case.is_written(&house, CONSULTANT, "Frobnicate the firewall first.", "").await;
    case.readers(&house, "Grumbleweed is done.").await;
    case.is_written(&house, CONSULTANT, "#note\nQuibblestone pays late.", "").await;
    case.is_written(&house, COLLEAGUE, "#assign muster", "").await;
    let receipt = read(case.mails_to(COLLEAGUE).last().unwrap());
    assert!(receipt.contains("The inquiry is assigned to carl.muster, who gets the conversation so far."), "{receipt}");
    assert_eq!(case.state().await.1.as_deref(), Some(CARL));

    let to_carl: Vec<_> = case.world.server.accepted().into_iter().filter(|mail| mail.to == CARL).collect();
    let [assignment] = to_carl.as_slice() else { panic!("{} mails", to_carl.len()) };
    let text = read(assignment);
    for said in [
        "Frobnicate the firewall first.",
        "Grumbleweed is done.",
        "Quibblestone pays late.",
        "You answer this inquiry now.",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(text.find("Frobnicate") < text.find("Grumbleweed") && text.contains("Assigned by ben."), "{text}");
    assert_eq!(assignment.header("Reply-To"), Some(case.address_of(CARL)));
    let told = read(case.mails_to(CONSULTANT).last().unwrap());
    assert!(told.contains("This inquiry is no longer yours. Now carl.muster answers this inquiry."), "{told}");

    // The colleague's answer is no longer fresh. A whole quote of the assignment goes to nobody.
    case.world.execute("UPDATE ticket_event SET at = at - interval '11 minutes'").await;
    let quote = text.lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n");
    let quoting = format!("We come.\n\nOn Monday, Firnwall wrote:\n{quote}");
    case.is_written(&house, CARL, &quoting, "").await;
    case.is_written(&house, CARL, "Snorkelwacker comes on Monday.", "").await;
    let answers: String = case.mails_to(VISITOR).iter().map(read).collect();
    assert!(answers.contains("Snorkelwacker"), "{answers}");
    assert!(!answers.contains("Quibblestone") && !answers.contains("Assigned"), "{answers}");
    assert_eq!(case.readers(&house, "Thanks a lot for that, and when?").await, "carl.muster");
    let status = case.is_written(&house, COLLEAGUE, "#status", "").await;
    assert_eq!(status, Some(Fate::Command));
    let receipt = read(case.mails_to(COLLEAGUE).last().unwrap());
    assert!(receipt.contains("carl.muster answers this inquiry.\nThe visitor has had an answer."), "{receipt}");
}

#[tokio::test]
async fn who_is_escalated_to_reads_the_inquiry_and_acts_by_a_reply() {
    let (case, house) = (Case::new().await, house());
    case.promises(&house).await;
    case.world
        .execute(
            "UPDATE promise_watch SET since = since - interval '1 day', seen_until = seen_until - interval '1 day'",
        )
        .await;
    case.promises(&house).await;
    case.world.execute("UPDATE ticket SET due_at = now() - interval '1 hour'").await;
    case.promises(&house).await;
    case.world.drain(&case.world.delivery_with_intake(&house)).await;
    let mails: Vec<_> = case.world.server.accepted().into_iter().filter(|mail| mail.to == HEAD).collect();
    let [escalation] = mails.as_slice() else { panic!("{} mails", mails.len()) };
    assert_eq!(escalation.header("Reply-To"), Some(case.address_of(HEAD)));
    let message: String = case.world.value("SELECT message FROM inquiry_content").await;
    let text = read(escalation);
    assert!(text.contains(message.lines().next().unwrap()), "{text}");
    assert!(escalation.data.replace("=\r\n", "").contains("23claim"), "links");
    assert_eq!(case.is_written(&house, HEAD, "#claim", "").await, Some(Fate::Command));
    assert_eq!(case.state().await, (State::Claimed, Some(HEAD.to_owned()), None));
    assert_eq!(case.readers(&house, "Anybody?").await, "head");
}
