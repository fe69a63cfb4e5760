//! Inquiries that a consultant has taken by phone.

use entity::outbox::{MailKind, OutboxState};
use uuid::Uuid;
use worker::{intake::Fate, ticket::find, your_mail::tell_authors};

use super::{
    CONSULTANT, VISITOR,
    answers::{COLLEAGUE, text},
    dmarc, mail,
    new_tickets::PUBLIC,
    rule, settings_for_new, settle_by, take,
};
use crate::{retention::done, support::World};

const CALL: &str = "#neu\r\nZquorvex Blimfandle\r\nGrobnitz AG\r\n+41 (0)44 123 45 67\r\n\r\nWimplethorpe is on fire.\r\n\r\nCall back by noon.\r\n-- \r\nAnna";

async fn call(world: &World, said: &str) -> String {
    let pass = dmarc("pass").replace("visitor.example", "own.example");
    let raw = mail(CONSULTANT, &Uuid::new_v4().to_string(), &pass).replace("Wimplethorpe answers.", said);
    let id = take(world, PUBLIC, &raw).await;
    settle_by(world, &settings_for_new()).await;
    rule(world, id).await
}

async fn drain(world: &World) {
    world.drain(&world.delivery_with_intake(&settings_for_new())).await;
}

async fn answer(world: &World, words: &str) -> String {
    let mails = world.server.accepted();
    let first = mails.iter().find(|mail| mail.to == COLLEAGUE).unwrap();
    let pass = dmarc("pass").replace("visitor.example", "own.example");
    let raw = mail(COLLEAGUE, &Uuid::new_v4().to_string(), &pass).replace("Wimplethorpe answers.", words);
    take(world, &first.header("Reply-To").unwrap(), &raw).await;
    assert_eq!(settle_by(world, &settings_for_new()).await, Some(Fate::Command));
    drain(world).await;
    text(&world.server.accepted().into_iter().rfind(|mail| mail.to == COLLEAGUE).unwrap())
}

#[tokio::test]
async fn a_call_becomes_an_inquiry_of_which_the_others_are_notified() {
    let world = World::while_rewriting().await;
    assert_eq!(call(&world, CALL).await, "new by_phone");
    let stored = "SELECT concat_ws('|', origin, first_name, last_name, company, phone, email, content.message, party) \
                  FROM inquiry JOIN inquiry_content AS content ON inquiry_id = id JOIN message USING (inquiry_id)";
    assert_eq!(
        world.value::<String>(stored).await,
        "phone|Zquorvex|Blimfandle|Grobnitz AG|+41 (0)44 123 45 67|41441234567@phone.invalid|\
         Wimplethorpe is on fire.\n\nCall back by noon.|visitor"
    );
    drain(&world).await;
    let mails = world.server.accepted();
    let notified: Vec<_> = mails.iter().filter(|mail| text(mail).contains("Wimplethorpe is on fire.")).collect();
    assert_eq!(notified.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), [COLLEAGUE], "not its author");
    let notification = text(notified[0]);
    for said in ["by phone", "no mail address", "There is no mail address: call", "it came by phone"] {
        assert!(notification.contains(said), "{said}: {notification}");
    }
    assert!(!notification.contains("phone.invalid"), "{notification}");
    let receipt = text(mails.iter().find(|mail| mail.to == CONSULTANT).unwrap());
    assert!(receipt.contains("The inquiry by phone is opened, and your colleagues are notified."), "{receipt}");
    assert_eq!(mails.len(), 2, "no auto-reply");
    assert_eq!(world.count(MailKind::AutoReply, OutboxState::Suppressed).await, 1);

    // An answer reaches nobody: its author reads whom to call.
    for words in ["We come at noon.", "#send"] {
        let receipt = answer(&world, words).await;
        assert!(receipt.contains("Call +41 (0)44 123 45 67, then write #close."), "{words}: {receipt}");
        assert!(!receipt.contains("Your answer is sent."), "{receipt}");
    }
    assert_eq!(world.count(MailKind::Answer, OutboxState::Sent).await, 0);
    assert!(answer(&world, "#close").await.contains("The inquiry is closed."));
    for spelling in ["044 123 45 67", "Grobnitz", "0041441234567"] {
        assert_eq!(find(&world.db, COLLEAGUE, spelling).await.unwrap().found.len(), 1, "{spelling}");
    }
}

#[tokio::test]
async fn a_caller_with_an_address_is_answered_there_and_gets_a_confirmation_if_asked() {
    for (asked, kept) in [("Confirmation: yes\r\n", 1), ("", 0)] {
        let world = World::new().await;
        let said = format!("#new\r\nZquorvex Blimfandle\r\n{VISITOR}\r\n{asked}\r\nWimplethorpe is on fire.");
        assert_eq!(call(&world, &said).await, "new by_phone");
        drain(&world).await;
        let to_visitor = || world.server.accepted().into_iter().filter(|mail| mail.to == VISITOR).collect::<Vec<_>>();
        assert_eq!(to_visitor().len(), kept);
        if let [confirmation] = to_visitor().as_slice() {
            let confirmation = text(confirmation);
            assert!(
                confirmation.contains("You called us.") && confirmation.contains("somebody called us"),
                "{confirmation}"
            );
            assert!(!confirmation.contains("Wimplethorpe"), "nothing that was typed");
        }
        answer(&world, "We come at noon.").await;
        assert!(text(to_visitor().last().unwrap()).contains("We come at noon."));
    }
}

#[tokio::test]
async fn a_call_that_lacks_something_opens_nothing_and_its_author_reads_the_form() {
    let world = World::while_rewriting().await;
    for (without, expected, remedy) in [
        ("Zquorvex Blimfandle\r\nGrobnitz AG\r\n", "no_name", "Write the caller's name"),
        ("+41 (0)44 123 45 67\r\n", "no_contact", "Write the caller's phone number"),
        ("\r\nWimplethorpe is on fire.\r\n\r\nCall back by noon.\r\n", "no_text", "Write what was said"),
    ] {
        assert_eq!(call(&world, &CALL.replace(without, "")).await, format!("quarantined {expected}"));
        world.execute("UPDATE digest_mail SET finished_at = finished_at - interval '2 hours'").await;
        tell_authors(&world.db, &world.mailer(), None).await.unwrap();
        let told = text(world.server.accepted().last().unwrap());
        assert!(told.contains(remedy) && told.contains("Phone: number"), "{told}");
    }
    let unclear = CALL.replace("Grobnitz AG", "Grobnitz AG\r\nZquorland");
    assert_eq!(call(&world, &unclear).await, "quarantined unclear_line");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 0);
}

/// A mail that a client forwards without a header that can be read, whose first lines look like a caller.
#[tokio::test]
async fn what_looks_forwarded_opens_no_inquiry_by_phone_and_its_author_is_asked() {
    let world = World::while_rewriting().await;
    let said = format!("#new\r\nZquorvex Blimfandle\r\n{VISITOR}\r\n\r\nWimplethorpe is on fire.");
    let pass = dmarc("pass").replace("visitor.example", "own.example");
    let raw = |said: &str| mail(CONSULTANT, &Uuid::new_v4().to_string(), &pass).replace("Wimplethorpe answers.", said);
    for forwarded in [
        raw(&said).replace("Re: We have received your inquiry", "WG: anything"),
        raw(&said).replace("Subject:", "In-Reply-To: <a@visitor.example>\r\nSubject:"),
        raw(&said.replace("Wimplethorpe", "----- Original -----\r\nWimplethorpe")),
        raw(&said.replace("Wimplethorpe", "> Wimplethorpe")),
    ] {
        let id = take(&world, PUBLIC, &forwarded).await;
        settle_by(&world, &settings_for_new()).await;
        assert_eq!(rule(&world, id).await, "quarantined several_senders", "{forwarded}");
    }
    world.execute("UPDATE digest_mail SET created_at = created_at - interval '2 hours'").await;
    tell_authors(&world.db, &world.mailer(), None).await.unwrap();
    let told = text(world.server.accepted().last().unwrap());
    assert!(told.contains("Write #new and the address of whom it is from"), "{told}");
    assert_eq!(call(&world, &said).await, "new by_phone", "a new mail is one");
}

/// As an officer writes it, whatever the spelling.
#[tokio::test]
async fn officers_hold_export_and_erase_a_caller_by_the_number() {
    let world = World::new().await;
    assert_eq!(call(&world, CALL).await, "new by_phone");
    drain(&world).await;
    done(&world, &["retention", "hold", "--email", "044 123 45 67", "--reason", "a case", "--until", "2099-01-31"])
        .await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM held_inquiry").await, 1);
    done(&world, &["person", "export", "0041441234567", "--out", "export"]).await;
    let exported = ["person.json", "person.html"].map(|name| world.folder.path().join("export").join(name));
    let exported = exported.map(|path| std::fs::read_to_string(path).unwrap()).concat();
    assert!(exported.contains("Wimplethorpe is on fire.") && exported.contains("+41 (0)44 123 45 67"));
    assert!(done(&world, &["person", "erase", "+41 44 123 45 67", "--yes"]).await.contains("hold"));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 1);
    world.execute("UPDATE legal_hold SET released_at = now()").await;
    done(&world, &["person", "erase", "+41 (0)44 123 45 67", "--yes"]).await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 0);
    assert_eq!(world.value::<i64>("SELECT count(*) FROM message").await, 0);
}

#[tokio::test]
async fn nobody_but_a_proven_consultant_opens_an_inquiry_by_phone() {
    let world = World::while_rewriting().await;
    let cells = [(CONSULTANT, "fail"), (CONSULTANT, "none"), (VISITOR, "pass"), ("gone@own.example", "pass")];
    for (from, result) in cells {
        let proof = dmarc(result).replace("visitor.example", from.split_once('@').unwrap().1);
        let raw = mail(from, &Uuid::new_v4().to_string(), &proof).replace("Wimplethorpe answers.", CALL);
        take(&world, PUBLIC, &raw).await;
        settle_by(&world, &settings_for_new()).await;
        let opened = "SELECT count(*) FROM inquiry WHERE origin = 'phone'";
        assert_eq!(world.value::<i64>(opened).await, 0, "{from} {result}");
    }
}
