//! The other end of `ALERT_WEBHOOK_URL`.

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    time::timeout,
};

use super::{CANARIES, PATIENCE};

pub(crate) struct Hook {
    listener: TcpListener,
    pub(crate) url: String,
}

impl Hook {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        Self { listener, url }
    }

    /// The next alert. It names nobody.
    pub(crate) async fn take(&self) -> Value {
        let post = timeout(PATIENCE, self.take_post()).await.expect("an alert comes");
        assert!(CANARIES.iter().all(|canary| !post.contains(canary)), "{post}");
        serde_json::from_str(post.split_once("\r\n\r\n").unwrap().1).unwrap()
    }

    async fn take_post(&self) -> String {
        let (mut tcp, _) = self.listener.accept().await.unwrap();
        let mut request = Vec::new();
        while !request.ends_with(b"}") {
            assert!(tcp.read_buf(&mut request).await.unwrap() > 0);
        }
        tcp.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n").await.unwrap();
        String::from_utf8(request).unwrap()
    }
}
