//! No mail and no login over an insecure channel.

use entity::outbox::OutboxState;
use outbox::Kinds;

use crate::support::{FailureMode, SmtpFake, Stage, Tls, World};

#[tokio::test]
async fn mails_are_sent_over_starttls_and_implicit_tls() {
    for tls in [Tls::StartTls, Tls::Implicit] {
        let world = World::with(SmtpFake::start(0, tls, false).unwrap()).await;
        for _ in 0..3 {
            world.notification().await;
        }
        world.drain(&world.delivery()).await;
        let mails = world.server.accepted();
        assert_eq!(mails.len(), 3, "{tls:?}: {:?}", world.rows().await[0].last_code);
        assert!(mails.iter().all(|mail| mail.is_encrypted));
        assert_eq!(world.server.connections(), 1);
    }
}

#[tokio::test]
async fn a_server_that_offers_no_tls_gets_nothing() {
    let world = World::new().await;
    let row = world.notification().await;
    let url = format!("smtp://localhost:{}?tls=required", world.server.address.port());
    world.drain(&world.delivery_to(&url)).await;
    let row = world.row(row.id).await;
    assert_eq!((row.state, row.last_code.as_deref()), (OutboxState::Retry, Some("tls_failed")));
    assert_eq!(world.server.mails_begun(), 0);
}

#[tokio::test]
async fn a_server_with_an_untrusted_certificate_gets_nothing() {
    for tls in [Tls::StartTls, Tls::Implicit] {
        let mut server = SmtpFake::start(0, tls, false).unwrap();
        // The client trusts another server's certificate.
        server.authority = SmtpFake::start(0, tls, false).unwrap().authority;
        let world = World::with(server).await;
        let row = world.notification().await;
        world.drain(&world.delivery()).await;
        let row = world.row(row.id).await;
        assert_eq!((row.state, row.last_code.as_deref()), (OutboxState::Retry, Some("tls_failed")), "{tls:?}");
        assert_eq!(world.server.mails_begun(), 0, "{tls:?}");
    }
}

#[tokio::test]
async fn a_server_with_a_certificate_for_another_name_gets_nothing() {
    let world = World::with(SmtpFake::start(0, Tls::Implicit, false).unwrap()).await;
    let row = world.notification().await;
    world.drain(&world.delivery_to(&format!("smtps://{}", world.server.address))).await;
    assert_eq!(world.row(row.id).await.last_code.as_deref(), Some("tls_failed"));
    assert_eq!(world.server.mails_begun(), 0);
}

#[tokio::test]
async fn replies_injected_in_clear_before_tls_are_ignored() {
    let world = World::with(SmtpFake::start(0, Tls::StartTls, false).unwrap()).await;
    let row = world.notification().await;
    world.server.script(&[FailureMode::Inject]);
    world.drain(&world.delivery()).await;
    let row = world.row(row.id).await;
    assert_eq!((row.state, row.last_code.as_deref()), (OutboxState::Retry, Some("tls_failed")));
    assert!(world.server.accepted().is_empty());
}

#[tokio::test]
async fn a_refused_login_is_a_configuration_fault() {
    let world = World::with(SmtpFake::start(0, Tls::Implicit, true).unwrap()).await;
    let url = world.server.url().replace("smtps://", "smtps://user:word@");
    let row = world.notification().await;
    world.server.script(&[FailureMode::Reply(Stage::Auth, "535 5.7.8 wrong")]);
    let delivery = world.delivery_to(&url);
    world.drain(&delivery).await;
    let after = world.row(row.id).await;
    assert_eq!((after.state, after.attempts, after.last_code.as_deref()), (OutboxState::Retry, 0, Some("smtp_535")));
    assert_eq!(delivery.senders.working(), Kinds::NONE);
    world.pass("2 minutes").await;
    world.drain(&world.delivery_to(&url)).await;
    assert_eq!(world.row(row.id).await.state, OutboxState::Sent);
}

#[tokio::test]
async fn a_server_without_a_login_mechanism_is_a_configuration_fault() {
    let world = World::with(SmtpFake::start(0, Tls::Implicit, false).unwrap()).await;
    let row = world.notification().await;
    let url = world.server.url().replace("smtps://", "smtps://user:word@");
    world.drain(&world.delivery_to(&url)).await;
    let row = world.row(row.id).await;
    assert_eq!((row.attempts, row.last_code.as_deref()), (0, Some("auth_unsupported")));
}
