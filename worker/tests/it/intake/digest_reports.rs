//! A daily digest comes back, or a program answers it: it quotes others, so nothing but the fate is kept. If nobody has it,
//! the next one lists its entries again.

use futures::future::join_all;
use testkit::smtp::{FailureMode, Record, Stage};
use uuid::Uuid;
use worker::intake::{Fate, Settled, settle_next};

use super::{CONSULTANT, VISITOR, mail, rule, settle_by, signed, take};
use crate::{
    digests::Case,
    support::digests::{COLLEAGUE, decide, pass_a_day, pass_ten_minutes, proven},
    suspects::text,
};

impl Case {
    /// The digest to the first consultant.
    async fn digest(&self) -> Record {
        self.waits(&[CONSULTANT]).await;
        self.quarantined().await;
        self.hourly().await;
        self.world.server.accepted().remove(0)
    }

    /// A mail about the digest comes to an address. Its row, and what became of it.
    async fn comes(&self, to: &str, raw: &str) -> (Uuid, Settled) {
        let id = take(&self.world, to, raw).await;
        (id, settle_next(&self.world.db, &self.settings, Uuid::new_v4()).await.unwrap().unwrap())
    }

    async fn has_bytes(&self, intake: Uuid) -> bool {
        self.world.value(&format!("SELECT EXISTS (SELECT FROM raw_mail WHERE intake_id = '{intake}')")).await
    }

    /// Reports about the digests are settled at the same time.
    pub(crate) async fn come_back(&self, digests: &[Record]) {
        for digest in digests {
            take(&self.world, &digest.from, &bounce(digest)).await;
        }
        let fates = join_all(digests.iter().map(|_| settle_by(&self.world, &self.settings))).await;
        assert!(fates.iter().all(|fate| *fate == Some(Fate::Bounce)), "{fates:?}");
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

#[tokio::test]
async fn a_digest_that_comes_back_is_alerted_once_and_its_bytes_go() {
    let case = Case::new().await;
    let digest = case.digest().await;
    assert!(["Zquorvex", "FW-"].iter().all(|quoted| digest.data.contains(quoted)), "{}", digest.data);
    // To the return path; and where a server has lost that, to our public address, with the digest's Message-ID.
    for (to, is_alerted) in [(digest.from.as_str(), true), (digest.from.as_str(), false), ("desk@own.example", false)] {
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

#[tokio::test]
async fn a_bounce_is_alerted_wherever_it_comes() {
    let case = Case::new().await;
    let digest = case.digest().await;
    let (_, settled) = case.comes("desk@own.example", &bounce(&digest)).await;
    assert!(settled.bounced.is_some(), "by the signed Message-ID alone");
}

#[tokio::test]
async fn an_absence_note_about_a_digest_is_no_bounce_and_leaves_no_bytes() {
    let case = Case::new().await;
    let digest = case.digest().await;
    let note = format!("Auto-Submitted: auto-replied\r\nIn-Reply-To: {}\r\n", digest.message_id);
    for to in [digest.from.as_str(), "desk@own.example"] {
        let raw = mail(CONSULTANT, &Uuid::new_v4().to_string(), &note);
        let raw = raw.replace("Wimplethorpe answers.", "I am out of the office until Friday.");
        let (id, settled) = case.comes(to, &raw).await;
        assert_eq!(rule(&case.world, id).await, "machine digest", "{to}");
        assert!(settled.bounced.is_none() && !case.has_bytes(id).await, "{to}");
    }
}

/// Lists and mailing tools mark mails of people, too.
#[tokio::test]
async fn a_consultants_reply_to_a_digest_waits_whatever_list_it_has_passed() {
    let case = Case::new().await;
    let digest = case.digest().await;
    let answered = format!("In-Reply-To: {}\r\n", digest.message_id);
    for mark in ["List-Unsubscribe: <https://crm.own.example/u/1>", "Precedence: bulk", "X-Auto-Response-Suppress: All"]
    {
        for proof in [proven(), String::new()] {
            let raw = mail(CONSULTANT, &Uuid::new_v4().to_string(), &format!("{answered}{mark}\r\n{proof}"));
            let (id, _) = case.comes("desk@own.example", &raw).await;
            assert_eq!(rule(&case.world, id).await, "quarantined consultant", "{mark} {proof}");
            assert!(case.has_bytes(id).await, "{mark} {proof}");
        }
    }
}

/// Of a person behind a ticket system, or a program: no mail is sent to either.
#[tokio::test]
async fn a_reply_to_a_digest_that_is_perhaps_automatic_waits_and_causes_no_mail() {
    let case = Case::new().await;
    let digest = case.digest().await;
    let sent = case.world.server.accepted().len();
    let answered = format!("In-Reply-To: {}\r\n", digest.message_id);
    let mut waiting = 1;
    for (from, proof, mark) in [
        (CONSULTANT, proven(), "Auto-Submitted: auto-generated\r\n"),
        (CONSULTANT, proven(), "Precedence: bulk\r\nX-Loop: x\r\n"),
        (CONSULTANT, String::new(), "Auto-Submitted: auto-replied\r\n"),
        ("desk@own.example", String::new(), ""),
    ] {
        let raw = mail(from, &Uuid::new_v4().to_string(), &format!("{answered}{mark}{proof}"));
        let (id, _) = case.comes("desk@own.example", &raw).await;
        assert_eq!(rule(&case.world, id).await, "quarantined digest", "{from} {mark}");
        assert!(case.has_bytes(id).await, "{from} {mark}");
        waiting += 1;
    }
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM digest_mail WHERE about IS NOT NULL").await, 0);
    assert_eq!(case.hourly().await, sent, "the next day lists it");
    pass_a_day(&case.world).await;
    assert!(case.hourly().await > sent);
    let told = text(&case.world.server.accepted().pop().unwrap());
    assert!(told.contains(&format!("{waiting} mails wait")) && told.contains("Wimplethorpe answers."), "{told}");
    // What nobody in the settings sends, and what comes to the return path without a proof, is a program's.
    let mark = format!("{answered}Auto-Submitted: auto-generated\r\n");
    for (from, to) in [("helpdesk@own.example", "desk@own.example"), (CONSULTANT, digest.from.as_str())] {
        let (id, _) = case.comes(to, &mail(from, &Uuid::new_v4().to_string(), &mark)).await;
        assert_eq!(rule(&case.world, id).await, "machine digest", "{from} {to}");
    }
    let (id, _) = case.comes(&digest.from, &mail(CONSULTANT, "path", &format!("{mark}{}", proven()))).await;
    assert_eq!(rule(&case.world, id).await, "quarantined digest");
}

/// A mail from a person, or about another mail, is settled as usual.
#[tokio::test]
async fn a_forged_report_and_a_persons_mail_change_nothing() {
    let case = Case::new().await;
    let digest = case.digest().await;
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
    case.digest().await;
    case.world.execute("SELECT forget_old_rows()").await;
    let digests = "SELECT count(*) FROM digest_mail";
    assert_eq!(case.world.value::<i64>(digests).await, 2);
    case.world
        .execute("UPDATE digest_mail SET created_at = now() - interval '31 days'; SELECT forget_old_rows()")
        .await;
    assert_eq!(case.world.value::<i64>(digests).await, 0);
}

/// A report may come days later, when other digests have listed other entries.
#[tokio::test]
async fn what_nobody_has_read_or_decided_is_told_again_on_another_day() {
    for (returned, is_repeated) in [(2, true), (1, false)] {
        let case = Case::new().await;
        let mail = case.quarantined().await;
        let [decided, suspect] = [case.suspect().await, case.suspect().await];
        assert_eq!(case.hourly().await, 2);
        let to = case.settings.addresses.suspect(decided, CONSULTANT);
        decide(&case.world, &case.settings, &to, CONSULTANT, &proven(), "#spam").await;
        pass_a_day(&case.world).await;
        case.quarantined().await;
        case.suspect().await;
        assert_eq!(case.hourly().await, 4);
        case.come_back(&case.world.server.accepted()[..returned]).await;
        assert_eq!(case.hourly().await, 4, "not again on this day");
        pass_a_day(&case.world).await;
        assert_eq!(case.hourly().await, if is_repeated { 6 } else { 4 }, "{returned} of two came back");
        let last = text(&case.world.server.accepted().pop().unwrap());
        for (about, is_told) in [
            (case.settings.addresses.quarantine(mail, COLLEAGUE), true),
            (case.settings.addresses.suspect(suspect, COLLEAGUE), is_repeated),
            (case.settings.addresses.suspect(decided, COLLEAGUE), false),
        ] {
            assert_eq!(last.contains(&about), is_told, "{last}");
        }
        pass_a_day(&case.world).await;
        assert_eq!(case.hourly().await, if is_repeated { 6 } else { 4 }, "once more");
    }
}

#[tokio::test]
async fn what_could_not_be_sent_is_told_on_the_next_day() {
    let case = Case::new().await;
    case.quarantined().await;
    case.suspect().await;
    case.world.server.script(&[FailureMode::Reply(Stage::Rcpt, "550 5.2.2 full"); 2]);
    assert_eq!(case.hourly().await, 0);
    pass_a_day(&case.world).await;
    assert_eq!(case.hourly().await, 2);
}

#[tokio::test]
async fn a_consultant_whom_the_relay_refused_gets_the_digest_that_came_back_from_the_other() {
    let case = Case::new().await;
    case.suspect().await;
    case.world.server.script(&[FailureMode::Reply(Stage::Rcpt, "550 5.2.2 full")]);
    assert_eq!(case.hourly().await, 1);
    case.come_back(&case.world.server.accepted()).await;
    assert_eq!(case.hourly().await, 2);
    assert_eq!(case.world.server.accepted().pop().unwrap().to, CONSULTANT);
    assert_eq!(case.hourly().await, 2, "once");
}

/// A helpdesk without a mark is no consultant, and each of its mails would cause the next digest: after ten of a day, one an hour.
#[tokio::test]
async fn of_what_answers_a_digest_another_tells_within_ten_minutes() {
    let case = Case::new().await;
    let digest = case.digest().await;
    let mut sent = case.world.server.accepted().len();
    let answered = format!("In-Reply-To: {}\r\n", digest.header("Message-ID").unwrap());
    for number in 1..=10 {
        for to in ["nobody@own.example", "desk@own.example"] {
            let (id, _) = case.comes(to, &mail("helpdesk@own.example", &format!("{number}{to}"), &answered)).await;
            assert_eq!(rule(&case.world, id).await, "quarantined digest_reply", "{to}");
        }
        pass_ten_minutes(&case.world).await;
        sent += if number < 10 { 2 } else { 0 };
        assert_eq!(case.run("24/7").await, sent, "{number}");
    }
    for _ in 0..4 {
        pass_ten_minutes(&case.world).await;
        assert_eq!(case.run("24/7").await, sent);
    }
    pass_ten_minutes(&case.world).await;
    assert_eq!(case.run("24/7").await, sent + 2);
}
