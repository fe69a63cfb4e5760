//! The evidence mail and the reminder.

use compliance::{
    ledger::Period,
    privacy::remind,
    report::{Report, send_monthly_report},
};
use mail_parser::MessageParser;
use mailer::db::database_now;

use super::{EXPIRED, done, fill, refused, world};
use crate::support::{FailureMode, Record, Stage, World};

/// As if the ledger had begun two months ago.
async fn age_ledger(world: &World) {
    world
        .execute(
            "ALTER TABLE ledger DROP CONSTRAINT IF EXISTS ledger_columns_match, DISABLE TRIGGER ALL; \
             UPDATE ledger SET at = now() - interval '2 months' WHERE seq = 1; \
             ALTER TABLE ledger ENABLE TRIGGER ALL",
        )
        .await;
}

fn only(accepted: &[Record]) -> &Record {
    assert_eq!(accepted.len(), 1);
    &accepted[0]
}

#[tokio::test]
async fn the_report_of_every_month_is_tried_until_it_is_sent_once() {
    let world = world().await;
    let mailer = world.mailer();
    send_monthly_report(&world.db, &mailer, None).await.unwrap();
    assert!(world.server.accepted().is_empty(), "there is nothing to report of a month before the ledger began");
    age_ledger(&world).await;
    world
        .server
        .script(&[FailureMode::Reply(Stage::Rcpt, "451 4.7.1 later"), FailureMode::Reply(Stage::Mail, "550 5.7.1 no")]);
    for _ in 0..2 {
        assert!(send_monthly_report(&world.db, &mailer, None).await.is_err());
        assert_eq!(world.value::<i64>("SELECT count(*) FROM ledger WHERE kind = 'report'").await, 0);
    }
    for _ in 0..3 {
        send_monthly_report(&world.db, &mailer, None).await.unwrap();
    }
    let accepted = world.server.accepted();
    assert_eq!(accepted.len(), 2, "the month before was not sent at its time");
    let mail = &accepted[1];
    let month = Period::month_before(database_now(&world.db).await.unwrap()).unwrap().name();
    assert_eq!(mail.to, "privacy@own.example");
    assert_eq!(mail.header("Message-ID").unwrap(), format!("<report.{month}@own.example>"));
    assert_eq!(mail.header("Auto-Submitted").unwrap(), "auto-generated");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM ledger WHERE kind = 'report'").await, 2);
}

#[tokio::test]
async fn the_report_contains_the_figures_and_draws_the_ages_without_images() {
    let world = world().await;
    fill(&world, 40, "fresh", "now() - interval '10 days'").await;
    fill(&world, 10, "middle", "now() - interval '400 days'").await;
    fill(&world, 7, "gone", EXPIRED).await;
    fill(&world, 2, "held", "now() - interval '2 years 40 days'").await;
    for address in ["held1@visitor.example", "held2@visitor.example"] {
        done(&world, &["retention", "hold", "--email", address, "--reason", "a case", "--until", "2099-01-01"]).await;
    }
    done(&world, &["person", "erase", "fresh1@visitor.example", "--yes"]).await;
    done(&world, &["retention", "purge"]).await;
    let period = Period::month_of(database_now(&world.db).await.unwrap()).unwrap();
    let report = Report::read(&world.db, period).await.unwrap();
    let evidence = &report.evidence;
    assert_eq!((evidence.inquiries, evidence.purged, evidence.late, evidence.erased), (51, 7, 0, 1));
    assert_eq!((evidence.on_hold, evidence.holds_active, evidence.due, evidence.exports), (2, 2, 0, 0));
    assert_eq!(evidence.ages, [39, 0, 0, 0, 10, 0, 0, 0, 2]);
    let head = done(&world, &["ledger", "head"]).await;
    assert_eq!(evidence.head(), head.trim());
    let parts = report.render().unwrap().parts;
    assert!(parts.subject.ends_with("all in order"), "{}", parts.subject);
    for part in ["over 24 months", head.trim(), "ledger verify", "Mails in, without journeys"] {
        assert!(parts.text.contains(part) && parts.html.contains(part), "{part}");
    }
    assert!(!parts.html.contains("<svg") && !parts.html.contains("<img") && !parts.html.contains("http://"));
    assert!(parts.html.len() < 50_000, "{}", parts.html.len());
    for canary in ["Zquorvex", "Grobnitz", "visitor.example"] {
        assert!(!parts.html.contains(canary) && !parts.text.contains(canary), "{canary}");
    }
}

#[tokio::test]
async fn the_report_command_prints_writes_and_sends() {
    let world = world().await;
    done(&world, &["retention", "purge"]).await;
    assert!(done(&world, &["report"]).await.contains("Ledger head"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.html");
    let said = done(&world, &["report", "--out", file.to_str().unwrap(), "--send"]).await;
    assert!(said.contains("written to") && said.contains("sent to COMPLIANCE_TO"), "{said}");
    let accepted = world.server.accepted();
    let data = &only(&accepted).data;
    let mail = MessageParser::default().parse(data).unwrap();
    let html = mail.body_html(0).unwrap().replace("\r\n", "\n");
    let written = std::fs::read_to_string(&file).unwrap();
    assert_eq!(html.trim_end(), written.trim_end());
    assert!(mail.body_text(0).unwrap().contains("Ledger head"));
    world.server.script(&[FailureMode::Reply(Stage::Rcpt, "550 5.1.1 no such user")]);
    let error = refused(&world, &["report", "--send"]).await;
    assert!(error.contains("COMPLIANCE_TO was not sent (smtp_550_recipient)"), "{error}");
}

#[tokio::test]
async fn a_late_purge_and_a_failed_one_need_attention() {
    let world = world().await;
    fill(&world, 1, "late", "now() - interval '2 years 3 hours'").await;
    done(&world, &["retention", "purge"]).await;
    world.execute("INSERT INTO ledger (kind) VALUES ('failure')").await;
    let period = Period::month_of(database_now(&world.db).await.unwrap()).unwrap();
    let parts = Report::read(&world.db, period).await.unwrap().render().unwrap().parts;
    assert!(parts.subject.ends_with("needs attention"), "{}", parts.subject);
    for sentence in ["Inquiries purged more than two hours after they expired: 1.", "Failed purges: 1."] {
        assert!(parts.text.contains(sentence) && parts.html.contains(sentence), "{sentence}");
    }
}

/// The officer's faults are not the operator's.
#[tokio::test]
async fn late_requests_are_reported_and_send_the_officer_to_the_list() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    done(&world, &["retention", "purge"]).await;
    let long_ago: String =
        world.value("SELECT to_char(now() AT TIME ZONE 'UTC' - interval '31 days', 'YYYY-MM-DD')").await;
    let folder = tempfile::tempdir().unwrap();
    let pdf = folder.path().join("report.pdf");
    let reported = async |faults: [&str; 2]| {
        done(&world, &["report", "--pdf", pdf.to_str().unwrap()]).await;
        let text = done(&world, &["report"]).await;
        let page = String::from_utf8_lossy(&std::fs::read(&pdf).unwrap()).into_owned();
        std::fs::remove_file(&pdf).unwrap();
        assert!(faults.iter().all(|fault| text.contains(fault)) && page.contains(faults[0]), "{faults:?}: {text}");
        assert_eq!(text.contains("All in order"), faults == ["", ""], "{text}");
        assert!(!text.contains("operator") && !page.contains("operator"), "{text}");
        text
    };
    reported(["", ""]).await;
    for (number, kind, answer) in [(1, "access", "refused"), (2, "erasure", "granted")] {
        let address = format!("kreluonta{number}@visitor.example");
        done(&world, &["person", "request", "add", &address, "--kind", kind, "--received", &long_ago]).await;
        reported(["after their last day: 1;", "; see compliance person request list."]).await;
        if answer == "granted" {
            done(&world, &["person", "erase", &address, "--yes", "--out", folder.path().to_str().unwrap()]).await;
        } else {
            let id: String = world.value("SELECT id::text FROM data_subject_request WHERE closed_at IS NULL").await;
            done(&world, &super::answer(&id, answer, "reasons")).await;
        }
        reported([&format!("answered late: {number};"), "; see compliance person request list --closed."]).await;
    }
    // Neither erases anything.
    done(
        &world,
        &["retention", "hold", "--email", "kreluonta1@visitor.example", "--reason", "a case", "--until", "2099-01-01"],
    )
    .await;
    for address in ["nobody@visitor.example", "kreluonta1@visitor.example"] {
        done(&world, &["person", "erase", address, "--yes"]).await;
    }
    let text = reported(["answered late: 2;", ""]).await;
    for (label, value) in [
        ("Erasures", "1, of 1 inquiry; 2 that erased nothing\n"),
        ("Requests answered late", "2\n"),
        ("Entries about requests", "4\n"),
        ("Second officer's entries", "0\n"),
    ] {
        assert!(text.contains(&format!("{label:<28}{value}")), "{label}: {text}");
    }
}

#[tokio::test]
async fn an_erasure_of_which_the_person_was_not_told_is_reported_and_becomes_overdue() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    done(&world, &["retention", "purge"]).await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    done(&world, &["person", "erase", "kreluonta1@visitor.example", "--yes", "--out", out]).await;
    let id: String = world.value("SELECT id::text FROM data_subject_request").await;
    let reported = async |is_overdue: bool, untold: u32| {
        let text = done(&world, &["report"]).await;
        assert_eq!(text.contains("All in order"), !is_overdue && untold > 0, "{text}");
        assert_eq!(text.contains("after their last day: 1; see compliance person request list."), is_overdue, "{text}");
        let line = format!("{untold}, {} overdue, {untold} erased and not yet told\n", u8::from(is_overdue));
        assert!(text.contains(&format!("{:<28}{line}", "Requests to answer")), "{text}");
        let status = done(&world, &["retention", "status"]).await;
        assert!(status.contains(&format!("{:<23}{line}", "requests to answer")), "{status}");
        let overdue: i64 = world.value("SELECT requests_overdue FROM retention_gauges()").await;
        assert_eq!(overdue, i64::from(is_overdue));
        done(&world, &["person", "request", "list"]).await
    };
    let open = reported(false, 1).await;
    assert!(open.contains(&id) && open.contains("not yet told") && !open.contains("OVERDUE"), "{open}");
    world.execute("UPDATE data_subject_request SET received_at = now() - interval '31 days'").await;
    assert!(reported(true, 1).await.contains("OVERDUE"));
    assert!(refused(&world, &["person", "confirm", &id]).await.contains("no open request has the id"));
    done(&world, &super::answer(&id, "granted", "certificate")).await;
    // Late.
    assert!(reported(false, 0).await.contains("no request is open"));
}

#[tokio::test]
async fn a_reminder_is_sent_ten_days_before_each_day_to_which_the_last_one_moves() {
    let world = world().await;
    let mailer = world.mailer();
    fill(&world, 1, "kreluonta", "now()").await;
    for name in ["a", "b", "c"] {
        done(&world, &["person", "request", "add", &format!("{name}kreluonta@visitor.example"), "--kind", "access"])
            .await;
    }
    let age = "UPDATE data_subject_request SET received_at = now() - interval '1 day' * \
               CASE left(email_key, 1) WHEN 'a' THEN 20 WHEN 'b' THEN 19 ELSE 25 END; \
               UPDATE data_subject_request SET closed_at = now(), answered_on = now(), email_key = NULL WHERE email_key LIKE 'c%'";
    world.execute(age).await;
    world.server.script(&[FailureMode::Reply(Stage::Data, "451 later")]);
    assert!(remind(&world.db, &mailer).await.is_err());
    let reminded = async |count| {
        assert_eq!(remind(&world.db, &mailer).await.unwrap(), count);
        assert_eq!(remind(&world.db, &mailer).await.unwrap(), 0);
        world.server.accepted().pop().unwrap().data
    };
    let mail = reminded(1).await;
    assert!(mail.contains("Access") && !mail.contains("kreluonta"), "{mail}");

    // A hold moves the last day, and its release moves it back.
    done(&world, &["person", "request", "add", "kreluonta1@visitor.example", "--kind", "erasure"]).await;
    let of = "FROM data_subject_request WHERE kind = 'erasure'";
    let id: String = world.value(&format!("SELECT id::text {of}")).await;
    world
        .execute("UPDATE data_subject_request SET received_at = now() - interval '20 days' WHERE kind = 'erasure'")
        .await;
    let first = reminded(1).await;
    let hold =
        ["retention", "hold", "--email", "kreluonta1@visitor.example", "--reason", "a case", "--until", "2087-06-30"];
    done(&world, &hold).await;
    done(&world, &["person", "request", "wait", &id, "--channel", "mail"]).await;
    assert_eq!(remind(&world.db, &mailer).await.unwrap(), 0);
    world
        .execute("UPDATE legal_hold SET ends_at = now() - interval '1 second', placed_at = now() - interval '1 day'")
        .await;
    assert_eq!(remind(&world.db, &mailer).await.unwrap(), 0, "it is the former day");
    world.execute("UPDATE data_subject_request SET due_at = due_at - interval '1 day' WHERE kind = 'erasure'").await;
    let second = reminded(1).await;
    let message_id = |mail: &str| mail.lines().find(|line| line.starts_with("Message-ID:")).unwrap().to_owned();
    assert_ne!(message_id(&first), message_id(&second));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM ledger WHERE kind = 'reminder'").await, 3);

    // Erased, and the person not told.
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    done(&world, &["person", "erase", "kreluonta1@visitor.example", "--yes", "--out", out]).await;
    world.execute("UPDATE data_subject_request SET due_at = due_at + interval '1 day' WHERE kind = 'erasure'").await;
    assert!(reminded(1).await.contains("tell the person, and note it"));
}

#[tokio::test]
async fn the_reminder_and_the_document_say_that_a_request_waits_for_a_hold() {
    let world = world().await;
    let mailer = world.mailer();
    fill(&world, 1, "kreluonta", "now()").await;
    let address = "kreluonta1@visitor.example";
    let day = async |days: i32| -> String {
        world.value(&format!("SELECT to_char(now() AT TIME ZONE 'UTC' + interval '{days} days', 'YYYY-MM-DD')")).await
    };
    let (received, until) = (day(-25).await, day(2).await);
    done(&world, &["person", "request", "add", address, "--kind", "erasure", "--received", &received]).await;
    let id: String = world.value("SELECT id::text FROM data_subject_request").await;
    done(&world, &["retention", "hold", "--email", address, "--reason", "a case", "--until", &until]).await;
    done(&world, &["person", "request", "wait", &id, "--channel", "mail"]).await;
    let hold: String = world.value("SELECT id::text FROM legal_hold").await;
    let folder = tempfile::tempdir().unwrap();
    let pdf = folder.path().join("report.pdf");
    let in_the_mail: String =
        world.value("SELECT to_char((now() AT TIME ZONE 'UTC') + interval '2 days', 'FMDD FMMonth YYYY')").await;
    let said = async |waits: bool| {
        assert_eq!(remind(&world.db, &mailer).await.unwrap(), 1);
        let data = world.server.accepted().pop().unwrap().data;
        let mail = MessageParser::default().parse(&data).unwrap();
        let (text, html) = (mail.body_text(0).unwrap(), mail.body_html(0).unwrap());
        assert_eq!(
            text.contains(&format!("waits    for a legal hold until {in_the_mail}, 23:59 UTC")),
            waits,
            "{text}"
        );
        assert_eq!(html.contains(&format!("Waits for a legal hold until {in_the_mail}, 23:59 UTC")), waits, "{html}");
        done(&world, &["report", "--pdf", pdf.to_str().unwrap()]).await;
        let page = String::from_utf8_lossy(&std::fs::read(&pdf).unwrap()).into_owned();
        assert_eq!(page.contains(&format!("waits for a hold until {until}")), waits, "{page}");
    };
    said(true).await;
    done(&world, &["retention", "release", &hold]).await;
    said(false).await;
}

#[tokio::test]
async fn a_months_report_has_the_state_at_its_end_not_todays() {
    let world = world().await;
    age_ledger(&world).await;
    fill(&world, 5, "stored", "now() - interval '100 days'").await;
    // The first purge of this month.
    done(&world, &["retention", "purge"]).await;
    fill(&world, 7, "later", "now()").await;
    done(&world, &["person", "request", "add", "later1@visitor.example", "--kind", "access"]).await;
    world.execute("UPDATE data_subject_request SET received_at = now() - interval '31 days'").await;
    done(&world, &["retention", "purge"]).await;
    let now = database_now(&world.db).await.unwrap();
    let this = Report::read(&world.db, Period::month_of(now).unwrap()).await.unwrap().evidence;
    assert_eq!((this.inquiries, this.requests_overdue), (12, 1));
    let last = Report::read(&world.db, Period::month_before(now).unwrap()).await.unwrap().evidence;
    assert_eq!((last.inquiries, last.requests_overdue), (5, 0));
    assert!(last.state_at <= this.state_at);
    assert_eq!(world.value::<i64>("SELECT count(*) FROM ledger WHERE kind = 'state'").await, 1);
}

/// Each fault by what is stored, in a database whose purge ran just now.
#[tokio::test]
async fn in_order_means_that_no_row_is_stored_for_longer_than_promised() {
    let subject = async |world: &World| {
        let period = Period::month_of(database_now(&world.db).await.unwrap()).unwrap();
        let parts = Report::read(&world.db, period).await.unwrap().render().unwrap().parts;
        (parts.subject, parts.text)
    };
    let world = world().await;
    assert!(subject(&world).await.0.ends_with("not yet running"));
    fill(&world, 3, "here", "now() - interval '1 year'").await;
    done(&world, &["retention", "purge"]).await;
    assert!(subject(&world).await.0.ends_with("all in order"));
    for (fault, undo, sentence) in [
        (
            "UPDATE inquiry SET last_contact_at = now() - interval '2 years 11 minutes', received_at = last_contact_at \
             - interval '1 year'; UPDATE inquiry SET received_at = last_contact_at",
            "UPDATE inquiry SET last_contact_at = now(), received_at = now()",
            "Expired inquiries that wait for the purge, hidden from the application: 3, the oldest for 11 min.",
        ),
        (
            "UPDATE inquiry SET last_contact_at = now() - interval '1 hour'",
            "UPDATE inquiry SET received_at = last_contact_at",
            "Inquiries whose last contact no recorded contact explains: 3.",
        ),
        (
            "INSERT INTO ledger (kind, detail) VALUES ('purge', '{\"tables\": [\"legal_hold\"]}'); \
             ALTER TABLE ledger DROP CONSTRAINT ledger_columns_match, DISABLE TRIGGER ALL; \
             UPDATE ledger SET at = now() - interval '4 hours' WHERE detail ? 'tables'; \
             ALTER TABLE ledger ENABLE TRIGGER ALL",
            "SELECT reclaim_table('legal_hold')",
            "Tables whose files have deleted bytes for longer than promised: 1.",
        ),
        ("SELECT lo_from_bytea(4242, 'x')", "SELECT lo_unlink(4242)", "Large objects in the database"),
    ] {
        world.execute(fault).await;
        let (subject_with, text) = subject(&world).await;
        assert!(subject_with.ends_with("needs attention"), "{sentence}");
        assert!(text.replace('\n', " ").contains(sentence), "{sentence}: {text}");
        world.execute(undo).await;
        let (subject_without, text) = subject(&world).await;
        assert!(subject_without.ends_with("all in order"), "{sentence}: {text}");
    }
}
