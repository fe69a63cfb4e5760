//! Mails in quarantine in the daily digest, and what a consultant decides by its links.

use testkit::smtp::Record;
use uuid::Uuid;
use worker::intake::{Addressee, Aside, Fate, attach, resolve};

use super::{CONSULTANT, VISITOR, dmarc, rule, settings_with, settle_by, ticket};
use crate::{
    digests::Case,
    support::digests::{COLLEAGUE, decide, pass_a_day, proven},
};

impl Case {
    /// What a link of `owner`'s digest writes about mail `about`.
    async fn decides_about_mail(&self, about: Uuid, owner: &str, from: &str, headers: &str, text: &str) -> Uuid {
        let to = self.settings.addresses.quarantine(about, owner);
        let aside = Aside::Quarantine { intake: about, consultant: owner.to_owned() };
        let resolved = resolve(&self.world.db, &self.settings, &to).await.unwrap();
        assert_eq!(resolved, Some(Addressee::Aside(aside)));
        decide(&self.world, &self.settings, &to, from, headers, text).await
    }

    async fn digests(&self) -> Vec<Record> {
        self.hourly().await;
        self.world.server.accepted()
    }
}

#[tokio::test]
async fn the_first_decision_by_a_link_counts_and_a_later_one_takes_spam_back() {
    let case = Case::new().await;
    let ticket = ticket(&case.world).await;
    let [spam, new, attached] = [case.quarantined().await, case.quarantined().await, case.quarantined().await];
    let attach = format!("#attach {}", ticket.reference);

    for mail in [spam, new] {
        let decision = case.decides_about_mail(mail, CONSULTANT, CONSULTANT, &proven(), "#spam").await;
        assert_eq!(rule(&case.world, decision).await, "command verdict");
        assert_eq!(rule(&case.world, mail).await, "dropped operator");
    }
    let again = case.decides_about_mail(spam, COLLEAGUE, COLLEAGUE, &proven(), "#spam").await;
    assert_eq!(rule(&case.world, again).await, "dropped decided");

    let taken_back = case.decides_about_mail(spam, COLLEAGUE, COLLEAGUE, &proven(), &attach).await;
    assert_eq!(rule(&case.world, taken_back).await, "command verdict");
    assert_eq!(settle_by(&case.world, &case.settings).await, Some(Fate::Reply));
    for late in [attach.as_str(), "#spam", "#new"] {
        let late = case.decides_about_mail(spam, CONSULTANT, CONSULTANT, &proven(), late).await;
        assert_eq!(rule(&case.world, late).await, "dropped decided");
        assert_eq!(rule(&case.world, spam).await, "reply attached");
    }

    case.decides_about_mail(new, COLLEAGUE, COLLEAGUE, &proven(), "#neu").await;
    assert_eq!(settle_by(&case.world, &case.settings).await, Some(Fate::New));
    assert_eq!(rule(&case.world, new).await, "new opened");
    let opened = "SELECT email FROM inquiry_content JOIN intake USING (inquiry_id) WHERE fate = 'new'";
    assert_eq!(case.world.value::<String>(opened).await, VISITOR);

    let text = format!("#attach {}", ticket.reference.to_lowercase());
    case.decides_about_mail(attached, COLLEAGUE, COLLEAGUE, &proven(), &text).await;
    assert_eq!(settle_by(&case.world, &case.settings).await, Some(Fate::Reply));
    assert_eq!(rule(&case.world, attached).await, "reply attached");

    let late = case.decides_about_mail(new, COLLEAGUE, COLLEAGUE, &proven(), "#spam").await;
    assert_eq!(rule(&case.world, late).await, "dropped decided");
    assert_eq!(rule(&case.world, new).await, "new opened");
}

#[tokio::test]
async fn a_person_may_open_more_tickets_than_a_stranger() {
    let case = Case::new().await;
    for number in 0..5 {
        let id = case.quarantined().await;
        case.decides_about_mail(id, CONSULTANT, CONSULTANT, &proven(), "#new").await;
        assert_eq!(settle_by(&case.world, &case.settings).await, Some(Fate::New), "{number}");
    }
}

#[tokio::test]
async fn only_a_proven_consultant_decides_and_only_by_the_own_link() {
    let case = Case::new().await;
    let waits = case.quarantined().await;
    let automatic = format!("{}Auto-Submitted: auto-replied\r\n", proven());
    let failed = proven().replace("=pass", "=fail");
    for (owner, from, headers, text, expected) in [
        (CONSULTANT, CONSULTANT, "", "#spam", "quarantined consultant"),
        (CONSULTANT, CONSULTANT, failed.as_str(), "#spam", "quarantined consultant"),
        (COLLEAGUE, CONSULTANT, &proven(), "#spam", "quarantined unauthenticated"),
        (CONSULTANT, VISITOR, &dmarc("pass"), "#spam", "quarantined unauthenticated"),
        (CONSULTANT, CONSULTANT, &format!("{}From: {COLLEAGUE}\r\n", proven()), "#spam", "quarantined unclear_headers"),
        (CONSULTANT, CONSULTANT, &automatic, "#spam", "quarantined machine"),
        (CONSULTANT, CONSULTANT, &proven(), "It is spam.", "quarantined no_command"),
        (CONSULTANT, CONSULTANT, &proven(), "#spam\r\n#new", "quarantined no_command"),
        (CONSULTANT, CONSULTANT, &proven(), "#attach FW-", "quarantined no_command"),
        (CONSULTANT, CONSULTANT, &proven(), "#attach FW-0000-0000", "quarantined no_inquiry"),
    ] {
        let decision = case.decides_about_mail(waits, owner, from, headers, text).await;
        assert_eq!(rule(&case.world, decision).await, expected, "{owner} {from} {text}");
        assert_eq!(rule(&case.world, waits).await, "quarantined unmatched", "{owner} {from} {text}");
    }
    let foreign = case.settings.addresses.quarantine(waits, "dora@own.example");
    let resolved = resolve(&case.world.db, &case.settings, &foreign).await.unwrap();
    assert_eq!(resolved, None, "nobody whom the settings name");
}

#[tokio::test]
async fn a_decision_that_failed_is_a_mail_like_any_other() {
    let case = Case::new().await;
    let (waits, ticket) = (case.quarantined().await, ticket(&case.world).await);
    let decision = case.decides_about_mail(waits, CONSULTANT, CONSULTANT, &proven(), "Is that ours?").await;
    assert_eq!(rule(&case.world, decision).await, "quarantined no_command");
    attach(&case.world.db, decision, &ticket.reference.parse().unwrap()).await.unwrap();
    assert_eq!(settle_by(&case.world, &case.settings).await, Some(Fate::Reply));
    assert_eq!(rule(&case.world, decision).await, "reply attached");
}

#[tokio::test]
async fn what_is_not_read_can_only_be_dropped() {
    let case = Case::new().await;
    let waits = case.quarantined().await;
    case.world.execute(&format!("UPDATE intake SET rule = 'too_big' WHERE id = '{waits}'")).await;
    let digest = case.digests().await.remove(0).data.replace("=\r\n", "");
    assert!(digest.contains("Decide (#spam only)") && digest.contains("folder of processed mails"), "{digest}");
    assert!(!digest.contains("%23attach") && !digest.contains("%23new"), "{digest}");
}

#[tokio::test]
async fn where_mails_open_no_tickets_no_link_does() {
    let case = Case { settings: settings_with(&[("NOTIFY_TO", "anna@own.example")]), ..Case::new().await };
    let waits = case.quarantined().await;
    let decision = case.decides_about_mail(waits, CONSULTANT, CONSULTANT, &proven(), "#new").await;
    assert_eq!(rule(&case.world, decision).await, "quarantined no_command");
    let digest = case.digests().await.remove(0).data;
    assert!(
        !digest.contains("%23new") && !digest.contains("becomes an inquiry") && digest.contains("#spam"),
        "{digest}"
    );
}

#[tokio::test]
async fn what_a_digest_does_not_list_is_in_the_next() {
    let case = Case::new().await;
    for _ in 0..52 {
        case.quarantined().await;
    }
    assert_eq!(case.digests().await.len(), 2);
    let untold = "SELECT count(*) FROM intake WHERE told_at IS NULL";
    assert_eq!(case.world.value::<i64>(untold).await, 2);
    let between: Uuid = case.world.value("SELECT id FROM intake WHERE told_at IS NULL LIMIT 1").await;
    let ends = "SELECT bool_and(told_at IS NOT NULL) FROM (SELECT told_at, row_number() OVER (ORDER BY settled_at) AS number \
                FROM intake) AS mail WHERE number IN (1, 25, 28, 52)";
    assert!(case.world.value::<bool>(ends).await, "the oldest and the newest are listed");
    pass_a_day(&case.world).await;
    let digests = case.digests().await;
    assert_eq!(digests.len(), 4);
    let link = case.settings.addresses.quarantine(between, CONSULTANT);
    let has_it = |mail: &&Record| mail.data.replace("=\r\n", "").contains(&link);
    assert_eq!(digests.iter().filter(has_it).count(), 1);
    assert_eq!(case.world.value::<i64>(untold).await, 0);
}

#[tokio::test]
async fn a_mail_whose_reader_crashed_is_named_and_not_read() {
    let case = Case::new().await;
    let waits = case.quarantined().await;
    case.world.execute(&format!("UPDATE intake SET rule = 'crashed' WHERE id = '{waits}'")).await;
    let digest = case.digests().await.remove(0).data;
    assert!(digest.contains("Unknown sender") && digest.contains("Reading it has failed twice"), "{digest}");
}
