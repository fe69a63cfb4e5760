//! A consultant looks for inquiries by a mail.

use mailer::addresses::Party;
use testkit::smtp::{FailureMode, Record};
use uuid::Uuid;
use worker::{
    intake::Fate,
    schedules::{Resources, SCHEDULES},
    ticket::{MOST_FOUND, find},
};

use super::{CONSULTANT, MADE, VISITOR, rule, settle_by, signed, take};
use crate::{
    digests::Case,
    intake::mail,
    schedules::resources,
    support::{
        World,
        digests::{COLLEAGUE, mailer, proven},
    },
    suspects::text,
};

impl Case {
    /// What becomes of a mail with this text to `to`.
    async fn asks(&self, from: &str, to: &str, headers: &str, words: &str) -> Uuid {
        let raw = mail(from, &Uuid::new_v4().to_string(), headers).replace("Wimplethorpe answers.", words);
        let id = take(&self.world, to, &raw).await;
        settle_by(&self.world, &self.settings).await;
        id
    }

    async fn own_address(&self, inquiry: Uuid) -> String {
        let reference = self.reference(inquiry).await;
        signed().reply(&reference.parse().unwrap(), &Party::Consultant(CONSULTANT.to_owned()))
    }

    async fn answered(&self) -> Vec<Record> {
        let before = self.world.server.accepted().len();
        let mailer = mailer(&self.world, &self.settings, "24/7");
        let named = Some(vec![CONSULTANT.to_owned(), COLLEAGUE.to_owned()]);
        let resources = Resources { mailer, named, ..resources(&self.world) };
        for name in ["authors", "searches"] {
            let schedule = SCHEDULES.iter().find(|schedule| schedule.name == name).unwrap();
            (schedule.run)(&resources).await.unwrap();
        }
        self.world.server.accepted().split_off(before)
    }
}

#[tokio::test]
async fn a_consultant_finds_the_own_inquiries_and_nobody_else_reads_what_was_asked() {
    let case = Case::new().await;
    let (first, second) = (case.waits(&[CONSULTANT]).await, case.waits(&[CONSULTANT, COLLEAGUE]).await);
    let others = case.waits(&[COLLEAGUE]).await;
    case.world
        .execute(&format!(
            "UPDATE inquiry_content SET message = 'Zquorvex-Befall seit Freitag', company = 'Wimplethorpe AG'; \
             UPDATE inquiry SET received_at = received_at - interval '1 second' WHERE id = '{first}'"
        ))
        .await;
    let own = case.own_address(first).await;
    let asked = case.asks(CONSULTANT, &own, &proven(), "#suche zquorv\r\n\r\n> Wimplethorpe wrote\r\n").await;
    assert_eq!(rule(&case.world, asked).await, "command find");
    let [answer] = case.answered().await.try_into().unwrap();
    assert_eq!(answer.to, CONSULTANT);
    let words = text(&answer);
    let at = |reference: String| words.find(&reference);
    let (first_at, second_at) = (at(case.reference(first).await), at(case.reference(second).await));
    assert!(second_at.is_some() && first_at > second_at, "the newest first: {words}");
    assert_eq!(at(case.reference(others).await), None, "{words}");
    for expected in ["Wimplethorpe AG", "nobody has claimed it", &own] {
        assert!(words.contains(expected), "{expected} in {words}");
    }
    assert_eq!(case.answered().await.len(), 0, "once");
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM raw_mail").await, 0, "it quoted others");
    // What was asked is on no ticket: its words are about others.
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM message").await, 0);
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM outbox WHERE kind = 'receipt'").await, 0);
    case.world.execute("UPDATE intake SET accepted_at = accepted_at - interval '2 days'; SELECT count_intake()").await;
    let counted = "SELECT (detail ->> 'searches')::bigint FROM ledger WHERE kind = 'intake'";
    assert_eq!(case.world.value::<i64>(counted).await, 1);
}

#[tokio::test]
async fn words_names_companies_addresses_and_references_are_found_until_they_must_not_be() {
    let case = Case::new().await;
    let inquiry = case.waits(&[CONSULTANT]).await;
    case.world
        .execute(
            "UPDATE inquiry_content SET first_name = 'Zoë', last_name = 'O''Quorvex', company = 'Müller & Söhne', \
             email = 'z.quorvex@wimple.example', email_key = 'z.quorvex@wimple.example', message = 'Nach dem Anruf/Freitag: alles \\ weg!'",
        )
        .await;
    let reference = case.reference(inquiry).await;
    let found = async |words: &str| find(&case.world.db, CONSULTANT, words).await.unwrap().found.len();
    for words in [
        "zoë",
        "O'Quorvex",
        "MÜLLER söhne",
        "muller",
        "zoe",
        "z.quorvex@wimple.example",
        "wimple",
        "anruf weg",
        "freitag",
        "' | 'alles",
        "alles \\ weg!",
        &reference,
        &reference.to_lowercase(),
    ] {
        assert_eq!(found(words).await, 1, "{words}");
    }
    for words in ["", "'", "&", "nach fehlt", "ruf", "' | 'fehlt", "FW-0000-0000", "a:* | b", "!fehlt", "\u{202e}"] {
        assert_eq!(found(words).await, 0, "{words}");
    }
    assert_eq!(find(&case.world.db, COLLEAGUE, "zoë").await.unwrap().found.len(), 0);
    for (hidden, shown) in [
        ("UPDATE inquiry SET restricted_at = now()", "UPDATE inquiry SET restricted_at = NULL"),
        (
            "UPDATE inquiry SET last_contact_at = now() - interval '2 years'",
            "UPDATE inquiry SET last_contact_at = now()",
        ),
    ] {
        case.world.execute(hidden).await;
        assert_eq!((found("zoë").await, found(&reference).await), (0, 0), "{hidden}");
        case.world.execute(shown).await;
        assert_eq!(found("zoë").await, 1);
    }
}

/// The relay filters by content: the words that were looked for, or those of an inquiry.
#[tokio::test]
async fn an_answer_that_the_relay_refuses_goes_at_once_without_anybodys_words() {
    let case = Case::new().await;
    let inquiry = case.waits(&[CONSULTANT]).await;
    case.world.execute("UPDATE inquiry_content SET company = 'Quorvex AG'").await;
    for (filter, words) in [("Quorvex", "krelvonta"), ("krelvonta", "krelvonta")] {
        case.world.server.always(FailureMode::Filter(filter));
        case.asks(CONSULTANT, "desk@own.example", &proven(), &format!("#find {words}")).await;
        let [answer] = case.answered().await.try_into().unwrap();
        let said = text(&answer);
        assert!(said.contains(&case.reference(inquiry).await) && said.contains("refuses"), "{said}");
        assert!(!said.contains("Quorvex") && !said.contains("krelvonta"), "{said}");
    }
    let left = "SELECT count(*) FROM digest_mail WHERE finished_at IS NULL";
    assert_eq!(case.world.value::<i64>(left).await, 0);
}

#[tokio::test]
async fn only_a_proven_consultant_searches() {
    let case = Case::new().await;
    let inquiry = case.waits(&[CONSULTANT]).await;
    let own = case.own_address(inquiry).await;
    let visitors = signed().reply(&case.reference(inquiry).await.parse().unwrap(), &Party::Visitor);
    for (from, to, headers) in [
        (CONSULTANT, own.as_str(), String::new()),
        (CONSULTANT, own.as_str(), "Cc: someone@else.example\r\n".to_owned()),
        (CONSULTANT, "desk@own.example", String::new()),
        (VISITOR, own.as_str(), proven()),
        (VISITOR, "desk@own.example", proven()),
        (VISITOR, visitors.as_str(), String::new()),
        (CONSULTANT, own.as_str(), format!("{}Auto-Submitted: auto-replied\r\n", proven())),
    ] {
        let asked = case.asks(from, to, &headers, "#find krelvonta").await;
        assert_ne!(rule(&case.world, asked).await, "command find", "{from} to {to}: {headers}");
    }
    let several = case.asks(CONSULTANT, &own, &proven(), "#find krelvonta\r\n#close").await;
    assert_ne!(rule(&case.world, several).await, "command find", "its author hears that nothing was done");
    assert!(!case.answered().await.iter().any(|mail| text(mail).contains("You looked for")));
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM message WHERE party = 'consultant'").await, 0);
    // Also where no ticket is answered.
    let asked = case.asks(CONSULTANT, "desk@own.example", &proven(), "#find krelvonta").await;
    assert_eq!(rule(&case.world, asked).await, "command find");
    let [answer] = case.answered().await.try_into().unwrap();
    assert!(text(&answer).contains(&case.reference(inquiry).await), "{}", answer.data);
}

#[tokio::test]
async fn a_search_says_what_it_has_not_read_and_stops_for_no_rewrite() {
    let case = Case::in_world(World::while_rewriting().await).await;
    case.waits(&[CONSULTANT]).await;
    let search = find(&case.world.db, CONSULTANT, "krelvonta").await.unwrap();
    assert_eq!((search.found.len(), search.is_partial), (1, true));
    case.asks(CONSULTANT, "desk@own.example", &proven(), "#find krelvonta").await;
    let [answer] = case.answered().await.try_into().unwrap();
    assert!(text(&answer).contains("A part of the inquiries could not be searched"), "{}", answer.data);
}

#[tokio::test]
async fn the_address_of_a_participant_is_found_and_nobody_whose_person_is_erased() {
    let case = Case::new().await;
    let inquiry = case.waits(&[CONSULTANT]).await;
    let insert = "INSERT INTO participant (inquiry_id, intake_id, address, address_key, instead_from) \
        SELECT id, gen_random_uuid(), 'New.Head@else.example', 'new.head@else.example', now() FROM inquiry";
    case.world.execute(insert).await;
    case.world.execute("UPDATE inquiry_content SET message = 'Ask new.head@else.example, please.'").await;
    let found = async |who: &str, words: &str| find(&case.world.db, who, words).await.unwrap().found.len();
    assert_eq!(found(CONSULTANT, "New.Head@else.example").await, 1, "once");
    case.world.execute("UPDATE inquiry_content SET message = 'Nothing.'").await;
    assert_eq!(
        (found(CONSULTANT, "new.head@else.example").await, found(COLLEAGUE, "new.head@else.example").await),
        (1, 0)
    );
    case.world.execute("UPDATE participant SET restricted_at = now()").await;
    assert_eq!(found(CONSULTANT, "new.head@else.example").await, 0);
    let (own, reference) =
        (case.world.value::<String>("SELECT email::text FROM inquiry_content").await, case.reference(inquiry).await);
    assert_eq!((found(CONSULTANT, &own).await, found(CONSULTANT, &reference).await), (1, 1));
    case.world.execute(&format!("SELECT erase_person('{own}')")).await;
    assert_eq!((found(CONSULTANT, &own).await, found(CONSULTANT, &reference).await), (0, 0));
}

/// As the planner decides, once a consultant was notified of many.
#[tokio::test]
async fn a_search_for_a_rare_word_reads_the_index() {
    let case = Case::new().await;
    case.waits(&[CONSULTANT]).await;
    let filled = "\
        INSERT INTO inquiry_content (inquiry_id, first_name, last_name, company, email, email_key, message) \
            SELECT made, first_name, last_name, company, email, email_key, 'Number ' || md5(number::text) \
            FROM inquiry_content, made; \
        INSERT INTO outbox (id, inquiry_id, kind, recipient) SELECT made, made, 'notification', recipient \
            FROM outbox, made WHERE kind = 'notification'; \
        ANALYZE inquiry; ANALYZE inquiry_content; ANALYZE outbox";
    case.world
        .execute(&format!("SET session_replication_role = replica; {MADE} {filled}; RESET session_replication_role"))
        .await;
    let scans = "SELECT coalesce(sum(idx_scan), 0)::bigint FROM pg_stat_user_indexes WHERE indexrelname LIKE 'inquiry_content%tsvector%'";
    let before: i64 = case.world.value(scans).await;
    case.world
        .execute("SELECT * FROM find_inquiries('anna@own.example', 'fehlt', 20); SELECT pg_stat_force_next_flush()")
        .await;
    assert!(case.world.value::<i64>(scans).await > before);
}

#[tokio::test]
async fn a_search_asks_the_index_of_each_quarter_and_lists_the_latest() {
    let case = Case::new().await;
    case.waits(&[CONSULTANT]).await;
    let scans = "SELECT coalesce(sum(idx_scan), 0)::bigint FROM pg_stat_user_indexes WHERE indexrelname LIKE 'inquiry_content%tsvector%'";
    assert_eq!(case.world.value::<i64>(scans).await, 0);
    case.world
        .execute(
            "SET enable_seqscan = off; SET enable_nestloop = off; SELECT * FROM find_inquiries('anna@own.example', 'fehlt', 20); \
             RESET enable_seqscan; RESET enable_nestloop; SELECT pg_stat_force_next_flush()",
        )
        .await;
    let quarters: i64 =
        case.world.value("SELECT count(*) FROM pg_inherits WHERE inhparent = 'inquiry_content'::regclass").await;
    assert!(case.world.value::<i64>(scans).await >= quarters);
    for _ in 0..MOST_FOUND {
        case.waits(&[CONSULTANT]).await;
    }
    let search = find(&case.world.db, CONSULTANT, "krelvonta").await.unwrap();
    assert_eq!(search.found.len(), usize::try_from(MOST_FOUND).unwrap());
    assert!(search.found.is_sorted_by(|one, next| one.received_at >= next.received_at));
    case.asks(CONSULTANT, "desk@own.example", &proven(), "#find").await;
    let [answer] = case.answered().await.try_into().unwrap();
    assert!(text(&answer).contains("Nothing was looked for"), "{}", answer.data);
    assert_eq!(settle_by(&case.world, &case.settings).await, None::<Fate>);
}
