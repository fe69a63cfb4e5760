//! The operator's commands say nothing about anyone on the path where logs are kept.

use std::process::Output;

use super::{EXPIRED, fill, text, world};
use crate::support::{World, compliance};

/// What [`fill`] writes about a person, and parts of the addresses used here.
const CANARIES: [&str; 7] =
    ["Zquorvex", "Blimfandle", "Grobnitz", "Zquorland", "99 777 66 55", "Wimplethorpe", "krelvonta"];

async fn at_trace(world: &World, arguments: &[&str]) -> Output {
    let mut command = compliance(world);
    command
        .args(arguments)
        .env("RUST_LOG", "trace")
        .env("RUST_BACKTRACE", "1")
        .env("COMPLIANCE_DATABASE_URL", world.database.compliance_url())
        .env("MIGRATION_DATABASE_URL", world.database.owner_url());
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

#[tokio::test]
async fn no_command_logs_personal_data_at_trace() {
    let world = world().await;
    fill(&world, 3, "krelvonta", "now() - interval '3 days'").await;
    fill(&world, 2, "krelvonta-gone", EXPIRED).await;
    let reference: String = world.value("SELECT reference FROM inquiry ORDER BY last_contact_at DESC LIMIT 1").await;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (ledger, copy, page) = (path("ledger"), path("copy"), path("report.html"));
    let (one, two) = ("krelvonta1@visitor.example", "krelvonta2@visitor.example");
    let nobody = "krelvonta-nobody@visitor.example";
    // Commands, and whether their output is to name the person that the operator asked for.
    let commands: [(&[&str], bool); 20] = [
        (&["retention", "status"], false),
        (&["retention", "hold", "--email", two, "--reason", "case 7", "--until", "2099-01-01"], false),
        (&["retention", "hold", "--inquiry", &reference, "--reason", "case 8", "--until", "2099-01-01"], false),
        (&["retention", "hold", "--email", nobody, "--reason", "case 9", "--until", "2099-01-01"], false),
        (&["retention", "holds"], true),
        (&["retention", "purge", "--dry-run"], false),
        (&["retention", "purge"], false),
        (&["person", "request", "add", one, "--kind", "access"], false),
        (&["person", "request", "list"], true),
        (&["person", "find", "Zquorvex"], true),
        (&["person", "export", one, "--out", &copy], false),
        (&["person", "export", one, "--out", &copy], false),
        (&["person", "export", "krelvonta is no address", "--out", &copy], false),
        (&["person", "erase", one, "--yes"], true),
        (&["person", "erase", nobody, "--yes"], false),
        (&["ledger", "export", &ledger], false),
        (&["ledger", "verify", &ledger], false),
        (&["ledger", "head"], false),
        (&["report"], false),
        (&["report", "--out", &page, "--send"], false),
    ];
    for (arguments, names_the_address) in commands {
        let output = at_trace(&world, arguments).await;
        let (said, logged) = (text(&output.stdout), text(&output.stderr));
        for canary in CANARIES {
            assert!(!logged.contains(canary), "{canary} is logged by {arguments:?}: {logged}");
            let is_asked_for = names_the_address && (canary == "krelvonta" || arguments.contains(&"find"));
            assert!(is_asked_for || !said.contains(canary), "{canary} is printed by {arguments:?}: {said}");
        }
    }
    let written = std::fs::read_to_string(folder.path().join("copy/person.json")).unwrap();
    for canary in CANARIES {
        assert!(written.contains(canary), "the copy is the one place that holds {canary}");
    }
    for file in [ledger, page] {
        let written = std::fs::read_to_string(file).unwrap();
        assert!(CANARIES.iter().all(|canary| !written.contains(canary)));
    }
}
