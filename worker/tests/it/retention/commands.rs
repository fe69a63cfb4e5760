//! The operator's commands, and their errors on bad input.

use std::{io::Write, process::Stdio};

use super::{BROKEN, EXPIRED, answer, done, fill, officer, refused, text, world};
use crate::support::{WorkerProcess, compliance};

#[tokio::test]
async fn a_hold_is_placed_listed_and_released() {
    let world = world().await;
    fill(&world, 2, "gone", EXPIRED).await;
    let reference: String = world
        .value("SELECT reference FROM inquiry JOIN inquiry_content ON id = inquiry_id WHERE email LIKE 'gone1%'")
        .await;
    let by_reference = ["retention", "hold", "--inquiry", &reference, "--reason", "case 1", "--until", "2099-01-31"];
    let said = done(&world, &by_reference).await;
    let hold = said.split(' ').nth(1).unwrap().to_owned();
    assert!(said.contains("keeps 1 inquiry until the end of 2099-01-31"), "{said}");
    done(
        &world,
        &["retention", "hold", "--email", "Gone2+x@Visitor.Example", "--reason", "case 2", "--until", "2099-01-31"],
    )
    .await;
    assert!(
        done(&world, &["retention", "purge", "--dry-run"])
            .await
            .starts_with("the purge would delete 0 inquiries; 2 inquiries are expired and on legal hold")
    );
    let holds = done(&world, &["retention", "holds"]).await;
    for part in [&hold, &reference, "gone2@visitor.example", "case 1", "case 2", "until 2099-01-31"] {
        assert!(holds.contains(part), "{part} in {holds}");
    }
    assert!(done(&world, &["retention", "purge"]).await.starts_with("deleted 0 inquiries in 0 batches"));
    done(&world, &["retention", "release", &hold]).await;
    assert!(refused(&world, &["retention", "release", &hold]).await.contains("retention holds"));
    assert!(done(&world, &["retention", "purge"]).await.starts_with("deleted 1 inquiry in 1 batch"));
    assert!(done(&world, &["retention", "status"]).await.contains("on legal hold          1 inquiry by 1 hold\n"));
}

#[tokio::test]
async fn bad_input_gets_a_sentence_and_changes_nothing() {
    let world = world().await;
    fill(&world, 1, "here", "now()").await;
    let before: i64 = world.value("SELECT max(seq) FROM ledger").await;
    let hold = |rest: &[&'static str]| [&["retention", "hold", "--reason", "x"], rest].concat();
    for (arguments, sentence) in [
        (hold(&["--email", "nobody@visitor.example", "--until", "2099-01-01"]), "no inquiry of this address"),
        (hold(&["--email", "nonsense", "--until", "2099-01-01"]), "not a mail address"),
        (hold(&["--inquiry", "FW-0000-0000", "--until", "2099-01-01"]), "no inquiry has the reference FW-0000-0000"),
        (hold(&["--email", "here1@visitor.example", "--until", "2020-01-01"]), "2020-01-01 is in the past"),
        (
            hold(&["--email", "here1@visitor.example", "--until", "9999-12-31"]),
            "9999-12-31 is more than 100 years away",
        ),
        (vec!["retention", "release", "00000000-0000-0000-0000-000000000000"], "no hold in force"),
        (vec!["person", "erase", "here1@visitor.example"], "nothing was changed. Answer y"),
        (vec!["person", "remove", "FW-0000-0000"], "no inquiry has the reference FW-0000-0000"),
        (answer("00000000-0000-0000-0000-000000000000", "refused", "reasons"), "no open request"),
        (vec!["report", "--month", "October"], "write it as 2026-10"),
        (vec!["report", "--month", "26-10"], "write it as 2026-10"),
        (vec!["report", "--month", "2999-01"], "is in the future"),
        (vec!["report", "--month", "2020-10"], "before the ledger began. Name 20"),
        (vec!["report", "--out", "/proc/nonexistent/report.html"], "cannot be written"),
        (vec!["ledger", "verify", "/nonexistent"], "cannot be read"),
        (vec!["ledger", "export", "/proc/nonexistent/ledger"], "cannot be written"),
        (vec!["ledger", "export", "-"], "name one"),
        (vec!["retention", "replay", "/nonexistent"], "cannot be read"),
    ] {
        let error = refused(&world, &arguments).await;
        assert!(error.contains(sentence), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    for (arguments, sentence) in [
        (hold(&["--email", "a@b.ch", "--until", "31.12.2099"]), "write it as 2027-12-31"),
        (hold(&["--email", "a@b.ch", "--until", "infinity"]), "write it as 2027-12-31"),
        (hold(&["--email", "a@b.ch", "--until", "2099-2-28"]), "write it as 2027-12-31"),
        (hold(&["--email", "a@b.ch", "--until", "2099-02-30"]), "there is no such day"),
        (hold(&["--inquiry", "FW-1", "--until", "2099-01-01"]), "FW-1"),
        (vec!["retention", "hold"], "required"),
        (vec!["retention", "release", "x"], "36 characters long; `compliance retention holds` shows it"),
        (vec!["person", "confirm", "x"], "36 characters long; `compliance person request list` shows it"),
        (vec!["person", "erase"], "required"),
        (vec!["ledger", "verify"], "required"),
        (vec!["retention", "replay"], "required"),
    ] {
        let output = officer(&world, &arguments).await;
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = text(&output.stderr);
        assert!(error.contains(sentence), "{arguments:?}: {error}");
    }
    assert_eq!(world.value::<i64>("SELECT max(seq) FROM ledger").await, before);
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 1);
}

#[tokio::test]
async fn an_address_is_read_from_standard_input() {
    let world = world().await;
    let mut command = compliance(&world);
    command
        .args(["person", "request", "add", "-", "--kind", "access"])
        .env("COMPLIANCE_DATABASE_URL", world.database.compliance_url())
        .stdin(Stdio::piped())
        .stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"Here1+x@visitor.example\n").unwrap();
    assert!(child.wait().unwrap().success());
    assert!(done(&world, &["person", "request", "list"]).await.contains("here1@visitor.example"));
}

/// As with `| head -1`.
#[tokio::test]
async fn a_closed_pipe_ends_a_command_without_a_word() {
    let world = world().await;
    super::officer::quarantined(&world, "here1@visitor.example").await;
    world.execute("UPDATE raw_mail SET raw = convert_to(E'Wimplethorpe\\n', 'UTF8')").await;
    let mail: String = world.value("SELECT id::text FROM intake").await;
    let officers: [&[&str]; 3] = [&["retention", "status"], &["completions", "bash"], &["person", "remove", &mail]];
    let operators: [&[&str]; 4] =
        [&["check"], &["completions", "bash"], &["intake", "list"], &["intake", "show", &mail]];
    let commands = officers.map(|arguments| (compliance(&world), arguments)).into_iter();
    let commands = commands.chain(operators.map(|arguments| (WorkerProcess::command(&world), arguments)));
    for (mut command, arguments) in commands {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        command.args(arguments).env("COMPLIANCE_DATABASE_URL", world.database.compliance_url()).stdout(writer);
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        // As a shell has it of a program that SIGPIPE ended.
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(141), String::new()), "{arguments:?}");
    }
}

#[tokio::test]
async fn the_wrong_role_and_no_database_are_named() {
    let world = world().await;
    fill(&world, 1, "here", "now()").await;
    let nowhere = "postgres://inquiry_compliance:hush@127.0.0.1:9/x";
    let wrong_word = world.database.compliance_url().replace("test@", "hush@");
    for (url, sentence) in [
        (Some(world.database.app_url()), "Log in as inquiry_compliance"),
        (Some(nowhere.to_owned()), "COMPLIANCE_DATABASE_URL: the database does not answer"),
        (Some("mysql://hush".to_owned()), "COMPLIANCE_DATABASE_URL: not a Postgres URL"),
        (None, "COMPLIANCE_DATABASE_URL: not set"),
    ] {
        let mut command = compliance(&world);
        command.args(["person", "erase", "here1@visitor.example", "--yes"]);
        command.envs(url.iter().map(|url| ("COMPLIANCE_DATABASE_URL", url)));
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains(sentence) && !error.contains("hush"), "{error}");
    }
    assert!(wrong_word.contains("hush"));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 1);
}

#[tokio::test]
async fn the_ledger_is_exported_verified_and_only_continued() {
    let world = world().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let file = path.to_str().unwrap();
    done(&world, &["retention", "holds"]).await;
    let head = done(&world, &["ledger", "head"]).await;
    done(&world, &["retention", "holds"]).await;
    assert!(done(&world, &["ledger", "export", file]).await.starts_with("3 entries"));
    let said = done(&world, &["ledger", "verify", file, "--head", head.trim()]).await;
    assert!(said.starts_with("intact: 3 entries") && said.contains("contains the given head"), "{said}");
    done(&world, &["retention", "holds"]).await;
    assert!(done(&world, &["ledger", "export", file]).await.starts_with("4 entries"));
    assert_eq!(world.value::<i64>(BROKEN).await, 0);

    let head = done(&world, &["ledger", "head"]).await;
    std::fs::write(folder.path().join("head"), &head).unwrap();
    let whole = std::fs::read_to_string(&path).unwrap();
    // What is found first is the last line, whatever else is wrong.
    let changed = whole.replacen("\"seq\": 3", "\"seq\":  3", 1);
    assert_ne!(changed, whole);
    for file_text in [&*changed, changed.trim_end()] {
        std::fs::write(&path, file_text).unwrap();
        for head in [&[][..], &["--head", head.trim()], &["--json"]] {
            let error = refused(&world, &[&["ledger", "verify", file][..], head].concat()).await;
            let last = error.trim_end().lines().last().unwrap();
            assert!(
                last.contains("NOT INTACT: line 3: the entry was changed") && !error.contains("intact:"),
                "{error}"
            );
        }
    }
    let cut: String = whole.split_inclusive('\n').take(3).collect();
    std::fs::write(&path, cut).unwrap();
    assert!(done(&world, &["ledger", "verify", file]).await.contains("give one from an earlier report"));
    let head_file = folder.path().join("head");
    let error = refused(&world, &["ledger", "verify", file, "--head-file", head_file.to_str().unwrap()]).await;
    assert!(error.contains("NOT INTACT: the file does not contain entry 4"), "{error}");

    // Another database's ledger does not take the place of this one's.
    let other = super::world().await;
    let error = refused(&other, &["ledger", "export", file]).await;
    assert!(error.contains("the earlier export was kept"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing half-done stays");
}

#[tokio::test]
async fn every_listing_has_a_machine_readable_form() {
    let world = world().await;
    fill(&world, 1, "here", "now()").await;
    let address = "here1@visitor.example";
    done(&world, &["retention", "hold", "--email", address, "--reason", "a case", "--until", "2099-01-31"]).await;
    done(&world, &["person", "request", "add", address, "--kind", "access"]).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ledger");
    let file = file.to_str().unwrap();
    done(&world, &["ledger", "export", file]).await;
    for (arguments, pointer, value) in [
        (vec!["retention", "holds"], "/0/target", address),
        (vec!["retention", "holds"], "/0/until", "2099-01-31"),
        (vec!["person", "request", "list"], "/0/address", address),
        (vec!["person", "request", "list"], "/0/kind", "access"),
        (vec!["person", "find", "blimfandle"], "/0/address", address),
        (vec!["retention", "status"], "/on_hold", "1"),
        (vec!["report"], "/requests_open", "1"),
        (vec!["retention", "purge", "--dry-run"], "/on_hold", "0"),
        (vec!["ledger", "head"], "/seq", "5"),
        (vec!["ledger", "verify", file], "/entries", "3"),
    ] {
        let printed = done(&world, &[&arguments[..], &["--json"]].concat()).await;
        let json: serde_json::Value = serde_json::from_str(&printed).unwrap();
        let found = json.pointer(pointer).unwrap_or_else(|| panic!("{pointer} in {printed}"));
        assert_eq!(found.to_string().trim_matches('"'), value, "{arguments:?}");
    }
}
