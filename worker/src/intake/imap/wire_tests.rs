use tokio::io::{AsyncReadExt, duplex};

use super::*;

/// Runs a command against a server that sends this, in pieces, and stays.
async fn run(sent: &[u8], bytes: usize) -> Result<Vec<(u32, usize)>, Fault> {
    let (near, mut far) = duplex(1 << 16);
    let sent = sent.to_vec();
    let server = tokio::spawn(async move {
        for piece in sent.chunks(7) {
            if far.write_all(piece).await.is_err() {
                return;
            }
        }
        let _ = far.read_to_end(&mut Vec::new()).await;
    });
    let mut mails = Vec::new();
    let limits = Limits { time: Duration::from_secs(5), bytes };
    let result = Wire::new(near)
        .run("UID FETCH", limits, |response| {
            if let Response::Fetch(number, attributes) = response {
                for attribute in attributes {
                    if let imap_proto::AttributeValue::BodySection { data: Some(data), .. } = attribute {
                        mails.push((number, data.len()));
                    }
                }
            }
        })
        .await;
    server.abort();
    result.map(|()| mails)
}

#[tokio::test]
async fn reads_mails_whatever_they_contain() {
    let mail = "From: a\r\n\r\nf1 OK not the end\r\n((((((((((((( {99999999999}\r\n";
    let sent = format!(
        "* 1 EXISTS\r\n* 1 FETCH (UID 7 MODSEQ (3) EMAILID (x) BODY[] {{{}}}\r\n{mail})\r\n* 2 FETCH (UID 8 BODY[] NIL)\r\n\
         * SOMETHING new\r\n* 3 FETCH (UID 9 BODY[] {{0}}\r\n)\r\nf1 OK done\r\n",
        mail.len()
    );
    let expected = vec![(1, mail.len()), (3, 0)];
    assert_eq!(run(sent.as_bytes(), 4096).await, Ok(expected));
}

#[tokio::test]
async fn a_hostile_server_ends_the_session_and_fills_no_memory() {
    for (sent, fault) in [
        (b"* 1 FETCH (BODY[] {2147483648}\r\n".to_vec(), Fault::TooMuch),
        (b"* 1 FETCH (BODY[] {99999999999999999999999}\r\n".to_vec(), Fault::TooMuch),
        (b"* 1 FETCH (BODY[] {500000}\r\n".to_vec(), Fault::TooMuch),
        (b"x".repeat(5000), Fault::TooMuch),
        (b"* OK still here\r\n".repeat(500), Fault::TooMuch),
        (b"f1 NO secret words\r\n".to_vec(), Fault::Refused),
        (b"f1 BAD\r\n".to_vec(), Fault::Refused),
    ] {
        assert_eq!(run(&sent, 4096).await, Err(fault), "{}", String::from_utf8_lossy(&sent[..30.min(sent.len())]));
    }
}

#[tokio::test]
async fn parentheses_do_not_reach_the_parser_in_numbers() {
    let many = "(".repeat(1 << 19);
    for deep in
        [format!("* 1 FETCH (BODYSTRUCTURE {many}"), format!("* 1 FETCH (BODY[] {{1}}\r\nx BODYSTRUCTURE {many}")]
    {
        assert_eq!(run(deep.as_bytes(), 1 << 20).await, Err(Fault::TooMuch));
    }
}

#[tokio::test(start_paused = true)]
async fn a_silent_or_lost_server_is_not_waited_for() {
    assert_eq!(run(b"* 1 EXISTS\r\n", 4096).await, Err(Fault::Silent));
    let (near, far) = duplex(64);
    drop(far);
    assert_eq!(Wire::new(near).greeting().await, Err(Fault::Lost));
    let (near, mut far) = duplex(64);
    far.write_all(b"* BYE overloaded\r\n").await.unwrap();
    assert_eq!(Wire::new(near).greeting().await, Err(Fault::Refused));
}

#[tokio::test(start_paused = true)]
async fn idle_ends_at_a_change_or_after_its_time() {
    for (sent, at_least) in [("+ idling\r\n* OK hello\r\n* 2 EXISTS\r\nf1 OK\r\n", 0), ("+ idling\r\n* OK hi\r\n", 60)]
    {
        let (near, mut far) = duplex(1024);
        far.write_all(sent.as_bytes()).await.unwrap();
        let server = tokio::spawn(async move {
            let mut heard = Vec::new();
            let mut byte = [0];
            while !heard.ends_with(b"DONE\r\n") && far.read(&mut byte).await.unwrap() > 0 {
                heard.push(byte[0]);
            }
            let _ = far.write_all(b"f1 OK\r\n").await;
            far
        });
        let start = tokio::time::Instant::now();
        assert_eq!(Wire::new(near).idle(Duration::from_mins(1)).await, Ok(()));
        assert_eq!(start.elapsed().as_secs() >= 60, at_least == 60);
        drop(server);
    }
}

#[tokio::test]
async fn an_interrupted_read_loses_nothing() {
    let (near, mut far) = duplex(1024);
    let mut wire = Wire::new(near);
    far.write_all(b"* 1 FETCH (BODY[] {4}\r\nab").await.unwrap();
    assert!(timeout(Duration::from_millis(50), wire.response()).await.is_err());
    far.write_all(b"cd)\r\n").await.unwrap();
    assert_eq!(wire.response().await.unwrap(), b"* 1 FETCH (BODY[] {4}\r\nabcd)\r\n");
}

#[tokio::test(start_paused = true)]
async fn a_change_that_is_announced_before_idle_begins_ends_it() {
    let (near, mut far) = duplex(1 << 16);
    let server = tokio::spawn(async move {
        let mut line = [0; 64];
        let _ = far.read(&mut line).await;
        far.write_all(b"* 1 EXISTS\r\n+ idling\r\n").await.unwrap();
        let _ = far.read(&mut line).await;
        far.write_all(b"f1 OK done\r\n").await.unwrap();
        far
    });
    let began = tokio::time::Instant::now();
    Wire::new(near).idle(Duration::from_mins(1)).await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(1));
    server.await.unwrap();
}
