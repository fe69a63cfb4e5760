//! What stands between a visitor and the api: the name, the proxy, its certificate.

use std::time::Duration;

use testkit::smtp::Certificates;
use tokio::{io::AsyncWriteExt, net::TcpListener};
use tokio_rustls::TlsAcceptor;
use worker::site::{Site, Step};

pub(crate) const DAY: Duration = Duration::from_hours(24);

/// A proxy with a certificate that began so long ago. Returns its address and its authority.
pub(crate) async fn proxy(age: Duration, life: Duration) -> (String, Vec<u8>) {
    let Certificates { authority, config } = Certificates::valid(age, life).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    let acceptor = TlsAcceptor::from(config);
    tokio::spawn(async move {
        loop {
            let (tcp, _) = listener.accept().await.unwrap();
            let _ = acceptor.accept(tcp).await;
        }
    });
    (url, authority.into_bytes())
}

#[tokio::test]
async fn each_fault_in_front_of_the_api_has_its_step_and_its_remedy() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (good, authority) = proxy(30 * DAY, 90 * DAY).await;
    let (short, shorts) = proxy(DAY / 8, DAY / 2).await;
    let (expired, expireds) = proxy(30 * DAY, 29 * DAY).await;
    let (ends, endss) = proxy(85 * DAY, 90 * DAY).await;
    let own = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let clear = format!("https://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let (mut tcp, _) = listener.accept().await.unwrap();
        let _ = tcp.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
    });
    for (url, authority) in [(&good, &authority), (&short, &shorts)] {
        let until = Site::new(url, Some(authority)).unwrap().reach().await.unwrap();
        assert!(until.is_some(), "{url}");
    }
    for (url, authority, step, problem) in [
        ("https://site.invalid", None, Step::Name, "the name site.invalid has no address. Check its DNS"),
        (&format!("http://{own}"), None, Step::Connection, "nothing listens at its address. Does the proxy run"),
        (&good, None, Step::Certificate, "an unknown authority. If the authority is your own, SITE_CA_FILE"),
        (&good.replace("localhost", "127.0.0.1"), Some(&authority), Step::Certificate, "for another name"),
        (&expired, Some(&expireds), Step::Certificate, "has expired or is not valid yet"),
        (&ends, Some(&endss), Step::Certificate, "the certificate ends in 119 h. Its renewal fails"),
        (&clear, None, Step::Certificate, "does not speak TLS on this port. PUBLIC_URL is https"),
    ] {
        let fault = Site::new(url, authority.map(Vec::as_slice)).unwrap().reach().await.unwrap_err();
        assert!(fault.step == step && fault.problem.contains(problem), "{url}: {fault:?}");
    }
}
