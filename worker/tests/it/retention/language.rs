//! Documents and letters come in the person's language.

use sea_orm::ConnectionTrait;
use serde_json::Value;

use super::{
    done, fill, refused,
    requests::{second_confirms, second_officer},
    world,
};
use crate::support::World;

const ADDRESS: &str = "kreluonta1@visitor.example";

/// As a PDF writes it: in hexadecimal, if a letter is beyond ASCII.
fn has(pdf: &[u8], text: &str) -> bool {
    let hex = hex::encode_upper(text.chars().map(|letter| u8::try_from(letter).unwrap()).collect::<Vec<_>>());
    let page = String::from_utf8_lossy(pdf);
    page.contains(text) || page.contains(&hex)
}

fn certificate(said: &str) -> Vec<u8> {
    std::fs::read(said.lines().find_map(|line| line.strip_prefix("certificate: ")).unwrap()).unwrap()
}

async fn request(world: &World, kind: &str) -> String {
    let id =
        format!("SELECT id::text FROM data_subject_request WHERE kind = '{kind}' ORDER BY received_at DESC LIMIT 1");
    world.value(&id).await
}

/// Two inquiries of one person, the older in French.
async fn two_languages(world: &World) {
    fill(world, 2, "kreluonta", "now() - n * interval '1 hour'").await;
    world
        .execute(&format!(
            "UPDATE inquiry SET language = CASE WHEN email LIKE 'kreluonta1%' THEN 'de' ELSE 'fr' END \
                 FROM inquiry_content WHERE inquiry_id = id; \
             UPDATE inquiry_content SET email_key = '{ADDRESS}'"
        ))
        .await;
}

#[tokio::test]
async fn every_document_is_in_the_language_of_the_newest_inquiry_or_as_chosen() {
    let world = world().await;
    two_languages(&world).await;
    let folder = tempfile::tempdir().unwrap();
    let out = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let page = |name: &str| std::fs::read_to_string(folder.path().join(name).join("person.html")).unwrap();
    let said = done(&world, &["person", "export", ADDRESS, "--out", &out("read")]).await;
    assert!(said.contains("The page is in German"), "{said}");
    let german = page("read");
    for part in ["<html lang=\"de\">", "Gespeicherte Daten zu", "Etwas anderes", "Datenschutzerklärung\n"] {
        assert!(german.contains(part), "{part} in {german}");
    }
    let person: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("read/person.json")).unwrap()).unwrap();
    assert!(person["inquiries"][0]["contact_reason"].is_string(), "the keys stay English");
    done(&world, &["person", "export", ADDRESS, "--out", &out("chosen"), "--language", "it"]).await;
    assert!(page("chosen").contains("Dati registrati relativi a"));

    let lift = ["person", "restrict", ADDRESS, "--lift"];
    assert!(refused(&world, &lift).await.contains("Diese Einschränkung heben wir am [DATUM] auf"));
    assert!(refused(&world, &[&lift[..], &["--language", "fr"]].concat()).await.contains("Nous lèverons"));
    for kind in ["access", "objection"] {
        done(&world, &["person", "request", "add", ADDRESS, "--kind", kind]).await;
    }
    let objection = request(&world, "objection").await;
    let letter = ["person", "request", "letter", &objection];
    assert!(refused(&world, &letter).await.contains("neither extended"));
    done(&world, &["person", "request", "extend", &objection, "--reason", "number"]).await;
    assert!(done(&world, &letter).await.contains("weil bei uns viele Begehren eingegangen sind"));
    world.execute("UPDATE data_subject_request SET language = NULL").await;
    let said = done(&world, &["person", "erase", ADDRESS, "--yes", "--out", folder.path().to_str().unwrap()]).await;
    assert!(said.contains("It is in German"), "{said}");
    let pdf = certificate(&said);
    assert!(has(&pdf, "Bescheinigung der Löschung") && has(&pdf, "/Lang (de)"));

    let access = request(&world, "access").await;
    let letter = ["person", "request", "letter", &access, "--answer", "ended-by-erasure"];
    let text = done(&world, &letter).await;
    assert!(text.contains("Auskunft über Ihre Personendaten") && text.contains("gegenstandslos"), "{text}");
    done(&world, &super::answer(&access, "ended-by-erasure", "confirmation")).await;
    assert_eq!(done(&world, &letter).await, text, "also once it is closed");
    let entry: i64 = world.value("SELECT max(seq) FROM ledger WHERE kind = 'erasure'").await;
    let again = out("again.pdf");
    done(&world, &["ledger", "certificate", &entry.to_string(), "--out", &again, "--language", "de"]).await;
    assert_eq!(std::fs::read(again).unwrap(), pdf);
}

#[tokio::test]
async fn a_request_says_the_language_until_it_is_answered() {
    let world = world().await;
    two_languages(&world).await;
    // Of a day before the newest inquiry.
    let yesterday: String =
        world.value("SELECT to_char(now() AT TIME ZONE 'UTC' - interval '1 day', 'YYYY-MM-DD')").await;
    let add = ["person", "request", "add", ADDRESS, "--kind", "access", "--language", "it", "--received", &yesterday];
    done(&world, &add).await;
    let access = request(&world, "access").await;
    let folder = tempfile::tempdir().unwrap();
    let out = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let said = done(&world, &["person", "export", ADDRESS, "--out", &out("asked")]).await;
    assert!(said.contains("The page is in Italian"), "{said}");
    let letter = ["person", "request", "letter", &access, "--answer", "granted"];
    assert!(done(&world, &letter).await.contains("In allegato trova tutti i dati personali"));
    done(&world, &super::answer(&access, "granted", "export")).await;
    let said = done(&world, &["person", "export", ADDRESS, "--out", &out("again")]).await;
    assert!(said.contains("The page is in German"), "the newest inquiry's: {said}");
    let text = "UPDATE data_subject_request SET language = 'Zquorvex'";
    assert!(world.database.admin().await.execute_unprepared(text).await.is_err(), "a code, no text");
}

#[tokio::test]
async fn a_request_that_outlives_its_inquiry_is_answered_in_its_language() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now() - interval '2 years' + interval '1 hour'").await;
    world.execute("UPDATE inquiry SET language = 'fr'").await;
    done(&world, &["person", "request", "add", ADDRESS, "--kind", "access"]).await;
    // Registered before languages were noted.
    world.execute("UPDATE data_subject_request SET language = NULL").await;
    world.execute("UPDATE inquiry SET last_contact_at = last_contact_at - interval '2 hours'").await;
    done(&world, &["retention", "purge"]).await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 0);
    let access = request(&world, "access").await;
    let letter = done(&world, &["person", "request", "letter", &access, "--answer", "nothing-stored"]).await;
    assert!(letter.contains("Madame, Monsieur"), "{letter}");
}

/// Of a person of whom only a mail in quarantine is stored.
#[tokio::test]
async fn what_only_the_officer_knows_survives_another_officers_confirmation() {
    let world = world().await;
    fill(&world, 1, "other", "now()").await;
    super::officer::quarantined(&world, ADDRESS).await;
    migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let first = done(&world, &["person", "erase", "other1@visitor.example", "--yes", "--out", out]).await;
    assert!(has(&certificate(&first), "Certificate of erasure"));
    let erase = ["person", "erase", ADDRESS, "--yes", "--out", out];
    refused(&world, &[&erase[..], &["--language", "fr", "--identity", "reply"]].concat()).await;
    refused(&world, &erase).await;
    let second = second_officer(&world).await;
    let request = request(&world, "erasure").await;
    second_confirms(&world, &second, &request).await;
    let said = done(&world, &erase).await;
    world.execute(&format!("DROP ROLE {second}")).await;
    assert!(said.contains("It is in French") && !said.contains("--identity WAY"), "{said}");
    assert!(has(&certificate(&said), "Données effacées"), "{said}");
    let letter = done(&world, &["person", "request", "letter", &request, "--answer", "granted"]).await;
    assert!(letter.contains("Nous avons effacé vos données personnelles"), "nothing else is stored: {letter}");
}

#[tokio::test]
async fn of_several_requests_each_has_its_language() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    for (kind, language) in [("erasure", "fr"), ("access", "it"), ("objection", "de")] {
        done(&world, &["person", "request", "add", ADDRESS, "--kind", kind, "--language", language]).await;
    }
    assert!(done(&world, &["person", "export", ADDRESS, "--out", out]).await.contains("The page is in Italian"));
    migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
    fill(&world, 1, "other", "now()").await;
    done(&world, &["person", "erase", "other1@visitor.example", "--yes", "--out", out]).await;
    let erase = ["person", "erase", ADDRESS, "--yes", "--out", out];
    refused(&world, &erase).await;
    migration::require_second_officer(&world.database.owner_url(), false).await.unwrap();
    let said = done(&world, &erase).await;
    assert!(said.contains("It is in French") && !said.contains("granted --language"), "{said}");
    let objection = request(&world, "objection").await;
    let certificate = format!("Request {objection} is in another language, so write its certificate");
    assert!(said.contains(&certificate) && said.matches("--language de --out FILE").count() == 1, "{said}");
    for (kind, words) in [("access", "Gentile"), ("objection", "Guten Tag")] {
        let id = request(&world, kind).await;
        let letter = ["person", "request", "letter", &id, "--answer", "refused"];
        let letter = super::text(&super::officer(&world, &letter).await.stdout);
        assert!(letter.contains(words), "{letter}");
    }
}

#[tokio::test]
async fn who_is_kept_by_a_hold_reads_why_and_an_unknown_language_is_named() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    world.execute("UPDATE inquiry SET language = 'it'").await;
    done(&world, &["retention", "hold", "--email", ADDRESS, "--reason", "a case", "--until", "2087-06-30"]).await;
    let said = done(&world, &["person", "erase", ADDRESS, "--yes"]).await;
    assert!(said.contains("Dobbiamo continuare a conservarli"), "{said}");
    let reference: String = world.value("SELECT reference FROM inquiry").await;
    let correct = ["person", "correct", &reference, "--field", "company", "--value", "Vandrellix", "--yes"];
    assert!(refused(&world, &correct).await.contains("the letter of `compliance person request letter ID`"));
    // The erasure has registered its own.
    done(&world, &["person", "request", "add", ADDRESS, "--kind", "correction"]).await;
    for (kind, words) in [
        ("correction", "Lei ha chiesto la rettifica dei Suoi dati personali. Dobbiamo conservarli immutati"),
        ("erasure", "Dobbiamo continuare a conservarli"),
    ] {
        let id = request(&world, kind).await;
        let letter = done(&world, &["person", "request", "letter", &id]).await;
        assert!(letter.contains(words) && letter.contains("[DATA]") && letter.contains("[MOTIVO]"), "{letter}");
    }
    let waits = "SELECT count(*) FROM data_subject_request WHERE waits_for IS NOT NULL";
    assert_eq!(world.value::<i64>(waits).await, 0, "a letter changes nothing");
    done(&world, &["person", "request", "add", "else@visitor.example", "--kind", "correction"]).await;
    let unheld = ["person", "request", "letter", &request(&world, "correction").await];
    assert!(refused(&world, &unheld).await.contains("neither extended nor kept from being done by a hold"));
    let unknown = "nobody@visitor.example";
    super::officer::quarantined(&world, unknown).await;
    let folder = tempfile::tempdir().unwrap();
    let said = done(&world, &["person", "erase", unknown, "--yes", "--out", folder.path().to_str().unwrap()]).await;
    assert!(said.contains("It is in English: nothing stored says the person's language"), "{said}");
}
