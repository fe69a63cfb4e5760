//! The evidence mail and the reminder.

use mail_parser::MessageParser;
use worker::{
    db::database_now,
    ledger::Period,
    privacy::remind,
    report::{Report, send_monthly_report},
};

use super::{EXPIRED, done, fill, refused, world};
use crate::support::{FailureMode, Record, Stage, World};

/// As if the ledger had begun two months ago.
async fn age_ledger(world: &World) {
    world
        .execute(
            "ALTER TABLE ledger DISABLE TRIGGER ALL; UPDATE ledger SET at = now() - interval '2 months' WHERE seq = 1; \
             ALTER TABLE ledger ENABLE TRIGGER ALL",
        )
        .await;
}

fn only(accepted: &[Record]) -> &Record {
    assert_eq!(accepted.len(), 1);
    &accepted[0]
}

#[tokio::test]
async fn last_months_report_is_tried_until_it_is_sent_once() {
    let world = world().await;
    let mailer = world.mailer();
    send_monthly_report(&world.db, &mailer).await.unwrap();
    assert!(world.server.accepted().is_empty(), "there is nothing to report of a month before the ledger began");
    age_ledger(&world).await;
    world
        .server
        .script(&[FailureMode::Reply(Stage::Rcpt, "451 4.7.1 later"), FailureMode::Reply(Stage::Mail, "550 5.7.1 no")]);
    for _ in 0..2 {
        assert!(send_monthly_report(&world.db, &mailer).await.is_err());
        assert_eq!(world.value::<i64>("SELECT count(*) FROM ledger WHERE kind = 'report'").await, 0);
    }
    for _ in 0..3 {
        send_monthly_report(&world.db, &mailer).await.unwrap();
    }
    let accepted = world.server.accepted();
    let mail = only(&accepted);
    let month = Period::month_before(database_now(&world.db).await.unwrap()).unwrap().name();
    assert_eq!(mail.to, "privacy@own.example");
    assert_eq!(mail.header("Message-ID").unwrap(), format!("<report.{month}@own.example>"));
    assert_eq!(mail.header("Auto-Submitted").unwrap(), "auto-generated");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM ledger WHERE kind = 'report'").await, 1);
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
    let parts = report.render().unwrap();
    assert!(parts.subject.ends_with("all in order"), "{}", parts.subject);
    for part in ["over 24 months", head.trim(), "ledger verify"] {
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
    let data = only(&accepted).data.replace("\r\n..", "\r\n.");
    let mail = MessageParser::default().parse(&data).unwrap();
    let html = mail.body_html(0).unwrap().replace("\r\n", "\n");
    let written = std::fs::read_to_string(&file).unwrap();
    assert_eq!(html.trim_end(), written.trim_end());
    assert!(mail.body_text(0).unwrap().contains("Ledger head"));
    world.server.script(&[FailureMode::Reply(Stage::Rcpt, "550 5.1.1 no such user")]);
    let error = refused(&world, &["report", "--send"]).await;
    assert!(error.contains("COMPLIANCE_TO was not sent (smtp_550)"), "{error}");
}

#[tokio::test]
async fn a_late_purge_and_a_failed_one_need_attention() {
    let world = world().await;
    fill(&world, 1, "late", "now() - interval '2 years 3 hours'").await;
    done(&world, &["retention", "purge"]).await;
    world.execute("INSERT INTO ledger (kind) VALUES ('failure')").await;
    let period = Period::month_of(database_now(&world.db).await.unwrap()).unwrap();
    let parts = Report::read(&world.db, period).await.unwrap().render().unwrap();
    assert!(parts.subject.ends_with("needs attention"), "{}", parts.subject);
    for sentence in ["Inquiries purged more than two hours after they expired: 1.", "Failed purges: 1."] {
        assert!(parts.text.contains(sentence) && parts.html.contains(sentence), "{sentence}");
    }
}

#[tokio::test]
async fn a_reminder_is_sent_once_at_day_twenty() {
    let world = world().await;
    let mailer = world.mailer();
    for name in ["a", "b", "c"] {
        done(&world, &["person", "request", "add", &format!("{name}kreluonta@visitor.example"), "--kind", "access"])
            .await;
    }
    world
        .execute(
            "UPDATE data_subject_request SET received_at = now() - CASE WHEN email_key LIKE 'a%' THEN interval '20 days 1 minute' \
                WHEN email_key LIKE 'b%' THEN interval '19 days 23 hours' ELSE interval '25 days' END; \
             UPDATE data_subject_request SET closed_at = now(), email_key = NULL WHERE email_key LIKE 'c%'",
        )
        .await;
    world.server.script(&[FailureMode::Reply(Stage::Data, "451 later")]);
    assert!(remind(&world.db, &mailer).await.is_err());
    assert_eq!(remind(&world.db, &mailer).await.unwrap(), 1);
    assert_eq!(remind(&world.db, &mailer).await.unwrap(), 0);
    let accepted = world.server.accepted();
    let mail = only(&accepted);
    assert!(mail.data.contains("Access") && !mail.data.contains("kreluonta"), "{}", mail.data);
}
