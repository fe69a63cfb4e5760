//! What a consultant's answer may not take to the visitor, and what becomes of an answer that waits.

use mailer::addresses::Party;
use worker::intake::Fate;

use super::{
    CONSULTANT, VISITOR,
    answers::{COLLEAGUE, Case, quoted, shown},
    mail, rule, settle, signed, take, ticket_of,
};

const NOTE: &str = "Quibblestone never pays in time, so ask for cash in advance.";
const PASTED: &str = "Dear customer\n\nQuibblestone never pays in time, so ask for cash in advance.\n\nKind regards";

impl Case {
    fn last_receipt(&self, author: &str) -> String {
        shown(self.mails_to(author).last().unwrap())
    }

    async fn visitor_writes(&self, id: &str, text: &str) -> Option<Fate> {
        let raw = mail(VISITOR, id, "").replace("Wimplethorpe answers.", &text.replace('\n', "\r\n"));
        take(&self.world, &self.ticket.address, &raw).await;
        settle(&self.world).await
    }
}

/// That longer mails leave room for it is tried with the comparison.
#[tokio::test]
async fn a_note_is_found_however_much_an_outsider_writes() {
    let case = Case::new().await;
    case.writes(COLLEAGUE, &format!("#note\n{NOTE}")).await;
    for letter in ["a", "b", "c", "d"] {
        let text = format!("{}\n", format!("{letter} ").repeat(30)).repeat(16 * 1024 / 61);
        assert_eq!(case.visitor_writes(letter, &text).await, Some(Fate::Reply));
    }
    case.writes(CONSULTANT, PASTED).await;
    assert!(case.mails_to(VISITOR).is_empty());
    assert!(case.last_receipt(CONSULTANT).contains(&format!("The line: {NOTE}")));
}

#[tokio::test]
async fn a_note_is_found_behind_a_hundred_mails_of_programs() {
    let case = Case::new().await;
    case.writes(COLLEAGUE, &format!("#note\n{NOTE}")).await;
    case.world
        .execute(
            "INSERT INTO message (id, inquiry_id, party, is_machine, author, author_key, body, new_text, received_at) \
             SELECT gen_random_uuid(), id, 'system', true, 'x', 'x', 'I am away', 'I am away', now() - interval '1 hour' \
             FROM inquiry, generate_series(1, 100)",
        )
        .await;
    case.writes(CONSULTANT, PASTED).await;
    assert!(case.mails_to(VISITOR).is_empty());
    assert!(case.last_receipt(CONSULTANT).contains(&format!("The line: {NOTE}")));
}

#[tokio::test]
async fn what_could_not_be_compared_waits_for_its_author() {
    let case = Case::new().await;
    case.writes(COLLEAGUE, &format!("#note\n{NOTE}")).await;
    case.world
        .execute(
            "INSERT INTO message (id, inquiry_id, party, is_machine, author, author_key, body, new_text, received_at) \
             SELECT gen_random_uuid(), id, 'consultant', false, 'x', 'x', '', repeat('wimple ', 37000), now() - interval '1 hour' \
             FROM inquiry, generate_series(1, 34)",
        )
        .await;
    case.writes(CONSULTANT, "Wimplethorpe calls you.").await;
    let told = case.last_receipt(CONSULTANT);
    assert!(told.contains("could not be compared") && case.mails_to(VISITOR).is_empty(), "{told}");
    case.writes(CONSULTANT, "#send").await;
    assert_eq!(case.mails_to(VISITOR).len(), 1, "{}", case.last_receipt(CONSULTANT));
    // What is known is never sent.
    let address = signed().reply(&case.ticket.reference.parse().unwrap(), &Party::Visitor);
    for text in [NOTE.to_owned(), format!("Write to {address}.")] {
        case.writes(CONSULTANT, &format!("Hi\n\n{text}")).await;
        let held = case.mails_to(CONSULTANT).pop().unwrap();
        case.replies(CONSULTANT, &held, "#send").await;
        assert!(case.last_receipt(CONSULTANT).contains("has a note or a signed address"), "{text}");
    }
    assert_eq!(case.mails_to(VISITOR).len(), 1);
}

/// Without a receipt, nobody can tell which text its author means.
#[tokio::test]
async fn send_with_another_text_below_sends_neither() {
    let case = Case::new().await;
    case.writes(CONSULTANT, &format!("Ask {COLLEAGUE} please.")).await;
    let held = case.mails_to(CONSULTANT).pop().unwrap();
    case.writes(CONSULTANT, "#send\nAsk us please.").await;
    let told = case.mails_to(CONSULTANT).pop().unwrap();
    assert!(case.mails_to(VISITOR).is_empty(), "{}", shown(&told));
    assert!(shown(&told).contains("another text stands below") && shown(&told).contains("Ask us please."));
    case.replies(CONSULTANT, &told, "#send").await;
    let sent = case.mails_to(VISITOR);
    assert!(sent.len() == 1 && shown(&sent[0]).contains("Ask us please."), "{}", case.last_receipt(CONSULTANT));
    case.replies(CONSULTANT, &held, "#send\nKind regards").await;
    assert!(shown(&case.mails_to(VISITOR).pop().unwrap()).contains(COLLEAGUE), "the one that the receipt names");
    case.writes(CONSULTANT, &format!("Ask {COLLEAGUE} again.")).await;
    case.writes(CONSULTANT, "#send\n\n-- \nAnna").await;
    assert_eq!(case.mails_to(VISITOR).len(), 3, "a signature says nothing");
}

/// With the receipt, its author means the one that waits, and has perhaps more to say.
#[tokio::test]
async fn what_stands_below_send_is_told_when_the_held_answer_goes() {
    let case = Case::new().await;
    for (below, is_told) in [("And the logs, please.", true), ("Kind regards\nAnna", false)] {
        case.writes(CONSULTANT, &format!("Ask {COLLEAGUE} please, {below}")).await;
        let held = case.mails_to(CONSULTANT).pop().unwrap();
        let sent = case.mails_to(VISITOR).len();
        case.replies(CONSULTANT, &held, &format!("#send\n\n{below}")).await;
        assert_eq!(case.mails_to(VISITOR).len(), sent + 1, "{}", case.last_receipt(CONSULTANT));
        let told = shown(&case.mails_to(CONSULTANT).pop().unwrap());
        assert!(told.contains("Your answer is sent."), "{told}");
        assert_eq!(told.contains("is not sent. To send it, write it again."), is_told, "{told}");
        assert_eq!(told.contains("> And the logs, please."), is_told, "{told}");
    }
}

/// Each with its reason: one `#send` releases them all.
#[tokio::test]
async fn every_line_for_which_an_answer_waits_is_named_with_its_reason() {
    let case = Case::new().await;
    case.writes(COLLEAGUE, &format!("#note\n{NOTE}")).await;
    let answer = format!("Ask {COLLEAGUE} please.\n\nAs in FW-0001-0000.\n\nNobody answers this inquiry yet.");
    case.writes(CONSULTANT, &answer).await;
    let told = case.last_receipt(CONSULTANT);
    for (line, why) in [
        (format!("Ask {COLLEAGUE} please.").as_str(), "It has a colleague's address."),
        ("As in FW-0001-0000.", "It has the reference of another inquiry."),
        ("Nobody answers this inquiry yet.", "It is a line of a mail among consultants, or a few words of a note."),
    ] {
        assert!(told.contains(&format!("The line: {line}\n{why}\n")), "{line}: {told}");
    }
    case.writes(CONSULTANT, "#send").await;
    assert_eq!(case.mails_to(VISITOR).len(), 1, "{}", case.last_receipt(CONSULTANT));
    case.writes(CONSULTANT, &format!("Yes.\n\n{NOTE}\n\nAsk {COLLEAGUE} please.")).await;
    let told = case.last_receipt(CONSULTANT);
    assert!(told.contains(&format!("The line: {NOTE}\nIt is a line of a note.\n")), "{told}");
    assert_eq!(told.matches("The line: ").count(), 2, "{told}");
    let lines: Vec<_> = (1..=20).map(|at| format!("FW-0001-{at:04}\n\n{at} is ours.")).collect();
    case.writes(CONSULTANT, &lines.join("\n\n")).await;
    for named in [8, 8, 4] {
        assert_eq!(case.mails_to(VISITOR).len(), 1, "what no receipt has named");
        let held = case.mails_to(CONSULTANT).pop().unwrap();
        assert_eq!(shown(&held).matches("The line: ").count(), named, "{}", shown(&held));
        case.replies(CONSULTANT, &held, "#send").await;
    }
    assert_eq!(case.mails_to(VISITOR).len(), 2, "{}", case.last_receipt(CONSULTANT));
}

/// A later text or setting does not change what the receipt says.
#[tokio::test]
async fn the_line_of_a_held_answer_is_stored_when_it_is_held() {
    let case = Case::new().await;
    case.writes(CONSULTANT, &format!("Yes.\n\nAsk {COLLEAGUE} please.")).await;
    let line = "SELECT held_line FROM message";
    assert_eq!(case.world.value::<String>(line).await, format!("Ask {COLLEAGUE} please.\u{2029}colleague"));
    case.world.execute("UPDATE message SET held_line = 'Frobnicated line'").await;
    let mail = case.world.value::<uuid::Uuid>("SELECT id FROM outbox WHERE kind = 'receipt'").await;
    let delivery = case.world.delivery_with_intake(&super::settings());
    let text = outbox::text_of_mail(&delivery, mail).await.unwrap().unwrap();
    assert!(text.contains("The line: Frobnicated line"), "{text}");
}

#[tokio::test]
async fn a_note_keeps_what_it_quotes() {
    let case = Case::new().await;
    let notification = case.notification();
    let line = notification.lines().find(|line| line.contains("Will be deleted")).unwrap();
    case.writes(CONSULTANT, &format!("#note\n> {line}\nWimplethorpe, can we do that?")).await;
    let [copy] = case.mails_to(COLLEAGUE).try_into().unwrap();
    let copy = shown(&copy);
    assert!(copy.contains("Wimplethorpe, can we do that?"), "{copy}");
    assert!(copy.contains("Will be deleted") || copy.contains("not shown"), "{copy}");
}

#[tokio::test]
async fn send_names_what_the_receipt_did_not() {
    let case = Case::new().await;
    case.writes(CONSULTANT, &format!("Hi\n\n#claim\nAsk {COLLEAGUE} please.")).await;
    let [first] = case.mails_to(CONSULTANT).try_into().unwrap();
    assert!(shown(&first).contains("begins with a verb") && shown(&first).contains("The line: #claim"));
    case.replies(CONSULTANT, &first, "#send").await;
    assert!(case.mails_to(VISITOR).is_empty());
    let second = case.mails_to(CONSULTANT).pop().unwrap();
    assert!(shown(&second).contains(&format!("The line: Ask {COLLEAGUE} please.")), "{}", shown(&second));
    case.replies(CONSULTANT, &second, "#send").await;
    assert_eq!(case.mails_to(VISITOR).len(), 1, "its author has read the line");
}

/// Its author has not replied to the first receipt, but writes anew.
#[tokio::test]
async fn send_in_reply_to_what_send_itself_has_named_sends_it() {
    let case = Case::new().await;
    case.writes(CONSULTANT, &format!("Hi\n\n#claim\nAsk {COLLEAGUE} please.")).await;
    case.writes(CONSULTANT, "#send").await;
    let named = case.mails_to(CONSULTANT).pop().unwrap();
    assert!(shown(&named).contains(&format!("The line: Ask {COLLEAGUE} please.")), "{}", shown(&named));
    case.replies(CONSULTANT, &named, "#send").await;
    assert_eq!(case.mails_to(VISITOR).len(), 1, "{}", case.last_receipt(CONSULTANT));
}

#[tokio::test]
async fn send_refuses_what_became_a_note_meanwhile() {
    let case = Case::new().await;
    case.writes(CONSULTANT, &format!("Hi\n\n#claim\n{NOTE}")).await;
    let [receipt] = case.mails_to(CONSULTANT).try_into().unwrap();
    case.writes(COLLEAGUE, &format!("#note\n{NOTE}")).await;
    case.replies(CONSULTANT, &receipt, "#send").await;
    assert!(case.mails_to(VISITOR).is_empty());
    let told = case.last_receipt(CONSULTANT);
    assert!(told.contains("has a note or a signed address") && told.contains(&format!("The line: {NOTE}")), "{told}");
}

#[tokio::test]
async fn send_takes_no_older_answer() {
    let case = Case::new().await;
    case.writes(CONSULTANT, &format!("Ask {COLLEAGUE} please.")).await;
    let [held] = case.mails_to(CONSULTANT).try_into().unwrap();
    case.writes(CONSULTANT, "Wimplethorpe calls you.").await;
    case.writes(CONSULTANT, "#send").await;
    assert_eq!(case.mails_to(VISITOR).len(), 1);
    assert!(
        case.last_receipt(CONSULTANT).contains("it is not the one that your mail is about"),
        "{}",
        case.last_receipt(CONSULTANT)
    );
    case.replies(CONSULTANT, &held, "#send").await;
    assert_eq!(case.mails_to(VISITOR).len(), 2, "the one that the receipt names");
    case.replies(CONSULTANT, &held, "#send").await;
    assert!(case.last_receipt(CONSULTANT).contains("This answer is sent already."));
    assert_eq!(case.mails_to(VISITOR).len(), 2);
}

/// A receipt of another verb, or of an answer that has gone, names none.
#[tokio::test]
async fn send_in_reply_to_a_receipt_of_something_else_sends_nothing() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "#status").await;
    let status = case.mails_to(CONSULTANT).pop().unwrap();
    case.writes(CONSULTANT, &format!("Ask {COLLEAGUE} please.")).await;
    let held = case.mails_to(CONSULTANT).pop().unwrap();
    case.replies(CONSULTANT, &status, "#send").await;
    assert!(case.last_receipt(CONSULTANT).contains("it is not the one that your mail is about"));
    assert!(case.mails_to(VISITOR).is_empty());
    case.replies(CONSULTANT, &held, "#send").await;
    assert_eq!(case.mails_to(VISITOR).len(), 1, "{}", case.last_receipt(CONSULTANT));
}

#[tokio::test]
async fn who_answers_the_question_for_one_of_several_hears_of_them_again() {
    let case = Case::new().await;
    for text in ["one", "two"] {
        case.writes(CONSULTANT, &format!("Ask {COLLEAGUE} {text}.")).await;
    }
    case.writes(CONSULTANT, "#send").await;
    let several = case.mails_to(CONSULTANT).pop().unwrap();
    case.replies(CONSULTANT, &several, "#send").await;
    assert!(case.last_receipt(CONSULTANT).contains("Several answers of yours wait"));
    assert!(case.mails_to(VISITOR).is_empty());
}

#[tokio::test]
async fn who_means_a_line_that_begins_with_note_sends_it() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "Add this line:\n\n#note the backup").await;
    assert!(case.last_receipt(CONSULTANT).contains("with #note as the first line"));
    assert!(case.mails_to(VISITOR).is_empty());
    case.writes(CONSULTANT, "#send").await;
    assert_eq!(case.mails_to(VISITOR).len(), 1);
    // It was sent before it was written; perhaps it is all that somebody says.
    case.writes(CONSULTANT, "\n-- \nBen Huber\n+41 44 000 00 00").await;
    assert!(case.last_receipt(CONSULTANT).contains("no text but a signature"), "{}", case.last_receipt(CONSULTANT));
    assert_eq!(case.mails_to(VISITOR).len(), 1);
    case.writes(CONSULTANT, "#send").await;
    assert_eq!(case.mails_to(VISITOR).len(), 2);
    case.writes(CONSULTANT, "").await;
    case.writes(CONSULTANT, "#send").await;
    assert!(case.last_receipt(CONSULTANT).contains("has no text"), "{}", case.last_receipt(CONSULTANT));
}

#[tokio::test]
async fn a_signature_below_a_note_holds_no_answer() {
    let case = Case::new().await;
    let firm =
        "Senior Consultant at the desk\nExample AG, Bahnhofstrasse 1, 8001 Zurich, Switzerland, +41 44 000 00 00";
    case.writes(COLLEAGUE, &format!("#note\nCall him.\n\n-- \nBen Huber\n{firm}")).await;
    case.writes(COLLEAGUE, &format!("#note\nCall him again.\n\nKind regards\nBen Huber\n{firm}")).await;
    case.writes(CONSULTANT, &format!("Wimplethorpe calls you.\n\n-- \nAnna\n{firm}")).await;
    // Nobody can tell a signature without a mark from a note: its author is asked once.
    assert!(case.last_receipt(CONSULTANT).contains("Reply with #send to send it as it is"));
    case.writes(CONSULTANT, "#send").await;
    assert_eq!(case.mails_to(VISITOR).len(), 1, "{}", case.last_receipt(CONSULTANT));
    case.writes(CONSULTANT, &format!("Wimplethorpe calls you again.\n\nKind regards\nAnna\n{firm}")).await;
    assert_eq!(case.mails_to(VISITOR).len(), 2, "{}", case.last_receipt(CONSULTANT));
}

/// The paragraph with which a note ends is no signature; and an answer that waits is none of a later one.
#[tokio::test]
async fn the_end_of_a_note_is_found_at_the_end_of_an_answer() {
    let case = Case::new().await;
    let end =
        "Quibblestone never pays before the third reminder,\nso ask for cash in advance this time, and nothing else.";
    case.writes(COLLEAGUE, &format!("#note\nCall him tomorrow.\n\n{end}")).await;
    let long: String = (1..14).map(|line| ["Line of the answer, number ", &line.to_string(), ".\n"].concat()).collect();
    let answer = |greeting: &str| format!("{greeting}\n\nWe come on Monday.\n\n{long}{end}\n\nKind regards\nAnna");
    case.writes(CONSULTANT, &answer("Dear customer")).await;
    let held = case.mails_to(CONSULTANT).pop().unwrap();
    assert!(shown(&held).contains("Quibblestone never pays"), "{}", shown(&held));
    case.writes(CONSULTANT, &answer("Hello")).await;
    assert!(case.mails_to(VISITOR).is_empty(), "written again");
}

/// Whose mail below a verb has a receipt, too, still decides about the answer alone that a receipt names.
#[tokio::test]
async fn send_takes_no_answer_that_was_written_again_below_a_verb() {
    let case = Case::new().await;
    case.writes(CONSULTANT, &format!("Ask {COLLEAGUE} please.")).await;
    let held = case.mails_to(CONSULTANT).pop().unwrap();
    case.replies(CONSULTANT, &held, "#claim\nAsk us please.").await;
    let claimed = case.mails_to(CONSULTANT).pop().unwrap();
    case.replies(CONSULTANT, &claimed, "#send").await;
    let sent = case.mails_to(VISITOR);
    assert!(sent.len() == 1 && shown(&sent[0]).contains("Ask us please."), "{}", case.last_receipt(CONSULTANT));
    assert!(!shown(&sent[0]).contains(COLLEAGUE), "the answer alone that the receipt names");
}

/// A reference that the visitor has named is no other ticket's.
#[tokio::test]
async fn a_reference_of_the_visitors_holds_nothing() {
    let case = Case::new().await;
    assert_eq!(case.visitor_writes("old", "As we said in FW-0001-0000.").await, Some(Fate::Reply));
    case.writes(CONSULTANT, "Wimplethorpe calls you about FW-0001-0000.").await;
    assert_eq!(case.mails_to(VISITOR).len(), 1, "{}", case.last_receipt(CONSULTANT));
}

#[tokio::test]
async fn an_author_may_send_the_words_of_an_own_note_and_of_third_parties() {
    let case = Case::new().await;
    case.writes(CONSULTANT, &format!("#note\n{NOTE}")).await;
    let other = mail("cfo@visitor.example", "other", "")
        .replace("Wimplethorpe answers.", "The plant in the north stands still since nine this morning.");
    take(&case.world, &case.ticket.address, &other).await;
    assert_eq!(settle(&case.world).await, Some(Fate::Reply));
    for (count, text) in [PASTED, "The plant in the north stands still since nine this morning."].iter().enumerate() {
        case.writes(CONSULTANT, text).await;
        assert_eq!(case.mails_to(VISITOR).len(), count, "{text}");
        assert!(case.last_receipt(CONSULTANT).contains("Reply with #send to send it as it is"), "{text}");
        case.writes(CONSULTANT, "#send").await;
        assert_eq!(case.mails_to(VISITOR).len(), count + 1, "{text}");
    }
}

#[tokio::test]
async fn a_notification_of_another_ticket_never_goes_out() {
    let case = Case::new().await;
    let other = ticket_of(&case.world, "geheim@bank.example").await;
    case.drain().await;
    let mails = case.world.server.accepted();
    let notification = mails.iter().find(|mail| mail.to == CONSULTANT && mail.data.contains(&other.reference)).unwrap();
    let parsed =
        inbound::parsed_mail::ParsedMail::of(&inbound::mail::Mail::read(notification.data.as_bytes()).unwrap());
    let address = signed().reply(&other.reference.parse().unwrap(), &Party::Consultant(CONSULTANT.to_owned()));
    let attribution = format!("On Tue, 24 Nov 2026 at 10:30, Firnwall <{address}> wrote:");
    for (count, (above, quote)) in [
        (attribution.as_str(), quoted(&parsed.text)),
        (attribution.as_str(), parsed.text.clone()),
        ("", quoted(&parsed.text)),
        ("", parsed.text.clone()),
    ]
    .into_iter()
    .enumerate()
    {
        case.writes(CONSULTANT, &format!("Wimplethorpe {count} calls you.\n\n{above}\n{quote}")).await;
        let sent: Vec<String> = case.mails_to(VISITOR).iter().map(shown).collect();
        assert!(sent.is_empty(), "{count}: {sent:?}");
        let told = case.last_receipt(CONSULTANT);
        assert!(told.contains(&format!("Wimplethorpe {count}")) && told.contains("The line: "), "{count}: {told}");
    }
}

#[tokio::test]
async fn the_name_of_a_file_is_looked_at() {
    let case = Case::new().await;
    let body = format!(
        "--x\nContent-Type: text/plain\n\nSee the file.\n--x\nContent-Type: application/pdf\n\
         Content-Disposition: attachment; filename=\"for {COLLEAGUE}.pdf\"\n\n%PDF-1.4\n--x--"
    );
    case.writes_with(CONSULTANT, &body, "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n").await;
    assert!(case.mails_to(VISITOR).is_empty());
    assert!(case.last_receipt(CONSULTANT).contains(&format!("The line: for {COLLEAGUE}")));
}

/// Also what it lists and when it came: at each hour its date is written with other words.
#[tokio::test]
async fn an_answer_below_a_relayed_mail_with_a_file_goes_out() {
    let quote_of_ours = "\n\nOn Fri, 27 Nov 2026 23:10:44 GMT, Firnwall <desk@own.example> wrote:\n";
    for at in ["2026-11-27T12:00:00Z", "2026-11-27T23:10:18Z"] {
        let case = Case::new().await;
        let body = "--x\nContent-Type: text/plain\n\nCould you start in January?\nOur budget is fixed.\n--x\n\
                    Content-Type: text/plain\nContent-Disposition: attachment; filename=scope.txt\n\nTwo sites.\n--x\n\
                    Content-Type: text/html\nContent-Disposition: attachment; filename=site.html\n\n<p>Ours\n--x--";
        let raw = mail(VISITOR, "1", "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n");
        take(&case.world, &case.ticket.address, &raw.replace("Wimplethorpe answers.", &body.replace('\n', "\r\n")))
            .await;
        assert_eq!(settle(&case.world).await, Some(Fate::Reply));
        case.world.execute(&format!("UPDATE message SET received_at = '{at}'")).await;
        case.drain().await;
        let relayed = case.mails_to(CONSULTANT).pop().unwrap();
        let text =
            inbound::parsed_mail::ParsedMail::of(&inbound::mail::Mail::read(relayed.data.as_bytes()).unwrap()).text;
        assert!(text.contains("scope.txt (") && text.contains("site.html ("), "{text}");
        case.writes(CONSULTANT, &format!("Yes, on the 11th.{quote_of_ours}{}", quoted(&text))).await;
        let sent = case.mails_to(VISITOR);
        assert_eq!(sent.len(), 1, "{at}: {}", case.last_receipt(CONSULTANT));
        let sent = shown(&sent[0]);
        assert!(["Could you", "scope", "site.html"].iter().all(|ours| !sent.contains(ours)), "{at}: {sent}");
    }
}

/// How much of our mail a program quotes differs, and the day of it.
#[tokio::test]
async fn the_same_words_above_another_quote_are_the_same() {
    let case = Case::new().await;
    case.writes(
        CONSULTANT,
        "Wimplethorpe calls you at noon.\nThe offer comes on Friday.\nThe price is fixed, as agreed.",
    )
    .await;
    case.world.execute("UPDATE message SET received_at = '2026-11-24T23:30:00Z'").await;
    let attribution = "On Tue, 24 Nov 2026 at 10:30, Firnwall <desk@own.example> wrote:";
    let first = "> Wimplethorpe calls you at noon.\n> The offer comes on Friday.\n> The price is fixed, as agreed.";
    let text = format!("I will be back soon.\n\n{attribution}\n{first}");
    assert_eq!(case.visitor_writes("1", &text).await, Some(Fate::Reply));
    let shown = case.world.value::<String>("SELECT new_text FROM message WHERE party = 'visitor'").await;
    assert!(shown.ends_with("not shown: they repeat our mail of 25 November]"), "in the firm's zone: {shown}");
    // As if less had been quoted the day before.
    let other = "UPDATE message SET new_text = regexp_replace(new_text, '[0-9]+ lines (.*) 25', '2 lines \\1 24')";
    case.world.execute(other).await;
    let raw = mail(VISITOR, "2", "").replace("Wimplethorpe answers.", &text.replace('\n', "\r\n"));
    let id = take(&case.world, &case.ticket.address, &raw).await;
    settle(&case.world).await;
    assert_eq!(rule(&case.world, id).await, "quarantined repeated");
}
