//! A consultant answers from the mailbox.

use mailer::addresses::Party;
use testkit::smtp::Record;
use uuid::Uuid;
use worker::{
    intake::Fate,
    ticket::{State, Way, state_of},
};

use super::{CONSULTANT, Ticket, VISITOR, dmarc, mail, rule, settings, settle, signed, take, ticket};
use crate::support::World;

pub(super) const COLLEAGUE: &str = "ben@own.example";

pub(super) struct Case {
    pub(super) world: World,
    pub(super) ticket: Ticket,
}

impl Case {
    /// The notifications and the auto-reply are sent.
    pub(super) async fn new() -> Self {
        Self::of(World::while_rewriting().await).await
    }

    pub(super) async fn of(world: World) -> Self {
        let case = Self { ticket: ticket(&world).await, world };
        case.drain().await;
        case
    }

    pub(super) async fn drain(&self) {
        self.world.drain(&self.world.delivery_with_intake(&settings())).await;
    }

    pub(super) fn address_of(&self, consultant: &str) -> String {
        signed().reply(&self.ticket.reference.parse().unwrap(), &Party::Consultant(consultant.to_owned()))
    }

    /// A consultant's mail, proven by the receiving host, with everything that follows from it.
    pub(super) async fn writes(&self, from: &str, text: &str) -> Option<Fate> {
        self.writes_with(from, text, "").await
    }

    pub(super) async fn writes_with(&self, from: &str, text: &str, extra: &str) -> Option<Fate> {
        self.writes_to(&self.address_of(from), from, text, extra).await
    }

    /// With a client that does not say which mail it answers.
    pub(super) async fn replies(&self, from: &str, answered: &Record, text: &str) -> Option<Fate> {
        self.writes_to(&answered.header("Reply-To").unwrap(), from, text, "").await
    }

    pub(super) async fn writes_to(&self, to: &str, from: &str, text: &str, extra: &str) -> Option<Fate> {
        let headers = format!("{}{extra}", dmarc("pass").replace("visitor.example", "own.example"));
        let id = Uuid::new_v4().to_string();
        // Mail clients put the domain of their account into a Message-ID.
        let raw = mail(from, &id, &headers)
            .replace(&format!("{id}@visitor.example"), &format!("{id}@own.example"))
            .replace("Wimplethorpe answers.", &text.replace('\n', "\r\n"));
        take(&self.world, to, &raw).await;
        let fate = settle(&self.world).await;
        self.drain().await;
        fate
    }

    /// The mails to an address, the auto-reply and the notification aside.
    pub(super) fn mails_to(&self, address: &str) -> Vec<Record> {
        let mails = self.world.server.accepted();
        mails.into_iter().filter(|mail| mail.to == address).skip(1).collect()
    }

    /// The text that the consultant was notified with.
    pub(super) fn notification(&self) -> String {
        let mails = self.world.server.accepted();
        text(mails.iter().find(|mail| mail.to == CONSULTANT).unwrap())
    }

    pub(super) async fn state(&self) -> (State, Option<String>, Option<Way>) {
        let state = state_of(&self.world.db, self.ticket.id).await.unwrap().unwrap();
        (state.state, state.owner, state.first_answer_way)
    }
}

#[tokio::test]
async fn an_answer_goes_to_the_visitor_from_our_address_and_claims_the_ticket() {
    let case = Case::new().await;
    let before = case.world.server.accepted();
    let notification = before.iter().find(|mail| mail.to == CONSULTANT).unwrap();
    assert_eq!(notification.header("Reply-To"), Some(case.address_of(CONSULTANT)), "each has an own address");
    let auto_reply = before.iter().find(|mail| mail.to == VISITOR).unwrap();

    assert_eq!(case.writes(CONSULTANT, "Wimplethorpe will call you at noon.").await, Some(Fate::Command));
    let [answer] = case.mails_to(VISITOR).try_into().unwrap();
    assert!(answer.data.contains("Wimplethorpe will call you at noon."));
    assert_eq!(answer.header("From").as_deref(), Some("Firnwall <desk@own.example>"));
    assert_eq!(answer.header("Reply-To").as_deref(), Some(case.ticket.address.as_str()));
    assert_eq!(answer.header("In-Reply-To"), auto_reply.header("Message-ID"));
    assert_eq!(answer.header("Subject"), auto_reply.header("Subject").map(|subject| format!("Re: {subject}")));
    assert_eq!(answer.header("Auto-Submitted"), None, "a person's words");
    for ours in [CONSULTANT, COLLEAGUE, "Will be deleted", &case.address_of(CONSULTANT)] {
        assert!(!answer.data.contains(ours), "{ours}");
    }
    let [copy] = case.mails_to(COLLEAGUE).try_into().unwrap();
    assert!(copy.data.contains("Wimplethorpe will call") && copy.data.contains(CONSULTANT));
    assert!(case.mails_to(CONSULTANT).is_empty(), "no receipt for an answer that went out");
    assert_eq!(case.state().await, (State::Claimed, Some(CONSULTANT.to_owned()), Some(Way::Mail)));
    let contacts = "SELECT string_agg(kind, ' ') FROM contact";
    assert_eq!(case.world.value::<String>(contacts).await, "answer", "a delivered answer is a contact");
}

/// Nothing is kept, due or newest by a moment that has not been.
#[tokio::test]
async fn what_a_wrong_clock_has_dated_ahead_is_as_of_now_when_it_is_right() {
    let case = Case::of(World::with_movable_clock().await).await;
    let purge = "SELECT purge_expired(gen_random_uuid(), 10)";
    case.world.execute(purge).await;
    case.writes(CONSULTANT, "#close").await;
    case.world.move_clock("40 days").await;
    case.writes(CONSULTANT, "Wimplethorpe will call you at noon.").await;
    take(&case.world, &case.ticket.address, &mail(VISITOR, "again", "")).await;
    assert_eq!(settle(&case.world).await, Some(Fate::Reply));
    case.world.move_clock("0").await;
    let counts = [
        "contact WHERE at",
        "ticket_event WHERE at",
        "ticket WHERE started_at",
        "inquiry WHERE last_contact_at",
        "message WHERE received_at",
        "intake WHERE accepted_at",
        "intake WHERE settled_at",
        "raw_mail WHERE accepted_on",
        "outbox WHERE kind <> 'answer' AND finished_at",
    ];
    for ahead in counts {
        let rows: i64 = case.world.value(&format!("SELECT count(*) FROM {ahead} > clock_timestamp()")).await;
        assert!(rows > 0, "{ahead}");
    }
    let newest = "SELECT verb FROM ticket_event ORDER BY at DESC LIMIT 1";
    let verb: String = case.world.value(newest).await;
    let said = "SELECT string_agg(party, ' ' ORDER BY received_at) FROM message";
    let order: String = case.world.value(said).await;
    let bytes = "SELECT count(*) FROM intake CROSS JOIN LATERAL raw_mail_of(id)";
    let mails: i64 = case.world.value(bytes).await;
    let messages = "SELECT count(*) FROM inquiry CROSS JOIN LATERAL messages_of(inquiry.id)";
    let found: i64 = case.world.value(messages).await;
    case.world.execute("UPDATE ticket SET promised_from = started_at, half_at = started_at, due_at = started_at").await;
    case.world.execute(purge).await;
    for ahead in counts {
        let rows: i64 = case.world.value(&format!("SELECT count(*) FROM {ahead} > clock_timestamp()")).await;
        assert_eq!(rows, 0, "{ahead}");
    }
    assert_eq!(case.world.value::<String>(newest).await, verb, "in the same order");
    assert_eq!(case.world.value::<String>(said).await, order);
    assert_eq!(case.world.value::<i64>(bytes).await, mails);
    assert_eq!(case.world.value::<i64>(messages).await, found, "none is hidden");
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM message").await, found);
    let moved = "SELECT detail ->> 'tables' FROM ledger WHERE kind = 'set_aside' ORDER BY seq DESC LIMIT 1";
    assert_eq!(case.world.value::<String>(moved).await, "[\"raw_mail_default\"]", "rewritten, without the bytes");
    let kept = "SELECT last_contact_at BETWEEN now() - interval '1 minute' AND now() FROM inquiry";
    assert!(case.world.value::<bool>(kept).await);
    let answered = "SELECT is_answered(ticket) FROM ticket";
    assert!(!case.world.value::<bool>(answered).await, "an answer that has not been is none");
}

/// A consultant counts from the day that the mail says it is.
#[tokio::test]
async fn a_wait_and_an_absence_of_a_wrong_clock_end_as_was_meant() {
    let case = Case::of(World::with_movable_clock().await).await;
    let purge = "SELECT purge_expired(gen_random_uuid(), 10)";
    case.world.execute(purge).await;
    case.world.move_clock("40 days").await;
    case.writes(CONSULTANT, "#wait 5d").await;
    case.writes(CONSULTANT, "#away 5d").await;
    case.world.move_clock("0").await;
    let ends = ["SELECT waits_until FROM ticket", "SELECT until FROM ticket_event WHERE verb = 'away'"];
    let in_days = async |end: &str| -> f64 {
        case.world.value(&format!("SELECT extract(epoch FROM ({end}) - now())::float8 / 86400")).await
    };
    for end in ends {
        assert!(in_days(end).await > 40.0, "{end}");
    }
    case.world.execute(purge).await;
    for end in ends {
        let days = in_days(end).await;
        assert!(days > 3.0 && days < 6.0, "{end}: {days}");
    }
    case.world.execute(purge).await;
    assert!(in_days(ends[0]).await > 3.0, "once");
}

#[tokio::test]
async fn the_visitor_answers_the_answer_in_the_same_thread() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "Wimplethorpe will call you at noon.").await;
    let raw = mail(VISITOR, "thanks", "").replace("Wimplethorpe answers.", "Frobnicated thanks.");
    take(&case.world, &case.ticket.address, &raw).await;
    assert_eq!(settle(&case.world).await, Some(Fate::Reply));
    case.drain().await;
    assert!(case.mails_to(CONSULTANT).iter().any(|mail| mail.data.contains("Frobnicated thanks.")));
    case.writes(CONSULTANT, "You are welcome.").await;
    let [_, second] = case.mails_to(VISITOR).try_into().unwrap();
    assert_eq!(second.header("In-Reply-To").as_deref(), Some("<thanks@visitor.example>"));
}

#[tokio::test]
async fn what_is_ours_never_reaches_the_visitor() {
    let case = Case::new().await;
    let id = signed().message_id(case.world.rows_of(case.ticket.id).await[0].id);
    let (frame, signature) =
        ("your answer has a line that may be internal", "your answer has a note or a signed address");
    for (text, reason, line) in [
        (format!("Yes.\n\nAsk {COLLEAGUE} please."), frame, "The line: Ask ben@own.example please."),
        (format!("Ask {} please.", COLLEAGUE.to_uppercase()), frame, "The line: Ask BEN"),
        (format!("Write to {}.", case.address_of(COLLEAGUE)), signature, "The line: Write to r1-"),
        (format!("Write to {}.", case.ticket.address), signature, "The line: Write to r1-"),
        (format!("It was <{id}>."), signature, "The line: It was <o1-"),
        (
            "Yes.\nWill be deleted 23 November 2028,\nlater if there is contact in between".to_owned(),
            frame,
            "The line: later if there is contact in between",
        ),
        ("Reply to this mail: your answer goes to the visitor. Yes.".to_owned(), frame, "The line: Reply to this mail"),
    ] {
        assert_eq!(case.writes(CONSULTANT, &text).await, Some(Fate::Command), "{text}");
        let receipt = case.mails_to(CONSULTANT).pop().unwrap().data.replace("=\r\n", "");
        assert!(receipt.contains(reason) && receipt.contains(line), "{text}: {receipt}");
    }
    let receipts = case.mails_to(CONSULTANT);
    case.writes(CONSULTANT, "#send").await;
    assert!(case.mails_to(CONSULTANT).last().unwrap().data.contains("Several answers of yours wait"));
    case.replies(CONSULTANT, &receipts[2], "#send").await;
    assert!(case.mails_to(CONSULTANT).last().unwrap().data.contains("Write it again"), "#send does not force it");
    assert!(case.mails_to(VISITOR).is_empty() && case.mails_to(COLLEAGUE).is_empty());
    assert_eq!(case.state().await.0, State::Open);
    case.replies(CONSULTANT, &receipts[0], "#send").await;
    let [sent] = case.mails_to(VISITOR).try_into().unwrap();
    assert!(sent.data.contains(&format!("Ask {COLLEAGUE} please.")), "its author has read the line");
}

#[tokio::test]
async fn a_second_answer_within_ten_minutes_waits_for_its_author() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "Wimplethorpe will call you at noon.").await;
    case.writes(COLLEAGUE, "Zwirbelmatt will call you at two.").await;
    assert_eq!(case.mails_to(VISITOR).len(), 1);
    let receipt = case.mails_to(COLLEAGUE).pop().unwrap();
    assert!(receipt.data.contains("a colleague has answered") && receipt.data.contains("Zwirbelmatt"));
    case.writes(COLLEAGUE, "#send").await;
    let [_, second] = case.mails_to(VISITOR).try_into().unwrap();
    assert!(second.data.contains("Zwirbelmatt will call you at two.") && !second.data.contains("#send"));
    case.writes(COLLEAGUE, "#send").await;
    assert_eq!(case.mails_to(VISITOR).len(), 2, "once");
    assert_eq!(case.state().await.1, Some(CONSULTANT.to_owned()), "the first answer claims");
}

/// A client puts it below the draft that a link of the notification has opened.
#[tokio::test]
async fn the_signature_stays_in_the_first_answer_and_is_left_out_of_later_ones() {
    let case = Case::new().await;
    let signature = "-- \nAnna Muster\nSenior Consultant\n+41 44 765 43 21\nFirnwall AG, Zürich";
    let quoted = "\n\nOn Monday, Zquorvex via Firnwall wrote:\n> Wimplethorpe would like to talk with you.";
    let mut sent = Vec::new();
    for words in ["We come on Tuesday.", "Or on Friday?"] {
        case.writes(CONSULTANT, &format!("{words}\n\n{signature}{quoted}")).await;
        let answer = text(&case.mails_to(VISITOR).pop().unwrap());
        assert!(answer.contains(words), "{answer}");
        sent.push(answer);
    }
    for line in ["Anna Muster", "Senior Consultant", "+41 44 765 43 21"] {
        assert!(sent[0].contains(line), "{line}: {}", sent[0]);
        assert!(!sent[1].contains(line), "{line}: {}", sent[1]);
    }
    assert!(!sent[1].contains("not shown"), "{}", sent[1]);
    let [told] = case.mails_to(CONSULTANT).try_into().unwrap();
    assert!(shown(&told).contains("the visitor gets what is shown below"), "{}", shown(&told));
    // A colleague's first answer has the own one.
    case.world.execute("UPDATE ticket_event SET at = at - interval '11 minutes'").await;
    case.writes(COLLEAGUE, "It is me now.\n\n-- \nBen Huber\nFirnwall AG, Zürich").await;
    let answer = text(&case.mails_to(VISITOR).pop().unwrap());
    assert!(answer.contains("It is me now.") && answer.contains("Ben Huber"), "{answer}");
}

/// A signature has no sentences.
#[tokio::test]
async fn what_stands_below_a_mark_in_two_answers_goes_out_in_both() {
    let case = Case::new().await;
    let below = "--\nOffer B: CHF 31,000, with night shifts. We recommend B.\n\nAnna Muster";
    for above in ["Two offers:\n\nOffer A: CHF 22,000.", "Again:\n\nOffer A: CHF 24,000."] {
        case.writes(CONSULTANT, &format!("{above}\n{below}")).await;
        let answer = text(&case.mails_to(VISITOR).pop().unwrap());
        assert!(answer.contains(above) && answer.contains(below), "{answer}");
    }
}

#[tokio::test]
async fn a_question_below_a_log_of_many_lines_is_shown() {
    let case = Case::new().await;
    let log = (0..2_500).map(|number| format!("12:04:31 DROP {number}\r\n")).collect::<Vec<_>>().concat();
    let raw = mail(VISITOR, "log", "").replace("Wimplethorpe answers.", &format!("{log}\r\nShould we shut down now?"));
    take(&case.world, &case.ticket.address, &raw).await;
    assert_eq!(settle(&case.world).await, Some(Fate::Reply));
    case.drain().await;
    assert!(text(&case.mails_to(CONSULTANT).pop().unwrap()).contains("> Should we shut down now?"));
    // To who takes over, too, however much was written.
    case.world.execute("UPDATE message SET new_text = repeat('x', 40000) || E'\nWimplethorpe waits.'").await;
    case.writes(COLLEAGUE, "#history").await;
    let history = text(&case.mails_to(COLLEAGUE).pop().unwrap());
    assert!(history.contains("> Wimplethorpe waits.") && history.contains("A part of it is not shown."), "{history}");
}

/// Such an end may have been written on purpose.
#[tokio::test]
async fn of_a_signature_without_a_mark_its_author_hears_when_it_is_first_left_out() {
    let case = Case::new().await;
    let signature = "\n\nGruss\nAnna Muster\n+41 44 765 43 21";
    for (words, told) in [("We come on Tuesday.", 0), ("Or on Friday?", 1), ("Or on Monday?", 1)] {
        case.writes(CONSULTANT, &format!("{words}{signature}")).await;
        let receipts = case.mails_to(CONSULTANT);
        assert_eq!(receipts.len(), told, "{words}");
        assert!(receipts.iter().all(|receipt| shown(receipt).contains("the visitor gets what is shown below")));
    }
    assert_eq!(case.mails_to(VISITOR).iter().filter(|mail| mail.data.contains("+41 44 765 43 21")).count(), 1);
}

/// A client may quote a whole correspondence above it.
#[tokio::test]
async fn an_answer_below_a_long_quote_goes_out() {
    let case = Case::new().await;
    let lines: Vec<String> =
        (0..6_000).map(|number| format!("Line {number} of the log that Wimplethorpe has sent to us.")).collect();
    let sent = mail(VISITOR, "log", "").replace("Wimplethorpe answers.", &lines.join("\r\n"));
    take(&case.world, &case.ticket.address, &sent).await;
    assert_eq!(settle(&case.world).await, Some(Fate::Reply));
    let long = format!(
        "On Tue, 24 Nov 2026 at 10:30, Firnwall <desk@own.example> wrote:\n{}\n\nThe answer.",
        quoted(&lines.join("\n"))
    );
    assert!(long.len() > 256 * 1024);
    case.writes(CONSULTANT, &long).await;
    let [answer] = case.mails_to(VISITOR).try_into().unwrap();
    let answer = text(&answer);
    assert!(answer.contains("The answer.") && !answer.contains("are not shown"), "{answer}");
}

#[tokio::test]
async fn an_absence_note_of_a_consultant_is_no_answer() {
    let case = Case::new().await;
    let fate = case.writes_with(CONSULTANT, "I am away.", "Auto-Submitted: auto-replied\r\n").await;
    assert_eq!(fate, Some(Fate::Machine));
    assert!(case.mails_to(VISITOR).is_empty() && case.mails_to(COLLEAGUE).is_empty());
    assert_eq!(case.state().await.0, State::Open);
}

/// `anna+x@` and `anna@` are one mailbox: From has the other form of the address that was notified.
#[tokio::test]
async fn a_consultant_is_known_by_another_form_of_the_registered_address() {
    let world = World::while_rewriting().await;
    let registered = "anna+x@own.example";
    let id = world.inquiry(VISITOR, &[registered, COLLEAGUE]).await;
    let reference: String = world.value(&format!("SELECT reference FROM inquiry WHERE id = '{id}'")).await;
    let own = signed().reply(&reference.parse().unwrap(), &Party::Consultant(registered.to_owned()));
    let proof = dmarc("pass").replace("visitor.example", "own.example");
    take(&world, &own, &mail(CONSULTANT, "1", &proof)).await;
    assert_eq!(settle(&world).await, Some(Fate::Command));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM outbox WHERE kind = 'answer'").await, 1);
    let copies = "SELECT string_agg(recipient, ' ') FROM outbox WHERE kind = 'answer_copy'";
    assert_eq!(world.value::<String>(copies).await, COLLEAGUE, "none to the author");

    // Nobody proves the next one: the registered mailbox is asked, and confirms.
    take(&world, &own, &mail(CONSULTANT, "2", "").replace("Wimplethorpe answers.", "#close")).await;
    assert_eq!(settle(&world).await, Some(Fate::Command));
    let question: Uuid =
        world.value(&format!("SELECT id FROM outbox WHERE kind = 'question' AND recipient = '{registered}'")).await;
    let raw = mail(CONSULTANT, "3", "").replace("Wimplethorpe answers.", "#send");
    take(&world, &signed().internal(question), &raw).await;
    assert_eq!(settle(&world).await, Some(Fate::Command));
    assert_eq!(state_of(&world.db, id).await.unwrap().unwrap().state, State::Closed);
}

/// Mail from our own address counts as a program's, so that we never answer ourselves.
#[tokio::test]
async fn who_reads_at_our_own_address_answers_the_visitor_directly() {
    let world = World::while_rewriting().await;
    world.inquiry(VISITOR, &["Desk@own.example"]).await;
    world.drain(&world.delivery_with_intake(&settings())).await;
    let mails = world.server.accepted();
    let notification = mails.iter().find(|mail| mail.to == "Desk@own.example").unwrap();
    assert_eq!(notification.header("Reply-To").as_deref(), Some(VISITOR));
    assert!(!notification.data.contains("claim"));
}

/// A header that names our mailbox is a client's where it stands at a quote; elsewhere its author decides.
#[tokio::test]
async fn a_header_that_an_author_pasted_is_held_and_sent_by_its_author() {
    let case = Case::new().await;
    let header = "From: Firnwall <desk@own.example>\nSent: Monday, 23 November 2026 09:30\nTo: cfo@visitor.example\n\
                  Subject: Invoice 4711";
    case.writes(CONSULTANT, &format!("This one is forged:\n\n{header}")).await;
    assert!(case.mails_to(VISITOR).is_empty());
    let receipt = case.mails_to(CONSULTANT).pop().unwrap();
    assert!(shown(&receipt).contains("The line: From: Firnwall <desk@own.example>"), "{}", shown(&receipt));
    case.replies(CONSULTANT, &receipt, "#send").await;
    let [answer] = case.mails_to(VISITOR).try_into().unwrap();
    assert!(text(&answer).contains(header), "{}", text(&answer));
}

pub(super) fn shown(mail: &Record) -> String {
    mail.data.replace("=\r\n", "").replace("\r\n", "\n")
}

pub(super) fn text(mail: &Record) -> String {
    inbound::parsed_mail::ParsedMail::of(&inbound::mail::Mail::read(mail.data.as_bytes()).unwrap()).text
}

/// As a client puts it below a reply.
pub(super) fn attributed(mail: &Record) -> String {
    format!("On Tue, 24 Nov 2026 at 10:30, Firnwall <desk@own.example> wrote:\n{}", quoted(&text(mail)))
}

pub(super) fn quoted(text: &str) -> String {
    text.lines().map(|line| ["> ", line, "\n"].concat()).collect()
}

/// Of our mails only what a client quotes is left out, and every word of the author's goes.
#[tokio::test]
async fn an_answer_goes_out_whole_wherever_its_words_stand() {
    let case = Case::new().await;
    let answer = "Dear Mr Read\n\nOn 26 November 2026 you wrote:\n\n\"Can you start in December?\"\n\nYes, on the 7th.\n--\nThat is offer A.";
    let quote = quoted(&case.notification());
    let attribution = "On Tue, 24 Nov 2026 at 10:30, Firnwall <desk@own.example> wrote:";
    case.writes(CONSULTANT, &format!("{answer}\n\n{attribution}\n{quote}\nWimplethorpe calls you.")).await;
    let [sent] = case.mails_to(VISITOR).try_into().unwrap();
    let shown = sent.data.replace("=\r\n", "").replace("\r\n", "\n");
    assert!(shown.contains(answer) && shown.contains("Wimplethorpe calls you."), "{shown}");
    for ours in
        ["Answer due", "Will be deleted", "Reply to this mail", "colleagues get a copy", "Bot check", "Tue, 24 Nov"]
    {
        assert!(!shown.contains(ours), "{ours} in {shown}");
    }
}

/// Clients name whom the mail shows as its author.
#[tokio::test]
async fn the_attribution_of_a_visitors_mail_goes_with_its_quote() {
    let case = Case::new().await;
    case.visitor_goes_on("Could you start in January?").await;
    let relayed = case.mails_to(CONSULTANT).pop().unwrap();
    let author = relayed.header("From").unwrap().replace('"', "");
    assert!(author.contains(" via Firnwall <"), "{author}");
    let attribution = format!("On Sat, 28 Nov 2026 05:19:58 GMT, {author} wrote:");
    case.writes(CONSULTANT, &format!("Yes, on the 11th.\n\n{attribution}\n\n{}", quoted(&text(&relayed)))).await;
    let sent = shown(&case.mails_to(VISITOR).pop().unwrap());
    assert!(sent.contains("Yes, on the 11th.") && !sent.contains("wrote:"), "{sent}");
}

/// Not of a quote at its end, as each client leaves one.
#[tokio::test]
async fn an_author_whose_answer_is_shortened_gets_what_was_sent() {
    let case = Case::new().await;
    let quote = quoted(&case.notification());
    let attribution = "On Tue, 24 Nov 2026 at 10:30, Firnwall <desk@own.example> wrote:";
    case.writes(CONSULTANT, &format!("Wimplethorpe calls you.\n\n{attribution}\n{quote}")).await;
    assert!(case.mails_to(CONSULTANT).is_empty());
    case.writes(CONSULTANT, &format!("Above.\n\n{attribution}\n{quote}\nWimplethorpe below.")).await;
    let [told] = case.mails_to(CONSULTANT).try_into().unwrap();
    let told = told.data.replace("=\r\n", "");
    assert!(told.contains("Your answer is sent.") && told.contains("the visitor gets what is shown below"), "{told}");
    assert!(
        told.contains("> Above.") && told.contains("> Wimplethorpe below.") && !told.contains("Answer due"),
        "{told}"
    );
    assert_eq!(case.mails_to(VISITOR).len(), 2);
}

/// Of a mail that has a page clients quote the page.
#[tokio::test]
async fn a_quote_of_the_confirmations_page_is_not_shown() {
    let case = Case::new().await;
    let mails = case.world.server.accepted();
    let confirmation = mails.iter().find(|mail| mail.to == VISITOR).unwrap();
    let parsed = mail_parser::MessageParser::default().parse(confirmation.data.as_bytes()).unwrap();
    let page = parsed.body_html(0).unwrap();
    let reply = format!(
        "<div>Ja, bitte.</div><div>Am 27.11.2026 um 08:30 schrieb Firnwall &lt;desk@own.example&gt;:</div>\
         <blockquote>{page}</blockquote>"
    );
    let raw =
        mail(VISITOR, "page", "Content-Type: text/html; charset=utf-8\r\n").replace("Wimplethorpe answers.", &reply);
    take(&case.world, &case.ticket.address, &raw).await;
    assert_eq!(settle(&case.world).await, Some(Fate::Reply));
    let shown = case.world.value::<String>("SELECT new_text FROM message").await;
    let (above, said) = shown.split_once("\n\n[").unwrap_or_else(|| panic!("{shown}"));
    assert!(above == "Ja, bitte." && said.ends_with(']') && said.lines().count() == 1, "{shown}");
}

/// One line says how much of our mail is left out; every other line stays.
#[tokio::test]
async fn a_visitors_mail_is_shown_without_what_repeats_ours() {
    let case = Case::new().await;
    let pasted = "We got this mail:\n\nFrom: CEO <ceo@evil.example>\nSent: Thursday\nTo: CFO <cfo@visitor.example>\nSubject: Pay\n\nPay now.\n\nHe has paid.";
    let confirmation = case.world.value::<String>("SELECT sent_text FROM outbox WHERE kind = 'auto_reply'").await;
    let quote = quoted(&confirmation);
    let text = format!("{pasted}\n\nAm 27.11.2026 um 08:30 schrieb Firnwall:\n{quote}\nFrobnicated below.");
    let raw = mail(VISITOR, "below", "").replace("Wimplethorpe answers.", &text.replace('\n', "\r\n"));
    take(&case.world, &case.ticket.address, &raw).await;
    assert_eq!(settle(&case.world).await, Some(Fate::Reply));
    let shown = case.world.value::<String>("SELECT new_text FROM message").await;
    let (above, rest) = shown.split_once("\n\n[").unwrap();
    let (said, below) = rest.split_once("]\n\n").unwrap();
    assert_eq!((above, below), (pasted, "Frobnicated below."));
    assert!(said.contains("lines not shown: they repeat our mail of"), "{said}");
}

#[tokio::test]
async fn nobody_is_mailed_about_a_restricted_inquiry() {
    let case = Case::new().await;
    case.world.execute("UPDATE inquiry SET restricted_at = now()").await;
    let before = case.world.server.accepted().len();
    case.writes(CONSULTANT, "Wimplethorpe will call you at noon.").await;
    case.writes(CONSULTANT, "#status").await;
    take(&case.world, &case.ticket.address, &mail(VISITOR, "1", "")).await;
    assert_eq!(settle(&case.world).await, Some(Fate::Reply));
    case.drain().await;
    assert_eq!(case.world.server.accepted().len(), before);
    let outcome = "SELECT string_agg(outcome, ' ') FROM ticket_event WHERE verb = 'answer'";
    assert_eq!(case.world.value::<String>(outcome).await, "held_uncompared", "its texts are not used");
}

#[tokio::test]
async fn a_consultant_whom_nobody_proves_does_nothing() {
    let case = Case::new().await;
    for headers in [String::new(), dmarc("fail").replace("visitor.example", "own.example")] {
        let raw = mail(CONSULTANT, &Uuid::new_v4().to_string(), &headers).replace("Wimplethorpe answers.", "#close");
        let id = take(&case.world, &case.address_of(CONSULTANT), &raw).await;
        settle(&case.world).await;
        assert!(["command unproven", "quarantined consultant"].contains(&rule(&case.world, id).await.as_str()));
    }
    assert_eq!(case.state().await.0, State::Open);
    let done = "SELECT count(*) FROM ticket_event WHERE verb <> 'confirm'";
    assert_eq!(case.world.value::<i64>(done).await, 0);
}
