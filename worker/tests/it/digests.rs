//! The daily digest to consultants: what waits for an answer, the quarantine, and possible spam in one mail.

use entity::{SpamScore, SpamSign, answer_within::AnswerWithin, env::Env};
use mail_parser::MessageParser;
use mailer::addresses::Party;
use testkit::smtp::{FailureMode, Record, Stage};
use uuid::Uuid;
use worker::{
    digest::{Reviewers, send_digests},
    intake::{Fate, IntakeSettings},
    promise::{Promise, keep_promises},
    schedules::{Resources, SCHEDULES},
    ticket::{Action, Verb, act},
};

use crate::{
    intake::{CONSULTANT, VISITOR, dmarc, mail, settings_for_new, settings_with, settle_by, take},
    schedules::resources,
    support::{
        CANARIES, World,
        digests::{COLLEAGUE, closed_today, mailer, pass_a_day, pass_an_hour, pass_ten_minutes, proven, routes, send},
    },
    suspects::text,
};

/// Is notified of inquiries, and decides about none.
const DORA: &str = "dora@own.example";

const ANSWERS: &str = "1 inquiry waits for an answer";
const MAILS: &str = "1 mail waits for a decision";
const SUSPECTS: &str = "1 inquiry looks like spam";

pub(crate) struct Case {
    pub(crate) world: World,
    pub(crate) settings: IntakeSettings,
}

impl Case {
    /// The promise is watched.
    pub(crate) async fn new() -> Self {
        Self::in_world(World::new().await).await
    }

    pub(crate) async fn in_world(world: World) -> Self {
        let case = Self { world, settings: settings_for_new() };
        keep_promises(&case.world.db, Some(&promise())).await.unwrap();
        case
    }

    /// An inquiry of which these persons are notified.
    pub(crate) async fn waits(&self, notify: &[&str]) -> Uuid {
        let inquiry = self.world.inquiry(VISITOR, notify).await;
        keep_promises(&self.world.db, Some(&promise())).await.unwrap();
        inquiry
    }

    /// A mail that nobody can place.
    pub(crate) async fn quarantined(&self) -> Uuid {
        let raw = mail(&format!("Zquorvex <{VISITOR}>"), &Uuid::new_v4().to_string(), "");
        let id = take(&self.world, "nobody@own.example", &raw).await;
        assert_eq!(settle_by(&self.world, &self.settings).await, Some(Fate::Quarantined));
        id
    }

    pub(crate) async fn suspect(&self) -> Uuid {
        self.world.suspect(VISITOR, SpamScore { points: 6, signs: vec![SpamSign::Decoy, SpamSign::Phrases] }).await
    }

    pub(crate) async fn reference(&self, inquiry: Uuid) -> String {
        self.world.value(&format!("SELECT reference FROM inquiry WHERE id = '{inquiry}'")).await
    }

    pub(crate) fn reviewers(&self) -> Reviewers {
        Reviewers::new(Some(&routes()), Some(&self.settings), &[])
    }

    pub(crate) async fn run(&self, hours: &str) -> usize {
        let (mailer, world) = (mailer(&self.world, &self.settings, hours), &self.world);
        let promise = Promise { answer: mailer.settings().answer.clone(), ..promise() };
        let alerts = &world.delivery().alerts;
        send_digests(&world.db, &mailer, Some(&promise), &self.reviewers(), alerts).await.unwrap();
        world.server.accepted().len()
    }

    /// An hour later in an office that never closes. How many mails were sent so far.
    pub(crate) async fn hourly(&self) -> usize {
        pass_an_hour(&self.world).await;
        self.run("24/7").await
    }

    /// Recipients and subjects of the mails that were sent since there were so many.
    fn sent_since(&self, sent: usize) -> Vec<(String, String)> {
        let mails = self.world.server.accepted();
        mails[sent..].iter().map(|mail| (mail.to.clone(), subject(mail))).collect()
    }
}

fn subject(mail: &Record) -> String {
    let message = MessageParser::default().parse(mail.data.as_bytes()).unwrap();
    message.subject().unwrap().to_owned()
}

/// Office hours that are over today.
fn closed_now() -> String {
    "00:00-00:01".to_owned()
}

pub(crate) fn promise() -> Promise {
    let answer = AnswerWithin::from_env(&Env::from_pairs([("OFFICE_HOURS", "24/7")])).unwrap();
    Promise { answer, escalate_to: Vec::new(), consultants: None }
}

/// To both reviewers.
fn to_both(subject: &str) -> [(String, String); 2] {
    [CONSULTANT, COLLEAGUE].map(|to| (to.to_owned(), subject.to_owned()))
}

#[tokio::test]
async fn each_consultant_gets_one_mail_with_a_section_for_all_that_the_person_has_to_do() {
    let case = Case::in_world(World::while_rewriting().await).await;
    let (waits, mail, suspect) =
        (case.waits(&[CONSULTANT, DORA]).await, case.quarantined().await, case.suspect().await);
    assert_eq!(case.run(&closed_today()).await, 0, "the office is closed today");
    pass_an_hour(&case.world).await;
    let resources = Resources {
        mailer: mailer(&case.world, &case.settings, "24/7"),
        promise: Some(promise()),
        reviewers: case.reviewers(),
        ..resources(&case.world)
    };
    let schedule = SCHEDULES.iter().find(|schedule| schedule.name == "digest").unwrap();
    (schedule.run)(&resources).await.unwrap();

    let (waits, reference) = (case.reference(waits).await, case.reference(suspect).await);
    let mails = case.world.server.accepted();
    let [annas, bens, doras] = mails.as_slice() else { panic!("{} mails", mails.len()) };
    for (digest, to, subject) in [
        (annas, CONSULTANT, format!("{ANSWERS}; {MAILS}; {SUSPECTS}")),
        (bens, COLLEAGUE, format!("{MAILS}; {SUSPECTS}")),
        (doras, DORA, ANSWERS.to_owned()),
    ] {
        let text = text(digest);
        assert_eq!((digest.to.as_str(), self::subject(digest)), (to, subject.clone()));
        assert_eq!(text.contains(&waits), subject.contains(ANSWERS), "{text}");
        let about_mail = case.settings.addresses.quarantine(mail, to);
        let about_suspect = case.settings.addresses.suspect(suspect, to);
        for (words, section) in [
            (about_mail.as_str(), MAILS),
            ("Zquorvex <krelvonta@visitor[.]example>", MAILS),
            (&about_suspect, SUSPECTS),
            ("Wimplethorpe answers.", MAILS),
            (&reference, SUSPECTS),
            ("Zquorvex Blimfandle, Grobnitz <krelvonta@visitor", SUSPECTS),
            ("hidden field filled, phrases of advertisements", SUSPECTS),
        ] {
            assert_eq!(text.contains(words), subject.contains(section), "{words} in {text}");
        }
    }
    assert_eq!(case.hourly().await, 3, "once a day");
}

#[tokio::test]
async fn what_waits_is_answered_from_the_mail_that_lists_it() {
    let case = Case::new().await;
    let (world, addresses) = (&case.world, &case.settings.addresses);
    let inquiry = case.waits(&[CONSULTANT]).await;
    let reference = case.reference(inquiry).await.parse().unwrap();
    let own = addresses.reply(&reference, &Party::Consultant(CONSULTANT.to_owned()));
    let listed = async || text(&world.server.accepted().pop().unwrap());
    assert_eq!(case.hourly().await, 1);
    let first = listed().await;
    for shown in ["Zquorvex Blimfandle, Grobnitz, +41 99 777 66 55", "Wimplethorpe ", &own] {
        assert!(first.contains(shown), "{shown} in {first}");
    }
    assert!(first.contains("Nobody yet") && first.contains("Answer due "), "owner and due time: {first}");
    let html = world.server.accepted().pop().unwrap().data.replace("=\r\n", "").replace("=3D", "=");
    for verb in ["%23claim%0A", "%23assign%20", "%23close%0A"] {
        assert!(html.contains(&format!("body={verb}")), "{verb}: {html}");
    }
    let again = mail(VISITOR, "1", "").replace("Wimplethorpe answers.", "And on Friday?");
    take(world, &addresses.reply(&reference, &Party::Visitor), &again).await;
    assert_eq!(settle_by(world, &case.settings).await, Some(Fate::Reply));
    pass_a_day(world).await;
    assert_eq!(case.hourly().await, 2);
    let second = listed().await;
    assert!(second.contains("And on Friday?"), "what the visitor wrote last: {second}");
    let answer = mail(CONSULTANT, "2", &proven()).replace("Wimplethorpe answers.", "On Tuesday.");
    take(world, &own, &answer).await;
    assert_eq!(settle_by(world, &case.settings).await, Some(Fate::Command));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM outbox WHERE kind = 'answer'").await, 1);
}

#[tokio::test]
async fn while_the_office_is_open_what_comes_is_told_within_ten_minutes_in_one_mail() {
    let case = Case::new().await;
    case.waits(&[CONSULTANT]).await;
    assert_eq!(case.hourly().await, 1);
    let first = case.quarantined().await;
    assert_eq!(case.run("24/7").await, 3, "at once");
    assert_eq!(case.sent_since(1), to_both(MAILS), "what waits for an answer is not told again");
    case.suspect().await;
    let second = case.quarantined().await;
    assert_eq!(case.run("24/7").await, 3, "ten minutes are not over");
    pass_ten_minutes(&case.world).await;
    assert_eq!(case.run(&closed_now()).await, 3, "the office is closed");
    assert_eq!(case.run("24/7").await, 5);
    let mails = "2 mails wait for a decision";
    assert_eq!(case.sent_since(3), to_both(&format!("{mails}; {SUSPECTS}")));
    let last = text(&case.world.server.accepted().pop().unwrap());
    let address = |mail| case.settings.addresses.quarantine(mail, COLLEAGUE);
    assert!(last.contains(&address(second)) && !last.contains(&address(first)), "what is new alone: {last}");
    assert!(last.contains("And 1 more"), "{last}");
    pass_ten_minutes(&case.world).await;
    assert_eq!(case.run("24/7").await, 5, "nothing new");
    pass_a_day(&case.world).await;
    case.quarantined().await;
    assert_eq!(case.hourly().await, 7);
    let mails = "3 mails wait for a decision";
    assert_eq!(
        case.sent_since(5),
        [(CONSULTANT.to_owned(), format!("{ANSWERS}; {mails}")), (COLLEAGUE.to_owned(), mails.to_owned()),],
        "in the day's first digest a mail that still waits is listed as well, a suspected inquiry once"
    );
    let last = text(&case.world.server.accepted().pop().unwrap());
    assert!(last.contains(&address(first)), "{last}");
}

/// A handful of junk delays nothing; a flood causes ten mails, and then one an hour.
#[tokio::test]
async fn of_more_than_ten_in_an_hour_one_mail_an_hour_tells_after_ten_mails() {
    let case = Case::new().await;
    for _ in 0..11 {
        case.quarantined().await;
    }
    let mut sent = 0;
    for _ in 0..10 {
        case.quarantined().await;
        sent += 2;
        assert_eq!(case.run("24/7").await, sent);
        pass_ten_minutes(&case.world).await;
    }
    for _ in 0..5 {
        case.quarantined().await;
        assert_eq!(case.run("24/7").await, sent, "within the hour");
        pass_ten_minutes(&case.world).await;
    }
    case.quarantined().await;
    assert_eq!(case.run("24/7").await, sent + 2, "an hour later");
}

/// Also after the tenth mail of a day: what a person writes waits for no hour.
#[tokio::test]
async fn of_ten_in_an_hour_a_mail_tells_within_ten_minutes_all_day() {
    let case = Case::new().await;
    let mut sent = 0;
    for _ in 0..2 {
        case.world.execute("UPDATE intake SET accepted_at = accepted_at - interval '1 hour'").await;
        for number in 1..=10 {
            case.quarantined().await;
            sent += 2;
            assert_eq!(case.run("24/7").await, sent, "{number}");
            pass_ten_minutes(&case.world).await;
        }
    }
    case.quarantined().await;
    assert_eq!(case.run("24/7").await, sent, "more than ten");
}

#[tokio::test]
async fn of_a_mail_of_a_consultant_who_has_left_the_others_hear_at_once() {
    let case = Case::new().await;
    let reference = case.reference(case.waits(&[DORA]).await).await;
    let address = case.settings.addresses.reply(&reference.parse().unwrap(), &Party::Consultant(DORA.to_owned()));
    let before = case.run("24/7").await;
    take(&case.world, &address, &mail(DORA, "1", &proven())).await;
    assert_eq!(settle_by(&case.world, &case.settings).await, Some(Fate::Quarantined));
    assert_eq!(case.run("24/7").await, before + 2);
    assert_eq!(case.sent_since(before), to_both(MAILS));
    let told = text(&case.world.server.accepted().pop().unwrap());
    assert!(told.contains("a consultant whom the settings no longer name"), "{told}");
    // A client that answers our address instead: only the Message-ID names the inquiry, and nobody else is told.
    pass_ten_minutes(&case.world).await;
    let outbox: Uuid = case.world.value(&format!("SELECT id FROM outbox WHERE recipient = '{DORA}'")).await;
    let answered = format!("{}In-Reply-To: <{}>\r\n", proven(), case.settings.addresses.message_id(outbox));
    take(&case.world, "desk@own.example", &mail(DORA, "2", &answered)).await;
    assert_eq!(settle_by(&case.world, &case.settings).await, Some(Fate::Quarantined));
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM intake WHERE rule = 'consultant'").await, 1);
    assert_eq!(case.run("24/7").await, before + 4);
}

/// The addresses of digests from before still reach us, and decide nothing.
#[tokio::test]
async fn what_a_consultant_who_has_left_decides_by_a_digest_waits_and_is_told() {
    let case = Case::new().await;
    let (waiting, suspect) = (case.quarantined().await, case.suspect().await);
    case.run("24/7").await;
    case.world.execute(&format!("UPDATE digest_mail SET recipient = '{DORA}' WHERE recipient = '{COLLEAGUE}'")).await;
    let addresses = &case.settings.addresses;
    for (number, address) in [addresses.quarantine(waiting, DORA), addresses.suspect(suspect, DORA)].iter().enumerate()
    {
        let decided = mail(DORA, &format!("left-{number}"), &proven()).replace("Wimplethorpe answers.", "#spam");
        take(&case.world, address, &decided).await;
        assert_eq!(settle_by(&case.world, &case.settings).await, Some(Fate::Quarantined));
    }
    let held = "SELECT count(*) FROM intake WHERE fate = 'quarantined' AND rule = 'left'";
    assert_eq!(case.world.value::<i64>(held).await, 2);
    pass_ten_minutes(&case.world).await;
    case.run("24/7").await;
    let told = text(&case.world.server.accepted().pop().unwrap());
    assert!(told.contains("a consultant whom the settings no longer name"), "{told}");
    // Nobody has had a digest at this address.
    take(&case.world, &addresses.quarantine(waiting, VISITOR), &mail(VISITOR, "other", "")).await;
    assert_eq!(settle_by(&case.world, &case.settings).await, Some(Fate::Quarantined));
    assert_eq!(case.world.value::<i64>(held).await, 2);
}

/// A mailbox that answers every mail would cause the next one.
#[tokio::test]
async fn what_its_author_is_told_of_waits_for_the_days_digest() {
    let case = Case::new().await;
    case.quarantined().await;
    assert_eq!(case.run("24/7").await, 2);
    for (from, headers) in [(CONSULTANT, String::new()), (CONSULTANT, format!("{}{AUTOMATIC}", proven()))] {
        take(&case.world, "desk@own.example", &mail(from, &Uuid::new_v4().to_string(), &headers)).await;
        assert_eq!(settle_by(&case.world, &case.settings).await, Some(Fate::Quarantined), "{from}");
    }
    case.world.execute("UPDATE digest_mail SET finished_at = now() WHERE about IS NOT NULL").await;
    for _ in 0..6 {
        pass_ten_minutes(&case.world).await;
    }
    assert_eq!(case.run("24/7").await, 2);
    pass_a_day(&case.world).await;
    assert_eq!(case.hourly().await, 4);
    assert_eq!(case.sent_since(2), to_both("3 mails wait for a decision"));
}

/// A person behind a form or a ticket system, whom no host proves; or a mailbox that answers all mails: after ten of a day, one an hour.
#[tokio::test]
async fn of_an_unproven_mail_that_looks_automatic_a_digest_tells_within_ten_minutes() {
    let case = Case::new().await;
    for number in 1..=11 {
        take(&case.world, "desk@own.example", &mail("news@other.example", &Uuid::new_v4().to_string(), AUTOMATIC))
            .await;
        assert_eq!(settle_by(&case.world, &case.settings).await, Some(Fate::Quarantined));
        assert_eq!(case.run("24/7").await, 2 * number.min(10), "{number}");
        pass_ten_minutes(&case.world).await;
    }
    for _ in 0..4 {
        assert_eq!(case.run("24/7").await, 20, "not within the hour");
        pass_ten_minutes(&case.world).await;
    }
    assert_eq!(case.run("24/7").await, 22);
}

/// As a ticket system marks what a person has written.
const AUTOMATIC: &str = "Auto-Submitted: auto-generated\r\n";

#[tokio::test]
async fn of_a_proven_person_whose_mail_looks_automatic_a_digest_tells_within_ten_minutes() {
    let case = Case::new().await;
    let reference = case.reference(case.waits(&[DORA]).await).await;
    let ticket = case.settings.addresses.reply(&reference.parse().unwrap(), &Party::Visitor);
    let mut sent = case.run("24/7").await;
    let proven = format!("{}{AUTOMATIC}", dmarc("pass"));
    let write = async |to: &str, expected| {
        take(&case.world, to, &mail(VISITOR, &Uuid::new_v4().to_string(), &proven)).await;
        assert_eq!(settle_by(&case.world, &case.settings).await, Some(expected), "{to}");
    };
    for _ in 0..3 {
        write(&ticket, Fate::Reply).await;
    }
    for (to, rule) in [(ticket.as_str(), "automatic"), ("desk@own.example", "machine")] {
        write(to, Fate::Quarantined).await;
        let last = "SELECT rule FROM intake ORDER BY accepted_at DESC LIMIT 1";
        assert_eq!(case.world.value::<String>(last).await, rule);
        pass_ten_minutes(&case.world).await;
        assert_eq!(case.run("24/7").await, sent + 2, "{rule}");
        sent += 2;
    }
}

#[tokio::test]
async fn without_anything_new_nothing_is_decided_anew() {
    let case = Case::new().await;
    assert_eq!(case.hourly().await, 0);
    case.quarantined().await;
    case.suspect().await;
    assert_eq!(case.hourly().await, 2);
    pass_a_day(&case.world).await;
    assert_eq!(case.hourly().await, 2);
    let spam = case.suspect().await;
    act(&case.world.db, Action::of_operator(spam, Verb::Spam)).await.unwrap();
    case.quarantined().await;
    case.world.execute("DELETE FROM raw_mail").await;
    assert_eq!(case.hourly().await, 2, "what is decided, or nobody can look at any more, waits no more");
}

/// Nobody's word proves a sender, or no mails come in.
#[tokio::test]
async fn without_proof_of_senders_the_command_line_decides() {
    let untrusted = settings_with(&[("NOTIFY_TO", CONSULTANT), ("INTAKE_TRUST", "none")]);
    let case = Case { settings: untrusted, ..Case::new().await };
    let mail = case.quarantined().await;
    case.suspect().await;
    case.hourly().await;
    let with_mails = text(&case.world.server.accepted().pop().unwrap());
    assert!(with_mails.contains(&mail.to_string()) && with_mails.contains("worker intake show"), "{with_mails}");

    pass_a_day(&case.world).await;
    case.suspect().await;
    let reviewers = Reviewers::new(Some(&routes()), None, &[]);
    send(&case.world, &mailer(&case.world, &case.settings, "24/7"), &reviewers).await;
    let without_mails = text(&case.world.server.accepted().pop().unwrap());
    for text in [with_mails, without_mails] {
        assert!(!text.contains("@reply.own.example") && text.contains("worker ticket show, release, spam"), "{text}");
    }
}

/// A relay that filters by content: one text keeps nothing else from the consultants.
#[tokio::test]
async fn a_digest_that_is_refused_for_a_text_goes_at_once_without_anybodys_words() {
    for word in ["Zquorvex", "Wimplethorpe"] {
        let case = Case::new().await;
        let waits = case.waits(&[CONSULTANT]).await;
        let (mail, suspect) = (case.quarantined().await, case.suspect().await);
        case.world.server.always(FailureMode::Filter(word));
        assert_eq!(case.hourly().await, 2, "{word}");
        let [waits, suspect] = [case.reference(waits).await, case.reference(suspect).await];
        for told in case.world.server.accepted() {
            let said = text(&told);
            let read = format!("worker intake show {mail}");
            assert!([&read, &suspect].iter().all(|told| said.contains(*told)), "{word}: {said}");
            assert_eq!(said.contains(&waits), told.to == CONSULTANT, "{word}: {said}");
            assert!(CANARIES.iter().all(|canary| !told.data.contains(canary)), "{word}: {}", told.data);
            assert!(!said.contains(VISITOR) && !said.contains("<>"), "{word}: {said}");
        }
        let alive = "SELECT count(*) FROM digest_mail WHERE finished_at IS NULL";
        assert_eq!(case.world.value::<i64>(alive).await, 0, "{word}");
    }
}

/// Mailboxes show one mail of two with the same Message-ID.
#[tokio::test]
async fn a_second_trial_tells_of_nothing_newer_than_the_first() {
    let case = Case::new().await;
    case.quarantined().await;
    case.suspect().await;
    case.world.server.script(&[FailureMode::Reply(Stage::Rcpt, "450 4.2.0 later"); 2]);
    assert_eq!(case.hourly().await, 0);
    let (mail, suspect) = (case.quarantined().await, case.suspect().await);
    assert_eq!(case.hourly().await, 2);
    let new = [case.settings.addresses.quarantine(mail, COLLEAGUE), case.reference(suspect).await];
    let last = || text(&case.world.server.accepted().pop().unwrap());
    assert!(new.iter().all(|new| !last().contains(new)), "{}", last());
    pass_a_day(&case.world).await;
    assert_eq!(case.hourly().await, 4);
    assert!(new.iter().all(|new| last().contains(new)), "{}", last());
}

#[tokio::test]
async fn a_consultant_who_has_the_digest_gets_no_second_one_after_a_crash() {
    let case = Case::new().await;
    case.quarantined().await;
    case.suspect().await;
    assert_eq!(case.hourly().await, 2);
    // The worker was killed before it wrote that the second mail was sent.
    case.world.execute(&format!("UPDATE digest_mail SET finished_at = NULL WHERE recipient = '{COLLEAGUE}'")).await;
    assert_eq!(case.hourly().await, 3);
    let mails = case.world.server.accepted();
    assert_eq!((&mails[2].to, &mails[2].message_id), (&mails[1].to, &mails[1].message_id));
    assert_eq!(text(&mails[2]), text(&mails[1]));
}

#[tokio::test]
async fn several_workers_send_one_digest_to_each() {
    let case = Case::new().await;
    case.waits(&[CONSULTANT, DORA]).await;
    case.quarantined().await;
    case.suspect().await;
    pass_an_hour(&case.world).await;
    tokio::join!(case.run("24/7"), case.run("24/7"), case.run("24/7"));
    let mut told: Vec<_> = case.sent_since(0).into_iter().map(|(to, _)| to).collect();
    told.sort();
    assert_eq!(told, [CONSULTANT, COLLEAGUE, DORA]);
}
