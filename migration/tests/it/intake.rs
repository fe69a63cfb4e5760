//! The tables of mail in: rights, retention, partitions.

use sea_orm::{
    ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbBackend, Statement, TransactionTrait,
    TryGetable,
};
use testdb::TestDatabase;

async fn one<T: TryGetable>(db: &impl ConnectionTrait, sql: &str) -> T {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

const VISITOR: &str = "visitor@example.com";
const STRANGER: &str = "stranger@example.com";

/// Takes in a mail of this author.
fn accepted(id: &str, author: &str) -> String {
    format!(
        "SELECT accept_mails(jsonb_build_array(jsonb_build_object('id', '{id}', 'way', 'lmtp', 'source_key', sha256('{id}'), \
             'digest', sha256('{id}'), 'size', 5, 'envelope_from', '{author}', 'recipients', '[]'::jsonb, \
             'address_keys', jsonb_build_array('{author}'))), ARRAY['bytes'::bytea])"
    )
}

/// An inquiry of the visitor with two messages, by the visitor and by a colleague, and their raw mails.
async fn conversation(app: &DatabaseConnection) {
    let sql = format!(
        "INSERT INTO inquiry (id, reference, idempotency_key, token_digest, contact_reason, consent, gdpr_consent, \
             policy_digest, consent_digest, gdpr_consent_digest, bot_check) \
         VALUES ('00000000-0000-7000-8000-000000000001', 'FW-0000-0001', gen_random_uuid(), sha256('1'), 'other', \
             true, true, sha256(''), sha256(''), sha256(''), 'verified'); \
         INSERT INTO inquiry_content (inquiry_id, first_name, last_name, company, email, email_key, message) \
         VALUES ('00000000-0000-7000-8000-000000000001', 'a', 'a', 'a', '{VISITOR}', '{VISITOR}', 'a')"
    );
    app.execute_unprepared(&sql).await.unwrap();
    for (number, author) in [(1, VISITOR), (2, STRANGER)] {
        let sql = format!(
            "{}; UPDATE raw_mail SET inquiry_id = '00000000-0000-7000-8000-000000000001'; \
             INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, body, new_text) \
             SELECT '00000000-0000-7000-8000-00000000020{number}', id, '00000000-0000-7000-8000-00000000010{number}', \
                 CASE {number} WHEN 1 THEN 'visitor' ELSE 'other' END, false, '{author}', '{author}', 'text', 'text' FROM inquiry; \
             UPDATE intake SET state = 'settled', fate = 'reply', settled_at = now(), \
                 inquiry_id = '00000000-0000-7000-8000-000000000001'",
            accepted(&format!("00000000-0000-7000-8000-00000000010{number}"), author)
        );
        app.execute_unprepared(&sql).await.unwrap();
    }
}

async fn counts(admin: &DatabaseConnection) -> String {
    one(
        admin,
        "SELECT concat_ws(' ', (SELECT count(*) FROM inquiry), (SELECT count(*) FROM compliance.message), \
         (SELECT count(*) FROM raw_mail), (SELECT count(*) FROM intake))",
    )
    .await
}

/// Its bytes would go with the first purge by the right clock. The sender keeps it.
#[tokio::test]
async fn no_mail_is_taken_by_a_clock_that_is_behind() {
    let database = TestDatabase::with_movable_clock().await;
    let (app, admin) = (database.app().await, database.admin().await);
    one::<String>(&app, "SELECT purge_expired(gen_random_uuid(), 10)::text").await;
    admin.execute_unprepared("UPDATE clock.ahead SET by = '-2 years'").await.unwrap();
    let mail = accepted("00000000-0000-7000-8000-000000000001", VISITOR);
    let error = app.execute_unprepared(&mail).await.unwrap_err().to_string();
    assert!(error.contains("more than a day from the last purge"), "{error}");
    admin.execute_unprepared("UPDATE clock.ahead SET by = '0'").await.unwrap();
    app.execute_unprepared(&mail).await.unwrap();
    assert_eq!(counts(&admin).await, "0 0 1 1");
}

/// A ticket's mails come by several sessions at a time: each waits for its own commit alone. What they count is summed.
#[tokio::test]
async fn two_commits_for_one_quota_do_not_wait_for_each_other() {
    let database = TestDatabase::create().await;
    let counted = |number: u8| {
        let share = "'counted', jsonb_build_array(sha256('share')), 'quota', 10, 'address_keys'";
        accepted(&format!("00000000-0000-7000-8000-00000000000{number}"), VISITOR).replace("'address_keys'", share)
    };
    let mut open: Vec<(i32, DatabaseTransaction)> = Vec::new();
    while open.last().is_none_or(|(session, _)| *session == open[0].0) {
        let transaction = database.app().await.begin().await.unwrap();
        open.push((one(&transaction, "SELECT pg_backend_pid() % 16").await, transaction));
    }
    let (_, other) = open.pop().unwrap();
    open[0].1.execute_unprepared(&counted(1)).await.unwrap();
    other.execute_unprepared(&format!("SET LOCAL lock_timeout = '5s'; {}", counted(2))).await.unwrap();
    other.commit().await.unwrap();
    open.swap_remove(0).1.commit().await.unwrap();
    let (app, admin) = (database.app().await, database.admin().await);
    assert_eq!(one::<i64>(&admin, "SELECT sum(bytes)::bigint FROM intake_quota").await, 10);
    app.execute_unprepared(&counted(3)).await.unwrap();
    let kept =
        "SELECT count(*) FILTER (WHERE rule IS NULL) || ' ' || count(*) FILTER (WHERE rule = 'quota') FROM intake";
    assert_eq!(one::<String>(&admin, kept).await, "2 1");
}

/// What the application calls a mail is its word: with a message, of no journey, or of another time, it stays.
#[tokio::test]
async fn only_the_mails_of_journeys_are_forgotten() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    conversation(&app).await;
    let journey = "00000000-0000-7000-8000-000000000009";
    for number in 3..=7 {
        app.execute_unprepared(&accepted(&format!("00000000-0000-7000-8000-00000000010{number}"), VISITOR))
            .await
            .unwrap();
    }
    let sql = format!(
        "INSERT INTO journey (id, begun_at, posted_at) VALUES ('{journey}', now() - interval '2 hours', now()); \
         UPDATE intake SET state = 'settled', settled_at = now(), fate = 'dropped', rule = 'journey', inquiry_id = NULL, \
             outbox_id = '{journey}', accepted_at = now() - interval '100 minutes'; \
         UPDATE intake SET outbox_id = gen_random_uuid() WHERE id::text LIKE '%103'; \
         UPDATE intake SET outbox_id = NULL WHERE id::text LIKE '%104'; \
         UPDATE intake SET rule = 'dropped loop' WHERE id::text LIKE '%105'; \
         UPDATE intake SET accepted_at = now() - interval '40 minutes' WHERE id::text LIKE '%106'"
    );
    admin.execute_unprepared(&sql).await.unwrap();
    app.execute_unprepared("SELECT forget_journeys()").await.unwrap();
    let left = "SELECT string_agg(right(id::text, 3), ' ' ORDER BY id) FROM intake";
    assert_eq!(one::<String>(&admin, left).await, "101 102 103 104 105 106", "101 and 102 have a message");
    assert_eq!(counts(&admin).await, "1 2 6 6");
}

#[tokio::test]
async fn the_application_deletes_and_dates_no_mail() {
    let database = TestDatabase::create().await;
    let app = database.app().await;
    conversation(&app).await;
    for sql in [
        "DELETE FROM intake",
        "DELETE FROM raw_mail",
        "DELETE FROM message",
        "UPDATE message SET body = ''",
        "UPDATE message SET received_on = '2999-01-01'",
        "UPDATE raw_mail SET accepted_on = '2999-01-01'",
        "UPDATE raw_mail SET raw = ''",
        "UPDATE intake SET source_key = digest",
        "SELECT * FROM held_message",
        "SELECT remove_mails('{}', '{}', '{}')",
    ] {
        let error = app.execute_unprepared(sql).await.expect_err(sql).to_string();
        assert!(error.contains("permission denied"), "{sql}: {error}");
    }
}

#[tokio::test]
async fn only_a_visitors_stored_mail_moves_the_last_contact() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    conversation(&app).await;
    let contact = |source: &str| format!("SELECT record_contact(id, 'message', '{source}') FROM inquiry");
    let error = app.execute_unprepared(&contact("00000000-0000-7000-8000-000000000202")).await.unwrap_err();
    assert!(error.to_string().contains("is this contact"), "another's mail: {error}");
    assert!(one::<bool>(&app, &contact("00000000-0000-7000-8000-000000000201")).await);
    assert!(!one::<bool>(&app, &contact("00000000-0000-7000-8000-000000000201")).await, "once");
    assert!(one::<bool>(&admin, "SELECT last_contact_at > received_at FROM inquiry").await);
    // The application stores what it likes, but for each contact it takes in a mail, which the report counts.
    let forged = |id: &str, mail: &str| {
        format!(
            "INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, body, new_text) \
             SELECT '00000000-0000-7000-8000-00000000020{id}', id, '{mail}', 'visitor', false, 'forged', '{VISITOR}', '', '' FROM inquiry"
        )
    };
    app.execute_unprepared(&forged("4", "00000000-0000-7000-8000-000000000101")).await.unwrap();
    assert!(!one::<bool>(&app, &contact("00000000-0000-7000-8000-000000000204")).await, "the mail was counted");
    for sql in [
        forged("3", "00000000-0000-7000-8000-000000000199"),
        contact("00000000-0000-7000-8000-000000000203"),
        "INSERT INTO intake (id, way, source_key, digest, size) VALUES (gen_random_uuid(), 'lmtp', sha256('a'), sha256('a'), 1)".into(),
        "INSERT INTO raw_mail (intake_id, recipients, raw) SELECT id, '{}', '' FROM intake".into(),
    ] {
        app.execute_unprepared(&sql).await.expect_err(&sql);
    }
    admin.execute_unprepared("DELETE FROM message WHERE author = 'forged'").await.unwrap();
    for what in [
        "UPDATE message SET is_machine = true",
        "UPDATE message SET is_machine = false, party = 'other'",
        "UPDATE message SET party = 'visitor'; DELETE FROM raw_mail",
    ] {
        admin.execute_unprepared(&format!("{what}; DELETE FROM contact")).await.unwrap();
        assert!(app.execute_unprepared(&contact("00000000-0000-7000-8000-000000000201")).await.is_err(), "{what}");
    }
}

/// The application calls any mail a consultant's, as often as it likes.
#[tokio::test]
async fn an_answer_is_a_contact_by_the_bytes_of_a_mail_on_its_inquiry_and_once() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    conversation(&app).await;
    let [visitors, others, elsewhere] = [1, 2, 3].map(|number| format!("00000000-0000-7000-8000-00000000010{number}"));
    app.execute_unprepared(&accepted(&elsewhere, VISITOR)).await.unwrap();
    let contact = "SELECT record_contact(id, 'message', '00000000-0000-7000-8000-000000000201') FROM inquiry";
    assert!(one::<bool>(&app, contact).await);
    let called = format!(
        "UPDATE intake SET state = 'settled', fate = 'command', settled_at = now(), inquiry_id = inquiry.id FROM inquiry; \
         UPDATE raw_mail SET address_keys = '{{}}' WHERE intake_id = '{elsewhere}'"
    );
    app.execute_unprepared(&called).await.unwrap();
    let answered = |mail: &str| {
        format!(
            "INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, body, new_text) \
                 SELECT gen_random_uuid(), id, '{mail}', 'consultant', false, 'forged', 'forged', '', '' FROM inquiry; \
             INSERT INTO outbox (id, inquiry_id, kind, about) SELECT gen_random_uuid(), inquiry_id, 'answer', id FROM message \
                 WHERE author = 'forged' ON CONFLICT DO NOTHING; \
             UPDATE outbox SET state = 'sent', finished_at = now() WHERE kind = 'answer' AND state = 'ready'"
        )
    };
    for mail in [&elsewhere, "00000000-0000-7000-8000-000000000199"] {
        let error = app.execute_unprepared(&answered(mail)).await.unwrap_err().to_string();
        assert!(error.contains("row-level security"), "{mail}: {error}");
    }
    for (mail, contacts) in [(&visitors, 1), (&others, 2)] {
        for _ in 0..3 {
            app.execute_unprepared(&answered(mail)).await.unwrap();
            assert_eq!(one::<i64>(&admin, "SELECT count(*) FROM contact").await, contacts, "{mail}");
        }
    }
    assert_eq!(one::<i64>(&admin, "SELECT count(*) FROM outbox WHERE kind = 'answer'").await, 6);
}

/// Two reports that the application has made of stored mails, as often as it likes, and another row of the same answer.
#[tokio::test]
async fn an_answer_that_came_back_again_and_again_lengthens_nothing() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    conversation(&app).await;
    let [answer, failed, arrived] = [1, 2, 3].map(|number| format!("00000000-0000-7000-8000-00000000010{number}"));
    app.execute_unprepared(&accepted(&arrived, VISITOR)).await.unwrap();
    let outbox = "00000000-0000-7000-8000-000000000301";
    let forged = format!(
        "UPDATE raw_mail SET inquiry_id = inquiry.id FROM inquiry WHERE intake_id = '{arrived}'; \
         UPDATE intake SET state = 'settled', settled_at = coalesce(settled_at, now()), inquiry_id = inquiry.id, fate = 'machine' FROM inquiry; \
         UPDATE intake SET fate = 'command' WHERE id = '{answer}'; \
         UPDATE intake SET fate = 'bounce', settled_at = now() - interval '1 hour', outbox_id = '{outbox}' WHERE id = '{failed}'; \
         UPDATE intake SET rule = 'delivered', outbox_id = '{outbox}' WHERE id = '{arrived}'; \
         INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, body, new_text) \
             SELECT gen_random_uuid(), id, '{answer}', 'consultant', false, 'forged', 'forged', '', '' FROM inquiry; \
         INSERT INTO outbox (id, inquiry_id, kind, about) SELECT '{outbox}', inquiry_id, 'answer', id FROM message WHERE author = 'forged'"
    );
    app.execute_unprepared(&forged).await.unwrap();
    let is = |state: &str| format!("UPDATE outbox SET state = '{state}', finished_at = now() WHERE kind = 'answer'");
    let last = "SELECT last_contact_at::text FROM inquiry";
    app.execute_unprepared(&is("sent")).await.unwrap();
    let first: String = one(&admin, last).await;
    for _ in 0..2 {
        app.execute_unprepared(&is("bounced")).await.unwrap();
        app.execute_unprepared(&is("sent")).await.unwrap();
        assert_eq!(one::<String>(&admin, last).await, first);
    }
    app.execute_unprepared(&is("bounced")).await.unwrap();
    let again = "INSERT INTO outbox (id, inquiry_id, kind, about, participant) \
        SELECT gen_random_uuid(), inquiry_id, 'answer', about, gen_random_uuid() FROM outbox WHERE kind = 'answer'";
    app.execute_unprepared(again).await.unwrap();
    app.execute_unprepared(&is("sent").replace("kind = 'answer'", "state = 'ready'")).await.unwrap();
    assert_eq!(one::<String>(&admin, last).await, first);
    // Nor does the week in which the author hears of it begin again.
    let aged = "UPDATE intake SET accepted_at = accepted_at - interval '5 days'; \
        UPDATE raw_mail SET accepted_on = accepted_on - 5; \
        UPDATE inquiry SET received_at = now() - interval '2 years -1 day', last_contact_at = now() - interval '2 years -1 day'; DELETE FROM outbox WHERE participant IS NOT NULL; \
        DELETE FROM contact";
    admin.execute_unprepared(aged).await.unwrap();
    for _ in 0..2 {
        app.execute_unprepared(&is("sent")).await.unwrap();
        app.execute_unprepared(&is("bounced")).await.unwrap();
    }
    let left = "SELECT round(extract(epoch FROM expires_at - now()) / 86400)::integer FROM inquiry";
    assert_eq!(one::<i32>(&admin, left).await, 2);
}

#[tokio::test]
async fn messages_and_raw_mails_vanish_with_their_inquiry_and_the_row_of_intake_stays() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    conversation(&app).await;
    admin.execute_unprepared("UPDATE inquiry SET last_contact_at = now() - interval '3 years'").await.unwrap();
    let seen = "SELECT (SELECT count(*) FROM message) + (SELECT count(*) FROM raw_mail)";
    assert_eq!(one::<i64>(&app, seen).await, 0, "invisible before any purge");
    let purged = "SELECT purge_expired(gen_random_uuid(), 100)";
    app.execute_unprepared(purged).await.unwrap();
    assert_eq!(counts(&admin).await, "0 0 0 2");
    let entry = "SELECT concat_ws(' ', detail ->> 'message', detail ->> 'raw_mail', \
                 (SELECT count(*) FROM unreclaimed_tables() WHERE name ~ '^(message|raw_mail)_2')) \
                 FROM ledger WHERE kind = 'purge' ORDER BY seq LIMIT 1";
    assert_eq!(one::<String>(&admin, entry).await, "2 2 2", "counted, and their files are to be rewritten");
    let rewrite = "SELECT count(reclaim_table(name)::text) FROM unreclaimed_tables()";
    assert!(one::<i64>(&app, rewrite).await >= 2);
}

#[tokio::test]
async fn an_erasure_takes_what_a_person_wrote_in_anothers_conversation() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    let compliance = Database::connect(database.compliance_url()).await.unwrap();
    conversation(&app).await;
    let erase = |address: &str| format!("SELECT erase_person('{address}')");
    compliance.execute_unprepared(&erase(STRANGER)).await.unwrap();
    assert_eq!(counts(&admin).await, "1 1 1 2");
    let ids = "SELECT (detail ->> 'messages') || (detail ->> 'mails') FROM ledger WHERE kind = 'erasure'";
    let expected = "[\"00000000-0000-7000-8000-000000000202\"][\"00000000-0000-7000-8000-000000000102\"]";
    assert_eq!(one::<String>(&admin, ids).await, expected, "for a replay");
    compliance.execute_unprepared(&erase(VISITOR)).await.unwrap();
    assert_eq!(counts(&admin).await, "0 0 0 2");
}

#[tokio::test]
async fn a_hold_on_who_only_wrote_keeps_the_conversation() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    let compliance = Database::connect(database.compliance_url()).await.unwrap();
    conversation(&app).await;
    let hold = format!("SELECT place_hold(NULL, '{STRANGER}', 'a case', now() + interval '1 month')");
    compliance.execute_unprepared(&hold).await.unwrap();
    compliance.execute_unprepared(&format!("SELECT erase_person('{STRANGER}')")).await.unwrap();
    assert_eq!(counts(&admin).await, "1 2 2 2");
    admin.execute_unprepared("UPDATE inquiry SET last_contact_at = now() - interval '3 years'").await.unwrap();
    app.execute_unprepared("SELECT purge_expired(gen_random_uuid(), 100)").await.unwrap();
    assert_eq!(counts(&admin).await, "1 2 2 2");
    assert_eq!(one::<i64>(&admin, "SELECT count(*) FROM held_message").await, 2, "out of the application's reach");
}

#[tokio::test]
async fn a_week_of_raw_mail_is_dropped_when_it_is_30_days_old() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    let weeks = "SELECT count(*) FROM pg_inherits WHERE inhparent = 'raw_mail'::regclass";
    assert_eq!(one::<i64>(&admin, weeks).await, 5, "four weeks and the default");
    let old = "CREATE TABLE raw_mail_2020w10 PARTITION OF raw_mail FOR VALUES FROM ('2020-03-02') TO ('2020-03-09')";
    admin.execute_unprepared(old).await.unwrap();
    assert_eq!(one::<i32>(&app, "SELECT turn_mail_partitions()").await, 1);
    assert_eq!(one::<i64>(&admin, weeks).await, 5);
    assert_eq!(one::<i32>(&app, "SELECT turn_mail_partitions()").await, 0);
}

#[tokio::test]
async fn no_statistics_are_kept_of_mails() {
    let database = TestDatabase::create().await;
    let kept = "SELECT coalesce(string_agg(attrelid::regclass || '.' || attname, ' '), '') FROM pg_attribute \
                JOIN pg_class ON pg_class.oid = attrelid \
                WHERE (relname LIKE 'message%' OR relname LIKE 'raw_mail%' OR relname = 'held_message') \
                AND relkind IN ('r', 'p') AND attnum > 0 AND attstattarget IS DISTINCT FROM 0 \
                AND attname NOT IN ('id', 'received_on', 'inquiry_id', 'intake_id', 'received_at', 'party', \
                    'is_machine', 'accepted_on')";
    assert_eq!(one::<String>(&database.admin().await, kept).await, "");
}

#[tokio::test]
async fn an_erasure_takes_the_address_of_somebody_who_was_copied() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    let compliance = Database::connect(database.compliance_url()).await.unwrap();
    conversation(&app).await;
    let copied = "copied@example.com";
    admin.execute_unprepared(&format!("UPDATE message SET copied_keys = '{{{copied},other}}'")).await.unwrap();
    compliance.execute_unprepared(&format!("SELECT erase_person('{copied}')")).await.unwrap();
    assert_eq!(
        one::<String>(&admin, "SELECT string_agg(DISTINCT copied_keys::text, ' ') FROM message").await,
        "{other}"
    );
    assert_eq!(counts(&admin).await, "1 2 2 2", "the messages stay");
}

#[tokio::test]
async fn a_complaint_is_known_for_two_years_and_dated_by_the_database() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    app.execute_unprepared("INSERT INTO complaint (address_digest) VALUES (sha256('a'))").await.unwrap();
    for sql in [
        "INSERT INTO complaint (address_digest, at) VALUES (sha256('b'), '2999-01-01')",
        "UPDATE complaint SET at = now()",
        "DELETE FROM complaint",
    ] {
        let error = app.execute_unprepared(sql).await.expect_err(sql).to_string();
        assert!(error.contains("permission denied"), "{sql}: {error}");
    }
    let seen = "SELECT count(*) FROM complaint";
    assert_eq!(one::<i64>(&app, seen).await, 1);
    admin.execute_unprepared("UPDATE complaint SET at = now() - interval '2 years'").await.unwrap();
    assert_eq!(one::<i64>(&app, seen).await, 0, "before any cleanup");
    app.execute_unprepared("SELECT forget_old_rows()").await.unwrap();
    assert_eq!(one::<i64>(&admin, seen).await, 0);
}

/// Who a message is of is its word, too.
#[tokio::test]
async fn a_mail_that_the_application_says_a_consultant_removes_is_an_entry() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    conversation(&app).await;
    let said = format!(
        "{}; UPDATE raw_mail SET inquiry_id = (SELECT id FROM inquiry) WHERE inquiry_id IS NULL; \
         INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, body, new_text) \
             SELECT gen_random_uuid(), id, '00000000-0000-7000-8000-000000000103', 'consultant', false, 'a', 'a', '', '' \
             FROM inquiry; \
         SELECT remove_mail('00000000-0000-7000-8000-000000000201', NULL, '00000000-0000-7000-8000-000000000103')",
        accepted("00000000-0000-7000-8000-000000000103", "ben@own.example")
    );
    app.execute_unprepared(&said).await.unwrap();
    let recorded =
        "SELECT concat_ws(' ', detail ->> 'message', detail ->> 'single') FROM ledger WHERE kind = 'erasure'";
    assert_eq!(one::<String>(&admin, recorded).await, "1 mail");
    assert_eq!(counts(&admin).await, "1 2 1 3");
}

#[tokio::test]
async fn a_report_about_a_digest_is_removed_with_an_entry() {
    let database = TestDatabase::create().await;
    let (app, admin) = (database.app().await, database.admin().await);
    let digest = "INSERT INTO digest_mail (recipient) VALUES ('anna@own.example')";
    admin.execute_unprepared(digest).await.unwrap();
    app.execute_unprepared(&accepted("00000000-0000-7000-8000-000000000101", "host@own.example")).await.unwrap();
    let remove = "SELECT count(drop_raw_mail(id)::text) FROM intake";
    let left = "SELECT concat_ws(' ', (SELECT count(*) FROM raw_mail), count(*)) FROM ledger WHERE kind = 'set_aside'";
    let settled = "UPDATE intake SET state = 'settled', settled_at = now(), rule = 'digest', fate = ";
    for (change, expected) in [
        ("SELECT 1".to_owned(), "1 0"),
        (format!("{settled} 'bounce', outbox_id = gen_random_uuid()"), "1 0"),
        (format!("{settled} 'quarantined', outbox_id = (SELECT id FROM digest_mail)"), "1 0"),
        (format!("{settled} 'bounce', outbox_id = (SELECT id FROM digest_mail)"), "0 1"),
    ] {
        app.execute_unprepared(&change).await.unwrap();
        one::<i64>(&app, remove).await;
        assert_eq!(one::<String>(&admin, left).await, expected, "{change}");
    }
    one::<i64>(&app, remove).await;
    assert_eq!(one::<String>(&admin, left).await, "0 1", "nothing is left to record");
    assert_eq!(one::<i64>(&app, "SELECT count(*) FROM intake").await, 1);
}
