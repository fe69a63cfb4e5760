//! Data subject requests of every kind, correction and restriction.

use mailer::db::statement;
use sea_orm::ConnectionTrait;
use serde_json::Value;

use super::{LIFT, answer, done, fill, refused, run_as, world};
use crate::support::World;

const ADDRESS: &str = "kreluonta1@visitor.example";

#[tokio::test]
async fn requests_of_every_kind_count_from_their_receipt_and_duplicates_are_noticed() {
    let world = world().await;
    let last_week: String =
        world.value("SELECT to_char(now() AT TIME ZONE 'UTC' - interval '7 days', 'YYYY-MM-DD')").await;
    let due: String = world.value("SELECT to_char(now() AT TIME ZONE 'UTC' + interval '23 days', 'YYYY-MM-DD')").await;
    for kind in ["access", "correction", "erasure", "restriction", "objection", "portability"] {
        let add = ["person", "request", "add", ADDRESS, "--kind", kind, "--received", &last_week];
        let said = done(&world, &add).await;
        assert!(said.contains(&format!("answer it by {due}")), "{said}");
        let error = refused(&world, &add).await;
        assert!(error.contains("of the same kind and address is open") && error.contains(&last_week), "{error}");
    }
    done(&world, &["person", "request", "add", ADDRESS, "--kind", "access", "--again"]).await;
    for day in ["2999-01-01", "2001-01-01"] {
        let add = ["person", "request", "add", ADDRESS, "--kind", "access", "--received", day, "--again"];
        assert!(refused(&world, &add).await.contains("within the last year"), "{day}");
    }
    let list: Value = serde_json::from_str(&done(&world, &["person", "request", "list", "--json"]).await).unwrap();
    assert_eq!(list.as_array().unwrap().len(), 7);
}

#[tokio::test]
async fn a_request_is_extended_once_marked_when_overdue_and_closed_with_its_answer() {
    let world = world().await;
    done(&world, &["person", "request", "add", ADDRESS, "--kind", "access"]).await;
    let id: String = world.value("SELECT id::text FROM data_subject_request").await;
    let due: String = world.value("SELECT to_char(now() AT TIME ZONE 'UTC' + interval '90 days', 'YYYY-MM-DD')").await;
    let extend = ["person", "request", "extend", &id, "--reason", "complexity"];
    assert!(done(&world, &extend).await.contains(&format!("now due {due}")));
    assert!(refused(&world, &extend).await.contains("was extended before"));
    assert!(!done(&world, &["person", "request", "list"]).await.contains("OVERDUE"));
    world.execute("UPDATE data_subject_request SET received_at = now() - interval '91 days'").await;
    assert!(done(&world, &["person", "request", "list"]).await.contains("OVERDUE"));
    world.execute("UPDATE data_subject_request SET extension = NULL").await;
    assert!(refused(&world, &extend).await.contains("cannot be extended"));
    let wait = ["person", "request", "wait", &id, "--channel", "mail"];
    assert!(refused(&world, &wait).await.contains("is for access: only one for erasure or correction waits"));
    assert!(refused(&world, &answer(&id, "refused", "export")).await.contains("goes with --sent reasons"));
    assert!(refused(&world, &["person", "confirm", &id]).await.contains("is for access: nobody has to confirm it"));
    done(&world, &answer(&id, "refused", "reasons")).await;
    for closed in [&extend[..], &wait, &["person", "confirm", &id]] {
        assert!(refused(&world, closed).await.contains("no open request has the id"), "{closed:?}");
    }
    let answer: String = world.value("SELECT answer FROM data_subject_request WHERE email_key IS NULL").await;
    assert_eq!(answer, "refused");
    let actions = "SELECT string_agg(detail ->> 'action', ' ' ORDER BY seq) FROM ledger WHERE kind = 'request'";
    assert_eq!(world.value::<String>(actions).await, "registered extended answered");
}

/// The day that "answer it by" has named.
#[tokio::test]
async fn a_request_is_overdue_after_its_last_day_and_extended_until_then() {
    let world = world().await;
    done(&world, &["retention", "purge"]).await;
    done(&world, &["person", "request", "add", ADDRESS, "--kind", "access"]).await;
    let id: String = world.value("SELECT id::text FROM data_subject_request").await;
    let extend = ["person", "request", "extend", &id, "--reason", "complexity"];
    let midnight = "date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '30 days'";
    for (received, is_overdue) in [(format!("{midnight} - interval '1 second'"), true), (midnight.to_owned(), false)] {
        world.execute(&format!("UPDATE data_subject_request SET received_at = {received}")).await;
        assert_eq!(done(&world, &["person", "request", "list"]).await.contains("OVERDUE"), is_overdue, "{received}");
        let overdue = "SELECT requests_overdue FROM retention_gauges()";
        assert_eq!(world.value::<i64>(overdue).await, i64::from(is_overdue), "{received}");
        let report = done(&world, &["report", "--json"]).await;
        assert!(report.contains(&format!("\"requests_overdue\": {}", u8::from(is_overdue))), "{report}");
        if is_overdue {
            assert!(refused(&world, &extend).await.contains("cannot be extended"));
        }
    }
    let due: String =
        world.value("SELECT to_char((now() AT TIME ZONE 'UTC') + interval '60 days', 'YYYY-MM-DD')").await;
    assert!(done(&world, &extend).await.contains(&format!("now due {due}")));
}

/// Twenty of thirty days are left when the person is told, and when the hold has ended.
#[tokio::test]
async fn a_hold_moves_the_last_day_of_a_request_that_waits_and_its_release_moves_it_back() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let day = async |days: i32| -> String {
        world.value(&format!("SELECT to_char(now() AT TIME ZONE 'UTC' + interval '{days} days', 'YYYY-MM-DD')")).await
    };
    done(&world, &["person", "request", "add", ADDRESS, "--kind", "erasure", "--received", &day(-10).await]).await;
    let id: String = world.value("SELECT id::text FROM data_subject_request").await;
    done(&world, &["retention", "hold", "--email", ADDRESS, "--reason", "a case", "--until", "2087-06-30"]).await;
    let wait = ["person", "request", "wait", &id, "--channel", "mail"];
    for on in [day(1).await, day(-11).await] {
        assert!(refused(&world, &[&wait[..], &["--on", &on]].concat()).await.contains("--on"), "{on}");
    }
    let yesterday = refused(&world, &[&wait[..], &["--on", &day(-1).await]].concat()).await;
    assert!(yesterday.contains("placed on that day or before"), "the hold did not exist: {yesterday}");
    let list = async || done(&world, &["person", "request", "list"]).await;
    for _ in 0..2 {
        done(&world, &wait).await;
        assert!(list().await.contains("due 2087-07-20"), "{}", list().await);
    }
    let hold: String = world.value("SELECT id::text FROM legal_hold").await;
    done(&world, &["retention", "release", &hold]).await;
    let due = day(20).await;
    assert!(list().await.contains(&format!("due {due} ")) && !list().await.contains("OVERDUE"), "{}", list().await);
    let extend = ["person", "request", "extend", &id, "--reason", "complexity"];
    assert!(refused(&world, &extend).await.contains("cannot be extended"));
    let late = async || {
        let report: Value = serde_json::from_str(&done(&world, &["report", "--json"]).await).unwrap();
        report["answered_late"].as_u64().unwrap()
    };
    world.execute("UPDATE data_subject_request SET due_at = due_at - interval '21 days'").await;
    assert!(list().await.contains("OVERDUE") && late().await == 0);
    done(&world, &answer(&id, "refused", "reasons")).await;
    let closed = done(&world, &["person", "request", "list", "--closed"]).await;
    assert!(closed.contains(&format!("due {}  LATE ", day(-1).await)), "{closed}");
    assert_eq!(late().await, 1);
}

/// The person was told too late of the hold, or of the erasure: the month of the first entry counts it.
#[tokio::test]
async fn a_late_request_counts_once_and_in_the_month_in_which_it_was_late() {
    let world = world().await;
    fill(&world, 3, "kreluonta", "now()").await;
    let long_ago: String =
        world.value("SELECT to_char(now() AT TIME ZONE 'UTC' - interval '31 days', 'YYYY-MM-DD')").await;
    let late = async || {
        let report: Value = serde_json::from_str(&done(&world, &["report", "--json"]).await).unwrap();
        report["answered_late"].as_u64().unwrap()
    };
    let mut ids = Vec::new();
    for number in 1..=2 {
        let address = format!("kreluonta{number}@visitor.example");
        let add = ["person", "request", "add", &address, "--kind", "erasure", "--received", &long_ago];
        done(&world, &add).await;
        let of = format!("SELECT id::text FROM data_subject_request WHERE email_key = '{address}'");
        ids.push(world.value::<String>(&of).await);
    }
    done(&world, &["retention", "hold", "--email", ADDRESS, "--reason", "a case", "--until", "2087-06-30"]).await;
    done(&world, &["person", "request", "wait", &ids[0], "--channel", "mail"]).await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    done(&world, &["person", "erase", "kreluonta2@visitor.example", "--yes", "--out", out]).await;
    assert_eq!(late().await, 2);
    world
        .execute(
            "UPDATE data_subject_request SET due_at = now() - interval '1 day' WHERE closed_at IS NULL; \
             ALTER TABLE ledger DROP CONSTRAINT IF EXISTS ledger_columns_match, DISABLE TRIGGER ALL; \
             UPDATE ledger SET at = at - interval '40 days'; ALTER TABLE ledger ENABLE TRIGGER ALL",
        )
        .await;
    done(&world, &answer(&ids[0], "refused", "reasons")).await;
    done(&world, &answer(&ids[1], "granted", "certificate")).await;
    assert_eq!(late().await, 0, "told later, of what was late before");
    // A day that a hold has moved makes none timely.
    for days in [-1, 1] {
        world.execute(&format!("UPDATE data_subject_request SET due_at = now() + interval '{days} days'")).await;
        let closed = done(&world, &["person", "request", "list", "--closed"]).await;
        assert_eq!(closed.matches("LATE").count(), 2, "{closed}");
    }
}

#[tokio::test]
async fn a_second_erasure_registers_a_request_only_of_a_person_of_whom_something_is_stored() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let erase = |address: &'static str| ["person", "erase", address, "--yes", "--out", folder.path().to_str().unwrap()];
    done(&world, &erase(ADDRESS)).await;
    for nothing in [ADDRESS, "nobody@visitor.example"] {
        assert!(done(&world, &erase(nothing)).await.starts_with("nothing is stored about this address"), "{nothing}");
    }
    let open = "SELECT count(*) FROM data_subject_request WHERE closed_at IS NULL";
    assert_eq!(world.value::<i64>(open).await, 0);
    for is_new in [true, false] {
        let output = super::officer(&world, &erase("kreluonta2@visitor.example")).await;
        let said = super::text(&output.stdout);
        assert_eq!(said.contains("is registered, with the address"), is_new, "{said}");
        assert!(!output.status.success() && world.value::<i64>(open).await == 1);
    }
}

#[tokio::test]
async fn an_optional_field_is_emptied() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let reference: String = world.value("SELECT reference FROM inquiry").await;
    for field in ["phone", "country"] {
        done(&world, &["person", "correct", &reference, "--field", field, "--value", "", "--yes"]).await;
    }
    let empty = "SELECT count(*) FROM inquiry_content WHERE phone IS NULL AND country IS NULL";
    assert_eq!(world.value::<i64>(empty).await, 1);
    let long = "x".repeat(101);
    for (field, value, why) in [
        ("company", "", "it is empty"),
        ("company", &long, "it has 101 characters, and may have 100"),
        ("phone", "1234", "it has 4 characters, and needs 5"),
        ("company", "a\nb", "it has a line end or another control character"),
    ] {
        let said =
            refused(&world, &["person", "correct", &reference, "--field", field, "--value", value, "--yes"]).await;
        assert!(said.contains(&format!("the value does not fit the field: {why}")), "{said}");
    }
}

#[tokio::test]
async fn a_correction_shows_both_values_and_the_ledger_neither() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    let reference: String = world
        .value("SELECT reference FROM inquiry JOIN inquiry_content ON id = inquiry_id WHERE email LIKE 'kreluonta1%'")
        .await;
    let correct = |field: &'static str, value: &'static str| {
        let (world, reference) = (&world, reference.clone());
        async move { done(world, &["person", "correct", &reference, "--field", field, "--value", value, "--yes"]).await }
    };
    let said = correct("company", "Vandrellix").await;
    assert!(said.contains("Grobnitz") && said.contains("Vandrellix"), "{said}");
    let left =
        format!("Mails that came or went, and their conversation, keep it: `compliance person remove {reference}`");
    assert!(said.contains(&left) && !said.contains("deleted"), "{said}");
    let second =
        "UPDATE inquiry_content SET email = 'Kreluonta1@visitor.example', email_key = 'kreluonta1@visitor.example'";
    world.execute(second).await;
    let said = correct("email", "Vandrellix+new@visitor.example").await;
    let other =
        "SELECT reference FROM inquiry JOIN inquiry_content ON id = inquiry_id WHERE email_key LIKE 'kreluonta%'";
    assert!(said.ends_with(&format!("The former address stays on {}\n", world.value::<String>(other).await)), "{said}");
    let row: String =
        world.value("SELECT company || ' ' || email_key FROM inquiry_content WHERE company <> 'Grobnitz'").await;
    assert_eq!(row, "Vandrellix vandrellix@visitor.example");
    let ledger: String = world.value("SELECT string_agg(entry, '') FROM ledger WHERE kind = 'correction'").await;
    assert!(ledger.contains("company") && !ledger.contains("rellix") && !ledger.contains("Grobnitz"), "{ledger}");
    let waits: i64 = world.value("SELECT count(*) FROM unreclaimed_tables() WHERE name LIKE 'inquiry_content%'").await;
    assert_eq!(waits, 1, "the former value's bytes are rewritten like deleted ones");
    for (field, value) in [("company", " "), ("email", "none"), ("phone", "1")] {
        refused(&world, &["person", "correct", &reference, "--field", field, "--value", value, "--yes"]).await;
    }
}

#[tokio::test]
async fn no_request_is_granted_of_which_nothing_was_done_and_its_letter_says_so() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let reference: String = world.value("SELECT reference FROM inquiry").await;
    let correct = ["person", "correct", &reference, "--field", "company", "--value", "Vandrellix", "--yes"];
    let (lift, restrict) = ([&["person", "restrict", ADDRESS], &LIFT[..]].concat(), ["person", "restrict", ADDRESS]);
    let unrestricted = "not everything of this address is restricted: `compliance person restrict` does it";
    let steps: [(&str, &[&str], &str); 3] = [
        ("correction", &correct, "nothing was corrected since the request came, or"),
        ("restriction", &restrict, unrestricted),
        ("objection", &restrict, unrestricted),
    ];
    for (kind, step, undone) in steps {
        done(&world, &["person", "request", "add", ADDRESS, "--kind", kind]).await;
        let request: String = world.value("SELECT id::text FROM data_subject_request WHERE closed_at IS NULL").await;
        let granted = answer(&request, "granted", "confirmation");
        let error = refused(&world, &granted).await;
        assert!(error.contains(undone) && error.contains("`partly`") == (kind != "correction"), "{error}");
        let letter = async |answer: &str| {
            let letter = ["person", "request", "letter", &request, "--answer", answer];
            super::text(&super::officer(&world, &letter).await.stderr)
        };
        let said = "do not send it yet";
        assert!(letter("granted").await.contains(said) && !letter("refused").await.contains(said), "{kind}");
        done(&world, step).await;
        assert!(!letter("granted").await.contains(said), "{kind}");
        done(&world, &granted).await;
        if kind == "restriction" {
            done(&world, &lift).await;
        }
    }
    done(&world, &["person", "request", "add", ADDRESS, "--kind", "access"]).await;
    let request: String = world.value("SELECT id::text FROM data_subject_request WHERE closed_at IS NULL").await;
    let letter = ["person", "request", "letter", &request, "--answer", "nothing-stored"];
    assert!(super::text(&super::officer(&world, &letter).await.stderr).contains("something is still stored"));
}

/// A login of another officer.
pub(super) async fn second_officer(world: &World) -> String {
    let name = format!("officer_{}", uuid::Uuid::new_v4().simple());
    world.execute(&format!("CREATE ROLE {name} LOGIN PASSWORD 'test' IN ROLE inquiry_compliance")).await;
    name
}

pub(super) async fn second_confirms(world: &World, officer: &str, request: &str) {
    let confirmed = run_as(officer, world, &["person", "confirm", request]).await;
    assert!(confirmed.status.success(), "{confirmed:?}");
}

/// It may be that of the one officer or of the other.
#[tokio::test]
async fn the_login_that_officers_share_confirms_nothing_and_is_confirmed_by_nobody() {
    const SHARED: &str = "inquiry_compliance";
    let world = world().await;
    fill(&world, 3, "kreluonta", "now()").await;
    migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let erase = |address: &'static str| ["person", "erase", address, "--yes", "--out", out];
    done(&world, &erase(ADDRESS)).await;
    let other = "kreluonta2@visitor.example";
    refused(&world, &erase(other)).await;
    let request: String = world.value("SELECT id::text FROM data_subject_request WHERE closed_at IS NULL").await;
    let hold =
        ["retention", "hold", "--email", "kreluonta3@visitor.example", "--reason", "a case", "--until", "2098-12-31"];
    let second = second_officer(&world).await;
    assert!(run_as(&second, &world, &hold).await.status.success());
    let placed: String = world.value("SELECT id::text FROM legal_hold").await;
    let confirm = ["retention", "confirm", &placed];
    let own = "each of the two with a login of his own";
    for (act, reason) in
        [(&["person", "confirm", &request][..], own), (&confirm, own), (&hold, "lasts a year at most (COMPLIANCE")]
    {
        let error = super::text(&run_as(SHARED, &world, act).await.stderr);
        assert!(error.contains(reason), "{act:?}: {error}");
    }
    assert_eq!(world.value::<i64>("SELECT count(*) FROM legal_hold").await, 1, "nobody could confirm it");
    let soon: String =
        world.value("SELECT to_char(now() AT TIME ZONE 'UTC' + interval '9 months', 'YYYY-MM-DD')").await;
    assert!(run_as(SHARED, &world, &[&hold[..7], &[&soon]].concat()).await.status.success());
    // As an earlier release has placed it.
    world.execute(&format!("UPDATE legal_hold SET placed_by = '{SHARED}'")).await;
    assert!(!run_as(&second, &world, &confirm).await.status.success());
    world.execute(&format!("UPDATE legal_hold SET placed_by = '{second}'")).await;
    done(&world, &confirm).await;
    world.execute("SELECT release_hold(id) FROM legal_hold").await;
    refused(&world, &erase(other)).await;
    second_confirms(&world, &second, &request).await;
    // The first of the day of each of the three logins is not one of the same human's.
    let error = super::text(&run_as(SHARED, &world, &erase(other)).await.stderr);
    assert!(error.contains("each of the two with a login of his own"), "{error}");
    done(&world, &erase(other)).await;
    world.execute(&format!("DROP ROLE {second}")).await;
}

/// Of an earlier release.
#[tokio::test]
async fn what_the_login_that_officers_share_has_confirmed_before_does_not_count() {
    const SHARED: &str = "inquiry_compliance";
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let erase = |address: &'static str| ["person", "erase", address, "--yes", "--out", folder.path().to_str().unwrap()];
    done(&world, &erase(ADDRESS)).await;
    let other = erase("kreluonta2@visitor.example");
    refused(&world, &other).await;
    world.execute(&format!("UPDATE data_subject_request SET confirmed_by = '{SHARED}' WHERE closed_at IS NULL")).await;
    refused(&world, &other).await;
    super::officer::quarantined(&world, "").await;
    let intake: String = world.value("SELECT intake_id::text FROM raw_mail").await;
    world
        .execute(&format!(
            "CREATE FUNCTION confirm_mail_before(mail uuid) RETURNS void LANGUAGE sql SECURITY DEFINER AS $$ \
                 INSERT INTO ledger (kind, detail) VALUES ('confirm', jsonb_build_object('mail', mail)) $$; \
             GRANT EXECUTE ON FUNCTION confirm_mail_before TO {SHARED}; \
             SET SESSION AUTHORIZATION {SHARED}; SELECT confirm_mail_before('{intake}'); RESET SESSION AUTHORIZATION"
        ))
        .await;
    let role = "SELECT entry::jsonb ->> 'role' FROM ledger WHERE kind = 'confirm'";
    assert_eq!(world.value::<String>(role).await, SHARED);
    refused(&world, &["person", "remove", &intake, "--yes"]).await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM raw_mail").await, 1);
}

/// `#erase` of a consultant: the worker is no officer.
#[tokio::test]
async fn what_a_consultant_removes_and_what_officers_with_one_login_erase_do_not_count_for_each_other() {
    for is_consultant_first in [true, false] {
        let world = world().await;
        fill(&world, 2, "kreluonta", "now()").await;
        migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
        for party in ["visitor", "consultant"] {
            super::officer::message(&world, ADDRESS, party, "desk@own.example").await;
        }
        world.execute("UPDATE message SET intake_id = gen_random_uuid()").await;
        let remove: String = world
            .value(
                "SELECT format('SELECT remove_mail(%L, NULL, %L) IS NOT NULL', one.id, asking.intake_id) \
                 FROM message AS one, message AS asking WHERE one.party = 'visitor' AND asking.party = 'consultant'",
            )
            .await;
        let folder = tempfile::tempdir().unwrap();
        let erase =
            ["person", "erase", "kreluonta2@visitor.example", "--yes", "--out", folder.path().to_str().unwrap()];
        for is_consultant in [is_consultant_first, !is_consultant_first] {
            if is_consultant {
                let row = world.db.query_one_raw(statement(&remove, [])).await.unwrap().unwrap();
                assert!(row.try_get_by_index::<bool>(0).unwrap());
            } else {
                let erased = run_as("inquiry_compliance", &world, &erase).await;
                assert!(erased.status.success(), "{erased:?}");
            }
        }
        assert_eq!(world.value::<i64>("SELECT count(*) FROM ledger WHERE kind = 'erasure'").await, 2);
    }
}

/// Nobody has let it go to another number.
#[tokio::test]
async fn what_confirms_an_erasure_changes_no_phone_number() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let erase = ["person", "erase", "kreluonta2@visitor.example", "--yes", "--out", folder.path().to_str().unwrap()];
    done(&world, &erase).await;
    let reference: String = world.value("SELECT reference FROM inquiry").await;
    let correct = |field: &'static str, value: &'static str| {
        ["person", "correct", &reference, "--field", field, "--value", value, "--yes"]
    };
    done(&world, &["person", "request", "add", ADDRESS, "--kind", "erasure"]).await;
    let request: String = world.value("SELECT id::text FROM data_subject_request WHERE closed_at IS NULL").await;
    let second = second_officer(&world).await;
    second_confirms(&world, &second, &request).await;
    for (field, value) in [("phone", "+41 44 000 00 00"), ("email", "x@else.example"), ("last-name", "x")] {
        let said = refused(&world, &correct(field, value)).await;
        assert!(said.contains("waits for another officer"), "{field}: {said}");
    }
    done(&world, &correct("message", "gone")).await;
    // Nor do the fields that would follow another one.
    refused(&world, &correct("phone", "+41 44 000 00 00")).await;
    world.execute(&format!("DROP ROLE {second}")).await;
}

/// One confirmation serves them all, but takes no words away and moves no inquiry to another address.
#[tokio::test]
async fn further_fields_follow_the_confirmed_correction_of_their_inquiry_alone() {
    let world = world().await;
    fill(&world, 3, "kreluonta", "now()").await;
    migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let erase = ["person", "erase", "kreluonta3@visitor.example", "--yes", "--out", folder.path().to_str().unwrap()];
    done(&world, &erase).await;
    let references =
        "SELECT string_agg(reference, ' ' ORDER BY email_key) FROM inquiry JOIN inquiry_content ON id = inquiry_id";
    let references: String = world.value(references).await;
    let [one, other] = references.split(' ').collect::<Vec<_>>().try_into().unwrap();
    let correct =
        |reference, field, value| ["person", "correct", reference, "--field", field, "--value", value, "--yes"];
    done(&world, &["person", "request", "add", ADDRESS, "--kind", "correction"]).await;
    let request: String = world.value("SELECT id::text FROM data_subject_request WHERE closed_at IS NULL").await;
    refused(&world, &correct(one, "company", "x")).await;
    let second = second_officer(&world).await;
    second_confirms(&world, &second, &request).await;
    for (field, value) in [("company", "x"), ("phone", ""), ("first-name", "x")] {
        done(&world, &correct(one, field, value)).await;
    }
    assert_eq!(world.value::<i64>("SELECT count(confirmed_by) FROM data_subject_request").await, 0, "it is used");
    for (reference, field) in [(one, "message"), (one, "email"), (other, "company")] {
        refused(&world, &correct(reference, field, "x@else.example")).await;
    }
    let by_second = run_as(&second, &world, &correct(one, "country", "x")).await;
    assert!(by_second.status.success(), "the first of the day: {by_second:?}");
    world.execute(&format!("DROP ROLE {second}")).await;
}

/// Of the day's first act, whichever field it was.
#[tokio::test]
async fn further_fields_follow_the_first_correction_of_words_or_address() {
    for (field, value) in [("message", "gone"), ("email", "x@else.example")] {
        let world = world().await;
        fill(&world, 1, "kreluonta", "now()").await;
        migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
        let reference: String = world.value("SELECT reference FROM inquiry").await;
        for (field, value) in [(field, value), ("phone", ""), ("company", "x")] {
            done(&world, &["person", "correct", &reference, "--field", field, "--value", value, "--yes"]).await;
        }
    }
}

/// Each takes something of the person away. Several of one inquiry are one act.
#[tokio::test]
async fn the_correction_of_any_field_counts_as_an_erasure_and_those_of_one_inquiry_once() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
    let references: String = world.value("SELECT string_agg(reference, ' ' ORDER BY reference) FROM inquiry").await;
    let [one, other] = references.split(' ').collect::<Vec<_>>().try_into().unwrap();
    let correct =
        |reference, field, value| ["person", "correct", reference, "--field", field, "--value", value, "--yes"];
    for (field, value) in [("company", "x"), ("first-name", "x"), ("phone", "")] {
        done(&world, &correct(one, field, value)).await;
    }
    for (reference, field) in [(one, "message"), (one, "email"), (other, "last-name"), (other, "country")] {
        let said = refused(&world, &correct(reference, field, "x@else.example")).await;
        assert!(said.contains("waits for another officer"), "{field}: {said}");
    }
    let folder = tempfile::tempdir().unwrap();
    refused(&world, &["person", "erase", ADDRESS, "--yes", "--out", folder.path().to_str().unwrap()]).await;
}

#[tokio::test]
async fn the_second_erasure_of_a_day_waits_for_another_officer_and_each_gives_a_certificate() {
    let world = world().await;
    fill(&world, 3, "kreluonta", "now()").await;
    migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let first = done(&world, &["person", "erase", "kreluonta1@visitor.example", "--yes", "--out", out]).await;
    let erase = ["person", "erase", "kreluonta2@visitor.example", "--yes", "--out", out];
    let error = refused(&world, &erase).await;
    assert!(error.contains("nothing was erased") && error.contains("compliance person confirm "), "{error}");
    let request: String = world.value("SELECT id::text FROM data_subject_request WHERE closed_at IS NULL").await;
    assert!(error.contains(&request));
    // Nor may he take the words away by a correction, or the address, or a name.
    let third: String = world
        .value(
            "SELECT max(reference) FROM inquiry JOIN inquiry_content ON inquiry_id = inquiry.id \
                                     WHERE email_key = 'kreluonta3@visitor.example'",
        )
        .await;
    let correct =
        |field: &'static str| ["person", "correct", &third, "--field", field, "--value", "x@else.example", "--yes"];
    for field in ["message", "email", "company", "first-name"] {
        assert!(
            refused(&world, &correct(field)).await.contains("`compliance person request add AUTHOR-ADDRESS"),
            "{field}"
        );
    }
    // The one who asks cannot confirm it himself.
    done(&world, &["person", "confirm", &request]).await;
    assert!(done(&world, &["person", "confirm", &request]).await.starts_with("it is confirmed"));
    let entries = "SELECT count(*) FROM ledger WHERE kind = 'confirm'";
    assert_eq!(world.value::<i64>(entries).await, 1);
    assert!(refused(&world, &erase).await.contains("nothing was erased"));

    let second = second_officer(&world).await;
    second_confirms(&world, &second, &request).await;
    done(&world, &erase).await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 1);
    assert!(refused(&world, &["person", "erase", "kreluonta3@visitor.example", "--yes"]).await.contains("confirm"));
    // A mail on no ticket is confirmed by a request of an address that it names.
    let mail = "kreluonta3@visitor.example";
    super::officer::quarantined(&world, mail).await;
    let intake: String = world.value("SELECT intake_id::text FROM raw_mail").await;
    let remove = ["person", "remove", &intake, "--yes"];
    let request: String =
        world.value(&format!("SELECT id::text FROM data_subject_request WHERE email_key = '{mail}'")).await;
    assert!(refused(&world, &remove).await.contains(&format!("`compliance person confirm {request}`")));
    second_confirms(&world, &second, &request).await;
    done(&world, &remove).await;
    world.execute(&format!("DROP ROLE {second}")).await;

    let path = first.lines().find_map(|line| line.strip_prefix("certificate: ")).unwrap();
    let written = std::fs::read(path).unwrap();
    let entry: i64 = world.value("SELECT min(seq) FROM ledger WHERE kind = 'erasure'").await;
    let again = folder.path().join("again.pdf");
    let again = again.to_str().unwrap();
    done(&world, &["ledger", "certificate", &entry.to_string(), "--out", again]).await;
    assert_eq!(written, std::fs::read(again).unwrap(), "from the entry alone");
    let page = String::from_utf8_lossy(&written);
    let hash: String = world.value(&format!("SELECT encode(hash, 'hex') FROM ledger WHERE seq = {entry}")).await;
    for part in ["Certificate of erasure", &hash[..40], super::OFFICER, "Backups until ", "mailboxes"] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("visitor.example") && !page.contains("Zquorvex"));
    assert!(refused(&world, &["ledger", "certificate", "1", "--out", again]).await.contains("has no certificate"));
}

/// The mail has the former address, the inquiry the present one: a request of either is confirmed.
#[tokio::test]
async fn a_removal_or_correction_is_confirmed_by_a_request_of_the_former_or_the_present_address() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    let reference: String = world
        .value("SELECT reference FROM inquiry JOIN inquiry_content ON id = inquiry_id WHERE email LIKE 'kreluonta2%'")
        .await;
    world
        .execute(
            "INSERT INTO message (id, inquiry_id, party, is_machine, author, author_key, subject, body, new_text) \
             SELECT gen_random_uuid(), inquiry_id, 'visitor', false, email, email_key, '', '', '' \
             FROM inquiry_content, generate_series(1, 2) WHERE email LIKE 'kreluonta2%'",
        )
        .await;
    migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
    let correct = ["person", "correct", &reference, "--field", "email", "--value", "new@visitor.example", "--yes"];
    done(&world, &correct).await;
    let second = second_officer(&world).await;
    for address in ["kreluonta2@visitor.example", "new@visitor.example"] {
        let message: String = world.value("SELECT id::text FROM message LIMIT 1").await;
        let remove = ["person", "remove", &message, "--yes"];
        let error = refused(&world, &remove).await;
        assert!(error.contains("request add AUTHOR-ADDRESS --kind correction|erasure"), "{error}");
        done(&world, &["person", "request", "add", address, "--kind", "erasure"]).await;
        let request: String =
            world.value(&format!("SELECT id::text FROM data_subject_request WHERE email_key = '{address}'")).await;
        assert!(refused(&world, &remove).await.contains(&format!("`compliance person confirm {request}`")));
        second_confirms(&world, &second, &request).await;
        done(&world, &remove).await;
        done(&world, &answer(&request, "refused", "reasons")).await;
    }
    let back = ["person", "correct", &reference, "--field", "email", "--value", "third@visitor.example", "--yes"];
    refused(&world, &back).await;
    done(&world, &["person", "request", "add", "new@visitor.example", "--kind", "erasure"]).await;
    let erasure = "SELECT id::text FROM data_subject_request WHERE kind = 'erasure' AND closed_at IS NULL";
    second_confirms(&world, &second, &world.value::<String>(erasure).await).await;
    // Nor does one that confirms an erasure, or one of an address that an officer chooses.
    for address in ["third@visitor.example", "new@visitor.example"] {
        refused(&world, &back).await;
        done(&world, &["person", "request", "add", address, "--kind", "correction"]).await;
        let of =
            format!("SELECT id::text FROM data_subject_request WHERE kind = 'correction' AND email_key = '{address}'");
        second_confirms(&world, &second, &world.value::<String>(&of).await).await;
    }
    done(&world, &back).await;
    world.execute(&format!("DROP ROLE {second}")).await;
}

/// Nobody can register a request of an address that it names.
#[tokio::test]
async fn the_removal_of_a_mail_that_names_nobody_is_confirmed_by_its_own_id() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    done(&world, &["person", "erase", ADDRESS, "--yes", "--out", folder.path().to_str().unwrap()]).await;
    super::officer::quarantined(&world, "").await;
    let intake: String = world.value("SELECT intake_id::text FROM raw_mail").await;
    let remove = ["person", "remove", &intake, "--yes"];
    for _ in 0..2 {
        assert!(done(&world, &["person", "confirm", &intake]).await.starts_with("it is confirmed"));
    }
    let entries = "SELECT count(*) FROM ledger WHERE kind = 'confirm'";
    assert_eq!(world.value::<i64>(entries).await, 1);
    assert!(refused(&world, &remove).await.contains(&format!("`compliance person confirm {intake}`")), "by himself");
    let second = second_officer(&world).await;
    second_confirms(&world, &second, &intake).await;
    done(&world, &remove).await;
    world.execute(&format!("DROP ROLE {second}")).await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM raw_mail").await, 0);
}

/// Exports and erasures under the former address no longer find the inquiry, and answers go elsewhere.
#[tokio::test]
async fn the_correction_of_an_address_counts_as_an_erasure() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
    let first: String = world
        .value("SELECT reference FROM inquiry JOIN inquiry_content ON id = inquiry_id WHERE email LIKE 'kreluonta1%'")
        .await;
    done(&world, &["person", "correct", &first, "--field", "email", "--value", "x@else.example", "--yes"]).await;
    let said = refused(&world, &["person", "erase", "kreluonta2@visitor.example", "--yes"]).await;
    assert!(said.contains("nothing was erased: you have erased, removed or corrected within a day"), "{said}");
}

#[tokio::test]
async fn the_preview_of_an_erasure_says_of_each_part_whether_it_goes() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let other = world.inquiry(ADDRESS, &[]).await;
    let held: String = world.value(&format!("SELECT reference FROM inquiry WHERE id <> '{other}'")).await;
    let free: String = world.value(&format!("SELECT reference FROM inquiry WHERE id = '{other}'")).await;
    for (on, reason) in [(&held, "a case"), (&free, "a mistake")] {
        done(&world, &["retention", "hold", "--inquiry", on, "--reason", reason, "--until", "2099-01-01"]).await;
    }
    world.execute("SELECT release_hold(id) FROM legal_hold WHERE reason = 'a mistake'").await;
    world
        .execute(&format!(
            "WITH came AS (INSERT INTO intake (id, way, source_key, digest, size) \
                 SELECT id, 'lmtp', sha256(id::text::bytea), sha256(id::text::bytea), 9 FROM inquiry RETURNING id) \
             INSERT INTO raw_mail (intake_id, inquiry_id, recipients, address_keys, raw) \
                 SELECT id, id, '{{}}', '{{{ADDRESS}}}', 'x' FROM came"
        ))
        .await;
    let folder = tempfile::tempdir().unwrap();
    let said = done(&world, &["person", "erase", ADDRESS, "--yes", "--out", folder.path().to_str().unwrap()]).await;
    let line = |part: &str| said.lines().find(|line| line.contains(part)).unwrap_or_default().to_owned();
    assert!(line(&held).ends_with(": stays, on legal hold"), "{said}");
    assert!(line(&free).ends_with(": goes"), "{said}");
    for (reference, fate) in [(&held, "stays, on legal hold"), (&free, "goes")] {
        assert!(line(&format!("of {reference} (accepted)")).ends_with(&format!(": {fate}")), "{said}");
    }
    assert!(line("Reason: a case").contains(" until 2099-01-01: stays."), "{said}");
    assert!(
        line("Reason: a mistake").contains(", released 20") && line("Reason: a mistake").contains(": goes."),
        "{said}"
    );
    let left: String = world.value("SELECT string_agg(reference, ' ') FROM inquiry").await;
    assert_eq!(left, held, "as it said");
}
