//! Reports about mails of ours: receipts, delays, failures elsewhere, and that a mail has arrived after all.

use entity::outbox::{MailKind, OutboxState};
use uuid::Uuid;
use worker::intake::{Envelope, Fate, Way, accept};

use super::{
    CONSULTANT, VISITOR,
    answers::{Case, text},
    cases::raw,
    dmarc,
    new_tickets::PUBLIC,
    rule, settings, settings_for_new, settle, settle_by, signed, take,
};
use crate::support::World;

/// A consultant has answered, and the visitor's server has the answer.
struct Answered {
    case: Case,
    answer: Uuid,
    message_id: String,
}

impl Answered {
    async fn new() -> Self {
        // Its days are changed by hand.
        let case = Case::of(World::new().await).await;
        case.writes(CONSULTANT, "Wimplethorpe will call you at noon.").await;
        let answer = case.world.value("SELECT id FROM outbox WHERE kind = 'answer'").await;
        let message_id = case.world.value("SELECT message_id FROM outbox WHERE kind = 'answer'").await;
        Self { case, answer, message_id }
    }

    /// A report to the return path of a mail, with everything that follows from it.
    async fn reports_on(&self, mail: Uuid, file: &str) -> Option<Fate> {
        let to = signed().return_path(mail);
        let raw = raw(file, &self.case.ticket, &to, VISITOR, &self.message_id);
        let raw = [format!("Message-ID: <{mail}@mx.example>\r\n").as_bytes(), &raw].concat();
        self.takes(&to, Some(""), &raw).await
    }

    async fn takes(&self, to: &str, from: Option<&str>, raw: &[u8]) -> Option<Fate> {
        let envelope = Envelope { from: from.map(str::to_owned), to: Some(to.to_owned()) };
        accept(&self.case.world.db, &settings().fingerprint_key, Way::Lmtp, &envelope, raw).await.unwrap();
        let fate = settle(&self.case.world).await;
        self.case.drain().await;
        fate
    }

    async fn state(&self) -> OutboxState {
        self.case.world.row(self.answer).await.state
    }

    async fn contacts(&self) -> String {
        self.case.world.value("SELECT coalesce(string_agg(kind, ' '), 'none') FROM contact").await
    }
}

#[tokio::test]
async fn a_read_receipt_changes_nothing() {
    let answered = Answered::new().await;
    let mails = answered.case.world.server.accepted().len();
    let (visitors, returns) = (answered.case.ticket.address.clone(), signed().return_path(answered.answer));
    for file in ["read-receipt", "read-receipt-outlook"] {
        for (number, (to, from)) in [(&visitors, VISITOR), (&visitors, ""), (&returns, "")].into_iter().enumerate() {
            let raw = raw(file, &answered.case.ticket, to, VISITOR, &answered.message_id);
            let id = format!("\nMessage-ID: <{number}-");
            let raw = String::from_utf8(raw).unwrap().replace("\nMessage-ID: <", &id);
            assert_eq!(answered.takes(to, Some(from), raw.as_bytes()).await, Some(Fate::Machine), "{file}");
        }
    }
    let words = format!(
        "From: {VISITOR}\r\nTo: {visitors}\r\nSubject: Gelesen: Re: We have received your inquiry\r\n\
         Message-ID: <words@visitor.example>\r\nIn-Reply-To: {}\r\nX-Auto-Response-Suppress: All\r\n\r\n\
         Ihre Nachricht\r\n\r\n   An: Probe\r\n   Betreff: We have received\r\n\r\nwurde am Freitag, 27. November 2026 gelesen.\r\n",
        answered.message_id
    );
    assert_eq!(answered.takes(&visitors, Some(VISITOR), words.as_bytes()).await, Some(Fate::Machine));
    let plain = words.replace("X-Auto-Response-Suppress: All\r\n", "").replace("<words@", "<plain@");
    assert_eq!(answered.takes(&visitors, Some(VISITOR), plain.as_bytes()).await, Some(Fate::Machine));
    assert_eq!((answered.state().await, answered.contacts().await.as_str()), (OutboxState::Sent, "answer"));
    assert_eq!(answered.case.world.server.accepted().len(), mails, "nobody is told that the visitor is away");
}

/// By LMTP the envelope alone says whose path it is.
#[tokio::test]
async fn the_null_path_of_the_envelope_tells_a_report_from_a_persons_mail() {
    let answered = Answered::new().await;
    let (visitors, returns) = (answered.case.ticket.address.clone(), signed().return_path(answered.answer));
    let report = |from: &str, to: &str, subject: &str| {
        format!(
            "From: {from}\r\nTo: {to}\r\nSubject: {subject}\r\nMessage-ID: <{}@x.example>\r\n\r\n\
             Your mail could not be delivered to the following recipient(s):\r\n\r\n<{VISITOR}>: user unknown\r\n",
            Uuid::new_v4()
        )
    };
    // A form without a sender, in which the visitor shows what a server says.
    let shown = report(VISITOR, &visitors, "Our mails are rejected since Monday");
    assert_eq!(answered.takes(&visitors, Some(""), shown.as_bytes()).await, Some(Fate::Reply));
    let desk = report("postmaster@visitor.example", &visitors, "Delivery failure");
    assert_eq!(answered.takes(&visitors, Some("postmaster@visitor.example"), desk.as_bytes()).await, Some(Fate::Reply));
    assert_eq!(answered.state().await, OutboxState::Sent);
    let robot = report("Robot <robot@gone.example>", &returns, "[gone.example mail server] Undeliverable: Offer");
    assert_eq!(answered.takes(&returns, Some(""), robot.as_bytes()).await, Some(Fate::Bounce));
    assert_eq!(answered.state().await, OutboxState::Bounced);
}

#[tokio::test]
async fn a_delay_in_words_is_no_bounce_yet() {
    let answered = Answered::new().await;
    let mails = answered.case.world.server.accepted().len();
    assert_eq!(answered.reports_on(answered.answer, "delay-in-words").await, Some(Fate::Machine));
    assert_eq!((answered.state().await, answered.contacts().await.as_str()), (OutboxState::Sent, "answer"));
    assert_eq!(answered.case.world.server.accepted().len(), mails);
}

#[tokio::test]
async fn a_domain_that_does_not_exist_is_permanent() {
    let answered = Answered::new().await;
    let auto_reply: Uuid = answered.case.world.value("SELECT id FROM outbox WHERE kind = 'auto_reply'").await;
    assert_eq!(answered.reports_on(auto_reply, "bounce-domain-not-found").await, Some(Fate::Bounce));
    assert_eq!(answered.case.world.count(MailKind::Undeliverable, OutboxState::Sent).await, 2);
}

#[tokio::test]
async fn a_failure_at_another_address_names_that_address_alone() {
    let answered = Answered::new().await;
    let auto_reply: Uuid = answered.case.world.value("SELECT id FROM outbox WHERE kind = 'auto_reply'").await;
    for (mail, claim) in [(answered.answer, "did not arrive"), (auto_reply, "does not exist")] {
        assert_eq!(answered.reports_on(mail, "bounce-of-a-forwarding-target").await, Some(Fate::Bounce));
        let told = answered.case.mails_to(CONSULTANT).pop().unwrap().data.replace("=\r\n", "");
        assert!(told.contains("Came back from  hans.private@oldprovider.example"), "{told}");
        assert!(!told.contains(claim), "{told}");
    }
    assert_eq!(answered.state().await, OutboxState::Bounced, "perhaps the visitor has nothing");
    let own = raw("bounce-of-a-forwarding-target", &answered.case.ticket, "x", VISITOR, &answered.message_id);
    let own = String::from_utf8(own).unwrap().replace("hans.private@oldprovider.example", &VISITOR.to_uppercase());
    let answered = Answered::new().await;
    let to = signed().return_path(answered.answer);
    answered.takes(&to, Some(""), own.as_bytes()).await;
    let told = answered.case.mails_to(CONSULTANT).pop().unwrap().data.replace("=\r\n", "");
    assert!(told.contains("did not arrive") && told.contains("A mail server does not know the address"), "{told}");
}

/// A report of this action, with the status of it.
fn status(number: usize, action: &str, status: &str) -> String {
    format!(
        "From: mailer-daemon@mx.example\r\nTo: x\r\nSubject: Status\r\nMessage-ID: <status{number}@mx.example>\r\n\
         Date: Mon, 23 Nov 2026 10:00:00 +0100\r\nAuto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nSee below.\r\n--b\r\n\
         Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n\
         Final-Recipient: rfc822; {VISITOR}\r\nAction: {action}\r\nStatus: {status}\r\n\r\n--b--\r\n"
    )
}

#[tokio::test]
async fn the_author_of_an_answer_reads_why_it_came_back() {
    for (number, (code, why)) in [
        ("5.2.2", "The mailbox is full. Call, or write it again later."),
        ("5.3.4", "It is too large for a mail server. Call, or write it again with smaller files."),
        ("5.7.1", "by a rule of its own. Call, or write it again in other words."),
    ]
    .into_iter()
    .enumerate()
    {
        let answered = Answered::new().await;
        let to = signed().return_path(answered.answer);
        answered.takes(&to, Some(""), status(number, "failed", code).as_bytes()).await;
        let told = text(&answered.case.mails_to(CONSULTANT).pop().unwrap());
        assert!(told.contains(why) && !told.contains("#to"), "{code}: {told}");
    }
}

#[tokio::test]
async fn what_came_back_is_sent_again_when_a_later_report_says_delivered_once() {
    use OutboxState::{Bounced, Sent};
    let answered = Answered::new().await;
    let to = signed().return_path(answered.answer);
    let first_answer = "SELECT coalesce(first_answer_way, 'none') FROM ticket";
    let mut states = Vec::new();
    for (number, (action, code)) in
        [("delivered", "2.1.5"), ("failed", "5.1.1"), ("relayed", "2.0.0"), ("delivered", "2.0.0")]
            .into_iter()
            .enumerate()
    {
        answered.takes(&to, Some(""), status(number, action, code).as_bytes()).await;
        states.push(answered.state().await);
    }
    assert_eq!(states, [Sent, Bounced, Bounced, Sent]);

    let answered = Answered::new().await;
    let to = signed().return_path(answered.answer);
    let before: bool = answered.case.world.value("SELECT last_contact_at > received_at FROM inquiry").await;
    assert!(before);
    answered.takes(&to, Some(""), status(1, "failed", "5.1.1").as_bytes()).await;
    assert_eq!(answered.contacts().await, "none");
    assert_eq!(answered.case.world.value::<String>(first_answer).await, "none");
    assert_eq!(answered.takes(&to, Some(""), status(2, "delivered", "2.1.5").as_bytes()).await, Some(Fate::Machine));
    assert_eq!((answered.state().await, answered.contacts().await.as_str()), (Sent, "answer"));
    assert_eq!(answered.case.world.value::<String>(first_answer).await, "mail");
    answered.takes(&to, Some(""), status(3, "failed", "5.1.1").as_bytes()).await;
    answered.takes(&to, Some(""), status(4, "delivered", "2.1.5").as_bytes()).await;
    assert_eq!(answered.state().await, Bounced, "two servers may contradict each other forever");
}

/// Before its author is told of the first failure.
#[tokio::test]
async fn the_author_hears_of_a_second_failure_after_a_report_of_delivery() {
    let answered = Answered::new().await;
    let to = signed().return_path(answered.answer);
    for (number, action) in ["failed", "delivered", "failed"].into_iter().enumerate() {
        take(&answered.case.world, &to, &status(number, action, "5.1.1")).await;
        assert!(settle(&answered.case.world).await.is_some());
    }
    answered.case.drain().await;
    let [told] = answered.case.mails_to(CONSULTANT).try_into().unwrap();
    assert!(told.data.contains("did not arrive"), "{}", told.data);
}

/// An old inquiry whose answer came back stays for a week; one that has arrived counts as any answer.
#[tokio::test]
async fn an_answer_that_has_arrived_is_a_contact_again() {
    let answered = Answered::new().await;
    let world = &answered.case.world;
    let to = signed().return_path(answered.answer);
    world.execute("UPDATE inquiry SET received_at = received_at - interval '729 days'").await;
    answered.takes(&to, Some(""), status(1, "failed", "5.1.1").as_bytes()).await;
    let left = "SELECT expires_at - now() < interval '8 days' FROM inquiry";
    assert!(world.value::<bool>(left).await);
    answered.takes(&to, Some(""), status(2, "delivered", "2.1.5").as_bytes()).await;
    assert!(!world.value::<bool>(left).await);
}

#[tokio::test]
async fn an_answer_invites_an_absence_note_and_other_mails_do_not() {
    let answered = Answered::new().await;
    for mail in answered.case.world.server.accepted() {
        let suppresses = mail.header("X-Auto-Response-Suppress").is_some();
        let is_answer = mail.message_id == answered.message_id;
        assert_eq!(suppresses, !is_answer, "{:?}", mail.header("Subject"));
    }
}

#[tokio::test]
async fn a_report_about_dmarc_opens_no_ticket() {
    let answered = Answered::new().await;
    let raw = raw("dmarc-report", &answered.case.ticket, PUBLIC, VISITOR, "<x@own.example>");
    let id = take(&answered.case.world, PUBLIC, &String::from_utf8(raw).unwrap()).await;
    settle_by(&answered.case.world, &settings_for_new()).await;
    assert_eq!(rule(&answered.case.world, id).await, "quarantined machine");
}

/// Without a word of its author's: what it says goes out, and a calendar program understands the file.
#[tokio::test]
async fn an_acceptance_goes_on_in_both_directions() {
    let answered = Answered::new().await;
    let accepted = |from: &str, id: &str, proof: &str| {
        format!(
            "{proof}From: {from}\r\nTo: x\r\nSubject: Accepted: Meeting\r\nMessage-ID: <{id}@visitor.example>\r\n\
             Date: Mon, 23 Nov 2026 10:00:00 +0100\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n\r\n--b\r\n\
             Content-Type: text/calendar; charset=utf-8; method=REPLY\r\n\r\nBEGIN:VCALENDAR\r\nMETHOD:REPLY\r\n\
             BEGIN:VEVENT\r\nSUMMARY:Meeting\r\nDTSTART;TZID=Europe/Zurich:20261130T100000\r\n\
             ATTENDEE;PARTSTAT=ACCEPTED:mailto:{from}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n--b--\r\n"
        )
    };
    let proof = dmarc("pass").replace("visitor.example", "own.example");
    let own = answered.case.address_of(CONSULTANT);
    answered.takes(&own, Some(CONSULTANT), accepted(CONSULTANT, "ours", &proof).as_bytes()).await;
    let visitors = answered.case.ticket.address.clone();
    answered.takes(&visitors, Some(VISITOR), accepted(VISITOR, "theirs", "").as_bytes()).await;
    for reader in [VISITOR, CONSULTANT] {
        let mail = answered.case.mails_to(reader).pop().unwrap();
        let parsed = mail_parser::MessageParser::default().parse(mail.data.as_bytes()).unwrap();
        let text = parsed.body_text(0).unwrap();
        assert!(text.contains("Accepted: Meeting"), "{text}");
        assert!(text.contains("Monday, 30 November 2026, 10:00 (Europe/Zurich)"), "{text}");
        let kind = "Content-Type: text/calendar; charset=utf-8; method=REPLY";
        assert!(mail.data.contains(kind) && mail.data.contains("invitation.ics"), "{}", mail.data);
    }
}
