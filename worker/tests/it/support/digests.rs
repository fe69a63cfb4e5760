//! What the tests of daily digests share: consultants, their links, and days that pass.

use std::sync::Arc;

use chrono::Days;
use entity::{Clock, env::Env, notify_routes::NotifyRoutes};
use mailer::{MailSettings, Mailer};
use uuid::Uuid;
use worker::{
    digest::{Reviewers, send_digests},
    intake::IntakeSettings,
};

use super::World;
use crate::intake::{dmarc, mail, settle_by, take};

pub(crate) const COLLEAGUE: &str = "ben@own.example";

pub(crate) fn routes() -> NotifyRoutes {
    let env = Env::from_pairs([("NOTIFY_TO", "anna@own.example,ben@own.example")]);
    NotifyRoutes::from_env(&env).unwrap()
}

/// The receiving host's word about a consultant.
pub(crate) fn proven() -> String {
    dmarc("pass").replace("visitor.example", "own.example")
}

/// Office hours of another day.
pub(crate) fn closed_today() -> String {
    let another_day = (Clock::system().now() + Days::new(3)).format("%a").to_string();
    format!("{} 08:00-18:00", &another_day[..2])
}

pub(crate) fn mailer(world: &World, settings: &IntakeSettings, hours: &str) -> Mailer {
    let env = Env::from_pairs([("MAIL_FROM", "desk@own.example"), ("OFFICE_HOURS", hours)]);
    let signed = Some(Arc::clone(&settings.addresses));
    world.mailer_with(MailSettings { signed, ..MailSettings::from_env(&env).unwrap() })
}

/// An hour later, with no promise to watch. Returns how many mails were sent so far.
pub(crate) async fn send(world: &World, mailer: &Mailer, reviewers: &Reviewers) -> usize {
    pass_an_hour(world).await;
    send_digests(&world.db, mailer, None, reviewers, &world.delivery().alerts).await.unwrap();
    world.server.accepted().len()
}

/// Since what no digest tells of has come, and since those were tried that could not be sent.
pub(crate) async fn pass_an_hour(world: &World) {
    world
        .execute(
            "UPDATE spam_check SET checked_at = checked_at - interval '1 hour' WHERE told_at IS NULL; \
             UPDATE intake SET settled_at = settled_at - interval '1 hour' WHERE told_at IS NULL; \
             UPDATE digest_mail SET next_attempt_at = now()",
        )
        .await;
}

/// Since the digests that were begun.
pub(crate) async fn pass_ten_minutes(world: &World) {
    world
        .execute(
            "UPDATE spam_check SET told_at = told_at - interval '10 minutes'; \
             UPDATE intake SET told_at = told_at - interval '10 minutes'; \
             UPDATE digest_mail SET created_at = created_at - interval '10 minutes'",
        )
        .await;
}

/// What a link of a digest writes to the address `to`.
pub(crate) async fn decide(
    world: &World,
    settings: &IntakeSettings,
    to: &str,
    from: &str,
    headers: &str,
    text: &str,
) -> Uuid {
    let raw = mail(from, &Uuid::new_v4().to_string(), headers).replace("Wimplethorpe answers.", text);
    let id = take(world, to, &raw).await;
    settle_by(world, settings).await;
    id
}

/// A day passes since the digests that were sent.
pub(crate) async fn pass_a_day(world: &World) {
    world
        .execute(
            "UPDATE spam_check SET told_at = told_at - interval '1 day', checked_at = checked_at - interval '1 day'; \
             UPDATE intake SET told_at = told_at - interval '1 day', settled_at = settled_at - interval '1 day'; \
             UPDATE promise_watch SET digest_on = digest_on - 1; \
             UPDATE digest_mail SET day = day - 1, created_at = created_at - interval '1 day'",
        )
        .await;
}
