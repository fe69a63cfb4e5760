//! An officer's day: what each command says is what the database holds.

use std::{
    io::{Read, Write},
    process::Stdio,
};

use mailer::db::statement;
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::Value;

use super::{answer, done, export::lacking, fill, refused, world};
use crate::{intake::MADE, support::World};

const ADDRESS: &str = "kreluonta1@visitor.example";

pub(super) async fn register(world: &World, address: &str, kind: &str) -> String {
    done(world, &["person", "request", "add", address, "--kind", kind]).await;
    world
        .value(&format!("SELECT id::text FROM data_subject_request WHERE email_key = '{address}' AND kind = '{kind}'"))
        .await
}

/// A mail that names the address and waits in quarantine.
pub(super) async fn quarantined(world: &World, address: &str) {
    world
        .execute(&format!(
            "WITH came AS (INSERT INTO intake (id, way, source_key, digest, size, state, fate, settled_at) \
                 SELECT id, 'lmtp', sha256(id::text::bytea), sha256(id::text::bytea), 9, 'settled', 'quarantined', now() \
                 FROM gen_random_uuid() AS id RETURNING id) \
             INSERT INTO raw_mail (intake_id, envelope_from, recipients, address_keys, raw) \
                 SELECT id, '{address}', '{{hello@own.example}}', '{{{address}}}', 'Wimplethorpe' FROM came"
        ))
        .await;
}

/// A message in the inquiry of `owner`.
pub(super) async fn message(world: &World, owner: &str, party: &str, author: &str) {
    world
        .execute(&format!(
            "INSERT INTO message (id, inquiry_id, party, is_machine, author, author_key, subject, body, new_text, held_line, files) \
             SELECT gen_random_uuid(), inquiry_id, '{party}', false, '{author}', '{author}', 'Zquorvex asks', \
                 'Blimfandle wrote; Wimplethorpe wrote before', 'Blimfandle wrote', E'Grobnitz line\\u2029quote\\u2028Yes', \
                 '[{{\"name\": \"Zquorvex.pdf\", \"size\": 4711, \"is_allowed\": false}}]' \
             FROM inquiry_content WHERE email_key = '{owner}'"
        ))
        .await;
}

#[tokio::test]
async fn an_export_answers_no_request_and_an_answer_says_when_how_and_with_what() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let request = register(&world, ADDRESS, "access").await;
    let granted = answer(&request, "granted", "export");
    assert!(refused(&world, &granted).await.contains("compliance person export"), "nothing was exported yet");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let said = done(&world, &["person", "export", ADDRESS, "--out", out.to_str().unwrap()]).await;
    assert!(said.contains(&format!("request answer {request} --answer granted --sent export --channel")), "{said}");
    assert!(done(&world, &["person", "request", "list"]).await.contains(ADDRESS), "nobody has read or sent it");
    let unchecked = &granted[..granted.len() - 2];
    assert!(refused(&world, unchecked).await.contains("--identity"));
    assert!(refused(&world, &answer(&request, "granted", "confirmation")).await.contains("--sent export"));
    world.execute("UPDATE data_subject_request SET received_at = now() - interval '45 days'").await;
    let before_export: String = world.value("SELECT ((now() AT TIME ZONE 'UTC')::date - 20)::text").await;
    for day in ["2020-01-01", &before_export, "2999-01-01"] {
        assert!(refused(&world, &[&granted[..], &["--on", day]].concat()).await.contains("--on:"), "{day}");
    }
    done(&world, &granted).await;
    assert!(done(&world, &["person", "request", "list"]).await.contains("no request is open"));
    let closed = done(&world, &["person", "request", "list", "--closed"]).await;
    assert!(closed.contains("access") && closed.contains("granted, by mail, sent export, identity reply"), "{closed}");
    assert!(!closed.contains(ADDRESS), "{closed}");
    let entry: Value = world.value("SELECT detail FROM ledger WHERE detail ->> 'action' = 'answered'").await;
    let export: i64 = world.value("SELECT seq FROM ledger WHERE kind = 'export'").await;
    assert_eq!((&entry["export"], &entry["channel"]), (&export.into(), &"mail".into()));
}

#[tokio::test]
async fn an_erasure_closes_its_own_request_alone_and_the_certificate_says_so() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let erasure = register(&world, ADDRESS, "erasure").await;
    let access = register(&world, ADDRESS, "access").await;
    assert!(refused(&world, &answer(&access, "ended-by-erasure", "confirmation")).await.contains("still stored"));
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let said = done(&world, &["person", "erase", ADDRESS, "--yes", "--out", out]).await;
    assert!(said.contains(&format!("request {access} stays open")), "{said}");
    assert!(said.contains("what it asks for goes: `compliance person export` first"), "{said}");
    assert!(said.contains(&format!("request letter {erasure} --answer granted")), "{said}");
    let path = said.lines().find_map(|line| line.strip_prefix("certificate: ")).unwrap();
    let page = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
    let left = page.find("What is left").unwrap();
    assert!(page.find(&erasure[..8]).unwrap() < left && page.find(&access[..8]).unwrap() > left, "{page}");
    done(&world, &answer(&access, "ended-by-erasure", "confirmation")).await;
    assert_eq!(world.value::<i64>("SELECT count(email_key) FROM data_subject_request").await, 0);
}

#[tokio::test]
async fn nothing_is_erased_without_a_place_for_the_certificate_and_a_lost_one_is_an_error() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let beyond = file.join("out");
    let error = refused(&world, &["person", "erase", ADDRESS, "--yes", "--out", beyond.to_str().unwrap()]).await;
    assert!(error.contains("cannot be written"), "{error}");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 2);
    let new = folder.path().join("new/folder");
    let said = done(&world, &["person", "erase", ADDRESS, "--yes", "--out", new.to_str().unwrap()]).await;
    let path = said.lines().find_map(|line| line.strip_prefix("certificate: ")).unwrap();
    assert!(path.starts_with(new.to_str().unwrap()) && std::fs::read_dir(&new).unwrap().count() == 1, "{path}");

    // The folder goes while the officer is asked.
    let mut command = crate::support::compliance(&world);
    command.args(["person", "erase", "kreluonta2@visitor.example", "--out", new.to_str().unwrap()]);
    command.env("COMPLIANCE_DATABASE_URL", world.database.compliance_url());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut said = Vec::new();
    let mut out = child.stdout.take().unwrap();
    while !said.ends_with(b"[y/N]") {
        let mut byte = [0];
        out.read_exact(&mut byte).unwrap();
        said.extend(byte);
    }
    std::fs::remove_dir_all(&new).unwrap();
    std::fs::write(&new, "").unwrap();
    child.stdin.take().unwrap().write_all(b"y\n").unwrap();
    out.read_to_end(&mut said).unwrap();
    let ended = child.wait_with_output().unwrap();
    let entry: i64 = world.value("SELECT max(seq) FROM ledger WHERE kind = 'erasure'").await;
    let (said, error) = (super::text(&said), super::text(&ended.stderr));
    assert!(said.contains("erased and recorded in the ledger: 1 inquiry"), "{said}");
    assert!(!ended.status.success() && error.contains(&format!("`compliance ledger certificate {entry} ")), "{error}");
    std::fs::remove_file(&new).unwrap();
    let again = new.join("again.pdf");
    done(&world, &["ledger", "certificate", &entry.to_string(), "--out", again.to_str().unwrap()]).await;
    assert!(again.exists());
    for command in [&["ledger", "export"][..], &["report", "--out"], &["report", "--pdf"]] {
        let path = folder.path().join(command.join("/"));
        done(&world, &[command, &[path.to_str().unwrap()]].concat()).await;
        assert!(path.exists(), "{command:?}");
    }
}

/// One that was registered, and one that nobody had.
#[tokio::test]
async fn of_an_erasure_it_is_noted_once_how_the_person_was_told() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    let asked = register(&world, ADDRESS, "erasure").await;
    let folder = tempfile::tempdir().unwrap();
    for (address, way) in [(ADDRESS, &["--identity", "reply"][..]), ("kreluonta2@visitor.example", &[])] {
        let erase = ["person", "erase", address, "--yes", "--out", folder.path().to_str().unwrap()];
        let said = done(&world, &[&erase[..], way].concat()).await;
        let hint = "--answer granted --sent certificate --channel CHANNEL";
        assert_eq!(said.contains(&format!("{hint}`")), !way.is_empty(), "{said}");
        assert_eq!(said.contains(&format!("{hint} --identity WAY`")), way.is_empty(), "{said}");
    }
    let list = ["person", "request", "list", "--closed"];
    assert_eq!(done(&world, &list).await.matches(", not yet told  erasure      granted").count(), 2);
    let unasked: String =
        world.value(&format!("SELECT id::text FROM data_subject_request WHERE id <> '{asked}'")).await;
    for id in [&asked, &unasked] {
        let granted = answer(id, "granted", "certificate");
        assert!(refused(&world, &answer(id, "refused", "reasons")).await.contains("no open request"));
        let yesterday = [&granted[..], &["--on", "2026-01-01"]].concat();
        assert!(refused(&world, &yesterday).await.contains("--on:"));
        if *id == unasked {
            assert!(refused(&world, &granted[..granted.len() - 2]).await.contains("--identity"));
        }
        done(&world, &granted).await;
        assert!(refused(&world, &granted).await.contains("no open request"), "once");
    }
    let closed = done(&world, &list).await;
    assert_eq!(closed.matches("granted, by mail, sent certificate, identity reply").count(), 2, "{closed}");
    assert!(!closed.contains("not yet told"), "{closed}");
    let entries =
        "SELECT count(*) FROM ledger WHERE detail ->> 'action' = 'answered' AND detail ->> 'sent' = 'certificate'";
    assert_eq!(world.value::<i64>(entries).await, 2);
}

#[tokio::test]
async fn a_later_note_of_how_the_person_was_checked_counts_and_the_ledger_has_each() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    for (kind, way) in [("objection", "known"), ("erasure", "known"), ("erasure", "callback")] {
        done(&world, &["person", "request", "add", ADDRESS, "--kind", kind, "--identity", way, "--again"]).await;
    }
    let request: String = world.value("SELECT id::text FROM data_subject_request WHERE kind = 'objection'").await;
    done(&world, &answer(&request, "refused", "reasons")).await;
    let folder = tempfile::tempdir().unwrap();
    let erase = ["person", "erase", ADDRESS, "--yes", "--out", folder.path().to_str().unwrap()];
    let said = done(&world, &erase).await;
    assert!(!said.contains("--identity WAY"), "{said}");
    let rows = "SELECT string_agg(identity, ' ' ORDER BY received_at) FROM data_subject_request";
    assert_eq!(world.value::<String>(rows).await, "reply known callback", "of each its own");
    let second: String =
        world.value("SELECT id::text FROM data_subject_request ORDER BY received_at OFFSET 1 LIMIT 1").await;
    done(&world, &[&answer(&second, "granted", "certificate")[..10], &["--identity", "document"]].concat()).await;
    assert_eq!(world.value::<String>(rows).await, "reply document callback");
    let entries = "SELECT string_agg(coalesce(detail ->> 'identity', '-'), ' ' ORDER BY seq) FROM ledger \
                   WHERE kind IN ('request', 'erasure')";
    assert_eq!(world.value::<String>(entries).await, "known known callback reply - document");
}

#[tokio::test]
async fn only_a_withdrawn_request_is_answered_with_nothing() {
    let world = world().await;
    for (answered, is_taken) in [("refused", false), ("granted", false), ("withdrawn", true)] {
        let request: String = world
            .value("SELECT request::text FROM register_request('objection', 'kreluonta1@visitor.example', now())")
            .await;
        let output = super::officer(&world, &answer(&request, answered, "nothing")).await;
        assert_eq!(output.status.success(), is_taken, "{output:?}");
    }
}

#[tokio::test]
async fn no_certificate_is_written_for_an_erasure_of_nothing() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    done(&world, &["retention", "hold", "--email", ADDRESS, "--reason", "a case", "--until", "2099-01-01"]).await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    for address in [ADDRESS, "nobody@visitor.example"] {
        let said = done(&world, &["person", "erase", address, "--yes", "--out", out]).await;
        assert!(!said.contains("certificate") && !said.contains("erased and recorded"), "{said}");
        assert_eq!(said.contains("stays open"), address == ADDRESS, "of nobody there is no request: {said}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let entry: i64 = world.value("SELECT max(seq) FROM ledger WHERE kind = 'erasure'").await;
    let file = folder.path().join("certificate.pdf");
    let again = ["ledger", "certificate", &entry.to_string(), "--out", file.to_str().unwrap()];
    assert!(refused(&world, &again).await.contains("has no certificate"));
}

/// The inquiry for which it was placed has another address by now.
#[tokio::test]
async fn a_hold_by_the_address_alone_is_stored_and_keeps_the_requests_open() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let reference: String = world.value("SELECT reference FROM inquiry").await;
    let other = ["person", "correct", &reference, "--field", "email", "--value", "else@visitor.example", "--yes"];
    done(&world, &other).await;
    let [erasure, access] = [register(&world, ADDRESS, "erasure").await, register(&world, ADDRESS, "access").await];
    world.execute(&format!("SELECT place_hold(NULL, '{ADDRESS}', 'a case', '2087-07-01 00:00+00')")).await;
    for wrong in ["nothing-stored", "ended-by-erasure"] {
        assert!(refused(&world, &answer(&access, wrong, "confirmation")).await.contains("still stored"), "{wrong}");
    }
    let folder = tempfile::tempdir().unwrap();
    let erase = ["person", "erase", ADDRESS, "--yes", "--out", folder.path().to_str().unwrap()];
    let said = done(&world, &erase).await;
    assert!(said.contains("nothing was erased") && !said.contains("certificate: "), "{said}");
    assert!(said.contains("the address stays on legal hold"), "{said}");
    quarantined(&world, ADDRESS).await;
    let said = done(&world, &erase).await;
    for id in [&erasure, &access] {
        assert!(said.contains(&format!("request {id} stays open")), "{said}");
    }
    let path = said.lines().find_map(|line| line.strip_prefix("certificate: ")).unwrap();
    let page = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
    assert!(page.contains("A legal hold on the address"), "{page}");
    let hold: String = world.value("SELECT id::text FROM legal_hold WHERE email_key IS NOT NULL").await;
    done(&world, &["retention", "release", &hold]).await;
    let said = done(&world, &erase).await;
    assert!(said.contains(&format!("letter {erasure} --answer granted")), "{said}");
    done(&world, &answer(&access, "ended-by-erasure", "confirmation")).await;
}

/// Without a note of it, an officer learns of the option before anything goes.
#[tokio::test]
async fn an_erasure_notes_how_the_person_was_checked() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    register(&world, ADDRESS, "erasure").await;
    let folder = tempfile::tempdir().unwrap();
    let erase = |address| ["person", "erase", address, "--yes", "--out", folder.path().to_str().unwrap()];
    assert!(refused(&world, &erase(ADDRESS)[..3]).await.contains("nothing was changed"));
    done(&world, &[&erase(ADDRESS)[..], &["--identity", "document"]].concat()).await;
    let said = done(&world, &erase("kreluonta2@visitor.example")).await;
    assert!(said.contains("is not noted: --identity WAY"), "{said}");
    let closed = done(&world, &["person", "request", "list", "--closed"]).await;
    assert_eq!(closed.matches("granted, identity document").count(), 1, "{closed}");
    let noted =
        "SELECT string_agg(coalesce(detail ->> 'identity', '-'), ' ' ORDER BY seq) FROM ledger WHERE kind = 'erasure'";
    assert_eq!(world.value::<String>(noted).await, "document -");
}

#[tokio::test]
async fn both_documents_name_each_mail_and_say_what_was_typed_and_what_was_sent() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    quarantined(&world, ADDRESS).await;
    message(&world, ADDRESS, "consultant", "ben@own.example").await;
    message(&world, ADDRESS, "visitor", ADDRESS).await;
    world
        .execute(
            "INSERT INTO outbox (id, inquiry_id, kind, about, state, finished_at, first_attempt_at, message_id) \
             SELECT gen_random_uuid(), inquiry_id, 'answer', id, 'sent', now(), now(), 'a@own.example' FROM message \
             WHERE party = 'consultant'",
        )
        .await;
    done(&world, &["retention", "hold", "--email", ADDRESS, "--reason", "a case", "--until", "2087-06-30"]).await;
    register(&world, ADDRESS, "access").await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    done(&world, &["person", "export", ADDRESS, "--out", out.to_str().unwrap()]).await;
    let person: Value = serde_json::from_slice(&std::fs::read(out.join("person.json")).unwrap()).unwrap();
    let page = std::fs::read_to_string(out.join("person.html")).unwrap();
    assert_eq!(lacking(&person, &page), Vec::<String>::new());
    for part in ["Our answer", "Confirmation to you", "Mail of a consultant", "Mail to us", "30 June 2087"] {
        assert!(page.contains(part), "{part}");
    }
    let mails = person["inquiries"][0]["mails"].as_array().unwrap();
    let ours = mails.iter().find(|mail| mail["kind"] == "answer").unwrap();
    assert_eq!(ours["text"], "Blimfandle wrote");
    let [said, held] = &person["messages"].as_array().unwrap()[..] else { panic!("{person}") };
    assert_eq!((&said["passed_on"], &said["held_line"]), (&"Blimfandle wrote".into(), &Value::Null), "it was sent");
    assert_eq!(held["held_line"], "Grobnitz line\nYes");
    assert_eq!(said["files"][0]["size"], 4711);
}

/// Beside the words: when, to which address, and with what outcome.
#[tokio::test]
async fn an_export_of_a_copied_person_says_when_our_mails_went_there() {
    const COPIED: &str = "copied@visitor.example";
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    message(&world, ADDRESS, "consultant", "ben@own.example").await;
    world
        .execute(&format!(
            "INSERT INTO participant (inquiry_id, intake_id, address, address_key, copied_from) \
                 SELECT id, id, '{COPIED}', '{COPIED}', now() FROM inquiry; \
             INSERT INTO outbox (id, inquiry_id, kind, about, state, finished_at, first_attempt_at, message_id, participant, is_copy) \
                 SELECT gen_random_uuid(), message.inquiry_id, 'answer', message.id, 'sent', now(), now(), \
                     coalesce(one, 'own') || '@own.example', one::uuid, one IS NOT NULL \
                 FROM message, unnest(ARRAY[NULL, (SELECT id::text FROM participant)]) AS one"
        ))
        .await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    done(&world, &["person", "export", COPIED, "--out", out.to_str().unwrap()]).await;
    let person: Value = serde_json::from_slice(&std::fs::read(out.join("person.json")).unwrap()).unwrap();
    let page = std::fs::read_to_string(out.join("person.html")).unwrap();
    assert_eq!(lacking(&person, &page), Vec::<String>::new());
    let [mail] = &person["mails_on_others"].as_array().unwrap()[..] else { panic!("{person}") };
    assert_eq!((&mail["kind"], &mail["to"], &mail["state"]), (&"answer".into(), &COPIED.into(), &"sent".into()));
    assert!(mail["finished_at"].is_string() && page.contains("Our answer"), "{person}");
    assert!(!page.contains(ADDRESS) && !person.to_string().contains(ADDRESS));
    // A copy is not to the person whose inquiry it is.
    let out = folder.path().join("owner");
    done(&world, &["person", "export", ADDRESS, "--out", out.to_str().unwrap()]).await;
    let page = std::fs::read_to_string(out.join("person.html")).unwrap();
    assert!(page.contains(COPIED) && !page.contains("nswer to you"), "{page}");
}

/// A purge sets its personal data aside.
pub(super) async fn place_hold_beyond_expiry(world: &World) {
    world
        .execute(
            "SELECT place_hold(id, NULL, 'a case', now() + interval '1 day') FROM inquiry; \
             UPDATE inquiry SET received_at = now() - interval '3 years', last_contact_at = now() - interval '3 years'; \
             SELECT purge_expired(gen_random_uuid(), 10)",
        )
        .await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM held_participant WHERE restricted_at IS NOT NULL").await, 1);
}

#[tokio::test]
async fn a_request_on_hold_says_why_it_waits_and_is_overdue_again_when_the_hold_ends() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let request = register(&world, ADDRESS, "erasure").await;
    let wait = ["person", "request", "wait", &request, "--channel", "post"];
    assert!(refused(&world, &wait).await.contains("no hold in force"));
    let ahead = [&wait[..], &["--on", "2999-01-01"]].concat();
    assert!(refused(&world, &ahead).await.contains("--on"));
    done(&world, &["retention", "hold", "--email", ADDRESS, "--reason", "a case", "--until", "2087-06-30"]).await;
    world.execute("UPDATE data_subject_request SET received_at = now() - interval '40 days'").await;
    let overdue = "SELECT requests_overdue FROM retention_gauges()";
    assert_eq!(world.value::<i64>(overdue).await, 1, "the person was told nothing");
    assert!(done(&world, &wait).await.contains("until 2087-06-30"));
    assert_eq!(world.value::<i64>(overdue).await, 0);
    let hold: String = world.value("SELECT id::text FROM legal_hold").await;
    let list = done(&world, &["person", "request", "list"]).await;
    assert!(
        list.contains(&format!("waits for the hold {hold} until 2087-06-30")) && !list.contains("OVERDUE"),
        "{list}"
    );
    for command in [&["retention", "holds"][..], &["person", "erase", ADDRESS, "--yes"]] {
        let said = done(&world, command).await;
        assert!(said.contains("2087-06-30") && !said.contains("2087-07-01"), "{said}");
    }
    let said = done(&world, &["retention", "release", &hold]).await;
    assert!(said.contains(&format!("request {request} waits no more for this hold")), "{said}");
    assert_eq!(world.value::<i64>(overdue).await, 0, "to the end of the day");
    world.execute("UPDATE legal_hold SET placed_at = '2020-01-01', released_at = now() - interval '1 day'").await;
    assert_eq!(world.value::<i64>(overdue).await, 1, "nothing is in its way now");
    assert!(done(&world, &["person", "request", "list"]).await.contains("OVERDUE"));
}

/// Of a visitor, beside 20,000 other inquiries of which the planner knows nothing, as after a crash of the database.
#[tokio::test]
async fn an_export_an_erasure_and_an_answer_read_no_mails_of_others() {
    let world = world().await;
    world.inquiry(ADDRESS, &["ben@own.example"]).await;
    message(&world, ADDRESS, "visitor", ADDRESS).await;
    let access = register(&world, ADDRESS, "access").await;
    world
        .execute(&format!(
            "SET session_replication_role = replica; {MADE} \
             INSERT INTO inquiry_content (inquiry_id, first_name, last_name, company, email, email_key, message) \
                 SELECT made, first_name, last_name, company, number || email, number || email_key, message \
                 FROM inquiry_content, made; \
             INSERT INTO outbox (id, inquiry_id, kind, recipient, message_id, state, finished_at) \
                 SELECT made, made, 'notification', 'anna@own.example', '<' || made || '@own.example>', 'sent', now() \
                 FROM made; \
             RESET session_replication_role; DROP TABLE made; SELECT pg_stat_force_next_flush()"
        ))
        .await;
    world.execute("SELECT pg_stat_reset()").await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    done(&world, &["person", "export", ADDRESS, "--out", out.to_str().unwrap()]).await;
    // A rewrite, which reads all, follows the erasure by the command.
    let transaction = world.admin.begin().await.unwrap();
    for sql in [
        format!("SELECT erase_person('{ADDRESS}')"),
        format!("SELECT answer_request('{access}', 'ended_by_erasure', now()::date, 'mail', 'confirmation', NULL)"),
    ] {
        transaction.execute_unprepared(&sql).await.unwrap();
    }
    let read = |of: &str| {
        format!(
            "SELECT coalesce(string_agg(relname || ' ' || seq_tup_read, ', '), '') FROM pg_stat_{of}user_tables \
             WHERE seq_tup_read >= 20000 AND relname IN ('outbox', 'inquiry')"
        )
    };
    let read_by = transaction.query_one_raw(statement(&read("xact_"), [])).await.unwrap().unwrap();
    assert_eq!(read_by.try_get_by_index::<String>(0).unwrap(), "");
    let closed = format!("SELECT answer FROM data_subject_request WHERE id = '{access}'");
    let closed = transaction.query_one_raw(statement(&closed, [])).await.unwrap().unwrap();
    assert_eq!(closed.try_get_by_index::<String>(0).unwrap(), "ended_by_erasure");
    transaction.rollback().await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    assert_eq!(world.value::<String>(&read("")).await, "");
}
