//! What an officer notes as done was done, once, and for the person who asked.

use super::{
    answer, done, fill, officer,
    officer::quarantined,
    refused,
    requests::{second_confirms, second_officer},
    text, world,
};
use crate::support::World;

const ADDRESS: &str = "kreluonta1@visitor.example";
const NOBODY: &str = "nobody@visitor.example";

const KINDS: [&str; 6] = ["access", "portability", "correction", "erasure", "restriction", "objection"];

async fn register(world: &World, address: &str, kind: &str) -> String {
    let said = done(world, &["person", "request", "add", address, "--kind", kind, "--again"]).await;
    said.split(' ').nth(1).unwrap().to_owned()
}

async fn hold(world: &World) {
    done(world, &["retention", "hold", "--email", ADDRESS, "--reason", "a case", "--until", "2099-01-01"]).await;
}

/// The person asked, as for an erasure that no hold stops.
#[tokio::test]
async fn an_erasure_that_a_hold_stops_registers_the_request_and_names_it() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    hold(&world).await;
    for (identity, is_new) in [("reply", true), ("document", false)] {
        let erase = ["person", "erase", ADDRESS, "--yes", "--identity", identity, "--language", "it"];
        let said = done(&world, &erase).await;
        let id: String = world.value("SELECT id::text FROM data_subject_request").await;
        assert_eq!(said.contains(&format!("request {id} is registered")), is_new, "{said}");
        assert!(said.contains(&format!("request {id} stays open")) && said.contains(&format!("wait {id} ")), "{said}");
        let noted = "SELECT concat_ws(' ', kind, email_key, identity, language, closed_at) FROM data_subject_request";
        assert_eq!(world.value::<String>(noted).await, format!("erasure {ADDRESS} {identity} it"));
        done(&world, &["person", "request", "wait", &id, "--channel", "mail"]).await;
    }
}

/// An export and an erasure of nothing are no act, either.
#[tokio::test]
async fn nobody_is_granted_what_was_not_done_and_nothing_stored_is_the_answer() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    for kind in KINDS {
        let request = register(&world, NOBODY, kind).await;
        // What was done for others.
        done(&world, &["person", "restrict", ADDRESS]).await;
        done(&world, &[&["person", "restrict", ADDRESS], &super::LIFT[..]].concat()).await;
        done(&world, &["person", "export", NOBODY, "--out", out]).await;
        done(&world, &["person", "erase", NOBODY, "--yes", "--out", out]).await;
        let sent = if matches!(kind, "access" | "portability") { "export" } else { "confirmation" };
        for untrue in ["granted", "partly", "ended-by-erasure"] {
            let sent = if untrue == "ended-by-erasure" { "confirmation" } else { sent };
            let error = refused(&world, &answer(&request, untrue, sent)).await;
            assert!(error.contains("--answer nothing-stored"), "{kind} {untrue}: {error}");
            let letter = ["person", "request", "letter", &request, "--answer", untrue];
            let warning = text(&officer(&world, &letter).await.stderr);
            assert!(warning.contains("do not send it yet: nothing is stored"), "{kind} {untrue}: {warning}");
        }
        done(&world, &answer(&request, "nothing-stored", "confirmation")).await;
    }
    let request = register(&world, NOBODY, "access").await;
    done(&world, &["person", "export", NOBODY, "--out", out]).await;
    quarantined(&world, NOBODY).await;
    let granted = answer(&request, "granted", "export");
    assert!(refused(&world, &granted).await.contains("compliance person export"), "what came since");
    done(&world, &["person", "export", NOBODY, "--out", out]).await;
    done(&world, &granted).await;
}

#[tokio::test]
async fn a_person_who_was_erased_meanwhile_is_told_of_that() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let mut open = Vec::new();
    for kind in ["access", "correction", "restriction"] {
        open.push(register(&world, ADDRESS, kind).await);
    }
    world.execute("UPDATE data_subject_request SET received_at = now() - interval '5 days'").await;
    let folder = tempfile::tempdir().unwrap();
    done(&world, &["person", "erase", ADDRESS, "--yes", "--out", folder.path().to_str().unwrap()]).await;
    let yesterday: String =
        world.value("SELECT to_char(now() AT TIME ZONE 'UTC' - interval '1 day', 'YYYY-MM-DD')").await;
    for request in &open {
        for untrue in ["nothing-stored", "granted"] {
            let error = refused(&world, &answer(request, untrue, "confirmation")).await;
            assert!(error.contains("--answer ended-by-erasure"), "{untrue}: {error}");
        }
        let ended = answer(request, "ended-by-erasure", "confirmation");
        assert!(refused(&world, &[&ended[..], &["--on", &yesterday]].concat()).await.contains("--on:"));
        done(&world, &ended).await;
    }
    let later = register(&world, ADDRESS, "access").await;
    assert!(refused(&world, &answer(&later, "ended-by-erasure", "confirmation")).await.contains("nothing-stored"));
    done(&world, &answer(&later, "nothing-stored", "confirmation")).await;
}

#[tokio::test]
async fn an_erasure_answers_an_objection_without_a_second_request() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let erase = |address: &'static str| ["person", "erase", address, "--yes", "--out", out];
    let objection = register(&world, ADDRESS, "objection").await;
    let said = done(&world, &[&erase(ADDRESS)[..], &["--identity", "callback"]].concat()).await;
    assert!(said.contains("objection request of") && said.contains("is closed, its address goes"), "{said}");
    assert!(said.contains(&format!("request letter {objection} --answer granted")), "{said}");
    let requests = "SELECT string_agg(concat_ws(' ', kind, identity, closed_at IS NULL), ', ' ORDER BY received_at) \
                    FROM data_subject_request";
    assert_eq!(world.value::<String>(requests).await, "objection callback f");
    let letter = done(&world, &["person", "request", "letter", &objection, "--answer", "granted"]).await;
    assert!(letter.contains("objected") && letter.contains("The enclosed certificate"), "{letter}");
    done(&world, &answer(&objection, "granted", "certificate")).await;

    migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
    let second = second_officer(&world).await;
    let objection = register(&world, "kreluonta2@visitor.example", "objection").await;
    let error = refused(&world, &erase("kreluonta2@visitor.example")).await;
    assert!(error.contains(&format!("person confirm {objection}")), "{error}");
    second_confirms(&world, &second, &objection).await;
    done(&world, &erase("kreluonta2@visitor.example")).await;
    world.execute(&format!("DROP ROLE {second}")).await;
    assert_eq!(world.value::<String>(requests).await, "objection reply f, objection f");
}

/// There is no certificate, and a restriction of nothing is none.
#[tokio::test]
async fn what_a_hold_kept_until_it_expired_is_granted() {
    let world = world().await;
    fill(&world, 3, "kreluonta", "now()").await;
    let address = |number: u32| format!("kreluonta{number}@visitor.example");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let held = register(&world, &address(1), "erasure").await;
    let told = register(&world, &address(2), "erasure").await;
    let objection = register(&world, &address(1), "objection").await;
    for number in 1..=2 {
        let of = format!(
            "SELECT reference FROM inquiry JOIN inquiry_content ON id = inquiry_id WHERE email_key = '{}'",
            address(number)
        );
        let of: String = world.value(&of).await;
        done(&world, &["retention", "hold", "--inquiry", &of, "--reason", "a case", "--until", "2099-01-01"]).await;
    }
    done(&world, &["person", "erase", &address(1), "--yes", "--out", out]).await;
    done(&world, &["person", "request", "wait", &told, "--channel", "mail"]).await;
    let mut restricted = Vec::new();
    for kind in ["restriction", "objection"] {
        restricted.push(register(&world, &address(3), kind).await);
    }
    done(&world, &["person", "restrict", &address(3)]).await;
    for request in [&held, &told] {
        assert!(refused(&world, &answer(request, "granted", "confirmation")).await.contains("still stored"));
    }
    world.execute("SELECT release_hold(id) FROM legal_hold").await;
    world.execute("UPDATE inquiry SET last_contact_at = now() - interval '3 years'").await;
    done(&world, &["retention", "purge"]).await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 0);
    for request in &restricted {
        assert!(refused(&world, &answer(request, "granted", "confirmation")).await.contains("nothing-stored"));
        done(&world, &answer(request, "nothing-stored", "confirmation")).await;
    }
    let yesterday: String =
        world.value("SELECT to_char(now() AT TIME ZONE 'UTC' - interval '1 day', 'YYYY-MM-DD')").await;
    for request in [&held, &told, &objection] {
        let letter = officer(&world, &["person", "request", "letter", request, "--answer", "granted"]).await;
        let said = text(&letter.stdout);
        assert!(said.contains("We have erased") && !said.contains("certificate"), "{said}");
        assert_eq!(text(&letter.stderr), "");
        let certificate = answer(request, "granted", "certificate");
        assert!(refused(&world, &certificate).await.contains("no erasure of this request has written one"));
        let granted = answer(request, "granted", "confirmation");
        let early = refused(&world, &[&granted[..], &["--on", &yesterday]].concat()).await;
        assert!(early.contains("--on:"), "{early}");
        done(&world, &granted).await;
    }
}

#[tokio::test]
async fn a_removal_of_the_last_mail_is_an_erasure() {
    let world = world().await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let removed = register(&world, NOBODY, "erasure").await;
    let access = register(&world, NOBODY, "access").await;
    quarantined(&world, NOBODY).await;
    let mail: String = world.value("SELECT intake_id::text FROM raw_mail").await;
    done(&world, &["person", "remove", &mail, "--yes"]).await;
    done(&world, &answer(&removed, "granted", "confirmation")).await;
    let said = done(&world, &["person", "export", NOBODY, "--out", out]).await;
    let ended = ["person", "request", "letter", &access, "--answer", "ended-by-erasure"];
    assert!(said.contains(&ended.join(" ")) && !said.contains("nothing-stored"), "{said}");
    done(&world, &answer(&access, "ended-by-erasure", "confirmation")).await;
    assert_eq!(text(&officer(&world, &ended).await.stderr), "");
    let other = ["person", "request", "letter", &access, "--answer", "granted"];
    assert!(text(&officer(&world, &other).await.stderr).contains("is closed as `ended-by-erasure`"));
}

/// Nothing stored can say it. What its entries and the answer itself say, is checked.
#[tokio::test]
async fn of_a_request_whose_address_a_restore_has_lost_the_officer_says_what_was_done() {
    let world = world().await;
    for kind in KINDS {
        let sent = match kind {
            "access" | "portability" => "export",
            "erasure" => "certificate",
            _ => "confirmation",
        };
        let answers = [
            ("granted", sent),
            ("partly", sent),
            ("nothing-stored", "confirmation"),
            ("ended-by-erasure", "confirmation"),
        ];
        for (how, sent) in answers {
            let request = register(&world, NOBODY, kind).await;
            world.execute("UPDATE data_subject_request SET email_key = NULL WHERE closed_at IS NULL").await;
            let untrue = [
                ("nothing", "a letter has the answer"),
                ("certificate", "--sent certificate"),
                ("export", "--sent export"),
            ];
            for (other, why) in untrue.into_iter().filter(|(other, _)| *other != sent) {
                let is_true = match other {
                    "certificate" => how == "ended-by-erasure" || how != "nothing-stored" && kind == "objection",
                    "export" => matches!(kind, "access" | "portability"),
                    _ => false,
                };
                if !is_true {
                    let said = refused(&world, &answer(&request, how, other)).await;
                    assert!(said.contains(why), "{kind} {how} {other}: {said}");
                }
            }
            let letter = officer(&world, &["person", "request", "letter", &request, "--answer", how]).await;
            assert_eq!(text(&letter.stderr), "", "{kind} {how}");
            done(&world, &answer(&request, how, sent)).await;
        }
    }

    fill(&world, 1, "kreluonta", "now()").await;
    hold(&world).await;
    let request = register(&world, ADDRESS, "erasure").await;
    done(&world, &["person", "request", "wait", &request, "--channel", "mail"]).await;
    world.execute("UPDATE data_subject_request SET email_key = NULL WHERE closed_at IS NULL").await;
    for how in ["granted", "nothing-stored"] {
        let said = refused(&world, &answer(&request, how, "confirmation")).await;
        assert!(said.contains("still stored"), "a hold keeps it: {said}");
    }
    world.execute("SELECT release_hold(id) FROM legal_hold").await;
    done(&world, &answer(&request, "granted", "confirmation")).await;
}

/// Of a mail in quarantine: nothing processes it.
#[tokio::test]
async fn a_restriction_of_somebody_without_an_inquiry_says_what_to_answer() {
    let world = world().await;
    quarantined(&world, NOBODY).await;
    for kind in ["restriction", "objection"] {
        let request = register(&world, NOBODY, kind).await;
        assert!(refused(&world, &["person", "restrict", NOBODY]).await.contains("nothing was restricted"));
        let error = refused(&world, &answer(&request, "granted", "confirmation")).await;
        assert!(error.contains("cannot be restricted") && error.contains("`partly`"), "{error}");
        done(&world, &answer(&request, "partly", "confirmation")).await;
    }
}

/// Whose they are, the officer alone knows: the owner of a mistyped address may have asked.
#[tokio::test]
async fn a_correction_of_the_address_names_the_requests_that_it_leaves_behind() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let reference: String = world.value("SELECT reference FROM inquiry").await;
    let [access, correction] =
        [register(&world, ADDRESS, "access").await, register(&world, ADDRESS, "correction").await];
    let correct =
        |value: &'static str| ["person", "correct", &reference, "--field", "email", "--value", value, "--yes"];
    let said = done(&world, &correct("Kreluonta1@visitor.example")).await;
    assert!(!said.contains(&access), "another spelling: {said}");
    let said = done(&world, &correct(NOBODY)).await;
    for request in [&access, &correction] {
        assert!(said.contains(&format!("Request {request} is open under the former address")), "{said}");
    }
    done(&world, &answer(&correction, "granted", "confirmation")).await;
}

/// A hold is the reason that counts, whatever the officer has told before.
#[tokio::test]
async fn an_extended_request_that_a_hold_keeps_gets_the_letter_of_the_hold() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let request = register(&world, ADDRESS, "erasure").await;
    done(&world, &["person", "request", "extend", &request, "--reason", "complexity"]).await;
    let letter = ["person", "request", "letter", &request];
    assert!(done(&world, &letter).await.contains("because your request is complex"));
    hold(&world).await;
    assert!(done(&world, &letter).await.contains("We must keep all or part of it"));
    let other = register(&world, ADDRESS, "erasure").await;
    let extend = ["person", "request", "extend", &other, "--reason", "number"];
    assert!(refused(&world, &extend).await.contains("a hold keeps"));
}

/// The objection is met by a restriction at once, the erasure waits.
#[tokio::test]
async fn a_hold_keeps_an_objection_and_the_erasure_open() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    hold(&world).await;
    let objection = register(&world, ADDRESS, "objection").await;
    let said = done(&world, &["person", "erase", ADDRESS, "--yes"]).await;
    let erasure: String = world.value("SELECT id::text FROM data_subject_request WHERE kind = 'erasure'").await;
    assert!(said.contains(&format!("wait {erasure} ")), "{said}");
    for id in [&erasure, &objection] {
        assert!(said.contains(&format!("request {id} stays open")), "{said}");
    }
    done(&world, &["person", "restrict", ADDRESS]).await;
    done(&world, &answer(&objection, "granted", "confirmation")).await;
    done(&world, &["person", "request", "wait", &erasure, "--channel", "mail"]).await;
}

/// GDPR art. 17 (1) (c): who objects may have the data erased, and has asked then. A hold (art. 17 (3)) keeps the data from the erasure
/// alone, the objection is answered in its own time.
#[tokio::test]
async fn an_erasure_that_a_hold_stops_is_due_as_the_objection_that_it_answers() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    hold(&world).await;
    let day = async |days: i32| -> String {
        world.value(&format!("SELECT to_char(now() AT TIME ZONE 'UTC' + interval '{days} days', 'YYYY-MM-DD')")).await
    };
    let received = day(-20).await;
    done(&world, &["person", "request", "add", ADDRESS, "--kind", "objection", "--received", &received]).await;
    done(&world, &["person", "erase", ADDRESS, "--yes"]).await;
    let list = done(&world, &["person", "request", "list"]).await;
    assert_eq!(list.matches(&format!("due {}", day(10).await)).count(), 2, "{list}");
    world.execute("DELETE FROM data_subject_request").await;
    done(&world, &["person", "erase", ADDRESS, "--yes"]).await;
    let list = done(&world, &["person", "request", "list"]).await;
    assert!(list.contains(&format!("due {}", day(30).await)), "nobody has objected: {list}");
}

/// Its days were not the objection's.
#[tokio::test]
async fn an_erasure_that_a_hold_stops_is_not_overdue_before_the_extended_objection() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    hold(&world).await;
    let objection = register(&world, ADDRESS, "objection").await;
    done(&world, &["person", "request", "extend", &objection, "--reason", "complexity"]).await;
    for (days_ago, left) in [(80, 10), (40, 30)] {
        let received = format!(
            "DELETE FROM data_subject_request WHERE kind = 'erasure'; \
             UPDATE data_subject_request SET received_at = now() - interval '{days_ago} days'"
        );
        world.execute(&received).await;
        done(&world, &["person", "erase", ADDRESS, "--yes"]).await;
        let due = format!("SELECT to_char(now() AT TIME ZONE 'UTC' + interval '{left} days', 'YYYY-MM-DD')");
        let due = format!("due {} ", world.value::<String>(&due).await);
        let list = done(&world, &["person", "request", "list"]).await;
        let erasure = list.lines().find(|line| line.contains("erasure")).unwrap();
        assert!(erasure.contains(&due) && !list.contains("OVERDUE"), "{due}: {list}");
    }
}

/// Nobody can register a request of so long ago.
#[tokio::test]
async fn an_erasure_that_a_hold_stops_is_registered_though_the_objection_is_years_old() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    hold(&world).await;
    register(&world, ADDRESS, "objection").await;
    world.execute("UPDATE data_subject_request SET received_at = now() - interval '2 years'").await;
    let said = done(&world, &["person", "erase", ADDRESS, "--yes"]).await;
    assert!(said.contains("is registered"), "{said}");
    let received = "SELECT count(*) FROM data_subject_request WHERE received_at > now() - interval '367 days'";
    assert_eq!(world.value::<i64>(received).await, 1);
}

#[tokio::test]
async fn an_export_says_which_request_needs_its_page_in_another_language() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    for language in ["fr", "it"] {
        let add = ["person", "request", "add", ADDRESS, "--kind", "access", "--again", "--language", language];
        done(&world, &add).await;
    }
    let folder = tempfile::tempdir().unwrap();
    // Of the newest.
    let out = folder.path().join("out");
    let said = done(&world, &["person", "export", ADDRESS, "--out", out.to_str().unwrap()]).await;
    let french: String = world.value("SELECT id::text FROM data_subject_request WHERE language = 'fr'").await;
    let hint = format!("`compliance person export {ADDRESS} --language fr --out ANOTHER-FOLDER`");
    let lines: Vec<_> = said.lines().filter(|line| line.contains("ANOTHER-FOLDER")).collect();
    assert!(lines.len() == 1 && lines[0].contains(&hint) && lines[0].contains(&french), "{said}");
}

#[tokio::test]
async fn another_officers_confirmation_serves_one_act() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    world
        .execute(&format!(
            "INSERT INTO message (id, inquiry_id, party, is_machine, author, author_key, subject, body, new_text) \
             SELECT gen_random_uuid(), inquiry_id, 'visitor', false, email, email_key, '', '', '' \
             FROM inquiry_content, generate_series(1, 3) WHERE email_key = '{ADDRESS}'"
        ))
        .await;
    migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
    let second = second_officer(&world).await;
    let ids: String = world.value("SELECT string_agg(id::text, ' ') FROM message").await;
    let ids: Vec<_> = ids.split(' ').collect();
    let remove = |number: usize| ["person", "remove", ids[number], "--yes"];
    done(&world, &remove(0)).await;
    let request = register(&world, ADDRESS, "objection").await;
    let folder = tempfile::tempdir().unwrap();
    let erase = ["person", "erase", ADDRESS, "--yes", "--out", folder.path().to_str().unwrap()];
    let acts: [&[&str]; 3] = [&remove(1), &remove(2), &erase];
    for act in acts {
        assert!(refused(&world, act).await.contains("`compliance person confirm "), "{act:?}");
        second_confirms(&world, &second, &request).await;
        done(&world, act).await;
    }
    world.execute(&format!("DROP ROLE {second}")).await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM ledger WHERE kind = 'confirm'").await, 3);
}
