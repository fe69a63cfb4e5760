//! Mails in quarantine, and the removal of one mail or file.

use serde_json::Value;

use super::{
    done, fill,
    officer::{message, quarantined},
    refused, world,
};

const ADDRESS: &str = "kreluonta1@visitor.example";

#[tokio::test]
async fn a_mail_in_quarantine_is_exported_and_erased_only_after_it_was_shown() {
    let world = world().await;
    quarantined(&world, ADDRESS).await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let said = done(&world, &["person", "export", ADDRESS, "--out", out.to_str().unwrap()]).await;
    assert!(said.contains("1 mail as received"), "{said}");
    let id: String = world.value("SELECT id::text FROM intake").await;
    assert_eq!(std::fs::read(out.join(format!("mails/{id}.eml"))).unwrap(), b"Wimplethorpe");
    let no = refused(&world, &["person", "erase", ADDRESS]).await;
    assert!(no.contains("nothing was changed"), "{no}");
    let certificates = folder.path().to_str().unwrap();
    let said = done(&world, &["person", "erase", ADDRESS, "--yes", "--out", certificates]).await;
    assert!(said.contains("on no ticket (quarantined): goes") && said.contains("certificate: "), "{said}");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM raw_mail").await, 0);
}

/// Erased, removed, or gone after 30 days.
#[tokio::test]
async fn a_mail_whose_bytes_are_gone_waits_in_no_quarantine() {
    let world = world().await;
    for address in [ADDRESS, "kreluonta2@visitor.example", "kreluonta3@visitor.example"] {
        quarantined(&world, address).await;
    }
    let waiting = async || {
        let [list, check] = [&["intake", "list", "--fate", "quarantined", "--json"][..], &["check"]].map(|arguments| {
            let mut command = crate::support::WorkerProcess::command(&world);
            command.args(arguments);
            tokio::task::spawn_blocking(move || command.output().unwrap())
        });
        let list: Value = serde_json::from_slice(&list.await.unwrap().stdout).unwrap();
        let check = super::text(&check.await.unwrap().stdout);
        let line = check.lines().find(|line| line.contains(" mail in: ")).unwrap().to_owned();
        (list.as_array().unwrap().len(), line)
    };
    let (listed, line) = waiting().await;
    assert!(listed == 3 && line.contains("3 in quarantine"), "{line}");
    let folder = tempfile::tempdir().unwrap();
    done(&world, &["person", "erase", ADDRESS, "--yes", "--out", folder.path().to_str().unwrap()]).await;
    let (listed, line) = waiting().await;
    assert!(listed == 2 && line.contains("2 in quarantine"), "{line}");
    world.execute("SELECT remove_mail(intake_id, NULL) FROM raw_mail").await;
    let (listed, line) = waiting().await;
    assert!(listed == 0 && !line.contains("in quarantine"), "{line}");
}

#[tokio::test]
async fn one_mail_or_file_is_removed_with_its_bytes_and_an_entry() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    quarantined(&world, ADDRESS).await;
    for party in ["visitor", "other"] {
        message(&world, ADDRESS, party, ADDRESS).await;
    }
    let ids: String = world.value("SELECT string_agg(id::text, ' ' ORDER BY party) FROM message").await;
    let [other, visitors] = ids.split(' ').collect::<Vec<_>>().try_into().unwrap();
    let waiting = "INSERT INTO outbox (id, inquiry_id, kind, recipient, about) SELECT gen_random_uuid(), inquiry_id, \
                   'visitor_reply', 'ben@own.example', id FROM message";
    world.execute(waiting).await;
    let long = format!(
        "UPDATE message SET new_text = 'The password is 4711' || repeat(E'\\nmore', 24) WHERE id = '{visitors}'"
    );
    world.execute(&long).await;
    let asked = super::officer(&world, &["person", "remove", visitors]).await;
    let (shown, error) = (super::text(&asked.stdout), super::text(&asked.stderr));
    assert!(shown.contains("  | The password is 4711\n") && shown.matches("  | ").count() == 20, "{shown}");
    assert!(shown.contains("  5 more lines\n") && error.contains("nothing was changed"), "{shown}{error}");
    let reference: String = world.value("SELECT reference FROM inquiry").await;
    let listed = done(&world, &["person", "remove", &reference]).await;
    assert!(listed.lines().count() == 2 && listed.contains(visitors) && listed.contains("Zquorvex.pdf"), "{listed}");
    assert!(listed.contains("The password is 4711 more more") && listed.contains("  Blimfandle wrote\n"), "{listed}");
    assert!(refused(&world, &["person", "remove", "nonsense"]).await.contains("such as FW-1234-5678"));
    let two = ["person", "remove", visitors, "--file", "2", "--yes"];
    assert!(refused(&world, &two).await.contains("no file 2, or it was removed. Its files: 1 Zquorvex.pdf"));
    // Both have numbers, which stay.
    let numbered = r#"[{"number": 1, "name": "Zquorvex.pdf"}, {"number": 2, "name": "Grobnitz.txt"}]"#;
    world.execute(&format!("UPDATE message SET files = '{numbered}' WHERE id = '{visitors}'")).await;
    let first = ["person", "remove", visitors, "--file", "1", "--yes"];
    let said = done(&world, &first).await;
    assert!(said.contains("file 1: Zquorvex.pdf goes") && said.contains("file 2: Grobnitz.txt stays"), "{said}");
    assert!(refused(&world, &first).await.contains("no file 1, or it was removed. Its files: 2 Grobnitz.txt"));
    let again = format!("SELECT remove_mail('{visitors}', 1) IS NULL");
    assert!(world.value::<bool>(&again).await, "the other file has another number");
    let files = format!("SELECT files ->> 0 FROM message WHERE id = '{visitors}'");
    assert!(world.value::<String>(&files).await.contains("Grobnitz.txt"));
    let said = done(&world, &["person", "remove", other, "--yes"]).await;
    assert!(said.contains("1 mail waits to pass it on, which will not be sent"), "{said}");
    let intake: String = world.value("SELECT intake_id::text FROM raw_mail").await;
    let asked = super::officer(&world, &["person", "remove", &intake]).await;
    assert!(super::text(&asked.stdout).contains(&format!("`worker intake show {intake}` shows it")));
    done(&world, &["person", "remove", &intake, "--yes"]).await;
    let left = "SELECT concat_ws(' ', (SELECT count(*) FROM message), (SELECT count(*) FROM raw_mail), \
                (SELECT count(*) FROM intake), (SELECT count(*) FROM outbox WHERE last_code = 'removed'))";
    assert_eq!(world.value::<String>(left).await, "1 0 1 1");
    let waits = "SELECT count(*) FROM unreclaimed_tables() WHERE name ~ '^(message|raw_mail)'";
    assert_eq!(world.value::<i64>(waits).await, 0, "their files were rewritten");
    let report: Value = serde_json::from_str(&done(&world, &["report", "--json"]).await).unwrap();
    assert_eq!((&report["removals"], &report["erasures"]), (&3.into(), &0.into()));

    done(&world, &["retention", "hold", "--email", ADDRESS, "--reason", "a case", "--until", "2087-06-30"]).await;
    assert!(refused(&world, &["person", "remove", visitors, "--yes"]).await.contains("a legal hold keeps it"));
    let entry = "SELECT detail FROM ledger WHERE kind = 'erasure' ORDER BY seq LIMIT 1";
    let detail: Value = world.value(entry).await;
    assert_eq!((&detail["files"][0]["position"], &detail["single"]), (&1.into(), &"file".into()));
    assert!(!detail.to_string().contains("Zquorvex"));
}
