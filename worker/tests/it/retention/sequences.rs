//! Random sequences of the model's steps, with kills, clock steps, dumps and restores. `RETENTION_SEQUENCES=1000` runs more,
//! `RETENTION_SEED` the first of them, alone if no number is given.

use std::{process::Stdio, time::Duration};

use futures::StreamExt;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IteratorRandom};
use serde_json::Value;

use super::{
    done,
    model::{Erased, Model, Request, address, reported, started, stored},
    refused,
    restore::{dump, has_tools, restore},
};
use crate::support::{PATIENCE, WorkerProcess, World, compliance, eventually, number};

const STEPS: u32 = 25;

/// Kills a purge at any point. What it has removed is gone, and the rest is as before.
async fn kill_a_purge(model: &mut Model, world: &World, rng: &mut StdRng) {
    let mut command = compliance(world);
    command.args(["retention", "purge"]).env("COMPLIANCE_DATABASE_URL", world.database.compliance_url());
    let mut process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    tokio::time::sleep(Duration::from_millis(rng.random_range(5..150))).await;
    process.kill().unwrap();
    process.wait().unwrap();
    // The server may begin a statement of a client that is gone, and ends it before it notices.
    let sessions = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
                    AND usename = 'inquiry_compliance'";
    eventually(PATIENCE, "the killed client has no session", async || world.value::<i64>(sessions).await == 0).await;
    for (number, inquiry) in model.inquiries.iter_mut().filter(|(_, inquiry)| inquiry.hold.is_some()) {
        let sql = format!("SELECT count(*) FROM held_content WHERE email_key = '{}'", address(*number));
        inquiry.is_set_aside = world.value::<i64>(&sql).await > 0;
    }
    let due: Vec<_> = model.inquiries.iter().filter(|(_, i)| i.expired_for > 0 && i.hold.is_none()).collect();
    for number in due.into_iter().map(|(number, _)| *number).collect::<Vec<_>>() {
        // A hold that has ended may have set it aside.
        let sql = format!("SELECT count(*) FROM compliance.inquiry_content WHERE email_key = '{}'", address(number));
        if world.value::<i64>(&sql).await == 0 {
            model.inquiries.remove(&number);
        }
    }
}

/// The clock goes two days ahead: nothing is purged until an officer accepts it, and the month is not in order.
async fn step_the_clock(model: &mut Model, world: &World) {
    world
        .execute(
            "ALTER TABLE ledger DROP CONSTRAINT IF EXISTS ledger_columns_match, DISABLE TRIGGER ALL; \
             UPDATE ledger SET at = at - interval '2 days'; ALTER TABLE ledger ENABLE TRIGGER ALL",
        )
        .await;
    let error = refused(world, &["retention", "purge"]).await;
    assert!(error.contains("accept-clock"), "{error}");
    assert!(!reported(world).await.0.ends_with("all in order"), "no purge for two days");
    done(world, &["retention", "accept-clock"]).await;
    done(world, &["retention", "purge"]).await;
    model.forget_expired();
    assert!(!reported(world).await.0.ends_with("all in order"), "the gap stays in the month's report");
}

/// The dump is restored as another database, which nobody may use before the replay.
async fn restore_and_replay(world: &World, folder: &std::path::Path) -> World {
    let ledger = folder.join("ledger");
    done(world, &["ledger", "export", ledger.to_str().unwrap()]).await;
    let restored = restore(folder.join("dump")).await;
    // Reading the holds is an entry, which the ledger of a restored database refuses.
    assert!(refused(&restored, &["retention", "holds"]).await.contains("replay"));
    done(&restored, &["retention", "replay", ledger.to_str().unwrap()]).await;
    restored
}

async fn check_agrees(model: &Model, world: &World, what: &str) {
    let mut command = WorkerProcess::command(world);
    let output =
        tokio::task::spawn_blocking(move || command.args(["check", "--json"]).output().unwrap()).await.unwrap();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let items = json.as_array().unwrap();
    for (about, is_ok) in [("retention", model.is_kept_as_promised()), ("requests", model.is_answered_in_time())] {
        let item = items.iter().find(|item| item["about"] == about).unwrap();
        assert_eq!(item["level"] == "OK", is_ok, "{what}: {item}");
    }
}

/// The person's export has what the model says and answers a request for it, and the erasure has a certificate, if a hold does not
/// keep everything.
async fn export_and_erase(model: &mut Model, world: &World, number: u32, folder: &std::path::Path) {
    let (address, out) = (address(number), folder.to_str().unwrap());
    done(world, &["person", "export", &address, "--out", out]).await;
    let json = std::fs::read(folder.join("person.json")).unwrap();
    let person: Value = serde_json::from_slice(&json).unwrap();
    let length = |list: &Value| list.as_array().map_or(0, Vec::len);
    let inquiry = person["inquiries"].get(0);
    let own = inquiry.map(|of| (of["company"].as_str().unwrap().to_owned(), !of["restricted_at"].is_null()));
    let messages = person["messages"].as_array().unwrap();
    let with_file = messages.iter().filter(|message| length(&message["files"]) > 0).count();
    let sums = [messages.len(), with_file, length(&person["mails_as_received"]), length(&person["participants"])];
    assert_eq!((own, sums), model.exports(number), "{address}");
    model.exported(number);
    let is_asked = |request: &&Request| {
        request.person == number && matches!(request.kind, "access" | "portability") && request.has_address
    };
    if let Some(request) = model.requests.iter().find(is_asked).copied() {
        done(world, &super::answer(&request.id.to_string(), "granted", "export")).await;
        model.answered(&request);
    }
    done(world, &["person", "erase", &address, "--yes", "--out", out]).await;
    let certificates = std::fs::read_dir(folder).unwrap().flatten().map(|file| file.path());
    let certificates: Vec<_> = certificates.filter(|path| path.extension().is_some_and(|end| end == "pdf")).collect();
    let newest = "SELECT detail FROM ledger WHERE kind = 'erasure' ORDER BY seq DESC LIMIT 1";
    let entry: Value = world.value(newest).await;
    let erased = model.forget_erased(number, &entry);
    model.acts.erasures[usize::from(!erased.is_something())] += 1;
    assert_eq!(Erased::of(&entry), erased, "{address}");
    assert_eq!(certificates.len(), usize::from(erased.is_something()), "{address}");
    for path in certificates {
        let page = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
        let Erased { inquiries, messages, mails, kept, .. } = erased;
        assert!(page.contains(&format!("{inquiries}, with name")), "{address}: {page}");
        assert!(page.contains(&format!("({messages}, {mails})")), "{address}: {page}");
        assert_eq!(page.contains("on legal hold"), kept > 0, "{address}: {page}");
    }
}

async fn sequence(seed: u64) -> [u32; 5] {
    let (mut world, mut rng, mut model) = (started().await, StdRng::seed_from_u64(seed), Model::default());
    let folder = tempfile::tempdir().unwrap();
    let [mut in_order, mut at_fault, mut kills, mut restores, mut clocks] = [0; 5];
    let dump_at = seed.is_multiple_of(4).then(|| rng.random_range(2..STEPS / 2));
    let restore_at = dump_at.map(|at| rng.random_range(at + 1..STEPS));
    let mut dumped = None;
    for step in 0..STEPS {
        if Some(step) == dump_at {
            dump(&world, folder.path().join("dump"));
            dumped = Some(model.clone());
        }
        if Some(step) == restore_at
            && let Some(before) = dumped.take()
        {
            world = restore_and_replay(&world, folder.path()).await;
            model = before.replayed(&model);
            restores += 1;
        } else if rng.random_range(0..20) == 0 {
            kill_a_purge(&mut model, &world, &mut rng).await;
            kills += 1;
        } else {
            model.step(&world, &mut rng).await;
        }
        let (subject, figures) = reported(&world).await;
        let agrees = subject.ends_with("all in order") == model.is_in_order();
        assert!(agrees, "RETENTION_SEED={seed}, step {step}: {subject}, the model says {}", model.is_in_order());
        assert_eq!(stored(&world).await, model.says(), "RETENTION_SEED={seed}, step {step}");
        assert_eq!(figures, model.figures(), "RETENTION_SEED={seed}, step {step}");
        *if model.is_in_order() { &mut in_order } else { &mut at_fault } += 1;
    }
    check_agrees(&model, &world, &format!("RETENTION_SEED={seed}")).await;
    let person = model.persons().choose(&mut rng);
    if let Some(number) = person {
        export_and_erase(&mut model, &world, number, &folder.path().join("person")).await;
        assert_eq!(stored(&world).await, model.says(), "RETENTION_SEED={seed}, after the erasure of {number}");
        assert_eq!(reported(&world).await.1, model.figures(), "RETENTION_SEED={seed}, after the erasure of {number}");
    }
    if seed % 5 == 1 {
        step_the_clock(&mut model, &world).await;
        check_agrees(&model, &world, &format!("RETENTION_SEED={seed}, after the clock")).await;
        clocks += 1;
    }
    [in_order, at_fault, kills, restores, clocks]
}

#[tokio::test]
async fn report_and_check_are_in_order_exactly_when_a_model_says_so_after_kills_and_restores() {
    if !has_tools(&started().await).await {
        return;
    }
    let first = number("RETENTION_SEED");
    let count = number("RETENTION_SEQUENCES").unwrap_or(if first.is_some() { 1 } else { 8 });
    let seeds = first.unwrap_or(0)..first.unwrap_or(0) + count;
    let begun = std::time::Instant::now();
    let figures: Vec<_> = futures::stream::iter(seeds).map(sequence).buffer_unordered(4).collect().await;
    let sums = figures.iter().fold([0; 5], |sums, one| std::array::from_fn(|index| sums[index] + one[index]));
    let [in_order, at_fault, kills, restores, clocks] = sums;
    eprintln!(
        "{count} sequences in {} s: {in_order} steps in order, {at_fault} at fault, {kills} kills, {restores} restores, \
         {clocks} clock steps",
        begun.elapsed().as_secs()
    );
    assert!(count < 8 || in_order > 20 && at_fault > 20 && kills > 0 && restores > 1 && clocks > 1, "{sums:?}");
}
