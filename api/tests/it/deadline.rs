//! The steps of a request share its time.

use std::{
    convert::Infallible,
    time::{Duration, Instant},
};

use api::{
    App, Overrides,
    bot_check::{BotCheck, ChallengeOut, TokenVerdict},
};
use axum::body::Body;
use entity::{Clock, Digest};
use futures::{
    future::{BoxFuture, pending},
    stream,
};
use http_body_util::BodyExt;
use testdb::TestDatabase;
use tokio::{sync::mpsc, time::sleep};

use crate::support::{call, config, inquiry, post_request};

/// A provider that never answers.
#[derive(Debug)]
struct Hanging;

impl BotCheck for Hanging {
    fn challenge(&self) -> Option<ChallengeOut> {
        None
    }

    fn digest(&self, token: &str) -> Digest {
        Digest::of(token)
    }

    fn verify<'a>(&'a self, _: &'a str) -> BoxFuture<'a, TokenVerdict> {
        Box::pin(pending())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_upload_in_an_outage_of_the_bot_check_is_stored_as_unverified() {
    let database = TestDatabase::create().await;
    let overrides =
        Overrides { bot_check: Some(Box::new(Hanging)), accepts_unsafe_server: true, ..Overrides::default() };
    let app = App::with(&config(), database.app().await, Clock::system(), overrides).unwrap();
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
}
