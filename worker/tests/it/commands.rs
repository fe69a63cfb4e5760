//! The operator's commands.

use std::process::Output;

use crate::support::{CANARIES, FailureMode, Stage, WorkerProcess, World};

async fn outbox(world: &World, arguments: &[&str]) -> Output {
    outbox_with(world, &[], arguments).await
}

async fn outbox_with(world: &World, settings: &[(&str, &str)], arguments: &[&str]) -> Output {
    let mut command = WorkerProcess::command(world);
    command.arg("outbox").args(arguments).envs(settings.iter().copied());
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A failed notification, an auto-reply that may have been delivered, and a sent notification.
async fn failed_ambiguous_and_sent(world: &World) -> [uuid::Uuid; 3] {
    let delivery = world.delivery();
    let failed = world.notification().await.id;
    world.server.script(&[FailureMode::Reply(Stage::Rcpt, "550 5.1.1 no krelvonta here")]);
    world.drain(&delivery).await;
    // That it was given up.
    world.drain(&delivery).await;
    let ambiguous = world.auto_reply("krelvonta@visitor.example").await.id;
    world.server.script(&[FailureMode::Close(Stage::EndOfData)]);
    world.drain(&delivery).await;
    let sent = world.notification().await.id;
    world.drain(&delivery).await;
    [failed, ambiguous, sent]
}

#[tokio::test]
async fn lists_states_and_codes_but_no_addresses() {
    let world = World::new().await;
    let [failed, ambiguous, sent] = failed_ambiguous_and_sent(&world).await;
    let all = text(&outbox(&world, &["list"]).await.stdout);
    for part in [&failed.to_string(), &ambiguous.to_string(), &sent.to_string(), "FW-", "smtp_550", "dot_lost"] {
        assert!(all.contains(part), "{part} is missing in\n{all}");
    }
    assert!(!all.contains('@'), "{all}");

    let json = outbox(&world, &["list", "--state", "failed", "--json"]).await.stdout;
    let lines: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(lines.as_array().unwrap().len(), 1);
    assert_eq!((&lines[0]["id"], &lines[0]["attempts"]), (&failed.to_string().into(), &1.into()));
    assert!(!text(&json).contains('@'));
}

#[tokio::test]
async fn a_list_is_bounded_begins_with_what_is_stuck_and_says_how_many_more_there_are() {
    let world = World::new().await;
    let [failed, ..] = failed_ambiguous_and_sent(&world).await;
    world.execute(&format!("UPDATE outbox SET created_at = now() + interval '1 hour' WHERE id = '{failed}'")).await;
    let two = outbox(&world, &["list", "--limit", "2"]).await;
    assert_eq!(text(&two.stdout).lines().count(), 3, "a head and two mails");
    assert!(text(&two.stdout).contains(&failed.to_string()), "what was sent comes last");
    assert_eq!(text(&two.stderr), "2 more are not listed. Give --limit 4 for all, or --state\n");
    let json = outbox(&world, &["list", "--limit", "1", "--json"]).await;
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&json.stdout).unwrap().as_array().unwrap().len(), 1);
    let all = outbox(&world, &["list", "--limit", "4"]).await;
    assert_eq!(text(&all.stderr), "");
    assert_eq!(outbox(&world, &["list", "--limit", "0"]).await.status.code(), Some(2));
}

#[tokio::test]
async fn a_database_that_does_not_answer_is_named_by_its_setting() {
    let world = World::new().await;
    for arguments in [["list", "--json"], ["retry", "--failed"]] {
        let mut command = WorkerProcess::command(&world);
        command.arg("outbox").args(arguments).env("DATABASE_URL", "postgres://inquiry_app:hush@127.0.0.1:1/none");
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1));
        assert!(error.contains("DATABASE_URL: the database does not answer") && !error.contains("hush"), "{error}");
    }
}

/// The text of a refusal can quote a row.
#[tokio::test]
async fn a_refusal_of_the_database_is_said_without_its_text() {
    let world = World::new().await;
    let refuse = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'krelvonta'; END $$; \
                  CREATE TRIGGER refuse BEFORE UPDATE ON intake EXECUTE FUNCTION refuse(); \
                  ALTER TABLE message RENAME COLUMN files TO others";
    world.execute(refuse).await;
    let nobody = "00000000-0000-4000-8000-000000000000";
    let schema = "worker: the database's schema is not current. Run the `migration` program\n";
    for (arguments, said) in [
        (&["intake", "drop", nobody][..], "worker: the database refused (SQLSTATE P0001)\n"),
        (&["message", "attachment", nobody, "1", "--out", "/nonexistent/file"], schema),
    ] {
        let mut command = WorkerProcess::command(&world);
        command.args(arguments);
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(1), said));
    }
}

#[tokio::test]
async fn puts_a_failed_mail_back_and_it_is_delivered() {
    let world = World::new().await;
    let [failed, ..] = failed_ambiguous_and_sent(&world).await;
    let output = outbox(&world, &["retry", "--failed"]).await;
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), format!("{failed} is ready again\n"));
    let queued = format!("SELECT count(*) FROM apalis.jobs WHERE idempotency_key LIKE 'outbox:{failed}:operator-%'");
    assert_eq!(world.value::<i64>(&queued).await, 1);
    world.drain(&world.delivery()).await;
    assert_eq!(world.taken(&world.row(failed).await), 1);
    assert_eq!(text(&outbox(&world, &["retry", "--failed"]).await.stdout), "no mail has failed\n");
}

#[tokio::test]
async fn refuses_with_a_reason_and_an_exit_code() {
    let world = World::new().await;
    let [failed, ambiguous, sent] = failed_ambiguous_and_sent(&world).await.map(|id| id.to_string());
    let nobody = "00000000-0000-4000-8000-000000000000";
    for (id, reason) in [
        (ambiguous.as_str(), "the auto-reply may have been delivered, and none is sent twice"),
        (&sent, "the mail server has taken it"),
        (nobody, "no mail has the id"),
    ] {
        let output = outbox(&world, &["retry", id]).await;
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(reason), "{}", text(&output.stderr));
    }
    assert!(outbox(&world, &["retry", &failed]).await.status.success());
    for usage in [vec!["retry"], vec!["retry", &failed, "--failed"], vec!["retry", "x"], vec!["list", "--state", "x"]] {
        assert_eq!(outbox(&world, &usage).await.status.code(), Some(2), "{usage:?}");
    }
}

#[tokio::test]
async fn a_notification_of_a_consultant_whom_the_settings_do_not_name_goes_to_those_whom_they_name() {
    let world = World::new().await;
    let settings = [("NOTIFY_TO", "anna@own.example,ben@own.example")];
    let inquiry = world.inquiry("krelvonta@visitor.example", &["amna@own.example", "ben@own.example"]).await;
    let find = |recipient| {
        let sql = format!("SELECT id::text FROM outbox WHERE inquiry_id = '{inquiry}' AND recipient = '{recipient}'");
        let world = &world;
        async move { world.value::<String>(&sql).await }
    };
    let typo = find("amna@own.example").await;
    let list = outbox_with(&world, &settings, &["list"]).await;
    let line = text(&list.stdout).lines().find(|line| line.contains(&typo)).unwrap().to_owned();
    assert!(line.ends_with("never: not in NOTIFY_TO"), "{line}");

    world.execute(&format!("UPDATE outbox SET state = 'failed', finished_at = now() WHERE id = '{typo}'")).await;
    let retried = outbox_with(&world, &settings, &["retry", "--failed"]).await;
    let said = text(&retried.stdout);
    assert!(said.starts_with(&format!("{typo} is readdressed")) && said.contains("1 are notified"), "{said}");
    let states = "SELECT string_agg(concat_ws(' ', recipient, state, last_code), ', ' ORDER BY recipient) FROM outbox \
                  WHERE kind = 'notification'";
    let expected = "amna@own.example suppressed readdressed, anna@own.example ready, ben@own.example ready";
    assert_eq!(world.value::<String>(states).await, expected);
    let queued = format!("outbox:{}", find("anna@own.example").await);
    let jobs = format!("SELECT count(*) FROM apalis.jobs WHERE idempotency_key = '{queued}'");
    assert_eq!(world.value::<i64>(&jobs).await, 1);
    let again = outbox_with(&world, &settings, &["retry", &typo]).await;
    let error = text(&again.stderr);
    assert!(error.contains("Those whom they name have a notification instead"), "{error}");

    // That was the typo: everybody is notified again whom the settings name now.
    let settings = [("NOTIFY_TO", "amna@own.example,ben@own.example")];
    let anna = find("anna@own.example").await;
    assert!(outbox_with(&world, &settings, &["retry", &anna]).await.status.success());
    assert_eq!(
        world.value::<String>(states).await,
        "amna@own.example ready operator_retry, anna@own.example suppressed readdressed, ben@own.example ready"
    );
}

#[tokio::test]
async fn a_notification_that_came_back_is_readdressed_and_stays_on_record() {
    let world = World::new().await;
    let settings = [("NOTIFY_TO", "anna@own.example")];
    world.inquiry("krelvonta@visitor.example", &["amna@own.example"]).await;
    world.execute("UPDATE outbox SET state = 'bounced', last_code = 'bounced_5_1_1', finished_at = now()").await;
    let list: String = world.value("SELECT id::text FROM outbox WHERE kind = 'notification'").await;
    let named = outbox_with(&world, &[("NOTIFY_TO", "amna@own.example")], &["retry", &list]).await;
    assert!(text(&named.stderr).contains("Correct the address in NOTIFY_TO"), "{}", text(&named.stderr));
    let said = text(&outbox_with(&world, &settings, &["retry", &list]).await.stdout);
    assert!(said.contains("1 are notified"), "{said}");
    let states = "SELECT string_agg(concat_ws(' ', recipient, state), ', ' ORDER BY recipient) FROM outbox \
                  WHERE kind = 'notification'";
    assert_eq!(world.value::<String>(states).await, "amna@own.example bounced, anna@own.example ready");
}

#[tokio::test]
async fn nothing_is_retried_while_its_inquiry_is_restricted() {
    let world = World::new().await;
    let settings = [("NOTIFY_TO", "anna@own.example,ben@own.example")];
    world.inquiry("krelvonta@visitor.example", &["amna@own.example", "ben@own.example"]).await;
    world.execute("UPDATE outbox SET state = 'failed', finished_at = now() WHERE kind = 'notification'").await;
    world.execute("UPDATE inquiry SET restricted_at = now()").await;
    let said = text(&outbox_with(&world, &settings, &["retry", "--failed"]).await.stdout);
    assert_eq!(said.matches("stays failed: its inquiry is restricted").count(), 2, "{said}");
    let states = "SELECT string_agg(state, ' ') FROM outbox WHERE kind = 'notification'";
    assert_eq!(world.value::<String>(states).await, "failed failed");
    world.execute("UPDATE inquiry SET restricted_at = NULL").await;
    let said = text(&outbox_with(&world, &settings, &["retry", "--failed"]).await.stdout);
    assert!(said.contains("is ready again") && said.contains("is readdressed"), "{said}");
}

#[tokio::test]
async fn no_answer_to_a_restricted_participant_is_retried_and_it_says_why() {
    let world = World::new().await;
    let inquiry = world.inquiry("krelvonta@visitor.example", &["anna@own.example"]).await;
    world
        .execute(&format!(
            "INSERT INTO participant (inquiry_id, intake_id, address, address_key, copied_from) \
                 VALUES ('{inquiry}', '{inquiry}', 'copied@visitor.example', 'copied@visitor.example', now()); \
             INSERT INTO outbox (id, inquiry_id, kind, about, participant, is_copy) \
                 SELECT gen_random_uuid(), inquiry_id, 'answer', gen_random_uuid(), id, true FROM participant; \
             UPDATE outbox SET state = 'failed', finished_at = now() WHERE kind = 'answer'; \
             UPDATE participant SET restricted_at = now()"
        ))
        .await;
    let answer: String = world.value("SELECT id::text FROM outbox WHERE kind = 'answer'").await;
    let said = outbox(&world, &["retry", &answer]).await;
    let said = text(&said.stdout) + &text(&said.stderr);
    assert!(said.contains("stays failed: its recipient is restricted"), "{said}");
    world.execute("UPDATE participant SET restricted_at = NULL").await;
    assert!(text(&outbox(&world, &["retry", &answer]).await.stdout).contains("is ready again"));
}

#[tokio::test]
async fn gives_up_what_no_consultant_can_get_and_no_notification() {
    let world = World::new().await;
    let settings = [("NOTIFY_TO", "anna@own.example")];
    let inquiry = world.inquiry("krelvonta@visitor.example", &["amna@own.example", "anna@own.example"]).await;
    for (n, recipient) in ["amna@own.example", "anna@own.example"].iter().enumerate() {
        let sql = format!(
            "INSERT INTO outbox (id, inquiry_id, kind, recipient) VALUES ('00000000-0000-4000-8000-00000000000{n}', \
             '{inquiry}', 'undeliverable', '{recipient}')"
        );
        world.execute(&sql).await;
    }
    let typo = "00000000-0000-4000-8000-000000000000";
    let notification: String =
        world.value("SELECT id::text FROM outbox WHERE kind = 'notification' AND recipient = 'amna@own.example'").await;
    for (id, reason) in [
        ("00000000-0000-4000-8000-000000000001", "a worker sends it, and gives it up when its time is over"),
        (&notification, "without it, an inquiry may be lost"),
    ] {
        let output = outbox_with(&world, &settings, &["give-up", id]).await;
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(reason), "{}", text(&output.stderr));
    }
    let retried = outbox_with(&world, &settings, &["retry", typo]).await;
    assert!(text(&retried.stderr).contains("do not name its consultant"), "{}", text(&retried.stderr));
    assert_eq!(text(&outbox_with(&world, &settings, &["give-up", typo]).await.stdout), format!("{typo} is given up\n"));
    // The address was right: it goes after all.
    let settings = [("NOTIFY_TO", "amna@own.example")];
    assert!(outbox_with(&world, &settings, &["give-up", typo]).await.status.code() == Some(1));
    assert_eq!(
        text(&outbox_with(&world, &settings, &["retry", typo]).await.stdout),
        format!("{typo} is ready again\n")
    );
}

#[tokio::test]
async fn says_what_is_wrong_with_a_setting() {
    let world = World::new().await;
    for (name, value, part) in [
        ("SMTP_URL", "smtp://user:hush@relay.example", "Append ?tls=required"),
        ("MAIL_FROM", "", "MAIL_FROM: not set"),
        ("WORKER_OPS_LISTEN", "nowhere", "WORKER_OPS_LISTEN"),
        ("RUST_LOG", "a=b=c", "RUST_LOG"),
        ("DATABASE_URL", "mysql://user:hush@h/d", "DATABASE_URL: not a Postgres URL"),
    ] {
        let mut command = WorkerProcess::command(&world);
        command.arg("run").env(name, value);
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name}: {error}");
        assert!(error.contains(part) && !error.contains("hush"), "{name}: {error}");
    }
}

#[tokio::test]
async fn shows_what_a_mail_says() {
    let world = World::new().await;
    let row = world.notification().await;
    let show = async |id: uuid::Uuid| {
        let mut command = WorkerProcess::command(&world);
        command.args(["message", "show", &id.to_string()]);
        tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
    };
    let shown = text(&show(row.id).await.stdout);
    for part in CANARIES {
        assert!(shown.contains(part), "{part} is missing in\n{shown}");
    }
    let unknown = show(uuid::Uuid::nil()).await;
    assert!(!unknown.status.success() && unknown.stdout.is_empty());
    assert!(text(&unknown.stderr).contains("no mail has the id 00000000-0000-0000-0000-000000000000"));
}
