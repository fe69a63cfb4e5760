//! Who is told: the owner of a ticket, the followers, a new owner, and who is escalated to.

use entity::{answer_within::AnswerWithin, env::Env};
use inbound::html::text_of;
use mail_parser::MessageParser;
use sea_orm::TransactionTrait as _;
use testkit::smtp::{FailureMode, Record};
use worker::{
    intake::{Fate, IntakeSettings},
    promise::{Promise, keep_promises},
    ticket::{Action, State, Verb, assign},
};

use super::{
    CONSULTANT, VISITOR,
    answers::{COLLEAGUE, Case, text as read},
    dmarc, mail, settings_with, settle_by, take,
};

const CARL: &str = "carl.muster@own.example";
const NOTE: &str = "Quibblestone never pays in time, so ask for cash in advance.";
const HEAD: &str = "head@own.example";
const ALL: (&str, &str) = ("NOTIFY_TO", "anna@own.example,ben@own.example,carl.muster@own.example");

pub(super) fn house() -> IntakeSettings {
    settings_with(&[ALL, ("ESCALATE_TO", HEAD)])
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
            &mail(from, &id, &headers)
                .replace("Re: We have received your inquiry", &format!("Re: [{}]", self.ticket.reference))
                .replace("Wimplethorpe answers.", &text.replace('\n', "\r\n")),
        )
        .await;
        let fate = settle_by(&self.world, settings).await;
        self.world.drain(&self.world.delivery_with_intake(settings)).await;
        fate
    }

    /// Who gets what the visitor writes now.
    pub(super) async fn readers(&self, settings: &IntakeSettings, text: &str) -> String {
        assert_eq!(self.is_written(settings, VISITOR, text, "").await, Some(Fate::Reply));
        let sql = "SELECT coalesce(string_agg(split_part(recipient, '@', 1), ' ' ORDER BY recipient), '') FROM outbox \
            WHERE kind = 'visitor_reply' AND about = (SELECT id FROM message WHERE party = 'visitor' ORDER BY received_at DESC LIMIT 1)";
        self.world.value(sql).await
    }

    /// Who has the turn with these words.
    async fn who_has(&self, text: &str) -> String {
        let sql = format!(
            "SELECT string_agg(split_part(recipient, '@', 1), ' ' ORDER BY recipient) FROM outbox \
             WHERE kind = 'visitor_reply' AND about = (SELECT id FROM message WHERE new_text LIKE '{text}%')"
        );
        self.world.value(&sql).await
    }

    /// As if the promise had been watched since yesterday.
    async fn watch(&self, settings: &IntakeSettings) {
        self.promises(settings).await;
        let since =
            "UPDATE promise_watch SET since = since - interval '1 day', seen_until = seen_until - interval '1 day'";
        self.world.execute(since).await;
        self.promises(settings).await;
    }

    /// A program of the consultant's answers the last mail to this consultant.
    async fn program_answers(&self, settings: &IntakeSettings, headers: &str) {
        let answered = self.mails_to(CONSULTANT).pop().unwrap().header("Message-ID").unwrap();
        let headers = format!("In-Reply-To: {answered}\r\n{headers}");
        assert_eq!(self.is_written(settings, CONSULTANT, "I am away.", &headers).await, Some(Fate::Machine));
    }

    async fn reads(&self, mailbox: &str) -> bool {
        self.world.value(&format!("SELECT reads_mail('{mailbox}')")).await
    }

    async fn promises(&self, consultants: &IntakeSettings) {
        let answer = AnswerWithin::from_env(&Env::from_pairs([("OFFICE_HOURS", "Mo-Su 00:00-24:00")])).unwrap();
        let consultants = consultants.consultants.clone();
        let promise = Promise { answer, escalate_to: vec![HEAD.to_owned()], consultants };
        keep_promises(&self.world.db, Some(&promise)).await.unwrap();
    }
}

fn both(mail: &Record) -> [String; 2] {
    let parsed = MessageParser::new().parse(mail.data.as_bytes()).unwrap();
    [parsed.body_text(0).unwrap().replace("\r\n", "\n"), text_of(&parsed.body_html(0).unwrap())]
}

fn say(mail: &Record, sentences: &[&str]) {
    for form in both(mail) {
        let form = form.split_whitespace().collect::<Vec<_>>().join(" ");
        for sentence in sentences {
            assert!(form.contains(sentence), "{sentence}: {form}");
        }
    }
}

const TO_VISITOR: &str = "Reply to this mail: your answer goes to the visitor";

/// Whose it is, who else has the mail, and where an answer goes, in both forms of a mail.
#[tokio::test]
async fn the_mails_of_a_turn_say_whose_it_is_who_else_has_it_and_where_an_answer_goes() {
    let (case, house) = (Case::new().await, house());
    let told = case.world.server.accepted().into_iter().find(|mail| mail.to == CONSULTANT).unwrap();
    say(&told, &["Nobody answers this inquiry yet. Sent to ben as well as to you.", TO_VISITOR]);

    case.is_written(&house, CONSULTANT, "#claim", "").await;
    case.is_written(&house, COLLEAGUE, "#follow", "").await;
    case.readers(&house, "Can you come today?").await;
    let phone = "Phone: ";
    let relayed = case.mails_to(COLLEAGUE).pop().unwrap();
    say(&relayed, &["anna answers this inquiry. Sent to anna as well as to you.", TO_VISITOR]);
    let number: String = case.world.value("SELECT phone FROM inquiry_content").await;
    let [plain, page] = both(&relayed);
    assert!(
        plain.contains(&format!("Phone           {number}\n")) && page.contains(&format!("{phone}{number}")),
        "{plain}"
    );
    let own = case.address_of(COLLEAGUE);
    let reference = &case.ticket.reference;
    let html = MessageParser::new().parse(relayed.data.as_bytes()).unwrap().body_html(0).unwrap().into_owned();
    for (shown, verb) in [("I answer it", "claim"), ("Done", "close"), ("Spam", "spam"), ("More", "help")] {
        let link = format!("mailto:{own}?subject=%5B{reference}%5D&body=%23{verb}%0A");
        assert!(plain.contains(&format!("{shown}: {link}\n")), "{link}: {plain}");
        assert!(
            html.contains(&link.replace('&', "&#38;")) || html.contains(&link.replace('&', "&amp;")),
            "{link}: {html}"
        );
    }
}

#[tokio::test]
async fn every_other_mail_of_a_ticket_says_so_too() {
    let (case, house) = (Case::new().await, house());
    case.is_written(&house, CONSULTANT, "#claim", "").await;
    case.is_written(&house, COLLEAGUE, "#follow", "").await;
    case.is_written(&house, VISITOR, "I am away until 31 December 2099.", AWAY).await;
    say(
        &case.mails_to(COLLEAGUE).pop().unwrap(),
        &["anna answers this inquiry. Sent to anna as well as to you.", TO_VISITOR],
    );
    case.is_written(&house, CONSULTANT, "We come at noon.", "").await;
    let copied = ["anna answers this inquiry. Nobody else has this mail.", "your note goes to your colleagues"];
    say(&case.mails_to(COLLEAGUE).pop().unwrap(), &copied);
    case.is_written(&house, COLLEAGUE, "#assign carl", "").await;
    let carls = case.world.server.accepted().into_iter().rfind(|mail| mail.to == CARL).unwrap();
    say(&carls, &["You answer this inquiry now. Assigned by ben. Also told: anna.", TO_VISITOR]);
    case.is_written(&house, COLLEAGUE, "#history", "").await;
    let history = ["carl.muster answers this inquiry. Nobody else has this mail.", TO_VISITOR];
    say(&case.mails_to(COLLEAGUE).pop().unwrap(), &history);
    let lost = format!(
        "INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
         SELECT gen_random_uuid(), inquiry_id, lost, '{CONSULTANT}', id \
         FROM outbox, unnest(ARRAY['undeliverable', 'answer_lost']) AS lost WHERE outbox.kind = 'answer'"
    );
    case.world.execute(&lost).await;
    case.drain().await;
    let note = ["carl.muster answers this inquiry. Nobody else has this mail.", "your note goes to your colleagues"];
    for mail in case.mails_to(CONSULTANT).iter().rev().take(2) {
        say(mail, &note);
    }
    take(&case.world, &case.address_of(CONSULTANT), &mail(CONSULTANT, "unproven", "")).await;
    settle_by(&case.world, &house).await;
    case.drain().await;
    let asked = case.mails_to(CONSULTANT).pop().unwrap();
    assert!(read(&asked).contains("did you write this?"), "{}", read(&asked));
    say(&asked, &note[..1]);
    // Nor does a mail without anybody's words lack it.
    case.world.server.always(FailureMode::Filter("Grumbleweed"));
    case.is_written(&house, COLLEAGUE, "#note\nGrumbleweed called.", "").await;
    case.drain().await;
    let refused = case.mails_to(CONSULTANT).pop().unwrap();
    assert!(read(&refused).contains("worker message show"), "{}", read(&refused));
    say(&refused, &["carl.muster answers this inquiry. Sent to carl.muster as well as to you."]);
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

const AWAY: &str = "Auto-Submitted: auto-replied\r\n";

#[tokio::test]
async fn where_an_owner_reads_nothing_everybody_does() {
    let (case, house) = (Case::new().await, house());
    case.is_written(&house, CONSULTANT, "#claim", "").await;
    assert_eq!(case.readers(&house, "One").await, "anna");
    // The colleague has left.
    let left = settings_with(&[("NOTIFY_TO", "ben@own.example,carl.muster@own.example")]);
    assert_eq!(case.readers(&left, "Two").await, "ben");
    // The colleague is away, until the next own mail.
    case.program_answers(&house, AWAY).await;
    assert_eq!(case.readers(&house, "Three").await, "anna ben");
    let pass = "UPDATE intake SET settled_at = settled_at - interval '20 days'; \
        UPDATE ticket_event SET at = at - interval '20 days'";
    case.world.execute(pass).await;
    assert_eq!(case.readers(&house, "Four").await, "anna ben", "Exchange says so once");
    case.is_written(&house, CONSULTANT, "#status", "").await;
    assert_eq!(case.readers(&house, "Five").await, "anna");
    // What came back from the mailbox, the others get, and what comes next, too.
    let back = "UPDATE outbox SET state = 'bounced', finished_at = now() WHERE kind = 'visitor_reply' AND id = \
        (SELECT id FROM outbox WHERE kind = 'visitor_reply' ORDER BY created_at DESC LIMIT 1)";
    case.world.execute(back).await;
    case.promises(&house).await;
    case.promises(&house).await;
    assert_eq!(case.who_has("Five").await, "anna ben");
    assert_eq!(case.readers(&house, "Six").await, "anna ben");
}

/// Nobody else can say that a consultant is away, or is back; nor does a receipt.
#[tokio::test]
async fn only_the_own_mailbox_says_that_a_consultant_is_away() {
    let (case, house) = (Case::new().await, house());
    case.is_written(&house, CONSULTANT, "#claim", "").await;
    let visitors = case.world.server.accepted().into_iter().find(|mail| mail.to == VISITOR).unwrap();
    let answered = format!("In-Reply-To: {}\r\n", visitors.header("Message-ID").unwrap());
    let forged =
        mail(CONSULTANT, "forged", &format!("{AWAY}{answered}")).replace("Wimplethorpe answers.", "I am away.");
    take(&case.world, &case.ticket.address, &forged).await;
    assert_eq!(settle_by(&case.world, &house).await, Some(Fate::Machine));
    assert!(case.reads(CONSULTANT).await);
    let report = "Content-Type: multipart/report; report-type=disposition-notification; boundary=x\r\n";
    case.program_answers(&house, report).await;
    assert!(case.reads(CONSULTANT).await, "somebody has read it");

    case.program_answers(&house, AWAY).await;
    assert!(!case.reads(CONSULTANT).await && case.reads(COLLEAGUE).await);
    // A mail in this name that nobody proves.
    take(&case.world, &case.address_of(CONSULTANT), &mail(CONSULTANT, "unproven", "")).await;
    assert_eq!(settle_by(&case.world, &house).await, Some(Fate::Command));
    assert!(!case.reads(CONSULTANT).await);
    // Reminders go to the others, too.
    case.watch(&house).await;
    case.world.execute("UPDATE ticket SET half_at = now() - interval '1 minute'").await;
    case.promises(&house).await;
    let reminded =
        "SELECT string_agg(split_part(recipient, '@', 1), ' ' ORDER BY recipient) FROM outbox WHERE kind = 'reminder'";
    assert_eq!(case.world.value::<String>(reminded).await, "anna ben");
}

/// Whatever becomes of the mail to the only reader.
#[tokio::test]
async fn a_turn_that_nobody_can_read_goes_to_the_others() {
    let (case, house) = (Case::new().await, house());
    let left = settings_with(&[("NOTIFY_TO", "ben@own.example,carl.muster@own.example")]);
    let carl_alone = settings_with(&[("NOTIFY_TO", CARL)]);
    let put_off = "UPDATE outbox SET state = 'retry', age_from = now() - interval '61 minutes', finished_at = NULL";
    let bounced = "UPDATE outbox SET state = 'bounced', created_at = now() - interval '6 days', \
        finished_at = now() - interval '6 days'";
    case.is_written(&house, CONSULTANT, "#claim", "").await;
    for (number, (settings, change, readers)) in [
        (&left, "UPDATE outbox SET state = 'ready', finished_at = NULL", "anna ben"),
        (&house, put_off, "anna ben"),
        (&house, bounced, "anna ben"),
        (&carl_alone, put_off, "anna carl.muster"),
        (&house, "UPDATE outbox SET state = 'retry', age_from = now(), finished_at = NULL", "anna"),
    ]
    .into_iter()
    .enumerate()
    {
        let text = format!("Number {number}");
        assert_eq!(case.readers(&house, &text).await, "anna");
        let turn = format!("about = (SELECT id FROM message WHERE new_text LIKE '{text}%')");
        case.world.execute(&format!("{change} WHERE kind = 'visitor_reply' AND {turn}")).await;
        case.promises(settings).await;
        assert_eq!(case.who_has(&text).await, readers, "{number}");
        case.world.execute("UPDATE outbox SET state = 'sent', finished_at = now() WHERE kind = 'visitor_reply'").await;
    }
    // Nobody needs what the owner has.
    case.is_written(&house, COLLEAGUE, "#follow", "").await;
    assert_eq!(case.readers(&house, "Last").await, "anna ben");
    let bens = "UPDATE outbox SET state = 'failed' WHERE kind = 'visitor_reply' AND recipient = 'ben@own.example'";
    case.world.execute(bens).await;
    let before: i64 = case.world.value("SELECT count(*) FROM outbox").await;
    case.promises(&house).await;
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM outbox").await, before);
}

#[tokio::test]
async fn of_an_urgent_inquiry_everybody_reads_each_turn_until_the_first_answer() {
    let (case, house) = (Case::new().await, house());
    case.world.execute("UPDATE inquiry SET contact_reason = 'incident-response'").await;
    case.is_written(&house, CONSULTANT, "#claim", "").await;
    assert_eq!(case.readers(&house, "One").await, "anna ben");
    case.is_written(&house, CONSULTANT, "We come.", "").await;
    assert_eq!(case.readers(&house, "Two").await, "anna");
    case.is_written(&house, CONSULTANT, "#close", "").await;
    assert_eq!(case.readers(&house, "The attack is back").await, "anna ben");
}

/// No list has it.
#[tokio::test]
async fn a_mail_on_a_closed_ticket_that_reopens_nothing_goes_to_everybody() {
    let (case, house) = (Case::new().await, house());
    case.is_written(&house, CONSULTANT, "#claim", "").await;
    case.is_written(&house, CONSULTANT, "#close", "").await;
    let automatic = "Auto-Submitted: auto-generated\r\n";
    for (from, headers, text) in [(VISITOR, automatic, "The probe fails"), ("cfo@visitor.example", "", "Who pays")] {
        let raw = mail(from, text, headers).replace("Wimplethorpe answers.", text);
        take(&case.world, &case.ticket.address, &raw).await;
        assert_eq!(settle_by(&case.world, &house).await, Some(Fate::Reply));
        case.world.drain(&case.world.delivery_with_intake(&house)).await;
        assert_eq!(case.who_has(text).await, "anna ben");
        let relayed = read(case.mails_to(COLLEAGUE).last().unwrap());
        assert!(relayed.contains("This inquiry is closed.\nSent to anna as well as to you."), "{relayed}");
    }
    assert_eq!(case.readers(&house, "Thanks").await, "anna");
    assert_eq!(case.state().await.0, State::Closed);
}

/// Of two consultants who take a ticket at once, one is the former owner of the other.
#[tokio::test]
async fn who_owns_a_ticket_for_a_moment_is_told_that_it_is_over() {
    let (case, house) = (Case::new().await, house());
    let inquiry = case.ticket.id;
    let action = Action::of_operator(inquiry, Verb::Assign);
    let first = case.world.db.begin().await.unwrap();
    let consultants = house.consultants.clone();
    assign(&first, action, COLLEAGUE, consultants.as_deref()).await.unwrap();
    let other = case.world.database.app().await;
    let second = tokio::spawn(async move {
        let second = other.begin().await.unwrap();
        assign(&second, action, CARL, consultants.as_deref()).await.unwrap();
        second.commit().await.unwrap();
    });
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    first.commit().await.unwrap();
    second.await.unwrap();
    let told = "SELECT string_agg(split_part(recipient, '@', 1), ' ' ORDER BY recipient) FROM outbox \
        WHERE kind = 'assignment'";
    assert_eq!(case.world.value::<String>(told).await, "ben ben carl.muster");
}

/// The settings spell the address anew; and processing is restricted meanwhile.
#[tokio::test]
async fn a_new_owner_is_told_however_the_address_is_spelled_and_after_a_restriction() {
    let case = Case::new().await;
    let spelled = settings_with(&[("NOTIFY_TO", "anna@own.example,Ben@own.example")]);
    let restrict =
        |is_lifted: bool| format!("SELECT restrict_processing('{VISITOR}', {is_lifted}, now()::date, 'mail')");
    case.world.execute(&restrict(false)).await;
    case.is_written(&spelled, CONSULTANT, "#assign ben", "").await;
    case.world.execute(&restrict(true)).await;
    let told = "SELECT concat_ws(' ', recipient, state) FROM outbox WHERE kind = 'assignment'";
    assert_eq!(case.world.value::<String>(told).await, "Ben@own.example ready");
}

#[tokio::test]
async fn a_new_owner_hears_that_the_visitor_is_away() {
    let (case, house) = (Case::new().await, house());
    let away = || mail(VISITOR, &uuid::Uuid::new_v4().to_string(), AWAY).replace("Wimplethorpe answers.", "I am away.");
    for owner in [COLLEAGUE, CONSULTANT, CONSULTANT] {
        case.is_written(&house, CONSULTANT, &format!("#assign {owner}"), "").await;
        take(&case.world, &case.ticket.address, &away()).await;
        assert_eq!(settle_by(&case.world, &house).await, Some(Fate::Machine));
    }
    let told = "SELECT string_agg(recipient, ' ' ORDER BY created_at) FROM outbox WHERE kind = 'absence'";
    assert_eq!(case.world.value::<String>(told).await, "ben@own.example anna@own.example");
}

/// A mail with all of it would not be taken, and with it no answer could be compared.
#[tokio::test]
async fn whatever_others_write_an_assignment_has_a_size() {
    let (case, house) = (Case::new().await, house());
    case.world
        .execute(
            "INSERT INTO message (id, inquiry_id, party, is_machine, author, author_key, body, new_text, received_at) \
             SELECT gen_random_uuid(), id, 'other', false, 'x@visitor.example', 'x@visitor.example', '', \
                 repeat('wimple é ', 5000), now() - interval '1 hour' FROM inquiry, generate_series(1, 60)",
        )
        .await;
    case.readers(&house, "Grumbleweed is done.").await;
    case.is_written(&house, CONSULTANT, "#assign muster", "").await;
    let mails = case.world.server.accepted();
    let assignment = mails.iter().find(|mail| mail.to == CARL).unwrap();
    assert!(assignment.data.len() < 2_000_000, "{}", assignment.data.len());
    let text = read(assignment);
    assert!(text.contains("Grumbleweed is done.") && text.contains("A part of it is not shown. It ends so:"));
    let (_, left_out) = text.split_once("Earlier mails that are not shown: ").unwrap();
    assert!(left_out.split_once('.').unwrap().0.parse::<u32>().unwrap() > 40);
    let fate = case.is_written(&house, CARL, "Snorkelwacker comes on Monday.", "").await;
    assert_eq!(fate, Some(Fate::Command));
    assert_eq!(case.mails_to(VISITOR).len(), 1, "{}", read(case.world.server.accepted().last().unwrap()));
}

#[tokio::test]
async fn who_gets_a_ticket_gets_the_conversation_and_answers_it() {
    let (case, house) = (Case::new().await, house());
    case.is_written(&house, CONSULTANT, "Frobnicate the firewall first.", "").await;
    case.readers(&house, "Grumbleweed is done.").await;
    case.is_written(&house, CONSULTANT, &format!("#note\n{NOTE}"), "").await;
    case.is_written(&house, CONSULTANT, "#note\nNothing of this.\n#close", "").await;
    let files = "--x\nContent-Type: text/plain\n\nThe probe fails.\n--x\nContent-Type: text/plain\n\
                 Content-Disposition: attachment; filename=scope.txt\n\nTwo sites.\n--x--";
    let automatic =
        "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n";
    case.is_written(&house, VISITOR, files, automatic).await;
    case.world.execute("UPDATE outbox SET state = 'failed' WHERE kind = 'answer'").await;
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
        NOTE,
        "You answer this inquiry now.",
        "The visitor has not got it: it could not be sent.",
        "The probe fails.",
        "It is marked as programs mark their mails.",
        "1  scope.txt (10 bytes)",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(text.find("Frobnicate") < text.find("Grumbleweed") && text.contains("Assigned by ben."), "{text}");
    assert!(!text.contains("Nothing of this."), "it was held: {text}");
    assert_eq!(assignment.header("Reply-To"), Some(case.address_of(CARL)));
    let told = read(case.mails_to(CONSULTANT).last().unwrap());
    assert!(told.contains("This inquiry is no longer yours. Now carl.muster answers this inquiry."), "{told}");
    let told = case.mails_to(CONSULTANT).pop().unwrap();
    case.replies(CONSULTANT, &told, "She is difficult, call Mr X first.").await;
    assert!(read(case.mails_to(COLLEAGUE).last().unwrap()).contains("She is difficult"), "a note");

    // The colleague's answer is no longer fresh. A whole quote of the assignment goes to nobody.
    case.world.execute("UPDATE ticket_event SET at = at - interval '11 minutes'").await;
    let quote = text.lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n");
    let quoting = format!("We come.\n\nOn Monday, Firnwall wrote:\n{quote}");
    case.is_written(&house, CARL, &quoting, "").await;
    // Nor does the note that it shows, whoever types its words.
    case.is_written(&house, CARL, &format!("Good morning\n\n{NOTE}"), "").await;
    let held = case.world.server.accepted().into_iter().rfind(|mail| mail.to == CARL).unwrap();
    assert!(read(&held).contains("Not sent: your answer has a note"), "{}", read(&held));
    case.is_written(&house, CARL, "Snorkelwacker comes on Monday.", "").await;
    let answers: String = case.mails_to(VISITOR).iter().map(read).collect();
    assert!(answers.contains("Snorkelwacker"), "{answers}");
    assert!(
        !answers.contains("Quibblestone") && !answers.contains("difficult") && !answers.contains("Assigned"),
        "{answers}"
    );
    assert_eq!(case.readers(&house, "Thanks a lot for that, and when?").await, "carl.muster");
    let status = case.is_written(&house, COLLEAGUE, "#status", "").await;
    assert_eq!(status, Some(Fate::Command));
    let receipt = read(case.mails_to(COLLEAGUE).last().unwrap());
    assert!(receipt.contains("carl.muster answers this inquiry.\nThe visitor wrote again "), "{receipt}");
}

#[tokio::test]
async fn who_is_escalated_to_reads_the_inquiry_and_acts_by_a_reply() {
    let (case, house) = (Case::new().await, house());
    case.watch(&house).await;
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

/// Of a turn that its only reader does not get, and of a mail that came back.
#[tokio::test]
async fn who_reads_in_place_of_another_answers_by_a_reply() {
    let (case, house) = (Case::new().await, settings_with(&[("NOTIFY_TO", CONSULTANT), ("ESCALATE_TO", HEAD)]));
    case.world.execute("DELETE FROM outbox WHERE recipient = 'ben@own.example'").await;
    assert_eq!(case.readers(&house, "Anybody?").await, "anna");
    case.world.execute("UPDATE outbox SET state = 'bounced' WHERE kind = 'visitor_reply'").await;
    case.promises(&house).await;
    assert_eq!(case.who_has("Anybody?").await, "anna head");
    case.world.drain(&case.world.delivery_with_intake(&house)).await;
    assert_eq!(case.is_written(&house, HEAD, "We call you at noon.", "").await, Some(Fate::Command));
    assert_eq!(case.mails_to(VISITOR).pop().map(|mail| read(&mail).contains("We call you at noon.")), Some(true));
    assert_eq!(case.state().await.1.as_deref(), Some(HEAD));
}

/// Else two answer the same inquiry.
#[tokio::test]
async fn of_a_claim_colleagues_hear_once_but_who_has_muted_the_inquiry() {
    for verb in ["#claim", "#wait 5d"] {
        let (case, house) = (Case::new().await, house());
        case.is_written(&house, CONSULTANT, verb, "").await;
        case.is_written(&house, CONSULTANT, verb, "").await;
        let [told] = case.mails_to(COLLEAGUE).try_into().unwrap();
        say(&told, &["anna has claimed this inquiry and answers it."]);
        let message: String = case.world.value("SELECT message FROM inquiry_content").await;
        assert!(!read(&told).contains(message.lines().next().unwrap()), "it is short: {}", read(&told));
        case.replies(COLLEAGUE, &told, "She is difficult, call Mr X first.").await;
        assert!(case.mails_to(VISITOR).is_empty(), "a reply is a note");

        let case = Case::new().await;
        case.is_written(&house, COLLEAGUE, "#mute", "").await;
        case.is_written(&house, CONSULTANT, verb, "").await;
        assert_eq!(case.mails_to(COLLEAGUE).len(), 1, "the receipt");
    }
}

#[tokio::test]
async fn who_takes_an_inquiry_and_gives_it_away_in_one_mail_has_not_claimed_it() {
    let (case, house) = (Case::new().await, house());
    case.is_written(&house, CONSULTANT, "#claim\n#assign ben", "").await;
    let [told] = case.mails_to(COLLEAGUE).try_into().unwrap();
    assert!(!read(&told).contains("has claimed"), "{}", read(&told));
}

/// The minute that has not given it a time yet, or not the one from a reopening on.
#[tokio::test]
async fn a_claim_says_by_when_at_once_and_nothing_says_a_day_that_is_over() {
    let (case, house) = (Case::new().await, house());
    case.watch(&house).await;
    case.world.execute("UPDATE ticket SET promised_from = NULL, half_at = NULL, due_at = NULL").await;
    let past = "UPDATE ticket SET promised_from = now() - interval '9 days', half_at = now() - interval '8 days', \
        due_at = now() - interval '7 days'";
    let day: String = case
        .world
        .value("SELECT to_char((now() - interval '7 days') AT TIME ZONE 'Europe/Zurich', 'FMDD FMMonth')")
        .await;
    for (before, verb) in [("", "#claim"), ("#close", "#claim"), ("#spam", "#assign ben"), ("#spam", "#history")] {
        if !before.is_empty() {
            case.is_written(&house, CONSULTANT, before, "").await;
            case.world.execute(past).await;
        }
        case.is_written(&house, CONSULTANT, verb, "").await;
        let reader = if verb == "#assign ben" { COLLEAGUE } else { CONSULTANT };
        let told = read(case.mails_to(reader).last().unwrap());
        assert_eq!(told.contains("Answer due "), verb != "#history", "{before} {verb}: {told}");
        assert!(!told.contains(&day), "{before} {verb}: {told}");
    }
}

/// Notified once, and listed in the morning.
#[tokio::test]
async fn of_ten_turns_who_neither_owns_nor_follows_gets_none() {
    let (case, house) = (Case::new().await, house());
    case.is_written(&house, CONSULTANT, "#claim", "").await;
    for turn in 1..=5 {
        assert_eq!(case.readers(&house, &format!("Grumbleweed {turn}, and when?")).await, "anna");
        case.is_written(&house, CONSULTANT, &format!("Frobnicate {turn} times."), "").await;
    }
    let [told] = case.mails_to(COLLEAGUE).try_into().unwrap();
    say(&told, &["anna has claimed this inquiry and answers it.", "your note goes to your colleagues"]);
    assert_eq!(case.mails_to(VISITOR).len(), 5);
    assert!(!case.world.server.accepted().iter().any(|mail| mail.to == CARL));
}
