//! Mails to the public address that open tickets.

use entity::outbox::{MailKind, OutboxState};
use mail_parser::MessageParser;
use mailer::addresses::Party;
use testkit::smtp::Record;
use uuid::Uuid;
use worker::intake::{Fate, attach};

use super::{
    CONSULTANT, Ticket, VISITOR, answers::Case, cases::raw, dmarc, mail, rule, settings, settings_for_new, settle_by,
    signed, take, ticket,
};
use crate::support::World;

pub(crate) const PUBLIC: &str = "desk@own.example";

#[tokio::test]
async fn a_mail_to_the_public_address_becomes_a_ticket_as_by_the_form() {
    let world = World::while_rewriting().await;
    let settings = settings_for_new();
    let delivery = world.delivery_with_intake(&settings);
    let long = format!("{}\r\nThe last line.", "A long line of a question. ".repeat(80));
    let raw = mail("Zquorvex Blimfandle <krelvonta@visitor.example>", "1", &dmarc("pass"))
        .replace("Wimplethorpe answers.", &long)
        .replace("Re: We have received your inquiry", "Our network");
    let id = take(&world, PUBLIC, &raw).await;
    assert_eq!(settle_by(&world, &settings).await, Some(Fate::New));
    assert_eq!(rule(&world, id).await, "new public_address");
    let stored = "SELECT concat_ws('|', origin, consent::text, first_name, last_name, company, email, bot_check, \
                  contact_reason, char_length(content.message)::text, last_contact_at = received_at) \
                  FROM inquiry JOIN inquiry_content AS content ON inquiry_id = id";
    assert_eq!(
        world.value::<String>(stored).await,
        "mail|false|Zquorvex|Blimfandle|visitor.example|krelvonta@visitor.example|verified|other|1000|t"
    );
    let policy: i64 = world
        .value("SELECT count(*) FROM inquiry WHERE policy_digest <> sha256('') AND consent_digest = sha256('') AND gdpr_consent_digest = sha256('')")
        .await;
    assert_eq!(policy, 1, "the policy that the auto-reply names, and no box");
    world.drain(&delivery).await;
    assert_eq!(world.count(MailKind::Notification, OutboxState::Sent).await, 2);
    assert_eq!(world.count(MailKind::AutoReply, OutboxState::Sent).await, 1);
    let mails = world.server.accepted();
    let told = mails.iter().find(|mail| mail.header("To").as_deref() == Some(CONSULTANT)).unwrap();
    assert!(told.data.contains("The last line."), "the whole text");
    assert!(told.data.contains("no box ticked, it came by mail"));
    let answered = mails.iter().find(|mail| mail.header("To").as_deref() == Some(VISITOR)).unwrap();
    assert!(answered.data.contains("You wrote to us by email, not through our form. Our privacy policy"));
    assert_eq!(told.header("Subject").as_deref().map(|subject| &subject[15..]), Some("Our network"));
    assert_eq!(answered.header("In-Reply-To").as_deref(), Some("<1@visitor.example>"), "he has proven his address");
    // A copy of it stands in the outbox, whose file keeps no word of a visitor.
    assert!(!answered.header("Subject").unwrap().contains("network"));
    // An answer to the auto-reply is on the ticket.
    let proof = format!("In-Reply-To: {}\r\n", answered.header("Message-ID").unwrap());
    take(&world, PUBLIC, &mail(VISITOR, "2", &proof)).await;
    assert_eq!(settle_by(&world, &settings).await, Some(Fate::Reply));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 1);
}

fn subject_of(mail: &Record) -> String {
    MessageParser::new().parse(mail.data.as_bytes()).unwrap().subject().unwrap_or_default().to_owned()
}

/// The subject of the visitor's first mail, that of the answer, and that of mails to consultants.
const SUBJECTS: [(&str, &str, &str); 5] = [
    ("Our network", "Re: Our network", "Our network"),
    ("AW: RE: Angebot für kunde.example", "Re: Angebot für kunde.example", "Angebot für kunde[.]example"),
    ("Fwd: Offer", "Re: Fwd: Offer", "Fwd: Offer"),
    ("Re:", "Re: [REF] We have received your inquiry", "Other – visitor[.]example"),
    (" =?utf-8?q?H=0D=0ABcc=3A_x?=", "Re: H Bcc: x", "H Bcc: x"),
];

#[tokio::test]
async fn an_answer_to_a_mail_has_its_subject_and_is_in_its_thread() {
    for (subject, answered, told) in SUBJECTS {
        let (world, settings) = (World::new().await, settings_for_new());
        let raw = mail(VISITOR, "first", &dmarc("pass")).replace("Re: We have received your inquiry", subject);
        take(&world, PUBLIC, &raw).await;
        assert_eq!(settle_by(&world, &settings).await, Some(Fate::New), "{subject}");
        let (id, reference) = (world.value("SELECT id FROM inquiry").await, "SELECT reference FROM inquiry");
        let reference: String = world.value(reference).await;
        let address = signed().reply(&reference.parse().unwrap(), &Party::Visitor);
        let case = Case { world, ticket: Ticket { id, reference: reference.clone(), address } };
        case.drain().await;
        let subjects = |to: &str| {
            let mails = case.world.server.accepted().into_iter().filter(|mail| mail.to == to);
            mails.map(|mail| subject_of(&mail)).collect::<Vec<_>>()
        };
        assert_eq!(subjects(CONSULTANT), [format!("[{reference}] {told}")], "{subject}");

        case.writes(CONSULTANT, "We come on Monday.").await;
        let last = |case: &Case| case.world.server.accepted().into_iter().rfind(|mail| mail.to == VISITOR).unwrap();
        let answer = last(&case);
        let expected = answered.replace("REF", &reference);
        assert_eq!(subject_of(&answer), expected, "{subject}");
        assert_eq!(answer.header("In-Reply-To").as_deref(), Some("<first@visitor.example>"), "{subject}");
        assert_eq!(answer.data.matches("<first@visitor.example>").count(), 2, "and in References: {subject}");
        assert_eq!(answer.header("Bcc"), None);

        // The thread goes on, whatever the visitor's client does with the subject.
        let second = mail(VISITOR, "second", &dmarc("pass")).replace("Wimplethorpe answers.", "At nine?");
        take(&case.world, &case.ticket.address, &second).await;
        assert_eq!(settle_by(&case.world, &settings).await, Some(Fate::Reply));
        case.drain().await;
        case.writes(CONSULTANT, "At ten.").await;
        let answer = last(&case);
        assert_eq!(subject_of(&answer), expected, "{subject}");
        assert_eq!(answer.header("In-Reply-To").as_deref(), Some("<second@visitor.example>"), "{subject}");
        assert_eq!(
            subjects(CONSULTANT),
            vec![format!("[{reference}] {told}"); 2],
            "one thread a consultant: {subject}"
        );
    }
}

#[tokio::test]
async fn who_is_not_proven_gets_an_auto_reply_with_none_of_his_words() {
    let world = World::new().await;
    let settings = settings_for_new();
    take(
        &world,
        PUBLIC,
        &mail(VISITOR, "spam-you-never-saw", "").replace("Re: We have received your inquiry", "Buy now"),
    )
    .await;
    assert_eq!(settle_by(&world, &settings).await, Some(Fate::New));
    world.drain(&world.delivery_with_intake(&settings)).await;
    let auto_reply = world.server.accepted().into_iter().find(|mail| mail.to == VISITOR).unwrap();
    assert!(!auto_reply.data.contains("spam-you-never-saw") && !auto_reply.data.contains("Buy now"));
}

#[tokio::test]
async fn who_writes_german_is_answered_in_german() {
    let world = World::while_rewriting().await;
    let settings = settings_for_new();
    let delivery = world.delivery_with_intake(&settings);
    let question =
        "Unser Buchhalter hat gestern auf einen Link geklickt. Bitte helfen Sie uns, wir wissen nicht weiter.";
    let raw = mail(VISITOR, "1", &dmarc("pass")).replace("Wimplethorpe answers.", question);
    take(&world, PUBLIC, &raw).await;
    assert_eq!(settle_by(&world, &settings).await, Some(Fate::New));
    assert_eq!(world.value::<String>("SELECT language FROM inquiry").await, "de");
    world.drain(&delivery).await;
    let mails = world.server.accepted();
    let told = mails.iter().find(|mail| mail.header("To").as_deref() == Some(CONSULTANT)).unwrap();
    assert!(told.data.contains("writes German"));
    let answered = mails.iter().find(|mail| mail.header("To").as_deref() == Some(VISITOR)).unwrap();
    assert!(answered.data.contains("Wir haben Ihre E-Mail erhalten."));
}

#[tokio::test]
async fn what_a_person_must_look_at_opens_no_ticket() {
    let world = World::while_rewriting().await;
    let known = ticket(&world).await;
    let named = |raw: String| raw.replace("Re: We have received your inquiry", &format!("Re: {}", known.reference));
    for (to, raw, expected) in [
        (PUBLIC, mail(VISITOR, "1", "Auto-Submitted: auto-generated\r\n"), "quarantined machine"),
        (PUBLIC, mail("no-reply@shop.example", "2", ""), "quarantined machine"),
        (PUBLIC, mail(VISITOR, "3", "X-FC-MachineGenerated: true\r\n"), "quarantined machine"),
        (PUBLIC, mail(CONSULTANT, "4", ""), "quarantined consultant"),
        (PUBLIC, mail(VISITOR, "5", &dmarc("fail")), "quarantined unauthenticated"),
        (PUBLIC, mail(VISITOR, "6", &format!("From: {CONSULTANT}\r\n")), "quarantined unclear_headers"),
        (PUBLIC, named(mail("stranger@evil.example", "7", "")), "quarantined stranger"),
        (
            PUBLIC,
            mail(VISITOR, "8", "").replace("Re: We have received your inquiry", "FW-0000-0000"),
            "quarantined unmatched",
        ),
        ("other@own.example", mail(VISITOR, "9", ""), "quarantined unmatched"),
    ] {
        let id = take(&world, to, &raw).await;
        settle_by(&world, &settings_for_new()).await;
        assert_eq!(rule(&world, id).await, expected, "{raw}");
    }
    let id = take(&world, PUBLIC, &mail(VISITOR, "10", "")).await;
    settle_by(&world, &settings()).await;
    assert_eq!(rule(&world, id).await, "quarantined unmatched", "INTAKE_NEW is off");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 1);
    attach(&world.db, id, &known.reference.parse().unwrap()).await.unwrap();
    assert_eq!(settle_by(&world, &settings()).await, Some(Fate::Reply));
}

/// A person writes through a group or a mailing tool: nobody waits, and no list gets an auto-reply at once.
#[tokio::test]
async fn a_mail_with_marks_of_a_list_opens_a_ticket_that_is_perhaps_spam() {
    for headers in
        ["List-Id: <x.example>\r\n", "Precedence: bulk\r\n", "List-Unsubscribe: <https://crm.example/u/1>\r\n"]
    {
        let world = World::new().await;
        let settings = settings_for_new();
        let raw = mail(VISITOR, "1", headers).replace("answers.", "has a question: WhatsApp +41 44 555 12 12");
        let id = take(&world, PUBLIC, &raw).await;
        assert_eq!(settle_by(&world, &settings).await, Some(Fate::New), "{headers}");
        assert_eq!(rule(&world, id).await, "new public_address");
        world.drain(&world.delivery_with_intake(&settings)).await;
        let told = world.server.accepted();
        assert_eq!(told.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>().len(), 2, "no auto-reply yet");
        assert!(told.iter().all(|mail| mail.header("Subject").unwrap().contains("perhaps spam")), "{headers}");
        let signs = "SELECT array_to_string(signs, ' ') FROM spam_check WHERE is_marked";
        assert_eq!(world.value::<String>(signs).await, "phrases mass_mail");
    }
}

#[tokio::test]
async fn one_sender_and_unproven_senders_open_few_tickets() {
    let world = World::while_rewriting().await;
    let settings = settings_for_new();
    let open = async |sender: &str, extra: &str| {
        let id = take(&world, PUBLIC, &mail(sender, &Uuid::new_v4().to_string(), extra)).await;
        settle_by(&world, &settings).await;
        rule(&world, id).await
    };
    for _ in 0..3 {
        assert_eq!(open(VISITOR, &dmarc("pass")).await, "new public_address");
    }
    assert_eq!(open(VISITOR, &dmarc("pass")).await, "quarantined rate");
    for number in 0..30 {
        assert_eq!(open(&format!("p{number}@spam.example"), "").await, "new public_address");
    }
    assert_eq!(open("p31@spam.example", "").await, "quarantined rate");
    assert_eq!(open("proven@visitor.example", &dmarc("pass")).await, "new public_address");
    let shares = "SELECT count(*) FROM outbox WHERE kind = 'auto_reply' AND over_share";
    assert_eq!(world.value::<i64>(shares).await, 30, "auto-replies to unproven senders come last");
    world.execute("UPDATE intake SET accepted_at = accepted_at - interval '1 day'").await;
    assert_eq!(open(VISITOR, &dmarc("pass")).await, "new public_address");
}

const FORWARDED: &str = "#new\r\n\r\n---------- Forwarded message ---------\r\n\
    From: Zquorvex Blimfandle <krelvonta@visitor.example>\r\nDate: Mon, 23 Nov 2026 09:00:00 +0100\r\n\
    Subject: Our network\r\nTo: <anna@own.example>\r\n\r\nWimplethorpe needs help.";

#[tokio::test]
async fn a_consultant_opens_a_ticket_for_the_sender_of_a_forwarded_mail() {
    let world = World::while_rewriting().await;
    let settings = settings_for_new();
    let pass = dmarc("pass").replace("visitor.example", "own.example");
    // From another form of the registered address.
    let raw = mail("anna+desk@own.example", "1", &pass).replace("Wimplethorpe answers.", FORWARDED);
    let id = take(&world, PUBLIC, &raw).await;
    assert_eq!(settle_by(&world, &settings).await, Some(Fate::New));
    assert_eq!(rule(&world, id).await, "new forwarded");
    let stored = "SELECT concat_ws('|', first_name, last_name, email, content.message, party, author) \
                  FROM inquiry JOIN inquiry_content AS content ON inquiry_id = id JOIN message USING (inquiry_id)";
    assert_eq!(
        world.value::<String>(stored).await,
        "Zquorvex|Blimfandle|krelvonta@visitor.example|Our network\n\nWimplethorpe needs help.|visitor|\
         krelvonta@visitor.example"
    );
    world.drain(&world.delivery_with_intake(&settings)).await;
    assert_eq!(world.count(MailKind::Notification, OutboxState::Sent).await, 2);
    let mails = world.server.accepted();
    let auto_reply = mails.iter().find(|mail| mail.to == VISITOR).unwrap();
    assert!(!auto_reply.data.contains("<1@visitor.example>"), "the visitor has not seen the consultant's mail");
    let receipts = mails.iter().filter(|mail| mail.data.contains("The inquiry is opened for the sender of the mail"));
    assert_eq!(receipts.map(|mail| mail.to.as_str()).collect::<Vec<_>>(), [CONSULTANT]);
    let message_ids = "SELECT count(*) FROM message WHERE message_id IS NOT NULL";
    assert_eq!(world.value::<i64>(message_ids).await, 0, "no mail to the visitor refers to the consultant's");
    let keys = "SELECT array_to_string(address_keys, ' ') FROM raw_mail";
    let keys = world.value::<String>(keys).await;
    assert!(keys.contains(CONSULTANT) && keys.contains(VISITOR), "{keys}");
}

#[tokio::test]
async fn a_forwarded_mail_opens_nothing_unless_a_proven_consultant_says_so() {
    let world = World::while_rewriting().await;
    let pass = dmarc("pass").replace("visitor.example", "own.example");
    let fail = pass.replace("=pass", "=fail");
    let without_sender = FORWARDED.replace("From: Zquorvex Blimfandle <krelvonta@visitor.example>", "From: Zquorvex");
    let from = |sender: &str| FORWARDED.replace("krelvonta@visitor.example", sender);
    let (ours, colleagues, broken) = (from(PUBLIC), from("ben@own.example"), from("nobody@"));
    let signed = from(&signed().reply(&"FW-0000-0000".parse().unwrap(), &Party::Visitor));
    let without_verb = FORWARDED.replace("#new", "See below.");
    let named = FORWARDED.replace("#new", &format!("#new {PUBLIC}"));
    for (from, headers, text, expected) in [
        (CONSULTANT, String::new(), FORWARDED, "quarantined consultant"),
        (CONSULTANT, fail, FORWARDED, "quarantined unauthenticated"),
        (CONSULTANT, pass.clone(), without_sender.as_str(), "quarantined several_senders"),
        (CONSULTANT, pass.clone(), "#new", "quarantined no_sender"),
        (CONSULTANT, pass.clone(), named.as_str(), "quarantined no_sender"),
        (CONSULTANT, pass.clone(), ours.as_str(), "quarantined no_sender"),
        (CONSULTANT, pass.clone(), colleagues.as_str(), "quarantined no_sender"),
        (CONSULTANT, pass.clone(), broken.as_str(), "quarantined no_sender"),
        (CONSULTANT, pass.clone(), signed.as_str(), "quarantined no_sender"),
        (CONSULTANT, pass.clone(), without_verb.as_str(), "quarantined consultant"),
    ] {
        let raw = mail(from, &Uuid::new_v4().to_string(), &headers).replace("Wimplethorpe answers.", text);
        let id = take(&world, PUBLIC, &raw).await;
        settle_by(&world, &settings_for_new()).await;
        assert_eq!(rule(&world, id).await, expected, "{headers} {text}");
    }
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 0);
}

#[tokio::test]
async fn a_forwarded_mail_opens_a_ticket_for_its_own_sender_and_not_for_an_older_one() {
    let world = World::new().await;
    let known = ticket(&world).await;
    let settings = settings_for_new();
    let email = "SELECT string_agg(email, ' ' ORDER BY received_at) FROM inquiry JOIN inquiry_content ON inquiry_id = id \
                 WHERE origin = 'mail'";
    let proof = dmarc("pass").replace("visitor.example", "own.example");
    for (number, file) in ["new-forward-thunderbird", "new-forward-with-older-mail"].into_iter().enumerate() {
        let raw = raw(file, &known, PUBLIC, VISITOR, "<x@own.example>");
        let raw = String::from_utf8(raw).unwrap().replace("berater@own.example", CONSULTANT);
        let raw = format!("{proof}{raw}");
        let id = take(&world, PUBLIC, &raw).await;
        assert_eq!(settle_by(&world, &settings).await, Some(Fate::New), "{}", rule(&world, id).await);
        assert_eq!(world.value::<String>(email).await, vec!["anna@kunde.example"; number + 1].join(" "), "{file}");
    }
    // In doubt the consultant names the sender.
    let pass = format!("{proof}Content-Type: text/plain; charset=utf-8\r\n");
    let answer = FORWARDED.replace("---------- Forwarded message ---------", "Bruno <bruno@third.example> wrote:");
    let doubt = mail(CONSULTANT, "doubt", &pass).replace("Wimplethorpe answers.", &answer);
    let id = take(&world, PUBLIC, &doubt).await;
    settle_by(&world, &settings).await;
    assert_eq!(rule(&world, id).await, "quarantined several_senders");
    let named = doubt.replace("#new", "#neu bruno@third.example").replace("<doubt@", "<named@");
    take(&world, PUBLIC, &named).await;
    assert_eq!(settle_by(&world, &settings).await, Some(Fate::New));
    assert!(world.value::<String>(email).await.ends_with(" bruno@third.example"));
}

/// From the first mail on; who proves nothing adds nobody.
#[tokio::test]
async fn whom_the_mail_that_opens_a_ticket_copies_gets_the_answers() {
    const PARTNER: &str = "zwibbelhorn@partner.example";
    for (result, answers) in [("pass", 1), ("none", 0)] {
        let world = World::while_rewriting().await;
        let settings = settings_for_new();
        let raw = mail(VISITOR, "1", &format!("{}Cc: {PARTNER}\r\n", dmarc(result)));
        take(&world, PUBLIC, &raw).await;
        assert_eq!(settle_by(&world, &settings).await, Some(Fate::New), "{result}");
        world.drain(&world.delivery_with_intake(&settings)).await;
        let notified = world.server.accepted();
        assert!(!notified.iter().any(|mail| mail.to == PARTNER), "no auto-reply");
        let notification = notified.iter().find(|mail| mail.to == CONSULTANT).unwrap();
        assert!(notification.data.contains(PARTNER), "{result}: {}", notification.data);
        let proof = dmarc("pass").replace("visitor.example", "own.example");
        take(&world, &notification.header("Reply-To").unwrap(), &mail(CONSULTANT, "2", &proof)).await;
        settle_by(&world, &settings).await;
        world.drain(&world.delivery_with_intake(&settings)).await;
        let got = world.server.accepted().iter().filter(|mail| mail.to == PARTNER).count();
        assert_eq!(got, answers, "{result}");
    }
}
