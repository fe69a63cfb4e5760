//! A daily digest comes back, or a program answers it: it quotes others, so nothing but the fate is kept. If nobody has it,
//! the next one lists its entries again.

use std::{sync::Arc, time::Duration};

use entity::{answer_within::AnswerWithin, env::Env, notify_routes::NotifyRoutes};
use futures::future::join_all;
use mailer::{MailSettings, Mailer};
use sea_orm::{ConnectionTrait, TransactionTrait};
use testkit::smtp::{FailureMode, Record, Stage};
use uuid::Uuid;
use worker::{
    digests::send_waiting_digests,
    intake::{Fate, IntakeSettings, Reviewers, Settled, send_digest, send_now, settle_next},
    promise::{Promise, keep_promises},
};

use super::{CONSULTANT, VISITOR, mail, rule, settings_for_new, settle_by, signed, take, ticket};
use crate::{
    support::{
        World,
        digests::{pass_a_day, proven, routes},
    },
    suspects::{self, text},
};

/// What a digest of the quarantine quotes: a sender's name.
const QUOTED: &str = "Zquorvex";

struct Case {
    world: World,
    settings: IntakeSettings,
}

impl Case {
    async fn new() -> Self {
        Self { world: World::new().await, settings: settings_for_new() }
    }

    fn mailer(&self) -> Mailer {
        let env = Env::from_pairs([("MAIL_FROM", "desk@own.example"), ("OFFICE_HOURS", "24/7")]);
        let signed = Some(Arc::clone(&self.settings.addresses));
        self.world.mailer_with(MailSettings { signed, ..MailSettings::from_env(&env).unwrap() })
    }

    /// A mail that nobody can place.
    async fn waits(&self) {
        let raw = mail(&format!("{QUOTED} <{VISITOR}>"), &Uuid::new_v4().to_string(), "");
        take(&self.world, "nobody@own.example", &raw).await;
        assert_eq!(settle_by(&self.world, &self.settings).await, Some(Fate::Quarantined));
    }

    /// The digest of the quarantine to both consultants, if it is due. Returns how many mails were sent so far.
    async fn hourly(&self) -> usize {
        let reviewers = Reviewers::of(&self.settings, &routes()).unwrap();
        send_digest(&self.world.db, &self.mailer(), Some(&reviewers)).await.unwrap();
        self.world.server.accepted().len()
    }

    /// The digest of the quarantine to the first consultant, as its server has it.
    async fn of_quarantine(&self) -> Record {
        self.waits().await;
        let routes = NotifyRoutes::from_env(&Env::from_pairs([("NOTIFY_TO", CONSULTANT)])).unwrap();
        let reviewers = Reviewers::of(&self.settings, &routes).unwrap();
        send_now(&self.world.db, &self.mailer(), &reviewers).await.unwrap();
        self.sent("for a decision")
    }

    /// The digest of what waits for an answer.
    async fn of_answers(&self) -> Record {
        let env = Env::from_pairs([("OFFICE_HOURS", "Mo-Su 00:00-24:00")]);
        let answer = AnswerWithin::from_env(&env).unwrap();
        let promise = Promise { answer, escalate_to: Vec::new(), consultants: Some(vec![CONSULTANT.to_owned()]) };
        keep_promises(&self.world.db, Some(&promise)).await.unwrap();
        ticket(&self.world).await;
        keep_promises(&self.world.db, Some(&promise)).await.unwrap();
        let alerts = &self.world.delivery().alerts;
        send_waiting_digests(&self.world.db, &self.mailer(), Some(&promise), alerts).await.unwrap();
        self.sent("for an answer")
    }

    fn sent(&self, words: &str) -> Record {
        let mails = self.world.server.accepted();
        mails.into_iter().find(|mail| mail.to == CONSULTANT && mail.data.contains(words)).unwrap()
    }

    /// A mail about the digest comes to an address. Its row, and what became of it.
    async fn comes(&self, to: &str, raw: &str) -> (Uuid, Settled) {
        let id = take(&self.world, to, raw).await;
        (id, settle_next(&self.world.db, &self.settings, Uuid::new_v4()).await.unwrap().unwrap())
    }

    async fn has_bytes(&self, intake: Uuid) -> bool {
        self.world.value(&format!("SELECT EXISTS (SELECT FROM raw_mail WHERE intake_id = '{intake}')")).await
    }
}

/// The consultant's server reports that the mailbox is full, with the whole digest.
fn bounce(digest: &Record) -> String {
    let report = format!(
        "Auto-Submitted: auto-replied\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n\
         --b\r\n\r\nThe mailbox is full.\r\n\
         --b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.own.example\r\n\r\n\
         Final-Recipient: rfc822; {}\r\nAction: failed\r\nStatus: 5.2.2\r\n\
         --b\r\nContent-Type: message/rfc822\r\n\r\n{}\r\n--b--\r\n",
        digest.to, digest.data
    );
    mail("MAILER-DAEMON@mx.own.example", &Uuid::new_v4().to_string(), &report)
}

/// The reports are settled at the same time.
async fn come_back(world: &World, settings: &IntakeSettings, digests: &[Record]) {
    for digest in digests {
        take(world, &digest.from, &bounce(digest)).await;
    }
    let fates = join_all(digests.iter().map(|_| settle_by(world, settings))).await;
    assert!(fates.iter().all(|fate| *fate == Some(Fate::Bounce)), "{fates:?}");
}

#[tokio::test]
async fn a_digest_that_comes_back_is_alerted_once_and_its_bytes_go() {
    for is_quarantine in [true, false] {
        let case = Case::new().await;
        let digest = if is_quarantine { case.of_quarantine().await } else { case.of_answers().await };
        let quoted = if is_quarantine { QUOTED } else { "FW-" };
        assert!(digest.data.contains(quoted), "{}", digest.data);
        // To the return path; and where a server has lost that, to our public address, with the digest's Message-ID.
        for (to, is_alerted) in
            [(digest.from.as_str(), true), (digest.from.as_str(), false), ("desk@own.example", false)]
        {
            let (id, settled) = case.comes(to, &bounce(&digest)).await;
            assert_eq!(rule(&case.world, id).await, "bounce digest", "{to}");
            assert_eq!(settled.bounced.is_some(), is_alerted, "{to}");
            assert!(!case.has_bytes(id).await, "{to}");
        }
        let bounced = "SELECT count(*) FROM digest_mail WHERE bounced_at IS NOT NULL";
        assert_eq!(case.world.value::<i64>(bounced).await, 1);
        assert_eq!(case.world.value::<i64>("SELECT count(*) FROM message").await, 0, "it is on no inquiry");
        let to_rewrite = "SELECT count(*) FROM unreclaimed_tables() WHERE name ~ '^raw_mail_'";
        assert_eq!(case.world.value::<i64>(to_rewrite).await, 1, "the bytes leave the file");
    }
}

#[tokio::test]
async fn a_bounce_is_alerted_wherever_it_comes() {
    let case = Case::new().await;
    let digest = case.of_quarantine().await;
    let (_, settled) = case.comes("desk@own.example", &bounce(&digest)).await;
    assert!(settled.bounced.is_some(), "by the signed Message-ID alone");
}

#[tokio::test]
async fn an_absence_note_about_a_digest_is_no_bounce_and_leaves_no_bytes() {
    let case = Case::new().await;
    let digest = case.of_quarantine().await;
    let note = format!("Auto-Submitted: auto-replied\r\nIn-Reply-To: {}\r\n", digest.message_id);
    for to in [digest.from.as_str(), "desk@own.example"] {
        let (id, settled) = case.comes(to, &mail(CONSULTANT, &Uuid::new_v4().to_string(), &note)).await;
        assert_eq!(rule(&case.world, id).await, "machine digest", "{to}");
        assert!(settled.bounced.is_none() && !case.has_bytes(id).await, "{to}");
    }
}

/// A mail from a person, or about another mail, is settled as usual.
#[tokio::test]
async fn a_forged_report_and_a_persons_mail_change_nothing() {
    let case = Case::new().await;
    let digest = case.of_quarantine().await;
    let forged = Record { message_id: String::new(), data: "Subject: x\r\n\r\nx".to_owned(), ..digest.clone() };
    let unknown = signed().return_path(Uuid::new_v4());
    for to in ["desk@own.example", unknown.as_str()] {
        let (id, settled) = case.comes(to, &bounce(&forged)).await;
        assert!(rule(&case.world, id).await.starts_with("quarantined"), "{to}");
        assert!(settled.bounced.is_none() && case.has_bytes(id).await, "{to}");
    }
    let (id, _) = case.comes(&digest.from, &mail(VISITOR, "person", "")).await;
    assert!(rule(&case.world, id).await.starts_with("quarantined"));
    assert!(case.has_bytes(id).await);
    let bounced = "SELECT count(*) FROM digest_mail WHERE bounced_at IS NOT NULL";
    assert_eq!(case.world.value::<i64>(bounced).await, 0);
}

#[tokio::test]
async fn digests_are_forgotten_after_thirty_days() {
    let case = Case::new().await;
    case.of_quarantine().await;
    case.world.execute("SELECT forget_digests()").await;
    let digests = "SELECT count(*) FROM digest_mail";
    assert_eq!(case.world.value::<i64>(digests).await, 1);
    case.world.execute("UPDATE digest_mail SET created_at = now() - interval '31 days'; SELECT forget_digests()").await;
    assert_eq!(case.world.value::<i64>(digests).await, 0);
}

#[tokio::test]
async fn suspected_inquiries_of_a_digest_that_nobody_has_are_listed_on_the_next_day() {
    for (returned, is_repeated) in [(2, true), (1, false)] {
        let case = suspects::Case::new().await;
        case.suspect().await;
        let reference: String = case.world.value("SELECT reference FROM inquiry").await;
        assert_eq!(case.hourly("24/7").await, 2);
        come_back(&case.world, &case.settings, &case.world.server.accepted()[..returned]).await;
        assert_eq!(case.hourly("24/7").await, 2, "not again on this day");
        pass_a_day(&case.world).await;
        assert_eq!(case.hourly("24/7").await, if is_repeated { 4 } else { 2 }, "{returned} of two came back");
        for digest in &case.world.server.accepted() {
            assert!(text(digest).contains(&reference), "{}", text(digest));
        }
    }
}

#[tokio::test]
async fn mails_of_a_digest_that_nobody_has_are_listed_on_the_next_day() {
    for (returned, is_repeated) in [(2, true), (1, false)] {
        let case = Case::new().await;
        case.waits().await;
        assert_eq!(case.hourly().await, 2);
        come_back(&case.world, &case.settings, &case.world.server.accepted()[..returned]).await;
        assert_eq!(case.hourly().await, 2, "not again on this day");
        pass_a_day(&case.world).await;
        assert_eq!(case.hourly().await, if is_repeated { 4 } else { 2 }, "{returned} of two came back");
        for digest in &case.world.server.accepted() {
            assert!(digest.data.contains(QUOTED), "{}", digest.data);
        }
    }
}

/// A report may come days later.
#[tokio::test]
async fn a_report_repeats_neither_what_was_decided_nor_what_another_digest_has_listed() {
    let case = suspects::Case::new().await;
    let [decided, undecided] = [case.suspect().await, case.suspect().await];
    assert_eq!(case.hourly("24/7").await, 2);
    assert_eq!(case.decides(decided, CONSULTANT, CONSULTANT, &proven(), "#spam").await, "command verdict");
    pass_a_day(&case.world).await;
    case.suspect().await;
    assert_eq!(case.hourly("24/7").await, 4);
    come_back(&case.world, &case.settings, &case.world.server.accepted()[..2]).await;
    let untold = "SELECT string_agg(inquiry_id::text, ' ') FROM spam_check WHERE told_at IS NULL";
    assert_eq!(case.world.value::<String>(untold).await, undecided.to_string());
}

#[tokio::test]
async fn a_consultant_whom_the_relay_refused_gets_the_digest_that_came_back_from_the_other() {
    let case = suspects::Case::new().await;
    case.suspect().await;
    case.world.server.script(&[FailureMode::Reply(Stage::Rcpt, "550 5.2.2 full")]);
    assert_eq!(case.hourly("24/7").await, 1);
    come_back(&case.world, &case.settings, &case.world.server.accepted()).await;
    assert_eq!(case.hourly("24/7").await, 2);
    assert_eq!(case.world.server.accepted().pop().unwrap().to, CONSULTANT);
    assert_eq!(case.hourly("24/7").await, 2, "once");
}

/// The reports are settled before anybody has written that the consultants were told.
#[tokio::test]
async fn a_digest_that_comes_back_at_once_is_repeated_as_well() {
    let case = suspects::Case::new().await;
    case.suspect().await;
    let admin = case.world.database.admin().await;
    let marking_waits = admin.begin().await.unwrap();
    marking_waits.execute_unprepared("SELECT FROM spam_check FOR UPDATE").await.unwrap();
    let returning = async {
        while case.world.value::<i64>("SELECT count(*) FROM digest_mail WHERE finished_at IS NOT NULL").await < 2 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        come_back(&case.world, &case.settings, &case.world.server.accepted()).await;
        marking_waits.commit().await.unwrap();
    };
    assert_eq!(tokio::join!(case.hourly("24/7"), returning).0, 2);
    assert!(case.world.value::<bool>("SELECT told_at IS NULL FROM spam_check").await);
}
