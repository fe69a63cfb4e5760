//! Others on the visitor's side: whom a proven mail copies, and where a consultant lets answers go.

use std::time::Duration;

use sea_orm::{ConnectionTrait as _, Database, TransactionTrait as _};
use testkit::smtp::{FailureMode, Record, Stage};
use tokio::time::{sleep, timeout};
use worker::intake::Fate;

use super::{
    CONSULTANT, VISITOR,
    answers::{COLLEAGUE, Case, text},
    dmarc, mail, settle, take,
};
use crate::support::World;

const PARTNER: &str = "zwibbelhorn@partner.example";
const OTHER: &str = "quoxburger@other.example";

impl Case {
    async fn is_sent(&self, from: &str, to: &str, copied: &str, result: &str, words: &str) -> Option<Fate> {
        let domain = from.split_once('@').unwrap().1;
        let proof = dmarc(result).replace("visitor.example", domain);
        let id = uuid::Uuid::new_v4().to_string();
        let raw = mail(from, &id, &format!("{proof}Cc: {copied}\r\n")).replace("Wimplethorpe answers.", words);
        take(&self.world, to, &raw).await;
        let fate = settle(&self.world).await;
        self.drain().await;
        fate
    }

    /// The visitor's mail, proven by the receiving host.
    async fn copies(&self, copied: &str, words: &str) {
        assert_eq!(self.is_sent(VISITOR, &self.ticket.address, copied, "pass", words).await, Some(Fate::Reply));
    }

    fn all_to(&self, address: &str) -> Vec<Record> {
        self.world.server.accepted().into_iter().filter(|mail| mail.to == address).collect()
    }

    /// How many mails the visitor, beyond the auto-reply, and two others have.
    fn answered(&self) -> [usize; 3] {
        [self.mails_to(VISITOR).len(), self.all_to(PARTNER).len(), self.all_to(OTHER).len()]
    }

    fn last_to(&self, address: &str) -> String {
        text(&self.mails_to(address).pop().unwrap())
    }
}

#[tokio::test]
async fn whom_a_proven_visitor_copies_gets_the_answers_and_may_reply() {
    let case = Case::new().await;
    case.copies(&format!("Zwib <{PARTNER}>, {COLLEAGUE}, desk@own.example, {VISITOR}"), "We ask together.").await;
    let relayed = case.last_to(CONSULTANT);
    assert!(relayed.contains(&format!("Answers also go to {PARTNER}. Write #only")), "{relayed}");
    case.writes(CONSULTANT, "Wimplethorpe will call you both.").await;
    assert_eq!(case.answered(), [1, 1, 0]);
    let answer = case.all_to(PARTNER).pop().unwrap();
    assert!(answer.data.contains("Wimplethorpe will call you both."));
    let own = answer.header("Reply-To").unwrap();
    assert!(own.starts_with("p1-") && own != case.ticket.address, "{own}");
    assert_eq!(answer.header("In-Reply-To"), case.mails_to(VISITOR)[0].header("In-Reply-To"), "one thread");
    assert!(case.last_to(COLLEAGUE).contains(&format!("Answers also go to {PARTNER}.")), "the copy says so");
    // One contact, one answer, one ticket.
    assert_eq!(
        case.world.value::<String>("SELECT string_agg(kind, ' ' ORDER BY at) FROM contact").await,
        "message answer"
    );

    assert_eq!(case.is_sent(PARTNER, &own, VISITOR, "none", "At noon is fine.").await, Some(Fate::Reply));
    let relayed = case.mails_to(CONSULTANT).pop().unwrap();
    assert_eq!(relayed.header("From").as_deref(), Some("\"zwibbelhorn via Firnwall\" <desk@own.example>"));
    let said = text(&relayed);
    assert!(said.contains(&format!("From {PARTNER}, somebody else on the visitor's side.")), "{said}");
    assert!(said.contains("At noon is fine.") && !said.contains("Not from the visitor's own"), "{said}");
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM contact WHERE kind = 'message'").await, 2);
    case.writes(CONSULTANT, "Until noon then.").await;
    assert_eq!(case.answered(), [2, 2, 0], "nobody twice");
    // At the purge the ledger counts whom answers go to.
    case.world.execute("SELECT purge_expired(gen_random_uuid(), 1)").await;
    let counted = "SELECT sum((detail ->> 'addresses')::bigint)::bigint FROM ledger WHERE kind = 'recipient'";
    assert_eq!(case.world.value::<i64>(counted).await, 3, "two consultants and the participant");
}

#[tokio::test]
async fn a_mail_that_proves_nobody_adds_nobody() {
    let case = Case::new().await;
    let forged = [(VISITOR, "none"), (VISITOR, "fail"), ("else@visitor.example", "pass")];
    for (from, result) in forged {
        case.is_sent(from, &case.ticket.address, PARTNER, result, "Please copy him.").await;
        let relayed = case.last_to(CONSULTANT);
        let said = format!(
            "Named by a mail that does not prove its sender: {PARTNER}. Answers do not go there; #all in a reply changes that."
        );
        assert!(relayed.contains(&said), "{from} {result}: {relayed}");
    }
    case.writes(CONSULTANT, "Wimplethorpe will call you.").await;
    assert_eq!(case.answered(), [1, 0, 0]);
    // Nor is he on the ticket.
    let to_consultant = case.address_of(CONSULTANT);
    case.is_sent(PARTNER, &to_consultant, VISITOR, "pass", "I am on it.").await;
    assert_eq!(
        case.world
            .value::<i64>("SELECT count(*) FROM message WHERE party = 'visitor' AND author_key LIKE 'zwib%'")
            .await,
        0
    );
    case.copies(PARTNER, "Now it is me.").await;
    case.writes(CONSULTANT, "To both of you.").await;
    assert_eq!(case.answered(), [2, 1, 0]);
}

#[tokio::test]
async fn a_participant_who_answers_to_all_is_no_alias_of_a_consultant() {
    let case = Case::new().await;
    case.copies(PARTNER, "We ask together.").await;
    let to_consultant = case.address_of(CONSULTANT);
    for (result, party) in [("pass", "visitor"), ("none", "other")] {
        let words = format!("Answered to all, {result}.");
        assert_eq!(case.is_sent(PARTNER, &to_consultant, VISITOR, result, &words).await, Some(Fate::Reply));
        let sql = format!("SELECT party FROM message WHERE new_text = '{words}'");
        assert_eq!(case.world.value::<String>(&sql).await, party);
        assert!(case.last_to(CONSULTANT).contains(&words));
    }
    assert_eq!(case.is_sent(PARTNER, &to_consultant, VISITOR, "fail", "Forged.").await, Some(Fate::Quarantined));
    assert_eq!(case.answered(), [0, 0, 0], "nothing of it went to the visitor");
    let questions = "SELECT count(*) FROM outbox WHERE kind = 'question'";
    assert_eq!(case.world.value::<i64>(questions).await, 0);
}

#[tokio::test]
async fn a_consultant_leaves_them_out_and_takes_them_in_again() {
    let case = Case::new().await;
    case.copies(&format!("{PARTNER}, {OTHER}"), "We ask together.").await;
    case.writes(CONSULTANT, "For you alone.\n\n#nur").await;
    assert_eq!(case.answered(), [1, 0, 0]);
    let receipt = case.last_to(CONSULTANT);
    assert!(
        receipt.contains("Answers go to nobody whom the visitor has copied.")
            && receipt.contains("Your answer is sent."),
        "{receipt}"
    );
    case.copies(&format!("{PARTNER}, {OTHER}"), "Both again.").await;
    case.writes(CONSULTANT, "Still for you alone.").await;
    assert_eq!(case.answered(), [2, 0, 0], "who is left out stays so, whatever the client copies");
    case.writes(CONSULTANT, "#only").await;
    assert!(case.last_to(CONSULTANT).contains("Answers go to nobody else already."));
    case.writes(CONSULTANT, "#tous").await;
    let receipt = case.last_to(CONSULTANT);
    assert!(
        receipt.contains("everybody again") && receipt.contains(&format!("Answers also go to {OTHER}, {PARTNER}.")),
        "{receipt}"
    );
    case.writes(CONSULTANT, "For all of you.").await;
    assert_eq!(case.answered(), [3, 1, 1]);
    // Also of an answer that waits.
    case.writes(CONSULTANT, &format!("#only\nAsk {COLLEAGUE}.")).await;
    case.replies(CONSULTANT, &case.mails_to(CONSULTANT).pop().unwrap(), "#send").await;
    assert_eq!(case.answered()[1..], [1, 1]);
}

#[tokio::test]
async fn answers_go_to_another_address_once_that_is_confirmed() {
    let case = Case::new().await;
    for refused in [COLLEAGUE, "desk@own.example", &case.ticket.address, "nobody@x"] {
        case.writes(CONSULTANT, &format!("#to {refused}")).await;
        assert!(case.last_to(CONSULTANT).contains("write an address behind #to"), "{refused}");
    }
    case.writes(CONSULTANT, &format!("#an <{PARTNER}>")).await;
    let asked = case.mails_to(CONSULTANT).pop().unwrap();
    assert!(text(&asked).contains(&format!("Answers would go to {PARTNER} from now on.")), "{}", text(&asked));
    case.writes(CONSULTANT, "Wimplethorpe will call you.").await;
    assert_eq!(case.answered(), [1, 0, 0], "nothing is confirmed");
    // A colleague has another receipt, and cannot confirm this one.
    case.replies(COLLEAGUE, &asked, "#send").await;
    case.writes(CONSULTANT, "Still to the former.").await;
    assert_eq!(case.answered(), [2, 0, 0]);
    case.replies(CONSULTANT, &asked, "#send").await;
    let receipt = case.last_to(CONSULTANT);
    let moved = format!("Answers go to {PARTNER} and not to the address of the inquiry.");
    assert!(receipt.contains("Answers go to another address from now on.") && receipt.contains(&moved), "{receipt}");
    case.writes(CONSULTANT, "To the new one.").await;
    assert_eq!(case.answered(), [2, 1, 0]);
    let own = case.all_to(PARTNER)[0].header("Reply-To").unwrap();
    assert_eq!(case.is_sent(PARTNER, &own, "", "none", "I take over.").await, Some(Fate::Reply));
    let contacts = "SELECT count(*) FROM contact WHERE kind = 'answer'";
    assert_eq!(case.world.value::<i64>(contacts).await, 3, "it is the answer of the ticket");
    // Back to the former one.
    case.writes(CONSULTANT, &format!("#to {VISITOR}")).await;
    case.replies(CONSULTANT, &case.mails_to(CONSULTANT).pop().unwrap(), "#send").await;
    case.writes(CONSULTANT, "To the former one.").await;
    assert_eq!(case.answered(), [3, 1, 0]);
}

#[tokio::test]
async fn an_answer_goes_where_it_was_to_go_when_it_was_written() {
    let case = Case::new().await;
    let to = async |address: &str| {
        case.writes(CONSULTANT, &format!("#to {address}")).await;
        case.replies(CONSULTANT, &case.mails_to(CONSULTANT).pop().unwrap(), "#send").await;
    };
    to(PARTNER).await;
    case.writes(CONSULTANT, "Wimplethorpe will call you.").await;
    assert_eq!(case.answered(), [0, 1, 0]);
    to(OTHER).await;
    to(PARTNER).await;
    let again = "UPDATE outbox SET state = 'retry', finished_at = NULL, next_attempt_at = now() WHERE kind = 'answer'";
    case.world.execute(again).await;
    case.drain().await;
    assert_eq!(case.answered(), [0, 2, 0], "never to the former address");
    // Nor if the address is gone.
    case.world.execute(again).await;
    case.world.execute(&format!("DELETE FROM participant WHERE address = '{PARTNER}'")).await;
    case.drain().await;
    assert_eq!(case.answered(), [0, 2, 0]);
    let code = "SELECT last_code FROM outbox WHERE kind = 'answer'";
    assert_eq!(case.world.value::<String>(code).await, "message_gone");
}

#[tokio::test]
async fn a_question_is_answered_once_and_within_a_day() {
    let case = Case::new().await;
    let mut receipts = Vec::new();
    for address in [PARTNER, OTHER] {
        case.writes(CONSULTANT, &format!("#to {address}")).await;
        receipts.push(case.mails_to(CONSULTANT).pop().unwrap());
    }
    case.replies(CONSULTANT, &receipts[1], "#send").await;
    for receipt in &receipts {
        case.replies(CONSULTANT, receipt, "#send").await;
        assert!(case.last_to(CONSULTANT).contains("the question is older than a day"), "{}", case.last_to(CONSULTANT));
    }
    case.writes(CONSULTANT, "Wimplethorpe will call you.").await;
    assert_eq!(case.answered(), [0, 0, 1]);
}

#[tokio::test]
async fn who_is_left_out_or_came_before_is_a_stranger_again() {
    let case = Case::new().await;
    case.copies(PARTNER, "We ask together.").await;
    case.writes(CONSULTANT, "To both of you.").await;
    let own = case.all_to(PARTNER)[0].header("Reply-To").unwrap();
    case.writes(CONSULTANT, "#only").await;
    let party = "SELECT party FROM message WHERE author_key LIKE 'zwib%' ORDER BY received_at DESC LIMIT 1";
    case.is_sent(PARTNER, &own, OTHER, "pass", "I still write.").await;
    assert_eq!(case.world.value::<String>(party).await, "other");
    case.writes(CONSULTANT, "For you alone.").await;
    assert_eq!(case.answered(), [2, 1, 0], "nor does such a mail add anybody");
    // Whoever is copied later is left out as well, until somebody decides otherwise.
    case.copies(OTHER, "And a third one.").await;
    case.writes(CONSULTANT, "Still for you alone.").await;
    assert_eq!(case.answered(), [3, 1, 0]);
    case.writes(CONSULTANT, "#all").await;
    // A participant adds nobody who gets answers.
    case.is_sent(PARTNER, &own, "fourth@visitor.example", "pass", "And a fourth.").await;
    case.writes(CONSULTANT, "To all of you.").await;
    assert_eq!((case.answered(), case.all_to("fourth@visitor.example").len()), ([4, 2, 1], 0));
}

#[tokio::test]
async fn an_answer_that_one_of_them_does_not_get_is_an_answer() {
    let case = Case::new().await;
    case.copies(PARTNER, "We ask together.").await;
    case.writes(CONSULTANT, "Wimplethorpe will call you both.").await;
    case.world.execute("UPDATE outbox SET state = 'bounced', last_code = 'bounced_5_2_2' WHERE is_copy").await;
    case.world.execute("UPDATE apalis.jobs SET run_at = now()").await;
    case.drain().await;
    let lost = case.last_to(CONSULTANT);
    assert!(lost.contains(&format!("Did not reach   {PARTNER}\n\nThe mailbox is full.\n")), "{lost}");
    let answered = "SELECT first_answer_at IS NOT NULL FROM ticket";
    assert!(case.world.value::<bool>(answered).await);
    case.world.execute("UPDATE outbox SET state = 'bounced' WHERE kind = 'answer' AND NOT is_copy").await;
    assert!(!case.world.value::<bool>(answered).await, "the visitor has none");
}

#[tokio::test]
async fn of_an_answer_to_another_address_that_does_not_arrive_the_author_reads_why() {
    let case = Case::new().await;
    case.writes(CONSULTANT, &format!("#to {PARTNER}")).await;
    case.replies(CONSULTANT, &case.mails_to(CONSULTANT).pop().unwrap(), "#send").await;
    case.world.server.script(&[FailureMode::Reply(Stage::Rcpt, "550 5.1.1 unknown")]);
    case.writes(CONSULTANT, "Wimplethorpe will call you.").await;
    case.drain().await;
    let lost = case.last_to(CONSULTANT);
    for said in [
        &format!("Did not reach   {PARTNER}"),
        "refuses the address: reply 550. Call, or write #to",
        "Answers go there",
    ] {
        assert!(lost.contains(said), "{said}: {lost}");
    }
}

#[tokio::test]
async fn consultants_read_whom_nothing_is_sent_to_and_the_author_hears_of_a_copy_that_was_kept_back() {
    let case = Case::new().await;
    case.copies(PARTNER, "We ask together.").await;
    case.world.server.script(&[FailureMode::Reply(Stage::Rcpt, "451 4.3.0 later"); 2]);
    case.writes(CONSULTANT, "Wimplethorpe will call you both.").await;
    assert_eq!(case.answered(), [0, 0, 0], "both wait");
    let restrict =
        |is_lifted: bool| format!("SELECT restrict_processing('{PARTNER}', {is_lifted}, now()::date, 'mail')");
    case.world.execute(&restrict(false)).await;
    let due = "UPDATE outbox SET next_attempt_at = now() WHERE state = 'retry'; UPDATE apalis.jobs SET run_at = now()";
    case.world.execute(due).await;
    case.drain().await;
    case.copies("", "A second mail.").await;
    let relayed = case.last_to(CONSULTANT);
    assert!(relayed.contains(&format!("Nothing is sent to {PARTNER}: the processing")), "{relayed}");
    assert_eq!(case.answered(), [1, 0, 0]);
    let heard = case.mails_to(CONSULTANT).len();
    case.world.execute(&restrict(true)).await;
    case.drain().await;
    assert_eq!((case.answered(), case.mails_to(CONSULTANT).len()), ([1, 0, 0], heard + 1));
    let lost = case.last_to(CONSULTANT);
    assert!(lost.contains(&format!("Did not reach   {PARTNER}")), "{lost}");
    assert!(!lost.contains("refused") && !lost.contains("came back"), "{lost}");
}

/// Whichever comes first.
#[tokio::test]
async fn who_is_named_while_being_restricted_is_restricted() {
    const MOMENT: Duration = Duration::from_millis(500);
    let case = Case::of(World::new().await).await;
    let officer = Database::connect(case.world.database.compliance_url()).await.unwrap();
    let named = async |address: &str| {
        case.world.inquiry(address, &[CONSULTANT]).await;
        let raw = mail(VISITOR, address, &format!("{}Cc: {address}\r\n", dmarc("pass")));
        let raw = raw.replace("Wimplethorpe answers.", &format!("Please copy {address}."));
        take(&case.world, &case.ticket.address, &raw).await;
        format!("SELECT restrict_processing('{address}', false)")
    };

    let restrict = named(PARTNER).await;
    let restricting = officer.begin().await.unwrap();
    restricting.execute_unprepared(&restrict).await.unwrap();
    let mut settling = Box::pin(settle(&case.world));
    assert!(timeout(MOMENT, &mut settling).await.is_err(), "the mail is settled meanwhile");
    restricting.commit().await.unwrap();
    assert_eq!(settling.await, Some(Fate::Reply));

    let restrict = named(OTHER).await;
    let stop = case.world.admin.begin().await.unwrap();
    stop.execute_unprepared("LOCK TABLE outbox IN SHARE MODE").await.unwrap();
    let (fate, ..) = tokio::join!(
        settle(&case.world),
        async {
            sleep(MOMENT).await;
            // On a busy machine the mail takes longer than an officer waits.
            while officer.execute_unprepared(&restrict).await.is_err() {}
        },
        async {
            sleep(MOMENT * 2).await;
            stop.rollback().await.unwrap();
        },
    );
    assert_eq!(fate, Some(Fate::Reply));
    let free = "SELECT coalesce(string_agg(address, ' '), '') FROM participant WHERE restricted_at IS NULL";
    assert_eq!(case.world.value::<String>(free).await, "");
}

#[tokio::test]
async fn a_ticket_has_a_bounded_number_of_participants() {
    let case = Case::new().await;
    let many: Vec<_> = (0..300).map(|number| format!("p{number}@many.example")).collect();
    case.copies(&many.join(", "), "All of us.").await;
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM participant").await, 20);
    case.copies(PARTNER, "And him.").await;
    case.writes(CONSULTANT, "Wimplethorpe will call you all.").await;
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM outbox WHERE kind = 'answer'").await, 21);
}

#[tokio::test]
async fn strangers_take_no_place_of_those_whom_the_visitor_copies() {
    let case = Case::new().await;
    let many: Vec<_> = (0..30).map(|number| format!("a{number}@many.example")).collect();
    case.is_sent("else@visitor.example", &case.ticket.address, &many.join(", "), "pass", "Copy us.").await;
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM participant").await, 20);
    // Known ones come first in the list.
    case.copies(&format!("a1@many.example, {PARTNER}"), "We ask together.").await;
    case.copies(&format!("a1@many.example, {PARTNER}, {OTHER}"), "And another.").await;
    case.writes(CONSULTANT, "To all of you.").await;
    assert_eq!((case.answered(), case.all_to("a1@many.example").len()), ([1, 1, 1], 1));
}

#[tokio::test]
async fn the_application_names_nobody_without_a_mail_on_the_inquiry() {
    let case = Case::of(World::new().await).await;
    let insert = |intake: &str| {
        format!(
            "INSERT INTO participant (inquiry_id, intake_id, address, address_key, copied_from) \
             VALUES ('{}', {intake}, '{PARTNER}', '{PARTNER}', now())",
            case.ticket.id
        )
    };
    let db = &case.world.db;
    assert!(db.execute_unprepared(&insert("gen_random_uuid()")).await.is_err());
    case.copies("", "A mail.").await;
    assert!(db.execute_unprepared("UPDATE participant SET address = 'a@b.example'").await.is_err());
    db.execute_unprepared(&insert("(SELECT id FROM intake)")).await.unwrap();
    assert!(db.execute_unprepared("DELETE FROM participant").await.is_err());
}

#[tokio::test]
async fn nobody_but_its_author_confirms_another_address() {
    let case = Case::new().await;
    case.writes(CONSULTANT, &format!("#to {OTHER}")).await;
    let question = case.mails_to(CONSULTANT).pop().unwrap().header("Reply-To").unwrap();
    for (from, result) in
        [(VISITOR, "pass"), (OTHER, "pass"), (COLLEAGUE, "pass"), (CONSULTANT, "fail"), (CONSULTANT, "none")]
    {
        case.is_sent(from, &question, "desk@own.example", result, "#send").await;
        let asked = format!("#to {OTHER}");
        case.is_sent(VISITOR, &case.ticket.address, "desk@own.example", result, &asked).await;
    }
    case.writes(CONSULTANT, "Wimplethorpe will call you.").await;
    assert_eq!(case.answered(), [1, 0, 0]);
}
