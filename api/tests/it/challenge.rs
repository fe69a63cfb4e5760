use std::{
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use api::bot_check::{BotCheck, ChallengeOut, TokenVerdict};
use axum::{body::Body, http::Request};
use entity::Digest;
use futures::{
    StreamExt,
    future::{BoxFuture, ready},
    stream::FuturesUnordered,
};
use tokio::time::timeout;

use crate::support::{TestApp, call, config};

/// A provider whose challenges take as long as the test wants.
#[derive(Debug, Default)]
struct Laborious {
    at_work: AtomicUsize,
    most_at_work: AtomicUsize,
    is_done: Mutex<bool>,
    done: Condvar,
}

#[derive(Debug)]
struct Provider(Arc<Laborious>);

impl BotCheck for Provider {
    fn challenge(&self) -> Option<ChallengeOut> {
        let at_work = self.0.at_work.fetch_add(1, Ordering::SeqCst) + 1;
        self.0.most_at_work.fetch_max(at_work, Ordering::SeqCst);
        let done = self.0.done.wait_while(self.0.is_done.lock().unwrap(), |is_done| !*is_done).unwrap();
        drop(done);
        self.0.at_work.fetch_sub(1, Ordering::SeqCst);
        Some(ChallengeOut::Turnstile { site_key: "site-key".into() })
    }

    fn digest(&self, token: &str) -> Digest {
        Digest::of(token)
    }

    fn verify<'a>(&'a self, _: &'a str) -> BoxFuture<'a, TokenVerdict> {
        Box::pin(ready(TokenVerdict::Refused))
    }
}

#[tokio::test]
async fn a_flood_from_many_addresses_gets_one_core_and_the_rest_come_back() {
    let laborious = Arc::new(Laborious::default());
    let app = TestApp::start_with(config(), Some(Box::new(Provider(Arc::clone(&laborious))))).await;
    let get = |n: u8| {
        let mut request = Request::get("/api/challenge").body(Body::empty()).unwrap();
        request.extensions_mut().insert(api::Peer((([198, 51, 100, n]), 1).into()));
        call(&app.public, request)
    };
    let mut answers: FuturesUnordered<_> = (0..300_u16).map(|n| get(u8::try_from(n % 250).unwrap())).collect();
    // 256 wait; the others are refused at once.
    let shed = async {
        for _ in 256..300 {
            let answer = answers.next().await.unwrap();
            assert_eq!(answer.failure(), (503, "unavailable"));
            assert_eq!(answer.header("retry-after"), "1");
        }
    };
    let shed = timeout(Duration::from_secs(9), shed).await;
    *laborious.is_done.lock().unwrap() = true;
    laborious.done.notify_all();
    shed.expect("the others are refused while these wait");
    while let Some(answer) = answers.next().await {
        assert_eq!(answer.status.as_u16(), 200, "{answer:?}");
    }
    assert_eq!(laborious.most_at_work.load(Ordering::SeqCst), 1);
}
