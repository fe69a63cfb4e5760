//! What the application's role cannot do, although it may write: `inquiry_app` with any SQL, as after a break-in.

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement, TryGetable};
use testdb::TestDatabase;

async fn one<T: TryGetable>(db: &DatabaseConnection, sql: &str) -> T {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

async fn run(db: &DatabaseConnection, sql: &str) {
    db.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

async fn refused(db: &DatabaseConnection, sql: &str) {
    assert!(db.execute_unprepared(sql).await.is_err(), "{sql}");
}

/// An inquiry with one notification, as the api stores it; its last contact lies `age` before now.
async fn inquiry(database: &TestDatabase, age: &str) -> String {
    let admin = database.admin().await;
    let sql = format!(
        "WITH i AS (
            INSERT INTO inquiry (id, reference, idempotency_key, token_digest, contact_reason, consent, gdpr_consent,
                                 policy_digest, consent_digest, gdpr_consent_digest, bot_check, received_at, last_contact_at)
            SELECT gen_random_uuid(), 'FW-' || upper(substr(h, 1, 4) || '-' || substr(h, 5, 4)), gen_random_uuid(),
                   sha256(h::bytea), 'other', true, true, sha256(''), sha256(''), sha256(''), 'verified',
                   now() - interval '{age}', now() - interval '{age}'
            FROM (SELECT md5(random()::text) AS h) AS random RETURNING id
        ), c AS (
            INSERT INTO inquiry_content (inquiry_id, first_name, last_name, company, email, email_key, message)
            SELECT id, 'Canary', 'Canary', 'Canary', 'canary@example.com', 'canary@example.com', 'canary' FROM i
        ), o AS (
            INSERT INTO outbox (id, inquiry_id, kind, recipient)
            SELECT gen_random_uuid(), id, 'notification', 'desk@own.example' FROM i
        ) SELECT id::text FROM i"
    );
    one(&admin, &sql).await
}

/// As the step does that creates a table of messages.
async fn accept_contacts(database: &TestDatabase) {
    let sql = "CREATE OR REPLACE FUNCTION is_contact(inquiry uuid, contact_kind text, contact_source uuid) \
               RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT true $$";
    run(&database.admin().await, sql).await;
}

#[tokio::test]
async fn only_a_stored_contact_moves_the_last_contact_and_only_to_now() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    let (fresh, gone) = (inquiry(&database, "1 year").await, inquiry(&database, "2 years 1 second").await);
    refused(&app, "UPDATE inquiry SET last_contact_at = now()").await;
    refused(&app, "INSERT INTO contact (inquiry_id, kind, source, at) SELECT id, 'message', id, now() FROM inquiry")
        .await;
    let contact =
        |inquiry: &str, kind: &str, source: &str| format!("SELECT record_contact('{inquiry}', '{kind}', '{source}')");
    // No table of messages: nothing is a contact.
    refused(&app, &contact(&fresh, "message", &fresh)).await;

    accept_contacts(&database).await;
    refused(&app, &contact(&fresh, "gossip", &fresh)).await;
    assert!(one::<bool>(&app, &contact(&fresh, "message", &fresh)).await);
    assert!(!one::<bool>(&app, &contact(&fresh, "message", &fresh)).await, "one message is one contact");
    let explained = "SELECT last_contact_at = contact.at AND last_contact_at > now() - interval '1 minute' \
                     FROM inquiry JOIN contact ON inquiry_id = inquiry.id";
    assert!(one::<bool>(&admin, explained).await);
    assert!(!one::<bool>(&app, &contact(&gone, "answer", &gone)).await, "what has expired is not revived");
    assert_eq!(one::<i64>(&admin, "SELECT count(*) FROM inquiry WHERE expires_at <= now()").await, 1);
}

#[tokio::test]
async fn an_answer_that_nobody_wrote_is_no_contact() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    let (asked, other) = (inquiry(&database, "1 year").await, inquiry(&database, "1 year").await);
    let message = |inquiry: &str, party: &str| {
        format!(
            "WITH mail AS ( \
                 INSERT INTO intake (id, way, source_key, digest, size, state, fate, rule, inquiry_id, settled_at) \
                 SELECT gen_random_uuid(), 'lmtp', sha256('{inquiry}{party}'), sha256('{party}'), 1, 'settled', 'command', 'address', \
                     '{inquiry}', now() RETURNING id, inquiry_id \
             ) INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, subject, body, new_text, files) \
             SELECT gen_random_uuid(), inquiry_id, id, '{party}', false, 'a@b.example', 'a@b.example', '', '', '', '[]' FROM mail"
        )
    };
    for (inquiry, party) in [(&asked, "visitor"), (&other, "consultant")] {
        run(&admin, &message(inquiry, party)).await;
    }
    let answers = format!(
        "INSERT INTO outbox (id, inquiry_id, kind, about) SELECT gen_random_uuid(), '{asked}', 'answer', about \
         FROM (SELECT gen_random_uuid() AS about UNION ALL SELECT id FROM message) AS abouts"
    );
    run(&app, &answers).await;
    run(&app, "UPDATE outbox SET state = 'sent', finished_at = now() WHERE kind = 'answer'").await;
    refused(&app, "SELECT record_contact(inquiry_id, 'answer', id) FROM outbox WHERE kind = 'answer'").await;
    let untouched = "SELECT count(*) FILTER (WHERE last_contact_at = received_at) + (SELECT count(*) FROM contact) \
                     + (SELECT count(*) FROM ticket WHERE first_answer_at IS NOT NULL) FROM inquiry";
    assert_eq!(one::<i64>(&admin, untouched).await, 2);
    // An answer that somebody wrote counts once, also if the application says that it came back.
    run(&admin, &message(&asked, "consultant")).await;
    let answer = format!(
        "INSERT INTO outbox (id, inquiry_id, kind, about) SELECT gen_random_uuid(), '{asked}', 'answer', id \
         FROM message WHERE inquiry_id = '{asked}' AND party = 'consultant'"
    );
    run(&app, &answer).await;
    run(&app, "UPDATE outbox SET state = 'sent', finished_at = now() WHERE kind = 'answer' AND state = 'ready'").await;
    let contacts = "SELECT count(*) FROM contact";
    assert_eq!(one::<i64>(&admin, contacts).await, 1);
    run(&app, "UPDATE outbox SET state = 'bounced', finished_at = now() WHERE kind = 'answer'").await;
    assert_eq!(one::<i64>(&admin, contacts).await, 1, "no report came");
    refused(&app, "UPDATE outbox SET state = 'sent', finished_at = now() WHERE kind = 'answer'").await;
}

/// Its author must still read that it did not arrive.
#[tokio::test]
async fn an_answer_that_came_back_leaves_its_inquiry_a_week() {
    let database = TestDatabase::create().await;
    let admin = database.admin().await;
    for (age, days_left) in [("2 years -3 days", 7), ("2 years -10 days", 10)] {
        let id = inquiry(&database, age).await;
        let answered = format!(
            "WITH answer AS (
                INSERT INTO outbox (id, inquiry_id, kind, about, state, finished_at)
                VALUES (gen_random_uuid(), '{id}', 'answer', gen_random_uuid(), 'sent', now()) RETURNING id, inquiry_id
            ), report AS (
                INSERT INTO intake (id, way, source_key, digest, size, state, settled_at, fate, inquiry_id, outbox_id)
                SELECT gen_random_uuid(), 'lmtp', sha256(id::text::bytea), sha256(''), 1, 'settled', now(), 'bounce',
                    inquiry_id, id FROM answer RETURNING id, inquiry_id
            ), bytes AS (
                INSERT INTO raw_mail (intake_id, inquiry_id, recipients, raw) SELECT id, inquiry_id, '{{}}', '' FROM report
            ) INSERT INTO contact (inquiry_id, kind, source, at) SELECT inquiry_id, 'answer', id, now() FROM answer"
        );
        run(&admin, &answered).await;
        run(&admin, &format!("UPDATE inquiry SET last_contact_at = now() WHERE id = '{id}'")).await;
        run(&admin, "UPDATE outbox SET state = 'bounced' WHERE kind = 'answer' AND state = 'sent'").await;
        let left = format!(
            "SELECT round(extract(epoch FROM expires_at - now()) / 86400)::integer FROM inquiry WHERE id = '{id}'"
        );
        assert_eq!(one::<i32>(&admin, &left).await, days_left, "{age}");
    }
    let unexplained = "SELECT count(*) FROM inquiry LEFT JOIN contact ON inquiry_id = inquiry.id \
                       WHERE last_contact_at <> greatest(received_at, contact.at)";
    assert_eq!(one::<i64>(&admin, unexplained).await, 0);
}

#[tokio::test]
async fn a_transaction_that_began_in_time_neither_sees_nor_revives_what_expires_during_it() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    accept_contacts(&database).await;
    let id = inquiry(&database, "2 years -2 seconds").await;
    // statement_timestamp() does not advance within a DO block.
    let sql = format!(
        "DO $$ DECLARE seen bigint; BEGIN
            SELECT count(*) INTO seen FROM inquiry; ASSERT seen = 1, 'it is there';
            PERFORM pg_sleep(3);
            SELECT count(*) INTO seen FROM inquiry; ASSERT seen = 0, 'it is still seen';
            ASSERT NOT record_contact('{id}', 'message', '{id}'), 'it was revived';
        END $$"
    );
    run(&app, &sql).await;
    assert_eq!(one::<i64>(&admin, "SELECT count(*) FROM inquiry WHERE expires_at <= now()").await, 1);
}

#[tokio::test]
async fn an_entry_of_the_application_has_one_form() {
    let database = TestDatabase::create().await;
    let app = database.app().await;
    let id = "'11111111-2222-4333-8444-555555555555'";
    run(&app, &format!("SELECT record_failure({id}, 'clock')")).await;
    run(&app, "SELECT record_report('report.2026-01', 1)").await;
    for sql in [
        // Personal text.
        format!("SELECT record_failure({id}, 'zquorvex_blimfandle')"),
        format!("SELECT record_failure({id}, NULL)"),
        "SELECT record_failure(NULL, 'clock')".to_owned(),
        // Digits that are no entry.
        "SELECT record_report('report.2026-02', 9123456789012345678)".to_owned(),
        // A month that has not ended, a second time, an officer's name, and no month at all.
        "SELECT record_report('report.2099-01', 1)".to_owned(),
        "SELECT record_report('report.2026-01', 2)".to_owned(),
        "SELECT record_report('report.2026-02.7', 1)".to_owned(),
        "SELECT record_report('Zquorvex', 1)".to_owned(),
        "SELECT record_report(NULL, 1)".to_owned(),
        "SELECT record_report('report.2026-02', NULL)".to_owned(),
        "SELECT record_read(1)".to_owned(),
        "SELECT record_export('a@b.example')".to_owned(),
        "INSERT INTO ledger (kind, detail) VALUES ('report', '{}')".to_owned(),
    ] {
        refused(&app, &sql).await;
    }
}

#[tokio::test]
async fn a_reminder_is_marked_only_when_it_is_due_and_leaves_an_entry() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    run(&admin, "INSERT INTO data_subject_request (kind, email_key) VALUES ('access', 'canary@example.com')").await;
    let (mark, unmark) =
        ("UPDATE data_subject_request SET reminded_due_at = '2001-01-01'", "SET reminded_due_at = NULL");
    refused(&app, mark).await;
    run(&admin, "UPDATE data_subject_request SET received_at = now() - interval '21 days'").await;
    run(&app, mark).await;
    assert!(
        one::<bool>(&admin, "SELECT reminded_due_at = due_at FROM data_subject_request").await,
        "the database says of what"
    );
    refused(&app, mark).await;
    refused(&app, &format!("UPDATE data_subject_request {unmark}")).await;
    // As a hold does.
    for (days, is_due) in [(30, false), (9, true)] {
        run(&admin, &format!("UPDATE data_subject_request SET due_at = now() + interval '{days} days'")).await;
        if is_due {
            run(&app, mark).await;
        } else {
            refused(&app, mark).await;
        }
    }
    assert_eq!(one::<i64>(&app, "SELECT count(*) FROM ledger WHERE kind = 'reminder'").await, 2);
    run(&admin, "UPDATE data_subject_request SET due_at = now(), answered_on = now()").await;
    refused(&app, mark).await;
}

#[tokio::test]
async fn jobs_and_workers_take_no_text() {
    let database = TestDatabase::create().await;
    let app = database.app().await;
    let id = "01JZZZZZZZZZZZZZZZZZZZZZZZ";
    let job = |id: &str, payload: &str, kind: &str, key: &str, run_at: &str| {
        format!(
            "INSERT INTO apalis.jobs (id, job, job_type, status, attempts, max_attempts, run_at, idempotency_key) \
             VALUES ('{id}', convert_to('{payload}', 'UTF8'), '{kind}', 'Pending', 0, 25, {run_at}, '{key}')"
        )
    };
    let (uuid, tick) = ("11111111-2222-4333-8444-555555555555", "2026-11-28T02:37:00Z");
    let (mail, planned) =
        (format!(r#"{{"outbox_id": "{uuid}"}}"#), format!(r#"{{"tick": "{tick}", "schedule": "purge"}}"#));
    let (of_mail, of_run) = (format!("outbox:{uuid}"), format!("purge:{tick}"));
    run(&app, &job(id, &mail, "mail", &of_mail, "now()")).await;
    run(&app, &job("01JZZZZZZZZZZZZZZZZZZZZZZA", &planned, "schedule", &of_run, "now()")).await;
    let other = format!("{of_mail}:1");
    for (id, payload, kind, key, run_at) in [
        ("Zquorvex", &*mail, "mail", &*other, "now()"),
        (id, r#"{"outbox_id": "Zquorvex Blimfandle"}"#, "mail", &other, "now()"),
        (id, &mail.replace('{', r#"{"outbox_id": "Zquorvex", "#), "mail", &other, "now()"),
        (id, "Zquorvex", "mail", &other, "now()"),
        (id, &mail, "Zquorvex Blimfandle", &other, "now()"),
        (id, &mail, "mail", "a person named Zquorvex", "now()"),
        (id, &mail, "mail", &format!("{of_mail}:zquorvex"), "now()"),
        (id, &mail, "mail", &format!("{of_mail}:41997776655419977766554"), "now()"),
        (id, &mail, "mail", &format!("{of_mail}:997776655"), "now()"),
        (id, &planned.replace("purge", "zquorvex"), "schedule", "zquorvex:2026-11-28T02:37:01Z", "now()"),
        (id, &mail, "mail", &other, "now() + interval '100 years'"),
    ] {
        let id = id.replace("ZZZ", "ZZB");
        refused(&app, &job(&id, payload, kind, key, run_at)).await;
    }
    for column in [
        "job = 'Zquorvex'",
        "metadata = 'a=>Zquorvex'",
        "run_at = 'infinity'",
        "status = 'Zquorvex'",
        "lock_by = 'zquorvex'",
    ] {
        refused(&app, &format!("UPDATE apalis.jobs SET {column}")).await;
    }
    run(&app, "UPDATE apalis.jobs SET last_result = to_jsonb('Zquorvex'::text), done_at = now()").await;
    assert_eq!(one::<String>(&app, "SELECT DISTINCT last_result::text FROM apalis.jobs").await, r#"{"Err": null}"#);
    let worker = |id: &str| {
        format!(
            "INSERT INTO apalis.workers (id, worker_type, storage_name, last_seen) VALUES ('{id}', 'mail', 'PostgresStorage', now())"
        )
    };
    run(&app, &worker("mail-01JZZZZZZZZZZZZZZZZZZZZZZZ")).await;
    refused(&app, &worker("canary@example.com")).await;
    refused(&app, &worker("zquorvex-01JZZZZZZZZZZZZZZZZZZZZZZA")).await;
    run(&app, "UPDATE apalis.workers SET layers = 'Zquorvex', storage_name = 'Blimfandle'").await;
    let kept = "SELECT storage_name || layers FROM apalis.workers";
    assert_eq!(one::<String>(&app, kept).await, "postgres");
}

#[tokio::test]
async fn a_new_address_of_a_notification_is_noted() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    inquiry(&database, "1 day").await;
    let known = "SELECT count(*) FROM notified_address";
    assert_eq!(one::<i64>(&admin, known).await, 1);
    run(
        &app,
        "INSERT INTO outbox (id, inquiry_id, kind, recipient) \
         SELECT gen_random_uuid(), id, 'notification', 'thief@elsewhere.example' FROM inquiry",
    )
    .await;
    assert_eq!(one::<i64>(&admin, known).await, 2);
    for sql in [
        "DELETE FROM notified_address",
        "SELECT * FROM notified_address",
        "UPDATE notified_address SET is_recorded = true",
    ] {
        refused(&app, sql).await;
    }
}
