//! Data subject rights, by mail address.

use std::{io::Write, os::unix::fs::PermissionsExt, process::Stdio};

use entity::outbox::OutboxState;
use mail_parser::MessageParser;
use serde_json::Value;

use super::{answer, done, fill, refused, text, world};
use crate::support::{World, compliance};

/// An inquiry as the api stores it, delivered.
async fn delivered(world: &World, email: &str) {
    // Beyond the limit on auto-replies to one address.
    world.pass("25 hours").await;
    let id = world.inquiry(email, &["consultant@own.example"]).await;
    world.drain(&world.delivery()).await;
    assert!(world.rows_of(id).await.iter().all(|row| row.state == OutboxState::Sent));
}

#[tokio::test]
async fn an_export_contains_everything_for_every_spelling_of_the_address() {
    let world = world().await;
    delivered(&world, "Kreluonta+a@bücher.example").await;
    delivered(&world, "kreluonta@xn--bcher-kva.example").await;
    delivered(&world, "someone.else@bücher.example").await;
    done(&world, &["person", "request", "add", "kreluonta@bücher.example", "--kind", "access"]).await;
    let folder = tempfile::tempdir().unwrap();
    for (number, spelling) in
        ["KRELUONTA@BÜCHER.example", "kreluonta+x@xn--bcher-kva.example", "kreluonta@bu\u{308}cher.example"]
            .iter()
            .enumerate()
    {
        let out = folder.path().join(number.to_string());
        let said = done(&world, &["person", "export", spelling, "--out", out.to_str().unwrap()]).await;
        assert!(said.starts_with("2 inquiries and 0 mails as received written"), "{said}");
        let json: Value = serde_json::from_slice(&std::fs::read(out.join("person.json")).unwrap()).unwrap();
        let inquiries = json["inquiries"].as_array().unwrap();
        assert_eq!(inquiries.len(), 2);
        let page = std::fs::read_to_string(out.join("person.html")).unwrap();
        for inquiry in inquiries {
            let sql = format!(
                "SELECT to_jsonb(c) - ARRAY['inquiry_id', 'received_on', 'email_key', 'client_network'] \
                 FROM inquiry_content AS c JOIN inquiry ON id = inquiry_id WHERE reference = '{}'",
                inquiry["reference"].as_str().unwrap()
            );
            for (field, value) in world.value::<Value>(&sql).await.as_object().unwrap() {
                assert_eq!(&inquiry[field], value);
                let text = value.as_str().expect("every field of the sample is given");
                assert!(page.contains(text), "{field} is in the page");
            }
            let mails = inquiry["mails"].as_array().unwrap();
            let reply = mails.iter().find(|mail| mail["kind"] == "auto_reply").unwrap();
            let reference = inquiry["reference"].as_str().unwrap();
            assert!(reply["text"].as_str().unwrap().contains(reference) && reply["state"] == "sent", "{reply}");
            assert!(mails.iter().any(|mail| mail["to"] == "consultant@own.example"));
        }
        for part in ["We have received your inquiry", "consultant@own.example"] {
            assert!(page.contains(part), "{part}");
        }
        assert!(!page.contains("someone.else") && !page.contains("<script"));
        let mode = std::fs::metadata(out.join("person.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    // None of them answered the request; all three are in the ledger.
    assert!(done(&world, &["person", "request", "list"]).await.contains("kreluonta@xn--bcher-kva.example"));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM ledger WHERE kind = 'export'").await, 3);
    let out = folder.path().join("0");
    let error =
        refused(&world, &["person", "export", "kreluonta@bücher.example", "--out", out.to_str().unwrap()]).await;
    assert!(error.contains("already exists"), "{error}");
}

/// What is rendered on the day of the export would say another due time.
#[tokio::test]
async fn an_export_shows_the_confirmation_as_it_was_sent() {
    let world = world().await;
    let id = world.inquiry("kreluonta@visitor.example", &[]).await;
    world.drain(&world.delivery()).await;
    world.execute("UPDATE inquiry SET received_at = received_at - interval '30 days'").await;
    let [accepted] = &world.server.accepted()[..] else { panic!("one mail is sent") };
    let parsed = MessageParser::default().parse(&accepted.data).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let export = async |name: &str| {
        let out = folder.path().join(name);
        done(&world, &["person", "export", "kreluonta@visitor.example", "--out", out.to_str().unwrap()]).await;
        let person: Value = serde_json::from_slice(&std::fs::read(out.join("person.json")).unwrap()).unwrap();
        let page = std::fs::read_to_string(out.join("person.html")).unwrap();
        (person["inquiries"][0]["mails"][0].clone(), page)
    };
    let (mail, page) = export("sent").await;
    assert_eq!(mail["subject"], parsed.subject().unwrap());
    let sent = parsed.body_text(0).unwrap().replace("\r\n", "\n");
    assert_eq!(mail["text"].as_str().unwrap().trim_end(), sent.trim_end());
    assert!(page.contains(parsed.subject().unwrap()));

    // Refused for good: nothing was sent, although its first byte was about to be.
    world.execute("UPDATE outbox SET state = 'failed', data_at = NULL WHERE kind = 'auto_reply'").await;
    assert_eq!(export("failed").await.0["text"], Value::Null);
    // Sent before the text was kept.
    world.execute("UPDATE outbox SET state = 'sent', sent_subject = NULL, sent_text = NULL").await;
    let (mail, page) = export("earlier").await;
    assert!(mail["text"].is_null() && mail["state"] == "sent" && page.contains("Its text was not kept"), "{mail}");
    assert!(world.rows_of(id).await.iter().all(|row| row.state == OutboxState::Sent));
}

#[tokio::test]
async fn the_visitors_text_is_inert_in_the_page() {
    let world = world().await;
    delivered(&world, "kreluonta@visitor.example").await;
    world.execute("UPDATE inquiry_content SET company = '<script>alert(1)</script>', message = '\"><img src=x>'").await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    done(&world, &["person", "export", "kreluonta@visitor.example", "--out", out.to_str().unwrap()]).await;
    let page = std::fs::read_to_string(out.join("person.html")).unwrap();
    assert!(!page.contains("<script>") && !page.contains("<img"), "{page}");
}

#[tokio::test]
async fn an_erasure_shows_asks_and_erases_everything() {
    let world = world().await;
    delivered(&world, "Kreluonta+a@visitor.example").await;
    delivered(&world, "kreluonta@visitor.example").await;
    delivered(&world, "other@visitor.example").await;
    let answer = |answer: &'static str| {
        let mut command = compliance(&world);
        command
            .args(["person", "erase", "kreluonta@visitor.example"])
            .env("COMPLIANCE_DATABASE_URL", world.database.compliance_url())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(answer.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    };
    let no = answer("n\n");
    assert!(!no.status.success() && text(&no.stdout).matches("  inquiry FW-").count() == 2, "{}", text(&no.stdout));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 3);
    let yes = answer("y\n");
    assert!(yes.status.success(), "{}", text(&yes.stderr));
    assert!(text(&yes.stdout).contains("Also delete the copies in mailboxes"), "{}", text(&yes.stdout));
    let said = text(&yes.stdout);
    let request: String = world.value("SELECT id::text FROM data_subject_request").await;
    let letter = ["person", "request", "letter", &request, "--answer", "granted", "--language", "en"];
    assert!(said.contains(&format!("`compliance {}`", letter.join(" "))), "nobody had registered the request: {said}");
    assert!(done(&world, &letter).await.contains("We have erased your personal data"));
    for table in ["inquiry", "inquiry_content"] {
        assert_eq!(world.value::<i64>(&format!("SELECT count(*) FROM {table}")).await, 1, "{table}");
    }
    let rest = "SELECT count(*) FROM apalis.jobs WHERE split_part(idempotency_key, ':', 2) NOT IN \
                (SELECT id::text FROM outbox) AND job_type = 'mail'";
    assert_eq!(world.value::<i64>(rest).await, 0);
    let detail: Value = world.value("SELECT detail FROM ledger WHERE kind = 'erasure'").await;
    assert_eq!((&detail["inquiry"], &detail["outbox"], &detail["kept"]), (&2.into(), &4.into(), &0.into()));
    assert_eq!(
        world
            .value::<i64>("SELECT count(*) FROM data_subject_request WHERE kind = 'erasure' AND closed_at IS NOT NULL")
            .await,
        1
    );
}

#[tokio::test]
async fn an_inquiry_on_hold_survives_an_erasure_and_the_request_stays_open() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let address = "kreluonta1@visitor.example";
    done(&world, &["person", "request", "add", address, "--kind", "erasure"]).await;
    done(&world, &["retention", "hold", "--email", address, "--reason", "a case", "--until", "2099-01-01"]).await;
    let said = done(&world, &["person", "erase", address, "--yes"]).await;
    assert!(said.contains("1 inquiry stays on legal hold"), "{said}");
    assert!(done(&world, &["person", "request", "list"]).await.contains(address));
    let request: String = world.value("SELECT id::text FROM data_subject_request").await;
    done(&world, &answer(&request, "refused", "reasons")).await;
    assert!(refused(&world, &answer(&request, "refused", "reasons")).await.contains("no open request"));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM data_subject_request WHERE email_key IS NOT NULL").await, 0);
}

#[tokio::test]
async fn a_person_is_found_by_reference_name_and_phone() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    world
        .execute(
            "UPDATE inquiry_content SET first_name = 'Zoë', last_name = '100%_Sure', phone = '044/123.45.67' \
             WHERE email LIKE 'kreluonta2%'",
        )
        .await;
    let by_address = |n: u32| {
        format!(
            "SELECT reference FROM inquiry JOIN inquiry_content ON id = inquiry_id WHERE email LIKE 'kreluonta{n}%'"
        )
    };
    let reference: String = world.value(&by_address(1)).await;
    world.execute(&format!("UPDATE inquiry SET reference = 'FW-7K3Q-9D2M' WHERE reference = '{reference}'")).await;
    let reference = "FW-7K3Q-9D2M";
    for (wanted, found) in [
        (reference.to_lowercase().as_str(), "1"),
        (&reference[3..], "1"),
        (&reference.replace('-', " "), "1"),
        (&reference[3..].replace('-', "").to_lowercase(), "1"),
        ("zquorvex BLIM", "1"),
        ("99 777-66 55", "1"),
        ("ZOË 100%_s", "2"),
        ("044 123 45 67", "2"),
        ("krel", ""),
        ("0%_S", "2"),
        ("00000", ""),
        ("FW-9999-9999", ""),
    ] {
        let said = done(&world, &["person", "find", wanted]).await;
        let expected =
            if found.is_empty() { "no inquiry was found" } else { &format!("  kreluonta{found}@visitor.example  ") };
        assert!(said.contains(expected) && said.lines().count() == 1, "{wanted}: {said}");
        assert!(found != "2" || said.contains("044/123.45.67"), "of which country it is: {said}");
    }
    let sharp =
        "UPDATE inquiry_content SET first_name = 'Großwald', last_name = 'Weiss' WHERE email LIKE 'kreluonta1%'";
    world.execute(sharp).await;
    for wanted in ["GROSSWALD", "grosswald weiß", "GROẞWALD", "Großwald Weiss", "ßwald"] {
        let said = done(&world, &["person", "find", wanted]).await;
        assert!(said.contains("kreluonta1@"), "{wanted}: {said}");
    }
    for wanted in ["044", "+41", "12/3"] {
        assert!(refused(&world, &["person", "find", wanted]).await.contains("give 4 digits of it or more"), "{wanted}");
    }
    // Each would list everybody.
    for wanted in ["", "%", "z"] {
        assert!(refused(&world, &["person", "find", wanted]).await.contains("two letters of the name"), "{wanted}");
    }
}

/// Who has an address is not stored under the number, which would be an untrue answer.
#[tokio::test]
async fn a_number_of_a_person_with_an_address_is_not_answered_with_nothing() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    world.execute("UPDATE inquiry_content SET phone = '044/123.45.67' WHERE email LIKE 'kreluonta2%'").await;
    let address: String = world.value("SELECT email FROM inquiry_content WHERE email LIKE 'kreluonta2%'").await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for command in [
        &["person", "export", "+41 44 123 45 67", "--out", out.to_str().unwrap()][..],
        &["person", "erase", "0441234567", "--yes", "--out", out.to_str().unwrap()],
        &["person", "restrict", "044 123 45 67"],
        &["person", "request", "add", "0441234567", "--kind", "access"],
        &["retention", "hold", "--email", "0441234567", "--reason", "a case", "--until", "2087-06-30"],
    ] {
        let error = refused(&world, command).await;
        assert!(error.contains(&address) && error.contains("Repeat the command with the address"), "{error}");
    }
    let entries = "SELECT count(*) FROM ledger WHERE kind IN ('export', 'erasure', 'request', 'hold', 'restriction')";
    assert_eq!(world.value::<i64>(entries).await, 0);
    // Another person's number, of which it is the beginning; and somebody who gave the number alone.
    let person = ["person", "request", "add", "41441234567@phone.invalid", "--kind", "access"];
    assert!(done(&world, &person).await.contains("is registered"));
    let longer = ["person", "request", "add", "044 123 45 6", "--kind", "access"];
    assert!(done(&world, &longer).await.contains("is registered"));
    let error = refused(&world, &["person", "find", &address]).await;
    assert!(error.contains("compliance person export"), "{error}");
}

#[tokio::test]
async fn a_phone_number_is_found_in_any_spelling() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let spellings = ["079 765 43 21", "+41 79 765 43 21", "0041797654321", "+41 (0)79/765.43.21", "41 79 765 43 21"];
    for stored in spellings {
        world.execute(&format!("UPDATE inquiry_content SET phone = '{stored}'")).await;
        for wanted in spellings.iter().chain(&["0041 79 765", "079 765", "765 43 21", "tel:+41-79-765-43-21"]) {
            let said = done(&world, &["person", "find", wanted]).await;
            assert!(said.contains("kreluonta1@visitor.example"), "{stored} by {wanted}: {said}");
        }
        let said = done(&world, &["person", "find", "+41 78 765 43 21"]).await;
        assert!(said.contains("no inquiry was found"), "{stored}: {said}");
    }
    // The same national digits.
    world.execute("UPDATE inquiry_content SET phone = '+49 79 765 43 21'").await;
    for (wanted, is_found) in
        spellings.map(|spelling| (spelling, false)).into_iter().chain([("0049 79 765", true), ("765 43 21", true)])
    {
        let said = done(&world, &["person", "find", wanted]).await;
        assert_eq!(said.contains("kreluonta1@visitor.example"), is_found, "{wanted}: {said}");
    }
    world.execute("UPDATE inquiry_content SET phone = '+44 20 7946 0979'").await;
    assert!(
        done(&world, &["person", "find", "0041 79"]).await.contains("no inquiry was found"),
        "two digits are no number"
    );
}

/// A server whose disk is full answers with 53100.
fn fails_with_a_full_disk(function: &str, arguments: &str, returns: &str) -> String {
    format!(
        "CREATE OR REPLACE FUNCTION {function}({arguments}) RETURNS {returns} LANGUAGE plpgsql SECURITY DEFINER AS \
         $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$"
    )
}

#[tokio::test]
async fn a_full_disk_is_said_in_words_with_what_was_done_and_what_not() {
    let world = world().await;
    delivered(&world, "kreluonta@visitor.example").await;
    delivered(&world, "other@visitor.example").await;
    // The rewrite needs space; the erasure before it is done.
    world.execute(&fails_with_a_full_disk("reclaim_table", "name text", "void")).await;
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().to_str().unwrap();
    let said = done(&world, &["person", "erase", "kreluonta@visitor.example", "--yes", "--out", folder]).await;
    assert!(said.contains("erased and recorded in the ledger: 1 inquiry"), "{said}");
    assert!(said.contains("a later purge removes the deleted bytes from the files of"), "{said}");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 1);

    let hold =
        fails_with_a_full_disk("place_hold", "inquiry uuid, address_key text, why text, until timestamptz", "uuid");
    world.execute(&hold).await;
    let place =
        ["retention", "hold", "--email", "other@visitor.example", "--until", "2027-01-01", "--reason", "a case"];
    let refusal = refused(&world, &place).await;
    assert!(refusal.contains("the database's disk is full. This step was not done"), "{refusal}");
}
