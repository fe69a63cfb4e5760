//! Two tickets of one person become one.

use std::time::Duration;

use mailer::addresses::Party;
use sea_orm::TransactionTrait as _;
use tokio::time::{sleep, timeout};
use uuid::Uuid;
use worker::{
    intake::{Fate, settle_next},
    promise::keep_promises,
    ticket::{Action, State, Verb, find, merge, state_of, waiting_tickets},
};

use super::{
    CONSULTANT, KEYS, Ticket, VISITOR,
    answers::{COLLEAGUE, Case, shown, text},
    dmarc, mail, rule, settings, settings_with, settings_with_trust, settle, settle_by, signed, take, ticket_of,
    wait::watched,
};
use crate::{
    digests::promise,
    retention::done,
    support::{WorkerProcess, World},
};

const NOTE: &str = "Quibblestone never pays in time, so ask for cash in advance.";

fn own(ticket: &Ticket, consultant: &str) -> String {
    signed().reply(&ticket.reference.parse().unwrap(), &Party::Consultant(consultant.to_owned()))
}

fn raw_of(from: &str, text: &str) -> String {
    let domain = from.rsplit('@').next().unwrap();
    let id = Uuid::new_v4().to_string();
    let raw = mail(from, &id, &dmarc("pass")).replace("Wimplethorpe answers.", text);
    raw.replace("header.from=visitor.example", &format!("header.from={domain}"))
        .replace(&format!("{id}@visitor.example"), &format!("{id}@{domain}"))
}

fn visitors(text: &str) -> String {
    raw_of(VISITOR, text)
}

impl Case {
    /// Another inquiry, of which both were notified.
    async fn another(&self, visitor: &str) -> Ticket {
        let other = ticket_of(&self.world, visitor).await;
        self.drain().await;
        keep_promises(&self.world.db, Some(&promise())).await.unwrap();
        other
    }

    async fn writes_on(&self, ticket: &Ticket, from: &str, text: &str) -> Option<Fate> {
        self.writes_to(&own(ticket, from), from, text, "").await
    }

    /// The reference of the inquiry that has the visitor's mail.
    async fn visitor_writes_on(&self, ticket: &Ticket, text: &str) -> String {
        let raw = mail(VISITOR, &Uuid::new_v4().to_string(), &dmarc("pass"))
            .replace("Wimplethorpe answers.", &text.replace('\n', "\r\n"));
        let id = take(&self.world, &ticket.address, &raw).await;
        assert_eq!(settle(&self.world).await, Some(Fate::Reply), "{text}");
        self.drain().await;
        let of =
            format!("SELECT reference FROM intake JOIN inquiry ON inquiry.id = inquiry_id WHERE intake.id = '{id}'");
        self.world.value(&of).await
    }

    fn receipt(&self, of: &str) -> String {
        text(self.mails_to(of).last().unwrap())
    }

    async fn merged_into(&self, ticket: &Ticket) -> Option<String> {
        let sql = format!(
            "SELECT (SELECT survivor.reference FROM ticket JOIN inquiry AS survivor ON survivor.id = merged_into \
             WHERE inquiry_id = '{}')",
            ticket.id
        );
        self.world.value(&sql).await
    }

    async fn readers_of_last(&self) -> String {
        let sql = "SELECT string_agg(split_part(recipient, '@', 1), ' ' ORDER BY recipient) FROM outbox \
            WHERE kind = 'visitor_reply' AND about = (SELECT id FROM message WHERE party = 'visitor' ORDER BY received_at DESC LIMIT 1)";
        self.world.value(sql).await
    }
    /// One of several workers: what waits too long for another is settled later.
    async fn settle_all(&self) {
        let settings = settings();
        while self.world.value::<i64>("SELECT count(*) FROM intake WHERE state <> 'settled'").await > 0 {
            if !matches!(settle_next(&self.world.db, &settings, Uuid::new_v4()).await, Ok(Some(_))) {
                sleep(Duration::from_millis(50)).await;
            }
        }
    }

    /// Each mail is stored once, somebody reads it, and the one that goes on alone waits for an answer.
    async fn assert_one_survivor(&self, one: &Ticket, other: &Ticket, texts: [&str; 2]) {
        assert_eq!(self.merged_into(one).await.as_ref(), Some(&other.reference));
        assert_eq!(self.merged_into(other).await, None);
        for text in texts {
            let stored = format!("SELECT count(*) FROM message WHERE new_text = '{text}'");
            assert_eq!(self.world.value::<i64>(&stored).await, 1, "{text}");
            let relayed = format!(
                "SELECT count(DISTINCT recipient) FROM outbox JOIN message ON message.id = about \
                 WHERE kind = 'visitor_reply' AND new_text = '{text}'"
            );
            assert_eq!(self.world.value::<i64>(&relayed).await, 2, "{text}");
        }
        keep_promises(&self.world.db, Some(&promise())).await.unwrap();
        let waiting = waiting_tickets(&self.world.db, CONSULTANT).await.unwrap();
        let of_both = [&one.reference, &other.reference];
        let listed: Vec<_> = waiting
            .iter()
            .map(|one| one.reference.as_str())
            .filter(|listed| of_both.iter().any(|of| of == listed))
            .collect();
        assert_eq!(listed, [other.reference.as_str()]);
    }
}

#[tokio::test]
async fn two_tickets_of_one_person_become_one_and_both_references_lead_there() {
    let case = watched().await;
    let other = case.another(VISITOR).await;
    case.writes(CONSULTANT, "#claim").await;
    case.writes(COLLEAGUE, "#follow").await;
    case.visitor_writes_on(&case.ticket, "The plant stands still since nine.").await;
    let fate = case.writes(CONSULTANT, &format!("We come on Monday.\n\n#fusionner {}", other.reference)).await;
    assert_eq!(fate, Some(Fate::Command));
    assert!(shown(case.mails_to(VISITOR).last().unwrap()).contains("We come on Monday."), "the text goes first");
    let receipt = case.receipt(CONSULTANT);
    for said in ["Mails to either come to that one.", &format!("This inquiry is merged into {}.", other.reference)] {
        assert!(receipt.contains(said), "{said}: {receipt}");
    }

    // A mail to either comes to the one, to its owner and who follows it.
    for (ticket, text) in [(&case.ticket, "It smokes now."), (&other, "It burns now.")] {
        assert_eq!(case.visitor_writes_on(ticket, text).await, other.reference, "{text}");
        assert_eq!(case.readers_of_last().await, "anna ben", "{text}");
    }
    let relayed = case.receipt(COLLEAGUE);
    let merged = format!("{} is merged into this inquiry.", case.ticket.reference);
    assert!(relayed.contains("anna answers this inquiry.") && relayed.contains(&merged), "{relayed}");
    // By its reference, too, and with ids of both.
    let subject = mail(VISITOR, "by-subject", &dmarc("pass"))
        .replace("Re: We have received your inquiry", &format!("Re: {}", case.ticket.reference))
        .replace("Wimplethorpe answers.", "It is out now.");
    let id = take(&case.world, "desk@own.example", &subject).await;
    assert_eq!(settle(&case.world).await, Some(Fate::Reply));
    let of = format!("SELECT inquiry_id FROM intake WHERE id = '{id}'");
    assert_eq!(case.world.value::<Uuid>(&of).await, other.id);
    let waiting = waiting_tickets(&case.world.db, CONSULTANT).await.unwrap();
    assert_eq!(waiting.iter().map(|one| one.reference.as_str()).collect::<Vec<_>>(), [other.reference.as_str()]);

    case.writes(CONSULTANT, "#status").await;
    let status = case.receipt(CONSULTANT);
    assert!(status.contains("You answer this inquiry.") && status.contains(&merged), "{status}");
    case.writes(COLLEAGUE, "#history").await;
    let history = case.receipt(COLLEAGUE);
    for said in ["The plant stands still", "We come on Monday.", "It smokes now.", "It burns now.", &merged] {
        assert!(history.contains(said), "{said}: {history}");
    }
    let found = find(&case.world.db, CONSULTANT, &case.ticket.reference).await.unwrap().found;
    assert_eq!(found[0].state, format!("merged into {}", other.reference));
    let (state, _, _) = case.state().await;
    assert_eq!(state, State::Closed);

    // An answer goes to the visitor from the one.
    case.writes_on(&case.ticket, CONSULTANT, "We are on the way.").await;
    let answer = case.mails_to(VISITOR).pop().unwrap();
    assert!(shown(&answer).contains("We are on the way."), "{}", case.receipt(CONSULTANT));
    assert_eq!(answer.header("Reply-To").as_deref(), Some(other.address.as_str()));
    assert!(waiting_tickets(&case.world.db, CONSULTANT).await.unwrap().is_empty());
}

const MERGED: &str = "Mails to either come to that one";
const UNKNOWN: &str = "no inquiry of yours has this reference";

/// A change, the reference that is named, and a sentence of the receipt.
const TABLE: [(&str, &str, &str); 11] = [
    ("", "its own", "is this one already"),
    ("", "none", UNKNOWN),
    ("UPDATE inquiry SET last_contact_at = now() - interval '2 years 1 second' WHERE id = 'OTHER'", "other", UNKNOWN),
    ("UPDATE inquiry SET restricted_at = now() WHERE id = 'OTHER'", "other", UNKNOWN),
    ("DELETE FROM inquiry WHERE id = 'OTHER'", "other", UNKNOWN),
    (
        "UPDATE outbox SET recipient = 'carl@own.example' WHERE inquiry_id = 'OTHER' AND recipient = 'anna@own.example'",
        "other",
        UNKNOWN,
    ),
    (
        "UPDATE inquiry_content SET email = 'x@y.example', email_key = 'x@y.example' WHERE inquiry_id = 'OTHER'",
        "other",
        "came from another address",
    ),
    ("UPDATE ticket SET state = 'spam', closed_at = now() WHERE inquiry_id = 'OTHER'", "other", "is marked as spam"),
    ("UPDATE ticket SET state = 'closed', closed_at = now() WHERE inquiry_id = 'OTHER'", "other", MERGED),
    (
        "INSERT INTO legal_hold (inquiry_id, reason, ends_at) VALUES ('OTHER', 'x', now() + interval '1 day')",
        "other",
        MERGED,
    ),
    ("", "other", MERGED),
];

#[tokio::test]
async fn only_an_inquiry_of_the_same_person_and_of_the_sender_goes_on() {
    let case = watched().await;
    for (change, named, sentence) in TABLE {
        let (one, other) = (case.another(VISITOR).await, case.another(VISITOR).await);
        if !change.is_empty() {
            case.world.execute(&change.replace("OTHER", &other.id.to_string())).await;
        }
        let reference = match named {
            "its own" => one.reference.as_str(),
            "none" => "FW-0000-0000",
            _ => other.reference.as_str(),
        };
        case.writes_on(&one, CONSULTANT, &format!("#merge {reference}")).await;
        let receipt = case.receipt(CONSULTANT).replace('\n', " ");
        assert!(receipt.contains(sentence), "{change} {named}: {receipt}");
        assert_eq!(case.merged_into(&one).await.is_some(), sentence == MERGED, "{change} {named}");
        if sentence == MERGED {
            // Twice.
            case.writes_on(&one, CONSULTANT, &format!("#merge {reference}")).await;
            let receipt = case.receipt(CONSULTANT);
            assert!(receipt.contains("is this one already"), "{receipt}");
        }
    }
}

/// Nobody else merges: not the visitor, a colleague with this consultant's address, who has left, or who is not proven.
#[tokio::test]
async fn only_the_rightful_cells_of_the_table_of_merges_act() {
    let case = watched().await;
    // A participant is no visitor.
    let (one, other) = (case.another(VISITOR).await, case.another("boss@visitor.example").await);
    let raw = mail(VISITOR, "copies", &format!("Cc: boss@visitor.example\r\n{}", dmarc("pass")));
    take(&case.world, &one.address, &raw).await;
    settle(&case.world).await;
    case.writes_on(&one, CONSULTANT, &format!("#merge {}", other.reference)).await;
    assert!(case.receipt(CONSULTANT).contains("came from another address"));
    // Nobody else: the visitor, a colleague with this consultant's address, who has left, who is not proven.
    let other = case.another(VISITOR).await;
    let verb = format!("#merge {}", other.reference);
    case.visitor_writes_on(&one, &verb).await;
    let as_colleague = case.writes_to(&own(&one, CONSULTANT), COLLEAGUE, &verb, "").await;
    assert_eq!(as_colleague, Some(Fate::Command), "the consultant is asked");
    let left = settings_with(&[("NOTIFY_TO", COLLEAGUE)]);
    let proof = dmarc("pass").replace("visitor.example", "own.example");
    let raw = mail(CONSULTANT, "left", &proof).replace("Wimplethorpe answers.", &verb);
    let id = take(&case.world, &own(&one, CONSULTANT), &raw).await;
    settle_by(&case.world, &left).await;
    assert_eq!(rule(&case.world, id).await, "quarantined left");
    case.world.execute("UPDATE ticket_event SET at = at - interval '11 minutes'").await;
    let raw = mail(CONSULTANT, "unproven", "").replace("Wimplethorpe answers.", &verb);
    let id = take(&case.world, &own(&one, CONSULTANT), &raw).await;
    settle_by(&case.world, &settings_with_trust("none")).await;
    assert_eq!(rule(&case.world, id).await, "command unproven");
    assert_eq!(case.merged_into(&one).await, None, "nothing is done yet");
    case.drain().await;
    let question = case.mails_to(CONSULTANT).pop().unwrap();
    case.replies(CONSULTANT, &question, "#send").await;
    assert_eq!(case.merged_into(&one).await, Some(other.reference), "once its author has confirmed it");
}

#[tokio::test]
async fn a_merge_of_a_merge_leads_to_the_last_one() {
    let case = watched().await;
    let (second, third) = (case.another(VISITOR).await, case.another(VISITOR).await);
    case.writes(CONSULTANT, &format!("#merge {}", second.reference)).await;
    case.writes_on(&second, CONSULTANT, &format!("#merge {}", third.reference)).await;
    for ticket in [&case.ticket, &second] {
        assert_eq!(case.merged_into(ticket).await.as_ref(), Some(&third.reference));
        assert_eq!(case.visitor_writes_on(ticket, &format!("About {}", ticket.reference)).await, third.reference);
    }
    // By the reference of one that was merged.
    let fourth = case.another(VISITOR).await;
    case.writes_on(&fourth, CONSULTANT, &format!("#merge {}", case.ticket.reference)).await;
    assert_eq!(case.merged_into(&fourth).await.as_ref(), Some(&third.reference));
}

/// What was said among consultants on the one never leaves from the other.
#[tokio::test]
async fn a_note_of_the_merged_ticket_never_goes_out() {
    let case = Case::new().await;
    let other = ticket_of(&case.world, VISITOR).await;
    case.drain().await;
    case.writes(COLLEAGUE, &format!("#note\n{NOTE}")).await;
    case.writes(CONSULTANT, &format!("#merge {}", other.reference)).await;
    let before = case.mails_to(VISITOR).len();
    case.writes_on(&other, CONSULTANT, &format!("Dear customer\n\n{NOTE}\n\nKind regards")).await;
    assert_eq!(case.mails_to(VISITOR).len(), before);
    assert!(case.receipt(CONSULTANT).contains("has a note or a signed address"), "{}", case.receipt(CONSULTANT));
    case.writes_on(&other, CONSULTANT, &format!("That was {}, and is done.", case.ticket.reference)).await;
    assert_eq!(case.mails_to(VISITOR).len(), before + 1, "its reference is the visitor's");
}

/// An answer that waits, and a mail that is to be removed, are those of the ticket whose mails name them.
#[tokio::test]
async fn what_waits_on_the_merged_ticket_is_still_decided_there() {
    let case = Case::new().await;
    let other = ticket_of(&case.world, VISITOR).await;
    case.drain().await;
    case.writes(CONSULTANT, &format!("Ask {COLLEAGUE} please.")).await;
    let held = case.mails_to(CONSULTANT).pop().unwrap();
    case.writes(COLLEAGUE, &format!("#merge {}", other.reference)).await;
    let before = case.mails_to(VISITOR).len();
    case.replies(CONSULTANT, &held, "#send").await;
    let sent = case.mails_to(VISITOR);
    assert!(
        sent.len() == before + 1 && shown(sent.last().unwrap()).contains(COLLEAGUE),
        "{}",
        case.receipt(CONSULTANT)
    );
    assert_eq!(state_of(&case.world.db, case.ticket.id).await.unwrap().unwrap().state, State::Closed);
    // The visitor answers that one, which comes to the other.
    assert_eq!(case.visitor_writes_on(&case.ticket, "I did.").await, other.reference);
}

/// However the one stood: the earlier due time, and no unanswered mail is outside the list.
#[tokio::test]
async fn the_mail_that_waits_and_its_due_time_stay_on_the_one_that_goes_on() {
    for survivor in ["open", "closed", "answered"] {
        let case = watched().await;
        case.world
            .execute("UPDATE ticket SET half_at = now() - interval '2 hours', due_at = now() - interval '1 hour'")
            .await;
        let due: String = case.world.value("SELECT due_at::text FROM ticket").await;
        let other = case.another(VISITOR).await;
        match survivor {
            "closed" => drop(case.writes_on(&other, COLLEAGUE, "#close").await),
            "answered" => drop(case.writes_on(&other, COLLEAGUE, "We come on Monday.").await),
            _ => {}
        }
        let before = waiting_tickets(&case.world.db, CONSULTANT).await.unwrap().len();
        assert_eq!(before, if survivor == "open" { 2 } else { 1 }, "{survivor}");
        case.writes(CONSULTANT, &format!("#merge {}", other.reference)).await;
        keep_promises(&case.world.db, Some(&promise())).await.unwrap();
        let waiting = waiting_tickets(&case.world.db, CONSULTANT).await.unwrap();
        assert_eq!(waiting.len(), 1, "{survivor}");
        assert_eq!(waiting[0].reference.as_str(), other.reference, "{survivor}");
        let stays = format!("SELECT due_at::text FROM ticket WHERE inquiry_id = '{}'", other.id);
        assert_eq!(case.world.value::<String>(&stays).await, due, "{survivor}");
        case.writes_on(&other, COLLEAGUE, "We call you at noon.").await;
        assert!(waiting_tickets(&case.world.db, CONSULTANT).await.unwrap().is_empty(), "{survivor}");
    }
}

/// An answer that went out with the merge counts, until it is lost.
#[tokio::test]
async fn an_answer_that_is_lost_on_the_merged_ticket_makes_the_other_wait_again() {
    let case = watched().await;
    let other = case.another(VISITOR).await;
    case.writes_on(&other, COLLEAGUE, "We come on Monday.").await;
    case.writes(CONSULTANT, &format!("And on Tuesday.\n#merge {}", other.reference)).await;
    assert!(waiting_tickets(&case.world.db, CONSULTANT).await.unwrap().is_empty());
    case.world
        .execute(&format!(
            "UPDATE outbox SET state = 'failed', last_code = 'smtp_550' WHERE kind = 'answer' AND inquiry_id = '{}'",
            case.ticket.id
        ))
        .await;
    keep_promises(&case.world.db, Some(&promise())).await.unwrap();
    let waiting = waiting_tickets(&case.world.db, CONSULTANT).await.unwrap();
    assert_eq!(waiting.iter().map(|one| one.reference.as_str()).collect::<Vec<_>>(), [other.reference.as_str()]);
}

/// Each keeps its own period, and its own end.
#[tokio::test]
async fn a_merged_inquiry_expires_by_its_own_last_contact_and_goes_with_the_person() {
    let case = Case::of(World::new().await).await;
    let other = ticket_of(&case.world, VISITOR).await;
    case.drain().await;
    case.visitor_writes_on(&case.ticket, "The plant stands still since nine.").await;
    case.writes(CONSULTANT, &format!("#merge {}", other.reference)).await;
    let contact = format!("SELECT last_contact_at::text FROM inquiry WHERE id = '{}'", case.ticket.id);
    let before: String = case.world.value(&contact).await;
    assert_eq!(case.visitor_writes_on(&case.ticket, "It burns.").await, other.reference);
    assert_eq!(case.world.value::<String>(&contact).await, before, "a contact of the one is none of the other");
    let export = done(&case.world, &["person", "export", VISITOR, "--out", "export"]).await;
    assert!(export.starts_with("2 inquiries"), "{export}");
    let copied = std::fs::read_to_string(case.world.folder.path().join("export/person.json")).unwrap();
    assert!(copied.contains(&case.ticket.reference) && copied.contains(&other.reference), "both are exported");

    // The merged one expires: the other goes on without what it said.
    let expire = |id: Uuid| {
        format!("UPDATE inquiry SET last_contact_at = now() - interval '2 years 1 second' WHERE id = '{id}'")
    };
    case.world.execute(&expire(case.ticket.id)).await;
    case.writes_on(&other, CONSULTANT, "#history").await;
    let history = case.receipt(CONSULTANT);
    assert!(history.contains("It burns.") && !history.contains("The plant stands still"), "{history}");
    case.world.execute("SELECT purge_expired(gen_random_uuid(), 10)").await;
    let left = "SELECT string_agg(reference, ' ') FROM inquiry";
    assert_eq!(case.world.value::<String>(left).await, other.reference);

    // The one that goes on expires: what was merged into it stands for itself again.
    let third = ticket_of(&case.world, VISITOR).await;
    case.drain().await;
    case.writes_on(&third, CONSULTANT, &format!("#merge {}", other.reference)).await;
    assert_eq!(case.merged_into(&third).await.as_ref(), Some(&other.reference));
    case.world.execute(&expire(other.id)).await;
    assert_eq!(case.visitor_writes_on(&third, "Is anybody there?").await, third.reference);
    assert_eq!(state_of(&case.world.db, third.id).await.unwrap().unwrap().state, State::Open);
    case.world.execute("SELECT purge_expired(gen_random_uuid(), 10)").await;
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM ticket WHERE merged_into IS NOT NULL").await, 0);

    // A hold keeps what it names; an erasure takes both.
    let fourth = ticket_of(&case.world, VISITOR).await;
    case.drain().await;
    case.writes_on(&third, CONSULTANT, &format!("#merge {}", fourth.reference)).await;
    let held = ["retention", "hold", "--inquiry", &fourth.reference, "--reason", "a case", "--until", "2099-01-31"];
    done(&case.world, &held).await;
    done(&case.world, &["person", "erase", VISITOR, "--yes"]).await;
    assert_eq!(case.world.value::<String>(left).await, fourth.reference);
    case.world
        .execute("UPDATE legal_hold SET placed_at = now() - interval '2 days', ends_at = now() - interval '1 day'")
        .await;
    done(&case.world, &["person", "erase", VISITOR, "--yes"]).await;
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM inquiry").await, 0);
}

#[tokio::test]
async fn an_operator_merges_and_says_where_answers_go() {
    let case = Case::of(World::new().await).await;
    let other = ticket_of(&case.world, VISITOR).await;
    let strangers = ticket_of(&case.world, "x@y.example").await;
    let ticket = async |arguments: &[&str]| {
        let mut command = WorkerProcess::command(&case.world);
        command.arg("ticket").args(arguments).envs([
            ("INTAKE", "lmtp"),
            ("INTAKE_LMTP_LISTEN", "127.0.0.1:0"),
            ("INTAKE_TRUST", "none"),
            ("NOTIFY_TO", "anna@own.example,ben@own.example"),
            ("REPLY_ADDRESS", "@reply.own.example"),
            ("REPLY_HMAC_KEYS", KEYS),
        ]);
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let (one, two) = (case.ticket.reference.as_str(), other.reference.as_str());
    for (arguments, said) in [
        (["merge", one, "FW-0000-0000"], "no such inquiry to merge it into"),
        (["merge", one, &strangers.reference], "came from another address"),
        (["to", one, "not an address"], "an address that is neither ours"),
        (["to", one, COLLEAGUE], "an address that is neither ours"),
        (["to", one, "boss@visitor.example"], "no mail of it is stored"),
        (["merge", one, two], "merge done"),
        (["merge", one, two], "it was so already"),
    ] {
        let printed = ticket(&arguments).await;
        assert!(printed.contains(said), "{arguments:?}: {printed}");
    }
    for shown in [&["show", one][..], &["list"]] {
        let printed = ticket(shown).await;
        assert!(printed.contains(&format!("merged into {two}")), "{printed}");
    }
    assert!(ticket(&["close", one]).await.contains("close done"));
    assert_eq!(state_of(&case.world.db, other.id).await.unwrap().unwrap().state, State::Closed, "the one that goes on");

    let raw = mail(VISITOR, "copies", &format!("Cc: boss@visitor.example\r\n{}", dmarc("pass")));
    take(&case.world, &other.address, &raw).await;
    assert_eq!(settle(&case.world).await, Some(Fate::Reply));
    let copied = "SELECT copied_until IS NULL FROM participant";
    for (verb, said, is_copied) in [
        ("only", "only done", false),
        ("only", "it was so already", false),
        ("all", "all done", true),
        ("all", "it was so already", true),
    ] {
        let printed = ticket(&[verb, two]).await;
        assert!(printed.contains(said), "{verb}: {printed}");
        assert_eq!(case.world.value::<bool>(copied).await, is_copied, "{verb}");
    }
    assert!(ticket(&["to", two, "heir@visitor.example"]).await.contains("to done"));
    case.writes_on(&other, CONSULTANT, "We come on Monday.\n#only").await;
    let mails = case.world.server.accepted();
    let answered = mails.iter().filter(|mail| mail.data.contains("We come on Monday."));
    let answered: Vec<_> = answered.map(|mail| mail.to.as_str()).collect();
    assert!(answered.contains(&"heir@visitor.example") && !answered.contains(&VISITOR), "{answered:?}");
}

/// One reply to each of the two waits for the merge, and comes to the one that goes on.
#[tokio::test]
async fn mails_to_both_tickets_wait_while_they_are_merged() {
    let case = watched().await;
    let other = case.another(VISITOR).await;
    let merging = case.world.db.begin().await.unwrap();
    let inquiry = case.ticket.id;
    let action = Action { inquiry, who: None, verb: Verb::Merge, intake: None, target: None, until: None };
    merge(&merging, action, &other.reference.parse().unwrap()).await.unwrap();
    for (ticket, text) in [(&case.ticket, "It smokes."), (&other, "It burns.")] {
        take(&case.world, &ticket.address, &visitors(text)).await;
    }
    let mut both = Box::pin(async { tokio::join!(case.settle_all(), case.settle_all()) });
    assert!(timeout(Duration::from_millis(300), &mut both).await.is_err(), "no mail is settled meanwhile");
    merging.commit().await.unwrap();
    both.await;
    case.assert_one_survivor(&case.ticket, &other, ["It smokes.", "It burns."]).await;
    let moved = format!("SELECT count(*) FROM message WHERE inquiry_id = '{}'", other.id);
    assert_eq!(case.world.value::<i64>(&moved).await, 2, "both came after the merge");
}

/// Whichever is first, and however often they meet.
#[tokio::test]
async fn mails_to_both_tickets_that_race_a_merge_are_never_lost() {
    let case = watched().await;
    for round in 0..12 {
        let (one, other) = (case.another(VISITOR).await, case.another(VISITOR).await);
        let texts = [format!("It smokes since {round}."), format!("It burns since {round}.")];
        let verb = raw_of(CONSULTANT, &format!("#merge {}", other.reference));
        let mut mails = [
            (one.address.clone(), visitors(&texts[0])),
            (other.address.clone(), visitors(&texts[1])),
            (own(&one, CONSULTANT), verb),
        ];
        mails.rotate_left(round % 3);
        for (to, raw) in &mails {
            take(&case.world, to, raw).await;
        }
        tokio::join!(case.settle_all(), case.settle_all(), case.settle_all());
        case.assert_one_survivor(&one, &other, [&texts[0], &texts[1]]).await;
    }
    let fates = "SELECT string_agg(DISTINCT fate, ' ' ORDER BY fate) FROM intake";
    assert_eq!(case.world.value::<String>(fates).await, "command reply");
}
