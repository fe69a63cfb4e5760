//! Faults of the servers that the product needs, each named with its setting.

use axum::http::StatusCode;

use super::{CHALLENGE, REFUSAL, check, check_with, site};
use crate::support::{FailureMode, SmtpFake, Stage, Tls, World};

#[tokio::test]
async fn without_send_the_relay_is_greeted_and_gets_no_mail() {
    let world = World::with(SmtpFake::start(0, Tls::None, false).unwrap()).await;
    check(&world).await.expect("relay", "OK", "");
    assert_eq!((world.server.connections(), world.server.mails_begun(), world.server.accepted().len()), (1, 1, 0));
}

#[tokio::test]
async fn a_relay_that_refuses_us_is_found() {
    let world = World::new().await;
    for (act, code) in [
        (FailureMode::Reply(Stage::Greeting, "554 no mail from krelvonta"), "smtp_554"),
        (FailureMode::Reply(Stage::Ehlo, "421 not now"), "smtp_421"),
        (FailureMode::Close(Stage::Greeting), "greeting_lost"),
        (FailureMode::Reply(Stage::Mail, "550 5.7.1 not krelvonta"), "refuses our sender (smtp_550). Let the login"),
        (FailureMode::Reply(Stage::Mail, "451 later"), "takes no mail now (smtp_451)"),
        (FailureMode::Close(Stage::Mail), "takes no mail now (mail_lost)"),
        (FailureMode::Reply(Stage::Rcpt, "554 5.7.1 no relaying"), "refuses mail to COMPLIANCE_TO (smtp_554)"),
    ] {
        world.server.script(&[act]);
        check(&world).await.expect("relay", "CRITICAL", code);
    }
    world.server.script(&[FailureMode::Reply(Stage::Rcpt, "452 4.2.2 full")]);
    check(&world).await.expect("relay", "OK", "");
    let url = format!("smtp://localhost:{}?tls=required", world.server.address.port());
    check_with(&world, &[], &[("SMTP_URL", &url)]).await.expect("relay", "CRITICAL", "tls_failed");
    check_with(&world, &[], &[("SMTP_URL", "smtp://127.0.0.1:1")]).await.expect("relay", "CRITICAL", "connect_lost");
    world.server.script(&[FailureMode::Accept, FailureMode::Reply(Stage::Rcpt, "550 5.1.1 no")]);
    check_with(&world, &["--send"], &[]).await.expect("mail", "CRITICAL", "smtp_550");
    let no_null_sender = FailureMode::Reply(Stage::Mail, "550 5.7.1 no null sender");
    world.server.script(&[FailureMode::Accept, FailureMode::Accept, no_null_sender]);
    let checked = check_with(&world, &["--send"], &[]).await;
    checked.expect("mail", "OK", "");
    checked.expect("auto-reply", "CRITICAL", "smtp_550). Check MAIL_RETURN_PATH");
}

#[tokio::test]
async fn each_fault_of_the_relay_names_its_setting_and_the_remedy() {
    let world = World::new().await;
    let secure = SmtpFake::start(0, Tls::Implicit, true).unwrap();
    let certificate = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(certificate.path(), &secure.authority).unwrap();
    let trusted = ("SMTP_CA_FILE", certificate.path().to_str().unwrap());
    let (clear, secure) = (world.server.address.port(), secure.address.port());
    for (url, with, expected) in [
        (
            format!("smtps://localhost:{clear}"),
            vec![],
            "SMTP_URL: the server does not speak TLS on this port (tls_failed). Port 465",
        ),
        (format!("smtp://localhost:{clear}?tls=required"), vec![], "SMTP_URL: the server does not speak TLS"),
        (
            format!("smtps://localhost:{secure}"),
            vec![],
            "unknown authority (tls_failed). If the authority is your own, SMTP_CA_FILE",
        ),
        (
            format!("smtps://127.0.0.1:{secure}"),
            vec![trusted],
            "certificate is for another name (tls_failed). Write the name",
        ),
        (
            format!("smtp://u:hush@localhost:{clear}"),
            vec![],
            "SMTP_URL: the relay offers no login (auth_unsupported). Use its port",
        ),
        (
            "smtp://localhost:1".to_owned(),
            vec![],
            "SMTP_URL: the relay cannot be reached (connect_lost). Check host, port",
        ),
        (
            "smtps://relay.invalid".to_owned(),
            vec![],
            "SMTP_URL: its host name has no address (dns_failed). Correct the name",
        ),
    ] {
        let settings = [vec![("SMTP_URL", url.as_str())], with].concat();
        check_with(&world, &[], &settings).await.expect("relay", "CRITICAL", expected);
    }
}

#[tokio::test]
async fn each_fault_of_the_mailbox_names_its_setting_and_the_remedy() {
    let world = World::new().await;
    let secure = SmtpFake::start(0, Tls::Implicit, true).unwrap().address.port();
    let clear = world.server.address.port();
    let imap = testkit::imap::ImapFake::start().unwrap();
    let own = imap.url("desk:hush");
    for (url, with, expected) in [
        (
            format!("imaps://desk:hush@localhost:{clear}"),
            vec![],
            "IMAP_URL: the server does not speak TLS on this port. Write",
        ),
        (
            format!("imaps://desk:hush@localhost:{secure}"),
            vec![],
            "unknown authority. If the authority is your own, IMAP_CA_FILE",
        ),
        (
            format!("imap://desk:hush@localhost:{clear}"),
            vec![],
            "IMAP_URL: what listens there does not speak IMAP. Write",
        ),
        ("imaps://desk:hush@localhost:1".to_owned(), vec![], "IMAP_URL: the server cannot be reached. Check its name"),
        (own.clone(), vec![("IMAP_FOLDER", "Support")], "IMAP_FOLDER: there is no such folder. Create it"),
        (own, vec![("IMAP_PROCESSED_FOLDER", "No/Such")], "IMAP_PROCESSED_FOLDER: it cannot be used. Create it"),
    ] {
        let key = "1:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
        let mailbox = [("INTAKE", "imap"), ("REPLY_ADDRESS", "@reply.own.example"), ("REPLY_HMAC_KEYS", key)];
        let settings = [mailbox.to_vec(), vec![("IMAP_URL", url.as_str())], with].concat();
        check_with(&world, &[], &settings).await.expect("mailbox", "CRITICAL", expected);
    }
}

/// After a restore without its secrets, every reply would be refused.
#[tokio::test]
async fn another_key_than_the_mails_were_signed_with_is_found() {
    let world = World::new().await;
    world.notification().await;
    world.drain(&world.delivery_with_intake(&crate::intake::settings_with(&[]))).await;
    let former = crate::intake::KEYS;
    let new = former.replace("1:00", "1:ff");
    let both = format!("{},{former}", new.replace("1:", "2:"));
    for (keys, level) in [(former, "OK"), (new.as_str(), "CRITICAL"), (both.as_str(), "OK")] {
        let settings = [("INTAKE", "pipe"), ("REPLY_ADDRESS", "@reply.own.example"), ("REPLY_HMAC_KEYS", keys)];
        check_with(&world, &[], &settings).await.expect("reply keys", level, "signed");
    }
    crate::intake::settings_with(&[]).fingerprint_key.open(&world.db).await.unwrap();
    for (keys, level, part) in
        [(new.as_str(), "CRITICAL", "known mails are forgotten"), (both.as_str(), "OK", "signed")]
    {
        let settings = [("INTAKE", "pipe"), ("REPLY_ADDRESS", "@reply.own.example"), ("REPLY_HMAC_KEYS", keys)];
        check_with(&world, &[], &settings).await.expect("reply keys", level, part);
    }
    world.execute("REVOKE SELECT ON fingerprint_key FROM inquiry_app").await;
    let settings = [("INTAKE", "pipe"), ("REPLY_ADDRESS", "@reply.own.example"), ("REPLY_HMAC_KEYS", former)];
    check_with(&world, &[], &settings).await.expect("reply keys", "CRITICAL", "refuses the query");
}

#[tokio::test]
async fn a_site_whose_form_does_not_work_is_found() {
    let world = World::new().await;
    let page = (StatusCode::OK, "<h1>Back soon</h1>");
    let away = (StatusCode::SERVICE_UNAVAILABLE, r#"{"error":"x","code":"unavailable"}"#);
    for (url, part) in [
        (site(away, REFUSAL).await, "challenge got 503"),
        (site((StatusCode::FOUND, ""), REFUSAL).await, "challenge got 302"),
        (site(page, REFUSAL).await, "the answer is not the api's"),
        (site((StatusCode::OK, r#"{"provider":"other"}"#), REFUSAL).await, "the answer is not the api's"),
        (site(CHALLENGE, away).await, "an inquiry without a solved challenge got 503"),
        (site(CHALLENGE, (StatusCode::FORBIDDEN, r#"{"code":"cross_origin"}"#)).await, "code cross_origin"),
        ("http://127.0.0.1:1".to_owned(), "nothing listens at its address. Does the proxy run"),
    ] {
        check_with(&world, &[], &[("PUBLIC_URL", &url)]).await.expect("site", "CRITICAL", part);
    }
}

#[tokio::test]
async fn a_refused_login_is_found() {
    let world = World::with(SmtpFake::start(0, Tls::Implicit, true).unwrap()).await;
    let url = world.server.url().replace("smtps://", "smtps://user:word@");
    let certificate = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(certificate.path(), &world.server.authority).unwrap();
    let settings = [("SMTP_URL", url.as_str()), ("SMTP_CA_FILE", certificate.path().to_str().unwrap())];
    check_with(&world, &[], &settings).await.expect("relay", "OK", "login");
    world.server.script(&[FailureMode::Reply(Stage::Auth, "535 5.7.8 wrong")]);
    check_with(&world, &[], &settings).await.expect("relay", "CRITICAL", "smtp_535");
}
