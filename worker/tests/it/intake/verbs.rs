//! A consultant writes verbs.

use worker::{
    intake::Fate,
    ticket::{State, Way},
};

use super::{
    CONSULTANT, VISITOR,
    answers::{COLLEAGUE, Case, attributed, shown, text},
    dmarc, mail, settle, take,
};

#[tokio::test]
async fn verbs_have_one_receipt_each_and_never_reach_the_visitor() {
    let case = Case::new().await;
    for (from, text, receipt, state) in [
        (CONSULTANT, "#status", "Nobody has claimed this inquiry.", State::Open),
        (CONSULTANT, "#claim", "You answer this inquiry.", State::Claimed),
        (COLLEAGUE, "#claim", "anna answers this inquiry already.", State::Claimed),
        (CONSULTANT, "#assign ben", "The inquiry is assigned to ben", State::Claimed),
        (CONSULTANT, "#assign nobody", "No consultant has this name or address.", State::Claimed),
        (COLLEAGUE, "#status", "You answer this inquiry.", State::Claimed),
        (COLLEAGUE, "#schliessen", "The inquiry is closed.", State::Closed),
        (COLLEAGUE, "#close", "The inquiry is closed already.", State::Closed),
        (COLLEAGUE, "#close", "The inquiry is closed already.", State::Closed),
        (COLLEAGUE, "#close", "The inquiry is closed already.", State::Closed),
        (COLLEAGUE, "#reopen", "The inquiry is open again.", State::Claimed),
        (COLLEAGUE, "#spam", "The inquiry is marked as spam.", State::Spam),
        (COLLEAGUE, "#help", "Write one of these as the first line of a reply", State::Spam),
        (COLLEAGUE, "#clam\nGood morning", "begins with # and is no command", State::Spam),
        (COLLEAGUE, "#send", "No answer of yours waits.", State::Spam),
    ] {
        let count = case.mails_to(from).len();
        assert_eq!(case.writes(from, text).await, Some(Fate::Command), "{text}");
        let receipts = case.mails_to(from);
        assert_eq!(receipts.len(), count + 1, "{text}");
        let last = receipts.last().unwrap();
        let shown = last.data.replace("=\r\n", "");
        assert!(shown.contains(receipt), "{text}: {shown}");
        assert_eq!(last.header("Auto-Submitted").as_deref(), Some("auto-generated"));
        assert_eq!(case.state().await.0, state, "{text}");
    }
    assert!(case.mails_to(VISITOR).is_empty());
}

#[tokio::test]
async fn help_lists_all_verbs_in_the_language_of_its_verb() {
    let case = Case::new().await;
    for (verb, above, line) in [
        ("#help", "Write one of these", "#assign NAME  a colleague answers it"),
        ("#Hilfe", "Schreiben Sie eines dieser Wörter", "#schliessen           die Anfrage ist erledigt"),
        ("#aide", "Écrivez l’un de ces mots", "#attendre 5 jours  aucun rappel"),
        ("#aiuto", "Scriva una di queste parole", "#a INDIRIZZO       d’ora in poi le risposte vanno lì"),
    ] {
        case.writes(CONSULTANT, verb).await;
        let receipt = text(&case.mails_to(CONSULTANT).pop().unwrap());
        assert!(receipt.contains(above) && receipt.contains(line), "{verb}: {receipt}");
        assert_eq!(receipt.lines().filter(|line| line.starts_with('#')).count(), 26, "{verb}: {receipt}");
    }
}

#[tokio::test]
async fn a_note_goes_to_the_colleagues_alone() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "#note\nQuibblestone was on the phone.").await;
    assert!(case.mails_to(VISITOR).is_empty());
    assert!(case.mails_to(COLLEAGUE).pop().unwrap().data.contains("Quibblestone was on the phone."));
    assert_eq!(case.state().await.0, State::Open);
}

#[tokio::test]
async fn a_signature_below_a_verb_never_reaches_the_visitor() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "#close\n\nKind regards\nFirnwall, Zurich").await;
    assert!(case.mails_to(VISITOR).is_empty() && case.mails_to(COLLEAGUE).is_empty());
    let receipt = case.mails_to(CONSULTANT).pop().unwrap().data.replace("=\r\n", "");
    assert!(
        receipt.contains("The inquiry is closed.") && receipt.contains("What stands below a verb may be a signature"),
        "{receipt}"
    );
    assert_eq!(case.state().await, (State::Closed, None, Some(Way::Phone)));
    // It was no signature.
    let receipt = case.mails_to(CONSULTANT).pop().unwrap();
    case.replies(CONSULTANT, &receipt, "#send").await;
    assert!(shown(&case.mails_to(VISITOR).pop().unwrap()).contains("Kind regards\nFirnwall, Zurich"));
    // Nor does a sentence that a server adds end the reminders.
    case.writes(CONSULTANT, "#claim\n\nThis mail is confidential and may be privileged.").await;
    assert_eq!(case.mails_to(VISITOR).len(), 1);
}

/// The author is asked first, once: the same words again, such as a server's below each mail, are no answer.
#[tokio::test]
async fn a_text_below_close_or_wait_that_is_no_signature_ends_nothing() {
    for (verb, done) in [("#close", "The inquiry is closed."), ("#wait 5d", "The inquiry is in no reminder")] {
        let case = Case::new().await;
        let mail = format!("{verb}\n\nYes, on Tuesday.");
        case.writes(CONSULTANT, &mail).await;
        assert_eq!(case.state().await, (State::Open, None, None), "{verb}");
        let receipt = case.mails_to(CONSULTANT).pop().unwrap();
        let told = text(&receipt).replace('\n', " ");
        assert!(told.contains("neither closed nor put off yet") && told.contains("> Yes, on Tuesday."), "{told}");
        assert!(!told.contains("may be a signature"), "{told}");
        case.replies(CONSULTANT, &receipt, &format!("{verb}\n#send")).await;
        let [answer] = case.mails_to(VISITOR).try_into().unwrap();
        assert!(shown(&answer).contains("Yes, on Tuesday."));
        let told = text(case.mails_to(CONSULTANT).last().unwrap());
        assert_eq!(told.matches("Your answer is sent.").count(), 1, "{told}");
        assert!(told.contains(done), "{told}");
        assert_eq!(case.state().await.2, Some(Way::Mail), "it has gone first");

        let case = Case::new().await;
        for _ in 0..2 {
            case.writes(CONSULTANT, &mail).await;
        }
        let told = text(case.mails_to(CONSULTANT).last().unwrap());
        assert!(told.contains(done) && told.contains("may be a signature"), "{told}");
        assert!(case.mails_to(VISITOR).is_empty());
    }
}

#[tokio::test]
async fn nothing_closes_while_a_file_below_a_verb_or_an_answer_by_send_has_not_gone() {
    let case = Case::new().await;
    let file = "--x\nContent-Type: text/plain\n\n#close\n--x\nContent-Type: text/plain\n\
                Content-Disposition: attachment; filename=scope.txt\n\nTwo sites.\n--x--";
    let multipart = "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n";
    case.writes_with(CONSULTANT, file, multipart).await;
    assert_eq!(case.state().await.0, State::Open);
    let receipt = case.mails_to(CONSULTANT).pop().unwrap();
    case.replies(CONSULTANT, &receipt, "#send").await;
    assert!(case.mails_to(VISITOR).pop().unwrap().data.contains("scope.txt"));

    let case = Case::new().await;
    case.writes(CONSULTANT, &format!("Ask {COLLEAGUE} please.")).await;
    case.writes(CONSULTANT, "#close\n#send\n\nOr Wimplethorpe does it.").await;
    assert_eq!((case.mails_to(VISITOR).len(), case.state().await.0), (0, State::Open));
    let told = text(case.mails_to(CONSULTANT).last().unwrap()).replace('\n', " ");
    assert!(told.contains("What your mail asks for besides is not done."), "{told}");
}

/// A reply to a mail among consultants stays there.
#[tokio::test]
async fn a_text_above_a_verb_on_a_mail_among_consultants_is_no_answer() {
    let case = Case::new().await;
    case.writes(COLLEAGUE, "#note\nQuibblestone was on the phone.").await;
    let note = case.mails_to(CONSULTANT).pop().unwrap();
    for text in ["He never pays on time, but I take it.\n#claim", "#claim\n\nHe never pays on time, but I take it."] {
        case.replies(CONSULTANT, &note, text).await;
        assert!(case.mails_to(VISITOR).is_empty(), "{text}");
    }
}

/// The ticket is acted on once the text is sent.
#[tokio::test]
async fn a_text_and_a_verb_go_in_one_mail() {
    for (text, state, owner, did) in [
        ("Passt\n#close", State::Closed, CONSULTANT, "The inquiry is closed."),
        ("Yes, on Tuesday.\n\n#schliessen", State::Closed, CONSULTANT, "The inquiry is closed."),
        ("Yes, on Tuesday.\n#assign ben\n\n-- \nAnna", State::Claimed, COLLEAGUE, "The inquiry is assigned to ben"),
    ] {
        let case = Case::new().await;
        assert_eq!(case.writes(CONSULTANT, text).await, Some(Fate::Command), "{text}");
        let answers = case.mails_to(VISITOR);
        let [answer] = answers.as_slice() else { panic!("{text}: {} answers", answers.len()) };
        let answer = shown(answer);
        let said = text.lines().next().unwrap();
        assert!(answer.contains(said) && !answer.contains('#'), "{text}: {answer}");
        let receipt = super::answers::text(&case.mails_to(CONSULTANT).pop().unwrap());
        assert_eq!(receipt.matches("Your answer is sent.").count(), 1, "{text}: {receipt}");
        assert!(receipt.contains(did), "{text}: {receipt}");
        assert_eq!(case.state().await, (state, Some(owner.to_owned()), Some(Way::Mail)), "{text}");
    }
}

#[tokio::test]
async fn an_answer_that_went_without_its_author_s_signature_counts_as_sent() {
    let case = Case::new().await;
    let signature = "Senior Consultant\nFirnwall, Zurich\n+41 44 000 00 00";
    case.writes(CONSULTANT, &format!("Yes.\n\n{signature}")).await;
    case.writes(CONSULTANT, &format!("On Tuesday.\n#close\n\n{signature}")).await;
    assert!(!shown(&case.mails_to(VISITOR).pop().unwrap()).contains("+41"));
    assert_eq!((case.mails_to(VISITOR).len(), case.state().await.0), (2, State::Closed));
}

/// The author has said it before, and the visitor has not had it.
#[tokio::test]
async fn nothing_closes_over_the_words_of_an_answer_that_waits() {
    let case = Case::new().await;
    case.writes(COLLEAGUE, "Yes, on Monday.").await;
    case.writes(CONSULTANT, "Yes, on Tuesday.").await;
    case.writes(CONSULTANT, "#close\n\nYes, on Tuesday.").await;
    assert_eq!((case.mails_to(VISITOR).len(), case.state().await.0), (1, State::Claimed));
}

/// Nothing is closed of which the visitor has had no answer.
#[tokio::test]
async fn a_verb_of_an_answer_that_is_held_does_nothing() {
    let case = Case::new().await;
    case.writes(COLLEAGUE, "Yes, on Monday.").await;
    case.writes(CONSULTANT, "Yes, on Tuesday.\n\n#close").await;
    let receipt = case.mails_to(CONSULTANT).pop().unwrap();
    for told in ["a colleague has answered", "is not done. Write it again when the answer is sent."] {
        assert!(shown(&receipt).contains(told), "{}", shown(&receipt));
    }
    assert_eq!((case.mails_to(VISITOR).len(), case.state().await.0), (1, State::Claimed));
    case.replies(CONSULTANT, &receipt, "#send\n#close").await;
    assert_eq!((case.mails_to(VISITOR).len(), case.state().await.0), (2, State::Closed));
}

#[tokio::test]
async fn a_note_behind_characters_that_nobody_sees_never_reaches_the_visitor() {
    let case = Case::new().await;
    for (number, unseen) in ["\u{200b}", "\u{feff}\n\u{2060}", "\u{ad}", "\u{200e} \u{200f}"].into_iter().enumerate() {
        let text = format!("{unseen}#note\nQuibblestone {number} was on the phone.");
        let fate = case.writes_with(CONSULTANT, &text, "Content-Type: text/plain; charset=utf-8\r\n").await;
        assert_eq!(fate, Some(Fate::Command));
    }
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM outbox WHERE kind = 'answer'").await, 0);
    assert_eq!(case.mails_to(COLLEAGUE).len(), 4);
}

/// A colleague's note or answer, and what a receipt says, are among consultants.
#[tokio::test]
async fn words_about_a_mail_among_consultants_stay_there() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "#note\nQuibblestone is too small for us.").await;
    let note = case.mails_to(COLLEAGUE).pop().unwrap();
    case.replies(COLLEAGUE, &note, &format!("Agreed, far too small.\n\n{}", attributed(&note))).await;
    let told = shown(case.mails_to(COLLEAGUE).last().unwrap());
    assert!(told.contains("Your note goes to your colleagues. The visitor does not see it."), "{told}");
    let note = shown(case.mails_to(CONSULTANT).last().unwrap());
    assert!(note.contains("has noted") && note.contains("> Agreed, far too small."), "{note}");
    assert!(!note.contains("too small for us") && !note.contains("#note"), "{note}");

    case.writes(CONSULTANT, &format!("Ask {COLLEAGUE} please.")).await;
    let held = case.mails_to(CONSULTANT).pop().unwrap();
    case.replies(CONSULTANT, &held, "Our price is too low.").await;
    let told = shown(case.mails_to(CONSULTANT).last().unwrap());
    assert!(told.contains("Your note goes to your colleagues."), "{told}");
    assert!(case.mails_to(VISITOR).is_empty());
    case.writes(CONSULTANT, "#send").await;
    let [sent] = case.mails_to(VISITOR).try_into().unwrap();
    assert!(shown(&sent).contains(&format!("Ask {COLLEAGUE} please.")), "a note is no answer that waits");
}

/// Below a reply to it, its lines are no verbs.
#[tokio::test]
async fn the_list_of_verbs_is_known_where_it_is_quoted() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "#help").await;
    let list = case.mails_to(CONSULTANT).pop().unwrap();
    case.replies(CONSULTANT, &list, &format!("Quibblestone is done.\n\n{}", attributed(&list))).await;
    let told = shown(case.mails_to(CONSULTANT).last().unwrap());
    assert!(told.contains("Your note goes to your colleagues."), "{told}");
    let [note] = case.mails_to(COLLEAGUE).try_into().unwrap();
    assert!(!shown(&note).contains("you answer this inquiry"), "{}", shown(&note));
    case.writes(CONSULTANT, &format!("Wimplethorpe calls you.\n\n{}", attributed(&list))).await;
    let [sent] = case.mails_to(VISITOR).try_into().unwrap();
    assert!(!shown(&sent).contains("#claim"), "{}", shown(&sent));
}

/// Somebody meant the verb; of a mail without words nobody hears but its author.
#[tokio::test]
async fn a_note_with_a_verb_below_its_first_line_waits_and_one_without_words_goes_nowhere() {
    let case = Case::new().await;
    case.writes(COLLEAGUE, "Wimplethorpe will call you at noon.").await;
    let copy = case.mails_to(CONSULTANT).pop().unwrap();
    for text in ["*#close*\nQuibblestone is done.", "#note\nQuibblestone is done.\n#close", "Hi\n\n- #send"] {
        case.replies(CONSULTANT, &copy, text).await;
        let told = shown(case.mails_to(CONSULTANT).last().unwrap());
        assert!(told.contains("a line of your note begins with a verb") && told.contains("You wrote:"), "{told}");
    }
    // Behind a word that only looks like one.
    case.replies(CONSULTANT, &copy, "#note\nCall him, as in my #note of Monday.\n\n#close").await;
    let told = shown(case.mails_to(CONSULTANT).last().unwrap());
    assert!(told.contains("a line of your note begins with a verb") && told.contains("The line: #close"), "{told}");
    assert_eq!(case.state().await.0, State::Claimed);
    case.replies(CONSULTANT, &copy, &attributed(&copy)).await;
    assert!(shown(case.mails_to(CONSULTANT).last().unwrap()).contains("your mail has no text"));
    assert!(case.mails_to(COLLEAGUE).is_empty());
    case.replies(CONSULTANT, &copy, "*#note*\nQuibblestone is done.").await;
    assert_eq!((case.mails_to(COLLEAGUE).len(), case.mails_to(VISITOR).len()), (1, 1), "a note is what it is");
    case.replies(CONSULTANT, &copy, &format!("{}\n#close", attributed(&copy))).await;
    assert_eq!(case.state().await.0, State::Closed, "below a quote");
}

/// Somebody meant it for the colleagues.
#[tokio::test]
async fn an_answer_with_a_verb_below_its_first_line_waits() {
    let case = Case::new().await;
    for text in [
        "Hi\n\n#note Quibblestone never pays.",
        "*#note*\nQuibblestone never pays.",
        "#-note Quibblestone never pays.",
        "# Note: Quibblestone never pays.",
        "/#note Quibblestone never pays.",
    ] {
        case.writes(CONSULTANT, text).await;
        let receipt = case.mails_to(CONSULTANT).pop().unwrap();
        assert!(receipt.data.replace("=\r\n", "").contains("begins with #note"), "{text}");
    }
    assert!(case.mails_to(VISITOR).is_empty() && case.mails_to(COLLEAGUE).is_empty());
}

/// Its author hears which line it is, and that the answer below it waits.
#[tokio::test]
async fn a_line_that_is_no_command_is_named_and_the_answer_below_it_waits() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "#claim\n#clsoe\n\nWimplethorpe will call you at noon.").await;
    let held = case.mails_to(CONSULTANT).pop().unwrap();
    let told = shown(&held);
    for said in ["The line: #clsoe\n", "Nothing was done", "Reply with #send to send it.", "> Wimplethorpe will call"] {
        assert!(told.contains(said), "{said}: {told}");
    }
    assert!(case.mails_to(VISITOR).is_empty() && case.state().await.0 == State::Open);
    case.replies(CONSULTANT, &held, "#send").await;
    let [sent] = case.mails_to(VISITOR).try_into().unwrap();
    assert!(shown(&sent).contains("Wimplethorpe will call") && !shown(&sent).contains("#cl"), "{}", shown(&sent));
    case.writes(CONSULTANT, "#clsoe").await;
    let told = shown(&case.mails_to(CONSULTANT).pop().unwrap());
    assert!(told.contains("The line: #clsoe") && !told.contains("Reply with #send"), "{told}");
    case.writes(CONSULTANT, "#note\n#clsoe\n\nKunde zahlt nie.").await;
    let note = case.mails_to(CONSULTANT).pop().unwrap();
    assert!(!shown(&note).contains("Reply with #send"), "{}", shown(&note));
    case.replies(CONSULTANT, &note, "#send").await;
    assert_eq!(case.mails_to(VISITOR).len(), 1, "no note goes");
}

/// Its author may have meant the whole mail for the colleagues.
#[tokio::test]
async fn a_verb_in_the_subject_holds_the_answer() {
    for subject in ["#note Re: [FW] Other", "Re: [FW] Other #Notiz"] {
        let case = Case::new().await;
        let subject = subject.replace("FW", &case.ticket.reference);
        let raw = mail(CONSULTANT, "1", &dmarc("pass").replace("visitor.example", "own.example"))
            .replace("Re: We have received your inquiry", &subject)
            .replace("1@visitor.example", "1@own.example");
        take(&case.world, &case.address_of(CONSULTANT), &raw).await;
        assert_eq!(settle(&case.world).await, Some(Fate::Command));
        case.drain().await;
        assert!(case.mails_to(VISITOR).is_empty(), "{subject}");
        let receipt = shown(&case.mails_to(CONSULTANT).pop().unwrap());
        assert!(receipt.contains(&format!("The line: Subject: {subject}")), "{receipt}");
        case.replies(CONSULTANT, &case.mails_to(CONSULTANT).pop().unwrap(), "#send").await;
        assert_eq!(case.mails_to(VISITOR).len(), 1, "{subject}");
    }
}
