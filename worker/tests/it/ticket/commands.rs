//! `worker ticket …`.

use std::process::Output;

use crate::support::{WorkerProcess, World};

async fn ticket(world: &World, arguments: &[&str]) -> Output {
    let mut command = WorkerProcess::command(world);
    command.arg("ticket").args(arguments);
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

async fn done(world: &World, arguments: &[&str]) -> String {
    let output = ticket(world, arguments).await;
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test]
async fn an_operator_assigns_closes_and_reads_the_history() {
    let world = World::new().await;
    let id = world.inquiry("krelvonta@visitor.example", &["anna@own.example", "ben@own.example"]).await;
    let reference: String = world.value(&format!("SELECT reference FROM inquiry WHERE id = '{id}'")).await;
    assert!(done(&world, &["list"]).await.lines().nth(1).unwrap().contains("open"));
    assert_eq!(done(&world, &["assign", &reference, "Ben@own.example"]).await, format!("{reference}: assign done\n"));
    assert_eq!(
        done(&world, &["assign", &reference, "ben@own.example"]).await,
        format!("{reference}: it was so already\n")
    );
    let list = done(&world, &["list", "--state", "claimed"]).await;
    assert!(list.contains("ben@own.example") && !list.contains("krelvonta"), "{list}");
    done(&world, &["close", &reference]).await;
    assert_eq!(done(&world, &["list", "--state", "claimed", "--json"]).await.trim(), "[]");
    done(&world, &["reopen", &reference]).await;
    done(&world, &["spam", &reference]).await;
    let shown: serde_json::Value = serde_json::from_str(&done(&world, &["show", &reference, "--json"]).await).unwrap();
    assert_eq!((&shown["ticket"]["state"], shown["events"].as_array().unwrap().len()), (&"spam".into(), 5));
    assert_eq!(done(&world, &["show", &reference]).await.lines().count(), 7);
    // Nobody can do more with it, so both say why.
    world.execute("SELECT restrict_processing('krelvonta@visitor.example', false)").await;
    for shown in [&["list"][..], &["show", &reference]] {
        assert!(done(&world, shown).await.contains("restricted since 20"), "{shown:?}");
    }
}

#[tokio::test]
async fn what_is_not_there_is_an_error_that_names_it() {
    let world = World::new().await;
    let id = world.inquiry("krelvonta@visitor.example", &["anna@own.example"]).await;
    let reference: String = world.value(&format!("SELECT reference FROM inquiry WHERE id = '{id}'")).await;
    for (arguments, problem) in [
        (vec!["close", "FW-AAAA-AAAA"], "FW-AAAA-AAAA: there is no such inquiry"),
        (vec!["show", "FW-AAAA-AAAA"], "FW-AAAA-AAAA: there is no such inquiry"),
        (vec!["assign", &reference, "eve@own.example"], "eve@own.example is not one consultant"),
        (vec!["close", "nonsense"], "nonsense"),
    ] {
        let output = ticket(&world, &arguments).await;
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && text.contains(problem), "{arguments:?}: {text}");
    }
    assert_eq!(world.value::<i64>("SELECT count(*) FROM ticket_event").await, 0);
}
