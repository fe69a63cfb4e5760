//! An erasure of a consultant, whose words and copies are on the tickets of others.

use serde_json::Value;

use super::{
    answer, done,
    export::lacking,
    fill, officer,
    officer::{message, quarantined, register},
    refused, text, world,
};

const ADDRESS: &str = "kreluonta1@visitor.example";

const NOTIFY: &str = "INSERT INTO outbox (id, inquiry_id, kind, recipient) \
                      SELECT gen_random_uuid(), id, 'notification', recipient FROM inquiry, \
                          unnest(ARRAY['Ben+a@own.example', 'anna@own.example']) AS recipient";
const UNASKED: &str = "compliance: nothing was changed. Answer y, or give --yes --others-lose-messages in a script\n";

#[tokio::test]
async fn an_erasure_of_a_consultant_says_whose_tickets_lose_mails_that_copy_him_and_asks() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    world.execute(NOTIFY).await;
    quarantined(&world, "ben@own.example").await;
    world.execute("UPDATE raw_mail SET inquiry_id = (SELECT id FROM inquiry)").await;
    let folder = tempfile::tempdir().unwrap();
    let erase = ["person", "erase", "ben@own.example", "--out", folder.path().to_str().unwrap(), "--yes"];
    let asked = officer(&world, &erase).await;
    assert_eq!(text(&asked.stderr), UNASKED);
    let said = text(&asked.stdout);
    assert!(said.contains(&format!(", the ticket of {ADDRESS} (quarantined): goes")), "{said}");
    assert!(!said.contains("0 messages"), "{said}");
    done(&world, &[&erase[..], &["--others-lose-messages"]].concat()).await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM raw_mail").await, 0);
}

#[tokio::test]
async fn an_erasure_of_a_consultant_says_whose_tickets_lose_messages_and_asks() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    message(&world, ADDRESS, "consultant", "ben@own.example").await;
    world.execute(NOTIFY).await;
    let reference: String = world
        .value(&format!(
            "SELECT reference FROM inquiry JOIN inquiry_content ON inquiry_id = id WHERE email_key = '{ADDRESS}'"
        ))
        .await;
    let folder = tempfile::tempdir().unwrap();
    let erase = ["person", "erase", "ben@own.example", "--out", folder.path().to_str().unwrap(), "--yes"];
    assert_eq!(refused(&world, &erase).await, UNASKED);
    assert_eq!(world.value::<i64>("SELECT count(*) FROM message").await, 1);
    let said = done(&world, &[&erase[..], &["--others-lose-messages"]].concat()).await;
    let line = format!("1 message of this consultant in {reference}, the ticket of {ADDRESS}: goes");
    assert!(said.contains(&line), "{said}");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM message").await, 0);
    assert!(said.contains("2 mails of ours to the address about inquiries of others: stay"), "{said}");
    let path = said.lines().find_map(|line| line.strip_prefix("certificate: ")).unwrap();
    let page = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
    let left = page.find("What is left").unwrap();
    assert!(page.find("(2, about inquiries of others").is_some_and(|at| at > left), "{page}");
    let out = folder.path().join("out");
    let said = done(&world, &["person", "export", "ben@own.example", "--out", out.to_str().unwrap()]).await;
    assert!(said.starts_with("0 inquiries"), "{said}");
    let person: Value = serde_json::from_slice(&std::fs::read(out.join("person.json")).unwrap()).unwrap();
    let page = std::fs::read_to_string(out.join("person.html")).unwrap();
    assert_eq!(lacking(&person, &page), Vec::<String>::new());
    let access = register(&world, "ben@own.example", "access").await;
    assert!(refused(&world, &answer(&access, "nothing-stored", "confirmation")).await.contains("still stored"));
    migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
    let said = done(&world, &erase[..erase.len() - 1]).await;
    assert!(said.contains("stay, with the address") && said.contains("nothing was erased"), "{said}");
    assert!(!said.contains("[y/N]") && !said.contains("its address goes"), "{said}");
    let open = "SELECT string_agg(kind, ' ') FROM data_subject_request WHERE closed_at IS NULL";
    assert_eq!(world.value::<String>(open).await, "access");
    let mails = person["mails_on_others"].as_array().unwrap();
    assert_eq!(mails.len(), 2, "{person}");
    for mail in mails {
        let known = (&mail["kind"], &mail["to"], &mail["state"]);
        assert_eq!(known, (&"notification".into(), &"Ben+a@own.example".into(), &"ready".into()));
        assert!(mail["reference"].as_str().unwrap().starts_with("FW-") && mail["created_at"].is_string());
    }
}

/// Kept for 30 days; it is about no inquiry.
#[tokio::test]
async fn a_summary_that_went_to_a_consultant_is_stored_and_exported() {
    let world = world().await;
    let digests = "INSERT INTO digest_mail (day, recipient, lists_mails, attempts, finished_at, bounced_at) \
                   SELECT '2026-11-20', recipient, true, 1, finished, bounced FROM (VALUES \
                       ('Ben+a@own.example', now(), NULL), ('ben@own.example', now(), now()), ('ben@own.example', NULL, NULL), \
                       ('anna@own.example', now(), NULL)) AS sent(recipient, finished, bounced)";
    world.execute(digests).await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let access = register(&world, "ben@own.example", "access").await;
    assert!(refused(&world, &answer(&access, "nothing-stored", "confirmation")).await.contains("still stored"));
    done(&world, &["person", "export", "ben@own.example", "--out", out.to_str().unwrap()]).await;
    let person: Value = serde_json::from_slice(&std::fs::read(out.join("person.json")).unwrap()).unwrap();
    let page = std::fs::read_to_string(out.join("person.html")).unwrap();
    assert_eq!(lacking(&person, &page), Vec::<String>::new());
    let mails = person["mails_on_others"].as_array().unwrap();
    let mut states: Vec<_> = mails.iter().map(|mail| mail["state"].as_str().unwrap()).collect();
    states.sort_unstable();
    assert_eq!(states, ["ambiguous", "bounced", "ready"]);
    assert!(mails.iter().all(|mail| mail["reference"].is_null() && mail["kind"] == "digest"), "{person}");
    assert!(page.contains("Summary, notice or search result for a consultant") && !page.contains("anna@"), "{page}");
    done(&world, &answer(&access, "granted", "export")).await;
    let said = done(&world, &["person", "erase", "ben@own.example"]).await;
    assert!(
        said.contains("3 summaries and notices")
            && !said.contains("mails of ours")
            && said.contains("nothing was erased"),
        "{said}"
    );
    world.execute("UPDATE digest_mail SET created_at = now() - interval '31 days'; SELECT forget_old_rows()").await;
    let said = done(&world, &["person", "erase", "ben@own.example"]).await;
    assert!(said.starts_with("nothing is stored about this address"), "{said}");
}
