//! The steps of a request share its time.

use std::{
    convert::Infallible,
    time::{Duration, Instant},
};

use api::{
    App, Overrides,
    bot_check::{BotCheck, TokenVerdict},
};
use axum::body::Body;
use entity::Clock;
use futures::{future::pending, stream};
use http_body_util::BodyExt;
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use testdb::TestDatabase;
use tokio::{sync::mpsc, time::sleep};

use crate::support::{call, config, inquiry, post_request, verifier::verifier};

/// A provider that never answers, or after this time.
fn slow(answers_after: Option<Duration>) -> Box<dyn BotCheck> {
    verifier(move |_| {
        let Some(after) = answers_after else { return Box::pin(pending()) };
        Box::pin(async move {
            sleep(after).await;
            TokenVerdict::Pass
        })
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_upload_in_an_outage_of_the_bot_check_is_stored_as_unverified() {
    assert_eq!(stored_after_a_slow_upload(slow(None)).await, "unverified");
}

/// Nobody chooses to be unverified by sending slowly.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_upload_leaves_the_bot_check_its_time() {
    assert_eq!(stored_after_a_slow_upload(slow(Some(Duration::from_millis(2500)))).await, "verified");
}

/// The status of the inquiry's bot check.
async fn stored_after_a_slow_upload(bot_check: Box<dyn BotCheck>) -> String {
    let database = TestDatabase::create().await;
    let overrides = Overrides { bot_check: Some(bot_check), accepts_unsafe_server: true, ..Overrides::default() };
    let app = App::new(&config(), database.app().await, Clock::system(), overrides).unwrap();
    let (sender, receiver) = mpsc::channel::<Result<Vec<u8>, Infallible>>(1);
    let mut request = post_request(&inquiry("token"), None);
    let body = request.body_mut().collect().await.unwrap().to_bytes().to_vec();
    *request.body_mut() = Body::from_stream(stream::unfold(receiver, async |mut receiver| {
        receiver.recv().await.map(|piece| (piece, receiver))
    }));
    let began = Instant::now();
    let upload = async move {
        let (start, end) = body.split_at(20);
        sender.send(Ok(start.to_vec())).await.unwrap();
        sleep(Duration::from_millis(5500)).await;
        sender.send(Ok(end.to_vec())).await.unwrap();
    };
    let (response, ()) = tokio::join!(call(&app.public, request), upload);
    assert_eq!(response.status.as_u16(), 201, "{response:?} after {:?}", began.elapsed());
    let sql = Statement::from_string(DbBackend::Postgres, "SELECT bot_check FROM inquiry");
    database.admin().await.query_one_raw(sql).await.unwrap().unwrap().try_get("", "bot_check").unwrap()
}
