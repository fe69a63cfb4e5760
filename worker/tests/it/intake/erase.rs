//! A consultant removes one mail, or one file of it, such as a password that was sent by mistake.

use sea_orm::ConnectionTrait as _;
use testkit::smtp::Record;
use uuid::Uuid;

use super::{
    CONSULTANT, VISITOR,
    answers::{COLLEAGUE, Case, text},
    files::mail_with,
    mail, settle, take,
};
use crate::support::World;

const SECRET: &str = "Zquorvex-4711";

impl Case {
    /// The mail that told the consultant of what the visitor wrote.
    async fn told_of(&self, raw: &str) -> Record {
        take(&self.world, &self.ticket.address, raw).await;
        settle(&self.world).await;
        self.drain().await;
        self.mails_to(CONSULTANT).pop().unwrap()
    }

    async fn erases(&self, from: &str, answered: &Record, verb: &str) -> String {
        let quoted = text(answered).lines().flat_map(|line| ["> ", line, "\n"]).collect::<String>();
        let extra = format!("In-Reply-To: {}\r\n", answered.header("Message-ID").unwrap());
        self.writes_with(from, &format!("{verb}\n\n{quoted}"), &extra).await;
        text(&self.mails_to(from).pop().unwrap())
    }

    /// Rows of any table in which the words stand, by the catalog.
    async fn places(&self, words: &str) -> String {
        self.world
            .value(&format!(
                "SELECT coalesce(string_agg(relname, ' '), '') FROM pg_class WHERE relnamespace = 'public'::regnamespace \
                 AND relkind IN ('r', 'p') AND NOT relispartition AND (xpath('/row/n/text()', query_to_xml(format( \
                    'SELECT count(*) AS n FROM %I AS t WHERE t::text ILIKE %L OR t::text ILIKE %L', relname, '%{words}%', \
                    '%' || encode('{words}', 'hex') || '%'), true, true, '')))[1]::text <> '0'"
            ))
            .await
    }
}

#[tokio::test]
async fn a_mail_goes_with_its_bytes_and_what_the_verbs_own_mail_repeats() {
    let case = Case::of(World::new().await).await;
    let told = case.told_of(&mail(VISITOR, "secret", "").replace("Wimplethorpe answers.", SECRET)).await;
    assert!(text(&told).contains(SECRET));
    assert_eq!(case.places(SECRET).await, "message raw_mail");
    let receipt = case.erases(CONSULTANT, &told, "#löschen").await;
    assert!(receipt.contains("The mail that you replied to is removed from our database"), "{receipt}");
    assert!(!receipt.contains(SECRET), "{receipt}");
    assert_eq!(case.places(SECRET).await, "");
    let entry = "SELECT (entry::jsonb ->> 'role') || ' ' || (detail ->> 'single') FROM ledger WHERE kind = 'erasure'";
    assert_eq!(case.world.value::<String>(entry).await, "inquiry_app mail");
    let receipt = case.erases(CONSULTANT, &told, "#erase").await;
    assert!(receipt.contains("Nothing was removed: reply to the mail"), "it is gone: {receipt}");
    let own = case.mails_to(CONSULTANT).pop().unwrap();
    let receipt = case.erases(CONSULTANT, &own, "#erase").await;
    assert!(receipt.contains("Nothing was removed: reply to the mail"), "no receipt brought it: {receipt}");
    let notification = case.world.server.accepted().into_iter().find(|mail| mail.to == CONSULTANT).unwrap();
    let receipt = case.erases(CONSULTANT, &notification, "#erase").await;
    assert!(receipt.contains("this is the inquiry itself"), "{receipt}");
    let receipt = case.erases(CONSULTANT, &told, "#note\n#erase").await;
    assert!(receipt.contains("is no command"), "{receipt}");
    // A client that does not say what it answers, and the notification, which is the inquiry itself.
    case.writes(CONSULTANT, "#erase").await;
    assert!(text(&case.mails_to(CONSULTANT).pop().unwrap()).contains("Nothing was removed: reply to the mail"));
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM ledger WHERE kind = 'erasure'").await, 1);
    assert_eq!(case.mails_to(VISITOR).len(), 0);
}

#[tokio::test]
async fn a_file_goes_by_its_name_and_the_words_stay() {
    let case = Case::of(World::new().await).await;
    let files = [("plan.pdf", b"%PDF-1.4 plan".to_vec(), true), ("Pass.jpg", SECRET.as_bytes().to_vec(), true)];
    let told = case.told_of(&mail_with(VISITOR, "files", &files)).await;
    let receipt = case.erases(COLLEAGUE, &told, "#erase ausweis.jpg").await;
    assert!(receipt.contains("has no file of this name"), "{receipt}");
    let receipt = case.erases(COLLEAGUE, &told, "#erase pass.JPG").await;
    assert!(receipt.contains("The file is removed"), "{receipt}");
    let names = "SELECT string_agg(file ->> 'name', ' ') FROM message, jsonb_array_elements(files) AS file";
    assert_eq!(case.world.value::<String>(names).await, "plan.pdf");
    assert_eq!(case.places(SECRET).await, "");
    // The rule of the second officer holds for consultants, too.
    case.world.execute("UPDATE compliance_rule SET second_officer = true").await;
    let receipt = case.erases(COLLEAGUE, &told, "#erase").await;
    assert!(receipt.contains("the second removal of a day waits for a compliance officer"), "{receipt}");
    case.world.execute("UPDATE compliance_rule SET second_officer = false").await;
    case.world
        .execute(&format!(
            "INSERT INTO legal_hold (inquiry_id, reason, ends_at) VALUES ('{}', 'a', now() + interval '1 day')",
            case.ticket.id
        ))
        .await;
    let receipt = case.erases(COLLEAGUE, &told, "#erase 1").await;
    assert!(receipt.contains("a legal hold keeps the mail"), "{receipt}");
}

/// A colleague has removed it before the visitor's server took it.
#[tokio::test]
async fn the_author_of_an_answer_that_is_removed_before_it_went_out_hears_of_it() {
    let case = Case::of(World::new().await).await;
    case.writes(CONSULTANT, &format!("The password is {SECRET}.")).await;
    let copy = case.mails_to(COLLEAGUE).pop().unwrap();
    assert!(text(&copy).contains(SECRET));
    case.world.execute("UPDATE outbox SET state = 'retry', finished_at = NULL WHERE kind = 'answer'").await;
    let receipt = case.erases(COLLEAGUE, &copy, "#erase").await;
    assert!(receipt.contains("The mail that you replied to is removed"), "{receipt}");
    let state = "SELECT state || ' ' || last_code FROM outbox WHERE kind = 'answer'";
    assert_eq!(case.world.value::<String>(state).await, "suppressed removed");
    let lost = text(&case.mails_to(CONSULTANT).pop().unwrap());
    assert!(lost.contains("did not arrive") && lost.contains("It was removed before it was sent."), "{lost}");
    assert!(!lost.contains(SECRET), "{lost}");
    assert_eq!(case.mails_to(CONSULTANT).len(), 1, "he hears of it once");
}

#[tokio::test]
async fn only_a_consultant_of_the_inquiry_removes() {
    let case = Case::of(World::new().await).await;
    let told = case.told_of(&mail(VISITOR, "secret", "").replace("Wimplethorpe answers.", SECRET)).await;
    let extra = format!("In-Reply-To: {}\r\n", told.header("Message-ID").unwrap());
    for (to, from) in [(case.address_of(CONSULTANT), VISITOR), (case.ticket.address.clone(), VISITOR)] {
        case.writes_to(&to, from, "#erase", &extra).await;
    }
    let message: Uuid = case.world.value("SELECT id FROM message ORDER BY received_at LIMIT 1").await;
    let visitors: Uuid = case.world.value(&format!("SELECT intake_id FROM message WHERE id = '{message}'")).await;
    for asking in [format!("'{visitors}'"), "NULL".to_owned(), "gen_random_uuid()".to_owned()] {
        let sql = format!("SELECT remove_mail('{message}', NULL, {asking})");
        assert!(case.world.db.execute_unprepared(&sql).await.is_err(), "{asking}");
    }
    assert_ne!(case.places(SECRET).await, "");
}
